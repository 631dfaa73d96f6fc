//! The lists of words that may be guessed or be the solution: `--list`, `--guesses`, `--solutions`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use wordgame_engine::Failure;
use wordgame_engine::compute::GuessIndex;
use wordgame_engine::compute::partition::MAX_CANDIDATES;
use wordgame_engine::guessing::Lists;
use wordgame_engine::guessing::lists::Remaining;
use wordgame_engine::guessing::pattern::code_bytes;
use wordgame_engine::report::numbers::{binary_bytes, counted, grouped};
use wordgame_engine::words::alphabet::NotAnAlphabet;
use wordgame_engine::words::own_lists::{AlphabetChoice, ListOptions, MIN_LENGTH, OwnLists};
use wordgame_engine::words::{self, Alphabet, Loaded, MAX_LENGTH, Word, WordList};

use crate::cli::args::nearest::did_you_mean;
use crate::cli::args::number::number;

/// Options that choose the lists, and whether the solver knows the solutions.
#[derive(Args)]
pub struct ListArgs {
    #[command(flatten)]
    words: WordArgs,
    /// The words that the solver takes for possible solutions: the solutions themselves, or every guess
    #[arg(long, value_enum, default_value_t = CandidatesName::Solutions, help_heading = "List options")]
    candidates: CandidatesName,
}

/// Options that choose the lists.
#[derive(Args)]
pub struct WordArgs {
    /// The game's lists: original (12,972 guesses, 2,315 solutions) or nyt (14,855 and 2,309)
    #[arg(long, value_enum, default_value_t = ListName::Original, hide_possible_values = true, help_heading = "List options")]
    list: ListName,
    /// Your own solutions: a file with one word per line, a CSV file with a header, JSON, or a JavaScript array. Words
    /// of other lengths or characters and duplicates are skipped; how many of each is reported on stderr
    #[arg(long, value_name = "PATH", help_heading = "List options")]
    solutions: Option<PathBuf>,
    /// Your own guesses, in the same form; solutions that are missing are added
    #[arg(long, value_name = "PATH", help_heading = "List options")]
    guesses: Option<PathBuf>,
    /// The number of letters of each word: 3 to 10 [default: that of most words in --solutions]
    #[arg(long, value_name = "N", requires = "solutions", value_parser = |text: &str| number::<usize>(text, MIN_LENGTH, MAX_LENGTH), help_heading = "List options")]
    length: Option<usize>,
    /// The letters, in order: as in abcde or 0123456789; or auto for all letters that occur [default: a to z; other
    /// letters too if at least one word in fifty has one]
    #[arg(long, value_name = "LETTERS|auto", requires = "solutions", value_parser = alphabet_choice, help_heading = "List options")]
    alphabet: Option<AlphabetChoice>,
    /// Take the marks off letters: é becomes e
    #[arg(long, help_heading = "List options")]
    fold: bool,
    /// Stop at the first line of your files that is a duplicate or not a word of the game
    // The order puts it last in the help, after --candidates.
    #[arg(long, display_order = 1000, help_heading = "List options")]
    strict: bool,
}

