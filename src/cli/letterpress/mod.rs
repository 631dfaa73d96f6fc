//! `engine letterpress`: every move of a board, best first, or of many boards; or a game at the
//! terminal.

mod boards;
mod play;
mod shards;
mod squares;
mod words;

use std::time::Instant;

use clap::{Args, Subcommand, ValueEnum};
use wordgame_engine::Failure;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::{Backend, ComputeError};
use wordgame_engine::letterpress::reply::{Knows, best_replies, look_ahead};
use wordgame_engine::letterpress::{Board, Lexicon, Ranked, rank};
use wordgame_engine::letterpress::{MoveOrder, Rows};
use wordgame_engine::report::letterpress::board::BoardReport;
use wordgame_engine::report::letterpress::boards::BoardsReport;
use wordgame_engine::report::letterpress::{BoardResult, Lookahead, RankingInfo};
use wordgame_engine::report::{RunInfo, TABLE_ROWS, Top};

use super::compute::ComputeArgs;
use super::estimate::{Budget, EstimateArgs, Plan};
use super::output::{Format, OutputArgs};
use super::progress::Progress;
use super::shard::{Shard, ShardArgs};
use boards::BoardsArgs;
use play::PlayArgs;
use shards::AskedOfMany;
pub use shards::merge;
use words::{WordArgs, Words, lookahead};

/// Boards of a batch of `--estimate`.
const STRATA: usize = 32;

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
    /// 1 a board with --boards, else all]
    #[arg(long, value_name = "N|all")]
    top: Option<Top>,
    /// Look at the opponent's next move. Alone: order moves by how rare the commonest word is with
    /// which he wins at once. A vocabulary: drop the moves against which it suffices. full: order the
    /// best moves by his best reply with the words that we know
    #[arg(
        long,
        value_name = "LEVEL|full",
        num_args = 0..=1,
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

/// The order of moves: game end, protected squares, vulnerability, owned squares, then the word.
#[derive(Clone, Copy, ValueEnum)]
pub enum RankingName {
    /// Every square of ours counts as vulnerable by its unprotected neighbours; the commoner word first
    Article,
    /// Only protected squares do; the rarer word first, as the program LetterPwn has it
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
    fn ranked(&self) -> Ranked {
        let default = match (self.boards.are_many(), self.lookahead, self.output.format) {
            (true, ..) => 1,
            (_, Some(_), _) | (_, _, Format::Table) => TABLE_ROWS,
            _ => usize::MAX,
        };
        Ranked {
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
    let share = shards::share(args)?;
    args.output.check()?;
    args.output.check_apart(&[], &args.words.files())?;
    args.output.check_apart(&[], &args.boards.files())?;
    let boards = args.boards.read()?;
    let words = args.words.load()?;
    if let Some(Lookahead::Level(level)) = args.lookahead {
        words.check_level(level, "--lookahead")?;
    }
    if let Some(budget) = args.estimate.budget(compute)? {
        return estimate(args, &boards, &words, &budget);
    }
    let is_whole_job = args.boards.are_many() || args.lookahead == Some(Lookahead::Full);
    let backend = match is_whole_job {
        true => compute.open_backend()?,
        false => compute.open_backend_for_one()?,
    };
    let started = Instant::now();
    let lexicon = words.lexicon();
    let ranking = || RankingInfo {
        words: words.info(lexicon.len()),
        ranking: args.ranking.order(),
        all_masks: args.all_masks,
    };
    let run = || RunInfo::new(&backend.info(), started.elapsed().as_secs_f64());
    if let Some((share, path)) = share {
        let results = results(args, &share.of(&boards), &words, &lexicon, &*backend)?;
        let run = run();
        let asked = AskedOfMany::new(ranking(), args.top, &boards);
        let shard = Shard::new("letterpress", share, boards.len(), asked, run, results);
        return shard.write(path);
    }
    let results = results(args, &boards, &words, &lexicon, &*backend)?;
    let run = run();
    if args.boards.are_many() {
        let report = BoardsReport {
            words: words.describe(),
            ranking: &ranking,
            results: &results,
            run,
        };
        args.output.write_report(&report)?;
        compute.tell(&report.done(), &*backend);
        return Ok(());
    }
    let report = BoardReport {
        words: words.describe(),
        ranking: &ranking,
        board: &boards[0],
        ranked: args.ranked(),
        lookahead: args.lookahead,
        result: &results[0],
        run,
    };
    args.output.write_report(&report)?;
    if results[0].every_move_loses() {
        super::note("note: every move loses; the rarest way to lose comes first");
    }
    compute.tell(&report.done(), &*backend);
    Ok(())
}

/// What many boards would take.
fn estimate(
    args: &RankArgs,
    boards: &[Board],
    words: &Words,
    budget: &Budget,
) -> Result<(), Failure> {
    if !args.boards.are_many() {
        return Err(Failure::BadInput(
            "--estimate is for --boards; one board is ranked at once".to_owned(),
        ));
    }
    let plan = Plan {
        job: "letterpress",
        title: format!("letterpress ({})", words.describe()),
        unit: ["board", "boards"],
        items: boards,
        strata: STRATA,
        sharing: 1.0,
        most_bytes: None,
    };
    let (ranked, lexicon) = (args.ranked(), words.lexicon());
    let rank_some = |boards: &[Board]| {
        rank(boards, &lexicon, &Cpu, ranked, &|_| ())?;
        Ok(true)
    };
    plan.run(budget, &args.output, || Ok(true), rank_some)
}

/// Ranks the boards as the arguments ask.
fn results<'a>(
    args: &RankArgs,
    boards: &[Board],
    words: &'a Words,
    lexicon: &Lexicon,
    backend: &dyn Backend,
) -> Result<Vec<BoardResult<'a>>, ComputeError> {
    let (ranked, dictionary) = (args.ranked(), words.dictionary());
    let level = match args.lookahead {
        None => {
            let progress = Progress::new("boards", boards.len());
            let rankings = rank(boards, lexicon, backend, ranked, &|done| progress.set(done))?;
            let results = boards.iter().zip(rankings);
            let results = results.map(|(board, it)| BoardResult::ranked(board, it, dictionary));
            return Ok(results.collect());
        }
        Some(Lookahead::Full) => {
            let progress = Progress::new("replies", ranked.top);
            let done = |done| progress.set(done);
            let (ranking, replies) = best_replies(&boards[0], lexicon, backend, ranked, &done)?;
            let result = BoardResult::replied(&boards[0], ranking, replies, dictionary);
            return Ok(vec![result]);
        }
        Some(Lookahead::Any) => None,
        Some(Lookahead::Level(level)) => Some(level),
    };
    let knows = level.map(|level| move |frequency| level.knows(frequency));
    let knows = knows.as_ref().map(|knows| knows as &Knows);
    let opponent = words.all();
    let ahead = look_ahead(&boards[0], lexicon, &opponent, knows, backend, ranked)?;
    let result = BoardResult::looked_ahead(&boards[0], ahead, dictionary);
    Ok(vec![result])
}
