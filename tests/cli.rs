//! The command line as people and programs see it.
//!
//! Snapshots are in `tests/cli/*.md`: each shows commands and everything that they print. Commands that read
//! standard input are in `tests/cli/*.toml`, each with its input (`.stdin`) and output (`.stdout`).
//! `TRYCMD=overwrite cargo test --test cli` rewrites the snapshots. Read what changed, and put `[..]` for times
//! again.

mod engine_command;

use std::fs;
use std::path::Path;

use engine_command::{engine, finish, wordle};
use serde_json::Value;
use trycmd::TestCases;

const FORMATS: [&str; 3] = ["table", "json", "csv"];

/// The stdout of `engine wordle`.
#[track_caller]
fn stdout(args: &str) -> String {
    let run = finish(&mut wordle(args));
    assert_eq!(run.code, Some(0), "{run:?}");
    run.stdout
}

/// A result without the time it took, the only part that differs from run to run.
fn timeless(result: &str) -> String {
    let lines = result.lines().filter(|line| !line.contains("\"seconds\""));
    lines.collect::<Vec<_>>().join("\n")
}

fn json(args: &str) -> Value {
    serde_json::from_str(&stdout(&format!("{args} --format json"))).unwrap()
}

/// The rows of a CSV result. Each maps the names of the header to values.
fn csv_rows(args: &str) -> Vec<csv::StringRecord> {
    let text = stdout(&format!("{args} --format csv"));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(
        reader.headers().unwrap(),
        &[
            "rank",
            "guess",
            "candidate",
            "splits",
            "largest",
            "expected",
            "entropy",
            "singletons",
            "win_in_two",
            "sum_squares",
        ][..]
    );
    reader.records().map(Result::unwrap).collect()
}

#[test]
fn json_of_suggest_has_every_candidate_however_many_are_shown() {
    for shown in ["", " --candidates-shown 2", " --candidates-shown all"] {
        let result = json(&format!("suggest crane=-y--g{shown}"));
        assert_eq!(result["candidates"], 40);
        assert_eq!(result["candidate_words"].as_array().unwrap().len(), 40);
    }
}

#[test]
fn commands_print_their_snapshots() {
    TestCases::new()
        .register_bin("engine", Path::new(env!("CARGO_BIN_EXE_engine")))
        .env("COLUMNS", "100")
        // Without this variable Mesa's drivers print complaints on stderr.
        .env("XDG_RUNTIME_DIR", env!("CARGO_TARGET_TMPDIR"))
        .case("tests/cli/*.md")
        .case("tests/cli/*.toml")
        .run();
}

#[test]
fn result_is_independent_of_the_number_of_threads() {
    for format in FORMATS {
        for args in ["--first-guess-sweep", "--given crane=-y--- --sort entropy"] {
            let result = |threads: u32| {
                let args = format!("{args} --top all --format {format} --threads {threads}");
                timeless(&stdout(&args))
            };
            let one = result(1);
            assert!(one == result(2), "{args}: 1 and 2 threads differ");
            assert!(one == result(5), "{args}: 1 and 5 threads differ");
        }
    }
}

#[test]
fn json_and_csv_hold_every_guess_and_a_table_shows_twenty() {
    let args = "--first-guess-sweep";
    assert_eq!(csv_rows(args).len(), 12_972);
    assert_eq!(json(args)["guesses"].as_array().unwrap().len(), 12_972);
    // The rows are between two heading lines and two closing lines.
    assert_eq!(stdout(args).lines().count(), 2 + 20 + 2);
}

#[test]
fn top_limits_the_rows_and_all_shows_every_row() {
    for (top, rows) in [
        ("1", 1),
        ("7", 7),
        ("12971", 12_971),
        ("20000", 12_972),
        ("all", 12_972),
    ] {
        let args = format!("--first-guess-sweep --top {top}");
        assert_eq!(csv_rows(&args).len(), rows, "{top}");
        assert_eq!(
            json(&args)["guesses"].as_array().unwrap().len(),
            rows,
            "{top}"
        );
        let table = stdout(&args);
        let hint = usize::from(rows < 12_972);
        assert_eq!(table.lines().count(), 2 + rows + 1 + hint, "{top}");
    }
}

