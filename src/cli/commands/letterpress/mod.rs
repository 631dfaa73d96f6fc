//! `engine letterpress`: the moves of a board or of many boards, best first; or a game at the terminal.

mod boards;
mod play;
mod squares;
mod words;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::{Args, Subcommand, ValueEnum};
use wordgame_engine::Failure;
use wordgame_engine::compute::{Backend, ComputeError};
use wordgame_engine::jobs::Share;
use wordgame_engine::jobs::letterpress::RankBoards;
use wordgame_engine::letterpress::{
    Board, Knows, Lexicon, MoveOrder, Opponent, RankOptions, Ranker, Rows, best_replies, look_ahead,
};
use wordgame_engine::report::letterpress::board::BoardReport;
use wordgame_engine::report::letterpress::{BoardResult, Lookahead, RankingInfo};
use wordgame_engine::report::{RunInfo, TABLE_ROWS, Top};

use crate::cli::args::compute::ComputeArgs;
use crate::cli::args::estimate::{self, EstimateArgs};
use crate::cli::args::output::{Format, OutputArgs};
use crate::cli::args::shard::ShardArgs;
use crate::cli::args::vocabulary::lookahead;
use crate::cli::commands::job::JobRun;
use crate::cli::terminal::progress::Progress;
use boards::BoardsArgs;
use play::PlayArgs;
use words::{WordArgs, Words};

/// Letterpress: rank every way to play every word on a board, look at replies, play
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub struct LetterpressArgs {
    #[command(subcommand)]
    job: Option<Job>,
    #[command(flatten)]
    rank: RankArgs,
}

#[derive(Subcommand)]
enum Job {
    Play(PlayArgs),
}

/// The arguments of a ranking.
#[derive(Args)]
struct RankArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    /// How moves are ranked
    #[arg(long, value_enum, default_value_t = RankingName::Article)]
    ranking: RankingName,
    /// List every way to play a word, not only its best
    #[arg(long)]
    all_masks: bool,
    /// How many moves of a board to show: a number or all [default: 20 in a table and with --lookahead,
    /// 1 per board with --boards, otherwise all]
    #[arg(long, value_name = "N|all")]
    top: Option<Top>,
    /// Look at the opponent's next move. Without a value: prefer moves after which the opponent wins at once only with
    /// rare words. With a vocabulary: leave out moves after which the opponent wins at once with its words. With full:
    /// order the best moves by the opponent's best reply with the words that we know
    #[arg(
        long,
        value_name = "LEVEL|full",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "any",
        hide_default_value = true,
        value_parser = lookahead,
        conflicts_with = "boards"
    )]
    lookahead: Option<Lookahead>,
    #[command(flatten)]
    words: WordArgs,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(flatten)]
    estimate: EstimateArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The order of moves: by the end of the game, then protected squares, vulnerability, owned squares, and the word.
#[derive(Clone, Copy, ValueEnum)]
pub enum RankingName {
    /// All our squares count for vulnerability; more common words first
    Article,
    /// Only our protected squares count for vulnerability; rarer words first, as in the program LetterPwn
    Letterpwn,
}

impl RankingName {
    fn order(self) -> MoveOrder {
        match self {
            RankingName::Article => MoveOrder::Article,
            RankingName::Letterpwn => MoveOrder::Letterpwn,
        }
    }
}

impl RankArgs {
    /// The share of the boards to do and the file of the shard, or `None` for all boards.
    fn share(&self) -> Result<Option<(Share, &Path)>, Failure> {
        let share = self.shard.share_to(&self.output)?;
        if share.is_some() && !self.boards.are_many() {
            return Err(Failure::BadInput(
                "--shard divides the boards of a file; add --boards, or leave it out".to_owned(),
            ));
        }
        Ok(share)
    }

    fn ranking_info(&self, words: &Words, lexicon: &Lexicon) -> RankingInfo {
        RankingInfo {
            words: words.info(lexicon.len()),
            ranking: self.ranking.order(),
            all_masks: self.all_masks,
        }
    }

    fn options(&self) -> RankOptions {
        let default = match (self.boards.are_many(), self.lookahead, self.output.format) {
            (true, ..) => 1,
            (_, Some(_), _) | (_, _, Format::Table) => TABLE_ROWS,
            _ => usize::MAX,
        };
        RankOptions {
            order: self.ranking.order(),
            rows: if self.all_masks {
                Rows::Moves
            } else {
                Rows::Words
            },
            fold: !self.all_masks,
            top: self.top.map_or(default, Top::rows),
        }
    }
}

