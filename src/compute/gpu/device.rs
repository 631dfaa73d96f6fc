//! An open device, and the one way work gets through it: upload, dispatch, read back.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use bytemuck::Pod;

use super::super::{ComputeError, Traffic};
use super::tuning::Tuning;

/// A compute shader with its host side: one `const` a stage file.
///
/// Bindings, all in group 0: binding 0 is the dispatch's parameters, 1 and on are the upload's
/// sections in their order (all of them read-only storage), the last is the output (storage).
pub struct Stage {
    /// The name of the shader's file.
    pub name: &'static str,
    /// Its entry points, which share the bindings.
    pub entries: &'static [&'static str],
    /// WGSL, with `common.wgsl` in front.
    pub source: &'static str,
    /// The number of sections in an upload.
    pub sections: u32,
    /// Invocations in a workgroup, the shader's `WORKGROUP_SIZE`, by the tuning.
    pub lanes: fn(&Tuning) -> u32,
}

/// Everything that a tile sends to the device: one buffer, of which each part can be bound by itself.
pub struct Upload {
    bytes: Vec<u8>,
    sections: Vec<Range<usize>>,
    alignment: usize,
}

impl Upload {
    /// Starts the next section and lets `write` append its bytes.
    pub fn section(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let section = self.part(write);
        self.sections.push(section);
    }

    /// Appends one dispatch's parameters.
    pub fn parameters<P: Pod>(&mut self, parameters: &P) -> Parameters {
        Parameters(self.part(|bytes| bytes.extend(bytemuck::bytes_of(parameters))))
    }

    fn part(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Range<usize> {
        self.bytes
            .resize(self.bytes.len().next_multiple_of(self.alignment), 0);
        let start = self.bytes.len();
        write(&mut self.bytes);
        // A binding has at least one word, and whole words.
        let size = (self.bytes.len() - start).max(1).next_multiple_of(4);
        self.bytes.resize(start + size, 0);
        start..start + size
    }
}

/// Where one dispatch's parameters lie in an [`Upload`].
#[derive(Clone)]
pub struct Parameters(Range<usize>);

/// One launch of a stage.
pub struct Dispatch {
    /// The place of the entry point among the stage's.
    pub entry: usize,
    /// What [`Upload::parameters`] returned.
    pub parameters: Parameters,
    /// Workgroups in x and y, both at least 1.
    pub workgroups: [u32; 2],
}

/// One tile's work: one upload, some dispatches over the same output, one readback. A dispatch sees
/// what those before it wrote.
pub struct Job<'a> {
    /// The stage that runs.
    pub stage: &'static Stage,
    /// Its input.
    pub upload: &'a Upload,
    /// Its launches, at least one. Each is submitted by itself, so that a display driver's watchdog
    /// sees short pieces of work.
    pub dispatches: &'a [Dispatch],
    /// Bytes that come back: a positive multiple of 4. The stage writes them all.
    pub output_bytes: usize,
    /// Bytes behind them in the output that do not come back: a multiple of 4.
    pub scratch_bytes: usize,
}

impl Job<'_> {
    fn written_bytes(&self) -> usize {
        self.output_bytes + self.scratch_bytes
    }
}

/// Where the time of some jobs went. Each part is waited for before the next begins, so they take more
/// together than jobs that are not taken apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// From the first byte of an upload to the last.
    pub upload: Duration,
    /// What the device says that its shaders took; none where it cannot tell.
    pub kernels: Option<Duration>,
    /// From the end of the last dispatch to the last byte of the results.
    pub download: Duration,
}

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

