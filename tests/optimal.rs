//! The best trees, compared with Bellman's equation over every guess on small random lists. Threads, memory and
//! interruptions must not change them.

#[cfg(unix)]
mod engine_command;
mod oracle;

#[path = "optimal/ahead.rs"]
mod ahead;
#[cfg(unix)]
#[path = "optimal/interruption.rs"]
mod interruption;

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

use oracle::{guesses_and_solutions, random_lists, similar_words, words};
use proptest::prelude::*;
use wordgame_engine::compute::GuessIndex;
use wordgame_engine::guessing::optimal::{
    Opening, Openings, Optimal, Request, Settings, Total, rank,
};
use wordgame_engine::guessing::rule::{WordPeaks, Wordle};
use wordgame_engine::guessing::{Bound, Constraint, Game, HardMode, Lists, Rule, Turn, simulate};
use wordgame_engine::words::{Word, WordList};

/// The memory of the searches, in bytes: enough for the tables of small lists and a memo of the smallest size.
const SMALL_MEMORY: u64 = 2 << 20;

/// The oracle: Bellman's equation, which tries every guess in every state.
struct Bellman<'a> {
    rule: &'a dyn Rule,
    guesses: &'a [Word],
    hard: Option<HardMode>,
    known: HashMap<(Vec<Word>, Vec<Word>, u32), Option<u32>>,
}

impl Bellman<'_> {
    /// The cost of `words`: the fewest guesses in total that find each of them. `None` if no tree finds every
    /// word within `left` guesses.
    fn cost(&mut self, words: &[Word], allowed: &[Word], left: u32) -> Option<u32> {
        if words.is_empty() {
            return Some(0);
        }
        if left == 0 {
            return None;
        }
        let key = (words.to_vec(), allowed.to_vec(), left);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let costs = allowed.iter().filter_map(|&guess| {
            let groups = self.groups(guess, words);
            // A guess that leaves all words in one group would be tried for ever.
            let makes_progress =
                groups.len() > 1 || groups[0].0.pattern == self.rule.solved(guess.len());
            makes_progress
                .then(|| self.cost_of_guess(guess, words, allowed, left))
                .flatten()
        });
        let cost = costs.min();
        self.known.insert(key, cost);
        cost
    }

    /// The cost of `guess`, which is the first of the `left` guesses.
    fn cost_of_guess(
        &mut self,
        guess: Word,
        words: &[Word],
        allowed: &[Word],
        left: u32,
    ) -> Option<u32> {
        let mut total = words.len() as u32;
        for (turn, group) in self.groups(guess, words) {
            if turn.pattern != self.rule.solved(guess.len()) {
                let constraint = Constraint::of_turns(self.rule, &[turn], self.hard);
                let obeys = |word: &&Word| constraint.allows(&(**word).into());
                let allowed: Vec<Word> = allowed.iter().filter(obeys).copied().collect();
                total += self.cost(&group, &allowed, left - 1)?;
            }
        }
        Some(total)
    }

    fn groups(&self, guess: Word, words: &[Word]) -> Vec<(Turn, Vec<Word>)> {
        let mut groups: Vec<(Turn, Vec<Word>)> = Vec::new();
        for &word in words {
            let pattern = self.rule.pattern(guess, word);
            let turn = Turn { guess, pattern };
            match groups.iter_mut().find(|(other, _)| *other == turn) {
                Some((_, group)) => group.push(word),
                None => groups.push((turn, vec![word])),
            }
        }
        groups
    }
}

fn game(rule: &'static dyn Rule, guesses: &[Word], solutions: &[Word]) -> Game {
    let list = |words: &[Word]| WordList::new(words.iter().copied());
    Game::new(rule, Lists::new("small", list(guesses), list(solutions)))
}

fn settings(hard: Option<HardMode>, max_guesses: Option<u8>) -> Settings {
    Settings {
        hard,
        max_guesses,
        memory: SMALL_MEMORY,
    }
}

fn all_openings(game: &Game) -> Vec<GuessIndex> {
    GuessIndex::up_to(game.lists().guesses().len()).collect()
}

/// The result for openings of which the best `top` have exact totals.
fn compare(search: &Optimal, openings: &[GuessIndex], top: usize) -> Openings {
    search.openings(&Request {
        top,
        ..Request::new(openings)
    })
}

