//! The words that can be played on a board, and all ways to play them.

use hashbrown::HashMap;
use hashbrown::HashSet;
use itertools::Itertools;
use rayon::prelude::*;

use super::Board;
use super::rules::{Position, SQUARES, protected};
use crate::compute::best_moves::{BoardState, MoveBatch};
use crate::words::{ALPHABET, Dictionary};

/// Words that a thread looks at at a time.
const WORDS_PER_TASK: usize = 4_096;

/// The words of a dictionary that a player knows and that fit a board.
#[derive(Clone, Debug)]
pub struct Lexicon<'a> {
    dictionary: &'a Dictionary,
    words: Vec<Known>,
}

/// A word that a player knows.
#[derive(Clone, Copy, Debug)]
struct Known {
    place: u32,
    /// A bit for each letter that occurs.
    letters: u32,
}

impl<'a> Lexicon<'a> {
    /// The words of two to 25 letters that a player knows. `knows` is asked for the frequency of each.
    pub fn new(
        dictionary: &'a Dictionary,
        knows: impl Fn(Option<f64>) -> bool + Sync,
    ) -> Lexicon<'a> {
        let known = |place: u32| {
            let word = dictionary.word(place);
            let playable = (2..=SQUARES).contains(&word.len());
            (playable && knows(dictionary.frequency(place))).then(|| Known {
                place,
                letters: word.bytes().fold(0, |set, byte| set | 1 << (byte - b'a')),
            })
        };
        Lexicon {
            dictionary,
            words: (0..dictionary.len() as u32)
                .into_par_iter()
                .with_min_len(WORDS_PER_TASK)
                .filter_map(known)
                .collect(),
        }
    }

    /// The dictionary that the words are from.
    pub fn dictionary(&self) -> &'a Dictionary {
        self.dictionary
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The words that may be played on a board, in the order of the dictionary.
    pub fn playable(&self, board: &Board) -> Vec<Playable> {
        let tally = Tally::new(board);
        let absent = !tally.present;
        self.words
            .par_iter()
            .with_min_len(WORDS_PER_TASK)
            .filter(|known| known.letters & absent == 0)
            .filter_map(|known| {
                let word = self.dictionary.word(known.place);
                let letters = tally.count(word)?;
                board.may_play(word).then_some(Playable {
                    place: known.place,
                    letters,
                })
            })
            .collect()
    }
}

/// A word that can be played on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playable {
    /// Its place in the dictionary.
    pub place: u32,
    /// What letters it has: equal for two words of one board that are anagrams, and for no others.
    letters: u64,
}

/// The letters of a board, counted in fields of one number.
///
/// A field is as wide as its count needs, and a guard bit, which is set. A word takes 1 from the field
/// of each of its letters; a guard falls with the first letter that the board lacks. No board needs
/// more than 51 bits: 2 for a letter that it has once, 3 for one that it has twice or thrice, and so on.
struct Tally {
    /// 1 in the field of each letter.
    units: [u64; ALPHABET],
    /// All counts, and all guards.
    full: u64,
    guards: u64,
    /// A bit for each letter that the board has.
    present: u32,
}

impl Tally {
    fn new(board: &Board) -> Tally {
        let mut tally = Tally {
            units: [0; ALPHABET],
            full: 0,
            guards: 0,
            present: 0,
        };
        let mut bit = 0;
        for letter in 0..ALPHABET as u8 {
            let count = board.squares_with(letter).count_ones();
            let width = u32::BITS - count.leading_zeros();
            if count > 0 {
                tally.units[usize::from(letter)] = 1 << bit;
                tally.full |= u64::from(count) << bit;
                tally.guards |= 1 << (bit + width);
                tally.present |= 1 << letter;
                bit += width + 1;
            }
        }
        tally.full |= tally.guards;
        tally
    }

    /// The letters of a word of letters that the board has, unless it has too few of them.
    fn count(&self, word: &str) -> Option<u64> {
        let mut rest = self.full;
        for byte in word.bytes() {
            rest -= self.units[usize::from(byte - b'a')];
            if rest & self.guards != self.guards {
                return None;
            }
        }
        Some(self.full - rest)
    }
}

