//! A move in JSON, CSV and tables.

use serde::Serialize;

use super::result::{BoardResult, RankedMove, Reply};
use crate::letterpress::Figures;
use crate::report::numbers::grouped;
use crate::report::{Cell, cells};

/// A move in JSON and CSV. Names are stable. The fields that are `None` on the outside are left out: nobody asked for
/// them. In CSV a board that was refused has a row with the reason and no move.
#[derive(Serialize, Default)]
pub(super) struct MoveRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<usize>,
    rank: Option<usize>,
    word: Option<&'a str>,
    mask: Option<u32>,
    ours: Option<u32>,
    theirs: Option<u32>,
    game_end: Option<i32>,
    protected_diff: Option<i32>,
    owned_diff: Option<i32>,
    vulnerability: Option<u32>,
    frequency: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beaten_by: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beaten_by_frequency: Option<Option<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_mask: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_game_end: Option<Option<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_protected_diff: Option<Option<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_owned_diff: Option<Option<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_vulnerability: Option<Option<u32>>,
}

/// A board with its moves in JSON. Names are stable.
#[derive(Serialize)]
pub(super) struct BoardJson<'a> {
    board: &'a str,
    ours: u32,
    theirs: u32,
    played: &'a [String],
    words: usize,
    ways: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    every_move_loses: Option<bool>,
    /// True if the opponent can win at once after a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pass_loses: Option<bool>,
    /// The word with which the opponent wins after a pass. Null if there is none, and also if they win by passing too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pass_beaten_by: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    moves: Vec<MoveRow<'a>>,
}

impl<'a> BoardJson<'a> {
    pub fn new(result: &'a BoardResult) -> BoardJson<'a> {
        BoardJson {
            board: &result.board,
            ours: result.ours,
            theirs: result.theirs,
            played: &result.played,
            words: result.words,
            ways: result.ways,
            every_move_loses: result.every_move_loses,
            pass_loses: result.pass.as_ref().map(|pass| pass.loses),
            pass_beaten_by: result.pass.as_ref().map(|pass| pass.beaten_by.word),
            error: result.error.as_deref(),
            moves: MoveRow::moves(result, None).collect(),
        }
    }
}

impl<'a> MoveRow<'a> {
    /// The rows of a board in CSV: its moves, or why it was refused. `board` is its number if there are many.
    pub fn of(result: &'a BoardResult, board: Option<usize>) -> impl Iterator<Item = MoveRow<'a>> {
        let refused = result.error.as_deref().map(|error| MoveRow {
            board,
            error: Some(Some(error)),
            ..MoveRow::default()
        });
        // Only boards that are numbered can be refused.
        let moves = MoveRow::moves(result, board).map(move |row| MoveRow {
            error: board.map(|_| None),
            ..row
        });
        refused.into_iter().chain(moves)
    }

    /// A row with the fields of the moves of many boards, which may be refused.
    pub fn of_many() -> MoveRow<'a> {
        MoveRow {
            board: Some(0),
            error: Some(None),
            ..MoveRow::default()
        }
    }

    /// The moves of a board.
    fn moves(result: &'a BoardResult, board: Option<usize>) -> impl Iterator<Item = MoveRow<'a>> {
        let moves = (1..).zip(&result.moves);
        moves.map(move |(rank, ranked)| MoveRow::new(board, rank, ranked))
    }

    fn new(board: Option<usize>, rank: usize, ranked: &'a RankedMove) -> MoveRow<'a> {
        let (beaten_by, reply) = match ranked.reply.as_deref() {
            None => (None, None),
            Some(Reply::BeatenBy(beaten_by)) => (Some(beaten_by), None),
            Some(Reply::Best(best)) => (None, Some(best.as_ref())),
        };
        MoveRow {
            board,
            rank: Some(rank),
            word: Some(&ranked.word),
            mask: Some(ranked.mask),
            ours: Some(ranked.ours),
            theirs: Some(ranked.theirs),
            game_end: Some(ranked.game_end),
            protected_diff: Some(ranked.protected_diff),
            owned_diff: Some(ranked.owned_diff),
            vulnerability: Some(ranked.vulnerability),
            frequency: ranked.frequency,
            error: None,
            beaten_by: beaten_by.map(|by| by.word),
            beaten_by_frequency: beaten_by.map(|by| by.frequency),
            reply: reply.map(|reply| reply.map(|reply| &*reply.word)),
            reply_mask: reply.map(|reply| reply.map(|reply| reply.mask)),
            reply_game_end: reply.map(|reply| reply.map(|reply| reply.game_end)),
            reply_protected_diff: reply.map(|reply| reply.map(|reply| reply.protected_diff)),
            reply_owned_diff: reply.map(|reply| reply.map(|reply| reply.owned_diff)),
            reply_vulnerability: reply.map(|reply| reply.map(|reply| reply.vulnerability)),
        }
    }
}

/// The cells of a move in a table: its rank, the word, the reply if we looked, and its figures.
pub(super) fn move_cells(rank: usize, ranked: &RankedMove) -> Vec<Cell> {
    let mut cells = cells![grouped(rank), &ranked.word];
    cells.extend(ranked.reply.as_deref().map(|reply| match reply {
        Reply::BeatenBy(beaten_by) => Cell::from(&beaten_by.shown),
        Reply::Best(None) => Cell::from("-"),
        Reply::Best(Some(best)) => Cell::from(in_words(best)),
    }));
    cells.extend(cells![ranked.mask, ranked.ours, ranked.theirs]);
    cells.extend(score_cells(ranked.figures()));
    let frequency = ranked.frequency.map(|frequency| frequency.to_string());
    cells.push(Cell::from(frequency.as_deref().unwrap_or("-")));
    cells
}

/// The figures of a score as cells of a table.
pub fn score_cells(figures: Figures) -> Vec<Cell> {
    cells![
        game_end_name(figures.game_end),
        format!("{:+}", figures.protected_diff),
        figures.vulnerability,
        format!("{:+}", figures.owned_diff),
    ]
}

/// A move with its figures in one cell.
fn in_words(ranked: &RankedMove) -> String {
    let end = match game_end_name(ranked.game_end) {
        "" => String::new(),
        end => format!(" {end}"),
    };
    format!(
        "{}{end} {:+} {} {:+}",
        ranked.word, ranked.protected_diff, ranked.vulnerability, ranked.owned_diff
    )
}

/// How the game has ended for the player who made the move; empty if it continues.
pub fn game_end_name(game_end: i32) -> &'static str {
    match game_end {
        1 => "won",
        -1 => "lost",
        _ => "",
    }
}