/// Runs `engine letterpress`.
pub fn run(args: &LetterpressArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    match &args.job {
        None => run_rank(&args.rank, compute),
        Some(Job::Play(args)) => play::run(args, compute),
    }
}

fn run_rank(args: &RankArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    let share = args.share()?;
    args.output.check()?;
    args.output.check_apart(&[], &args.words.files())?;
    args.output.check_apart(&[], &args.boards.files())?;
    let boards = args.boards.read()?;
    let words = args.words.load()?;
    if let Some(Lookahead::Level(level)) = args.lookahead {
        words.check_level(level, "--lookahead")?;
    }
    if args.boards.are_many() {
        return run_many(args, share, &boards, &words, compute);
    }
    if args.estimate.budget(compute)?.is_some() {
        return Err(Failure::BadInput(
            "--estimate is for --boards; one board is ranked at once".to_owned(),
        ));
    }
    run_one(args, &boards[0], &words, compute)
}

/// Ranks many boards, or a share of them.
fn run_many(
    args: &RankArgs,
    share: Option<(Share, &Path)>,
    boards: &[Board],
    words: &Words,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    let budget = args.estimate.budget(compute)?;
    let backend = estimate::open_backend(budget.as_ref(), compute)?;
    let lexicon = words.lexicon();
    let job = RankBoards {
        boards,
        ranker: Ranker::new(&lexicon, &*backend, args.options()),
        ranking: args.ranking_info(words, &lexicon),
        top: args.top,
    };
    let run = JobRun {
        unit: "boards",
        budget: budget.as_ref(),
        share,
        tree: None,
        output: &args.output,
        compute,
        backend: &*backend,
        stop: &AtomicBool::new(false),
    };
    run.run(&job)
}

/// Ranks one board, with a look at the opponent's reply if it is asked for.
fn run_one(
    args: &RankArgs,
    board: &Board,
    words: &Words,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    let backend = if args.lookahead == Some(Lookahead::Full) {
        compute.open_backend()?
    } else {
        compute.open_backend_for_one()?
    };
    let started = Instant::now();
    let lexicon = words.lexicon();
    let result = result(args, board, words, &lexicon, &*backend)?;
    let report = BoardReport {
        words: words.describe(),
        ranking: &|| args.ranking_info(words, &lexicon),
        board,
        options: args.options(),
        lookahead: args.lookahead,
        result: &result,
        run: RunInfo::new(&backend.info(), started.elapsed().as_secs_f64()),
    };
    args.output.write_report(&report)?;
    if let Some(line) = result.every_move_loses() {
        crate::cli::terminal::note(&format!("note: {line}"));
    }
    compute.tell(&report.done(), &*backend);
    Ok(())
}

/// Ranks one board as the arguments ask.
fn result<'a>(
    args: &RankArgs,
    board: &Board,
    words: &'a Words,
    lexicon: &Lexicon,
    backend: &dyn Backend,
) -> Result<BoardResult<'a>, ComputeError> {
    let dictionary = words.dictionary();
    let ranker = Ranker::new(lexicon, backend, args.options());
    let level = match args.lookahead {
        None => {
            let ranking = ranker.rank(board)?;
            return Ok(BoardResult::ranked(board, ranking, dictionary));
        }
        Some(Lookahead::Full) => {
            let bar = Progress::new("replies", ranker.options.top);
            let show = |done| bar.set(done);
            let ranker = ranker.with_progress(wordgame_engine::Progress::new(&show));
            let replies = best_replies(&ranker, board)?;
            return Ok(BoardResult::replied(board, replies, dictionary));
        }
        Some(Lookahead::Any) => None,
        Some(Lookahead::Level(level)) => Some(level),
    };
    let knows = level.map(|level| move |frequency| level.knows(frequency));
    let opponent = Opponent {
        lexicon: &words.all(),
        knows: knows.as_ref().map(|knows| knows as &Knows),
    };
    let ahead = look_ahead(&ranker, board, &opponent)?;
    Ok(BoardResult::looked_ahead(board, ahead, dictionary))
}