/// What the device reports outside of any call.
#[derive(Clone, Default)]
struct Faults {
    lost: Arc<OnceLock<String>>,
    uncaptured: Arc<Mutex<Option<ComputeError>>>,
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
        Upload {
            bytes: Vec::new(),
            sections: Vec::new(),
            alignment: self.part_alignment(),
        }
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

/// Times at which the dispatches of a job begin and end, by the device's own clock.
struct Clock {
    times: wgpu::QuerySet,
    count: u32,
    resolved: wgpu::Buffer,
    readback: wgpu::Buffer,
}

impl Clock {
    /// For so many dispatches; none where the device has no clock.
    fn new(device: &wgpu::Device, dispatches: usize) -> Option<Clock> {
        let has_clock = device.features().contains(wgpu::Features::TIMESTAMP_QUERY);
        let count = 2 * dispatches as u32;
        if !has_clock || count > wgpu::QUERY_SET_MAX_QUERIES {
            return None;
        }
        let buffer = |usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: u64::from(count) * size_of::<u64>() as u64,
                usage,
                mapped_at_creation: false,
            })
        };
        use wgpu::BufferUsages as Usage;
        Some(Clock {
            times: device.create_query_set(&wgpu::QuerySetDescriptor {
                label: None,
                ty: wgpu::QueryType::Timestamp,
                count,
            }),
            count,
            resolved: buffer(Usage::QUERY_RESOLVE | Usage::COPY_SRC),
            readback: buffer(Usage::MAP_READ | Usage::COPY_DST),
        })
    }

    fn bytes(&self) -> usize {
        self.count as usize * size_of::<u64>()
    }

    fn writes_of(&self, dispatch: usize) -> wgpu::ComputePassTimestampWrites<'_> {
        let first = 2 * dispatch as u32;
        wgpu::ComputePassTimestampWrites {
            query_set: &self.times,
            beginning_of_pass_write_index: Some(first),
            end_of_pass_write_index: Some(first + 1),
        }
    }
}

impl Faults {
    fn watch(&self, device: &wgpu::Device) {
        let lost = Arc::clone(&self.lost);
        device.set_device_lost_callback(move |reason, message| {
            // Only the first reason counts.
            let _ = lost.set(one_line(&format!("{reason:?}: {message}")));
        });
        // Without a handler wgpu panics on an error outside of any scope.
        let uncaptured = Arc::clone(&self.uncaptured);
        device.on_uncaptured_error(Arc::new(move |error| {
            lock(&uncaptured).get_or_insert(compute_error(error));
        }));
    }
}

fn compute_error(error: wgpu::Error) -> ComputeError {
    match error {
        wgpu::Error::OutOfMemory { source } => ComputeError::OutOfMemory(with_causes(&*source)),
        wgpu::Error::Validation { source, .. } | wgpu::Error::Internal { source, .. } => {
            ComputeError::Refused(with_causes(&*source))
        }
    }
}

/// An error and what caused it, on one line.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    one_line(&text)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Locks data that stays whole whatever a panic interrupts.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// `work()`, or nothing if it panicked, in which case no message is printed either.
fn without_panic_message<T>(work: impl FnOnce() -> T) -> Option<T> {
    thread_local! {
        static QUIET: Cell<bool> = const { Cell::new(false) };
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                previous(panic);
            }
        }));
    });
    QUIET.set(true);
    let value = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(false);
    value.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_an_upload_start_aligned_and_are_whole_words() {
        let mut upload = Upload {
            bytes: Vec::new(),
            sections: Vec::new(),
            alignment: 16,
        };
        upload.section(|bytes| bytes.extend([1, 2, 3, 4, 5]));
        upload.section(|_| ());
        let Parameters(parameters) = upload.parameters(&[7u32, 8]);
        assert_eq!(upload.sections, [0..8, 16..20]);
        assert_eq!(parameters, 32..40);
        assert_eq!(upload.bytes.len(), 40);
    }

    #[test]
    fn wgpu_errors_keep_their_kind_and_tell_their_cause_on_one_line() {
        let source = || Box::new(std::io::Error::other("no\n  room"));
        let memory = compute_error(wgpu::Error::OutOfMemory { source: source() });
        assert_eq!(memory, ComputeError::OutOfMemory("no room".into()));
        let refused = compute_error(wgpu::Error::Validation {
            source: source(),
            description: String::new(),
        });
        assert_eq!(refused, ComputeError::Refused("no room".into()));
    }

    #[test]
    fn a_panic_is_caught_without_a_message_and_later_ones_are_not_hidden() {
        assert_eq!(without_panic_message(|| 1), Some(1));
        assert_eq!(without_panic_message(|| -> u32 { panic!("hidden") }), None);
        assert!(panic::catch_unwind(|| panic!("shown")).is_err());
    }
}
