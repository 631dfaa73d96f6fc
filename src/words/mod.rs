//! Words and lists of them. Nothing in here knows a game.
//!
//! | module | what it holds |
//! |---|---|
//! | [`word`] | [`Word`]: five letters |
//! | [`list`] | [`WordList`]: words in order, each once, with a hash |
//! | [`mod@load`] | a person's own list, from a text file or a JSON array |
//! | [`embedded`] | the lists compiled in |

pub mod embedded;
pub mod list;
pub mod load;
pub mod word;

pub use list::WordList;
pub use load::{LoadError, Loaded, load, read_text};
pub use word::{ALPHABET, NotAWord, WORD_LENGTH, Word};
