//! The opponent's next move: can he win with it, with which words, and what is his best?

use std::cmp::Ordering;
use std::sync::Arc;

use dashmap::DashMap;
use hashbrown::HashSet;
use rayon::prelude::*;

use super::rank::Rows;
use super::rules::{MAJORITY, Position, SQUARES, protected};
use super::{Board, Lexicon, Move, Ranked, Ranking, rank};
use crate::compute::{Backend, ComputeError};
use crate::words::Dictionary;

/// Moves looked at first, if fewer might do.
const FIRST_MOVES: usize = 2_048;

/// How many times as many are looked at where those did not do.
const MORE_MOVES: usize = 8;

/// Room for a count for each letter: a number that processors like.
type Counts = [u8; 32];

/// What the opponent can do against a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// He cannot win on the next move.
    None,
    /// He can win at once. This word, by its place in the dictionary, is the commonest that does it.
    Word(u32),
    /// The move itself ends the game, and he has won.
    Lost,
}

impl Threat {
    /// Orders threats from the least: a rarer word is less of one.
    fn compare(self, other: Threat, dictionary: &Dictionary) -> Ordering {
        let class = |threat| match threat {
            Threat::None => 0,
            Threat::Word(_) => 1,
            Threat::Lost => 2,
        };
        match (self, other) {
            (Threat::Word(a), Threat::Word(b)) => dictionary.compare_frequency(a, b),
            _ => class(self).cmp(&class(other)),
        }
    }
}

/// Tells with which words the opponent can win after a move, without trying his moves.
///
/// After the move, let n(l) be the free squares of letter l and u(l) our squares of letter l that are
/// not protected. A word with c(l) letters l ends the game exactly if c(l) ≥ n(l) for every l. The
/// letters that are left over can take Σ min(c(l) − n(l), u(l)) of our squares, and he wins if these,
/// the free squares and his own are a majority.
pub struct Replies<'a> {
    dictionary: &'a Dictionary,
    /// The squares of each letter that the board has.
    squares: Vec<u32>,
    /// The commonest first.
    words: Vec<Word>,
    longest: u32,
    /// The words that fill free squares, by the letters of these.
    filling: DashMap<Counts, Arc<[u32]>>,
}

struct Word {
    place: u32,
    counts: Counts,
}

