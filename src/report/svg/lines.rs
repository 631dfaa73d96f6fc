//! Lines with plotters: a legend, and below it panels in two rows with logarithmic axes.

use std::ops::Range;

use plotters::prelude::*;

use super::{DrawingError, Svg};
use crate::report::chart::{LineCharts, LinePanel};
use crate::report::numbers::abbreviated;

/// The height of the legend in pixels.
const LEGEND_HEIGHT: u32 = 64;

/// The number of rows and columns of panels.
const PANELS: (usize, usize) = (2, 3);

/// Okabe and Ito's colours. Colour-blind people can distinguish them.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
];

pub fn draw<'a>(area: &Svg<'a>, charts: &LineCharts) -> Result<(), DrawingError<'a>> {
    let (legend, panels) = area.split_vertically(LEGEND_HEIGHT);
    draw_legend(&legend, &charts.legend)?;
    for (area, panel) in panels.split_evenly(PANELS).iter().zip(&charts.panels) {
        draw_panel(area, panel)?;
    }
    Ok(())
}

fn draw_legend<'a>(area: &Svg<'a>, names: &[String]) -> Result<(), DrawingError<'a>> {
    let (width, _) = area.dim_in_pixel();
    let step = width as i32 / names.len().max(1) as i32;
    for (i, name) in (0..).zip(names) {
        let x = 24 + i * step;
        let colour = COLOURS[i as usize % COLOURS.len()];
        area.draw(&PathElement::new(
            [(x, 32), (x + 28, 32)],
            colour.stroke_width(3),
        ))?;
        area.draw(&Circle::new((x + 14, 32), 4, colour.filled()))?;
        // A character is about eight pixels wide.
        let name = shortened(name, (step - 44) as usize / 8);
        area.draw(&Text::new(name, (x + 36, 25), ("sans-serif", 15)))?;
    }
    Ok(())
}

/// A name with at most `max` characters: a longer one is cut off.
fn shortened(name: &str, max: usize) -> String {
    if name.chars().count() <= max {
        return name.to_owned();
    }
    let kept = name.chars().take(max.saturating_sub(1));
    kept.chain(['…']).collect()
}

fn draw_panel<'a>(area: &Svg<'a>, panel: &LinePanel) -> Result<(), DrawingError<'a>> {
    let points = || panel.lines.iter().flatten();
    let (Some(x_axis), Some(y_axis)) = (
        decades(points().map(|(x, _)| *x)),
        decades(points().map(|(_, y)| *y)),
    ) else {
        let text = format!("{}: not measured", panel.title);
        return area.draw(&Text::new(text, (24, 16), ("sans-serif", 18)));
    };
    let mut axes = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 19))
        .margin(12)
        .margin_right(24)
        .x_label_area_size(44)
        .y_label_area_size(74)
        .build_cartesian_2d(x_axis.log_scale(), y_axis.log_scale())?;
    axes.configure_mesh()
        .light_line_style(RGBColor(240, 240, 240))
        .bold_line_style(RGBColor(215, 215, 215))
        .label_style(("sans-serif", 13))
        .axis_desc_style(("sans-serif", 15))
        .x_labels(5)
        .y_labels(5)
        .x_label_formatter(&|x| power_of_ten(*x))
        .y_label_formatter(&|y| power_of_ten(*y))
        .x_desc(&panel.x_label)
        .y_desc(&panel.y_label)
        .draw()?;
    for (i, line) in panel.lines.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        axes.draw_series(LineSeries::new(
            line.iter().copied(),
            colour.stroke_width(2),
        ))?;
        let dot = |&point: &(f64, f64)| Circle::new(point, 4, colour.filled());
        axes.draw_series(line.iter().map(dot))?;
    }
    Ok(())
}

/// The range from the power of ten below all numbers to the one above; `None` without numbers. It is never empty.
fn decades(numbers: impl Iterator<Item = f64> + Clone) -> Option<Range<f64>> {
    let least = numbers.clone().min_by(f64::total_cmp)?;
    let most = numbers.max_by(f64::total_cmp)?;
    let (low, high) = (least.log10().floor(), most.log10().ceil());
    Some(10f64.powf(low)..10f64.powf(high.max(low + 1.0)))
}

/// A power of ten as a label: `1 M`.
fn power_of_ten(number: f64) -> String {
    abbreviated(number).replace(".00", "").replace(".0", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_run_between_powers_of_ten_and_are_never_empty() {
        assert_eq!(decades([].into_iter()), None);
        assert_eq!(decades([30.0, 4_000.0].into_iter()), Some(10.0..10_000.0));
        assert_eq!(decades([100.0].into_iter()), Some(100.0..1_000.0));
        assert_eq!(power_of_ten(1e6), "1 M");
    }

    #[test]
    fn long_names_are_cut_off() {
        assert_eq!(shortened("a GPU", 5), "a GPU");
        assert_eq!(shortened("a GPU", 4), "a G…");
        assert_eq!(shortened("a GPU", 0), "…");
    }
}
