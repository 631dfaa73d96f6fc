//! `engine devices`: the GPU adapters, and which of them `auto` takes.

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::compute::choice::list_adapters;
use wordgame_engine::report::devices::Devices;

use crate::cli::args::compute::store;
use crate::cli::args::output::OutputArgs;

/// List the GPU adapters with their limits, and say which one auto takes and why
#[derive(Args)]
pub struct DevicesArgs {
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `engine devices`.
pub fn run(args: &DevicesArgs) -> Result<(), Failure> {
    let adapters = list_adapters();
    let measured_opening = store().and_then(|store| store.opening());
    args.output.write_report(&Devices {
        adapters,
        measured_opening,
    })
}
