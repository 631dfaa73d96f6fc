//! `letterpress --boards` in shards.

use super::*;

const BOARDS: &str = r#"{"board": "efpjaccwcejfjvkqmmpbkumlt", "ours": 2595, "theirs": "0x1a00010", "played": ["mumble"]}
{"board": "zzzzzzzzzzzzzzzzzzzzzzzzz"}
{"board": "TEAZZZZZZZZZZZZZZZZZZZZZZ", "ours": "0b1"}

{"board": "qwertyuiopasdfghjklzxcvbn"}
{"board": "teasteasteasteasteasteast", "played": ["teas", "east"]}
"#;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("boards.jsonl", BOARDS);
    let words = "ate,0.1\ntea,3.75\neta,0.30000000000000004\neat\nmumble,2\njack,1e-7\n";
    folder.write("words.txt", words);
    folder
}

#[test]
fn merged_shards_equal_one_process() {
    let folder = folder();
    for options in [
        "",
        "--top 3 --all-masks --ranking letterpwn",
        "--top 2 --vocabulary highbrow",
        "--dict words.txt --top all",
        "--dict words.txt --min-frequency 0.3",
    ] {
        for shards in [1, 2, 3, 9] {
            let job = format!("letterpress --boards boards.jsonl --backend cpu {options}");
            folder.assert_merge(&job, shards);
        }
    }
}

#[test]
fn merge_needs_neither_words_nor_boards() {
    let folder = folder();
    let job = "letterpress --boards boards.jsonl --dict words.txt --backend cpu";
    let whole = folder.result(job);
    let files = folder.shards(job, 2, "json", "--output");
    for name in ["words.txt", "boards.jsonl"] {
        fs::remove_file(folder.path(name)).unwrap();
    }
    assert_eq!(folder.result(&format!("merge {files}")), whole);
}
