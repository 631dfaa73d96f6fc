//! `patterns` in shards.

use super::*;

/// The bytes of a table, and of its `.json` file if it has one.
fn bytes(folder: &Folder, name: &str) -> Vec<Vec<u8>> {
    let names = [name.to_owned(), format!("{name}.json")];
    let there = names.iter().map(|name| folder.path(name));
    let there = there.filter(|path| exists(path));
    there.map(|path| fs::read(path).unwrap()).collect()
}

/// Asserts that merged shards give the table of one process, in every file format.
#[track_caller]
pub fn assert_merge(folder: &Folder, options: &str, shards: &[usize]) {
    let job = format!("patterns --backend cpu {options}");
    for &shards in shards {
        let parts = folder.shards(&job, shards, "npz", "--out");
        for form in ["npy", "npz", "parquet", "raw"] {
            let (whole, merged) = (format!("whole.{form}"), format!("merged.{form}"));
            folder.result(&format!("{job} --out {whole}"));
            folder.result(&format!("merge {parts} --output {merged}"));
            let (whole, merged) = (bytes(folder, &whole), bytes(folder, &merged));
            assert!(
                !whole.is_empty() && merged == whole,
                "{options}, {shards} shards, {form}"
            );
        }
    }
}

#[test]
fn merged_shards_equal_one_process() {
    let folder = Folder::new();
    let lists = "--solutions solutions.txt --guesses guesses.txt";
    for options in [
        format!("--rule wordle {lists}"),
        format!("--rule peaks {lists}"),
        format!("--rule wordle --all {lists}"),
        "--rule wordle --solutions solutions.txt".to_owned(),
    ] {
        assert_merge(&folder, &options, &[1, 2, 3, 30]);
    }
    assert_merge(&folder, "--rule wordle --list nyt", &[7]);
}

#[test]
fn shard_of_a_table_can_be_verified() {
    let folder = Folder::new();
    let job = "patterns --rule wordle --solutions solutions.txt --guesses guesses.txt";
    for shard in 1..=30 {
        folder.result(&format!("{job} --shard {shard}/30 --out shard.npz"));
        let verified = folder.result("patterns verify shard.npz");
        let guesses = match shard {
            // Each of the first 19 shards has one guess, the others have none.
            1..=19 => "1 guess on 14 solutions; 14 of 14 patterns compared, all right",
            _ => "0 guesses on 14 solutions; 0 of 0 patterns compared, all right",
        };
        assert!(verified.contains(guesses), "{shard}: {verified}");
    }
}

#[test]
fn merge_needs_no_lists() {
    let folder = Folder::new();
    let job = "patterns --rule wordle --solutions solutions.txt --guesses guesses.txt";
    folder.result(&format!("{job} --out whole.npz"));
    let parts = folder.shards(job, 2, "npz", "--out");
    for name in ["solutions.txt", "guesses.txt"] {
        fs::remove_file(folder.path(name)).unwrap();
    }
    folder.result(&format!("merge {parts} --output merged.npz"));
    assert!(bytes(&folder, "merged.npz") == bytes(&folder, "whole.npz"));
}
