//! Edmonds' blossom algorithm: grows trees of alternating paths to find a maximum matching.
//!
//! A search starts at a *root*, a word without a partner, and grows a tree of paths. Their edges alternate: the
//! first is not in the matching, the second is, and so on. Words at an even distance from the root are *even*,
//! the others *odd*. Two things can happen when the search looks at an edge from an even word:
//!
//! - It leads to an unreached word. If that word has no partner, then swapping all pairs along the path adds one
//!   pair to the matching, and the search ends. Otherwise the word becomes odd and its partner even.
//! - It leads to another even word of the tree and so closes a cycle of odd length, a *blossom*. Every word in it
//!   can be reached along the cycle from either side, hence also by a path of even length. So all its words
//!   become even, and from then on the blossom counts as one word, its *base*.
//!
//! If the search ends without adding a pair, no later search can add one with the words of this tree (Edmonds,
//! "Paths, trees, and flowers", 1965). So the tree stays and no later search enters it. After the last search
//! the labels give the Gallai–Edmonds decomposition: even words are those that some maximum matching leaves
//! out (swapping the pairs from the root to an even word makes the root gain a partner that the even word
//! loses), odd words are their other neighbours, and unreached words are the rest.

use crate::stumper::graph::Graph;
use crate::stumper::index::{WordIndex, WordMap, WordRange};

/// No word.
const NONE: WordIndex = WordIndex(u32::MAX);

/// The result of the searches for one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// Neither the current search nor an earlier one that failed has reached the word.
    Unreached,
    /// The word is at an even distance from a root, or in a blossom.
    Even,
    /// The word is at an odd distance from a root and in no blossom.
    Odd,
    /// The word is not in the graph.
    Absent,
}

/// A matching of some words of a tier, and the trees that searches have grown.
#[derive(Clone, Debug)]
pub struct Forest<'g> {
    graph: &'g Graph,
    partner: WordMap<WordIndex>,
    label: WordMap<Label>,
    /// For an odd word, the even word before it on the path from the root. A path that goes around a blossom the
    /// other way passes words that were even before as if they were odd, so these words get an entry as well.
    previous: WordMap<WordIndex>,
    /// Union-find over the words of each blossom: following these entries leads to the base.
    parent: WordMap<WordIndex>,
    /// For each word, the last call of [`Forest::common_base`] that visited it.
    visited_by: WordMap<u32>,
    /// The number of calls of [`Forest::common_base`].
    calls: u32,
    /// Even words in the order in which the search looks at their edges.
    queue: Vec<WordIndex>,
    /// All words that the last search has reached.
    reached: Vec<WordIndex>,
}

