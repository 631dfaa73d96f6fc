//! The workloads of a benchmark: each stage at several sizes, with the right answers.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use super::oracle;
use crate::compute::batch::{Best, Order, SetBatch};
use crate::compute::best_moves::{BestMove, MoveBatch, MoveQuery, Scope};
use crate::compute::collisions::{CollisionBatch, FewestCollisions};
use crate::compute::cpu::reference;
use crate::compute::grid::Exposed;
use crate::compute::{
    Backend, CandidateIndex, CodeTable, ComputeError, GuessIndex, PartitionStats,
};
use crate::guessing::pattern::code_bytes;
use crate::guessing::rule::Wordle;
use crate::guessing::strategy::CollisionBuckets;
use crate::guessing::{Game, Lists};
use crate::letterpress::lexicon::anagrams;
use crate::letterpress::{
    Board, Lexicon, Move, MoveOrder, RankOptions, Ranker, Rows, Ways, best_replies,
};
use crate::progress::Progress;
use crate::report::numbers::counted;
use crate::words::Dictionary;

/// The moves that are requested per board.
const BEST_MOVES: MoveQuery = MoveQuery {
    exposed: Exposed::Ours,
    scope: Scope::BestOfFamily,
    top: 20,
};

/// The number of openings, spread over the list, whose groups are the candidate sets.
const OPENINGS: usize = 20;

/// The board for the replies: the one of the article.
const BOARD: &str = "efpjaccwcejfjvkqmmpbkumlt";
const OURS: u64 = 2_595;
const THEIRS: u64 = 27_262_992;

/// A stage of the engine, as the traits and shaders name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The codes of guesses on candidates.
    PatternMatrix,
    /// The partition that each guess makes of all candidates: the first-guess sweep.
    Partition,
    /// The best guess of each of many candidate sets.
    BestGuesses,
    /// The guesses with the fewest collisions, for hard mode.
    Collisions,
    /// The best moves of Letterpress boards.
    BestMoves,
    /// The best replies to Letterpress moves: best moves of many boards that differ little.
    Replies,
}

impl Stage {
    /// All stages, in the order of the report.
    pub const ALL: [Stage; 6] = [
        Stage::PatternMatrix,
        Stage::Partition,
        Stage::BestGuesses,
        Stage::Collisions,
        Stage::BestMoves,
        Stage::Replies,
    ];

    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Stage::PatternMatrix => "pattern matrix",
            Stage::Partition => "partition",
            Stage::BestGuesses => "best guesses",
            Stage::Collisions => "collisions",
            Stage::BestMoves => "best moves",
            Stage::Replies => "replies",
        }
    }

    /// The unit in which its work is counted.
    pub fn unit(self) -> &'static str {
        match self {
            Stage::BestMoves | Stage::Replies => "moves",
            _ => "patterns",
        }
    }
}

/// The sizes at which each stage runs: numbers of guesses, sets, boards, or moves to reply to.
pub struct Sizes {
    guesses: &'static [usize],
    /// The number of guesses that each set allows.
    allowed: usize,
    /// True to compute every word's pattern on every word as well.
    all_words: bool,
    sets: &'static [usize],
    bucket_sets: &'static [usize],
    boards: &'static [usize],
    replies: &'static [usize],
}

impl Sizes {
    /// Small sizes: seconds of work in all.
    pub const QUICK: Sizes = Sizes {
        guesses: &[13, 130, 1_297],
        allowed: 1_297,
        all_words: false,
        sets: &[1, 10],
        bucket_sets: &[1, 10],
        boards: &[1, 10],
        replies: &[2, 10],
    };

    /// Sizes at which tunings differ, up to those of whole jobs. Stages made of other stages are left out.
    pub const TUNE: Sizes = Sizes {
        guesses: &[130, 1_297, 12_972],
        allowed: 12_972,
        all_words: false,
        sets: &[1, 10, 100],
        bucket_sets: &[1, 10],
        boards: &[10, 100],
        replies: &[],
    };

