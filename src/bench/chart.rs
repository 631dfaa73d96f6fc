//! A chart of throughput against size: one panel per stage, one line per device, both axes logarithmic.

use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::devices::Device;
use super::report::{BenchReport, rate};
use super::workloads::Stage;
use crate::failure::Failure;
use crate::files::write_file;

type Svg<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type DrawingError<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

/// Width and height in pixels.
const SIZE: (u32, u32) = (1_200, 860);

/// The height of the legend in pixels.
const LEGEND: u32 = 64;

/// The palette of Okabe and Ito, which colour-blind people can distinguish.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
];

/// Draws a report and writes the chart to a file.
///
/// # Errors
/// [`Failure::Failed`] if the chart cannot be drawn or the file cannot be written.
pub fn write(path: &Path, report: &BenchReport) -> Result<(), Failure> {
    let chart = drawn(report)
        .map_err(|error| Failure::Failed(format!("cannot draw {}: {error}", path.display())))?;
    write_file(path, |file| file.write_all(chart.as_bytes()))
}

fn drawn(report: &BenchReport) -> Result<String, String> {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    draw(&area, report).map_err(|error| error.to_string())?;
    area.present().map_err(|error| error.to_string())?;
    drop(area);
    Ok(svg)
}

fn draw<'a>(area: &Svg<'a>, report: &BenchReport) -> Result<(), DrawingError<'a>> {
    area.fill(&WHITE)?;
    let (legend, panels) = area.split_vertically(LEGEND);
    draw_legend(&legend, report.devices)?;
    for (panel, stage) in panels.split_evenly((2, 3)).iter().zip(Stage::ALL) {
        draw_stage(panel, report, stage)?;
    }
    Ok(())
}

fn draw_legend<'a>(area: &Svg<'a>, devices: &[Device]) -> Result<(), DrawingError<'a>> {
    let (width, _) = area.dim_in_pixel();
    let step = width as i32 / devices.len().max(1) as i32;
    for (i, device) in devices.iter().enumerate() {
        let x = 24 + i as i32 * step;
        let colour = COLOURS[i % COLOURS.len()];
        area.draw(&PathElement::new(
            [(x, 32), (x + 28, 32)],
            colour.stroke_width(3),
        ))?;
        area.draw(&Circle::new((x + 14, 32), 4, colour.filled()))?;
        // A character is about eight pixels wide.
        let label = label(device, (step - 44) as usize / 8);
        area.draw(&Text::new(label, (x + 36, 25), ("sans-serif", 15)))?;
    }
    Ok(())
}

/// The name of a device in at most `max_chars` characters.
fn label(device: &Device, max_chars: usize) -> String {
    let label = match (device.threads(), device.adapter()) {
        (Some(1), _) => "CPU, 1 thread".to_owned(),
        (Some(threads), _) => format!("CPU, {threads} threads"),
        (None, Some(adapter)) if device.is_software() => format!("software: {}", adapter.name),
        (None, adapter) => adapter.map_or_else(String::new, |adapter| adapter.name.clone()),
    };
    if label.chars().count() <= max_chars {
        return label;
    }
    let start = label.chars().take(max_chars.saturating_sub(1));
    start.chain(['…']).collect()
}

fn draw_stage<'a>(
    area: &Svg<'a>,
    report: &BenchReport,
    stage: Stage,
) -> Result<(), DrawingError<'a>> {
    let points = |device: &Device| -> Vec<(f64, f64)> {
        let on_device = report
            .of_stage(stage)
            .filter(|m| std::ptr::eq(m.device, device));
        on_device
            .map(|m| (m.workload.units as f64, m.rate()))
            .collect()
    };
    let lines: Vec<Vec<(f64, f64)>> = report.devices.iter().map(points).collect();
    let all = || lines.iter().flatten();
    let (Some(sizes), Some(rates)) = (
        decades(all().map(|(size, _)| *size)),
        decades(all().map(|(_, rate)| *rate)),
    ) else {
        let nothing = format!("{}: not measured", stage.name());
        return area.draw(&Text::new(nothing, (24, 16), ("sans-serif", 18)));
    };
    let mut chart = ChartBuilder::on(area)
        .caption(stage.name(), ("sans-serif", 19))
        .margin(12)
        .margin_right(24)
        .x_label_area_size(44)
        .y_label_area_size(74)
        .build_cartesian_2d(sizes.log_scale(), rates.log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(RGBColor(240, 240, 240))
        .bold_line_style(RGBColor(215, 215, 215))
        .label_style(("sans-serif", 13))
        .axis_desc_style(("sans-serif", 15))
        .x_labels(5)
        .y_labels(5)
        .x_label_formatter(&|size| short(*size))
        .y_label_formatter(&|size| short(*size))
        .x_desc(stage.unit())
        .y_desc(format!("{} per second", stage.unit()))
        .draw()?;
    for (i, line) in lines.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        chart.draw_series(LineSeries::new(
            line.iter().copied(),
            colour.stroke_width(2),
        ))?;
        let dot = |&point: &(f64, f64)| Circle::new(point, 4, colour.filled());
        chart.draw_series(line.iter().map(dot))?;
    }
    Ok(())
}

/// From the power of ten below all numbers to the one above. `None` without any number.
fn decades(numbers: impl Iterator<Item = f64> + Clone) -> Option<Range<f64>> {
    let least = numbers.clone().min_by(f64::total_cmp)?;
    let most = numbers.max_by(f64::total_cmp)?;
    let (low, high) = (least.log10().floor(), most.log10().ceil());
    Some(10f64.powf(low)..10f64.powf(high.max(low + 1.0)))
}

/// A power of ten as a label.
fn short(number: f64) -> String {
    rate(number).replace(".00", "").replace(".0", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axis_covers_whole_powers_of_ten_and_is_never_empty() {
        assert_eq!(decades([].into_iter()), None);
        assert_eq!(decades([30.0, 4_000.0].into_iter()), Some(10.0..10_000.0));
        assert_eq!(decades([100.0].into_iter()), Some(100.0..1_000.0));
        assert_eq!(short(1e6), "1 M");
    }
}
