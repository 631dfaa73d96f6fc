//! The game of two in which each player has a budget of moves.
//!
//! Moves left never hurt the player who has them: he can play as if he had fewer. So of a word on which a
//! tier is entered there is, for each budget of the other player, a least budget with which the player to
//! move wins, and what a search has found bounds it from both sides. Within a tier we search, words with
//! few moves first: to leave the other player little is the best guess at a move that wins.

use std::sync::atomic::{AtomicUsize, Ordering};

use dashmap::DashMap;
use hashbrown::DefaultHashBuilder;
use rayon::prelude::*;

use crate::stumper::graph::{Graph, Kind, START_LETTERS};
use crate::words::dictionary::LONGEST;

/// How many moves each player can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// The moves that each starts with.
    pub moves: u32,
    /// By how much an addition changes the moves left to the player who makes it. Other moves cost one.
    pub addition_gain: u32,
}

impl Budgets {
    /// The moves left to a player after one that he made with some left.
    pub fn after(self, kind: Kind, left: u32) -> u32 {
        match kind {
            Kind::Addition => left.saturating_add(self.addition_gain),
            Kind::Anagram | Kind::Alteration => left - 1,
        }
    }
}

/// What is known of a word on which a tier is entered and the other player's budget.
#[derive(Clone, Copy)]
struct Known {
    /// The player to move loses with this budget and with less.
    loses_to: u32,
    /// He wins with this one and with more.
    wins_from: u32,
}

/// The game, solved as far as it was asked for.
pub struct Budgeted<'g> {
    graph: &'g Graph,
    budgets: Budgets,
    /// No game goes on for longer from a word on which a tier is entered.
    most_moves: Vec<u32>,
    /// For each word the moves within its tier and the additions, in the order in which to try them.
    within: Vec<Box<[u32]>>,
    additions: Vec<Box<[u32]>>,
    known: DashMap<(u32, u32), Known, DefaultHashBuilder>,
}

impl<'g> Budgeted<'g> {
    /// Gets ready; nothing is solved yet.
    pub fn new(graph: &'g Graph, budgets: Budgets) -> Budgeted<'g> {
        let moves = |&word: &u32| graph.within(word).len() + 2 * graph.additions(word).len();
        let in_order = |words: &[u32]| {
            let mut words = Box::<[u32]>::from(words);
            words.sort_by_key(moves);
            words
        };
        let words = (0..graph.len() as u32).into_par_iter();
        Budgeted {
            graph,
            budgets,
            most_moves: most_moves(graph),
            within: words
                .clone()
                .map(|word| in_order(graph.within(word)))
                .collect(),
            additions: words.map(|word| in_order(graph.additions(word))).collect(),
            known: DashMap::default(),
        }
    }

    /// The rule.
    pub fn budgets(&self) -> Budgets {
        self.budgets
    }

    /// The words that win on each start. `progress` is told how many are done.
    pub fn winning_moves_of_starts(&self, progress: &(dyn Fn(usize) + Sync)) -> Vec<Vec<u32>> {
        let done = AtomicUsize::new(0);
        let starts = self.graph.starts().into_par_iter();
        let winning = starts.map(|word| {
            let winning = self.winning_moves(&[word], [self.budgets.moves; 2]);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            winning
        });
        winning.collect()
    }

    /// The words that win where some of a tier have been played, that in play last, and so many moves
    /// are left to the player to move and to the other one.
    pub fn winning_moves(&self, played: &[u32], [own, other]: [u32; 2]) -> Vec<u32> {
        if own == 0 {
            return Vec::new();
        }
        let word = *played.last().expect("a word is in play");
        let additions = self.graph.additions(word).iter().copied();
        let additions = additions.filter(|&longer| self.addition_wins(longer, own, other));
        let mut winning: Vec<u32> = additions.collect();
        let mut played = played.to_vec();
        let within = self.graph.within(word).iter().copied();
        winning.extend(within.filter(|&next| self.move_wins(&mut played, next, own, other)));
        winning
    }

    /// Whether an addition wins for the player who makes it.
    fn addition_wins(&self, longer: u32, own: u32, other: u32) -> bool {
        !self.wins_entering(longer, other, self.budgets.after(Kind::Addition, own))
    }

    /// Whether a move within a tier can be made and wins.
    fn move_wins(&self, played: &mut Vec<u32>, next: u32, own: u32, other: u32) -> bool {
        if played.contains(&next) {
            return false;
        }
        played.push(next);
        let wins = !self.wins(played, other, own - 1);
        played.pop();
        wins
    }

    /// Whether the player to move wins on a word whose tier has just been entered.
    fn wins_entering(&self, word: u32, own: u32, other: u32) -> bool {
        // Moves that nobody can come to make are as good as none.
        let most = self.most_moves[word as usize];
        let (own, other) = (own.min(most.div_ceil(2)), other.min(most / 2));
        if own == 0 {
            return false;
        }
        if let Some(known) = self.known.get(&(word, other)) {
            if own <= known.loses_to {
                return false;
            }
            if own >= known.wins_from {
                return true;
            }
        }
        let wins = self.wins(&mut vec![word], own, other);
        let mut known = self.known.entry((word, other)).or_insert(Known {
            loses_to: 0,
            wins_from: u32::MAX,
        });
        match wins {
            true => known.wins_from = known.wins_from.min(own),
            false => known.loses_to = known.loses_to.max(own),
        }
        wins
    }

    /// Whether the player to move wins where some words of a tier have been played, that in play last.
    fn wins(&self, played: &mut Vec<u32>, own: u32, other: u32) -> bool {
        if own == 0 {
            return false;
        }
        let word = *played.last().expect("a word is in play") as usize;
        let mut additions = self.additions[word].iter();
        let mut within = self.within[word].iter();
        additions.any(|&longer| self.addition_wins(longer, own, other))
            || within.any(|&next| self.move_wins(played, next, own, other))
    }
}

/// For each word a number of moves that no game passes from there on, if its tier is entered on it: all
/// other words that can be reached within the tier, and then the best addition.
fn most_moves(graph: &Graph) -> Vec<u32> {
    let mut most = vec![0; graph.len()];
    let mut seen = vec![false; graph.len()];
    for word in (START_LETTERS..=LONGEST)
        .rev()
        .flat_map(|length| graph.tier(length))
    {
        if seen[word as usize] {
            continue;
        }
        seen[word as usize] = true;
        let mut together = vec![word];
        let mut next = 0;
        while let Some(&word) = together.get(next) {
            next += 1;
            for &other in graph.within(word) {
                if !seen[other as usize] {
                    seen[other as usize] = true;
                    together.push(other);
                }
            }
        }
        let additions = together.iter().flat_map(|&word| graph.additions(word));
        let onward = additions.map(|&longer| 1 + most[longer as usize]).max();
        let moves = together.len() as u32 - 1 + onward.unwrap_or(0);
        together
            .iter()
            .for_each(|&word| most[word as usize] = moves);
    }
    most
}
