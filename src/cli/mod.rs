//! The command line. Only this layer uses clap, prints, draws progress and handles signals.
//!
//! | folder | content |
//! |---|---|
//! | `args` | options that several commands share, checked once |
//! | `commands` | one file per command, which calls the library |
//! | `terminal` | messages, progress, prompts, colours, Ctrl-C, exit codes |

mod args;
mod commands;
mod terminal;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Arg, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use wordgame_engine::Failure;
use wordgame_engine::guessing::rule;

use args::{compute, optional_values};
use commands::guessing::with_examples;
use commands::{bench, devices, letterpress, merge, patterns, peaks, shell, stumper, wordle};
use terminal::{failure, interrupt};

/// Word-game questions answered exactly and in bulk, on a CPU or a GPU.
#[derive(Parser)]
#[command(name = "engine", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Cli {
    #[command(flatten)]
    compute: compute::ComputeArgs,
    /// When to use colours
    #[arg(
        long,
        value_enum,
        default_value_t = ColorChoice::Auto,
        value_name = "WHEN",
        global = true,
        help_heading = "Output options"
    )]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Results go to stdout, everything else to stderr. Exit code: 0, 1 for a failure, 2 for bad input.
--color never or NO_COLOR turns colours off; WGPU_BACKEND (vulkan, metal, dx12) restricts the adapters.

Examples:
  engine wordle --first-guess-sweep
  engine wordle --given crane=-y--g,slide=y---g --sort entropy
  engine wordle simulate --strategy collisions --hard
  engine wordle within 3 --opening trace
  engine wordle optimal --opening salet
  engine wordle optimal --shard 1/8 --output shard-1.json
  engine wordle suggest crane=-y--g slide=y---g
  engine wordle analyse crane slide abide --solution abide
  engine letterpress efpjaccwcejfjvkqmmpbkumlt --ours 2595 --theirs 27262992
  engine stumper solve --word logy
  engine patterns --rule wordle --out wordle.npy
  engine bench --quick";

#[derive(Subcommand)]
enum Command {
    Wordle(wordle::WordleArgs),
    Peaks(peaks::PeaksArgs),
    Letterpress(letterpress::LetterpressArgs),
    Stumper(stumper::StumperArgs),
    Patterns(patterns::PatternsArgs),
    Bench(bench::BenchArgs),
    Devices(devices::DevicesArgs),
    Merge(merge::MergeArgs),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    interrupt::catch_limits();
    let cli = match parse() {
        Ok(cli) => cli,
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // If stderr is closed, there is nobody to tell.
            let _ = error.print();
            return ExitCode::from(2);
        }
        Err(error) if error.use_stderr() => {
            return failure::report(&failure::usage(&error, &command()));
        }
        // Help and the version. Printing them fails if stdout is full or closed.
        Err(help) => {
            return match help.print() {
                Err(error) => failure::report(&Failure::writing("to standard output", &error)),
                Ok(()) => ExitCode::SUCCESS,
            };
        }
    };
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure::report(&failure),
    }
}

/// Parses the arguments of the process.
fn parse() -> Result<Cli, clap::Error> {
    let args = optional_values::join(std::env::args_os());
    // Help is printed while the arguments are parsed, so its colour has to be known before.
    let is_plain = args
        .windows(2)
        .any(|pair| pair[0] == "--color" && pair[1] == "never")
        || args.iter().any(|arg| arg == "--color=never");
    let color = if is_plain {
        ColorChoice::Never
    } else {
        ColorChoice::Auto
    };
    let matches = command().color(color).try_get_matches_from(args)?;
    Cli::from_arg_matches(&matches)
}

/// The command line, with examples of each game in the help of its commands.
fn command() -> clap::Command {
    Cli::command()
        .mut_subcommands(|command| match rule::named(command.get_name()) {
            Some(rule) => with_examples(command, rule),
            None => command,
        })
        .mut_args(allow_negative_numbers)
        .mut_subcommands(allow_negative_numbers_in)
}

/// Lets every option and argument read a negative number as its value, so that all refuse it in the same way: with the
/// numbers that they expect.
fn allow_negative_numbers(arg: Arg) -> Arg {
    if arg.get_action().takes_values() {
        arg.allow_negative_numbers(true)
    } else {
        arg
    }
}

fn allow_negative_numbers_in(command: clap::Command) -> clap::Command {
    command
        .mut_args(allow_negative_numbers)
        .mut_subcommands(allow_negative_numbers_in)
}

fn run(cli: Cli) -> Result<(), Failure> {
    colorchoice_clap::Color { color: cli.color }.write_global();
    interrupt::watch()?;
    cli.compute.start_threads()?;
    match cli.command {
        Command::Wordle(args) => wordle::run(&args, &cli.compute),
        Command::Peaks(args) => peaks::run(&args, &cli.compute),
        Command::Letterpress(args) => letterpress::run(&args, &cli.compute),
        Command::Stumper(args) => {
            cli.compute.check_no_gpu("engine stumper")?;
            stumper::run(&args)
        }
        Command::Patterns(args) => patterns::run(&args, &cli.compute),
        Command::Bench(args) => bench::run(&args, &cli.compute),
        Command::Devices(args) => {
            cli.compute.check_no_gpu("engine devices")?;
            devices::run(&args)
        }
        Command::Merge(args) => {
            cli.compute.check_no_gpu("engine merge")?;
            merge::run(&args)
        }
        Command::Completions(args) => shell::completions(&args, command()),
        Command::Man(args) => shell::man(&args, command()),
    }
}
