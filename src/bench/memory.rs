//! The bandwidth of the CPU's memory: the limit of every stage that writes more than the caches hold.

use std::hint::black_box;
use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;

use super::figures::Figures;

/// Bytes that a thread writes in one step.
const CHUNK: usize = 1 << 20;

/// Measured runs, after one to warm up.
const RUNS: usize = 5;

/// Bytes per second that the threads of a device write to memory.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bandwidth {
    /// Bytes written per second when nothing is read.
    pub written_per_second: f64,
    /// Bytes written per second when as many are read.
    pub copied_per_second: f64,
}

/// Measures the bandwidth on the threads of the current rayon pool, with two buffers of `bytes` each. Returns `None` if
/// `stop` is true before the first run is done.
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

/// The seconds of the fastest run. The fastest run counts because the bandwidth is a limit.
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
    fn bandwidth_is_positive() {
        let measured = bandwidth(3 * CHUNK + 5, &|| false).unwrap();
        assert!(measured.written_per_second > 0.0 && measured.copied_per_second > 0.0);
    }

    #[test]
    fn stopping_at_once_measures_nothing() {
        assert_eq!(bandwidth(CHUNK, &|| true), None);
    }
}
