//! Letterpress: the article's results, and the library compared with the oracle.

#[path = "oracle/letterpress.rs"]
mod oracle;

use oracle::{OracleGame, OracleMove, best_first};
use proptest::prelude::*;
use proptest::sample::Index;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::letterpress::game::Side;
use wordgame_engine::letterpress::rules::{ALL_SQUARES, protected};
use wordgame_engine::letterpress::{
    Board, Game, Knows, Lexicon, Move, MoveOrder, Opponent, Position, RankOptions, Ranker, Rows,
    Score, Threat, WinningReplies, best_replies, best_turns, look_ahead,
};
use wordgame_engine::words::Dictionary;

const ARTICLE: &str = "efpjaccwcejfjvkqmmpbkumlt";
const ORDERS: [MoveOrder; 2] = [MoveOrder::Article, MoveOrder::Letterpwn];

/// The first row of each word.
fn first_of_each_word<T>(rows: Vec<T>, word: impl Fn(&T) -> u32) -> Vec<T> {
    let mut seen = std::collections::HashSet::new();
    rows.into_iter()
        .filter(|row| seen.insert(word(row)))
        .collect()
}

fn options(order: MoveOrder, rows: Rows, top: usize) -> RankOptions {
    RankOptions {
        order,
        rows,
        fold: rows == Rows::Words,
        top,
    }
}

fn ranking(board: &Board, dictionary: &Dictionary, options: RankOptions) -> Vec<OracleMove> {
    let lexicon = Lexicon::new(dictionary, |_| true);
    let ranking = Ranker::new(&lexicon, &Cpu, options).rank(board).unwrap();
    ranking.moves.iter().map(OracleMove::from).collect()
}

prop_compose! {
    /// A dictionary of different words in random order. Some have the same frequency.
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
    /// A board with six different letters. About `free` percent of its squares are free.
    fn boards(free: u32)(
        letters in proptest::collection::vec(0u8..6, 25),
        owners in proptest::collection::vec((0u32..100, 0u32..100), 25),
        ours_percent in 0u32..100,
        played in proptest::option::of(Just("eat")),
    ) -> Board {
        let squares = |is: &dyn Fn(&(u32, u32)) -> bool| -> u64 {
            let squares = (0..).zip(&owners).filter(|(_, owner)| is(owner));
            squares.map(|(square, _)| 1u64 << square).sum()
        };
        let ours = squares(&|owner| owner.0 >= free && owner.1 < ours_percent);
        let theirs = squares(&|owner| owner.0 >= free && owner.1 >= ours_percent);
        let letters: String = letters.into_iter().map(letter).collect();
        Board::new(&letters, ours, theirs, played).unwrap()
    }
}

