//! A flow chart: boxes on layers, and lines between them as wide as what flows along them.

use std::fmt::{self, Write};

use petgraph::graph::{EdgeReference, NodeIndex};
use petgraph::visit::EdgeRef;

use super::layers::{Edge, Layout, layout};
use crate::report::chart::{FlowChart, FlowNode, format_flow};
use crate::report::numbers::counted;

const BOX_HEIGHT: f64 = 26.0;

/// The distance from the top of one layer to the top of the next.
const LAYER_HEIGHT: f64 = 66.0;

/// The least distance between two boxes.
const DISTANCE: f64 = 18.0;

const MARGIN: f64 = 28.0;

/// The height of the title and the legend.
const HEADING: f64 = 132.0;

/// The least width of the picture, which the legend needs.
const LEAST_WIDTH: f64 = 760.0;

/// The width of a line along which everything flows.
const WIDEST_LINE: f64 = 26.0;

/// No line is narrower than this.
const NARROWEST_LINE: f64 = 1.2;

/// About the width of a character of a label.
const CHARACTER: f64 = 7.4;

const LINE: &str = "#2C6EAA";
const DARK: &str = "#0B3C5D";
const LIGHT: &str = "#DBE9F6";

/// The dashes of a line that leads up.
const DASHES: &str = " stroke-dasharray=\"5 3\"";

/// The picture of a chart with at least one node.
pub fn drawn(chart: &FlowChart) -> Result<String, String> {
    let picture = Picture::new(chart);
    let mut svg = String::new();
    picture.draw(&mut svg).map_err(|error| error.to_string())?;
    Ok(svg)
}

/// A chart with its layout.
struct Picture<'a> {
    chart: &'a FlowChart,
    edges: Vec<EdgeReference<'a, f64>>,
    /// The widths of the boxes.
    widths: Vec<f64>,
    layout: Layout,
    /// For each edge how far from the middle of its box it begins and ends, from top to bottom.
    ends: Vec<[f64; 2]>,
    width: f64,
    height: f64,
}

impl<'a> Picture<'a> {
    fn new(chart: &'a FlowChart) -> Picture<'a> {
        let edges: Vec<EdgeReference<f64>> = chart.graph.edge_references().collect();
        let widths: Vec<f64> = chart.graph.node_weights().map(box_width).collect();
        let to_lay_out = edges.iter().map(|edge| Edge {
            from: edge.source().index(),
            to: edge.target().index(),
            weight: edge.weight().sqrt(),
            width: line_width(chart, *edge.weight()),
        });
        let layout = layout(&widths, &to_lay_out.collect::<Vec<Edge>>(), DISTANCE);
        let layers = layout.layers as f64;
        let mut picture = Picture {
            chart,
            edges,
            widths,
            ends: vec![[0.0; 2]; layout.routes.len()],
            width: layout.width.max(LEAST_WIDTH) + 2.0 * MARGIN,
            height: HEADING + layers * LAYER_HEIGHT - (LAYER_HEIGHT - BOX_HEIGHT) + MARGIN,
            layout,
        };
        for node in 0..picture.widths.len() {
            picture.spread(node, 0);
            picture.spread(node, 1);
        }
        picture
    }

    /// Spreads the lines at the bottom (0) or at the top (1) of a box side by side, in the order of what they are connected
    /// to.
    fn spread(&mut self, node: usize, end: usize) {
        let routes = &self.layout.routes;
        let mut edges: Vec<(f64, usize)> = (0..routes.len())
            .filter_map(|edge| {
                let route = &routes[edge];
                let (here, next) = match end {
                    0 => (route[0], route[1]),
                    _ => (route[route.len() - 1], route[route.len() - 2]),
                };
                (here == node).then(|| (self.layout.items[next].x, edge))
            })
            .collect();
        edges.sort_by(|a, b| a.0.total_cmp(&b.0));
        let width = |edge: usize| line_width(self.chart, *self.edges[edge].weight());
        let all: f64 = edges.iter().map(|&(_, edge)| width(edge)).sum();
        let mut x = -all / 2.0;
        for (_, edge) in edges {
            self.ends[edge][end] = x + width(edge) / 2.0;
            x += width(edge);
        }
    }

    fn draw(&self, svg: &mut String) -> fmt::Result {
        let (width, height) = (self.width.ceil(), self.height.ceil());
        writeln!(
            svg,
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>"
        )?;
        self.draw_heading(svg)?;
        for edge in 0..self.edges.len() {
            self.draw_line(svg, edge)?;
        }
        for (index, node) in self.chart.graph.node_weights().enumerate() {
            let item = self.layout.items[index];
            let (x, y) = (self.left() + item.x, top(item.layer));
            draw_box(svg, node, x, y, self.widths[index])?;
        }
        writeln!(svg, "</svg>")
    }

    fn draw_heading(&self, svg: &mut String) -> fmt::Result {
        let middle = self.width / 2.0;
        let FlowChart { title, notes, .. } = self.chart;
        text(svg, middle, 36.0, 24, title)?;
        text(svg, middle, 60.0, 14, &notes.numbers)?;
        let mut x = (self.width - LEAST_WIDTH) / 2.0;
        let y = 92.0;
        for flow in samples(self.chart.total) {
            let [one, many] = notes.unit;
            let label = counted(flow, one, many);
            sample_line(svg, x, y, line_width(self.chart, flow as f64), "")?;
            x += self.label(svg, x + 50.0, y, &label)?;
        }
        if self.layout.leads_up.contains(&true) {
            sample_line(svg, x, y, 2.0, DASHES)?;
            x += self.label(svg, x + 50.0, y, "a move up")?;
        }
        let last = FlowNode {
            name: notes.last.clone(),
            flow: None,
            is_last: true,
        };
        let width = box_width(&last);
        draw_box(svg, &last, x + width / 2.0, y - BOX_HEIGHT / 2.0, width)
    }

    /// Writes a label of the legend and returns how far the next entry is away.
    fn label(&self, svg: &mut String, x: f64, y: f64, label: &str) -> Result<f64, fmt::Error> {
        writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"13\">{label}</text>",
            y + 4.5
        )?;
        Ok(50.0 + label.len() as f64 * CHARACTER + 24.0)
    }

