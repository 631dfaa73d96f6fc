//! Whole games compared with slow reference implementations: the best chance within k guesses with plain
//! recursion, strategies with naive players, simulations with walking the tree for each solution.

mod oracle;

#[path = "games/simulations.rs"]
mod simulations;
#[path = "games/strategies.rs"]
mod strategies;
#[path = "games/tree_files.rs"]
mod tree_files;
#[path = "games/within.rs"]
mod within;

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use oracle::{
    all_words_of, group_sizes, groups, hard_mode_by_crossing_out, partition_stats,
    product_of_powers, random_lists, similar_words, word_of, words,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rayon::prelude::*;
use wordgame_engine::compute::batch::{Order, SetBatch};
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::{Backend, CandidateIndex, GuessIndex, PartitionStats};
use wordgame_engine::guessing::rule::{WordPeaks, Wordle};
use wordgame_engine::guessing::simulate::Fault;
use wordgame_engine::guessing::strategy::{Attempt, ByPartition, Collisions, GuessPool};
use wordgame_engine::guessing::tree::Node;
use wordgame_engine::guessing::within::{Ranking, Request, SearchedOpening, ValuedOpening, Within};
use wordgame_engine::guessing::{
    Bound, DecisionTree, Game, HardMode, Lists, Pattern, Rule, Simulation, SolutionIndex,
    TreeBuilder, Turn, Violation, simulate,
};
use wordgame_engine::words::{Alphabet, Letter, Word, WordList};

const HARD_MODES: [Option<HardMode>; 3] = [None, Some(HardMode::Standard), Some(HardMode::Strict)];

/// Random lists with up to `max_solutions` solutions: words of five letters a to z, or of other lengths and alphabets.
fn small_lists(max_solutions: usize) -> impl Strategy<Value = Lists> {
    let others = random_lists(&[3, 4, 6, 7, 8, 10], 0..14, 1..max_solutions + 1);
    prop_oneof![
        2 => five_letter_lists(max_solutions),
        1 => others.prop_map(|random| random.lists()),
    ]
}

/// Random lists of words of five letters. Some solutions are among the further guesses, the others come after them.
fn five_letter_lists(max_solutions: usize) -> impl Strategy<Value = Lists> {
    let varied = vec(prop::array::uniform5(0..20u8).prop_map(word_of), 0..8);
    let solutions = prop_oneof![
        words(1..max_solutions + 1),
        similar_words(1..max_solutions + 1)
    ];
    let further = (words(0..6), similar_words(0..6), varied);
    (further, solutions, any::<u32>())
        .prop_flat_map(|((repetitive, similar, varied), solutions, kept)| {
            let among = solutions.iter().enumerate();
            let among = among.filter(|(i, _)| kept >> (i % 32) & 1 == 1);
            let mut guesses: Vec<Word> = among.map(|(_, &word)| word).collect();
            guesses.extend(repetitive.into_iter().chain(similar).chain(varied));
            (Just(guesses).prop_shuffle(), Just(solutions))
        })
        .prop_map(|(guesses, solutions)| {
            Lists::new("random", WordList::new(guesses), WordList::new(solutions))
        })
}

/// Runs a property test on this many random inputs.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

#[test]
fn original_lists_already_have_the_further_guesses_first() {
    let lists = Lists::original();
    let reordered = lists.clone().further_guesses_first();
    assert!(lists.guesses()[..] == reordered.guesses()[..]);
    // The New York Times' guesses are one alphabetical list.
    let lists = Lists::nyt();
    let reordered = lists.clone().further_guesses_first();
    let further = lists.guesses().len() - lists.solutions().len();
    assert!(reordered.guesses()[..further].is_sorted());
    assert!(reordered.guesses()[further..] == lists.solutions()[..]);
}

/// Asserts that the backend finds the guesses with the most splits of each set, as the definition demands.
fn assert_most_splits(game: &Game, sets: &[Vec<CandidateIndex>], allowed: &Arc<[GuessIndex]>) {
    let large = sets.iter().map(Vec::len).filter(|&size| size > 96);
    assert!(
        large.sum::<usize>() > 3_000,
        "the bounds are only used on large sets"
    );
    let mut batch = SetBatch::default();
    for set in sets {
        batch.push(set, allowed);
    }
    let splits = Cpu.best_guesses(game.table(), &batch, Order::Splits);
    let max_splits = Cpu.best_guesses(game.table(), &batch, Order::MaxSplits);
    let (splits, max_splits) = (splits.unwrap(), max_splits.unwrap());
    for (set, candidates) in sets.iter().enumerate() {
        let words: Vec<Word> = candidates
            .iter()
            .map(|&candidate| game.candidate_word(candidate))
            .collect();
        let stats: Vec<(GuessIndex, PartitionStats)> = allowed
            .par_iter()
            .map(|&guess| (guess, partition_stats(game.guess_word(guess), &words)))
            .collect();
        let most = stats.iter().map(|(_, stats)| stats.splits).max().unwrap();
        let mut best = stats.iter().filter(|(_, stats)| stats.splits == most);
        let first = best.clone().next().unwrap();
        let found = splits[set];
        assert_eq!((found.guess, found.stats), *first, "splits of set {set}");
        let first = best
            .by_ref()
            .min_by_key(|(_, stats)| (stats.sum_n_log_n, !stats.candidate, stats.largest))
            .unwrap();
        let found = max_splits[set];
        assert_eq!(
            (found.guess, found.stats),
            *first,
            "max splits of set {set}"
        );
    }
}

#[test]
fn bounds_on_splits_do_not_change_the_best_guesses_of_large_sets_of_the_original_lists() {
    let game = Game::new(&Wordle, Lists::original());
    // Groups of some guesses, where letters are known, and every nth word, where none is.
    let guess = |word: &str| game.lists().guess_index(word.parse().unwrap()).unwrap();
    let mut sets: Vec<Vec<CandidateIndex>> = ["trace", "fuzzy", "mamma", "esses"]
        .into_iter()
        .flat_map(|word| game.groups(guess(word), &game.all_candidates()))
        .map(|(_, group)| group)
        .filter(|group| (97..400).contains(&group.len()))
        .collect();
    let every_nth = |n: usize| CandidateIndex::up_to(2315).step_by(n).collect::<Vec<_>>();
    sets.extend([7, 11, 13, 17].map(every_nth));
    assert!(sets.len() > 10);
    // Small sets among them are handled by another algorithm.
    sets.insert(3, [5, 17, 2000].map(CandidateIndex).to_vec());
    let all = game.allowed_guesses(&Default::default());
    assert_most_splits(&game, &sets, &all);
    // Hard mode allows only some guesses. The bounds computed above are used again.
    let some: Arc<[GuessIndex]> = all.iter().copied().filter(|g| g.0 % 97 == 3).collect();
    assert_most_splits(&game, &sets, &some);
}

#[test]
fn bounds_on_splits_do_not_change_the_best_guesses_of_words_over_three_letters() {
    let words = all_words_of(3);
    let lists = Lists::new(
        "three letters",
        WordList::new(words.clone()),
        WordList::new(words),
    );
    let game = Game::new(&Wordle, lists);
    // All words, and all words that lack a letter in one or two positions, so that some rows are constant.
    let letters = |candidate: CandidateIndex| game.candidate_word(candidate);
    let mut sets = vec![game.all_candidates()];
    for position in 0..5 {
        for letter in 0..3 {
            let without =
                |&candidate: &CandidateIndex| letters(candidate)[position].rank() != letter;
            sets.push(game.all_candidates().into_iter().filter(without).collect());
            let without = |&candidate: &CandidateIndex| {
                let letters = letters(candidate);
                letters[position].rank() != letter && letters[(position + 2) % 5].rank() != letter
            };
            sets.push(game.all_candidates().into_iter().filter(without).collect());
        }
    }
    let all = game.allowed_guesses(&Default::default());
    assert_most_splits(&game, &sets, &all);
}
