//! An open device, and the one way work gets through it: upload, dispatch, read back.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::super::{ComputeError, Traffic};
use super::clock::{Clock, Parts};
use super::faults::{Faults, compute_error, lock, with_causes, without_panic_message};
use super::job::{Dispatch, Job, Stage, Upload};
use super::tuning::Tuning;

/// A device, its queue, its compiled stages and the buffers that its jobs share.
pub struct Device {
    device: wgpu::Device,
    queue: wgpu::Queue,
    faults: Faults,
    tuning: Tuning,
    pipelines: Mutex<HashMap<&'static str, Arc<Pipeline>>>,
    buffers: Mutex<Buffers>,
    traffic: Counters,
    /// The parts of the jobs so far, while jobs are taken apart.
    parts: Mutex<Option<Parts>>,
}

#[derive(Default)]
struct Counters {
    uploads: AtomicU64,
    dispatches: AtomicU64,
    bytes_up: AtomicU64,
    bytes_down: AtomicU64,
}

/// A compiled stage: a pipeline an entry point.
struct Pipeline {
    entries: Vec<wgpu::ComputePipeline>,
    layout: wgpu::BindGroupLayout,
}

/// Kept from job to job; each is replaced when a job needs a larger one.
#[derive(Default)]
struct Buffers {
    input: Option<wgpu::Buffer>,
    output: Option<wgpu::Buffer>,
    readback: Option<wgpu::Buffer>,
}

