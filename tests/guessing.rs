//! The guessing games compared with the oracle: code tables and the CPU's kernels with [`Rule::pattern`], a sweep
//! with plain sorting, hard mode and remaining candidates with a check of each word.

mod oracle;

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::atomic::{self, AtomicUsize};

use oracle::{
    all_words_of, group_sizes, guesses_and_solutions, hard_mode_by_crossing_out, marks_by_counting,
    partition_stats, product_of_powers, words,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rayon::prelude::*;
use wordgame_engine::Progress;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::{Backend, CandidateIndex, CodeTable, GuessIndex, PartitionStats};
use wordgame_engine::guessing::partition::{entropy, expected, win_in_two};
use wordgame_engine::guessing::rule::Wordle;
use wordgame_engine::guessing::turn::{Contradiction, candidates_after};
use wordgame_engine::guessing::{
    Constraint, Game, HardMode, Lists, Metric, Pattern, Rule, SweepRequest, Turn, sweep,
};
use wordgame_engine::words::{Alphabet, Word, WordList};

const METRICS: [Metric; 6] = [
    Metric::Splits,
    Metric::Largest,
    Metric::Expected,
    Metric::Entropy,
    Metric::Singletons,
    Metric::WinInTwo,
];

fn matrix(table: &CodeTable, guesses: Range<usize>) -> Vec<u8> {
    // 0xff is not a code, so a byte that is never written shows.
    let mut out = vec![0xff; guesses.len() * table.solutions()];
    Cpu.pattern_matrix(table, guesses, &mut out).unwrap();
    out
}

/// Asserts that the code table and the pattern matrix have the rule's code for every pair.
fn assert_codes(guesses: &[Word], solutions: &[Word]) {
    let table = Wordle.code_table(guesses, solutions);
    assert_eq!(table.guesses(), guesses.len());
    assert_eq!(table.solutions(), solutions.len());
    let matrix = matrix(&table, 0..guesses.len());
    assert_eq!(matrix.len(), guesses.len() * solutions.len());
    (0..guesses.len()).into_par_iter().for_each(|g| {
        for s in 0..solutions.len() {
            let (guess, solution) = (guesses[g], solutions[s]);
            let expected = Wordle.pattern(guess, solution).code() as u8;
            let pair = || format!("{guess} on {solution}");
            assert_eq!(
                table.code(GuessIndex::from(g), CandidateIndex::from(s)),
                expected,
                "table: {}",
                pair()
            );
            assert_eq!(
                matrix[g * solutions.len() + s],
                expected,
                "matrix: {}",
                pair()
            );
        }
    });
}

#[test]
fn table_and_matrix_have_the_rules_code_for_all_30_million_pairs_of_the_original_lists() {
    let lists = Lists::original();
    assert_eq!(lists.guesses().len() * lists.solutions().len(), 30_030_180);
    assert_codes(lists.guesses(), lists.solutions());
}

#[test]
fn table_and_matrix_have_the_rules_code_for_all_words_over_three_letters() {
    let words = all_words_of(3);
    assert_codes(&words, &words);
}

#[test]
fn wordle_pattern_equals_marks_by_counting_for_all_words_over_four_letters() {
    let words = all_words_of(4);
    words.par_iter().for_each(|&guess| {
        for &solution in &words {
            let marks: Vec<u8> = Wordle.pattern(guess, solution).marks().collect();
            let expected = marks_by_counting(guess, solution);
            assert_eq!(marks, expected, "{guess} on {solution}");
        }
    });
}

proptest! {
    #[test]
    fn table_and_matrix_have_the_rules_code_for_words_with_many_repeated_letters(
        (guesses, solutions) in guesses_and_solutions(0..30, 0..150),
    ) {
        assert_codes(&guesses, &solutions);
    }

    #[test]
    fn matrix_of_a_range_of_guesses_is_those_rows_of_the_full_matrix(
        (guesses, solutions) in guesses_and_solutions(1..30, 0..100),
        ends in any::<(Index, Index)>(),
    ) {
        let table = Wordle.code_table(&guesses, &solutions);
        let (a, b) = (ends.0.index(guesses.len() + 1), ends.1.index(guesses.len() + 1));
        let run = a.min(b)..a.max(b);
        let whole = matrix(&table, 0..guesses.len());
        let rows = run.start * solutions.len()..run.end * solutions.len();
        prop_assert_eq!(matrix(&table, run), &whole[rows]);
    }

    #[test]
    fn restricted_table_equals_the_table_of_the_chosen_solutions(
        (guesses, solutions) in guesses_and_solutions(1..20, 1..100),
        chosen in vec(any::<Index>(), 0..150),
    ) {
        let chosen: Vec<CandidateIndex> =
            chosen.iter().map(|i| i.index(solutions.len()).into()).collect();
        let kept: Vec<Word> = chosen.iter().map(|&s| solutions[s.at()]).collect();
        let restricted = Wordle.code_table(&guesses, &solutions).restrict(&chosen);
        let fresh = Wordle.code_table(&guesses, &kept);
        prop_assert_eq!(
            matrix(&restricted, 0..guesses.len()),
            matrix(&fresh, 0..guesses.len())
        );
    }

    #[test]
    fn partition_has_the_oracles_figures_in_the_order_of_the_request(
        (guesses, solutions) in guesses_and_solutions(1..30, 0..300),
        asked in vec(any::<Index>(), 0..100),
    ) {
        let table = Wordle.code_table(&guesses, &solutions);
        let asked: Vec<GuessIndex> = asked.iter().map(|i| i.index(guesses.len()).into()).collect();
        let expected: Vec<PartitionStats> = asked
            .iter()
            .map(|&guess| partition_stats(guesses[guess.at()], &solutions))
            .collect();
        prop_assert_eq!(Cpu.partition(&table, &asked).unwrap(), expected);
    }

    #[test]
    fn guess_is_a_candidate_if_it_is_among_the_solutions(
        (guesses, solutions) in guesses_and_solutions(1..30, 0..60),
    ) {
        let table = Wordle.code_table(&guesses, &solutions);
        let all: Vec<GuessIndex> = GuessIndex::up_to(guesses.len()).collect();
        for (guess, stats) in guesses.iter().zip(Cpu.partition(&table, &all).unwrap()) {
            prop_assert_eq!(stats.candidate, solutions.contains(guess), "{}", guess);
        }
    }
}

#[test]
fn partition_of_the_original_lists_has_the_oracles_figures() {
    let lists = Lists::original();
    let table = Wordle.code_table(lists.guesses(), lists.solutions());
    // Every tenth guess is enough: all codes are compared above.
    let asked: Vec<GuessIndex> = GuessIndex::up_to(lists.guesses().len())
        .step_by(10)
        .collect();
    let stats = Cpu.partition(&table, &asked).unwrap();
    asked.par_iter().zip(stats).for_each(|(&guess, stats)| {
        let guess = lists.guesses()[guess.at()];
        assert_eq!(stats, partition_stats(guess, lists.solutions()), "{guess}");
    });
}

#[test]
fn figures_of_a_partition_match_their_definitions() {
    // Groups of 1, 1, 2, 3 and 5: N is 12.
    let mut counts = vec![0; 243];
    for (code, n) in [(0, 5), (7, 1), (100, 3), (241, 1), (50, 2)] {
        counts[code] = n;
    }
    let stats = PartitionStats::of_counts(&counts, 242);
    assert_eq!((stats.splits, stats.singletons, stats.largest), (5, 2, 5));
    assert_eq!(stats.sum_squares, 25 + 1 + 9 + 1 + 4);
    assert!(!stats.candidate);
    assert_eq!(expected(&stats, 12), 40.0 / 12.0);
    assert_eq!(win_in_two(&stats, 12), 5.0 / 12.0);
    let bits: f64 = [5.0, 1.0, 3.0, 1.0, 2.0f64]
        .iter()
        .map(|n| n / 12.0 * (12.0 / n).log2())
        .sum();
    assert!((entropy(&stats, 12) - bits).abs() < 1e-5);

    counts[242] = 1;
    assert!(PartitionStats::of_counts(&counts, 242).candidate);
}

/// Every way to divide `n` candidates into groups of at most `largest`, as group sizes in descending order.
fn integer_partitions(n: u32, largest: u32) -> Vec<Vec<u32>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut partitions = Vec::new();
    for first in 1..=largest.min(n) {
        for mut rest in integer_partitions(n - first, first) {
            rest.insert(0, first);
            partitions.push(rest);
        }
    }
    partitions
}

