//! Words and lists of them. Nothing in here knows a game.
//!
//! | module | what it holds |
//! |---|---|
//! | [`word`] | [`Word`]: five letters |
//! | [`list`] | [`WordList`]: words in order, each once, with a hash |
//! | [`dictionary`] | [`Dictionary`]: words of any length with their frequencies |
//! | [`vocabulary`] | [`Vocabulary`]: how common a word has to be for a player to know it |
//! | [`mod@load`] | a person's own list, from a text file or a JSON array |
//! | [`embedded`] | the lists compiled in |

pub mod dictionary;
pub mod embedded;
pub mod list;
pub mod load;
pub mod vocabulary;
pub mod word;

pub use dictionary::Dictionary;
pub use list::WordList;
pub use load::{LoadError, Loaded, load, load_dictionary, read_text};
pub use vocabulary::Vocabulary;
pub use word::{ALPHABET, NotAWord, WORD_LENGTH, Word};
