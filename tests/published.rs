//! Results that others published about the original lists.
//!
//! Sources: "Optimal Wordle" (an answer to the Riddler's question about the best chance to win within three guesses)
//! and "Winning Wordle's Hard Mode" (games of a solver, printed with their marks).

#[path = "published/hard_mode.rs"]
mod hard_mode;
#[path = "published/optimal.rs"]
mod optimal;
#[path = "published/stumper.rs"]
mod stumper;
#[path = "published/stumper_versus.rs"]
mod stumper_versus;
#[path = "published/within.rs"]
mod within;

use std::sync::LazyLock;

use wordgame_engine::Progress;
use wordgame_engine::compute::batch::Order;
use wordgame_engine::compute::collisions::CollisionBatch;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::{Backend, CandidateIndex, GuessIndex, PartitionStats};
use wordgame_engine::guessing::partition::{entropy, expected, win_in_two};
use wordgame_engine::guessing::rule::Wordle;
use wordgame_engine::guessing::strategy::{
    Attempt, ByPartition, CollisionBuckets, Collisions, GuessPool, GuessingState, Shortlist,
};
use wordgame_engine::guessing::within::{Ranking, Request, ValuedOpening, Within};
use wordgame_engine::guessing::{
    Bound, Constraint, DecisionTree, Game, HardMode, Lists, Metric, Pattern, Rule, Simulation,
    Strategy, Sweep, SweepRequest, TreeBuilder, Turn, simulate, sweep,
};
use wordgame_engine::words::{Alphabet, Word, WordList};

static GAME: LazyLock<Game> = LazyLock::new(|| Game::new(&Wordle, Lists::original()));

static WITHIN: LazyLock<Within> = LazyLock::new(|| Within::new(&GAME, &Cpu).unwrap());

fn word(text: &str) -> Word {
    text.parse().unwrap()
}

/// All guesses on all solutions, the best by a metric first.
fn first_guesses(metric: Metric) -> Vec<(String, PartitionStats)> {
    by_name(&ranked(&GAME.all_candidates(), metric))
}

fn ranked(candidates: &[CandidateIndex], metric: Metric) -> Sweep {
    let request = SweepRequest {
        candidates,
        guesses: &GAME.allowed_guesses(&Constraint::default()),
        metric,
        progress: Progress::none(),
    };
    sweep(&GAME, &Cpu, request).unwrap()
}

fn by_name(sweep: &Sweep) -> Vec<(String, PartitionStats)> {
    let ranking = sweep.ranking.iter();
    ranking
        .map(|ranked| (GAME.guess_word(ranked.guess).to_string(), ranked.stats))
        .collect()
}

fn stats_of<'a>(ranking: &'a [(String, PartitionStats)], guess: &str) -> &'a PartitionStats {
    let found = ranking.iter().find(|(word, _)| word == guess);
    &found.unwrap_or_else(|| panic!("{guess} is not ranked")).1
}

#[test]
fn original_lists_have_12972_guesses_and_2315_solutions() {
    assert_eq!(GAME.lists().guesses().len(), 12_972);
    assert_eq!(GAME.lists().solutions().len(), 2_315);
}

#[test]
fn trace_has_the_most_splits_150_followed_by_crate_and_salet_with_148() {
    let best = first_guesses(Metric::Splits);
    let best: Vec<(&str, u32)> = best.iter().map(|(w, s)| (&w[..], s.splits)).collect();
    assert_eq!(best[..3], [("trace", 150), ("crate", 148), ("salet", 148)]);
    assert!(best[3].1 < 148);
}

#[test]
fn arise_and_raise_are_the_solutions_with_the_smallest_largest_group_168() {
    let best = first_guesses(Metric::Largest);
    let smallest = best.iter().filter(|(_, stats)| stats.largest <= 168);
    let solutions = smallest.filter(|(_, stats)| stats.candidate);
    let mut named: Vec<(&str, u32)> = solutions.map(|(w, s)| (&w[..], s.largest)).collect();
    named.sort_unstable();
    assert_eq!(named, [("arise", 168), ("raise", 168)]);
    assert!(best.iter().all(|(_, stats)| stats.largest >= 168));
    assert!(best[0].1.candidate && best[1].1.candidate);
}

#[test]
fn roate_leaves_the_fewest_expected_candidates_139883_over_2315() {
    let best = first_guesses(Metric::Expected);
    assert_eq!(best[0].0, "roate");
    assert_eq!(best[0].1.sum_squares, 139_883);
    assert_eq!(expected(&best[0].1, 2315), 139_883.0 / 2315.0);
    assert!(best[1].1.sum_squares > 139_883);
}

