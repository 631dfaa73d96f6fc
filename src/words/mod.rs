//! Words and lists of words. This module knows nothing about games.
//!
//! | module | contents |
//! |---|---|
//! | [`word`] | [`Word`]: a word of up to ten letters |
//! | [`alphabet`] | [`Alphabet`]: the letters of some lists, in order |
//! | [`list`] | [`WordList`]: an ordered list of distinct words |
//! | [`dictionary`] | [`Dictionary`]: words of any length with their frequencies |
//! | [`vocabulary`] | [`Vocabulary`]: how many words a player knows |
//! | [`entries`] | a user's file of words, whatever its form: text, CSV, JSON, JavaScript |
//! | [`own_lists`] | the lists of a game from such files: their length and alphabet |
//! | [`mod@load`] | dictionaries from such files |
//! | [`embedded`] | the lists that are compiled in |

pub mod alphabet;
pub mod dictionary;
mod dictionary_builder;
pub mod embedded;
pub mod entries;
pub mod list;
pub mod load;
mod load_error;
pub mod own_lists;
mod text_file;
pub mod vocabulary;
pub mod word;

pub use alphabet::Alphabet;
pub use dictionary::{ALPHABET, Dictionary};
pub use list::WordList;
pub use load::{Loaded, load_dictionary};
pub use load_error::{EntryFault, LoadError};
pub use own_lists::{load, load_lists};
pub use text_file::read_text;
pub use vocabulary::Vocabulary;
pub use word::{Letter, MAX_LENGTH, NotAWord, Word};
