//! The games of a decision tree. This only passes on names of the library while files move there.

use std::io::{self, Write};

use wordgame_engine::guessing::Rule;
pub use wordgame_engine::report::games::{GameSummary as Spread, write_tree};
use wordgame_engine::report::{Document, text};

/// Writes the games of a tree for people.
pub fn write_spread(out: &mut dyn Write, rule: &dyn Rule, spread: &Spread) -> io::Result<()> {
    let mut document = Document::new();
    spread.add_to(&mut document, rule);
    text::write(out, document)
}
