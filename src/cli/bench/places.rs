//! Where work is timed: one thread of the CPU, all threads, each adapter.

use std::time::Instant;

use rayon::ThreadPool;
use serde::Serialize;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::gpu::{Adapter, AdapterDescription, AdapterKind, Gpu};
use wordgame_engine::compute::{Backend, ComputeError};

use super::super::compute::{store, warn};
use super::super::failure::Failure;

/// A place where work is timed.
pub struct Place {
    /// Its short name in tables.
    pub name: String,
    pub kind: PlaceKind,
}

pub enum PlaceKind {
    /// The CPU on the threads of a pool of its own; none is the global pool.
    Cpu {
        threads: usize,
        pool: Option<ThreadPool>,
    },
    /// An adapter.
    Gpu {
        adapter: AdapterDescription,
        gpu: Box<Gpu>,
        first_use: FirstUse,
    },
}

/// What the first use of an adapter costs, in seconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FirstUse {
    /// Until the device is open.
    pub device_seconds: f64,
    /// Until all stages are compiled.
    pub pipelines_seconds: f64,
}

impl Place {
    /// One thread and, where there are more, all.
    ///
    /// # Errors
    /// [`Failure`] if the system gives no thread.
    pub fn cpus() -> Result<Vec<Place>, Failure> {
        let one = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .map_err(|error| Failure::Failed(format!("cannot start a thread: {error}")))?;
        let place = |threads, pool| Place {
            name: format!("cpu {threads}"),
            kind: PlaceKind::Cpu { threads, pool },
        };
        let all = rayon::current_num_threads();
        let mut places = vec![place(1, Some(one))];
        if all > 1 {
            places.push(place(all, None));
        }
        Ok(places)
    }

    /// An adapter by its number, opened with the tuning that is kept for it and with all stages compiled.
    ///
    /// # Errors
    /// [`ComputeError`] if it does not open.
    pub fn gpu(index: usize, adapter: &Adapter) -> Result<Place, ComputeError> {
        let started = Instant::now();
        let gpu = match store() {
            Some(store) => adapter.open_kept(&store, &warn)?,
            None => adapter.open()?,
        };
        let device_seconds = started.elapsed().as_secs_f64();
        let started = Instant::now();
        gpu.prepare()?;
        Ok(Place {
            name: format!("gpu {index}"),
            kind: PlaceKind::Gpu {
                adapter: adapter.description().clone(),
                gpu: Box::new(gpu),
                first_use: FirstUse {
                    device_seconds,
                    pipelines_seconds: started.elapsed().as_secs_f64(),
                },
            },
        })
    }

    /// Who answers here.
    pub fn backend(&self) -> &dyn Backend {
        match &self.kind {
            PlaceKind::Cpu { .. } => &Cpu,
            PlaceKind::Gpu { gpu, .. } => &**gpu,
        }
    }

    /// The adapter, if it is one.
    pub fn adapter(&self) -> Option<&AdapterDescription> {
        match &self.kind {
            PlaceKind::Cpu { .. } => None,
            PlaceKind::Gpu { adapter, .. } => Some(adapter),
        }
    }

    /// The device, if it is an adapter.
    pub fn device(&self) -> Option<&Gpu> {
        match &self.kind {
            PlaceKind::Cpu { .. } => None,
            PlaceKind::Gpu { gpu, .. } => Some(gpu),
        }
    }

    /// The threads, if it is the CPU.
    pub fn threads(&self) -> Option<usize> {
        match self.kind {
            PlaceKind::Cpu { threads, .. } => Some(threads),
            PlaceKind::Gpu { .. } => None,
        }
    }

    /// Whether it is a driver that runs on the processor.
    pub fn is_software(&self) -> bool {
        self.adapter()
            .is_some_and(|adapter| adapter.kind == AdapterKind::Cpu)
    }

    /// Does something on the threads of this place.
    pub fn on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.kind {
            PlaceKind::Cpu {
                pool: Some(pool), ..
            } => pool.install(work),
            _ => work(),
        }
    }
}
