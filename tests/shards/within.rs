//! `within` in shards.

use super::*;

#[test]
fn merged_shards_equal_one_process() {
    let folder = Folder::new();
    for options in [
        "1",
        "2 --top 3",
        "3",
        "3 --top 4",
        "4 --candidates guesses",
        // Many openings find every solution.
        "6 --top 2",
        "6 --top 100",
    ] {
        for shards in [1, 2, 3, 30] {
            folder.assert_merge(&format!("wordle within {options} {LISTS}"), shards);
        }
    }
    folder.assert_merge(&format!("peaks within 3 --top 2 {LISTS}"), 4);
}
