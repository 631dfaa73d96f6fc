//! Every shader gives the same bits as its CPU twin and as an obvious computation, the oracle.
//!
//! Each stage has a file of its own in `twins/`. Tests in an `ON_BOTH` list compare one backend with the
//! oracle. They run on the CPU too, where they need no adapter. Tests in a `TESTS` list need a GPU.
//!
//! `ENGINE_TEST_ADAPTER` selects the adapter by a part of its name; otherwise hardware is preferred. Without
//! an adapter the GPU tests are reported as ignored. They fail instead if `CI` or `ENGINE_REQUIRE_GPU` is
//! set.

use std::env;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::gpu::{self, Adapter, AdapterKind, Gpu};
use wordgame_engine::compute::{Backend, CodeTable, GuessIndex};

#[path = "twins/best_guesses.rs"]
mod best_guesses;
#[path = "twins/best_moves.rs"]
mod best_moves;
#[path = "twins/collisions.rs"]
mod collisions;
#[path = "twins/device.rs"]
mod device;
#[path = "twins/games.rs"]
mod games;
#[path = "twins/partition.rs"]
mod partition;
#[path = "twins/pattern_matrix.rs"]
mod pattern_matrix;
#[path = "twins/random.rs"]
mod random;
#[path = "twins/tuning.rs"]
mod tuning;

use random::{Random, bytes};

/// A test of a GPU.
type Test = (&'static str, fn(Gpu));

/// A test of either backend.
type TestOnBoth = (&'static str, fn(&dyn Backend));

const ON_BOTH: [&[TestOnBoth]; 3] = [
    best_guesses::ON_BOTH,
    collisions::ON_BOTH,
    best_moves::ON_BOTH,
];

const TESTS: [&[Test]; 8] = [
    pattern_matrix::TESTS,
    partition::TESTS,
    best_guesses::TESTS,
    collisions::TESTS,
    best_moves::TESTS,
    device::TESTS,
    tuning::TESTS,
    games::TESTS,
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let adapter = find_adapter().map(Arc::new);
    if let Ok(adapter) = &adapter {
        let description = adapter.description();
        println!("adapter: {} ({})", description.name, description.api);
    }
    let on_gpu = |name: String, test: Box<dyn FnOnce(Gpu) + Send>| {
        let adapter = adapter.clone();
        let ignored = matches!(adapter, Err(NoAdapter { fails: false, .. }));
        Trial::test(name, move || {
            let adapter = adapter.map_err(|missing| Failed::from(missing.reason))?;
            test(adapter.open()?);
            Ok(())
        })
        .with_ignored_flag(ignored)
    };
    let mut trials = Vec::new();
    for &(name, test) in ON_BOTH.into_iter().flatten() {
        trials.push(Trial::test(format!("{name}_on_cpu"), move || {
            test(&Cpu);
            Ok(())
        }));
        let test = move |gpu| test(&gpu as &Gpu);
        trials.push(on_gpu(format!("{name}_on_gpu"), Box::new(test)));
    }
    for &(name, test) in TESTS.into_iter().flatten() {
        trials.push(on_gpu(name.to_string(), Box::new(test)));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The reason why no adapter can be tested.
#[derive(Clone)]
struct NoAdapter {
    reason: String,
    /// True if the tests fail because of it; otherwise they are ignored.
    fails: bool,
}

fn find_adapter() -> Result<Adapter, NoAdapter> {
    let named = env::var("ENGINE_TEST_ADAPTER")
        .ok()
        .filter(|name| !name.is_empty());
    let part = named.as_deref().unwrap_or_default().to_lowercase();
    let mut adapters = gpu::adapters();
    adapters.sort_by_key(|adapter| adapter.description().kind == AdapterKind::Cpu);
    adapters
        .into_iter()
        .find(|adapter| adapter.description().name.to_lowercase().contains(&part))
        .ok_or_else(|| NoAdapter {
            reason: match &named {
                Some(name) => format!("no adapter matches ENGINE_TEST_ADAPTER={name}"),
                None => "no GPU adapter was found".to_string(),
            },
            fails: named.is_some() || is_set("CI") || is_set("ENGINE_REQUIRE_GPU"),
        })
}

fn is_set(variable: &str) -> bool {
    env::var(variable).is_ok_and(|value| !["", "0", "false"].contains(&value.as_str()))
}

/// Numbers of solutions around the ends of `u32`s, workgroups and cache lines.
const SIZES: [usize; 17] = [
    0, 1, 2, 3, 4, 5, 63, 64, 65, 66, 255, 256, 257, 511, 1_000, 2_315, 5_003,
];

/// Lengths of words other than five: tables of bytes and of pairs of bytes, the largest ones among them.
const LENGTHS: [usize; 6] = [3, 4, 6, 7, 8, 10];

fn all_guesses(table: &CodeTable) -> Vec<GuessIndex> {
    GuessIndex::up_to(table.guesses()).collect()
}
