//! Joining the shards of a table.
//!
//! The shards of a table are tables themselves: `.npz` files with a description of their part. They may be larger than
//! memory, so they are not sealed JSON files like the shards of other jobs, and merging copies them tile by tile.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde_json::json;

use super::stored::TableShard;
use super::{Description, JOB, PatternSource, Stored, Table, TableFormat};
use crate::failure::Failure;
use crate::guessing::rule;
use crate::jobs::Watch;
use crate::jobs::shards::{SHARD, ShardHead, check};

/// True if a file starts like a zip archive, as the shards of a table do.
pub fn is_archive(path: &Path) -> bool {
    let mut start = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *b"PK\x03\x04"
}

/// The shards of a table, checked and ready to be joined.
pub struct TableMerge {
    description: Description,
    source: Stored,
}

impl TableMerge {
    /// Opens all shards of a table, given in any order.
    ///
    /// # Errors
    /// [`Failure::BadInput`] names shards that are missing, duplicate, damaged, or of another table.
    ///
    /// # Panics
    /// If there are no paths.
    pub fn open(paths: &[&Path]) -> Result<TableMerge, Failure> {
        let opened: Vec<Result<TableShard, Failure>> = paths
            .par_iter()
            .map(|path| TableShard::open(path))
            .collect();
        // If several shards are damaged, name the first.
        let shards: Vec<TableShard> = opened.into_iter().collect::<Result<_, _>>()?;
        let mut shards: Vec<(&Path, TableShard)> = paths.iter().copied().zip(shards).collect();
        let heads: Vec<(&Path, ShardHead)> = shards
            .iter()
            .map(|(path, shard)| (*path, head(shard)))
            .collect();
        check(&heads)?;
        shards.sort_by_key(|(_, shard)| shard.part.shard);
        let (paths, shards): (Vec<&Path>, Vec<TableShard>) = shards.into_iter().unzip();
        let rule = rule::named(&shards[0].description.rule)
            .ok_or_else(|| SHARD.refuse(paths[0], "has a rule that this version does not know"))?;
        let source = Stored::new(shards)?;
        Ok(TableMerge {
            description: Description::new(rule, source.lists()),
            source,
        })
    }

    /// The number of patterns.
    pub fn patterns(&self) -> usize {
        self.source.len()
    }

    /// Writes the joined table. Returns the paths of the files.
    ///
    /// # Errors
    /// See [`Table::write`].
    pub fn write(
        self,
        path: &Path,
        format: TableFormat,
        watch: Watch,
    ) -> Result<Vec<PathBuf>, Failure> {
        let table = Table {
            path,
            format,
            description: self.description,
            source: &self.source,
        };
        table.check_columns()?;
        table.write(watch)
    }
}

/// The description of a shard in the form that all jobs share.
fn head(shard: &TableShard) -> ShardHead {
    ShardHead {
        job: JOB.to_owned(),
        shard: shard.part.shard,
        shards: shard.part.shards,
        items: shard.part.items,
        complete: true,
        question: json!({"rule": shard.description.rule, "lists": shard.description.lists}),
    }
}
