//! Bad input of `engine letterpress`.

use super::*;

const LETTERS: &str = "efpjaccwcejfjvkqmmpbkumlt";

fn letterpress(args: &str) -> Finished {
    finish(&mut engine(&format!("letterpress {args}")))
}

#[track_caller]
fn assert_file_is_refused(option: &str, content: impl AsRef<[u8]>, says: &[&str]) {
    let folder = Folder::new();
    let path = folder.write("file.txt", content);
    let before = if option == "--dict" { LETTERS } else { "" };
    let args = format!("{before} {option} {}", path.display());
    assert_one_line(&letterpress(&args), 2, &[&["file.txt"], says].concat());
}

#[test]
fn boards_of_other_than_25_letters_are_refused() {
    for board in [
        "efpja",
        "efpjaccwcejfjvkqmmpbkumltx",
        "efpja-ccwcejfjvkqmmpbkuml",
    ] {
        assert_one_line(&letterpress(board), 2, &["25 letters", board]);
    }
    let run = finish(engine("letterpress").arg("é".repeat(25)));
    assert_one_line(&run, 2, &["25 letters"]);
}

#[test]
fn finished_game_is_refused() {
    let over = letterpress(&format!("{LETTERS} --ours 33554431"));
    assert_one_line(&over, 2, &["over", "25"]);
}

#[test]
fn min_frequency_refuses_text() {
    let folder = Folder::new();
    let path = folder.write("dict.txt", "jack 4.8\n");
    for least in ["nan", "inf", "x"] {
        let args = format!(
            "letterpress {LETTERS} --dict {} --min-frequency {least}",
            path.display()
        );
        assert_usage_error(&args, &["--min-frequency", "number"]);
    }
}

#[test]
fn overlapping_or_out_of_range_masks_are_refused() {
    let overlap = letterpress(&format!("{LETTERS} --ours 3 --theirs 0x6"));
    assert_one_line(&overlap, 2, &["share", "0x2"]);
    for mask in ["33554432", "0x2000000", "18446744073709551615"] {
        for option in ["--ours", "--theirs"] {
            let run = letterpress(&format!("{LETTERS} {option} {mask}"));
            assert_one_line(&run, 2, &[&option[2..], "above 24"]);
        }
    }
    for mask in ["x", "0xg", "0b2", "-1", "1.5", "0x"] {
        let args = format!("letterpress {LETTERS} --ours={mask}");
        assert_usage_error(&args, &["--ours", "25 bits"]);
    }
}

#[test]
fn unknown_vocabulary_is_refused_and_the_known_ones_are_listed() {
    let args = |option| format!("letterpress {LETTERS} {option}=genius");
    assert_usage_error(&args("--vocabulary"), &["highbrow", "sesquipedalian"]);
    assert_usage_error(&args("--lookahead"), &["full", "highbrow"]);
    assert_usage_error(&args("--ranking"), &["article", "letterpwn"]);
}

#[test]
fn malformed_board_files_are_refused() {
    let rows = "efpja\nccwce\njfjvk\nqmmpb\nkumlt\n";
    for (content, says) in [
        ("", "0 rows of letters"),
        ("efpja\nccwce\n", "2 rows of letters"),
        ("efpja\nccwce\njfjvk\nqmmpb\nkuml\n", "'kuml'"),
        (&format!("{rows}\n.....\n"), "1 row of owners"),
        (
            &format!("{rows}\n{}", "..x..\n".repeat(5)),
            "'x' is not an owner",
        ),
        (
            &format!("{rows}\n{}\nmumble m\n", ".....\n".repeat(5)),
            "'m'",
        ),
        (&rows.replace('w', "3"), "25 letters"),
        (&format!("{rows}\nto move: me\n"), "'to move: me'"),
    ] {
        assert_file_is_refused("", content, &[says]);
    }
    assert_file_is_refused("", b"\xff\xfe\x00", &["binary"]);
    let folder = Folder::new();
    let path = folder.0.path().display().to_string();
    assert_one_line(&letterpress(&path), 2, &[&path, "folder"]);
}

#[test]
fn owner_options_conflict_with_a_board_file() {
    let folder = Folder::new();
    let path = folder.write("board.txt", "efpja\nccwce\njfjvk\nqmmpb\nkumlt\n");
    for option in ["--ours 1", "--theirs 1", "--played mumble"] {
        let run = letterpress(&format!("{} {option}", path.display()));
        assert_one_line(&run, 2, &["board.txt", "--ours"]);
    }
}

