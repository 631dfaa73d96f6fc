//! Charts of all starts: `scores.svg`, `flow.svg`, `flow.dot`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use indicatif::HumanCount;
use layout::backends::svg::SVGWriter;
use layout::gv::{DotParser, GraphBuilder};
use petgraph::dot::{Config, Dot};
use petgraph::graph::DiGraph;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use wordgame_engine::stumper::{Flow, Graph, Solution, WordIndex};

use crate::cli::failure::Failure;
use crate::cli::output::OutputArgs;
use wordgame_engine::files::write_file;

/// What a chart shows, by the beginning of its file's name, and in which form, by the end.
#[derive(Clone, Copy)]
enum Subject {
    Scores,
    FlowSvg,
    FlowDot,
}

/// A chart that was asked for.
pub struct Chart {
    path: PathBuf,
    subject: Subject,
}

/// The charts that paths name, each of which can be written; none goes where the result does.
pub fn charts(paths: &[PathBuf], output: &OutputArgs) -> Result<Vec<Chart>, Failure> {
    paths
        .iter()
        .map(|path| {
            let subject = subject(path).ok_or_else(|| {
            Failure::BadInput(format!(
                "--chart: '{}' names no chart; expected a file scores….svg, flow….svg or flow….dot",
                path.display()
            ))
        })?;
            output.check_with(Some(path))?;
            Ok(Chart {
                path: path.clone(),
                subject,
            })
        })
        .collect()
}

fn subject(path: &Path) -> Option<Subject> {
    let name = path.file_stem()?.to_str()?;
    match path.extension()?.to_str()? {
        "svg" if name.starts_with("scores") => Some(Subject::Scores),
        "svg" if name.starts_with("flow") => Some(Subject::FlowSvg),
        "dot" if name.starts_with("flow") => Some(Subject::FlowDot),
        _ => None,
    }
}

impl Chart {
    /// Draws the chart.
    pub fn draw(&self, solution: &Solution) -> Result<(), Failure> {
        let drawn = match self.subject {
            Subject::Scores => scores(solution),
            Subject::FlowDot => Ok(dot(&flow(solution))),
            Subject::FlowSvg => flow_svg(solution),
        };
        let chart = drawn.map_err(|error| {
            Failure::Failed(format!("cannot draw {}: {error}", self.path.display()))
        })?;
        write_file(&self.path, |file| file.write_all(chart.as_bytes()))
    }
}

/// Points that a bar of the histogram stands for.
const BIN: u32 = 10;

/// A histogram of the best scores.
fn scores(solution: &Solution) -> Result<String, String> {
    let mut starts: BTreeMap<u32, u32> = BTreeMap::new();
    for start in solution.graph().starts() {
        *starts
            .entry(solution.of_start(start).score / BIN)
            .or_default() += 1;
    }
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (960, 540)).into_drawing_area();
    draw_scores(&area, &starts).map_err(|error| error.to_string())?;
    area.present().map_err(|error| error.to_string())?;
    drop(area);
    Ok(svg)
}

type DrawingError<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

/// Draws a bar for each bin: how many starts it holds.
fn draw_scores<'a>(
    area: &DrawingArea<SVGBackend<'a>, Shift>,
    starts: &BTreeMap<u32, u32>,
) -> Result<(), DrawingError<'a>> {
    area.fill(&WHITE)?;
    let bins = starts.keys().next_back().map_or(1, |last| last + 1);
    let most = starts.values().copied().max().unwrap_or(1);
    let total: u32 = starts.values().sum();
    let mut chart = ChartBuilder::on(area)
        .caption(
            format!("Best scores of {} starts", HumanCount(total.into())),
            ("sans-serif", 24),
        )
        .margin(20)
        .x_label_area_size(48)
        .y_label_area_size(64)
        .build_cartesian_2d(0..bins * BIN, 0..most + most.div_ceil(10))?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 15))
        .axis_desc_style(("sans-serif", 17))
        .x_labels(12)
        .x_desc(format!("points (a bar: {BIN})"))
        .y_desc("starts")
        .draw()?;
    chart.draw_series(starts.iter().map(|(&bin, &count)| {
        let corners = [(bin * BIN, 0), ((bin + 1) * BIN, count)];
        let mut bar = Rectangle::new(corners, RGBColor(44, 110, 170).filled());
        bar.set_margin(0, 0, 1, 1);
        bar
    }))?;
    let above = Pos::new(HPos::Center, VPos::Bottom);
    let style = ("sans-serif", 13).into_text_style(area).pos(above);
    chart.draw_series(starts.iter().map(|(&bin, &count)| {
        let top = EmptyElement::at((bin * BIN + BIN / 2, count));
        top + Text::new(HumanCount(count.into()).to_string(), (0, -3), style.clone())
    }))?;
    Ok(())
}