#[test]
fn soare_has_the_highest_entropy_5_88596_bits() {
    let best = first_guesses(Metric::Entropy);
    assert_eq!(best[0].0, "soare");
    assert_eq!(format!("{:.5}", entropy(&best[0].1, 2315)), "5.88596");
    assert!(entropy(&best[1].1, 2315) < 5.88596);
}

#[test]
fn best_chance_to_win_with_one_guess_is_1_of_2315() {
    let ranking = first_guesses(Metric::Splits);
    for (guess, stats) in &ranking {
        let wins = GAME.lists().solution_index(word(guess)).is_some();
        assert_eq!(stats.candidate, wins, "{guess}");
    }
    // No solution is listed twice, so a guess wins at most one game.
    assert_eq!(ranking.iter().filter(|(_, s)| s.candidate).count(), 2315);
}

#[test]
fn best_chance_to_win_within_two_guesses_is_150_of_2315() {
    let ranking = first_guesses(Metric::Splits);
    let chance = |stats| win_in_two(stats, 2315);
    let best = ranking.iter().map(|(_, stats)| chance(stats));
    assert_eq!(best.fold(0.0, f64::max), 150.0 / 2315.0);
    assert_eq!(chance(stats_of(&ranking, "trace")), 150.0 / 2315.0);
}

#[test]
fn trace_wins_within_three_guesses_in_1388_of_2315_games() {
    // In each group, the guess with the most splits wins within two guesses in as many games.
    let games: u32 = (0..243)
        .filter_map(|code| {
            let turn = Turn {
                guess: word("trace"),
                pattern: Pattern::from_code(code, 5).unwrap(),
            };
            let group = GAME.candidates_after(&[turn]).ok()?;
            Some(ranked(&group, Metric::Splits).ranking[0].stats.splits)
        })
        .sum();
    assert_eq!(games, 1388);
}

#[test]
fn after_trace_zonal_separates_birch_lurch_and_porch_but_none_of_them_does() {
    let turn = Turn::parse(&Wordle, Alphabet::latin(), "trace=-Y-G-").unwrap();
    let left = GAME.candidates_after(&[turn]).unwrap();
    let words: Vec<String> = left
        .iter()
        .map(|&candidate| GAME.candidate_word(candidate).to_string())
        .collect();
    let mut sorted = words.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["birch", "lurch", "porch"]);

    let ranking = by_name(&ranked(&left, Metric::Splits));
    assert_eq!(stats_of(&ranking, "zonal").splits, 3);
    assert_eq!(win_in_two(stats_of(&ranking, "zonal"), 3), 1.0);
    for guess in words {
        assert_eq!(stats_of(&ranking, &guess).splits, 2, "{guess}");
        assert_eq!(win_in_two(stats_of(&ranking, &guess), 3), 2.0 / 3.0);
    }
}

#[test]
fn six_printed_guesses_leave_three_words_including_hatch() {
    let turns = turns("trace o_oM_ bract __oMo coact ._oMo epact __oMo talcs oM_M_ talcy oM_M_");
    let left = GAME.candidates_after(&turns).unwrap();
    assert_eq!(left.len(), 3);
    let hatch = GAME.lists().candidate_index(word("hatch")).unwrap();
    assert!(left.contains(&hatch));
}

/// Games as the hard-mode solver printed them: `M` is a match, `o` is present elsewhere, `_` is absent, and `.` is one
/// copy more than the solution has. Each game ends with its solution, which the article omits in the last game.
const GAMES: [&str; 12] = [
    "trace _o__o siler ___MM fewer _._MM duper ___MM gomer _M_MM borer _M.MM joker _M_MM hover MMMMM",
    "perms _____ tonal _M__o dowly _M_MM coaly _M_MM fonly _M_MM cooly _M.MM doily _M_MM doyly _M.MM \
     lowly oM_MM jolly _MMMM holly _MMMM golly MMMMM",
    "sowth _M___ dorms _Mo__ coyer _M_MM rover .M_MM poker _M_MM goner _M_MM boxer MMMMM",
    "worth _Mo__ robed oM_M_ lores _MoM_ comer _M_MM poker _M_MM goner _M_MM foyer MMMMM",
    "wroth _oo__ morra _Mo._ boner _M_MM soler _M_MM poker _M_MM foyer _M_MM cover MMMMM",
    "frith _o___ purls __o__ ready oo___ rowme oM__o boner _M_MM cover _M_MM joker MMMMM",
    "forth __o__ ceder _._MM abler o__MM yager _M_MM maser _M_MM paper _M_MM waver MMMMM",
    "froth ___oM cheth o._oM pitch __MMM butch __MMM cwtch ._MMM latch _MMMM match MMMMM",
    "rowth _M___ comfy _M__M goldy _M__M posey _M__M cobby _MoMM booby MMMMM",
    "clots __Moo stonk MMM__ storm MMM__ stood MMM._ stout MMM_. stove MMMMM",
    "colts _o___ dingo ____o arbor o._MM payor _M_MM major _M_MM favor MMMMM",
    "trace o_oM_ bract __oMo coact ._oMo epact __oMo talcs oM_M_ talcy oM_M_ hatch MMMMM",
];

