//! The job that produced a result: every result describes it.

use itertools::Itertools;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::numbers::format_seconds;
use crate::compute::{BackendInfo, ComputedBy};
use crate::guessing::tree::MAX_DEPTH;
use crate::guessing::{GUESSES_PER_GAME, Game, Lists, Rule, rule};
use crate::words::{Alphabet, MAX_LENGTH, WordList};

/// The most characters of a title that name letters. Of a larger alphabet, the title says only how many letters it has.
const MAX_LETTERS_SHOWN: usize = 100;

/// The job that produced a result: the first fields of its JSON form. Names are stable.
#[derive(Clone, Debug, Serialize)]
pub struct JobInfo {
    engine: &'static str,
    job: &'static str,
    #[serde(flatten)]
    game: GameInfo,
    #[serde(flatten)]
    run: RunInfo,
}

/// The game of a job: its rule, its lists, and the number of guesses that a player has. Names are stable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameInfo {
    rule: String,
    lists: ListsInfo,
    /// Left out if it is the usual number.
    #[serde(
        default = "usual_turns",
        skip_serializing_if = "is_usual",
        deserialize_with = "read_turns"
    )]
    turns: usize,
}

fn usual_turns() -> usize {
    GUESSES_PER_GAME
}

fn is_usual(turns: &usize) -> bool {
    *turns == GUESSES_PER_GAME
}

fn read_turns<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    match usize::deserialize(from)? {
        turns @ 1..=MAX_DEPTH => Ok(turns),
        turns => Err(D::Error::custom(format!("a game of {turns} guesses"))),
    }
}

/// The backend that a job ran on, and how long it took. Names are stable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunInfo {
    backend: ComputedBy,
    adapter: Option<String>,
    seconds: f64,
}

/// The lists of a game. Names are stable.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "ReadListsInfo")]
pub struct ListsInfo {
    name: String,
    /// The number of letters of each word.
    length: usize,
    alphabet: AlphabetInfo,
    /// The words that may be guessed.
    pub guesses: ListInfo,
    /// The words that may be the solution.
    pub solutions: ListInfo,
    /// `solutions`, or `guesses` if the solver does not know the solutions.
    candidates: String,
}

/// [`ListsInfo`] as it is read. Older tables have words of five letters a to z and say neither.
#[derive(Deserialize)]
struct ReadListsInfo {
    name: String,
    length: Option<usize>,
    alphabet: Option<AlphabetInfo>,
    guesses: ListInfo,
    solutions: ListInfo,
    candidates: String,
}

impl TryFrom<ReadListsInfo> for ListsInfo {
    type Error = String;

    fn try_from(read: ReadListsInfo) -> Result<ListsInfo, String> {
        let (length, alphabet) = match (read.length, read.alphabet) {
            (None, None) => (5, AlphabetInfo(Alphabet::latin().clone())),
            (Some(length @ 1..=MAX_LENGTH), Some(alphabet)) => (length, alphabet),
            (Some(length), Some(_)) => return Err(format!("words of {length} letters")),
            _ => return Err("either the length or the alphabet is missing".to_owned()),
        };
        Ok(ListsInfo {
            name: read.name,
            length,
            alphabet,
            guesses: read.guesses,
            solutions: read.solutions,
            candidates: read.candidates,
        })
    }
}

/// An alphabet, as the text of its letters.
#[derive(Clone, Debug)]
struct AlphabetInfo(Alphabet);

impl Serialize for AlphabetInfo {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0.letters().iter().format(""))
    }
}

impl<'de> Deserialize<'de> for AlphabetInfo {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<AlphabetInfo, D::Error> {
        let letters = String::deserialize(from)?;
        let alphabet = Alphabet::new(&letters).map_err(D::Error::custom)?;
        Ok(AlphabetInfo(alphabet))
    }
}

/// A list of words: its length and its hash. Names are stable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListInfo {
    words: usize,
    sha256: String,
}

impl JobInfo {
    /// A job on a game, which ran for this many seconds on a backend.
    pub fn new(job: &'static str, game: &Game, backend: BackendInfo, seconds: f64) -> JobInfo {
        JobInfo::of(job, GameInfo::new(game), RunInfo::new(&backend, seconds))
    }

    /// A job on a game that is only known by its description.
    pub fn of(job: &'static str, game: GameInfo, run: RunInfo) -> JobInfo {
        JobInfo {
            engine: env!("CARGO_PKG_VERSION"),
            job,
            game,
            run,
        }
    }

    /// One line that says what was done, where, and how long it took: `2,315 games on cpu in 1.2 s`.
    pub fn done(&self, what: &str) -> String {
        self.run.done(what)
    }
}

impl GameInfo {
    /// Describes a game.
    pub fn new(game: &Game) -> GameInfo {
        GameInfo {
            rule: game.rule().name().to_owned(),
            lists: ListsInfo::new(game.lists()),
            turns: game.turns(),
        }
    }

