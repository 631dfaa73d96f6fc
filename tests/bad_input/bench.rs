//! Bad input of `engine bench`, and damaged tunings.

use super::*;

/// `engine` with a graphics interface that no adapter here offers, so that it finds none.
fn without_adapters(args: &str) -> Command {
    let mut command = engine(args);
    let other = if cfg!(windows) { "metal" } else { "dx12" };
    command.env("WGPU_BACKEND", other);
    command
}

/// `engine` with its own cache folder.
fn with_cache(args: &str, folder: &Path) -> Command {
    let mut command = engine(args);
    // On Linux, macOS and Windows.
    for variable in [
        "XDG_CACHE_HOME",
        "HOME",
        "LOCALAPPDATA",
        "APPDATA",
        "USERPROFILE",
    ] {
        command.env(variable, folder);
    }
    command
}

/// True if there is an adapter. `tests/twins.rs` fails if a requested adapter is missing.
fn has_adapter() -> bool {
    finish(&mut engine("devices --format csv"))
        .stdout
        .lines()
        .count()
        > 1
}

#[test]
fn chart_without_svg_extension_is_refused() {
    for name in ["chart.png", "chart", "svg"] {
        assert_usage_error(&format!("bench --chart {name}"), &["--chart", name, ".svg"]);
    }
}

#[test]
fn unwritable_chart_is_refused_before_measuring() {
    let run = finish(&mut engine("bench --chart missing/chart.svg"));
    assert_one_line(&run, 1, &["cannot write missing/chart.svg"]);
    let run = finish(&mut engine("bench --chart a.svg --output a.svg"));
    assert_one_line(&run, 2, &["a.svg", "two results"]);
}

#[test]
fn tune_conflicts_with_measuring() {
    for other in ["--quick", "--chart a.svg"] {
        assert_usage_error(
            &format!("bench --tune {other}"),
            &["--tune", "cannot be used"],
        );
    }
}

#[test]
fn unknown_adapter_is_refused() {
    let run = finish(&mut without_adapters("bench --backend gpu"));
    assert_one_line(&run, 2, &["no GPU adapter was found"]);
    let run = finish(&mut without_adapters("bench --adapter 0"));
    assert_one_line(&run, 2, &["no GPU adapter was found"]);
    assert_usage_error("bench --backend cpu --adapter 0", &["--adapter"]);
    for args in ["bench --tune", "bench --tune --backend cpu"] {
        let run = finish(&mut without_adapters(args));
        assert_one_line(&run, 2, &["no GPU adapter to tune", "engine devices"]);
    }
}

#[test]
fn cpu_alone_is_measured_without_an_adapter() {
    let run = finish(&mut without_adapters(
        "bench --quick --format csv --threads 2",
    ));
    assert_succeeds(&run);
    let mut rows = csv::Reader::from_reader(run.stdout.as_bytes());
    for row in rows.records().map(Result::unwrap) {
        assert!(["cpu 1", "cpu 2"].contains(&&row[4]), "{row:?}");
    }
}

#[test]
fn damaged_or_foreign_tuning_is_ignored_with_one_warning() {
    if !has_adapter() {
        return;
    }
    let folder = Folder::new();
    let tune = "bench --tune --adapter 0 --format json";
    let run = finish(&mut with_cache(tune, folder.0.path()));
    assert_succeeds(&run);
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let file = Path::new(json["tunings"][0]["file"].as_str().unwrap());
    assert!(file.starts_with(folder.0.path()), "{run:?}");
    let kept: serde_json::Value = serde_json::from_str(&text(file)).unwrap();
    assert_eq!(kept["tuning"], json["tunings"][0]["tuning"]);

    let sweep = "wordle --first-guess-sweep --adapter 0 --top 3 --format csv";
    let plain = finish(&mut with_cache(sweep, folder.0.path()));
    assert_eq!(plain.stderr.lines().count(), 1, "{plain:?}");
    let whole = text(file);
    let another = whole.replacen("\"driver\": \"", "\"driver\": \"x", 1);
    for (content, says) in [
        (&whole[..40], "holds no tuning"),
        (&another, "another adapter's"),
    ] {
        fs::write(file, content).unwrap();
        let run = finish(&mut with_cache(sweep, folder.0.path()));
        assert_eq!((run.code, &run.stdout), (Some(0), &plain.stdout));
        let warnings = run
            .stderr
            .lines()
            .filter(|line| line.starts_with("warning: "));
        let warnings: Vec<&str> = warnings.collect();
        assert_eq!(warnings.len(), 1, "{run:?}");
        assert!(
            warnings[0].contains(says) && warnings[0].contains("ignored"),
            "{run:?}"
        );
    }
}

#[test]
fn unwritable_cache_folder_fails_before_tuning() {
    if !has_adapter() {
        return;
    }
    let folder = Folder::new();
    let file = folder.write("file", "");
    let run = finish(&mut with_cache("bench --tune --adapter 0", &file));
    assert_one_line(&run, 1, &["cannot write", "tuning-"]);
    // Other jobs do not need the cache folder.
    let sweep = "wordle --first-guess-sweep --adapter 0 --top 3";
    assert_succeeds(&finish(&mut with_cache(sweep, &file)));
}

/// Waits until a process has installed its Ctrl-C handler.
#[cfg(target_os = "linux")]
fn wait_for_handler(process: u32) {
    use std::time::{Duration, Instant};
    let started = Instant::now();
    let has_handler = || {
        let status = text(Path::new(&format!("/proc/{process}/status")));
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = u64::from_str_radix(caught.unwrap().trim(), 16).unwrap();
        caught >> 1 & 1 == 1
    };
    while !has_handler() {
        assert!(started.elapsed() < Duration::from_secs(60), "no handler");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_shows_the_measurements_so_far() {
    let mut command = engine("bench --backend cpu --threads 2");
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_handler(child.id());
    let mut kill = Command::new("kill");
    assert!(
        kill.args(["-s", "INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    let run = finished(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(130), "{run:?}");
    assert!(
        run.stdout.starts_with("original lists\ncpu 1: 1 thread\n"),
        "{run:?}"
    );
    assert!(run.stdout.contains("per second"), "{run:?}");
    let last = run.stderr.lines().last();
    assert_eq!(
        last,
        Some("interrupted; the measurements made so far are shown"),
        "{run:?}"
    );
}
