//! The best trees: A. Selby's "The best strategies for Wordle" for the original lists, and what the same method gives for the lists of today.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use super::*;
use wordgame_engine::guessing::optimal::{Optimal, Settings, Total};

static NYT: LazyLock<Game> = LazyLock::new(|| Game::new(&Wordle, Lists::nyt()));

/// Asserts that these openings, the best first, have these totals, and that the tree of the first
/// is played in so many guesses. Without openings to compare, all are.
fn assert_best(
    game: &Game,
    hard: Option<HardMode>,
    max_guesses: Option<u8>,
    all: bool,
    best: &[(&str, u32)],
) {
    let go = AtomicBool::new(false);
    let settings = Settings {
        hard,
        max_guesses,
        memory: 1 << 30,
    };
    let search = Optimal::new(game, settings, &go).unwrap();
    let guess = |name: &str| game.lists().guess(word(name)).unwrap();
    let openings: Vec<u32> = match all {
        true => (0..game.lists().guesses().len() as u32).collect(),
        false => best.iter().map(|(name, _)| guess(name)).collect(),
    };
    let found = search.openings(&openings, best.len(), &[], &|_| ());
    assert!(found.complete);
    let exact = found
        .openings
        .iter()
        .filter_map(|opening| match opening.total {
            Total::Exactly(total) => Some((game.guess_word(opening.guess).to_string(), total)),
            _ => None,
        });
    let expected = best.iter().map(|&(name, total)| (name.to_owned(), total));
    assert_eq!(exact.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    let games = simulate(game, &search.tree(guess(best[0].0)).unwrap(), hard);
    assert_eq!((games.total(), &games.faults), (best[0].1.into(), &vec![]));
    let limit = max_guesses.map_or(usize::MAX, usize::from);
    assert_eq!(games.not_found_in(limit), [0; 0]);
}

const ORIGINAL: &[(&str, u32)] = &[
    ("salet", 7920),
    ("reast", 7923),
    ("crate", 7926),
    ("trace", 7926),
];
const ORIGINAL_HARD: &[(&str, u32)] = &[("salet", 8122), ("least", 8127), ("reast", 8134)];
const TODAY: &[(&str, u32)] = &[("tarse", 7883), ("salet", 7894)];
const TODAY_HARD: &[(&str, u32)] = &[("salet", 8097), ("least", 8104)];
const HARD: Option<HardMode> = Some(HardMode::Standard);

#[test]
fn salet_takes_7920_guesses_reast_three_more_crate_and_trace_six() {
    assert_best(&GAME, None, None, false, ORIGINAL);
}

#[test]
fn salet_takes_7920_guesses_within_five_as_well() {
    assert_best(&GAME, None, Some(5), false, &ORIGINAL[..1]);
}

#[test]
fn salet_does_not_win_every_game_within_four() {
    let go = AtomicBool::new(false);
    let settings = Settings {
        hard: None,
        max_guesses: Some(4),
        memory: 1 << 30,
    };
    let search = Optimal::new(&GAME, settings, &go).unwrap();
    let salet = GAME.lists().guess(word("salet")).unwrap();
    let found = search.openings(&[salet], 1, &[], &|_| ());
    assert_eq!(found.openings[0].total, Total::Impossible);
    assert_eq!(search.tree(salet), None);
}

#[test]
fn in_hard_mode_salet_takes_8116_guesses_or_8122_within_six() {
    assert_best(&GAME, HARD, None, false, &[("salet", 8116)]);
    assert_best(&GAME, HARD, Some(6), false, ORIGINAL_HARD);
}

#[test]
fn on_the_lists_of_today_tarse_takes_7883_guesses_and_salet_7894() {
    assert_best(&NYT, None, None, false, TODAY);
}

#[test]
fn on_the_lists_of_today_salet_takes_8097_guesses_within_six_in_hard_mode() {
    assert_best(&NYT, HARD, Some(6), false, TODAY_HARD);
}

#[test]
#[ignore = "minutes: cargo test --release --test published -- --ignored"]
fn of_all_openings_salet_is_the_best_then_reast_crate_and_trace() {
    assert_best(&GAME, None, None, true, ORIGINAL);
}

#[test]
#[ignore = "minutes: cargo test --release --test published -- --ignored"]
fn of_all_openings_salet_is_the_best_in_hard_mode_then_least_and_reast() {
    assert_best(&GAME, HARD, None, true, &[("salet", 8116)]);
    assert_best(&GAME, HARD, Some(6), true, ORIGINAL_HARD);
}

#[test]
#[ignore = "minutes: cargo test --release --test published -- --ignored"]
fn of_all_openings_tarse_is_the_best_today_and_salet_in_hard_mode() {
    assert_best(&NYT, None, None, true, TODAY);
    assert_best(&NYT, HARD, Some(6), true, TODAY_HARD);
}
