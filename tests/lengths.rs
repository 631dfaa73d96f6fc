//! Words of every length, over alphabets of several scripts: patterns, tables, sweeps, hard mode and trees compared with
//! the oracle.

mod oracle;

use oracle::{RandomLists, hard_mode_by_crossing_out, marks_by_counting, random_lists};
use proptest::prelude::*;
use proptest::sample::Index;
use wordgame_engine::compute::cpu::{self, reference};
use wordgame_engine::compute::{CandidateIndex, GuessIndex};
use wordgame_engine::guessing::optimal::{Optimal, Settings};
use wordgame_engine::guessing::pattern::patterns;
use wordgame_engine::guessing::rule::{WordPeaks, Wordle};
use wordgame_engine::guessing::{
    Constraint, DecisionTree, Game, HardMode, Pattern, Rule, Turn, simulate,
};
use wordgame_engine::words::Word;

const LENGTHS: &[usize] = &[3, 4, 5, 6, 7, 8, 9, 10];

const RULES: [&dyn Rule; 2] = [&Wordle, &WordPeaks];

/// The marks of Word Peaks, by the indices of the letters in the alphabet.
fn marks_by_index(lists: &RandomLists, guess: Word, solution: Word) -> Vec<u8> {
    let letters = lists.alphabet.letters();
    let index = |c: char| letters.iter().position(|&letter| letter == c).unwrap();
    let indices = |word: Word| word.to_string().chars().map(index).collect::<Vec<usize>>();
    let pairs = indices(guess).into_iter().zip(indices(solution));
    pairs
        .map(|(guess, solution)| 1 + u8::from(solution > guess) - u8::from(solution < guess))
        .collect()
}

fn marks(rule: &dyn Rule, lists: &RandomLists, guess: Word, solution: Word) -> Vec<u8> {
    match rule.name() {
        "wordle" => marks_by_counting(guess, solution),
        _ => marks_by_index(lists, guess, solution),
    }
}