impl<'a> Replies<'a> {
    /// For moves on a board, and an opponent who knows some words.
    pub fn new(board: &Board, opponent: &Lexicon<'a>) -> Replies<'a> {
        let dictionary = opponent.dictionary();
        let mut playable = opponent.playable(board);
        playable.par_sort_unstable_by(|a, b| {
            let commoner = dictionary.compare_frequency(b.place, a.place);
            commoner.then(a.place.cmp(&b.place))
        });
        let letters: Vec<u8> = (0..26)
            .filter(|&letter| board.squares_with(letter) != 0)
            .collect();
        let words = playable.iter().map(|word| {
            let mut counts = Counts::default();
            for byte in dictionary.word(word.place).bytes() {
                let slot = letters.binary_search(&(byte - b'a'));
                counts[slot.expect("the word can be played")] += 1;
            }
            Word {
                place: word.place,
                counts,
            }
        });
        let lengths = playable
            .iter()
            .map(|word| dictionary.word(word.place).len());
        Replies {
            dictionary,
            longest: lengths.max().unwrap_or(0) as u32,
            words: words.collect(),
            squares: letters.iter().map(|&l| board.squares_with(l)).collect(),
            filling: DashMap::new(),
        }
    }

    /// What the opponent can do against a move.
    pub fn threat(&self, played: &Move) -> Threat {
        match played.score.figures().game_end {
            1 => Threat::None,
            -1 => Threat::Lost,
            _ => {
                let place = self.winning_word(self.dictionary.word(played.place), played.after);
                place.map_or(Threat::None, Threat::Word)
            }
        }
    }

    /// The commonest word with which the opponent wins at once after a word has led to a position.
    fn winning_word(&self, played: &str, after: Position) -> Option<u32> {
        let Position { ours, theirs } = after;
        let free = after.free();
        if free.count_ones() > self.longest {
            return None;
        }
        let to_fill = self.counts(free);
        let to_take = self.counts(ours & !protected(ours));
        let sure = theirs.count_ones() + free.count_ones();
        let needed = MAJORITY.saturating_sub(sure);
        let wins = |word: &&Word| {
            // What was just played, or begins it, he cannot play.
            takes(&word.counts, &to_fill, &to_take) >= needed
                && !played.starts_with(self.dictionary.word(word.place))
        };
        let filling = self.words_that_fill(to_fill);
        let mut words = filling.iter().map(|&word| &self.words[word as usize]);
        words.find(wins).map(|word| word.place)
    }

    fn words_that_fill(&self, to_fill: Counts) -> Arc<[u32]> {
        if let Some(words) = self.filling.get(&to_fill) {
            return Arc::clone(&words);
        }
        let words = (0..).zip(&self.words);
        let fills = |word: &Word| word.counts.iter().zip(&to_fill).all(|(c, n)| c >= n);
        let words: Arc<[u32]> = words
            .filter(|(_, word)| fills(word))
            .map(|(place, _)| place)
            .collect();
        self.filling.insert(to_fill, Arc::clone(&words));
        words
    }

    /// How many squares of each letter a mask holds.
    fn counts(&self, mask: u32) -> Counts {
        let mut counts = Counts::default();
        for (count, squares) in counts.iter_mut().zip(&self.squares) {
            *count = (squares & mask).count_ones() as u8;
        }
        counts
    }
}

/// How many of the squares to take a word takes that also fills the squares to fill.
fn takes(word: &Counts, to_fill: &Counts, to_take: &Counts) -> u32 {
    let mut sum = 0;
    for i in 0..word.len() {
        // No sum exceeds the squares of a board.
        sum += (word[i] - to_fill[i]).min(to_take[i]);
    }
    debug_assert!(usize::from(sum) <= SQUARES);
    sum.into()
}

/// Whether an opponent knows a word of some frequency, or of none.
pub type Knows = dyn Fn(Option<f64>) -> bool + Sync;

/// The moves of a board in the light of what the opponent can win with next.
#[derive(Clone, Debug)]
pub struct LookAhead {
    /// The moves, best first, each with what the opponent can do against it.
    pub moves: Vec<(Move, Threat)>,
    /// The words that can be played.
    pub words: usize,
    /// All ways to play them.
    pub ways: u64,
    /// Whether there are moves and each loses, so that none could be kept.
    pub every_move_loses: bool,
}

/// Orders the moves of a board by how rare the commonest word is with which the opponent wins at once,
/// then by the ranking. With a vocabulary, moves against which such an opponent can win are dropped,
/// unless all are.
///
/// `opponent` holds all words that there are; `knows` tells those that the opponent knows.
///
/// # Errors
/// [`ComputeError`], from a GPU alone.
pub fn look_ahead(
    board: &Board,
    lexicon: &Lexicon,
    opponent: &Lexicon,
    knows: Option<&Knows>,
    backend: &dyn Backend,
    ranked: Ranked,
) -> Result<LookAhead, ComputeError> {
    let dictionary = lexicon.dictionary();
    let replies = Replies::new(board, opponent);
    let survives = |threat: Threat| match (threat, knows) {
        (Threat::Word(word), Some(knows)) => !knows(dictionary.frequency(word)),
        _ => threat == Threat::None,
    };
    // Most often some of the first moves do, and there may be millions.
    let mut wanted = ranked.top.max(FIRST_MOVES);
    loop {
        // The best move of a word by the ranking need not be its best here.
        let every_move = Ranked {
            rows: Rows::Moves,
            top: wanted,
            ..ranked
        };
        let boards = std::slice::from_ref(board);
        let ranking = rank(boards, lexicon, backend, every_move, &|_| ())?.remove(0);
        let complete = ranking.moves.len() < wanted;
        let mut moves: Vec<(Move, Threat)> = ranking
            .moves
            .into_par_iter()
            .map(|played| (played, replies.threat(&played)))
            .collect();
        let safe = moves
            .iter()
            .copied()
            .filter(|&(_, threat)| survives(threat));
        let safe = first_rows(safe, ranked);
        let done = |moves, every_move_loses| LookAhead {
            moves,
            words: ranking.words,
            ways: ranking.ways,
            every_move_loses,
        };
        if safe.len() >= ranked.top || (complete && knows.is_some() && !safe.is_empty()) {
            return Ok(done(safe, false));
        }
        if complete {
            moves.par_sort_by(|(_, a), (_, b)| a.compare(*b, dictionary));
            let loses = !moves.is_empty() && safe.is_empty();
            return Ok(done(first_rows(moves.into_iter(), ranked), loses));
        }
        wanted = wanted.saturating_mul(MORE_MOVES);
    }
}

/// The first rows of moves in order: of each word the first, or all.
fn first_rows(moves: impl Iterator<Item = (Move, Threat)>, ranked: Ranked) -> Vec<(Move, Threat)> {
    let mut seen = HashSet::new();
    let fresh = |(played, _): &(Move, Threat)| match ranked.rows {
        Rows::Words => seen.insert(played.place),
        Rows::Moves => true,
    };
    moves.filter(fresh).take(ranked.top).collect()
}

/// The best moves of a board, each with the opponent's best reply under the same ranking as he sees it:
/// none where the game has ended or he has no word. The moves are ordered by how bad that reply is
/// for him, then by the ranking.
///
/// # Errors
/// [`ComputeError`], from a GPU alone.
pub fn best_replies(
    board: &Board,
    lexicon: &Lexicon,
    backend: &dyn Backend,
    ranked: Ranked,
    done: &dyn Fn(usize),
) -> Result<(Ranking, Vec<Option<Move>>), ComputeError> {
    let boards = std::slice::from_ref(board);
    let mut ranking = rank(boards, lexicon, backend, ranked, &|_| ())?.remove(0);
    let goes_on = |played: &&Move| played.after.free() != 0;
    let next: Vec<Board> = ranking
        .moves
        .iter()
        .filter(goes_on)
        .map(|played| board.after(lexicon.dictionary().word(played.place), played.after))
        .collect();
    let best = Ranked {
        rows: Rows::Words,
        fold: true,
        top: 1,
        ..ranked
    };
    let mut replies = rank(&next, lexicon, backend, best, done)?.into_iter();
    let mut moves: Vec<(Move, Option<Move>)> = Vec::new();
    for played in &ranking.moves {
        let reply = match goes_on(&played) {
            true => replies
                .next()
                .and_then(|reply| reply.moves.first().copied()),
            false => None,
        };
        moves.push((*played, reply));
    }
    moves.sort_by_key(|(played, reply)| {
        let class = match (played.score.figures().game_end, reply) {
            (1, _) => 0,
            (-1, _) => 3,
            (_, None) => 1,
            (_, Some(_)) => 2,
        };
        (class, reply.map(|reply| reply.score))
    });
    let replies = moves.iter().map(|(_, reply)| *reply).collect();
    ranking.moves = moves.into_iter().map(|(played, _)| played).collect();
    Ok((ranking, replies))
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

    /// The first 21 squares are owned in turn, ten by us; v, w, x and y are free.
    fn late() -> Board {
        let odd: u64 = (0..10).map(|square| 2u64 << (2 * square)).sum();
        let even: u64 = (0..11).map(|square| 1u64 << (2 * square)).sum();
        Board::new(LETTERS, odd, even, [""; 0]).unwrap()
    }

    fn ahead(
        words: &[(&str, f64)],
        level: Option<Vocabulary>,
    ) -> (Vec<(String, Option<String>)>, bool) {
        let dictionary = dictionary(words);
        let lexicon = Lexicon::new(&dictionary, |_| true);
        let knows = level.map(|level| move |frequency| level.knows(frequency));
        let ranked = Ranked {
            order: MoveOrder::Article,
            rows: Rows::Words,
            fold: true,
            top: 10,
        };
        let knows = knows.as_ref().map(|knows| knows as &Knows);
        let ahead = look_ahead(&late(), &lexicon, &lexicon, knows, &Cpu, ranked).unwrap();
        let name = |place| dictionary.word(place).to_owned();
        let row = |&(played, threat): &(Move, Threat)| {
            let word = match threat {
                Threat::Word(word) => Some(name(word)),
                _ => None,
            };
            (name(played.place), word)
        };
        (
            ahead.moves.iter().map(row).collect(),
            ahead.every_move_loses,
        )
    }

    #[test]
    fn a_word_that_fills_the_free_squares_and_makes_a_majority_beats_a_move() {
        // After vwx he has eleven squares and y is free: yb takes it and ours at b.
        let (moves, loses) = ahead(&[("vwx", 1.0), ("yb", 5.0), ("ybd", 6.0)], None);
        let beaten = |word: &str| {
            let row = moves.iter().find(|(played, _)| played == word);
            row.unwrap().1.clone()
        };
        assert_eq!(beaten("vwx"), Some("ybd".to_owned()));
        // After yb or ybd nothing but vwx fills v, w and x.
        assert_eq!(beaten("yb"), Some("vwx".to_owned()));
        assert!(loses);
        // After vwxa he has ten: yb would make it twelve.
        let (moves, loses) = ahead(&[("vwxa", 1.0), ("yb", 5.0)], None);
        assert_eq!(moves[0], ("vwxa".to_owned(), None));
        assert!(!loses);
    }

    #[test]
    fn the_word_just_played_and_its_beginnings_are_no_reply() {
        let (moves, _) = ahead(&[("vw", 1.0), ("vwx", 2.0), ("vwxy", 3.0)], None);
        let of = |word: &str| moves.iter().find(|(played, _)| played == word).unwrap();
        // vwxy wins at once for whoever plays it.
        assert_eq!(of("vwxy").1, None);
        assert_eq!(of("vwx").1, Some("vwxy".to_owned()));
        assert_eq!(moves[0].0, "vwxy");
    }

    #[test]
    fn moves_are_ordered_by_how_rare_the_words_are_that_beat_them() {
        let words = [("vwxa", 1.0), ("vwya", 1.1), ("ybd", 3.0), ("xbd", 2.0)];
        let (moves, loses) = ahead(&words, None);
        let row = |played: &str, beaten: &str| (played.to_owned(), Some(beaten.to_owned()));
        assert_eq!(
            moves,
            [
                row("ybd", "vwxa"),
                row("xbd", "vwya"),
                row("vwya", "xbd"),
                row("vwxa", "ybd")
            ]
        );
        assert!(loses);
    }

    #[test]
    fn a_level_drops_the_moves_that_lose_to_it_unless_all_do() {
        let names = |words: &[(&str, f64)], level| {
            let (moves, loses) = ahead(words, Some(level));
            let names: Vec<String> = moves.into_iter().map(|(word, _)| word).collect();
            (names, loses)
        };
        let words = [("vwxa", 1.0), ("vwya", 1.1), ("ybd", 5.5), ("xbd", 4.0)];
        // vwxa loses to ybd, vwya to xbd, and the other two to words that hardly anybody knows.
        let (basic, loses) = names(&words, Vocabulary::Basic);
        assert_eq!((basic.len(), loses), (3, false));
        assert!(!basic.contains(&"vwxa".to_owned()));
        let (mut common, loses) = names(&words, Vocabulary::Common);
        common.sort_unstable();
        assert_eq!(
            (common, loses),
            (vec!["xbd".to_owned(), "ybd".to_owned()], false)
        );
        let (all, loses) = names(&words, Vocabulary::Sesquipedalian);
        assert_eq!((all.len(), loses), (4, true));
    }
}
