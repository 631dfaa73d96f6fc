// The figures of a partition: sums over the groups that a guess makes.
//
// import: shared/table.wgsl, shared/wide.wgsl, src/compute/gpu/layout/sums.rs

// The figures of some groups. Figures of disjoint groups can be added: see `add_sums`.
struct Sums {
    // The number of groups, and of groups of one candidate.
    splits: u32,
    singletons: u32,
    // The size of the largest group.
    largest: u32,
    // 1 if one of the groups has the code of a guess that is the solution. Then the guess is a candidate.
    candidate: u32,
    // The sums of n * n and of n * log2 n over the groups, where n is the size of a group.
    squares: Wide,
    n_log_n: Wide,
}

// The figures of one group of n > 0 candidates with this code. `n_log_n` is its n * log2 n.
fn sums_of_group(n: u32, code: u32, n_log_n: Wide) -> Sums {
    let candidate = u32(code == parameters.solved_code);
    return Sums(1u, u32(n == 1u), n, candidate, wide_square(n), n_log_n);
}

fn add_sums(a: Sums, b: Sums) -> Sums {
    return Sums(
        a.splits + b.splits,
        a.singletons + b.singletons,
        max(a.largest, b.largest),
        a.candidate | b.candidate,
        wide_add(a.squares, b.squares),
        wide_add(a.n_log_n, b.n_log_n),
    );
}

// Sums as the host reads them: src/compute/gpu/layout/sums.rs shows which bits hold what.
alias PackedSums = array<u32, SUMS_U32S>;

fn pack(sums: Sums) -> PackedSums {
    return PackedSums(
        sums.splits | (sums.singletons << COUNT_BITS),
        sums.largest | (sums.candidate << CANDIDATE_BIT),
        sums.squares.x,
        sums.n_log_n.x,
        sums.squares.y | (sums.n_log_n.y << SQUARES_HIGH_BITS),
    );
}

fn unpack(packed: PackedSums) -> Sums {
    let count_mask = (1u << COUNT_BITS) - 1u;
    let largest_mask = (1u << CANDIDATE_BIT) - 1u;
    let squares_high_mask = (1u << SQUARES_HIGH_BITS) - 1u;
    return Sums(
        packed[0] & count_mask,
        packed[0] >> COUNT_BITS,
        packed[1] & largest_mask,
        packed[1] >> CANDIDATE_BIT,
        Wide(packed[2], packed[4] & squares_high_mask),
        Wide(packed[3], packed[4] >> SQUARES_HIGH_BITS),
    );
}
