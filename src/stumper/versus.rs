//! The two-player game: the players change one word in turn, and a player who cannot move loses.
//!
//! The moves are those of the one-player game and no word may be played twice. There are no points. In one
//! variant the number of moves is unlimited, in the other each player has a budget ([`Budgets`]). With budgets, the
//! search is given up if it takes too long ([`TooManyStates`]).
//!
//! As in the one-player game, shorter words no longer matter once an addition has been played, so tiers are
//! solved from the longest words to the shortest.
//!
//! | module | contents |
//! |---|---|
//! | `unlimited` | the game without budgets, solved with maximum matchings |
//! | `matching` | maximum matchings, and which words some of them leave out |
//! | `budgets` | the game with budgets, solved by search |
//! | `state` | [`VersusState`]: a game in progress |

mod budgets;
mod matching;
mod state;
mod unlimited;

use super::graph::Graph;
use super::index::WordIndex;
use super::move_kind::MoveKind;
use super::state::IllegalMove;
use crate::Progress;
use budgets::Budgeted;
pub use budgets::{Budgets, TooManyStates};
pub use state::{VersusState, VersusStep};
use unlimited::Unlimited;

/// The two-player game on the words of a graph.
///
/// ```
/// use wordgame_engine::stumper::{Graph, Versus};
///
/// // Soar is an alteration of star and of boar.
/// let graph = Graph::new(["star", "soar", "boar"]);
/// let [star, soar, boar] = ["star", "soar", "boar"].map(|text| graph.find(text).unwrap());
/// let game = Versus::new(&graph, None);
/// // Either move from soar wins, since the opponent then cannot move.
/// assert_eq!(game.winning_moves(&game.start(soar))?, [boar, star]);
/// // From star the only move is to soar, and the opponent continues to boar.
/// assert_eq!(game.winning_moves(&game.start(star))?, []);
/// # Ok::<(), wordgame_engine::stumper::versus::TooManyStates>(())
/// ```
pub struct Versus<'g> {
    graph: &'g Graph,
    rules: Rules<'g>,
}

/// The variants of the game, each with its solver.
enum Rules<'g> {
    Unlimited(Unlimited<'g>),
    Budgeted(Budgeted<'g>),
}

impl<'g> Versus<'g> {
    /// The game on a graph. Without budgets this solves every word at once. With budgets nothing is solved
    /// until it is asked for.
    pub fn new(graph: &'g Graph, budgets: Option<Budgets>) -> Versus<'g> {
        Versus {
            graph,
            rules: match budgets {
                None => Rules::Unlimited(Unlimited::new(graph)),
                Some(budgets) => Rules::Budgeted(Budgeted::new(graph, budgets)),
            },
        }
    }

    /// The state at the start of a game. The first word may have any length.
    ///
    /// # Panics
    /// If the graph has no such word.
    pub fn start(&self, word: WordIndex) -> VersusState {
        assert!(self.graph.words().contains(word), "no word {}", word.0);
        VersusState {
            played: vec![word],
            moves_left: match &self.rules {
                Rules::Unlimited(_) => None,
                Rules::Budgeted(game) => Some([game.budgets().moves; 2]),
            },
        }
    }

    /// Plays a word and returns the kind of the move.
    ///
    /// # Errors
    /// The reason why the word cannot be played. The state has then not changed.
    pub fn play(&self, state: &mut VersusState, word: WordIndex) -> Result<MoveKind, IllegalMove> {
        if state.is_out_of_moves() {
            return Err(IllegalMove::NoMovesLeft);
        }
        if state.played.contains(&word) {
            return Err(IllegalMove::PlayedBefore);
        }
        let kind = self.graph.move_kind(state.word(), word);
        let kind = kind.ok_or(IllegalMove::NotAMove)?;
        if let (Some([own, opponents]), Rules::Budgeted(game)) = (state.moves_left, &self.rules) {
            state.moves_left = Some([opponents, game.budgets().after(kind, own)]);
        }
        state.played.push(word);
        Ok(kind)
    }

    /// The words that the player to move can play, in alphabetical order.
    pub fn moves(&self, state: &VersusState) -> Vec<WordIndex> {
        if state.is_out_of_moves() {
            return Vec::new();
        }
        let new = |word: &WordIndex| !state.played.contains(word);
        self.graph.moves(state.word()).filter(new).collect()
    }

    /// The words with which the player to move wins, in alphabetical order. The player loses if the list is empty.
    ///
    /// # Errors
    /// [`TooManyStates`] if there are budgets and the search was given up.
    ///
    /// # Panics
    /// If the state belongs to a game with budgets and this game has none, or the other way round.
    pub fn winning_moves(&self, state: &VersusState) -> Result<Vec<WordIndex>, TooManyStates> {
        let played = state.played_in_tier(self.graph);
        let mut winning = match (&self.rules, state.moves_left) {
            (Rules::Budgeted(game), Some(moves_left)) => game.winning_moves(played, moves_left)?,
            (Rules::Unlimited(game), None) => game.winning_moves(played),
            _ => panic!("the state belongs to a game with other rules"),
        };
        self.sort_alphabetically(&mut winning);
        Ok(winning)
    }

    /// The words with which the first player wins, for each of [`Graph::starts`].
    ///
    /// # Errors
    /// [`TooManyStates`] if there are budgets and the search from some start was given up.
    pub fn winning_moves_of_starts(&self) -> Result<Vec<Vec<WordIndex>>, TooManyStates> {
        self.winning_moves_of_starts_with(Progress::none())
    }

    /// [`Versus::winning_moves_of_starts`], which reports the number of solved starts to `progress`.
    ///
    /// # Errors
    /// As for [`Versus::winning_moves_of_starts`].
    pub fn winning_moves_of_starts_with(
        &self,
        progress: Progress,
    ) -> Result<Vec<Vec<WordIndex>>, TooManyStates> {
        let mut winning = match &self.rules {
            Rules::Budgeted(game) => game.winning_moves_of_starts(progress)?,
            Rules::Unlimited(game) => game.winning_moves_of_starts(),
        };
        for words in &mut winning {
            self.sort_alphabetically(words);
        }
        Ok(winning)
    }

    /// A whole game that continues from a state. A player who can win plays the alphabetically first word that
    /// wins, and one who cannot plays the alphabetically first word.
    ///
    /// # Errors
    /// [`TooManyStates`] if there are budgets and the search was given up.
    pub fn line(&self, state: &VersusState) -> Result<Vec<VersusStep>, TooManyStates> {
        let mut state = state.clone();
        let mut steps = Vec::new();
        loop {
            let winning = self.winning_moves(&state)?.first().copied();
            let Some(word) = winning.or_else(|| self.moves(&state).first().copied()) else {
                return Ok(steps);
            };
            let kind = self.play(&mut state, word);
            steps.push(VersusStep {
                word,
                kind: kind.expect("the word is one of the possible moves"),
                moves_left: state.moves_left.map(|[_, mover]| mover),
            });
        }
    }

    fn sort_alphabetically(&self, words: &mut [WordIndex]) {
        words.sort_unstable_by_key(|&word| self.graph.word(word));
    }
}
