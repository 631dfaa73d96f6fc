//! Where the time of jobs goes, by the device's own clock where it has one.

use std::time::Duration;

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

/// Times at which the dispatches of a job begin and end, by the device's own clock.
pub(super) struct Clock {
    pub times: wgpu::QuerySet,
    pub count: u32,
    pub resolved: wgpu::Buffer,
    pub readback: wgpu::Buffer,
}

impl Clock {
    /// For so many dispatches; none where the device has no clock.
    pub fn new(device: &wgpu::Device, dispatches: usize) -> Option<Clock> {
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

    /// The bytes of all times.
    pub fn bytes(&self) -> usize {
        self.count as usize * size_of::<u64>()
    }

    /// Where the times of a dispatch go.
    pub fn writes_of(&self, dispatch: usize) -> wgpu::ComputePassTimestampWrites<'_> {
        let first = 2 * dispatch as u32;
        wgpu::ComputePassTimestampWrites {
            query_set: &self.times,
            beginning_of_pass_write_index: Some(first),
            end_of_pass_write_index: Some(first + 1),
        }
    }
}
