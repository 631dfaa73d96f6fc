//! The best trees against Bellman's equation over every guess, on small random lists; and what may not
//! change them: threads, memory, being stopped.

mod engine_command;
mod oracle;

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

use engine_command::{Finished, finish, finished, wordle};
use oracle::{guesses_and_solutions, similar_words, words};
use proptest::prelude::*;
use wordgame_engine::compute::batch::{Best, Order, SetBatch};
use wordgame_engine::compute::best_moves::{BestMove, MoveBatch, MoveQuery};
use wordgame_engine::compute::collisions::{CollisionBatch, FewestCollisions};
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::fallback::Fallback;
use wordgame_engine::compute::{
    Backend, BackendInfo, CodeTable, ComputeError, GuessIndex, PartitionStats,
};
use wordgame_engine::guessing::optimal::{
    Ahead, Opening, Openings, Optimal, Settings, Total, rank,
};
use wordgame_engine::guessing::rule::{WordPeaks, Wordle};
use wordgame_engine::guessing::{Constraint, Game, HardMode, Lists, Rule, Turn, simulate};
use wordgame_engine::words::{Word, WordList};

/// Bytes that the tables of small lists and a memo of the least size take.
const LITTLE: u64 = 2 << 20;

/// The slow and obvious: every guess is tried in every state.
struct Bellman<'a> {
    rule: &'a dyn Rule,
    guesses: &'a [Word],
    hard: Option<HardMode>,
    known: HashMap<(Vec<Word>, Vec<Word>, u32), Option<u32>>,
}

impl Bellman<'_> {
    /// The fewest guesses in all within so many for each word; none if there is no way.
    fn value(&mut self, words: &[Word], allowed: &[Word], left: u32) -> Option<u32> {
        if words.is_empty() {
            return Some(0);
        }
        if left == 0 {
            return None;
        }
        let key = (words.to_vec(), allowed.to_vec(), left);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let values = allowed.iter().filter_map(|&guess| {
            let groups = self.groups(guess, words);
            // A guess that changes nothing is of no use, and would be tried for ever.
            let useless = groups.len() == 1 && groups[0].0.pattern != self.rule.solved();
            if useless {
                None
            } else {
                self.after(guess, words, allowed, left)
            }
        });
        let value = values.min();
        self.known.insert(key, value);
        value
    }

    /// The same after a guess.
    fn after(&mut self, guess: Word, words: &[Word], allowed: &[Word], left: u32) -> Option<u32> {
        let mut total = words.len() as u32;
        for (turn, group) in self.groups(guess, words) {
            if turn.pattern != self.rule.solved() {
                let constraint = Constraint::of_turns(self.rule, &[turn], self.hard);
                let obeys = |word: &&Word| constraint.allows(&(**word).into());
                let allowed: Vec<Word> = allowed.iter().filter(obeys).copied().collect();
                total += self.value(&group, &allowed, left - 1)?;
            }
        }
        Some(total)
    }

    fn groups(&self, guess: Word, words: &[Word]) -> Vec<(Turn, Vec<Word>)> {
        let mut groups: Vec<(Turn, Vec<Word>)> = Vec::new();
        for &word in words {
            let pattern = self.rule.pattern(guess, word);
            let turn = Turn { guess, pattern };
            match groups.iter_mut().find(|(other, _)| *other == turn) {
                Some((_, group)) => group.push(word),
                None => groups.push((turn, vec![word])),
            }
        }
        groups
    }
}

fn game(rule: &'static dyn Rule, guesses: &[Word], solutions: &[Word]) -> Game {
    let list = |words: &[Word]| WordList::new(words.iter().copied());
    Game::new(rule, Lists::new("small", list(guesses), list(solutions)))
}

fn settings(hard: Option<HardMode>, max_guesses: Option<u8>) -> Settings {
    Settings {
        hard,
        max_guesses,
        memory: LITTLE,
    }
}

fn all_openings(game: &Game) -> Vec<u32> {
    (0..game.lists().guesses().len() as u32).collect()
}