/// Reads the value of `--alphabet`.
fn alphabet_choice(text: &str) -> Result<AlphabetChoice, NotAnAlphabet> {
    match text {
        "auto" => Ok(AlphabetChoice::AllThatOccur),
        letters => Alphabet::new(letters).map(AlphabetChoice::Letters),
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum ListName {
    Original,
    Nyt,
}

#[derive(Clone, Copy, ValueEnum)]
enum CandidatesName {
    Guesses,
    Solutions,
}

impl ListArgs {
    /// Loads the lists, and says on stderr which words of the user's own lists were skipped or added.
    pub fn load(&self) -> Result<Lists, Failure> {
        self.load_with(None)
    }

    /// Loads the lists for a job that also reads a file of words. `--strict` applies to that file too.
    pub fn load_with(&self, other: Option<&Path>) -> Result<Lists, Failure> {
        let lists = self.words.load_with(other)?;
        Ok(match self.candidates {
            CandidatesName::Solutions => lists,
            CandidatesName::Guesses => lists.with_all_guesses_as_candidates(),
        })
    }

    /// The options that name the user's own lists, with their paths.
    pub fn files(&self) -> [(&'static str, Option<&Path>); 2] {
        self.words.files()
    }

    /// True if the job stops at the first line that is not a word.
    pub fn is_strict(&self) -> bool {
        self.words.strict
    }
}

impl WordArgs {
    /// Says on stderr what kind of words the user's own lists have, and what was skipped.
    fn note_own(&self, own: &OwnLists) {
        let kind = own.alphabet.kind(own.length);
        let files = [
            (&self.solutions, &own.solutions),
            (&self.guesses, &own.guesses),
        ];
        for (path, loaded) in files {
            if let (Some(path), Some(loaded)) = (path, loaded) {
                note_left_out(path, loaded.words.len(), loaded, &format!("not {kind}"));
            }
        }
        if own.with_other_letters > 0 {
            crate::cli::terminal::note(&format!(
                "note: {} with other letters than a-z skipped; --alphabet auto keeps them, --fold takes the marks \
                 off",
                counted(own.with_other_letters, "word", "words"),
            ));
        }
        if own.length != 5 || !own.alphabet.is_latin() {
            crate::cli::terminal::note(&format!("note: words of {kind}"));
        }
    }

    /// The options that name the user's own lists, with their paths.
    pub fn files(&self) -> [(&'static str, Option<&Path>); 2] {
        [
            ("--solutions", self.solutions.as_deref()),
            ("--guesses", self.guesses.as_deref()),
        ]
    }

    /// Loads the lists, and says on stderr which words of the user's own lists were skipped or added.
    pub fn load(&self) -> Result<Lists, Failure> {
        self.load_with(None)
    }

    fn load_with(&self, other: Option<&Path>) -> Result<Lists, Failure> {
        let embedded = match self.list {
            ListName::Original => Lists::original(),
            ListName::Nyt => Lists::nyt(),
        };
        if self.guesses.is_none() && self.solutions.is_none() {
            let given = [
                ("--strict", self.strict && other.is_none()),
                ("--fold", self.fold),
            ];
            if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
                return Err(Failure::BadInput(format!(
                    "{option} is for lists of your own; add --guesses or --solutions, or leave it out"
                )));
            }
            return Ok(embedded);
        }
        let own = words::load_lists(
            self.solutions.as_deref(),
            self.guesses.as_deref(),
            &ListOptions {
                length: self.length,
                alphabet: self.alphabet.clone().unwrap_or_default(),
                folds: self.fold,
                strict: self.strict,
            },
        )?;
        self.note_own(&own);
        let lists = lists_of(own, &embedded);
        if lists.guesses().len() > MAX_CANDIDATES {
            return Err(Failure::BadInput(format!(
                "the lists hold {} words; at most {} are supported",
                grouped(lists.guesses().len()),
                grouped(MAX_CANDIDATES),
            )));
        }
        if lists.added() > 0 {
            crate::cli::terminal::note(&format!(
                "note: added to the guesses: {} missing among them",
                counted(lists.added(), "solution", "solutions")
            ));
        }
        Ok(lists)
    }
}

/// A user's own lists, completed by the embedded ones. Words of another kind than the embedded ones have no other
/// guesses than the solutions.
fn lists_of(own: OwnLists, embedded: &Lists) -> Lists {
    let is_embedded_kind =
        own.length == embedded.length() && own.alphabet.letters() == embedded.alphabet().letters();
    let words = |loaded: Option<Loaded>| loaded.map(|loaded| loaded.words);
    let solutions = words(own.solutions).unwrap_or_else(|| embedded.solutions().clone());
    let guesses = words(own.guesses).unwrap_or_else(|| {
        if is_embedded_kind {
            embedded.guesses().clone()
        } else {
            solutions.clone()
        }
    });
    Lists::new("own", guesses, solutions).with_alphabet(own.alphabet)
}

/// Bytes for everything except large tables.
const OTHER_BYTES: usize = 8 << 20;

/// Checks that there is memory for a job with this many tables of the patterns of all guesses on all candidates. Rust
/// ends a process that gets no memory, with two lines of its own; this is our line, before the work.
///
/// # Errors
/// [`Failure::Failed`] if the system refuses the memory.
pub fn check_memory(lists: &Lists, tables: usize) -> Result<(), Failure> {
    let patterns = lists.guesses().len() * lists.candidates().len();
    check_memory_for(tables * patterns * code_bytes(lists.length()))
}

/// Checks that there is memory for buffers of this size.
///
/// # Errors
/// [`Failure::Failed`] if the system refuses the memory.
pub fn check_memory_for(bytes: usize) -> Result<(), Failure> {
    let bytes = bytes + OTHER_BYTES;
    let reserved = Vec::<u8>::new().try_reserve_exact(bytes);
    reserved.map_err(|_| {
        Failure::Failed(format!(
            "not enough memory: the job needs about {}; raise the limit (ulimit -v), or end other programs",
            binary_bytes(bytes as u64)
        ))
    })
}

/// Loads a list of words for a job on some lists, and says on stderr what was skipped.
pub fn load_words(path: &Path, lists: &Lists, strict: bool) -> Result<WordList, Failure> {
    let loaded = words::load(path, lists.alphabet(), lists.length(), strict)?;
    let kind = lists.alphabet().kind(lists.length());
    note_left_out(path, loaded.words.len(), &loaded, &format!("not {kind}"));
    Ok(loaded.words)
}

/// Says on stderr how much of the user's own list was skipped, if anything. `kept` is the number of words in the list,
/// and `why` the reason for skipping a line.
pub fn note_left_out<L>(path: &Path, kept: usize, loaded: &Loaded<L>, why: &str) {
    if let Some(header) = &loaded.header {
        crate::cli::terminal::note(&format!(
            "note: {}: '{header}' is a header and not a word",
            path.display()
        ));
    }
    if loaded.skipped + loaded.duplicates > 0 {
        crate::cli::terminal::note(&format!(
            "note: {}: kept {}; skipped {} ({why}), dropped {}",
            path.display(),
            counted(kept, "word", "words"),
            counted(loaded.skipped, "line", "lines"),
            counted(loaded.duplicates, "duplicate", "duplicates"),
        ));
    }
}

/// Says on stderr that no solution fits some turns, if that is so.
pub fn note_beyond_solutions(remaining: &Remaining) {
    if let Some(note) = remaining.note() {
        crate::cli::terminal::note(&format!("note: {note}"));
    }
}

/// Reads a word of the length and the alphabet of the lists. `option` is the option that names the word.
///
/// # Errors
/// It is not such a word.
pub fn read_word(lists: &Lists, text: &str, option: &str) -> Result<Word, Failure> {
    let word = lists.read_word(text.trim());
    word.map_err(|error| Failure::BadInput(format!("{option}: {error}")))
}

/// The index of a word among the guesses. `option` is the option that names the word.
///
/// # Errors
/// It is not a guess. The message suggests the nearest one.
pub fn find_guess(lists: &Lists, text: &str, option: &str) -> Result<GuessIndex, Failure> {
    let word = read_word(lists, text, option)?;
    lists.guess_index(word).ok_or_else(|| {
        Failure::BadInput(format!(
            "{option}: '{word}' is not among the {} guesses{}; check the spelling or the list",
            grouped(lists.guesses().len()),
            nearest(word, lists),
        ))
    })
}

/// The nearest guess in brackets, for the end of a message; empty if none is near. Among equally near words,
/// solutions come first.
pub fn nearest(word: Word, lists: &Lists) -> String {
    let words = lists.solutions().iter().chain(lists.guesses().iter());
    let words: Vec<String> = words.map(Word::to_string).collect();
    did_you_mean(&word.to_string(), words.iter().map(String::as_str))
}
