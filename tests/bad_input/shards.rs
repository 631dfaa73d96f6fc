//! Bad input of `--shard`, `--incumbent`, `--estimate` and `engine merge`.

use serde_json::Value;

use super::*;

/// Runs the shards with these numbers, each into a file named by its number.
fn shards(small: &Small, job: &str, shards: usize) -> Vec<PathBuf> {
    let shard = |shard: usize| {
        let path = small.folder.path(&format!("{shard}-of-{shards}"));
        let output = path.display();
        let run = small.run(&format!("{job} --shard {shard}/{shards} --output {output}"));
        assert_eq!(run.code, Some(0), "{run:?}");
        path
    };
    (1..=shards).map(shard).collect()
}

fn merge(files: &[&Path]) -> Finished {
    finish(engine("merge").args(files))
}

#[test]
fn impossible_shard_number_is_refused() {
    for share in [
        "0/3",
        "4/3",
        "1/0",
        "1",
        "1/2/3",
        "-1/3",
        "x/y",
        "1/1000001",
        "AUTO",
    ] {
        let args = format!("wordle optimal --shard={share} --output x");
        assert_usage_error(&args, &[share, "I/N"]);
    }
}

#[test]
fn options_that_conflict_with_shard_are_refused() {
    let small = Small::new();
    for (options, says) in [
        ("optimal --shard 1/2", "--output"),
        (
            "optimal --shard 1/2 --output x --format csv",
            "engine merge",
        ),
        ("optimal --shard 1/2 --output x --tree y", "--tree"),
        (
            "optimal --shard 1/2 --output x --opening crane",
            "--opening",
        ),
        ("optimal --shard 1/2 --shards 2 --output x", "--shards"),
        ("simulate --shard 1/2 --output x", "--all-openings"),
        (
            "within 3 --shard 1/2 --output x --opening crane",
            "--opening",
        ),
    ] {
        assert_one_line(&small.run(options), 2, &[says]);
    }
    assert_usage_error("wordle optimal --shards 2", &["--shard"]);
    let board = "z".repeat(25);
    let run = finish(&mut engine(&format!(
        "letterpress {board} --shard 1/2 --output x"
    )));
    assert_one_line(&run, 2, &["--boards"]);
}

#[test]
fn shard_auto_without_a_scheduler_is_refused() {
    let small = Small::new();
    let mut command = small.command("optimal --shard auto --output x");
    for name in ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"] {
        command.env_remove(name);
    }
    assert_one_line(&finish(&mut command), 2, &["--shard auto", "--shard I/N"]);
}

#[test]
fn missing_and_unfinished_shards_are_named() {
    let small = Small::new();
    let files = shards(&small, "optimal", 9);
    let run = merge(&[&files[1], &files[4]]);
    assert_one_line(&run, 2, &["7 shards of 9 are missing: 1, 3-4, 6-9"]);
    let altered = text(&files[3]).replacen("\"complete\": true", "\"complete\": false", 1);
    fs::write(&files[3], sealed(&altered)).unwrap();
    let run = merge(&files.iter().map(PathBuf::as_path).collect::<Vec<_>>());
    assert_one_line(&run, 2, &["1 shard of 9 is not finished: 4"]);
}

#[test]
fn duplicate_shards_are_named() {
    let small = Small::new();
    let files = shards(&small, "optimal", 2);
    let copy = small.folder.path("copy");
    fs::copy(&files[0], &copy).unwrap();
    let run = merge(&[&files[0], &files[1], &copy]);
    assert_one_line(&run, 2, &["1-of-2", "copy", "both shard 1 of 2"]);
    let run = merge(&[&files[0], &files[0], &files[1]]);
    assert_one_line(&run, 2, &["both shard 1 of 2"]);
}

#[test]
fn shards_of_different_jobs_are_named_with_the_difference() {
    let small = Small::new();
    let first = shards(&small, "optimal", 2);
    for (job, difference) in [
        ("optimal --hard", "hard"),
        ("optimal --top 2", "top"),
        ("optimal --max-guesses 5", "max_guesses"),
        ("simulate --all-openings", "job"),
        ("within 3", "job"),
        ("optimal --shard 1/3", "the number of shards"),
    ] {
        let other = small.folder.path("other");
        let share = match difference {
            "the number of shards" => "",
            _ => "--shard 2/2",
        };
        let run = small.run(&format!("{job} {share} --output {}", other.display()));
        assert_eq!(run.code, Some(0), "{run:?}");
        let run = merge(&[&first[0], &other]);
        assert_one_line(&run, 2, &["other", "1-of-2", "different jobs", difference]);
    }
}