/// Compares every opening's total, the best few, and the trees with the oracle.
fn assert_is_bellmans(
    game: &Game,
    hard: Option<HardMode>,
    max_guesses: Option<u8>,
    top: usize,
) -> Result<(), TestCaseError> {
    let cancelled = AtomicBool::new(false);
    let search = Optimal::new(game, settings(hard, max_guesses), &cancelled).unwrap();
    let (guesses, solutions) = (game.lists().guesses(), game.lists().solutions());
    let mut bellman = Bellman {
        rule: game.rule(),
        guesses,
        hard,
        known: HashMap::new(),
    };
    let left = max_guesses.map_or(solutions.len() as u32 + 1, u32::from);
    let all = bellman.guesses;
    let expected: Vec<Option<u32>> = all
        .iter()
        .map(|&guess| bellman.after(guess, solutions, all, left))
        .collect();
    // Each by itself, then some, then all: the memo may not matter.
    for (guess, &expected) in (0..).zip(&expected) {
        let total = match expected {
            Some(total) => Total::Exactly(total),
            None => Total::Impossible,
        };
        let found = search.openings(&[guess], 1, &[], &|_| ());
        let alone = vec![Opening { guess, total }];
        prop_assert_eq!(
            found,
            Openings {
                openings: alone,
                complete: true
            }
        );
        let tree = search.tree(guess);
        prop_assert_eq!(tree.is_some(), expected.is_some());
        if let (Some(tree), Some(expected)) = (tree, expected) {
            let games = simulate(game, &tree, hard);
            prop_assert_eq!(&games.faults, &[]);
            prop_assert_eq!(games.total(), u64::from(expected));
            prop_assert_eq!(games.not_found_in(left as usize), Vec::<u32>::new());
            prop_assert_eq!(tree.nodes[0].guess, guesses[guess as usize]);
        }
    }
    let fresh = Optimal::new(game, settings(hard, max_guesses), &cancelled).unwrap();
    prop_assert_eq!(
        fresh.openings(&all_openings(game), top, &[], &|_| ()),
        best(&expected, top)
    );
    Ok(())
}

/// What a search says of openings with some totals.
fn best(totals: &[Option<u32>], top: usize) -> Openings {
    let mut sorted: Vec<u32> = totals.iter().flatten().copied().collect();
    sorted.sort_unstable();
    let last = sorted.get(top - 1).copied();
    let total = |total: Option<u32>| match (total, last) {
        (Some(total), Some(last)) if total > last => Total::AtLeast(last + 1),
        (None, Some(last)) => Total::AtLeast(last + 1),
        (Some(total), _) => Total::Exactly(total),
        (None, None) => Total::Impossible,
    };
    let opening = |(guess, &one)| Opening {
        guess,
        total: total(one),
    };
    let mut openings: Vec<Opening> = (0..).zip(totals).map(opening).collect();
    openings.sort_by_key(|opening| match opening.total {
        Total::Exactly(total) => (0, total),
        Total::AtLeast(total) => (1, total),
        Total::Impossible => (2, 0),
    });
    Openings {
        openings,
        complete: true,
    }
}

fn hard_modes() -> impl Strategy<Value = Option<HardMode>> {
    prop_oneof![
        Just(None),
        Just(Some(HardMode::Standard)),
        Just(Some(HardMode::Strict))
    ]
}

fn limits() -> impl Strategy<Value = Option<u8>> {
    prop_oneof![2 => Just(None), 3 => (1..=6u8).prop_map(Some)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn wordle_trees_are_bellmans(
        (guesses, solutions) in guesses_and_solutions(1..12, 0..9),
        hard in hard_modes(),
        limit in limits(),
        top in 1..4usize,
    ) {
        assert_is_bellmans(&game(&Wordle, &guesses, &solutions), hard, limit, top)?;
    }

    #[test]
    fn word_peaks_trees_are_bellmans(
        (guesses, solutions) in guesses_and_solutions(1..12, 0..9),
        hard in hard_modes(),
        limit in limits(),
        top in 1..4usize,
    ) {
        assert_is_bellmans(&game(&WordPeaks, &guesses, &solutions), hard, limit, top)?;
    }

    #[test]
    fn trees_of_words_that_are_hard_to_tell_apart_are_bellmans(
        solutions in similar_words(1..9),
        guesses in words(1..6),
        hard in hard_modes(),
        limit in limits(),
    ) {
        assert_is_bellmans(&game(&Wordle, &guesses, &solutions), hard, limit, 2)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn neither_threads_nor_memory_nor_being_stopped_change_the_result(
        (guesses, solutions) in guesses_and_solutions(20..60, 20..60),
        hard in hard_modes(),
        limit in prop_oneof![Just(None), (4..=6u8).prop_map(Some)],
        top in 1..6usize,
        stops in prop::collection::vec(0..30usize, 3),
    ) {
        let game = game(&Wordle, &guesses, &solutions);
        let openings = all_openings(&game);
        let go = AtomicBool::new(false);
        let settings = settings(hard, limit);
        let run = |threads: usize, memory: u64| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let search = Optimal::new(&game, Settings { memory, ..settings }, &go).unwrap();
                let found = search.openings(&openings, top, &[], &|_| ());
                let tree = search.tree(found.openings[0].guess);
                (found, tree)
            })
        };
        let one = run(1, 64 << 20);
        prop_assert_eq!(&run(3, 64 << 20), &one);
        prop_assert_eq!(&run(2, 100_000), &one);
        let mut known: Vec<Opening> = Vec::new();
        for stop in stops {
            let cancelled = AtomicBool::new(false);
            let search = Optimal::new(&game, settings, &cancelled).unwrap();
            let settled = AtomicUsize::new(0);
            let found = search.openings(&openings, top, &known, &|_| {
                if settled.fetch_add(1, Ordering::Relaxed) >= stop {
                    cancelled.store(true, Ordering::Relaxed);
                }
            });
            known = found.openings;
        }
        let search = Optimal::new(&game, settings, &go).unwrap();
        prop_assert_eq!(search.openings(&openings, top, &known, &|_| ()), one.0);
    }
}

