//! Choosing and opening a backend: `auto`, `cpu` or `gpu`, and an adapter.

use std::time::Duration;

use serde::Serialize;

use super::auto::{Auto, DEFAULT_OPENING};
use super::cpu::Cpu;
use super::fallback::{Fallback, Warn};
use super::gpu::{self, Adapter, AdapterDescription, AdapterKind, Store};
use super::{Backend, ComputeError};

/// The backend that a job should use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BackendChoice {
    /// The CPU, which the best hardware adapter joins when a job takes long: see [`Auto`].
    #[default]
    Auto,
    /// The CPU.
    Cpu,
    /// An adapter, or an error if there is none.
    Gpu,
}

/// The reason why no backend was opened. The message says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// An adapter was given together with the CPU.
    #[error(
        "--adapter names a GPU adapter, which --backend cpu does not use: leave one of them out"
    )]
    AdapterForCpu,
    /// A GPU was requested and there is no adapter.
    #[error(
        "no GPU adapter was found: install a Vulkan, Metal or DirectX 12 driver (WGPU_BACKEND may \
         restrict the choice), or use --backend cpu"
    )]
    NoAdapter,
    /// No adapter has this name or index.
    #[error("no adapter matches '{wanted}'; there are: {}", available.join(", "))]
    NoMatch {
        /// The requested name or index.
        wanted: String,
        /// The adapters, each as `index: name (kind, api)`.
        available: Vec<String>,
    },
    /// A GPU was requested and there are several adapters, all of them software.
    #[error(
        "there are only software adapters, which are slower than --backend cpu; name one with \
         --adapter to use it: {}",
        available.join(", ")
    )]
    OnlySoftware {
        /// The adapters, each as `index: name (kind, api)`.
        available: Vec<String>,
    },
    /// None of the suitable adapters could be opened.
    #[error("no adapter could be opened: {}; choose another with --adapter or use --backend cpu", failures.join(", "))]
    NoneOpened {
        /// The adapters, each with its error.
        failures: Vec<String>,
    },
}

/// An adapter as `engine devices` reports it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AdapterReport {
    /// The index for `--adapter`.
    pub index: usize,
    /// The description of the adapter.
    #[serde(flatten)]
    pub description: AdapterDescription,
    /// True if `auto` takes it.
    pub auto: bool,
    /// The reason, as a short sentence.
    pub reason: String,
}

/// Opens the backend for a job. `Auto` without `adapter` opens a GPU later, when that pays: see [`Auto`]. If a GPU fails,
/// the CPU takes over: see [`Fallback`].
///
/// `adapter` is an index in [`list_adapters`] (a number is never part of a name) or part of a name, in upper or lower
/// case. With `Auto` it means `Gpu`.
/// `store` has the tunings of adapters. `warn` receives a warning for a tuning that cannot be used, for an adapter that
/// cannot be opened and, later, for a GPU that fails.
///
/// # Errors
/// [`OpenError`]; never from `Auto` without `adapter`.
pub fn open(
    choice: BackendChoice,
    adapter: Option<&str>,
    store: Option<Store>,
    warn: Warn,
) -> Result<Box<dyn Backend>, OpenError> {
    if choice != BackendChoice::Auto || adapter.is_some() {
        return open_at_once(choice, adapter, store, warn);
    }
    let opening = expected_opening(store.as_ref());
    let opener = move || {
        let opened = open_at_once(BackendChoice::Auto, None, store, warn).ok()?;
        opened.uses_gpu().then_some(opened)
    };
    Ok(Box::new(Auto::new(Box::new(opener), opening)))
}

/// The time that opening a GPU should take: as measured on this machine, or the default.
pub fn expected_opening(store: Option<&Store>) -> Duration {
    store.and_then(Store::opening).unwrap_or(DEFAULT_OPENING)
}

