//! The adapters of this machine.

use std::fmt;

use serde::Serialize;

use super::device::Device;
use super::tuning::Tuning;
use super::{Gpu, Store, driver_output};
use crate::compute::ComputeError;

/// An adapter that can be opened.
pub struct Adapter {
    adapter: wgpu::Adapter,
    description: AdapterDescription,
}

/// The properties of an adapter, as its driver reports them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AdapterDescription {
    /// The name.
    pub name: String,
    /// The kind of hardware, if it is hardware.
    pub kind: AdapterKind,
    /// The graphics interface: `vulkan`, `metal`, `dx12` …
    pub api: String,
    /// The name of the driver.
    pub driver: String,
    /// The version of the driver, and other information from it.
    pub driver_info: String,
    /// The limits that determine how work is divided.
    pub limits: AdapterLimits,
}

/// The kind of an adapter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AdapterKind {
    /// A graphics card with memory of its own.
    Discrete,
    /// A GPU that shares the processor's memory.
    Integrated,
    /// A share of a GPU in a virtual machine.
    Virtual,
    /// A driver that runs on the processor.
    Cpu,
    /// Unknown.
    #[default]
    Other,
}

/// The limits that determine how work is divided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AdapterLimits {
    /// Bytes of one binding: what a shader sees as one array.
    pub max_storage_binding_bytes: u64,
    /// Bytes of a buffer.
    pub max_buffer_bytes: u64,
    /// Workgroups in one dimension of a dispatch.
    pub max_workgroups_per_dimension: u32,
    /// Invocations in a workgroup.
    pub max_invocations_per_workgroup: u32,
    /// Bytes of memory that a workgroup shares.
    pub max_workgroup_storage_bytes: u32,
    /// True if the device can measure how long a dispatch takes.
    pub timestamps: bool,
}

/// All adapters, in the order in which wgpu finds them. The order is the same each time on one machine. The
/// environment variable `WGPU_BACKEND` (`vulkan`, `metal`, `dx12`) restricts them.
pub fn adapters() -> Vec<Adapter> {
    let descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
    let backends = descriptor.backends;
    let found = driver_output::hidden(|| {
        let instance = wgpu::Instance::new(descriptor);
        pollster::block_on(instance.enumerate_adapters(backends))
    });
    found.into_iter().map(Adapter::new).collect()
}

impl Adapter {
    fn new(adapter: wgpu::Adapter) -> Adapter {
        let info = adapter.get_info();
        let limits = adapter.limits();
        let description = AdapterDescription {
            name: info.name,
            kind: match info.device_type {
                wgpu::DeviceType::DiscreteGpu => AdapterKind::Discrete,
                wgpu::DeviceType::IntegratedGpu => AdapterKind::Integrated,
                wgpu::DeviceType::VirtualGpu => AdapterKind::Virtual,
                wgpu::DeviceType::Cpu => AdapterKind::Cpu,
                wgpu::DeviceType::Other => AdapterKind::Other,
            },
            api: info.backend.to_string(),
            driver: info.driver,
            driver_info: info.driver_info,
            limits: AdapterLimits {
                max_storage_binding_bytes: limits.max_storage_buffer_binding_size,
                max_buffer_bytes: limits.max_buffer_size,
                max_workgroups_per_dimension: limits.max_compute_workgroups_per_dimension,
                max_invocations_per_workgroup: limits.max_compute_invocations_per_workgroup,
                max_workgroup_storage_bytes: limits.max_compute_workgroup_storage_size,
                timestamps: adapter.features().contains(wgpu::Features::TIMESTAMP_QUERY),
            },
        };
        Adapter {
            adapter,
            description,
        }
    }

    /// The properties of the adapter.
    pub fn description(&self) -> &AdapterDescription {
        &self.description
    }

    /// Opens a device on the adapter, with the default tuning of its kind.
    ///
    /// # Errors
    /// [`ComputeError::Refused`] with the reason of the driver: an adapter may be listed and still
    /// not open.
    pub fn open(&self) -> Result<Gpu, ComputeError> {
        self.open_tuned(&Tuning::of(self.description.kind))
    }

    /// Opens a device with the tuning that `store` keeps for the adapter, or with the default tuning. `warn`
    /// gets a message if there is a file that cannot be used.
    ///
    /// # Errors
    /// As [`Adapter::open`].
    pub fn open_kept(&self, store: &Store, warn: &dyn Fn(&str)) -> Result<Gpu, ComputeError> {
        let kept = store.tuning(&self.description).unwrap_or_else(|unusable| {
            warn(&unusable.to_string());
            None
        });
        match kept {
            Some(tuning) => self.open_tuned(&tuning),
            None => self.open(),
        }
    }

    /// Opens a device with a tuning, which is reduced to the limits of the adapter.
    ///
    /// # Errors
    /// As [`Adapter::open`].
    pub fn open_tuned(&self, tuning: &Tuning) -> Result<Gpu, ComputeError> {
        let device = driver_output::hidden(|| Device::open(&self.adapter, tuning))?;
        Ok(Gpu::new(device, self.description.name.clone()))
    }
}

impl fmt::Display for AdapterKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            AdapterKind::Discrete => "discrete",
            AdapterKind::Integrated => "integrated",
            AdapterKind::Virtual => "virtual",
            AdapterKind::Cpu => "cpu",
            AdapterKind::Other => "other",
        })
    }
}
