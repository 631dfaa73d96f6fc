//! The CPU's kernels compared with [`reference`] on tables of codes for words of any length. They are not the tables of
//! any game: rows have any cells and guesses any rows.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use wordgame_engine::compute::batch::{Order, SetBatch};
use wordgame_engine::compute::collisions::CollisionBatch;
use wordgame_engine::compute::cpu::{self, reference};
use wordgame_engine::compute::{CandidateIndex, CodeTable, GuessIndex, RowIndex, TableShape};

/// Tables for words of 3 to 10 letters. Some have few different cells, so that groups are large, and others nearly as
/// many as there are codes.
fn table(max_solutions: usize) -> impl Strategy<Value = CodeTable> {
    let sizes = (3..=10usize, 1..=max_solutions, 1..=150usize, 1..=20usize);
    sizes.prop_flat_map(|(length, solutions, guesses, rows)| {
        let codes = 3u32.pow(length as u32);
        let largest_cell = (codes - 1) / length as u32;
        let row = (0..=largest_cell).prop_flat_map(move |largest| {
            vec((0..=largest).prop_map(|cell| cell as u16), solutions)
        });
        let guess_rows = vec(0..=rows as u32, guesses * length);
        (vec(row, rows), guess_rows, 0..codes).prop_map(move |(rows, guess_rows, solved_code)| {
            let shape = TableShape {
                solutions,
                codes: codes as usize,
                rows_per_guess: length,
                solved_code: solved_code as u16,
            };
            let guess_rows = guess_rows.into_iter().map(RowIndex).collect();
            let mut table = CodeTable::new(shape, guess_rows);
            rows.into_iter().for_each(|row| table.push_row(row));
            table
        })
    })
}

/// Some of the solutions or guesses, ascending.
fn some_of<I: From<usize> + Clone + std::fmt::Debug + 'static>(
    all: usize,
    largest: usize,
) -> impl Strategy<Value = Vec<I>> {
    let all: Vec<I> = (0..all).map(I::from).collect();
    let largest = largest.min(all.len());
    subsequence(all, 1..=largest)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn pattern_matrix_has_every_code(table in table(200), ends in any::<(Index, Index)>()) {
        let (a, b) = (ends.0.index(table.guesses() + 1), ends.1.index(table.guesses() + 1));
        let guesses = a.min(b)..a.max(b);
        let expected = reference::pattern_matrix(&table, guesses.clone());
        let mut out = vec![0xaa; guesses.len() * table.solutions() * table.code_bytes()];
        cpu::pattern_matrix(&table, guesses, &mut out);
        prop_assert_eq!(out, expected);
    }

    #[test]
    fn partition_counts_every_group(table in table(1_500), guesses in vec(any::<Index>(), 0..50)) {
        let guess = |index: &Index| index.index(table.guesses()).into();
        let guesses: Vec<GuessIndex> = guesses.iter().map(guess).collect();
        prop_assert_eq!(
            cpu::partition(&table, &guesses),
            reference::partition(&table, &guesses)
        );
    }

    #[test]
    fn best_guess_is_the_first_that_no_other_beats(
        (table, sets, allowed) in table(400).prop_flat_map(|table| {
            let sets = vec(some_of::<CandidateIndex>(table.solutions(), 400), 0..8);
            let allowed = some_of::<GuessIndex>(table.guesses(), 150);
            (Just(table), sets, allowed)
        }),
        order in select(&Order::ALL[..]),
    ) {
        let few: Arc<[GuessIndex]> = allowed.into();
        let all: Arc<[GuessIndex]> = GuessIndex::up_to(table.guesses()).collect();
        let mut batch = SetBatch::default();
        for set in &sets {
            batch.push(set, &all);
            batch.push(set, &few);
        }
        prop_assert_eq!(
            cpu::best_guesses(&table, &batch, order),
            reference::best_guesses(&table, &batch, order)
        );
    }

    #[test]
    fn best_guess_is_the_same_with_upper_bounds(
        table in table(1_200),
        order in select(&[Order::Splits, Order::MaxSplits][..]),
    ) {
        let all: Arc<[GuessIndex]> = GuessIndex::up_to(table.guesses()).collect();
        let candidates: Vec<CandidateIndex> = CandidateIndex::up_to(table.solutions()).collect();
        let mut batch = SetBatch::default();
        // Bounds are computed if large sets have thousands of candidates in total.
        for _ in 0..8 {
            batch.push(&candidates, &all);
        }
        prop_assert_eq!(
            cpu::best_guesses(&table, &batch, order),
            reference::best_guesses(&table, &batch, order)
        );
    }

    #[test]
    fn collisions_are_counted_by_bucket_and_code(
        (table, sets) in table(100).prop_flat_map(|table| {
            let buckets = vec(some_of::<CandidateIndex>(table.solutions(), 30), 0..6);
            (Just(table), vec((buckets, 0..5u32), 0..5))
        }),
    ) {
        let all: Arc<[GuessIndex]> = GuessIndex::up_to(table.guesses()).collect();
        let mut batch = CollisionBatch::default();
        for (buckets, threshold) in &sets {
            batch.push(buckets.iter().map(Vec::as_slice), *threshold, &all);
        }
        prop_assert_eq!(
            cpu::collisions(&table, &batch),
            reference::collisions(&table, &batch)
        );
    }

    #[test]
    fn restriction_keeps_the_codes_of_the_chosen_solutions(
        table in table(150),
        chosen in vec(any::<Index>(), 0..200),
    ) {
        let chosen: Vec<CandidateIndex> =
            chosen.iter().map(|index| index.index(table.solutions()).into()).collect();
        let restricted = table.restrict(&chosen);
        prop_assert_eq!(restricted.solutions(), chosen.len());
        for guess in GuessIndex::up_to(table.guesses()) {
            for (&solution, column) in chosen.iter().zip(CandidateIndex::up_to(chosen.len())) {
                prop_assert_eq!(restricted.code(guess, column), table.code(guess, solution));
            }
        }
    }
}
