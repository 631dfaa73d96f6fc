//! What is timed: each stage at several sizes, with the answers that it has to give.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use wordgame_engine::compute::batch::{Best, Order, SetBatch};
use wordgame_engine::compute::best_moves::{BestMove, MoveBatch, MoveQuery, Scope};
use wordgame_engine::compute::collisions::{CollisionBatch, FewestCollisions};
use wordgame_engine::compute::grid::Exposed;
use wordgame_engine::compute::{Backend, CodeTable, ComputeError, GuessIndex, PartitionStats};
use wordgame_engine::guessing::rule::Wordle;
use wordgame_engine::guessing::strategy::Shards;
use wordgame_engine::guessing::{Game, Lists};
use wordgame_engine::letterpress::moves::{Ways, anagrams};
use wordgame_engine::letterpress::reply::best_replies;
use wordgame_engine::letterpress::{Board, Lexicon, Move, MoveOrder, Ranked, Rows};
use wordgame_engine::words::Dictionary;

use super::super::interrupt::is_interrupted;
use super::super::number::counted;
use super::oracle::{self, Codes};

/// Moves that are wanted of a board.
const TOP: usize = 20;

/// Openings whose groups are the candidate sets: this many, spread over the list.
const OPENINGS: usize = 20;

/// The board of which replies are looked at: that of the article.
const BOARD: &str = "efpjaccwcejfjvkqmmpbkumlt";
const OURS: u64 = 2_595;
const THEIRS: u64 = 27_262_992;

/// A stage of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    PatternMatrix,
    FirstGuessSweep,
    BatchedSets,
    Shards,
    Letterpress,
    Replies,
}

impl Stage {
    /// All stages, in the order in which they are reported.
    pub const ALL: [Stage; 6] = [
        Stage::PatternMatrix,
        Stage::FirstGuessSweep,
        Stage::BatchedSets,
        Stage::Shards,
        Stage::Letterpress,
        Stage::Replies,
    ];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Stage::PatternMatrix => "pattern matrix",
            Stage::FirstGuessSweep => "first-guess sweep",
            Stage::BatchedSets => "batched sets",
            Stage::Shards => "shards",
            Stage::Letterpress => "letterpress scoring",
            Stage::Replies => "replies",
        }
    }

    /// What is counted in it.
    pub fn unit(self) -> &'static str {
        match self {
            Stage::Letterpress | Stage::Replies => "moves",
            _ => "patterns",
        }
    }
}

/// How many of what a stage is given: guesses, sets, boards, or moves to be replied to.
pub struct Sizes {
    guesses: &'static [usize],
    /// The guesses that each set allows.
    allowed: usize,
    /// Whether every word is also tried on every word.
    all_words: bool,
    sets: &'static [usize],
    shard_sets: &'static [usize],
    boards: &'static [usize],
    replies: &'static [usize],
}

impl Sizes {
    /// Seconds of work.
    pub const QUICK: Sizes = Sizes {
        guesses: &[13, 130, 1_297],
        allowed: 1_297,
        all_words: false,
        sets: &[1, 10],
        shard_sets: &[1, 10],
        boards: &[1, 10],
        replies: &[2, 10],
    };

    /// Where tunings differ: up to what whole jobs ask for, but no stage that is made of another.
    pub const TUNE: Sizes = Sizes {
        guesses: &[130, 1_297, 12_972],
        allowed: 12_972,
        all_words: false,
        sets: &[1, 10, 100],
        shard_sets: &[1, 10],
        boards: &[10, 100],
        replies: &[],
    };

    /// The number of works.
    pub fn len(&self) -> usize {
        let counts = [
            2 * self.guesses.len(),
            self.all_words.into(),
            self.sets.len(),
            self.shard_sets.len(),
            self.boards.len(),
            self.replies.len(),
        ];
        counts.iter().sum()
    }

    /// Up to what whole jobs ask for.
    pub const FULL: Sizes = Sizes {
        guesses: &[13, 130, 1_297, 12_972],
        allowed: 12_972,
        all_words: true,
        sets: &[1, 10, 100, 1_000],
        shard_sets: &[1, 10, 100],
        boards: &[1, 10, 100, 1_000],
        replies: &[2, 20, 200],
    };
}

/// Games and words, made once.
pub struct Material {
    game: Game,
    /// Every word on every word.
    all_words: Option<Game>,
    dictionary: Dictionary,
}

impl Material {
    /// What some sizes need.
    pub fn new(sizes: &Sizes) -> Material {
        let all_words = || Game::new(&Wordle, Lists::original().without_knowing_solutions());
        Material {
            game: Game::new(&Wordle, Lists::original()),
            all_words: sizes.all_words.then(all_words),
            dictionary: Dictionary::english(),
        }
    }

