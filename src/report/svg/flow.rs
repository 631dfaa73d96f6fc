//! A flow chart, laid out by layout-rs.

use layout::backends::svg::SVGWriter;
use layout::gv::{DotParser, GraphBuilder};

use crate::report::chart::FlowChart;

/// The picture of a chart with at least one node.
pub fn drawn(chart: &FlowChart) -> Result<String, String> {
    let dot = chart.dot();
    let parsed = DotParser::new(&dot).process()?;
    let mut builder = GraphBuilder::new();
    builder.visit_graph(&parsed);
    let mut picture = builder.get();
    let mut svg = SVGWriter::new();
    picture.do_it(false, false, false, &mut svg);
    Ok(svg.finalize())
}
