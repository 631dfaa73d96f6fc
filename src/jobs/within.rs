//! The job `within`: how many solutions each opening finds within some guesses, at best.

use std::cell::OnceCell;
use std::io;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::estimate::{Budget, Estimate, Plan, Sampling, estimate};
use super::shards::Shards;
use super::{Finished, Job, Outcome, Watch, by_splits};
use crate::Progress;
use crate::compute::{Backend, GuessIndex};
use crate::failure::Failure;
use crate::guessing::within::{FAVOURITES, Ranking, Request, SearchedOpening, Within};
use crate::guessing::{Bound, BoundKind, Game};
use crate::report::Alignment::{Left, Right};
use crate::report::numbers::{counted, grouped};
use crate::report::{
    Document, GameInfo, JobInfo, JsonWriter, Report, Rows, RunInfo, Table, cells, lists_title,
};

/// The number of openings in a batch of an estimate.
const STRATA: usize = 8;

/// Openings share the values of sets, so the time for n openings grows as a power of n. In samples of a twentieth or
/// more of all openings, the power was between 0.9 and 1 (docs/scale.md).
const GROWTH: f64 = 0.8;

/// The search for the openings that find the most solutions within some guesses.
pub struct WithinAll<'a> {
    /// The game.
    pub game: &'a Game,
    /// The backend.
    pub backend: &'a dyn Backend,
    /// The number of guesses, the opening included.
    pub guesses: u32,
    /// The number of openings whose result has to be exact.
    pub top: usize,
    /// All guesses, as indices into their list.
    pub openings: &'a [GuessIndex],
}

/// The question of the job. Names are stable.
#[derive(Clone, Serialize, Deserialize)]
pub struct Question {
    #[serde(flatten)]
    game: GameInfo,
    within: u32,
    top: usize,
}

/// The finding for one opening. Names are stable.
#[derive(Serialize, Deserialize)]
pub struct OpeningFinding {
    opening: String,
    splits: u32,
    /// An upper bound on the number of solutions that it finds.
    ceiling: u32,
    /// The exact number of solutions that it finds, if the search has computed it.
    found: Option<u32>,
}

impl Question {
    /// The question about one game.
    pub fn new(game: &Game, guesses: u32, top: usize) -> Question {
        Question {
            game: GameInfo::new(game),
            within: guesses,
            top,
        }
    }

    /// Ranks openings, given in the order of the list of guesses, from the best down.
    fn ranked(&self, findings: &[OpeningFinding]) -> Vec<RankedOpening> {
        let searched = |(guess, finding): (GuessIndex, &OpeningFinding)| SearchedOpening {
            guess,
            groups: finding.splits,
            upper_bound: finding.ceiling,
            found: finding.found,
        };
        let searched: Vec<SearchedOpening> = GuessIndex::up_to(findings.len())
            .zip(findings)
            .map(searched)
            .collect();
        let ranking = Ranking {
            guesses: self.within,
            top: self.top,
            candidates: self.game.lists().candidates() as u32,
        };
        let openings = ranking.of(&searched);
        let openings = openings.iter().map(|opening| RankedOpening {
            opening: findings[opening.guess.at()].opening.clone(),
            found: opening.found,
        });
        openings.collect()
    }
}

