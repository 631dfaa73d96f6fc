//! The search over one shard of the openings, and shards joined.

use std::collections::HashMap;
use std::path::Path;

use wordgame_engine::guessing::optimal::{Opening, Total, rank};
use wordgame_engine::guessing::{Bound, DecisionTree, Rule};

use super::super::failure::Failure;
use super::super::output::OutputArgs;
use super::super::parts::Parts;
use super::super::report::Ran;
use super::super::shard::{Shard, Share};
use super::OptimalArgs;
use super::checkpoint::Proven;
use super::found::{Asked, Best, EffortReport, Found, Report, Valued, write_best};

/// The share to do, if one is asked for, and the file for what comes of it.
pub fn share(args: &OptimalArgs) -> Result<Option<(Share, &Path)>, Failure> {
    let share = args.shard.share_to(&args.output)?;
    let other = match share {
        Some(_) if args.opening.is_some() => "--opening asks for one opening, which has no shards",
        Some(_) if args.tree.is_some() => "give --tree to engine merge; a shard has no tree",
        _ => return Ok(share),
    };
    Err(Failure::BadInput(other.to_owned()))
}

/// Writes the file of a shard.
pub fn write(
    (share, path): (Share, &Path),
    asked: Asked,
    items: usize,
    complete: bool,
    ran: Ran,
    found: Found,
) -> Result<(), Failure> {
    let shard = Shard {
        complete,
        ..Shard::new("optimal", share, items, asked, ran, found)
    };
    shard.write(path)
}

/// Joins the shards of a job and writes what one process would have written.
pub fn merge(
    parts: Parts<Asked, Found>,
    output: &OutputArgs,
    tree_path: Option<&Path>,
) -> Result<(), Failure> {
    let Parts { question, ran, .. } = &parts;
    let rule = question.game.rule();
    let rule = rule.ok_or_else(|| parts.refuse(0, "has a rule that this version does not know"))?;
    let found = join(&parts)?;
    let tree = match &found.best {
        Some(best) => Some(tree_of(&parts, rule, best)?),
        None => None,
    };
    write_best(tree_path, rule, tree.as_ref())?;
    let report = Report {
        asked: question,
        is_of_one: false,
        complete: true,
        open: 0,
        found: &found,
    };
    report.write(output, rule, ran.clone())
}

/// What one process would have found.
fn join(parts: &Parts<Asked, Found>) -> Result<Found, Failure> {
    let top = parts.question.top.rows();
    let mut openings = Vec::new();
    let mut words = HashMap::new();
    for (part, found) in parts.found.iter().enumerate() {
        for valued in &found.openings {
            let total = valued.total().ok_or_else(|| {
                let what = format!("says nothing that makes sense of '{}'", valued.opening);
                parts.refuse(part, &what)
            })?;
            let guess = valued.place;
            openings.push(Opening { guess, total });
            words.insert(guess, valued.opening);
        }
    }
    check_bounds(parts, &openings, top)?;
    // Where so many have no exact total, one process stops at the bound that it started from.
    let least = openings.iter().filter_map(|opening| match opening.total {
        Total::Guesses(Bound::AtLeast(total)) => Some(total),
        _ => None,
    });
    let incumbent = least.min().map(|least| least.saturating_sub(1));
    rank(&mut openings, top, incumbent);
    let valued = openings
        .iter()
        .map(|opening| Valued::new(opening, words[&opening.guess]));
    let valued: Vec<Valued> = valued.collect();
    let effort = EffortReport::joined(parts.found.iter().map(|found| found.effort));
    Ok(Found {
        best: best(parts, valued.first())?,
        openings: valued,
        effort,
    })
}

/// Makes sure that every bound is above the last of the best `top`: where a shard started from a bound that
/// no opening attains, it proves too little.
fn check_bounds(
    parts: &Parts<Asked, Found>,
    openings: &[Opening],
    top: usize,
) -> Result<(), Failure> {
    let mut exact: Vec<u32> = openings
        .iter()
        .filter_map(|opening| opening.total.exact())
        .collect();
    exact.sort_unstable();
    let Some(&last) = exact.get(top - 1) else {
        return Ok(());
    };
    let too_low = |valued: &Valued| match valued.total() {
        Some(Total::Guesses(Bound::AtLeast(total))) => total <= last,
        _ => false,
    };
    match parts
        .found
        .iter()
        .position(|found| found.openings.iter().any(too_low))
    {
        None => Ok(()),
        Some(part) => Err(parts.refuse(
            part,
            &format!(
                "started from an --incumbent that its openings do not reach: it does not prove that they \
                 take more than {last} guesses"
            ),
        )),
    }
}

/// The tree of the best opening, from the shard that has it.
fn best(parts: &Parts<Asked, Found>, first: Option<&Valued>) -> Result<Option<Best>, Failure> {
    let Some(Valued {
        opening,
        proven: Proven::Exactly,
        ..
    }) = first
    else {
        return Ok(None);
    };
    let trees = parts.found.iter().filter_map(|found| found.best.as_ref());
    let mut trees = trees.filter(|best| best.spread.opening() == *opening);
    match trees.next() {
        Some(best) => Ok(Some(best.clone())),
        None => Err(parts.refuse(0, &format!("and the others have no tree of '{opening}'"))),
    }
}

fn tree_of(
    parts: &Parts<Asked, Found>,
    rule: &dyn Rule,
    best: &Best,
) -> Result<DecisionTree, Failure> {
    DecisionTree::parse(rule, &best.tree)
        .map_err(|error| parts.refuse(0, &format!("or another has no decision tree: {error}")))
}
