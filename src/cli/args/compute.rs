//! The backend: `--backend`, `--adapter`, `--threads`.

use std::convert::Infallible;
use std::fmt::Display;

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
    /// The backend: auto starts on the CPU, and a hardware GPU joins it in a long job [default: auto, or ENGINE_BACKEND]
    #[arg(long, value_enum, global = true, help_heading = "Compute options")]
    backend: Option<BackendName>,
    /// The GPU to use: its number in `engine devices`, or part of its name [default: ENGINE_ADAPTER]
    #[arg(
        long,
        value_name = "NAME|INDEX",
        global = true,
        help_heading = "Compute options"
    )]
    adapter: Option<String>,
    /// The number of CPU threads [default: ENGINE_THREADS, or one per core]
    #[arg(long, value_name = "N", value_parser = thread_count, global = true, help_heading = "Compute options")]
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

/// The backend and the adapter of a job.
struct Choice {
    backend: BackendChoice,
    adapter: Option<String>,
}

impl Choice {
    /// True if the user asks for no backend and no adapter.
    fn is_auto(&self) -> bool {
        self.backend == BackendChoice::Auto && self.adapter.is_none()
    }
}

impl ComputeArgs {
    /// Starts the threads. Rayon would start them by itself, but it panics if that fails.
    pub fn start_threads(&self) -> Result<(), Failure> {
        let threads = match self.threads {
            Some(threads) => Some(threads),
            None => from_environment("ENGINE_THREADS", thread_count)?,
        };
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0).into())
            .build_global()
            .map_err(|error| Failure::Failed(format!("cannot start threads: {error}")))
    }

    /// Refuses the options for GPUs in a command that never uses one.
    pub fn check_no_gpu(&self, command: &str) -> Result<(), Failure> {
        match (self.backend, &self.adapter) {
            (None | Some(BackendName::Auto | BackendName::Cpu), None) => Ok(()),
            _ => Err(Failure::BadInput(format!(
                "{command} does not use a GPU; leave --backend and --adapter out"
            ))),
        }
    }

    /// The options, or else what the environment says. `--adapter` replaces both variables. The adapter of the environment
    /// counts unless the backend is the CPU or `--backend auto`.
    fn choice(&self) -> Result<Choice, Failure> {
        let backend_name = |text: &str| {
            BackendName::from_str(text, false).map_err(|_| "expected auto, cpu or gpu")
        };
        let backend = match (self.backend, &self.adapter) {
            (None, None) => from_environment("ENGINE_BACKEND", backend_name)?,
            (given, _) => given,
        };
        let adapter = match (self.backend, backend) {
            _ if self.adapter.is_some() => self.adapter.clone(),
            (Some(BackendName::Auto), _) | (_, Some(BackendName::Cpu)) => None,
            _ => from_environment("ENGINE_ADAPTER", |name| {
                Ok::<_, Infallible>(name.to_owned())
            })?,
        };
        let backend = match backend.unwrap_or(BackendName::Auto) {
            BackendName::Auto => BackendChoice::Auto,
            BackendName::Cpu => BackendChoice::Cpu,
            BackendName::Gpu => BackendChoice::Gpu,
        };
        Ok(Choice { backend, adapter })
    }

    /// True if the user asks for no backend and no adapter.
    pub fn is_auto(&self) -> Result<bool, Failure> {
        Ok(self.choice()?.is_auto())
    }

    /// Opens the backend for a job. With `auto` a GPU is opened later, if that pays.
    ///
    /// # Errors
    /// [`Failure::BadInput`] if there is no such backend or adapter.
    pub fn open_backend(&self) -> Result<Box<dyn Backend>, Failure> {
        let Choice { backend, adapter } = self.choice()?;
        compute::open(backend, adapter.as_deref(), store(), Box::new(warn))
            .map_err(|error| Failure::BadInput(error.to_string()))
    }

    /// Opens the backend for a long job that decides itself what a GPU does. With `auto` that is the best GPU, if there is
    /// one.
    ///
    /// # Errors
    /// As [`ComputeArgs::open_backend`].
    pub fn open_backend_at_once(&self) -> Result<Box<dyn Backend>, Failure> {
        let Choice { backend, adapter } = self.choice()?;
        compute::open_at_once(backend, adapter.as_deref(), store(), Box::new(warn))
            .map_err(|error| Failure::BadInput(error.to_string()))
    }

    /// Says on stderr that a job is done, and with `--verbose` what it sent to the GPU and got back.
    pub fn tell(&self, done: &str, backend: &dyn Backend) {
        match backend.reason() {
            Some(reason) => note(&format!("{done} ({reason})")),
            None => note(done),
        }
        if self.verbose {
            note(&traffic_line(backend.traffic()));
        }
    }

    /// The numbers of the adapters that a benchmark measures: none, the named one, or all.
    pub fn adapters_to_measure(&self, adapters: &[Adapter]) -> Result<Vec<usize>, Failure> {
        let failed = |error: OpenError| Failure::BadInput(error.to_string());
        let Choice { backend, adapter } = self.choice()?;
        match (backend, &adapter) {
            (BackendChoice::Cpu, None) => Ok(Vec::new()),
            (BackendChoice::Cpu, Some(_)) => Err(failed(OpenError::AdapterForCpu)),
            (BackendChoice::Gpu, None) if adapters.is_empty() => Err(failed(OpenError::NoAdapter)),
            (_, None) => Ok((0..adapters.len()).collect()),
            (_, Some(name)) => {
                let named = choice::named(adapters, name).map_err(failed)?;
                Ok(named.into_iter().take(1).collect())
            }
        }
    }

    /// Opens the backend for a small job. `auto` is the CPU then: it is done before a GPU would be open.
    pub fn open_backend_for_one(&self) -> Result<Box<dyn Backend>, Failure> {
        if self.is_auto()? {
            return Ok(Box::new(Cpu));
        }
        self.open_backend()
    }
}

/// The value of an environment variable that sets the default of an option; `None` if it is not set or empty.
fn from_environment<T, E: Display>(
    name: &str,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<Option<T>, Failure> {
    let Some(text) = std::env::var_os(name).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let text = text.to_string_lossy();
    let value = parse(&text).map_err(|error| {
        Failure::BadInput(format!(
            "the environment variable {name} is '{text}': {error}"
        ))
    });
    value.map(Some)
}

fn thread_count(text: &str) -> Result<u16, String> {
    number::<u16>(text, 1, 1024)
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
            "to the GPU: {} of {}, {}; back: {}; compiled: {}",
            counted(traffic.uploads as usize, "upload", "uploads"),
            decimal_bytes(traffic.bytes_up),
            counted(traffic.dispatches as usize, "dispatch", "dispatches"),
            decimal_bytes(traffic.bytes_down),
            counted(traffic.pipelines as usize, "entry point", "entry points"),
        ),
    }
}