impl<'g> Forest<'g> {
    /// An empty matching of the words for which `is_present` is true.
    pub fn new(
        graph: &'g Graph,
        tier: WordRange,
        is_present: impl Fn(WordIndex) -> bool,
    ) -> Forest<'g> {
        let label = |word| {
            if is_present(word) {
                Label::Unreached
            } else {
                Label::Absent
            }
        };
        Forest {
            graph,
            partner: WordMap::filled(tier, NONE),
            label: WordMap::from_fn(tier, label),
            previous: WordMap::filled(tier, NONE),
            parent: WordMap::from_fn(tier, |word| word),
            visited_by: WordMap::filled(tier, 0),
            calls: 0,
            queue: Vec::new(),
            reached: Vec::new(),
        }
    }

    /// The label of a word.
    pub fn label(&self, word: WordIndex) -> Label {
        self.label[word]
    }

    /// The partner of a word in the matching.
    pub fn partner(&self, word: WordIndex) -> Option<WordIndex> {
        Some(self.partner[word]).filter(|&partner| partner != NONE)
    }

    /// Pairs each word with its first neighbour that is still without a partner. Words with few neighbours
    /// choose first, so that few words are left over for the searches.
    pub fn pair_greedily(&mut self) {
        let mut words: Vec<WordIndex> = self.partner.words().iter().collect();
        words.sort_by_key(|&word| self.graph.neighbours(word).len());
        for word in words {
            if !self.is_free(word) {
                continue;
            }
            let mut neighbours = self.graph.neighbours(word).iter().copied();
            if let Some(neighbour) = neighbours.find(|&neighbour| self.is_free(neighbour)) {
                self.partner[word] = neighbour;
                self.partner[neighbour] = word;
            }
        }
    }

    fn is_free(&self, word: WordIndex) -> bool {
        self.partner[word] == NONE && self.label[word] != Label::Absent
    }

    /// Searches for a partner of a word, which may change other pairs. If the search finds no partner, the tree stays.
    pub fn find_partner(&mut self, root: WordIndex) {
        if self.search(root, &[]) {
            self.forget_search();
        }
        self.reached.clear();
    }

    /// Removes an inner word and searches from its partner, which fails. Afterwards the even words are those that
    /// are missable without the word; but if all `wanted` words are even, the search ends early.
    /// [`Forest::restore`] undoes this.
    pub fn search_without(&mut self, word: WordIndex, wanted: &[WordIndex]) {
        let partner = self.partner[word];
        self.label[word] = Label::Absent;
        self.partner[partner] = NONE;
        let found = self.search(partner, wanted);
        debug_assert!(!found, "the matching was not maximum");
    }

    /// Undoes [`Forest::search_without`].
    pub fn restore(&mut self, word: WordIndex) {
        self.forget_search();
        let partner = self.partner[word];
        self.partner[partner] = word;
        self.label[word] = Label::Unreached;
    }

    /// Grows a tree from a word without a partner. Returns true if that found a partner for it. Ends early if
    /// `wanted` is not empty and all its words are even.
    fn search(&mut self, root: WordIndex, wanted: &[WordIndex]) -> bool {
        self.queue.clear();
        self.reach(root, Label::Even);
        let graph = self.graph;
        let mut still_wanted = wanted;
        let mut next = 0;
        while let Some(&even) = self.queue.get(next) {
            next += 1;
            while let [word, rest @ ..] = still_wanted
                && self.label[*word] == Label::Even
            {
                still_wanted = rest;
            }
            if still_wanted.is_empty() && !wanted.is_empty() {
                return false;
            }
            for &neighbour in graph.neighbours(even) {
                match self.label[neighbour] {
                    Label::Unreached => {
                        if self.extend_tree(even, neighbour) {
                            return true;
                        }
                    }
                    Label::Even => self.close_cycle(even, neighbour),
                    Label::Odd | Label::Absent => {}
                }
            }
        }
        false
    }

    /// Adds an edge from an even word to an unreached word. Returns true if that ended the search with a new pair.
    fn extend_tree(&mut self, even: WordIndex, unreached: WordIndex) -> bool {
        self.previous[unreached] = even;
        self.reach(unreached, Label::Odd);
        let partner = self.partner[unreached];
        if partner == NONE {
            self.swap_pairs_to_root(unreached);
            return true;
        }
        self.reach(partner, Label::Even);
        false
    }

    fn reach(&mut self, word: WordIndex, label: Label) {
        self.label[word] = label;
        self.reached.push(word);
        if label == Label::Even {
            self.queue.push(word);
        }
    }

    /// Swaps the pairs on the path from an odd word without a partner to the root, which adds one pair.
    fn swap_pairs_to_root(&mut self, mut odd: WordIndex) {
        while odd != NONE {
            let even = self.previous[odd];
            let next_odd = self.partner[even];
            self.partner[odd] = even;
            self.partner[even] = odd;
            odd = next_odd;
        }
    }

    /// Forgets what the last search reached.
    fn forget_search(&mut self) {
        for word in self.reached.drain(..) {
            self.label[word] = Label::Unreached;
            self.parent[word] = word;
        }
    }

    /// Makes one blossom of the cycle that an edge between two even words closes.
    fn close_cycle(&mut self, a: WordIndex, b: WordIndex) {
        if self.base(a) != self.base(b) {
            let base = self.common_base(a, b);
            self.merge_side(a, b, base);
            self.merge_side(b, a, base);
        }
    }

    /// The base of the blossom that contains a word, or the word itself.
    fn base(&mut self, mut word: WordIndex) -> WordIndex {
        while self.parent[word] != word {
            let up = self.parent[word];
            self.parent[word] = self.parent[up];
            word = self.parent[word];
        }
        word
    }

    /// The base where the paths from two even words to their root meet. Both paths are followed in turn.
    fn common_base(&mut self, a: WordIndex, b: WordIndex) -> WordIndex {
        self.calls += 1;
        let (mut here, mut there) = (self.base(a), self.base(b));
        loop {
            if here != NONE {
                if self.visited_by[here] == self.calls {
                    return here;
                }
                self.visited_by[here] = self.calls;
                here = match self.partner[here] {
                    NONE => NONE,
                    odd => self.base(self.previous[odd]),
                };
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// Merges one side of a cycle into a blossom: the path from an even word to `base`. `across` is the even word
    /// on the other side of the edge that closed the cycle.
    fn merge_side(&mut self, mut even: WordIndex, mut across: WordIndex, base: WordIndex) {
        while self.base(even) != base {
            self.previous[even] = across;
            let odd = self.partner[even];
            if self.label[odd] == Label::Odd {
                self.label[odd] = Label::Even;
                self.queue.push(odd);
            }
            for word in [even, odd] {
                if self.parent[word] == word {
                    self.parent[word] = base;
                }
            }
            across = odd;
            even = self.previous[odd];
        }
    }
}
