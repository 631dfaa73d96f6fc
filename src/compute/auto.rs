//! The backend `auto`: the CPU begins, and a GPU joins it once that pays.
//!
//! Opening a GPU and compiling its shaders takes a fraction of a second, in which the CPU finishes most jobs. So a job
//! starts on the CPU, and no driver is loaded for a short one. A GPU is opened, on a thread of its own, when the CPU
//! has worked for [`opening_pays_from`] or is about to. Meanwhile the CPU keeps working. When the GPU is open, both take
//! slices of each batch from a common queue, as fast as they can.
//!
//! ```text
//! batch ──> queue of items ──> CPU: slices of about 50 ms
//!                         └──> GPU: slices of about 50 ms, once it is open
//! ```
//!
//! The results do not depend on who computed what, since all backends give the same bits.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::batch::{Best, Order, SetBatch};
use super::best_moves::{BestMove, MoveBatch, MoveQuery};
use super::collisions::{CollisionBatch, FewestCollisions};
use super::cpu::Cpu;
use super::{
    Backend, BackendInfo, CodeTable, ComputeError, ComputedBy, GuessIndex, PartitionStats, Traffic,
};
use pace::{Pace, Processor, Stage};

mod pace;
#[cfg(test)]
mod tests;

/// The time that opening a GPU takes where nothing was measured.
pub const DEFAULT_OPENING: Duration = Duration::from_millis(300);

/// How long a slice of a batch should take.
const SLICE: Duration = Duration::from_millis(50);

/// A batch that takes less time on the CPU is not divided: a call of a GPU alone takes about 0.1 ms.
const WORTH_DIVIDING: Duration = Duration::from_millis(5);

/// Work of at least this duration makes opening a GPU pay: twice the time that opening takes. At worst the CPU computes for
/// that long what the GPU would have computed faster.
pub fn opening_pays_from(opening: Duration) -> Duration {
    2 * opening
}

/// Opens a GPU. Returns `None` if that is not possible.
pub type Opener = Box<dyn FnOnce() -> Option<Box<dyn Backend>> + Send>;

/// The CPU, with a GPU that joins it when a job takes long.
pub struct Auto {
    gpu: Arc<OnceLock<Option<Box<dyn Backend>>>>,
    opener: Mutex<Option<Opener>>,
    begun: Once,
    thread: Mutex<Option<JoinHandle<()>>>,
    opening: Duration,
    /// A batch that takes less time on the CPU is not divided.
    worth_dividing: Duration,
    pace: Mutex<Pace>,
    cpu_computed: AtomicBool,
    gpu_computed: AtomicBool,
}

/// A batch as the queue sees it.
#[derive(Clone, Copy)]
struct Work {
    stage: Stage,
    /// The number of parts into which the batch can be divided.
    items: usize,
    /// Patterns or moves of the whole batch.
    units: u64,
}

impl Work {
    /// The number of items that have about this many units: at least one.
    fn items_of(&self, units: f64) -> usize {
        let items = units / self.units.max(1) as f64 * self.items as f64;
        (items as usize).max(1)
    }
}

/// The items of a batch that nobody has taken yet. `cut` takes items off its front.
struct Queue<C> {
    cut: C,
    left: usize,
    slices: usize,
}

impl<P, C: FnMut(usize) -> P> Queue<C> {
    /// The next slice of at most `items` items, with its number; `None` if nothing is left.
    fn next(&mut self, items: usize) -> Option<(usize, P)> {
        let items = items.min(self.left);
        if items == 0 {
            return None;
        }
        self.left -= items;
        self.slices += 1;
        Some((self.slices - 1, (self.cut)(items)))
    }
}