/// Compares two partitions of the same number of candidates by a metric, exactly and in integers. The better
/// partition is the lesser.
fn compare_exactly(metric: Metric, a: &[u32], b: &[u32]) -> Ordering {
    let ones = |groups: &[u32]| groups.iter().filter(|&&n| n == 1).count();
    let squares = |groups: &[u32]| groups.iter().map(|n| n * n).sum::<u32>();
    match metric {
        Metric::Splits | Metric::WinInTwo => b.len().cmp(&a.len()),
        Metric::Largest => a.iter().max().cmp(&b.iter().max()),
        Metric::Expected => squares(a).cmp(&squares(b)),
        Metric::Entropy => product_of_powers(a).cmp(&product_of_powers(b)),
        Metric::Singletons => ones(b).cmp(&ones(a)),
    }
}

fn stats_of_groups(groups: &[u32]) -> PartitionStats {
    let mut counts = groups.to_owned();
    counts.resize(243, 0);
    PartitionStats::of_counts(&counts, 242)
}

#[test]
fn costs_compare_as_the_exact_figures_do() {
    for n in 1..=24 {
        let ways = integer_partitions(n, n);
        let costs: Vec<_> = ways.iter().map(|way| stats_of_groups(way)).collect();
        for (a, a_stats) in ways.iter().zip(&costs) {
            for (b, b_stats) in ways.iter().zip(&costs) {
                for metric in METRICS {
                    let by_cost = metric.cost(a_stats).cmp(&metric.cost(b_stats));
                    let exact = compare_exactly(metric, a, b);
                    // The next test covers equal entropies.
                    let rounded = metric == Metric::Entropy && exact == Ordering::Equal;
                    assert!(by_cost == exact || rounded, "{metric:?}: {a:?} and {b:?}");
                }
            }
        }
    }
}

