//! How fast this machine's memory is: the limit of whatever writes more than its caches hold.

use std::hint::black_box;
use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;

use super::figures::Figures;

/// Bytes that a thread writes at a time.
const CHUNK: usize = 1 << 20;

/// Runs that count, after one that does not.
const RUNS: usize = 5;

/// Bytes a second that go to memory, on the threads that measured it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bandwidth {
    /// Bytes written where nothing is read.
    pub written_per_second: f64,
    /// Bytes written where as many are read.
    pub copied_per_second: f64,
}

/// Measures the bandwidth on the threads of the pool in which it is called, with two buffers of so many
/// bytes; none if `stop` said so before a run was done.
pub fn bandwidth(bytes: usize, stop: &dyn Fn() -> bool) -> Option<Bandwidth> {
    let mut from = vec![1u8; bytes];
    let mut to = vec![2u8; bytes];
    let mut value = 0u8;
    let written = fastest(stop, || {
        value = value.wrapping_add(1);
        let value = black_box(value);
        from.par_chunks_mut(CHUNK)
            .for_each(|chunk| chunk.fill(value));
        black_box(&mut from);
    })?;
    let copied = fastest(stop, || {
        let chunks = to.par_chunks_mut(CHUNK).zip(from.par_chunks(CHUNK));
        chunks.for_each(|(to, from)| to.copy_from_slice(from));
        black_box(&mut to);
    })?;
    Some(Bandwidth {
        written_per_second: bytes as f64 / written,
        copied_per_second: bytes as f64 / copied,
    })
}

/// Seconds of the fastest run: a limit is what was reached once.
fn fastest(stop: &dyn Fn() -> bool, mut run: impl FnMut()) -> Option<f64> {
    run();
    let mut seconds = Vec::new();
    for _ in 0..RUNS {
        if stop() {
            break;
        }
        let started = Instant::now();
        run();
        seconds.push(started.elapsed().as_secs_f64());
    }
    Figures::of(seconds).map(|figures| figures.minimum_seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_takes_some_bytes_a_second() {
        let measured = bandwidth(3 * CHUNK + 5, &|| false).unwrap();
        assert!(measured.written_per_second > 0.0 && measured.copied_per_second > 0.0);
    }

    #[test]
    fn whoever_stops_at_once_has_measured_nothing() {
        assert_eq!(bandwidth(CHUNK, &|| true), None);
    }
}
