//! Whole games and best trees are the same on a GPU and on the CPU.

use wordgame_engine::compute::batch::Order;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::gpu::Gpu;
use wordgame_engine::compute::{Backend, GuessIndex};
use wordgame_engine::guessing::optimal::{Ahead, Optimal, Request, Settings};
use wordgame_engine::guessing::rule::{WordPeaks, Wordle};
use wordgame_engine::guessing::strategy::{Attempt, ByPartition, Collisions, GuessPool, Strategy};
use wordgame_engine::guessing::{Game, HardMode, Lists, Rule, TreeBuilder};
use wordgame_engine::words::{Word, WordList};

use super::Test;

pub const TESTS: &[Test] = &[
    ("games_are_the_same_on_a_gpu", whole_games),
    ("word_peaks_is_the_same_on_a_gpu", word_peaks),
    ("a_gpu_that_scans_ahead_changes_no_best_tree", best_trees),
];

/// The kernels know no rule: another rule is just another table, with another solved code.
fn word_peaks(gpu: Gpu) {
    let game = Game::new(&WordPeaks, Lists::original());
    let guesses: Vec<GuessIndex> = GuessIndex::up_to(game.table().guesses())
        .step_by(7)
        .collect();
    let stats = Cpu.partition(game.table(), &guesses);
    assert_eq!(gpu.partition(game.table(), &guesses), stats);
    let strategy = ByPartition {
        order: Order::ExpectedSize,
        from: GuessPool::Candidates,
    };
    let [on_gpu, on_cpu] = [&gpu as &dyn Backend, &Cpu]
        .map(|backend| TreeBuilder::new(&game, backend, &strategy, None).build(&[None]));
    assert!(on_gpu == on_cpu);
}

fn whole_games(gpu: Gpu) {
    let game = Game::new(&Wordle, Lists::original());
    let opening = |word: &str| game.lists().guess_index(word.parse().expect("a word"));
    let greedy = ByPartition {
        order: Order::MaxSplits,
        from: GuessPool::All,
    };
    let breaking_up = Collisions(Attempt::BreakUp { margin: 1 });
    let hard = Some(HardMode::Standard);
    let strategies: [(&dyn Strategy, _, _); 2] = [
        (&greedy, None, opening("trace")),
        (&breaking_up, hard, None),
    ];
    for (strategy, hard, opening) in strategies {
        let [on_gpu, on_cpu] = [&gpu as &dyn Backend, &Cpu].map(|backend| {
            let mut builder = TreeBuilder::new(&game, backend, strategy, hard);
            builder.build(&[opening]).expect("a backend that works")
        });
        assert!(on_gpu == on_cpu, "{}", strategy.name());
    }
}

fn best_trees(gpu: Gpu) {
    let whole = Game::new(&Wordle, Lists::original());
    let salet = whole.lists().guess_index("salet".parse().expect("a word"));
    let salet = salet.expect("a guess");
    assert_best_trees_are_the_same(&gpu, &whole, None, &[salet]);
    let some: Vec<Word> = whole
        .lists()
        .solutions()
        .iter()
        .step_by(6)
        .copied()
        .collect();
    let list = || WordList::new(some.iter().copied());
    for rule in [&Wordle as &dyn Rule, &WordPeaks] {
        let game = Game::new(rule, Lists::new("small", list(), list()));
        let openings: Vec<GuessIndex> = GuessIndex::up_to(some.len()).collect();
        for hard in [None, Some(HardMode::Standard)] {
            assert_best_trees_are_the_same(&gpu, &game, hard, &openings);
        }
    }
}

fn assert_best_trees_are_the_same(
    gpu: &Gpu,
    game: &Game,
    hard: Option<HardMode>,
    openings: &[GuessIndex],
) {
    let settings = Settings {
        hard,
        max_guesses: None,
        memory: 128 << 20,
    };
    let [(on_gpu, ahead), (on_cpu, _)] = [Some(gpu), None].map(|gpu| {
        let mut search = Optimal::new(game, settings).expect("enough memory");
        if let Some(gpu) = gpu {
            search = search.with_ahead(Ahead {
                backend: gpu,
                if_faster: false,
            });
        }
        let found = search.openings(&Request::new(openings));
        let tree = search.tree(found.openings[0].guess);
        ((found, tree), search.effort().scanned_ahead)
    });
    assert!(on_gpu == on_cpu && on_cpu.1.is_some());
    assert!(ahead > 0);
}
