//! Finds the words that at least one maximum matching of a tier leaves out.
//!
//! A *matching* pairs words with neighbours, and no word is in two pairs. A *maximum* matching has
//! as many pairs as possible. In the two-player game the player to move loses if and only if some
//! maximum matching leaves out the word in play (see `unlimited.rs`). After a move, the word that
//! was in play is removed, so a move wins if and only if some maximum matching of the remaining
//! words leaves out the word moved to.
//!
//! # The roles of words
//!
//! The Gallai–Edmonds theorem divides the words of a graph into three [`Role`]s. Every maximum matching pairs
//! each border word with a missable word, and inner words with each other. The theorem also says that removing
//! a border word changes no other word's role.
//!
//! | role of the word in play | definition | player to move | moves within the tier that win |
//! |---|---|---|---|
//! | missable | some maximum matching leaves it out | loses | none |
//! | border | not missable, but has a missable neighbour | wins | those to missable neighbours |
//! | inner | all other words | wins | those to neighbours that are missable once it is removed |
//!
//! Example: in {star, soar, boar}, soar is a neighbour of the other two. A maximum matching has one
//! pair, so it leaves out star or boar. These two are missable, and soar is border. The player to
//! move on soar wins with either move. In {star, soar} the only maximum matching pairs the two
//! words, so both are inner. Without star, soar has no partner and is missable, so the move from
//! star to soar wins.
//!
//! The algorithm that finds a maximum matching finds the roles as well (see [`forest`]), at no
//! extra cost. Only an inner word in play needs one more search, to find its winning moves.

mod forest;

use crate::stumper::graph::Graph;
use crate::stumper::index::{WordIndex, WordRange};
use forest::{Forest, Label};

/// The role of a word in the maximum matchings of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Some maximum matching leaves the word out.
    Missable,
    /// No maximum matching leaves the word out, but it has a missable neighbour.
    Border,
    /// No maximum matching leaves out the word or any of its neighbours.
    Inner,
}

/// A maximum matching of some words of a tier. The edges of the graph are the anagrams and alterations.
#[derive(Clone, Debug)]
pub struct Matching<'g> {
    graph: &'g Graph,
    forest: Forest<'g>,
}