impl Auto {
    /// A backend that calls `opener`, at most once, when that pays. `opening` is the time that it is expected to take.
    pub fn new(opener: Opener, opening: Duration) -> Auto {
        Auto {
            gpu: Arc::default(),
            opener: Mutex::new(Some(opener)),
            begun: Once::new(),
            thread: Mutex::default(),
            opening,
            worth_dividing: WORTH_DIVIDING,
            pace: Mutex::new(Pace::new(rayon::current_num_threads())),
            cpu_computed: AtomicBool::new(false),
            gpu_computed: AtomicBool::new(false),
        }
    }

    /// The GPU, if it is open and has not failed.
    fn gpu(&self) -> Option<&dyn Backend> {
        let gpu = self.gpu.get()?.as_deref()?;
        gpu.uses_gpu().then_some(gpu)
    }

    /// Starts to open the GPU if the CPU has worked for long, or still has `units` of a stage to do that take long.
    fn open_if_it_pays(&self, stage: Stage, units: u64) {
        let work = {
            let pace = lock(&self.pace);
            pace.spent() + pace.expected(Processor::Cpu, stage, units)
        };
        if work < opening_pays_from(self.opening) {
            return;
        }
        self.begun.call_once(|| {
            let Some(opener) = lock(&self.opener).take() else {
                return;
            };
            let gpu = Arc::clone(&self.gpu);
            let open = move || {
                // Nobody else sets the cell: `begun` lets only one thread get here.
                let _ = gpu.set(opener());
            };
            // Without a thread the CPU computes alone.
            *lock(&self.thread) = std::thread::Builder::new().spawn(open).ok();
        });
    }

    /// Computes a batch. `cut` takes some items off the front of the batch, and `run` computes them. Returns the results
    /// of the slices in their order.
    fn share<P: Send, T: Send>(
        &self,
        work: Work,
        cut: impl FnMut(usize) -> P + Send,
        run: impl Fn(&dyn Backend, P) -> Result<T, ComputeError> + Sync,
    ) -> Result<Vec<T>, ComputeError> {
        let mut queue = Queue {
            cut,
            left: work.items,
            slices: 0,
        };
        let mut parts = Vec::new();
        while queue.left > 0 {
            let expected = lock(&self.pace).expected(Processor::Cpu, work.stage, work.units);
            let gpu = self.gpu().filter(|_| expected >= self.worth_dividing);
            if let Some(gpu) = gpu {
                parts.extend(self.together(gpu, work, queue, &run)?);
                break;
            }
            let is_short = lock(&self.pace).spent() + expected < opening_pays_from(self.opening);
            let items = match is_short || self.is_alone() || expected < self.worth_dividing {
                true => queue.left,
                false => self.slice(Processor::Cpu, work),
            };
            if let Some((number, part)) = queue.next(items) {
                parts.push((
                    number,
                    self.compute(Processor::Cpu, &Cpu, work, items, part, &run)?,
                ));
            }
            let left = work.units as f64 * queue.left as f64 / work.items as f64;
            self.open_if_it_pays(work.stage, left as u64);
        }
        parts.sort_by_key(|&(number, _)| number);
        Ok(parts.into_iter().map(|(_, part)| part).collect())
    }

    /// True if it is known that no GPU will join.
    fn is_alone(&self) -> bool {
        self.gpu.get().is_some() && self.gpu().is_none()
    }

    /// The number of items that a processor computes in about [`SLICE`].
    fn slice(&self, processor: Processor, work: Work) -> usize {
        let rate = lock(&self.pace).rate(processor, work.stage);
        work.items_of(rate * SLICE.as_secs_f64())
    }

