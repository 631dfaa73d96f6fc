//! Bars with plotters.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{DrawingError, Svg};
use crate::report::chart::BarChart;
use crate::report::numbers::grouped;

pub fn draw<'a>(area: &Svg<'a>, chart: &BarChart) -> Result<(), DrawingError<'a>> {
    let BarChart { interval, bars, .. } = chart;
    let intervals = bars.last().map_or(1, |(last, _)| last + 1);
    let highest = bars.iter().map(|&(_, count)| count).max().unwrap_or(1);
    let mut axes = ChartBuilder::on(area)
        .caption(&chart.title, ("sans-serif", 24))
        .margin(20)
        .x_label_area_size(48)
        .y_label_area_size(64)
        // Room for the numbers above the bars.
        .build_cartesian_2d(0..intervals * interval, 0..highest + highest.div_ceil(10))?;
    axes.configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 15))
        .axis_desc_style(("sans-serif", 17))
        .x_labels(12)
        .x_desc(&chart.x_label)
        .y_desc(&chart.y_label)
        .draw()?;
    axes.draw_series(bars.iter().map(|&(index, count)| {
        let corners = [(index * interval, 0), ((index + 1) * interval, count)];
        let mut bar = Rectangle::new(corners, RGBColor(44, 110, 170).filled());
        bar.set_margin(0, 0, 1, 1);
        bar
    }))?;
    let above = Pos::new(HPos::Center, VPos::Bottom);
    let style = ("sans-serif", 13).into_text_style(area).pos(above);
    axes.draw_series(bars.iter().map(|&(index, count)| {
        let top = EmptyElement::at((index * interval + interval / 2, count));
        top + Text::new(grouped(count), (0, -3), style.clone())
    }))?;
    Ok(())
}
