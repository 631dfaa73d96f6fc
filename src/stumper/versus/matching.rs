//! Maximum matchings in a tier, and which words some of them miss.
//!
//! Edmonds' algorithm: a search grows a tree of alternating paths from a word without a partner and
//! shrinks the odd cycles that it closes. Where it finds no other word without a partner, its tree stays
//! as it is and no later search enters it, so that after the last search the words at an even distance
//! from a root are those that some maximum matching misses (the Gallai-Edmonds decomposition).

use std::ops::Range;

use crate::stumper::Graph;

/// No word.
const NONE: u32 = u32::MAX;

/// What the maximum matchings of a graph say of a word in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Some maximum matching misses it.
    Missable,
    /// All have it, and it is next to a word that some miss.
    Border,
    /// All have it, and no word next to it is missed by any.
    Inner,
}

/// Whether a search has been at a word, and at which distance from its root, as far as parity goes.
/// Every word of a shrunken cycle is even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parity {
    Unseen,
    Even,
    Odd,
    /// The word is not in the graph.
    Gone,
}

/// A maximum matching of some words of a tier, joined by the moves within it. Words have their place
/// in the tier here.
#[derive(Clone, Debug)]
pub struct Matching<'g> {
    graph: &'g Graph,
    first: u32,
    partner: Vec<u32>,
    parity: Vec<Parity>,
    /// Of an odd word the even one before it on the way from the root, and of the words of a shrunken
    /// cycle the way round.
    before: Vec<u32>,
    /// Union-find: the word that stands for a shrunken cycle.
    base: Vec<u32>,
    /// When a word was last on the way to the root.
    marked: Vec<u32>,
    marks: u32,
    /// Words whose moves a search has still to look at, and those it has looked at.
    queue: Vec<u32>,
    /// Words that the search under way has been at.
    seen: Vec<u32>,
}

