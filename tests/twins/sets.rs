//! The best guesses and the fewest collisions of batches of sets.

use super::*;

pub const ORDERS: [Order; 6] = [
    Order::Splits,
    Order::MaxSplits,
    Order::ExpectedSize,
    Order::Entropy,
    Order::Minimax,
    Order::LeastTotal,
];

/// The sizes around which a backend takes another way, and some between.
pub const SET_SIZES: [usize; 16] = [
    1, 2, 3, 4, 31, 64, 65, 95, 96, 97, 254, 255, 256, 257, 258, 1_000,
];

pub fn best_guesses_of_sizes(backend: &dyn Backend) {
    for seed in 20..23 {
        let mut random = Random(seed);
        // More guesses than fit a piece, and not a whole number of pieces.
        let table = random.table(1_200, 530);
        let all: Arc<[GuessIndex]> = all_guesses(&table).into();
        let mut batch = SetBatch::default();
        for size in SET_SIZES {
            batch.push(&random.some_of(1_200, size), &all);
        }
        check_best_guesses(backend, &table, &batch);
    }
}

pub fn best_guesses_of_few(backend: &dyn Backend) {
    let mut random = Random(23);
    let table = random.table(600, 700);
    let mut batch = SetBatch::default();
    for allowed in [1, 2, 16, 17, 31, 33, 64, 65, 256, 257, 700] {
        let allowed: Arc<[GuessIndex]> = random.some_of(700, allowed).into();
        for size in [1, 3, 17, 96, 97, 255, 256, 600] {
            batch.push(&random.some_of(600, size), &allowed);
        }
    }
    check_best_guesses(backend, &table, &batch);
}

pub fn best_guesses_of_equals(backend: &dyn Backend) {
    let mut random = Random(24);
    // Three kinds of guesses, of which the last is useless.
    let rows =
        (0..300).map(|_| [[1, 0, 0, 0, 0], [2, 0, 0, 0, 0], [0; 5]][random.below(3)].map(RowIndex));
    let mut table = CodeTable::new(400, rows.collect(), 7);
    table.push_row(random.cells(400, 9));
    table.push_row(random.cells(400, 9));
    let mut batch = SetBatch::default();
    for allowed in [300, 200, 100, 10, 3] {
        let allowed: Arc<[GuessIndex]> = random.some_of(300, allowed).into();
        for size in [1, 2, 5, 96, 97, 255, 256, 400] {
            batch.push(&random.some_of(400, size), &allowed);
        }
    }
    check_best_guesses(backend, &table, &batch);
}

pub fn best_guesses_of_one_code(backend: &dyn Backend) {
    for seed in 25..45 {
        let mut random = Random(seed);
        let guesses = (0..60).map(|_| [0; 5].map(|_| random.below(7).into()));
        // Small codes are common, so that many guesses solve a candidate and some tell all apart.
        let mut table = CodeTable::new(40, guesses.collect(), seed as u8 % 4);
        for _ in 0..6 {
            table.push_row(random.cells(40, 12));
        }
        let mut batch = SetBatch::default();
        for size in [1, 2, 2, 3, 3, 4, 5, 6] {
            let allowed = random.some_of(60, 45).into();
            batch.push(&random.some_of(40, size), &allowed);
        }
        check_best_guesses(backend, &table, &batch);
    }
}

pub fn best_guesses_of_many(backend: &dyn Backend) {
    let mut random = Random(45);
    let table = random.table(50, 5);
    let allowed: Arc<[GuessIndex]> = all_guesses(&table).into();
    let mut batch = SetBatch::default();
    for _ in 0..70_000 {
        let size = 1 + random.below(3);
        batch.push(&random.some_of(50, size), &allowed);
    }
    check_best_guesses_by(&[Order::Entropy], backend, &table, &batch);
    check_best_guesses(backend, &table, &SetBatch::default());
}

