// A tile of a batch of sets. src/compute/gpu/sets/mod.rs has a picture of sets, pieces, results and
// joins.
//
// import: src/compute/gpu/layout/sets.rs

// The members of the sets, in a form that depends on the stage, and their allowed guesses.
@group(0) @binding(3) var<storage, read> numbers: array<u32>;

// Each workgroup of `small` or `large` handles one piece.
@group(0) @binding(4) var<storage, read> pieces: array<Piece>;

// Each workgroup of `join` handles one of these. There is one for each set.
@group(0) @binding(5) var<storage, read> joins: array<Join>;
