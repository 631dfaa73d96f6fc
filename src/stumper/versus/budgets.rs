//! The two-player game in which each player has a budget of moves, solved by search.
//!
//! More moves left never hurt the player who has them, who may ignore the extra ones. So when a tier is entered
//! at a word, then for each budget of the opponent there is a smallest budget with which the player to move
//! wins. Every search result bounds that smallest budget from above or below, and these bounds are kept.
//!
//! Within a tier we search all moves, those to words with few moves first: a move that leaves the opponent
//! little choice is the most likely to win.

use std::sync::atomic::{AtomicUsize, Ordering};

use dashmap::DashMap;
use hashbrown::DefaultHashBuilder;
use rayon::prelude::*;

use crate::Progress;
use crate::stumper::graph::{Graph, START_LETTERS};
use crate::stumper::index::{WordIndex, WordMap};
use crate::stumper::move_kind::MoveKind;
use crate::words::dictionary::MAX_LETTERS;

/// The number of moves that each player can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// The number of moves that each player starts with.
    pub moves: u32,
    /// By how much an addition raises the budget of the player who makes it. Other moves lower it by one.
    pub addition_gain: u32,
}

impl Budgets {
    /// A player's budget after a move of this kind. There must be a move left to make it.
    pub fn after(self, kind: MoveKind, moves_left: u32) -> u32 {
        match kind {
            MoveKind::Addition => moves_left.saturating_add(self.addition_gain),
            MoveKind::Anagram | MoveKind::Alteration => moves_left - 1,
        }
    }
}

/// The number of states that the search for the winning moves of one position may look at. It takes about ten seconds of
/// one core. In a dense graph the number of states grows exponentially with the budgets.
const MOST_STATES: u64 = 200_000_000;

/// The search for the winning moves of a position was given up: the graph is too dense, or the budgets are too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not solved after {} million states: there are too many moves between these words for these budgets",
    MOST_STATES / 1_000_000
)]
pub struct TooManyStates;

/// The number of states that a search may still look at.
struct Effort(u64);

impl Effort {
    fn spend(&mut self) -> Result<(), TooManyStates> {
        self.0 = self.0.checked_sub(1).ok_or(TooManyStates)?;
        Ok(())
    }
}

/// Bounds on the smallest budget with which the player to move wins, for a word on which a tier is entered and
/// a budget of the opponent.
#[derive(Clone, Copy)]
struct WinningBudget {
    /// The player to move loses with this budget and any smaller one.
    loses_with: u32,
    /// The player to move wins with this budget and any larger one.
    wins_with: u32,
}

/// The game with budgets. Results are kept as they are found.
pub struct Budgeted<'g> {
    graph: &'g Graph,
    budgets: Budgets,
    /// An upper bound on the number of moves of any game that enters a tier at this word.
    most_moves: WordMap<u32>,
    /// The neighbours of each word in the order in which the search tries them.
    neighbours: WordMap<Box<[WordIndex]>>,
    /// The additions to each word, in the same way.
    additions: WordMap<Box<[WordIndex]>>,
    /// By the word on which a tier is entered and the opponent's budget.
    known: DashMap<(WordIndex, u32), WinningBudget, DefaultHashBuilder>,
}

