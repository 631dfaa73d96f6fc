//! The report of `engine devices`: the GPU adapters with their limits, and which of them `auto` takes.

use std::io;
use std::time::Duration;

use serde::Serialize;

use super::numbers::{binary_bytes, grouped, short_time};
use super::{Document, JsonWriter, Report, Rows};
use crate::compute::auto::{DEFAULT_OPENING, opening_pays_from};
use crate::compute::choice::AdapterReport;
use crate::compute::gpu::AdapterKind;

/// The adapters of this machine.
pub struct Devices {
    /// The adapters, in the order of their numbers.
    pub adapters: Vec<AdapterReport>,
    /// The time that opening a GPU took when it was measured here, if it was.
    pub measured_opening: Option<Duration>,
}

impl Devices {
    /// When `auto` opens the adapter of this name, and why then.
    fn rule_of_auto(&self, name: &str) -> String {
        let opening = self.measured_opening.unwrap_or(DEFAULT_OPENING);
        let source = match self.measured_opening {
            Some(_) => "measured here",
            None => "not measured here yet: engine bench measures it",
        };
        format!(
            "--backend auto starts each job on the CPU; {name} joins a job of more than {}, twice the time that opening a \
             GPU takes ({source})",
            short_time(opening_pays_from(opening).as_secs_f64())
        )
    }
}

impl Report for Devices {
    fn document(&self) -> Document<'_> {
        let mut document = Document::new();
        for adapter in &self.adapters {
            add_adapter(&mut document, adapter);
        }
        match self.adapters.iter().find(|adapter| adapter.auto) {
            Some(adapter) => {
                document.line(self.rule_of_auto(&adapter.description.name));
            }
            None => {
                if self.adapters.is_empty() {
                    document.line(
                        "no GPU adapter was found (is a Vulkan, Metal or DirectX 12 driver installed?)",
                    );
                }
                document.line("--backend auto takes the CPU");
            }
        }
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write_or_header(self.adapters.iter().map(Row::from))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&self.adapters)
    }
}

fn add_adapter(document: &mut Document, adapter: &AdapterReport) {
    let description = &adapter.description;
    let limits = &description.limits;
    let kind = if description.kind == AdapterKind::Cpu {
        format!("{} (a software adapter)", description.kind)
    } else {
        description.kind.to_string()
    };
    document.line(format!("{}: {}", adapter.index, description.name));
    for (label, value) in [
        ("kind", kind),
        ("api", description.api.clone()),
        (
            "driver",
            format!("{} {}", description.driver, description.driver_info),
        ),
        ("binding", binary_bytes(limits.max_storage_binding_bytes)),
        ("buffer", binary_bytes(limits.max_buffer_bytes)),
        (
            "dispatch",
            format!(
                "{} workgroups",
                grouped(limits.max_workgroups_per_dimension)
            ),
        ),
        (
            "workgroup",
            format!(
                "{} invocations, {} shared",
                grouped(limits.max_invocations_per_workgroup),
                binary_bytes(limits.max_workgroup_storage_bytes.into()),
            ),
        ),
        ("timestamps", yes_or_no(limits.timestamps).to_owned()),
        (
            "auto",
            format!("{}: {}", yes_or_no(adapter.auto), adapter.reason),
        ),
    ] {
        document.line(format!("   {label:<12}{value}"));
    }
}

fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// An adapter in CSV. Names are stable.
#[derive(Default, Serialize)]
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
        let description = &adapter.description;
        let limits = &description.limits;
        Row {
            index: adapter.index,
            name: &description.name,
            kind: description.kind,
            api: &description.api,
            driver: &description.driver,
            driver_info: &description.driver_info,
            max_storage_binding_bytes: limits.max_storage_binding_bytes,
            max_buffer_bytes: limits.max_buffer_bytes,
            max_workgroups_per_dimension: limits.max_workgroups_per_dimension,
            max_invocations_per_workgroup: limits.max_invocations_per_workgroup,
            max_workgroup_storage_bytes: limits.max_workgroup_storage_bytes,
            timestamps: limits.timestamps,
            auto: adapter.auto,
            reason: &adapter.reason,
        }
    }
}
