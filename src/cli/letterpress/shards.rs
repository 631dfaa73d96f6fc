//! A share of the boards of a file, and shards joined.

use std::path::Path;

use serde::{Deserialize, Serialize};
use wordgame_engine::Failure;
use wordgame_engine::letterpress::Board;
use wordgame_engine::report::Top;
use wordgame_engine::report::letterpress::boards::BoardsReport;
use wordgame_engine::report::letterpress::{BoardResult, RankingInfo};

use super::RankArgs;
use crate::cli::output::OutputArgs;
use crate::cli::parts::Parts;
use crate::cli::shard::{Share, items_sha256};

/// What is asked of many boards: the same in all shards of a job. Names are stable.
#[derive(Serialize, Deserialize)]
pub struct AskedOfMany {
    #[serde(flatten)]
    asked: RankingInfo,
    /// How many moves of a board to show, if that is said.
    top: Option<Top>,
    /// A hash of the boards, in their order.
    boards_sha256: String,
}

/// The share to do, if one is asked for, and the file for what comes of it.
pub fn share(args: &RankArgs) -> Result<Option<(Share, &Path)>, Failure> {
    let share = args.shard.share_to(&args.output)?;
    match share.is_some() && !args.boards.are_many() {
        true => Err(Failure::BadInput(
            "--shard divides the boards of a file; add --boards, or leave it out".to_owned(),
        )),
        false => Ok(share),
    }
}

impl AskedOfMany {
    /// What is asked of all boards, those of other shards too.
    pub fn new(asked: RankingInfo, top: Option<Top>, boards: &[Board]) -> AskedOfMany {
        AskedOfMany {
            asked,
            top,
            boards_sha256: items_sha256(boards.iter()),
        }
    }
}

/// Joins shards and writes what one process would have written.
pub fn merge(
    mut parts: Parts<AskedOfMany, Vec<BoardResult<'static>>>,
    output: &OutputArgs,
) -> Result<(), Failure> {
    let results = parts.joined()?;
    let asked = &parts.question.asked;
    let report = BoardsReport {
        words: asked.words.describe(),
        ranking: &|| asked.clone(),
        results: &results,
        run: parts.ran.clone(),
    };
    output.write_report(&report)?;
    crate::cli::note(&report.done());
    Ok(())
}
