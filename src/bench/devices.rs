//! The devices that a benchmark measures: one CPU thread, all CPU threads, each GPU adapter.

use std::time::{Duration, Instant};

use rayon::ThreadPool;
use serde::Serialize;

use crate::compute::cpu::Cpu;
use crate::compute::gpu::{Adapter, AdapterDescription, AdapterKind, Gpu, Store};
use crate::compute::{Backend, ComputeError};
use crate::failure::Failure;

/// A device that runs workloads.
pub struct Device {
    /// The short name in tables: `cpu 2`, `gpu 0`.
    pub name: String,
    /// The kind of device.
    pub kind: DeviceKind,
}

/// The kinds of device.
pub enum DeviceKind {
    /// The CPU.
    Cpu {
        /// The number of threads.
        threads: usize,
        /// The pool of the threads, or `None` for rayon's global pool.
        pool: Option<ThreadPool>,
    },
    /// A GPU adapter.
    Gpu {
        /// The adapter.
        adapter: AdapterDescription,
        /// The open device.
        gpu: Box<Gpu>,
        /// The cost of opening it.
        first_use: FirstUse,
    },
}

/// The cost of using an adapter for the first time, in seconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FirstUse {
    /// The time to open the device.
    pub device_seconds: f64,
    /// The time to compile all stages.
    pub pipelines_seconds: f64,
}

impl FirstUse {
    /// The time to open the device and to compile all stages.
    pub fn total(&self) -> Duration {
        Duration::from_secs_f64(self.device_seconds + self.pipelines_seconds)
    }
}

impl Device {
    /// The CPU with one thread and, if rayon's pool has more, with all of them.
    ///
    /// # Errors
    /// [`Failure::Failed`] if the system cannot start a thread.
    pub fn cpus() -> Result<Vec<Device>, Failure> {
        let one = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .map_err(|error| Failure::Failed(format!("cannot start a thread: {error}")))?;
        let device = |threads, pool| Device {
            name: format!("cpu {threads}"),
            kind: DeviceKind::Cpu { threads, pool },
        };
        let all = rayon::current_num_threads();
        let mut devices = vec![device(1, Some(one))];
        if all > 1 {
            devices.push(device(all, None));
        }
        Ok(devices)
    }

    /// The adapter with this index, opened with the tuning in `store`, and with all stages compiled.
    ///
    /// # Errors
    /// [`ComputeError`] if the device cannot be opened.
    pub fn gpu(
        index: usize,
        adapter: &Adapter,
        store: Option<&Store>,
        warn: &dyn Fn(&str),
    ) -> Result<Device, ComputeError> {
        let started = Instant::now();
        let gpu = match store {
            Some(store) => adapter.open_kept(store, &warn)?,
            None => adapter.open()?,
        };
        let device_seconds = started.elapsed().as_secs_f64();
        let started = Instant::now();
        gpu.prepare()?;
        Ok(Device {
            name: format!("gpu {index}"),
            kind: DeviceKind::Gpu {
                adapter: adapter.description().clone(),
                gpu: Box::new(gpu),
                first_use: FirstUse {
                    device_seconds,
                    pipelines_seconds: started.elapsed().as_secs_f64(),
                },
            },
        })
    }

    /// The backend that runs workloads on this device.
    pub fn backend(&self) -> &dyn Backend {
        match &self.kind {
            DeviceKind::Cpu { .. } => &Cpu,
            DeviceKind::Gpu { gpu, .. } => &**gpu,
        }
    }

    /// The adapter, if the device is a GPU.
    pub fn adapter(&self) -> Option<&AdapterDescription> {
        match &self.kind {
            DeviceKind::Cpu { .. } => None,
            DeviceKind::Gpu { adapter, .. } => Some(adapter),
        }
    }

    /// The open GPU, if the device is one.
    pub fn as_gpu(&self) -> Option<&Gpu> {
        match &self.kind {
            DeviceKind::Cpu { .. } => None,
            DeviceKind::Gpu { gpu, .. } => Some(gpu),
        }
    }

    /// The cost of the first use, if the device is a GPU.
    pub fn first_use(&self) -> Option<FirstUse> {
        match self.kind {
            DeviceKind::Cpu { .. } => None,
            DeviceKind::Gpu { first_use, .. } => Some(first_use),
        }
    }

    /// The number of threads, if the device is the CPU.
    pub fn threads(&self) -> Option<usize> {
        match self.kind {
            DeviceKind::Cpu { threads, .. } => Some(threads),
            DeviceKind::Gpu { .. } => None,
        }
    }

    /// True for a software adapter: a driver that computes on the CPU.
    pub fn is_software(&self) -> bool {
        self.adapter()
            .is_some_and(|adapter| adapter.kind == AdapterKind::Cpu)
    }

    /// Runs a function on the threads of this device.
    pub fn on_threads<T: Send>(&self, run: impl FnOnce() -> T + Send) -> T {
        match &self.kind {
            DeviceKind::Cpu {
                pool: Some(pool), ..
            } => pool.install(run),
            _ => run(),
        }
    }
}
