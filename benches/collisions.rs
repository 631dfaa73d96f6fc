//! The collisions stage: every guess on the shards of all solutions, and on those of the groups that
//! some openings leave, CPU beside GPU.

mod backends;

use std::collections::BTreeMap;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wordgame_engine::compute::collisions::CollisionBatch;
use wordgame_engine::compute::{CandidateIndex, CodeTable, GuessIndex};
use wordgame_engine::guessing::{Game, Lists, rule::Wordle};

/// Openings, spread over the list, whose groups are the sets.
const OPENINGS: usize = 20;

fn collisions(c: &mut Criterion) {
    let game = Game::new(&Wordle, Lists::original());
    let table = game.table();
    // A GPU does not use the columns, and the CPU makes them once.
    table.columns();
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
        let mut groups = vec![Vec::new(); 256];
        for solution in CandidateIndex::up_to(table.solutions()) {
            groups[usize::from(table.code(opening, solution))].push(solution);
        }
        groups
    };
    openings.flat_map(of_opening).collect()
}

/// The shards of two or more candidates of each group that has any, and the number of their members.
fn batch(game: &Game, groups: &[Vec<CandidateIndex>]) -> (CollisionBatch, usize) {
    let all: Arc<[GuessIndex]> = GuessIndex::up_to(game.table().guesses()).collect();
    let mut batch = CollisionBatch::default();
    let mut members = 0;
    for group in groups {
        let mut shards: BTreeMap<String, Vec<CandidateIndex>> = BTreeMap::new();
        for &solution in group {
            let word = game.lists().solutions()[solution.at()].to_string();
            for blank in 0..word.len() {
                let mut shard = word.clone();
                shard.replace_range(blank..=blank, "_");
                shards.entry(shard).or_default().push(solution);
            }
        }
        shards.retain(|_, members| members.len() >= 2);
        if !shards.is_empty() {
            members += shards.values().map(Vec::len).sum::<usize>();
            batch.push(shards.values().map(Vec::as_slice), 2, &all);
        }
    }
    (batch, members)
}

criterion_group!(benches, collisions);
criterion_main!(benches);
