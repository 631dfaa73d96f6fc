//! Published results about lists that are not part of this project: see the README. The environment variable
//! `ENGINE_TEST_LISTS` names the folder with these lists. Without it, every test is reported as ignored.

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use wordgame_engine::compute::GuessIndex;
use wordgame_engine::compute::batch::Order;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::guessing::optimal::{Optimal, Request, Settings};
use wordgame_engine::guessing::rule::{WordPeaks, format_pattern};
use wordgame_engine::guessing::strategy::median::{letter_penalties, penalty};
use wordgame_engine::guessing::strategy::{ByPartition, GuessPool, LetterMedian, Median};
use wordgame_engine::guessing::{
    DecisionTree, Game, HardMode, Lists, Simulation, Strategy, TreeBuilder, simulate,
};
use wordgame_engine::letterpress::{Board, Lexicon, RankOptions, Ranker};
use wordgame_engine::letterpress::{MoveOrder, Rows};
use wordgame_engine::words::{Alphabet, Dictionary, Letter, Word, load, load_dictionary};

const TESTS: &[(&str, fn())] = &[
    ("word_peaks_lists_have_the_articles_counts", counts),
    ("word_peaks_middles_by_each_letter", middles),
    ("word_peaks_letter_penalties", penalties),
    ("word_peaks_greet_by_the_median", greet),
    ("word_peaks_median_spread", median_spread),
    ("word_peaks_letter_median_spread", letter_median_spread),
    ("word_peaks_expected_size_from_candidates", expected_size),
    ("word_peaks_hard_mode_takes_candidates_alone", hard_mode),
    ("word_peaks_plink_takes_7707_guesses_moile_7766", plink),
    ("letterpress_moves_of_the_worst_boards", worst_boards),
    ("letterpress_levels_of_letterpwns_list", letterpwn_levels),
];

/// Tests that take minutes. They only run with `--ignored`.
const LONG_TESTS: &[(&str, fn())] = &[(
    "word_peaks_plink_alone_is_best_of_all_openings",
    plink_of_all,
)];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let ignored = env::var_os("ENGINE_TEST_LISTS").is_none();
    if ignored {
        eprintln!("ENGINE_TEST_LISTS is not set: these tests are ignored");
    }
    let trial = |long: bool| {
        move |&(name, test): &(&'static str, fn())| {
            let run = move || -> Result<(), Failed> {
                test();
                Ok(())
            };
            Trial::test(name, run).with_ignored_flag(ignored || long)
        }
    };
    let tests = TESTS.iter().map(trial(false));
    let tests = tests.chain(LONG_TESTS.iter().map(trial(true)));
    libtest_mimic::run(&arguments, tests.collect()).exit_code()
}

/// A list of the Word Peaks article, or of the current game.
fn list(name: &str) -> wordgame_engine::words::WordList {
    let folder = env::var_os("ENGINE_TEST_LISTS").expect("checked before any test runs");
    let path = PathBuf::from(folder).join("word-peaks").join(name);
    load(&path, Alphabet::latin(), 5, true)
        .expect("the list has no faults")
        .words
}

/// The article's game, in which every word is a candidate.
fn game() -> Game {
    let lists = Lists::new("article", list("words.txt"), list("targets.txt"));
    Game::new(&WordPeaks, lists.with_all_guesses_as_candidates())
}

fn play(
    game: &Game,
    strategy: &dyn Strategy,
    hard: Option<HardMode>,
) -> (DecisionTree, Simulation) {
    let mut builder = TreeBuilder::new(game, &Cpu, strategy, hard);
    let tree = builder.build_one(None).unwrap();
    let simulation = simulate(game, &tree, hard);
    assert_eq!(simulation.faults, []);
    (tree, simulation)
}

fn word(text: &str) -> Word {
    text.parse().unwrap()
}

fn counts() {
    let counts = [
        "words.txt",
        "targets.txt",
        "live-words.txt",
        "live-targets.txt",
    ];
    assert_eq!(
        counts.map(|name| list(name).len()),
        [12_976, 2_450, 12_958, 1_987]
    );
}