    /// The number of workloads, if the lists are large enough for all sizes.
    pub fn workload_count(&self) -> usize {
        let counts = [
            2 * self.guesses.len(),
            self.all_words.into(),
            self.sets.len(),
            self.bucket_sets.len(),
            self.boards.len(),
            self.replies.len(),
        ];
        counts.iter().sum()
    }

    /// All sizes, up to those of whole jobs.
    pub const FULL: Sizes = Sizes {
        guesses: &[13, 130, 1_297, 12_972],
        allowed: 12_972,
        all_words: true,
        sets: &[1, 10, 100, 1_000],
        bucket_sets: &[1, 10, 100],
        boards: &[1, 10, 100, 1_000],
        replies: &[2, 20, 200],
    };
}

/// The lists and words that all workloads share.
pub struct Material {
    game: Game,
    /// A game in which every word may be the solution.
    all_words: Option<Game>,
    dictionary: Dictionary,
}

/// A table of every word on every word is measured only if its codes take at most this many bytes. The answer and the
/// right answer take as many each.
const ALL_WORDS_BYTES: usize = 512 << 20;

impl Material {
    /// The material that some sizes need. The stages of the guessing games use `lists`, those of Letterpress the built-in
    /// dictionary.
    pub fn new(sizes: &Sizes, lists: Lists) -> Material {
        let all = lists.clone().with_all_guesses_as_candidates();
        let bytes = all.guesses().len().pow(2) * code_bytes(all.length());
        let adds_words = all.candidates().len() > lists.candidates().len();
        let all_words = sizes.all_words && adds_words && bytes <= ALL_WORDS_BYTES;
        Material {
            game: Game::new(&Wordle, lists),
            all_words: all_words.then(|| Game::new(&Wordle, all)),
            dictionary: Dictionary::english(),
        }
    }

    /// The lists of the guessing games.
    pub fn lists(&self) -> &Lists {
        self.game.lists()
    }

    /// The words of Letterpress in the common vocabulary.
    pub fn lexicon(&self) -> Lexicon<'_> {
        let common = crate::words::Vocabulary::Common;
        Lexicon::new(&self.dictionary, |frequency| common.knows(frequency))
    }
}

/// One stage at one size.
pub struct Workload<'a> {
    /// The stage.
    pub stage: Stage,
    /// The size in words: `130 guesses on 2,315 candidates`.
    pub description: String,
    /// The patterns or moves that the answer covers. A method that need not compute each of them is faster.
    pub units: u64,
    task: Task<'a>,
    expected: Answer,
}

