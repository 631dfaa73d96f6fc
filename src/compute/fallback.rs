//! A backend that may fail, with another one to replace it.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::batch::{Best, Order, SetBatch};
use super::best_moves::{BestMove, MoveBatch, MoveQuery};
use super::collisions::{CollisionBatch, FewestCollisions};
use super::{
    Backend, BackendInfo, CodeTable, ComputeError, ComputedBy, GuessIndex, PartitionStats, Traffic,
};

/// Receives a line for the user: a warning or a note. This layer prints nothing itself.
pub type Warn = Box<dyn Fn(&str) + Send + Sync>;

/// A primary backend, and a second one that takes over at the first error: it runs the batch that failed and all later
/// batches. The results do not change, since all backends give the same bits.
pub struct Fallback {
    primary: Box<dyn Backend>,
    second: Box<dyn Backend>,
    warn: Warn,
    failure: OnceLock<ComputeError>,
    /// True once the primary has answered a batch.
    answered: AtomicBool,
}

impl Fallback {
    /// Lets `second` replace `primary` when it fails. `warn` receives one warning then.
    pub fn new(primary: Box<dyn Backend>, second: Box<dyn Backend>, warn: Warn) -> Fallback {
        Fallback {
            primary,
            second,
            warn,
            failure: OnceLock::new(),
            answered: AtomicBool::new(false),
        }
    }

    fn run<T>(
        &self,
        mut batch: impl FnMut(&dyn Backend) -> Result<T, ComputeError>,
    ) -> Result<T, ComputeError> {
        if self.failure.get().is_none() {
            match batch(&*self.primary) {
                Ok(value) => {
                    self.answered.store(true, Ordering::Relaxed);
                    return Ok(value);
                }
                Err(error) => self.give_up(error),
            }
        }
        batch(&*self.second)
    }

    /// If several threads fail at the same time, only the first one here warns.
    fn give_up(&self, error: ComputeError) {
        let message = format!("{error}; going on with the {}", self.second.info().backend);
        if self.failure.set(error).is_ok() {
            (self.warn)(&message);
        }
    }
}

impl Backend for Fallback {
    /// The primary's, until it fails; then the second's, if that answered everything; otherwise both,
    /// as `gpu then cpu` with the GPU's adapter.
    fn info(&self) -> BackendInfo {
        let primary = self.primary.info();
        if self.failure.get().is_none() {
            return primary;
        }
        if !self.answered.load(Ordering::Relaxed) || primary.backend == ComputedBy::Cpu {
            return self.second.info();
        }
        BackendInfo {
            backend: ComputedBy::GpuThenCpu,
            ..primary
        }
    }

    fn uses_gpu(&self) -> bool {
        self.failure.get().is_none() && self.primary.uses_gpu()
    }

    fn traffic(&self) -> Option<Traffic> {
        self.primary.traffic()
    }

    fn pattern_matrix(
        &self,
        table: &CodeTable,
        guesses: Range<usize>,
        out: &mut [u8],
    ) -> Result<(), ComputeError> {
        self.run(|backend| backend.pattern_matrix(table, guesses.clone(), out))
    }

    fn partition(
        &self,
        table: &CodeTable,
        guesses: &[GuessIndex],
    ) -> Result<Vec<PartitionStats>, ComputeError> {
        self.run(|backend| backend.partition(table, guesses))
    }

    fn best_guesses(
        &self,
        table: &CodeTable,
        batch: &SetBatch,
        order: Order,
    ) -> Result<Vec<Best>, ComputeError> {
        self.run(|backend| backend.best_guesses(table, batch, order))
    }

    fn collisions(
        &self,
        table: &CodeTable,
        batch: &CollisionBatch,
    ) -> Result<Vec<FewestCollisions>, ComputeError> {
        self.run(|backend| backend.collisions(table, batch))
    }

