//! Which words may be guessed and which may be the solution: `--list`, `--guesses`, `--solutions`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use wordgame_engine::compute::GuessIndex;
use wordgame_engine::compute::partition::MAX_CANDIDATES;
use wordgame_engine::guessing::Lists;
pub use wordgame_engine::report::{ListInfo as ListReport, ListsInfo as ListsReport};
use wordgame_engine::words::{self, Loaded, Word, WordList};

use super::failure::Failure;
use super::nearest::did_you_mean;
use super::number::counted;

/// Options that choose the lists and what a solver knows of them.
#[derive(Args)]
pub struct ListArgs {
    #[command(flatten)]
    words: WordArgs,
    /// Whether the solver knows the solutions, or takes every guess for possible
    #[arg(long, value_enum, default_value_t = CandidatesName::Solutions, help_heading = "List options")]
    candidates: CandidatesName,
}

/// Options that choose the lists.
#[derive(Args)]
pub struct WordArgs {
    /// The game's lists: original (12,972 guesses, 2,315 solutions) or nyt (14,855 and 2,309)
    #[arg(long, value_enum, default_value_t = ListName::Original, hide_possible_values = true, help_heading = "List options")]
    list: ListName,
    /// Your own solutions: a file with one word a line, or a JSON array. Words of other lengths
    /// or characters are skipped, duplicates dropped, and both are counted on stderr
    #[arg(long, value_name = "PATH", help_heading = "List options")]
    solutions: Option<PathBuf>,
    /// Your own guesses, likewise; solutions missing among them are added
    #[arg(long, value_name = "PATH", help_heading = "List options")]
    guesses: Option<PathBuf>,
    /// Stop at the first line of your files that is no word of five letters or a duplicate
    // The order puts it last in help, after the candidates too.
    #[arg(long, display_order = 1000, help_heading = "List options")]
    strict: bool,
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
    /// Loads the lists and says on stderr what was left out of or added to a person's own.
    pub fn load(&self) -> Result<Lists, Failure> {
        self.load_beside(None)
    }

    /// The same where the job reads `other` words of a person too, which `--strict` holds for.
    pub fn load_beside(&self, other: Option<&Path>) -> Result<Lists, Failure> {
        let lists = self.words.load_beside(other)?;
        Ok(match self.candidates {
            CandidatesName::Solutions => lists,
            CandidatesName::Guesses => lists.with_all_guesses_as_candidates(),
        })
    }

    /// The options that name a person's own lists, with their paths.
    pub fn files(&self) -> [(&'static str, Option<&Path>); 2] {
        self.words.files()
    }

    /// Whether a list stops the job at the first line that is no word.
    pub fn is_strict(&self) -> bool {
        self.words.strict
    }
}

impl WordArgs {
    /// The options that name a person's own lists, with their paths.
    pub fn files(&self) -> [(&'static str, Option<&Path>); 2] {
        [
            ("--solutions", self.solutions.as_deref()),
            ("--guesses", self.guesses.as_deref()),
        ]
    }

    /// Loads the lists and says on stderr what was left out of or added to a person's own.
    pub fn load(&self) -> Result<Lists, Failure> {
        self.load_beside(None)
    }

    fn load_beside(&self, other: Option<&Path>) -> Result<Lists, Failure> {
        let embedded = match self.list {
            ListName::Original => Lists::original(),
            ListName::Nyt => Lists::nyt(),
        };
        if self.guesses.is_none() && self.solutions.is_none() {
            if self.strict && other.is_none() {
                return Err(Failure::BadInput(
                    "--strict is for lists of your own; add --guesses or --solutions, or leave it out"
                        .to_owned(),
                ));
            }
            return Ok(embedded);
        }
        let own = |path: &Option<PathBuf>, embedded: &WordList| match path {
            Some(path) => load_words(path, self.strict),
            None => Ok(embedded.clone()),
        };
        let solutions = own(&self.solutions, embedded.solutions())?;
        let guesses = own(&self.guesses, embedded.guesses())?;
        let lists = Lists::new("own", guesses, solutions);
        if lists.guesses().len() > MAX_CANDIDATES {
            return Err(Failure::BadInput(format!(
                "the lists hold {} words; at most {} are supported",
                HumanCount(lists.guesses().len() as u64),
                HumanCount(MAX_CANDIDATES as u64),
            )));
        }
        if lists.added() > 0 {
            super::note(&format!(
                "note: added to the guesses: {} missing among them",
                counted(lists.added(), "solution", "solutions")
            ));
        }
        Ok(lists)
    }
}

/// Loads a list and says on stderr what was left out of it.
pub fn load_words(path: &Path, strict: bool) -> Result<WordList, Failure> {
    let loaded = words::load(path, strict)?;
    note_left_out(path, loaded.words.len(), &loaded, "not five letters a-z");
    Ok(loaded.words)
}

/// Says on stderr what was left out of a person's own list, of which so many words were kept; `why` is
/// what was wrong with the lines that were skipped.
pub fn note_left_out<L>(path: &Path, kept: usize, loaded: &Loaded<L>, why: &str) {
    if loaded.skipped + loaded.duplicates > 0 {
        super::note(&format!(
            "note: {}: kept {}; skipped {} ({why}), dropped {}",
            path.display(),
            counted(kept, "word", "words"),
            counted(loaded.skipped, "line", "lines"),
            counted(loaded.duplicates, "duplicate", "duplicates"),
        ));
    }
}

/// The place of a word among the guesses, or what to say where it is not there. `option` is what the
/// word was given to.
pub fn find_guess(lists: &Lists, word: Word, option: &str) -> Result<GuessIndex, Failure> {
    lists.guess_index(word).ok_or_else(|| {
        Failure::BadInput(format!(
            "{option}: '{word}' is not among the {} guesses{}; check the spelling or the list",
            HumanCount(lists.guesses().len() as u64),
            nearest(word, lists),
        ))
    })
}

/// The nearest guess, a solution before others, in brackets for the end of a message; or nothing.
pub fn nearest(word: Word, lists: &Lists) -> String {
    let words = lists.solutions().iter().chain(lists.guesses().iter());
    nearest_of(word, words)
}

/// The nearest candidate, likewise.
pub fn nearest_candidate(word: Word, lists: &Lists) -> String {
    nearest_of(word, lists.candidates().iter())
}

fn nearest_of<'a>(word: Word, words: impl Iterator<Item = &'a Word>) -> String {
    let words: Vec<String> = words.map(Word::to_string).collect();
    did_you_mean(&word.to_string(), words.iter().map(String::as_str))
}
