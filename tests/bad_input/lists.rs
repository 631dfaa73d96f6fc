//! Bad input: word lists that cannot be read.

use super::*;

#[test]
fn missing_list_is_refused() {
    let path = Folder::new().path("missing.txt");
    assert_list_is_refused(&path, &["cannot read", "No such file"]);
}

#[test]
fn path_that_uses_a_file_as_a_folder_is_refused() {
    let folder = Folder::new();
    folder.write("words.txt", "crane\n");
    assert_list_is_refused(&folder.path("words.txt/more.txt"), &["cannot read"]);
}

#[cfg(target_os = "linux")]
#[test]
fn unreadable_list_is_refused() {
    // Reading this file fails for every user, root included.
    assert_list_is_refused(Path::new("/proc/self/mem"), &["cannot read", "error"]);
}

#[cfg(unix)]
#[test]
fn list_without_read_permission_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = folder.write("words.txt", "crane\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if File::open(&path).is_ok() {
        return; // Root may read every file.
    }
    assert_list_is_refused(&path, &["cannot read", "Permission denied", "permissions"]);
}

#[test]
fn folder_is_refused() {
    let folder = Folder::new();
    assert_list_is_refused(folder.0.path(), &["is a folder", "name a file"]);
}

#[test]
fn binary_file_is_refused() {
    assert_content_is_refused(b"\x7fELF\x02\x01\x01\0\0\0crane\n", &["binary", "UTF-8"]);
}

#[test]
fn utf_16_is_refused() {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let bytes: Vec<u8> = utf16("\u{feff}crane\r\nslate\r\n");
    assert_content_is_refused(bytes, &["UTF-16", "UTF-8"]);
}

#[test]
fn json_object_with_two_lists_is_refused() {
    assert_content_is_refused(
        r#"{"guesses": ["crane"], "solutions": ["slate"]}"#,
        &["two lists", "'guesses'", "'solutions'", "file of its own"],
    );
}

#[test]
fn json_object_whose_keys_are_not_words_is_refused() {
    assert_content_is_refused(
        r#"{"n": "x", "s": {"words": 3}}"#,
        &["no word", "entry 1 is 'n'"],
    );
}

#[test]
fn json_array_of_objects_without_a_word_is_refused() {
    assert_content_is_refused(
        r#"[{"name": "crane"}]"#,
        &["JSON array of words", "object without \"word\""],
    );
}

#[test]
fn javascript_without_texts_is_refused_with_its_line() {
    assert_content_is_refused(
        "const words = [\n  crane,\n];\n",
        &["JavaScript array of words", "line 2"],
    );
}

#[test]
fn program_with_two_arrays_is_refused() {
    assert_content_is_refused(
        "const answers = ['crane'], guesses = ['slate'];",
        &["more than one array", "file of its own"],
    );
}

#[test]
fn csv_with_an_open_quote_is_refused_with_its_line() {
    assert_content_is_refused(
        "word,note\ncrane,bird\nslate,\"stone\n",
        &["line 3", "quote is not closed"],
    );
}

#[test]
fn json_array_of_numbers_is_refused() {
    assert_content_is_refused("[1, 2, 3]", &["JSON array of words", "integer `1`"]);
}

#[test]
fn json_array_of_arrays_is_refused() {
    assert_content_is_refused(r#"[["crane"]]"#, &["JSON array of words"]);
}

#[test]
fn truncated_json_array_is_refused_with_its_line() {
    assert_content_is_refused("[\"crane\",\n \"sla", &["JSON array of words", "line 2"]);
}

#[test]
fn text_after_the_json_array_is_refused() {
    assert_content_is_refused(
        r#"["crane"] ["slate"]"#,
        &["JSON array of words", "trailing"],
    );
}

#[test]
fn empty_list_is_refused() {
    assert_content_is_refused("", &["no word", "skipped: 0"]);
    assert_content_is_refused("\r\n \n\n", &["no word", "skipped: 0"]);
    assert_content_is_refused("[]", &["no word"]);
}

#[test]
fn list_without_usable_words_is_refused_with_the_number_skipped() {
    assert_content_is_refused("hi\nx\nit's!\n", &["no word", "letters", "skipped: 3"]);
    let folder = Folder::new();
    let path = folder.write("short.txt", "hi\nx\nit's!\n");
    let run = finish(wordle("--first-guess-sweep --solutions").arg(path));
    assert_one_line(&run, 2, &["no word of 3 to 10 letters", "skipped: 3"]);
    let path = folder.write("words.txt", "four\nsixsix\nit's!\n");
    let mut command = wordle("--first-guess-sweep --length 5 --solutions");
    let run = finish(command.arg(path));
    assert_one_line(&run, 2, &["no word", "five letters", "3"]);
}

#[test]
fn list_without_usable_words_is_quoted_and_the_forms_are_named() {
    assert_content_is_refused(
        "# ours\ncrane-slate-abbey\nx\n",
        &[
            "line 2 is 'crane-slate-abbey'",
            "one word per line",
            "CSV",
            "JSON",
            "JavaScript",
        ],
    );
}

#[test]
fn strict_refuses_a_word_of_another_length_with_its_line() {
    let folder = Folder::new();
    let path = folder.write("words.txt", "crane\r\n\r\nslate\r\nfour\r\nsixsix\r\n");
    let run = finish(wordle("--first-guess-sweep --strict --solutions").arg(&path));
    assert_one_line(
        &run,
        2,
        &[path.to_str().unwrap(), "line 4", "'four'", "five letters"],
    );
}

#[test]
fn strict_refuses_a_duplicate_with_its_line() {
    let folder = Folder::new();
    let path = folder.write("words.txt", "crane\nslate\nCrane\n");
    let run = finish(wordle("--first-guess-sweep --strict --guesses").arg(&path));
    assert_one_line(
        &run,
        2,
        &[path.to_str().unwrap(), "line 3", "'Crane'", "already"],
    );
}

#[test]
fn strict_refuses_a_json_entry_with_its_number() {
    let folder = Folder::new();
    let path = folder.write("words.json", r#"["crane", "it's", "slate"]"#);
    let run = finish(wordle("--first-guess-sweep --strict --solutions").arg(&path));
    assert_one_line(&run, 2, &[path.to_str().unwrap(), "entry 2", "'it's'"]);
}

#[test]
fn strict_quotes_only_the_start_of_a_long_line() {
    let folder = Folder::new();
    let line = format!("\u{1b}[31m{}", "é".repeat(100_000));
    let path = folder.write("words.txt", line);
    let run = finish(wordle("--first-guess-sweep --strict --solutions").arg(&path));
    assert_one_line(&run, 2, &["line 1"]);
    assert!(run.stderr.len() < 400 + path.as_os_str().len(), "{run:?}");
    assert!(!run.stderr.contains('\u{1b}'), "{run:?}");
}

#[test]
fn unknown_list_name_is_refused_and_the_known_ones_are_listed() {
    assert_usage_error(
        "wordle --first-guess-sweep --list classic",
        &["'classic'", "--list", "original", "nyt"],
    );
}

#[test]
fn list_whose_first_word_is_in_brackets_is_not_json() {
    let folder = Folder::new();
    let path = folder.write("words.txt", "[sic]\ncrane\nslate\n");
    let run = finish(wordle("--first-guess-sweep --solutions").arg(path));
    assert_succeeds(&run);
    assert!(
        run.stderr.contains("kept 2 words; skipped 1 line"),
        "{run:?}"
    );
}