    fn best_moves(
        &self,
        batch: &MoveBatch,
        query: MoveQuery,
    ) -> Result<Vec<Vec<BestMove>>, ComputeError> {
        self.run(|backend| backend.best_moves(batch, query))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::compute::{RowIndex, TableShape};

    /// Answers `good` batches and fails from then on, after it has corrupted the output.
    struct Fake {
        name: ComputedBy,
        good: u32,
        batches: Arc<AtomicU32>,
    }

    impl Fake {
        fn answer(&self) -> Result<(), ComputeError> {
            if self.batches.fetch_add(1, Ordering::Relaxed) < self.good {
                Ok(())
            } else {
                Err(ComputeError::DeviceLost("unplugged".into()))
            }
        }
    }

    impl Backend for Fake {
        fn info(&self) -> BackendInfo {
            BackendInfo {
                backend: self.name,
                adapter: (self.name == ComputedBy::Gpu).then(|| "Fake".to_string()),
            }
        }

        fn pattern_matrix(
            &self,
            _: &CodeTable,
            _: Range<usize>,
            out: &mut [u8],
        ) -> Result<(), ComputeError> {
            let result = self.answer();
            out.fill(if result.is_ok() { 1 } else { 99 });
            result
        }

        fn partition(
            &self,
            _: &CodeTable,
            guesses: &[GuessIndex],
        ) -> Result<Vec<PartitionStats>, ComputeError> {
            self.answer()?;
            Ok(vec![PartitionStats::default(); guesses.len()])
        }

        fn best_guesses(
            &self,
            _: &CodeTable,
            _: &SetBatch,
            _: Order,
        ) -> Result<Vec<Best>, ComputeError> {
            self.answer()?;
            Ok(Vec::new())
        }

        fn collisions(
            &self,
            _: &CodeTable,
            _: &CollisionBatch,
        ) -> Result<Vec<FewestCollisions>, ComputeError> {
            self.answer()?;
            Ok(Vec::new())
        }

        fn best_moves(
            &self,
            _: &MoveBatch,
            _: MoveQuery,
        ) -> Result<Vec<Vec<BestMove>>, ComputeError> {
            self.answer()?;
            Ok(Vec::new())
        }
    }

    struct Setup {
        backend: Fallback,
        primary_batches: Arc<AtomicU32>,
        warnings: Arc<Mutex<Vec<String>>>,
        table: CodeTable,
    }

    /// A primary that answers `good` batches, with a second that answers all.
    fn setup(good: u32) -> Setup {
        let fake = |name, good| Fake {
            name,
            good,
            batches: Arc::default(),
        };
        let primary = fake(ComputedBy::Gpu, good);
        let primary_batches = Arc::clone(&primary.batches);
        let warnings = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&warnings);
        let warn = Box::new(move |line: &str| heard.lock().unwrap().push(line.to_string()));
        let shape = TableShape {
            solutions: 4,
            codes: 243,
            rows_per_guess: 5,
            solved_code: 242,
        };
        Setup {
            backend: Fallback::new(
                Box::new(primary),
                Box::new(fake(ComputedBy::Cpu, u32::MAX)),
                warn,
            ),
            primary_batches,
            warnings,
            table: CodeTable::new(shape, vec![RowIndex(0); 5]),
        }
    }

    #[test]
    fn a_primary_that_works_is_asked_alone_and_named() {
        let setup = setup(u32::MAX);
        assert!(
            setup
                .backend
                .partition(&setup.table, &[GuessIndex(0)])
                .is_ok()
        );
        assert_eq!(setup.backend.info().backend, ComputedBy::Gpu);
        assert!(setup.warnings.lock().unwrap().is_empty());
    }

    #[test]
    fn the_batch_that_failed_is_answered_by_the_second() {
        let setup = setup(0);
        let mut out = [0; 4];
        let result = setup.backend.pattern_matrix(&setup.table, 0..1, &mut out);
        assert_eq!((result, out), (Ok(()), [1; 4]));
        assert_eq!(setup.backend.info().backend, ComputedBy::Cpu);
        assert_eq!(setup.backend.info().adapter, None);
    }

    #[test]
    fn after_a_failure_the_primary_is_never_asked_again_and_there_is_one_warning() {
        let setup = setup(1);
        for _ in 0..4 {
            let stats = setup.backend.partition(&setup.table, &[GuessIndex(0); 2]);
            assert_eq!(stats.map(|stats| stats.len()), Ok(2));
        }
        assert_eq!(setup.primary_batches.load(Ordering::Relaxed), 2);
        assert_eq!(
            *setup.warnings.lock().unwrap(),
            ["the GPU was lost (unplugged); going on with the cpu"]
        );
    }

    #[test]
    fn a_job_that_both_worked_on_names_both() {
        let setup = setup(1);
        for _ in 0..2 {
            assert!(
                setup
                    .backend
                    .partition(&setup.table, &[GuessIndex(0)])
                    .is_ok()
            );
        }
        assert_eq!(
            setup.backend.info(),
            BackendInfo {
                backend: ComputedBy::GpuThenCpu,
                adapter: Some("Fake".into())
            }
        );
    }
}