    /// The words of Letterpress that are common enough.
    pub fn lexicon(&self) -> Lexicon<'_> {
        let common = wordgame_engine::words::Vocabulary::Common;
        Lexicon::new(&self.dictionary, |frequency| common.knows(frequency))
    }
}

/// One stage at one size.
pub struct Work<'a> {
    pub stage: Stage,
    /// What there is, in words.
    pub what: String,
    /// Patterns, or moves: what the answer speaks of. Whoever need not look at each is faster.
    pub units: u64,
    task: Task<'a>,
    expected: Answer,
}

enum Task<'a> {
    Matrix(&'a CodeTable, Range<usize>),
    Sweep(&'a CodeTable, Vec<GuessIndex>),
    Sets(&'a CodeTable, SetBatch),
    Shards(&'a CodeTable, CollisionBatch),
    Moves(MoveBatch),
    Replies(&'a Lexicon<'a>, Board, Ranked),
}

/// What a stage answers.
#[derive(Default, PartialEq)]
pub enum Answer {
    #[default]
    Nothing,
    Codes(Vec<u8>),
    Partitions(Vec<PartitionStats>),
    Best(Vec<Best>),
    Fewest(Vec<FewestCollisions>),
    Moves(Vec<Vec<BestMove>>),
    Replies(Vec<(Move, Option<Move>)>),
}

impl Answer {
    fn bytes(&self) -> usize {
        match self {
            Answer::Nothing => 0,
            Answer::Codes(codes) => codes.len(),
            Answer::Partitions(stats) => size_of_val(&stats[..]),
            Answer::Best(best) => size_of_val(&best[..]),
            Answer::Fewest(fewest) => fewest
                .iter()
                .map(|fewest| size_of_val(&fewest.score) + size_of_val(&fewest.guesses[..]))
                .sum(),
            Answer::Moves(boards) => boards.iter().map(|moves| size_of_val(&moves[..])).sum(),
            Answer::Replies(replies) => size_of_val(&replies[..]),
        }
    }
}

impl Work<'_> {
    /// Does it once. What the last run left in `answer` is written over.
    pub fn run(&self, backend: &dyn Backend, answer: &mut Answer) -> Result<(), ComputeError> {
        *answer = match &self.task {
            Task::Matrix(table, guesses) => {
                let mut codes = match std::mem::take(answer) {
                    Answer::Codes(codes) => codes,
                    _ => Vec::new(),
                };
                codes.resize(guesses.len() * table.solutions(), 0);
                backend.pattern_matrix(table, guesses.clone(), &mut codes)?;
                Answer::Codes(codes)
            }
            Task::Sweep(table, guesses) => Answer::Partitions(backend.partition(table, guesses)?),
            Task::Sets(table, batch) => {
                Answer::Best(backend.best_guesses(table, batch, Order::Splits)?)
            }
            Task::Shards(table, batch) => Answer::Fewest(backend.collisions(table, batch)?),
            Task::Moves(batch) => {
                let query = MoveQuery {
                    exposed: Exposed::Ours,
                    scope: Scope::BestOfFamily,
                    top: TOP,
                };
                let best = backend.best_moves(batch, query)?;
                Answer::Moves(best)
            }
            Task::Replies(lexicon, board, ranked) => {
                let (ranking, replies) = best_replies(board, lexicon, backend, *ranked, &|_| ())?;
                let mut replies: Vec<_> = ranking.moves.into_iter().zip(replies).collect();
                replies.sort_by_key(|(played, _)| played.place);
                Answer::Replies(replies)
            }
        };
        Ok(())
    }

    /// Whether an answer is the oracle's.
    pub fn is_right(&self, answer: &Answer) -> bool {
        *answer == self.expected
    }

    /// Bytes of the answer, for each pattern or move.
    pub fn bytes_a_unit(&self) -> f64 {
        self.expected.bytes() as f64 / self.units as f64
    }
}

/// All stages at all sizes, the smallest size of each stage first, then the next; fewer if the job is
/// interrupted. `done` hears how many there are so far.
pub fn works<'a>(
    material: &'a Material,
    lexicon: &'a Lexicon<'a>,
    sizes: &Sizes,
    done: &dyn Fn(usize),
) -> Vec<Work<'a>> {
    let made = Cell::new(0);
    let tell = |work| {
        made.set(made.get() + 1);
        done(made.get());
        work
    };
    let guessing = Guessing::new(&material.game, sizes.allowed);
    let each = |sizes: &[usize], work: &dyn Fn(usize) -> Work<'a>| -> Vec<Work<'a>> {
        let sizes = sizes.iter().take_while(|_| !is_interrupted());
        sizes.map(|&n| tell(work(n))).collect()
    };
    let mut stages = [
        each(sizes.guesses, &|n| guessing.matrix(n)),
        each(sizes.guesses, &|n| guessing.sweep(n)),
        each(sizes.sets, &|n| guessing.sets(n)),
        each(sizes.shard_sets, &|n| guessing.shards(n)),
        each(sizes.boards, &|n| boards(lexicon, n)),
        each(sizes.replies, &|n| replies(lexicon, n)),
    ];
    if let Some(game) = &material.all_words
        && !is_interrupted()
    {
        let guesses = game.table().guesses();
        let codes = Codes::new(game, guesses);
        stages[0].push(tell(matrix(game, &codes, guesses)));
    }
    let mut stages = stages.map(Vec::into_iter);
    let mut works = Vec::new();
    loop {
        let before = works.len();
        works.extend(stages.iter_mut().filter_map(Iterator::next));
        if works.len() == before {
            return works;
        }
    }
}

