//! An open device. All work goes through [`Device::run`]: upload, dispatch, read back.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::compiled_stage::CompiledStage;
use super::faults::{Faults, compute_error, lock, with_causes};
use super::job::{Dispatch, Job, PairConstants, Stage, Upload};
use super::profile::{Profile, Timestamps, ticks};
use super::tuning::Tuning;
use crate::compute::{ComputeError, Traffic};
use crate::quiet_panic::without_panic_message;

/// A device that has not finished its work after this time hangs. The work of a tile takes a hardware GPU less than a second, and
/// a software adapter on a busy machine less than a minute.
const PATIENCE: Duration = Duration::from_secs(300);

/// A device, its queue, its compiled stages, and the buffers that its jobs share.
pub struct Device {
    device: wgpu::Device,
    queue: wgpu::Queue,
    faults: Faults,
    tuning: Tuning,
    stages: Mutex<HashMap<StageKey, Arc<CompiledStage>>>,
    buffers: Mutex<Buffers>,
    traffic: Counters,
    /// The profile of the jobs so far, while jobs are profiled.
    profile: Mutex<Option<Profile>>,
}

#[derive(Default)]
struct Counters {
    uploads: AtomicU64,
    dispatches: AtomicU64,
    bytes_up: AtomicU64,
    bytes_down: AtomicU64,
    pipelines: AtomicU64,
}

