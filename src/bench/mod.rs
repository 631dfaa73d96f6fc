//! Measuring the engine on this machine: how fast each stage is, and which tuning suits an adapter best.
//!
//! | module | content |
//! |---|---|
//! | [`devices`] | the devices to measure: one CPU thread, all CPU threads, each GPU adapter |
//! | [`mod@workloads`] | each stage at several sizes, with the answers that are right |
//! | [`oracle`] | those answers, computed by plain loops over the scalar rules |
//! | [`mod@measure`] | timing one workload on one device |
//! | [`figures`] | median, minimum and spread of repeated runs |
//! | [`memory`] | the bandwidth of the CPU's memory, the limit of some stages |
//! | [`crossover`] | the size from which a GPU is faster than the CPU |
//! | [`report`] | the result as tables, JSON and CSV |
//! | [`chart`] | the result as an SVG chart |
//! | [`tune`] | trying the workgroup sizes and kernels of an adapter |
//!
//! Data flow: [`Material`] holds lists and dictionary, [`workloads`](workloads::workloads) makes the workloads from it,
//! [`measure_all`] times every workload on every [`Device`], and the [`BenchReport`] is what people read. Every answer
//! is compared with the oracle's, outside of the measured time.

#[cfg(feature = "cli")]
pub mod chart;
pub mod crossover;
pub mod devices;
pub mod figures;
pub mod measure;
pub mod memory;
pub mod oracle;
pub mod report;
pub mod tune;
pub mod workloads;

pub use devices::{Device, DeviceKind};
pub use measure::Patience;
pub use report::BenchReport;
pub use workloads::{Material, Sizes, Workload, workloads};

use crate::failure::Failure;
use crate::progress::Progress;
use measure::{NotMeasured, measure};
use memory::bandwidth;
use report::{Measurement, MemoryReport};

/// How much a benchmark measures.
pub struct Plan {
    /// The sizes of the workloads.
    pub sizes: Sizes,
    /// The number and duration of the runs.
    pub patience: Patience,
    /// Bytes of the buffers by which the memory is measured. Caches must not hold them.
    pub buffer_bytes: usize,
}

impl Plan {
    /// For `--quick`: done within ten seconds.
    pub const QUICK: Plan = Plan {
        sizes: Sizes::QUICK,
        patience: Patience::QUICK,
        buffer_bytes: 48 << 20,
    };

    /// Every size, with enough runs for quartiles.
    pub const FULL: Plan = Plan {
        sizes: Sizes::FULL,
        patience: Patience::FULL,
        buffer_bytes: 192 << 20,
    };
}

/// The connection between a benchmark and its caller.
#[derive(Clone, Copy)]
pub struct Hooks<'a> {
    /// Returns true once the benchmark should stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Receives warnings, one line each.
    pub warn: &'a dyn Fn(&str),
    /// Receives the number of measurements done.
    pub progress: Progress<'a>,
}

/// Measures every workload on every device until it is told to stop.
///
/// A size is skipped on a device where the previous size of its stage took long, and so is every later measurement on
/// a device that fails.
///
/// # Errors
/// [`Failure::Failed`] if an answer differs from the oracle's.
pub fn measure_all<'a>(
    workloads: &'a [Workload<'a>],
    devices: &'a [Device],
    plan: &Plan,
    hooks: Hooks,
) -> Result<BenchReport<'a>, Failure> {
    let mut report = BenchReport::new(devices);
    report.memory = memory(devices, plan.buffer_bytes, hooks.stop);
    let total = workloads.len() * devices.len();
    let pairs = workloads
        .iter()
        .flat_map(|workload| devices.iter().map(move |device| (workload, device)));
    let mut failed: Vec<&str> = Vec::new();
    for (done, (workload, device)) in pairs.enumerate() {
        hooks.progress.report(done);
        if report.took_long(workload.stage, device) {
            report.too_long += 1;
            continue;
        }
        if failed.contains(&&device.name[..]) {
            continue;
        }
        match measure(workload, device, plan.patience, hooks.stop) {
            Ok(measured) => report.measurements.push(Measurement {
                workload,
                device,
                measured,
            }),
            Err(NotMeasured::Stopped) => break,
            Err(NotMeasured::Wrong) => return Err(wrong_answer(&device.name, workload)),
            Err(NotMeasured::Failed(error)) => {
                let name = &device.name;
                (hooks.warn)(&format!("{name} is left out from here on: {error}"));
                failed.push(name);
            }
        }
    }
    report.left_out = total - report.measurements.len() - report.too_long;
    Ok(report)
}

/// The memory bandwidth on the threads of each device that is the CPU.
fn memory(devices: &[Device], bytes: usize, stop: &(dyn Fn() -> bool + Sync)) -> Vec<MemoryReport> {
    let of_device = |device: &Device| {
        let threads = device.threads()?;
        let bandwidth = device.on_threads(|| bandwidth(bytes, stop))?;
        Some(MemoryReport { threads, bandwidth })
    };
    devices.iter().filter_map(of_device).collect()
}

/// The failure of a device whose answer differs from the oracle's.
fn wrong_answer(device: &str, workload: &Workload) -> Failure {
    Failure::Failed(format!(
        "{device}: {}, {}: the answer differs from the scalar computation; please report it",
        workload.stage.name(),
        workload.description,
    ))
}
