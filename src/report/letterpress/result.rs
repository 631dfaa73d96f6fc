//! A board with its best moves, as plain data. It needs no dictionary, so that shards can hold it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::letterpress::{BestReplies, Board, Figures, LookAhead, Move, Position, Ranking, Threat};
use crate::words::{Dictionary, Vocabulary};

/// A board with its best moves. Names are stable.
#[derive(Serialize, Deserialize)]
pub struct BoardResult<'a> {
    pub(super) board: String,
    pub(super) ours: u32,
    pub(super) theirs: u32,
    pub(super) played: Vec<String>,
    /// The number of words that can be played.
    pub(super) words: usize,
    /// The number of ways to play them.
    pub(super) ways: u64,
    /// The best moves, best first.
    pub(super) moves: Vec<RankedMove<'a>>,
    /// Why the board was not ranked, if it was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
    /// True if the opponent can win at once after every move; `None` if nobody looked.
    #[serde(skip)]
    pub(super) every_move_loses: Option<bool>,
    /// What a pass leads to; `None` if nobody looked.
    #[serde(skip)]
    pub(super) pass: Option<Pass<'a>>,
}

/// What a pass leads to.
pub(super) struct Pass<'a> {
    /// True if the opponent can win at once.
    pub loses: bool,
    pub beaten_by: BeatenBy<'a>,
}

/// A [`BoardResult`] without its moves.
#[derive(Deserialize)]
pub struct BoardHead {
    board: String,
    ours: u32,
    theirs: u32,
    played: Vec<String>,
    pub(super) words: usize,
    pub(super) ways: u64,
}

/// A move. Names are stable.
#[derive(Serialize, Deserialize)]
pub(super) struct RankedMove<'a> {
    pub word: Cow<'a, str>,
    pub frequency: Option<f64>,
    /// The squares of the word.
    pub mask: u32,
    /// Our squares after the move.
    pub ours: u32,
    /// The opponent's squares after the move.
    pub theirs: u32,
    pub game_end: i32,
    pub protected_diff: i32,
    pub owned_diff: i32,
    pub vulnerability: u32,
    /// The opponent's possible reply, if we looked.
    #[serde(skip)]
    pub reply: Option<Box<Reply<'a>>>,
}

/// The opponent's possible reply to a move.
pub(super) enum Reply<'a> {
    /// The word with which the opponent wins at once, if there is one.
    BeatenBy(BeatenBy<'a>),
    /// The opponent's best move, if there is any, with its figures as the opponent sees them.
    Best(Option<RankedMove<'a>>),
}

/// The most frequent word with which the opponent wins at once.
pub(super) struct BeatenBy<'a> {
    pub word: Option<&'a str>,
    pub frequency: Option<f64>,
    /// For people: the word with the vocabulary that is needed to know it.
    pub shown: String,
}

impl<'a> BoardResult<'a> {
    /// A ranking without a look at the reply.
    pub fn ranked(board: &Board, ranking: Ranking, dictionary: &'a Dictionary) -> BoardResult<'a> {
        let moves = ranking.moves.iter();
        let moves = moves.map(|ranked| RankedMove::new(ranked, dictionary, None));
        BoardResult::new(board, ranking.words, ranking.ways, moves.collect())
    }

    /// A board that is not ranked, and why.
    pub fn refused(board: &Board, error: String) -> BoardResult<'a> {
        BoardResult {
            error: Some(error),
            ..BoardResult::new(board, 0, 0, Vec::new())
        }
    }