/// Opens the backend of a job for which a GPU should be open from the start. With `Auto`, that is the best hardware
/// adapter if there is one, otherwise the CPU. In all else it is like [`open`].
///
/// # Errors
/// As [`open`].
pub fn open_at_once(
    choice: BackendChoice,
    adapter: Option<&str>,
    store: Option<Store>,
    warn: Warn,
) -> Result<Box<dyn Backend>, OpenError> {
    let adapters = match (choice, adapter) {
        (BackendChoice::Cpu, Some(_)) => return Err(OpenError::AdapterForCpu),
        (BackendChoice::Cpu, None) => return Ok(Box::new(Cpu)),
        _ => gpu::adapters(),
    };
    let descriptions: Vec<_> = adapters.iter().map(Adapter::description).collect();
    let candidates = match (choice, adapter) {
        (_, Some(wanted)) => with_name(&descriptions, wanted)?,
        (BackendChoice::Gpu, None) => fit_for_gpu(&descriptions)?,
        _ => hardware(&descriptions),
    };
    let mut failures = Vec::new();
    for index in candidates {
        let opened = match &store {
            Some(store) => adapters[index].open_kept(store, &warn),
            None => adapters[index].open(),
        };
        match opened {
            Ok(gpu) => {
                let cpu = Box::new(Cpu);
                return Ok(Box::new(Fallback::new(Box::new(gpu), cpu, warn)));
            }
            Err(error) => {
                let failure = failed(descriptions[index], &error);
                warn(&failure);
                failures.push(failure);
            }
        }
    }
    if choice == BackendChoice::Auto && adapter.is_none() {
        return Ok(Box::new(Cpu));
    }
    Err(OpenError::NoneOpened { failures })
}

/// All adapters, and whether `auto` takes them. Opens adapters in the order of `auto` until one succeeds.
pub fn list_adapters() -> Vec<AdapterReport> {
    let adapters = gpu::adapters();
    let descriptions: Vec<_> = adapters.iter().map(Adapter::description).collect();
    let mut reasons: Vec<_> = descriptions.iter().map(|_| None).collect();
    let mut taken: Option<usize> = None;
    for index in hardware(&descriptions) {
        reasons[index] = Some(match taken {
            Some(taken) => format!("auto takes {} before it", descriptions[taken].name),
            None => match adapters[index].open() {
                Ok(_) => {
                    taken = Some(index);
                    let kind = descriptions[index].kind;
                    format!("auto takes the first {kind} adapter, for long jobs")
                }
                Err(error) => failed(descriptions[index], &error),
            },
        });
    }
    let software = "auto takes no software adapter: the CPU backend is faster";
    reasons
        .into_iter()
        .zip(&descriptions)
        .enumerate()
        .map(|(index, (reason, &description))| AdapterReport {
            index,
            description: description.clone(),
            auto: taken == Some(index),
            reason: reason.unwrap_or_else(|| software.to_string()),
        })
        .collect()
}

/// The indices of the hardware adapters in the order in which `auto` tries them: discrete, integrated, unknown. Adapters of
/// the same kind keep the order of the list.
fn hardware(adapters: &[&AdapterDescription]) -> Vec<usize> {
    let rank = |index: &usize| match adapters[*index].kind {
        AdapterKind::Discrete => 0,
        AdapterKind::Integrated => 1,
        AdapterKind::Virtual => 2,
        AdapterKind::Other => 3,
        AdapterKind::Cpu => 4,
    };
    let mut order: Vec<usize> = (0..adapters.len())
        .filter(|&index| adapters[index].kind != AdapterKind::Cpu)
        .collect();
    order.sort_by_key(rank);
    order
}

/// The adapters that `gpu` may take without a name: hardware, or the only adapter there is.
fn fit_for_gpu(adapters: &[&AdapterDescription]) -> Result<Vec<usize>, OpenError> {
    let hardware = hardware(adapters);
    match (hardware.is_empty(), adapters.len()) {
        (false, _) => Ok(hardware),
        (true, 0) => Err(OpenError::NoAdapter),
        (true, 1) => Ok(vec![0]),
        (true, _) => Err(OpenError::OnlySoftware {
            available: labels(adapters),
        }),
    }
}

/// The indices of the adapters that `wanted` names. It is an index, or part of a name in upper or lower case. If several
/// names match, hardware comes first.
///
/// # Errors
/// [`OpenError::NoAdapter`] and [`OpenError::NoMatch`].
pub fn named(adapters: &[Adapter], wanted: &str) -> Result<Vec<usize>, OpenError> {
    let descriptions: Vec<_> = adapters.iter().map(Adapter::description).collect();
    with_name(&descriptions, wanted)
}

