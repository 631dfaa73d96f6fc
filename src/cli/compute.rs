//! Where numbers are computed: `--backend`, `--adapter`, `--threads`.

use clap::{Args, ValueEnum};
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::{self, Backend, BackendChoice, BackendInfo};

use super::failure::Failure;
use super::number::number;

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

    /// Refuses options that a command without computation has no use for.
    pub fn check_unused(&self, command: &str) -> Result<(), Failure> {
        match self.is_auto() {
            true => Ok(()),
            false => Err(Failure::BadInput(format!(
                "{command} computes nothing; leave --backend and --adapter out"
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
        let warn = Box::new(|warning: &str| super::note(&format!("warning: {warning}")));
        compute::open(choice, self.adapter.as_deref(), warn)
            .map_err(|error| Failure::BadInput(error.to_string()))
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

/// A backend in words, for the line that says what ran.
pub fn describe(info: &BackendInfo) -> String {
    match &info.adapter {
        Some(adapter) => format!("{} ({adapter})", info.backend),
        None => info.backend.to_owned(),
    }
}