/// Words of the flow chart.
const FLOW_WORDS: usize = 40;

/// The words that most of the best games go through, and the moves between them.
fn flow(solution: &Solution) -> DiGraph<String, f64> {
    let graph = solution.graph();
    let flow = Flow::new(solution);
    let mut ranked: Vec<(WordIndex, f64)> = flow
        .words
        .iter()
        .map(|(&word, &count)| (word, count))
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked.truncate(FLOW_WORDS);
    ranked.sort_by_key(|&(word, _)| word);
    let mut chart = DiGraph::new();
    let nodes: BTreeMap<WordIndex, _> = ranked
        .iter()
        .map(|&(word, count)| (word, chart.add_node(label(graph, word, count))))
        .collect();
    // A move of fewer games than half of one would be shown as zero.
    for (&(from, to), &count) in flow.moves.iter().filter(|&(_, &count)| count >= 0.5) {
        if let (Some(&from), Some(&to)) = (nodes.get(&from), nodes.get(&to)) {
            chart.add_edge(from, to, count);
        }
    }
    chart.retain_nodes(|chart, word| chart.neighbors_undirected(word).next().is_some());
    chart
}

fn label(graph: &Graph, word: WordIndex, count: f64) -> String {
    format!("{} {}", graph.word(word), games(count))
}

/// The flow chart in the language of Graphviz.
fn dot(chart: &DiGraph<String, f64>) -> String {
    let edge = |_: &DiGraph<String, f64>, edge: petgraph::graph::EdgeReference<f64>| {
        let count = *edge.weight();
        format!(
            "label=\"{}\" fontsize=24 penwidth={:.1}",
            games(count),
            1.0 + count.sqrt() / 10.0
        )
    };
    let node = |_: &DiGraph<String, f64>, _: (_, &String)| {
        "shape=box fontsize=24 style=filled fillcolor=\"#dbe9f6\"".to_owned()
    };
    let config = [Config::EdgeNoLabel];
    let mut dot = String::new();
    let drawn = Dot::with_attr_getters(chart, &config, &edge, &node);
    write!(dot, "{drawn}").expect("a string takes what is written");
    dot
}

/// An average number of games: to a tenth where that is much of it.
fn games(count: f64) -> String {
    match count {
        count if count < 10.0 => format!("{count:.1}"),
        count => format!("{count:.0}"),
    }
}

/// A picture that says that there is nothing to show.
fn nothing() -> Result<String, String> {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (480, 120)).into_drawing_area();
    let drawn = area.fill(&WHITE).and_then(|()| {
        let text = "no move is possible from any start";
        area.draw(&Text::new(text, (40, 50), ("sans-serif", 20)))
    });
    drawn
        .and_then(|()| area.present())
        .map_err(|error| error.to_string())?;
    drop(area);
    Ok(svg)
}

/// The flow chart as a picture.
fn flow_svg(solution: &Solution) -> Result<String, String> {
    let chart = flow(solution);
    // The layout cannot do without a node.
    if chart.node_count() == 0 {
        return nothing();
    }
    let dot = dot(&chart);
    let parsed = DotParser::new(&dot).process()?;
    let mut builder = GraphBuilder::new();
    builder.visit_graph(&parsed);
    let mut picture = builder.get();
    let mut svg = SVGWriter::new();
    picture.do_it(false, false, false, &mut svg);
    Ok(svg.finalize())
}
