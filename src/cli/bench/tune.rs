//! `engine bench --tune`: which workgroup sizes and kernels are best on an adapter.

use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment, Color};
use serde::Serialize;
use wordgame_engine::compute::gpu::{Adapter, Gpu, Tuning};

use super::super::compute::{store, warn};
use super::super::failure::Failure;
use super::super::output::{Format, OutputArgs, table, write_csv, write_json, write_table};
use super::super::progress::Progress;
use super::super::{interrupt, note};
use super::figures::Figures;
use super::measure::{NotMeasured, Patience, repeated, timed};
use super::report::time;
use super::work::{Answer, Material, Sizes, Stage, Work, works};

/// Seconds of work that every candidate is tried with, about: where a size takes a tenth, no larger one
/// is.
const LONG: f64 = 0.1;

/// How much less of its time a candidate has to take: less is noise.
const GAIN: f64 = 0.03;

/// How many times as long as the best a candidate may take to be tried more than once.
const HOPELESS: f64 = 2.0;

/// One figure of a tuning, and what it may be.
struct Knob {
    stage: Stage,
    /// Its name in the tuning.
    name: &'static str,
    values: &'static [u32],
    of: fn(&mut Tuning) -> &mut u32,
}

/// Workgroups of one wave of the narrowest hardware to several of the widest.
const LANES: &[u32] = &[16, 32, 64, 128, 256];

/// The largest set of which a thread counts a guess by itself.
const SMALL_SETS: &[u32] = &[255, 127, 63, 31, 15, 0];

/// What is tried, one after the other: each with the best of those before.
const KNOBS: [Knob; 7] = [
    Knob {
        stage: Stage::PatternMatrix,
        name: "pattern_matrix",
        values: LANES,
        of: |tuning| &mut tuning.pattern_matrix,
    },
    Knob {
        stage: Stage::FirstGuessSweep,
        name: "partition",
        values: LANES,
        of: |tuning| &mut tuning.partition,
    },
    Knob {
        stage: Stage::BatchedSets,
        name: "best_guesses",
        values: LANES,
        of: |tuning| &mut tuning.best_guesses,
    },
    Knob {
        stage: Stage::BatchedSets,
        name: "best_guesses_small_set",
        values: SMALL_SETS,
        of: |tuning| &mut tuning.best_guesses_small_set,
    },
    Knob {
        stage: Stage::Shards,
        name: "collisions",
        values: LANES,
        of: |tuning| &mut tuning.collisions,
    },
    Knob {
        stage: Stage::Shards,
        name: "collisions_small_set",
        values: SMALL_SETS,
        of: |tuning| &mut tuning.collisions_small_set,
    },
    Knob {
        stage: Stage::Letterpress,
        name: "best_moves",
        values: LANES,
        of: |tuning| &mut tuning.best_moves,
    },
];

/// A value that was tried. Names are stable.
#[derive(Serialize)]
struct Tried {
    adapter: String,
    stage: Stage,
    work: String,
    figure: &'static str,
    value: u32,
    runs: usize,
    median_seconds: f64,
    minimum_seconds: f64,
    spread_seconds: f64,
    /// Whether adapters of its kind start with it.
    default: bool,
    /// Whether it is kept.
    best: bool,
}

#[derive(Serialize)]
struct TuneJson<'a> {
    engine: &'static str,
    job: &'static str,
    tunings: Vec<TunedJson<'a>>,
    tried: &'a [Tried],
}

#[derive(Serialize)]
struct TunedJson<'a> {
    adapter: &'a str,
    tuning: Tuning,
    file: String,
}

