//! The share of a job that one shard does, as the user or a scheduler says.

use crate::failure::Failure;

/// The most shards of a job.
pub const MAX_SHARDS: usize = 1_000_000;

/// A share of the items of a job: every `shards`-th item, so that each shard gets hard and easy ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of this shard, from 1.
    pub shard: usize,
    /// The number of shards.
    pub shards: usize,
}

impl Share {
    /// True if the number of the shard is between 1 and the number of shards.
    pub fn is_valid(self) -> bool {
        (1..=self.shards).contains(&self.shard) && self.shards <= MAX_SHARDS
    }

    /// The items of this share.
    pub fn of<T: Clone>(self, items: &[T]) -> Vec<T> {
        let items = items.iter().skip(self.shard - 1);
        items.step_by(self.shards).cloned().collect()
    }

    /// The number of items of this share if the job has `items`.
    pub fn count(self, items: usize) -> usize {
        items.saturating_sub(self.shard - 1).div_ceil(self.shards)
    }

    /// The share that a scheduler gives to this process: Slurm by the variables of its arrays, Kubernetes by the index of
    /// an Indexed Job. `shards` is the number of shards if the user gives it, and `variable` looks up an environment
    /// variable.
    ///
    /// # Errors
    /// [`Failure::BadInput`] if the environment does not determine a share.
    pub fn from_scheduler(
        shards: Option<usize>,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Share, Failure> {
        if let Some(share) = slurm(shards, variable)? {
            return share.validated();
        }
        let Some(index) = number("JOB_COMPLETION_INDEX", variable)? else {
            return Err(refused(
                "this is not a task of a Slurm array (SLURM_ARRAY_TASK_ID) or of a Kubernetes Indexed \
                 Job (JOB_COMPLETION_INDEX); give --shard I/N",
            ));
        };
        let Some(shards) = shards else {
            return Err(refused(
                "Kubernetes does not say how many shards there are; add --shards N",
            ));
        };
        Share {
            shard: index + 1,
            shards,
        }
        .validated()
    }

    fn validated(self) -> Result<Share, Failure> {
        if self.is_valid() {
            return Ok(self);
        }
        Err(refused(&format!(
            "there is no shard {} of {}",
            self.shard, self.shards
        )))
    }
}

/// The share of a task of a Slurm array, or `None` outside of an array.
fn slurm(
    shards: Option<usize>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Option<Share>, Failure> {
    let Some(id) = number("SLURM_ARRAY_TASK_ID", variable)? else {
        return Ok(None);
    };
    let [count, first, last, step] = ["COUNT", "MIN", "MAX", "STEP"]
        .map(|name| number(&format!("SLURM_ARRAY_TASK_{name}"), variable));
    let (Some(count), Some(first), Some(last)) = (count?, first?, last?) else {
        return Err(refused(
            "Slurm does not say how large its array is; give --shard I/N",
        ));
    };
    let step = step?.unwrap_or(1).max(1);
    let offset = id.checked_sub(first).filter(|offset| offset % step == 0);
    let is_regular = last == first + step * count.saturating_sub(1);
    let Some(offset) = offset.filter(|_| is_regular) else {
        return Err(refused(
            "the numbers of Slurm's array have gaps; submit it as FIRST-LAST or FIRST-LAST:STEP, \
             or give --shard I/N",
        ));
    };
    if shards.is_some_and(|shards| shards != count) {
        return Err(refused(&format!(
            "Slurm's array is of {count}, and --shards says otherwise; for some tasks of an array \
             give --shard I/N"
        )));
    }
    Ok(Some(Share {
        shard: offset / step + 1,
        shards: count,
    }))
}

/// The number in an environment variable, if it is set.
fn number(name: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<Option<usize>, Failure> {
    let Some(text) = variable(name) else {
        return Ok(None);
    };
    let number = text.trim().parse();
    number
        .map(Some)
        .map_err(|_| refused(&format!("{name} is '{text}', which is not a whole number")))
}

fn refused(what: &str) -> Failure {
    Failure::BadInput(format!("--shard auto: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::shards::interleave;

    fn asked(shards: Option<usize>, variables: &[(&str, &str)]) -> Result<Share, String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|variable| variable.0 == name);
            found.map(|variable| variable.1.to_owned())
        };
        Share::from_scheduler(shards, &variable).map_err(|failure| failure.to_string())
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
    fn shards_have_every_item_once_and_interleave_in_order() {
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
    fn slurm_array_may_have_any_start_and_step() {
        for (first, step, count) in [(1, 1, 4), (0, 1, 4), (10, 5, 3), (7, 1, 1)] {
            let last = first + step * (count - 1);
            let array = [count, first, last, step].map(|number: usize| number.to_string());
            for offset in 0..count {
                let id = (first + step * offset).to_string();
                let array = array.each_ref().map(String::as_str);
                let share = Share {
                    shard: offset + 1,
                    shards: count,
                };
                assert_eq!(asked_slurm(None, &id, array), Ok(share));
                assert_eq!(asked_slurm(Some(count), &id, array), Ok(share));
            }
        }
    }

    #[test]
    fn slurm_array_with_gaps_is_refused() {
        for id in ["1", "2", "4"] {
            let refused = asked_slurm(None, id, ["3", "1", "4", "1"]).unwrap_err();
            assert!(refused.contains("gaps"), "{refused}");
        }
    }

    #[test]
    fn resubmitted_task_of_a_slurm_array_is_not_a_whole_job() {
        let refused = asked_slurm(Some(8), "3", ["1", "3", "3", "1"]).unwrap_err();
        assert!(refused.contains("array is of 1"), "{refused}");
    }

    #[test]
    fn kubernetes_counts_from_zero_and_needs_the_number_of_shards() {
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
