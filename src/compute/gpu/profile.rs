//! Measuring where the time of jobs goes.

use std::time::Duration;

/// The time that the steps of some jobs took. While jobs are profiled, each step is finished before the next one
/// begins, so together the steps take longer than the same jobs do otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The time to upload the input.
    pub upload: Duration,
    /// The time that the shaders took, by the clock of the device. `None` if the device has no clock.
    pub kernels: Option<Duration>,
    /// The time from the end of the last dispatch until the results were read.
    pub download: Duration,
}

/// The times at which the dispatches of a job begin and end, by the clock of the device.
pub(super) struct Timestamps {
    pub queries: wgpu::QuerySet,
    /// Two for each dispatch.
    pub count: u32,
    pub resolved: wgpu::Buffer,
    pub readback: wgpu::Buffer,
}

impl Timestamps {
    /// Timestamps for a number of dispatches. `None` if the device has no clock, or not enough queries.
    pub fn new(device: &wgpu::Device, dispatches: usize) -> Option<Timestamps> {
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
        Some(Timestamps {
            queries: device.create_query_set(&wgpu::QuerySetDescriptor {
                label: None,
                ty: wgpu::QueryType::Timestamp,
                count,
            }),
            count,
            resolved: buffer(Usage::QUERY_RESOLVE | Usage::COPY_SRC),
            readback: buffer(Usage::MAP_READ | Usage::COPY_DST),
        })
    }

    /// Bytes of all timestamps.
    pub fn bytes(&self) -> u64 {
        u64::from(self.count) * size_of::<u64>() as u64
    }

    /// The timestamps that the pass of a dispatch writes.
    pub fn writes_of(&self, dispatch: usize) -> wgpu::ComputePassTimestampWrites<'_> {
        let first = 2 * dispatch as u32;
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(first),
            end_of_pass_write_index: Some(first + 1),
        }
    }
}

/// The number of ticks that dispatches took, from the begin and end of each.
pub(super) fn ticks(timestamps: &[u64]) -> u64 {
    let pairs = timestamps.as_chunks::<2>().0.iter();
    // The clocks of some drivers occasionally step back.
    pairs.map(|[begin, end]| end.saturating_sub(*begin)).sum()
}