#[test]
fn equal_entropies_have_equal_costs() {
    for n in 1..=24 {
        let mut costs = std::collections::HashMap::new();
        for way in integer_partitions(n, n) {
            let cost = Metric::Entropy.cost(&stats_of_groups(&way));
            let (other, first) = costs
                .entry(product_of_powers(&way))
                .or_insert((way.clone(), cost));
            assert_eq!(cost, *first, "{way:?} and {other:?}");
        }
    }
}

#[test]
fn entropy_error_is_at_most_half_a_step_per_prime_factor() {
    for groups in integer_partitions(24, 24) {
        let stats = stats_of_groups(&groups);
        let exact = 24f64.log2() - (product_of_powers(&groups) as f64).log2() / 24.0;
        // A group of n has at most log2 n prime factors. Each is rounded once and counts n times.
        let steps: f64 = groups
            .iter()
            .map(|&n| f64::from(n) * f64::from(n).log2().floor())
            .sum();
        let bound = steps * 0.5 / f64::from(1 << 30) / 24.0 + 1e-12;
        let off = (entropy(&stats, 24) - exact).abs();
        assert!(off <= bound, "{groups:?}: off by {off}, not {bound}");
    }
}

/// A game, some of its candidates, and some of its guesses.
#[derive(Debug)]
struct SweepInput {
    game: Game,
    candidates: Vec<CandidateIndex>,
    guesses: Vec<GuessIndex>,
}

fn sweep_input() -> impl Strategy<Value = SweepInput> {
    // Up to 24 candidates, so that the exact comparison fits in its integers.
    let lists = guesses_and_solutions(1..60, 1..25);
    (lists, any::<u64>(), any::<u64>()).prop_map(|((guesses, solutions), left, asked)| {
        let lists = Lists::new("random", WordList::new(guesses), WordList::new(solutions));
        // About half of each, chosen by the bits of a number. The guesses are in descending order.
        let some = |bits: u64, n: usize| (0..n).filter(move |i| bits >> (i % 64) & 1 == 1);
        let candidates = some(left, lists.solutions().len())
            .map(CandidateIndex::from)
            .collect();
        let guesses = some(asked, lists.guesses().len()).map(GuessIndex::from);
        let mut guesses: Vec<GuessIndex> = guesses.collect();
        guesses.reverse();
        SweepInput {
            game: Game::new(&Wordle, lists),
            candidates,
            guesses,
        }
    })
}

