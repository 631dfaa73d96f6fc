//! What goes to a device and comes back.

use std::ops::Sub;

use serde::Serialize;

/// What has gone to and come from a device since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Traffic {
    /// Uploads.
    pub uploads: u64,
    /// Launches of a shader.
    pub dispatches: u64,
    /// Bytes uploaded.
    pub bytes_up: u64,
    /// Bytes read back.
    pub bytes_down: u64,
}

/// What has gone since an earlier count of the same device.
impl Sub for Traffic {
    type Output = Traffic;

    fn sub(self, earlier: Traffic) -> Traffic {
        Traffic {
            uploads: self.uploads - earlier.uploads,
            dispatches: self.dispatches - earlier.dispatches,
            bytes_up: self.bytes_up - earlier.bytes_up,
            bytes_down: self.bytes_down - earlier.bytes_down,
        }
    }
}
