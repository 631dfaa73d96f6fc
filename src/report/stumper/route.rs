//! The report of `stumper route`: the shortest routes from one word to another.

use std::io;

use itertools::Itertools;
use serde::{Serialize, Serializer};

use super::StumperJob;
use crate::report::Alignment::{Left, Right};
use crate::report::numbers::counted;
use crate::report::{Cell, Document, JsonWriter, Line, Report, Rows, Table, Top, cells};
use crate::stumper::route::{MoveLimit, Routes};
use crate::stumper::{Graph, WordIndex};

/// The shortest routes from one word to another.
pub struct RouteReport<'a> {
    /// The job.
    pub job: StumperJob,
    /// The words of the game.
    pub graph: &'a Graph,
    /// Whether the number of moves is limited.
    pub limit: MoveLimit,
    /// The first word.
    pub from: WordIndex,
    /// The last word.
    pub to: WordIndex,
    /// The seed of a random puzzle. Its routes are hidden unless `top` is given.
    pub seed: Option<u64>,
    /// The routes, if there are any.
    pub routes: Option<Routes>,
    /// The number of routes to show, if the user asks for one.
    pub top: Option<Top>,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct RouteJson<'a> {
    #[serde(flatten)]
    job: &'a StumperJob,
    /// True if the number of moves is limited as in a game.
    budget: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    from: &'a str,
    to: &'a str,
    /// The fewest moves; null if there is no route.
    moves: Option<u32>,
    /// The number of shortest routes. It may exceed 64 bits.
    count: String,
    routes: RoutesJson<'a>,
}

/// The routes that are shown. They are written one by one, as there may be very many.
struct RoutesJson<'a>(&'a RouteReport<'a>);

/// A word of a route in JSON. Names are stable.
#[derive(Serialize)]
struct WordJson<'a> {
    word: &'a str,
    /// The kind of the move that leads to it; null for the first word.
    kind: Option<&'static str>,
    /// The moves left; null if their number is not limited.
    moves_left: Option<u32>,
}

/// A word of a route in CSV. Names are stable.
#[derive(Serialize, Default)]
struct WordRow<'a> {
    /// The number of the route, from 1.
    route: usize,
    /// The number of moves made so far.
    r#move: usize,
    word: &'a str,
    kind: Option<&'static str>,
    moves_left: Option<u32>,
}

impl Serialize for RoutesJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let routes = self.0.shown();
        serializer.collect_seq(routes.map(|route| self.0.words_of(&route)))
    }
}

impl<'a> RouteReport<'a> {
    /// The routes that are shown.
    fn shown(&self) -> impl Iterator<Item = Vec<WordIndex>> {
        let default = if self.seed.is_some() { 0 } else { 1 };
        let top = self.top.map_or(default, Top::rows);
        self.routes.iter().flat_map(Routes::iter).take(top)
    }

    fn words_of(&self, route: &[WordIndex]) -> Vec<WordJson<'a>> {
        let words = route.iter().enumerate().map(|(made, &word)| {
            let before = made.checked_sub(1).map(|before| route[before]);
            let kind = before.and_then(|before| self.graph.move_kind(before, word));
            WordJson {
                word: self.graph.word(word),
                kind: kind.map(|kind| kind.name()),
                moves_left: self.limit.moves_left(self.graph.length(word), made as u32),
            }
        });
        words.collect()
    }

    fn summary(&self) -> String {
        let [from, to] = [self.from, self.to].map(|word| self.graph.word(word));
        let Some(routes) = &self.routes else {
            return format!("{from} to {to}: no route{}", self.route_without_limit());
        };
        let moves = counted(routes.moves() as usize, "move", "moves");
        let seed = self
            .seed
            .map_or_else(String::new, |seed| format!(" (--seed {seed})"));
        format!(
            "{from} to {to}: {moves}, shortest routes: {}{seed}",
            routes.count()
        )
    }

    /// If no route keeps to the limit: whether there is one without it.
    fn route_without_limit(&self) -> String {
        if self.limit == MoveLimit::None {
            return String::new();
        }
        match Routes::find(self.graph, self.from, self.to, MoveLimit::None) {
            None => ", not even without a budget".to_owned(),
            Some(routes) => {
                let moves = counted(routes.moves() as usize, "move", "moves");
                format!(" with the moves of a game; --no-budget finds one of {moves}")
            }
        }
    }

    /// A route as one line of words.
    fn line(&self, route: &[WordIndex]) -> Line {
        let words = route.iter().map(|&word| self.graph.word(word));
        Line::from(format!("  {}", words.format(" ")))
    }
}

impl Report for RouteReport<'_> {
    fn document(&self) -> Document<'_> {
        let mut document = Document::new();
        document.line(self.summary());
        if self.top.is_some() {
            document.lines(self.shown().map(|route| self.line(&route)));
        } else {
            for route in self.shown() {
                document.table(table(&self.words_of(&route)));
            }
        }
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write_or_header((1..).zip(self.shown()).flat_map(|(route, words)| {
            let words = self.words_of(&words).into_iter().enumerate();
            words.map(move |(made, json)| WordRow {
                route,
                r#move: made,
                word: json.word,
                kind: json.kind,
                moves_left: json.moves_left,
            })
        }))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        let routes = self.routes.as_ref();
        let count = routes.map(|routes| routes.count().to_string());
        json.value(&RouteJson {
            job: &self.job,
            budget: self.limit == MoveLimit::Game,
            seed: self.seed,
            from: self.graph.word(self.from),
            to: self.graph.word(self.to),
            moves: routes.map(Routes::moves),
            count: count.unwrap_or_else(|| "0".to_owned()),
            routes: RoutesJson(self),
        })
    }
}

/// A route move by move.
fn table(route: &[WordJson]) -> Table {
    let mut columns = vec![("move", Right), ("word", Left), ("kind", Left)];
    if route.iter().any(|word| word.moves_left.is_some()) {
        columns.push(("moves left", Right));
    }
    let mut table = Table::new(columns);
    for (made, word) in route.iter().enumerate() {
        let mut cells = cells![made, word.word, word.kind.unwrap_or_default()];
        cells.extend(word.moves_left.map(Cell::from));
        table.row(cells);
    }
    table
}
