//! Twin of `shaders/collisions.wgsl`: the guesses that leave the fewest collisions.

use rayon::prelude::*;

use crate::compute::CodeTable;
use crate::compute::collisions::{CollisionBatch, FewestCollisions};
use crate::compute::columns::Columns;

/// Guesses that a thread scores at a time.
const GUESSES_PER_TASK: usize = 256;

/// See [`Backend::collisions`](crate::compute::Backend::collisions).
pub fn collisions(table: &CodeTable, batch: &CollisionBatch) -> Vec<FewestCollisions> {
    let columns = table.columns();
    (0..batch.len())
        .into_par_iter()
        .map(|set| {
            let shards: Vec<&[u32]> = batch.shards(set).collect();
            let threshold = batch.threshold(set);
            let scores: Vec<u32> = batch
                .allowed(set)
                .par_chunks(GUESSES_PER_TASK)
                .flat_map_iter(|guesses| scores(columns, &shards, threshold, guesses))
                .collect();
            let score = scores.iter().copied().min().unwrap_or(0);
            let guesses = batch.allowed(set).iter().zip(scores);
            FewestCollisions {
                score,
                guesses: guesses
                    .filter(|&(_, s)| s == score)
                    .map(|(&guess, _)| guess)
                    .collect(),
            }
        })
        .collect()
}

/// The score of each of some guesses. Members of a shard are compared with each other, which needs
/// neither sorting nor a counter for each shard and code.
fn scores(columns: &Columns, shards: &[&[u32]], threshold: u32, guesses: &[u32]) -> Vec<u32> {
    let mut sums = vec![[0u32; 256]; guesses.len()];
    let mut codes = Vec::new();
    for shard in shards {
        let members = shard.iter().map(|&member| columns.column(member as usize));
        let members: Vec<&[u8]> = members.collect();
        for (sums, &guess) in sums.iter_mut().zip(guesses) {
            codes.clear();
            codes.extend(members.iter().map(|column| column[guess as usize]));
            for &code in &codes {
                let equal = codes.iter().filter(|&&other| other == code).count();
                if equal as u32 >= threshold {
                    sums[usize::from(code)] += 1;
                }
            }
        }
    }
    sums.iter()
        .map(|sums| sums.iter().copied().max().unwrap_or(0))
        .collect()
}
