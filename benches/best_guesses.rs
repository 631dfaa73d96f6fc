//! The stage `best_guesses` on the CPU and on a GPU: all guesses on the groups that some openings leave.

mod backends;

use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wordgame_engine::compute::batch::{Order, SetBatch};
use wordgame_engine::compute::{CandidateIndex, CodeTable, GuessIndex};
use wordgame_engine::guessing::{Game, Lists, rule::Wordle};

/// The number of openings whose groups are the candidate sets. They are spread over the list.
const OPENINGS: usize = 20;

fn best_guesses(c: &mut Criterion) {
    let game = Game::new(&Wordle, Lists::original());
    let table = game.table();
    // Only the CPU uses the columns. They are computed once, so not within the measurement.
    table.compute_columns();
    let (batch, patterns) = batch(table);
    let mut group = c.benchmark_group("best_guesses");
    group.sample_size(10);
    group.throughput(Throughput::Elements(patterns as u64));
    for (name, backend) in backends::open_all() {
        for order in Order::ALL {
            let id = BenchmarkId::new(&name, format!("{order:?}, {} sets", batch.len()));
            group.bench_function(id, |b| {
                b.iter(|| backend.best_guesses(table, &batch, order));
            });
        }
    }
    group.finish();
}

/// The groups of more than two candidates, and the number of patterns of all guesses on them.
fn batch(table: &CodeTable) -> (SetBatch, usize) {
    let all: Arc<[GuessIndex]> = GuessIndex::up_to(table.guesses()).collect();
    let mut batch = SetBatch::default();
    let mut candidates = 0;
    for opening in GuessIndex::up_to(table.guesses()).step_by(table.guesses() / OPENINGS) {
        let mut groups = vec![Vec::new(); table.codes()];
        for solution in CandidateIndex::up_to(table.solutions()) {
            groups[usize::from(table.code(opening, solution))].push(solution);
        }
        for group in groups.iter().filter(|group| group.len() > 2) {
            batch.push(group, &all);
            candidates += group.len();
        }
    }
    (batch, candidates * all.len())
}

criterion_group!(benches, best_guesses);
criterion_main!(benches);
