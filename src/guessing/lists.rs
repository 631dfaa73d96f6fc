//! The guesses and solutions of one game.

use crate::words::{Word, WordList, embedded};

/// What may be guessed and what may be the solution. Every solution may be guessed.
///
/// Solvers start from the *candidates*: the solutions, or all guesses if they are not to know which
/// words may be the solution.
#[derive(Clone, Debug)]
pub struct Lists {
    name: String,
    guesses: WordList,
    solutions: WordList,
    knows_solutions: bool,
    added: usize,
}

impl Lists {
    /// Lists under a name. Solutions that are missing among the guesses are added at their end.
    pub fn new(name: impl Into<String>, guesses: WordList, solutions: WordList) -> Lists {
        let mut all = guesses;
        let missing = solutions.iter().filter(|&&word| all.push(word)).count();
        Lists {
            name: name.into(),
            guesses: all,
            solutions,
            knows_solutions: true,
            added: missing,
        }
    }

    /// The original game's: 10,657 further guesses (alphabetical), then its 2,315 solutions.
    pub fn original() -> Lists {
        let guesses = [
            embedded::ORIGINAL_FURTHER_GUESSES,
            embedded::ORIGINAL_SOLUTIONS,
        ];
        let solutions = embedded::words_of(&[embedded::ORIGINAL_SOLUTIONS]);
        Lists::new("original", embedded::words_of(&guesses), solutions)
    }

    /// The New York Times': 14,855 guesses (alphabetical) and 2,309 solutions.
    pub fn nyt() -> Lists {
        let guesses = embedded::words_of(&[embedded::NYT_GUESSES]);
        let solutions = embedded::words_of(&[embedded::NYT_SOLUTIONS]);
        Lists::new("nyt", guesses, solutions)
    }

    /// The same lists with the guesses in another order: those that are no solutions, as they stand,
    /// then the solutions in their own order.
    pub fn further_guesses_first(self) -> Lists {
        let further = self.guesses.iter().copied();
        let further = further.filter(|&word| self.solutions.position(word).is_none());
        Lists {
            guesses: WordList::new(further.chain(self.solutions.iter().copied())),
            ..self
        }
    }

    /// The same lists for solvers that do not know the solutions: every guess is a candidate.
    pub fn without_knowing_solutions(self) -> Lists {
        Lists {
            knows_solutions: false,
            ..self
        }
    }

    /// The words that a solver takes for possible at the start.
    pub fn candidates(&self) -> &WordList {
        if self.knows_solutions {
            &self.solutions
        } else {
            &self.guesses
        }
    }

    /// Whether the candidates are the solutions, and not all guesses.
    pub fn knows_solutions(&self) -> bool {
        self.knows_solutions
    }

    /// What the lists are called in results.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All words that may be guessed.
    pub fn guesses(&self) -> &WordList {
        &self.guesses
    }

    /// All words that may be the solution.
    pub fn solutions(&self) -> &WordList {
        &self.solutions
    }

    /// How many solutions were missing among the guesses and had to be added.
    pub fn added(&self) -> usize {
        self.added
    }

    /// Where a word stands among the guesses, if it may be guessed.
    pub fn guess(&self, word: Word) -> Option<u32> {
        self.guesses.position(word)
    }
}
