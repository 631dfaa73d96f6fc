// The code table of a tile: rows of cells that add up to the codes of the guesses. How cells and the indices of
// rows are packed depends on the width of the codes: see bytes/table.wgsl and pairs/table.wgsl.
//
// import: src/compute/gpu/layout/table.rs

@group(0) @binding(0) var<storage, read> parameters: Parameters;

// The rows that the tile's guesses need. A row has one cell for each solution.
@group(0) @binding(1) var<storage, read> rows: array<u32>;

// The indices of the rows of each guess.
@group(0) @binding(2) var<storage, read> guess_rows: array<u32>;
