//! The result of a benchmark as tables, JSON and CSV.

use std::io;

use serde::Serialize;

use super::crossover::{Crossover, Pair, crossover};
use super::devices::{Device, DeviceKind, FirstUse};
use super::measure::Measured;
use super::memory::Bandwidth;
use super::workloads::{Stage, Workload};
use crate::compute::gpu::{AdapterDescription, Gpu, Tuning};
use crate::report::Alignment::{Left, Right};
use crate::report::numbers::{abbreviated, decimal_bytes, grouped, percent, short_time};
use crate::report::{Cell, Document, JsonWriter, Report, Rows, Table, cells};

/// If a run takes longer than this many seconds, no larger size of its stage is measured on that device. Sizes grow
/// tenfold, and there are many runs.
const LONG: f64 = 0.3;

/// One workload measured on one device.
pub struct Measurement<'a> {
    /// The workload.
    pub workload: &'a Workload<'a>,
    /// The device.
    pub device: &'a Device,
    /// The times.
    pub measured: Measured,
}

impl Measurement<'_> {
    fn seconds(&self) -> f64 {
        self.measured.figures.median_seconds
    }

    /// Patterns or moves per second.
    pub fn rate(&self) -> f64 {
        self.workload.units as f64 / self.seconds()
    }
}

/// The bandwidth of the memory on some threads.
#[derive(Serialize)]
pub struct MemoryReport {
    /// The number of threads.
    pub threads: usize,
    /// The bandwidth.
    #[serde(flatten)]
    pub bandwidth: Bandwidth,
}

/// All measurements of a benchmark.
pub struct BenchReport<'a> {
    /// True if it was the short benchmark, `--quick`.
    pub quick: bool,
    /// The lists of the guessing games, as their title.
    pub lists: String,
    /// The duration of the whole benchmark.
    pub seconds: f64,
    /// The devices.
    pub devices: &'a [Device],
    /// The measurements, in the order in which they were made.
    pub measurements: Vec<Measurement<'a>>,
    /// The memory bandwidth for each number of CPU threads.
    pub memory: Vec<MemoryReport>,
    /// Measurements that were left out because the benchmark was stopped or a device failed.
    pub left_out: usize,
    /// Measurements that were left out because the next smaller size already took long.
    pub too_long: usize,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct BenchJson<'a> {
    engine: &'static str,
    job: &'static str,
    quick: bool,
    lists: &'a str,
    seconds: f64,
    left_out: usize,
    too_long: usize,
    devices: Vec<DeviceJson<'a>>,
    measurements: Vec<MeasurementJson<'a>>,
    crossovers: Vec<CrossoverJson<'a>>,
    memory: &'a [MemoryReport],
    limits: Vec<MemoryShare>,
}

#[derive(Serialize)]
struct DeviceJson<'a> {
    name: &'a str,
    threads: Option<usize>,
    software: bool,
    adapter: Option<&'a AdapterDescription>,
    tuning: Option<Tuning>,
    first_use: Option<FirstUse>,
}

/// A measurement in JSON. Names are stable.
#[derive(Serialize)]
struct MeasurementJson<'a> {
    stage: Stage,
    work: &'a str,
    units: u64,
    unit: &'static str,
    device: &'a str,
    #[serde(flatten)]
    measured: &'a Measured,
    units_per_second: f64,
    times_the_cpu: Option<f64>,
}

/// A measurement in CSV: like the JSON form, without nesting. Names are stable.
#[derive(Serialize)]
struct MeasurementRow<'a> {
    stage: Stage,
    work: &'a str,
    units: u64,
    unit: &'static str,
    device: &'a str,
    adapter: Option<&'a str>,
    software: bool,
    runs: usize,
    median_seconds: f64,
    minimum_seconds: f64,
    spread_seconds: f64,
    units_per_second: f64,
    times_the_cpu: Option<f64>,
    kernel_seconds: Option<f64>,
    upload_seconds: Option<f64>,
    download_seconds: Option<f64>,
    uploads: Option<u64>,
    dispatches: Option<u64>,
    bytes_up: Option<u64>,
    bytes_down: Option<u64>,
}

#[derive(Serialize)]
struct CrossoverJson<'a> {
    stage: Stage,
    device: &'a str,
    /// `always`, `at`, or `never` in the measured range.
    faster: &'static str,
    units: Option<f64>,
    range: [u64; 2],
}

/// The share of the memory's bandwidth that a stage reaches at its largest measured size.
#[derive(Serialize)]
struct MemoryShare {
    stage: Stage,
    units: u64,
    threads: usize,
    bytes_a_unit: f64,
    bytes_per_second: f64,
    share_of_memory: f64,
}

