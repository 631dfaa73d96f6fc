// Stage `pattern_matrix`: the codes of the guesses of a tile on the solutions of the tile.
//
// Each invocation computes one u32 of codes of one guess: four or two codes. Workgroups in x cover the solutions, workgroups in y
// the guesses.
//
// import: width/table.wgsl

override WORKGROUP_SIZE: u32 = 64u;

// For each guess `row_u32s` u32s of codes.
@group(0) @binding(3) var<storage, read_write> patterns: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(workgroup_id) workgroup: vec3<u32>,
) {
    let i = id.x;
    if i >= parameters.row_u32s {
        return;
    }
    let guess = parameters.first + workgroup.y;
    patterns[guess * parameters.row_u32s + i] = packed_codes(row_starts(guess), i);
}
