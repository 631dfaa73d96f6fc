//! The words of the game and the moves between them.

use std::cmp::Ordering;
use std::ops::Range;
use std::{fmt, mem};

use hashbrown::HashMap;
use itertools::Itertools;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::words::dictionary::LONGEST;

/// Letters of the word that a game starts on.
pub const START_LETTERS: usize = 4;

/// What a move does to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Its letters in another order.
    Anagram,
    /// One letter replaced.
    Alteration,
    /// One letter inserted anywhere; the others keep their order.
    Addition,
}

impl Kind {
    /// The kind's name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Anagram => "anagram",
            Kind::Alteration => "alteration",
            Kind::Addition => "addition",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Words of [`START_LETTERS`] letters or more, numbered by length and then alphabetically, and the
/// moves between them. A tier is the words of one length: anagrams and alterations stay in a tier and
/// can be taken back, additions lead to the next tier and cannot.
#[derive(Clone, Debug)]
pub struct Graph {
    letters: String,
    tiers: Vec<Tier>,
    within: Moves,
    additions: Moves,
}

/// The words of one length.
#[derive(Clone, Copy, Debug)]
struct Tier {
    first: u32,
    /// Where the letters of its first word begin.
    start: usize,
}

/// For each word the words that one move leads to, ascending.
#[derive(Clone, Debug, Default)]
struct Moves {
    ends: Vec<u32>,
    words: Vec<u32>,
}

/// Moves: from which word to which.
type Pairs = Vec<(u32, u32)>;

impl Moves {
    /// Takes the moves of the words of a tier: `moves` of a word and where to.
    fn extend(&mut self, tier: Range<u32>, mut moves: Pairs) {
        moves.sort_unstable();
        moves.dedup();
        let mut rest = moves.into_iter().peekable();
        for word in tier {
            while let Some((_, to)) = rest.next_if(|&(from, _)| from == word) {
                self.words.push(to);
            }
            self.ends.push(self.words.len() as u32);
        }
    }

    fn of(&self, word: u32) -> &[u32] {
        let word = word as usize;
        let start = word.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[start as usize..self.ends[word] as usize]
    }
}

impl Graph {
    /// The graph of some words, in any order; shorter ones are left out, equal ones count once.
    ///
    /// # Panics
    /// If a word is not of at most [`LONGEST`] ASCII letters.
    pub fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> Graph {
        let mut of_length = vec![Vec::new(); LONGEST + 1];
        for word in words {
            assert!(word.is_ascii() && word.len() <= LONGEST, "'{word}'");
            of_length[word.len()].push(word);
        }
        of_length.par_iter_mut().for_each(|words| {
            words.sort_unstable();
            words.dedup();
        });

        let mut graph = Graph {
            letters: String::new(),
            tiers: Vec::new(),
            within: Moves::default(),
            additions: Moves::default(),
        };
        let mut first = 0;
        for (length, words) in of_length.iter().enumerate() {
            let start = graph.letters.len();
            graph.tiers.push(Tier { first, start });
            if length >= START_LETTERS {
                graph.letters.extend(words.iter().copied());
                first += words.len() as u32;
            }
        }
        let end = Tier {
            first,
            start: graph.letters.len(),
        };
        graph.tiers.push(end);
        graph.join();
        graph
    }

    /// Finds the moves.
    fn join(&mut self) {
        let lengths = START_LETTERS..=LONGEST;
        let into_tier = |length| self.moves_into_tier(length);
        let mut found: Vec<_> = lengths.clone().into_par_iter().map(into_tier).collect();
        for length in lengths {
            let (within, _) = mem::take(&mut found[length - START_LETTERS]);
            let additions = found.get_mut(length + 1 - START_LETTERS);
            let additions = additions.map_or_else(Vec::new, |(_, into)| mem::take(into));
            let tier = self.tier(length);
            self.within.extend(tier.clone(), within);
            self.additions.extend(tier, additions);
        }
    }

    /// The moves within a tier, both ways, and the additions that lead into it.
    fn moves_into_tier(&self, length: usize) -> (Pairs, Pairs) {
        let words = self.tier(length);
        let shorter: HashMap<&str, u32> = match length {
            START_LETTERS => HashMap::new(),
            _ => self
                .tier(length - 1)
                .map(|word| (self.word(word), word))
                .collect(),
        };
        let mut additions = Vec::new();
        // Words that are equal without the letter at the same place differ by an alteration.
        let mut altered = Vec::with_capacity(words.len() * length);
        // Words that are equal with their letters in order are anagrams.
        let mut ordered = Vec::with_capacity(words.len());
        let mut letters = [0; LONGEST];
        for word in words {
            let text = self.word(word).as_bytes();
            for place in 0..length {
                letters[..place].copy_from_slice(&text[..place]);
                letters[place..length - 1].copy_from_slice(&text[place + 1..]);
                let rest = &letters[..length - 1];
                altered.push((xxh3_64_with_seed(rest, place as u64), word));
                let rest = str::from_utf8(rest).expect("the letters are ASCII");
                additions.extend(shorter.get(rest).map(|&shorter| (shorter, word)));
            }
            letters[..length].copy_from_slice(text);
            letters[..length].sort_unstable();
            ordered.push((xxh3_64_with_seed(&letters[..length], 0), word));
        }
        let mut within = Vec::new();
        self.pair(altered, Kind::Alteration, &mut within);
        self.pair(ordered, Kind::Anagram, &mut within);
        (within, additions)
    }

