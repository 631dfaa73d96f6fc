//! The job `letterpress --boards`: the best moves of many boards.

use std::mem;
use std::sync::atomic::Ordering;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::estimate::{Budget, Estimate, Plan, Sampling, estimate};
use super::shards::{Shards, interleave};
use super::{Finished, Job, Outcome, Watch, items_sha256};
use crate::Progress;
use crate::failure::Failure;
use crate::letterpress::{Board, Ranker};
use crate::report::letterpress::boards::BoardsReport;
use crate::report::letterpress::{BoardHead, BoardResult, RankingInfo};
use crate::report::{RunInfo, Top};
use crate::spool::Spool;

/// The number of boards in a batch of an estimate.
const STRATA: usize = 32;

/// The ranking of many boards.
pub struct RankBoards<'a> {
    /// The boards.
    pub boards: &'a [Board],
    /// Ranks the boards.
    pub ranker: Ranker<'a>,
    /// The description of words and order.
    pub ranking: RankingInfo,
    /// The number of moves per board to show, if the user gives one.
    pub top: Option<Top>,
}

/// The question of the job. Names are stable.
#[derive(Serialize, Deserialize)]
pub struct Question {
    #[serde(flatten)]
    ranking: RankingInfo,
    /// The number of moves per board to show, if the user gives one.
    top: Option<Top>,
    /// A hash of the boards, in their order.
    boards_sha256: String,
}

impl Job for RankBoards<'_> {
    const NAME: &'static str = "letterpress";
    type Item = Board;
    type Question = Question;
    type Findings = Spool<BoardResult<'static>>;

    fn items(&self) -> &[Board] {
        self.boards
    }

    fn question(&self) -> Question {
        Question {
            ranking: self.ranking.clone(),
            top: self.top,
            boards_sha256: items_sha256(self.boards.iter()),
        }
    }

    fn run(&self, boards: &[Board], watch: Watch) -> Result<Outcome<Self::Findings>, Failure> {
        let started = Instant::now();
        let progress = |done| (watch.progress)(done, "");
        let ranker = self.ranker.with_progress(Progress::new(&progress));
        let dictionary = ranker.lexicon.dictionary();
        let mut results = Spool::default();
        ranker.rank_each(boards, |board, ranking| {
            if watch.stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted("nothing was written"));
            }
            let result = match board.game_over() {
                None => BoardResult::ranked(board, ranking, dictionary).into_owned(),
                Some(over) => BoardResult::refused(board, over),
            };
            let pushed = results.push(&result);
            pushed.map_err(|error| Failure::writing("the results", &error))
        })?;
        Ok(Outcome {
            items: self.boards.len(),
            findings: results,
            run: RunInfo::new(&ranker.backend.info(), started.elapsed().as_secs_f64()),
            is_complete: true,
            ending: None,
        })
    }

    fn estimate(&self, budget: &Budget) -> Result<Estimate, Failure> {
        let plan = Plan {
            job: Self::NAME,
            title: format!("letterpress ({})", self.ranking.words.describe()),
            unit: ["board", "boards"],
            items: self.boards,
            strata: STRATA,
            growth: 1.0,
            max_bytes: None,
        };
        let mut batch = |boards: &[Board]| {
            self.ranker.rank_all(boards)?;
            Ok(Sampling::Finished)
        };
        estimate(&plan, budget, || Ok(Sampling::Finished), &mut batch)
    }

    fn items_hash(question: &Question) -> &str {
        &question.boards_sha256
    }

    fn found_items(results: &Self::Findings) -> impl Iterator<Item = Result<String, String>> {
        results.read::<BoardHead>().map(|head| {
            let head = head.map_err(|error| format!("cannot be read: {error}"))?;
            let board = head.board().ok_or("has a result that is not of a board")?;
            Ok(board.to_string())
        })
    }

    fn join(shards: &mut Shards<Question, Self::Findings>) -> Result<Self::Findings, Failure> {
        Ok(Spool::joined(mem::take(&mut shards.findings), interleave))
    }

    fn finish(question: Question, outcome: Outcome<Self::Findings>) -> Result<Finished, Failure> {
        let report = BoardsReport {
            ranking: question.ranking,
            results: outcome.findings,
            run: outcome.run,
        };
        let summary = report.done();
        Ok(Finished {
            summary: summary.map_err(|error| Failure::Failed(error.to_string()))?,
            report: Box::new(report),
            tree: None,
            ending: outcome.ending,
        })
    }
}
