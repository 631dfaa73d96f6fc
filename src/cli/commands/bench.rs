//! `engine bench`: the speed of each stage on this machine, on the CPU and on each adapter.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use wordgame_engine::bench::{
    BenchReport, Device, DeviceKind, Hooks, Material, Plan, chart, measure_all, tune, workloads,
};
use wordgame_engine::compute::gpu::{self, Adapter};
use wordgame_engine::report::lists_title;
use wordgame_engine::report::numbers::counted;
use wordgame_engine::{Failure, Progress};

use crate::cli::args::compute::{ComputeArgs, store, warn};
use crate::cli::args::lists::WordArgs;
use crate::cli::args::output::OutputArgs;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::note;
use crate::cli::terminal::progress::Progress as ProgressBar;

/// After this time, `--quick` leaves out the remaining measurements.
const QUICK: Duration = Duration::from_millis(8_500);

/// Measure the speed of each stage here: on one thread, all threads, and each GPU adapter
///
/// Every stage is timed at several sizes, and every answer is compared with a plain scalar computation. With
/// --backend cpu no adapter is timed, with --adapter only that one. The stages of Wordle are timed on the chosen lists,
/// those of Letterpress on its dictionary. Ctrl-C shows the measurements made so far.
#[derive(Args)]
pub struct BenchArgs {
    /// Few sizes and runs: done within 10 seconds
    #[arg(long)]
    quick: bool,
    /// Instead find the workgroup sizes and kernels that are best on each adapter (with --adapter, on that
    /// one), and keep them in the cache folder, where every job finds them
    #[arg(long, conflicts_with_all = ["quick", "chart", "list", "solutions", "guesses"])]
    tune: bool,
    /// Draw throughput against size, both axes logarithmic
    #[arg(long, value_name = "PATH.svg")]
    chart: Option<PathBuf>,
    #[command(flatten)]
    lists: WordArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `engine bench`.
pub fn run(args: &BenchArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    let started = Instant::now();
    interrupt::catch();
    check_chart(args)?;
    args.output.check_with(args.chart.as_deref())?;
    let chart = ("--chart", args.chart.as_deref());
    args.output.check_apart(&[chart], &args.lists.files())?;
    let adapters = gpu::adapters();
    let chosen = compute.adapters_to_measure(&adapters)?;
    if args.tune {
        let chosen: Vec<_> = chosen.iter().map(|&index| &adapters[index]).collect();
        return run_tune(&chosen, &args.output);
    }
    let lists = args.lists.load()?;
    let devices = open_devices(&chosen, &adapters)?;
    keep_opening(&devices);
    let is_late = || args.quick && started.elapsed() > QUICK;
    let stop = || interrupt::is_interrupted() || is_late();
    let plan = if args.quick { Plan::QUICK } else { Plan::FULL };

    let material = Material::new(&plan.sizes, lists);
    let lexicon = material.lexicon();
    let bar = ProgressBar::new("answers computed beforehand", plan.sizes.workload_count());
    let show = |done| bar.set(done);
    let workloads = workloads(
        &material,
        &lexicon,
        &plan.sizes,
        &interrupt::is_interrupted,
        Progress::new(&show),
    );
    drop(bar);

    let bar = ProgressBar::new("measurements", workloads.len() * devices.len());
    let show = |done| bar.set(done);
    let hooks = Hooks {
        stop: &stop,
        warn: &warn,
        progress: Progress::new(&show),
    };
    let mut report = measure_all(&workloads, &devices, &plan, hooks)?;
    drop(bar);
    report.quick = args.quick;
    report.lists = lists_title(material.lists());
    report.seconds = started.elapsed().as_secs_f64();
    args.output.write_report(&report)?;
    if let Some(path) = &args.chart {
        chart::write(path, &report)?;
    }
    finish(&report, started)
}

fn check_chart(args: &BenchArgs) -> Result<(), Failure> {
    let is_svg = |path: &PathBuf| path.extension().is_some_and(|end| end == "svg");
    match &args.chart {
        Some(path) if !is_svg(path) => Err(Failure::BadInput(format!(
            "--chart: '{}' is not a chart file; expected a name ending in .svg",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// The CPU, and the chosen adapters that can be opened.
fn open_devices(chosen: &[usize], adapters: &[Adapter]) -> Result<Vec<Device>, Failure> {
    let mut devices = Device::cpus()?;
    let store = store();
    for &index in chosen {
        match Device::gpu(index, &adapters[index], store.as_ref(), &warn) {
            Ok(device) => devices.push(device),
            Err(error) => {
                let name = &adapters[index].description().name;
                warn(&format!("{name} is left out: {error}"));
            }
        }
    }
    Ok(devices)
}

/// Keeps the time that opening the first hardware GPU took, for the decisions of `--backend auto`.
fn keep_opening(devices: &[Device]) {
    let Some(store) = store() else { return };
    for device in devices {
        if let DeviceKind::Gpu {
            adapter, first_use, ..
        } = &device.kind
            && !device.is_software()
        {
            if let Err(error) = store.keep_opening(adapter, first_use.total()) {
                warn(&format!(
                    "the time to open {} is not kept: {error}",
                    adapter.name
                ));
            }
            return;
        }
    }
}

/// Runs `engine bench --tune`.
fn run_tune(adapters: &[&Adapter], output: &OutputArgs) -> Result<(), Failure> {
    let store = store().ok_or_else(|| {
        Failure::BadInput("there is no home folder in which a tuning could be kept".to_owned())
    })?;
    let bar = ProgressBar::new("candidates", adapters.len() * tune::value_count());
    let show = |done| bar.set(done);
    let hooks = Hooks {
        stop: &interrupt::is_interrupted,
        warn: &warn,
        progress: Progress::new(&show),
    };
    let report = tune::tune(adapters, &store, hooks)?;
    drop(bar);
    for (adapter, file) in report.kept() {
        note(&format!("{adapter}: the best tuning is kept in {file}"));
    }
    output.write_report(&report)
}

/// Reports on stderr how the benchmark ended.
fn finish(report: &BenchReport, started: Instant) -> Result<(), Failure> {
    let made = counted(report.measurements.len(), "measurement", "measurements");
    let seconds = started.elapsed().as_secs_f64();
    note(&format!(
        "{made} in {seconds:.1} s; every answer equals that of the scalar reference"
    ));
    if report.left_out > 0 {
        let left_out = counted(report.left_out, "measurement was", "measurements were");
        note(&format!("{left_out} left out"));
    }
    if report.too_long > 0 {
        let sizes = counted(report.too_long, "size was", "sizes were");
        note(&format!(
            "{sizes} not tried because the size before took long"
        ));
    }
    if interrupt::is_interrupted() {
        return Err(Failure::Interrupted(
            "the measurements made so far are shown",
        ));
    }
    Ok(())
}