#[test]
fn altered_shards_and_other_files_are_refused() {
    let small = Small::new();
    let files = shards(&small, "optimal", 1);
    let good = text(&files[0]);
    for (content, says) in [
        (String::new(), "not a shard"),
        ("crane\n".to_owned(), "not a shard"),
        ("{}".to_owned(), "not a shard"),
        (
            good.replacen("\"total\": 30", "\"total\": 29", 1),
            "altered",
        ),
        (
            sealed(&good.replacen("\"file\": \"shard\"", "\"file\": \"crane\"", 1)),
            "'crane'",
        ),
        (
            sealed(&good.replacen("\"job\": \"optimal\"", "\"job\": \"optimum\"", 1)),
            "does not know",
        ),
        (
            sealed(&good.replacen("\"rule\": \"wordle\"", "\"rule\": \"chess\"", 1)),
            "does not know",
        ),
        (
            sealed(&good.replacen("\"proven\": \"at-least\"", "\"proven\": \"impossible\"", 1)),
            "impossible total",
        ),
        (
            sealed(&good.replacen("\"openings\": [", "\"others\": [", 1)),
            "not a shard",
        ),
    ] {
        let path = small.folder.write("file", &content);
        assert_one_line(&merge(&[&path]), 2, &["file", says, "run that shard again"]);
    }
    assert_one_line(&merge(&[&small.folder.path("nowhere")]), 2, &["nowhere"]);
    assert_one_line(&merge(&[small.folder.0.path()]), 2, &["folder"]);
}

#[test]
fn shards_with_different_options_are_named_with_the_difference() {
    let small = Small::new();
    let boards = small
        .folder
        .write("boards", "{\"board\": \"zzzzzzzzzzzzzzzzzzzzzzzzz\"}\n");
    let others = small
        .folder
        .write("others", "{\"board\": \"yyyyyyyyyyyyyyyyyyyyyyyyy\"}\n");
    let [boards, others] = [boards, others].map(|path| path.display().to_string());
    for (job, other, difference) in [
        ("wordle within 3", "wordle within 4".to_owned(), "within"),
        (
            "wordle within 3",
            "wordle within 3 --top 2".to_owned(),
            "top",
        ),
        ("wordle within 3", "peaks within 3".to_owned(), "rule"),
        (
            &format!("letterpress --boards {boards}"),
            format!("letterpress --boards {boards} --vocabulary basic"),
            "known_words",
        ),
        (
            &format!("letterpress --boards {boards}"),
            format!("letterpress --boards {others}"),
            "boards_sha256",
        ),
    ] {
        let run = |job: &str, shard: u32| {
            let path = small.folder.path(&format!("shard-{shard}"));
            let lists = match job.starts_with("letterpress") {
                true => "",
                false => &*small.lists,
            };
            let mut command = engine(&format!("{job} {lists} --shard {shard}/2"));
            let run = finish(command.arg("--output").arg(&path));
            assert_eq!(run.code, Some(0), "{run:?}");
            path
        };
        let files = [run(job, 1), run(&other, 2)];
        let merged = merge(&[&files[0], &files[1]]);
        assert_one_line(
            &merged,
            2,
            &["shard-1", "shard-2", "different jobs", difference],
        );
    }
}

#[test]
fn shard_with_too_few_findings_is_refused() {
    let small = Small::new();
    let files = shards(&small, "within 3", 1);
    let good = text(&files[0]);
    let first = good.find("      {\n").unwrap();
    let end = good[first..].find("      },\n").unwrap() + first + "      },\n".len();
    let short = small
        .folder
        .write("short", sealed(&(good[..first].to_owned() + &good[end..])));
    assert_one_line(&merge(&[&short]), 2, &["short", "each of its items"]);
}

