//! Joining the findings of shards.
//!
//! A shard knows only its own openings. It may prove more about an opening than one process would, or less. `rank`
//! reduces all openings beyond the best to the same bound, so that the joined findings equal those of one process.

use std::collections::{HashMap, HashSet};

use itertools::Itertools;

use super::Question;
use super::findings::{EffortInfo, Findings, OpeningTotal};
use crate::failure::Failure;
use crate::guessing::Bound;
use crate::guessing::optimal::{Opening, Total, rank};
use crate::guessing::{DecisionTree, Game, HardMode, Lists, Rule, simulate};
use crate::jobs::shards::{Shards, interleave};
use crate::report::games::GameSummary;
use crate::words::{Word, WordList};

/// The shards of the job.
type OptimalShards = Shards<Question, Findings>;

/// Joins the findings of all shards.
///
/// # Errors
/// [`Failure::BadInput`] names a shard that contradicts itself, has a rule that this version does not know, or proves too
/// little.
pub fn join(shards: &OptimalShards) -> Result<Findings, Failure> {
    let rule = shards.question.game.rule();
    let rule =
        rule.ok_or_else(|| shards.refuse(0, "has a rule that this version does not know"))?;
    let top = shards.question.top.rows();
    check_places(shards)?;
    let guesses = all_guesses(shards);
    let mut openings = Vec::new();
    let mut words = HashMap::new();
    for (index, findings) in shards.findings.iter().enumerate() {
        check_tree(shards, index, rule, guesses.as_ref())?;
        for row in &findings.openings {
            let total = row.total().ok_or_else(|| {
                shards.refuse(
                    index,
                    &format!("has an impossible total for '{}'", row.opening),
                )
            })?;
            openings.push(Opening {
                guess: row.place,
                total,
            });
            words.insert(row.place, &row.opening);
        }
    }
    check_bounds(shards, &openings, top)?;
    // If fewer than `top` openings have an exact total, one process stops at the incumbent that it started from.
    let bounds = openings.iter().filter_map(|opening| match opening.total {
        Total::Guesses(Bound::AtLeast(total)) => Some(total),
        _ => None,
    });
    let incumbent = bounds.min().map(|lowest| lowest.saturating_sub(1));
    rank(&mut openings, top, incumbent);
    let openings: Vec<OpeningTotal> = openings
        .iter()
        .map(|opening| OpeningTotal::new(opening, words[&opening.guess].clone()))
        .collect();
    let exact = openings.first().filter(|first| first.is_exact());
    let best = exact.and_then(|first| {
        let mut trees = shards
            .findings
            .iter()
            .filter_map(|findings| findings.best.as_ref());
        trees.find(|best| best.spread.opening() == first.opening)
    });
    let best = best.cloned();
    Ok(Findings {
        best,
        openings,
        effort: EffortInfo::joined(shards.findings.iter().map(|findings| findings.effort)),
        is_of_one: false,
    })
}

/// Checks that every lower bound is above the last of the best `top` totals. It is not if a shard started from an incumbent
/// that no opening reaches.
fn check_bounds(shards: &OptimalShards, openings: &[Opening], top: usize) -> Result<(), Failure> {
    let exact = openings.iter().filter_map(|opening| opening.total.exact());
    let mut exact: Vec<u32> = exact.collect();
    exact.sort_unstable();
    let Some(&last) = exact.get(top - 1) else {
        return Ok(());
    };
    let is_too_low = |row: &OpeningTotal| match row.total() {
        Some(Total::Guesses(Bound::AtLeast(total))) => total <= last,
        _ => false,
    };
    let has_too_low = |findings: &Findings| findings.openings.iter().any(is_too_low);
    match shards.findings.iter().position(has_too_low) {
        None => Ok(()),
        Some(index) => Err(shards.refuse(
            index,
            &format!(
                "started from an --incumbent that its openings do not reach: it does not prove that they \
                 take more than {last} guesses"
            ),
        )),
    }
}