/// The size from which one stage is faster on one adapter.
struct StageCrossover<'a> {
    stage: Stage,
    device: &'a Device,
    /// The smallest and the largest measured size.
    range: [u64; 2],
    found: Crossover,
}

impl<'a> BenchReport<'a> {
    /// A report without measurements.
    pub fn new(devices: &'a [Device]) -> BenchReport<'a> {
        BenchReport {
            quick: false,
            lists: String::new(),
            seconds: 0.0,
            devices,
            measurements: Vec::new(),
            memory: Vec::new(),
            left_out: 0,
            too_long: 0,
        }
    }
}

impl BenchReport<'_> {
    /// The CPU's time for the same workload on all threads.
    fn cpu_seconds(&self, of: &Measurement) -> Option<f64> {
        let all_threads = self.devices.iter().filter_map(Device::threads).max()?;
        let is_same_work = |other: &&Measurement| {
            std::ptr::eq(other.workload, of.workload) && other.device.threads() == Some(all_threads)
        };
        let same_work = self.measurements.iter().find(is_same_work);
        same_work.map(Measurement::seconds)
    }

    /// The speed relative to the CPU on all threads: 2 is twice as fast.
    fn times_the_cpu(&self, of: &Measurement) -> Option<f64> {
        Some(self.cpu_seconds(of)? / of.seconds())
    }

    /// True if a size of this stage took so long on a device that larger ones are left out.
    pub fn took_long(&self, stage: Stage, device: &Device) -> bool {
        let mut of_stage = self.of_stage(stage);
        of_stage.any(|m| std::ptr::eq(m.device, device) && m.seconds() > LONG)
    }

    /// The measurements of a stage, by size and then by device.
    pub fn of_stage(&self, stage: Stage) -> impl Iterator<Item = &Measurement<'_>> {
        let of_stage = self.measurements.iter();
        of_stage.filter(move |measurement| measurement.workload.stage == stage)
    }

    /// All measurements, by stage, size and device.
    fn sorted(&self) -> impl Iterator<Item = &Measurement<'_>> {
        Stage::ALL
            .into_iter()
            .flat_map(|stage| self.of_stage(stage))
    }

    /// The crossover of each stage on each adapter.
    fn crossovers(&self) -> Vec<StageCrossover<'_>> {
        let mut crossovers = Vec::new();
        let adapters = self.devices.iter().filter(|d| d.adapter().is_some());
        for device in adapters {
            let of_stage = |stage| self.crossover(stage, device);
            crossovers.extend(Stage::ALL.into_iter().filter_map(of_stage));
        }
        crossovers
    }

    fn crossover<'s>(&'s self, stage: Stage, device: &'s Device) -> Option<StageCrossover<'s>> {
        let on_device = self
            .of_stage(stage)
            .filter(|measurement| std::ptr::eq(measurement.device, device));
        let pairs = on_device.filter_map(|gpu| {
            Some(Pair {
                units: gpu.workload.units,
                cpu: self.cpu_seconds(gpu)?,
                gpu: gpu.seconds(),
            })
        });
        let pairs: Vec<Pair> = pairs.collect();
        let sizes = pairs.iter().map(|pair| pair.units);
        Some(StageCrossover {
            stage,
            device,
            range: [sizes.clone().min()?, sizes.max()?],
            found: crossover(pairs)?,
        })
    }

    /// The share of the memory's bandwidth of each stage, for each number of CPU threads.
    fn memory_shares(&self) -> Vec<MemoryShare> {
        let mut shares = Vec::new();
        for stage in Stage::ALL {
            for memory in &self.memory {
                let on_threads = self
                    .of_stage(stage)
                    .filter(|m| m.device.threads() == Some(memory.threads));
                let Some(largest) = on_threads.max_by_key(|m| m.workload.units) else {
                    continue;
                };
                let bytes_a_unit = largest.workload.bytes_per_unit();
                let bytes_per_second = bytes_a_unit * largest.rate();
                shares.push(MemoryShare {
                    stage,
                    units: largest.workload.units,
                    threads: memory.threads,
                    bytes_a_unit,
                    bytes_per_second,
                    share_of_memory: bytes_per_second / memory.bandwidth.written_per_second,
                });
            }
        }
        shares
    }

    fn device_json<'s>(device: &'s Device) -> DeviceJson<'s> {
        DeviceJson {
            name: &device.name,
            threads: device.threads(),
            software: device.is_software(),
            adapter: device.adapter(),
            tuning: device.as_gpu().map(Gpu::tuning),
            first_use: device.first_use(),
        }
    }

    fn measurement_json<'s>(&self, m: &'s Measurement<'s>) -> MeasurementJson<'s> {
        MeasurementJson {
            stage: m.workload.stage,
            work: &m.workload.description,
            units: m.workload.units,
            unit: m.workload.stage.unit(),
            device: &m.device.name,
            measured: &m.measured,
            units_per_second: m.rate(),
            times_the_cpu: self.times_the_cpu(m),
        }
    }

    fn row<'s>(&self, m: &'s Measurement<'s>) -> MeasurementRow<'s> {
        let figures = &m.measured.figures;
        let phases = m.measured.phases.as_ref();
        MeasurementRow {
            stage: m.workload.stage,
            work: &m.workload.description,
            units: m.workload.units,
            unit: m.workload.stage.unit(),
            device: &m.device.name,
            adapter: m.device.adapter().map(|adapter| &adapter.name[..]),
            software: m.device.is_software(),
            runs: figures.runs,
            median_seconds: figures.median_seconds,
            minimum_seconds: figures.minimum_seconds,
            spread_seconds: figures.spread_seconds,
            units_per_second: m.rate(),
            times_the_cpu: self.times_the_cpu(m),
            kernel_seconds: phases.and_then(|phases| phases.kernel_seconds),
            upload_seconds: phases.map(|phases| phases.upload_seconds),
            download_seconds: phases.map(|phases| phases.download_seconds),
            uploads: phases.map(|phases| phases.traffic.uploads),
            dispatches: phases.map(|phases| phases.traffic.dispatches),
            bytes_up: phases.map(|phases| phases.traffic.bytes_up),
            bytes_down: phases.map(|phases| phases.traffic.bytes_down),
        }
    }
}