    /// A ranking with the opponent's best reply to each move.
    pub fn replied(
        board: &Board,
        replies: BestReplies,
        dictionary: &'a Dictionary,
    ) -> BoardResult<'a> {
        let moves = replies.moves.iter();
        let moves = moves.map(|(ranked, reply)| {
            let reply = reply.map(|reply| RankedMove::new(&reply, dictionary, None));
            RankedMove::new(ranked, dictionary, Some(Reply::Best(reply)))
        });
        BoardResult::new(board, replies.words, replies.ways, moves.collect())
    }

    /// Moves with the words that beat them.
    pub fn looked_ahead(
        board: &Board,
        ahead: LookAhead,
        dictionary: &'a Dictionary,
    ) -> BoardResult<'a> {
        let moves = ahead.moves.iter();
        let moves = moves.map(|(ranked, threat)| {
            let beaten_by = BeatenBy::new(*threat, dictionary);
            RankedMove::new(ranked, dictionary, Some(Reply::BeatenBy(beaten_by)))
        });
        BoardResult {
            every_move_loses: Some(ahead.every_move_loses),
            pass: Some(Pass {
                loses: ahead.pass_loses,
                beaten_by: BeatenBy::new(ahead.pass, dictionary),
            }),
            ..BoardResult::new(board, ahead.words, ahead.ways, moves.collect())
        }
    }

    fn new(board: &Board, words: usize, ways: u64, moves: Vec<RankedMove<'a>>) -> BoardResult<'a> {
        BoardResult {
            board: board.letters().to_owned(),
            ours: board.position().ours,
            theirs: board.position().theirs,
            played: board.played().to_vec(),
            words,
            ways,
            moves,
            error: None,
            every_move_loses: None,
            pass: None,
        }
    }

    /// The result without a look at replies, independent of the dictionary. It is what shards hold.
    pub fn into_owned(self) -> BoardResult<'static> {
        BoardResult {
            moves: self.moves.into_iter().map(RankedMove::into_owned).collect(),
            pass: None,
            ..self
        }
    }

    /// If we looked and the opponent can win at once after every move, a line that says so, and whether a pass loses
    /// too.
    pub fn every_move_loses(&self) -> Option<String> {
        let pass = self
            .pass
            .as_ref()
            .filter(|_| self.every_move_loses == Some(true))?;
        let pass = match pass.beaten_by.word {
            _ if !pass.loses => "a pass does not lose at once".to_owned(),
            Some(_) => format!("a pass loses to {}", pass.beaten_by.shown),
            None => "a pass loses to another pass, as the opponent owns more squares".to_owned(),
        };
        Some(format!(
            "every move loses; the rarest way to lose comes first; {pass}"
        ))
    }
}

impl BoardHead {
    /// The board, or `None` if the result, which may come from a file, is not of a board.
    pub fn board(&self) -> Option<Board> {
        let [ours, theirs] = [self.ours, self.theirs].map(u64::from);
        Board::new(&self.board, ours, theirs, &self.played).ok()
    }
}

impl<'a> RankedMove<'a> {
    fn new(ranked: &Move, dictionary: &'a Dictionary, reply: Option<Reply<'a>>) -> RankedMove<'a> {
        let Figures {
            game_end,
            protected_diff,
            vulnerability,
            owned_diff,
        } = ranked.score.figures();
        RankedMove {
            word: dictionary.word(ranked.word).into(),
            frequency: dictionary.frequency(ranked.word),
            mask: ranked.squares,
            ours: ranked.after.ours,
            theirs: ranked.after.theirs,
            game_end,
            protected_diff,
            owned_diff,
            vulnerability,
            reply: reply.map(Box::new),
        }
    }

    fn into_owned(self) -> RankedMove<'static> {
        RankedMove {
            word: Cow::Owned(self.word.into_owned()),
            reply: None,
            ..self
        }
    }

    /// The figures of the score.
    pub fn figures(&self) -> Figures {
        Figures {
            game_end: self.game_end,
            protected_diff: self.protected_diff,
            vulnerability: self.vulnerability,
            owned_diff: self.owned_diff,
        }
    }

    /// The position after the move.
    pub fn after(&self) -> Position {
        Position {
            ours: self.ours,
            theirs: self.theirs,
        }
    }
}

/// What beats a turn, for people: the word with the vocabulary that is needed to know it.
pub fn beaten_by(threat: Threat, dictionary: &Dictionary) -> String {
    BeatenBy::new(threat, dictionary).shown
}

impl<'a> BeatenBy<'a> {
    fn new(threat: Threat, dictionary: &'a Dictionary) -> BeatenBy<'a> {
        let index = match threat {
            Threat::Word(index) => index,
            Threat::Pass => return BeatenBy::without_word("a pass"),
            Threat::Lost => return BeatenBy::without_word("(lost)"),
            Threat::None => return BeatenBy::without_word("-"),
        };
        let (word, frequency) = (dictionary.word(index), dictionary.frequency(index));
        let shown = if dictionary.is_zipf() {
            format!("{word} ({})", Vocabulary::needed_for(frequency).name())
        } else if let Some(frequency) = frequency {
            format!("{word} ({frequency})")
        } else {
            word.to_owned()
        };
        BeatenBy {
            word: Some(word),
            frequency,
            shown,
        }
    }

    fn without_word(shown: &str) -> BeatenBy<'a> {
        BeatenBy {
            word: None,
            frequency: None,
            shown: shown.to_owned(),
        }
    }
}
