//! A share of a long job, for one of many machines: `--shard`, and the file that it leaves for
//! `engine merge`.

use std::env;
use std::fmt::Display;
use std::path::Path;
use std::str::FromStr;

use clap::Args;
use serde::{Deserialize, Serialize};
use wordgame_engine::words::list::sha256_hex;

use super::failure::Failure;
use super::output::OutputArgs;
use super::report::Ran;
use super::sealed::Kind;

/// The file that a shard leaves.
pub const SHARD: Kind = Kind {
    name: "shard",
    form: 1,
    what: "shard of a job",
    todo: "run that shard again, or leave the file out",
};

/// Options that divide a job.
#[derive(Args)]
pub struct ShardArgs {
    /// Do one share of the job: the I-th of N (from 1). Its file, which has to be named, is for `engine
    /// merge`. auto takes I and N from a Slurm array, or I from a Kubernetes Indexed Job
    #[arg(long, value_name = "I/N|auto", help_heading = "Shard options")]
    shard: Option<ShardName>,
    /// With --shard auto: how many shards there are. Kubernetes does not say; a Slurm array of another
    /// number, as of some tasks alone, is refused
    #[arg(long, value_name = "N", requires = "shard", value_parser = |text: &str| super::number::number::<usize>(text, 1, MOST_SHARDS), help_heading = "Shard options")]
    shards: Option<usize>,
}

/// The most shards of a job.
const MOST_SHARDS: usize = 1_000_000;

#[derive(Clone, Copy)]
enum ShardName {
    Auto,
    Of(Share),
}

/// A share of the items of a job: every `shards`-th, so that hard and easy ones mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which one, from 1.
    pub shard: usize,
    /// How many there are.
    pub shards: usize,
}

impl FromStr for ShardName {
    type Err = String;

    fn from_str(text: &str) -> Result<ShardName, String> {
        if text == "auto" {
            return Ok(ShardName::Auto);
        }
        let share = text.split_once('/').and_then(|(shard, shards)| {
            Some(Share {
                shard: shard.parse().ok()?,
                shards: shards.parse().ok()?,
            })
        });
        match share {
            Some(share) if share.is_one() => Ok(ShardName::Of(share)),
            _ => Err(format!(
                "expected I/N, as in 3/8, with I from 1 to N and N at most {MOST_SHARDS}; or auto"
            )),
        }
    }
}

impl Share {
    /// Whether there is such a share.
    pub fn is_one(self) -> bool {
        (1..=self.shards).contains(&self.shard) && self.shards <= MOST_SHARDS
    }

    /// The items of the share.
    pub fn of<T: Clone>(self, items: &[T]) -> Vec<T> {
        let items = items.iter().skip(self.shard - 1);
        items.step_by(self.shards).cloned().collect()
    }

    /// How many of so many items the share has.
    pub fn count(self, items: usize) -> usize {
        items.saturating_sub(self.shard - 1).div_ceil(self.shards)
    }
}

impl ShardArgs {
    /// The share to do, if not the whole job is asked for.
    ///
    /// # Errors
    /// The environment does not say which.
    pub fn share(&self) -> Result<Option<Share>, Failure> {
        let share = match (self.shard, self.shards) {
            (None, _) => return Ok(None),
            (Some(ShardName::Of(_)), Some(_)) => {
                return Err(Failure::BadInput(
                    "--shards goes with --shard auto; --shard I/N says it already".to_owned(),
                ));
            }
            (Some(ShardName::Of(share)), None) => share,
            (Some(ShardName::Auto), shards) => auto(shards, &|name| env::var(name).ok())?,
        };
        Ok(Some(share))
    }

    /// The share to do with the file for what comes of it.
    ///
    /// # Errors
    /// As [`ShardArgs::share`]; there is no such file, or another form is asked for.
    pub fn share_to<'a>(
        &self,
        output: &'a OutputArgs,
    ) -> Result<Option<(Share, &'a Path)>, Failure> {
        let Some(share) = self.share()? else {
            return Ok(None);
        };
        Ok(Some((share, output.of_shard()?)))
    }
}

