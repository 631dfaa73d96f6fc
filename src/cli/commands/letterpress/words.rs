//! The words that can be played, and those that we know: `--vocabulary`, `--dict`, `--min-frequency`.

use std::path::{Path, PathBuf};

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::letterpress::Lexicon;
use wordgame_engine::report::letterpress::{ENGLISH, WordsInfo, describe_words};
use wordgame_engine::words::{Dictionary, Vocabulary, load_dictionary};

use crate::cli::args::lists::note_left_out;
use crate::cli::args::vocabulary::{Known, check_zipf, frequency, level_parser};

/// Options that choose the words.
#[derive(Args)]
pub struct WordArgs {
    /// The words that we know. Each level includes the one before it: basic (1,064), common (11,469),
    /// highbrow (47,598), obscure (103,724), sesquipedalian (all 274,929) [default: common, or every
    /// word of --dict]
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), hide_possible_values = true, help_heading = "Word options")]
    vocabulary: Option<Vocabulary>,
    /// Your own dictionary: a file with one word per line, CSV or JSON. A word may be followed by a tab, a comma or
    /// a space and its frequency
    #[arg(long, value_name = "PATH", help_heading = "Word options")]
    dict: Option<PathBuf>,
    /// Know only the words of --dict that are at least this frequent
    #[arg(
        long,
        value_name = "F",
        requires = "dict",
        conflicts_with = "vocabulary",
        value_parser = frequency,
        help_heading = "Word options"
    )]
    min_frequency: Option<f64>,
    /// Stop at the first line of your dictionary that is a duplicate or not a word
    #[arg(long, requires = "dict", help_heading = "Word options")]
    strict: bool,
}

/// A dictionary, and the words in it that we know.
pub struct Words {
    dictionary: Dictionary,
    name: String,
    known: Known,
}

impl WordArgs {
    /// The option that names the user's own dictionary, with its path.
    pub fn files(&self) -> [(&'static str, Option<&Path>); 1] {
        [("--dict", self.dict.as_deref())]
    }

    /// Loads the dictionary, and says on stderr which lines of the user's own dictionary were skipped.
    pub fn load(&self) -> Result<Words, Failure> {
        let (dictionary, default) = match &self.dict {
            None => (Dictionary::english(), Vocabulary::Common),
            Some(path) => {
                let loaded = load_dictionary(path, self.strict)?;
                note_left_out(
                    path,
                    loaded.words.len(),
                    &loaded,
                    "not a word of letters a-z",
                );
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

impl Words {
    /// Refuses a level if the dictionary has frequencies of its own: levels are defined by Zipf frequencies.
    ///
    /// # Errors
    /// [`Failure::BadInput`] names `option`.
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

    /// The words that we know, for people.
    pub fn describe(&self) -> String {
        let (level, min_frequency) = self.level_or_frequency();
        describe_words(&self.name, level, min_frequency)
    }

    /// The words as results describe them. We know `known_words` of them.
    pub fn info(&self, known_words: usize) -> WordsInfo {
        let (vocabulary, min_frequency) = self.level_or_frequency();
        WordsInfo {
            dictionary: self.name.clone(),
            dictionary_words: self.dictionary.len(),
            dictionary_sha256: self.dictionary.sha256(),
            vocabulary,
            min_frequency,
            known_words,
        }
    }

    fn level_or_frequency(&self) -> (Option<Vocabulary>, Option<f64>) {
        match self.known {
            Known::Level(level) => (Some(level), None),
            Known::AtLeast(least) => (None, Some(least)),
        }
    }
}