proptest! {
    #[test]
    fn sweep_ranks_by_metric_then_candidates_first_then_list_order(input in sweep_input()) {
        let SweepInput { game, candidates, guesses } = input;
        let left: Vec<Word> = candidates.iter().map(|&c| game.candidate_word(c)).collect();
        for metric in METRICS {
            let mut expected: Vec<(GuessIndex, Vec<u32>, bool)> = guesses
                .iter()
                .map(|&guess| {
                    let word = game.guess_word(guess);
                    (guess, group_sizes(word, &left), left.contains(&word))
                })
                .collect();
            // The sorts are stable, so the least important criterion is sorted by first.
            expected.sort_by_key(|&(guess, _, _)| guess);
            expected.sort_by_key(|&(_, _, candidate)| !candidate);
            expected.sort_by(|(_, a, _), (_, b, _)| compare_exactly(metric, a, b));
            let expected: Vec<GuessIndex> = expected.into_iter().map(|(guess, _, _)| guess).collect();

            let request = SweepRequest {
                candidates: &candidates,
                guesses: &guesses,
                metric,
                progress: Progress::none(),
            };
            let sweep = sweep(&game, &Cpu, request).unwrap();
            let ranking: Vec<GuessIndex> = sweep.ranking.iter().map(|ranked| ranked.guess).collect();
            prop_assert_eq!(ranking, expected, "{:?}", metric);
            prop_assert_eq!(sweep.candidates, candidates.len());
            for ranked in &sweep.ranking {
                let word = game.guess_word(ranked.guess);
                prop_assert_eq!(ranked.stats, partition_stats(word, &left));
            }
        }
    }

    #[test]
    fn sweep_finally_reports_that_every_guess_is_done(input in sweep_input()) {
        let done = AtomicUsize::new(0);
        let listener = |guesses| done.store(guesses, atomic::Ordering::Relaxed);
        let SweepInput { game, candidates, guesses } = input;
        let request = SweepRequest {
            candidates: &candidates,
            guesses: &guesses,
            metric: Metric::Splits,
            progress: Progress::new(&listener),
        };
        sweep(&game, &Cpu, request).unwrap();
        prop_assert_eq!(done.into_inner(), guesses.len());
    }
}

/// Random turns with the marks of a hidden solution, and that solution.
fn turns_and_solution() -> impl Strategy<Value = (Vec<Turn>, Word)> {
    guesses_and_solutions(0..5, 1..2).prop_map(|(guesses, solution)| {
        let turn = |guess| Turn {
            guess,
            pattern: Wordle.pattern(guess, solution[0]),
        };
        (guesses.into_iter().map(turn).collect(), solution[0])
    })
}

/// True if a hard mode allows `next` after one turn.
fn allows(turn: Turn, mode: HardMode, next: Word) -> bool {
    Wordle.constraint(turn, mode).allows(&next.into())
}