impl Job for WithinAll<'_> {
    const NAME: &'static str = "within";
    type Item = GuessIndex;
    type Question = Question;
    type Findings = Vec<OpeningFinding>;

    fn items(&self) -> &[GuessIndex] {
        self.openings
    }

    fn question(&self) -> Question {
        Question::new(self.game, self.guesses, self.top)
    }

    fn run(
        &self,
        openings: &[GuessIndex],
        watch: Watch,
    ) -> Result<Outcome<Self::Findings>, Failure> {
        let started = Instant::now();
        let within = Within::new(self.game, self.backend)?;
        let progress = |done| (watch.progress)(done, "");
        let searched = within.compare_openings(&Request {
            top: self.top,
            progress: Progress::new(&progress),
            ..Request::new(openings, self.guesses)
        })?;
        let finding = |opening: &SearchedOpening| OpeningFinding {
            opening: self.game.guess_word(opening.guess).to_string(),
            splits: opening.groups,
            ceiling: opening.upper_bound,
            found: opening.found,
        };
        Ok(Outcome {
            items: self.openings.len(),
            findings: searched.iter().map(finding).collect(),
            run: RunInfo::new(&self.backend.info(), started.elapsed().as_secs_f64()),
            is_complete: true,
            ending: None,
        })
    }

    fn estimate(&self, budget: &Budget) -> Result<Estimate, Failure> {
        let within = Within::new(self.game, self.backend)?;
        let order = by_splits(self.game, self.backend, self.openings)?;
        // First come the openings that look best: their results decide how much work the others are. A search of all
        // openings refines this many first.
        let best = &order[..self.top.max(FAVOURITES).min(order.len())];
        let search = |openings: &[GuessIndex], known: &[SearchedOpening]| {
            within.compare_openings(&Request {
                top: self.top,
                known,
                ..Request::new(openings, self.guesses)
            })
        };
        let known = OnceCell::new();
        let guesses = counted(self.guesses as usize, "guess", "guesses");
        let plan = Plan {
            job: Self::NAME,
            title: format!("within {guesses}, {}", lists_title(self.game.lists())),
            unit: ["opening", "openings"],
            items: &order,
            strata: STRATA,
            growth: GROWTH,
            max_bytes: None,
        };
        let first = || {
            // The cell is empty: this runs once.
            let _ = known.set(search(best, &[])?);
            Ok(Sampling::Finished)
        };
        let mut batch = |others: &[GuessIndex]| {
            let known = known.get().map_or(&[][..], Vec::as_slice);
            search(others, known)?;
            Ok(Sampling::Finished)
        };
        estimate(&plan, budget, first, &mut batch)
    }

    fn items_hash(question: &Question) -> &str {
        question.game.lists().guesses.sha256()
    }

    fn found_items(findings: &Self::Findings) -> impl Iterator<Item = Result<String, String>> {
        let words = findings.iter().map(|finding| finding.opening.clone());
        words.map(Ok)
    }

    fn join(shards: &mut Shards<Question, Self::Findings>) -> Result<Self::Findings, Failure> {
        let candidates = shards.question.game.lists().candidates() as u64;
        shards.interleaved(|finding| {
            let found = finding.found.unwrap_or(0);
            found <= finding.ceiling && u64::from(finding.ceiling) <= candidates
        })
    }

    fn finish(question: Question, outcome: Outcome<Self::Findings>) -> Result<Finished, Failure> {
        let openings = question.ranked(&outcome.findings);
        let shown = question.top;
        let what = counted(openings.len(), "opening", "openings");
        Ok(Finished {
            summary: outcome.run.done(&what),
            report: Box::new(WithinReport::new(question, outcome.run, openings, shown)),
            tree: None,
            ending: outcome.ending,
        })
    }
}

/// An opening and the number of solutions that it finds.
pub struct RankedOpening {
    /// The opening.
    pub opening: String,
    /// The number of solutions.
    pub found: Bound,
}

/// The openings from the best down.
pub struct WithinReport {
    question: Question,
    job: JobInfo,
    openings: Vec<RankedOpening>,
    /// The number of exact openings that people see.
    shown: usize,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct WithinJson<'a> {
    #[serde(flatten)]
    job: &'a JobInfo,
    within: u32,
    candidates: usize,
    openings: Vec<Row<'a>>,
}

/// An opening in JSON and CSV. Names are stable.
#[derive(Serialize)]
struct Row<'a> {
    rank: usize,
    opening: &'a str,
    proven: BoundKind,
    found: u32,
    chance: f64,
}

impl WithinReport {
    /// A report on openings, best first.
    pub fn new(
        question: Question,
        run: RunInfo,
        openings: Vec<RankedOpening>,
        shown: usize,
    ) -> WithinReport {
        WithinReport {
            job: JobInfo::of(WithinAll::NAME, question.game.clone(), run),
            question,
            openings,
            shown,
        }
    }

    fn candidates(&self) -> usize {
        self.question.game.lists().candidates()
    }

    fn ranked(&self) -> impl Iterator<Item = Row<'_>> {
        let candidates = self.candidates();
        (1..).zip(&self.openings).map(move |(rank, ranked)| {
            let found = ranked.found.number();
            Row {
                rank,
                opening: &ranked.opening,
                proven: ranked.found.kind(),
                found,
                chance: f64::from(found) / candidates as f64,
            }
        })
    }

    fn table(&self) -> Table {
        let mut table = Table::new([
            ("#", Right),
            ("opening", Left),
            ("finds", Right),
            ("chance", Right),
        ]);
        let exact = self.ranked().filter(|row| row.proven == BoundKind::Exactly);
        for row in exact.take(self.shown) {
            table.row(cells![
                row.rank,
                row.opening,
                grouped(row.found),
                format!("{:.4}%", row.chance * 100.0),
            ]);
        }
        table
    }
}

impl Report for WithinReport {
    fn document(&self) -> Document<'_> {
        let mut document = Document::new();
        document.line(format!(
            "of {} ({}), within {}:",
            counted(self.candidates(), "candidate", "candidates"),
            self.question.game.lists().title(),
            counted(self.question.within as usize, "guess", "guesses"),
        ));
        document.table(self.table());
        let others = &self.openings[self.shown.min(self.openings.len())..];
        let most = others.iter().map(|ranked| ranked.found.number());
        if let Some(most) = most.max() {
            document.line(format!(
                "proven: of {}, none finds more than {}",
                counted(others.len(), "other opening", "other openings"),
                grouped(most),
            ));
        }
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write(self.ranked())
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&WithinJson {
            job: &self.job,
            within: self.question.within,
            candidates: self.candidates(),
            openings: self.ranked().collect(),
        })
    }
}