/// The name of a stage, and the constants with which it is compiled.
type StageKey = (&'static str, Option<PairConstants>);

/// Buffers that stay from job to job. A buffer is replaced when a job needs a larger one.
#[derive(Default)]
struct Buffers {
    input: Option<wgpu::Buffer>,
    output: Option<wgpu::Buffer>,
    readback: Option<wgpu::Buffer>,
}

/// The buffers of one job.
struct JobBuffers {
    input: wgpu::Buffer,
    output: wgpu::Buffer,
    readback: wgpu::Buffer,
}

impl Device {
    /// Opens `adapter` with all the limits that it offers, and with a tuning that is reduced to them.
    ///
    /// # Errors
    /// [`ComputeError::Refused`] with the reason of the driver.
    pub fn open(adapter: &wgpu::Adapter, tuning: &Tuning) -> Result<Device, ComputeError> {
        let offered = adapter.limits();
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("wordgame-engine"),
            required_features: adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
            required_limits: wgpu::Limits {
                // DirectX 12 reserves memory for as many descriptors as are requested. A job needs fewer
                // than ten.
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
            stages: Mutex::default(),
            buffers: Mutex::default(),
            traffic: Counters::default(),
            profile: Mutex::default(),
        })
    }

    /// The limits that the device was opened with: those of the adapter.
    pub fn limits(&self) -> wgpu::Limits {
        self.device.limits()
    }

    /// The tuning, reduced to the limits of the adapter.
    pub fn tuning(&self) -> Tuning {
        self.tuning
    }

    /// Uses another tuning from now on, reduced to the limits of the adapter.
    pub fn set_tuning(&mut self, tuning: &Tuning) {
        self.tuning = tuning.within(&self.device.limits());
        lock(&self.stages).clear();
    }

    /// Invocations in a workgroup of a stage.
    pub fn lanes(&self, stage: &Stage) -> u32 {
        (stage.lanes)(&self.tuning)
    }

    /// The uploads, dispatches and downloads so far.
    pub fn traffic(&self) -> Traffic {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Traffic {
            uploads: read(&self.traffic.uploads),
            dispatches: read(&self.traffic.dispatches),
            bytes_up: read(&self.traffic.bytes_up),
            bytes_down: read(&self.traffic.bytes_down),
            pipelines: read(&self.traffic.pipelines),
        }
    }

    /// Gives up the device: every later job fails with [`ComputeError::DeviceLost`].
    pub fn destroy(&self) {
        self.device.destroy();
        // The device reports that it is lost at the next poll. An error is what we expect here.
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

    /// Runs `work` while jobs are profiled, and returns where their time went. Jobs that other threads run in
    /// the meantime are included.
    pub fn profiled<T>(&self, work: impl FnOnce() -> T) -> (T, Profile) {
        *lock(&self.profile) = Some(Profile::default());
        let value = work();
        let profile = lock(&self.profile).take();
        (value, profile.unwrap_or_default())
    }

    /// Compiles all entry points of a stage without [`PairConstants`], unless they have been compiled.
    ///
    /// # Errors
    /// [`ComputeError`]
    pub fn prepare(&self, stage: &'static Stage) -> Result<(), ComputeError> {
        self.compiled(stage, None, 0..stage.entries.len())
            .map(|_| ())
    }

    /// Runs one job and hands its output to `read`. Jobs of several threads run one after another.
    ///
    /// # Errors
    /// [`ComputeError`]. The device can still be used unless it is lost.
    pub fn run<T>(&self, job: &Job, read: impl FnOnce(&[u8]) -> T) -> Result<T, ComputeError> {
        let entries = job.dispatches.iter().map(|dispatch| dispatch.entry);
        let stage = self.compiled(job.stage, job.constants, entries)?;
        // The lock is held until the job is done, since the jobs share these buffers.
        let mut shared = lock(&self.buffers);
        let profile = *lock(&self.profile);
        let result = self
            .job_buffers(&mut shared, job)
            .and_then(|buffers| match profile {
                None => self.run_at_once(job, &stage, &buffers, read),
                Some(before) => self.run_step_by_step(job, &stage, &buffers, before, read),
            });
        if result.is_err() {
            // The next job needs new buffers if one of these could not be created or mapped.
            *shared = Buffers::default();
        }
        result
    }

    /// Submits all steps of a job and waits once, at the end.
    fn run_at_once<T>(
        &self,
        job: &Job,
        stage: &CompiledStage,
        buffers: &JobBuffers,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, ComputeError> {
        self.guarded(|| {
            self.send(job, buffers);
            let last = self.launch(job, stage, buffers, None);
            self.fetch(job, buffers, last);
        })?;
        self.read_back(&buffers.readback, job.output_bytes, read)
    }

    /// Waits for each step of a job and adds its time to the profile `before`.
    fn run_step_by_step<T>(
        &self,
        job: &Job,
        stage: &CompiledStage,
        buffers: &JobBuffers,
        before: Profile,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, ComputeError> {
        let started = Instant::now();
        self.guarded(|| {
            self.send(job, buffers);
            self.queue.submit([]);
        })?;
        self.wait()?;
        let upload = started.elapsed();

        let timestamps = self.guarded(|| Timestamps::new(&self.device, job.dispatches.len()))?;
        self.guarded(|| {
            let last = self.launch(job, stage, buffers, timestamps.as_ref());
            self.queue.submit([last.finish()]);
        })?;
        self.wait()?;
        let kernels = timestamps.map(|times| self.read_time(&times)).transpose()?;

        let started = Instant::now();
        self.guarded(|| {
            let encoder = self.device.create_command_encoder(&Default::default());
            self.fetch(job, buffers, encoder);
        })?;
        let value = self.read_back(&buffers.readback, job.output_bytes, read)?;
        *lock(&self.profile) = Some(Profile {
            upload: before.upload + upload,
            kernels: kernels.map(|time| before.kernels.unwrap_or_default() + time),
            download: before.download + started.elapsed(),
        });
        Ok(value)
    }

    /// The time that the dispatches took together.
    fn read_time(&self, timestamps: &Timestamps) -> Result<Duration, ComputeError> {
        self.guarded(|| {
            let Timestamps {
                queries,
                count,
                resolved,
                readback,
            } = timestamps;
            let mut encoder = self.device.create_command_encoder(&Default::default());
            encoder.resolve_query_set(queries, 0..*count, resolved, 0);
            encoder.copy_buffer_to_buffer(resolved, 0, readback, 0, timestamps.bytes());
            self.queue.submit([encoder.finish()]);
        })?;
        let nanoseconds_per_tick = f64::from(self.queue.get_timestamp_period());
        self.map(timestamps.readback.slice(..), |bytes| {
            let ticks = ticks(&bytemuck::pod_collect_to_vec(bytes));
            Duration::from_nanos((ticks as f64 * nanoseconds_per_tick) as u64)
        })
    }

    /// The shared buffers, those that are too small replaced.
    fn job_buffers(&self, shared: &mut Buffers, job: &Job) -> Result<JobBuffers, ComputeError> {
        use wgpu::BufferUsages as Usage;
        let input = Usage::STORAGE | Usage::COPY_DST;
        let output = Usage::STORAGE | Usage::COPY_SRC;
        let readback = Usage::MAP_READ | Usage::COPY_DST;
        self.guarded(|| JobBuffers {
            input: self.buffer(&mut shared.input, job.upload.bytes.len(), input),
            output: self.buffer(&mut shared.output, job.written_bytes(), output),
            readback: self.buffer(&mut shared.readback, job.output_bytes, readback),
        })
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
        // Small buffers grow to a power of two, so that they are not replaced often. Large ones grow only to
        // the size that is needed.
        let size = bytes.max(bytes.next_power_of_two().min(16 << 20));
        // The old buffer is freed first, so that there need not be memory for both.
        *slot = None;
        slot.insert(self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation: false,
        }))
        .clone()
    }

    /// Uploads the input.
    fn send(&self, job: &Job, buffers: &JobBuffers) {
        let bytes = &job.upload.bytes;
        self.queue.write_buffer(&buffers.input, 0, bytes);
        count(&self.traffic.uploads, 1);
        count(&self.traffic.bytes_up, bytes.len());
    }

    /// Submits all dispatches except the last one. Returns the last one unsubmitted, so that the caller can
    /// append commands to it.
    fn launch(
        &self,
        job: &Job,
        stage: &CompiledStage,
        buffers: &JobBuffers,
        timestamps: Option<&Timestamps>,
    ) -> wgpu::CommandEncoder {
        let mut last: Option<wgpu::CommandEncoder> = None;
        for (index, dispatch) in job.dispatches.iter().enumerate() {
            let group = self.bind(job, dispatch, stage, buffers);
            let mut encoder = self.device.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: None,
                timestamp_writes: timestamps.map(|times| times.writes_of(index)),
            });
            pass.set_pipeline(stage.pipeline(dispatch.entry));
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

    /// Appends a copy of the output to the readback buffer, and submits all that is in `encoder`.
    fn fetch(&self, job: &Job, buffers: &JobBuffers, mut encoder: wgpu::CommandEncoder) {
        let bytes = job.output_bytes as u64;
        encoder.copy_buffer_to_buffer(&buffers.output, 0, &buffers.readback, 0, bytes);
        self.queue.submit([encoder.finish()]);
    }

    /// Binds the parameters of a dispatch, the sections of the upload, and the output.
    fn bind(
        &self,
        job: &Job,
        dispatch: &Dispatch,
        stage: &CompiledStage,
        buffers: &JobBuffers,
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
            .map(|range| part(&buffers.input, range))
            .chain([part(&buffers.output, &(0..job.written_bytes()))])
            .zip(0..)
            .map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource })
            .collect();
        self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(job.stage.name),
            layout: stage.bindings(),
            entries: &entries,
        })
    }

    fn read_back<T>(
        &self,
        readback: &wgpu::Buffer,
        bytes: usize,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, ComputeError> {
        let value = self.map(readback.slice(..bytes as u64), read)?;
        readback.unmap();
        count(&self.traffic.bytes_down, bytes);
        Ok(value)
    }

    /// Waits until all submitted work is done, and hands the contents of a buffer to `read`. The buffer stays
    /// mapped.
    fn map<T>(
        &self,
        slice: wgpu::BufferSlice,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, ComputeError> {
        self.guarded(|| slice.map_async(wgpu::MapMode::Read, |_| ()))?;
        self.wait()?;
        // If mapping failed, this is where the error appears.
        let view = slice
            .get_mapped_range()
            .map_err(|error| self.fault(error.to_string()))?;
        Ok(read(&view))
    }

    /// Waits until all submitted work is done, but not for ever: see [`PATIENCE`].
    fn wait(&self) -> Result<(), ComputeError> {
        let wait = wgpu::PollType::Wait {
            submission_index: None,
            timeout: Some(PATIENCE),
        };
        // wgpu 30 panics in `poll` if it finds out while waiting that the device is lost, which is how most
        // devices are lost.
        let polled = without_panic_message(|| self.device.poll(wait));
        match polled {
            Some(Ok(_)) => self.check(),
            Some(Err(wgpu::PollError::Timeout)) => Err(ComputeError::DeviceLost(format!(
                "it has not answered for {} seconds",
                PATIENCE.as_secs()
            ))),
            Some(Err(error)) => Err(self.fault(error.to_string())),
            None => Err(self.fault("the device failed while it was working".to_string())),
        }
    }

    /// A stage with some of its entry points compiled. Each is compiled only once, when it is first used.
    fn compiled(
        &self,
        stage: &'static Stage,
        constants: Option<PairConstants>,
        entries: impl Iterator<Item = usize>,
    ) -> Result<Arc<CompiledStage>, ComputeError> {
        // The lock is held meanwhile, so that no two threads compile the same entry point.
        let mut stages = lock(&self.stages);
        let key = (stage.name, constants);
        let compiled = match stages.get(&key) {
            Some(compiled) => Arc::clone(compiled),
            None => {
                let lanes = self.lanes(stage);
                let new = || CompiledStage::new(&self.device, stage, lanes, constants);
                let new = Arc::new(self.guarded(new)?);
                stages.insert(key, Arc::clone(&new));
                new
            }
        };
        for entry in entries {
            if !compiled.has(entry) {
                let pipeline = self.guarded(|| compiled.compile(&self.device, entry))?;
                compiled.keep(entry, pipeline);
                count(&self.traffic.pipelines, 1);
            }
        }
        Ok(compiled)
    }

    /// Runs `work`, which calls wgpu, and returns the first error that it caused.
    fn guarded<T>(&self, work: impl FnOnce() -> T) -> Result<T, ComputeError> {
        use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
        let scopes =
            [OutOfMemory, Validation, Internal].map(|kind| self.device.push_error_scope(kind));
        let value = work();
        // Scopes must be popped in reverse order.
        let errors = scopes
            .into_iter()
            .rev()
            .map(|scope| pollster::block_on(scope.pop()));
        let error = errors.fold(None, |first, error| first.or(error));
        self.check()?;
        error.map_or(Ok(value), |error| Err(compute_error(error)))
    }

    /// Returns what the device has reported since the last check, if anything.
    fn check(&self) -> Result<(), ComputeError> {
        if let Some(reason) = self.faults.lost.get() {
            return Err(ComputeError::DeviceLost(reason.clone()));
        }
        lock(&self.faults.uncaptured).take().map_or(Ok(()), Err)
    }

    /// The error of a call that failed with `message`: what the device reported, if it did, is more precise.
    fn fault(&self, message: String) -> ComputeError {
        self.check().err().unwrap_or(ComputeError::Refused(message))
    }
}

fn count(counter: &AtomicU64, n: usize) {
    counter.fetch_add(n as u64, Ordering::Relaxed);
}