    /// Adds the pairs of words that have a key in common and a move of a kind between them, which
    /// different words with one key by chance have not.
    fn pair(&self, mut keys: Vec<(u64, u32)>, kind: Kind, pairs: &mut Pairs) {
        keys.sort_unstable();
        for alike in keys.chunk_by(|(a, _), (b, _)| a == b) {
            for (i, &(_, a)) in alike.iter().enumerate() {
                for &(_, b) in &alike[i + 1..] {
                    if self.kind(a, b) == Some(kind) {
                        pairs.extend([(a, b), (b, a)]);
                    }
                }
            }
        }
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.tiers[LONGEST + 1].first as usize
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The words that a game can start on, alphabetically.
    pub fn starts(&self) -> Range<u32> {
        self.tier(START_LETTERS)
    }

    /// The words of a length, alphabetically: none below [`START_LETTERS`].
    pub fn tier(&self, length: usize) -> Range<u32> {
        match self.tiers.get(length..length + 2) {
            Some([tier, next]) => tier.first..next.first,
            _ => 0..0,
        }
    }

    /// A word's letters.
    ///
    /// # Panics
    /// If there is no such word.
    pub fn word(&self, word: u32) -> &str {
        let length = self.letters(word);
        let tier = self.tiers[length];
        let start = tier.start + (word - tier.first) as usize * length;
        &self.letters[start..start + length]
    }

    /// How many letters a word has.
    ///
    /// # Panics
    /// If there is no such word.
    pub fn letters(&self, word: u32) -> usize {
        assert!((word as usize) < self.len(), "no word {word}");
        self.tiers.partition_point(|tier| tier.first <= word) - 1
    }

    /// A word's number.
    pub fn find(&self, text: &str) -> Option<u32> {
        let tier = self.tier(text.len());
        let (mut low, mut high) = (tier.start, tier.end);
        while low < high {
            let middle = low.midpoint(high);
            match self.word(middle).cmp(text) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The anagrams and alterations of a word, alphabetically.
    ///
    /// # Panics
    /// If there is no such word; likewise below.
    pub fn within(&self, word: u32) -> &[u32] {
        self.within.of(word)
    }

    /// The additions to a word, alphabetically.
    pub fn additions(&self, word: u32) -> &[u32] {
        self.additions.of(word)
    }

    /// The words that one move leads to, alphabetically.
    pub fn moves(&self, word: u32) -> impl Iterator<Item = u32> {
        let (within, additions) = (self.within(word), self.additions(word));
        let alphabetical = |a: &&u32, b: &&u32| self.word(**a) <= self.word(**b);
        within.iter().merge_by(additions, alphabetical).copied()
    }

    /// What kind of move leads from a word to another, if one does.
    pub fn kind(&self, from: u32, to: u32) -> Option<Kind> {
        kind(self.word(from).as_bytes(), self.word(to).as_bytes())
    }
}

/// What kind of move leads from a word to another, if one does.
pub fn kind(from: &[u8], to: &[u8]) -> Option<Kind> {
    if from.len() + 1 == to.len() {
        let same = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        return (from[same..] == to[same + 1..]).then_some(Kind::Addition);
    }
    if from.len() != to.len() {
        return None;
    }
    let differences = from.iter().zip(to).filter(|(a, b)| a != b).count();
    match differences {
        0 => None,
        1 => Some(Kind::Alteration),
        _ => {
            let count = |word: &[u8]| {
                let mut counts = [0u8; 256];
                word.iter()
                    .for_each(|&letter| counts[usize::from(letter)] += 1);
                counts
            };
            (count(from) == count(to)).then_some(Kind::Anagram)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_move_is_told() {
        for (from, to, expected) in [
            ("star", "arts", Some(Kind::Anagram)),
            ("star", "soar", Some(Kind::Alteration)),
            ("star", "sitar", Some(Kind::Addition)),
            ("star", "stars", Some(Kind::Addition)),
            ("star", "astar", Some(Kind::Addition)),
            ("sitar", "star", None),
            ("star", "star", None),
            ("star", "tears", None),
            ("star", "stoves", None),
            ("aabb", "abbb", Some(Kind::Alteration)),
            ("aabc", "abbc", Some(Kind::Alteration)),
            ("aabc", "bbca", None),
        ] {
            assert_eq!(
                kind(from.as_bytes(), to.as_bytes()),
                expected,
                "{from} {to}"
            );
        }
    }

    #[test]
    fn words_are_numbered_by_length_and_then_alphabetically() {
        let graph = Graph::new(["stare", "star", "a", "tsar", "ab", "arts", "star"]);
        let words: Vec<&str> = (0..graph.len() as u32)
            .map(|word| graph.word(word))
            .collect();
        assert_eq!(words, ["arts", "star", "tsar", "stare"]);
        assert_eq!(graph.starts(), 0..3);
        assert_eq!(graph.tier(5), 3..4);
        assert!(graph.tier(3).is_empty() && graph.tier(31).is_empty() && graph.tier(99).is_empty());
        assert_eq!(graph.find("tsar"), Some(2));
        assert_eq!((graph.find("a"), graph.find("rats")), (None, None));
        assert_eq!(graph.moves(1).collect::<Vec<_>>(), [0, 3, 2]);
    }
}
