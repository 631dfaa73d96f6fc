//! Unusual word lists that must be read all the same.

use super::*;

const PLAIN: &str = "crane\nslate\nabbey\ngeese\n";

/// Runs the sweep with one file as both lists.
#[track_caller]
fn sweep(content: impl AsRef<[u8]>, more: &str) -> Finished {
    let folder = Folder::new();
    let path = folder.write("words.txt", content);
    let mut command = wordle("--first-guess-sweep --format csv");
    command.args(more.split_whitespace());
    let run = finish(
        command
            .arg("--solutions")
            .arg(&path)
            .arg("--guesses")
            .arg(&path),
    );
    assert_succeeds(&run);
    run
}

/// Asserts that a file is read as the list [`PLAIN`], even with `--strict`.
#[track_caller]
fn assert_is_plain(content: impl AsRef<[u8]>) {
    let run = sweep(content, "--strict");
    assert_eq!(run.stdout, sweep(PLAIN, "").stdout);
    assert_eq!(run.stderr.lines().count(), 1, "no note: {run:?}");
}

/// Asserts that a file is read as the list [`PLAIN`], and that a note counts the lines left out.
#[track_caller]
fn assert_is_plain_with_note(content: impl AsRef<[u8]>, skipped: usize, duplicates: usize) {
    let run = sweep(content, "");
    assert_eq!(run.stdout, sweep(PLAIN, "").stdout);
    let notes: Vec<&str> = run
        .stderr
        .lines()
        .filter(|l| l.starts_with("note: "))
        .collect();
    assert_eq!(notes.len(), 2, "one a list: {run:?}");
    for note in notes {
        for part in [
            "words.txt: kept 4 words".to_owned(),
            format!("skipped {skipped} "),
            format!("dropped {duplicates} "),
        ] {
            assert!(note.contains(&part), "no '{part}': {note}");
        }
    }
}

#[test]
fn crlf_line_ends_are_read() {
    assert_is_plain(PLAIN.replace('\n', "\r\n"));
}

#[test]
fn byte_order_mark_is_ignored() {
    assert_is_plain(format!("\u{feff}{PLAIN}"));
    assert_is_plain("\u{feff}[\"crane\", \"slate\", \"abbey\", \"geese\"]");
}

#[test]
fn upper_case_is_folded() {
    assert_is_plain(PLAIN.to_uppercase());
    assert_is_plain("Crane\nsLATE\nAbbey\nGEESe\n");
}

#[test]
fn blank_lines_spaces_and_a_missing_last_line_end_are_ignored() {
    assert_is_plain(PLAIN.trim_end());
    assert_is_plain("\n  crane\t\nslate \n\n\nabbey\n   \ngeese\n\n");
}