/// The inputs of a stage.
enum Task<'a> {
    Matrix(&'a CodeTable, Range<usize>),
    Partition(&'a CodeTable, Vec<GuessIndex>),
    BestGuesses(&'a CodeTable, SetBatch),
    Collisions(&'a CodeTable, CollisionBatch),
    BestMoves(MoveBatch),
    Replies(&'a Lexicon<'a>, Board, RankOptions),
}

/// The answer of a stage.
#[derive(Default, PartialEq)]
pub enum Answer {
    /// No answer yet.
    #[default]
    Nothing,
    /// The bytes of pattern codes, row by row.
    Codes(Vec<u8>),
    /// One partition per guess.
    Partitions(Vec<PartitionStats>),
    /// One best guess per set.
    Best(Vec<Best>),
    /// The guesses with the fewest collisions per set of buckets.
    Fewest(Vec<FewestCollisions>),
    /// The best moves of each board.
    Moves(Vec<Vec<BestMove>>),
    /// Moves with their best replies.
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

impl Workload<'_> {
    /// Runs the workload once and replaces `answer`. The memory of an earlier answer is reused.
    ///
    /// # Errors
    /// [`ComputeError`], only from a GPU.
    pub fn run(&self, backend: &dyn Backend, answer: &mut Answer) -> Result<(), ComputeError> {
        *answer = match &self.task {
            Task::Matrix(table, guesses) => {
                let mut codes = match std::mem::take(answer) {
                    Answer::Codes(codes) => codes,
                    _ => Vec::new(),
                };
                codes.resize(guesses.len() * table.solutions() * table.code_bytes(), 0);
                backend.pattern_matrix(table, guesses.clone(), &mut codes)?;
                Answer::Codes(codes)
            }
            Task::Partition(table, guesses) => {
                Answer::Partitions(backend.partition(table, guesses)?)
            }
            Task::BestGuesses(table, batch) => {
                Answer::Best(backend.best_guesses(table, batch, Order::Splits)?)
            }
            Task::Collisions(table, batch) => Answer::Fewest(backend.collisions(table, batch)?),
            Task::BestMoves(batch) => {
                let best = backend.best_moves(batch, BEST_MOVES)?;
                Answer::Moves(best)
            }
            Task::Replies(lexicon, board, options) => {
                let ranker = Ranker::new(lexicon, backend, *options);
                let mut replies = best_replies(&ranker, board)?.moves;
                replies.sort_by_key(|(played, _)| played.word);
                Answer::Replies(replies)
            }
        };
        Ok(())
    }

    /// True if an answer equals the oracle's.
    pub fn is_right(&self, answer: &Answer) -> bool {
        *answer == self.expected
    }

    /// Bytes of the answer per pattern or move.
    pub fn bytes_per_unit(&self) -> f64 {
        self.expected.bytes() as f64 / self.units as f64
    }
}

/// Makes the workloads: first every stage at its smallest size, then at the next size, and so on. Fewer if `stop` becomes
/// true. `progress` counts workloads.
pub fn workloads<'a>(
    material: &'a Material,
    lexicon: &'a Lexicon<'a>,
    sizes: &Sizes,
    stop: &dyn Fn() -> bool,
    progress: Progress,
) -> Vec<Workload<'a>> {
    let made = Cell::new(0);
    let counted = |workload| {
        made.set(made.get() + 1);
        progress.report(made.get());
        workload
    };
    let guessing = Guessing::new(&material.game, sizes.allowed);
    let guesses = up_to(material.lists().guesses().len(), sizes.guesses);
    let sets = up_to(guessing.groups.len(), sizes.sets);
    let bucket_sets = up_to(guessing.groups.len(), sizes.bucket_sets);
    let each = |sizes: &[usize], make: &dyn Fn(usize) -> Workload<'a>| -> Vec<Workload<'a>> {
        let sizes = sizes.iter().take_while(|_| !stop());
        sizes.map(|&n| counted(make(n))).collect()
    };
    let mut stages = [
        each(&guesses, &|n| pattern_matrix(&material.game, n)),
        each(&guesses, &|n| guessing.partition(n)),
        each(&sets, &|n| guessing.best_guesses(n)),
        each(&bucket_sets, &|n| guessing.collisions(n)),
        each(sizes.boards, &|n| best_moves(lexicon, n)),
        each(sizes.replies, &|n| replies(lexicon, n)),
    ];
    if let Some(game) = &material.all_words
        && !stop()
    {
        let guesses = game.table().guesses();
        stages[0].push(counted(pattern_matrix(game, guesses)));
    }
    let mut stages = stages.map(Vec::into_iter);
    let mut workloads = Vec::new();
    loop {
        let before = workloads.len();
        workloads.extend(stages.iter_mut().filter_map(Iterator::next));
        if workloads.len() == before {
            return workloads;
        }
    }
}

/// The sizes up to `largest`, which replaces the first size above it.
fn up_to(largest: usize, sizes: &[usize]) -> Vec<usize> {
    let mut sizes: Vec<usize> = sizes.iter().map(|&size| size.min(largest)).collect();
    sizes.dedup();
    sizes.retain(|&size| size > 0);
    sizes
}

/// Makes the workloads of the guessing games.
struct Guessing<'a> {
    game: &'a Game,
    /// The guesses that every set allows.
    allowed: Arc<[GuessIndex]>,
    /// The groups of more than two candidates after the openings.
    groups: Vec<Vec<CandidateIndex>>,
}