#[test]
fn merge_refuses_to_replace_its_shards() {
    let small = Small::new();
    let files = shards(&small, "optimal", 1);
    let before = text(&files[0]);
    for option in ["--output", "--tree"] {
        let run = finish(engine("merge").arg(&files[0]).arg(option).arg(&files[0]));
        assert_one_line(&run, 2, &[option, "1-of-1"]);
    }
    assert_eq!(text(&files[0]), before);
}

#[test]
fn merge_refuses_tree_for_jobs_without_one() {
    let small = Small::new();
    let files = shards(&small, "simulate --all-openings", 1);
    let tree = small.folder.path("tree");
    let run = finish(engine("merge").arg(&files[0]).arg("--tree").arg(&tree));
    assert_one_line(&run, 2, &["--tree", "simulate"]);
}

#[test]
fn shard_with_too_low_an_incumbent_is_named() {
    let small = Small::new();
    let mut files = shards(&small, "optimal", 2);
    let low = small.folder.path("low");
    let holder = (0..2)
        .find(|&i| text(&files[i]).contains("\"exactly\""))
        .unwrap();
    let other = 1 - holder;
    let run = small.run(&format!(
        "optimal --incumbent 24 --shard {}/2 --output {}",
        other + 1,
        low.display()
    ));
    assert_eq!(run.code, Some(0), "{run:?}");
    files[other] = low;
    let run = merge(&[&files[0], &files[1]]);
    assert_one_line(&run, 2, &["low", "--incumbent", "does not prove"]);
}

#[test]
fn incumbent_must_be_a_total_or_a_file_name() {
    for text in ["", "0", "-1", "344.5", "1e3", "16777215", "4294967296"] {
        let mut command = engine("wordle optimal");
        command.arg(format!("--incumbent={text}"));
        assert_one_line(&finish(&mut command), 2, &["--incumbent", "or a file"]);
    }
}

#[cfg(unix)]
#[test]
fn pipe_is_refused_as_shard_and_as_incumbent() {
    let small = Small::new();
    let pipe = small.folder.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    assert_one_line(&merge(&[&pipe]), 2, &["pipe", "own file"]);
    let run = small.run(&format!("optimal --incumbent {}", pipe.display()));
    assert_one_line(&run, 2, &["pipe", "not a regular file", "--incumbent"]);
}

#[test]
fn options_that_conflict_with_estimate_are_refused() {
    for option in [
        "--shard 1/2",
        "--tree x",
        "--checkpoint x",
        "--opening crane",
    ] {
        let name = option.split(' ').next().unwrap();
        let args = format!("wordle optimal --estimate {option}");
        assert_usage_error(&args, &["--estimate", name]);
    }
    let small = Small::new();
    for job in ["simulate --estimate", "simulate --estimate --opening crane"] {
        assert_one_line(&small.run(job), 2, &["--estimate", "--all-openings"]);
    }
    let board = "letterpress efpjaccwcejfjvkqmmpbkumlt --estimate";
    assert_one_line(&finish(&mut engine(board)), 2, &["--estimate", "--boards"]);
    for gpu in ["--backend gpu", "--adapter 0"] {
        for job in [
            "wordle optimal",
            "wordle within 3",
            "wordle simulate --all-openings",
        ] {
            let args = format!("{gpu} {job} --estimate");
            assert_usage_error(&args, &["--estimate", "--backend and --adapter"]);
        }
    }
    for seconds in ["0", "-1", "x", "1.5"] {
        let args = format!("wordle optimal --estimate={seconds}");
        assert_usage_error(&args, &["--estimate", seconds, "whole number"]);
    }
}

#[test]
fn malformed_or_foreign_incumbent_is_refused() {
    let small = Small::new();
    let shared = small.folder.path("shared");
    let shared = shared.display();
    assert_succeeds(&small.run(&format!("optimal --incumbent {shared}")));
    let run = small.run(&format!("optimal --hard --incumbent {shared}"));
    assert_one_line(&run, 2, &["shared", "incumbent of another job", "--hard"]);
    let run = small.run_on("optimal --incumbent FILE", "crane\n");
    assert_one_line(
        &run,
        2,
        &["file", "not an incumbent of optimal", "--incumbent"],
    );
    let run = small.run_on("optimal --incumbent FILE --checkpoint FILE", "");
    assert_one_line(&run, 2, &["--checkpoint", "--incumbent", "its own"]);
}