    /// The number of guesses that a player has.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// The rule, if there is one of this name.
    pub fn rule(&self) -> Option<&'static dyn Rule> {
        rule::named(&self.rule)
    }

    /// The lists.
    pub fn lists(&self) -> &ListsInfo {
        &self.lists
    }
}

impl RunInfo {
    /// A job that ran for this many seconds on a backend.
    pub fn new(backend: &BackendInfo, seconds: f64) -> RunInfo {
        RunInfo {
            backend: backend.backend,
            adapter: backend.adapter.clone(),
            seconds,
        }
    }

    /// Several runs as one: all backends and adapters, and the sum of the times.
    pub fn joined(runs: &[RunInfo]) -> RunInfo {
        let backends = runs.iter().map(|run| run.backend);
        let adapters = runs.iter().filter_map(|run| run.adapter.as_deref());
        let adapters = adapters.sorted().dedup().join(", ");
        RunInfo {
            backend: backends.reduce(ComputedBy::and).unwrap_or(ComputedBy::Cpu),
            adapter: (!adapters.is_empty()).then_some(adapters),
            seconds: runs.iter().map(|run| run.seconds).sum(),
        }
    }

    /// How many seconds it took.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// One line that says what was done, where, and how long it took: `2,315 games on cpu in 1.2 s`.
    pub fn done(&self, what: &str) -> String {
        let backend = match &self.adapter {
            Some(adapter) => format!("{} ({adapter})", self.backend),
            None => self.backend.to_string(),
        };
        format!("{what} on {backend} in {}", format_seconds(self.seconds))
    }
}

impl ListsInfo {
    /// Describes lists.
    pub fn new(lists: &Lists) -> ListsInfo {
        let candidates = if lists.knows_solutions() {
            "solutions"
        } else {
            "guesses"
        };
        ListsInfo {
            name: lists.name().to_owned(),
            length: lists.length(),
            alphabet: AlphabetInfo(lists.alphabet().clone()),
            guesses: ListInfo::new(lists.guesses()),
            solutions: ListInfo::new(lists.solutions()),
            candidates: candidates.to_owned(),
        }
    }

    /// True if the command line can give lists this name and these candidates.
    pub fn are_of_the_command(&self) -> bool {
        ["original", "nyt", "own"].contains(&&*self.name)
            && ["guesses", "solutions"].contains(&&*self.candidates)
    }

    /// The lists in words: see [`lists_title`].
    pub fn title(&self) -> String {
        title(&self.name, self.length, &self.alphabet.0)
    }

    /// Their name: `original`, `nyt` or `own`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of letters of each word.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The alphabet of the words.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet.0
    }

    /// The number of solutions.
    pub fn solutions(&self) -> usize {
        self.solutions.words
    }

    /// The number of candidates at the start of a game.
    pub fn candidates(&self) -> usize {
        match &*self.candidates {
            "guesses" => self.guesses.words,
            _ => self.solutions.words,
        }
    }
}

/// Lists in words: `own lists, 6-letter words, alphabet a-z ß ä ö ü`. The length is left out if it is five, and the
/// alphabet if it is a to z.
pub fn lists_title(lists: &Lists) -> String {
    title(lists.name(), lists.length(), lists.alphabet())
}

fn title(name: &str, length: usize, alphabet: &Alphabet) -> String {
    let mut title = format!("{name} lists");
    if length != 5 {
        title += &format!(", {length}-letter words");
    }
    if !alphabet.is_latin() {
        let letters = alphabet.describe();
        title += &match letters.chars().count() {
            0..=MAX_LETTERS_SHOWN => format!(", alphabet {letters}"),
            _ => format!(", {} letters", alphabet.letters().len()),
        };
    }
    title
}

impl ListInfo {
    /// Describes a list.
    pub fn new(list: &WordList) -> ListInfo {
        ListInfo {
            words: list.len(),
            sha256: list.sha256(),
        }
    }

    /// The hash of the list: see [`WordList::sha256`].
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// True if this describes the list.
    pub fn matches(&self, list: &WordList) -> bool {
        *self == ListInfo::new(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::ComputedBy::{Cpu, Gpu, GpuAndCpu};

    #[test]
    fn joined_runs_name_each_backend_and_adapter_once() {
        let run = |backend: ComputedBy, adapter: Option<&str>| RunInfo {
            backend,
            adapter: adapter.map(str::to_owned),
            seconds: 1.5,
        };
        for (runs, backend, adapter) in [
            (vec![run(Cpu, None), run(Cpu, None)], Cpu, None),
            (
                vec![run(Cpu, None), run(Gpu, Some("one"))],
                GpuAndCpu,
                Some("one"),
            ),
            (
                vec![
                    run(GpuAndCpu, Some("two")),
                    run(Cpu, None),
                    run(Gpu, Some("one")),
                ],
                GpuAndCpu,
                Some("one, two"),
            ),
        ] {
            let joined = RunInfo::joined(&runs);
            assert_eq!(
                (joined.backend, joined.adapter.as_deref()),
                (backend, adapter)
            );
            assert_eq!(joined.seconds, 1.5 * runs.len() as f64);
        }
    }
}
