//! The data that goes to a device and back.

use std::ops::Sub;

use serde::Serialize;

/// The data that has gone to a device and back since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Traffic {
    /// The number of uploads.
    pub uploads: u64,
    /// The number of dispatches.
    pub dispatches: u64,
    /// Bytes uploaded.
    pub bytes_up: u64,
    /// Bytes read back.
    pub bytes_down: u64,
    /// The number of entry points of shaders that were compiled.
    pub pipelines: u64,
}

/// The traffic since an earlier count for the same device.
impl Sub for Traffic {
    type Output = Traffic;

    fn sub(self, earlier: Traffic) -> Traffic {
        Traffic {
            uploads: self.uploads - earlier.uploads,
            dispatches: self.dispatches - earlier.dispatches,
            bytes_up: self.bytes_up - earlier.bytes_up,
            bytes_down: self.bytes_down - earlier.bytes_down,
            pipelines: self.pipelines - earlier.pipelines,
        }
    }
}
