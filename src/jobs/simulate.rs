//! The job `simulate` from many openings: a strategy plays every solution from each of them.

use std::io;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::estimate::{Budget, Estimate, Plan, Sampling, estimate};
use super::shards::Shards;
use super::{Finished, Job, Outcome, Watch, by_splits, items_sha256};
use crate::compute::{Backend, GuessIndex};
use crate::failure::Failure;
use crate::guessing::strategy::NamedStrategy;
use crate::guessing::{Game, HardMode, TreeBuilder, simulate};
use crate::report::Alignment::{Left, Right};
use crate::report::games::{NotFound, OpeningResult, shown_lengths, spread_columns};
use crate::report::numbers::{counted, grouped};
use crate::report::{
    Cell, Document, GameInfo, JobInfo, JsonWriter, Report, Rows, RunInfo, StrategyInfo, Table, Top,
    cells, lists_title,
};

/// Openings share choices for equal states, so the time for n openings grows as a power of n. In samples of a fifth or
/// more of all openings, the power was between 0.9 and 1 (docs/scale.md).
const GROWTH: f64 = 0.9;

/// The number of openings that are played together: enough for large batches, few enough for steady progress.
const OPENINGS_AT_A_TIME: usize = 32;

/// A strategy against every solution, from many openings.
pub struct Simulate<'a> {
    /// The game.
    pub game: &'a Game,
    /// The backend.
    pub backend: &'a dyn Backend,
    /// The strategy.
    pub strategy: &'a NamedStrategy,
    /// The hard mode, if it is on.
    pub hard: Option<HardMode>,
    /// The openings, as indices into the list of guesses.
    pub openings: &'a [GuessIndex],
    /// The number of openings to show, if the user gives one.
    pub top: Option<Top>,
}

/// The question of the job. Names are stable.
#[derive(Serialize, Deserialize)]
pub struct Question {
    #[serde(flatten)]
    game: GameInfo,
    #[serde(flatten)]
    strategy: StrategyInfo,
    /// The number of openings to show, if the user gives one.
    top: Option<Top>,
    /// A hash of the openings, in their order.
    openings_sha256: String,
}

impl<'a> Simulate<'a> {
    fn builder(&self) -> TreeBuilder<'a> {
        TreeBuilder::new(self.game, self.backend, &*self.strategy.strategy, self.hard)
    }

    fn play(
        &self,
        builder: &mut TreeBuilder,
        openings: &[GuessIndex],
    ) -> Result<Vec<OpeningResult>, Failure> {
        let openings: Vec<Option<GuessIndex>> = openings.iter().copied().map(Some).collect();
        let trees = builder.build(&openings)?;
        let result =
            |tree| OpeningResult::new(self.game, tree, &simulate(self.game, tree, self.hard));
        Ok(trees.iter().map(result).collect())
    }
}

/// The best opening so far, for the progress.
fn best_so_far(findings: &[OpeningResult]) -> String {
    match findings
        .iter()
        .min_by_key(|result| (result.not_in_time, result.total))
    {
        Some(best) => format!(", best {} {:.4}", best.opening, best.mean),
        None => String::new(),
    }
}

impl Job for Simulate<'_> {
    const NAME: &'static str = "simulate";
    type Item = GuessIndex;
    type Question = Question;
    type Findings = Vec<OpeningResult>;

    fn items(&self) -> &[GuessIndex] {
        self.openings
    }

    fn question(&self) -> Question {
        let words = self.openings.iter();
        Question {
            game: GameInfo::new(self.game),
            strategy: StrategyInfo::new(self.strategy, self.hard),
            top: self.top,
            openings_sha256: items_sha256(words.map(|&guess| self.game.guess_word(guess))),
        }
    }

    fn run(
        &self,
        openings: &[GuessIndex],
        watch: Watch,
    ) -> Result<Outcome<Vec<OpeningResult>>, Failure> {
        let started = Instant::now();
        let mut builder = self.builder();
        let mut findings = Vec::with_capacity(openings.len());
        for openings in openings.chunks(OPENINGS_AT_A_TIME) {
            findings.extend(self.play(&mut builder, openings)?);
            (watch.progress)(findings.len(), &best_so_far(&findings));
        }
        Ok(Outcome {
            items: self.openings.len(),
            findings,
            run: RunInfo::new(&self.backend.info(), started.elapsed().as_secs_f64()),
            is_complete: true,
            ending: None,
        })
    }

    fn estimate(&self, budget: &Budget) -> Result<Estimate, Failure> {
        let mut builder = self.builder();
        let order = by_splits(self.game, self.backend, self.openings)?;
        let plan = Plan {
            job: Self::NAME,
            title: StrategyInfo::new(self.strategy, self.hard)
                .title(&lists_title(self.game.lists())),
            unit: ["opening", "openings"],
            items: &order,
            strata: OPENINGS_AT_A_TIME,
            growth: GROWTH,
            max_bytes: None,
        };
        let mut batch = |openings: &[GuessIndex]| {
            self.play(&mut builder, openings)?;
            Ok(Sampling::Finished)
        };
        estimate(&plan, budget, || Ok(Sampling::Finished), &mut batch)
    }

    fn items_hash(question: &Question) -> &str {
        &question.openings_sha256
    }

    fn found_items(results: &Self::Findings) -> impl Iterator<Item = Result<String, String>> {
        results.iter().map(|result| Ok(result.opening.clone()))
    }

    fn join(shards: &mut Shards<Question, Vec<OpeningResult>>) -> Result<Self::Findings, Failure> {
        let games = shards.question.game.lists().solutions();
        let turns = shards.question.game.turns();
        shards.interleaved(|result| result.is_of(games, turns))
    }

    fn finish(
        question: Question,
        outcome: Outcome<Vec<OpeningResult>>,
    ) -> Result<Finished, Failure> {
        let mut results = outcome.findings;
        let games = results.len() * question.game.lists().solutions();
        results.sort_by_key(|result| (result.not_in_time, result.total));
        Ok(Finished {
            summary: outcome.run.done(&counted(games, "game", "games")),
            report: Box::new(OpeningRanking {
                winners: results.iter().filter(|r| r.not_in_time == 0).count(),
                turns: question.game.turns(),
                title: question.strategy.title(&question.game.lists().title()),
                job: JobInfo::of(Self::NAME, question.game, outcome.run),
                strategy: question.strategy,
                top: question.top,
                results,
            }),
            tree: None,
            ending: outcome.ending,
        })
    }
}