#[test]
fn sort_ranks_by_its_figure_with_candidates_first_among_ties() {
    // The column of the figure, and true if a higher figure is better.
    for (sort, column, more) in [
        ("splits", 3, true),
        ("largest", 4, false),
        ("expected", 5, false),
        ("entropy", 6, true),
        ("singletons", 7, true),
        ("win-in-two", 8, true),
    ] {
        let rows = csv_rows(&format!("--first-guess-sweep --sort {sort}"));
        let figure = |row: &csv::StringRecord| {
            let figure: f64 = row[column].parse().unwrap();
            if more { -figure } else { figure }
        };
        for (rank, pair) in rows.windows(2).enumerate() {
            let [a, b] = pair else { unreachable!() };
            assert_eq!(a[0], (rank + 1).to_string());
            assert!(figure(a) <= figure(b), "{sort}: {a:?} before {b:?}");
            if figure(a) == figure(b) {
                assert!(a[2] >= b[2], "{sort}: {a:?} before {b:?}");
            }
        }
    }
}

#[test]
fn remaining_ties_keep_the_order_of_the_list() {
    let list = wordgame_engine::guessing::Lists::original();
    let rows = csv_rows("--first-guess-sweep --sort largest");
    let index = |row: &csv::StringRecord| list.guess_index(row[1].parse().unwrap()).unwrap();
    for pair in rows.windows(2) {
        if pair[0][4] == pair[1][4] && pair[0][2] == pair[1][2] {
            assert!(index(&pair[0]) < index(&pair[1]), "{pair:?}");
        }
    }
}

#[test]
fn table_json_and_csv_show_the_same_figures() {
    let args = "--first-guess-sweep --list nyt --sort entropy --top 50";
    let csv = csv_rows(args);
    let json = json(args);
    let table = stdout(args);
    let lines: Vec<&str> = table.lines().skip(2).collect();
    for (i, row) in csv.iter().enumerate() {
        let of_json = &json["guesses"][i];
        for (column, name) in [
            (0, "rank"),
            (3, "splits"),
            (4, "largest"),
            (7, "singletons"),
        ] {
            assert_eq!(row[column], of_json[name].to_string());
        }
        assert_eq!(row[1], of_json["guess"]);
        assert_eq!(row[2], of_json["candidate"].to_string());
        for (column, name) in [(5, "expected"), (6, "entropy"), (8, "win_in_two")] {
            let figure: f64 = row[column].parse().unwrap();
            // serde_json may be wrong in the last bit of a number.
            let off = of_json[name].as_f64().unwrap() - figure;
            assert!(off.abs() < 1e-12, "{row:?}: {name} off by {off}");
        }

        let figure = |column: usize| row[column].parse::<f64>().unwrap();
        let mut cells: Vec<String> = vec![row[0].to_owned(), row[1].to_owned()];
        cells.extend((&row[2] == "true").then(|| "*".to_owned()));
        cells.extend([row[3].to_owned(), row[4].to_owned()]);
        cells.push(format!("{:.2}", figure(5)));
        cells.push(format!("{:.5}", figure(6)));
        cells.push(row[7].to_owned());
        cells.push(format!("{:.2}%", figure(8) * 100.0));
        assert_eq!(lines[i].split_whitespace().collect::<Vec<_>>(), cells);
    }
}

#[test]
fn figures_follow_from_the_sum_of_squares_and_the_splits() {
    for row in csv_rows("--first-guess-sweep") {
        let (splits, squares): (f64, f64) = (row[3].parse().unwrap(), row[9].parse().unwrap());
        assert_eq!(row[5].parse(), Ok(squares / 2315.0), "{row:?}");
        assert_eq!(row[8].parse(), Ok(splits / 2315.0), "{row:?}");
    }
}

