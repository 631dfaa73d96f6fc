//! "Optimal Wordle": the chance to win within so many guesses.

use super::*;

/// All openings from the best down.
fn best_within(within: &Within, game: &Game, guesses: u32, top: usize) -> Vec<Opening> {
    let all: Vec<u32> = (0..game.lists().guesses().len() as u32).collect();
    let rows = within.openings(&all, guesses, top, &[], &|_| ()).unwrap();
    races::ranked(&rows, guesses, top, game.lists().candidates().len() as u32)
}

/// The most solutions that an opening finds within some guesses, and the tree that finds them.
fn found_within(guesses: u32, opening: &str) -> (u32, DecisionTree) {
    let opening = GAME.lists().guess(word(opening)).unwrap();
    WITHIN.opening(opening, guesses, &|_| ()).unwrap()
}

/// Asserts what an opening finds, and that its tree finds so many and no more, each in time.
fn assert_finds_within(guesses: u32, opening: &str, expected: u32) {
    let (found, tree) = found_within(guesses, opening);
    assert_eq!(found, expected, "{opening}");
    assert_eq!(tree.nodes[0].guess, word(opening));
    let games = simulate(&GAME, &tree, None);
    let lengths: Vec<u32> = games.lengths.iter().flatten().copied().collect();
    assert_eq!(lengths.len() as u32, expected, "{opening}: its tree");
    assert!(lengths.iter().all(|&length| length <= guesses), "{opening}");
}

#[test]
fn one_guess_finds_one_solution() {
    let best = best_within(&WITHIN, &GAME, 1, 1);
    assert_eq!(best[0].found, Found::Exactly(1));
    assert_finds_within(1, "trace", 1);
    assert_finds_within(1, "salet", 0);
}

#[test]
fn two_guesses_find_150_at_most_and_trace_does() {
    let best = best_within(&WITHIN, &GAME, 2, 1);
    assert_eq!(best[0].found, Found::Exactly(150));
    assert_eq!(GAME.guess_word(best[0].guess), word("trace"));
    for opening in &best[1..] {
        let (Found::Exactly(found) | Found::AtMost(found)) = opening.found;
        assert!(found < 150, "{}", GAME.guess_word(opening.guess));
    }
    assert_finds_within(2, "trace", 150);
}

/// What openings find within three guesses.
const WITHIN_THREE: [(&str, u32); 7] = [
    ("trace", 1388),
    ("slate", 1387),
    ("reast", 1385),
    ("slane", 1381),
    ("crate", 1377),
    ("crane", 1375),
    ("carle", 1375),
];

#[test]
fn three_guesses_find_1388_after_trace_and_less_after_the_next_six() {
    for (opening, found) in WITHIN_THREE {
        assert_finds_within(3, opening, found);
    }
}

#[test]
#[ignore = "minutes: cargo test --release --test published -- --ignored"]
fn three_guesses_find_1388_at_most_and_no_opening_is_better_than_those_seven() {
    let best = best_within(&WITHIN, &GAME, 3, WITHIN_THREE.len());
    let mut seven: Vec<(String, Found)> = best[..7]
        .iter()
        .map(|opening| (GAME.guess_word(opening.guess).to_string(), opening.found))
        .collect();
    // The last two are equal, and stand in the order of the list.
    seven[5..].sort_by_key(|(name, _)| name != "crane");
    let expected = WITHIN_THREE.map(|(name, found)| (name.to_owned(), Found::Exactly(found)));
    assert_eq!(seven, expected);
    for opening in &best[7..] {
        let (Found::Exactly(found) | Found::AtMost(found)) = opening.found;
        assert!(found <= 1375, "{}", GAME.guess_word(opening.guess));
    }
    assert_eq!(best.len(), 12_972);
}

#[test]
fn four_guesses_find_2296_after_carte_2290_after_trace_and_2294_after_salet() {
    for (opening, found) in [("carte", 2296), ("trace", 2290), ("salet", 2294)] {
        assert_finds_within(4, opening, found);
    }
}

#[test]
fn five_guesses_and_six_find_every_solution_after_salet() {
    for guesses in [5, 6] {
        assert_finds_within(guesses, "salet", 2315);
        // A tree that finds all has no fault at all.
        let (_, tree) = found_within(guesses, "salet");
        assert_eq!(simulate(&GAME, &tree, None).faults, []);
    }
}

/// The table of birch, lurch, porch and zonal after trace `-Y-G-`: of three games, those that last two
/// turns, three and four.
#[test]
fn after_trace_zonal_ends_every_game_with_the_third_turn_and_a_candidate_one_each_with_2_3_and_4() {
    let left = ["birch", "lurch", "porch"].map(word);
    let lists = Lists::new(
        "after trace=-y-g-",
        GAME.lists().guesses().clone(),
        WordList::new(left),
    );
    let game = Game::new(&Wordle, lists);
    let within = Within::new(&game, &Cpu).unwrap();
    for (guess, lasts) in [
        ("birch", [1, 1, 1]),
        ("lurch", [1, 1, 1]),
        ("porch", [1, 1, 1]),
        ("zonal", [0, 3, 0]),
    ] {
        let guess = game.lists().guess(word(guess)).unwrap();
        let mut in_all = 0;
        for (more, games) in (1..).zip(lasts) {
            in_all += games;
            let (found, tree) = within.opening(guess, more, &|_| ()).unwrap();
            assert_eq!(found, in_all, "{} and {more}", game.guess_word(guess));
            let mut spread = simulate(&game, &tree, None).spread();
            spread.resize(3, 0);
            assert_eq!(spread[..more as usize], lasts[..more as usize]);
        }
    }
    let best = best_within(&within, &game, 2, 1);
    assert_eq!(best[0].found, Found::Exactly(3));
}
