//! Stumper: the best games from every start, compared with the algorithm of the article on the tiers that it
//! can finish.

#[path = "../tests/oracle/stumper.rs"]
mod oracle;

use criterion::{Criterion, criterion_group, criterion_main};
use wordgame_engine::stumper::{Graph, Solution};
use wordgame_engine::words::Dictionary;

/// The article's algorithm solves words with at least this many letters. All words would take hours.
const LETTERS: usize = 9;

fn stumper(c: &mut Criterion) {
    let dictionary = Dictionary::twl06();
    let mut group = c.benchmark_group("stumper");
    group.sample_size(10);
    group.bench_function("graph", |b| b.iter(|| Graph::new(dictionary.words())));
    let graph = Graph::new(dictionary.words());
    group.bench_function("every start", |b| b.iter(|| Solution::new(&graph)));
    // In order of length, so longer words come last.
    let words = graph.words().into_iter().map(|word| graph.word(word));
    let words: Vec<&str> = words.collect();
    let most_at_entry = oracle::Tiered::new(&words).most_at_entry();
    let name = format!("{LETTERS} letters or more, the article's algorithm");
    group.bench_function(name, |b| {
        b.iter(|| {
            let mut tiered = oracle::Tiered::new(&words);
            for word in (0..words.len())
                .rev()
                .filter(|&word| words[word].len() >= LETTERS)
            {
                for moves_left in 0..=most_at_entry[word] {
                    tiered.solve(word, moves_left);
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, stumper);
criterion_main!(benches);
