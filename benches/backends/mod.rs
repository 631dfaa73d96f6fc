//! The backends that a bench compares: the CPU, and each adapter that opens, by name.

use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::{Backend, BackendChoice, open};

/// Backends under the names they have in reports. The adapter is the one that `ENGINE_BENCH_ADAPTER`
/// names, or the one that `--backend gpu` would take; without one the CPU stands alone.
pub fn open_all() -> Vec<(String, Box<dyn Backend>)> {
    let mut backends: Vec<(String, Box<dyn Backend>)> = vec![("cpu".to_owned(), Box::new(Cpu))];
    let adapter = std::env::var("ENGINE_BENCH_ADAPTER").ok();
    let warn = Box::new(|warning: &str| eprintln!("warning: {warning}"));
    match open(BackendChoice::Gpu, adapter.as_deref(), None, warn) {
        Ok(gpu) => {
            let name = gpu.info().adapter.unwrap_or_default();
            backends.push((name, gpu));
        }
        Err(error) => eprintln!("no GPU is timed: {error}"),
    }
    backends
}
