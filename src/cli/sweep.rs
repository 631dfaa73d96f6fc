//! `--first-guess-sweep`: every guess against one candidate set, ranked.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use comfy_table::{Cell, CellAlignment, Color};
use indicatif::HumanCount;
use serde::Serialize;
use wordgame_engine::compute::PartitionStats;
use wordgame_engine::guessing::partition::{entropy, expected, win_in_two};
use wordgame_engine::guessing::rule::key_to_marks;
use wordgame_engine::guessing::sweep::Ranked;
use wordgame_engine::guessing::turn::candidates;
use wordgame_engine::guessing::{Constraint, Game, Metric, Rule, Sweep, Turn, sweep};
use wordgame_engine::words::Word;

use super::compute::ComputeArgs;
use super::failure::Failure;
use super::hard::HardArg;
use super::lists::{ListArgs, find_guess};
use super::number::counted;
use super::output::{Format, OutputArgs, Top, table, write_csv, write_json, write_table};
use super::progress::Progress;
use super::report::{JobReport, TurnJson, format_turns};

/// Rows that a table shows where `--top` is not given.
const TABLE_ROWS: usize = 20;

/// Options of a sweep.
#[derive(Args)]
pub struct SweepArgs {
    /// Rank every guess by how it splits the solutions
    #[arg(long)]
    first_guess_sweep: bool,
    /// Rank after these guesses with their marks, as in "crane=-y--g,slide=y---g" (of Word Peaks:
    /// "mines=hlhcl")
    #[arg(long, value_name = "GUESS=MARKS,…")]
    given: Vec<String>,
    #[command(flatten)]
    hard: HardArg,
    /// The figure to rank by
    #[arg(long, value_enum, default_value_t = SortBy::Splits)]
    sort: SortBy,
    /// How many guesses to show: a number or all [default: 20 in a table, all in json and csv]
    #[arg(long, value_name = "N|all")]
    top: Option<Top>,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// A figure to rank by; ties are broken by: a possible solution first, then list order.
#[derive(Clone, Copy, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum SortBy {
    /// Groups, the most first
    Splits,
    /// The largest group, the smallest first
    Largest,
    /// Expected candidates left, the fewest first
    Expected,
    /// Bits of information, the most first
    #[value(alias = "bits")]
    Entropy,
    /// Groups of one candidate, the most first
    Singletons,
    /// The chance to have won after this guess and the next, the highest first
    WinInTwo,
}

impl SortBy {
    fn metric(self) -> Metric {
        match self {
            // The chance is splits / N.
            SortBy::Splits | SortBy::WinInTwo => Metric::Splits,
            SortBy::Largest => Metric::Largest,
            SortBy::Expected => Metric::Expected,
            SortBy::Entropy => Metric::Entropy,
            SortBy::Singletons => Metric::Singletons,
        }
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
    let turns = parse_turns(rule, &args.given, "--given")?;
    if turns.is_empty() && !args.given.is_empty() {
        return Err(Failure::BadInput(
            "--given holds no guess; write GUESS=MARKS, or leave it out".to_owned(),
        ));
    }
    if turns.is_empty() && !args.first_guess_sweep {
        return Err(Failure::BadInput(
            "nothing to do: add --first-guess-sweep, --given GUESS=MARKS, or a command; see --help"
                .to_owned(),
        ));
    }
    let lists = args.lists.load()?;
    for turn in &turns {
        find_guess(&lists, turn.guess, "--given")?;
    }
    let candidates = candidates(rule, &turns, lists.candidates())?;
    let backend = compute.open_backend()?;

    let progress = Progress::new("guesses", lists.guesses().len());
    let game = Game::new(rule, lists);
    let constraint = Constraint::of_turns(rule, &turns, args.hard.mode());
    let guesses = game.allowed_guesses(&constraint);
    let set = |done| progress.set(done);
    let metric = args.sort.metric();
    let sweep = sweep(&game, &*backend, &candidates, &guesses, metric, &set)?;
    let seconds = progress.seconds();
    drop(progress);

    let job = JobReport::new("sweep", &game, backend.info(), seconds);
    let patterns = guesses.len() * candidates.len();
    let done = job.done(&counted(patterns, "pattern", "patterns"));
    let report = SweepReport {
        game: &game,
        args,
        turns: &turns,
        sweep: &sweep,
    };
    args.output.write(|out| match args.output.format {
        Format::Table => report.table(out),
        Format::Json => report.json(out, job),
        Format::Csv => write_csv(out, report.rows()),
    })?;
    compute.tell(&done, &*backend);
    Ok(())
}

/// Reads turns that stand apart by commas, blanks or line ends. `option` is what they were given to.
pub fn parse_turns(rule: &dyn Rule, given: &[String], option: &str) -> Result<Vec<Turn>, Failure> {
    given
        .iter()
        .flat_map(|text| text.split(|c: char| c == ',' || c.is_whitespace()))
        .filter(|text| !text.is_empty())
        .map(|text| {
            Turn::parse(rule, text).map_err(|error| Failure::BadInput(format!("{option}: {error}")))
        })
        .collect()
}

/// A finished sweep and what it was run with.
struct SweepReport<'a> {
    game: &'a Game,
    args: &'a SweepArgs,
    turns: &'a [Turn],
    sweep: &'a Sweep,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct SweepJson {
    #[serde(flatten)]
    job: JobReport,
    given: Vec<TurnJson>,
    hard: Option<&'static str>,
    sort: SortBy,
    candidates: usize,
    allowed_guesses: usize,
    guesses: Vec<Row>,
}

