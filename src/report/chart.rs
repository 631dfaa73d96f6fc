//! Charts as plain data. `report::svg` draws them.

use std::fmt::{self, Write};

use petgraph::dot::{Config, Dot};
use petgraph::graph::{DiGraph, EdgeReference};

/// Charts of bars, one below the other, under one title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarChart {
    /// The text above the charts.
    pub title: String,
    /// The text along the y axis of each chart.
    pub y_label: String,
    /// The charts.
    pub panels: Vec<BarPanel>,
}

/// One chart of bars: how many things fall into each interval of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarPanel {
    /// The text along the x axis.
    pub x_label: String,
    /// The width of every interval.
    pub interval: u32,
    /// The index of the interval with which the x axis begins.
    pub first: u32,
    /// For each interval that is not empty, its index and its count, in ascending order. Interval i begins at
    /// i · `interval`.
    pub bars: Vec<(u32, u32)>,
}

/// Several charts of lines with logarithmic axes, under one legend.
#[derive(Clone, Debug, PartialEq)]
pub struct LineCharts {
    /// The name of each line. A name has the same colour in every panel.
    pub legend: Vec<String>,
    /// The charts.
    pub panels: Vec<LinePanel>,
}

/// One chart of lines.
#[derive(Clone, Debug, PartialEq)]
pub struct LinePanel {
    /// The text above the chart.
    pub title: String,
    /// The text along the x axis.
    pub x_label: String,
    /// The text along the y axis.
    pub y_label: String,
    /// For each name of the legend, the points (x, y) of its line; none if it has no line here. All are above zero.
    pub lines: Vec<Vec<(f64, f64)>>,
}

/// A graph of boxes, and lines between them whose width shows how much flows along them.
#[derive(Clone, Debug)]
pub struct FlowChart {
    /// The text above the chart.
    pub title: String,
    /// What the legend says.
    pub notes: FlowNotes,
    /// The flow of a line with the full width.
    pub total: f64,
    /// Nodes, and edges with their flow. No text of theirs has characters that XML reserves.
    pub graph: DiGraph<FlowNode, f64>,
}

/// What the legend of a flow chart says.
#[derive(Clone, Debug)]
pub struct FlowNotes {
    /// The meaning of the numbers in the boxes.
    pub numbers: String,
    /// The unit of the flow, in the singular and in the plural.
    pub unit: [&'static str; 2],
    /// The meaning of a box that is the last.
    pub last: String,
}

/// A box of a flow chart.
#[derive(Clone, Debug)]
pub struct FlowNode {
    /// The name in the box.
    pub name: String,
    /// The flow through the box, if it is shown.
    pub flow: Option<f64>,
    /// True if much of what comes to the box ends there.
    pub is_last: bool,
}

impl fmt::Display for FlowNode {
    /// Writes the text in the box.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.flow {
            Some(flow) => write!(f, "{} {}", self.name, format_flow(flow)),
            None => f.write_str(&self.name),
        }
    }
}

impl FlowChart {
    /// The chart in DOT, the language of Graphviz.
    pub fn dot(&self) -> String {
        let edge = |_: &DiGraph<FlowNode, f64>, edge: EdgeReference<f64>| {
            let flow = *edge.weight();
            format!(
                "label=\"{}\" fontsize=24 penwidth={:.1}",
                format_flow(flow),
                1.0 + flow.sqrt() / 10.0
            )
        };
        let node = |_: &DiGraph<FlowNode, f64>, _: (_, &FlowNode)| {
            "shape=box fontsize=24 style=filled fillcolor=\"#dbe9f6\"".to_owned()
        };
        let config = [Config::EdgeNoLabel];
        let mut dot = String::new();
        let drawn = Dot::with_attr_getters(&self.graph, &config, &edge, &node);
        write!(dot, "{drawn}").expect("writing to a string never fails");
        dot
    }
}

/// A flow as a label: with one decimal if it is small.
pub fn format_flow(flow: f64) -> String {
    if flow < 10.0 {
        format!("{flow:.1}")
    } else {
        format!("{flow:.0}")
    }
}
