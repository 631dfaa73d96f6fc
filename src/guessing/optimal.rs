//! Exact: the decision tree with the fewest guesses in all.

mod allowed;
mod bounds;
mod memo;
mod scan;
mod search;
mod tables;

use std::sync::atomic::AtomicBool;
use super::{Constraint, Game, HardMode};

/// x
pub fn prototype(game: &Game, hard: Option<HardMode>, opening: u32) -> (u32, u64, u64, usize) {
    let cancelled = AtomicBool::new(false);
    let t = std::time::Instant::now();
    let shared = search::Shared::new(game, hard, 2 << 30, &cancelled);
    eprintln!("tables {:?}", t.elapsed());
    let mut worker = search::Worker::new(&shared);
    let members = game.all_candidates();
    let state = search::State {
        key: shared.key(&members),
        members: &members,
        constraint: &Constraint::default(),
        left: search::UNLIMITED,
    };
    let place = shared.tables.place(opening);
    let value = worker.evaluate(&state, place, bounds::NEVER, None).unwrap();
    eprintln!("all {:?}", t.elapsed());
    (value.total, worker.nodes, worker.scans, shared.memo.len())
}

/// y
pub fn prototype_all(game: &Game, hard: Option<HardMode>, limit: u32, most: usize) {
    use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
    let cancelled = AtomicBool::new(false);
    let t = std::time::Instant::now();
    let shared = search::Shared::new(game, hard, 2 << 30, &cancelled);
    let members = game.all_candidates();
    let n = members.len() as u64;
    let constraint = Constraint::default();
    let state = search::State {
        key: shared.key(&members),
        members: &members,
        constraint: &constraint,
        left: search::UNLIMITED,
    };
    let mut order: Vec<(u64, u32)> = (0..shared.tables.guesses() as u32).map(|place| {
        let stats = shared.tables.stats(place);
        (2 * stats.sum_squares + n * (3 * n - u64::from(stats.splits) - u64::from(stats.candidate)), place)
    }).collect();
    order.sort();
    let best = AtomicU32::new(limit);
    let next = AtomicUsize::new(0);
    let step = |_: rayon::BroadcastContext| {
        let mut worker = search::Worker::new(&shared);
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= order.len().min(most) { break }
            let limit = best.load(Ordering::Relaxed);
            let value = worker.evaluate(&state, order[i].1, limit, None).unwrap();
            if value.total < limit {
                best.fetch_min(value.total + 1, Ordering::Relaxed);
                eprintln!("{} {} {}", i, game.guess_word(shared.tables.guess(order[i].1)), value.total);
            }
            if i % 1000 == 0 { eprintln!("{i} {:?} {} {}", t.elapsed(), shared.memo.len(), shared.memo.bytes()); }
        }
        (worker.nodes, worker.scans)
    };
    let counts = rayon::broadcast(step);
    eprintln!("{:?} {:?} memo {} {}", t.elapsed(), counts, shared.memo.len(), shared.memo.bytes());
}