    /// The CPU and the GPU compute what is left of a batch.
    fn together<P: Send, T: Send, C: FnMut(usize) -> P + Send>(
        &self,
        gpu: &dyn Backend,
        work: Work,
        queue: Queue<C>,
        run: &(impl Fn(&dyn Backend, P) -> Result<T, ComputeError> + Sync),
    ) -> Result<Vec<(usize, T)>, ComputeError> {
        let queue = Mutex::new(queue);
        let take_slices = |processor, backend: &dyn Backend| {
            let mut parts = Vec::new();
            loop {
                // Towards the end slices get shorter, so that neither waits long for the other.
                let next = {
                    let mut queue = lock(&queue);
                    let half = queue.left.div_ceil(2);
                    let items = self.slice(processor, work).min(half);
                    queue.next(items).map(|next| (items, next))
                };
                let Some((items, (number, part))) = next else {
                    return Ok(parts);
                };
                parts.push((
                    number,
                    self.compute(processor, backend, work, items, part, run)?,
                ));
            }
        };
        std::thread::scope(|scope| {
            let of_gpu = std::thread::Builder::new()
                .spawn_scoped(scope, || take_slices(Processor::Gpu, gpu));
            let mut parts = take_slices(Processor::Cpu, &Cpu)?;
            // Without a thread the CPU has computed everything.
            if let Ok(thread) = of_gpu {
                let of_gpu = thread.join();
                parts.extend(of_gpu.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            }
            Ok(parts)
        })
    }

    /// Computes a slice, and remembers how long it took.
    fn compute<P, T>(
        &self,
        processor: Processor,
        backend: &dyn Backend,
        work: Work,
        items: usize,
        part: P,
        run: &impl Fn(&dyn Backend, P) -> Result<T, ComputeError>,
    ) -> Result<T, ComputeError> {
        let start = Instant::now();
        let result = run(backend, part)?;
        let units = work.units as f64 * items as f64 / work.items as f64;
        lock(&self.pace).record(processor, work.stage, units, start.elapsed());
        match processor {
            Processor::Cpu => self.cpu_computed.store(true, Ordering::Relaxed),
            Processor::Gpu => self.gpu_computed.store(true, Ordering::Relaxed),
        }
        Ok(result)
    }
}

/// Waits until the GPU is open. A process that ends while a thread loads a driver may crash.
impl Drop for Auto {
    fn drop(&mut self) {
        if let Some(thread) = lock(&self.thread).take() {
            // If opening has panicked, no GPU has joined.
            let _ = thread.join();
        }
    }
}

impl Backend for Auto {
    fn info(&self) -> BackendInfo {
        let opened = self.gpu.get().and_then(Option::as_deref);
        match opened.filter(|_| self.gpu_computed.load(Ordering::Relaxed)) {
            None => BackendInfo::CPU,
            Some(gpu) if !self.cpu_computed.load(Ordering::Relaxed) => gpu.info(),
            Some(gpu) => {
                let info = gpu.info();
                BackendInfo {
                    backend: info.backend.and(ComputedBy::Cpu),
                    ..info
                }
            }
        }
    }

    fn uses_gpu(&self) -> bool {
        self.gpu().is_some()
    }

    fn traffic(&self) -> Option<Traffic> {
        self.gpu.get()?.as_deref()?.traffic()
    }

    fn reason(&self) -> Option<String> {
        if self.gpu_computed.load(Ordering::Relaxed) {
            return None;
        }
        if self.begun.is_completed() {
            return match self.gpu.get() {
                Some(None) => Some("there is no GPU to open".to_owned()),
                _ => Some("the GPU was not open in time".to_owned()),
            };
        }
        let pays_from = opening_pays_from(self.opening);
        let (units, name) = lock(&self.pace).units_in(pays_from)?;
        Some(format!(
            "a GPU pays from about {} {name} here; --backend gpu uses it",
            rounded(units)
        ))
    }

    fn pattern_matrix(
        &self,
        table: &CodeTable,
        guesses: Range<usize>,
        out: &mut [u8],
    ) -> Result<(), ComputeError> {
        let row_bytes = table.solutions() * table.code_bytes();
        assert_eq!(
            out.len(),
            guesses.len() * row_bytes,
            "one code per guess and solution"
        );
        let work = Work {
            stage: Stage::PatternMatrix,
            items: guesses.len(),
            units: (guesses.len() * table.solutions()) as u64,
        };
        let (mut first, mut rest) = (guesses.start, out);
        let cut = |items: usize| {
            let (part, after) = std::mem::take(&mut rest).split_at_mut(items * row_bytes);
            rest = after;
            first += items;
            (first - items..first, part)
        };
        self.share(work, cut, |backend, (guesses, out)| {
            backend.pattern_matrix(table, guesses, out)
        })?;
        Ok(())
    }

