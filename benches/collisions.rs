//! The stage `collisions` on the CPU and on a GPU: all guesses on the buckets of all solutions, and on those
//! of the groups that some openings leave.

mod backends;

use std::collections::BTreeMap;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wordgame_engine::compute::collisions::CollisionBatch;
use wordgame_engine::compute::{CandidateIndex, CodeTable, GuessIndex};
use wordgame_engine::guessing::{Game, Lists, rule::Wordle};

/// The number of openings whose groups are the sets. They are spread over the list.
const OPENINGS: usize = 20;

fn collisions(c: &mut Criterion) {
    let game = Game::new(&Wordle, Lists::original());
    let table = game.table();
    // Only the CPU uses the columns. They are computed once, so not within the measurement.
    table.compute_columns();
    let everything = vec![CandidateIndex::up_to(table.solutions()).collect()];
    let mut group = c.benchmark_group("collisions");
    group.sample_size(10);
    for groups in [everything, groups(table)] {
        let (batch, members) = batch(&game, &groups);
        group.throughput(Throughput::Elements((members * table.guesses()) as u64));
        for (name, backend) in backends::open_all() {
            let id = BenchmarkId::new(&name, format!("{} sets", batch.len()));
            group.bench_function(id, |b| b.iter(|| backend.collisions(table, &batch)));
        }
    }
    group.finish();
}

/// The groups that the openings leave.
fn groups(table: &CodeTable) -> Vec<Vec<CandidateIndex>> {
    let openings = GuessIndex::up_to(table.guesses()).step_by(table.guesses() / OPENINGS);
    let of_opening = |opening| {
        let mut groups = vec![Vec::new(); table.codes()];
        for solution in CandidateIndex::up_to(table.solutions()) {
            groups[usize::from(table.code(opening, solution))].push(solution);
        }
        groups
    };
    openings.flat_map(of_opening).collect()
}

/// For each group its collision buckets of two or more candidates, if it has any: the candidates that are
/// equal except for one letter. Also the number of members of all buckets.
fn batch(game: &Game, groups: &[Vec<CandidateIndex>]) -> (CollisionBatch, usize) {
    let all: Arc<[GuessIndex]> = GuessIndex::up_to(game.table().guesses()).collect();
    let mut batch = CollisionBatch::default();
    let mut members = 0;
    for group in groups {
        let mut buckets: BTreeMap<String, Vec<CandidateIndex>> = BTreeMap::new();
        for &solution in group {
            let word = game.lists().solutions()[solution.at()].to_string();
            for blank in 0..word.len() {
                let mut bucket = word.clone();
                bucket.replace_range(blank..=blank, "_");
                buckets.entry(bucket).or_default().push(solution);
            }
        }
        buckets.retain(|_, members| members.len() >= 2);
        if !buckets.is_empty() {
            members += buckets.values().map(Vec::len).sum::<usize>();
            batch.push(buckets.values().map(Vec::as_slice), 2, &all);
        }
    }
    (batch, members)
}

criterion_group!(benches, collisions);
criterion_main!(benches);
