//! The reports of `simulate` from one opening: the games of one strategy, or several strategies side by side.

use std::io;

use serde::Serialize;

use super::Alignment::{Left, Right};
use super::games::{GameRow, GameSummary, NotFound, OpeningResult, shown_lengths, spread_columns};
use super::numbers::grouped;
use super::{
    Cell, Document, JobInfo, JsonWriter, Report, Rows, StrategyInfo, Table, cells, lists_title,
    title,
};
use crate::guessing::strategy::{GuessPool, NamedStrategy};
use crate::guessing::{DecisionTree, Game, HardMode, Simulation};

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
        let title = self.strategy.title(&lists_title(self.game.lists()));
        document.line(format!("{title}: {} opens", self.tree.nodes[0].guess));
        let (rule, turns) = (self.game.rule(), self.game.turns());
        self.summary().add_to(&mut document, rule, turns);
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
    opening: &'a str,
    total: u64,
    mean: f64,
    #[serde(flatten)]
    not_found: NotFound<usize>,
    spread: &'a [u32],
}

impl Comparison<'_> {
    fn strategies(&self) -> impl Iterator<Item = StrategyJson<'_>> {
        let results = self.results.iter();
        results.map(|(strategy, result)| StrategyJson {
            strategy: strategy.strategy.name(),
            from: strategy.from,
            opening: &result.opening,
            total: result.total,
            mean: result.mean,
            not_found: NotFound::new(self.game.turns(), result.not_in_time),
            spread: &result.spread,
        })
    }
}

impl Report for Comparison<'_> {
    fn document(&self) -> Document<'_> {
        let named = ["strategy", "from", "opening"].map(|name| (name.to_owned(), Left));
        let results = self.results.iter().map(|(_, result)| result);
        let shown = shown_lengths(self.game.turns(), results);
        let lengths = (1..=shown).map(|guesses| guesses.to_string());
        let numbers = ["mean".to_owned()].into_iter().chain(lengths);
        let numbers = numbers.chain(["lost".to_owned()]);
        let mut table = Table::new(named.into_iter().chain(numbers.map(|name| (name, Right))));
        for (strategy, result) in &self.results {
            let mut cells = cells![
                strategy.strategy.name(),
                strategy.from.name(),
                &result.opening,
                format!("{:.4}", result.mean),
            ];
            let games = result.games(shown).into_iter();
            let games = games.chain([result.not_in_time as u32]);
            cells.extend(games.map(|games| Cell::from(grouped(games))));
            table.row(cells);
        }
        let mut document = Document::new();
        let lists = lists_title(self.game.lists());
        document.line(title("strategies", self.hard, &lists));
        document.table(table);
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        let turns = self.game.turns();
        let (not_found, lengths) = spread_columns(turns);
        let named = ["strategy", "from", "opening", "total", "mean", not_found];
        let header = named.map(str::to_owned).into_iter().chain(lengths);
        let row = |(strategy, result): &(&NamedStrategy, OpeningResult)| {
            (
                strategy.strategy.name(),
                strategy.from,
                result.opening.clone(),
                result.total,
                result.mean,
                result.not_in_time,
                result.games(turns),
            )
        };
        rows.write_under(header, self.results.iter().map(row))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&ComparisonJson {
            job: &self.job,
            hard: self.hard,
            strategies: self.strategies().collect(),
        })
    }
}