proptest! {
    #[test]
    fn patterns_tables_and_matrices_have_the_marks_of_the_rule(
        lists in random_lists(LENGTHS, 0..20, 0..100),
    ) {
        for rule in RULES {
            let table = rule.code_table(&lists.guesses, &lists.solutions);
            let mut matrix = vec![0xff; lists.guesses.len() * lists.solutions.len() * table.code_bytes()];
            cpu::pattern_matrix(&table, 0..lists.guesses.len(), &mut matrix);
            let mut in_matrix = matrix.chunks_exact(table.code_bytes()).map(|bytes| match *bytes {
                [byte] => u16::from(byte),
                [low, high] => u16::from_le_bytes([low, high]),
                _ => unreachable!("one or two bytes"),
            });
            for (g, &guess) in lists.guesses.iter().enumerate() {
                for (s, &solution) in lists.solutions.iter().enumerate() {
                    let pattern = rule.pattern(guess, solution);
                    prop_assert_eq!(pattern.marks().collect::<Vec<u8>>(), marks(rule, &lists, guess, solution));
                    prop_assert_eq!(table.code(g.into(), s.into()), pattern.code());
                    prop_assert_eq!(in_matrix.next(), Some(pattern.code()));
                    prop_assert_eq!(pattern == rule.solved(lists.length), guess == solution);
                }
            }
        }
    }

    #[test]
    fn partitions_are_those_of_plain_counting(lists in random_lists(LENGTHS, 1..20, 1..200)) {
        for rule in RULES {
            let table = rule.code_table(&lists.guesses, &lists.solutions);
            let guesses: Vec<GuessIndex> = GuessIndex::up_to(lists.guesses.len()).collect();
            prop_assert_eq!(cpu::partition(&table, &guesses), reference::partition(&table, &guesses));
        }
    }

    #[test]
    fn groups_are_the_candidates_with_equal_patterns(lists in random_lists(LENGTHS, 1..6, 1..60)) {
        for rule in [&Wordle as &'static dyn Rule, &WordPeaks] {
            let game = Game::new(rule, lists.lists());
            let candidates = game.all_candidates();
            for guess in GuessIndex::up_to(game.lists().guesses().len()) {
                let groups = game.groups(guess, &candidates);
                prop_assert!(groups.is_sorted_by_key(|group| group.0.code()));
                prop_assert_eq!(groups.iter().map(|group| group.1.len()).sum::<usize>(), candidates.len());
                for (pattern, group) in groups {
                    for candidate in group {
                        prop_assert_eq!(game.pattern(guess, candidate), pattern);
                    }
                }
            }
        }
    }

    #[test]
    fn hard_modes_allow_the_words_that_the_marks_allow(
        lists in random_lists(LENGTHS, 1..4, 1..60),
        hidden in any::<Index>(),
    ) {
        let hidden = *hidden.get(&lists.solutions);
        let game = Game::new(&Wordle, lists.lists());
        let turn = |&guess: &Word| Turn { guess, pattern: Wordle.pattern(guess, hidden) };
        let turns: Vec<Turn> = lists.guesses.iter().map(turn).collect();
        let allowed = |mode| game.allowed_guesses(&Constraint::of_turns(&Wordle, &turns, Some(mode)));
        let (standard, strict) = (allowed(HardMode::Standard), allowed(HardMode::Strict));
        for guess in GuessIndex::up_to(game.lists().guesses().len()) {
            let word = game.guess_word(guess);
            let by_crossing_out = turns.iter().all(|&turn| hard_mode_by_crossing_out(turn, word));
            prop_assert_eq!(standard.contains(&guess), by_crossing_out, "{}", word);
            let fits = turns.iter().all(|turn| turn.fits(&Wordle, word));
            prop_assert_eq!(strict.contains(&guess), fits, "{}", word);
        }
    }

    #[test]
    fn hint_of_word_peaks_has_exactly_the_letters_that_fit(
        lists in random_lists(LENGTHS, 1..4, 1..20),
        hidden in any::<Index>(),
    ) {
        let hidden = *hidden.get(&lists.solutions);
        let turn = |&guess: &Word| Turn { guess, pattern: WordPeaks.pattern(guess, hidden) };
        let turns: Vec<Turn> = lists.guesses.iter().map(turn).collect();
        let constraint = Constraint::of_turns(&WordPeaks, &turns, Some(HardMode::Standard));
        for &word in &lists.solutions {
            let fits = turns.iter().all(|turn| turn.fits(&WordPeaks, word));
            prop_assert_eq!(constraint.allows(&word.into()), fits);
        }
        prop_assert!(WordPeaks.hint(&turns, &lists.alphabet, lists.length).is_some());
    }

    #[test]
    fn turns_survive_formatting_and_parsing(
        lists in random_lists(LENGTHS, 1..2, 1..2),
        code in any::<Index>(),
    ) {
        for rule in RULES {
            let code = code.index(patterns(lists.length)) as u16;
            let pattern = Pattern::from_code(code, lists.length).unwrap();
            let turn = Turn { guess: lists.guesses[0], pattern };
            prop_assert_eq!(Turn::parse(rule, &lists.alphabet, &turn.format(rule)), Ok(turn));
        }
    }

    #[test]
    fn trees_survive_being_written_and_read(lists in random_lists(LENGTHS, 1..5, 1..12)) {
        let game = Game::new(&Wordle, lists.lists());
        let search = Optimal::new(
            &game,
            Settings { hard: None, max_guesses: None, memory: 2 << 20 },
        ).unwrap();
        let tree = search.tree(game.guess_of_candidate(CandidateIndex(0)));
        let Some(tree) = tree else { return Ok(()) };
        prop_assert_eq!(&simulate(&game, &tree, None).faults, &[]);
        // A single word is the text form of a tree without games.
        let games = Some(tree.to_games()).filter(|games| games.contains(','));
        let texts = [tree.to_text(&Wordle), tree.to_json(&Wordle)];
        for text in texts.into_iter().chain(games) {
            let again = DecisionTree::parse(&Wordle, &lists.alphabet, lists.length, &text).unwrap();
            prop_assert_eq!(again.to_json(&Wordle), tree.to_json(&Wordle));
        }
    }
}