impl Report for BenchReport<'_> {
    fn document(&self) -> Document<'_> {
        let mut document = Document::new();
        document.line(&self.lists);
        self.add_devices(&mut document);
        document.line("");
        document.table(self.stage_table());
        if self.devices.iter().any(|device| device.adapter().is_some()) {
            document.line("");
            document.line("Time of each phase on the GPU, waiting for each phase to end");
            document.table(self.phase_table());
            document.line("");
            document.line("Size from which a GPU is faster than the CPU");
            self.add_crossovers(&mut document);
        }
        if !self.memory.is_empty() {
            document.line("");
            document.line(
                "Share of the memory's bandwidth that the CPU reaches; results that stay in caches may exceed it",
            );
            self.add_memory(&mut document);
            document.table(self.memory_table());
        }
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write(self.sorted().map(|measurement| self.row(measurement)))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        let crossovers = self.crossovers();
        json.value(&BenchJson {
            engine: env!("CARGO_PKG_VERSION"),
            job: "bench",
            quick: self.quick,
            lists: &self.lists,
            seconds: self.seconds,
            left_out: self.left_out,
            too_long: self.too_long,
            devices: self.devices.iter().map(Self::device_json).collect(),
            measurements: self.sorted().map(|m| self.measurement_json(m)).collect(),
            crossovers: crossovers.iter().map(StageCrossover::json).collect(),
            memory: &self.memory,
            limits: self.memory_shares(),
        })
    }
}

impl StageCrossover<'_> {
    fn json(&self) -> CrossoverJson<'_> {
        let (faster, units) = match self.found {
            Crossover::Always => ("always", None),
            Crossover::At(units) => ("at", Some(units)),
            Crossover::Never => ("never", None),
        };
        CrossoverJson {
            stage: self.stage,
            device: &self.device.name,
            faster,
            units,
            range: self.range,
        }
    }

    /// The crossover in words: `about 1,234,567 patterns`.
    fn describe(&self) -> String {
        let unit = self.stage.unit();
        let [from, to] = self.range.map(grouped);
        let range = if from == to {
            format!("the one measured size: {to} {unit}")
        } else {
            format!("the measured range: {from} to {to} {unit}")
        };
        match self.found {
            Crossover::At(units) => format!("about {} {unit}", grouped(units.round() as u64)),
            Crossover::Always => format!("all of {range}"),
            Crossover::Never => format!("none in {range}"),
        }
    }
}