/// The share that the scheduler gives this process.
fn auto(
    shards: Option<usize>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Share, Failure> {
    let number = |name: &str| -> Result<Option<usize>, Failure> {
        let Some(text) = variable(name) else {
            return Ok(None);
        };
        let number = text.trim().parse();
        number.map(Some).map_err(|_| {
            Failure::BadInput(format!(
                "--shard auto: {name} is '{text}', and no whole number"
            ))
        })
    };
    let refused = |what: &str| Err(Failure::BadInput(format!("--shard auto: {what}")));
    if let Some(id) = number("SLURM_ARRAY_TASK_ID")? {
        let [count, first, last, step] =
            ["COUNT", "MIN", "MAX", "STEP"].map(|name| number(&format!("SLURM_ARRAY_TASK_{name}")));
        let (Some(count), Some(first), Some(last)) = (count?, first?, last?) else {
            return refused("Slurm does not say how large its array is; give --shard I/N");
        };
        let step = step?.unwrap_or(1).max(1);
        let place = id
            .checked_sub(first)
            .map(|place| (place / step, place % step));
        let (Some((place, 0)), true) = (place, last == first + step * count.saturating_sub(1))
        else {
            return refused(
                "the numbers of Slurm's array have gaps; submit it as FIRST-LAST or FIRST-LAST:STEP, \
                 or give --shard I/N",
            );
        };
        if shards.is_some_and(|shards| shards != count) {
            return refused(&format!(
                "Slurm's array is of {count}, and --shards says otherwise; for some tasks of an array \
                 give --shard I/N"
            ));
        }
        return within(Share {
            shard: place + 1,
            shards: count,
        });
    }
    let Some(index) = number("JOB_COMPLETION_INDEX")? else {
        return refused(
            "this is no task of a Slurm array (SLURM_ARRAY_TASK_ID) nor of a Kubernetes Indexed Job \
             (JOB_COMPLETION_INDEX); give --shard I/N",
        );
    };
    match shards {
        Some(shards) => within(Share {
            shard: index + 1,
            shards,
        }),
        None => refused("Kubernetes does not say how many shards there are; add --shards N"),
    }
}

fn within(share: Share) -> Result<Share, Failure> {
    match share.is_one() {
        true => Ok(share),
        false => Err(Failure::BadInput(format!(
            "--shard auto: there is no shard {} of {}",
            share.shard, share.shards
        ))),
    }
}

/// What a shard's file holds. Names are stable.
#[derive(Serialize, Deserialize)]
pub struct Shard<Q, F> {
    /// The job.
    pub job: String,
    /// Which shard it is, from 1.
    pub shard: usize,
    /// How many there are.
    pub shards: usize,
    /// The items of the whole job.
    pub items: usize,
    /// Whether all items of the shard are done.
    pub complete: bool,
    /// What was asked: the same in all shards of a job.
    pub question: Q,
    /// Where it ran, and for how long.
    pub ran: Ran,
    /// What was found.
    pub found: F,
}

impl<Q, F> Shard<Q, F> {
    /// A share of `items` that is done.
    pub fn new(job: &str, share: Share, items: usize, question: Q, ran: Ran, found: F) -> Self {
        Shard {
            job: job.to_owned(),
            shard: share.shard,
            shards: share.shards,
            items,
            complete: true,
            question,
            ran,
            found,
        }
    }
}

impl<Q: Serialize, F: Serialize> Shard<Q, F> {
    /// Writes the file, and says so on stderr.
    ///
    /// # Errors
    /// [`Failure`] names it.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        SHARD.write(path, self)?;
        super::note(
            &self
                .ran
                .done(&format!("shard {} of {}", self.shard, self.shards)),
        );
        Ok(())
    }
}

/// The items of all shards, in the order that they have in one process: the first of each, the second of
/// each …
pub fn interleave<T>(shards: Vec<Vec<T>>) -> Vec<T> {
    let mut items = Vec::with_capacity(shards.iter().map(Vec::len).sum());
    let mut shards: Vec<_> = shards.into_iter().map(Vec::into_iter).collect();
    loop {
        let before = items.len();
        items.extend(shards.iter_mut().filter_map(Iterator::next));
        if items.len() == before {
            return items;
        }
    }
}