fn with_name(adapters: &[&AdapterDescription], wanted: &str) -> Result<Vec<usize>, OpenError> {
    if adapters.is_empty() {
        return Err(OpenError::NoAdapter);
    }
    let no_match = || OpenError::NoMatch {
        wanted: wanted.to_string(),
        available: labels(adapters),
    };
    // A number is an index, and never part of a name: `1` must not mean the first name with a 1 in its version.
    if !wanted.is_empty() && wanted.bytes().all(|byte| byte.is_ascii_digit()) {
        let index = wanted.parse().ok();
        let index = index.filter(|&index| index < adapters.len());
        return Ok(vec![index.ok_or_else(no_match)?]);
    }
    let part = wanted.to_lowercase();
    let mut order = hardware(adapters);
    order.extend((0..adapters.len()).filter(|&index| adapters[index].kind == AdapterKind::Cpu));
    order.retain(|&index| adapters[index].name.to_lowercase().contains(&part));
    if order.is_empty() || part.is_empty() {
        return Err(no_match());
    }
    Ok(order)
}

fn labels(adapters: &[&AdapterDescription]) -> Vec<String> {
    let label = |(index, adapter): (usize, &&AdapterDescription)| {
        format!(
            "{index}: {} ({}, {})",
            adapter.name, adapter.kind, adapter.api
        )
    };
    adapters.iter().enumerate().map(label).collect()
}

fn failed(adapter: &AdapterDescription, error: &ComputeError) -> String {
    format!("{} failed to open: {error}", adapter.name)
}

#[cfg(test)]
mod tests {
    use super::super::gpu::AdapterLimits;
    use super::*;

    fn adapter(name: &str, kind: AdapterKind) -> AdapterDescription {
        AdapterDescription {
            name: name.into(),
            kind,
            api: "vulkan".into(),
            driver: String::new(),
            driver_info: String::new(),
            limits: AdapterLimits {
                max_storage_binding_bytes: 0,
                max_buffer_bytes: 0,
                max_workgroups_per_dimension: 0,
                max_invocations_per_workgroup: 0,
                max_workgroup_storage_bytes: 0,
                timestamps: false,
            },
        }
    }

    fn software() -> AdapterDescription {
        adapter("llvmpipe (LLVM 19)", AdapterKind::Cpu)
    }

    fn four() -> [AdapterDescription; 4] {
        [
            software(),
            adapter("Iris Xe", AdapterKind::Integrated),
            adapter("Radeon 7", AdapterKind::Discrete),
            adapter("GeForce 4090", AdapterKind::Discrete),
        ]
    }

    #[test]
    fn auto_tries_discrete_then_integrated_and_never_software() {
        assert_eq!(hardware(&four().each_ref()), [2, 3, 1]);
        assert!(hardware(&[&software()]).is_empty());
    }

    #[test]
    fn gpu_takes_software_only_if_it_is_the_only_adapter() {
        assert_eq!(fit_for_gpu(&four().each_ref()), Ok(vec![2, 3, 1]));
        assert_eq!(fit_for_gpu(&[&software()]), Ok(vec![0]));
        assert_eq!(fit_for_gpu(&[]), Err(OpenError::NoAdapter));
        assert!(matches!(
            fit_for_gpu(&[&software(), &software()]),
            Err(OpenError::OnlySoftware { available }) if available.len() == 2
        ));
    }

    #[test]
    fn an_adapter_is_named_by_index_or_by_a_part_of_its_name() {
        let four = four();
        let four = four.each_ref();
        assert_eq!(with_name(&four, "3"), Ok(vec![3]));
        assert_eq!(with_name(&four, "LLVM"), Ok(vec![0]));
        assert_eq!(with_name(&four, "r"), Ok(vec![2, 3, 1]));
        assert_eq!(with_name(&four, "geforce 4090"), Ok(vec![3]));
        assert_eq!(with_name(&[], "0"), Err(OpenError::NoAdapter));
    }

    #[test]
    fn a_number_is_an_index_even_if_a_name_contains_it() {
        let four = four();
        for number in ["7", "4", "4090", "99999999999999999999"] {
            assert!(matches!(
                with_name(&four.each_ref(), number),
                Err(OpenError::NoMatch { .. })
            ));
        }
    }

    #[test]
    fn a_name_that_matches_none_lists_those_there_are() {
        let error = with_name(&[&software()], "radeon").expect_err("no Radeon");
        assert_eq!(
            error.to_string(),
            "no adapter matches 'radeon'; there are: 0: llvmpipe (LLVM 19) (cpu, vulkan)"
        );
    }

    #[test]
    fn the_cpu_takes_no_adapter() {
        let opened = open(BackendChoice::Cpu, Some("0"), None, Box::new(|_| ()));
        assert_eq!(opened.err(), Some(OpenError::AdapterForCpu));
    }
}
