//! Finding the best tuning of an adapter: the workgroup size and kernel of each stage.
//!
//! A tuning has several numbers. They are tried one after the other, each with the best values of those before it.

use std::io;

use serde::Serialize;

use super::figures::Figures;
use super::measure::{NotMeasured, Patience, repeated, timed};
use super::workloads::{Answer, Material, Sizes, Stage, Workload, workloads};
use super::{Hooks, wrong_answer};
use crate::compute::gpu::{Adapter, Gpu, Store, Tuning};
use crate::failure::Failure;
use crate::guessing::Lists;
use crate::progress::Progress;
use crate::report::Alignment::{Left, Right};
use crate::report::numbers::short_time;
use crate::report::{Cell, Document, JsonWriter, Report, Rows, Table, cells};

/// The workload for a stage is the first size that takes longer than a tenth of this many seconds. The next size, ten
/// times as large, would probably take longer.
const LONG: f64 = 0.1;

/// The share of its time that a value must save to replace the default. Smaller gains are noise.
const GAIN: f64 = 0.03;

/// A value that takes longer than this many times the best time is tried only once.
const HOPELESS: f64 = 2.0;

/// One number of a tuning, and the values to try.
struct Setting {
    stage: Stage,
    /// The name of the field in [`Tuning`].
    name: &'static str,
    values: &'static [u32],
    field: fn(&mut Tuning) -> &mut u32,
}

/// Workgroup sizes from one wave of the narrowest hardware to several waves of the widest.
const WORKGROUP_SIZES: &[u32] = &[16, 32, 64, 128, 256];

/// The largest set for which one invocation counts a guess by itself.
const SMALL_SETS: &[u32] = &[255, 127, 63, 31, 15, 0];

const SETTINGS: [Setting; 7] = [
    Setting {
        stage: Stage::PatternMatrix,
        name: "pattern_matrix",
        values: WORKGROUP_SIZES,
        field: |tuning| &mut tuning.pattern_matrix,
    },
    Setting {
        stage: Stage::Partition,
        name: "partition",
        values: WORKGROUP_SIZES,
        field: |tuning| &mut tuning.partition,
    },
    Setting {
        stage: Stage::BestGuesses,
        name: "best_guesses",
        values: WORKGROUP_SIZES,
        field: |tuning| &mut tuning.best_guesses,
    },
    Setting {
        stage: Stage::BestGuesses,
        name: "best_guesses_small_set",
        values: SMALL_SETS,
        field: |tuning| &mut tuning.best_guesses_small_set,
    },
    Setting {
        stage: Stage::Collisions,
        name: "collisions",
        values: WORKGROUP_SIZES,
        field: |tuning| &mut tuning.collisions,
    },
    Setting {
        stage: Stage::Collisions,
        name: "collisions_small_set",
        values: SMALL_SETS,
        field: |tuning| &mut tuning.collisions_small_set,
    },
    Setting {
        stage: Stage::BestMoves,
        name: "best_moves",
        values: WORKGROUP_SIZES,
        field: |tuning| &mut tuning.best_moves,
    },
];

/// The number of values that are tried on each adapter.
pub fn value_count() -> usize {
    SETTINGS.iter().map(|setting| setting.values.len()).sum()
}

/// A value that was tried. Names are stable.
#[derive(Serialize)]
struct Trial {
    adapter: String,
    stage: Stage,
    work: String,
    figure: &'static str,
    value: u32,
    runs: usize,
    median_seconds: f64,
    minimum_seconds: f64,
    spread_seconds: f64,
    /// True for the value with which this kind of adapter starts.
    default: bool,
    /// True for the value that is kept.
    best: bool,
}

/// The best tuning of an adapter. Names are stable.
#[derive(Serialize)]
struct BestTuning {
    adapter: String,
    tuning: Tuning,
    file: String,
}

/// The values that were tried on each adapter, and the best tunings.
#[derive(Default)]
pub struct TuneReport {
    tunings: Vec<BestTuning>,
    trials: Vec<Trial>,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct TuneJson<'a> {
    engine: &'static str,
    job: &'static str,
    tunings: &'a [BestTuning],
    tried: &'a [Trial],
}

impl TuneReport {
    /// The name and the tuning file of each adapter that was tuned.
    pub fn kept(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tunings.iter().map(|t| (&t.adapter[..], &t.file[..]))
    }
}