#[test]
fn malformed_line_of_a_boards_file_is_refused_with_its_number() {
    let good = format!("{{\"board\": \"{LETTERS}\"}}\n");
    // Every error names the line of the file, and never the library's line 1.
    for (line, says) in [
        ("{", "EOF"),
        ("3", "expected an object"),
        ("{\"ours\": 1}", "'board' is missing"),
        ("{\"board\": 7}", "board: expected a text, found 7"),
        ("{\"board\": \"abc\"}", "25 letters"),
        (
            &good.replace('}', ", \"ours\": -1}"),
            "ours: expected a mask of 25 bits",
        ),
        (&good.replace('}', ", \"ours\": 1.5}"), "found 1.5"),
        (&good.replace('}', ", \"ours\": [1]}"), "found a list"),
        (
            &good.replace('}', ", \"theirs\": \"0xz\"}"),
            "theirs: expected a mask of 25 bits",
        ),
        (&good.replace('}', ", \"owns\": 1}"), "`owns`"),
        (
            &good.replace('}', ", \"ours\": 1, \"ours\": 2}"),
            "duplicate field",
        ),
        (
            &good.replace('}', ", \"played\": \"x\"}"),
            "played: expected a list of words",
        ),
        (
            &good.replace('}', ", \"played\": [3]}"),
            "played: expected a list of words",
        ),
        (&good.replace('}', ", \"played\": [\"x\"]}"), "'x'"),
    ] {
        assert_file_is_refused("--boards", format!("{good}\n{line}\n"), &["line 3", says]);
    }
    assert_file_is_refused("--boards", "\n", &["no board"]);
}

