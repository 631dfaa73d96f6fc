//! `--estimate` of the jobs that can be divided into shards.

use super::*;

/// The jobs, each with its number of items.
fn jobs(folder: &Folder) -> [(String, usize); 5] {
    let boards = "{\"board\": \"efpjaccwcejfjvkqmmpbkumlt\"}\n".repeat(3);
    folder.write("boards.jsonl", &boards);
    [
        (format!("wordle optimal {LISTS}"), 19),
        (format!("peaks optimal {LISTS} --top all --hard"), 19),
        (format!("wordle within 3 {LISTS}"), 19),
        (format!("wordle simulate {LISTS} --openings guesses.txt"), 5),
        (
            "--backend cpu letterpress --boards boards.jsonl".to_owned(),
            3,
        ),
    ]
}

#[test]
fn job_that_ends_within_the_sample_needs_one_process() {
    let folder = Folder::new();
    for (job, items) in jobs(&folder) {
        let told = folder.run(&format!("{job} --estimate 60 --format json"));
        assert_eq!(told.code, Some(0), "{told:?}");
        let told: serde_json::Value = serde_json::from_str(&told.stdout).unwrap();
        assert_eq!(
            (&told["items"], &told["sampled"]),
            (&items.into(), &items.into()),
            "{job}"
        );
        assert_eq!(told["cpu_seconds"], told["cpu_seconds_low"], "{job}");
        assert_eq!(told["cpu_seconds"], told["cpu_seconds_high"], "{job}");
        assert_eq!(told["shards"], 1, "{job}");
        assert!(told["cpu_seconds"].as_f64().unwrap() > 0.0, "{job}");
        let table = folder.result(&format!("{job} --estimate"));
        assert!(
            table.starts_with("estimate of ") && table.contains("one process: "),
            "{table}"
        );
    }
}

#[test]
fn estimate_writes_no_other_result() {
    let folder = Folder::new();
    for (job, _) in jobs(&folder) {
        let told = folder.result(&format!(
            "{job} --estimate 60 --format csv --output told.csv"
        ));
        assert_eq!(told, "");
        let told = folder.read("told.csv");
        assert!(
            told.starts_with("engine,job,items,sampled,") && told.lines().count() == 2,
            "{told}"
        );
    }
}

#[test]
fn sample_of_a_long_job_ends_in_time_and_the_interval_holds_the_estimate() {
    let folder = Folder::new();
    let told = folder.run("--backend cpu wordle optimal --estimate 2 --format json");
    let told: serde_json::Value = serde_json::from_str(&told.stdout).unwrap();
    let number = |name: &str| told[name].as_f64();
    assert_eq!(told["items"], 12_972);
    assert!(number("sampled") < number("items"), "{told}");
    // On a slow machine no batch may finish in time. Then there is only a lower bound.
    if let Some(estimate) = number("cpu_seconds") {
        assert!(number("cpu_seconds_low").unwrap() <= estimate, "{told}");
        assert!(
            number("cpu_seconds_high").is_none_or(|high| estimate <= high),
            "{told}"
        );
    }
    assert!(number("memory_low") <= number("memory_high"), "{told}");
}