/// The median words when all words are sorted by one letter, and that letter of each.
fn middles() {
    let words = list("words.txt");
    let middle = |position: usize| {
        let mut words = words.to_vec();
        words.sort_by_key(|word| word[position]);
        words[words.len() / 2]
    };
    let middles: Vec<Word> = (0..5).map(middle).collect();
    assert_eq!(
        middles,
        ["louse", "blaze", "ramus", "groks", "owler"].map(word)
    );
    let letters: Vec<Letter> = (0..5).map(|position| middles[position][position]).collect();
    assert_eq!(letters, word("llmkr").to_vec());
}

fn penalties() {
    let words = list("words.txt");
    let second = |letter: u8| words.iter().filter(|word| word[1].rank() == letter).count();
    assert_eq!([second(0), second(1)], [2_265, 81]);
    let penalties = letter_penalties(&words);
    let of_second = |text: &str| penalties[1][usize::from(word(text)[1].rank())];
    assert_eq!([of_second("ukase"), of_second("amahs")], [117, 583]);
    let best = words
        .iter()
        .min_by_key(|&&word| (penalty(&penalties, word), word))
        .unwrap();
    assert_eq!((*best, penalty(&penalties, *best)), (word("links"), 627));
}

fn greet() {
    let game = game();
    let (tree, _) = play(&game, &Median, None);
    let turns = tree.play(game.rule(), word("greet"));
    let guesses: Vec<Word> = turns.iter().map(|turn| turn.guess).collect();
    assert_eq!(
        guesses,
        ["louse", "dsobo", "grams", "grift", "greet"].map(word)
    );
    assert_eq!(format_pattern(&WordPeaks, turns[0].pattern), "hlhhl");
    assert_eq!(format_pattern(&WordPeaks, turns[1].pattern), "lhhll");
    let left = |n: usize| game.candidates_after(&turns[..n]).unwrap().len();
    assert_eq!([left(1), left(2), left(3)], [894, 46, 2]);
}

fn median_spread() {
    let (_, simulation) = play(&game(), &Median, None);
    assert_eq!(simulation.spread(), [1, 46, 540, 1186, 619, 58]);
    assert_eq!(simulation.total(), 9_900);
    assert_eq!(format!("{:.4}", simulation.mean()), "4.0408");
}

fn letter_median_spread() {
    let (_, simulation) = play(&game(), &LetterMedian, None);
    assert_eq!(simulation.spread(), [0, 42, 1061, 1220, 122, 5]);
    assert_eq!(simulation.total(), 8_787);
    assert_eq!(format!("{:.4}", simulation.mean()), "3.5865");
}

fn expected_size() {
    let strategy = ByPartition {
        order: Order::ExpectedSize,
        from: GuessPool::Candidates,
    };
    let (tree, simulation) = play(&game(), &strategy, None);
    assert_eq!(tree.nodes[0].guess, word("minis"));
    assert_eq!(simulation.total(), 8_693);
    assert_eq!(format!("{:.4}", simulation.mean()), "3.5482");
}

/// If every word is a candidate, hard mode allows exactly the remaining candidates.
fn hard_mode() {
    let game = game();
    let of = |from| ByPartition {
        order: Order::ExpectedSize,
        from,
    };
    let (from_candidates, _) = play(&game, &of(GuessPool::Candidates), None);
    let (hard, _) = play(&game, &of(GuessPool::All), Some(HardMode::Standard));
    assert_eq!(from_candidates.nodes[0], hard.nodes[0]);
    assert_eq!(from_candidates, hard);
    assert_eq!(game.rule().name(), "peaks");
}

/// LetterPwn's list, with a frequency of 1 to 24 for each word.
fn letterpwn() -> Dictionary {
    let folder = env::var_os("ENGINE_TEST_LISTS").expect("checked before any test runs");
    let path = PathBuf::from(folder).join("letterpwn/words-freq-log.txt");
    load_dictionary(&path, true)
        .expect("the list has no faults")
        .words
}

