//! Words of 4, 5, 6 and 8 letters on the CPU: the same number of them from ENABLE, so that the stages can be compared by
//! the time for a code. Codes of up to five letters are bytes; longer ones have two bytes.

use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wordgame_engine::compute::batch::{Order, SetBatch};
use wordgame_engine::compute::{CandidateIndex, GuessIndex, cpu};
use wordgame_engine::guessing::{Game, Lists, rule::Wordle};
use wordgame_engine::words::{WordList, embedded};

/// The number of words of each list: as many as ENABLE has of four letters, rounded down.
const WORDS: usize = 3_900;

/// The number of candidates in each set of the stage `best_guesses`, small and large.
const SET_SIZES: [usize; 2] = [40, 400];

/// Words of a length that are spread evenly over those of ENABLE.
fn game(length: usize) -> Game {
    let of_length = embedded::ENABLE.lines().filter(|word| word.len() == length);
    let all: Vec<&str> = of_length.collect();
    let some = (0..WORDS).map(|i| all[i * all.len() / WORDS]);
    let words = WordList::new(some.map(|word| word.parse().expect("ENABLE has words a to z")));
    Game::new(
        &Wordle,
        Lists::new(length.to_string(), words.clone(), words),
    )
}

/// Sets of candidates that are spread over the list.
fn sets(game: &Game, size: usize) -> SetBatch {
    let allowed: Arc<[GuessIndex]> = GuessIndex::up_to(game.table().guesses()).collect();
    let mut batch = SetBatch::default();
    for first in 0..8 {
        let candidates: Vec<CandidateIndex> = game.all_candidates();
        let some = candidates.into_iter().skip(first).step_by(WORDS / size);
        let some: Vec<CandidateIndex> = some.take(size).collect();
        batch.push(&some, &allowed);
    }
    batch
}

fn lengths(c: &mut Criterion) {
    for length in [4, 5, 6, 8] {
        let game = game(length);
        let table = game.table();
        let guesses: Vec<GuessIndex> = GuessIndex::up_to(table.guesses()).collect();
        let mut group = c.benchmark_group("lengths");
        group.throughput(Throughput::Elements((WORDS * WORDS) as u64));
        let mut matrix = vec![0; WORDS * WORDS * table.code_bytes()];
        group.bench_function(BenchmarkId::new("pattern_matrix", length), |b| {
            b.iter(|| cpu::pattern_matrix(table, 0..WORDS, &mut matrix));
        });
        group.bench_function(BenchmarkId::new("partition", length), |b| {
            b.iter(|| cpu::partition(table, &guesses));
        });
        for size in SET_SIZES {
            let batch = sets(&game, size);
            group.throughput(Throughput::Elements((8 * size * WORDS) as u64));
            let name = format!("best_guesses of {size}");
            group.bench_function(BenchmarkId::new(name, length), |b| {
                b.iter(|| cpu::best_guesses(table, &batch, Order::Entropy));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, lengths);
criterion_main!(benches);