impl<'a> Guessing<'a> {
    fn new(game: &'a Game, allowed: usize) -> Guessing<'a> {
        let guesses = game.table().guesses();
        let candidates = game.all_candidates();
        let openings = GuessIndex::up_to(guesses).step_by((guesses / OPENINGS).max(1));
        let groups = openings.flat_map(|opening| game.groups(opening, &candidates));
        Guessing {
            game,
            allowed: some_of(guesses, allowed).into(),
            groups: groups
                .map(|(_, group)| group)
                .filter(|group| group.len() > 2)
                .collect(),
        }
    }

    fn partition(&self, guesses: usize) -> Workload<'a> {
        let table = self.game.table();
        let list = some_of(table.guesses(), guesses);
        Workload {
            stage: Stage::Partition,
            description: format!(
                "{} on {}",
                counted(guesses, "guess", "guesses"),
                counted(table.solutions(), "candidate", "candidates")
            ),
            units: (list.len() * table.solutions()) as u64,
            expected: Answer::Partitions(reference::partition(table, &list)),
            task: Task::Partition(table, list),
        }
    }

    /// `sets` of the groups, spread over all of them.
    fn some_groups(&self, sets: usize) -> impl Iterator<Item = &[CandidateIndex]> {
        let step = (self.groups.len() / sets).max(1);
        let groups = self.groups.iter().skip(step / 2).step_by(step);
        groups.take(sets).map(Vec::as_slice)
    }

    fn best_guesses(&self, sets: usize) -> Workload<'a> {
        let table = self.game.table();
        let mut batch = SetBatch::default();
        let mut members = 0;
        for group in self.some_groups(sets) {
            batch.push(group, &self.allowed);
            members += group.len();
        }
        Workload {
            stage: Stage::BestGuesses,
            description: counted(batch.len(), "set", "sets"),
            units: (members * self.allowed.len()) as u64,
            expected: Answer::Best(reference::best_guesses(table, &batch, Order::Splits)),
            task: Task::BestGuesses(table, batch),
        }
    }

    fn collisions(&self, sets: usize) -> Workload<'a> {
        let table = self.game.table();
        let mut batch = CollisionBatch::default();
        let mut members = 0;
        for group in self.some_groups(sets) {
            let buckets = CollisionBuckets::new(self.game, group);
            let large = buckets.of_at_least(2);
            batch.push(large, 2, &self.allowed);
            members += buckets
                .of_at_least(2)
                .map(<[CandidateIndex]>::len)
                .sum::<usize>();
        }
        Workload {
            stage: Stage::Collisions,
            description: format!(
                "collision buckets of {}",
                counted(batch.len(), "set", "sets")
            ),
            units: (members * self.allowed.len()) as u64,
            expected: Answer::Fewest(reference::collisions(table, &batch)),
            task: Task::Collisions(table, batch),
        }
    }
}

/// `count` of the numbers below `all`, spread evenly.
fn some_of(all: usize, count: usize) -> Vec<GuessIndex> {
    let numbers = GuessIndex::up_to(all).step_by((all / count).max(1));
    numbers.take(count).collect()
}

fn pattern_matrix(game: &Game, guesses: usize) -> Workload<'_> {
    let table = game.table();
    Workload {
        stage: Stage::PatternMatrix,
        description: format!(
            "{} on {}",
            counted(guesses, "guess", "guesses"),
            counted(table.solutions(), "candidate", "candidates")
        ),
        units: (guesses * table.solutions()) as u64,
        expected: Answer::Codes(oracle::pattern_matrix(game, guesses)),
        task: Task::Matrix(table, 0..guesses),
    }
}

/// The moves of some boards, with one word for each set of anagrams.
fn best_moves(lexicon: &Lexicon, boards: usize) -> Workload<'static> {
    let mut batch = MoveBatch::default();
    for board in random_boards(boards) {
        let words = lexicon.playable(&board);
        let groups = anagrams(&words);
        let mut ways = Ways::new(&mut batch, &board, true);
        for group in groups {
            let first = words[group.indices[0] as usize];
            ways.push(lexicon.dictionary().word(first.word));
        }
        ways.finish();
    }
    let families = (0..batch.len()).flat_map(|board| batch.families(board));
    Workload {
        stage: Stage::BestMoves,
        description: counted(boards, "board", "boards"),
        units: families.map(|family| batch.moves(family)).sum(),
        expected: Answer::Moves(reference::best_moves(&batch, BEST_MOVES)),
        task: Task::BestMoves(batch),
    }
}

