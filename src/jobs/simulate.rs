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
use crate::guessing::{GUESSES_PER_GAME, Game, HardMode, TreeBuilder, simulate};
use crate::report::Alignment::{Left, Right};
use crate::report::games::OpeningResult;
use crate::report::numbers::{counted, grouped};
use crate::report::{
    Cell, Document, GameInfo, JobInfo, JsonWriter, Report, Rows, RunInfo, StrategyInfo, Table, Top,
    cells,
};
use crate::words::Word;

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
        let result = |tree| OpeningResult::new(tree, &simulate(self.game, tree, self.hard));
        Ok(trees.iter().map(result).collect())
    }
}

/// The best opening so far, for the progress.
fn best_so_far(findings: &[OpeningResult]) -> String {
    match findings
        .iter()
        .min_by_key(|result| (result.not_in_six, result.total))
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
            title: StrategyInfo::new(self.strategy, self.hard).title(self.game.lists().name()),
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
        results.iter().map(|result| Ok(result.opening.to_string()))
    }

    fn join(shards: &mut Shards<Question, Vec<OpeningResult>>) -> Result<Self::Findings, Failure> {
        let games = shards.question.game.lists().solutions();
        shards.interleaved(|result| result.is_of(games))
    }

    fn finish(
        question: Question,
        outcome: Outcome<Vec<OpeningResult>>,
    ) -> Result<Finished, Failure> {
        let mut results = outcome.findings;
        let games = results.len() * question.game.lists().solutions();
        results.sort_by_key(|result| (result.not_in_six, result.total));
        Ok(Finished {
            summary: outcome.run.done(&counted(games, "game", "games")),
            report: Box::new(OpeningRanking {
                winners: results.iter().filter(|r| r.not_in_six == 0).count(),
                title: question.strategy.title(question.game.lists().name()),
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

/// Openings ranked by games not won in six guesses, then by the mean.
struct OpeningRanking {
    job: JobInfo,
    strategy: StrategyInfo,
    title: String,
    top: Option<Top>,
    /// The results, best first.
    results: Vec<OpeningResult>,
    /// The number of openings that win every game in six guesses.
    winners: usize,
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
    opening: Word,
    not_found_in_six: usize,
    total: u64,
    mean: f64,
    spread: &'a [u32],
}

/// One opening in CSV. Names are stable.
#[derive(Serialize)]
struct OpeningRow {
    rank: usize,
    opening: Word,
    not_found_in_six: usize,
    total: u64,
    mean: f64,
    in_1: u32,
    in_2: u32,
    in_3: u32,
    in_4: u32,
    in_5: u32,
    in_6: u32,
}

impl<'a> OpeningJson<'a> {
    fn new((rank, result): (usize, &'a OpeningResult)) -> OpeningJson<'a> {
        OpeningJson {
            rank,
            opening: result.opening,
            not_found_in_six: result.not_in_six,
            total: result.total,
            mean: result.mean,
            spread: &result.spread,
        }
    }
}

impl OpeningRow {
    fn new((rank, result): (usize, &OpeningResult)) -> OpeningRow {
        let [in_1, in_2, in_3, in_4, in_5, in_6, _] = result.games();
        OpeningRow {
            rank,
            opening: result.opening,
            not_found_in_six: result.not_in_six,
            total: result.total,
            mean: result.mean,
            in_1,
            in_2,
            in_3,
            in_4,
            in_5,
            in_6,
        }
    }
}

impl OpeningRanking {
    /// The best results with their ranks, at most `count`.
    fn ranked(&self, count: usize) -> impl Iterator<Item = (usize, &OpeningResult)> {
        (1..).zip(self.results.iter().take(count))
    }

    fn table(&self, shown: usize) -> Table {
        let named = [
            ("#", Right),
            ("opening", Left),
            ("lost", Right),
            ("mean", Right),
        ];
        let numbers = ["1", "2", "3", "4", "5", "6"].map(|number| (number, Right));
        let mut table = Table::new(named.into_iter().chain(numbers));
        for (rank, result) in self.ranked(shown) {
            let mut cells = cells![
                grouped(rank),
                result.opening,
                result.not_in_six,
                format!("{:.4}", result.mean),
            ];
            let games = &result.games()[..GUESSES_PER_GAME];
            cells.extend(games.iter().map(|&games| Cell::from(grouped(games))));
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
            "{} of {} won every game in {GUESSES_PER_GAME} guesses",
            grouped(self.winners),
            counted(self.results.len(), "opening", "openings"),
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
        rows.write(self.ranked(Top::in_data(self.top)).map(OpeningRow::new))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        let openings = self.ranked(Top::in_data(self.top));
        json.value(&RankingJson {
            job: &self.job,
            strategy: &self.strategy,
            win_every_game: self.winners,
            openings: openings.map(OpeningJson::new).collect(),
        })
    }
}
