//! The reports of `simulate` from one opening: the games of one strategy, or several strategies side by side.

use std::io;

use serde::Serialize;

use super::Alignment::{Left, Right};
use super::games::{GameRow, GameSummary, OpeningResult};
use super::numbers::grouped;
use super::{Cell, Document, JobInfo, JsonWriter, Report, Rows, StrategyInfo, Table, cells, title};
use crate::guessing::strategy::{GuessPool, NamedStrategy};
use crate::guessing::{DecisionTree, Game, HardMode, Simulation};
use crate::words::Word;

/// The games of one strategy.
pub struct OneStrategy<'a> {
    /// The job.
    pub job: JobInfo,
    /// The game.
    pub game: &'a Game,
    /// How it was played.
    pub strategy: StrategyInfo,
    /// The decision tree of the strategy.
    pub tree: &'a DecisionTree,
    /// Its games.
    pub simulation: &'a Simulation,
}

#[derive(Serialize)]
struct OneJson<'a> {
    #[serde(flatten)]
    job: &'a JobInfo,
    #[serde(flatten)]
    strategy: &'a StrategyInfo,
    #[serde(flatten)]
    games: GameSummary,
}

impl OneStrategy<'_> {
    fn summary(&self) -> GameSummary {
        GameSummary::new(self.game, self.tree, self.simulation)
    }
}

impl Report for OneStrategy<'_> {
    fn document(&self) -> Document<'_> {
        let mut document = Document::new();
        let title = self.strategy.title(self.game.lists().name());
        document.line(format!("{title}: {} opens", self.tree.nodes[0].guess));
        self.summary().add_to(&mut document, self.game.rule());
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write(GameRow::of(self.game, self.tree, self.simulation))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&OneJson {
            job: &self.job,
            strategy: &self.strategy,
            games: self.summary(),
        })
    }
}

/// Several strategies side by side.
pub struct Comparison<'a> {
    /// The job.
    pub job: JobInfo,
    /// The game.
    pub game: &'a Game,
    /// The hard mode, if it was on.
    pub hard: Option<HardMode>,
    /// The strategies with their games.
    pub results: Vec<(&'a NamedStrategy, OpeningResult)>,
}

#[derive(Serialize)]
struct ComparisonJson<'a> {
    #[serde(flatten)]
    job: &'a JobInfo,
    hard: Option<HardMode>,
    strategies: Vec<StrategyJson<'a>>,
}

/// A strategy in JSON. Names are stable.
#[derive(Serialize)]
struct StrategyJson<'a> {
    strategy: &'static str,
    from: GuessPool,
    opening: Word,
    total: u64,
    mean: f64,
    not_found_in_six: usize,
    spread: &'a [u32],
}

/// A strategy in CSV. Names are stable.
#[derive(Serialize)]
struct StrategyRow {
    strategy: &'static str,
    from: GuessPool,
    opening: Word,
    total: u64,
    mean: f64,
    not_found_in_six: u32,
    in_1: u32,
    in_2: u32,
    in_3: u32,
    in_4: u32,
    in_5: u32,
    in_6: u32,
}

impl<'a> StrategyJson<'a> {
    fn new((strategy, result): &'a (&NamedStrategy, OpeningResult)) -> StrategyJson<'a> {
        StrategyJson {
            strategy: strategy.strategy.name(),
            from: strategy.from,
            opening: result.opening,
            total: result.total,
            mean: result.mean,
            not_found_in_six: result.not_in_six,
            spread: &result.spread,
        }
    }
}

impl StrategyRow {
    fn new((strategy, result): &(&NamedStrategy, OpeningResult)) -> StrategyRow {
        let [in_1, in_2, in_3, in_4, in_5, in_6, not_found_in_six] = result.games();
        StrategyRow {
            strategy: strategy.strategy.name(),
            from: strategy.from,
            opening: result.opening,
            total: result.total,
            mean: result.mean,
            not_found_in_six,
            in_1,
            in_2,
            in_3,
            in_4,
            in_5,
            in_6,
        }
    }
}

impl Report for Comparison<'_> {
    fn document(&self) -> Document<'_> {
        let mut columns = vec![
            ("strategy", Left),
            ("from", Left),
            ("opening", Left),
            ("mean", Right),
        ];
        columns.extend(["1", "2", "3", "4", "5", "6", "lost"].map(|guesses| (guesses, Right)));
        let mut table = Table::new(columns);
        for (strategy, result) in &self.results {
            let mut cells = cells![
                strategy.strategy.name(),
                strategy.from.name(),
                result.opening,
                format!("{:.4}", result.mean),
            ];
            cells.extend(result.games().map(|games| Cell::from(grouped(games))));
            table.row(cells);
        }
        let mut document = Document::new();
        let lists = self.game.lists().name();
        document.line(title("strategies", self.hard, lists));
        document.table(table);
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write(self.results.iter().map(StrategyRow::new))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&ComparisonJson {
            job: &self.job,
            hard: self.hard,
            strategies: self.results.iter().map(StrategyJson::new).collect(),
        })
    }
}