/// The work of games that answer with patterns.
struct Guessing<'a> {
    game: &'a Game,
    codes: Codes,
    /// What the sets allow.
    allowed: Arc<[GuessIndex]>,
    /// The groups of more than two candidates that the openings leave.
    groups: Vec<Vec<u32>>,
}

impl<'a> Guessing<'a> {
    fn new(game: &'a Game, allowed: usize) -> Guessing<'a> {
        let guesses = game.table().guesses();
        let candidates = game.all_candidates();
        let openings = (0..guesses as u32).step_by(guesses / OPENINGS);
        let groups = openings.flat_map(|opening| game.groups(opening, &candidates));
        Guessing {
            game,
            allowed: some_of(guesses, allowed).into(),
            codes: Codes::new(game, guesses),
            groups: groups
                .map(|(_, group)| group)
                .filter(|group| group.len() > 2)
                .collect(),
        }
    }

    fn matrix(&self, guesses: usize) -> Work<'a> {
        matrix(self.game, &self.codes, guesses)
    }

    fn sweep(&self, guesses: usize) -> Work<'a> {
        let table = self.game.table();
        let list = some_of(table.guesses(), guesses);
        Work {
            stage: Stage::FirstGuessSweep,
            what: format!(
                "{} on {}",
                counted(guesses, "guess", "guesses"),
                counted(table.solutions(), "candidate", "candidates")
            ),
            units: (list.len() * table.solutions()) as u64,
            expected: Answer::Partitions(self.codes.partitions(&list)),
            task: Task::Sweep(table, list),
        }
    }

    /// So many of the groups, spread over them.
    fn some_groups(&self, sets: usize) -> impl Iterator<Item = &[u32]> {
        let step = (self.groups.len() / sets).max(1);
        let groups = self.groups.iter().skip(step / 2).step_by(step);
        groups.take(sets).map(Vec::as_slice)
    }

    fn sets(&self, sets: usize) -> Work<'a> {
        let mut batch = SetBatch::default();
        let mut members = 0;
        for group in self.some_groups(sets) {
            batch.push(bytemuck::cast_slice(group), &self.allowed);
            members += group.len();
        }
        Work {
            stage: Stage::BatchedSets,
            what: counted(batch.len(), "set", "sets"),
            units: (members * self.allowed.len()) as u64,
            expected: Answer::Best(self.codes.most_splits(&batch)),
            task: Task::Sets(self.game.table(), batch),
        }
    }

    fn shards(&self, sets: usize) -> Work<'a> {
        let mut batch = CollisionBatch::default();
        let mut members = 0;
        for group in self.some_groups(sets) {
            let shards = Shards::new(self.game, group);
            let large = shards.of_at_least(2).map(bytemuck::cast_slice);
            batch.push(large, 2, &self.allowed);
            members += shards.of_at_least(2).map(<[u32]>::len).sum::<usize>();
        }
        Work {
            stage: Stage::Shards,
            what: format!("shards of {}", counted(batch.len(), "set", "sets")),
            units: (members * self.allowed.len()) as u64,
            expected: Answer::Fewest(self.codes.fewest_collisions(&batch)),
            task: Task::Shards(self.game.table(), batch),
        }
    }
}

/// So many of the numbers below `all`, spread over them.
fn some_of(all: usize, count: usize) -> Vec<GuessIndex> {
    let numbers = GuessIndex::up_to(all).step_by((all / count).max(1));
    numbers.take(count).collect()
}

fn matrix<'a>(game: &'a Game, codes: &Codes, guesses: usize) -> Work<'a> {
    let table = game.table();
    Work {
        stage: Stage::PatternMatrix,
        what: format!(
            "{} on {}",
            counted(guesses, "guess", "guesses"),
            counted(table.solutions(), "candidate", "candidates")
        ),
        units: (guesses * table.solutions()) as u64,
        expected: Answer::Codes(codes.of(0..guesses).to_vec()),
        task: Task::Matrix(table, 0..guesses),
    }
}