/// Writes all shards of a table.
fn shards_of_a_table(small: &Small, shards: usize) -> Vec<PathBuf> {
    let shard = |shard: usize| {
        let path = small.folder.path(&format!("{shard}-of-{shards}.npz"));
        let job = format!(
            "patterns --rule wordle {} --shard {shard}/{shards}",
            small.lists
        );
        let run = finish(engine(&job).arg("--out").arg(&path));
        assert_eq!(run.code, Some(0), "{run:?}");
        path
    };
    (1..=shards).map(shard).collect()
}

/// Merges shards into a table of that name in the folder.
fn merge_table(small: &Small, files: &[&Path], name: &str) -> Finished {
    let output = small.folder.path(name);
    finish(engine("merge").args(files).arg("--output").arg(output))
}

#[test]
fn options_that_conflict_with_a_table_shard_are_refused() {
    let small = Small::new();
    for (options, says) in [
        ("--shard 1/2 --out t.npy", ".npz"),
        ("--shard 1/2 --out t.parquet", ".npz"),
        ("--shard 1/2 --out t.npz --stats s.csv", "--stats"),
        ("--shard 1/2 --shards 2 --out t.npz", "--shards"),
    ] {
        let mut command = engine(&format!("patterns --rule wordle {options}"));
        let run = finish(command.current_dir(small.folder.0.path()));
        assert_one_line(&run, 2, &[says]);
    }
    assert_usage_error("patterns --rule wordle --shard 1/2", &["--out"]);
    assert_usage_error("patterns --rule wordle --shard 3/2 --out t.npz", &["3/2"]);
}

#[test]
fn table_shards_of_different_jobs_are_named() {
    let small = Small::new();
    let files = shards_of_a_table(&small, 4);
    let run = merge_table(&small, &[&files[1]], "t.npy");
    assert_one_line(&run, 2, &["3 shards of 4 are missing: 1, 3-4"]);
    let copy = small.folder.path("copy.npz");
    fs::copy(&files[0], &copy).unwrap();
    let run = merge_table(&small, &[&files[0], &copy], "t.npy");
    assert_one_line(&run, 2, &["copy.npz", "both shard 1 of 4"]);
    let other = small.folder.path("other.npz");
    for (options, difference) in [
        ("--rule peaks --shard 2/4", "rule"),
        ("--rule wordle --shard 2/3", "the number of shards"),
        ("--rule wordle --all --shard 2/4", "lists.solutions"),
    ] {
        let job = format!("patterns {options} {}", small.lists);
        assert_eq!(finish(engine(&job).arg("--out").arg(&other)).code, Some(0));
        let run = merge_table(&small, &[&files[0], &other], "t.npy");
        let says = ["other.npz", "1-of-4.npz", "different jobs", difference];
        assert_one_line(&run, 2, &says);
    }
    let json = &shards(&small, "within 3", 1)[0];
    let run = merge_table(&small, &[&files[0], json], "t.npy");
    assert_one_line(&run, 2, &["1-of-4.npz", "1-of-1", "leave one of them out"]);
}

#[test]
fn altered_table_shards_and_other_files_are_refused() {
    let small = Small::new();
    let file = &shards_of_a_table(&small, 1)[0];
    let good = fs::read(file).unwrap();
    let bad = small.folder.path("bad.npz");
    let refused = |bytes: &[u8], says: &[&str]| {
        fs::write(&bad, bytes).unwrap();
        let run = merge_table(&small, &[&bad], "t.npy");
        assert_one_line(
            &run,
            2,
            &[&["bad.npz", "run that shard again"], says].concat(),
        );
    };
    // The last pattern is just before the archive's table of contents.
    let contents = good.windows(4).position(|bytes| bytes == b"PK\x01\x02");
    let mut altered = good.clone();
    altered[contents.unwrap() - 1] ^= 1;
    refused(&altered, &["damaged"]);
    for cut in [0, 3, 4, 100, good.len() / 2, good.len() - 1] {
        refused(&good[..cut], &["not a shard"]);
    }
    let wordle: Vec<u8> = "wordle"
        .chars()
        .flat_map(|c| u32::from(c).to_le_bytes())
        .collect();
    let rule = good.windows(24).position(|bytes| bytes == wordle);
    let mut altered = good.clone();
    altered[rule.unwrap()] ^= 1;
    refused(&altered, &["damaged"]);
    let job = format!("patterns --rule wordle {}", small.lists);
    assert_eq!(finish(engine(&job).arg("--out").arg(&bad)).code, Some(0));
    let whole = fs::read(&bad).unwrap();
    refused(&whole, &["whole table"]);
    assert!(!small.folder.path("t.npy").exists());
}

