//! Letterpress: the article's figures, and the fast ways held against plain ones.

use std::cmp::Reverse;

use proptest::prelude::*;
use proptest::sample::Index;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::letterpress::game::{Outcome, Side};
use wordgame_engine::letterpress::reply::{Knows, Replies, Threat, best_replies, look_ahead};
use wordgame_engine::letterpress::{Board, Game, Lexicon, Move, Ranked, rank};
use wordgame_engine::letterpress::{Figures, MoveOrder, Position, Rows};
use wordgame_engine::words::Dictionary;

const ARTICLE: &str = "efpjaccwcejfjvkqmmpbkumlt";
const ORDERS: [MoveOrder; 2] = [MoveOrder::Article, MoveOrder::Letterpwn];

/// A move in plain form.
#[derive(Clone, Debug, PartialEq)]
struct Plain {
    place: u32,
    squares: u32,
    after: Position,
    figures: Figures,
}

impl From<&Move> for Plain {
    fn from(played: &Move) -> Plain {
        Plain {
            place: played.place,
            squares: played.squares,
            after: played.after,
            figures: played.score.figures(),
        }
    }
}

/// The neighbours of a square: up, down, left, right.
fn neighbours(square: usize) -> Vec<usize> {
    let (row, column) = (square / 5, square % 5);
    let mut all = Vec::new();
    if row > 0 {
        all.push(square - 5);
    }
    if row < 4 {
        all.push(square + 5);
    }
    if column > 0 {
        all.push(square - 1);
    }
    if column < 4 {
        all.push(square + 1);
    }
    all
}

fn has(mask: u32, square: usize) -> bool {
    mask >> square & 1 == 1
}

fn squares_of(mask: u32) -> impl Iterator<Item = usize> {
    (0..25).filter(move |&square| has(mask, square))
}

fn protected(owned: u32) -> u32 {
    let is_safe = |&square: &usize| neighbours(square).into_iter().all(|n| has(owned, n));
    squares_of(owned)
        .filter(is_safe)
        .map(|square| 1 << square)
        .sum()
}

fn after(position: Position, squares: u32) -> Position {
    let ours = position.ours | (squares & !protected(position.theirs));
    Position {
        ours,
        theirs: position.theirs & !ours,
    }
}

fn figures(order: MoveOrder, position: Position) -> Figures {
    let Position { ours, theirs } = position;
    let safe = protected(ours);
    let counted = match order {
        MoveOrder::Article => ours,
        MoveOrder::Letterpwn => safe,
    };
    let open = |square| {
        neighbours(square)
            .into_iter()
            .filter(|&n| !has(safe, n))
            .count()
    };
    Figures {
        game_end: match ours.count_ones() + theirs.count_ones() {
            25 if ours.count_ones() >= 13 => 1,
            25 => -1,
            _ => 0,
        },
        protected_diff: safe.count_ones() as i32 - protected(theirs).count_ones() as i32,
        vulnerability: squares_of(counted).map(open).sum::<usize>() as u32,
        owned_diff: ours.count_ones() as i32 - theirs.count_ones() as i32,
    }
}

/// All ways to take the squares of a word: letters alphabetically, the first outermost, each letter's
/// squares in lexicographic order.
fn ways(board: &Board, word: &str) -> Vec<u32> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    let mut all = Vec::new();
    choose(board, &letters, 0, 0, &mut all);
    all
}

fn choose(board: &Board, letters: &[char], chosen: u32, from: usize, all: &mut Vec<u32>) {
    let Some((&letter, rest)) = letters.split_first() else {
        all.push(chosen);
        return;
    };
    for square in (from..25).filter(|&square| board.letter(square) == letter) {
        let next = match rest.first() {
            Some(&next) if next == letter => square + 1,
            _ => 0,
        };
        choose(board, rest, chosen | 1 << square, next, all);
    }
}

