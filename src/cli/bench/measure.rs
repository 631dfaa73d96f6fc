//! Timing one stage at one size in one place.

use std::time::{Duration, Instant};

use serde::Serialize;
use wordgame_engine::compute::gpu::{Gpu, Parts};
use wordgame_engine::compute::{Backend, ComputeError, Traffic};

use super::figures::Figures;
use super::places::Place;
use super::work::{Answer, Work};

/// How long and how often work is repeated.
#[derive(Clone, Copy)]
pub struct Patience {
    /// Time for the runs that count, unless they are too few.
    pub time: Duration,
    /// Runs that count, at least.
    pub least: usize,
    /// Runs that count, at most.
    pub most: usize,
    /// Runs that are taken apart.
    pub apart: usize,
}

impl Patience {
    /// For `--quick`.
    pub const QUICK: Patience = Patience {
        time: Duration::from_millis(25),
        least: 3,
        most: 25,
        apart: 3,
    };

    /// Enough for quartiles of short work, and for a few runs of long work.
    pub const FULL: Patience = Patience {
        time: Duration::from_millis(400),
        least: 5,
        most: 101,
        apart: 3,
    };

    /// Time for runs before those that count, for caches, page tables and clocks. There is one at least.
    fn warm_up(&self) -> Duration {
        self.time / 4
    }
}

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    #[serde(flatten)]
    pub figures: Figures,
    /// Of a GPU, where a run's time goes.
    #[serde(flatten)]
    pub parts: Option<PartFigures>,
}

/// Medians of where a run's time goes, from runs of their own in which each part is waited for, and what
/// goes to the GPU and back in a run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PartFigures {
    /// By the device's own clock; none where it has no clock, or sends nothing to the device.
    pub kernel_seconds: Option<f64>,
    pub upload_seconds: f64,
    pub download_seconds: f64,
    #[serde(flatten)]
    pub traffic: Traffic,
}

/// Why there is no measurement.
#[derive(Debug, PartialEq)]
pub enum NotMeasured {
    /// It was stopped before it had enough runs.
    Stopped,
    /// An answer was not the oracle's.
    Wrong,
    /// The device failed.
    Failed(ComputeError),
}

impl From<ComputeError> for NotMeasured {
    fn from(error: ComputeError) -> NotMeasured {
        NotMeasured::Failed(error)
    }
}

/// Times work in a place: runs that warm up, then runs that count, then on a GPU some that are taken
/// apart. Every answer is compared with the oracle's, outside of the time.
///
/// # Errors
/// [`NotMeasured`].
pub fn measure(
    work: &Work,
    place: &Place,
    patience: Patience,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Measured, NotMeasured> {
    place.on_threads(|| {
        let mut answer = Answer::default();
        let backend = place.backend();
        let figures = repeated(patience, stop, || timed(work, backend, &mut answer))?;
        let parts = match place.device() {
            Some(gpu) => Some(taken_apart(work, gpu, patience, stop, &mut answer)?),
            None => None,
        };
        Ok(Measured { figures, parts })
    })
}

/// The figures of runs that each tell their seconds, after some that warm up.
///
/// # Errors
/// [`NotMeasured::Stopped`], or what a run says.
pub fn repeated(
    patience: Patience,
    stop: &dyn Fn() -> bool,
    mut run: impl FnMut() -> Result<f64, NotMeasured>,
) -> Result<Figures, NotMeasured> {
    let started = Instant::now();
    loop {
        if stop() {
            return Err(NotMeasured::Stopped);
        }
        run()?;
        if started.elapsed() >= patience.warm_up() {
            break;
        }
    }
    let started = Instant::now();
    let mut seconds = Vec::new();
    while seconds.len() < patience.least
        || (seconds.len() < patience.most && started.elapsed() < patience.time)
    {
        if stop() {
            return Err(NotMeasured::Stopped);
        }
        seconds.push(run()?);
    }
    Figures::of(seconds).ok_or(NotMeasured::Stopped)
}

/// Does the work once and tells the seconds that it took, if its answer is right.
pub fn timed(work: &Work, backend: &dyn Backend, answer: &mut Answer) -> Result<f64, NotMeasured> {
    let started = Instant::now();
    work.run(backend, answer)?;
    let seconds = started.elapsed().as_secs_f64();
    match work.is_right(answer) {
        true => Ok(seconds),
        false => Err(NotMeasured::Wrong),
    }
}

fn taken_apart(
    work: &Work,
    gpu: &Gpu,
    patience: Patience,
    stop: &dyn Fn() -> bool,
    answer: &mut Answer,
) -> Result<PartFigures, NotMeasured> {
    let mut all: Vec<Parts> = Vec::new();
    let mut traffic = Traffic::default();
    for _ in 0..patience.apart {
        if stop() {
            return Err(NotMeasured::Stopped);
        }
        let before = gpu.traffic();
        let (right, parts) = gpu.taken_apart(|gpu| timed(work, gpu, answer));
        right?;
        traffic = gpu.traffic() - before;
        all.push(parts);
    }
    let median = |part: &dyn Fn(&Parts) -> Option<Duration>| {
        let seconds = all.iter().filter_map(part).map(|took| took.as_secs_f64());
        Figures::of(seconds.collect()).map(|figures| figures.median_seconds)
    };
    Ok(PartFigures {
        kernel_seconds: median(&|parts| parts.kernels),
        upload_seconds: median(&|parts| Some(parts.upload)).unwrap_or_default(),
        download_seconds: median(&|parts| Some(parts.download)).unwrap_or_default(),
        traffic,
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    const PATIENCE: Patience = Patience {
        time: Duration::ZERO,
        least: 3,
        most: 9,
        apart: 1,
    };

    #[test]
    fn one_run_warms_up_and_those_that_follow_count() {
        let runs = Cell::new(0.0);
        let run = || {
            runs.set(runs.get() + 1.0);
            Ok(runs.get())
        };
        let figures = repeated(PATIENCE, &|| false, run).unwrap();
        assert_eq!((figures.runs, runs.get()), (3, 4.0));
        assert_eq!(
            (figures.minimum_seconds, figures.median_seconds),
            (2.0, 3.0)
        );
    }

    #[test]
    fn no_more_runs_count_than_asked_for_however_short_they_are() {
        let patience = Patience {
            time: Duration::from_secs(3600),
            ..PATIENCE
        };
        let runs = Cell::new(0);
        let run = || {
            runs.set(runs.get() + 1);
            Ok(1.0)
        };
        // The time for warming up would not end.
        let stop = || runs.get() == 12;
        assert_eq!(repeated(patience, &stop, run), Err(NotMeasured::Stopped));
        let patience = Patience {
            time: Duration::from_millis(2),
            ..patience
        };
        assert_eq!(repeated(patience, &|| false, || Ok(1.0)).unwrap().runs, 9);
    }

    #[test]
    fn work_that_is_stopped_or_fails_has_no_figures() {
        assert_eq!(
            repeated(PATIENCE, &|| true, || Ok(1.0)),
            Err(NotMeasured::Stopped)
        );
        assert_eq!(
            repeated(PATIENCE, &|| false, || Err(NotMeasured::Wrong)),
            Err(NotMeasured::Wrong)
        );
    }
}