#[test]
fn merged_table_needs_an_output_with_a_known_extension() {
    let small = Small::new();
    let files = shards_of_a_table(&small, 1);
    assert_one_line(&merge(&[&files[0]]), 2, &["--output", ".npy"]);
    for name in ["t", "t.txt", "t.json"] {
        assert_one_line(
            &merge_table(&small, &[&files[0]], name),
            2,
            &[name, ".parquet"],
        );
    }
    for (options, says) in [("--format csv", "--format"), ("--tree t.txt", "--tree")] {
        let mut command = engine(&format!("merge --output t.npy {options}"));
        let run = finish(command.arg(&files[0]).current_dir(small.folder.0.path()));
        assert_one_line(&run, 2, &[says]);
    }
    let before = fs::read(&files[0]).unwrap();
    let run = merge_table(&small, &[&files[0]], "1-of-1.npz");
    assert_one_line(&run, 2, &["--output", "1-of-1.npz"]);
    assert!(fs::read(&files[0]).unwrap() == before);
}

/// The content of a shard.
fn content(path: &Path) -> Value {
    let mut file: Value = serde_json::from_str(&text(path)).unwrap();
    file["content"].take()
}

/// Writes a shard with this content and the right checksum.
fn write_shard(path: &Path, content: &Value) {
    let engine = env!("CARGO_PKG_VERSION");
    let text = format!(
        "{{\"file\": \"shard\", \"form\": 1, \"engine\": \"{engine}\", \"sha256\": \"\", \"content\": {content}}}"
    );
    fs::write(path, sealed(&text)).unwrap();
}

/// Alters a shard, and asserts that a merge refuses it.
#[track_caller]
fn assert_merge_refuses(files: &[PathBuf], says: &str, alter: impl Fn(&mut [Value])) {
    let kept: Vec<String> = files.iter().map(|path| text(path)).collect();
    let mut contents: Vec<Value> = files.iter().map(|path| content(path)).collect();
    alter(&mut contents);
    for (path, content) in files.iter().zip(&contents) {
        write_shard(path, content);
    }
    let run = merge(&files.iter().map(PathBuf::as_path).collect::<Vec<_>>());
    assert_one_line(&run, 2, &["-of-", says, "run that shard again"]);
    for (path, text) in files.iter().zip(kept) {
        fs::write(path, text).unwrap();
    }
}

/// The findings of a shard of any job, one for each item.
fn rows(shard: &mut Value) -> &mut Vec<Value> {
    let found = &mut shard["found"];
    let rows = match found.is_array() {
        true => found,
        false => &mut found["openings"],
    };
    rows.as_array_mut().unwrap()
}

#[test]
fn merged_findings_must_be_of_the_items_of_the_job_each_in_its_shard() {
    let small = Small::new();
    let boards: String = ["z", "y", "x", "w", "v"]
        .map(|letter| format!("{{\"board\": \"{}\"}}\n", letter.repeat(25)))
        .concat();
    let boards = small.folder.write("boards", boards);
    let letterpress = format!("letterpress --boards {}", boards.display());
    for job in [
        "optimal",
        "within 3",
        "simulate --all-openings",
        &letterpress,
    ] {
        let files: Vec<PathBuf> = (1..=2)
            .map(|shard| {
                let path = small.folder.path(&format!("{shard}-of-2"));
                let args = format!("{job} --shard {shard}/2 --output {}", path.display());
                let run = match job.starts_with("letterpress") {
                    true => finish(&mut engine(&args)),
                    false => small.run(&args),
                };
                assert_eq!(run.code, Some(0), "{run:?}");
                path
            })
            .collect();
        let of_all = "do not have the items of their job";
        let of_each = "does not have one finding for each of its items";
        assert_merge_refuses(&files, "", |shards| {
            let one = shards[0]["found"].take();
            shards[0]["found"] = std::mem::replace(&mut shards[1]["found"], one);
        });
        assert_merge_refuses(&files, of_each, |shards| {
            rows(&mut shards[1]).remove(0);
        });
        assert_merge_refuses(&files, of_each, |shards| {
            let row = rows(&mut shards[0])[0].clone();
            rows(&mut shards[0]).push(row);
        });
        assert_merge_refuses(&files, of_all, |shards| {
            let rows = rows(&mut shards[0]);
            rows[1] = rows[0].clone();
        });
        for items in [0, 1, u64::MAX] {
            assert_merge_refuses(&files, of_each, |shards| {
                shards
                    .iter_mut()
                    .for_each(|shard| shard["items"] = items.into());
            });
        }
        assert_merge_refuses(&files, of_all, |shards| {
            for shard in shards {
                shard["items"] = 0.into();
                rows(shard).clear();
            }
        });
    }
}