#[test]
fn json_holds_lists_hashes_backend_adapter_and_time() {
    let json = json("--first-guess-sweep --list nyt --top 1");
    assert_eq!(json["lists"]["name"], "nyt");
    assert_eq!(json["lists"]["guesses"]["words"], 14_855);
    assert_eq!(json["lists"]["solutions"]["words"], 2_309);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("dicts/nyt-solutions.txt");
    let hash = wordgame_engine::words::list::sha256_hex(&fs::read(file).unwrap());
    assert_eq!(json["lists"]["solutions"]["sha256"], hash);
    assert_eq!(json["backend"], "cpu");
    assert_eq!(json["adapter"], Value::Null);
    assert!(json["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn hard_mode_shows_only_guesses_that_keep_the_revealed_letters() {
    let rows = csv_rows("--given trace=-y-g- --hard");
    assert_eq!(
        rows.len() as u64,
        json("--given trace=-y-g- --hard")["allowed_guesses"]
    );
    for row in &rows {
        let guess = row[1].as_bytes();
        assert!(guess[3] == b'c' && guess.contains(&b'r'), "{row:?}");
    }
    // Every such word of the list is shown.
    let list = wordgame_engine::guessing::Lists::original();
    let words = list.guesses().iter().map(ToString::to_string);
    let allowed = words.filter(|word| word.as_bytes()[3] == b'c' && word.contains('r'));
    assert_eq!(allowed.count(), rows.len());
}

#[test]
fn hard_mode_allows_every_first_guess() {
    let all = "--first-guess-sweep --format csv";
    assert!(stdout(&format!("{all} --hard")) == stdout(all));
}

#[test]
fn table_fits_80_columns() {
    for args in [
        "--first-guess-sweep --top all",
        "--first-guess-sweep --list nyt --top all --sort largest",
        "--given roate=----g,slice=gyg-g,while=--ggg,stile=g-ggg,swile=g-ggg,smile=ggggg",
    ] {
        let table = stdout(args);
        let widest = table
            .lines()
            .max_by_key(|line| line.chars().count())
            .unwrap();
        assert!(widest.chars().count() <= 80, "{widest}");
    }
}

#[test]
fn colours_reach_only_a_terminal() {
    let coloured = |result: &str| result.contains('\u{1b}');
    for format in FORMATS {
        let args = format!("--first-guess-sweep --top 3 --format {format}");
        assert!(!coloured(&stdout(&args)), "{format}");
    }

    // `--color always` gives what a terminal would get.
    let table = "--first-guess-sweep --top 3";
    let run = finish(wordle(table).env("CLICOLOR_FORCE", "1"));
    assert!(coloured(&run.stdout), "{run:?}");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.txt");
    let mut command = wordle(table);
    let run = finish(
        command
            .arg("--output")
            .arg(&path)
            .env("CLICOLOR_FORCE", "1"),
    );
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), stdout(table));
}

#[test]
fn notes_go_to_stderr_and_results_to_stdout() {
    for format in FORMATS {
        let args = format!("--first-guess-sweep --top 3 --format {format}");
        let run = finish(&mut wordle(&args));
        assert!(!run.stdout.contains(" patterns on "), "{run:?}");
        assert!(
            run.stderr.starts_with("30,030,180 patterns on cpu in "),
            "{run:?}"
        );
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    }
}

#[test]
fn chance_to_win_in_two_ranks_like_splits() {
    let rows = |sort| csv_rows(&format!("--first-guess-sweep --sort {sort}"));
    let (splits, chances) = (rows("splits"), rows("win-in-two"));
    assert!(splits == chances);
}

/// Jobs on the user's own lists, which are in the `.in` folder of a snapshot.
const JOBS: [&str; 8] = [
    "simulate",
    "simulate --strategy collisions --hard",
    "simulate --strategy all --hard strict",
    "simulate --all-openings --hard --top all",
    "within 2",
    "within 3 --top 5",
    "within 4 --opening zesty",
    "within 6 --top 100",
];

