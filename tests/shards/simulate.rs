//! `simulate` in shards.

use super::*;

#[test]
fn merged_shards_equal_one_process() {
    let folder = Folder::new();
    for options in [
        "--all-openings",
        "--all-openings --top 3",
        "--all-openings --top all --hard --strategy entropy",
        "--all-openings --strategy collisions --margin 0",
        "--openings guesses.txt --strategy minimax --from candidates",
    ] {
        for shards in [1, 2, 3, 30] {
            folder.assert_merge(&format!("wordle simulate {LISTS} {options}"), shards);
        }
    }
    folder.assert_merge(&format!("peaks simulate {LISTS} --all-openings"), 4);
}