/// Every move, sorted by all that decides between moves.
fn plain_ranking(board: &Board, dictionary: &Dictionary, order: MoveOrder) -> Vec<Plain> {
    let mut moves = Vec::new();
    for (place, word) in (0..).zip(dictionary.words()) {
        let may = !board.played().iter().any(|played| played.starts_with(word));
        if !may || !(2..=25).contains(&word.len()) {
            continue;
        }
        for squares in ways(board, word) {
            let after = after(board.position(), squares);
            moves.push(Plain {
                place,
                squares,
                after,
                figures: figures(order, after),
            });
        }
    }
    // Stable, so that what is left is in the order of the dictionary and of the ways.
    moves.sort_by(|a, b| {
        let key = |plain: &Plain| {
            let figures = plain.figures;
            (
                Reverse(figures.game_end),
                Reverse(figures.protected_diff),
                figures.vulnerability,
                Reverse(figures.owned_diff),
            )
        };
        let frequency = |plain: &Plain| dictionary.frequency(plain.place).unwrap_or(f64::MIN);
        let rarer = frequency(a).total_cmp(&frequency(b));
        key(a).cmp(&key(b)).then(match order {
            MoveOrder::Article => rarer.reverse(),
            MoveOrder::Letterpwn => rarer,
        })
    });
    moves
}

/// The first row of each word.
fn first_of_each_word<T>(rows: Vec<T>, place: impl Fn(&T) -> u32) -> Vec<T> {
    let mut seen = std::collections::HashSet::new();
    rows.into_iter()
        .filter(|row| seen.insert(place(row)))
        .collect()
}

fn ranked(order: MoveOrder, rows: Rows, top: usize) -> Ranked {
    Ranked {
        order,
        rows,
        fold: rows == Rows::Words,
        top,
    }
}

fn ranking(board: &Board, dictionary: &Dictionary, ranked: Ranked) -> Vec<Plain> {
    let lexicon = Lexicon::new(dictionary, |_| true);
    let boards = std::slice::from_ref(board);
    let rankings = rank(boards, &lexicon, &Cpu, ranked, &|_| ()).unwrap();
    rankings[0].moves.iter().map(Plain::from).collect()
}

/// What the opponent can do, by trying all his moves.
fn plain_threat(board: &Board, dictionary: &Dictionary, played: &Plain) -> Threat {
    match played.figures.game_end {
        1 => return Threat::None,
        -1 => return Threat::Lost,
        _ => {}
    }
    let next = board.after(dictionary.word(played.place), played.after);
    let mut words: Vec<u32> = (0..dictionary.len() as u32).collect();
    words.sort_by(|&a, &b| dictionary.compare_frequency(b, a).then(a.cmp(&b)));
    let wins = |&word: &u32| {
        let word = dictionary.word(word);
        next.may_play(word)
            && ways(&next, word).into_iter().any(|squares| {
                figures(MoveOrder::Article, after(next.position(), squares)).game_end == 1
            })
    };
    words
        .into_iter()
        .find(wins)
        .map_or(Threat::None, Threat::Word)
}