/// Words that are anagrams of each other and so have the same moves.
#[derive(Clone, Debug)]
pub struct Anagrams {
    /// Their places among the words that were given, ascending.
    pub words: Vec<u32>,
}

/// Puts anagrams together: in the order of their first words, and each in the order of its words.
pub fn anagrams(words: &[Playable]) -> Vec<Anagrams> {
    let mut groups: Vec<Anagrams> = Vec::new();
    let mut group_of: HashMap<u64, u32> = HashMap::with_capacity(words.len());
    for (place, word) in (0..).zip(words) {
        let next = groups.len() as u32;
        let group = *group_of.entry(word.letters).or_insert(next);
        if group == next {
            groups.push(Anagrams { words: Vec::new() });
        }
        groups[group as usize].words.push(place);
    }
    groups
}

/// The ways to play words on one board, which it adds to a batch.
pub struct Ways<'a> {
    batch: &'a mut MoveBatch,
    /// Where the letters stand.
    squares: [Vec<u32>; ALPHABET],
    position: Position,
    /// The squares whose owner a move would change, or all, if ways of the same outcome are wanted.
    live: u32,
    /// The lists of the batch, by letter and count.
    lists: Box<[[Option<u32>; SQUARES + 1]; ALPHABET]>,
    room: Vec<u32>,
}

