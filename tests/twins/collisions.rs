//! The guesses that leave the fewest collisions, compared with the reference, which adds up scores group by group.

use std::sync::Arc;

use wordgame_engine::compute::collisions::CollisionBatch;
use wordgame_engine::compute::cpu::{Cpu, reference};
use wordgame_engine::compute::gpu::Gpu;
use wordgame_engine::compute::{Backend, CandidateIndex, CodeTable, ComputeError, GuessIndex};

use super::device::{tiny_limits_of_sets, too_small_for_a_set};
use super::{LENGTHS, Random, Test, TestOnBoth, all_guesses};

pub const ON_BOTH: &[TestOnBoth] = &[
    ("collisions_of_any_number_of_members", any_size),
    ("collisions_of_words_of_any_length", any_length),
    ("collisions_with_any_threshold_and_few_allowed", few_allowed),
    ("collisions_of_seventy_thousand_sets", many_sets),
];

pub const TESTS: &[Test] = &[
    (
        "tiny_tiles_change_no_collisions_for_words_of_any_length",
        tiny_tiles_of_any_length,
    ),
    ("tiny_tiles_change_no_collisions", tiny_tiles),
    (
        "the_fewest_collisions_come_back_as_a_score_and_one_bit_per_guess",
        traffic,
    ),
    (
        "buckets_that_fit_no_tile_are_refused_and_the_next_run",
        refused,
    ),
];

fn any_size(backend: &dyn Backend) {
    for seed in 50..53 {
        let mut random = Random(seed);
        let table = random.table(700, 530);
        let all: Arc<[GuessIndex]> = all_guesses(&table).into();
        let mut batch = CollisionBatch::default();
        for members in [0, 1, 2, 3, 63, 64, 65, 254, 255, 256, 257, 1_500] {
            batch.push(slices(&random.buckets(700, members, 9)), 2, &all);
        }
        // Long buckets, alone and among short ones.
        for members in [63, 64, 65, 66, 255, 256, 700] {
            batch.push([&random.some_of(700, members)[..]], 3, &all);
            let long: Vec<CandidateIndex> = random.some_of(700, members);
            let buckets = random.buckets(700, 100, 9);
            batch.push(slices(&buckets).chain([&long[..]; 2]), 3, &all);
        }
        check(backend, &table, &batch);
    }
}

fn any_length(backend: &dyn Backend) {
    for (seed, length) in (55..).zip(LENGTHS) {
        let mut random = Random(seed);
        let table = random.table_for_length(length, 400, 150);
        let all: Arc<[GuessIndex]> = all_guesses(&table).into();
        let mut batch = CollisionBatch::default();
        for members in [0, 1, 2, 64, 255, 256, 900] {
            let buckets = random.buckets(400, members, 9);
            batch.push(slices(&buckets), 2, &all);
            let long: Vec<CandidateIndex> = random.some_of(400, 300);
            batch.push(slices(&buckets).chain([&long[..]; 2]), 3, &all);
        }
        check(backend, &table, &batch);
    }
}

fn few_allowed(backend: &dyn Backend) {
    let mut random = Random(53);
    let table = random.table(300, 700);
    let mut batch = CollisionBatch::default();
    for allowed in [1, 2, 16, 17, 31, 32, 33, 64, 65, 256, 257, 700] {
        let allowed: Arc<[GuessIndex]> = random.some_of(700, allowed).into();
        for threshold in [0, 1, 2, 3, 4, 7, u32::MAX] {
            batch.push(slices(&random.buckets(300, 40, 12)), threshold, &allowed);
            batch.push(slices(&random.buckets(300, 300, 12)), threshold, &allowed);
        }
        // Buckets without members do not count.
        batch.push([&[][..], &[3, 5, 8].map(CandidateIndex), &[]], 1, &allowed);
    }
    check(backend, &table, &batch);
}

fn many_sets(backend: &dyn Backend) {
    let mut random = Random(54);
    let table = random.table(50, 5);
    let allowed: Arc<[GuessIndex]> = all_guesses(&table).into();
    let mut batch = CollisionBatch::default();
    for _ in 0..70_000 {
        let members = random.below(7);
        let threshold = random.below(4) as u32;
        batch.push(slices(&random.buckets(50, members, 4)), threshold, &allowed);
    }
    check(backend, &table, &batch);
    check(backend, &table, &CollisionBatch::default());
}

