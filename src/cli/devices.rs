//! `engine devices`: the adapters there are, and what `auto` makes of them.

use std::io::{self, Write};

use clap::Args;
use indicatif::{BinaryBytes, HumanCount};
use serde::Serialize;
use wordgame_engine::compute::choice::{AdapterReport, list_adapters};
use wordgame_engine::compute::gpu::AdapterKind;

use super::failure::Failure;
use super::output::{Format, OutputArgs, write_csv, write_json};

/// List the GPU adapters with their limits, and say which one auto takes and why
#[derive(Args)]
pub struct DevicesArgs {
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `engine devices`.
pub fn run(args: &DevicesArgs) -> Result<(), Failure> {
    let adapters = list_adapters();
    args.output.write(|out| match args.output.format {
        Format::Table => write_adapters(out, &adapters),
        Format::Json => write_json(out, &adapters),
        Format::Csv => write_csv(out, adapters.iter().map(Row::from)),
    })
}

fn write_adapters(out: &mut dyn Write, adapters: &[AdapterReport]) -> io::Result<()> {
    for adapter in adapters {
        let about = &adapter.description;
        let limits = &about.limits;
        let software = match about.kind {
            AdapterKind::Cpu => " (a software adapter)",
            _ => "",
        };
        writeln!(out, "{}: {}", adapter.index, about.name)?;
        writeln!(out, "   kind        {}{software}", about.kind)?;
        writeln!(out, "   api         {}", about.api)?;
        writeln!(out, "   driver      {} {}", about.driver, about.driver_info)?;
        let lines = [
            (
                "binding",
                BinaryBytes(limits.max_storage_binding_bytes).to_string(),
            ),
            ("buffer", BinaryBytes(limits.max_buffer_bytes).to_string()),
            (
                "dispatch",
                format!(
                    "{} workgroups",
                    HumanCount(limits.max_workgroups_per_dimension.into())
                ),
            ),
            (
                "workgroup",
                format!(
                    "{} invocations, {} shared",
                    HumanCount(limits.max_invocations_per_workgroup.into()),
                    BinaryBytes(limits.max_workgroup_storage_bytes.into()),
                ),
            ),
            ("timestamps", yes_or_no(limits.timestamps).to_owned()),
        ];
        for (limit, value) in lines {
            writeln!(out, "   {limit:<12}{value}")?;
        }
        writeln!(
            out,
            "   auto        {}: {}",
            yes_or_no(adapter.auto),
            adapter.reason
        )?;
    }
    match adapters.iter().find(|adapter| adapter.auto) {
        Some(adapter) => writeln!(out, "--backend auto takes {}", adapter.description.name),
        None if adapters.is_empty() => writeln!(
            out,
            "no GPU adapter was found (is a Vulkan, Metal or DirectX 12 driver installed?)\n\
             --backend auto takes the CPU"
        ),
        None => writeln!(out, "--backend auto takes the CPU"),
    }
}

fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// An adapter in CSV: its report without nesting.
#[derive(Serialize)]
struct Row<'a> {
    index: usize,
    name: &'a str,
    kind: AdapterKind,
    api: &'a str,
    driver: &'a str,
    driver_info: &'a str,
    max_storage_binding_bytes: u64,
    max_buffer_bytes: u64,
    max_workgroups_per_dimension: u32,
    max_invocations_per_workgroup: u32,
    max_workgroup_storage_bytes: u32,
    timestamps: bool,
    auto: bool,
    reason: &'a str,
}

impl<'a> From<&'a AdapterReport> for Row<'a> {
    fn from(adapter: &'a AdapterReport) -> Row<'a> {
        let about = &adapter.description;
        Row {
            index: adapter.index,
            name: &about.name,
            kind: about.kind,
            api: &about.api,
            driver: &about.driver,
            driver_info: &about.driver_info,
            max_storage_binding_bytes: about.limits.max_storage_binding_bytes,
            max_buffer_bytes: about.limits.max_buffer_bytes,
            max_workgroups_per_dimension: about.limits.max_workgroups_per_dimension,
            max_invocations_per_workgroup: about.limits.max_invocations_per_workgroup,
            max_workgroup_storage_bytes: about.limits.max_workgroup_storage_bytes,
            timestamps: about.limits.timestamps,
            auto: adapter.auto,
            reason: &adapter.reason,
        }
    }
}
