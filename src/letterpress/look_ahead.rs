//! The moves of a board, ordered by what the opponent could win with next.

use std::cmp::Ordering;

use hashbrown::HashSet;
use rayon::prelude::*;

use super::rank::{Move, RankOptions, Ranker, Ranking, Rows};
use super::threats::{Threat, WinningReplies};
use super::{Board, Lexicon};
use crate::compute::ComputeError;
use crate::words::Dictionary;

/// The number of moves to examine first, unless more are requested. Usually enough of them are safe, and a board
/// may have millions.
const FIRST_MOVES: usize = 2_048;

/// The factor by which the number grows when too few moves were safe.
const GROWTH: usize = 8;

/// True if the opponent knows a word with this frequency, or without a known frequency.
pub type Knows = dyn Fn(Option<f64>) -> bool + Sync;

/// The opponent and their words.
#[derive(Clone, Copy)]
pub struct Opponent<'a> {
    /// All words that may be played. It must be of the same dictionary as the ranker's lexicon.
    pub lexicon: &'a Lexicon<'a>,
    /// The vocabulary of the opponent, if only moves that are safe from it are to be returned.
    pub knows: Option<&'a Knows>,
}

impl Opponent<'_> {
    /// True if the opponent cannot win at once.
    fn is_harmless(&self, threat: Threat) -> bool {
        match (threat, self.knows) {
            (Threat::None, _) => true,
            (Threat::Word(word), Some(knows)) => !knows(self.lexicon.dictionary().frequency(word)),
            _ => false,
        }
    }
}

/// The best moves of a board, each with the opponent's threat.
#[derive(Clone, Debug)]
pub struct LookAhead {
    /// The moves, best first.
    pub moves: Vec<(Move, Threat)>,
    /// The number of words that can be played.
    pub words: usize,
    /// The number of ways to play them, without folding.
    pub ways: u64,
    /// True if there are moves, but the opponent can win after each of them. All moves are then returned.
    pub every_move_loses: bool,
    /// The opponent's threat if we pass.
    pub pass: Threat,
    /// True if the opponent can win after a pass.
    pub pass_loses: bool,
}

/// Orders the moves of a board by the opponent's threat, and equal ones as the ranker does. A threat is smaller if
/// the most frequent word that wins is rarer. If the opponent has a vocabulary, moves after which they can win with
/// it are dropped, unless these are all moves.
///
/// # Errors
/// [`ComputeError`] if the backend is a GPU and it fails.
pub fn look_ahead(
    ranker: &Ranker,
    board: &Board,
    opponent: &Opponent,
) -> Result<LookAhead, ComputeError> {
    let options = ranker.options;
    let replies = WinningReplies::new(board, opponent.lexicon);
    let pass = replies.threat_of_pass(board.position());
    let result = |ranking: &Ranking, moves, every_move_loses| LookAhead {
        moves,
        words: ranking.words,
        ways: ranking.ways,
        every_move_loses,
        pass,
        pass_loses: !opponent.is_harmless(pass),
    };
    let mut examined = options.top.max(FIRST_MOVES);
    loop {
        // We need every move, because the best move of a word may be one that the ranker does not rank first.
        let every_move = RankOptions {
            rows: Rows::Moves,
            top: examined,
            ..options
        };
        let ranking = Ranker::new(ranker.lexicon, ranker.backend, every_move).rank(board)?;
        let is_complete = ranking.moves.len() < examined;
        let mut moves: Vec<(Move, Threat)> = ranking
            .moves
            .par_iter()
            .map(|played| (*played, replies.threat(played)))
            .collect();
        let safe = moves.iter().copied();
        let safe = first_rows(safe.filter(|&(_, t)| opponent.is_harmless(t)), options);
        let has_enough = safe.len() >= options.top;
        if has_enough || (is_complete && opponent.knows.is_some() && !safe.is_empty()) {
            return Ok(result(&ranking, safe, false));
        }
        if is_complete {
            let dictionary = ranker.lexicon.dictionary();
            // The sort is stable, so moves with equal threats stay in the order of the ranking.
            moves.par_sort_by(|(_, a), (_, b)| compare_threats(*a, *b, dictionary));
            let every_move_loses = !moves.is_empty() && safe.is_empty();
            let rows = first_rows(moves.into_iter(), options);
            return Ok(result(&ranking, rows, every_move_loses));
        }
        examined = examined.saturating_mul(GROWTH);
    }
}

/// Orders threats, the smallest first.
pub(super) fn compare_threats(a: Threat, b: Threat, dictionary: &Dictionary) -> Ordering {
    let class = |threat| match threat {
        Threat::None => 0,
        Threat::Word(_) => 1,
        Threat::Pass => 2,
        Threat::Lost => 3,
    };
    match (a, b) {
        (Threat::Word(a), Threat::Word(b)) => dictionary.compare_frequency(a, b),
        _ => class(a).cmp(&class(b)),
    }
}

