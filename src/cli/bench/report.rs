//! What was measured, as a table, JSON or CSV.

use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment, Color};
use indicatif::{DecimalBytes, HumanCount};
use serde::Serialize;
use wordgame_engine::compute::gpu::{AdapterDescription, Gpu, Tuning};

use super::super::output::{table, write_csv, write_json, write_table};
use super::crossover::{Crossover, Pair, crossover};
use super::measure::Measured;
use super::memory::Bandwidth;
use super::places::{FirstUse, Place, PlaceKind};
use super::work::{Stage, Work};

/// Seconds of a run after which no larger size is tried: sizes grow tenfold, and runs are many.
const LONG: f64 = 0.3;

/// One stage at one size in one place.
pub struct Measurement<'a> {
    pub work: &'a Work<'a>,
    pub place: &'a Place,
    pub measured: Measured,
}

impl Measurement<'_> {
    fn seconds(&self) -> f64 {
        self.measured.figures.median_seconds
    }

    /// Patterns or moves a second.
    pub fn rate(&self) -> f64 {
        self.work.units as f64 / self.seconds()
    }
}

/// The memory's bandwidth on some threads.
#[derive(Serialize)]
pub struct Memory {
    pub threads: usize,
    #[serde(flatten)]
    pub bandwidth: Bandwidth,
}

/// All that was measured.
pub struct Report<'a> {
    pub quick: bool,
    pub places: &'a [Place],
    pub measurements: Vec<Measurement<'a>>,
    pub memory: Vec<Memory>,
    /// Measurements that were not made since it was stopped, or a device failed.
    pub left_out: usize,
    /// Measurements that were not made since the next smaller size took long already.
    pub too_long: usize,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct ReportJson<'a> {
    engine: &'static str,
    job: &'static str,
    quick: bool,
    seconds: f64,
    left_out: usize,
    too_long: usize,
    places: Vec<PlaceJson<'a>>,
    measurements: Vec<RowJson<'a>>,
    crossovers: Vec<CrossoverJson<'a>>,
    memory: &'a [Memory],
    limits: Vec<Limit>,
}

#[derive(Serialize)]
struct PlaceJson<'a> {
    name: &'a str,
    threads: Option<usize>,
    software: bool,
    adapter: Option<&'a AdapterDescription>,
    tuning: Option<Tuning>,
    first_use: Option<FirstUse>,
}

/// A measurement in JSON. Names are stable.
#[derive(Serialize)]
struct RowJson<'a> {
    stage: Stage,
    work: &'a str,
    units: u64,
    unit: &'static str,
    place: &'a str,
    #[serde(flatten)]
    measured: &'a Measured,
    units_per_second: f64,
    times_the_cpu: Option<f64>,
}

/// A measurement in CSV: the same without nesting. Names are stable.
#[derive(Serialize)]
struct RowCsv<'a> {
    stage: Stage,
    work: &'a str,
    units: u64,
    unit: &'static str,
    place: &'a str,
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
    place: &'a str,
    /// `always`, `at`, or `never` in the range that was measured.
    faster: &'static str,
    units: Option<f64>,
    range: [u64; 2],
}

/// How near a stage comes to the memory's bandwidth, at the largest size that was measured.
#[derive(Serialize)]
struct Limit {
    stage: Stage,
    units: u64,
    threads: usize,
    bytes_a_unit: f64,
    bytes_per_second: f64,
    share_of_memory: f64,
}

/// Where a stage is faster on an adapter, as the sizes in a range tell.
struct Overtaking<'a> {
    stage: Stage,
    place: &'a Place,
    range: [u64; 2],
    found: Crossover,
}