/// Tries the candidates on each adapter and keeps the best of each.
///
/// # Errors
/// [`Failure`]: no adapter, nowhere to keep a tuning, or an answer that is not the oracle's.
pub fn run(adapters: &[&Adapter], output: &OutputArgs) -> Result<(), Failure> {
    if adapters.is_empty() {
        return Err(Failure::BadInput(
            "there is no GPU adapter to tune; see engine devices".to_owned(),
        ));
    }
    let store = store().ok_or_else(|| {
        Failure::BadInput("there is no home folder in which a tuning could be kept".to_owned())
    })?;
    let unwritable = |adapter: &Adapter, error| {
        let file = store.tuning_file(adapter.description());
        Failure::writing(&file.display().to_string(), &error)
    };
    store
        .check()
        .map_err(|error| unwritable(adapters[0], error))?;
    let material = Material::new(&Sizes::TUNE);
    let lexicon = material.lexicon();
    let works = works(&material, &lexicon, &Sizes::TUNE, &|_| ());
    interrupt::check()?;
    let mut tried = Vec::new();
    let mut tunings = Vec::new();
    for adapter in adapters {
        let name = &adapter.description().name;
        let mut gpu = match adapter.open() {
            Ok(gpu) => gpu,
            Err(error) => {
                warn(&format!("{name} is left out: {error}"));
                continue;
            }
        };
        tune(&mut gpu, name, &works, &mut tried)?;
        let file = store.tuning_file(adapter.description());
        store
            .keep_tuning(adapter.description(), &gpu.tuning())
            .map_err(|error| unwritable(adapter, error))?;
        note(&format!(
            "{name}: the best tuning is kept in {}",
            file.display()
        ));
        tunings.push(TunedJson {
            adapter: name,
            tuning: gpu.tuning(),
            file: file.display().to_string(),
        });
    }
    output.write(|out| match output.format {
        Format::Table => write_tried(out, &tried),
        Format::Json => write_json(
            out,
            &TuneJson {
                engine: env!("CARGO_PKG_VERSION"),
                job: "tune",
                tunings,
                tried: &tried,
            },
        ),
        Format::Csv => write_csv(out, &tried),
    })
}

/// Leaves the GPU with the best tuning that was found.
fn tune(gpu: &mut Gpu, name: &str, works: &[Work], tried: &mut Vec<Tried>) -> Result<(), Failure> {
    let progress = Progress::new(
        "candidates",
        KNOBS.iter().map(|knob| knob.values.len()).sum(),
    );
    let mut done = 0;
    for knob in &KNOBS {
        let work = longest(gpu, name, knob.stage, works)?;
        let mut start = gpu.tuning();
        let default = *(knob.of)(&mut start);
        let mut results: Vec<Tried> = Vec::new();
        for &value in knob.values {
            progress.set(done);
            done += 1;
            let mut candidate = start;
            *(knob.of)(&mut candidate) = value;
            gpu.set_tuning(&candidate);
            // What the adapter cannot do has been cut to what it can, which is tried anyway.
            if gpu.tuning() != candidate {
                continue;
            }
            let least = results.iter().map(|tried| tried.median_seconds);
            let least = least.min_by(f64::total_cmp).unwrap_or(f64::INFINITY);
            let figures = try_out(work, gpu, least).map_err(|error| failure(name, work, error))?;
            results.push(Tried {
                adapter: name.to_owned(),
                stage: knob.stage,
                work: work.what.clone(),
                figure: knob.name,
                value,
                runs: figures.runs,
                median_seconds: figures.median_seconds,
                minimum_seconds: figures.minimum_seconds,
                spread_seconds: figures.spread_seconds,
                default: value == default,
                best: false,
            });
        }
        let best = best(&results);
        if let Some(best) = best {
            results[best].best = true;
            *(knob.of)(&mut start) = results[best].value;
        }
        gpu.set_tuning(&start);
        tried.extend(results);
    }
    Ok(())
}

/// What work takes with the tuning that the GPU has, where the best so far took so long.
fn try_out(work: &Work, gpu: &Gpu, least: f64) -> Result<Figures, NotMeasured> {
    let mut answer = Answer::default();
    let mut run = || timed(work, gpu, &mut answer);
    // The first run compiles.
    run()?;
    let seconds = run()?;
    if seconds > HOPELESS * least {
        return Figures::of(vec![seconds]).ok_or(NotMeasured::Stopped);
    }
    repeated(Patience::QUICK, &interrupt::is_interrupted, run)
}

/// The place of the value with the least median; the default unless one is clearly better.
fn best(results: &[Tried]) -> Option<usize> {
    let median = |&i: &usize| results[i].median_seconds;
    let least = (0..results.len()).min_by(|a, b| median(a).total_cmp(&median(b)))?;
    let default = results.iter().position(|tried| tried.default);
    match default {
        Some(default) if median(&least) > median(&default) * (1.0 - GAIN) => Some(default),
        _ => Some(least),
    }
}