    fn partition(
        &self,
        table: &CodeTable,
        guesses: &[GuessIndex],
    ) -> Result<Vec<PartitionStats>, ComputeError> {
        let work = Work {
            stage: Stage::Partition,
            items: guesses.len(),
            units: (guesses.len() * table.solutions()) as u64,
        };
        let parts = self.share(work, ranges(), |backend, part| {
            backend.partition(table, &guesses[part])
        })?;
        Ok(joined(parts))
    }

    fn best_guesses(
        &self,
        table: &CodeTable,
        batch: &SetBatch,
        order: Order,
    ) -> Result<Vec<Best>, ComputeError> {
        let units = |set| (batch.candidates(set).len() * batch.allowed(set).len()) as u64;
        let work = Work {
            stage: Stage::BestGuesses,
            items: batch.len(),
            units: (0..batch.len()).map(units).sum(),
        };
        let parts = self.share(work, ranges(), |backend, part: Range<usize>| {
            if part.len() == batch.len() {
                return backend.best_guesses(table, batch, order);
            }
            backend.best_guesses(table, &batch.part(part), order)
        })?;
        Ok(joined(parts))
    }

    fn collisions(
        &self,
        table: &CodeTable,
        batch: &CollisionBatch,
    ) -> Result<Vec<FewestCollisions>, ComputeError> {
        let units = |set| {
            let members: usize = batch.buckets(set).map(<[_]>::len).sum();
            (members * batch.allowed(set).len()) as u64
        };
        let work = Work {
            stage: Stage::Collisions,
            items: batch.len(),
            units: (0..batch.len()).map(units).sum(),
        };
        let parts = self.share(work, ranges(), |backend, part: Range<usize>| {
            if part.len() == batch.len() {
                return backend.collisions(table, batch);
            }
            backend.collisions(table, &batch.part(part))
        })?;
        Ok(joined(parts))
    }

    fn best_moves(
        &self,
        batch: &MoveBatch,
        query: MoveQuery,
    ) -> Result<Vec<Vec<BestMove>>, ComputeError> {
        let moves = (0..batch.len()).map(|board| batch.moves_of_board(board));
        let work = Work {
            stage: Stage::BestMoves,
            items: batch.len(),
            units: moves.fold(0, u64::saturating_add),
        };
        let parts = self.share(work, ranges(), |backend, part: Range<usize>| {
            if part.len() == batch.len() {
                return backend.best_moves(batch, query);
            }
            backend.best_moves(&batch.part(part), query)
        })?;
        Ok(joined(parts))
    }
}

/// Takes items off the front of a batch: their range.
fn ranges() -> impl FnMut(usize) -> Range<usize> + Send {
    let mut first = 0;
    move |items| {
        first += items;
        first - items..first
    }
}

/// The only part, or all parts one after the other.
fn joined<T>(mut parts: Vec<Vec<T>>) -> Vec<T> {
    match parts.len() {
        1 => parts.remove(0),
        _ => parts.into_iter().flatten().collect(),
    }
}

/// A number of units in words, with one digit that counts: `3 billion`.
fn rounded(units: f64) -> String {
    let (unit, name) = match units {
        ..1e6 => (1e3, "thousand"),
        ..1e9 => (1e6, "million"),
        _ => (1e9, "billion"),
    };
    let in_units = (units / unit).max(1.0);
    let digit = 10f64.powf(in_units.log10().floor());
    format!("{} {name}", (in_units / digit).round() * digit)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