pub fn best_guess_of_largest(backend: &dyn Backend) {
    let solutions = MAX_CANDIDATES;
    let mut table = CodeTable::new(
        solutions,
        vec![[RowIndex(0); 5], [1, 0, 0, 0, 0].map(RowIndex)],
        242,
    );
    table.push_row((0..solutions).map(|solution| u8::from(solution >= 3) * 242));
    let mut batch = SetBatch::default();
    let all: Vec<CandidateIndex> = CandidateIndex::up_to(solutions).collect();
    batch.push(&all, &all_guesses(&table).into());
    let best = backend.best_guesses(&table, &batch, Order::Entropy);
    let [Best { guess, stats }] = best.expect("a backend that works")[..] else {
        panic!("one set has one best guess");
    };
    let larger = solutions as u64 - 3;
    assert_eq!(
        (guess, stats.splits, stats.candidate),
        (GuessIndex(1), 2, true)
    );
    assert_eq!(stats.sum_squares, larger * larger + 9);
}

pub fn collisions_of_sizes(backend: &dyn Backend) {
    for seed in 50..53 {
        let mut random = Random(seed);
        let table = random.table(700, 530);
        let all: Arc<[GuessIndex]> = all_guesses(&table).into();
        let mut batch = CollisionBatch::default();
        for members in [0, 1, 2, 3, 63, 64, 65, 254, 255, 256, 257, 1_500] {
            batch.push(slices(&random.shards(700, members, 9)), 2, &all);
        }
        // Long shards, alone and among short ones.
        for members in [63, 64, 65, 66, 255, 256, 700] {
            batch.push([&random.some_of(700, members)[..]], 3, &all);
            let long: Vec<CandidateIndex> = random.some_of(700, members);
            let shards = random.shards(700, 100, 9);
            batch.push(slices(&shards).chain([&long[..]; 2]), 3, &all);
        }
        check_collisions(backend, &table, &batch);
    }
}

pub fn collisions_of_few(backend: &dyn Backend) {
    let mut random = Random(53);
    let table = random.table(300, 700);
    let mut batch = CollisionBatch::default();
    for allowed in [1, 2, 16, 17, 31, 32, 33, 64, 65, 256, 257, 700] {
        let allowed: Arc<[GuessIndex]> = random.some_of(700, allowed).into();
        for threshold in [0, 1, 2, 3, 4, 7, u32::MAX] {
            batch.push(slices(&random.shards(300, 40, 12)), threshold, &allowed);
            batch.push(slices(&random.shards(300, 300, 12)), threshold, &allowed);
        }
        // A shard without members is none.
        batch.push([&[][..], &[3, 5, 8].map(CandidateIndex), &[]], 1, &allowed);
    }
    check_collisions(backend, &table, &batch);
}

pub fn collisions_of_many(backend: &dyn Backend) {
    let mut random = Random(54);
    let table = random.table(50, 5);
    let allowed: Arc<[GuessIndex]> = all_guesses(&table).into();
    let mut batch = CollisionBatch::default();
    for _ in 0..70_000 {
        let members = random.below(7);
        let threshold = random.below(4) as u32;
        batch.push(slices(&random.shards(50, members, 4)), threshold, &allowed);
    }
    check_collisions(backend, &table, &batch);
    check_collisions(backend, &table, &CollisionBatch::default());
}

pub fn tiny_tiles_of_sets(mut gpu: Gpu) {
    let mut random = Random(60);
    let table = random.table(300, 60);
    let all: Arc<[GuessIndex]> = all_guesses(&table).into();
    let mut sets = SetBatch::default();
    let mut shards = CollisionBatch::default();
    for i in 0..12 {
        let short: Arc<[GuessIndex]> = random.some_of(60, 1 + 4 * i).into();
        for allowed in [&all, &short] {
            let size = [1, 3, 50, 255, 256, 300][i % 6];
            sets.push(&random.some_of(300, size), allowed);
            shards.push(slices(&random.shards(300, size, 5)), 2, allowed);
        }
    }
    let own = gpu.tile_limits();
    // The table goes up whole, so there must be room for it, and for one set.
    let rows = table.row_count() * table.stride();
    let binding_bytes = rows.max(8 * 300 + 4 * 60);
    let tiny = [
        TileLimits {
            output_bytes: 1_464,
            ..own
        },
        TileLimits {
            binding_bytes,
            ..own
        },
        TileLimits {
            upload_bytes: rows + 12_000,
            ..own
        },
        TileLimits {
            workgroups: 1,
            ..own
        },
        TileLimits {
            workgroups: 3,
            ..own
        },
        TileLimits {
            dispatch_patterns: 64,
            ..own
        },
        TileLimits {
            dispatch_patterns: 2_000,
            ..own
        },
        TileLimits {
            binding_bytes,
            // Each dispatch has its parameters, which some adapters align by 256 bytes.
            upload_bytes: rows + 200_000,
            output_bytes: 1_464,
            workgroups: 2,
            dispatch_patterns: 300,
        },
    ];
    for limits in tiny {
        gpu.set_tile_limits(limits);
        check_best_guesses(&gpu, &table, &sets);
        check_collisions(&gpu, &table, &shards);
    }
    let before = gpu.traffic();
    let best = gpu.best_guesses(&table, &sets, Order::Splits);
    assert!(best.is_ok());
    let after = gpu.traffic();
    assert!(after.uploads >= before.uploads + 4, "there were tiles");
    assert!(
        after.dispatches >= before.dispatches + 100,
        "and dispatches"
    );
}