/// The stdout of a job on small lists, without the time it took.
#[track_caller]
fn job(job: &str, compute: &str, format: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/simulate.in");
    let (solutions, guesses) = (folder.join("words.txt"), folder.join("further.txt"));
    let mut command = engine(&format!("{compute} wordle {job} --format {format}"));
    command.arg("--solutions").arg(solutions);
    let run = finish(command.arg("--guesses").arg(guesses));
    assert_eq!(run.code, Some(0), "{run:?}");
    timeless(&run.stdout)
}

#[test]
fn games_are_independent_of_the_number_of_threads() {
    for format in FORMATS {
        for args in JOBS {
            let one = job(args, "--backend cpu --threads 1", format);
            let two = job(args, "--backend cpu --threads 2", format);
            assert!(one == two, "{args}: 1 and 2 threads differ");
        }
        // The original lists are large enough for several threads to share the work.
        for args in [
            "simulate --strategy entropy",
            "simulate --strategy collisions --hard --margin 0",
            "within 3 --opening slate",
        ] {
            let result = |threads: u32| {
                let compute = format!("--backend cpu --threads {threads}");
                let run = finish(&mut engine(&format!(
                    "{compute} wordle {args} --format {format}"
                )));
                assert_eq!(run.code, Some(0), "{run:?}");
                timeless(&run.stdout)
            };
            assert!(result(1) == result(2), "{args}: 1 and 2 threads differ");
        }
    }
}

#[test]
fn games_are_the_same_on_a_gpu() {
    let run = finish(&mut engine("devices --format json"));
    let adapters: Value = serde_json::from_str(&run.stdout).unwrap_or_default();
    if adapters.as_array().is_none_or(Vec::is_empty) {
        return; // tests/twins.rs fails if a requested adapter is missing.
    }
    let place = |result: &str| -> String {
        let named = |line: &&str| !line.contains("\"backend\"") && !line.contains("\"adapter\"");
        result.lines().filter(named).collect::<Vec<_>>().join("\n")
    };
    for (i, args) in JOBS.into_iter().enumerate() {
        let format = FORMATS[i % FORMATS.len()];
        let cpu = job(args, "--backend cpu", format);
        let gpu = job(args, "--backend gpu --adapter 0", format);
        assert_eq!(place(&gpu), place(&cpu), "{args}");
        if format == "json" {
            assert!(gpu.contains("\"backend\": \"gpu\""), "{args}: {gpu}");
        }
    }
    for args in [
        "optimal --top 3",
        "optimal --hard",
        "optimal --opening crane",
    ] {
        let cpu = job(args, "--backend cpu", "table");
        let gpu = job(args, "--backend gpu --adapter 0", "table");
        assert_eq!(gpu, cpu, "{args}");
        let gpu = job(args, "--backend gpu --adapter 0", "json");
        let both = gpu.contains("\"backend\": \"gpu and cpu\"");
        assert!(both, "{args}: {gpu}");
    }
}

#[test]
fn spread_is_the_same_in_every_format() {
    let args = "simulate --strategy collisions --hard --opening colts";
    let spread = [0, 51, 680, 1231, 338, 15];
    let json = json(args);
    assert_eq!(json["spread"], serde_json::json!(spread));
    assert_eq!(json["opening"], "colts");
    let table = stdout(args);
    let row = table.lines().find(|line| line.contains("games  ")).unwrap();
    let cells: Vec<String> = row.split_whitespace().map(|c| c.replace(',', "")).collect();
    assert_eq!(cells[1..], spread.map(|games| games.to_string()));
    let csv = stdout(&format!("{args} --format csv"));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let mut counted = [0; 6];
    for game in reader.records().map(Result::unwrap) {
        let guesses: usize = game[1].parse().unwrap();
        counted[guesses - 1] += 1;
        assert_eq!(game[2].split(' ').count(), guesses, "{game:?}");
        assert!(
            game[2].ends_with(&format!("{}=ggggg", &game[0])),
            "{game:?}"
        );
    }
    assert_eq!(counted, spread);
}