/// The openings of each of `shards`, found apart under a bound that all of them lower as they go.
fn in_shards(
    game: &Game,
    settings: Settings,
    top: usize,
    shards: usize,
    bound: u32,
) -> Vec<Opening> {
    let go = AtomicBool::new(false);
    let incumbent = AtomicU32::new(bound);
    let totals = Mutex::new(Vec::new());
    let mut all = Vec::new();
    for shard in 0..shards {
        let share: Vec<u32> = all_openings(game)
            .into_iter()
            .skip(shard)
            .step_by(shards)
            .collect();
        let search = Optimal::new(game, settings, &go)
            .unwrap()
            .with_incumbent(&incumbent);
        let found = search.openings(&share, top, &[], &|opening| {
            if let Total::Exactly(total) = opening.total {
                let mut totals = totals.lock().unwrap();
                totals.push(total);
                totals.sort_unstable();
                if let Some(&last) = totals.get(top - 1) {
                    incumbent.fetch_min(last, Ordering::Relaxed);
                }
            }
        });
        assert!(found.complete);
        all.extend(found.openings);
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn shards_that_share_an_incumbent_are_ranked_as_one_search(
        (guesses, solutions) in guesses_and_solutions(5..30, 5..30),
        hard in hard_modes(),
        limit in limits(),
        top in 1..5usize,
        shards in 1..5usize,
    ) {
        let game = game(&Wordle, &guesses, &solutions);
        let go = AtomicBool::new(false);
        let whole = Optimal::new(&game, settings(hard, limit), &go).unwrap();
        let whole = whole.openings(&all_openings(&game), top, &[], &|_| ());
        let mut joined = in_shards(&game, settings(hard, limit), top, shards, u32::MAX);
        rank(&mut joined, top, None);
        prop_assert_eq!(joined, whole.openings);
    }

    #[test]
    fn a_bound_to_start_from_cuts_off_what_is_above_it_and_nothing_else(
        (guesses, solutions) in guesses_and_solutions(5..30, 5..30),
        hard in hard_modes(),
        top in 1..5usize,
        bound in 8..90u32,
    ) {
        let game = game(&WordPeaks, &guesses, &solutions);
        let go = AtomicBool::new(false);
        let whole = Optimal::new(&game, settings(hard, None), &go).unwrap();
        let mut expected = whole.openings(&all_openings(&game), top, &[], &|_| ()).openings;
        for opening in &mut expected {
            let above = match opening.total {
                Total::Exactly(total) => total > bound,
                Total::AtLeast(least) => least > bound,
                Total::Impossible => true,
            };
            if above {
                opening.total = Total::AtLeast(bound + 1);
            }
        }
        expected.sort_by_key(|opening| match opening.total {
            Total::Exactly(total) => (0, total, opening.guess),
            Total::AtLeast(total) => (1, total, opening.guess),
            Total::Impossible => (2, 0, opening.guess),
        });
        let incumbent = AtomicU32::new(bound);
        let search = Optimal::new(&game, settings(hard, None), &go).unwrap();
        let search = search.with_incumbent(&incumbent);
        let found = search.openings(&all_openings(&game), top, &[], &|_| ());
        prop_assert_eq!(found.openings, expected);
    }
}

/// A backend that is lost after some batches.
struct LostAfter(AtomicUsize);

impl LostAfter {
    fn new(batches: usize) -> LostAfter {
        LostAfter(AtomicUsize::new(batches))
    }
}

impl Backend for LostAfter {
    fn info(&self) -> BackendInfo {
        BackendInfo {
            backend: "gpu",
            adapter: None,
        }
    }

    fn best_guesses(
        &self,
        table: &CodeTable,
        batch: &SetBatch,
        order: Order,
    ) -> Result<Vec<Best>, ComputeError> {
        let one_less = |left: usize| left.checked_sub(1);
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less)
            .map_err(|_| ComputeError::DeviceLost("unplugged".to_owned()))?;
        Cpu.best_guesses(table, batch, order)
    }

    // Nothing else is asked for.

    fn pattern_matrix(
        &self,
        _: &CodeTable,
        _: Range<usize>,
        _: &mut [u8],
    ) -> Result<(), ComputeError> {
        unreachable!()
    }

    fn partition(
        &self,
        _: &CodeTable,
        _: &[GuessIndex],
    ) -> Result<Vec<PartitionStats>, ComputeError> {
        unreachable!()
    }

    fn collisions(
        &self,
        _: &CodeTable,
        _: &CollisionBatch,
    ) -> Result<Vec<FewestCollisions>, ComputeError> {
        unreachable!()
    }

    fn best_moves(&self, _: &MoveBatch, _: MoveQuery) -> Result<Vec<Vec<BestMove>>, ComputeError> {
        unreachable!()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn scans_ahead_change_no_result(
        (guesses, solutions) in guesses_and_solutions(5..60, 5..60),
        hard in hard_modes(),
        limit in limits(),
        top in 1..6usize,
        if_faster in any::<bool>(),
        batches in 0..4usize,
    ) {
        let game = game(&Wordle, &guesses, &solutions);
        let openings = all_openings(&game);
        let go = AtomicBool::new(false);
        let run = |ahead: Option<Ahead>| {
            let mut search = Optimal::new(&game, settings(hard, limit), &go).unwrap();
            if let Some(ahead) = ahead {
                search.scan_ahead(ahead);
            }
            let found = search.openings(&openings, top, &[], &|_| ());
            let tree = search.tree(found.openings[0].guess);
            ((found, tree), search.effort())
        };
        let (expected, alone) = run(None);
        let (found, helped) = run(Some(Ahead { backend: &Cpu, if_faster }));
        prop_assert_eq!(&found, &expected);
        if limit.is_none() && !if_faster && alone.scans > 20 {
            prop_assert!(helped.scanned_ahead > 0);
        }
        let (found, _) = run(Some(Ahead { backend: &LostAfter::new(batches), if_faster }));
        prop_assert_eq!(&found, &expected);
        let replaced = Fallback::new(Box::new(LostAfter::new(batches)), Box::new(Cpu), Box::new(|_| ()));
        let (found, _) = run(Some(Ahead { backend: &replaced, if_faster }));
        prop_assert_eq!(&found, &expected);
    }
}

#[test]
fn scans_ahead_leave_the_search_fewer_scans() {
    let game = Game::new(&Wordle, Lists::original());
    let go = AtomicBool::new(false);
    let settings = Settings {
        memory: 2 << 30,
        ..settings(None, None)
    };
    let salet = game.lists().guess("salet".parse().unwrap()).unwrap();
    let openings: Vec<u32> = (0..4).map(|i| 3_000 * i + 7).chain([salet]).collect();
    let run = |ahead: bool| {
        let mut search = Optimal::new(&game, settings, &go).unwrap();
        if ahead {
            search.scan_ahead(Ahead {
                backend: &Cpu,
                if_faster: false,
            });
        }
        let found = search.openings(&openings, 1, &[], &|_| ());
        (found, search.effort())
    };
    let (expected, alone) = run(false);
    let (found, helped) = run(true);
    assert_eq!(found, expected);
    assert!(helped.scanned_ahead > 0);
    assert!(helped.scans < alone.scans, "{helped:?} {alone:?}");
}

#[test]
fn tables_that_do_not_fit_the_memory_are_refused() {
    let game = Game::new(&Wordle, Lists::original());
    let go = AtomicBool::new(false);
    let little = Settings {
        memory: 50 << 20,
        ..settings(None, None)
    };
    let error = Optimal::new(&game, little, &go).err().unwrap();
    assert_eq!((error.needed, error.given), (2 * 12_972 * 2_315, 50 << 20));
}

/// A job of a few seconds: the best of every 300th guess.
fn job(folder: &tempfile::TempDir) -> String {
    let openings = folder.path().join("openings.txt");
    let lists = Lists::original();
    let some = lists.guesses().iter().step_by(300);
    let text: Vec<String> = some.map(|word| format!("{word}\n")).collect();
    fs::write(&openings, text.concat()).unwrap();
    format!("optimal --top 3 --openings {}", openings.display())
}

#[cfg(unix)]
fn signal(command: &mut Command, name: &str, after: Duration) -> Finished {
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(after);
    let id = child.id().to_string();
    // It may have ended by itself.
    let _ = Command::new("kill").args(["-s", name, &id]).status();
    finished(child.wait_with_output().unwrap())
}

#[cfg(unix)]
#[test]
fn a_job_that_is_stopped_at_any_time_goes_on_from_its_checkpoint_to_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(&folder);
    let expected = finish(&mut wordle(&job));
    assert_eq!(expected.code, Some(0), "{expected:?}");
    let kept = folder.path().join("kept.json");
    let job = format!("{job} --checkpoint {}", kept.display());
    let mut stopped = 0;
    // Ctrl-C, a scheduler's request, and no chance to say goodbye.
    for (name, millis) in [
        ("INT", 300),
        ("KILL", 500),
        ("TERM", 700),
        ("KILL", 2500),
        ("INT", 900),
        ("INT", 1_800),
    ] {
        let run = signal(&mut wordle(&job), name, Duration::from_millis(millis));
        if name != "KILL" && run.code == Some(1) {
            stopped += 1;
            assert!(run.stderr.contains("resumes from"), "{run:?}");
            assert!(run.stdout.contains("not proven: "), "{run:?}");
            assert!(kept.exists());
        }
    }
    let run = finish(&mut wordle(&job));
    assert_eq!(
        (run.code, &run.stdout),
        (Some(0), &expected.stdout),
        "{run:?}"
    );
    assert!(stopped > 0, "no run was stopped: the job is too short");
}