/// Tries the values on each adapter and writes the best tuning of each to `store`. `hooks.progress` counts values, see
/// [`value_count`].
///
/// # Errors
/// [`Failure::BadInput`] without an adapter, [`Failure::Failed`] if a tuning cannot be written or an answer is wrong,
/// [`Failure::Interrupted`] if the caller stops it.
pub fn tune(adapters: &[&Adapter], store: &Store, hooks: Hooks) -> Result<TuneReport, Failure> {
    let unwritable = |adapter: &Adapter, error| {
        let file = store.tuning_file(adapter.description());
        Failure::writing(&file.display().to_string(), &error)
    };
    let Some(first) = adapters.first() else {
        return Err(Failure::BadInput(
            "there is no GPU adapter to tune; see engine devices".to_owned(),
        ));
    };
    store.check().map_err(|error| unwritable(first, error))?;
    let material = Material::new(&Sizes::TUNE, Lists::original());
    let lexicon = material.lexicon();
    let workloads = workloads(
        &material,
        &lexicon,
        &Sizes::TUNE,
        hooks.stop,
        Progress::none(),
    );
    if (hooks.stop)() {
        return Err(INTERRUPTED);
    }
    let mut report = TuneReport::default();
    for (index, adapter) in adapters.iter().enumerate() {
        let name = &adapter.description().name;
        let mut gpu = match adapter.open() {
            Ok(gpu) => gpu,
            Err(error) => {
                (hooks.warn)(&format!("{name} is left out: {error}"));
                continue;
            }
        };
        let mut tuner = Tuner {
            name,
            workloads: &workloads,
            hooks,
            tried: index * value_count(),
        };
        report.trials.extend(tuner.tune(&mut gpu)?);
        store
            .keep_tuning(adapter.description(), &gpu.tuning())
            .map_err(|error| unwritable(adapter, error))?;
        report.tunings.push(BestTuning {
            adapter: name.clone(),
            tuning: gpu.tuning(),
            file: store
                .tuning_file(adapter.description())
                .display()
                .to_string(),
        });
    }
    Ok(report)
}

const INTERRUPTED: Failure = Failure::Interrupted("no further tuning was kept");

/// Tunes one adapter.
struct Tuner<'a> {
    name: &'a str,
    workloads: &'a [Workload<'a>],
    hooks: Hooks<'a>,
    /// The number of values tried so far.
    tried: usize,
}

impl<'a> Tuner<'a> {
    /// Tries all values and leaves the GPU with the best tuning.
    fn tune(&mut self, gpu: &mut Gpu) -> Result<Vec<Trial>, Failure> {
        let mut trials = Vec::new();
        for setting in &SETTINGS {
            let mut tuning = gpu.tuning();
            let mut of_setting = self.try_values(gpu, setting, tuning)?;
            if let Some(best) = best(&of_setting) {
                of_setting[best].best = true;
                *(setting.field)(&mut tuning) = of_setting[best].value;
            }
            gpu.set_tuning(&tuning);
            trials.extend(of_setting);
        }
        Ok(trials)
    }

    /// Tries each value of a setting that the adapter allows.
    fn try_values(
        &mut self,
        gpu: &mut Gpu,
        setting: &Setting,
        mut start: Tuning,
    ) -> Result<Vec<Trial>, Failure> {
        let workload = self.workload(gpu, setting.stage)?;
        let default = *(setting.field)(&mut start);
        let mut trials: Vec<Trial> = Vec::new();
        for &value in setting.values {
            self.hooks.progress.report(self.tried);
            self.tried += 1;
            let mut tuning = start;
            *(setting.field)(&mut tuning) = value;
            gpu.set_tuning(&tuning);
            // A value beyond the adapter's limits was reduced to the limit, which is tried as a value of its own.
            if gpu.tuning() != tuning {
                continue;
            }
            let medians = trials.iter().map(|trial| trial.median_seconds);
            let best_so_far = medians.min_by(f64::total_cmp).unwrap_or(f64::INFINITY);
            let figures = self
                .try_value(workload, gpu, best_so_far)
                .map_err(|error| self.failure(workload, error))?;
            trials.push(Trial {
                adapter: self.name.to_owned(),
                stage: setting.stage,
                work: workload.description.clone(),
                figure: setting.name,
                value,
                runs: figures.runs,
                median_seconds: figures.median_seconds,
                minimum_seconds: figures.minimum_seconds,
                spread_seconds: figures.spread_seconds,
                default: value == default,
                best: false,
            });
        }
        Ok(trials)
    }

    /// Times a workload with the GPU's present tuning. One run suffices if it is far slower than the best time so far.
    fn try_value(
        &self,
        workload: &Workload,
        gpu: &Gpu,
        best_so_far: f64,
    ) -> Result<Figures, NotMeasured> {
        let mut answer = Answer::default();
        let mut run = || timed(workload, gpu, &mut answer);
        // The first run also compiles.
        run()?;
        let seconds = run()?;
        if seconds > HOPELESS * best_so_far {
            return Figures::of(vec![seconds]).ok_or(NotMeasured::Stopped);
        }
        repeated(Patience::QUICK, self.hooks.stop, run)
    }

