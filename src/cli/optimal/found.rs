//! What `optimal` found, as plain data, and its forms: one process writes them, and `engine merge`.

use std::io::{self, Write};
use std::path::Path;

use comfy_table::CellAlignment::{Left, Right};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use wordgame_engine::compute::GuessIndex;
use wordgame_engine::guessing::optimal::{Effort, Opening, Total};
use wordgame_engine::guessing::{DecisionTree, Rule};
use wordgame_engine::words::Word;

use super::super::failure::Failure;
use super::super::games::{Spread, write_spread, write_tree};
use super::super::number::counted;
use super::super::output::{Format, OutputArgs, Top, table, write_csv, write_json, write_table};
use super::super::report::{GameReport, JobReport, Ran};
use super::checkpoint::Proven;

/// Bytes of a megabyte.
const MEGABYTE: u64 = 1 << 20;

/// What was asked: the same in all shards of a job. Names are stable.
#[derive(Clone, Serialize, Deserialize)]
pub struct Asked {
    #[serde(flatten)]
    pub game: GameReport,
    pub hard: Option<String>,
    pub max_guesses: Option<u8>,
    pub top: Top,
    /// A hash of the openings, in their order.
    pub openings_sha256: String,
}

/// What was found. Names are stable.
#[derive(Serialize, Deserialize)]
pub struct Found {
    /// The games of the best tree; none if there is no tree within the guesses of a game, or none so good as
    /// the incumbent.
    pub best: Option<Best>,
    pub openings: Vec<Valued>,
    pub effort: EffortReport,
}

/// The best tree.
#[derive(Clone, Serialize, Deserialize)]
pub struct Best {
    pub spread: Spread,
    /// The tree as people exchange it.
    pub tree: String,
}

/// An opening and what is proven of its total.
#[derive(Serialize, Deserialize)]
pub struct Valued {
    pub opening: Word,
    /// Its place in the list of guesses.
    pub place: GuessIndex,
    pub proven: Proven,
    pub total: Option<u32>,
}

/// What a search did: it depends on the threads and their timing. Names are stable.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub struct EffortReport {
    nodes: u64,
    scans: u64,
    scanned_ahead: u64,
    remembered: u64,
    bytes: u64,
}

/// A finished job, to be written.
pub struct Report<'a> {
    pub asked: &'a Asked,
    /// Whether one opening was asked for by name.
    pub is_of_one: bool,
    /// Whether the search came to its end.
    pub complete: bool,
    /// Openings that were not looked at to the end.
    pub open: usize,
    pub found: &'a Found,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct OptimalJson<'a> {
    #[serde(flatten)]
    job: JobReport,
    hard: Option<&'a str>,
    max_guesses: Option<u8>,
    /// Whether it is proven that the first of the openings is the best, and that the others are as
    /// they say.
    complete: bool,
    /// Openings that were not looked at to the end, and are not among these.
    open: usize,
    /// The games of the best tree.
    best: Option<&'a Spread>,
    openings: Vec<Row>,
    effort: EffortReport,
}

/// An opening in JSON and CSV. Names are stable.
#[derive(Serialize)]
struct Row {
    /// None where the order is not proven: of bounds, and in a search that was stopped.
    rank: Option<usize>,
    opening: Word,
    proven: Proven,
    total: Option<u32>,
    /// Of an exact total.
    mean: Option<f64>,
}

impl Asked {
    /// The most guesses of a game, in words; empty without a limit.
    pub fn within(&self) -> String {
        match self.max_guesses {
            None => String::new(),
            Some(guesses) => format!(" within {}", counted(guesses.into(), "guess", "guesses")),
        }
    }

    /// The mode, in words.
    pub fn mode(&self) -> String {
        match &self.hard {
            None => "normal mode".to_owned(),
            Some(hard) => format!("{hard} hard mode"),
        }
    }
}

impl Best {
    /// The tree as it is written.
    pub fn new(rule: &dyn Rule, tree: &DecisionTree, spread: Spread) -> Best {
        Best {
            spread,
            tree: tree.to_text(rule),
        }
    }
}

impl Valued {
    /// An opening under its word.
    pub fn new(opening: &Opening, word: Word) -> Valued {
        let (proven, total) = Proven::of(opening.total);
        Valued {
            opening: word,
            place: opening.guess,
            proven,
            total,
        }
    }

    /// What is proven of the total, if it makes sense.
    pub fn total(&self) -> Option<Total> {
        self.proven.total(self.total)
    }
}

impl EffortReport {
    /// What a search did.
    pub fn new(effort: &Effort) -> EffortReport {
        EffortReport {
            nodes: effort.nodes,
            scans: effort.scans,
            scanned_ahead: effort.scanned_ahead,
            remembered: effort.remembered,
            bytes: effort.bytes,
        }
    }

    /// What several did.
    pub fn joined(all: impl Iterator<Item = EffortReport>) -> EffortReport {
        all.fold(EffortReport::default(), |sum, one| EffortReport {
            nodes: sum.nodes + one.nodes,
            scans: sum.scans + one.scans,
            scanned_ahead: sum.scanned_ahead + one.scanned_ahead,
            remembered: sum.remembered + one.remembered,
            bytes: sum.bytes.max(one.bytes),
        })
    }

    /// What was done, for so many openings, in words.
    fn told(&self, openings: usize) -> String {
        let ahead = match self.scanned_ahead {
            0 => String::new(),
            sets => format!(" and {} ahead", HumanCount(sets)),
        };
        format!(
            "{} ({}, {}{ahead}, {} remembered, {} MB)",
            counted(openings, "opening", "openings"),
            counted(self.nodes as usize, "node", "nodes"),
            counted(self.scans as usize, "scan", "scans"),
            counted(self.remembered as usize, "set", "sets"),
            self.bytes / MEGABYTE,
        )
    }
}