/// The parts of the document.
impl BenchReport<'_> {
    fn add_devices(&self, document: &mut Document) {
        for device in self.devices {
            let name = &device.name;
            match &device.kind {
                DeviceKind::Cpu { threads: 1, .. } => document.line(format!("{name}: 1 thread")),
                DeviceKind::Cpu { threads, .. } => {
                    document.line(format!("{name}: {threads} threads (the baseline)"))
                }
                DeviceKind::Gpu {
                    adapter, first_use, ..
                } => {
                    let software = if device.is_software() {
                        "; a software adapter: its times say nothing about a GPU"
                    } else {
                        ""
                    };
                    document.line(format!(
                        "{name}: {} ({}, {}; {} {}){software}",
                        adapter.name,
                        adapter.kind,
                        adapter.api,
                        adapter.driver,
                        adapter.driver_info,
                    ));
                    document.line(format!(
                        "{name}: first use: device {}, pipelines {}",
                        short_time(first_use.device_seconds),
                        short_time(first_use.pipelines_seconds),
                    ));
                }
            }
        }
    }

    fn stage_table(&self) -> Table {
        let mut table = Table::new([
            ("stage", Left),
            ("patterns, moves", Right),
            ("on", Left),
            ("runs", Right),
            ("median", Right),
            ("minimum", Right),
            ("spread", Right),
            ("per second", Right),
            ("x CPU", Right),
        ]);
        let mut previous = None;
        for m in self.sorted() {
            let figures = &m.measured.figures;
            let [stage, units] = headings(&mut previous, m);
            table.row(cells![
                stage,
                units,
                &m.device.name,
                figures.runs,
                short_time(figures.median_seconds),
                short_time(figures.minimum_seconds),
                percent(figures.spread_seconds / figures.median_seconds),
                abbreviated(m.rate()),
                self.speed_up(m),
            ]);
        }
        table
    }

    /// The speed relative to the CPU, highlighted for a GPU that is faster.
    fn speed_up(&self, m: &Measurement) -> Cell {
        let Some(times) = self.times_the_cpu(m) else {
            return Cell::from("-");
        };
        let text = format!("{times:.2}");
        if times > 1.0 && m.device.adapter().is_some() {
            Cell::good(text)
        } else {
            Cell::from(text)
        }
    }

    fn phase_table(&self) -> Table {
        let mut table = Table::new([
            ("stage", Left),
            ("patterns, moves", Right),
            ("on", Left),
            ("end to end", Right),
            ("kernels", Right),
            ("upload", Right),
            ("download", Right),
            ("sent", Right),
            ("back", Right),
            ("dispatches", Right),
        ]);
        let mut previous = None;
        for m in self.sorted() {
            let Some(phases) = &m.measured.phases else {
                continue;
            };
            let [stage, units] = headings(&mut previous, m);
            table.row(cells![
                stage,
                units,
                &m.device.name,
                short_time(m.seconds()),
                phases.kernel_seconds.map_or("-".to_owned(), short_time),
                short_time(phases.upload_seconds),
                short_time(phases.download_seconds),
                decimal_bytes(phases.traffic.bytes_up),
                decimal_bytes(phases.traffic.bytes_down),
                grouped(phases.traffic.dispatches),
            ]);
        }
        table
    }

    fn add_crossovers(&self, document: &mut Document) {
        for crossover in self.crossovers() {
            let (stage, device) = (crossover.stage.name(), &crossover.device.name);
            let size = crossover.describe();
            document.line(format!("  {stage:<16}{device:<7}{size}"));
        }
    }

    fn add_memory(&self, document: &mut Document) {
        for memory in &self.memory {
            let Bandwidth {
                written_per_second: written,
                copied_per_second: copied,
            } = memory.bandwidth;
            document.line(format!(
                "cpu {}: memory writes {} bytes per second, or {} if as many are read",
                memory.threads,
                abbreviated(written),
                abbreviated(copied)
            ));
        }
    }

    fn memory_table(&self) -> Table {
        let mut table = Table::new([
            ("stage", Left),
            ("patterns, moves", Right),
            ("on", Left),
            ("bytes each", Right),
            ("bytes per second", Right),
            ("of the memory's", Right),
        ]);
        for share in self.memory_shares() {
            table.row(cells![
                share.stage.name(),
                grouped(share.units),
                format!("cpu {}", share.threads),
                format!("{:.5}", share.bytes_a_unit),
                abbreviated(share.bytes_per_second),
                percent(share.share_of_memory),
            ]);
        }
        table
    }
}

/// The stage and size of a measurement, empty where they repeat those of the previous row.
fn headings<'a>(previous: &mut Option<&'a Workload<'a>>, m: &'a Measurement<'a>) -> [String; 2] {
    let before = previous.replace(m.workload);
    let is_same_work = before.is_some_and(|before| std::ptr::eq(before, m.workload));
    let is_same_stage = before.is_some_and(|before| before.stage == m.workload.stage);
    let stage = if is_same_stage {
        ""
    } else {
        m.workload.stage.name()
    };
    let units = if is_same_work {
        String::new()
    } else {
        grouped(m.workload.units)
    };
    [stage.to_owned(), units]
}