impl Device {
    /// Opens `adapter` with all that it offers, and a tuning within its limits.
    ///
    /// # Errors
    /// [`ComputeError::Refused`] with the driver's reason.
    pub fn open(adapter: &wgpu::Adapter, tuning: &Tuning) -> Result<Device, ComputeError> {
        let offered = adapter.limits();
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("wordgame-engine"),
            required_features: adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
            required_limits: wgpu::Limits {
                // DirectX 12 reserves memory for as many descriptors as are asked for; a job needs six.
                max_non_sampler_bindings: offered.max_non_sampler_bindings.min(1 << 14),
                ..offered
            },
            memory_hints: wgpu::MemoryHints::MemoryUsage,
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|error| ComputeError::Refused(with_causes(&error)))?;
        let faults = Faults::default();
        faults.watch(&device);
        Ok(Device {
            tuning: tuning.within(&device.limits()),
            device,
            queue,
            faults,
            pipelines: Mutex::default(),
            buffers: Mutex::default(),
            traffic: Counters::default(),
            parts: Mutex::default(),
        })
    }

    /// The limits that the device was opened with: the adapter's own.
    pub fn limits(&self) -> wgpu::Limits {
        self.device.limits()
    }

    /// The tuning, within the adapter's limits.
    pub fn tuning(&self) -> Tuning {
        self.tuning
    }

    /// Goes on with another tuning, cut to the adapter's limits.
    pub fn set_tuning(&mut self, tuning: &Tuning) {
        self.tuning = tuning.within(&self.device.limits());
        lock(&self.pipelines).clear();
    }

    /// Invocations in a workgroup of a stage.
    pub fn lanes(&self, stage: &Stage) -> u32 {
        (stage.lanes)(&self.tuning)
    }

    /// What has been sent and fetched so far.
    pub fn traffic(&self) -> Traffic {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Traffic {
            uploads: read(&self.traffic.uploads),
            dispatches: read(&self.traffic.dispatches),
            bytes_up: read(&self.traffic.bytes_up),
            bytes_down: read(&self.traffic.bytes_down),
        }
    }

    /// Gives the device up: every later job fails with [`ComputeError::DeviceLost`].
    pub fn destroy(&self) {
        self.device.destroy();
        // The device reports its end at the next poll.
        let _ = self.wait();
    }

    /// An empty upload whose parts are aligned for this device.
    pub fn upload(&self) -> Upload {
        Upload::new(self.part_alignment())
    }

    /// The alignment of the parts of an upload, in bytes.
    pub fn part_alignment(&self) -> usize {
        self.limits().min_storage_buffer_offset_alignment.max(4) as usize
    }

    /// Does `work` with its jobs taken apart, and tells where their time went. Jobs of other threads in
    /// that time count too.
    pub fn taken_apart<T>(&self, work: impl FnOnce() -> T) -> (T, Parts) {
        *lock(&self.parts) = Some(Parts::default());
        let value = work();
        let parts = lock(&self.parts).take();
        (value, parts.unwrap_or_default())
    }

    /// Compiles a stage, unless it has been.
    ///
    /// # Errors
    /// [`ComputeError`]
    pub fn prepare(&self, stage: &'static Stage) -> Result<(), ComputeError> {
        self.pipeline(stage).map(|_| ())
    }

    /// Runs one job and hands the output to `read`. Jobs of several threads run one after another.
    ///
    /// # Errors
    /// [`ComputeError`]; the next job starts afresh.
    pub fn run<T>(&self, job: &Job, read: impl FnOnce(&[u8]) -> T) -> Result<T, ComputeError> {
        let pipeline = self.pipeline(job.stage)?;
        let mut buffers = lock(&self.buffers);
        let result = self.run_with(&mut buffers, &pipeline, job, read);
        if result.is_err() {
            // A buffer that could not be made or mapped is of no use to the next job.
            *buffers = Buffers::default();
        }
        result
    }

    fn run_with<T>(
        &self,
        buffers: &mut Buffers,
        pipeline: &Pipeline,
        job: &Job,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, ComputeError> {
        use wgpu::BufferUsages as Usage;
        let [input, output, readback] = self.guarded(|| {
            let up = job.upload.bytes.len();
            let down = job.output_bytes;
            let written = job.written_bytes();
            [
                self.buffer(&mut buffers.input, up, Usage::STORAGE | Usage::COPY_DST),
                self.buffer(
                    &mut buffers.output,
                    written,
                    Usage::STORAGE | Usage::COPY_SRC,
                ),
                self.buffer(
                    &mut buffers.readback,
                    down,
                    Usage::MAP_READ | Usage::COPY_DST,
                ),
            ]
        })?;
        let parts = *lock(&self.parts);
        let Some(before) = parts else {
            self.guarded(|| {
                self.send(job, &input);
                let last = self.launch(pipeline, job, &input, &output, None);
                self.fetch(job, &output, &readback, last);
            })?;
            return self.read_back(&readback, job.output_bytes, read);
        };

        let started = Instant::now();
        self.guarded(|| {
            self.send(job, &input);
            self.queue.submit([]);
        })?;
        self.wait()?;
        let upload = started.elapsed();

        let clock = self.guarded(|| Clock::new(&self.device, job.dispatches.len()))?;
        self.guarded(|| {
            let last = self.launch(pipeline, job, &input, &output, clock.as_ref());
            self.queue.submit([last.finish()]);
        })?;
        self.wait()?;
        let kernels = clock.map(|clock| self.read_clock(&clock)).transpose()?;

        let started = Instant::now();
        self.guarded(|| {
            let encoder = self.device.create_command_encoder(&Default::default());
            self.fetch(job, &output, &readback, encoder);
        })?;
        let value = self.read_back(&readback, job.output_bytes, read)?;
        *lock(&self.parts) = Some(Parts {
            upload: before.upload + upload,
            kernels: kernels.map(|took| before.kernels.unwrap_or_default() + took),
            download: before.download + started.elapsed(),
        });
        Ok(value)
    }

    fn read_clock(&self, clock: &Clock) -> Result<Duration, ComputeError> {
        let period = f64::from(self.queue.get_timestamp_period());
        let bytes = clock.bytes();
        let mut encoder = self.device.create_command_encoder(&Default::default());
        self.guarded(|| {
            encoder.resolve_query_set(&clock.times, 0..clock.count, &clock.resolved, 0);
            encoder.copy_buffer_to_buffer(&clock.resolved, 0, &clock.readback, 0, bytes as u64);
            self.queue.submit([encoder.finish()]);
        })?;
        let slice = clock.readback.slice(..);
        self.guarded(|| slice.map_async(wgpu::MapMode::Read, |_| ()))?;
        self.wait()?;
        let view = slice
            .get_mapped_range()
            .map_err(|error| self.fault(error.to_string()))?;
        let times: Vec<u64> = bytemuck::pod_collect_to_vec(&view);
        // Clocks of some drivers step back.
        let pairs = times.as_chunks::<2>().0.iter();
        let ticks: u64 = pairs.map(|[begin, end]| end.saturating_sub(*begin)).sum();
        Ok(Duration::from_nanos((ticks as f64 * period) as u64))
    }

    /// The buffer in `slot`, replaced if it is too small.
    fn buffer(
        &self,
        slot: &mut Option<wgpu::Buffer>,
        bytes: usize,
        usage: wgpu::BufferUsages,
    ) -> wgpu::Buffer {
        let bytes = bytes as u64;
        if let Some(buffer) = slot.as_ref().filter(|buffer| buffer.size() >= bytes) {
            return buffer.clone();
        }
        // Small buffers grow by doubling, large ones to what is asked for.
        let size = bytes.max(bytes.next_power_of_two().min(16 << 20));
        // The old one is freed first, so that both need not fit.
        *slot = None;
        slot.insert(self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation: false,
        }))
        .clone()
    }

    fn send(&self, job: &Job, input: &wgpu::Buffer) {
        let bytes = &job.upload.bytes;
        self.queue.write_buffer(input, 0, bytes);
        count(&self.traffic.uploads, 1);
        count(&self.traffic.bytes_up, bytes.len());
    }

    /// Submits the dispatches, but the last, which is still to be.
    fn launch(
        &self,
        pipeline: &Pipeline,
        job: &Job,
        input: &wgpu::Buffer,
        output: &wgpu::Buffer,
        clock: Option<&Clock>,
    ) -> wgpu::CommandEncoder {
        let mut last: Option<wgpu::CommandEncoder> = None;
        for (index, dispatch) in job.dispatches.iter().enumerate() {
            let group = self.bind(pipeline, job, dispatch, input, output);
            let mut encoder = self.device.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: None,
                timestamp_writes: clock.map(|clock| clock.writes_of(index)),
            });
            pass.set_pipeline(&pipeline.entries[dispatch.entry]);
            pass.set_bind_group(0, &group, &[]);
            let [x, y] = dispatch.workgroups;
            pass.dispatch_workgroups(x, y, 1);
            drop(pass);
            count(&self.traffic.dispatches, 1);
            if let Some(before) = last.replace(encoder) {
                self.queue.submit([before.finish()]);
            }
        }
        last.unwrap_or_else(|| self.device.create_command_encoder(&Default::default()))
    }

    /// Copies the output to where it can be read, and submits that.
    fn fetch(
        &self,
        job: &Job,
        output: &wgpu::Buffer,
        readback: &wgpu::Buffer,
        mut encoder: wgpu::CommandEncoder,
    ) {
        encoder.copy_buffer_to_buffer(output, 0, readback, 0, job.output_bytes as u64);
        self.queue.submit([encoder.finish()]);
    }

    fn bind(
        &self,
        pipeline: &Pipeline,
        job: &Job,
        dispatch: &Dispatch,
        input: &wgpu::Buffer,
        output: &wgpu::Buffer,
    ) -> wgpu::BindGroup {
        let part = |buffer, part: &Range<usize>| {
            wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer,
                offset: part.start as u64,
                size: wgpu::BufferSize::new(part.len() as u64),
            })
        };
        let parameters = std::iter::once(&dispatch.parameters.0);
        let inputs = parameters.chain(&job.upload.sections);
        let entries: Vec<_> = inputs
            .map(|range| part(input, range))
            .chain([part(output, &(0..job.written_bytes()))])
            .zip(0..)
            .map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource })
            .collect();
        self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(job.stage.name),
            layout: &pipeline.layout,
            entries: &entries,
        })
    }

    fn read_back<T>(
        &self,
        readback: &wgpu::Buffer,
        bytes: usize,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, ComputeError> {
        let slice = readback.slice(..bytes as u64);
        self.guarded(|| slice.map_async(wgpu::MapMode::Read, |_| ()))?;
        self.wait()?;
        // A mapping that failed shows itself here.
        let view = slice
            .get_mapped_range()
            .map_err(|error| self.fault(error.to_string()))?;
        count(&self.traffic.bytes_down, bytes);
        let value = read(&view);
        drop(view);
        readback.unmap();
        Ok(value)
    }

    /// Waits until all that was submitted is done.
    fn wait(&self) -> Result<(), ComputeError> {
        // wgpu 30 panics in `poll` when it finds the device lost while it waits, which is how most
        // devices are lost.
        let polled =
            without_panic_message(|| self.device.poll(wgpu::PollType::wait_indefinitely()));
        match polled {
            Some(Ok(_)) => self.check(),
            Some(Err(error)) => Err(self.fault(error.to_string())),
            None => Err(self.fault("it failed while it was waited for".to_string())),
        }
    }

    /// The compiled stage. Compiling takes longer than most jobs, so each is compiled when it is
    /// first used, and once.
    fn pipeline(&self, stage: &'static Stage) -> Result<Arc<Pipeline>, ComputeError> {
        let mut pipelines = lock(&self.pipelines);
        if let Some(pipeline) = pipelines.get(stage.name) {
            return Ok(Arc::clone(pipeline));
        }
        let pipeline = Arc::new(self.guarded(|| self.compile(stage))?);
        pipelines.insert(stage.name, Arc::clone(&pipeline));
        Ok(pipeline)
    }

    fn compile(&self, stage: &Stage) -> Pipeline {
        let output = stage.sections + 1;
        let entries: Vec<_> = (0..=output)
            .map(|binding| wgpu::BindGroupLayoutEntry {
                binding,
                visibility: wgpu::ShaderStages::COMPUTE,
                ty: wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Storage {
                        read_only: binding != output,
                    },
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            })
            .collect();
        let label = Some(stage.name);
        let layout = self
            .device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label,
                entries: &entries,
            });
        let pipeline_layout = self
            .device
            .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label,
                bind_group_layouts: &[Some(&layout)],
                ..Default::default()
            });
        let module = self
            .device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label,
                source: wgpu::ShaderSource::Wgsl(stage.source.into()),
            });
        let compile = |entry: &&str| {
            self.device
                .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label,
                    layout: Some(&pipeline_layout),
                    module: &module,
                    entry_point: Some(entry),
                    compilation_options: wgpu::PipelineCompilationOptions {
                        constants: &[("WORKGROUP_SIZE", f64::from(self.lanes(stage)))],
                        // The stages clear what they read.
                        zero_initialize_workgroup_memory: false,
                    },
                    cache: None,
                })
        };
        Pipeline {
            entries: stage.entries.iter().map(compile).collect(),
            layout,
        }
    }

    /// Does `work` on the device and reports whatever went wrong in it.
    fn guarded<T>(&self, work: impl FnOnce() -> T) -> Result<T, ComputeError> {
        use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
        let scopes =
            [OutOfMemory, Validation, Internal].map(|kind| self.device.push_error_scope(kind));
        let value = work();
        // Scopes are popped in the reverse order.
        let errors = scopes
            .into_iter()
            .rev()
            .map(|scope| pollster::block_on(scope.pop()));
        let error = errors.fold(None, |first, error| first.or(error));
        self.check()?;
        error.map_or(Ok(value), |error| Err(compute_error(error)))
    }

    /// Reports what the device told since the last check, if anything.
    fn check(&self) -> Result<(), ComputeError> {
        if let Some(reason) = self.faults.lost.get() {
            return Err(ComputeError::DeviceLost(reason.clone()));
        }
        lock(&self.faults.uncaptured).take().map_or(Ok(()), Err)
    }

    /// The error behind a call that failed with `message`.
    fn fault(&self, message: String) -> ComputeError {
        self.check().err().unwrap_or(ComputeError::Refused(message))
    }
}

fn count(counter: &AtomicU64, n: usize) {
    counter.fetch_add(n as u64, Ordering::Relaxed);
}
