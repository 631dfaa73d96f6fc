//! The scripts of `cluster/slurm` on a real Slurm, which the tests start and stop. However the tasks end, the merged
//! result equals that of one process.
//!
//! Without Slurm, each test is reported as ignored.

#[path = "slurm/cluster.rs"]
mod cluster;
#[allow(dead_code, reason = "these tests run jobs through Slurm")]
mod engine_command;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use cluster::{Cluster, missing_program};
use engine_command::without_varying;
use libtest_mimic::{Arguments, Failed, Trial};

type Test = (&'static str, fn(&Cluster));

const TESTS: &[Test] = &[
    (
        "tasks_that_are_queued_again_go_on_and_the_merge_is_what_one_process_gives",
        queued_again,
    ),
    (
        "after_tasks_were_cancelled_and_killed_the_same_command_goes_on",
        cancelled_and_killed,
    ),
    ("tasks_of_one_node_take_different_gpus", gpus),
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let missing = missing_program();
    if let Some(program) = missing {
        eprintln!(
            "there is no {program}, which comes with Slurm and MUNGE: these tests are ignored"
        );
    }
    let cluster: Arc<OnceLock<Result<Cluster, String>>> = Arc::default();
    let trial = |&(name, test): &Test| {
        let cluster = cluster.clone();
        let run = move || -> Result<(), Failed> {
            let started = cluster.get_or_init(|| {
                let cluster = Cluster::start()?;
                write_lists(&cluster);
                Ok(cluster)
            });
            let started = started.as_ref();
            test(started.map_err(|why| format!("Slurm does not start: {why}"))?);
            Ok(())
        };
        Trial::test(name, run).with_ignored_flag(missing.is_some())
    };
    libtest_mimic::run(&arguments, TESTS.iter().map(trial).collect()).exit_code()
}

/// A file of this project.
fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A job of three shards that take seconds each, on lists in the cluster's folder.
const JOB: &str = "wordle optimal --top 300 --solutions solutions.txt --guesses guesses.txt";

/// Writes the lists of the job: half of the solutions and an eighth of the further guesses.
fn write_lists(cluster: &Cluster) {
    let lists = [
        ("original-solutions.txt", 2, "solutions.txt"),
        ("original-further-guesses.txt", 8, "guesses.txt"),
    ];
    for (from, step, to) in lists {
        let words = fs::read_to_string(here("dicts").join(from)).unwrap();
        let some: Vec<&str> = words.lines().step_by(step).collect();
        fs::write(cluster.path(to), some.join("\n")).unwrap();
    }
}

/// The result of one process.
fn result_of_one(cluster: &Cluster) -> &'static str {
    static RESULT: OnceLock<String> = OnceLock::new();
    RESULT.get_or_init(|| {
        let args = format!("--backend cpu {JOB} --format json");
        let args: Vec<&str> = args.split(' ').collect();
        without_varying(&cluster.runs("engine", &args))
    })
}

/// A submitted job with the folder of its files.
struct Submitted<'a> {
    cluster: &'a Cluster,
    folder: &'static str,
    /// The number of the array.
    tasks: String,
    /// The number of the job that merges.
    merge: String,
}

impl Submitted<'_> {
    fn new<'a>(cluster: &'a Cluster, folder: &'static str, args: &str) -> Submitted<'a> {
        let args = args.replace("FOLDER", folder);
        let args: Vec<&str> = args.split(' ').collect();
        let submit = here("cluster/slurm/submit");
        let told = cluster.runs(submit.to_str().expect("a path in UTF-8"), &args);
        let mut numbers = told.split("job ").skip(1).map(|rest| {
            let number = rest.split(';').next();
            number.unwrap_or_default().to_owned()
        });
        Submitted {
            cluster,
            folder,
            tasks: numbers.next().expect("it tells the number of the array"),
            merge: numbers.next().expect("it tells the number of the merge"),
        }
    }

    fn task(&self, task: u32) -> String {
        format!("{}_{task}", self.tasks)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.cluster.path(self.folder).join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Waits until a task has done about a tenth of its work, on any machine. Returns the number of its process.
    #[track_caller]
    fn await_work(&self, task: u32) -> u32 {
        let checkpoint = self.path(&format!("checkpoint-{task}.json"));
        let mut found = 0;
        let what = format!("task {task} of {} is at work", self.folder);
        self.cluster.wait_until(&what, || {
            let state = self.cluster.field(&self.task(task), "JobState");
            let log = || self.read(&format!("log-{task}.txt"));
            assert!(
                ["PENDING", "CONFIGURING", "RUNNING"].contains(&&*state),
                "{state}: {}",
                log()
            );
            let process = self.cluster.process("engine", &checkpoint);
            found = process.unwrap_or_default();
            process.is_some_and(|process| cpu_seconds(process) > 0.3)
        });
        found
    }

    /// Waits until the merge has ended in the given Slurm state.
    #[track_caller]
    fn await_merge(&self, end: &str) {
        let mut state = String::new();
        let what = format!("the merge of {} has ended", self.folder);
        self.cluster.wait_until(&what, || {
            state = self.cluster.field(&self.merge, "JobState");
            !["", "PENDING", "RUNNING", "COMPLETING"].contains(&&*state)
        });
        let logs = ["1", "2", "3", "merge"].map(|name| self.read(&format!("log-{name}.txt")));
        assert_eq!(state, end, "{logs:#?}");
    }

    /// Asserts that a task was stopped, and later resumed from its checkpoint.
    #[track_caller]
    fn assert_went_on(&self, task: u32) {
        let log = self.read(&format!("log-{task}.txt"));
        let stopped = log.find("stopped before the proof was complete; the same command resumes");
        let taken = log.find("taken from");
        assert!(stopped.is_some() && stopped < taken, "task {task}: {log}");
    }

    #[track_caller]
    fn assert_is_what_one_process_gives(&self) {
        let result = without_varying(&self.read("result.json"));
        assert_eq!(result, result_of_one(self.cluster));
    }
}

