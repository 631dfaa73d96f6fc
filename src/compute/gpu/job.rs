//! What a tile asks of a device: a stage, an upload, dispatches, and how much comes back.

use std::ops::Range;

use bytemuck::Pod;

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
    pub(super) bytes: Vec<u8>,
    pub(super) sections: Vec<Range<usize>>,
    alignment: usize,
}

impl Upload {
    /// An empty upload whose parts lie at multiples of so many bytes.
    pub(super) fn new(alignment: usize) -> Upload {
        Upload {
            bytes: Vec::new(),
            sections: Vec::new(),
            alignment,
        }
    }

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
pub struct Parameters(pub(super) Range<usize>);

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
    /// What a job writes: all of the output.
    pub(super) fn written_bytes(&self) -> usize {
        self.output_bytes + self.scratch_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_an_upload_start_aligned_and_are_whole_words() {
        let mut upload = Upload::new(16);
        upload.section(|bytes| bytes.extend([1, 2, 3, 4, 5]));
        upload.section(|_| ());
        let Parameters(parameters) = upload.parameters(&[7u32, 8]);
        assert_eq!(upload.sections, [0..8, 16..20]);
        assert_eq!(parameters, 32..40);
        assert_eq!(upload.bytes.len(), 40);
    }
}
