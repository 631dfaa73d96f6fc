//! The backend: `--backend`, `--adapter`, `--threads`.

use clap::{Args, ValueEnum};
use etcetera::BaseStrategy;
use wordgame_engine::Failure;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::gpu::{Adapter, Store};
use wordgame_engine::compute::{self, Backend, BackendChoice, OpenError, Traffic, choice};
use wordgame_engine::report::numbers::{counted, decimal_bytes};

use crate::cli::args::number::number;
use crate::cli::terminal::note;

/// Options that every command has.
#[derive(Args)]
pub struct ComputeArgs {
    /// The backend: auto takes a hardware GPU if there is one, otherwise the CPU
    #[arg(long, value_enum, default_value_t = BackendName::Auto, global = true, help_heading = "Compute options")]
    backend: BackendName,
    /// The GPU to use: its number in `engine devices`, or part of its name
    #[arg(
        long,
        value_name = "NAME|INDEX",
        global = true,
        help_heading = "Compute options"
    )]
    adapter: Option<String>,
    /// The number of CPU threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = |text: &str| number::<u16>(text, 1, 1024), global = true, help_heading = "Compute options")]
    threads: Option<u16>,
    /// Report after a job what was sent to the GPU and what came back
    #[arg(short, long, global = true, help_heading = "Compute options")]
    verbose: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum BackendName {
    Auto,
    Cpu,
    Gpu,
}

impl ComputeArgs {
    /// Starts the threads. Rayon would start them by itself, but it panics if that fails.
    pub fn start_threads(&self) -> Result<(), Failure> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or(0).into())
            .build_global()
            .map_err(|error| Failure::Failed(format!("cannot start threads: {error}")))
    }

    /// Refuses the options for GPUs in a command that never uses one.
    pub fn check_no_gpu(&self, command: &str) -> Result<(), Failure> {
        match (self.backend, &self.adapter) {
            (BackendName::Auto | BackendName::Cpu, None) => Ok(()),
            _ => Err(Failure::BadInput(format!(
                "{command} does not use a GPU; leave --backend and --adapter out"
            ))),
        }
    }

    /// True if the user asks for no backend and no adapter.
    pub fn is_auto(&self) -> bool {
        matches!((self.backend, &self.adapter), (BackendName::Auto, None))
    }

    /// Opens the backend for a whole job.
    ///
    /// # Errors
    /// [`Failure::BadInput`] if there is no such backend or adapter.
    pub fn open_backend(&self) -> Result<Box<dyn Backend>, Failure> {
        let choice = match self.backend {
            BackendName::Auto => BackendChoice::Auto,
            BackendName::Cpu => BackendChoice::Cpu,
            BackendName::Gpu => BackendChoice::Gpu,
        };
        let (adapter, store) = (self.adapter.as_deref(), store());
        compute::open(choice, adapter, store.as_ref(), Box::new(warn))
            .map_err(|error| Failure::BadInput(error.to_string()))
    }

    /// Says on stderr that a job is done, and with `--verbose` what it sent to the GPU and got back.
    pub fn tell(&self, done: &str, backend: &dyn Backend) {
        note(done);
        if self.verbose {
            note(&traffic_line(backend.traffic()));
        }
    }

    /// The numbers of the adapters that a benchmark measures: none, the named one, or all.
    pub fn adapters_to_measure(&self, adapters: &[Adapter]) -> Result<Vec<usize>, Failure> {
        let failed = |error: OpenError| Failure::BadInput(error.to_string());
        match (self.backend, &self.adapter) {
            (BackendName::Cpu, None) => Ok(Vec::new()),
            (BackendName::Cpu, Some(_)) => Err(failed(OpenError::AdapterForCpu)),
            (BackendName::Gpu, None) if adapters.is_empty() => Err(failed(OpenError::NoAdapter)),
            (_, None) => Ok((0..adapters.len()).collect()),
            (_, Some(name)) => {
                let named = choice::named(adapters, name).map_err(failed)?;
                Ok(named.into_iter().take(1).collect())
            }
        }
    }

    /// Opens the backend for a small job. `auto` is the CPU then: it is done before a GPU would be open.
    pub fn open_backend_for_one(&self) -> Result<Box<dyn Backend>, Failure> {
        if self.is_auto() {
            return Ok(Box::new(Cpu));
        }
        self.open_backend()
    }
}

/// Prints a warning on stderr.
pub fn warn(warning: &str) {
    note(&format!("warning: {warning}"));
}

/// The store of the tunings of adapters, in the user's cache folder. `None` if there is no such folder.
pub fn store() -> Option<Store> {
    let folders = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(Store::new(folders.cache_dir().join("wordgame-engine")))
}

/// One line that says how much was sent to a GPU and how much came back.
fn traffic_line(traffic: Option<Traffic>) -> String {
    match traffic {
        None | Some(Traffic { uploads: 0, .. }) => "nothing was sent to a GPU".to_owned(),
        Some(traffic) => format!(
            "to the GPU: {} of {}, {}; back: {}",
            counted(traffic.uploads as usize, "upload", "uploads"),
            decimal_bytes(traffic.bytes_up),
            counted(traffic.dispatches as usize, "dispatch", "dispatches"),
            decimal_bytes(traffic.bytes_down),
        ),
    }
}