/// The CPU seconds that a process has used so far.
fn cpu_seconds(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name, which ends in a bracket, user and system time are the 12th and 13th fields, in hundredths of
    // a second.
    let fields = status.rsplit(')').next().unwrap_or_default();
    let times = fields.split_whitespace().skip(11).take(2);
    times
        .filter_map(|time| time.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}

fn queued_again(cluster: &Cluster) {
    let job = Submitted::new(
        cluster,
        "queued",
        &format!("--cpus-per-task=1 cpu 3 FOLDER {JOB}"),
    );
    // The owner requeues the task, or a job with a higher priority preempts it.
    job.await_work(1);
    cluster.runs("scontrol", &["requeue", &job.task(1)]);
    // The task requeues itself: Slurm sends this signal when its time is nearly up.
    job.await_work(2);
    cluster.runs("scancel", &["--batch", "--signal=USR1", &job.task(2)]);
    result_of_one(cluster);
    job.await_merge("COMPLETED");
    for (task, restarts) in [(1, "1"), (2, "1"), (3, "0")] {
        assert_eq!(cluster.field(&job.task(task), "Restarts"), restarts);
    }
    job.assert_went_on(1);
    job.assert_went_on(2);
    job.assert_is_what_one_process_gives();
}

fn cancelled_and_killed(cluster: &Cluster) {
    let args = format!("--cpus-per-task=1 cpu 3 FOLDER {JOB}");
    let job = Submitted::new(cluster, "killed", &args);
    job.await_work(1);
    cluster.runs("scancel", &[&job.task(1)]);
    let killed = job.await_work(2);
    cluster.runs("kill", &["-KILL", &killed.to_string()]);
    // Like proctrack/cgroup, signal only the task's shell.
    job.await_work(3);
    cluster.runs("scancel", &["--batch", "--signal=TERM", &job.task(3)]);
    for (task, end) in [(1, "CANCELLED"), (2, "FAILED"), (3, "FAILED")] {
        cluster.wait_until(&format!("task {task} is {end}"), || {
            cluster.field(&job.task(task), "JobState") == end
        });
    }
    job.await_merge("CANCELLED");
    assert!(!job.path("result.json").exists());
    let again = Submitted::new(cluster, "killed", &args);
    again.await_merge("COMPLETED");
    again.assert_went_on(1);
    again.assert_went_on(3);
    again.assert_is_what_one_process_gives();
}

/// A program that replaces `engine` on a node with some GPUs. It prints its arguments, and ends when both tasks have
/// printed theirs.
const STAND_IN: &str = r#"#!/bin/sh
case $1 in
    devices) printf '0,"NVIDIA, one",discrete,vulkan\nGPUS2,llvmpipe,cpu,vulkan\n' ;;
    merge) ;;
    *)
        echo "$@"
        until [ -s FOLDER/log-1.txt ] && [ -s FOLDER/log-2.txt ]; do sleep 0.1; done
        ;;
esac
"#;

/// The adapters that two tasks take on a node that shows them these GPUs in addition to the first.
fn adapters(cluster: &Cluster, folder: &'static str, further: &str) -> Vec<Option<String>> {
    let programs = cluster.path(&format!("{folder}-bin"));
    fs::create_dir(&programs).unwrap();
    let engine = programs.join("engine");
    let text = STAND_IN.replace("GPUS", further).replace("FOLDER", folder);
    fs::write(&engine, text).unwrap();
    cluster.runs("chmod", &["+x", engine.to_str().expect("a path in UTF-8")]);
    let path = format!("--export=ALL,PATH={}:/usr/bin:/bin", programs.display());
    let job = Submitted::new(
        cluster,
        folder,
        &format!("{path} gpu 2 FOLDER wordle within 3"),
    );
    for task in [1, 2] {
        cluster.wait_until(&format!("GPU task {task} has ended"), || {
            cluster.field(&job.task(task), "JobState") == "COMPLETED"
        });
    }
    let mut taken = [1, 2].map(|task| {
        let log = job.read(&format!("log-{task}.txt"));
        let shard = "wordle within 3 --backend gpu ";
        assert!(log.starts_with(shard), "{log}");
        let rest = log.split_once("--adapter ");
        rest.map(|(_, rest)| rest.split(' ').next().unwrap_or_default().to_owned())
    });
    taken.sort();
    taken.to_vec()
}

fn gpus(cluster: &Cluster) {
    let two = adapters(cluster, "two-gpus", r#"1,"NVIDIA, two",discrete,vulkan\n"#);
    assert_eq!(two, [Some("0".to_owned()), Some("1".to_owned())]);
    // If Slurm hides the other GPU, each task sees only its own.
    assert_eq!(adapters(cluster, "one-gpu", ""), [None, None]);
}
