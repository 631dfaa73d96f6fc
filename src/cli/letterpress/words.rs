//! Which words there are and which of them we know: `--vocabulary`, `--dict`, `--min-frequency`.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use serde::{Deserialize, Serialize};
use wordgame_engine::letterpress::Lexicon;
use wordgame_engine::words::{Dictionary, Vocabulary, load_dictionary};

use crate::cli::failure::Failure;
use crate::cli::lists::note_left_out;
use crate::cli::vocabulary::{Known, check_zipf, frequency, level, level_names, level_parser};

/// What results call the embedded words.
const ENGLISH: &str = "english";

/// Options that choose the words.
#[derive(Args)]
pub struct WordArgs {
    /// The words that we know, each level with those before it: basic (1,064), common (11,469),
    /// highbrow (47,598), obscure (103,724), sesquipedalian (all 274,929) [default: common, or every
    /// word of --dict]
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), hide_possible_values = true, help_heading = "Word options")]
    vocabulary: Option<Vocabulary>,
    /// Your own dictionary: a file with one word a line, each alone or with its frequency after a tab,
    /// a comma or a blank; or a JSON array
    #[arg(long, value_name = "PATH", help_heading = "Word options")]
    dict: Option<PathBuf>,
    /// Know only the words of --dict that are as frequent as this
    #[arg(
        long,
        value_name = "F",
        requires = "dict",
        conflicts_with = "vocabulary",
        allow_negative_numbers = true,
        value_parser = frequency,
        help_heading = "Word options"
    )]
    min_frequency: Option<f64>,
    /// Stop at the first line of your dictionary that is no word or a duplicate
    #[arg(long, requires = "dict", help_heading = "Word options")]
    strict: bool,
}

/// What of the opponent's next move is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Lookahead {
    /// Whether he can win at once.
    Any,
    /// The same, if he knows so many words.
    Level(Vocabulary),
    /// His best reply.
    Full,
}

impl FromStr for Lookahead {
    type Err = String;

    fn from_str(text: &str) -> Result<Lookahead, String> {
        match text {
            "any" => Ok(Lookahead::Any),
            "full" => Ok(Lookahead::Full),
            _ => level(text)
                .map(Lookahead::Level)
                .map_err(|_| format!("expected full, {}, or nothing", level_names())),
        }
    }
}

/// A dictionary, and which of its words we know.
pub struct Words {
    dictionary: Dictionary,
    name: String,
    known: Known,
}

impl WordArgs {
    /// The option that names a person's own dictionary, with its path.
    pub fn files(&self) -> [(&'static str, Option<&Path>); 1] {
        [("--dict", self.dict.as_deref())]
    }

    /// Loads the dictionary and says on stderr what was left out of a person's own.
    pub fn load(&self) -> Result<Words, Failure> {
        let (dictionary, default) = match &self.dict {
            None => (Dictionary::english(), Vocabulary::Common),
            Some(path) => {
                let loaded = load_dictionary(path, self.strict)?;
                note_left_out(path, loaded.words.len(), &loaded, "no words a-z");
                (loaded.words, Vocabulary::Sesquipedalian)
            }
        };
        let words = Words {
            dictionary,
            name: match &self.dict {
                Some(path) => path.display().to_string(),
                None => ENGLISH.to_owned(),
            },
            known: match self.min_frequency {
                Some(least) => Known::AtLeast(least),
                None => Known::Level(self.vocabulary.unwrap_or(default)),
            },
        };
        if let Some(level) = self.vocabulary {
            words.check_level(level, "--vocabulary")?;
        }
        Ok(words)
    }
}

/// The words as results name them. Names are stable.
#[derive(Clone, Serialize, Deserialize)]
pub struct WordsReport {
    dictionary: String,
    dictionary_words: usize,
    dictionary_sha256: String,
    vocabulary: Option<String>,
    min_frequency: Option<f64>,
    known_words: usize,
}

impl WordsReport {
    /// Which words we know, for people.
    pub fn describe(&self) -> String {
        describe(
            &self.dictionary,
            self.vocabulary.as_deref(),
            self.min_frequency,
        )
    }
}

/// The words that we know of a dictionary: those of a level, or those as frequent as `least`.
fn describe(dictionary: &str, level: Option<&str>, least: Option<f64>) -> String {
    match level {
        Some(level) if dictionary == ENGLISH => format!("{level} vocabulary"),
        Some(level) if level == Vocabulary::Sesquipedalian.name() => {
            format!("all words of {dictionary}")
        }
        Some(level) => format!("{level} vocabulary of {dictionary}"),
        None => {
            let least = least.unwrap_or_default();
            format!("frequency {least} or more in {dictionary}")
        }
    }
}

impl Words {
    /// Refuses a level where frequencies are not of the scale that levels are made for.
    pub fn check_level(&self, level: Vocabulary, option: &str) -> Result<(), Failure> {
        let option = format!("{option} {}", level.name());
        let instead = "--min-frequency, or a file without frequencies";
        match level {
            Vocabulary::Sesquipedalian => Ok(()),
            _ => check_zipf(&self.dictionary, &self.name, &option, instead),
        }
    }

    /// The dictionary.
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// The words that we know.
    pub fn lexicon(&self) -> Lexicon<'_> {
        let known = self.known;
        Lexicon::new(&self.dictionary, move |frequency| known.knows(frequency))
    }

    /// The words of a level.
    pub fn of_level(&self, level: Vocabulary) -> Lexicon<'_> {
        Lexicon::new(&self.dictionary, move |frequency| level.knows(frequency))
    }

    /// All words.
    pub fn all(&self) -> Lexicon<'_> {
        Lexicon::new(&self.dictionary, |_| true)
    }

    /// Which words we know, for people.
    pub fn describe(&self) -> String {
        let (level, least) = self.level_or_least();
        describe(&self.name, level, least)
    }

    /// The words as results name them, of which we know so many.
    pub fn report(&self, known_words: usize) -> WordsReport {
        let (level, least) = self.level_or_least();
        WordsReport {
            dictionary: self.name.clone(),
            dictionary_words: self.dictionary.len(),
            dictionary_sha256: self.dictionary.sha256(),
            vocabulary: level.map(str::to_owned),
            min_frequency: least,
            known_words,
        }
    }

    fn level_or_least(&self) -> (Option<&'static str>, Option<f64>) {
        match self.known {
            Known::Level(level) => (Some(level.name()), None),
            Known::AtLeast(least) => (None, Some(least)),
        }
    }
}
