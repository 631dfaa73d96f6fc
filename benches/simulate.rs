//! Whole simulations on the CPU and on a GPU: one strategy plays against every solution.

mod backends;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use wordgame_engine::compute::batch::Order;
use wordgame_engine::guessing::rule::{WordPeaks, Wordle};
use wordgame_engine::guessing::strategy::{Attempt, ByPartition, Collisions, GuessPool};
use wordgame_engine::guessing::{Game, HardMode, Lists, Strategy, TreeBuilder, simulate};

fn simulations(c: &mut Criterion) {
    let of = |order, from| ByPartition { order, from };
    let max_splits = of(Order::MaxSplits, GuessPool::All);
    let expected_size = of(Order::ExpectedSize, GuessPool::All);
    let collisions = Collisions(Attempt::BreakUp { margin: 1 });
    let wordle = Game::new(&Wordle, Lists::original());
    // The solver takes every guess for possible, as in the Word Peaks article.
    let unknown = Lists::original().with_all_guesses_as_candidates();
    let peaks = Game::new(&WordPeaks, unknown);
    let hard = Some(HardMode::Standard);
    let jobs: [(&Game, &dyn Strategy, Option<HardMode>); 3] = [
        (&wordle, &max_splits, None),
        (&wordle, &collisions, hard),
        (&peaks, &expected_size, None),
    ];
    let mut group = c.benchmark_group("simulate");
    group.sample_size(10);
    for (game, strategy, hard) in jobs {
        let job = format!("{} {}", game.rule().name(), strategy.name());
        for (name, backend) in backends::open_all() {
            group.bench_function(BenchmarkId::new(&name, &job), |b| {
                b.iter(|| {
                    let trees = TreeBuilder::new(game, &*backend, strategy, hard).build(&[None]);
                    trees.map(|trees| simulate(game, &trees[0], hard))
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, simulations);
criterion_main!(benches);
