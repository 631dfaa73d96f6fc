//! Completions for shells, and manual pages: `engine completions`, `engine man`.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use wordgame_engine::Failure;

/// Completions for a shell, on stdout: for bash, in ~/.local/share/bash-completion/completions/engine
#[derive(Args)]
pub struct CompletionsArgs {
    #[arg(value_enum)]
    shell: Shell,
}

/// The manual page of engine or of one of its commands, on stdout: engine man wordle suggest | man -l -
#[derive(Args)]
pub struct ManArgs {
    /// The command, without engine
    command: Vec<String>,
}

/// Runs `engine completions`.
pub fn completions(args: &CompletionsArgs, mut engine: Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut engine, "engine", &mut script);
    write(&script)
}

/// Runs `engine man`.
pub fn man(args: &ManArgs, mut engine: Command) -> Result<(), Failure> {
    // Gives subcommands their full names.
    engine.build();
    let mut command = &engine;
    for name in &args.command {
        command = command.find_subcommand(name).ok_or_else(|| {
            let names = command.get_subcommands().map(Command::get_name);
            let names = names
                .filter(|&name| name != "help")
                .collect::<Vec<_>>()
                .join(", ");
            let there = if names.is_empty() {
                "it has none".to_owned()
            } else {
                format!("there are {names}")
            };
            let of = command.get_bin_name().unwrap_or("engine");
            Failure::BadInput(format!("no command '{name}' in {of}; {there}"))
        })?;
    }
    let mut page = Vec::new();
    let rendered = Man::new(command.clone()).render(&mut page);
    rendered.map_err(|error| Failure::writing("a manual page", &error))?;
    write(&page)
}

fn write(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(bytes)
        .and_then(|()| stdout.flush())
        .map_err(|error| Failure::writing("to standard output", &error))
}