#[test]
fn merge_plays_the_tree_of_every_shard() {
    let small = Small::new();
    let files = shards(&small, "optimal --top all", 2);
    let with_tree = |shards: &mut [Value], alter: &dyn Fn(&mut Value)| {
        alter(&mut shards[1]["found"]);
    };
    let plays = "does not play the games";
    let of_best = "does not have the tree of its best opening";
    type Alteration<'a> = (&'a str, &'a dyn Fn(&mut Value));
    let alterations: [Alteration; 8] = [
        (of_best, &|found| found["best"] = Value::Null),
        (of_best, &|found| {
            let rows = found["openings"].as_array_mut().unwrap();
            rows[1]["total"] = 20.into();
        }),
        (plays, &|found| {
            let total = found["openings"][0]["total"].as_u64().unwrap();
            found["openings"][0]["total"] = (total - 1).into();
        }),
        (plays, &|found| found["best"]["spread"]["total"] = 20.into()),
        (plays, &|found| {
            found["best"]["spread"]["worst"] = Value::Array(Vec::new());
        }),
        (plays, &|found| {
            let tree = found["best"]["tree"].as_str().unwrap();
            // The last line ends a game. Without it a solution is missing.
            let (shorter, _) = tree.trim_end().rsplit_once('\n').unwrap();
            found["best"]["tree"] = shorter.into();
        }),
        ("malformed", &|found| found["best"]["tree"] = "{".into()),
        ("is not its index", &|found| {
            found["openings"][1]["place"] = found["openings"][0]["place"].clone();
        }),
    ];
    for (says, alter) in alterations {
        assert_merge_refuses(&files, says, |shards| with_tree(shards, alter));
    }
    let merged = merge(&[&files[0], &files[1]]);
    assert_succeeds(&merged);
}

#[test]
fn merge_refuses_games_that_cannot_be() {
    let small = Small::new();
    let files = shards(&small, "simulate --all-openings", 2);
    let alter_all = |shards: &mut [Value], alter: &dyn Fn(&mut Value)| {
        let questions = shards.iter_mut().map(|shard| &mut shard["question"]);
        questions.for_each(alter);
    };
    for turns in [0, 61, 1_000_000_000] {
        let says = format!("a game of {turns} guesses");
        assert_merge_refuses(&files, &says, |shards| {
            alter_all(shards, &|question| question["turns"] = turns.into());
        });
    }
    for length in [0, 11, 1_000_000_000] {
        let says = format!("words of {length} letters");
        assert_merge_refuses(&files, &says, |shards| {
            alter_all(shards, &|question| {
                question["lists"]["length"] = length.into()
            });
        });
    }
}

#[test]
fn merge_refuses_findings_that_contradict_themselves() {
    let small = Small::new();
    for (job, field, value) in [
        ("within 3", "ceiling", 1_000),
        ("within 3", "found", 1_000),
        ("simulate --all-openings", "total", 20),
        ("simulate --all-openings", "not_in_time", 1),
        ("simulate --all-openings", "mean", 2),
    ] {
        let files = shards(&small, job, 2);
        assert_merge_refuses(&files, "contradicts itself", |shards| {
            rows(&mut shards[1])[0][field] = value.into();
        });
    }
}