#[cfg(unix)]
#[test]
fn a_search_that_is_stopped_ranks_nothing_and_counts_what_is_open() {
    let job = "optimal --top 3 --format json";
    // The earlier signals may come before the job has begun.
    let run = [1_000, 2_000, 4_000, 8_000].into_iter().find_map(|millis| {
        let run = signal(&mut wordle(job), "INT", Duration::from_millis(millis));
        (run.code == Some(1)).then_some(run)
    });
    let run = run.expect("a job of minutes is stopped within seconds");
    let result: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let rows = result["openings"].as_array().unwrap();
    assert_eq!(result["complete"], false);
    assert_eq!(result["open"], 12_972 - rows.len());
    for row in rows {
        assert!(row["rank"].is_null(), "{row}");
        assert_eq!(row["mean"].is_null(), row["proven"] != "exactly", "{row}");
    }
}

#[cfg(unix)]
#[test]
fn a_search_that_is_stopped_before_there_is_a_tree_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tree.txt");
    // An opening that takes seconds, in hard mode.
    let job = format!("optimal --hard --opening jujus --tree {}", tree.display());
    let run = [300, 500, 700, 1_000, 1_500]
        .into_iter()
        .find_map(|millis| {
            let run = signal(&mut wordle(&job), "INT", Duration::from_millis(millis));
            (run.code == Some(1)).then_some(run)
        });
    let run = run.expect("the job takes longer than it takes to begin");
    assert!(
        run.stdout
            .starts_with("interrupted before a tree was found"),
        "{run:?}"
    );
    assert!(run.stderr.contains("nothing was written to"), "{run:?}");
    assert!(!tree.exists());
}

#[cfg(unix)]
#[test]
fn a_checkpoint_whose_folder_goes_away_does_not_end_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(&folder);
    let expected = finish(&mut wordle(&job));
    let gone = folder.path().join("gone");
    // The folder may go before the job has begun, which then refuses it, or after it has ended.
    let run = [300, 600, 1_200, 2_400, 4_800]
        .into_iter()
        .find_map(|millis| {
            fs::create_dir_all(&gone).unwrap();
            let child = wordle(&format!("{job} --checkpoint {}", gone.join("ck").display()))
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_millis(millis));
            fs::remove_dir_all(&gone).unwrap();
            let run = finished(child.wait_with_output().unwrap());
            (run.code == Some(1) && !run.stdout.is_empty()).then_some(run)
        });
    let run = run.expect("the folder went away while the job ran");
    assert_eq!(run.stdout, expected.stdout, "{run:?}");
    let warnings = run.stderr.lines().filter(|line| line.contains("warning: "));
    assert!(warnings.count() <= 1, "{run:?}");
    let error = run.stderr.lines().last().unwrap();
    assert!(error.starts_with("error: cannot write "), "{run:?}");
}
