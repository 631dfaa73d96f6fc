//! Words and lists of words. This module knows nothing about games.
//!
//! | module | contents |
//! |---|---|
//! | [`word`] | [`Word`]: a word of five letters |
//! | [`list`] | [`WordList`]: an ordered list of distinct words |
//! | [`dictionary`] | [`Dictionary`]: words of any length with their frequencies |
//! | [`vocabulary`] | [`Vocabulary`]: how many words a player knows |
//! | [`entries`] | a user's file of words, whatever its form: text, CSV, JSON, JavaScript |
//! | [`mod@load`] | lists and dictionaries from such files |
//! | [`embedded`] | the lists that are compiled in |

pub mod dictionary;
mod dictionary_builder;
pub mod embedded;
pub mod entries;
pub mod list;
pub mod load;
mod load_error;
mod text_file;
pub mod vocabulary;
pub mod word;

pub use dictionary::Dictionary;
pub use list::WordList;
pub use load::{Loaded, load, load_dictionary};
pub use load_error::{EntryFault, LoadError};
pub use text_file::read_text;
pub use vocabulary::Vocabulary;
pub use word::{ALPHABET, NotAWord, WORD_LENGTH, Word};