#[test]
fn finished_game_among_boards_is_refused_in_its_own_result() {
    let folder = Folder::new();
    let lines = format!(
        "{{\"board\": \"{LETTERS}\"}}\n{{\"board\": \"{LETTERS}\", \"ours\": 33554431}}\n{{\"board\": \"{LETTERS}\"}}\n"
    );
    let path = folder.write("boards.jsonl", lines);
    let of = |format: &str| {
        let args = format!("--backend cpu letterpress --boards {}", path.display());
        let run = finish(&mut engine(&format!("{args} --format {format}")));
        assert_succeeds(&run);
        run.stdout
    };
    let json = of("json");
    let error = "\"error\": \"the game is over: no square is free, ours are 25 and theirs 0\"";
    assert_eq!(json.matches(error).count(), 1, "{json}");
    assert_eq!(json.matches("\"rank\": 1").count(), 2, "{json}");
    let csv = of("csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].ends_with(",frequency,error"), "{csv}");
    assert!(lines[1].starts_with("1,1,"), "{csv}");
    assert!(lines[2].starts_with("2,,,,,,,,,,,"), "{csv}");
    assert!(lines[2].contains("the game is over"), "{csv}");
    assert!(lines[3].starts_with("3,1,"), "{csv}");
    assert!(of("table").contains("the game is over"));
}

#[test]
fn malformed_dictionaries_are_refused() {
    assert_file_is_refused("--dict", "", &["contains no word"]);
    assert_file_is_refused("--dict", "a\0b\n", &["binary"]);
    assert_file_is_refused("--dict", "[\"mumble\", 3]", &["JSON"]);
    let strict = "--strict --dict";
    let of = |content: &str| {
        let folder = Folder::new();
        let path = folder.write("file.txt", content);
        letterpress(&format!("{LETTERS} {strict} {}", path.display()))
    };
    assert_one_line(&of("mumble\nx1\n"), 2, &["line 2", "'x1'"]);
    assert_one_line(&of("mumble\nMumble\n"), 2, &["line 2", "already"]);
    assert_one_line(&of("mumble 1\ncup many\n"), 2, &["line 2", "number"]);
    let long = "a".repeat(32);
    assert_one_line(&of(&format!("mumble\n{long}\n")), 2, &["line 2"]);
}

#[test]
fn dictionaries_with_bom_crlf_and_upper_case_are_read() {
    let folder = Folder::new();
    for content in [
        "\u{feff}Mumble\r\n\r\nCUP\r\n",
        "mumble, 3\ncup,2.5\n",
        "mumble\t3\ncup\n",
        "[\"mumble\", \"cup\"]",
    ] {
        let path = folder.write("file.txt", content);
        let run = letterpress(&format!("{LETTERS} --dict {} --format csv", path.display()));
        assert_succeeds(&run);
        assert_eq!(run.stdout.lines().count(), 3, "{run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    }
}

#[test]
fn vocabulary_conflicts_with_frequencies_of_another_scale() {
    let folder = Folder::new();
    let path = folder.write("file.txt", "mumble 3\ncup 2\n");
    for option in ["--vocabulary common", "--lookahead basic"] {
        let run = letterpress(&format!("{LETTERS} --dict {} {option}", path.display()));
        assert_one_line(&run, 2, &["file.txt", "--min-frequency"]);
    }
}

#[test]
fn options_name_those_that_they_need_or_exclude() {
    assert_usage_error(
        &format!("letterpress {LETTERS} --min-frequency 2"),
        &["--dict"],
    );
    assert_usage_error(&format!("letterpress {LETTERS} --boards x"), &["--boards"]);
    assert_usage_error("letterpress --boards x --ours 1", &["--ours"]);
    assert_usage_error("letterpress --boards x --lookahead", &["--lookahead"]);
    assert_usage_error(&format!("letterpress {LETTERS} --top 0"), &["--top"]);
}

#[test]
fn play_needs_one_unfinished_board_and_known_levels() {
    assert_usage_error("letterpress play", &["BOARD"]);
    assert_usage_error("letterpress play --boards x", &["--boards"]);
    assert_usage_error(
        &format!("letterpress play {LETTERS} --first us"),
        &["ours", "theirs"],
    );
    let level = format!("letterpress play {LETTERS} --opponent genius");
    assert_usage_error(&level, &["--opponent", "highbrow"]);
    assert_one_line(&letterpress("play efpja"), 2, &["25 letters", "efpja"]);
    let over = letterpress(&format!("play {LETTERS} --theirs 33554431"));
    assert_one_line(&over, 2, &["over", "25"]);
    let folder = Folder::new();
    let path = folder.write("file.txt", "mumble 3\ncup 2\n");
    let run = letterpress(&format!(
        "play {LETTERS} --dict {} --opponent basic",
        path.display()
    ));
    assert_one_line(&run, 2, &["file.txt", "--opponent basic"]);
}

/// The output of a game whose input comes from a pipe.
#[track_caller]
fn game(args: &str, lines: impl AsRef<[u8]>) -> String {
    let folder = Folder::new();
    let lines = File::open(folder.write("lines.txt", lines)).unwrap();
    let run = finish(engine(&format!("letterpress play {args}")).stdin(lines));
    assert_succeeds(&run);
    assert_eq!(run.stderr, "", "{run:?}");
    run.stdout
}

#[test]
fn saved_game_continues_where_it_stopped() {
    let folder = Folder::new();
    let path = folder.path("a game.txt");
    game(LETTERS, format!("jack\n/save {}\n", path.display()));
    let saved = text(&path);
    assert!(saved.ends_with("\njack\n\nto move: theirs\n"), "{saved}");
    fs::rename(&path, folder.path("game.txt")).unwrap();
    let resumed = game(&folder.path("game.txt").display().to_string(), "jack\n");
    assert!(
        resumed.contains("ours 4, theirs 0, free 21; theirs to move"),
        "{resumed}"
    );
    assert!(resumed.contains("'jack' was played already"), "{resumed}");
    let args = format!("{} --first ours", folder.path("game.txt").display());
    let resumed = game(&args, "");
    assert!(resumed.contains("free 21; ours to move"), "{resumed}");
}

#[test]
fn saved_game_keeps_passes() {
    let folder = Folder::new();
    let path = folder.path("game.txt");
    game(LETTERS, format!("jack\n/pass\n/save {}\n", path.display()));
    let saved = text(&path);
    assert!(saved.ends_with("to move: ours, after a pass\n"), "{saved}");
    let resumed = game(&path.display().to_string(), "/pass\n");
    assert!(resumed.contains("theirs passed"), "{resumed}");
    assert!(resumed.contains("the game is over: ours won"), "{resumed}");

    game(
        LETTERS,
        format!("/pass\n/pass\n/save! {}\n", path.display()),
    );
    let over = letterpress(&format!("play {}", path.display()));
    assert_one_line(&over, 2, &["over", "both players passed"]);

    // Our moves are ranked even if it is their turn, and a line says so.
    game(LETTERS, format!("jack\n/save! {}\n", path.display()));
    let ranked = letterpress(&format!("{} --top 1 --format csv", path.display()));
    assert_succeeds(&ranked);
    assert!(ranked.stderr.contains("it is their turn"), "{ranked:?}");
}

#[test]
fn save_does_not_replace_a_file_unless_asked_to() {
    let folder = Folder::new();
    let path = folder.write("notes.txt", "notes");
    let said = game(LETTERS, format!("/save {}\n", path.display()));
    assert!(said.contains("exists; /save! "), "{said}");
    assert_eq!(text(&path), "notes");
    game(LETTERS, format!("/save! {}\n", path.display()));
    assert!(text(&path).starts_with("efpja"), "{}", text(&path));
}

#[test]
fn game_continues_after_a_failed_save() {
    let folder = Folder::new();
    let nowhere = folder.path("none").join("game.txt");
    let lines = format!("/save\n/save {}\njack\n", nowhere.display());
    let said = game(LETTERS, lines);
    assert!(said.contains("name the file"), "{said}");
    assert!(said.contains("cannot write"), "{said}");
    assert!(said.contains("theirs to move"), "{said}");
}

#[test]
fn malformed_lines_of_a_game_are_answered_and_change_nothing() {
    let said = game(
        LETTERS,
        b"\n\xff\xfe\n/\n/undo 2\njack 11 11\njack \xc3\xa9\n/moves".as_slice(),
    );
    for answer in [
        "is not among the words",
        "'/' is not a command",
        "'/undo 2' is not a command",
        "twice",
        "is not a square",
        "no move was made yet",
    ] {
        assert!(said.contains(answer), "no '{answer}': {said}");
    }
}

#[test]
fn rows_of_a_board_may_be_separated_by_spaces() {
    let run = finish(engine("letterpress").arg("efpja ccwce jfjvk qmmpb kumlt"));
    assert_succeeds(&run);
}

#[test]
fn board_of_other_characters_is_refused_with_their_number() {
    let run = finish(engine("letterpress").arg("é".repeat(25)));
    assert_one_line(&run, 2, &["has 0 and 25 other characters"]);
}

/// Boards with many words, one for each line of a file.
#[cfg(target_os = "linux")]
fn many_boards(count: usize) -> String {
    let mut random = 1_u32;
    let mut letter = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b"eeaiosstrnlc"[(random >> 16) as usize % 12])
    };
    let mut board = || {
        let letters: String = (0..25).map(|_| letter()).collect();
        format!("{{\"board\": \"{letters}\"}}\n")
    };
    (0..count).map(|_| board()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_boards() {
    let folder = Folder::new();
    folder.write("few", many_boards(64));
    folder.write("many", many_boards(400));
    let at = |name: &str| folder.path(name).display().to_string();
    let job = |boards: &str| {
        format!(
            "--threads 1 letterpress --boards {} --all-masks --top 2000 --backend cpu",
            at(boards)
        )
    };
    let few = format!("{} --format csv --output {}", job("few"), at("result"));
    let mut limits = (40..1_000).step_by(10);
    let limit = limits.find(|&mib| run_within(mib, &few).0 == Some(0));
    // Much less than all results take.
    let limit = limit.unwrap() + 40;
    let many = job("many");
    for (command, output) in [
        (many.clone(), "table"),
        (format!("{many} --format csv"), "csv"),
        (format!("{many} --format json"), "json"),
        (format!("{many} --shard 1/2"), "shard-1"),
        (format!("{many} --shard 2/2"), "shard-2"),
        (
            format!(
                "--threads 1 merge {} {} --format csv",
                at("shard-1"),
                at("shard-2")
            ),
            "merged",
        ),
    ] {
        let (code, _, stderr) = run_within(limit, &format!("{command} --output {}", at(output)));
        assert_eq!(code, Some(0), "{limit} MiB, {command}: {stderr}");
    }
    let bytes = |name: &str| fs::read(folder.path(name)).unwrap();
    assert!(bytes("json").len() > 200 << 20, "{}", bytes("json").len());
    assert_eq!(bytes("merged"), bytes("csv"));
}

#[test]
fn csv_of_many_boards_without_any_move_has_the_usual_header() {
    let folder = Folder::new();
    let boards = format!("{{\"board\": \"{LETTERS}\"}}\n");
    let boards = folder.write("boards.jsonl", boards);
    let header = |dictionary: &str| {
        let dict = folder.write("dict.txt", dictionary);
        let args = format!(
            "--backend cpu letterpress --boards {} --dict {} --format csv",
            boards.display(),
            dict.display()
        );
        let run = finish(&mut engine(&args));
        assert_succeeds(&run);
        run.stdout.lines().next().unwrap().to_owned()
    };
    assert_eq!(header("zzz\n"), header("mumble\n"));
    assert!(header("zzz\n").starts_with("board,rank,"));
}

#[test]
fn line_of_boards_that_is_not_json_is_refused_with_the_form() {
    assert_file_is_refused(
        "--boards",
        format!("{LETTERS}\n"),
        &[
            "line 1",
            "not a JSON object such as {\"board\": ",
            "column 1",
        ],
    );
}
