//! A stage on a device: its shader, its bindings, and a pipeline for each entry point that has been used.

use std::sync::OnceLock;

use super::job::{PairConstants, Stage};

/// A stage on a device. Compiling an entry point takes longer than most jobs, and many jobs use only some of a stage's
/// entry points. So each is compiled when it is first used.
pub struct CompiledStage {
    stage: &'static Stage,
    module: wgpu::ShaderModule,
    bindings: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
    /// The constants of the shader, by name.
    constants: Vec<(&'static str, f64)>,
    pipelines: Vec<OnceLock<wgpu::ComputePipeline>>,
}

impl CompiledStage {
    /// A stage with `lanes` invocations in a workgroup, of which no entry point has been compiled. wgpu reports errors in
    /// the error scope of the caller, here and in [`CompiledStage::compile`].
    pub fn new(
        device: &wgpu::Device,
        stage: &'static Stage,
        lanes: u32,
        pairs: Option<PairConstants>,
    ) -> CompiledStage {
        let label = Some(stage.name);
        let bindings = bind_group_layout(device, stage);
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label,
            bind_group_layouts: &[Some(&bindings)],
            ..Default::default()
        });
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label,
            source: wgpu::ShaderSource::Wgsl(stage.source.into()),
        });
        let mut constants = vec![("WORKGROUP_SIZE", f64::from(lanes))];
        if let Some(pairs) = pairs {
            constants.push(("CODES", pairs.codes.into()));
            constants.push(("ROWS_PER_GUESS", pairs.rows_per_guess.into()));
            constants.push(("COUNTERS", pairs.counters.into()));
        }
        CompiledStage {
            stage,
            module,
            bindings,
            layout,
            constants,
            pipelines: stage.entries.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// The bindings of its jobs: see [`job`](super::job).
    pub fn bindings(&self) -> &wgpu::BindGroupLayout {
        &self.bindings
    }

    /// True if an entry point has been compiled.
    pub fn has(&self, entry: usize) -> bool {
        self.pipelines[entry].get().is_some()
    }

    /// Compiles an entry point. If compiling fails, the pipeline that is returned cannot be used.
    pub fn compile(&self, device: &wgpu::Device, entry: usize) -> wgpu::ComputePipeline {
        device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(self.stage.name),
            layout: Some(&self.layout),
            module: &self.module,
            entry_point: Some(self.stage.entries[entry]),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &self.constants,
                // The shaders write all workgroup memory before they read it.
                zero_initialize_workgroup_memory: false,
            },
            cache: None,
        })
    }

    /// Keeps a pipeline that was compiled without an error.
    pub fn keep(&self, entry: usize, pipeline: wgpu::ComputePipeline) {
        // If another thread has kept one meanwhile, that is as good.
        let _ = self.pipelines[entry].set(pipeline);
    }

    /// The pipeline of an entry point.
    ///
    /// # Panics
    /// If the entry point has not been compiled.
    pub fn pipeline(&self, entry: usize) -> &wgpu::ComputePipeline {
        let pipeline = self.pipelines[entry].get();
        pipeline.expect("the entry points of a job are compiled before it runs")
    }
}

/// Binding 0 has the parameters of a dispatch, then come the sections of the upload, and last the output.
fn bind_group_layout(device: &wgpu::Device, stage: &Stage) -> wgpu::BindGroupLayout {
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
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some(stage.name),
        entries: &entries,
    })
}
