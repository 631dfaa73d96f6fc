//! The reasons why a turn cannot be taken.

/// Why a turn cannot be taken. Each reason prints as one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalTurn {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The dictionary does not have the word, or it has only one letter.
    #[error("'{0}' is not among the words")]
    UnknownWord(String),
    /// The board has too few squares with some letter.
    #[error("'{word}' needs {needed} '{letter}', and the board has {there}")]
    MissingLetter {
        /// The word.
        word: String,
        /// The first letter of the word of which there are too few.
        letter: char,
        /// The number of copies of the letter in the word.
        needed: usize,
        /// The number of squares with the letter.
        there: usize,
    },
    /// The word was played before.
    #[error("'{0}' was played already")]
    Played(String),
    /// A word that begins with this one was played before.
    #[error("'{word}' is the beginning of '{longer}', which was played already")]
    BeginningOfPlayed {
        /// The word.
        word: String,
        /// The word that was played.
        longer: String,
    },
    /// The player named more squares with some letter than the word can use.
    #[error("'{word}' takes {needed} '{letter}', and the squares named hold {named}")]
    TooManyNamed {
        /// The word.
        word: String,
        /// The letter.
        letter: char,
        /// The number of copies of the letter in the word.
        needed: usize,
        /// The number of squares with the letter that were named.
        named: usize,
    },
    /// The squares do not have the letters of the word.
    #[error("the squares do not spell '{0}'")]
    WrongSquares(String),
}