pub fn best_guesses_traffic(gpu: Gpu) {
    let mut random = Random(61);
    let table = random.table(500, 12_972);
    let all: Arc<[GuessIndex]> = all_guesses(&table).into();
    let mut batch = SetBatch::default();
    for _ in 0..200 {
        batch.push(&random.some_of(500, 5), &all);
    }
    let before = gpu.traffic();
    let best = gpu.best_guesses(&table, &batch, Order::MaxSplits);
    let after = gpu.traffic();
    assert_eq!(best, Cpu.best_guesses(&table, &batch, Order::MaxSplits));
    assert_eq!(after.uploads - before.uploads, 1);
    assert_eq!(after.dispatches - before.dispatches, 2);
    assert_eq!(after.bytes_down - before.bytes_down, 24 * 200);
}

pub fn collisions_traffic(gpu: Gpu) {
    let mut random = Random(62);
    let table = random.table(500, 12_972);
    let all: Arc<[GuessIndex]> = all_guesses(&table).into();
    let mut batch = CollisionBatch::default();
    for _ in 0..200 {
        batch.push(slices(&random.shards(500, 12, 5)), 2, &all);
    }
    let before = gpu.traffic();
    let fewest = gpu.collisions(&table, &batch);
    let went = gpu.traffic() - before;
    assert_eq!(fewest, Cpu.collisions(&table, &batch));
    assert_eq!((went.uploads, went.dispatches), (1, 2));
    let of_set = 4 * (1 + 12_972_u64.div_ceil(32));
    assert_eq!(went.bytes_down, 200 * of_set);
}

pub fn sets_that_do_not_fit(mut gpu: Gpu) {
    let own = gpu.tile_limits();
    let mut random = Random(62);
    let table = random.table(300, 20);
    let all: Arc<[GuessIndex]> = all_guesses(&table).into();
    let mut sets = SetBatch::default();
    sets.push(&random.some_of(300, 100), &all);
    let mut shards = CollisionBatch::default();
    shards.push(slices(&random.shards(300, 100, 5)), 2, &all);
    for limits in [
        TileLimits {
            binding_bytes: 100,
            ..own
        },
        TileLimits {
            upload_bytes: 2_000,
            ..own
        },
        TileLimits {
            output_bytes: 40,
            ..own
        },
    ] {
        gpu.set_tile_limits(limits);
        let best = gpu.best_guesses(&table, &sets, Order::Splits);
        assert!(matches!(best, Err(ComputeError::Refused(_))), "{best:?}");
        let fewest = gpu.collisions(&table, &shards);
        assert!(
            matches!(fewest, Err(ComputeError::Refused(_))),
            "{fewest:?}"
        );
        gpu.set_tile_limits(own);
        check_best_guesses(&gpu, &table, &sets);
        check_collisions(&gpu, &table, &shards);
    }
}

pub fn slices(shards: &[Vec<CandidateIndex>]) -> impl Iterator<Item = &[CandidateIndex]> {
    shards.iter().map(Vec::as_slice)
}

/// [`check_best_guesses_by`] every order.
pub fn check_best_guesses(backend: &dyn Backend, table: &CodeTable, batch: &SetBatch) {
    check_best_guesses_by(&ORDERS, backend, table, batch);
}

