//! A job is what one tile asks of a device: a stage, one upload, some dispatches, and how much comes back.
//!
//! ```text
//! upload (one buffer)      section 1 | section 2 | … | parameters of dispatch 1 | of dispatch 2 | …
//! bindings of dispatch k   0: its parameters   1, 2, …: the sections   last: the output
//! output (one buffer)      bytes that come back | scratch
//! ```

use std::ops::Range;

use bytemuck::Pod;

use super::tuning::Tuning;
use crate::compute::CodeTable;

/// A compute shader as the host sees it. Each stage's file has one, or one for each width of the codes.
pub struct Stage {
    /// The name of the built shader's file, without `.wgsl`.
    pub name: &'static str,
    /// Its entry points. They share the bindings.
    pub entries: &'static [&'static str],
    /// The shader in WGSL, with all that it imports.
    pub source: &'static str,
    /// The number of sections in an upload. They have the bindings from 1 on.
    pub sections: u32,
    /// Invocations in a workgroup, by the tuning: the shader's `WORKGROUP_SIZE`.
    pub lanes: fn(&Tuning) -> u32,
}

/// The values of the constants of a shader for codes of two bytes. A stage is compiled for each combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairConstants {
    /// The number of codes.
    pub codes: u32,
    /// Rows that add up to the codes of a guess.
    pub rows_per_guess: u32,
    /// Codes that are counted in one pass.
    pub counters: u32,
}

impl PairConstants {
    /// The constants for a table, for a stage in whose workgroup memory there is room for the counters of `room` codes.
    /// The passes count about as many codes each. `None` for codes of one byte, whose shaders have no such constants.
    pub fn of(table: &CodeTable, room: usize) -> Option<PairConstants> {
        let rows_per_guess = match table {
            CodeTable::Bytes(_) => return None,
            CodeTable::Pairs(table) => table.rows_per_guess() as u32,
        };
        let passes = table.codes().div_ceil(room.max(1));
        Some(PairConstants {
            codes: table.codes() as u32,
            rows_per_guess,
            counters: table.codes().div_ceil(passes) as u32,
        })
    }

    /// The number of passes.
    pub fn passes(&self) -> usize {
        self.codes.div_ceil(self.counters) as usize
    }
}

/// All that a tile sends to the device. It is one buffer, and each part of it can be bound by itself.
pub struct Upload {
    pub(super) bytes: Vec<u8>,
    pub(super) sections: Vec<Range<usize>>,
    alignment: usize,
}

impl Upload {
    /// An empty upload whose parts start at multiples of `alignment` bytes.
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

    /// Adds a section with these values.
    pub fn section_of<T: Pod>(&mut self, values: &[T]) {
        self.section(|bytes| bytes.extend_from_slice(bytemuck::cast_slice(values)));
    }

    /// Appends the parameters of one dispatch.
    pub fn parameters<P: Pod>(&mut self, parameters: &P) -> UploadedParameters {
        UploadedParameters(self.part(|bytes| bytes.extend(bytemuck::bytes_of(parameters))))
    }

    fn part(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Range<usize> {
        self.bytes
            .resize(self.bytes.len().next_multiple_of(self.alignment), 0);
        let start = self.bytes.len();
        write(&mut self.bytes);
        // A binding is a positive number of whole `u32`s.
        let size = (self.bytes.len() - start).max(1).next_multiple_of(4);
        self.bytes.resize(start + size, 0);
        start..start + size
    }
}

/// The position of one dispatch's parameters in an [`Upload`], in bytes.
#[derive(Clone)]
pub struct UploadedParameters(pub(super) Range<usize>);

/// One launch of an entry point.
pub struct Dispatch {
    /// Index of the entry point in [`Stage::entries`].
    pub entry: usize,
    /// Its parameters, as [`Upload::parameters`] returned them.
    pub parameters: UploadedParameters,
    /// Workgroups in x and y, both at least 1.
    pub workgroups: [u32; 2],
}

/// The work of one tile. Its dispatches run one after the other on the same output, so each can read the
/// results of the earlier ones.
pub struct Job<'a> {
    /// The stage that runs.
    pub stage: &'static Stage,
    /// The constants with which it is compiled, if it is for codes of two bytes.
    pub constants: Option<PairConstants>,
    /// Its input.
    pub upload: &'a Upload,
    /// Its launches, at least one. Each is submitted by itself, so that the watchdog of a display driver
    /// sees short pieces of work.
    pub dispatches: &'a [Dispatch],
    /// Bytes that come back: a positive multiple of 4. The stage writes all of them.
    pub output_bytes: usize,
    /// Bytes after them in the output that only the shader uses: a multiple of 4.
    pub scratch_bytes: usize,
}

impl Job<'_> {
    /// Bytes of the output buffer.
    pub(super) fn written_bytes(&self) -> usize {
        self.output_bytes + self.scratch_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_an_upload_are_aligned_and_consist_of_whole_u32s() {
        let mut upload = Upload::new(16);
        upload.section(|bytes| bytes.extend([1, 2, 3, 4, 5]));
        upload.section(|_| ());
        let UploadedParameters(parameters) = upload.parameters(&[7u32, 8]);
        assert_eq!(upload.sections, [0..8, 16..20]);
        assert_eq!(parameters, 32..40);
        assert_eq!(upload.bytes.len(), 40);
    }
}