fn worst_boards() {
    let dictionary = letterpwn();
    let lexicon = Lexicon::new(&dictionary, |_| true);
    for (letters, ways) in [
        ("aaeeeeeiinnprrrsssssstttt", 4_384_675),
        ("eeeeeaaaaassssstttttrrrrr", 1_973_020),
    ] {
        let board = Board::new(letters, 0, 0, [""; 0]).unwrap();
        for rows in [Rows::Words, Rows::Moves] {
            let options = RankOptions {
                order: MoveOrder::Letterpwn,
                rows,
                fold: rows == Rows::Words,
                top: 20,
            };
            let ranker = Ranker::new(&lexicon, &Cpu, options);
            let ranking = ranker.rank(&board).unwrap();
            assert_eq!(ranking.ways, ways, "{letters}");
            assert_eq!(ranking.moves.len(), 20);
        }
    }
}

fn letterpwn_levels() {
    let dictionary = letterpwn();
    assert_eq!(dictionary.len(), 271_377);
    assert!(!dictionary.is_zipf());
    let counts = [18.0, 15.0, 12.0, 9.0, 0.0].map(|least| {
        Lexicon::new(&dictionary, |frequency| {
            frequency.is_some_and(|f| f >= least)
        })
        .len()
    });
    assert!(counts.is_sorted_by(|a, b| a < b), "{counts:?}");
}

/// The best total of some openings of Word Peaks, and the openings that attain it. `None` if no tree wins every game.
/// An empty list means all openings.
fn optimal(
    openings: &[&str],
    hard: Option<HardMode>,
    max_guesses: Option<u8>,
) -> Option<(u32, Vec<String>)> {
    let game = Game::new(
        &WordPeaks,
        Lists::new("article", list("words.txt"), list("targets.txt")),
    );
    let settings = Settings {
        hard,
        max_guesses,
        memory: 1 << 30,
    };
    let search = Optimal::new(&game, settings).unwrap();
    let guess = |name: &&str| game.lists().guess_index(name.parse().unwrap()).unwrap();
    let mut guesses: Vec<GuessIndex> = openings.iter().map(guess).collect();
    if openings.is_empty() {
        guesses.extend(GuessIndex::up_to(game.lists().guesses().len()));
    }
    let found = search.openings(&Request::new(&guesses));
    let exact = found
        .openings
        .iter()
        .filter_map(|opening| Some((opening.total.exact()?, opening.guess)));
    let exact: Vec<(u32, GuessIndex)> = exact.collect();
    let (total, best) = *exact.first()?;
    let tree = search.tree(best).unwrap();
    assert_eq!(simulate(&game, &tree, hard).total(), u64::from(total));
    let names = exact
        .iter()
        .map(|&(_, guess)| game.guess_word(guess).to_string());
    Some((total, names.collect()))
}

fn plink() {
    let is = |total: u32, name: &str| Some((total, vec![name.to_owned()]));
    let hard = Some(HardMode::Standard);
    assert_eq!(optimal(&["plink", "moile"], None, None), is(7707, "plink"));
    assert_eq!(optimal(&["moile"], None, None), is(7766, "moile"));
    assert_eq!(optimal(&["plink"], hard, None), is(7707, "plink"));
    assert_eq!(optimal(&["plink"], None, Some(4)), is(7717, "plink"));
    assert_eq!(optimal(&["plink"], None, Some(3)), None);
}

fn plink_of_all() {
    let is = |total: u32| Some((total, vec!["plink".to_owned()]));
    let hard = Some(HardMode::Standard);
    assert_eq!(optimal(&[], None, None), is(7707));
    assert_eq!(optimal(&[], hard, None), is(7707));
    assert_eq!(optimal(&[], None, Some(4)).map(|best| best.0), Some(7717));
    assert_eq!(optimal(&[], None, Some(3)), None);
}