impl Report<'_> {
    /// The CPU's time, on all threads, for the same work.
    fn cpu_seconds(&self, of: &Measurement) -> Option<f64> {
        let all = self.places.iter().filter_map(Place::threads).max()?;
        let is_it = |other: &&Measurement| {
            std::ptr::eq(other.work, of.work) && other.place.threads() == Some(all)
        };
        self.measurements
            .iter()
            .find(is_it)
            .map(Measurement::seconds)
    }

    /// How many times as fast as the CPU on all threads.
    fn times_the_cpu(&self, of: &Measurement) -> Option<f64> {
        Some(self.cpu_seconds(of)? / of.seconds())
    }

    /// Whether the size of a stage that was measured last in a place took so long that the next is too
    /// long.
    pub fn took_long(&self, stage: Stage, place: &Place) -> bool {
        let mut on_it = self.of_stage(stage);
        on_it.any(|m| std::ptr::eq(m.place, place) && m.seconds() > LONG)
    }

    /// The measurements of a stage, by size and then by place.
    pub fn of_stage(&self, stage: Stage) -> impl Iterator<Item = &Measurement<'_>> {
        let of_stage = self.measurements.iter();
        of_stage.filter(move |measurement| measurement.work.stage == stage)
    }

    fn sorted(&self) -> impl Iterator<Item = &Measurement<'_>> {
        Stage::ALL
            .into_iter()
            .flat_map(|stage| self.of_stage(stage))
    }

    /// The estimates for each stage and adapter.
    fn crossovers(&self) -> Vec<Overtaking<'_>> {
        let mut crossovers = Vec::new();
        for place in self.places.iter().filter(|place| place.adapter().is_some()) {
            let of_stage = |stage| self.overtaking(stage, place);
            crossovers.extend(Stage::ALL.into_iter().filter_map(of_stage));
        }
        crossovers
    }

    fn overtaking<'s>(&'s self, stage: Stage, place: &'s Place) -> Option<Overtaking<'s>> {
        let on_it = self
            .of_stage(stage)
            .filter(|measurement| std::ptr::eq(measurement.place, place));
        let both = on_it.filter_map(|gpu| {
            Some(Pair {
                units: gpu.work.units,
                cpu: self.cpu_seconds(gpu)?,
                gpu: gpu.seconds(),
            })
        });
        let pairs: Vec<Pair> = both.collect();
        let sizes = pairs.iter().map(|pair| pair.units);
        Some(Overtaking {
            stage,
            place,
            range: [sizes.clone().min()?, sizes.max()?],
            found: crossover(pairs)?,
        })
    }

    fn limits(&self) -> Vec<Limit> {
        let mut limits = Vec::new();
        for stage in Stage::ALL {
            for memory in &self.memory {
                let on_them = self
                    .of_stage(stage)
                    .filter(|m| m.place.threads() == Some(memory.threads));
                let Some(largest) = on_them.max_by_key(|m| m.work.units) else {
                    continue;
                };
                let bytes_a_unit = largest.work.bytes_a_unit();
                let bytes_per_second = bytes_a_unit * largest.rate();
                limits.push(Limit {
                    stage,
                    units: largest.work.units,
                    threads: memory.threads,
                    bytes_a_unit,
                    bytes_per_second,
                    share_of_memory: bytes_per_second / memory.bandwidth.written_per_second,
                });
            }
        }
        limits
    }

    /// Writes everything as JSON.
    pub fn json(&self, out: &mut dyn Write, seconds: f64) -> io::Result<()> {
        let place = |place: &Place| -> Option<FirstUse> {
            match place.kind {
                PlaceKind::Gpu { first_use, .. } => Some(first_use),
                PlaceKind::Cpu { .. } => None,
            }
        };
        let places = self.places.iter().map(|p| PlaceJson {
            name: &p.name,
            threads: p.threads(),
            software: p.is_software(),
            adapter: p.adapter(),
            tuning: p.device().map(Gpu::tuning),
            first_use: place(p),
        });
        let rows = self.sorted().map(|m| RowJson {
            stage: m.work.stage,
            work: &m.work.what,
            units: m.work.units,
            unit: m.work.stage.unit(),
            place: &m.place.name,
            measured: &m.measured,
            units_per_second: m.rate(),
            times_the_cpu: self.times_the_cpu(m),
        });
        let crossovers = self.crossovers();
        let crossovers = crossovers.iter().map(|over| CrossoverJson {
            stage: over.stage,
            place: &over.place.name,
            faster: match over.found {
                Crossover::Always => "always",
                Crossover::At(_) => "at",
                Crossover::Never => "never",
            },
            units: match over.found {
                Crossover::At(units) => Some(units),
                _ => None,
            },
            range: over.range,
        });
        write_json(
            out,
            &ReportJson {
                engine: env!("CARGO_PKG_VERSION"),
                job: "bench",
                quick: self.quick,
                seconds,
                left_out: self.left_out,
                too_long: self.too_long,
                places: places.collect(),
                measurements: rows.collect(),
                crossovers: crossovers.collect(),
                memory: &self.memory,
                limits: self.limits(),
            },
        )
    }

    /// Writes the measurements as CSV.
    pub fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let row = |m| {
            let m: &Measurement = m;
            let figures = &m.measured.figures;
            let parts = m.measured.parts.as_ref();
            RowCsv {
                stage: m.work.stage,
                work: &m.work.what,
                units: m.work.units,
                unit: m.work.stage.unit(),
                place: &m.place.name,
                adapter: m.place.adapter().map(|adapter| &adapter.name[..]),
                software: m.place.is_software(),
                runs: figures.runs,
                median_seconds: figures.median_seconds,
                minimum_seconds: figures.minimum_seconds,
                spread_seconds: figures.spread_seconds,
                units_per_second: m.rate(),
                times_the_cpu: self.times_the_cpu(m),
                kernel_seconds: parts.and_then(|parts| parts.kernel_seconds),
                upload_seconds: parts.map(|parts| parts.upload_seconds),
                download_seconds: parts.map(|parts| parts.download_seconds),
                uploads: parts.map(|parts| parts.traffic.uploads),
                dispatches: parts.map(|parts| parts.traffic.dispatches),
                bytes_up: parts.map(|parts| parts.traffic.bytes_up),
                bytes_down: parts.map(|parts| parts.traffic.bytes_down),
            }
        };
        write_csv(out, self.sorted().map(row))
    }

    /// Writes tables for people.
    pub fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_places(out)?;
        writeln!(out)?;
        write_table(out, &self.stages())?;
        if self.places.iter().any(|place| place.adapter().is_some()) {
            writeln!(out, "\nWhere the GPU's time goes, each part waited for")?;
            write_table(out, &self.parts())?;
            writeln!(out, "\nFrom which size on a GPU is faster than the CPU")?;
            self.write_crossovers(out)?;
        }
        if !self.memory.is_empty() {
            writeln!(
                out,
                "\nHow near the CPU comes to its memory's limit, which what stays in caches may pass"
            )?;
            self.write_memory(out)?;
            write_table(out, &self.distances())?;
        }
        Ok(())
    }

    fn write_places(&self, out: &mut dyn Write) -> io::Result<()> {
        for place in self.places {
            match &place.kind {
                PlaceKind::Cpu { threads, .. } => {
                    let threads = match threads {
                        1 => "1 thread".to_owned(),
                        n => format!("{n} threads, to which the others are compared"),
                    };
                    writeln!(out, "{}: {threads}", place.name)?;
                }
                PlaceKind::Gpu {
                    adapter, first_use, ..
                } => {
                    let software = match place.is_software() {
                        true => "; a software adapter: its times say nothing of a GPU",
                        false => "",
                    };
                    writeln!(
                        out,
                        "{}: {} ({}, {}; {} {}){software}",
                        place.name,
                        adapter.name,
                        adapter.kind,
                        adapter.api,
                        adapter.driver,
                        adapter.driver_info,
                    )?;
                    writeln!(
                        out,
                        "{}: first use: device {}, pipelines {}",
                        place.name,
                        time(first_use.device_seconds),
                        time(first_use.pipelines_seconds),
                    )?;
                }
            }
        }
        Ok(())
    }

    fn stages(&self) -> comfy_table::Table {
        use CellAlignment::{Left, Right};
        let mut table = table(&[
            ("stage", Left),
            ("patterns, moves", Right),
            ("on", Left),
            ("runs", Right),
            ("median", Right),
            ("minimum", Right),
            ("spread", Right),
            ("a second", Right),
            ("x CPU", Right),
        ]);
        let mut last = None;
        for m in self.sorted() {
            let figures = &m.measured.figures;
            let [stage, units] = headings(&mut last, m);
            let times = self.times_the_cpu(m);
            let ratio = Cell::new(times.map_or("-".to_owned(), |times| format!("{times:.2}")));
            table.add_row([
                Cell::new(stage),
                Cell::new(units),
                Cell::new(&m.place.name),
                Cell::new(figures.runs),
                Cell::new(time(figures.median_seconds)),
                Cell::new(time(figures.minimum_seconds)),
                Cell::new(percent(figures.spread_seconds / figures.median_seconds)),
                Cell::new(rate(m.rate())),
                match times {
                    Some(times) if times > 1.0 && m.place.adapter().is_some() => {
                        ratio.fg(Color::Green)
                    }
                    _ => ratio,
                },
            ]);
        }
        table
    }

    fn parts(&self) -> comfy_table::Table {
        use CellAlignment::{Left, Right};
        let mut table = table(&[
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
        let mut last = None;
        for m in self.sorted() {
            let Some(parts) = &m.measured.parts else {
                continue;
            };
            let [stage, units] = headings(&mut last, m);
            table.add_row([
                stage,
                units,
                m.place.name.clone(),
                time(m.seconds()),
                parts.kernel_seconds.map_or("-".to_owned(), time),
                time(parts.upload_seconds),
                time(parts.download_seconds),
                DecimalBytes(parts.traffic.bytes_up).to_string(),
                DecimalBytes(parts.traffic.bytes_down).to_string(),
                HumanCount(parts.traffic.dispatches).to_string(),
            ]);
        }
        table
    }

    fn write_crossovers(&self, out: &mut dyn Write) -> io::Result<()> {
        for over in self.crossovers() {
            let unit = over.stage.unit();
            let [from, to] = over.range.map(HumanCount);
            let range = match over.range {
                [from, to] if from == to => {
                    format!("the one size measured: {} {unit}", HumanCount(to))
                }
                _ => format!("the range measured: {from} to {to} {unit}"),
            };
            let about = match over.found {
                Crossover::At(units) => {
                    format!("about {} {unit}", HumanCount(units.round() as u64))
                }
                Crossover::Always => format!("all of {range}"),
                Crossover::Never => format!("none in {range}"),
            };
            let (stage, place) = (over.stage.name(), &over.place.name);
            writeln!(out, "  {stage:<21}{place:<7}{about}")?;
        }
        Ok(())
    }

    fn write_memory(&self, out: &mut dyn Write) -> io::Result<()> {
        for memory in &self.memory {
            let Bandwidth {
                written_per_second: written,
                copied_per_second: copied,
            } = memory.bandwidth;
            writeln!(
                out,
                "cpu {}: memory takes {} bytes a second, and {} where as many are read",
                memory.threads,
                rate(written),
                rate(copied)
            )?;
        }
        Ok(())
    }

    fn distances(&self) -> comfy_table::Table {
        use CellAlignment::{Left, Right};
        let mut table = table(&[
            ("stage", Left),
            ("patterns, moves", Right),
            ("on", Left),
            ("bytes each", Right),
            ("bytes a second", Right),
            ("of the memory's", Right),
        ]);
        for limit in self.limits() {
            table.add_row([
                limit.stage.name().to_owned(),
                HumanCount(limit.units).to_string(),
                format!("cpu {}", limit.threads),
                format!("{:.5}", limit.bytes_a_unit),
                rate(limit.bytes_per_second),
                percent(limit.share_of_memory),
            ]);
        }
        table
    }
}

/// A measurement's stage and size where they are not those of the row before.
fn headings<'a>(last: &mut Option<&'a Work<'a>>, m: &'a Measurement<'a>) -> [String; 2] {
    let before = last.replace(m.work);
    let same_work = before.is_some_and(|before| std::ptr::eq(before, m.work));
    let same_stage = before.is_some_and(|before| before.stage == m.work.stage);
    [
        if same_stage { "" } else { m.work.stage.name() }.to_owned(),
        match same_work {
            true => String::new(),
            false => HumanCount(m.work.units).to_string(),
        },
    ]
}