proptest! {
    #[test]
    fn a_score_has_the_figures_of_the_rules(
        // Some positions are dense, since otherwise hardly any square is protected.
        a in 0..=ALL_SQUARES, b in 0..=ALL_SQUARES, c in 0..=ALL_SQUARES, pick in 0..4,
    ) {
        let ours = match pick {
            0 => a,
            1 => a | b,
            2 => a | b | c,
            _ => a & b & c,
        };
        let theirs = !ours & match pick {
            0 => b,
            1 => ALL_SQUARES,
            _ => ALL_SQUARES & !(b & c),
        };
        let position = Position { ours, theirs: theirs & ALL_SQUARES };
        prop_assert_eq!(protected(ours), oracle::protected(ours));
        for order in ORDERS {
            let figures = Score::of(order, position).figures();
            prop_assert_eq!(figures, oracle::figures(order, position));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_game_agrees_with_a_game_kept_square_by_square_and_can_be_undone(
        board in prop_oneof![boards(100), boards(40), boards(8)],
        dictionary in dictionaries(6, 40),
        theirs_first in any::<bool>(),
        turns in proptest::collection::vec((any::<Index>(), any::<Index>(), any::<u32>(), 0..8), 1..24),
    ) {
        let first = if theirs_first { Side::Theirs } else { Side::Ours };
        let mut game = Game::new(board.clone(), first, &dictionary);
        let mut expected = OracleGame::new(&board, first);
        let mut before = Vec::new();
        for (word, way, named, pass) in turns {
            expected.assert_equals(&game);
            let word = dictionary.word(word.index(dictionary.len()) as u32);
            let seen = game.board().clone();
            let ways = oracle::ways(&seen, word);
            let is_over = expected.outcome().is_some();
            let may_play = !is_over && expected.may_play(word) && !ways.is_empty();
            prop_assert_eq!(game.check(word).is_ok(), may_play, "{}", word);
            if pass == 0 {
                prop_assert_eq!(game.pass().is_ok(), !is_over);
                if !is_over {
                    before.push(expected.clone());
                    expected.pass();
                }
                continue;
            }
            if !may_play {
                prop_assert!(game.play(word, ways.first().copied().unwrap_or(0)).is_err());
                continue;
            }
            let squares = ways[way.index(ways.len())];
            for order in ORDERS {
                // Name some of the squares of one way.
                let named = named & squares;
                let with_named = ways.iter().filter(|&squares| squares & named == named);
                let best = with_named.min_by_key(|&&squares| {
                    best_first(oracle::figures(order, oracle::after(seen.position(), squares)))
                });
                prop_assert_eq!(game.best_squares(word, named, order).ok(), best.copied());
            }
            before.push(expected.clone());
            game.play(word, squares).unwrap();
            expected.play(word, squares);
        }
        expected.assert_equals(&game);
        while let Some(expected) = before.pop() {
            prop_assert!(game.undo().is_some());
            expected.assert_equals(&game);
        }
        prop_assert_eq!(game.undo(), None);
        prop_assert_eq!(game.our_board(), board);
    }

    #[test]
    fn a_ranking_equals_all_moves_scored_and_sorted(
        board in prop_oneof![boards(100), boards(40), boards(8)],
        dictionary in dictionaries(6, 20),
        top in 1usize..200,
    ) {
        for order in ORDERS {
            let expected = oracle::ranking(&board, &dictionary, order);
            let all = ranking(&board, &dictionary, options(order, Rows::Moves, usize::MAX));
            prop_assert_eq!(&all, &expected);
            let some = ranking(&board, &dictionary, options(order, Rows::Moves, top));
            prop_assert_eq!(&some[..], &expected[..top.min(expected.len())]);
            let expected = first_of_each_word(expected, |played| played.word);
            let all = ranking(&board, &dictionary, options(order, Rows::Words, usize::MAX));
            prop_assert_eq!(&all, &expected);
            let some = ranking(&board, &dictionary, options(order, Rows::Words, 3));
            prop_assert_eq!(&some[..], &expected[..3.min(expected.len())]);
        }
    }

    #[test]
    fn a_threat_is_what_trying_all_replies_finds(
        board in prop_oneof![boards(3), boards(8), boards(15)],
        dictionary in dictionaries(5, 14),
    ) {
        let lexicon = Lexicon::new(&dictionary, |_| true);
        let replies = WinningReplies::new(&board, &lexicon);
        let every_move = options(MoveOrder::Article, Rows::Moves, 400);
        let ranking = Ranker::new(&lexicon, &Cpu, every_move).rank(&board).unwrap();
        for played in ranking.moves.iter().step_by(7) {
            let expected = oracle::threat(&board, &dictionary, &played.into());
            prop_assert_eq!(replies.threat(played), expected, "{:?}", played);
        }
        prop_assert_eq!(
            replies.threat_of_pass(board.position()),
            oracle::threat_of_pass(&board, &dictionary)
        );
    }

    #[test]
    fn looking_ahead_orders_moves_by_threat_and_drops_those_that_lose_to_a_vocabulary(
        board in prop_oneof![boards(3), boards(8)],
        dictionary in dictionaries(4, 9),
        least in proptest::option::of(0u8..5),
    ) {
        let lexicon = Lexicon::new(&dictionary, |_| true);
        let mut expected: Vec<(OracleMove, Threat)> = oracle::ranking(&board, &dictionary, MoveOrder::Article)
            .into_iter()
            .map(|played| {
                let threat = oracle::threat(&board, &dictionary, &played);
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
        let any_survives = expected.iter().any(|&(_, threat)| survives(threat));
        let every_move_loses = !expected.is_empty() && !any_survives;
        if knows.is_some() && !every_move_loses {
            expected.retain(|&(_, threat)| survives(threat));
        } else {
            expected.sort_by(|(_, a), (_, b)| {
                let class = |threat: &Threat| match threat {
                    Threat::None => (0, f64::MIN),
                    Threat::Word(word) => (1, dictionary.frequency(*word).unwrap_or(f64::MIN)),
                    Threat::Pass => (2, f64::MIN),
                    Threat::Lost => (3, f64::MIN),
                };
                class(a).partial_cmp(&class(b)).unwrap()
            });
        }
        if knows.is_none() {
            // A game suggests a safe move if there is one, and otherwise a pass if that is safe.
            let game = Game::new(board.clone(), Side::Ours, &dictionary);
            let words = options(MoveOrder::Article, Rows::Words, 3);
            let best = best_turns(&game, &Ranker::new(&lexicon, &Cpu, words), &lexicon).unwrap();
            let pass = oracle::threat_of_pass(&board, &dictionary);
            let is_safe = any_survives || pass == Threat::None;
            prop_assert_eq!(best.turns[0].threat == Threat::None, is_safe);
            prop_assert!(!is_safe || best.turns[0].played.is_some() == any_survives);
        }
        let of_words = first_of_each_word(expected.clone(), |(played, _)| played.word);
        for (rows, expected) in [(Rows::Moves, expected), (Rows::Words, of_words)] {
            for top in [2, usize::MAX] {
                let opponent = Opponent {
                    lexicon: &lexicon,
                    knows: knows.as_ref().map(|knows| knows as &Knows),
                };
                let ranker = Ranker::new(&lexicon, &Cpu, options(MoveOrder::Article, rows, top));
                let ahead = look_ahead(&ranker, &board, &opponent).unwrap();
                let moves: Vec<(OracleMove, Threat)> =
                    ahead.moves.iter().map(|(played, threat)| (played.into(), *threat)).collect();
                prop_assert_eq!(&moves[..], &expected[..top.min(expected.len())]);
                prop_assert_eq!(ahead.every_move_loses, every_move_loses);
            }
        }
    }

    #[test]
    fn the_best_reply_is_the_first_move_of_the_opponents_ranking(
        board in prop_oneof![boards(100), boards(8)],
        dictionary in dictionaries(4, 9),
    ) {
        let lexicon = Lexicon::new(&dictionary, |_| true);
        for order in ORDERS {
            let ranker = Ranker::new(&lexicon, &Cpu, options(order, Rows::Words, 5));
            let replies = best_replies(&ranker, &board).unwrap();
            let sorted = |words: Vec<u32>| {
                let mut words = words;
                words.sort_unstable();
                words
            };
            let words = replies.moves.iter().map(|(played, _)| played.word).collect();
            let expected = oracle::ranking(&board, &dictionary, order);
            let expected = first_of_each_word(expected, |played| played.word);
            let expected = expected.iter().take(5).map(|played| played.word).collect();
            prop_assert_eq!(sorted(words), sorted(expected));
            for (played, reply) in &replies.moves {
                let next = board.after(dictionary.word(played.word), played.after);
                let expected = match played.after.free() {
                    0 => None,
                    _ => oracle::ranking(&next, &dictionary, order).into_iter().next(),
                };
                prop_assert_eq!(reply.as_ref().map(OracleMove::from), expected);
            }
            let scores = replies.moves.iter().filter_map(|(_, reply)| *reply);
            prop_assert!(scores.map(|reply: Move| reply.score).is_sorted());
        }
    }
}

#[test]
fn mumble_has_the_articles_six_masks_and_the_fifth_is_best() {
    let mut dictionary = Dictionary::new(true);
    dictionary.push("mumble", None);
    let board = Board::new(ARTICLE, 2595, 27262992, [""; 0]).unwrap();
    for order in ORDERS {
        let moves = ranking(&board, &dictionary, options(order, Rows::Moves, usize::MAX));
        assert_eq!(moves[0].squares, 15335425);
        let mut masks: Vec<u32> = moves.iter().map(|played| played.squares).collect();
        masks.sort_unstable();
        assert_eq!(
            masks,
            [11206657, 11207168, 15269889, 15270400, 15335425, 15335936]
        );
        assert_eq!(moves, oracle::ranking(&board, &dictionary, order));
    }
}

#[test]
fn a_board_has_the_same_ranking_alone_and_among_others() {
    let dictionary = Dictionary::english();
    let lexicon = Lexicon::new(&dictionary, |frequency| frequency.is_some_and(|f| f >= 4.0));
    let boards: Vec<Board> = (0..150)
        .map(|turn| {
            let letters: String = ARTICLE.chars().cycle().skip(turn % 25).take(25).collect();
            Board::new(&letters, 1 << (turn % 20), 1 << 24, [""; 0]).unwrap()
        })
        .collect();
    let ranker = Ranker::new(&lexicon, &Cpu, options(MoveOrder::Article, Rows::Words, 4));
    let together = ranker.rank_all(&boards).unwrap();
    assert_eq!(together.len(), boards.len());
    for (board, ranking) in boards.iter().zip(together) {
        let alone = ranker.rank(board).unwrap();
        assert_eq!(ranking.moves, alone.moves);
        assert_eq!((ranking.words, ranking.ways), (alone.words, alone.ways));
    }
}
