//! `engine wordle analyse`: how good the guesses of a game were, and how lucky.

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;
use comfy_table::CellAlignment::{Left, Right};
use indicatif::HumanCount;
use serde::Serialize;
use wordgame_engine::guessing::analysis::{Judged, expected_left, judge};
use wordgame_engine::guessing::rule::{format_pattern, key_to_marks};
use wordgame_engine::guessing::{Game, Rule};
use wordgame_engine::words::Word;

use super::compute::ComputeArgs;
use super::failure::Failure;
use super::hard::HardArg;
use super::lists::{ListArgs, find_guess, nearest_candidate};
use super::number::counted;
use super::output::{Format, OutputArgs, table, write_csv, write_json, write_table};
use super::report::JobReport;

/// How good and how lucky the guesses of a game were, each against the best at that point: the guess that
/// leaves the fewest candidates to be found on average
#[derive(Args)]
pub struct AnalyseArgs {
    /// The guesses made, in order
    #[arg(value_name = "GUESS", required = true)]
    played: Vec<Word>,
    /// The word that was to be found
    #[arg(long, value_name = "WORD")]
    solution: Word,
    #[command(flatten)]
    hard: HardArg,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Serialize)]
struct AnalyseJson {
    #[serde(flatten)]
    job: JobReport,
    solution: Word,
    hard: Option<&'static str>,
    skill: f64,
    luck: f64,
    guesses: Vec<Row>,
}

/// A guess in JSON and CSV. Names are stable.
#[derive(Serialize)]
struct Row {
    guess: Word,
    marks: String,
    /// Whether hard mode allows it.
    allowed: bool,
    candidate: bool,
    before: usize,
    after: usize,
    /// The candidates that it was expected to leave to be found.
    expected: f64,
    best: Word,
    best_expected: f64,
    rank: usize,
    of: usize,
    skill: f64,
    luck: f64,
}

impl Row {
    fn new(game: &Game, judged: &Judged) -> Row {
        let (best, best_stats) = &judged.best;
        Row {
            guess: judged.turn.guess,
            marks: format_pattern(game.rule(), judged.turn.pattern),
            allowed: judged.is_allowed,
            candidate: judged.stats.candidate,
            before: judged.before,
            after: judged.after,
            expected: expected_left(&judged.stats, judged.before),
            best: game.guess_word(*best),
            best_expected: expected_left(best_stats, judged.before),
            rank: judged.rank,
            of: judged.of,
            skill: judged.skill,
            luck: judged.luck,
        }
    }
}

/// Runs `engine wordle analyse` or its like.
pub fn run(
    rule: &'static dyn Rule,
    args: &AnalyseArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    args.output.check()?;
    args.output.check_apart(&[], &args.lists.files())?;
    let lists = args.lists.load()?;
    let guess = |&word: &Word| find_guess(&lists, word, "GUESS");
    let guesses = args
        .played
        .iter()
        .map(guess)
        .collect::<Result<Vec<u32>, Failure>>()?;
    let solution = lists.candidates().position(args.solution).ok_or_else(|| {
        Failure::BadInput(format!(
            "--solution: '{}' is not among the {} solutions{}; --candidates guesses takes every guess for one",
            args.solution,
            HumanCount(lists.candidates().len() as u64),
            nearest_candidate(args.solution, &lists),
        ))
    })?;
    let started = Instant::now();
    let game = Game::new(rule, lists);
    let backend = compute.open_backend_for_one()?;
    let judged = judge(&game, &*backend, args.hard.mode(), &guesses, solution)?;
    let seconds = started.elapsed().as_secs_f64();

    let left_out = guesses.len() - judged.len();
    if left_out > 0 {
        let guesses = counted(left_out, "guess", "guesses");
        super::note(&format!("note: {guesses} after the solution left out"));
    }
    let rows: Vec<Row> = judged
        .iter()
        .map(|judged| Row::new(&game, judged))
        .collect();
    let job = JobReport::new("analyse", &game, backend.info(), seconds);
    let done = job.done(&counted(rows.len(), "guess", "guesses"));
    args.output.write(|out| match args.output.format {
        Format::Table => write_judged(out, rule, args, &rows),
        Format::Csv => write_csv(out, &rows),
        Format::Json => {
            let result = AnalyseJson {
                job,
                solution: args.solution,
                hard: args.hard.name(),
                skill: mean(&rows, |row| row.skill),
                luck: mean(&rows, |row| row.luck),
                guesses: rows,
            };
            write_json(out, &result)
        }
    })?;
    super::note(&done);
    Ok(())
}

fn mean(rows: &[Row], figure: impl Fn(&Row) -> f64) -> f64 {
    rows.iter().map(figure).sum::<f64>() / rows.len() as f64
}

fn write_judged(
    out: &mut dyn Write,
    rule: &dyn Rule,
    args: &AnalyseArgs,
    rows: &[Row],
) -> io::Result<()> {
    let mut judged = table(&[
        ("guess", Left),
        ("marks", Left),
        ("before", Right),
        ("after", Right),
        ("expected", Right),
        ("best guess", Left),
        ("expected", Right),
        ("rank", Right),
        ("skill", Right),
        ("luck", Right),
    ]);
    for row in rows {
        judged.add_row([
            format!("{}{}", row.guess, if row.allowed { "" } else { " !" }),
            row.marks.clone(),
            HumanCount(row.before as u64).to_string(),
            HumanCount(row.after as u64).to_string(),
            format!("{:.2}", row.expected),
            row.best.to_string(),
            format!("{:.2}", row.best_expected),
            HumanCount(row.rank as u64).to_string(),
            format!("{:.0}", row.skill),
            format!("{:.0}", row.luck),
        ]);
    }
    write_table(out, &judged)?;
    let is_found = rows.last().is_some_and(|row| row.guess == args.solution);
    writeln!(
        out,
        "{} {}; skill {:.0}, luck {:.0} on average",
        args.solution,
        if is_found { "found" } else { "not found" },
        mean(rows, |row| row.skill),
        mean(rows, |row| row.luck),
    )?;
    if rows.iter().any(|row| !row.allowed) {
        writeln!(out, "! hard mode does not allow it")?;
    }
    writeln!(out, "marks: {}", key_to_marks(rule))?;
    writeln!(
        out,
        "before, after, expected: candidates to be found; best guess: expected to leave the fewest; \
         luck: 50 is average"
    )
}
