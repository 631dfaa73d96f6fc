//! The stage `partition` on the CPU and on a GPU: every guess on all solutions.

mod backends;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wordgame_engine::compute::GuessIndex;
use wordgame_engine::guessing::{Game, Lists, rule::Wordle};

fn partition(c: &mut Criterion) {
    let mut group = c.benchmark_group("partition");
    for lists in [Lists::original(), Lists::nyt()] {
        let game = Game::new(&Wordle, lists);
        let guesses: Vec<GuessIndex> = GuessIndex::up_to(game.table().guesses()).collect();
        let patterns = guesses.len() * game.table().solutions();
        group.throughput(Throughput::Elements(patterns as u64));
        for (name, backend) in backends::open_all() {
            group.bench_function(BenchmarkId::new(&name, game.lists().name()), |b| {
                b.iter(|| backend.partition(game.table(), &guesses));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, partition);
criterion_main!(benches);
