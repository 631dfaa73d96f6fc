//! Charts as SVG pictures: one file per kind of chart.

mod bars;
mod flow;
mod layers;
mod lines;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::chart::{BarChart, FlowChart, LineCharts};

/// The area that a chart is drawn on.
type Svg<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Why a chart cannot be drawn.
type DrawingError<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

/// Draws bars.
///
/// # Errors
/// The message of the drawing library.
pub fn bar_chart(chart: &BarChart) -> Result<String, String> {
    drawn(bars::size(chart), |area| bars::draw(area, chart))
}

/// Draws lines.
///
/// # Errors
/// The message of the drawing library.
pub fn line_charts(charts: &LineCharts) -> Result<String, String> {
    drawn((1_200, 860), |area| lines::draw(area, charts))
}

/// Draws a flow chart, or `if_empty` as text if it has no nodes.
///
/// # Errors
/// The message of the drawing library.
pub fn flow_chart(chart: &FlowChart, if_empty: &str) -> Result<String, String> {
    if chart.graph.node_count() == 0 {
        return drawn((480, 120), |area| {
            area.draw(&Text::new(if_empty, (40, 50), ("sans-serif", 20)))
        });
    }
    flow::drawn(chart)
}

/// A picture of some width and height in pixels, with a white background.
fn drawn<F>(size: (u32, u32), draw: F) -> Result<String, String>
where
    F: for<'a> FnOnce(&Svg<'a>) -> Result<(), DrawingError<'a>>,
{
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    area.fill(&WHITE)
        .and_then(|()| draw(&area))
        .and_then(|()| area.present())
        .map_err(|error| error.to_string())?;
    drop(area);
    Ok(svg)
}