    /// The largest workload of a stage that does not take long, or the smallest if all do.
    fn workload(&self, gpu: &Gpu, stage: Stage) -> Result<&'a Workload<'a>, Failure> {
        let mut largest = None;
        for workload in self.workloads.iter().filter(|work| work.stage == stage) {
            let mut answer = Answer::default();
            let mut seconds = 0.0;
            // The first run also compiles.
            for _ in 0..2 {
                if (self.hooks.stop)() {
                    return Err(INTERRUPTED);
                }
                seconds = timed(workload, gpu, &mut answer)
                    .map_err(|error| self.failure(workload, error))?;
            }
            largest = Some(workload);
            if seconds > LONG / 10.0 {
                break;
            }
        }
        Ok(largest.expect("Sizes::TUNE has a workload for every stage of SETTINGS"))
    }

    fn failure(&self, workload: &Workload, error: NotMeasured) -> Failure {
        match error {
            NotMeasured::Stopped => INTERRUPTED,
            NotMeasured::Wrong => wrong_answer(self.name, workload),
            NotMeasured::Failed(error) => Failure::Failed(format!("{}: {error}", self.name)),
        }
    }
}

/// The index of the best trial: the least median, or the default unless another is clearly better.
fn best(trials: &[Trial]) -> Option<usize> {
    let median = |&index: &usize| trials[index].median_seconds;
    let least = (0..trials.len()).min_by(|a, b| median(a).total_cmp(&median(b)))?;
    let default = trials.iter().position(|trial| trial.default);
    match default {
        Some(default) if median(&least) > median(&default) * (1.0 - GAIN) => Some(default),
        _ => Some(least),
    }
}

impl Report for TuneReport {
    fn document(&self) -> Document<'_> {
        let mut document = Document::new();
        for of_adapter in self.trials.chunk_by(|a, b| a.adapter == b.adapter) {
            document.line(&of_adapter[0].adapter[..]);
            document.table(trial_table(of_adapter));
        }
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write(&self.trials)
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&TuneJson {
            engine: env!("CARGO_PKG_VERSION"),
            job: "tune",
            tunings: &self.tunings,
            tried: &self.trials,
        })
    }
}

fn trial_table(trials: &[Trial]) -> Table {
    let mut table = Table::new([
        ("figure", Left),
        ("work", Left),
        ("value", Right),
        ("runs", Right),
        ("median", Right),
        ("minimum", Right),
        ("", Right),
    ]);
    for of_figure in trials.chunk_by(|a, b| a.figure == b.figure) {
        for (row, trial) in of_figure.iter().enumerate() {
            let [figure, work] = if row == 0 {
                [trial.figure, &trial.work]
            } else {
                [""; 2]
            };
            let mark = match (trial.best, trial.default) {
                (true, true) => Cell::from("default, best"),
                (true, false) => Cell::good("best"),
                (false, true) => Cell::from("default"),
                (false, false) => Cell::from(""),
            };
            table.row(cells![
                figure,
                work,
                trial.value,
                trial.runs,
                short_time(trial.median_seconds),
                short_time(trial.minimum_seconds),
                mark,
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trials(default: usize, medians: &[f64]) -> Vec<Trial> {
        let trial = |(index, &median_seconds): (usize, &f64)| Trial {
            adapter: String::new(),
            stage: Stage::Collisions,
            work: String::new(),
            figure: "",
            value: index as u32,
            runs: 1,
            median_seconds,
            minimum_seconds: 0.0,
            spread_seconds: 0.0,
            default: index == default,
            best: false,
        };
        medians.iter().enumerate().map(trial).collect()
    }

    #[test]
    fn least_median_is_best_unless_the_default_is_nearly_as_good() {
        assert_eq!(best(&[]), None);
        assert_eq!(best(&trials(0, &[1.0, 0.5, 0.7])), Some(1));
        assert_eq!(best(&trials(0, &[1.0, 0.98, 0.99])), Some(0));
        assert_eq!(
            best(&trials(9, &[1.0, 0.98, 0.99])),
            Some(1),
            "the default was not tried"
        );
    }

    #[test]
    fn each_setting_changes_its_own_field_to_valid_values() {
        use crate::compute::gpu::AdapterKind;
        let start = Tuning::of(AdapterKind::Discrete);
        let mut names = Vec::new();
        for setting in &SETTINGS {
            for &value in setting.values {
                let mut tuning = start;
                *(setting.field)(&mut tuning) = value;
                assert!(tuning.is_valid(), "{} {value}", setting.name);
                let json = serde_json::to_value(tuning).unwrap();
                assert_eq!(json[setting.name], value);
            }
            names.push(setting.name);
        }
        let all = serde_json::to_value(start).unwrap();
        assert_eq!(names.len(), all.as_object().unwrap().len());
    }
}
