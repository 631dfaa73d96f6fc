//! Bad input: output paths that cannot be written.

use super::*;

fn sweep_into(path: &Path) -> Command {
    let mut command = wordle("--first-guess-sweep --format csv --output");
    command.arg(path);
    command
}

fn sweep() -> String {
    finish(&mut wordle("--first-guess-sweep --format csv")).stdout
}

#[test]
fn missing_folder_fails_and_names_the_requested_path() {
    let path = Folder::new().path("missing/result.csv");
    let run = finish(&mut sweep_into(&path));
    assert_one_line(
        &run,
        1,
        &["cannot write", path.to_str().unwrap(), "No such file"],
    );
    assert!(!run.stderr.contains(".engine-"), "{run:?}");
}

#[test]
fn folder_as_output_fails() {
    let folder = Folder::new();
    let run = finish(&mut sweep_into(folder.0.path()));
    let path = folder.0.path().to_str().unwrap();
    assert_one_line(&run, 1, &["cannot write", path, "folder"]);
    assert!(folder.names().is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn full_device_fails() {
    let run = finish(&mut sweep_into(Path::new("/dev/full")));
    assert_one_line(&run, 1, &["cannot write", "/dev/full", "No space left"]);
}

#[cfg(unix)]
#[test]
fn failed_write_keeps_the_old_file_and_leaves_no_temporary_file() {
    let folder = Folder::new();
    let path = folder.write("result.csv", "before\n");
    let mut shell = Command::new("sh");
    // Files are limited to one block. The signal is ignored, so the write itself fails.
    shell.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"]);
    let command = sweep_into(&path);
    shell.arg(command.get_program()).args(command.get_args());
    let run = finish(&mut shell);
    assert_one_line(&run, 1, &["cannot write", path.to_str().unwrap()]);
    assert!(!run.stderr.contains(".engine-"), "{run:?}");
    assert_eq!(text(&path), "before\n");
    assert_eq!(folder.names(), ["result.csv"]);
}

#[test]
fn output_file_has_the_bytes_of_stdout() {
    let folder = Folder::new();
    let path = folder.path("result.csv");
    let run = finish(&mut sweep_into(&path));
    assert_eq!((run.code, &run.stdout[..]), (Some(0), ""), "{run:?}");
    assert!(text(&path) == sweep());
}

#[test]
fn output_file_is_replaced_whole_without_temporary_files() {
    let folder = Folder::new();
    let path = folder.write("result.csv", "x".repeat(10_000_000));
    assert_eq!(finish(&mut sweep_into(&path)).code, Some(0));
    assert!(text(&path) == sweep());
    assert_eq!(folder.names(), ["result.csv"]);
}

#[test]
fn bare_file_name_is_written_to_the_current_folder() {
    let folder = Folder::new();
    let mut command = sweep_into(Path::new("result.csv"));
    assert_eq!(finish(command.current_dir(folder.0.path())).code, Some(0));
    assert_eq!(folder.names(), ["result.csv"]);
}

#[cfg(unix)]
#[test]
fn link_is_kept_and_its_target_replaced() {
    let folder = Folder::new();
    fs::create_dir(folder.path("elsewhere")).unwrap();
    let file = folder.write("elsewhere/result.csv", "before\n");
    let link = folder.path("link.csv");
    std::os::unix::fs::symlink("elsewhere/result.csv", &link).unwrap();
    assert_eq!(finish(&mut sweep_into(&link)).code, Some(0));
    assert!(link.is_symlink());
    assert!(text(&file) == sweep());
    assert_eq!(folder.names(), ["elsewhere", "link.csv"]);
}

#[cfg(unix)]
#[test]
fn output_file_keeps_the_permissions_of_the_old_file() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = Folder::new();
    let (new, private) = (folder.path("new.csv"), folder.write("private.csv", ""));
    fs::set_permissions(&private, fs::Permissions::from_mode(0o600)).unwrap();
    for path in [&new, &private] {
        assert_eq!(finish(&mut sweep_into(path)).code, Some(0));
    }
    assert_eq!(mode(&private), 0o600);
    assert_eq!(mode(&new), mode(&folder.write("any.txt", "")));
}

#[cfg(target_os = "linux")]
#[test]
fn device_is_written_directly() {
    let run = finish(&mut sweep_into(Path::new("/dev/stdout")));
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stdout == sweep());
}