/// Compares every opening's total, the best few openings, and the trees with the oracle.
fn assert_matches_bellman(
    game: &Game,
    hard: Option<HardMode>,
    max_guesses: Option<u8>,
    top: usize,
) -> Result<(), TestCaseError> {
    let search = Optimal::new(game, settings(hard, max_guesses)).unwrap();
    let (guesses, solutions) = (game.lists().guesses(), game.lists().solutions());
    let mut bellman = Bellman {
        rule: game.rule(),
        guesses,
        hard,
        known: HashMap::new(),
    };
    let left = max_guesses.map_or(solutions.len() as u32 + 1, u32::from);
    let all = bellman.guesses;
    let expected: Vec<Option<u32>> = all
        .iter()
        .map(|&guess| bellman.cost_of_guess(guess, solutions, all, left))
        .collect();
    // Each opening by itself, then all in a fresh search: the memo must not matter.
    for (guess, &expected) in GuessIndex::up_to(all.len()).zip(&expected) {
        let total = match expected {
            Some(total) => Total::exactly(total),
            None => Total::Impossible,
        };
        prop_assert_eq!(search.opening(guess), Some(total));
        let tree = search.tree(guess);
        prop_assert_eq!(tree.is_some(), expected.is_some());
        if let (Some(tree), Some(expected)) = (tree, expected) {
            let games = simulate(game, &tree, hard);
            prop_assert_eq!(&games.faults, &[]);
            prop_assert_eq!(games.total(), u64::from(expected));
            prop_assert_eq!(games.not_found_in(left as usize), []);
            prop_assert_eq!(tree.nodes[0].guess, guesses[guess.at()]);
        }
    }
    let fresh = Optimal::new(game, settings(hard, max_guesses)).unwrap();
    prop_assert_eq!(
        compare(&fresh, &all_openings(game), top),
        ranked(&expected, top)
    );
    Ok(())
}

/// The result that a search must return for openings with these totals.
fn ranked(totals: &[Option<u32>], top: usize) -> Openings {
    let mut sorted: Vec<u32> = totals.iter().flatten().copied().collect();
    sorted.sort_unstable();
    let last = sorted.get(top - 1).copied();
    let total = |total: Option<u32>| match (total, last) {
        (Some(total), Some(last)) if total > last => Total::at_least(last + 1),
        (None, Some(last)) => Total::at_least(last + 1),
        (Some(total), _) => Total::exactly(total),
        (None, None) => Total::Impossible,
    };
    let opening = |(guess, &one)| Opening {
        guess,
        total: total(one),
    };
    let mut openings: Vec<Opening> = GuessIndex::up_to(totals.len())
        .zip(totals)
        .map(opening)
        .collect();
    sort(&mut openings);
    Openings {
        openings,
        complete: true,
    }
}

/// Sorts openings: exact totals, then bounds, then impossible ones. Ties are in list order.
fn sort(openings: &mut [Opening]) {
    openings.sort_by_key(|opening| match opening.total {
        Total::Guesses(Bound::Exactly(total)) => (0, total, opening.guess),
        Total::Guesses(bound) => (1, bound.number(), opening.guess),
        Total::Impossible => (2, 0, opening.guess),
    });
}

fn hard_modes() -> impl Strategy<Value = Option<HardMode>> {
    prop_oneof![
        Just(None),
        Just(Some(HardMode::Standard)),
        Just(Some(HardMode::Strict))
    ]
}

fn limits() -> impl Strategy<Value = Option<u8>> {
    prop_oneof![2 => Just(None), 3 => (1..=6u8).prop_map(Some)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn wordle_trees_match_bellman(
        (guesses, solutions) in guesses_and_solutions(1..12, 0..9),
        hard in hard_modes(),
        limit in limits(),
        top in 1..4usize,
    ) {
        assert_matches_bellman(&game(&Wordle, &guesses, &solutions), hard, limit, top)?;
    }

    #[test]
    fn word_peaks_trees_match_bellman(
        (guesses, solutions) in guesses_and_solutions(1..12, 0..9),
        hard in hard_modes(),
        limit in limits(),
        top in 1..4usize,
    ) {
        assert_matches_bellman(&game(&WordPeaks, &guesses, &solutions), hard, limit, top)?;
    }

    #[test]
    fn trees_of_words_of_other_lengths_match_bellman(
        lists in random_lists(&[3, 4, 6, 7, 8, 10], 1..12, 1..9),
        of_peaks in any::<bool>(),
        hard in hard_modes(),
        limit in limits(),
        top in 1..4usize,
    ) {
        let rule: &dyn Rule = if of_peaks { &WordPeaks } else { &Wordle };
        assert_matches_bellman(&Game::new(rule, lists.lists()), hard, limit, top)?;
    }

    #[test]
    fn trees_of_words_that_are_hard_to_separate_match_bellman(
        solutions in similar_words(1..9),
        guesses in words(1..6),
        hard in hard_modes(),
        limit in limits(),
    ) {
        assert_matches_bellman(&game(&Wordle, &guesses, &solutions), hard, limit, 2)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn result_is_independent_of_threads_memory_and_interruption(
        (guesses, solutions) in guesses_and_solutions(20..60, 20..60),
        hard in hard_modes(),
        limit in prop_oneof![Just(None), (4..=6u8).prop_map(Some)],
        top in 1..6usize,
        stops in prop::collection::vec(0..30usize, 3),
    ) {
        let game = game(&Wordle, &guesses, &solutions);
        let openings = all_openings(&game);
        let settings = settings(hard, limit);
        let run = |threads: usize, memory: u64| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let search = Optimal::new(&game, Settings { memory, ..settings }).unwrap();
                let found = compare(&search, &openings, top);
                let tree = search.tree(found.openings[0].guess);
                (found, tree)
            })
        };
        let one = run(1, 64 << 20);
        prop_assert_eq!(&run(3, 64 << 20), &one);
        prop_assert_eq!(&run(2, 100_000), &one);
        let mut known: Vec<Opening> = Vec::new();
        for stop in stops {
            let cancelled = AtomicBool::new(false);
            let search = Optimal::new(&game, settings).unwrap().cancelled_by(&cancelled);
            let settled = AtomicUsize::new(0);
            let found = search.openings(&Request {
                openings: &openings,
                top,
                known: &known,
                on_settled: Some(&|_| {
                    if settled.fetch_add(1, Ordering::Relaxed) >= stop {
                        cancelled.store(true, Ordering::Relaxed);
                    }
                }),
            });
            known = found.openings;
        }
        let search = Optimal::new(&game, settings).unwrap();
        let request = Request {
            top,
            known: &known,
            ..Request::new(&openings)
        };
        prop_assert_eq!(search.openings(&request), one.0);
    }
}