/// The best replies to the best moves of a board. The units are its moves and those of the replies.
fn replies<'a>(lexicon: &'a Lexicon<'a>, top: usize) -> Workload<'a> {
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
                let word = lexicon.dictionary().word(played.word);
                let next = board.after(word, played.after);
                ranking(&next, 1).first().copied()
            });
            (played, reply.flatten())
        })
        .collect();
    expected.sort_by_key(|(played, _)| played.word);
    Workload {
        stage: Stage::Replies,
        description: format!("the best replies to {top} moves"),
        units,
        expected: Answer::Replies(expected),
        task: Task::Replies(
            lexicon,
            board,
            RankOptions {
                order: MoveOrder::Article,
                rows: Rows::Words,
                fold: true,
                top,
            },
        ),
    }
}

/// The number of ways to play words on a board.
fn ways(board: &Board, lexicon: &Lexicon) -> u64 {
    let mut batch = MoveBatch::default();
    let mut ways = Ways::new(&mut batch, board, true);
    let playable = lexicon.playable(board);
    let words = playable
        .iter()
        .map(|word| lexicon.dictionary().word(word.word));
    words.map(|word| ways.push(word)).sum()
}

/// Boards in the middle of a game, with letters about as frequent as in English. They are the same each time.
fn random_boards(count: usize) -> impl Iterator<Item = Board> {
    const BAG: &[u8] = b"eeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnssssssrrrrrrhhhhhhllllddddcccuuummmffppggwwyybbvkjxqz";
    // The linear congruential generator of Numerical Recipes. Its low bits are poor, so they are dropped.
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
    use crate::compute::cpu::Cpu;
    use crate::words::WordList;

    use super::*;

    /// One small size of each stage.
    const FEW: Sizes = Sizes {
        guesses: &[13],
        allowed: 40,
        all_words: false,
        sets: &[3],
        bucket_sets: &[3],
        boards: &[2],
        replies: &[2],
    };

    #[test]
    fn cpu_agrees_with_the_oracle_on_each_stage_and_other_answers_are_wrong() {
        let material = Material::new(&FEW, Lists::original());
        let lexicon = material.lexicon();
        let workloads = workloads(&material, &lexicon, &FEW, &|| false, Progress::none());
        let stages: Vec<Stage> = workloads.iter().map(|workload| workload.stage).collect();
        assert_eq!(stages, Stage::ALL);
        let mut answer = Answer::default();
        for workload in &workloads {
            assert!(!workload.is_right(&answer), "{}", workload.description);
            // Neither the previous workload's answer nor this one's may matter.
            for _ in 0..2 {
                workload.run(&Cpu, &mut answer).unwrap();
                assert!(workload.is_right(&answer), "{}", workload.description);
            }
            assert!(workload.units > 0 && workload.bytes_per_unit() > 0.0);
        }
        let [matrix, ..] = &workloads[..] else {
            unreachable!()
        };
        matrix.run(&Cpu, &mut answer).unwrap();
        if let Answer::Codes(codes) = &mut answer {
            codes[100] ^= 1;
        }
        assert!(!matrix.is_right(&answer), "one code is another");
    }

    #[test]
    fn lists_smaller_than_the_sizes_are_measured_whole_and_once() {
        assert_eq!(up_to(100, &[13, 130, 1_297]), [13, 100]);
        assert_eq!(up_to(0, &[1, 10]), [0; 0]);
        let words = WordList::new(["pit", "pat", "pet"].map(|word| word.parse().unwrap()));
        let lists = Lists::new("three", words.clone(), words);
        let material = Material::new(&Sizes::FULL, lists);
        let lexicon = material.lexicon();
        let sizes = Sizes {
            boards: &[1],
            replies: &[2],
            ..Sizes::FULL
        };
        let workloads = workloads(&material, &lexicon, &sizes, &|| false, Progress::none());
        let of_guessing = workloads.iter().filter(|w| w.stage.unit() == "patterns");
        let described: Vec<&str> = of_guessing.map(|w| &w.description[..]).collect();
        assert_eq!(described, ["3 guesses on 3 candidates"; 2]);
    }
}
