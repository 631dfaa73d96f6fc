//! The right answer of every workload, computed by plain loops over the scalar rules. All backends must agree with it.

use std::cmp::Reverse;
use std::ops::Range;

use crate::compute::batch::{Best, SetBatch};
use crate::compute::best_moves::{BestMove, MoveBatch};
use crate::compute::collisions::{CollisionBatch, FewestCollisions};
use crate::compute::grid::Exposed;
use crate::compute::{CandidateIndex, GuessIndex, PartitionStats};
use crate::guessing::Game;
use crate::letterpress::{Board, Lexicon, Move, Score, Ways};
use rayon::prelude::*;

/// The pattern codes of the first guesses of a game on all candidates, computed one by one by the rule's scalar
/// function.
pub struct Codes {
    candidates: usize,
    solved: u8,
    codes: Vec<u8>,
}

impl Codes {
    /// The codes of the first `guesses` guesses of a game.
    pub fn new(game: &Game, guesses: usize) -> Codes {
        let lists = game.lists();
        let candidates = lists.candidates();
        let row = |&guess| {
            let mark = move |&candidate| game.rule().pattern(guess, candidate).code();
            candidates.iter().map(mark)
        };
        Codes {
            candidates: candidates.len(),
            solved: game.rule().solved().code(),
            codes: lists.guesses()[..guesses]
                .par_iter()
                .flat_map_iter(row)
                .collect(),
        }
    }

    /// The codes of a range of guesses, row by row.
    pub fn of(&self, guesses: Range<usize>) -> &[u8] {
        &self.codes[guesses.start * self.candidates..guesses.end * self.candidates]
    }

    fn row(&self, guess: GuessIndex) -> &[u8] {
        let guess = guess.at();
        self.of(guess..guess + 1)
    }

    /// The partition of all candidates by each of some guesses.
    pub fn partitions(&self, guesses: &[GuessIndex]) -> Vec<PartitionStats> {
        let partition = |&guess: &GuessIndex| self.stats(self.row(guess).iter().copied());
        guesses.par_iter().map(partition).collect()
    }

    fn stats(&self, codes: impl Iterator<Item = u8>) -> PartitionStats {
        let mut counts = [0; 256];
        for code in codes {
            counts[usize::from(code)] += 1;
        }
        PartitionStats::of_counts(&counts, self.solved)
    }

    /// For each set, the first of the guesses with the most splits.
    pub fn most_splits(&self, batch: &SetBatch) -> Vec<Best> {
        let best = |set| {
            let candidates = batch.candidates(set);
            let codes = |guess| {
                let row = self.row(guess);
                candidates.iter().map(move |&c| row[c.at()])
            };
            let splits = |guess: GuessIndex| {
                let mut seen = [false; 256];
                let mut splits = 0;
                for code in codes(guess) {
                    splits += usize::from(!seen[usize::from(code)]);
                    seen[usize::from(code)] = true;
                }
                splits
            };
            let allowed = batch.allowed(set).iter().copied();
            let guess = allowed.min_by_key(|&guess| (Reverse(splits(guess)), guess));
            let guess = guess.expect("a set allows at least one guess");
            Best {
                guess,
                stats: self.stats(codes(guess)),
            }
        };
        (0..batch.len()).into_par_iter().map(best).collect()
    }

    /// For each set of collision buckets, the guesses with the fewest collisions.
    pub fn fewest_collisions(&self, batch: &CollisionBatch) -> Vec<FewestCollisions> {
        let score = |set, guess: GuessIndex| {
            let row = self.row(guess);
            let mut sums = [0u32; 256];
            for bucket in batch.buckets(set) {
                for (i, &member) in bucket.iter().enumerate() {
                    let code = row[member.at()];
                    let has_it = |&&other: &&CandidateIndex| row[other.at()] == code;
                    // Count a group at its first member only.
                    if bucket[..i].iter().any(|other| has_it(&other)) {
                        continue;
                    }
                    let size = bucket.iter().filter(has_it).count() as u32;
                    if size >= batch.threshold(set) {
                        sums[usize::from(code)] += size;
                    }
                }
            }
            sums.into_iter().max().unwrap_or(0)
        };
        let fewest = |set| {
            let allowed = batch.allowed(set);
            let scores: Vec<u32> = allowed.par_iter().map(|&guess| score(set, guess)).collect();
            let lowest = scores.iter().copied().min().unwrap_or(0);
            let scored = allowed.iter().zip(&scores);
            FewestCollisions {
                score: lowest,
                guesses: scored
                    .filter(|&(_, &score)| score == lowest)
                    .map(|(&guess, _)| guess)
                    .collect(),
            }
        };
        (0..batch.len()).map(fewest).collect()
    }
}

/// For each board, the best move of each family: best first, at most `top`.
pub fn best_moves(batch: &MoveBatch, top: usize) -> Vec<Vec<BestMove>> {
    let of_board = |board| {
        let state = batch.state(board);
        let best_of_family = |(family, in_batch): (u32, usize)| {
            let moves = (0..batch.moves(in_batch) as u32).map(|index| {
                let cells = batch.cells(in_batch, index);
                BestMove {
                    family,
                    index,
                    cells,
                    score: state.score_after(Exposed::Ours, cells),
                }
            });
            moves.min_by_key(|best| (Reverse(best.score), best.index))
        };
        let families = (0..).zip(batch.families(board));
        let mut best: Vec<BestMove> = families.filter_map(best_of_family).collect();
        best.sort_by_key(|best| (Reverse(best.score), best.family));
        best.truncate(top);
        best
    };
    (0..batch.len()).into_par_iter().map(of_board).collect()
}

/// The best move of each word on a board: best first, at most `top`. Tries every square that has the letter.
pub fn ranking(board: &Board, lexicon: &Lexicon, top: usize) -> Vec<Move> {
    let dictionary = lexicon.dictionary();
    let mut words = lexicon.playable(board);
    words.sort_by(|a, b| {
        let commoner = dictionary.compare_frequency(b.word, a.word);
        commoner.then(a.word.cmp(&b.word))
    });
    let mut batch = MoveBatch::default();
    let mut ways = Ways::new(&mut batch, board, false);
    for word in &words {
        ways.push(dictionary.word(word.word));
    }
    ways.finish();
    let finished = |best: &BestMove| Move {
        word: words[best.family as usize].word,
        squares: best.cells,
        after: board.position().after(best.cells),
        score: Score::from_bits(best.score),
    };
    best_moves(&batch, top)[0].iter().map(finished).collect()
}
