//! A chart of throughput against size: one panel per stage, one line per device.

use std::path::Path;

use super::devices::Device;
use super::report::BenchReport;
use super::workloads::Stage;
use crate::failure::Failure;
use crate::files::write_file;
use crate::report::chart::{LineCharts, LinePanel};
use crate::report::svg;

/// Draws a report and writes the chart to a file.
///
/// # Errors
/// [`Failure::Failed`] if the chart cannot be drawn or the file cannot be written.
pub fn write(path: &Path, report: &BenchReport) -> Result<(), Failure> {
    let svg = svg::line_charts(&charts(report))
        .map_err(|error| Failure::Failed(format!("cannot draw {}: {error}", path.display())))?;
    write_file(path, |file| file.write_all(svg.as_bytes()))
}

/// The charts as data.
pub fn charts(report: &BenchReport) -> LineCharts {
    LineCharts {
        legend: report.devices.iter().map(label).collect(),
        panels: Stage::ALL.map(|stage| panel(report, stage)).into(),
    }
}

/// The name of a device.
fn label(device: &Device) -> String {
    match (device.threads(), device.adapter()) {
        (Some(1), _) => "CPU, 1 thread".to_owned(),
        (Some(threads), _) => format!("CPU, {threads} threads"),
        (None, Some(adapter)) if device.is_software() => format!("software: {}", adapter.name),
        (None, adapter) => adapter.map_or_else(String::new, |adapter| adapter.name.clone()),
    }
}

fn panel(report: &BenchReport, stage: Stage) -> LinePanel {
    let line = |device: &Device| {
        let on_device = report
            .of_stage(stage)
            .filter(|m| std::ptr::eq(m.device, device));
        on_device
            .map(|m| (m.workload.units as f64, m.rate()))
            .collect()
    };
    LinePanel {
        title: stage.name().to_owned(),
        x_label: stage.unit().to_owned(),
        y_label: format!("{} per second", stage.unit()),
        lines: report.devices.iter().map(line).collect(),
    }
}