impl<'g> Matching<'g> {
    /// Finds a maximum matching of the words of a tier for which `is_present` is true.
    pub fn new(
        graph: &'g Graph,
        tier: WordRange,
        is_present: impl Fn(WordIndex) -> bool,
    ) -> Matching<'g> {
        let mut forest = Forest::new(graph, tier, is_present);
        forest.pair_greedily();
        for word in tier {
            if forest.label(word) == Label::Unreached && forest.partner(word).is_none() {
                forest.find_partner(word);
            }
        }
        Matching { graph, forest }
    }

    /// The role of a word; `None` if it is not present.
    pub fn role(&self, word: WordIndex) -> Option<Role> {
        match self.forest.label(word) {
            Label::Even => Some(Role::Missable),
            Label::Odd => Some(Role::Border),
            Label::Unreached => Some(Role::Inner),
            Label::Absent => None,
        }
    }

    /// The neighbours of a word that are missable once that word is removed, in ascending order. The word need
    /// not be present.
    pub fn missable_neighbours_without(&mut self, word: WordIndex) -> Vec<WordIndex> {
        match self.role(word) {
            // Some maximum matching leaves out this word, so a maximum matching of the rest has as
            // many pairs. Suppose it left out a neighbour: pairing this word with that neighbour
            // would give one pair more than the maximum, a contradiction.
            Some(Role::Missable) => Vec::new(),
            // Removing a border word changes no other role. An absent word is already removed.
            Some(Role::Border) | None => self.neighbours_with(word, Role::Missable),
            Some(Role::Inner) => {
                // Without an inner word, its partner is left unpaired, and a maximum matching has
                // one pair less. A new search from the partner finds the words that become
                // missable: those that it labels even. Only inner words can change their role, so
                // the search can stop as soon as all inner neighbours are even.
                let wanted = self.neighbours_with(word, Role::Inner);
                self.forest.search_without(word, &wanted);
                let missable = self.neighbours_with(word, Role::Missable);
                self.forest.restore(word);
                missable
            }
        }
    }

    fn neighbours_with(&self, word: WordIndex, role: Role) -> Vec<WordIndex> {
        let neighbours = self.graph.neighbours(word).iter().copied();
        neighbours
            .filter(|&neighbour| self.role(neighbour) == Some(role))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The number of pairs of a maximum matching, found by trying every matching.
    fn most_pairs(graph: &Graph, words: &[WordIndex]) -> usize {
        let Some((first, rest)) = words.split_first() else {
            return 0;
        };
        let neighbours = graph.neighbours(*first).iter();
        let paired = neighbours
            .filter(|neighbour| rest.contains(neighbour))
            .map(|&neighbour| 1 + most_pairs(graph, &without(rest, neighbour)));
        paired.max().unwrap_or(0).max(most_pairs(graph, rest))
    }

    fn without(words: &[WordIndex], removed: WordIndex) -> Vec<WordIndex> {
        let words = words.iter().copied();
        words.filter(|&word| word != removed).collect()
    }

    fn is_missable(graph: &Graph, words: &[WordIndex], word: WordIndex) -> bool {
        most_pairs(graph, words) == most_pairs(graph, &without(words, word))
    }

    proptest! {
        #[test]
        fn a_word_is_missable_exactly_if_some_maximum_matching_leaves_it_out(
            texts in proptest::collection::btree_set("a[abc]{3}", 1..14),
            absent in (0..14u32).prop_map(WordIndex),
        ) {
            let graph = Graph::new(texts.iter().map(String::as_str));
            let present = without(&graph.starts().iter().collect::<Vec<_>>(), absent);
            let mut matching = Matching::new(&graph, graph.starts(), |word| word != absent);
            for word in graph.starts() {
                let role = matching.role(word);
                prop_assert_eq!(role.is_none(), word == absent);
                if role.is_some() {
                    let expected = is_missable(&graph, &present, word);
                    prop_assert_eq!(role == Some(Role::Missable), expected);
                }
                let rest = without(&present, word);
                let neighbours = graph.neighbours(word).iter().copied();
                let expected: Vec<WordIndex> = neighbours
                    .filter(|&other| other != absent && is_missable(&graph, &rest, other))
                    .collect();
                prop_assert_eq!(matching.missable_neighbours_without(word), expected);
                // The call has left the roles as they were.
                prop_assert_eq!(matching.role(word), role);
            }
        }

        #[test]
        fn a_border_word_has_a_missable_neighbour_and_an_inner_word_has_none(
            texts in proptest::collection::btree_set("a[abc]{3}", 1..14),
        ) {
            let graph = Graph::new(texts.iter().map(String::as_str));
            let matching = Matching::new(&graph, graph.starts(), |_| true);
            for word in graph.starts() {
                let has_missable = !matching.neighbours_with(word, Role::Missable).is_empty();
                match matching.role(word) {
                    Some(Role::Border) => prop_assert!(has_missable),
                    Some(Role::Inner) => prop_assert!(!has_missable),
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn the_roles_of_the_examples() {
        let role = |words: &[&str], word| {
            let graph = Graph::new(words.iter().copied());
            let matching = Matching::new(&graph, graph.starts(), |_| true);
            matching.role(graph.find(word).unwrap()).unwrap()
        };
        let three = ["star", "soar", "boar"];
        let roles = three.map(|word| role(&three, word));
        assert_eq!(roles, [Role::Missable, Role::Border, Role::Missable]);
        let two = ["star", "soar"];
        assert_eq!(two.map(|word| role(&two, word)), [Role::Inner; 2]);
    }
}
