//! `engine bench`: how fast each stage is on this machine, on the CPU and on each adapter.

mod chart;
mod crossover;
mod figures;
mod measure;
mod memory;
mod oracle;
mod places;
mod report;
mod tune;
mod work;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use wordgame_engine::compute::gpu;

use super::compute::{ComputeArgs, warn};
use super::failure::Failure;
use super::number::counted;
use super::output::{Format, OutputArgs};
use super::progress::Progress;
use super::{interrupt, note};
use measure::{NotMeasured, Patience, measure};
use memory::bandwidth;
use places::Place;
use report::{Measurement, Memory, Report};
use work::{Material, Sizes, works};

/// After this long, `--quick` leaves out what is still to be measured.
const QUICK: Duration = Duration::from_millis(8_500);

/// Bytes of a buffer by which the memory is measured: more than caches hold.
const QUICK_BUFFER: usize = 48 << 20;
const BUFFER: usize = 192 << 20;

/// Measure how fast each stage is here: on one thread, all threads, and each GPU adapter
///
/// Every stage is timed at several sizes, and every answer compared with the obvious computation's. With
/// --backend cpu no adapter is timed, with --adapter that one alone. Ctrl-C shows what was measured up to
/// then.
#[derive(Args)]
pub struct BenchArgs {
    /// Few sizes and runs: done within 10 seconds
    #[arg(long)]
    quick: bool,
    /// Instead find the workgroup sizes and kernels that are best on each adapter (with --adapter, on that
    /// one), and keep them in the cache folder, where every job finds them
    #[arg(long, conflicts_with_all = ["quick", "chart"])]
    tune: bool,
    /// Draw throughput against size, both axes logarithmic
    #[arg(long, value_name = "PATH.svg")]
    chart: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `engine bench`.
pub fn run(args: &BenchArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    let started = Instant::now();
    check_chart(args)?;
    args.output.check_with(args.chart.as_deref())?;
    let adapters = gpu::adapters();
    let chosen = compute.adapters_to_measure(&adapters)?;
    interrupt::catch()?;
    if args.tune {
        let chosen: Vec<_> = chosen.iter().map(|&index| &adapters[index]).collect();
        return tune::run(&chosen, &args.output);
    }

    let mut places = Place::cpus()?;
    for index in chosen {
        match Place::gpu(index, &adapters[index]) {
            Ok(place) => places.push(place),
            Err(error) => {
                let name = &adapters[index].description().name;
                warn(&format!("{name} is left out: {error}"));
            }
        }
    }
    let (sizes, patience, buffer) = match args.quick {
        true => (Sizes::QUICK, Patience::QUICK, QUICK_BUFFER),
        false => (Sizes::FULL, Patience::FULL, BUFFER),
    };
    let is_late = || args.quick && started.elapsed() > QUICK;
    let stop = || interrupt::is_interrupted() || is_late();
    let material = Material::new(&sizes);
    let lexicon = material.lexicon();
    let progress = Progress::new("answers computed beforehand", sizes.len());
    let works = works(&material, &lexicon, &sizes, &|done| progress.set(done));
    drop(progress);

    let mut report = Report {
        quick: args.quick,
        places: &places,
        measurements: Vec::new(),
        memory: memory(&places, buffer, &stop),
        left_out: 0,
        too_long: 0,
    };
    measure_all(&works, patience, &stop, &mut report)?;
    args.output.write(|out| match args.output.format {
        Format::Table => report.table(out),
        Format::Json => report.json(out, started.elapsed().as_secs_f64()),
        Format::Csv => report.csv(out),
    })?;
    if let Some(path) = &args.chart {
        chart::write(path, &report)?;
    }
    finish(&report, started)
}

fn check_chart(args: &BenchArgs) -> Result<(), Failure> {
    let is_svg = |path: &PathBuf| path.extension().is_some_and(|end| end == "svg");
    match &args.chart {
        Some(path) if !is_svg(path) => Err(Failure::BadInput(format!(
            "--chart: '{}' names no chart; expected a file ending in .svg",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// The memory's bandwidth on the threads of each place that is the CPU.
fn memory(places: &[Place], bytes: usize, stop: &(dyn Fn() -> bool + Sync)) -> Vec<Memory> {
    let of_place = |place: &Place| {
        let threads = place.threads()?;
        let bandwidth = place.on_threads(|| bandwidth(bytes, stop))?;
        Some(Memory { threads, bandwidth })
    };
    places.iter().filter_map(of_place).collect()
}

/// Measures everything, until it is to stop.
fn measure_all<'a>(
    works: &'a [work::Work<'a>],
    patience: Patience,
    stop: &(dyn Fn() -> bool + Sync),
    report: &mut Report<'a>,
) -> Result<(), Failure> {
    let places: &'a [Place] = report.places;
    let total = works.len() * places.len();
    let progress = Progress::new("measurements", total);
    let mut failed: Vec<&str> = Vec::new();
    for (done, (work, place)) in works
        .iter()
        .flat_map(|work| places.iter().map(move |place| (work, place)))
        .enumerate()
    {
        progress.set(done);
        if report.took_long(work.stage, place) {
            report.too_long += 1;
            continue;
        }
        if failed.contains(&&place.name[..]) {
            continue;
        }
        match measure(work, place, patience, stop) {
            Ok(measured) => report.measurements.push(Measurement {
                work,
                place,
                measured,
            }),
            Err(NotMeasured::Stopped) => break,
            Err(NotMeasured::Wrong) => {
                return Err(wrong(&place.name, work));
            }
            Err(NotMeasured::Failed(error)) => {
                warn(&format!("{} is left out from here on: {error}", place.name));
                failed.push(&place.name);
            }
        }
    }
    report.left_out = total - report.measurements.len() - report.too_long;
    Ok(())
}

/// The failure of an answer that is not the oracle's.
fn wrong(place: &str, work: &work::Work) -> Failure {
    Failure::Failed(format!(
        "{place}: {}, {}: the answer differs from the obvious computation's; please report it",
        work.stage.name(),
        work.what,
    ))
}

/// Says how it ended.
fn finish(report: &Report, started: Instant) -> Result<(), Failure> {
    let made = counted(report.measurements.len(), "measurement", "measurements");
    let seconds = started.elapsed().as_secs_f64();
    note(&format!(
        "{made} in {seconds:.1} s; every answer was the obvious computation's"
    ));
    if report.left_out > 0 {
        let left_out = counted(report.left_out, "measurement was", "measurements were");
        note(&format!("{left_out} left out"));
    }
    if report.too_long > 0 {
        let sizes = counted(report.too_long, "size was", "sizes were");
        note(&format!("{sizes} not tried where the one before took long"));
    }
    match interrupt::is_interrupted() {
        true => Err(Failure::Interrupted(
            "what was measured up to then is shown",
        )),
        false => Ok(()),
    }
}
