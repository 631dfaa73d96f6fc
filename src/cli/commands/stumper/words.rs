//! The words of the game: `--dict`, `--vocabulary`, `--min-zipf`.

use std::path::{Path, PathBuf};

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::report::stumper::WordsInfo;
use wordgame_engine::stumper::{GameState, Graph, WordIndex};
use wordgame_engine::words::{Dictionary, Vocabulary, load_dictionary};

use crate::cli::args::lists::note_left_out;
use crate::cli::args::nearest::did_you_mean;
use crate::cli::args::vocabulary::{Known, check_zipf, frequency, level_parser};

/// The embedded dictionaries.
const TWL06: &str = "twl06";
const ENABLE: &str = "enable";

/// Options that choose the words.
#[derive(Args)]
pub struct WordArgs {
    /// The words: twl06 (178,691), enable (172,823), or your own, a file with one word per line, CSV or JSON.
    /// A frequency after a word is ignored
    #[arg(long, value_name = "twl06|enable|PATH", default_value = TWL06, help_heading = "Word options")]
    dict: PathBuf,
    /// Play only words that people know. Each level includes the one before it: basic, common, highbrow,
    /// obscure, sesquipedalian (all words) [default: sesquipedalian]
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), hide_possible_values = true, help_heading = "Word options")]
    vocabulary: Option<Vocabulary>,
    /// Play only words of this frequency or more on the Zipf scale (the: 7.7, zebra: 3.2). Words of unknown frequency
    /// are left out
    #[arg(
        long,
        value_name = "F",
        conflicts_with = "vocabulary",
        value_parser = frequency,
        help_heading = "Word options"
    )]
    min_zipf: Option<f64>,
    /// Stop at the first line of your dictionary that is a duplicate or not a word
    #[arg(long, help_heading = "Word options")]
    strict: bool,
}

/// The words of the game.
pub struct Words {
    /// The words of four letters or more that are played with, and the moves between them.
    pub graph: Graph,
    /// The words as results describe them.
    pub info: WordsInfo,
}

impl WordArgs {
    /// The option that names the user's own dictionary, with its path.
    pub fn files(&self) -> [(&'static str, Option<&Path>); 1] {
        let is_own = ![TWL06, ENABLE].map(Path::new).contains(&&*self.dict);
        [("--dict", is_own.then_some(&*self.dict))]
    }

    /// Loads the words, and says on stderr which lines of the user's own dictionary were skipped.
    pub fn load(&self) -> Result<Words, Failure> {
        let dictionary = self.dictionary()?;
        let known = match self.min_zipf {
            Some(least) => Known::AtLeast(least),
            None => Known::Level(self.vocabulary.unwrap_or(Vocabulary::Sesquipedalian)),
        };
        let option = match known {
            Known::Level(level) => format!("--vocabulary {}", level.name()),
            Known::AtLeast(least) => format!("--min-zipf {least}"),
        };
        if !matches!(known, Known::Level(Vocabulary::Sesquipedalian)) {
            let name = self.dict.display().to_string();
            check_zipf(&dictionary, &name, &option, "a file without frequencies")?;
        }
        let known_words: Vec<u32> = (0..dictionary.len() as u32)
            .filter(|&index| known.knows(dictionary.frequency(index)))
            .collect();
        Ok(Words {
            graph: Graph::new(known_words.iter().map(|&index| dictionary.word(index))),
            info: WordsInfo {
                dictionary: self.dict.display().to_string(),
                dictionary_words: dictionary.len(),
                dictionary_sha256: dictionary.sha256(),
                vocabulary: match known {
                    Known::Level(level) => Some(level),
                    Known::AtLeast(_) => None,
                },
                min_zipf: self.min_zipf,
                known_words: known_words.len(),
            },
        })
    }

    fn dictionary(&self) -> Result<Dictionary, Failure> {
        if self.dict.as_os_str() == TWL06 {
            return Ok(Dictionary::twl06());
        }
        if self.dict.as_os_str() == ENABLE {
            return Ok(Dictionary::enable());
        }
        let loaded = load_dictionary(&self.dict, self.strict)?;
        note_left_out(
            &self.dict,
            loaded.words.len(),
            &loaded,
            "not a word of letters a-z",
        );
        Ok(loaded.words)
    }
}

impl Words {
    /// Finds a word by its letters, in upper or lower case. `option` is the option that names it.
    ///
    /// # Errors
    /// The word is not there. The message suggests the nearest one.
    pub fn find(&self, text: &str, option: &str) -> Result<WordIndex, Failure> {
        self.graph.find(&text.to_ascii_lowercase()).ok_or_else(|| {
            let words = self.graph.words().into_iter();
            let nearest = did_you_mean(text, words.map(|word| self.graph.word(word)));
            Failure::BadInput(format!(
                "{option}: '{text}' is not a word of {} with four letters or more that is played with{nearest}; check the spelling, or choose other words with --dict, --vocabulary or --min-zipf",
                self.info.dictionary,
            ))
        })
    }

    /// Finds a word that a game can start on. `advice` ends the message for a longer word.
    ///
    /// # Errors
    /// The word is not there, or does not have four letters.
    pub fn find_start(&self, text: &str, option: &str, advice: &str) -> Result<WordIndex, Failure> {
        let word = self.find(text, option)?;
        if self.graph.starts().contains(word) {
            return Ok(word);
        }
        Err(Failure::BadInput(format!(
            "{option}: '{text}' has {} letters; a game starts on a word of four{advice}",
            text.len()
        )))
    }

    /// The state at the start of a game.
    ///
    /// # Panics
    /// If a game cannot start on the word.
    pub fn start(&self, word: WordIndex) -> GameState {
        GameState::start(&self.graph, word).expect("a game starts on the word")
    }

    /// Checks that there is a word to start on.
    ///
    /// # Errors
    /// No word can start a game.
    pub fn check_starts(&self) -> Result<(), Failure> {
        if !self.graph.starts().is_empty() {
            return Ok(());
        }
        Err(Failure::BadInput(format!(
            "{} has no word of four letters left to start a game on; choose other words with --dict, --vocabulary or --min-zipf",
            self.info.dictionary
        )))
    }
}
