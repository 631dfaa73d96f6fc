//! The findings of `optimal` as plain data.

use serde::{Deserialize, Serialize};

use crate::compute::GuessIndex;
use crate::guessing::optimal::{Effort, Opening, Total};
use crate::guessing::{DecisionTree, Rule};
use crate::jobs::MEGABYTE;
use crate::report::games::GameSummary;
use crate::report::numbers::{counted, grouped};

/// The findings for some openings. Names are stable.
#[derive(Serialize, Deserialize)]
pub struct Findings {
    /// The best tree. `None` if no tree keeps to the limit on guesses, or none is as good as the incumbent.
    pub best: Option<BestTree>,
    /// The openings, best first.
    pub openings: Vec<OpeningTotal>,
    /// The work of the search.
    pub effort: EffortInfo,
    /// True if the user asked for one opening by name. Such a job has no shards.
    #[serde(skip)]
    pub is_of_one: bool,
}

/// The best tree.
#[derive(Clone, Serialize, Deserialize)]
pub struct BestTree {
    /// Its games.
    pub spread: GameSummary,
    /// The tree in the text form that people exchange.
    pub tree: String,
}

/// The total of an opening, as far as it is known.
#[derive(Serialize, Deserialize)]
pub struct OpeningTotal {
    /// The opening, as a text, because it may be read back where no alphabet is known.
    pub opening: String,
    /// The index of the opening in the list of guesses.
    pub place: GuessIndex,
    /// The status of the total.
    pub proven: Proven,
    /// The total or its lower bound.
    pub total: Option<u32>,
}

/// The status of a total: exact, bounded, or impossible. Names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proven {
    /// The exact total.
    Exactly,
    /// A lower bound.
    AtLeast,
    /// No tree keeps to the limit on guesses.
    Impossible,
}

/// The work of a search. It depends on the number of threads and on their timing. Names are stable.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub struct EffortInfo {
    nodes: u64,
    scans: u64,
    scanned_ahead: u64,
    remembered: u64,
    bytes: u64,
}

impl BestTree {
    /// A tree with its games.
    pub fn new(rule: &dyn Rule, tree: &DecisionTree, spread: GameSummary) -> BestTree {
        BestTree {
            spread,
            tree: tree.to_text(rule),
        }
    }
}

impl OpeningTotal {
    /// An opening with its word.
    pub fn new(opening: &Opening, word: String) -> OpeningTotal {
        let (proven, total) = Proven::of(opening.total);
        OpeningTotal {
            opening: word,
            place: opening.guess,
            proven,
            total,
        }
    }

    /// The total, or `None` if the two fields contradict each other, as they may in a file.
    pub fn total(&self) -> Option<Total> {
        self.proven.total(self.total)
    }

    /// True if the total is exact.
    pub fn is_exact(&self) -> bool {
        self.proven == Proven::Exactly
    }
}

impl Proven {
    /// Splits a total into its status and the number.
    pub fn of(total: Total) -> (Proven, Option<u32>) {
        match total {
            Total::Guesses(bound) if bound.is_exact() => (Proven::Exactly, Some(bound.number())),
            Total::Guesses(bound) => (Proven::AtLeast, Some(bound.number())),
            Total::Impossible => (Proven::Impossible, None),
        }
    }

    /// The total of both parts, or `None` if they contradict each other.
    pub fn total(self, total: Option<u32>) -> Option<Total> {
        match (self, total) {
            (Proven::Exactly, Some(total)) => Some(Total::exactly(total)),
            (Proven::AtLeast, Some(total)) => Some(Total::at_least(total)),
            (Proven::Impossible, None) => Some(Total::Impossible),
            _ => None,
        }
    }
}

impl EffortInfo {
    /// The work of a search.
    pub fn new(effort: &Effort) -> EffortInfo {
        EffortInfo {
            nodes: effort.nodes,
            scans: effort.scans,
            scanned_ahead: effort.scanned_ahead,
            remembered: effort.remembered,
            bytes: effort.bytes,
        }
    }

    /// The work of several searches: the sum of all, and the most memory of any.
    pub fn joined(all: impl Iterator<Item = EffortInfo>) -> EffortInfo {
        all.fold(EffortInfo::default(), |sum, one| EffortInfo {
            nodes: sum.nodes + one.nodes,
            scans: sum.scans + one.scans,
            scanned_ahead: sum.scanned_ahead + one.scanned_ahead,
            remembered: sum.remembered + one.remembered,
            bytes: sum.bytes.max(one.bytes),
        })
    }

    /// The work for this many openings, in words.
    pub fn describe(&self, openings: usize) -> String {
        let ahead = match self.scanned_ahead {
            0 => String::new(),
            sets => format!(" and {} ahead", grouped(sets)),
        };
        format!(
            "{} ({}, {}{ahead}, {} remembered, {} MB)",
            counted(openings, "opening", "openings"),
            counted(self.nodes as usize, "node", "nodes"),
            counted(self.scans as usize, "scan", "scans"),
            counted(self.remembered as usize, "set", "sets"),
            self.bytes / MEGABYTE,
        )
    }
}