    /// Draws the line of an edge: curves between the layers, and straight on through the gaps.
    fn draw_line(&self, svg: &mut String, edge: usize) -> fmt::Result {
        let route = &self.layout.routes[edge];
        let last = route.len() - 1;
        let x = |step: usize| {
            let end = match step {
                0 => self.ends[edge][0],
                _ if step == last => self.ends[edge][1],
                _ => 0.0,
            };
            self.left() + self.layout.items[route[step]].x + end
        };
        let mut path = String::new();
        for (step, &item) in route[..last].iter().enumerate() {
            let layer = self.layout.items[item].layer;
            let (from, to) = (top(layer) + BOX_HEIGHT, top(layer + 1));
            let (middle, from_x, to_x) = (from.midpoint(to), x(step), x(step + 1));
            match step {
                0 => write!(path, "M{from_x:.1} {from:.1}")?,
                _ => write!(path, "V{from:.1}")?,
            }
            write!(
                path,
                "C{from_x:.1} {middle:.1} {to_x:.1} {middle:.1} {to_x:.1} {to:.1}"
            )?;
        }
        let reference = self.edges[edge];
        let flow = *reference.weight();
        let name = |node: NodeIndex| &self.chart.graph[node].name;
        writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{LINE}\" stroke-opacity=\"0.5\" stroke-width=\"{:.1}\"{}>\
             <title>{} to {}: {}</title></path>",
            line_width(self.chart, flow),
            if self.layout.leads_up[edge] {
                DASHES
            } else {
                ""
            },
            name(reference.source()),
            name(reference.target()),
            format_flow(flow),
        )
    }

    /// The left edge of the boxes.
    fn left(&self) -> f64 {
        (self.width - self.layout.width) / 2.0
    }
}

/// The top of a layer.
fn top(layer: usize) -> f64 {
    HEADING + layer as f64 * LAYER_HEIGHT
}

fn box_width(node: &FlowNode) -> f64 {
    node.to_string().len() as f64 * CHARACTER + 18.0
}

fn line_width(chart: &FlowChart, flow: f64) -> f64 {
    (flow / chart.total * WIDEST_LINE).max(NARROWEST_LINE)
}

/// The flows that the legend shows: everything, and at most two powers of ten below it.
fn samples(total: f64) -> Vec<usize> {
    let total = total.round() as usize;
    let powers = (0..=total.max(1).ilog10())
        .rev()
        .map(|power| 10usize.pow(power));
    let below = powers.filter(|&power| power < total).take(2);
    [total].into_iter().chain(below).collect()
}

fn sample_line(svg: &mut String, x: f64, y: f64, width: f64, dashes: &str) -> fmt::Result {
    writeln!(
        svg,
        "<path d=\"M{x:.1} {y:.1}h40\" stroke=\"{LINE}\" stroke-opacity=\"0.5\" stroke-width=\"{width:.1}\"{dashes}/>"
    )
}

/// Draws a box with its label. `x` is its middle and `y` its top.
fn draw_box(svg: &mut String, node: &FlowNode, x: f64, y: f64, width: f64) -> fmt::Result {
    let (fill, ink) = if node.is_last {
        (DARK, "#FFFFFF")
    } else {
        (LIGHT, "#000000")
    };
    writeln!(
        svg,
        "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{BOX_HEIGHT}\" rx=\"4\" fill=\"{fill}\" \
         stroke=\"{DARK}\" stroke-width=\"0.8\"/>\n\
         <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"13\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
        x - width / 2.0,
        y + 17.5,
        node,
    )
}

/// Writes a line of text around its middle.
fn text(svg: &mut String, x: f64, y: f64, size: u32, text: &str) -> fmt::Result {
    writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"middle\">{text}</text>"
    )
}