/// Checks that the openings of all shards, in the order of the job, are at different indices in the list of guesses, and
/// ascend. [`Shards::check_items`] has checked their words in this order.
fn check_places(shards: &OptimalShards) -> Result<(), Failure> {
    let places = shards.findings.iter().map(|findings| {
        let places = findings.openings.iter().map(|row| row.place);
        places.sorted_unstable().collect()
    });
    let places = interleave(places.collect());
    match places.windows(2).position(|two| two[0] >= two[1]) {
        None => Ok(()),
        Some(index) => {
            let shard = (index + 1) % shards.findings.len();
            Err(shards.refuse(
                shard,
                "has an opening whose place is not its index in the list of guesses",
            ))
        }
    }
}

/// The list of guesses, if the job compared all of them as openings.
fn all_guesses(shards: &OptimalShards) -> Option<HashSet<&str>> {
    let question = &shards.question;
    let rows = shards
        .findings
        .iter()
        .flat_map(|findings| &findings.openings);
    let is_of_all = question.openings_sha256 == question.game.lists().guesses.sha256();
    is_of_all.then(|| rows.map(|row| &*row.opening).collect())
}

/// Checks that a shard with an exact total has the tree of its best opening, and plays the tree, which must give the games
/// and the total of the shard.
fn check_tree(
    shards: &OptimalShards,
    index: usize,
    rule: &'static dyn Rule,
    guesses: Option<&HashSet<&str>>,
) -> Result<(), Failure> {
    let findings = &shards.findings[index];
    let exact = findings.openings.iter().filter(|row| row.is_exact());
    let first = exact.min_by_key(|row| (row.total, row.place));
    let (first, best) = match (first, &findings.best) {
        (None, None) => return Ok(()),
        (Some(first), Some(best)) if best.spread.opening() == first.opening => (first, best),
        _ => return Err(shards.refuse(index, "does not have the tree of its best opening")),
    };
    let lists = shards.question.game.lists();
    let tree = DecisionTree::parse(rule, lists.alphabet(), lists.length(), &best.tree).map_err(
        |error| shards.refuse(index, &format!("has a malformed decision tree: {error}")),
    )?;
    let played = play(&shards.question, rule, &tree);
    let is_guess =
        |guess: &Word| guesses.is_none_or(|guesses| guesses.contains(&*guess.to_string()));
    let has_only_guesses = tree.nodes.iter().all(|node| is_guess(&node.guess));
    let is_as_told = has_only_guesses
        && played.is_some_and(|played| {
            played.has_games_of(&best.spread)
                && played.games() == shards.question.game.lists().solutions()
                && Some(played.total()) == first.total.map(u64::from)
        });
    if is_as_told {
        return Ok(());
    }
    let what = format!(
        "has a decision tree for '{}' that does not play the games that it tells of",
        first.opening
    );
    Err(shards.refuse(index, &what))
}

/// The games of a tree against all solutions that it finds, or `None` if it breaks a rule. A merge has no word lists; it
/// only knows the number of solutions.
fn play(question: &Question, rule: &'static dyn Rule, tree: &DecisionTree) -> Option<GameSummary> {
    let hard = match question.hard.as_deref() {
        None => None,
        Some(name) => Some(HardMode::named(name)?),
    };
    let nodes = || tree.nodes.iter();
    let guesses = WordList::new(nodes().map(|node| node.guess).sorted_unstable());
    let solving = nodes().filter(|node| node.solves);
    let solutions = WordList::new(solving.map(|node| node.guess).sorted_unstable());
    let game = Game::new(
        rule,
        Lists::new("tree", guesses, solutions)
            .with_alphabet(question.game.lists().alphabet().clone()),
    )
    .with_turns(question.game.turns());
    let simulation = simulate(&game, tree, hard);
    let limit = question.max_guesses.map_or(usize::MAX, usize::from);
    let is_allowed = simulation.faults.is_empty() && simulation.not_found_in(limit).is_empty();
    is_allowed.then(|| GameSummary::new(&game, tree, &simulation))
}