#[test]
fn json_array_is_read() {
    assert_is_plain(r#"["crane", "slate", "abbey", "geese"]"#);
    assert_is_plain("\n [\r\n\"CRANE\",\"slate\",\n\"abbe\\u0079\",\t\"geese\"]\n");
}

#[test]
fn lists_as_people_have_them_are_read() {
    assert_is_plain("crane 30\nslate 20\nabbey 10\ngeese 5\n");
    assert_is_plain("crane,30\nslate,20\nabbey,10\ngeese,5\n");
    assert_is_plain("  30\tcrane\n  20\tslate\n  10\tabbey\n   5\tgeese\n");
    assert_is_plain("\"crane\",\n\"slate\",\n\"abbey\",\n\"geese\"\n");
    assert_is_plain("// Ours\n# four\ncrane\nslate\n\n# more\nabbey\ngeese\n");
    assert_is_plain("const words = ['crane', 'slate',\n  'abbey', 'geese'];\n");
    assert_is_plain(r#"{"version": 1, "words": ["crane", "slate", "abbey", "geese"]}"#);
    assert_is_plain(r#"{"crane": 30, "slate": 20, "abbey": 10, "geese": 5}"#);
}

#[test]
fn header_is_not_a_word_and_a_note_says_so() {
    for (content, header) in [
        ("guess\ncrane\nslate\nabbey\ngeese\n", "guess"),
        (
            "rank,words\n1,crane\n2,slate\n3,abbey\n4,geese\n",
            "rank,words",
        ),
    ] {
        let run = sweep(content, "--strict");
        assert_eq!(run.stdout, sweep(PLAIN, "").stdout);
        let note = format!("words.txt: '{header}' is a header and not a word");
        assert_eq!(
            run.stderr.matches(&note).count(),
            2,
            "one for each list: {run:?}"
        );
    }
}

#[test]
fn note_counts_skipped_lines_and_duplicates() {
    assert_is_plain_with_note(
        "crane\nfour\nslate\nCRANE\nabbey\nsixsix\ncr ne\ngeese\n",
        3,
        1,
    );
    assert_is_plain_with_note(
        r#"["crane", "", "x", "slate", "abbey", "geese", "geese"]"#,
        1,
        1,
    );
}

#[test]
fn latin_1_lines_with_accents_are_skipped() {
    assert_is_plain_with_note(b"crane\nslate\nabbey\n\xe9tude\ncaf\xe9s\ngeese\n", 2, 0);
}

#[test]
fn general_dictionary_is_read() {
    let dictionary = "A\nA's\nAMD\nAbbey\nAbbey's\nabbey\nabbeys\nZürich\ncrane\ncrane's\n\
         cranes\négalité\ngeese\nslate\nslate's\nx-ray\nétudes\n";
    let run = sweep(dictionary, "");
    assert_eq!(run.stdout.lines().count(), 1 + 4);
    assert!(run.stderr.contains("4 words; skipped 12 "), "{run:?}");
    assert!(run.stderr.contains("dropped 1 "), "{run:?}");
}

#[test]
fn list_of_300_000_guesses_is_swept() {
    let folder = Folder::new();
    let letters = |mut n: u32| {
        let mut word = [0; 5];
        for letter in &mut word {
            *letter = b'a' + (n % 26) as u8;
            n /= 26;
        }
        String::from_utf8(word.to_vec()).unwrap() + "\n"
    };
    // 31 and 26^5 have no common factor, so no word is repeated.
    let words: String = (0..300_000).map(|n| letters(n * 31)).collect();
    let path = folder.write("words.txt", words);
    let mut command = wordle("--first-guess-sweep --top 1 --format csv --guesses");
    let run = finish(
        command
            .arg(path)
            .arg("--solutions")
            .arg(folder.write("s.txt", PLAIN)),
    );
    assert_succeeds(&run);
    let done = run.stderr.lines().last().unwrap();
    assert!(done.contains("patterns"), "{run:?}");
}

#[test]
fn missing_solutions_are_added_to_the_guesses_and_counted() {
    let folder = Folder::new();
    let solutions = folder.write("solutions.txt", "crane\nslate\nabbey\n");
    let guesses = folder.write("guesses.txt", "geese\nslate\n");
    let mut command = wordle("--first-guess-sweep --format csv --solutions");
    let run = finish(command.arg(solutions).arg("--guesses").arg(guesses));
    assert_succeeds(&run);
    let mut words: Vec<&str> = run
        .stdout
        .lines()
        .skip(1)
        .map(|row| row.split(',').nth(1).unwrap())
        .collect();
    words.sort_unstable();
    assert_eq!(words, ["abbey", "crane", "geese", "slate"]);
    let notes: Vec<&str> = run
        .stderr
        .lines()
        .filter(|l| l.starts_with("note: "))
        .collect();
    assert_eq!(notes.len(), 1, "{run:?}");
    assert!(
        notes[0].contains('2') && notes[0].contains("added"),
        "{run:?}"
    );
}

#[test]
fn list_of_one_solution_gives_one_group() {
    let folder = Folder::new();
    let path = folder.write("words.txt", "crane\n");
    let run = finish(wordle("--first-guess-sweep --top 1 --format csv --solutions").arg(path));
    assert_succeeds(&run);
    assert_eq!(
        run.stdout.lines().nth(1),
        Some("1,crane,true,1,1,1.0,0.0,1,1.0,1")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn list_may_be_larger_than_memory() {
    let folder = Folder::new();
    // Latin-1, whose bytes would become three bytes each in UTF-8.
    let mut text = [0xe9; 4_096];
    text[4_095] = b'\n';
    let lines = text.repeat(64 << 8);
    let text = folder.write(
        "list.txt",
        [&lines[..], b"slate\ncrane\n", &lines[..]].concat(),
    );
    let json = [
        b"[\"slate\"",
        &b",\"\xe9t\xe9\"".repeat(10 << 20)[..],
        b",\"crane\"]",
    ]
    .concat();
    let json = folder.write("list.json", json);
    for path in [text, json] {
        let path = path.display();
        let args =
            format!("--threads 1 wordle --first-guess-sweep --backend cpu --solutions {path}");
        let (code, stdout, stderr) = run_within(100, &args);
        assert_eq!(code, Some(0), "{stderr}");
        assert!(stdout.contains("on 2 candidates"), "{stdout}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn end_of_memory_is_a_failure_and_no_signal() {
    for job in [
        "within 3 --opening trace",
        "optimal --opening salet",
        "simulate",
    ] {
        let job = format!("--threads 1 wordle {job} --backend cpu");
        for mib in [40, 45, 50, 55, 60] {
            let (code, stdout, stderr) = run_within(mib, &job);
            assert_eq!((code, &*stdout), (Some(1), ""), "{mib} MiB: {stderr}");
            assert!(stderr.starts_with("error: not enough memory"), "{stderr}");
            assert_eq!(stderr.lines().count(), 1, "{stderr}");
        }
        // Here the tables fit, and something else may not. Rust says so before our line could.
        for mib in (70..=150).step_by(10) {
            let (code, _, stderr) = run_within(mib, &job);
            assert!(
                code == Some(0) || code == Some(1),
                "{mib} MiB: {code:?} {stderr}"
            );
        }
    }
}