/// The table that a job writes, and the JSON file next to it.
#[track_caller]
fn table(form: &str, args: &str) -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().unwrap();
    let name = format!("table.{form}");
    let mut command = engine(&format!(
        "patterns {args} --out {name} --stats stats.parquet"
    ));
    let run = finish(command.current_dir(folder.path()));
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.stdout, "");
    let files = fs::read_dir(folder.path()).unwrap();
    let mut files: Vec<_> = files
        .map(|file| {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn tables_are_independent_of_the_number_of_threads() {
    for form in ["npy", "npz", "parquet", "raw"] {
        let [one, three] = ["1", "3"].map(|threads| {
            let args = format!("--rule wordle --backend cpu --threads {threads}");
            table(form, &args)
        });
        assert!(one == three, "{form}: 1 and 3 threads differ");
    }
}

#[test]
fn tables_are_the_same_on_a_gpu() {
    let run = finish(&mut engine("devices --format json"));
    let adapters: Value = serde_json::from_str(&run.stdout).unwrap_or_default();
    if adapters.as_array().is_none_or(Vec::is_empty) {
        return; // tests/twins.rs fails if a requested adapter is missing.
    }
    for (form, rule) in [("npy", "wordle"), ("npz", "peaks"), ("parquet", "wordle")] {
        let cpu = table(form, &format!("--rule {rule} --backend cpu"));
        let gpu = table(form, &format!("--rule {rule} --backend gpu --adapter 0"));
        assert!(cpu == gpu, "{form}: CPU and GPU differ");
    }
}

#[test]
fn stats_of_a_table_equal_the_sweep_in_row_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut command =
        engine("patterns --backend cpu --rule wordle --list nyt --out t.raw --stats s.csv");
    let run = finish(command.current_dir(folder.path()));
    assert_eq!(run.code, Some(0), "{run:?}");
    let text = fs::read_to_string(folder.path().join("s.csv")).unwrap();
    let lines = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let mut rows = lines(&text);
    let guesses: Vec<_> = rows
        .iter()
        .map(|row| row.split(',').nth(1).unwrap())
        .collect();
    let list = wordgame_engine::guessing::Lists::nyt();
    let words: Vec<String> = list.guesses().iter().map(ToString::to_string).collect();
    assert!(guesses == words);
    rows.sort_by_key(|row| row.split(',').next().unwrap().parse::<usize>().unwrap());
    assert!(rows == lines(&stdout("--first-guess-sweep --list nyt --format csv")));
}

/// With another number of turns, the names that say six would be wrong.
#[test]
fn results_go_by_the_number_of_turns() {
    let lists = "--solutions tests/cli/simulate.in/words.txt --guesses tests/cli/simulate.in/further.txt --backend cpu";
    let all = format!("simulate --all-openings {lists}");
    for (turns, not_found) in [
        (6, "not_found_in_six"),
        (2, "not_found_in_time"),
        (9, "not_found_in_time"),
    ] {
        let result =
            |job: &str, form: &str| stdout(&format!("{job} --turns {turns} --format {form}"));
        let lengths: Vec<String> = (1..=turns).map(|turn| format!("in_{turn}")).collect();
        let csv = result(&all, "csv");
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(
            lines[0],
            format!("rank,opening,{not_found},total,mean,{}", lengths.join(","))
        );
        let one = format!("simulate --strategy all {lists}");
        let header = format!(
            "strategy,from,opening,total,mean,{not_found},{}\n",
            lengths.join(",")
        );
        assert!(result(&one, "csv").starts_with(&header));
        for job in [&all, &one, &format!("simulate {lists}")] {
            let json: Value = serde_json::from_str(&result(job, "json")).unwrap();
            let told = (turns != 6).then(|| Value::from(turns));
            assert_eq!(json.get("turns"), told.as_ref());
            let game = json.get("openings").or_else(|| json.get("strategies"));
            assert!(
                game.map_or(&json, |games| &games[0])
                    .get(not_found)
                    .is_some(),
                "{json}"
            );
        }
        assert!(result(&all, "table").contains(&format!("won every game in {turns} guesses\n")));
        let one = result(&format!("simulate {lists}"), "table");
        assert!(one.contains(&format!("not found in {turns}: ")), "{one}");
        // What is not won in time is lost.
        let games = |row: &str| -> u32 {
            let row: Vec<&str> = row.split(',').collect();
            let numbers = row[5..].iter().chain([&row[2]]);
            numbers.map(|number| number.parse::<u32>().unwrap()).sum()
        };
        assert!(lines[1..].iter().all(|row| games(row) == 12), "{csv}");
    }
}

#[test]
fn bench_reports_and_draws_stages_devices_and_figures() {
    let folder = tempfile::tempdir().unwrap();
    let chart = folder.path().join("chart.svg");
    let mut command = engine("bench --quick --threads 2 --format json");
    let run = finish(command.arg("--chart").arg(&chart));
    assert_eq!(run.code, Some(0), "{run:?}");
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        (&json["job"], &json["quick"]),
        (&"bench".into(), &true.into())
    );
    let devices = json["devices"].as_array().unwrap();
    assert_eq!(
        (&devices[0]["name"], &devices[1]["name"]),
        (&"cpu 1".into(), &"cpu 2".into())
    );
    for gpu in &devices[2..] {
        assert!(
            gpu["first_use"]["device_seconds"].as_f64() > Some(0.0),
            "{gpu}"
        );
        assert_eq!(gpu["software"], gpu["adapter"]["kind"] == "cpu", "{gpu}");
        assert_ne!(gpu["adapter"]["driver"], Value::Null);
    }
    for measured in json["measurements"].as_array().unwrap() {
        let figure = |name: &str| measured[name].as_f64();
        let (median, minimum) = (figure("median_seconds"), figure("minimum_seconds"));
        assert!(median >= minimum && minimum > Some(0.0), "{measured}");
        let rate = figure("units").unwrap() / median.unwrap();
        let off = figure("units_per_second").unwrap() / rate - 1.0;
        assert!(off.abs() < 1e-9, "{measured}");
        let is_gpu = measured["device"].as_str().unwrap().starts_with("gpu");
        assert_eq!(figure("dispatches").is_some(), is_gpu, "{measured}");
        if measured["device"] == "cpu 2" {
            assert_eq!(figure("times_the_cpu"), Some(1.0), "{measured}");
        }
    }
    let svg = fs::read_to_string(chart).unwrap();
    for part in [
        "<svg",
        "pattern matrix",
        "replies",
        "CPU, 1 thread",
        "CPU, 2 threads",
        "</svg>",
    ] {
        assert!(svg.contains(part), "no {part}");
    }
}

#[test]
fn verbose_reports_the_gpu_traffic() {
    let run = finish(&mut engine("devices --format json"));
    let adapters: Value = serde_json::from_str(&run.stdout).unwrap_or_default();
    if adapters.as_array().is_none_or(Vec::is_empty) {
        return; // tests/twins.rs fails if a requested adapter is missing.
    }
    let sweep = "wordle --first-guess-sweep --top 1 --adapter 0";
    let plain = finish(&mut engine(sweep));
    assert_eq!(plain.stderr.lines().count(), 1, "{plain:?}");
    let told = finish(&mut engine(&format!("-v {sweep}")));
    let last = told.stderr.lines().last().unwrap();
    assert!(last.starts_with("to the GPU: 1 upload of "), "{told:?}");
    assert!(last.contains(", 1 dispatch; back: 259.44 kB"), "{told:?}");
}
