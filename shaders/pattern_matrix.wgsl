// The pattern codes of a tile of guesses on a tile of solutions: an invocation a word of four codes.
// Workgroups: x covers the words of a row, y the guesses.

override WORKGROUP_SIZE: u32 = 64u;

// `row_words` words a guess, in the order of the guesses.
@group(0) @binding(3) var<storage, read_write> patterns: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(workgroup_id) workgroup: vec3<u32>,
) {
    let word = id.x;
    if word >= parameters.row_words {
        return;
    }
    let guess = parameters.first + workgroup.y;
    patterns[guess * parameters.row_words + word] = four_codes(row_starts(guess), word);
}