impl<'g> Budgeted<'g> {
    /// Prepares the game. Nothing is solved yet.
    pub fn new(graph: &'g Graph, budgets: Budgets) -> Budgeted<'g> {
        let fewest_moves_first = |words: &[WordIndex]| {
            let mut words = Box::<[WordIndex]>::from(words);
            // A heuristic: an addition counts as two moves, since it gains some.
            words.sort_by_key(|&word| {
                graph.neighbours(word).len() + 2 * graph.additions(word).len()
            });
            words
        };
        Budgeted {
            graph,
            budgets,
            most_moves: most_moves(graph),
            neighbours: WordMap::par_from_fn(graph.words(), |word| {
                fewest_moves_first(graph.neighbours(word))
            }),
            additions: WordMap::par_from_fn(graph.words(), |word| {
                fewest_moves_first(graph.additions(word))
            }),
            known: DashMap::default(),
        }
    }

    /// The budgets.
    pub fn budgets(&self) -> Budgets {
        self.budgets
    }

    /// The words with which the first player wins, for each start.
    ///
    /// # Errors
    /// [`TooManyStates`] if the search was given up.
    pub fn winning_moves_of_starts(
        &self,
        progress: Progress,
    ) -> Result<Vec<Vec<WordIndex>>, TooManyStates> {
        let done = AtomicUsize::new(0);
        let starts = self.graph.starts().par_iter();
        let winning = starts.map(|word| {
            let winning = self.winning_moves(&[word], [self.budgets.moves; 2]);
            progress.report(done.fetch_add(1, Ordering::Relaxed) + 1);
            winning
        });
        winning.collect()
    }

    /// The words with which the player to move wins. `played` are the words of one tier that have been played,
    /// with the word in play last. The moves left are those of the player to move and of the opponent.
    ///
    /// # Errors
    /// [`TooManyStates`] if the search was given up.
    pub fn winning_moves(
        &self,
        played: &[WordIndex],
        [own, opponents]: [u32; 2],
    ) -> Result<Vec<WordIndex>, TooManyStates> {
        if own == 0 {
            return Ok(Vec::new());
        }
        let mut effort = Effort(MOST_STATES);
        let mut played = played.to_vec();
        let word = *played.last().expect("a word is in play");
        let mut winning = Vec::new();
        for &longer in self.graph.additions(word) {
            if self.addition_wins(longer, own, opponents, &mut effort)? {
                winning.push(longer);
            }
        }
        for &next in self.graph.neighbours(word) {
            if self.neighbour_wins(&mut played, next, own, opponents, &mut effort)? {
                winning.push(next);
            }
        }
        Ok(winning)
    }

    /// True if an addition wins for the player who makes it.
    fn addition_wins(
        &self,
        longer: WordIndex,
        own: u32,
        opponents: u32,
        effort: &mut Effort,
    ) -> Result<bool, TooManyStates> {
        let own = self.budgets.after(MoveKind::Addition, own);
        Ok(!self.wins_at_entry(longer, opponents, own, effort)?)
    }

    /// True if a move to a word of the same tier is possible and wins for the player who makes it.
    fn neighbour_wins(
        &self,
        played: &mut Vec<WordIndex>,
        next: WordIndex,
        own: u32,
        opponents: u32,
        effort: &mut Effort,
    ) -> Result<bool, TooManyStates> {
        if played.contains(&next) {
            return Ok(false);
        }
        played.push(next);
        let opponent_wins = self.wins(played, opponents, own - 1, effort)?;
        played.pop();
        Ok(!opponent_wins)
    }

    /// True if the player to move wins where a tier has just been entered at a word.
    fn wins_at_entry(
        &self,
        word: WordIndex,
        own: u32,
        opponents: u32,
        effort: &mut Effort,
    ) -> Result<bool, TooManyStates> {
        // The players alternate, so each can use at most half of the moves that the game can have.
        let most = self.most_moves[word];
        let (own, opponents) = (own.min(most.div_ceil(2)), opponents.min(most / 2));
        if own == 0 {
            return Ok(false);
        }
        if let Some(known) = self.known.get(&(word, opponents)) {
            if own <= known.loses_with {
                return Ok(false);
            }
            if own >= known.wins_with {
                return Ok(true);
            }
        }
        let wins = self.wins(&mut vec![word], own, opponents, effort)?;
        let nothing_known = WinningBudget {
            loses_with: 0,
            wins_with: u32::MAX,
        };
        let mut known = self.known.entry((word, opponents)).or_insert(nothing_known);
        if wins {
            known.wins_with = known.wins_with.min(own);
        } else {
            known.loses_with = known.loses_with.max(own);
        }
        Ok(wins)
    }

    /// True if the player to move wins where some words of a tier have been played, with the word in play last.
    fn wins(
        &self,
        played: &mut Vec<WordIndex>,
        own: u32,
        opponents: u32,
        effort: &mut Effort,
    ) -> Result<bool, TooManyStates> {
        effort.spend()?;
        if own == 0 {
            return Ok(false);
        }
        let word = *played.last().expect("a word is in play");
        for &longer in &self.additions[word] {
            if self.addition_wins(longer, own, opponents, effort)? {
                return Ok(true);
            }
        }
        for &next in &self.neighbours[word] {
            if self.neighbour_wins(played, next, own, opponents, effort)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// For each word an upper bound on the number of moves of a game that enters a tier at it: one for every other
/// word that can be reached within the tier, and then the best addition and what follows it.
fn most_moves(graph: &Graph) -> WordMap<u32> {
    let mut most = WordMap::filled(graph.words(), 0);
    let mut seen = WordMap::filled(graph.words(), false);
    let longest_first = (START_LETTERS..=MAX_LETTERS).rev();
    for word in longest_first.flat_map(|length| graph.tier(length)) {
        if seen[word] {
            continue;
        }
        let component = component(graph, word, &mut seen);
        let additions = component.iter().flat_map(|&word| graph.additions(word));
        let after_addition = additions.map(|&longer| 1 + most[longer]).max();
        let moves = component.len() as u32 - 1 + after_addition.unwrap_or(0);
        for word in component {
            most[word] = moves;
        }
    }
    most
}

/// All words that can be reached from a word within its tier, the word itself included. Marks them as seen.
fn component(graph: &Graph, word: WordIndex, seen: &mut WordMap<bool>) -> Vec<WordIndex> {
    seen[word] = true;
    let mut words = vec![word];
    let mut next = 0;
    while let Some(&word) = words.get(next) {
        next += 1;
        for &neighbour in graph.neighbours(word) {
            if !seen[neighbour] {
                seen[neighbour] = true;
                words.push(neighbour);
            }
        }
    }
    words
}