/// Holds a backend's best guesses against those found by trying every guess.
pub fn check_best_guesses_by(
    orders: &[Order],
    backend: &dyn Backend,
    table: &CodeTable,
    batch: &SetBatch,
) {
    let tried = |set: usize, guess: GuessIndex| {
        let mut counts = [0; 256];
        for &candidate in batch.candidates(set) {
            counts[usize::from(table.code(guess, candidate))] += 1;
        }
        Best {
            guess,
            stats: PartitionStats::of_counts(&counts, table.solved_code()),
        }
    };
    let all: Vec<Vec<Best>> = (0..batch.len())
        .map(|set| batch.allowed(set).iter().map(|&g| tried(set, g)).collect())
        .collect();
    for &order in orders {
        let compare = |a: &&Best, b: &&Best| compare(order, a, b).then(a.guess.cmp(&b.guess));
        let oracle = all
            .iter()
            .map(|set| *set.iter().min_by(compare).expect("a guess"));
        let oracle: Vec<Best> = oracle.collect();
        let best = backend
            .best_guesses(table, batch, order)
            .expect("a backend that works");
        assert_eq!(best.len(), oracle.len());
        for (set, (best, oracle)) in best.iter().zip(&oracle).enumerate() {
            let candidates = batch.candidates(set).len();
            assert_eq!(best, oracle, "{order:?}, set {set} of {candidates}");
        }
    }
}

/// What the documentation of [`Order`] says, word for word.
pub fn compare(
    order: Order,
    Best { stats: a, .. }: &Best,
    Best { stats: b, .. }: &Best,
) -> Ordering {
    let most_groups = b.splits.cmp(&a.splits);
    let most_bits = a.sum_n_log_n.cmp(&b.sum_n_log_n);
    let fewest_left = a.sum_squares.cmp(&b.sum_squares);
    let candidate_first = b.candidate.cmp(&a.candidate);
    let smaller_largest = a.largest.cmp(&b.largest);
    match order {
        Order::Splits => most_groups,
        Order::MaxSplits => most_groups
            .then(most_bits)
            .then(candidate_first)
            .then(smaller_largest),
        Order::ExpectedSize => fewest_left.then(candidate_first),
        Order::Entropy => most_bits.then(candidate_first),
        Order::Minimax => smaller_largest.then(fewest_left).then(candidate_first),
        Order::LeastTotal => {
            let found_or_apart = |stats: &PartitionStats| stats.splits + u32::from(stats.candidate);
            let exactly = |stats: &PartitionStats| stats.largest <= 2;
            found_or_apart(b)
                .cmp(&found_or_apart(a))
                .then(exactly(b).cmp(&exactly(a)))
                .then(fewest_left)
        }
    }
}

/// Holds a backend's fewest collisions against scores made guess by guess from groups.
pub fn check_collisions(backend: &dyn Backend, table: &CodeTable, batch: &CollisionBatch) {
    let score = |set: usize, guess: GuessIndex| {
        let mut sums: HashMap<u8, u32> = HashMap::new();
        for shard in batch.shards(set) {
            let mut groups: HashMap<u8, u32> = HashMap::new();
            for &member in shard {
                let code = table.code(guess, member);
                *groups.entry(code).or_default() += 1;
            }
            for (code, size) in groups {
                if size >= batch.threshold(set) {
                    *sums.entry(code).or_default() += size;
                }
            }
        }
        sums.into_values().max().unwrap_or(0)
    };
    let fewest = backend
        .collisions(table, batch)
        .expect("a backend that works");
    assert_eq!(fewest.len(), batch.len());
    for (set, fewest) in fewest.iter().enumerate() {
        let scores: Vec<(u32, GuessIndex)> = batch
            .allowed(set)
            .iter()
            .map(|&guess| (score(set, guess), guess))
            .collect();
        let lowest = scores
            .iter()
            .map(|&(score, _)| score)
            .min()
            .expect("a guess");
        let with_lowest = scores.iter().filter(|&&(score, _)| score == lowest);
        let oracle = FewestCollisions {
            score: lowest,
            guesses: with_lowest.map(|&(_, guess)| guess).collect(),
        };
        assert_eq!(*fewest, oracle, "set {set}");
    }
}
