//! The backends that a bench compares: the CPU and one GPU.

use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::{Backend, BackendChoice, open};

/// The backends with their names in reports. The GPU is the adapter that `ENGINE_BENCH_ADAPTER` names, or the
/// one that `--backend gpu` would use. If no adapter opens, only the CPU is measured.
pub fn open_all() -> Vec<(String, Box<dyn Backend>)> {
    let mut backends: Vec<(String, Box<dyn Backend>)> = vec![("cpu".to_owned(), Box::new(Cpu))];
    let adapter = std::env::var("ENGINE_BENCH_ADAPTER").ok();
    let warn = Box::new(|warning: &str| eprintln!("warning: {warning}"));
    match open(BackendChoice::Gpu, adapter.as_deref(), None, warn) {
        Ok(gpu) => {
            let name = gpu.info().adapter.unwrap_or_default();
            backends.push((name, gpu));
        }
        Err(error) => eprintln!("no GPU is measured: {error}"),
    }
    backends
}
