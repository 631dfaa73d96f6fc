//! The best trees. Sources: A. Selby, "The best strategies for Wordle", for the original lists; for today's
//! lists, the results of the same method.

use std::sync::LazyLock;

use super::*;
use wordgame_engine::guessing::optimal::{Optimal, Request, Settings, Total};

static NYT: LazyLock<Game> = LazyLock::new(|| Game::new(&Wordle, Lists::nyt()));

/// Asserts that the openings of `best`, the best first, have these totals, and that the tree of the first takes
/// that many guesses. Compares them with all openings if `compare_all` is true, otherwise only with each other.
fn assert_best(
    game: &Game,
    hard: Option<HardMode>,
    max_guesses: Option<u8>,
    compare_all: bool,
    best: &[(&str, u32)],
) {
    let settings = Settings {
        hard,
        max_guesses,
        memory: 1 << 30,
    };
    let search = Optimal::new(game, settings).unwrap();
    let guess = |name: &str| game.lists().guess_index(word(name)).unwrap();
    let openings: Vec<GuessIndex> = if compare_all {
        GuessIndex::up_to(game.lists().guesses().len()).collect()
    } else {
        best.iter().map(|(name, _)| guess(name)).collect()
    };
    let found = search.openings(&Request {
        top: best.len(),
        ..Request::new(&openings)
    });
    assert!(found.complete);
    let exact = found.openings.iter().filter_map(|opening| {
        let name = game.guess_word(opening.guess).to_string();
        Some((name, opening.total.exact()?))
    });
    let expected = best.iter().map(|&(name, total)| (name.to_owned(), total));
    assert_eq!(exact.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    let games = simulate(game, &search.tree(guess(best[0].0)).unwrap(), hard);
    assert_eq!((games.total(), &games.faults), (best[0].1.into(), &vec![]));
    let limit = max_guesses.map_or(usize::MAX, usize::from);
    assert_eq!(games.not_found_in(limit), []);
}

const ORIGINAL: &[(&str, u32)] = &[
    ("salet", 7920),
    ("reast", 7923),
    ("crate", 7926),
    ("trace", 7926),
];
const ORIGINAL_HARD: &[(&str, u32)] = &[("salet", 8122), ("least", 8127), ("reast", 8134)];
const NYT_BEST: &[(&str, u32)] = &[("tarse", 7883), ("salet", 7894)];
const NYT_HARD: &[(&str, u32)] = &[("salet", 8097), ("least", 8104)];
const HARD: Option<HardMode> = Some(HardMode::Standard);

#[test]
fn salet_takes_7920_guesses_and_reast_7923_and_crate_and_trace_7926() {
    assert_best(&GAME, None, None, false, ORIGINAL);
}

#[test]
fn salet_takes_7920_guesses_even_if_no_game_may_take_more_than_five() {
    assert_best(&GAME, None, Some(5), false, &ORIGINAL[..1]);
}

#[test]
fn no_tree_that_begins_with_salet_wins_every_game_within_four_guesses() {
    let settings = Settings {
        hard: None,
        max_guesses: Some(4),
        memory: 1 << 30,
    };
    let search = Optimal::new(&GAME, settings).unwrap();
    let salet = GAME.lists().guess_index(word("salet")).unwrap();
    assert_eq!(search.opening(salet), Some(Total::Impossible));
    assert_eq!(search.tree(salet), None);
}

#[test]
fn in_hard_mode_salet_takes_8116_guesses_and_8122_if_no_game_may_take_more_than_six() {
    assert_best(&GAME, HARD, None, false, &[("salet", 8116)]);
    assert_best(&GAME, HARD, Some(6), false, ORIGINAL_HARD);
}

#[test]
fn on_the_nyt_lists_tarse_takes_7883_guesses_and_salet_7894() {
    assert_best(&NYT, None, None, false, NYT_BEST);
}

#[test]
fn on_the_nyt_lists_in_hard_mode_salet_takes_8097_guesses_within_six() {
    assert_best(&NYT, HARD, Some(6), false, NYT_HARD);
}

#[test]
#[ignore = "minutes: cargo test --release --test published -- --ignored"]
fn salet_is_the_best_of_all_openings_before_reast_crate_and_trace() {
    assert_best(&GAME, None, None, true, ORIGINAL);
}

#[test]
#[ignore = "minutes: cargo test --release --test published -- --ignored"]
fn in_hard_mode_salet_is_the_best_of_all_openings_before_least_and_reast() {
    assert_best(&GAME, HARD, None, true, &[("salet", 8116)]);
    assert_best(&GAME, HARD, Some(6), true, ORIGINAL_HARD);
}

#[test]
#[ignore = "minutes: cargo test --release --test published -- --ignored"]
fn on_the_nyt_lists_tarse_is_the_best_of_all_openings_and_salet_in_hard_mode() {
    assert_best(&NYT, None, None, true, NYT_BEST);
    assert_best(&NYT, HARD, Some(6), true, NYT_HARD);
}