fn tiny_tiles(mut gpu: Gpu) {
    let mut random = Random(60);
    let table = random.table(300, 60);
    let all: Arc<[GuessIndex]> = all_guesses(&table).into();
    let mut batch = CollisionBatch::default();
    for i in 0..12 {
        let short: Arc<[GuessIndex]> = random.some_of(60, 1 + 4 * i).into();
        let size = [1, 3, 50, 255, 256, 300][i % 6];
        for allowed in [&all, &short] {
            batch.push(slices(&random.buckets(300, size, 5)), 2, allowed);
        }
    }
    for limits in tiny_limits_of_sets(gpu.tile_limits(), &table) {
        gpu.set_tile_limits(limits);
        check(&gpu, &table, &batch);
    }
    let before = gpu.traffic();
    assert!(gpu.collisions(&table, &batch).is_ok());
    let went = gpu.traffic() - before;
    assert!(went.uploads >= 4, "there were several tiles");
    assert!(went.dispatches >= 100, "there were many dispatches");
}

fn tiny_tiles_of_any_length(mut gpu: Gpu) {
    let adapter_limits = gpu.tile_limits();
    for (seed, length) in (63..).zip(LENGTHS) {
        let mut random = Random(seed);
        let table = random.table_for_length(length, 300, 20);
        let all: Arc<[GuessIndex]> = all_guesses(&table).into();
        let mut batch = CollisionBatch::default();
        for size in [1, 3, 50, 64, 65, 255, 300] {
            batch.push(slices(&random.buckets(300, size, 5)), 2, &all);
            if size > 250 {
                let long: Vec<CandidateIndex> = random.some_of(300, 100);
                batch.push([&long[..]; 2], 2, &all);
            }
        }
        for limits in tiny_limits_of_sets(adapter_limits, &table) {
            gpu.set_tile_limits(limits);
            check(&gpu, &table, &batch);
        }
    }
}

fn traffic(gpu: Gpu) {
    let mut random = Random(62);
    let table = random.table(500, 12_972);
    let all: Arc<[GuessIndex]> = all_guesses(&table).into();
    let mut batch = CollisionBatch::default();
    for _ in 0..200 {
        batch.push(slices(&random.buckets(500, 12, 5)), 2, &all);
    }
    let before = gpu.traffic();
    let fewest = gpu.collisions(&table, &batch);
    let went = gpu.traffic() - before;
    assert_eq!(fewest, Cpu.collisions(&table, &batch));
    assert_eq!((went.uploads, went.dispatches), (1, 2));
    let bytes_per_set = 4 * (1 + 12_972_u64.div_ceil(32));
    assert_eq!(went.bytes_down, 200 * bytes_per_set);
}

fn refused(mut gpu: Gpu) {
    let adapter_limits = gpu.tile_limits();
    let mut random = Random(62);
    let table = random.table(300, 20);
    let mut batch = CollisionBatch::default();
    let allowed = all_guesses(&table).into();
    batch.push(slices(&random.buckets(300, 100, 5)), 2, &allowed);
    for limits in too_small_for_a_set(adapter_limits) {
        gpu.set_tile_limits(limits);
        let fewest = gpu.collisions(&table, &batch);
        assert!(
            matches!(fewest, Err(ComputeError::Refused(_))),
            "{fewest:?}"
        );
        gpu.set_tile_limits(adapter_limits);
        check(&gpu, &table, &batch);
    }
}

pub fn slices(buckets: &[Vec<CandidateIndex>]) -> impl Iterator<Item = &[CandidateIndex]> {
    buckets.iter().map(Vec::as_slice)
}

/// Compares a backend's fewest collisions with those of the reference.
fn check(backend: &dyn Backend, table: &CodeTable, batch: &CollisionBatch) {
    let expected = reference::collisions(table, batch);
    let fewest = backend
        .collisions(table, batch)
        .expect("a backend that works");
    assert_eq!(fewest.len(), expected.len());
    for (set, (fewest, expected)) in fewest.iter().zip(&expected).enumerate() {
        assert_eq!(fewest, expected, "set {set}");
    }
}

impl Random {
    /// Buckets of 1 to `max_size` of the numbers below `limit`, with `members` members in all.
    pub fn buckets(
        &mut self,
        limit: usize,
        mut members: usize,
        max_size: usize,
    ) -> Vec<Vec<CandidateIndex>> {
        let mut buckets = Vec::new();
        while members > 0 {
            let size = (1 + self.below(max_size)).min(members);
            buckets.push(self.some_of(limit, size));
            members -= size;
        }
        buckets
    }
}