proptest! {
    #[test]
    fn hard_mode_requires_the_greens_and_every_letter_shown(
        (guess, next) in guesses_and_solutions(1..2, 1..40),
        code in 0..243u8,
    ) {
        let turn = Turn { guess: guess[0], pattern: Pattern::from_code(code.into(), 5).unwrap() };
        for next in next {
            prop_assert_eq!(
                allows(turn, HardMode::Standard, next),
                hard_mode_by_crossing_out(turn, next),
                "{} after {}", next, turn.format(&Wordle)
            );
        }
    }

    #[test]
    fn strict_hard_mode_allows_exactly_the_words_that_may_still_be_the_solution(
        (turns, _) in turns_and_solution(),
        next in words(1..40),
    ) {
        for &turn in &turns {
            for &next in &next {
                prop_assert_eq!(
                    allows(turn, HardMode::Strict, next),
                    marks_by_counting(turn.guess, next) == turn.pattern.marks().collect::<Vec<u8>>(),
                    "{} after {}", next, turn.format(&Wordle)
                );
            }
        }
    }

    #[test]
    fn hard_mode_never_forbids_the_solution((turns, solution) in turns_and_solution()) {
        for turn in turns {
            for mode in [HardMode::Standard, HardMode::Strict] {
                prop_assert!(allows(turn, mode, solution), "{} after {}", solution, turn.guess);
            }
        }
    }

    #[test]
    fn allowed_guesses_are_those_that_every_turn_allows_in_list_order(
        (turns, _) in turns_and_solution(),
        guesses in words(1..60),
    ) {
        let lists = Lists::new("random", WordList::new(guesses), WordList::default());
        let game = Game::new(&Wordle, lists);
        let allowed = |mode| game.allowed_guesses(&Constraint::of_turns(&Wordle, &turns, mode));
        let all: Vec<GuessIndex> = GuessIndex::up_to(game.lists().guesses().len()).collect();
        prop_assert_eq!(&allowed(None)[..], &all[..]);

        let mut hard = all.clone();
        let mut strict = all;
        for &turn in &turns {
            hard.retain(|&guess| hard_mode_by_crossing_out(turn, game.guess_word(guess)));
            strict.retain(|&guess| turn.fits(&Wordle, game.guess_word(guess)));
        }
        prop_assert_eq!(&allowed(Some(HardMode::Standard))[..], &hard[..]);
        prop_assert_eq!(&allowed(Some(HardMode::Strict))[..], &strict[..]);
    }

    #[test]
    fn candidates_are_the_solutions_that_give_the_marks_of_every_turn(
        (turns, solution) in turns_and_solution(),
        others in words(0..200),
    ) {
        let mut solutions = others;
        solutions.push(solution);
        let expected: Vec<CandidateIndex> = CandidateIndex::up_to(solutions.len())
            .filter(|candidate| {
                let solution = solutions[candidate.at()];
                turns.iter().all(|turn| {
                    marks_by_counting(turn.guess, solution) == turn.pattern.marks().collect::<Vec<u8>>()
                })
            })
            .collect();
        prop_assert_eq!(candidates_after(&Wordle, &turns, &solutions), Ok(expected));
    }

    #[test]
    fn guesses_that_fit_remain_only_if_no_solution_fits(
        (turns, hidden) in turns_and_solution(),
        solutions in words(1..50),
        others in words(0..50),
    ) {
        let guesses = WordList::new(others.into_iter().chain([hidden]));
        let lists = Lists::new("random", guesses, WordList::new(solutions));
        let fitting = |list: &WordList| candidates_after(&Wordle, &turns, list);
        let remaining = lists.remaining(&Wordle, &turns).unwrap();
        match fitting(lists.solutions()) {
            Ok(candidates) => {
                prop_assert!(!remaining.beyond_solutions);
                prop_assert_eq!(remaining.note(), None);
                prop_assert_eq!(remaining.candidates, candidates);
            }
            Err(_) => {
                prop_assert!(remaining.beyond_solutions);
                prop_assert!(remaining.note().is_some());
                prop_assert_eq!(remaining.candidates, fitting(lists.guesses()).unwrap());
            }
        }
        let any_guess = lists.with_all_guesses_as_candidates();
        let remaining = any_guess.remaining(&Wordle, &turns).unwrap();
        prop_assert!(!remaining.beyond_solutions);
    }

    #[test]
    fn contradiction_names_the_first_turn_that_leaves_no_solution(
        (guesses, solutions) in guesses_and_solutions(1..5, 1..50),
        codes in vec(0..243u8, 5),
    ) {
        let turns: Vec<Turn> = guesses
            .iter()
            .zip(codes)
            .map(|(&guess, code)| Turn { guess, pattern: Pattern::from_code(code.into(), 5).unwrap() })
            .collect();
        let fits = |turns: &[Turn]| {
            let fit = |s: Word| turns.iter().all(|turn| turn.fits(&Wordle, s));
            solutions.iter().filter(|&&s| fit(s)).count()
        };
        let first = (0..turns.len()).find(|&i| fits(&turns[..=i]) == 0);
        match (candidates_after(&Wordle, &turns, &solutions), first) {
            (Ok(left), None) => prop_assert_eq!(left.len(), fits(&turns)),
            (Err(contradiction), Some(i)) => {
                let text = |turns: &[Turn]| {
                    let turns: Vec<String> = turns.iter().map(|t| t.format(&Wordle)).collect();
                    turns.join(" ")
                };
                let turn = text(&turns[i..=i]);
                let expected = match fits(&turns[i..=i]) {
                    0 => Contradiction::Alone { turn },
                    alone => Contradiction::Together {
                        earlier: text(&turns[..i]),
                        turn,
                        before: fits(&turns[..i]),
                        alone,
                    },
                };
                prop_assert_eq!(contradiction, expected);
            }
            (found, first) => prop_assert!(false, "{:?}, but expected {:?}", found, first),
        }
    }

    #[test]
    fn turns_survive_formatting_and_parsing(guess in words(1..2), code in 0..243u8) {
        let turn = Turn { guess: guess[0], pattern: Pattern::from_code(code.into(), 5).unwrap() };
        prop_assert_eq!(Turn::parse(&Wordle, Alphabet::latin(), &turn.format(&Wordle)), Ok(turn));
    }
}