/// The largest work of a stage that is not likely to take long; the smallest if all are.
fn longest<'a>(
    gpu: &Gpu,
    name: &str,
    stage: Stage,
    works: &'a [Work<'a>],
) -> Result<&'a Work<'a>, Failure> {
    let mut longest = None;
    for work in works.iter().filter(|work| work.stage == stage) {
        let mut answer = Answer::default();
        let mut seconds = 0.0;
        // The first run compiles.
        for _ in 0..2 {
            if interrupt::is_interrupted() {
                return Err(failure(name, work, NotMeasured::Stopped));
            }
            seconds = timed(work, gpu, &mut answer).map_err(|error| failure(name, work, error))?;
        }
        longest = Some(work);
        // Sizes grow tenfold.
        if seconds > LONG / 10.0 {
            break;
        }
    }
    let longest = longest.expect("every stage that is tuned has work");
    Ok(longest)
}

fn failure(name: &str, work: &Work, error: NotMeasured) -> Failure {
    match error {
        NotMeasured::Stopped => Failure::Interrupted("no further tuning was kept"),
        NotMeasured::Wrong => super::wrong(name, work),
        NotMeasured::Failed(error) => Failure::Failed(format!("{name}: {error}")),
    }
}

fn write_tried(out: &mut dyn Write, tried: &[Tried]) -> io::Result<()> {
    for of_adapter in tried.chunk_by(|a, b| a.adapter == b.adapter) {
        writeln!(out, "{}", of_adapter[0].adapter)?;
        write_table(out, &table_of(of_adapter))?;
    }
    Ok(())
}

fn table_of(tried: &[Tried]) -> comfy_table::Table {
    use CellAlignment::{Left, Right};
    let mut table = table(&[
        ("figure", Left),
        ("work", Left),
        ("value", Right),
        ("runs", Right),
        ("median", Right),
        ("minimum", Right),
        ("", Right),
    ]);
    for of_figure in tried.chunk_by(|a, b| a.figure == b.figure) {
        for (i, tried) in of_figure.iter().enumerate() {
            let heading = |text| if i == 0 { text } else { "" };
            let mark = match (tried.best, tried.default) {
                (true, true) => Cell::new("default, best"),
                (true, false) => Cell::new("best").fg(Color::Green),
                (false, true) => Cell::new("default"),
                (false, false) => Cell::new(""),
            };
            table.add_row([
                Cell::new(heading(tried.figure)),
                Cell::new(heading(&tried.work)),
                Cell::new(tried.value),
                Cell::new(tried.runs),
                Cell::new(time(tried.median_seconds)),
                Cell::new(time(tried.minimum_seconds)),
                mark,
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(default: usize, medians: &[f64]) -> Vec<Tried> {
        let tried = |(i, &median_seconds): (usize, &f64)| Tried {
            adapter: String::new(),
            stage: Stage::Shards,
            work: String::new(),
            figure: "",
            value: i as u32,
            runs: 1,
            median_seconds,
            minimum_seconds: 0.0,
            spread_seconds: 0.0,
            default: i == default,
            best: false,
        };
        medians.iter().enumerate().map(tried).collect()
    }

    #[test]
    fn the_least_median_is_best_but_a_little_is_noise() {
        assert_eq!(best(&[]), None);
        assert_eq!(best(&results(0, &[1.0, 0.5, 0.7])), Some(1));
        assert_eq!(best(&results(0, &[1.0, 0.98, 0.99])), Some(0));
        assert_eq!(
            best(&results(9, &[1.0, 0.98, 0.99])),
            Some(1),
            "the default was not tried"
        );
    }

    #[test]
    fn each_knob_turns_a_figure_of_its_own_to_values_that_shaders_can_have() {
        use wordgame_engine::compute::gpu::AdapterKind;
        let start = Tuning::of(AdapterKind::Discrete);
        let mut turned = Vec::new();
        for knob in &KNOBS {
            for &value in knob.values {
                let mut tuning = start;
                *(knob.of)(&mut tuning) = value;
                assert!(tuning.is_valid(), "{} {value}", knob.name);
                let json = serde_json::to_value(tuning).unwrap();
                assert_eq!(json[knob.name], value);
            }
            turned.push(knob.name);
        }
        let all = serde_json::to_value(start).unwrap();
        assert_eq!(turned.len(), all.as_object().unwrap().len());
    }
}
