//! The size from which a GPU is faster than the CPU, estimated from measurements at a few sizes.

/// The size from which a GPU is faster, as far as the measured sizes show it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossover {
    /// The GPU is faster at every measured size.
    Always,
    /// The GPU becomes faster at about this size: it is faster at all measured sizes above, and slower at the one below.
    At(f64),
    /// The GPU is slower at the largest measured size.
    Never,
}

/// The times of CPU and GPU at one size.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The size: patterns or moves.
    pub units: u64,
    /// Seconds on the CPU.
    pub cpu: f64,
    /// Seconds on the GPU.
    pub gpu: f64,
}

impl Pair {
    /// The logarithm of the speed-up: positive if the GPU is faster.
    fn gain(&self) -> f64 {
        (self.cpu / self.gpu).ln()
    }
}

/// Estimates the crossover from some sizes. `None` without any size.
///
/// Between the largest size at which the GPU is slower and the next size, both times are assumed to follow power laws.
/// Then their ratio is a straight line on two logarithmic axes.
pub fn crossover(mut pairs: Vec<Pair>) -> Option<Crossover> {
    pairs.sort_by_key(|pair| pair.units);
    let last_slower = pairs.iter().rposition(|pair| pair.gain() <= 0.0);
    Some(match (last_slower, pairs.len()) {
        (_, 0) => return None,
        (None, _) => Crossover::Always,
        (Some(last), sizes) if last + 1 == sizes => Crossover::Never,
        (Some(below), _) => {
            let (below, above) = (pairs[below], pairs[below + 1]);
            let fraction = below.gain() / (below.gain() - above.gain());
            let (low, high) = ((below.units as f64).ln(), (above.units as f64).ln());
            Crossover::At((low + (high - low) * fraction).exp())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(times: &[(u64, f64, f64)]) -> Option<Crossover> {
        let pair = |&(units, cpu, gpu)| Pair { units, cpu, gpu };
        crossover(times.iter().map(pair).collect())
    }

    #[test]
    fn no_measurement_gives_no_estimate() {
        assert_eq!(estimate(&[]), None);
    }

    #[test]
    fn always_faster_and_never_faster_have_no_crossover_in_the_range() {
        let faster = [(10, 2.0, 1.0), (100, 20.0, 1.0)];
        assert_eq!(estimate(&faster), Some(Crossover::Always));
        let slower = [(10, 1.0, 2.0), (100, 1.0, 1.0)];
        assert_eq!(estimate(&slower), Some(Crossover::Never));
    }

    #[test]
    fn gpu_that_is_slower_at_the_largest_size_has_no_crossover() {
        let sizes = [(10, 2.0, 1.0), (100, 2.0, 1.0), (1_000, 1.0, 2.0)];
        assert_eq!(estimate(&sizes), Some(Crossover::Never));
    }

    #[test]
    fn fixed_cost_crosses_where_the_two_times_are_equal() {
        // The CPU takes one second per unit and the GPU always 100 seconds, so they are equal at 100 units.
        let sizes = [(1_000, 1_000.0, 100.0), (10, 10.0, 100.0)];
        let Some(Crossover::At(units)) = estimate(&sizes) else {
            panic!("they meet");
        };
        assert!((units - 100.0).abs() < 1e-9, "{units}");
    }

    #[test]
    fn crossover_follows_the_largest_size_at_which_the_gpu_is_slower() {
        let sizes = [
            (1, 2.0, 1.0),
            (10, 1.0, 2.0),
            (40, 2.0, 1.0),
            (90, 9.0, 1.0),
        ];
        let Some(Crossover::At(units)) = estimate(&sizes) else {
            panic!("they meet");
        };
        assert!((units - 20.0).abs() < 1e-9, "{units}");
    }
}
