//! The command line: arguments become checked options once, then plain functions run. Only this
//! layer knows clap, prints, or draws progress.

mod check;
mod compute;
mod devices;
mod failure;
mod games;
mod guessing;
mod hard;
mod letterpress;
mod lists;
mod openings;
mod output;
mod peaks;
mod progress;
mod report;
mod simulate;
mod strategies;
mod sweep;
mod within;
mod wordle;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;

/// Word-game questions answered exactly and in bulk, on a CPU or a GPU.
#[derive(Parser)]
#[command(name = "engine", version, arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    compute: compute::ComputeArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Wordle(wordle::WordleArgs),
    Peaks(peaks::PeaksArgs),
    Letterpress(letterpress::LetterpressArgs),
    Devices(devices::DevicesArgs),
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help and the version go to stdout and may not fit there; errors go to stderr.
        Err(error) => match error.print() {
            Err(write) if !error.use_stderr() => {
                return Failure::writing("to standard output", &write).report();
            }
            _ => return ExitCode::from(error.exit_code() as u8),
        },
    };
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    cli.compute.start_threads()?;
    match cli.command {
        Command::Wordle(args) => wordle::run(&args, &cli.compute),
        Command::Peaks(args) => peaks::run(&args, &cli.compute),
        Command::Letterpress(args) => letterpress::run(&args, &cli.compute),
        Command::Devices(args) => devices::run(&args),
    }
}

/// Says something on stderr. Unlike `eprintln!` it does not panic where stderr is closed.
fn note(message: &str) {
    let _ = writeln!(anstream::stderr(), "{message}");
}
