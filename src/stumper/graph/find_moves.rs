//! Finds the moves of a graph without comparing every pair of words.
//!
//! Two words that differ by an alteration are equal once the letter at one position is removed. Two anagrams
//! are equal once their letters are sorted. An addition leads to a longer word that becomes the shorter one
//! when one letter is removed. So we derive such keys from each word, and only words with a common key are
//! compared.

use hashbrown::HashMap;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{Graph, START_LETTERS};
use crate::stumper::index::{WordIndex, WordRange};
use crate::stumper::move_kind::MoveKind;
use crate::words::dictionary::MAX_LETTERS;

/// For each word, the words that one move leads to, in ascending order.
#[derive(Clone, Debug, Default)]
pub struct MoveTable {
    /// For each word, where its entries in `targets` end. They begin where those of the word before it end.
    ends: Vec<u32>,
    targets: Vec<WordIndex>,
}

/// A move, from one word to another.
type Move = (WordIndex, WordIndex);

impl MoveTable {
    /// Adds the moves of the words of the next tier.
    fn push_tier(&mut self, tier: WordRange, mut moves: Vec<Move>) {
        moves.sort_unstable();
        moves.dedup();
        let mut rest = moves.into_iter().peekable();
        for word in tier {
            while let Some((_, to)) = rest.next_if(|&(from, _)| from == word) {
                self.targets.push(to);
            }
            self.ends.push(self.targets.len() as u32);
        }
    }

    /// The words that one move leads to from this one.
    pub fn of(&self, word: WordIndex) -> &[WordIndex] {
        let before = word.at().checked_sub(1);
        let start = before.map_or(0, |before| self.ends[before]);
        &self.targets[start as usize..self.ends[word.at()] as usize]
    }
}

/// The moves that lead to the words of one tier.
#[derive(Default)]
struct MovesIntoTier {
    /// Anagrams and alterations, each in both directions.
    neighbours: Vec<Move>,
    /// Additions from the tier below.
    additions: Vec<Move>,
}

/// Finds the moves between the words of a graph: the anagrams and alterations, and the additions.
pub fn find_moves(graph: &Graph) -> (MoveTable, MoveTable) {
    let lengths = START_LETTERS..=MAX_LETTERS;
    let found: Vec<MovesIntoTier> = lengths
        .clone()
        .into_par_iter()
        .map(|length| moves_into_tier(graph, length))
        .collect();
    let (mut neighbours, mut additions) = (MoveTable::default(), MoveTable::default());
    let mut additions_from_last_tier = None;
    for (length, into_tier) in lengths.zip(found) {
        if let Some(tier) = additions_from_last_tier.replace(graph.tier(length)) {
            additions.push_tier(tier, into_tier.additions);
        }
        neighbours.push_tier(graph.tier(length), into_tier.neighbours);
    }
    additions.push_tier(graph.tier(MAX_LETTERS), Vec::new());
    (neighbours, additions)
}

/// Finds the moves that lead to the words of a tier.
fn moves_into_tier(graph: &Graph, length: usize) -> MovesIntoTier {
    let tier = graph.tier(length);
    // This is empty for the lowest tier.
    let shorter: HashMap<&str, WordIndex> = graph
        .tier(length - 1)
        .into_iter()
        .map(|word| (graph.word(word), word))
        .collect();
    let mut additions = Vec::new();
    let mut alteration_keys = Vec::with_capacity(tier.len() * length);
    let mut anagram_keys = Vec::with_capacity(tier.len());
    let mut letters = [0; MAX_LETTERS];
    for word in tier {
        let text = graph.word(word).as_bytes();
        for removed in 0..length {
            letters[..removed].copy_from_slice(&text[..removed]);
            letters[removed..length - 1].copy_from_slice(&text[removed + 1..]);
            let rest = &letters[..length - 1];
            alteration_keys.push((xxh3_64_with_seed(rest, removed as u64), word));
            let rest = str::from_utf8(rest).expect("the letters are ASCII");
            additions.extend(shorter.get(rest).map(|&shorter| (shorter, word)));
        }
        letters[..length].copy_from_slice(text);
        letters[..length].sort_unstable();
        anagram_keys.push((xxh3_64_with_seed(&letters[..length], 0), word));
    }
    let mut neighbours = Vec::new();
    push_pairs(
        graph,
        alteration_keys,
        MoveKind::Alteration,
        &mut neighbours,
    );
    push_pairs(graph, anagram_keys, MoveKind::Anagram, &mut neighbours);
    MovesIntoTier {
        neighbours,
        additions,
    }
}

/// Adds the moves of one kind between words with a common key, in both directions. The words are compared,
/// since a key is a hash that different words may share by chance.
fn push_pairs(
    graph: &Graph,
    mut keys: Vec<(u64, WordIndex)>,
    kind: MoveKind,
    moves: &mut Vec<Move>,
) {
    keys.sort_unstable();
    for same_key in keys.chunk_by(|(a, _), (b, _)| a == b) {
        for (i, &(_, a)) in same_key.iter().enumerate() {
            for &(_, b) in &same_key[i + 1..] {
                if graph.move_kind(a, b) == Some(kind) {
                    moves.extend([(a, b), (b, a)]);
                }
            }
        }
    }
}