/// Seconds with a unit, to three or four places.
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// A number a second, with the prefix of a thousand, a million or a billion.
pub fn rate(a_second: f64) -> String {
    match a_second {
        r if r < 1e3 => format!("{r:.1}"),
        r if r < 1e6 => format!("{:.2} k", r / 1e3),
        r if r < 1e9 => format!("{:.2} M", r / 1e6),
        r => format!("{:.2} G", r / 1e9),
    }
}

/// A share in percent.
fn percent(share: f64) -> String {
    match 100.0 * share {
        p if p < 0.1 => "<0.1%".to_owned(),
        p if p < 10.0 => format!("{p:.1}%"),
        p => format!("{p:.0}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_rates_have_a_unit_that_fits() {
        let times = [1.5e-6, 0.25e-3, 0.0123, 0.5, 12.0].map(time);
        assert_eq!(
            times,
            ["1.5 us", "250.0 us", "12.30 ms", "500.00 ms", "12.00 s"]
        );
        let rates = [12.0, 1.5e3, 2.25e6, 18e9].map(rate);
        assert_eq!(rates, ["12.0", "1.50 k", "2.25 M", "18.00 G"]);
        assert_eq!([1e-6, 0.0123, 0.5].map(percent), ["<0.1%", "1.2%", "50%"]);
    }
}
