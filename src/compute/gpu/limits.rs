//! How large a tile and a dispatch may be.

/// The greatest number of dispatches in one tile, so that a driver does not have to queue many.
pub const DISPATCHES_PER_TILE: usize = 256;

/// The greatest number of iterations that the loops of one invocation may take together. lavapipe stops a
/// loop after 65,535 iterations, and other drivers should not be kept busy for longer either.
pub const MAX_ITERATIONS: usize = 65_000;

/// The limits of a tile and of a dispatch.
///
/// A tile is the part of a batch that goes through the device in one upload, some dispatches and one
/// readback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileLimits {
    /// Bytes of one binding: what a shader sees as one array.
    pub binding_bytes: usize,
    /// Bytes of a tile's upload.
    pub upload_bytes: usize,
    /// Bytes that a tile writes.
    pub output_bytes: usize,
    /// Workgroups in one dimension of a dispatch.
    pub workgroups: usize,
    /// Patterns, or moves of boards, that one dispatch evaluates. This keeps a dispatch short. A dispatch
    /// has at least one guess or one piece, even if that exceeds the limit.
    pub dispatch_patterns: usize,
    /// Bytes of memory that a workgroup may use to count codes of two bytes. With less memory the codes are counted in
    /// more passes. The memory for codes of one byte depends on the [`Tuning`](super::Tuning) only.
    pub workgroup_bytes: usize,
}

impl TileLimits {
    /// The limits of a device, but never more memory at a time than an old graphics card can spare.
    ///
    /// Display drivers reset a device when one dispatch takes about two seconds. 2^27 patterns take well
    /// under a second on an integrated GPU.
    pub fn of(limits: &wgpu::Limits) -> TileLimits {
        let bytes = |limit: u64, max: u64| limit.min(max) as usize / 4 * 4;
        let buffer = limits.max_buffer_size;
        let binding = limits.max_storage_buffer_binding_size;
        TileLimits {
            binding_bytes: bytes(binding, 256 << 20),
            upload_bytes: bytes(buffer, 256 << 20),
            output_bytes: bytes(binding.min(buffer), 64 << 20),
            workgroups: limits.max_compute_workgroups_per_dimension as usize,
            dispatch_patterns: 1 << 27,
            workgroup_bytes: limits.max_compute_workgroup_storage_size.min(1 << 16) as usize,
        }
    }

    /// True if an upload with sections of these sizes, and with the parameters of some dispatches, is within
    /// the limits. Parts of an upload are aligned to `alignment` bytes.
    pub fn allow_upload(
        &self,
        section_bytes: &[usize],
        dispatches: usize,
        parameter_bytes: usize,
        alignment: usize,
    ) -> bool {
        let sections = section_bytes.iter().sum::<usize>() + section_bytes.len() * alignment;
        let parameters = dispatches * parameter_bytes.next_multiple_of(alignment);
        let each_fits = section_bytes
            .iter()
            .all(|&bytes| bytes <= self.binding_bytes);
        each_fits && sections + parameters <= self.upload_bytes
    }

    /// True if a tile may write this many bytes.
    pub fn allow_output(&self, bytes: usize) -> bool {
        bytes <= self.binding_bytes.min(self.output_bytes)
    }
}