/// The moves of some boards, anagrams once.
fn boards(lexicon: &Lexicon, boards: usize) -> Work<'static> {
    let mut batch = MoveBatch::default();
    for board in random_boards(boards) {
        let words = lexicon.playable(&board);
        let groups = anagrams(&words);
        let mut ways = Ways::new(&mut batch, &board, true);
        for group in groups {
            let place = words[group.words[0] as usize].place;
            ways.push(lexicon.dictionary().word(place));
        }
        ways.finish();
    }
    let families = (0..batch.len()).flat_map(|board| batch.families(board));
    Work {
        stage: Stage::Letterpress,
        what: counted(boards, "board", "boards"),
        units: families.map(|family| batch.moves(family)).sum(),
        expected: Answer::Moves(oracle::best_moves(&batch, TOP)),
        task: Task::Moves(batch),
    }
}

/// The best replies to the best moves of a board. Its moves and those of the replies are counted.
fn replies<'a>(lexicon: &'a Lexicon<'a>, top: usize) -> Work<'a> {
    let board = Board::new(BOARD, OURS, THEIRS, [""; 0]).expect("the article's board is one");
    let mut units = 0;
    let mut ranking = |board: &Board, top| {
        units += ways(board, lexicon);
        oracle::ranking(board, lexicon, top)
    };
    let moves = ranking(&board, top);
    let mut expected: Vec<(Move, Option<Move>)> = moves
        .into_iter()
        .map(|played| {
            let reply = (played.after.free() != 0).then(|| {
                let word = lexicon.dictionary().word(played.place);
                let next = board.after(word, played.after);
                ranking(&next, 1).first().copied()
            });
            (played, reply.flatten())
        })
        .collect();
    expected.sort_by_key(|(played, _)| played.place);
    Work {
        stage: Stage::Replies,
        what: format!("the best replies to {top} moves"),
        units,
        expected: Answer::Replies(expected),
        task: Task::Replies(
            lexicon,
            board,
            Ranked {
                order: MoveOrder::Article,
                rows: Rows::Words,
                fold: true,
                top,
            },
        ),
    }
}

/// All ways to play the words that can be played on a board.
fn ways(board: &Board, lexicon: &Lexicon) -> u64 {
    let mut batch = MoveBatch::default();
    let mut ways = Ways::new(&mut batch, board, true);
    let playable = lexicon.playable(board);
    let words = playable
        .iter()
        .map(|word| lexicon.dictionary().word(word.place));
    words.map(|word| ways.push(word)).sum()
}

/// Boards with letters about as common as in English, in the middle of a game; always the same.
fn random_boards(count: usize) -> impl Iterator<Item = Board> {
    const BAG: &[u8] = b"eeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnssssssrrrrrrhhhhhhllllddddcccuuummmffppggwwyybbvkjxqz";
    // Numerical Recipes' linear congruential generator; its low bits are poor.
    let mut state = 1u32;
    let mut next = move |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    (0..count).map(move |_| {
        let letters: String = (0..25).map(|_| char::from(BAG[next(BAG.len())])).collect();
        let ours = (next(1 << 12) << 13) as u64;
        let theirs = next(1 << 12) as u64;
        Board::new(&letters, ours, theirs, [""; 0]).expect("25 letters and no square owned twice")
    })
}

#[cfg(test)]
mod tests {
    use wordgame_engine::compute::cpu::Cpu;

    use super::*;

    /// Something of each stage.
    const FEW: Sizes = Sizes {
        guesses: &[13],
        allowed: 40,
        all_words: false,
        sets: &[3],
        shard_sets: &[3],
        boards: &[2],
        replies: &[2],
    };

    #[test]
    fn the_cpu_answers_each_stage_as_the_oracle_does_and_no_other_answer_is_right() {
        let material = Material::new(&FEW);
        let lexicon = material.lexicon();
        let works = works(&material, &lexicon, &FEW, &|_| ());
        let stages: Vec<Stage> = works.iter().map(|work| work.stage).collect();
        assert_eq!(stages, Stage::ALL);
        let mut answer = Answer::default();
        for work in &works {
            assert!(!work.is_right(&answer), "{}", work.what);
            // What the work before left must not matter, nor what this one leaves.
            for _ in 0..2 {
                work.run(&Cpu, &mut answer).unwrap();
                assert!(work.is_right(&answer), "{}", work.what);
            }
            assert!(work.units > 0 && work.bytes_a_unit() > 0.0);
        }
        let [matrix, ..] = &works[..] else {
            unreachable!()
        };
        matrix.run(&Cpu, &mut answer).unwrap();
        if let Answer::Codes(codes) = &mut answer {
            codes[100] ^= 1;
        }
        assert!(!matrix.is_right(&answer), "one code is another");
    }
}
