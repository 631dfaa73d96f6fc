//! The speed of each processor in each stage, as far as it was measured.

use std::time::Duration;

/// A processor that takes slices of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processor {
    /// All threads of the CPU.
    Cpu,
    /// The GPU.
    Gpu,
}

/// A stage, as the methods of a backend name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    PatternMatrix,
    Partition,
    BestGuesses,
    Collisions,
    BestMoves,
}

impl Stage {
    const ALL: [Stage; 5] = [
        Stage::PatternMatrix,
        Stage::Partition,
        Stage::BestGuesses,
        Stage::Collisions,
        Stage::BestMoves,
    ];

    /// Units per second that one thread computes at least, on an older machine.
    fn least_rate(self) -> f64 {
        match self {
            Stage::PatternMatrix => 1e9,
            Stage::Partition => 5e8,
            Stage::BestGuesses => 2e8,
            Stage::Collisions => 5e7,
            Stage::BestMoves => 3e8,
        }
    }

    /// The name of its units.
    fn units(self) -> &'static str {
        match self {
            Stage::BestMoves => "moves",
            _ => "patterns",
        }
    }
}

/// The measurements of one stage.
#[derive(Clone, Copy, Debug, Default)]
struct Measured {
    /// Units per second, by processor.
    rates: [Option<f64>; 2],
    /// The time that the CPU has spent.
    spent: Duration,
}

/// The speed of both processors, and how long the CPU has worked.
#[derive(Clone, Debug)]
pub struct Pace {
    threads: usize,
    stages: [Measured; Stage::ALL.len()],
}

impl Pace {
    /// Nothing is measured yet.
    pub fn new(threads: usize) -> Pace {
        Pace {
            threads,
            stages: Default::default(),
        }
    }

    /// Remembers how long some units took.
    pub fn record(&mut self, processor: Processor, stage: Stage, units: f64, took: Duration) {
        let measured = &mut self.stages[stage as usize];
        if processor == Processor::Cpu {
            measured.spent += took;
        }
        let seconds = took.as_secs_f64().max(1e-9);
        let rate = &mut measured.rates[processor as usize];
        // One slow slice is not the pace, so half of what was known is kept.
        *rate = Some(rate.map_or(units / seconds, |known| (known + units / seconds) / 2.0));
    }

    /// Units per second: measured, or for the CPU the least to be expected, or for the GPU what is known of the CPU.
    pub fn rate(&self, processor: Processor, stage: Stage) -> f64 {
        let rates = self.stages[stage as usize].rates;
        let measured = rates[processor as usize].or(rates[Processor::Cpu as usize]);
        measured.unwrap_or(stage.least_rate() * self.threads as f64)
    }

    /// How long some units should take.
    pub fn expected(&self, processor: Processor, stage: Stage, units: u64) -> Duration {
        let seconds = units as f64 / self.rate(processor, stage).max(1.0);
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX / 4)
    }

    /// The time that the CPU has worked.
    pub fn spent(&self) -> Duration {
        self.stages.iter().map(|measured| measured.spent).sum()
    }

    /// The units that the CPU computes in some time of the stage that has taken most of its time, and their name. `None` if
    /// nothing was computed.
    pub fn units_in(&self, time: Duration) -> Option<(f64, &'static str)> {
        let stages = Stage::ALL.into_iter().filter(|&stage| {
            let measured = self.stages[stage as usize];
            measured.spent > Duration::ZERO
        });
        let stage = stages.max_by_key(|&stage| self.stages[stage as usize].spent)?;
        // A small batch is all overhead, and says little about a large one.
        let least = stage.least_rate() * self.threads as f64;
        let rate = self.rate(Processor::Cpu, stage).max(least);
        Some((rate * time.as_secs_f64(), stage.units()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn measured_rates_replace_the_defaults() {
        let mut pace = Pace::new(2);
        let stage = Stage::Partition;
        assert_eq!(pace.rate(Processor::Cpu, stage), 2.0 * stage.least_rate());
        pace.record(Processor::Cpu, stage, 400.0, SECOND);
        assert_eq!(pace.rate(Processor::Cpu, stage), 400.0);
        assert_eq!(pace.rate(Processor::Gpu, stage), 400.0, "the CPU's");
        pace.record(Processor::Cpu, stage, 200.0, SECOND);
        assert_eq!(pace.rate(Processor::Cpu, stage), 300.0);
        pace.record(Processor::Gpu, stage, 900.0, SECOND);
        assert_eq!(pace.rate(Processor::Gpu, stage), 900.0);
        assert_eq!(pace.expected(Processor::Cpu, stage, 600), 2 * SECOND);
        assert_eq!(pace.spent(), 2 * SECOND, "only the CPU's time counts");
    }

    #[test]
    fn units_are_those_of_the_stage_that_took_most_of_the_time() {
        let mut pace = Pace::new(1);
        assert_eq!(pace.units_in(SECOND), None);
        pace.record(Processor::Cpu, Stage::Partition, 10.0, SECOND);
        pace.record(Processor::Cpu, Stage::BestMoves, 5e10, 5 * SECOND);
        assert_eq!(pace.units_in(3 * SECOND), Some((3e10, "moves")));
    }

    #[test]
    fn a_batch_that_is_all_overhead_does_not_make_the_cpu_slow() {
        let mut pace = Pace::new(2);
        pace.record(Processor::Cpu, Stage::Partition, 4.0, SECOND);
        let least = 2.0 * Stage::Partition.least_rate();
        assert_eq!(pace.units_in(SECOND), Some((least, "patterns")));
    }

    #[test]
    fn an_endless_batch_has_a_duration() {
        let pace = Pace::new(1);
        let longest = pace.expected(Processor::Cpu, Stage::BestMoves, u64::MAX);
        assert!(longest > SECOND);
        assert!(longest.checked_add(SECOND).is_some());
    }
}
