//! The lists of words of one game.

use std::fmt;

use super::turn::{Contradiction, candidates_after};
use super::{Rule, Turn};
use crate::compute::{CandidateIndex, GuessIndex};
use crate::words::{Alphabet, NotAWord, Word, WordList, embedded};

/// Index of a solution: its position in [`Lists::solutions`].
///
/// A solution that is a candidate has a [`CandidateIndex`] too. The two are equal only if the candidates are the
/// solutions: see [`Game::candidate_of_solution`](super::Game::candidate_of_solution).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SolutionIndex(pub u32);

impl SolutionIndex {
    /// The index as the standard library's slices take it.
    pub fn at(self) -> usize {
        self.0 as usize
    }
}

impl From<usize> for SolutionIndex {
    /// # Panics
    /// If the index does not fit 32 bits.
    fn from(index: usize) -> SolutionIndex {
        SolutionIndex(u32::try_from(index).expect("lists have fewer than 2^32 words"))
    }
}

impl fmt::Display for SolutionIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The words that may be guessed and the words that may be the solution. Every solution may be guessed.
///
/// Solvers start from the *candidates*. These are the solutions, or all guesses if the solver is not supposed to
/// know which words can be the solution: see [`Lists::with_all_guesses_as_candidates`].
#[derive(Clone, Debug)]
pub struct Lists {
    name: String,
    guesses: WordList,
    solutions: WordList,
    alphabet: Alphabet,
    knows_solutions: bool,
    added: usize,
}

/// The words that may still be hidden after some turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// The words that fit all turns, as ascending indices into the candidates. There is at least one.
    pub candidates: Vec<CandidateIndex>,
    /// True if no candidate of the lists fits, but some guess does. The candidates are then all guesses.
    pub beyond_solutions: bool,
}

impl Remaining {
    /// The lists that the indices belong to, from those that [`Lists::remaining`] was called on.
    pub fn lists(&self, lists: Lists) -> Lists {
        if self.beyond_solutions {
            lists.with_all_guesses_as_candidates()
        } else {
            lists
        }
    }

    /// One line for people that says so if no candidate of the lists fits.
    pub fn note(&self) -> Option<String> {
        let words = match self.candidates.len() {
            1 => "1 other guess does and is the candidate".to_owned(),
            several => format!("{several} other guesses do and are the candidates"),
        };
        self.beyond_solutions
            .then(|| format!("no word in the list of solutions fits; {words}"))
    }
}

impl Lists {
    /// Lists with a name. Solutions that are missing among the guesses are added at the end of the guesses.
    pub fn new(name: impl Into<String>, guesses: WordList, solutions: WordList) -> Lists {
        let mut all_guesses = guesses;
        let is_missing = |&&word: &&Word| all_guesses.push(word);
        let added = solutions.iter().filter(is_missing).count();
        Lists {
            name: name.into(),
            guesses: all_guesses,
            solutions,
            alphabet: Alphabet::latin().clone(),
            knows_solutions: true,
            added,
        }
    }

    /// The lists of the original game: 10,657 further guesses in alphabetical order, then its 2,315 solutions.
    pub fn original() -> Lists {
        let guesses = [
            embedded::ORIGINAL_FURTHER_GUESSES,
            embedded::ORIGINAL_SOLUTIONS,
        ];
        let solutions = embedded::words_of(&[embedded::ORIGINAL_SOLUTIONS]);
        Lists::new("original", embedded::words_of(&guesses), solutions)
    }

    /// The lists of the New York Times: 14,855 guesses in alphabetical order, 2,309 of which are solutions.
    pub fn nyt() -> Lists {
        let guesses = embedded::words_of(&[embedded::NYT_GUESSES]);
        let solutions = embedded::words_of(&[embedded::NYT_SOLUTIONS]);
        Lists::new("nyt", guesses, solutions)
    }

    /// The same lists with another alphabet, from which their words were made. Without this, it is a to z.
    pub fn with_alphabet(self, alphabet: Alphabet) -> Lists {
        Lists { alphabet, ..self }
    }

    /// The alphabet of the words.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The number of letters of each word, or five if there are no words.
    pub fn length(&self) -> usize {
        self.guesses.first().map_or(5, |word| word.len())
    }

    /// Reads a word of these lists' length and alphabet. It need not be in the lists.
    ///
    /// # Errors
    /// [`NotAWord`].
    pub fn read_word(&self, text: &str) -> Result<Word, NotAWord> {
        self.alphabet.word_of_length(text, self.length())
    }

    /// The same lists with the guesses in another order: first those that are not solutions, then the solutions.
    /// Each part keeps the order of its list.
    pub fn further_guesses_first(self) -> Lists {
        let further = self.guesses.iter().copied();
        let further = further.filter(|&word| self.solutions.position(word).is_none());
        Lists {
            guesses: WordList::new(further.chain(self.solutions.iter().copied())),
            ..self
        }
    }

    /// The same lists for solvers that do not know the solutions: every guess is a candidate.
    pub fn with_all_guesses_as_candidates(self) -> Lists {
        Lists {
            knows_solutions: false,
            ..self
        }
    }

    /// The words that a solver considers possible before the first guess.
    pub fn candidates(&self) -> &WordList {
        if self.knows_solutions {
            &self.solutions
        } else {
            &self.guesses
        }
    }

    /// True if the candidates are the solutions, false if they are all guesses.
    pub fn knows_solutions(&self) -> bool {
        self.knows_solutions
    }

    /// The words that may still be hidden after some turns. If no candidate fits the turns, these are the guesses that
    /// do, because games also choose solutions that a list of solutions lacks.
    ///
    /// # Errors
    /// [`Contradiction`] names the first turn that no guess fits together with the turns before it.
    pub fn remaining(&self, rule: &dyn Rule, turns: &[Turn]) -> Result<Remaining, Contradiction> {
        let of = |words: &WordList, beyond_solutions| {
            let candidates = candidates_after(rule, turns, words)?;
            Ok(Remaining {
                candidates,
                beyond_solutions,
            })
        };
        of(self.candidates(), false).or_else(|_: Contradiction| of(&self.guesses, true))
    }

    /// The name of the lists in results.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The words that may be guessed, indexed by [`GuessIndex`].
    pub fn guesses(&self) -> &WordList {
        &self.guesses
    }

    /// The words that may be the solution, indexed by [`SolutionIndex`].
    pub fn solutions(&self) -> &WordList {
        &self.solutions
    }

    /// The number of solutions that [`Lists::new`] added to the guesses.
    pub fn added(&self) -> usize {
        self.added
    }

    /// The index of a word among the guesses, or `None` if it may not be guessed.
    pub fn guess_index(&self, word: Word) -> Option<GuessIndex> {
        self.guesses.position(word).map(GuessIndex::from)
    }

    /// The index of a word among the candidates, if it is one.
    pub fn candidate_index(&self, word: Word) -> Option<CandidateIndex> {
        self.candidates().position(word).map(CandidateIndex::from)
    }

    /// The index of a word among the solutions, if it is one.
    pub fn solution_index(&self, word: Word) -> Option<SolutionIndex> {
        self.solutions.position(word).map(SolutionIndex::from)
    }
}
