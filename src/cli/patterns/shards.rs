//! The shards of a table, joined by `engine merge`.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Instant;

use rayon::prelude::*;
use serde_json::json;
use wordgame_engine::guessing::rule;

use super::super::failure::Failure;
use super::super::number::counted;
use super::super::output::{Format, OutputArgs};
use super::super::parts::{Head, check};
use super::super::progress::Progress;
use super::super::report::format_seconds;
use super::super::shard::SHARD;
use super::super::{interrupt, note};
use super::about::{About, JOB};
use super::stored::{Shard, Stored};
use super::write::Table;
use super::{Codes, Form};

/// Whether a file is a set of arrays, as the shards of a table are: by how it starts.
pub fn is_set(path: &Path) -> bool {
    let mut start = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *b"PK\x03\x04"
}

/// Joins shards and writes what one process would have written.
pub fn merge(paths: &[&Path], output: &OutputArgs) -> Result<(), Failure> {
    let (path, form) = place(output)?;
    interrupt::catch()?;
    let started = Instant::now();
    let opened: Vec<Result<Shard, Failure>> =
        paths.par_iter().map(|path| Shard::open(path)).collect();
    // Of several that are damaged the first is named.
    let shards: Vec<Shard> = opened.into_iter().collect::<Result<_, _>>()?;
    let mut shards: Vec<(&Path, Shard)> = paths.iter().copied().zip(shards).collect();
    let heads: Vec<(&Path, Head)> = shards.iter().map(|(path, it)| (*path, head(it))).collect();
    check(&heads)?;
    shards.sort_by_key(|(_, shard)| shard.part.shard);
    let (paths, shards): (Vec<&Path>, Vec<Shard>) = shards.into_iter().unzip();
    let rule = rule::named(&shards[0].told.rule)
        .ok_or_else(|| SHARD.refuse(paths[0], "has a rule that this version does not know"))?;
    let codes = Stored::new(shards)?;
    let table = Table {
        path,
        form,
        about: About::new(rule, codes.lists()),
        codes: &codes,
    };
    table.check_columns()?;
    let progress = Progress::new("patterns", codes.len());
    let written = table.write(&progress)?;
    drop(progress);
    note(&format!(
        "{} of {} joined in {}",
        counted(codes.len(), "pattern", "patterns"),
        counted(paths.len(), "shard", "shards"),
        format_seconds(started.elapsed().as_secs_f64()),
    ));
    super::write::tell_written(&written);
    Ok(())
}

/// Where the table goes, and in which form.
fn place(output: &OutputArgs) -> Result<(&Path, Form), Failure> {
    let bad = |what: &str| Err(Failure::BadInput(what.to_owned()));
    if output.format != Format::Table {
        return bad("the name of --output tells the form of a table; leave --format out");
    }
    match output.path() {
        Some(path) => Ok((path, Form::of(path)?)),
        None => bad(
            "these are shards of a table: name it with --output, a .npy, .npz, .parquet or .raw file",
        ),
    }
}

/// What a shard says of itself.
fn head(shard: &Shard) -> Head {
    Head {
        job: JOB.to_owned(),
        shard: shard.part.shard,
        shards: shard.part.shards,
        items: shard.part.items,
        complete: true,
        question: json!({"rule": shard.told.rule, "lists": shard.told.lists}),
    }
}
