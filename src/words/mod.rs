//! Words and lists of words. This module knows nothing about games.
//!
//! | module | contents |
//! |---|---|
//! | [`word`] | [`Word`]: a word of up to ten letters |
//! | [`alphabet`] | [`Alphabet`]: the letters of some lists, in order |
//! | [`list`] | [`WordList`]: an ordered list of distinct words |
//! | [`dictionary`] | [`Dictionary`]: words of any length with their frequencies |
//! | [`vocabulary`] | [`Vocabulary`]: how many words a player knows |
//! | [`mod@load`] | lists from a user's text file or JSON array |
//! | [`embedded`] | the lists that are compiled in |

pub mod alphabet;
pub mod dictionary;
pub mod embedded;
pub mod list;
pub mod load;
pub mod vocabulary;
pub mod word;

pub use alphabet::Alphabet;
pub use dictionary::{ALPHABET, Dictionary};
pub use list::WordList;
pub use load::{LoadError, Loaded, load, load_dictionary, read_text};
pub use vocabulary::Vocabulary;
pub use word::{Letter, MAX_LENGTH, NotAWord, Word};
