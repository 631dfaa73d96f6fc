//! A backend that scans ahead makes the search faster and changes no result, even if it fails.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use wordgame_engine::compute::batch::{Best, Order, SetBatch};
use wordgame_engine::compute::best_moves::{BestMove, MoveBatch, MoveQuery};
use wordgame_engine::compute::collisions::{CollisionBatch, FewestCollisions};
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::fallback::Fallback;
use wordgame_engine::compute::{
    Backend, BackendInfo, CodeTable, ComputeError, ComputedBy, GuessIndex, PartitionStats,
};
use wordgame_engine::guessing::optimal::{Ahead, Optimal, Settings};
use wordgame_engine::guessing::rule::Wordle;
use wordgame_engine::guessing::{Game, Lists};

use super::oracle::guesses_and_solutions;
use super::{all_openings, compare, game, hard_modes, limits, settings};

/// A GPU that is lost after some batches.
struct LostAfter(AtomicUsize);

impl LostAfter {
    fn new(batches: usize) -> LostAfter {
        LostAfter(AtomicUsize::new(batches))
    }
}

impl Backend for LostAfter {
    fn info(&self) -> BackendInfo {
        BackendInfo {
            backend: ComputedBy::Gpu,
            adapter: None,
        }
    }

    fn uses_gpu(&self) -> bool {
        true
    }

    fn best_guesses(
        &self,
        table: &CodeTable,
        batch: &SetBatch,
        order: Order,
    ) -> Result<Vec<Best>, ComputeError> {
        let one_less = |left: usize| left.checked_sub(1);
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less)
            .map_err(|_| ComputeError::DeviceLost("unplugged".to_owned()))?;
        Cpu.best_guesses(table, batch, order)
    }

    // The search calls no other stage.

    fn pattern_matrix(
        &self,
        _: &CodeTable,
        _: Range<usize>,
        _: &mut [u8],
    ) -> Result<(), ComputeError> {
        unreachable!()
    }

    fn partition(
        &self,
        _: &CodeTable,
        _: &[GuessIndex],
    ) -> Result<Vec<PartitionStats>, ComputeError> {
        unreachable!()
    }

    fn collisions(
        &self,
        _: &CodeTable,
        _: &CollisionBatch,
    ) -> Result<Vec<FewestCollisions>, ComputeError> {
        unreachable!()
    }

    fn best_moves(&self, _: &MoveBatch, _: MoveQuery) -> Result<Vec<Vec<BestMove>>, ComputeError> {
        unreachable!()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn scanning_ahead_does_not_change_the_result(
        (guesses, solutions) in guesses_and_solutions(5..60, 5..60),
        hard in hard_modes(),
        limit in limits(),
        top in 1..6usize,
        if_faster in any::<bool>(),
        batches in 0..4usize,
    ) {
        let game = game(&Wordle, &guesses, &solutions);
        let openings = all_openings(&game);
        let run = |ahead: Option<Ahead>| {
            let mut search = Optimal::new(&game, settings(hard, limit)).unwrap();
            if let Some(ahead) = ahead {
                search = search.with_ahead(ahead);
            }
            let found = compare(&search, &openings, top);
            let tree = search.tree(found.openings[0].guess);
            ((found, tree), search.effort())
        };
        let (expected, alone) = run(None);
        let (found, helped) = run(Some(Ahead { backend: &Cpu, if_faster }));
        prop_assert_eq!(&found, &expected);
        if limit.is_none() && !if_faster && alone.scans > 20 {
            prop_assert!(helped.scanned_ahead > 0);
        }
        let (found, _) = run(Some(Ahead { backend: &LostAfter::new(batches), if_faster }));
        prop_assert_eq!(&found, &expected);
        let replaced = Fallback::new(Box::new(LostAfter::new(batches)), Box::new(Cpu), Box::new(|_| ()));
        let (found, _) = run(Some(Ahead { backend: &replaced, if_faster }));
        prop_assert_eq!(&found, &expected);
    }
}

#[test]
fn scanning_ahead_saves_scans_of_the_search() {
    let game = Game::new(&Wordle, Lists::original());
    let settings = Settings {
        memory: 2 << 30,
        ..settings(None, None)
    };
    let salet = game.lists().guess_index("salet".parse().unwrap()).unwrap();
    let others = (0..4).map(|i| GuessIndex(3_000 * i + 7));
    let openings: Vec<GuessIndex> = others.chain([salet]).collect();
    let run = |ahead: bool| {
        let mut search = Optimal::new(&game, settings).unwrap();
        if ahead {
            search = search.with_ahead(Ahead {
                backend: &Cpu,
                if_faster: false,
            });
        }
        let found = compare(&search, &openings, 1);
        (found, search.effort())
    };
    let (expected, alone) = run(false);
    let (found, helped) = run(true);
    assert_eq!(found, expected);
    assert!(helped.scanned_ahead > 0);
    assert!(helped.scans < alone.scans, "{helped:?} {alone:?}");
}
