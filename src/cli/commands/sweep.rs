//! `--first-guess-sweep`: every guess against one candidate set, ranked.

use clap::{Args, ValueEnum};
use wordgame_engine::Failure;
use wordgame_engine::guessing::{Constraint, Game, Lists, Metric, Rule, SweepRequest, Turn, sweep};
use wordgame_engine::report::numbers::counted;
use wordgame_engine::report::sweep::SweepReport;
use wordgame_engine::report::{JobInfo, Top};
use wordgame_engine::words::Alphabet;

use crate::cli::args::compute::ComputeArgs;
use crate::cli::args::hard::HardArg;
use crate::cli::args::lists::{ListArgs, find_guess, note_beyond_solutions};
use crate::cli::args::output::OutputArgs;
use crate::cli::terminal::progress::Progress;

/// Options of a sweep.
#[derive(Args)]
pub struct SweepArgs {
    /// Rank every guess by how it splits the solutions
    #[arg(long)]
    first_guess_sweep: bool,
    /// Rank the guesses that follow these guesses and marks, as in: {turn}
    #[arg(long, value_name = "GUESS=MARKS,…")]
    given: Vec<String>,
    #[command(flatten)]
    hard: HardArg,
    /// The figure to rank by
    #[arg(long, value_enum, default_value_t = SortName::Splits)]
    sort: SortName,
    /// How many guesses to show: a number or all [default: 20 in a table, all in json and csv]
    #[arg(long, value_name = "N|all")]
    top: Option<Top>,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// A figure to rank by. Among equal guesses, candidates come first, then the order of the list counts.
#[derive(Clone, Copy, ValueEnum)]
enum SortName {
    /// Number of groups, most first
    Splits,
    /// Size of the largest group, smallest first
    Largest,
    /// Expected number of candidates left, fewest first
    Expected,
    /// Bits of information, most first
    #[value(alias = "bits")]
    Entropy,
    /// Number of groups of one candidate, most first
    Singletons,
    /// Chance of having won after this guess and the next, highest first
    WinInTwo,
}

impl SortName {
    fn metric(self) -> Metric {
        match self {
            SortName::Splits => Metric::Splits,
            SortName::Largest => Metric::Largest,
            SortName::Expected => Metric::Expected,
            SortName::Entropy => Metric::Entropy,
            SortName::Singletons => Metric::Singletons,
            SortName::WinInTwo => Metric::WinInTwo,
        }
    }
}

impl SweepArgs {
    /// The turns that candidates have to fit.
    fn turns(&self, rule: &dyn Rule, lists: &Lists) -> Result<Vec<Turn>, Failure> {
        let turns = parse_turns(rule, lists, &self.given, "--given")?;
        if !turns.is_empty() {
            return Ok(turns);
        }
        let message = if !self.given.is_empty() {
            "--given holds no guess; write GUESS=MARKS, or leave it out"
        } else if !self.first_guess_sweep {
            "nothing to do: add --first-guess-sweep, --given GUESS=MARKS, or a command; see --help"
        } else {
            return Ok(turns);
        };
        Err(Failure::BadInput(message.to_owned()))
    }
}

/// Runs a sweep under a rule.
pub fn run(
    rule: &'static dyn Rule,
    args: &SweepArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    args.output.check()?;
    args.output.check_apart(&[], &args.lists.files())?;
    check_turns(rule, &args.given, "--given")?;
    let lists = args.lists.load()?;
    let turns = args.turns(rule, &lists)?;
    let remaining = lists.remaining(rule, &turns)?;
    note_beyond_solutions(&remaining);
    let lists = remaining.lists(lists);
    let backend = compute.open_backend()?;

    let progress = Progress::new("guesses", lists.guesses().len());
    let game = Game::new(rule, lists);
    let constraint = Constraint::of_turns(rule, &turns, args.hard.mode());
    let guesses = game.allowed_guesses(&constraint);
    let set = |done| progress.set(done);
    let metric = args.sort.metric();
    let request = SweepRequest {
        candidates: &remaining.candidates,
        guesses: &guesses,
        metric,
        progress: wordgame_engine::Progress::new(&set),
    };
    let sweep = sweep(&game, &*backend, request)?;
    let seconds = progress.seconds();
    drop(progress);

    let job = JobInfo::new("sweep", &game, backend.info(), seconds);
    let patterns = guesses.len() * remaining.candidates.len();
    let done = job.done(&counted(patterns, "pattern", "patterns"));
    args.output.write_report(&SweepReport {
        job,
        game: &game,
        turns: &turns,
        hard: args.hard.mode(),
        sort: metric,
        sweep: &sweep,
        top: args.top,
    })?;
    compute.tell(&done, &*backend);
    Ok(())
}

/// Reads turns that are separated by commas, spaces or line breaks. Their guesses are in the lists. `option` is the
/// option that they were given to, for the error message.
pub fn parse_turns(
    rule: &dyn Rule,
    lists: &Lists,
    given: &[String],
    option: &str,
) -> Result<Vec<Turn>, Failure> {
    let turns = turn_texts(given).map(|text| {
        if let Some((guess, _)) = text.split_once('=') {
            find_guess(lists, guess, option)?;
        }
        let turn = Turn::parse(rule, lists.alphabet(), text);
        turn.map_err(|error| Failure::BadInput(format!("{option}: {error}")))
    });
    turns.collect()
}

/// Checks that turns have marks, before the lists are read that their guesses are in.
pub fn check_turns(rule: &dyn Rule, given: &[String], option: &str) -> Result<(), Failure> {
    let Some(text) = turn_texts(given).find(|text| !text.contains('=')) else {
        return Ok(());
    };
    let turn = Turn::parse(rule, Alphabet::latin(), text).map(|_| ());
    turn.map_err(|error| Failure::BadInput(format!("{option}: {error}")))
}

fn turn_texts(given: &[String]) -> impl Iterator<Item = &str> {
    let texts = given
        .iter()
        .flat_map(|text| text.split(|c: char| c == ',' || c.is_whitespace()));
    texts.filter(|text| !text.is_empty())
}