/// One guess in JSON and CSV. Names are stable.
#[derive(Serialize)]
pub struct Row {
    pub rank: usize,
    pub guess: Word,
    pub candidate: bool,
    pub splits: u32,
    pub largest: u32,
    pub expected: f64,
    pub entropy: f64,
    pub singletons: u32,
    pub win_in_two: f64,
    pub sum_squares: u64,
}

impl Row {
    /// A guess of some rank and its partition of so many candidates.
    pub fn new(rank: usize, guess: Word, stats: &PartitionStats, candidates: usize) -> Row {
        Row {
            rank,
            guess,
            candidate: stats.candidate,
            splits: stats.splits,
            largest: stats.largest,
            expected: expected(stats, candidates),
            entropy: entropy(stats, candidates),
            singletons: stats.singletons,
            win_in_two: win_in_two(stats, candidates),
            sum_squares: stats.sum_squares,
        }
    }
}

impl SweepReport<'_> {
    fn shown(&self) -> &[Ranked] {
        let default = match self.args.output.format {
            Format::Table => TABLE_ROWS,
            Format::Json | Format::Csv => usize::MAX,
        };
        let rows = self.args.top.map_or(default, Top::rows);
        &self.sweep.ranking[..rows.min(self.sweep.ranking.len())]
    }

    fn word(&self, ranked: &Ranked) -> Word {
        self.game.lists().guesses()[ranked.guess as usize]
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        let n = self.sweep.candidates;
        (1..)
            .zip(self.shown())
            .map(move |(rank, ranked)| Row::new(rank, self.word(ranked), &ranked.stats, n))
    }

    fn json(&self, out: &mut dyn Write, job: JobReport) -> io::Result<()> {
        write_json(
            out,
            &SweepJson {
                job,
                given: TurnJson::of(self.game.rule(), self.turns),
                hard: self.args.hard.name(),
                sort: self.args.sort,
                candidates: self.sweep.candidates,
                allowed_guesses: self.sweep.ranking.len(),
                guesses: self.rows().collect(),
            },
        )
    }

    fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows = self.sweep.ranking.len();
        let count = |n: usize| HumanCount(n as u64);
        writeln!(
            out,
            "{} on {} ({} lists)",
            counted(rows, "guess", "guesses"),
            counted(self.sweep.candidates, "candidate", "candidates"),
            self.game.lists().name(),
        )?;
        if !self.turns.is_empty() {
            let rule = self.game.rule();
            writeln!(out, "after {}", format_turns(rule, self.turns))?;
            writeln!(out, "marks: {}", key_to_marks(rule))?;
            if let Some(hint) = rule.hint(self.turns) {
                writeln!(out, "open:  {hint}")?;
            }
        }
        write_table(out, &self.figures())?;
        writeln!(out, "* a candidate: it may still be the solution")?;
        let hidden = rows - self.shown().len();
        if hidden > 0 {
            writeln!(out, "{} more: --top N or --top all", count(hidden))?;
        }
        Ok(())
    }

    fn figures(&self) -> comfy_table::Table {
        use CellAlignment::{Left, Right};
        let mut table = table(&[
            ("#", Right),
            ("guess", Left),
            ("splits", Right),
            ("largest", Right),
            ("expected", Right),
            ("bits", Right),
            ("singletons", Right),
            ("win in two", Right),
        ]);
        for row in self.rows() {
            let guess = match row.candidate {
                true => Cell::new(format!("{} *", row.guess)).fg(Color::Green),
                false => Cell::new(row.guess),
            };
            table.add_row([
                Cell::new(HumanCount(row.rank as u64)),
                guess,
                Cell::new(row.splits),
                Cell::new(HumanCount(row.largest.into())),
                Cell::new(format!("{:.2}", row.expected)),
                Cell::new(format!("{:.5}", row.entropy)),
                Cell::new(row.singletons),
                Cell::new(format!("{:.2}%", row.win_in_two * 100.0)),
            ]);
        }
        table
    }
}
