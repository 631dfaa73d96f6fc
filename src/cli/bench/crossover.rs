//! From which size on a GPU is faster than the CPU.

/// Where a GPU overtakes the CPU, as far as the sizes that were measured tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossover {
    /// It is faster at every size that was measured.
    Always,
    /// About here, between two sizes: it is faster at all measured above and slower at the one below.
    At(f64),
    /// It is slower at the largest size that was measured.
    Never,
}

/// One size that both have done.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// How much there is to do.
    pub units: u64,
    /// Seconds that the CPU takes.
    pub cpu: f64,
    /// Seconds that the GPU takes.
    pub gpu: f64,
}

impl Pair {
    /// Above 0 where the GPU is faster.
    fn gain(&self) -> f64 {
        (self.cpu / self.gpu).ln()
    }
}

/// The estimate from some sizes; none from no size.
///
/// Between the largest size at which the GPU is slower and the next, both times are taken to follow power
/// laws, so that their ratio is a straight line where both axes are logarithmic.
pub fn crossover(mut pairs: Vec<Pair>) -> Option<Crossover> {
    pairs.sort_by_key(|pair| pair.units);
    let last_slower = pairs.iter().rposition(|pair| pair.gain() <= 0.0);
    Some(match (last_slower, pairs.len()) {
        (_, 0) => return None,
        (None, _) => Crossover::Always,
        (Some(last), sizes) if last + 1 == sizes => Crossover::Never,
        (Some(below), _) => {
            let (below, above) = (pairs[below], pairs[below + 1]);
            let way = below.gain() / (below.gain() - above.gain());
            let (low, high) = ((below.units as f64).ln(), (above.units as f64).ln());
            Crossover::At((low + (high - low) * way).exp())
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
    fn nothing_measured_tells_nothing() {
        assert_eq!(estimate(&[]), None);
    }

    #[test]
    fn one_that_is_faster_or_slower_throughout_has_no_crossover_in_the_range() {
        let faster = [(10, 2.0, 1.0), (100, 20.0, 1.0)];
        assert_eq!(estimate(&faster), Some(Crossover::Always));
        let slower = [(10, 1.0, 2.0), (100, 1.0, 1.0)];
        assert_eq!(estimate(&slower), Some(Crossover::Never));
    }

    #[test]
    fn a_gpu_that_falls_back_behind_has_no_crossover() {
        let sizes = [(10, 2.0, 1.0), (100, 2.0, 1.0), (1_000, 1.0, 2.0)];
        assert_eq!(estimate(&sizes), Some(Crossover::Never));
    }

    #[test]
    fn a_fixed_cost_is_overtaken_where_the_lines_meet() {
        // The CPU takes a second a unit, the GPU 100 whatever the size: they meet at 100.
        let sizes = [(1_000, 1_000.0, 100.0), (10, 10.0, 100.0)];
        let Some(Crossover::At(units)) = estimate(&sizes) else {
            panic!("they meet");
        };
        assert!((units - 100.0).abs() < 1e-9, "{units}");
    }

    #[test]
    fn the_last_size_at_which_it_is_slower_counts() {
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
