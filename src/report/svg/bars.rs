//! Bars with plotters: panels below each other.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{DrawingError, Svg};
use crate::report::chart::{BarChart, BarPanel};
use crate::report::numbers::grouped;

/// The height of the title and of each panel.
const TITLE_HEIGHT: u32 = 52;
const PANEL_HEIGHT: u32 = 430;

/// Numbers stand upright above bars that are narrower than this, since they would overlap.
const WIDE_BAR: i32 = 34;

/// No numbers are above bars that are narrower than this.
const NARROW_BAR: i32 = 10;

/// The width and the height of the picture.
pub fn size(chart: &BarChart) -> (u32, u32) {
    (960, TITLE_HEIGHT + PANEL_HEIGHT * chart.panels.len() as u32)
}

pub fn draw<'a>(area: &Svg<'a>, chart: &BarChart) -> Result<(), DrawingError<'a>> {
    let (heading, panels) = area.split_vertically(TITLE_HEIGHT);
    heading.titled(&chart.title, ("sans-serif", 24))?;
    let areas = panels.split_evenly((chart.panels.len(), 1));
    for (area, panel) in areas.iter().zip(&chart.panels) {
        draw_panel(area, panel, &chart.y_label)?;
    }
    Ok(())
}

fn draw_panel<'a>(area: &Svg<'a>, panel: &BarPanel, y_label: &str) -> Result<(), DrawingError<'a>> {
    let BarPanel {
        interval,
        first,
        bars,
        ..
    } = panel;
    let end = bars.last().map_or(first + 1, |(last, _)| last + 1);
    let highest = bars.iter().map(|&(_, count)| count).max().unwrap_or(1);
    let mut axes = ChartBuilder::on(area)
        .margin(20)
        .margin_top(4)
        .x_label_area_size(48)
        .y_label_area_size(64)
        // Room for the numbers above the bars.
        .build_cartesian_2d(
            first * interval..end * interval,
            0..highest + highest.div_ceil(8),
        )?;
    axes.configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 15))
        .axis_desc_style(("sans-serif", 17))
        .x_labels(12)
        .x_desc(&panel.x_label)
        .y_desc(y_label)
        .draw()?;
    axes.draw_series(bars.iter().map(|&(index, count)| {
        let corners = [(index * interval, 0), ((index + 1) * interval, count)];
        let mut bar = Rectangle::new(corners, RGBColor(44, 110, 170).filled());
        bar.set_margin(0, 0, 1, 1);
        bar
    }))?;
    let bar_width = axes.plotting_area().dim_in_pixel().0 as i32 / (end - first).max(1) as i32;
    if bar_width < NARROW_BAR {
        return Ok(());
    }
    let style = ("sans-serif", 13).into_text_style(area);
    let style = if bar_width < WIDE_BAR {
        style
            .transform(FontTransform::Rotate270)
            .pos(Pos::new(HPos::Left, VPos::Center))
    } else {
        style.pos(Pos::new(HPos::Center, VPos::Bottom))
    };
    axes.draw_series(bars.iter().map(|&(index, count)| {
        // The coordinates are integers, so the middle of a bar is half a bar in pixels from its left.
        let top = EmptyElement::at((index * interval, count));
        top + Text::new(grouped(count), (bar_width / 2, -3), style.clone())
    }))?;
    Ok(())
}