impl<'a> Ways<'a> {
    /// The ways to play words on a board. With `fold`, of ways that change the same squares only the
    /// first is one.
    pub fn new(batch: &'a mut MoveBatch, board: &Board, fold: bool) -> Ways<'a> {
        let position = board.position();
        let live = match fold {
            true => !protected(position.theirs) & !position.ours,
            false => !0,
        };
        Ways {
            batch,
            squares: std::array::from_fn(|letter| {
                let squares = board.squares_with(letter as u8);
                (0..SQUARES as u32)
                    .map(|square| 1 << square)
                    .filter(|square| squares & square != 0)
                    .collect()
            }),
            position,
            live,
            lists: Box::new([[None; SQUARES + 1]; ALPHABET]),
            room: Vec::new(),
        }
    }

    /// Adds the ways to play a word, and returns how many there are, folded or not. They are numbered
    /// with the letters in alphabetical order, the last counting fastest; the squares of one letter in
    /// lexicographic order.
    pub fn push(&mut self, word: &str) -> u64 {
        let mut counts = [0; ALPHABET];
        for byte in word.bytes() {
            counts[usize::from(byte - b'a')] += 1;
        }
        let mut ways = 1;
        self.room.clear();
        for (letter, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            ways *= combinations(self.squares[letter].len() as u64, count as u64);
            let list = match self.lists[letter][count] {
                Some(list) => list,
                None => self.push_list(letter, count),
            };
            self.room.push(list);
        }
        self.batch.push_family(&self.room);
        ways
    }

    /// Adds the ways to choose some of the squares of a letter.
    fn push_list(&mut self, letter: usize, count: usize) -> u32 {
        let chosen = self.squares[letter].iter().copied().combinations(count);
        let masks = chosen.map(|squares| squares.into_iter().sum::<u32>());
        let masks: Vec<u32> = match self.live {
            u32::MAX => masks.collect(),
            live => {
                let mut seen = HashSet::new();
                masks.filter(|mask| seen.insert(mask & live)).collect()
            }
        };
        let list = self.batch.push_list(&masks);
        self.lists[letter][count] = Some(list);
        list
    }

    /// Closes the board.
    pub fn finish(self) {
        self.batch.push_board(BoardState {
            ours: self.position.ours,
            theirs: self.position.theirs,
            takeable: self.position.takeable(),
        });
    }
}

/// The number of ways to choose k of n.
fn combinations(n: u64, k: u64) -> u64 {
    (1..=k).fold(1, |ways, i| ways * (n + 1 - i) / i)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARTICLE: &str = "efpjaccwcejfjvkqmmpbkumlt";

    fn dictionary(words: &[&str]) -> Dictionary {
        let mut dictionary = Dictionary::new(false);
        for word in words {
            dictionary.push(word, None);
        }
        dictionary
    }

    fn board(letters: &str, ours: u64, theirs: u64, played: &[&str]) -> Board {
        Board::new(letters, ours, theirs, played).unwrap()
    }

    fn playable(words: &[&str], board: &Board) -> Vec<String> {
        let dictionary = dictionary(words);
        let words = Lexicon::new(&dictionary, |_| true).playable(board);
        let word = |word: &Playable| dictionary.word(word.place).to_owned();
        words.iter().map(word).collect()
    }

    fn ways(word: &str, board: &Board, fold: bool) -> (u64, Vec<u32>) {
        let mut batch = MoveBatch::default();
        let mut all = Ways::new(&mut batch, board, fold);
        let counted = all.push(word);
        all.finish();
        let numbers = 0..batch.moves(0) as u32;
        (counted, numbers.map(|n| batch.cells(0, n)).collect())
    }

    #[test]
    fn a_word_needs_each_of_its_letters_a_square() {
        let board = board(ARTICLE, 0, 0, &[]);
        let words = [
            "mumble", "mummm", "jumble", "zoo", "cj", "a", "aa", "flee", "eel", "eeel",
        ];
        assert_eq!(
            playable(&words, &board),
            ["mumble", "jumble", "cj", "flee", "eel"]
        );
    }

    #[test]
    fn a_played_word_and_its_beginnings_are_not_playable() {
        let board = board(ARTICLE, 0, 0, &["jumble"]);
        let words = ["jumble", "jum", "jut", "umble"];
        assert_eq!(playable(&words, &board), ["jut", "umble"]);
    }

    #[test]
    fn words_longer_than_a_board_and_of_one_letter_do_not_count() {
        let long = "a".repeat(26);
        let dictionary = dictionary(&["a", "aa", &long]);
        assert_eq!(Lexicon::new(&dictionary, |_| true).len(), 1);
    }

    #[test]
    fn mumble_has_the_six_masks_of_the_article() {
        let (count, mut masks) = ways("mumble", &board(ARTICLE, 2595, 27262992, &[]), false);
        assert_eq!(count, 6);
        // The letters in turn, e before m.
        let generated = [11206657, 15269889, 15335425, 11207168, 15270400, 15335936];
        assert_eq!(masks, generated);
        masks.sort_unstable();
        let article = [11206657, 11207168, 15269889, 15270400, 15335425, 15335936];
        assert_eq!(masks, article);
    }

    #[test]
    fn ways_of_one_outcome_are_folded_into_the_first() {
        // Of the three m (squares 16, 17, 22) two are ours already.
        let board = board(ARTICLE, 1 << 16 | 1 << 22, 0, &[]);
        let (count, masks) = ways("mm", &board, true);
        assert_eq!(count, 3);
        assert_eq!(masks, [1 << 16 | 1 << 17, 1 << 16 | 1 << 22]);
    }

    #[test]
    fn anagrams_stand_together_in_the_order_of_their_first_words() {
        let dictionary = dictionary(&["tea", "at", "eat", "ta"]);
        let board = board("teatealllllllllllllllllll", 0, 0, &[]);
        let words = Lexicon::new(&dictionary, |_| true).playable(&board);
        let groups = anagrams(&words);
        let places: Vec<&[u32]> = groups.iter().map(|group| &group.words[..]).collect();
        assert_eq!(places, [&[0, 2][..], &[1, 3]]);
    }

    #[test]
    fn boards_of_one_letter_and_of_all_different_ones_fit_the_tally() {
        for letters in [
            &"a".repeat(25),
            "abcdefghijklmnopqrstuvwxy",
            "aabbccddeeffgghhiijjkkllm",
        ] {
            let board = board(letters, 0, 0, &[]);
            let tally = Tally::new(&board);
            assert_eq!(tally.count(letters), Some(tally.full - tally.guards));
            assert_eq!(tally.count(&format!("{letters}a")), None);
        }
    }

    #[test]
    fn choosing_is_counted_as_it_should_be() {
        assert_eq!(combinations(3, 2), 3);
        assert_eq!(combinations(25, 12), 5_200_300);
        assert_eq!(combinations(4, 4), 1);
    }
}
