//! Median, minimum and spread of repeated runs.

use serde::Serialize;

/// The times of several runs of the same work, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// The number of runs.
    pub runs: usize,
    /// The median: the middle time, or the mean of the two in the middle.
    pub median_seconds: f64,
    /// The fastest run.
    pub minimum_seconds: f64,
    /// The distance from the first quartile to the third. Half of the runs are between them.
    pub spread_seconds: f64,
}

impl Figures {
    /// The figures of some runs, or `None` without any run.
    pub fn of(mut seconds: Vec<f64>) -> Option<Figures> {
        seconds.sort_by(f64::total_cmp);
        Some(Figures {
            runs: seconds.len(),
            minimum_seconds: *seconds.first()?,
            median_seconds: quantile(&seconds, 0.5),
            spread_seconds: quantile(&seconds, 0.75) - quantile(&seconds, 0.25),
        })
    }
}

/// The quantile `q` of sorted numbers, at least one, interpolated linearly between neighbours (Hyndman and Fan's
/// type 7).
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let rank = q * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[rank.floor() as usize], sorted[rank.ceil() as usize]);
    below + (above - below) * rank.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_run_has_no_figures_and_one_run_has_no_spread() {
        assert_eq!(Figures::of(Vec::new()), None);
        let one = Figures {
            runs: 1,
            median_seconds: 3.0,
            minimum_seconds: 3.0,
            spread_seconds: 0.0,
        };
        assert_eq!(Figures::of(vec![3.0]), Some(one));
    }

    #[test]
    fn median_is_the_middle_and_spread_the_interquartile_range() {
        let five = Figures::of(vec![9.0, 1.0, 2.0, 100.0, 4.0]).unwrap();
        assert_eq!((five.runs, five.minimum_seconds), (5, 1.0));
        assert_eq!((five.median_seconds, five.spread_seconds), (4.0, 7.0));
        let four = Figures::of(vec![4.0, 1.0, 3.0, 2.0]).unwrap();
        assert_eq!((four.median_seconds, four.spread_seconds), (2.5, 1.5));
    }
}
