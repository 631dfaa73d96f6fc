//! Joining the findings of shards.
//!
//! A shard knows only its own openings. It may prove more about an opening than one process would, or less. `rank`
//! reduces all openings beyond the best to the same bound, so that the joined findings equal those of one process.

use std::collections::HashMap;

use super::Question;
use super::findings::{BestTree, EffortInfo, Findings, OpeningTotal};
use crate::failure::Failure;
use crate::guessing::Bound;
use crate::guessing::optimal::{Opening, Total, rank};
use crate::guessing::{DecisionTree, Rule};
use crate::jobs::shards::Shards;

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
    let mut openings = Vec::new();
    let mut words = HashMap::new();
    for (index, findings) in shards.findings.iter().enumerate() {
        shards.check_count(index, findings.openings.len())?;
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
            words.insert(row.place, row.opening);
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
        .map(|opening| OpeningTotal::new(opening, words[&opening.guess]))
        .collect();
    let best = match openings.first() {
        Some(first) if first.is_exact() => Some(best_tree(shards, rule, first)?),
        _ => None,
    };
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

/// The tree of the best opening, from the shard that has it.
fn best_tree(
    shards: &OptimalShards,
    rule: &dyn Rule,
    first: &OpeningTotal,
) -> Result<BestTree, Failure> {
    let opening = first.opening;
    let trees = shards.findings.iter().enumerate();
    let mut trees = trees.filter_map(|(index, findings)| Some((index, findings.best.as_ref()?)));
    let Some((index, best)) = trees.find(|(_, best)| best.spread.opening() == opening) else {
        let what = format!("and the other shards have no tree for '{opening}'");
        return Err(shards.refuse(0, &what));
    };
    match DecisionTree::parse(rule, &best.tree) {
        Ok(_) => Ok(best.clone()),
        Err(error) => Err(shards.refuse(index, &format!("has a malformed decision tree: {error}"))),
    }
}