/// A hash of the items of a job, in their order.
pub fn items_sha256(items: impl Iterator<Item = impl Display>) -> String {
    let text: String = items.map(|item| format!("{item}\n")).collect();
    sha256_hex(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(shards: Option<usize>, variables: &[(&str, &str)]) -> Result<Share, String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|variable| variable.0 == name);
            found.map(|variable| variable.1.to_owned())
        };
        auto(shards, &variable).map_err(|failure| failure.to_string())
    }

    fn slurm(id: &str, [count, first, last, step]: [&str; 4]) -> Vec<(&'static str, String)> {
        [
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_COUNT", count),
            ("SLURM_ARRAY_TASK_MIN", first),
            ("SLURM_ARRAY_TASK_MAX", last),
            ("SLURM_ARRAY_TASK_STEP", step),
        ]
        .map(|(name, value)| (name, value.to_owned()))
        .to_vec()
    }

    fn asked_slurm(shards: Option<usize>, id: &str, array: [&str; 4]) -> Result<Share, String> {
        let variables = slurm(id, array);
        let variables: Vec<_> = variables
            .iter()
            .map(|(name, value)| (*name, &**value))
            .collect();
        asked(shards, &variables)
    }

    #[test]
    fn the_shards_of_a_job_have_every_item_once_and_come_together_in_order() {
        for items in [0, 1, 5, 12] {
            let items: Vec<u32> = (0..items).collect();
            for shards in 1..=14 {
                let shares = (1..=shards).map(|shard| Share { shard, shards });
                let counts = shares.clone().map(|share| share.count(items.len()));
                let shares: Vec<Vec<u32>> = shares.map(|share| share.of(&items)).collect();
                assert!(counts.eq(shares.iter().map(Vec::len)));
                assert_eq!(interleave(shares), items);
            }
        }
    }

    #[test]
    fn a_slurm_array_may_start_anywhere_and_have_any_step() {
        for (first, step, count) in [(1, 1, 4), (0, 1, 4), (10, 5, 3), (7, 1, 1)] {
            let last = first + step * (count - 1);
            let array = [count, first, last, step].map(|number: usize| number.to_string());
            for place in 0..count {
                let id = (first + step * place).to_string();
                let array = array.each_ref().map(String::as_str);
                let share = Share {
                    shard: place + 1,
                    shards: count,
                };
                assert_eq!(asked_slurm(None, &id, array), Ok(share));
                assert_eq!(asked_slurm(Some(count), &id, array), Ok(share));
            }
        }
    }

    #[test]
    fn every_task_of_a_slurm_array_with_gaps_is_refused() {
        for id in ["1", "2", "4"] {
            let refused = asked_slurm(None, id, ["3", "1", "4", "1"]).unwrap_err();
            assert!(refused.contains("gaps"), "{refused}");
        }
    }

    #[test]
    fn one_task_of_a_slurm_array_submitted_again_is_not_taken_for_a_whole_job() {
        let refused = asked_slurm(Some(8), "3", ["1", "3", "3", "1"]).unwrap_err();
        assert!(refused.contains("array is of 1"), "{refused}");
    }

    #[test]
    fn kubernetes_counts_from_zero_and_does_not_say_how_many_there_are() {
        let index = |index| [("JOB_COMPLETION_INDEX", index)];
        let share = Share {
            shard: 8,
            shards: 8,
        };
        assert_eq!(asked(Some(8), &index("7")), Ok(share));
        assert!(asked(None, &index("7")).unwrap_err().contains("--shards N"));
        assert!(
            asked(Some(8), &index("8"))
                .unwrap_err()
                .contains("no shard 9 of 8")
        );
        assert!(
            asked(Some(8), &index("x"))
                .unwrap_err()
                .contains("JOB_COMPLETION_INDEX is 'x'")
        );
        assert!(asked(Some(8), &[]).unwrap_err().contains("--shard I/N"));
    }
}