/// Writes the best tree to the path that `--tree` says, or says that there is none.
pub fn write_best(
    path: Option<&Path>,
    rule: &dyn Rule,
    best: Option<&DecisionTree>,
) -> Result<(), Failure> {
    match (path, best) {
        (Some(path), Some(tree)) => write_tree(path, rule, tree),
        (Some(path), None) => {
            super::super::note(&format!(
                "note: there is no tree: nothing was written to {}",
                path.display()
            ));
            Ok(())
        }
        (None, _) => Ok(()),
    }
}

impl Report<'_> {
    /// Writes the result in the form that was asked for, then what was done.
    pub fn write(&self, output: &OutputArgs, rule: &dyn Rule, ran: Ran) -> Result<(), Failure> {
        let job = JobReport::of("optimal", self.asked.game.clone(), ran);
        let done = job.done(&self.found.effort.told(self.found.openings.len()));
        output.write(|out| match output.format {
            Format::Table => self.write_table(out, rule),
            Format::Csv => write_csv(out, self.rows()),
            Format::Json => write_json(out, &self.json(job)),
        })?;
        super::super::note(&done);
        Ok(())
    }

    fn json(&self, job: JobReport) -> OptimalJson<'_> {
        OptimalJson {
            job,
            hard: self.asked.hard.as_deref(),
            max_guesses: self.asked.max_guesses,
            complete: self.complete,
            open: self.open,
            best: self.found.best.as_ref().map(|best| &best.spread),
            openings: self.rows().collect(),
            effort: self.found.effort,
        }
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        let solutions = self.asked.game.lists().solutions().max(1) as f64;
        (1..).zip(&self.found.openings).map(move |(rank, valued)| {
            let exact = valued.proven == Proven::Exactly;
            Row {
                rank: (exact && self.complete).then_some(rank),
                opening: valued.opening,
                proven: valued.proven,
                total: valued.total,
                mean: valued
                    .total
                    .filter(|_| exact)
                    .map(|total| f64::from(total) / solutions),
            }
        })
    }

    fn write_table(&self, out: &mut dyn Write, rule: &dyn Rule) -> io::Result<()> {
        let mode = self.asked.mode();
        let within = self.asked.within();
        let lists = self.asked.game.lists().name();
        let Some(best) = &self.found.best else {
            let what = self.why_none();
            writeln!(out, "{what}, {mode}, {lists} lists")?;
            return self.write_proof(out, 0);
        };
        let opening = best.spread.opening();
        let so_far = match self.complete {
            true => "",
            false => " so far",
        };
        writeln!(
            out,
            "best tree{so_far}{within}, {mode}, {lists} lists: {opening} opens"
        )?;
        write_spread(out, rule, &best.spread)?;
        let exact = |row: &Row| row.proven == Proven::Exactly;
        let shown = match self.is_of_one {
            true => 1,
            false => self.write_openings(out, self.rows().filter(exact))?,
        };
        self.write_proof(out, shown)
    }

    /// Why there is no best tree.
    fn why_none(&self) -> String {
        let within = self.asked.within();
        let is_bound = |valued: &Valued| valued.proven == Proven::AtLeast;
        match self.complete {
            false => "interrupted before a tree was found".to_owned(),
            true if self.found.openings.iter().any(is_bound) => {
                format!("no tree{within} takes so few guesses as the incumbent")
            }
            true => format!("no tree finds every solution{within}"),
        }
    }

    /// Writes openings with their exact totals, and returns how many.
    fn write_openings(
        &self,
        out: &mut dyn Write,
        rows: impl Iterator<Item = Row>,
    ) -> io::Result<usize> {
        let mut figures = table(&[
            ("#", Right),
            ("opening", Left),
            ("total", Right),
            ("mean", Right),
        ]);
        let mut shown = 0;
        for row in rows {
            figures.add_row([
                row.rank
                    .map_or_else(String::new, |rank| HumanCount(rank as u64).to_string()),
                row.opening.to_string(),
                HumanCount(row.total.unwrap_or(0).into()).to_string(),
                format!("{:.4}", row.mean.unwrap_or(0.0)),
            ]);
            shown += 1;
        }
        write_table(out, &figures)?;
        Ok(shown)
    }

    /// What is proven of the openings beyond the first `exact`, and what is not.
    fn write_proof(&self, out: &mut dyn Write, exact: usize) -> io::Result<()> {
        if self.is_of_one && exact == 1 {
            return writeln!(out, "proven: no tree with this opening takes fewer guesses");
        }
        let others = &self.found.openings[exact..];
        let is_impossible = |other: &&Valued| other.proven == Proven::Impossible;
        let failing = others.iter().filter(is_impossible).count();
        let least = others.iter().filter_map(|other| match other.proven {
            Proven::AtLeast => other.total,
            _ => None,
        });
        // Where no tree was found, there is no other opening that these are beside.
        let [one, many] = match exact {
            0 => ["opening takes", "openings take"],
            _ => ["other opening takes", "other openings take"],
        };
        if let Some(least) = least.min() {
            writeln!(
                out,
                "proven: {} {} or more",
                counted(others.len() - failing, one, many),
                counted(least as usize, "guess", "guesses"),
            )?;
        }
        if failing > 0 {
            writeln!(
                out,
                "proven: {} every solution{}",
                counted(failing, "opening cannot find", "openings cannot find"),
                self.asked.within(),
            )?;
        }
        if self.open > 0 {
            writeln!(
                out,
                "not proven: {} looked at to the end",
                counted(self.open, "opening was not", "openings were not"),
            )?;
        }
        Ok(())
    }
}