fn turns(game: &str) -> Vec<Turn> {
    let fields: Vec<&str> = game.split_whitespace().collect();
    let turns = fields.chunks_exact(2).map(|turn| Turn {
        guess: word(turn[0]),
        pattern: pattern(turn[1]),
    });
    turns.collect()
}

fn pattern(printed: &str) -> Pattern {
    let marks: Vec<u8> = printed
        .chars()
        .map(|symbol| match symbol {
            'M' => 2,
            'o' => 1,
            '_' | '.' => 0,
            other => panic!("not a mark: {other}"),
        })
        .collect();
    Pattern::from_marks(&marks)
}

#[test]
fn printed_games_have_the_printed_marks() {
    for game in GAMES.map(turns) {
        let solution = game.last().unwrap().guess;
        for turn in &game {
            let marks = Wordle.pattern(turn.guess, solution);
            assert_eq!(marks, turn.pattern, "{} on {solution}", turn.guess);
        }
    }
}

#[test]
fn solution_of_a_printed_game_remains_a_candidate_after_each_guess() {
    for game in GAMES.map(turns) {
        let solution = game.last().unwrap().guess;
        let candidate = GAME.lists().candidate_index(solution).unwrap();
        let mut before = usize::MAX;
        for played in 1..=game.len() {
            let left = GAME.candidates_after(&game[..played]).unwrap();
            assert!(left.contains(&candidate), "{solution} after {played}");
            assert!(left.len() <= before);
            before = left.len();
        }
        assert_eq!(before, 1, "{solution}");
    }
}

#[test]
fn hard_mode_allows_every_guess_of_the_printed_games() {
    for game in GAMES.map(turns) {
        for (played, turn) in game.iter().enumerate() {
            let guess = GAME.lists().guess_index(turn.guess).unwrap();
            let hard = Some(HardMode::Standard);
            let constraint = Constraint::of_turns(&Wordle, &game[..played], hard);
            let allowed = GAME.allowed_guesses(&constraint);
            assert!(allowed.contains(&guess), "{} as {played}", turn.guess);
        }
    }
}

/// The tree of a strategy from each opening, and its games.
fn play(
    game: &Game,
    strategy: &dyn Strategy,
    hard: Option<HardMode>,
    openings: &[Option<&str>],
) -> Vec<(DecisionTree, Simulation)> {
    let guess = |name: &str| game.lists().guess_index(word(name)).unwrap();
    let openings: Vec<_> = openings.iter().map(|name| name.map(guess)).collect();
    let mut builder = TreeBuilder::new(game, &Cpu, strategy, hard);
    let trees = builder.build(&openings).unwrap().into_iter();
    let played = trees.map(|tree| {
        let simulation = simulate(game, &tree, hard);
        assert_eq!(simulation.faults, [], "{}", tree.nodes[0].guess);
        (tree, simulation)
    });
    played.collect()
}

const MAX_SPLITS: ByPartition = ByPartition {
    order: Order::MaxSplits,
    from: GuessPool::All,
};

#[test]
fn max_splits_opens_with_trace_and_wins_every_game_with_7945_guesses() {
    let (tree, simulation) = play(&GAME, &MAX_SPLITS, None, &[None]).remove(0);
    assert_eq!(tree.nodes[0].guess, word("trace"));
    assert_eq!(simulation.spread(), [1, 74, 1233, 940, 65, 2]);
    assert_eq!(simulation.total(), 7945);
    assert_eq!(format!("{:.4}", simulation.mean()), "3.4320");
    assert!(simulation.not_found_in(6).is_empty());
    // The article compares this with the chance under best play.
    let in_three: u32 = simulation.spread()[..3].iter().sum();
    assert_eq!(in_three, 1308);
}
