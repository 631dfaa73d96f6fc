//! Timing one workload on one device.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::Device;
use super::figures::Figures;
use super::workloads::{Answer, Workload};
use crate::compute::gpu::{Gpu, Profile};
use crate::compute::{Backend, ComputeError, Traffic};

/// The number and duration of the runs of one workload.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Time for the measured runs. They may take longer if there are fewer than `least_runs`.
    pub time: Duration,
    /// The fewest measured runs.
    pub least_runs: usize,
    /// The most measured runs.
    pub most_runs: usize,
    /// Additional runs on a GPU in which upload, kernels and download are timed one by one.
    pub phase_runs: usize,
}

impl Patience {
    /// Short, for `--quick`.
    pub const QUICK: Patience = Patience {
        time: Duration::from_millis(25),
        least_runs: 3,
        most_runs: 25,
        phase_runs: 3,
    };

    /// Enough runs for quartiles of short work, and a few runs of long work.
    pub const FULL: Patience = Patience {
        time: Duration::from_millis(400),
        least_runs: 5,
        most_runs: 101,
        phase_runs: 3,
    };

    /// Time for runs that warm up caches, page tables and clocks. There is at least one such run.
    fn warm_up(&self) -> Duration {
        self.time / 4
    }
}

/// The measurements of a workload on a device.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The times of whole runs.
    #[serde(flatten)]
    pub figures: Figures,
    /// On a GPU, the times of the phases of a run.
    #[serde(flatten)]
    pub phases: Option<PhaseFigures>,
}

/// The median time of each phase of a run on a GPU, from separate runs that wait for each phase to end, and the data
/// that one run transfers.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PhaseFigures {
    /// Time in kernels by the device's own clock. `None` if it has no clock or ran no kernel.
    pub kernel_seconds: Option<f64>,
    /// Time to upload the inputs.
    pub upload_seconds: f64,
    /// Time to download the results.
    pub download_seconds: f64,
    /// The transfers and dispatches of one run.
    #[serde(flatten)]
    pub traffic: Traffic,
}

/// The reason why there is no measurement.
#[derive(Debug, PartialEq)]
pub enum NotMeasured {
    /// The benchmark was stopped before there were enough runs.
    Stopped,
    /// An answer differs from the oracle's.
    Wrong,
    /// The device failed.
    Failed(ComputeError),
}

impl From<ComputeError> for NotMeasured {
    fn from(error: ComputeError) -> NotMeasured {
        NotMeasured::Failed(error)
    }
}

/// Times a workload on a device: runs to warm up, then measured runs, then on a GPU some runs whose phases are timed one
/// by one. Every answer is compared with the oracle's, outside of the measured time.
///
/// # Errors
/// [`NotMeasured`].
pub fn measure(
    workload: &Workload,
    device: &Device,
    patience: Patience,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Measured, NotMeasured> {
    device.on_threads(|| {
        let mut answer = Answer::default();
        let backend = device.backend();
        let figures = repeated(patience, stop, || timed(workload, backend, &mut answer))?;
        let phases = match device.as_gpu() {
            Some(gpu) => Some(phase_figures(workload, gpu, patience, stop, &mut answer)?),
            None => None,
        };
        Ok(Measured { figures, phases })
    })
}

/// The figures of repeated runs after some runs to warm up. `run` returns its seconds.
///
/// # Errors
/// [`NotMeasured::Stopped`], or the error of a run.
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
    while seconds.len() < patience.least_runs
        || (seconds.len() < patience.most_runs && started.elapsed() < patience.time)
    {
        if stop() {
            return Err(NotMeasured::Stopped);
        }
        seconds.push(run()?);
    }
    Figures::of(seconds).ok_or(NotMeasured::Stopped)
}

/// Runs a workload once and returns the seconds, provided that the answer is right.
///
/// # Errors
/// [`NotMeasured::Wrong`], or [`NotMeasured::Failed`] from a GPU.
pub fn timed(
    workload: &Workload,
    backend: &dyn Backend,
    answer: &mut Answer,
) -> Result<f64, NotMeasured> {
    let started = Instant::now();
    workload.run(backend, answer)?;
    let seconds = started.elapsed().as_secs_f64();
    if workload.is_right(answer) {
        Ok(seconds)
    } else {
        Err(NotMeasured::Wrong)
    }
}

/// Times the phases of some runs.
fn phase_figures(
    workload: &Workload,
    gpu: &Gpu,
    patience: Patience,
    stop: &dyn Fn() -> bool,
    answer: &mut Answer,
) -> Result<PhaseFigures, NotMeasured> {
    let mut all: Vec<Profile> = Vec::new();
    let mut traffic = Traffic::default();
    for _ in 0..patience.phase_runs {
        if stop() {
            return Err(NotMeasured::Stopped);
        }
        let before = gpu.traffic();
        let (right, profile) = gpu.profiled(|gpu| timed(workload, gpu, answer));
        right?;
        traffic = gpu.traffic() - before;
        all.push(profile);
    }
    let median = |part: &dyn Fn(&Profile) -> Option<Duration>| {
        let seconds = all.iter().filter_map(part).map(|took| took.as_secs_f64());
        Figures::of(seconds.collect()).map(|figures| figures.median_seconds)
    };
    Ok(PhaseFigures {
        kernel_seconds: median(&|profile| profile.kernels),
        upload_seconds: median(&|profile| Some(profile.upload)).unwrap_or_default(),
        download_seconds: median(&|profile| Some(profile.download)).unwrap_or_default(),
        traffic,
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    const PATIENCE: Patience = Patience {
        time: Duration::ZERO,
        least_runs: 3,
        most_runs: 9,
        phase_runs: 1,
    };

    #[test]
    fn the_first_run_warms_up_and_the_others_are_measured() {
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
    fn measured_runs_never_exceed_the_maximum() {
        let patience = Patience {
            time: Duration::from_secs(3600),
            ..PATIENCE
        };
        let runs = Cell::new(0);
        let run = || {
            runs.set(runs.get() + 1);
            Ok(1.0)
        };
        // Warming up would take an hour.
        let stop = || runs.get() == 12;
        assert_eq!(repeated(patience, &stop, run), Err(NotMeasured::Stopped));
        let patience = Patience {
            time: Duration::from_millis(2),
            ..patience
        };
        assert_eq!(repeated(patience, &|| false, || Ok(1.0)).unwrap().runs, 9);
    }

    #[test]
    fn stopped_or_failed_work_has_no_figures() {
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
