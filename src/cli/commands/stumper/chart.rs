//! `--chart`: charts of all starts. The name of the file says which chart, and in which form.

use std::path::{Path, PathBuf};

use wordgame_engine::Failure;
use wordgame_engine::files::write_file;
use wordgame_engine::report::stumper::flow::{NO_MOVES, flow_chart};
use wordgame_engine::report::stumper::solve::score_chart;
use wordgame_engine::report::svg;
use wordgame_engine::stumper::Solution;

use crate::cli::args::output::OutputArgs;

#[derive(Clone, Copy)]
enum ChartKind {
    /// How many starts have which best score, as SVG.
    Scores,
    /// The words and moves that most of the best games use, as SVG.
    FlowSvg,
    /// The words and moves that most of the best games use, in the language of Graphviz.
    FlowDot,
}

/// A chart that the user asks for.
pub struct Chart {
    path: PathBuf,
    kind: ChartKind,
}

/// The charts that these paths ask for. Each can be written, and none replaces the result.
pub fn charts(paths: &[PathBuf], output: &OutputArgs) -> Result<Vec<Chart>, Failure> {
    paths.iter().map(|path| chart(path, output)).collect()
}

fn chart(path: &Path, output: &OutputArgs) -> Result<Chart, Failure> {
    let kind = kind(path).ok_or_else(|| {
        Failure::BadInput(format!(
            "--chart: '{}' is not the name of a chart; expected scores….svg, flow….svg or flow….dot",
            path.display()
        ))
    })?;
    output.check_with(Some(path))?;
    Ok(Chart {
        path: path.to_owned(),
        kind,
    })
}

fn kind(path: &Path) -> Option<ChartKind> {
    let name = path.file_stem()?.to_str()?;
    match path.extension()?.to_str()? {
        "svg" if name.starts_with("scores") => Some(ChartKind::Scores),
        "svg" if name.starts_with("flow") => Some(ChartKind::FlowSvg),
        "dot" if name.starts_with("flow") => Some(ChartKind::FlowDot),
        _ => None,
    }
}

impl Chart {
    /// Draws the chart.
    pub fn draw(&self, solution: &Solution) -> Result<(), Failure> {
        let drawn = match self.kind {
            ChartKind::Scores => svg::bar_chart(&score_chart(solution)),
            ChartKind::FlowSvg => svg::flow_chart(&flow_chart(solution), NO_MOVES),
            ChartKind::FlowDot => Ok(flow_chart(solution).dot()),
        };
        let chart = drawn.map_err(|error| {
            Failure::Failed(format!("cannot draw {}: {error}", self.path.display()))
        })?;
        write_file(&self.path, |file| file.write_all(chart.as_bytes()))
    }
}