#[test]
fn output_over_an_input_is_refused() {
    let folder = Folder::new();
    folder.write("list", "crane\nslate\n");
    folder.write("dict", "word\nwork\nwords\n");
    for (job, option) in [
        (
            "wordle --first-guess-sweep --solutions list --output ./list",
            "--solutions",
        ),
        ("wordle suggest --guesses list --output list", "--guesses"),
        (
            "wordle analyse crane --solution crane --solutions list --output list",
            "--solutions",
        ),
        ("wordle check list --output list", "TREE"),
        ("stumper solve --dict dict --output ./dict", "--dict"),
        ("stumper hint word --dict dict --output dict", "--dict"),
        ("stumper versus --dict dict --output dict", "--dict"),
        (
            "stumper route word words --dict dict --output dict",
            "--dict",
        ),
        (
            "letterpress efpjaccwcejfjvkqmmpbkumlt --dict dict --output dict",
            "--dict",
        ),
        ("letterpress --boards list --output list", "--boards"),
    ] {
        let run = finish(engine(job).current_dir(folder.path("")));
        assert_one_line(&run, 2, &["--output would replace", option]);
    }
    let job = "patterns --rule wordle --solutions list.npy --out ./list.npy";
    folder.write("list.npy", "crane\n");
    let run = finish(engine(job).current_dir(folder.path("")));
    assert_one_line(&run, 2, &["--out would replace", "--solutions"]);
    assert_eq!(text(&folder.path("list")), "crane\nslate\n");
    assert_eq!(text(&folder.path("dict")), "word\nwork\nwords\n");
}

/// Text that would set the title of a terminal's window.
const TITLE: &str = "\u{1b}]0;owned\u{7}";

#[test]
fn text_from_arguments_and_files_is_printed_without_control_characters() {
    let folder = Folder::new();
    let file = folder.write("file.txt", format!("salet {TITLE} BBBBB1\n"));
    let file = file.to_str().unwrap();
    for args in [
        vec!["wordle", "suggest", TITLE],
        vec!["wordle", "check", TITLE],
        vec!["wordle", "check", file],
        vec!["wordle", "optimal", "--checkpoint", file],
        vec!["letterpress", file],
        vec!["letterpress", "--boards", file],
        vec!["letterpress", TITLE],
        vec!["merge", file],
        vec!["stumper", "solve", "--word", TITLE],
        vec![TITLE],
    ] {
        let run = finish(engine("").args(&args));
        assert_one_line(&run, 2, &[]);
        let has_control = |text: &str| text.trim_end().contains(|c: char| c.is_control());
        assert!(!has_control(&run.stderr), "{args:?}: {run:?}");
    }
}

#[test]
fn long_token_is_cut_in_the_message() {
    let folder = Folder::new();
    let file = folder.write("tree.txt", "x".repeat(1_000_000));
    let run = finish(engine("wordle check").arg(file));
    assert_one_line(&run, 2, &["is not a word of five letters"]);
    assert!(run.stderr.len() < 2_000, "{}", run.stderr.len());
}

#[cfg(unix)]
#[test]
fn read_only_file_is_not_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let file = folder.write("kept.txt", "kept");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let run = finish(wordle("--first-guess-sweep --output").arg(&file));
    assert_one_line(&run, 1, &["the file is read-only"]);
    assert_eq!(text(&file), "kept");
}

#[cfg(unix)]
#[test]
fn output_of_graphics_drivers_is_kept_out() {
    for args in ["wordle --first-guess-sweep --top 1", "devices"] {
        let run = finish(engine(args).env_remove("XDG_RUNTIME_DIR"));
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(!run.stderr.contains("XDG_RUNTIME_DIR"), "{run:?}");
    }
}