impl<'g> Matching<'g> {
    /// A maximum matching of the words of a tier for which `has` is true.
    pub fn new(graph: &'g Graph, tier: Range<u32>, has: impl Fn(u32) -> bool) -> Matching<'g> {
        let parity = |word| {
            if has(word) {
                Parity::Unseen
            } else {
                Parity::Gone
            }
        };
        let parity: Vec<Parity> = tier.clone().map(parity).collect();
        let len = parity.len();
        let mut matching = Matching {
            graph,
            first: tier.start,
            partner: vec![NONE; len],
            parity,
            before: vec![NONE; len],
            base: (0..len as u32).collect(),
            marked: vec![0; len],
            marks: 0,
            queue: Vec::new(),
            seen: Vec::new(),
        };
        matching.pair_greedily();
        for place in 0..len as u32 {
            let lone = matching.partner[place as usize] == NONE;
            if lone
                && matching.parity[place as usize] == Parity::Unseen
                && matching.search(place, &[])
            {
                matching.forget();
            }
            matching.seen.clear();
        }
        matching
    }

    /// What the maximum matchings say of a word; nothing if it is not in the graph.
    pub fn role(&self, word: u32) -> Option<Role> {
        match self.parity[(word - self.first) as usize] {
            Parity::Even => Some(Role::Missable),
            Parity::Odd => Some(Role::Border),
            Parity::Unseen => Some(Role::Inner),
            Parity::Gone => None,
        }
    }

    /// The words next to one that some maximum matching of the graph without it misses, ascending. The
    /// one need not be in the graph.
    pub fn missable_beside(&mut self, word: u32) -> Vec<u32> {
        let place = (word - self.first) as usize;
        let role = self.role(word);
        if role == Some(Role::Missable) {
            // With one of them it would make a pair more.
            return Vec::new();
        }
        let inner = role == Some(Role::Inner);
        let graph = self.graph;
        if inner {
            // Without it, its partner is the only word that can be missed among the inner ones, all of
            // which have their partners there: one search, which fails, finds what else can.
            let partner = self.partner[place];
            self.parity[place] = Parity::Gone;
            self.partner[partner as usize] = NONE;
            let inner = |&&other: &&u32| self.role(other) == Some(Role::Inner);
            let wanted: Vec<u32> = graph.within(word).iter().filter(inner).copied().collect();
            let found = self.search(partner, &wanted);
            debug_assert!(!found, "the matching was not a maximum");
            self.partner[partner as usize] = place as u32;
        }
        // A border word that goes changes nothing for the others, and one that is not there neither.
        let missable = |&&other: &&u32| self.role(other) == Some(Role::Missable);
        let beside = self.graph.within(word).iter();
        let beside = beside.filter(missable).copied().collect();
        if inner {
            self.forget();
            self.parity[place] = Parity::Unseen;
        }
        beside
    }

    /// Pairs words with the first free word beside them, those with few moves first: few are left over.
    fn pair_greedily(&mut self) {
        let mut order: Vec<u32> = (0..self.partner.len() as u32).collect();
        order.sort_by_key(|&place| self.graph.within(self.first + place).len());
        for place in order {
            if self.partner[place as usize] != NONE || self.parity[place as usize] == Parity::Gone {
                continue;
            }
            let free = |other: &u32| {
                let other = *other as usize;
                self.partner[other] == NONE && self.parity[other] != Parity::Gone
            };
            let others = self.graph.within(self.first + place).iter();
            if let Some(other) = others.map(|other| other - self.first).find(free) {
                self.partner[place as usize] = other;
                self.partner[other as usize] = place;
            }
        }
    }

    /// Grows a tree from a word without a partner. True if that gave it one. It may end early, once it
    /// knows of all words that are wanted, if any, that they are even.
    fn search(&mut self, root: u32, wanted: &[u32]) -> bool {
        self.queue.clear();
        self.reach(root, Parity::Even);
        let graph = self.graph;
        let mut found = 0;
        let mut next = 0;
        while let Some(&even) = self.queue.get(next) {
            next += 1;
            let is_even = |&&other: &&u32| self.role(other) == Some(Role::Missable);
            found += wanted[found..].iter().take_while(is_even).count();
            if found == wanted.len() && !wanted.is_empty() {
                break;
            }
            for &other in graph.within(self.first + even) {
                let other = other - self.first;
                let parity = self.parity[other as usize];
                match parity {
                    Parity::Unseen => {
                        self.before[other as usize] = even;
                        self.reach(other, Parity::Odd);
                        match self.partner[other as usize] {
                            NONE => {
                                self.augment(other);
                                return true;
                            }
                            partner => self.reach(partner, Parity::Even),
                        }
                    }
                    Parity::Even if self.find(even) != self.find(other) => {
                        let base = self.meet(even, other);
                        self.shrink(even, other, base);
                        self.shrink(other, even, base);
                    }
                    _ => {}
                }
            }
        }
        false
    }

    fn reach(&mut self, place: u32, parity: Parity) {
        self.parity[place as usize] = parity;
        self.seen.push(place);
        if parity == Parity::Even {
            self.queue.push(place);
        }
    }

    /// Swaps the pairs on the way from a word to the root.
    fn augment(&mut self, mut odd: u32) {
        while odd != NONE {
            let even = self.before[odd as usize];
            let next = self.partner[even as usize];
            self.partner[odd as usize] = even;
            self.partner[even as usize] = odd;
            odd = next;
        }
    }

    /// Takes back what the last search saw.
    fn forget(&mut self) {
        for place in self.seen.drain(..) {
            self.parity[place as usize] = Parity::Unseen;
            self.base[place as usize] = place;
        }
    }

    /// The word that stands for the shrunken cycle of a word.
    fn find(&mut self, mut place: u32) -> u32 {
        while self.base[place as usize] != place {
            let up = self.base[place as usize];
            self.base[place as usize] = self.base[up as usize];
            place = self.base[place as usize];
        }
        place
    }

    /// Where the ways of two even words to the root meet.
    fn meet(&mut self, a: u32, b: u32) -> u32 {
        self.marks += 1;
        let (mut here, mut there) = (self.find(a), self.find(b));
        loop {
            if here != NONE {
                if self.marked[here as usize] == self.marks {
                    return here;
                }
                self.marked[here as usize] = self.marks;
                here = match self.partner[here as usize] {
                    NONE => NONE,
                    odd => self.find(self.before[odd as usize]),
                };
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// Shrinks the way from an even word to `base`; `across` is its neighbour on the other side of the cycle.
    fn shrink(&mut self, mut even: u32, mut across: u32, base: u32) {
        while self.find(even) != base {
            self.before[even as usize] = across;
            let odd = self.partner[even as usize];
            if self.parity[odd as usize] == Parity::Odd {
                self.parity[odd as usize] = Parity::Even;
                self.queue.push(odd);
            }
            for place in [even, odd] {
                if self.base[place as usize] == place {
                    self.base[place as usize] = base;
                }
            }
            across = odd;
            even = self.before[odd as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The most pairs that words make.
    fn most_pairs(graph: &Graph, words: &[u32]) -> usize {
        let Some((first, rest)) = words.split_first() else {
            return 0;
        };
        let with = |other: &u32| {
            let left: Vec<u32> = rest.iter().copied().filter(|word| word != other).collect();
            1 + most_pairs(graph, &left)
        };
        let beside = graph.within(*first).iter();
        let beside = beside.filter(|other| rest.contains(other));
        let paired = beside.map(with).max().unwrap_or(0);
        paired.max(most_pairs(graph, rest))
    }

    fn without(words: &[u32], gone: u32) -> Vec<u32> {
        words.iter().copied().filter(|&word| word != gone).collect()
    }

    fn missable(graph: &Graph, words: &[u32], word: u32) -> bool {
        most_pairs(graph, words) == most_pairs(graph, &without(words, word))
    }

    proptest! {
        #[test]
        fn words_are_missable_if_some_maximum_matching_misses_them(
            texts in proptest::collection::btree_set("a[abc]{3}", 1..14),
            gone in 0..14u32,
        ) {
            let graph = Graph::new(texts.iter().map(String::as_str));
            let words = without(&graph.starts().collect::<Vec<_>>(), gone);
            let mut matching = Matching::new(&graph, graph.starts(), |word| word != gone);
            for word in graph.starts() {
                let role = matching.role(word);
                prop_assert_eq!(role.is_none(), word == gone);
                if role.is_some() {
                    prop_assert_eq!(role == Some(Role::Missable), missable(&graph, &words, word));
                }
                let left = without(&words, word);
                let beside = graph.within(word).iter().copied();
                let expected: Vec<u32> = beside
                    .filter(|&other| other != gone && missable(&graph, &left, other))
                    .collect();
                prop_assert_eq!(matching.missable_beside(word), expected);
                // Nothing of it stays.
                prop_assert_eq!(matching.role(word), role);
            }
        }
    }
}