/// Openings ranked by games not won with the guesses that a player has, then by the mean.
struct OpeningRanking {
    job: JobInfo,
    strategy: StrategyInfo,
    title: String,
    top: Option<Top>,
    /// The results, best first.
    results: Vec<OpeningResult>,
    /// The number of openings that win every game with the guesses that a player has.
    winners: usize,
    /// The number of guesses that a player has.
    turns: usize,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct RankingJson<'a> {
    #[serde(flatten)]
    job: &'a JobInfo,
    #[serde(flatten)]
    strategy: &'a StrategyInfo,
    win_every_game: usize,
    openings: Vec<OpeningJson<'a>>,
}

#[derive(Serialize)]
struct OpeningJson<'a> {
    rank: usize,
    opening: &'a str,
    #[serde(flatten)]
    not_found: NotFound<usize>,
    total: u64,
    mean: f64,
    spread: &'a [u32],
}

impl OpeningRanking {
    /// The best results with their ranks, at most `count`.
    fn ranked(&self, count: usize) -> impl Iterator<Item = (usize, &OpeningResult)> {
        (1..).zip(self.results.iter().take(count))
    }

    fn opening<'a>(&self, (rank, result): (usize, &'a OpeningResult)) -> OpeningJson<'a> {
        OpeningJson {
            rank,
            opening: &result.opening,
            not_found: NotFound::new(self.turns, result.not_in_time),
            total: result.total,
            mean: result.mean,
            spread: &result.spread,
        }
    }

    fn table(&self, shown: usize) -> Table {
        let named = [
            ("#", Right),
            ("opening", Left),
            ("lost", Right),
            ("mean", Right),
        ];
        let named = named.map(|(name, side)| (name.to_owned(), side));
        let lengths = shown_lengths(self.turns, self.results.iter().take(shown));
        let numbers = (1..=lengths).map(|guesses| (guesses.to_string(), Right));
        let mut table = Table::new(named.into_iter().chain(numbers));
        for (rank, result) in self.ranked(shown) {
            let mut cells = cells![
                grouped(rank),
                &result.opening,
                result.not_in_time,
                format!("{:.4}", result.mean),
            ];
            let games = result.games(lengths).into_iter();
            cells.extend(games.map(|games| Cell::from(grouped(games))));
            table.row(cells);
        }
        table
    }
}

impl Report for OpeningRanking {
    fn document(&self) -> Document<'_> {
        let mut document = Document::new();
        document.line(&self.title[..]);
        document.line(format!(
            "{} of {} won every game in {} guesses",
            grouped(self.winners),
            counted(self.results.len(), "opening", "openings"),
            self.turns,
        ));
        let shown = Top::in_table(self.top).min(self.results.len());
        document.table(self.table(shown));
        let hidden = self.results.len() - shown;
        if hidden > 0 {
            document.line(format!("{} more: --top N or --top all", grouped(hidden)));
        }
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        let (not_found, lengths) = spread_columns(self.turns);
        let named = ["rank", "opening", not_found, "total", "mean"];
        let header = named.map(str::to_owned).into_iter().chain(lengths);
        let row = |(rank, result): (usize, &OpeningResult)| {
            (
                rank,
                result.opening.clone(),
                result.not_in_time,
                result.total,
                result.mean,
                result.games(self.turns),
            )
        };
        rows.write_under(header, self.ranked(Top::in_data(self.top)).map(row))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        let openings = self.ranked(Top::in_data(self.top));
        json.value(&RankingJson {
            job: &self.job,
            strategy: &self.strategy,
            win_every_game: self.winners,
            openings: openings.map(|ranked| self.opening(ranked)).collect(),
        })
    }
}
