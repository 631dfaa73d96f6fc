//! Where numbers are computed: `--backend`, `--adapter`, `--threads`.

use clap::{Args, ValueEnum};
use etcetera::BaseStrategy;
use indicatif::DecimalBytes;
use wordgame_engine::Failure;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::gpu::{Adapter, Store};
use wordgame_engine::compute::{self, Backend, BackendChoice, OpenError, Traffic, choice};
use wordgame_engine::report::numbers::counted;

use crate::cli::args::number::number;

/// Options that every command has.
#[derive(Args)]
pub struct ComputeArgs {
    /// Where to compute: a hardware GPU if there is one, else the CPU; or always the one named
    #[arg(long, value_enum, default_value_t = BackendName::Auto, global = true, help_heading = "Compute options")]
    backend: BackendName,
    /// The GPU to use: its number in `engine devices`, or a part of its name
    #[arg(
        long,
        value_name = "NAME|INDEX",
        global = true,
        help_heading = "Compute options"
    )]
    adapter: Option<String>,
    /// CPU threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = |text: &str| number::<u16>(text, 1, 1024), global = true, help_heading = "Compute options")]
    threads: Option<u16>,
    /// Say after a job what went to the GPU and came back
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
    /// Starts the threads. Rayon would start them by itself, but panic where it cannot.
    pub fn start_threads(&self) -> Result<(), Failure> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or(0).into())
            .build_global()
            .map_err(|error| Failure::Failed(format!("cannot start threads: {error}")))
    }

    /// Refuses options that a command without a GPU path has no use for.
    pub fn check_no_gpu(&self, command: &str) -> Result<(), Failure> {
        match (self.backend, &self.adapter) {
            (BackendName::Auto | BackendName::Cpu, None) => Ok(()),
            _ => Err(Failure::BadInput(format!(
                "{command} computes nothing on a GPU; leave --backend and --adapter out"
            ))),
        }
    }

    /// Whether no backend and no adapter is asked for.
    pub fn is_auto(&self) -> bool {
        matches!((self.backend, &self.adapter), (BackendName::Auto, None))
    }

    /// Opens the backend for a whole job.
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

    /// Says on stderr that a job is done, and with `--verbose` what it sent and fetched.
    pub fn tell(&self, done: &str, backend: &dyn Backend) {
        crate::cli::terminal::note(done);
        if self.verbose {
            crate::cli::terminal::note(&traffic_line(backend.traffic()));
        }
    }

    /// The adapters that a benchmark is to time, by their numbers: none, the one that is named, or all.
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

    /// Opens the backend for one small question: `auto` is the CPU, which has answered before a GPU is
    /// open.
    pub fn open_backend_for_one(&self) -> Result<Box<dyn Backend>, Failure> {
        match self.is_auto() {
            true => Ok(Box::new(Cpu)),
            false => self.open_backend(),
        }
    }
}

/// Says a warning on stderr.
pub fn warn(warning: &str) {
    crate::cli::terminal::note(&format!("warning: {warning}"));
}

/// Where tunings of adapters are kept: in the person's cache folder, if there is one.
pub fn store() -> Option<Store> {
    let folders = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(Store::new(folders.cache_dir().join("wordgame-engine")))
}

/// What went to a GPU and came back, in words.
fn traffic_line(traffic: Option<Traffic>) -> String {
    match traffic {
        None | Some(Traffic { uploads: 0, .. }) => "nothing went to a GPU".to_owned(),
        Some(traffic) => format!(
            "to the GPU: {} of {}, {}; back: {}",
            counted(traffic.uploads as usize, "upload", "uploads"),
            DecimalBytes(traffic.bytes_up),
            counted(traffic.dispatches as usize, "dispatch", "dispatches"),
            DecimalBytes(traffic.bytes_down),
        ),
    }
}