prop_compose! {
    /// A dictionary of different words in no order, some as common as others.
    fn dictionaries(longest: usize, most: usize)(
        words in proptest::collection::btree_map(
            proptest::collection::vec(0u8..6, 2..=longest),
            proptest::option::of(0u8..4),
            1..most,
        ),
        salt in any::<u64>(),
    ) -> Dictionary {
        let mut words: Vec<(String, Option<u8>)> = words
            .into_iter()
            .map(|(letters, frequency)| (letters.into_iter().map(letter).collect(), frequency))
            .collect();
        words.sort_by_key(|(word, _)| {
            word.bytes().fold(salt, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
        });
        let mut dictionary = Dictionary::new(true);
        for (word, frequency) in words {
            dictionary.push(&word, frequency.map(|frequency| f64::from(frequency) * 1.5));
        }
        dictionary
    }
}

fn letter(number: u8) -> char {
    ['a', 'e', 'n', 'r', 's', 't'][usize::from(number)]
}

prop_compose! {
    /// A board of six letters on which so many squares in a hundred are free.
    fn boards(free: u32)(
        letters in proptest::collection::vec(0u8..6, 25),
        owners in proptest::collection::vec((0u32..100, 0u32..100), 25),
        lead in 0u32..100,
        played in proptest::option::of(Just("eat")),
    ) -> Board {
        let squares = |is: &dyn Fn(&(u32, u32)) -> bool| -> u64 {
            let squares = (0..).zip(&owners).filter(|(_, owner)| is(owner));
            squares.map(|(square, _)| 1u64 << square).sum()
        };
        let ours = squares(&|owner| owner.0 >= free && owner.1 < lead);
        let theirs = squares(&|owner| owner.0 >= free && owner.1 >= lead);
        let letters: String = letters.into_iter().map(letter).collect();
        Board::new(&letters, ours, theirs, played).unwrap()
    }
}

/// A game kept square by square.
#[derive(Clone, Debug, PartialEq)]
struct PlainGame {
    owners: [Option<Side>; 25],
    played: Vec<String>,
    mover: Side,
    passes: usize,
}

impl PlainGame {
    fn new(board: &Board, mover: Side) -> PlainGame {
        let Position { ours, theirs } = board.position();
        let owner = |square| match (has(ours, square), has(theirs, square)) {
            (true, _) => Some(Side::Ours),
            (_, true) => Some(Side::Theirs),
            _ => None,
        };
        PlainGame {
            owners: std::array::from_fn(owner),
            played: board.played().to_vec(),
            mover,
            passes: 0,
        }
    }

    fn of(&self, side: Side) -> u32 {
        let squares = squares_of(!0).filter(|&square| self.owners[square] == Some(side));
        squares.map(|square| 1 << square).sum()
    }

    fn may_play(&self, word: &str) -> bool {
        !self.played.iter().any(|played| played.starts_with(word))
    }

    fn play(&mut self, word: &str, squares: u32) {
        let before = self.owners;
        for square in squares_of(squares) {
            let theirs = Some(self.mover.other());
            let is_protected = before[square] == theirs
                && neighbours(square).into_iter().all(|n| before[n] == theirs);
            if !is_protected {
                self.owners[square] = Some(self.mover);
            }
        }
        self.played.push(word.to_owned());
        self.passes = 0;
        self.mover = self.mover.other();
    }

    fn pass(&mut self) {
        self.passes += 1;
        self.mover = self.mover.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.owners.contains(&None) && self.passes < 2 {
            return None;
        }
        let (ours, theirs) = (
            self.of(Side::Ours).count_ones(),
            self.of(Side::Theirs).count_ones(),
        );
        Some(match ours as i32 - theirs as i32 {
            1.. => Outcome::Won(Side::Ours),
            0 => Outcome::Drawn,
            _ => Outcome::Won(Side::Theirs),
        })
    }

    fn assert_is(&self, game: &Game) {
        let board = game.our_board();
        let position = Position {
            ours: self.of(Side::Ours),
            theirs: self.of(Side::Theirs),
        };
        assert_eq!(board.position(), position);
        assert_eq!(board.played(), self.played);
        assert_eq!(game.to_move(), self.mover);
        assert_eq!(game.outcome(), self.outcome());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_game_is_what_taking_its_squares_one_by_one_gives_forth_and_back(
        board in prop_oneof![boards(100), boards(40), boards(8)],
        dictionary in dictionaries(6, 40),
        theirs_first in any::<bool>(),
        turns in proptest::collection::vec((any::<Index>(), any::<Index>(), any::<u32>(), 0..8), 1..24),
    ) {
        let first = if theirs_first { Side::Theirs } else { Side::Ours };
        let mut game = Game::new(board.clone(), first, &dictionary);
        let mut plain = PlainGame::new(&board, first);
        let mut before = Vec::new();
        for (word, way, named, pass) in turns {
            plain.assert_is(&game);
            let word = dictionary.word(word.index(dictionary.len()) as u32);
            let seen = game.board().clone();
            let ways = ways(&seen, word);
            let may = plain.outcome().is_none() && plain.may_play(word) && !ways.is_empty();
            prop_assert_eq!(game.check(word).is_ok(), may, "{}", word);
            if pass == 0 {
                prop_assert_eq!(game.pass().is_ok(), plain.outcome().is_none());
                if plain.outcome().is_none() {
                    before.push(plain.clone());
                    plain.pass();
                }
                continue;
            }
            if !may {
                prop_assert!(game.play(word, ways.first().copied().unwrap_or(0)).is_err());
                continue;
            }
            for order in ORDERS {
                // Some of the squares of one way.
                let named = named & ways[way.index(ways.len())];
                let best = ways
                    .iter()
                    .filter(|&squares| squares & named == named)
                    .min_by_key(|&&squares| {
                        let figures = figures(order, after(seen.position(), squares));
                        (
                            Reverse(figures.game_end),
                            Reverse(figures.protected_diff),
                            figures.vulnerability,
                            Reverse(figures.owned_diff),
                        )
                    });
                prop_assert_eq!(game.best_squares(word, named, order).ok(), best.copied());
            }
            let squares = ways[way.index(ways.len())];
            before.push(plain.clone());
            game.play(word, squares).unwrap();
            plain.play(word, squares);
        }
        plain.assert_is(&game);
        while let Some(plain) = before.pop() {
            prop_assert!(game.undo().is_some());
            plain.assert_is(&game);
        }
        prop_assert_eq!(game.undo(), None);
        prop_assert_eq!(game.our_board(), board);
    }

    #[test]
    fn a_ranking_is_what_scoring_and_sorting_every_move_gives(
        board in prop_oneof![boards(100), boards(40), boards(8)],
        dictionary in dictionaries(6, 20),
        top in 1usize..200,
    ) {
        for order in ORDERS {
            let plain = plain_ranking(&board, &dictionary, order);
            let all = ranking(&board, &dictionary, ranked(order, Rows::Moves, usize::MAX));
            prop_assert_eq!(&all, &plain);
            let some = ranking(&board, &dictionary, ranked(order, Rows::Moves, top));
            prop_assert_eq!(&some[..], &plain[..top.min(plain.len())]);
            let words = first_of_each_word(plain, |plain| plain.place);
            let fast = ranking(&board, &dictionary, ranked(order, Rows::Words, usize::MAX));
            prop_assert_eq!(&fast, &words);
            let some = ranking(&board, &dictionary, ranked(order, Rows::Words, 3));
            prop_assert_eq!(&some[..], &words[..3.min(words.len())]);
        }
    }

    #[test]
    fn the_words_that_win_next_are_those_that_win_when_all_moves_are_tried(
        board in prop_oneof![boards(3), boards(8), boards(15)],
        dictionary in dictionaries(5, 14),
    ) {
        let lexicon = Lexicon::new(&dictionary, |_| true);
        let replies = Replies::new(&board, &lexicon);
        let every_move = ranked(MoveOrder::Article, Rows::Moves, 400);
        let rankings = rank(std::slice::from_ref(&board), &lexicon, &Cpu, every_move, &|_| ()).unwrap();
        for played in rankings[0].moves.iter().step_by(7) {
            let plain = plain_threat(&board, &dictionary, &played.into());
            prop_assert_eq!(replies.threat(played), plain, "{:?}", played);
        }
    }

    #[test]
    fn looking_ahead_orders_every_move_by_its_threat_and_drops_those_of_a_level(
        board in prop_oneof![boards(3), boards(8)],
        dictionary in dictionaries(4, 9),
        least in proptest::option::of(0u8..5),
    ) {
        let lexicon = Lexicon::new(&dictionary, |_| true);
        let mut plain: Vec<(Plain, Threat)> = plain_ranking(&board, &dictionary, MoveOrder::Article)
            .into_iter()
            .map(|played| {
                let threat = plain_threat(&board, &dictionary, &played);
                (played, threat)
            })
            .collect();
        let knows = least.map(|least| {
            move |frequency: Option<f64>| frequency.is_some_and(|f| f >= f64::from(least))
        });
        let survives = |threat: Threat| match (threat, &knows) {
            (Threat::None, _) => true,
            (Threat::Word(word), Some(knows)) => !knows(dictionary.frequency(word)),
            _ => false,
        };
        let every_move_loses = !plain.is_empty() && !plain.iter().any(|&(_, threat)| survives(threat));
        if knows.is_some() && !every_move_loses {
            plain.retain(|&(_, threat)| survives(threat));
        } else {
            plain.sort_by(|(_, a), (_, b)| {
                let key = |threat: Threat| match threat {
                    Threat::None => (0, 0.0),
                    Threat::Word(word) => (1, dictionary.frequency(word).unwrap_or(f64::MIN)),
                    Threat::Lost => (2, 0.0),
                };
                key(*a).partial_cmp(&key(*b)).unwrap()
            });
        }
        for (rows, plain) in [
            (Rows::Words, first_of_each_word(plain.clone(), |(played, _)| played.place)),
            (Rows::Moves, plain),
        ] {
            for top in [2, usize::MAX] {
                let ahead = look_ahead(
                    &board,
                    &lexicon,
                    &lexicon,
                    knows.as_ref().map(|knows| knows as &Knows),
                    &Cpu,
                    ranked(MoveOrder::Article, rows, top),
                )
                .unwrap();
                let fast: Vec<(Plain, Threat)> =
                    ahead.moves.iter().map(|(played, threat)| (played.into(), *threat)).collect();
                prop_assert_eq!(&fast[..], &plain[..top.min(plain.len())]);
                prop_assert_eq!(ahead.every_move_loses, every_move_loses);
            }
        }
    }

    #[test]
    fn the_best_reply_is_the_first_of_the_opponents_ranking(
        board in prop_oneof![boards(100), boards(8)],
        dictionary in dictionaries(4, 9),
    ) {
        let lexicon = Lexicon::new(&dictionary, |_| true);
        for order in ORDERS {
            let ranked = ranked(order, Rows::Words, 5);
            let (best, replies) = best_replies(&board, &lexicon, &Cpu, ranked, &|_| ()).unwrap();
            let mut places: Vec<u32> = best.moves.iter().map(|played| played.place).collect();
            let plain = first_of_each_word(plain_ranking(&board, &dictionary, order), |p| p.place);
            let mut firsts: Vec<u32> = plain.iter().take(5).map(|played| played.place).collect();
            places.sort_unstable();
            firsts.sort_unstable();
            prop_assert_eq!(places, firsts);
            for (played, reply) in best.moves.iter().zip(&replies) {
                let next = board.after(dictionary.word(played.place), played.after);
                let plain = match played.after.free() {
                    0 => None,
                    _ => plain_ranking(&next, &dictionary, order).into_iter().next(),
                };
                prop_assert_eq!(reply.as_ref().map(Plain::from), plain);
            }
            let scores = replies.iter().flatten().map(|reply| reply.score);
            prop_assert!(scores.is_sorted());
        }
    }
}

#[test]
fn mumble_has_the_articles_six_masks_and_the_fifth_is_best() {
    let mut dictionary = Dictionary::new(true);
    dictionary.push("mumble", None);
    let board = Board::new(ARTICLE, 2595, 27262992, [""; 0]).unwrap();
    for order in ORDERS {
        let moves = ranking(&board, &dictionary, ranked(order, Rows::Moves, usize::MAX));
        assert_eq!(moves[0].squares, 15335425);
        let mut masks: Vec<u32> = moves.iter().map(|played| played.squares).collect();
        masks.sort_unstable();
        assert_eq!(
            masks,
            [11206657, 11207168, 15269889, 15270400, 15335425, 15335936]
        );
        assert_eq!(moves, plain_ranking(&board, &dictionary, order));
    }
}

#[test]
fn many_boards_are_ranked_as_each_alone() {
    let dictionary = Dictionary::english();
    let lexicon = Lexicon::new(&dictionary, |frequency| frequency.is_some_and(|f| f >= 4.0));
    let boards: Vec<Board> = (0..150)
        .map(|turn| {
            let letters: String = ARTICLE.chars().cycle().skip(turn % 25).take(25).collect();
            Board::new(&letters, 1 << (turn % 20), 1 << 24, [""; 0]).unwrap()
        })
        .collect();
    let ranked = ranked(MoveOrder::Article, Rows::Words, 4);
    let together = rank(&boards, &lexicon, &Cpu, ranked, &|_| ()).unwrap();
    assert_eq!(together.len(), boards.len());
    for (board, ranking) in boards.iter().zip(together) {
        let alone = rank(std::slice::from_ref(board), &lexicon, &Cpu, ranked, &|_| ()).unwrap();
        assert_eq!(ranking.moves, alone[0].moves);
        assert_eq!(
            (ranking.words, ranking.ways),
            (alone[0].words, alone[0].ways)
        );
    }
}