/// The rows to return from some moves in order: the first move of each word, or every move, up to `top`.
fn first_rows(
    moves: impl Iterator<Item = (Move, Threat)>,
    options: RankOptions,
) -> Vec<(Move, Threat)> {
    let mut seen = HashSet::new();
    let has_row = |(played, _): &(Move, Threat)| match options.rows {
        Rows::Words => seen.insert(played.word),
        Rows::Moves => true,
    };
    moves.filter(has_row).take(options.top).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::cpu::Cpu;
    use crate::letterpress::rules::MoveOrder;
    use crate::words::Vocabulary;

    const LETTERS: &str = "abcdefghijklmnopqrstuvwxy";

    fn dictionary(words: &[(&str, f64)]) -> Dictionary {
        let mut dictionary = Dictionary::new(true);
        for &(word, frequency) in words {
            dictionary.push(word, Some(frequency));
        }
        dictionary
    }

    /// A board near the end of the game. The opponent owns a, c, e, … u (11 squares), we own b, d, f, … t (10
    /// squares), and v, w, x and y are free.
    fn late_board() -> Board {
        let odd: u64 = (0..10).map(|square| 2u64 << (2 * square)).sum();
        let even: u64 = (0..11).map(|square| 1u64 << (2 * square)).sum();
        Board::new(LETTERS, odd, even, [""; 0]).unwrap()
    }

    /// The moves of the late board, each with the word that beats it, and whether every move loses.
    fn ahead(
        words: &[(&str, f64)],
        level: Option<Vocabulary>,
    ) -> (Vec<(String, Option<String>)>, bool) {
        let dictionary = dictionary(words);
        let lexicon = Lexicon::new(&dictionary, |_| true);
        let knows = level.map(|level| move |frequency| level.knows(frequency));
        let options = RankOptions {
            order: MoveOrder::Article,
            rows: Rows::Words,
            fold: true,
            top: 10,
        };
        let opponent = Opponent {
            lexicon: &lexicon,
            knows: knows.as_ref().map(|knows| knows as &Knows),
        };
        let ranker = Ranker::new(&lexicon, &Cpu, options);
        let ahead = look_ahead(&ranker, &late_board(), &opponent).unwrap();
        let text = |word| dictionary.word(word).to_owned();
        let row = |&(played, threat): &(Move, Threat)| {
            let beaten_by = match threat {
                Threat::Word(word) => Some(text(word)),
                _ => None,
            };
            (text(played.word), beaten_by)
        };
        let rows = ahead.moves.iter().map(row).collect();
        (rows, ahead.every_move_loses)
    }

    #[test]
    fn a_word_that_takes_all_free_squares_and_makes_a_majority_beats_a_move() {
        // After vwx the opponent has eleven squares and y is free. The word yb takes y, and b from us.
        let (moves, every_move_loses) = ahead(&[("vwx", 1.0), ("yb", 5.0), ("ybd", 6.0)], None);
        let beaten_by = |word: &str| {
            let row = moves.iter().find(|(played, _)| played == word);
            row.unwrap().1.clone()
        };
        assert_eq!(beaten_by("vwx"), Some("ybd".to_owned()));
        // After yb or ybd only vwx takes v, w and x.
        assert_eq!(beaten_by("yb"), Some("vwx".to_owned()));
        assert!(every_move_loses);
        // After vwxa the opponent has ten squares, and yb would only make twelve.
        let (moves, every_move_loses) = ahead(&[("vwxa", 1.0), ("yb", 5.0)], None);
        assert_eq!(moves[0], ("vwxa".to_owned(), None));
        assert!(!every_move_loses);
    }

    #[test]
    fn the_opponent_cannot_reply_with_the_word_just_played_or_its_beginning() {
        let (moves, _) = ahead(&[("vw", 1.0), ("vwx", 2.0), ("vwxy", 3.0)], None);
        let row = |word: &str| moves.iter().find(|(played, _)| played == word).unwrap();
        // The word vwxy wins at once for either player.
        assert_eq!(row("vwxy").1, None);
        assert_eq!(row("vwx").1, Some("vwxy".to_owned()));
        assert_eq!(moves[0].0, "vwxy");
    }

    #[test]
    fn a_move_is_better_if_the_word_that_beats_it_is_rarer() {
        let words = [("vwxa", 1.0), ("vwya", 1.1), ("ybd", 3.0), ("xbd", 2.0)];
        let (moves, every_move_loses) = ahead(&words, None);
        let row = |played: &str, beaten_by: &str| (played.to_owned(), Some(beaten_by.to_owned()));
        assert_eq!(
            moves,
            [
                row("ybd", "vwxa"),
                row("xbd", "vwya"),
                row("vwya", "xbd"),
                row("vwxa", "ybd")
            ]
        );
        assert!(every_move_loses);
    }

    #[test]
    fn moves_that_lose_to_a_vocabulary_are_dropped_unless_all_do() {
        let texts = |words: &[(&str, f64)], level| {
            let (moves, every_move_loses) = ahead(words, Some(level));
            let texts: Vec<String> = moves.into_iter().map(|(word, _)| word).collect();
            (texts, every_move_loses)
        };
        let words = [("vwxa", 1.0), ("vwya", 1.1), ("ybd", 5.5), ("xbd", 4.0)];
        // vwxa loses to ybd, vwya to xbd, and the other two to words that hardly anybody knows.
        let (basic, every_move_loses) = texts(&words, Vocabulary::Basic);
        assert_eq!((basic.len(), every_move_loses), (3, false));
        assert!(!basic.contains(&"vwxa".to_owned()));
        let (mut common, every_move_loses) = texts(&words, Vocabulary::Common);
        common.sort_unstable();
        assert_eq!(
            (common, every_move_loses),
            (vec!["xbd".to_owned(), "ybd".to_owned()], false)
        );
        let (all, every_move_loses) = texts(&words, Vocabulary::Sesquipedalian);
        assert_eq!((all.len(), every_move_loses), (4, true));
    }
}