/// The openings of all `shards`, each searched separately. All of them lower one incumbent as they go.
fn in_shards(game: &Game, settings: Settings, top: usize, shards: usize) -> Vec<Opening> {
    let incumbent = AtomicU32::new(u32::MAX);
    let totals = Mutex::new(Vec::new());
    let mut all = Vec::new();
    for shard in 0..shards {
        let share: Vec<GuessIndex> = all_openings(game)
            .into_iter()
            .skip(shard)
            .step_by(shards)
            .collect();
        let search = Optimal::new(game, settings)
            .unwrap()
            .with_incumbent(&incumbent);
        let lower_incumbent = |opening: Opening| {
            if let Some(total) = opening.total.exact() {
                let mut totals = totals.lock().unwrap();
                totals.push(total);
                totals.sort_unstable();
                if let Some(&last) = totals.get(top - 1) {
                    incumbent.fetch_min(last, Ordering::Relaxed);
                }
            }
        };
        let found = search.openings(&Request {
            top,
            on_settled: Some(&lower_incumbent),
            ..Request::new(&share)
        });
        assert!(found.complete);
        all.extend(found.openings);
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn shards_that_share_an_incumbent_give_the_result_of_one_search(
        (guesses, solutions) in guesses_and_solutions(5..30, 5..30),
        hard in hard_modes(),
        limit in limits(),
        top in 1..5usize,
        shards in 1..5usize,
    ) {
        let game = game(&Wordle, &guesses, &solutions);
        let whole = Optimal::new(&game, settings(hard, limit)).unwrap();
        let whole = compare(&whole, &all_openings(&game), top);
        let mut joined = in_shards(&game, settings(hard, limit), top, shards);
        rank(&mut joined, top, None);
        prop_assert_eq!(joined, whole.openings);
    }

    #[test]
    fn incumbent_replaces_exactly_the_totals_above_it_by_a_bound(
        (guesses, solutions) in guesses_and_solutions(5..30, 5..30),
        hard in hard_modes(),
        top in 1..5usize,
        incumbent in 8..90u32,
    ) {
        let game = game(&WordPeaks, &guesses, &solutions);
        let whole = Optimal::new(&game, settings(hard, None)).unwrap();
        let mut expected = compare(&whole, &all_openings(&game), top).openings;
        for opening in &mut expected {
            let is_above = match opening.total {
                Total::Guesses(bound) => bound.number() > incumbent,
                Total::Impossible => true,
            };
            if is_above {
                opening.total = Total::at_least(incumbent + 1);
            }
        }
        sort(&mut expected);
        let incumbent = AtomicU32::new(incumbent);
        let search = Optimal::new(&game, settings(hard, None)).unwrap();
        let search = search.with_incumbent(&incumbent);
        let found = compare(&search, &all_openings(&game), top);
        prop_assert_eq!(found.openings, expected);
    }
}

#[test]
fn too_little_memory_for_the_tables_is_an_error() {
    let game = Game::new(&Wordle, Lists::original());
    let settings = Settings {
        memory: 50 << 20,
        ..settings(None, None)
    };
    let error = Optimal::new(&game, settings).err().unwrap();
    assert_eq!((error.needed, error.given), (2 * 12_972 * 2_315, 50 << 20));
}
