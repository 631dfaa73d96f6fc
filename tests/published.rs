//! The figures that others published about the original lists.
//!
//! Sources: "Optimal Wordle" (an answer to the Riddler's question of the best chance to win within
//! three guesses) and "Winning Wordle's Hard Mode" (a solver's games, printed with their marks).

#[path = "published/stumper.rs"]
mod stumper;
#[path = "published/stumper_versus.rs"]
mod stumper_versus;

use std::sync::LazyLock;

use wordgame_engine::compute::batch::Order;
use wordgame_engine::compute::collisions::CollisionBatch;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::{Backend, PartitionStats};
use wordgame_engine::guessing::partition::{entropy, expected, win_in_two};
use wordgame_engine::guessing::rule::Wordle;
use wordgame_engine::guessing::simulate::game_of;
use wordgame_engine::guessing::strategy::{
    Attempt, ByPartition, Collisions, From, Narrowed, Shards, State,
};
use wordgame_engine::guessing::turn::candidates;
use wordgame_engine::guessing::within::{Found, Within};
use wordgame_engine::guessing::{
    Constraint, DecisionTree, Game, Grower, HardMode, Lists, Metric, Pattern, Rule, Simulation,
    Strategy, Sweep, Turn, simulate, sweep,
};
use wordgame_engine::words::{Word, WordList};

static GAME: LazyLock<Game> = LazyLock::new(|| Game::new(&Wordle, Lists::original()));

static WITHIN: LazyLock<Within> = LazyLock::new(|| Within::new(&GAME, &Cpu).unwrap());

fn word(text: &str) -> Word {
    text.parse().unwrap()
}

/// The guesses from the best by a figure, on all solutions.
fn first_guesses(metric: Metric) -> Vec<(String, PartitionStats)> {
    let all: Vec<u32> = (0..GAME.lists().solutions().len() as u32).collect();
    by_name(&ranked(&all, metric))
}

fn ranked(candidates: &[u32], metric: Metric) -> Sweep {
    let guesses = GAME.allowed_guesses(&Constraint::default());
    sweep(&GAME, &Cpu, candidates, &guesses, metric, &|_| ()).unwrap()
}

fn by_name(sweep: &Sweep) -> Vec<(String, PartitionStats)> {
    let guesses = GAME.lists().guesses();
    let named = sweep
        .ranking
        .iter()
        .map(|ranked| (guesses[ranked.guess as usize].to_string(), ranked.stats));
    named.collect()
}

fn stats_of<'a>(ranking: &'a [(String, PartitionStats)], guess: &str) -> &'a PartitionStats {
    let found = ranking.iter().find(|(word, _)| word == guess);
    &found.unwrap_or_else(|| panic!("{guess} is not ranked")).1
}

#[test]
fn there_are_12972_guesses_and_2315_solutions() {
    assert_eq!(GAME.lists().guesses().len(), 12_972);
    assert_eq!(GAME.lists().solutions().len(), 2_315);
}

#[test]
fn trace_has_150_splits_and_the_next_are_crate_and_salet_with_148() {
    let best = first_guesses(Metric::Splits);
    let best: Vec<(&str, u32)> = best.iter().map(|(w, s)| (&w[..], s.splits)).collect();
    assert_eq!(best[..3], [("trace", 150), ("crate", 148), ("salet", 148)]);
    assert!(best[3].1 < 148);
}

#[test]
fn of_the_solutions_arise_and_raise_have_the_smallest_largest_group_168_and_no_guess_a_smaller() {
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
fn roate_leaves_the_fewest_expected_139883_of_2315() {
    let best = first_guesses(Metric::Expected);
    assert_eq!(best[0].0, "roate");
    assert_eq!(best[0].1.sum_squares, 139_883);
    assert_eq!(expected(&best[0].1, 2315), 139_883.0 / 2315.0);
    assert!(best[1].1.sum_squares > 139_883);
}

#[test]
fn soare_gives_the_most_bits_5_88596() {
    let best = first_guesses(Metric::Entropy);
    assert_eq!(best[0].0, "soare");
    assert_eq!(format!("{:.5}", entropy(&best[0].1, 2315)), "5.88596");
    assert!(entropy(&best[1].1, 2315) < 5.88596);
}

#[test]
fn the_best_chance_to_win_with_one_guess_is_1_of_2315() {
    let ranking = first_guesses(Metric::Splits);
    for (guess, stats) in &ranking {
        let wins = GAME.lists().solutions().position(word(guess)).is_some();
        assert_eq!(stats.candidate, wins, "{guess}");
    }
    // No word is a solution twice, so a guess wins one game or none.
    assert_eq!(ranking.iter().filter(|(_, s)| s.candidate).count(), 2315);
}

#[test]
fn the_best_chance_to_win_within_two_guesses_is_150_of_2315() {
    let ranking = first_guesses(Metric::Splits);
    let chance = |stats| win_in_two(stats, 2315);
    let best = ranking.iter().map(|(_, stats)| chance(stats));
    assert_eq!(best.fold(0.0, f64::max), 150.0 / 2315.0);
    assert_eq!(chance(stats_of(&ranking, "trace")), 150.0 / 2315.0);
}

#[test]
fn trace_wins_within_three_guesses_in_1388_of_2315_games() {
    // Of a group of n, the guess with the most splits wins within two in splits of n games.
    let solutions = GAME.lists().solutions();
    let games: u32 = (0..243)
        .filter_map(|code| {
            let turn = Turn {
                guess: word("trace"),
                pattern: Pattern::from_code(code).unwrap(),
            };
            let group = candidates(&Wordle, &[turn], solutions).ok()?;
            Some(ranked(&group, Metric::Splits).ranking[0].stats.splits)
        })
        .sum();
    assert_eq!(games, 1388);
}

#[test]
fn after_trace_zonal_tells_birch_lurch_and_porch_apart_and_none_of_them_does() {
    let turn = Turn::parse(&Wordle, "trace=-Y-G-").unwrap();
    let solutions = GAME.lists().solutions();
    let left = candidates(&Wordle, &[turn], solutions).unwrap();
    let words: Vec<String> = left
        .iter()
        .map(|&s| solutions[s as usize].to_string())
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
fn six_printed_guesses_leave_three_words_of_which_hatch_is_one() {
    let turns = turns("trace o_oM_ bract __oMo coact ._oMo epact __oMo talcs oM_M_ talcy oM_M_");
    let left = candidates(&Wordle, &turns, GAME.lists().solutions()).unwrap();
    assert_eq!(left.len(), 3);
    let hatch = GAME.lists().solutions().position(word("hatch")).unwrap();
    assert!(left.contains(&hatch));
}

/// Games as the hard-mode solver printed them: `M` a match, `o` present elsewhere, `_` absent, `.`
/// one copy more than the solution has. Each ends with its solution (the last was printed without).
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
            other => panic!("no mark: {other}"),
        })
        .collect();
    Pattern::from_marks(marks.try_into().unwrap())
}

#[test]
fn printed_games_have_the_marks_that_they_were_printed_with() {
    for game in GAMES.map(turns) {
        let solution = game.last().unwrap().guess;
        for turn in &game {
            let marks = Wordle.pattern(turn.guess, solution);
            assert_eq!(marks, turn.pattern, "{} on {solution}", turn.guess);
        }
    }
}

#[test]
fn the_solution_of_a_printed_game_is_left_after_each_of_its_guesses() {
    for game in GAMES.map(turns) {
        let solution = game.last().unwrap().guess;
        let place = GAME.lists().solutions().position(solution).unwrap();
        let mut before = usize::MAX;
        for played in 1..=game.len() {
            let left = candidates(&Wordle, &game[..played], GAME.lists().solutions()).unwrap();
            assert!(left.contains(&place), "{solution} after {played}");
            assert!(left.len() <= before);
            before = left.len();
        }
        assert_eq!(before, 1, "{solution}");
    }
}

#[test]
fn hard_mode_allows_every_guess_of_the_games_printed_in_it() {
    for game in GAMES.map(turns) {
        for (played, turn) in game.iter().enumerate() {
            let guess = GAME.lists().guess(turn.guess).unwrap();
            let hard = Some(HardMode::Standard);
            let constraint = Constraint::of_turns(&Wordle, &game[..played], hard);
            let allowed = GAME.allowed_guesses(&constraint);
            assert!(allowed.contains(&guess), "{} as {played}", turn.guess);
        }
    }
}

/// The most solutions that an opening finds within some guesses, and the tree that finds them.
fn found_within(guesses: u32, opening: &str) -> (u32, DecisionTree) {
    let opening = GAME.lists().guess(word(opening)).unwrap();
    WITHIN.opening(opening, guesses, &|_| ()).unwrap()
}

/// Asserts what an opening finds, and that its tree finds so many and no more, each in time.
fn assert_finds_within(guesses: u32, opening: &str, expected: u32) {
    let (found, tree) = found_within(guesses, opening);
    assert_eq!(found, expected, "{opening}");
    assert_eq!(tree.nodes[0].guess, word(opening));
    let games = simulate(&GAME, &tree, None);
    let lengths: Vec<u32> = games.lengths.iter().flatten().copied().collect();
    assert_eq!(lengths.len() as u32, expected, "{opening}: its tree");
    assert!(lengths.iter().all(|&length| length <= guesses), "{opening}");
}

#[test]
fn one_guess_finds_one_solution() {
    let best = WITHIN.openings(1, 1, &|_| ()).unwrap();
    assert_eq!(best[0].found, Found::Exactly(1));
    assert_finds_within(1, "trace", 1);
    assert_finds_within(1, "salet", 0);
}

#[test]
fn two_guesses_find_150_at_most_and_trace_does() {
    let best = WITHIN.openings(2, 1, &|_| ()).unwrap();
    assert_eq!(best[0].found, Found::Exactly(150));
    assert_eq!(GAME.guess_word(best[0].guess), word("trace"));
    for opening in &best[1..] {
        let (Found::Exactly(found) | Found::AtMost(found)) = opening.found;
        assert!(found < 150, "{}", GAME.guess_word(opening.guess));
    }
    assert_finds_within(2, "trace", 150);
}

/// What openings find within three guesses.
const WITHIN_THREE: [(&str, u32); 7] = [
    ("trace", 1388),
    ("slate", 1387),
    ("reast", 1385),
    ("slane", 1381),
    ("crate", 1377),
    ("crane", 1375),
    ("carle", 1375),
];

#[test]
fn three_guesses_find_1388_after_trace_and_less_after_the_next_six() {
    for (opening, found) in WITHIN_THREE {
        assert_finds_within(3, opening, found);
    }
}

#[test]
#[ignore = "minutes: cargo test --release --test published -- --ignored"]
fn three_guesses_find_1388_at_most_and_no_opening_is_better_than_those_seven() {
    let best = WITHIN.openings(3, WITHIN_THREE.len(), &|_| ()).unwrap();
    let mut seven: Vec<(String, Found)> = best[..7]
        .iter()
        .map(|opening| (GAME.guess_word(opening.guess).to_string(), opening.found))
        .collect();
    // The last two are equal, and stand in the order of the list.
    seven[5..].sort_by_key(|(name, _)| name != "crane");
    let expected = WITHIN_THREE.map(|(name, found)| (name.to_owned(), Found::Exactly(found)));
    assert_eq!(seven, expected);
    for opening in &best[7..] {
        let (Found::Exactly(found) | Found::AtMost(found)) = opening.found;
        assert!(found <= 1375, "{}", GAME.guess_word(opening.guess));
    }
    assert_eq!(best.len(), 12_972);
}

#[test]
fn four_guesses_find_2296_after_carte_2290_after_trace_and_2294_after_salet() {
    for (opening, found) in [("carte", 2296), ("trace", 2290), ("salet", 2294)] {
        assert_finds_within(4, opening, found);
    }
}

#[test]
fn five_guesses_and_six_find_every_solution_after_salet() {
    for guesses in [5, 6] {
        assert_finds_within(guesses, "salet", 2315);
        // A tree that finds all has no fault at all.
        let (_, tree) = found_within(guesses, "salet");
        assert_eq!(simulate(&GAME, &tree, None).faults, []);
    }
}

/// The table of birch, lurch, porch and zonal after trace `-Y-G-`: of three games, those that last two
/// turns, three and four.
#[test]
fn after_trace_zonal_ends_every_game_with_the_third_turn_and_a_candidate_one_each_with_2_3_and_4() {
    let left = ["birch", "lurch", "porch"].map(word);
    let lists = Lists::new(
        "after trace=-y-g-",
        GAME.lists().guesses().clone(),
        WordList::new(left),
    );
    let game = Game::new(&Wordle, lists);
    let within = Within::new(&game, &Cpu).unwrap();
    for (guess, lasts) in [
        ("birch", [1, 1, 1]),
        ("lurch", [1, 1, 1]),
        ("porch", [1, 1, 1]),
        ("zonal", [0, 3, 0]),
    ] {
        let guess = game.lists().guess(word(guess)).unwrap();
        let mut in_all = 0;
        for (more, games) in (1..).zip(lasts) {
            in_all += games;
            let (found, tree) = within.opening(guess, more, &|_| ()).unwrap();
            assert_eq!(found, in_all, "{} and {more}", game.guess_word(guess));
            let mut spread = simulate(&game, &tree, None).spread();
            spread.resize(3, 0);
            assert_eq!(spread[..more as usize], lasts[..more as usize]);
        }
    }
    let best = within.openings(2, 1, &|_| ()).unwrap();
    assert_eq!(best[0].found, Found::Exactly(3));
}

/// The tree and the games of a strategy from some openings.
fn play(
    game: &Game,
    strategy: &dyn Strategy,
    hard: Option<HardMode>,
    openings: &[Option<&str>],
) -> Vec<(DecisionTree, Simulation)> {
    let place = |name: &str| game.lists().guess(word(name)).unwrap();
    let openings: Vec<Option<u32>> = openings.iter().map(|name| name.map(place)).collect();
    let mut grower = Grower::new(game, &Cpu, strategy, hard);
    let trees = grower.grow(&openings).unwrap().into_iter();
    let played = trees.map(|tree| {
        let simulation = simulate(game, &tree, hard);
        assert_eq!(simulation.faults, [], "{}", tree.nodes[0].guess);
        (tree, simulation)
    });
    played.collect()
}

const MAX_SPLITS: ByPartition = ByPartition {
    order: Order::MaxSplits,
    from: From::Guesses,
};

#[test]
fn max_splits_opens_with_trace_and_wins_in_six_with_7945_guesses() {
    let (tree, simulation) = play(&GAME, &MAX_SPLITS, None, &[None]).remove(0);
    assert_eq!(tree.nodes[0].guess, word("trace"));
    assert_eq!(simulation.spread(), [1, 74, 1233, 940, 65, 2]);
    assert_eq!(simulation.total(), 7945);
    assert_eq!(format!("{:.4}", simulation.mean()), "3.4320");
    assert!(simulation.not_found_in(6).is_empty());
    // The chance that the article compares with that of the best play.
    let in_three: u32 = simulation.spread()[..3].iter().sum();
    assert_eq!(in_three, 1308);
}

/// The lists in the order by which the hard-mode solver broke ties.
static HARD_GAME: LazyLock<Game> =
    LazyLock::new(|| Game::new(&Wordle, Lists::original().further_guesses_first()));

/// The large shards as the article lists them.
const LARGE_SHARDS: [&str; 12] = [
    "grade grate grave grace grape graze",
    "batty patty tatty fatty ratty catty",
    "jaunt taunt gaunt haunt daunt vaunt",
    "store swore score spore shore snore",
    "waste paste caste haste taste baste",
    "stale stage stare stake stave state",
    "silly dilly filly billy hilly willy",
    "sower power lower tower cower mower rower",
    "hatch watch catch latch patch batch match",
    "shake shame shade share shape shale shave",
    "pound round found mound sound bound wound hound",
    "light night might eight wight sight fight right tight",
];

/// The words of each shard of so many solutions or more, sorted.
fn shards_of_at_least(members: u32) -> Vec<Vec<Word>> {
    let shards = Shards::new(&HARD_GAME, &HARD_GAME.all_candidates());
    let words = |shard: &[u32]| {
        let words = shard.iter().map(|&s| HARD_GAME.candidate_word(s));
        let mut words: Vec<Word> = words.collect();
        words.sort_unstable();
        words
    };
    let mut shards: Vec<Vec<Word>> = shards.of_at_least(members).map(words).collect();
    shards.sort_unstable();
    shards
}

#[test]
fn twelve_shards_have_six_solutions_or_more_and_80_in_all() {
    let mut expected: Vec<Vec<Word>> = LARGE_SHARDS
        .iter()
        .map(|words| {
            let mut words: Vec<Word> = words.split(' ').map(word).collect();
            words.sort_unstable();
            words
        })
        .collect();
    expected.sort_unstable();
    let large = shards_of_at_least(6);
    assert_eq!(large, expected);
    assert_eq!(large.len(), 12);
    assert_eq!(large.iter().map(Vec::len).sum::<usize>(), 80);
    assert_eq!(large.iter().map(Vec::len).max(), Some(9));
}

#[test]
fn shards_of_two_solutions_or_more_are_1384_with_3247_memberships() {
    let shared = shards_of_at_least(2);
    assert_eq!(shared.len(), 1384);
    assert_eq!(shared.iter().map(Vec::len).sum::<usize>(), 3247);
}

/// The lowest score of any opening, and those that have it, by name.
fn fewest_collisions(margin: u32) -> (u32, Vec<String>) {
    let all = HARD_GAME.all_candidates();
    // Six guesses are left before the opening, five after it.
    let threshold = 6 - 1 - margin;
    let shards = Shards::new(&HARD_GAME, &all);
    let mut batch = CollisionBatch::default();
    let allowed = HARD_GAME.allowed_guesses(&Constraint::default());
    batch.push(shards.of_at_least(threshold), threshold, &allowed);
    let fewest = Cpu.collisions(HARD_GAME.table(), &batch).unwrap().remove(0);
    (fewest.score, names(&fewest.guesses))
}

fn names(guesses: &[u32]) -> Vec<String> {
    let name = |&guess: &u32| HARD_GAME.guess_word(guess).to_string();
    guesses.iter().map(name).collect()
}

/// What the strategy leaves to its fallback before the first guess.
fn narrowed(margin: u32) -> Narrowed {
    let start = State {
        candidates: HARD_GAME.all_candidates(),
        constraint: Constraint::default(),
        guesses_made: 0,
    };
    let strategy = Collisions(Attempt::BreakUp { margin });
    strategy
        .narrow(&HARD_GAME, &Cpu, &[&start])
        .unwrap()
        .remove(0)
}

/// Openings that tie, in the order in which the article prints them: that of its list.
const TIED: &str = "clits derth facts frith hains hands hards hared noahs raths rowth shand sowth \
    thans thawy thegn thrid wroth forth trash froth sloth third worth short brash heard";

#[test]
fn with_margin_0_27_openings_tie_at_7_and_the_fallback_narrows_them_to_seven() {
    let (score, tied) = fewest_collisions(0);
    let sorted = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    assert_eq!(score, 7);
    assert_eq!(tied.len(), 27);
    assert_eq!(sorted(&tied.join(" ")), sorted(TIED));

    let Narrowed {
        candidates,
        guesses,
    } = narrowed(0);
    assert_eq!(names(&guesses), tied);
    // The fallback: the most splits of those among them that are solutions.
    let table = HARD_GAME.table().restrict(&candidates);
    let stats = Cpu.partition(&table, &guesses).unwrap();
    let most = stats.iter().map(|stats| stats.splits).max();
    let first: Vec<u32> = guesses
        .iter()
        .zip(&stats)
        .filter(|(_, stats)| Some(stats.splits) == most)
        .map(|(&guess, _)| guess)
        .collect();
    let article = "frith rowth sowth wroth forth froth worth";
    assert_eq!(sorted(&names(&first).join(" ")), sorted(article));
    assert_eq!(names(&first[..1]), ["frith"]);
}

#[test]
fn with_margin_1_clots_and_colts_alone_are_left_at_14() {
    let expected = ["clots", "colts"].map(str::to_owned).to_vec();
    assert_eq!(fewest_collisions(1), (14, expected.clone()));
    assert_eq!(names(&narrowed(1).guesses), expected);
}

const HARD: Option<HardMode> = Some(HardMode::Standard);

/// Asserts the spread of a strategy's hard-mode games from an opening, and that its game for the last
/// word of `worst` is as printed and none is longer.
#[track_caller]
fn assert_hard_games(
    strategy: &dyn Strategy,
    opening: &str,
    spread: &[u32],
    mean: &str,
    worst: &str,
) {
    let played = play(&HARD_GAME, strategy, HARD, &[Some(opening)]);
    let (tree, simulation) = &played[0];
    assert_eq!(simulation.spread(), spread, "{opening}");
    assert_eq!(
        simulation.mean().to_string()[..mean.len()],
        *mean,
        "{opening}"
    );
    let lost: u32 = spread.iter().skip(6).sum();
    assert_eq!(simulation.not_found_in(6).len() as u32, lost, "{opening}");

    let printed = turns(worst);
    let solution = printed.last().unwrap().guess;
    assert_eq!(game_of(&HARD_GAME, tree, solution), printed, "{opening}");
    assert_eq!(printed.len(), spread.len(), "{opening}");
    let place = HARD_GAME.lists().solutions().position(solution).unwrap();
    assert!(simulation.worst().contains(&place), "{opening}");
}

/// The game among those printed that starts with a word and ends with another.
fn printed(first: &str, last: &str) -> &'static str {
    let is_it = |game: &&&str| game.starts_with(first) && game.contains(&format!("{last} MMMMM"));
    GAMES.iter().find(is_it).unwrap()
}

#[test]
fn the_fallback_alone_needs_eight_guesses_for_hover() {
    let fallback = ByPartition {
        order: Order::Splits,
        from: From::Guesses,
    };
    assert_hard_games(
        &fallback,
        "trace",
        &[1, 79, 998, 1028, 171, 30, 6, 2],
        "3.61036717062635",
        printed("trace", "hover"),
    );
    // It opens with it by itself.
    let (tree, _) = play(&HARD_GAME, &fallback, HARD, &[None]).remove(0);
    assert_eq!(tree.nodes[0].guess, word("trace"));
}

#[test]
fn the_first_attempt_has_no_guess_left_for_hatch_and_goes_on() {
    let (tree, simulation) = play(&HARD_GAME, &Collisions(Attempt::Avoid), HARD, &[None]).remove(0);
    let printed = turns(printed("trace", "hatch"));
    let played = game_of(&HARD_GAME, &tree, word("hatch"));
    // The article prints six turns, after which three words are left. The sixth tells nothing new, as
    // no guess could that the filter leaves: talcy there, and here talcs again, the first in the list.
    assert_eq!(played[..5], printed[..5]);
    assert_eq!(played[5], played[4]);
    let left = candidates(&Wordle, &played[..6], HARD_GAME.lists().solutions()).unwrap();
    assert_eq!(left.len(), 3);
    assert_eq!(played.last().unwrap().pattern, Wordle.solved());
    let hatch = HARD_GAME.lists().solutions().position(word("hatch"));
    assert!(simulation.not_found_in(6).contains(&hatch.unwrap()));
}

#[test]
fn with_margin_0_six_openings_lose_a_game_or_two_and_rowth_wins_all() {
    let strategy = Collisions(Attempt::BreakUp { margin: 0 });
    for (opening, spread, mean, worst) in [
        (
            "sowth",
            &[0, 54, 615, 1273, 338, 33, 2][..],
            "3.864794816414687",
            "boxer",
        ),
        (
            "worth",
            &[1, 56, 649, 1229, 350, 29, 1],
            "3.847516198704103",
            "foyer",
        ),
        (
            "wroth",
            &[0, 50, 662, 1267, 320, 15, 1],
            "3.823326133909287",
            "cover",
        ),
        (
            "frith",
            &[0, 52, 661, 1275, 309, 16, 2],
            "3.819438444924406",
            "joker",
        ),
        (
            "forth",
            &[1, 56, 665, 1296, 270, 25, 2],
            "3.803887688984881",
            "waver",
        ),
        (
            "froth",
            &[1, 51, 672, 1326, 239, 25, 1],
            "3.790496760259179",
            "match",
        ),
        (
            "rowth",
            &[0, 44, 657, 1228, 357, 29],
            "3.857451403887689",
            "booby",
        ),
    ] {
        assert_hard_games(&strategy, opening, spread, mean, printed(opening, worst));
    }
}

#[test]
fn with_margin_1_clots_and_colts_win_every_game() {
    let strategy = Collisions(Attempt::BreakUp { margin: 1 });
    for (opening, spread, mean, worst) in [
        (
            "clots",
            &[0, 50, 668, 1214, 371, 12],
            "3.838876889848812",
            "stove",
        ),
        (
            "colts",
            &[0, 51, 680, 1231, 338, 15],
            "3.821166306695464",
            "favor",
        ),
    ] {
        assert_hard_games(&strategy, opening, spread, mean, printed(opening, worst));
    }
    let (tree, _) = play(&HARD_GAME, &strategy, HARD, &[None]).remove(0);
    assert_eq!(tree.nodes[0].guess, word("clots"));
}

/// The best trees: A. Selby's "The best strategies for Wordle" for the original lists, and what the same
/// method gives for the lists of today.
mod optimal {
    use std::sync::LazyLock;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use wordgame_engine::guessing::optimal::{Optimal, Settings, Total};

    static NYT: LazyLock<Game> = LazyLock::new(|| Game::new(&Wordle, Lists::nyt()));

    /// Asserts that these openings, the best first, have these totals, and that the tree of the first
    /// is played in so many guesses. Without openings to compare, all are.
    fn assert_best(
        game: &Game,
        hard: Option<HardMode>,
        max_guesses: Option<u8>,
        all: bool,
        best: &[(&str, u32)],
    ) {
        let go = AtomicBool::new(false);
        let settings = Settings {
            hard,
            max_guesses,
            memory: 1 << 30,
        };
        let search = Optimal::new(game, settings, &go).unwrap();
        let guess = |name: &str| game.lists().guess(word(name)).unwrap();
        let openings: Vec<u32> = match all {
            true => (0..game.lists().guesses().len() as u32).collect(),
            false => best.iter().map(|(name, _)| guess(name)).collect(),
        };
        let found = search.openings(&openings, best.len(), &[], &|_| ());
        assert!(found.complete);
        let exact = found
            .openings
            .iter()
            .filter_map(|opening| match opening.total {
                Total::Exactly(total) => Some((game.guess_word(opening.guess).to_string(), total)),
                _ => None,
            });
        let expected = best.iter().map(|&(name, total)| (name.to_owned(), total));
        assert_eq!(exact.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        let games = simulate(game, &search.tree(guess(best[0].0)).unwrap(), hard);
        assert_eq!((games.total(), &games.faults), (best[0].1.into(), &vec![]));
        let limit = max_guesses.map_or(usize::MAX, usize::from);
        assert_eq!(games.not_found_in(limit), [0; 0]);
    }

    const ORIGINAL: &[(&str, u32)] = &[
        ("salet", 7920),
        ("reast", 7923),
        ("crate", 7926),
        ("trace", 7926),
    ];
    const ORIGINAL_HARD: &[(&str, u32)] = &[("salet", 8122), ("least", 8127), ("reast", 8134)];
    const TODAY: &[(&str, u32)] = &[("tarse", 7883), ("salet", 7894)];
    const TODAY_HARD: &[(&str, u32)] = &[("salet", 8097), ("least", 8104)];
    const HARD: Option<HardMode> = Some(HardMode::Standard);

    #[test]
    fn salet_takes_7920_guesses_reast_three_more_crate_and_trace_six() {
        assert_best(&GAME, None, None, false, ORIGINAL);
    }

    #[test]
    fn salet_takes_7920_guesses_within_five_as_well() {
        assert_best(&GAME, None, Some(5), false, &ORIGINAL[..1]);
    }

    #[test]
    fn salet_does_not_win_every_game_within_four() {
        let go = AtomicBool::new(false);
        let settings = Settings {
            hard: None,
            max_guesses: Some(4),
            memory: 1 << 30,
        };
        let search = Optimal::new(&GAME, settings, &go).unwrap();
        let salet = GAME.lists().guess(word("salet")).unwrap();
        let found = search.openings(&[salet], 1, &[], &|_| ());
        assert_eq!(found.openings[0].total, Total::Impossible);
        assert_eq!(search.tree(salet), None);
    }

    #[test]
    fn in_hard_mode_salet_takes_8116_guesses_or_8122_within_six() {
        assert_best(&GAME, HARD, None, false, &[("salet", 8116)]);
        assert_best(&GAME, HARD, Some(6), false, ORIGINAL_HARD);
    }

    #[test]
    fn on_the_lists_of_today_tarse_takes_7883_guesses_and_salet_7894() {
        assert_best(&NYT, None, None, false, TODAY);
    }

    #[test]
    fn on_the_lists_of_today_salet_takes_8097_guesses_within_six_in_hard_mode() {
        assert_best(&NYT, HARD, Some(6), false, TODAY_HARD);
    }

    #[test]
    #[ignore = "minutes: cargo test --release --test published -- --ignored"]
    fn of_all_openings_salet_is_the_best_then_reast_crate_and_trace() {
        assert_best(&GAME, None, None, true, ORIGINAL);
    }

    #[test]
    #[ignore = "minutes: cargo test --release --test published -- --ignored"]
    fn of_all_openings_salet_is_the_best_in_hard_mode_then_least_and_reast() {
        assert_best(&GAME, HARD, None, true, &[("salet", 8116)]);
        assert_best(&GAME, HARD, Some(6), true, ORIGINAL_HARD);
    }

    #[test]
    #[ignore = "minutes: cargo test --release --test published -- --ignored"]
    fn of_all_openings_tarse_is_the_best_today_and_salet_in_hard_mode() {
        assert_best(&NYT, None, None, true, TODAY);
        assert_best(&NYT, HARD, Some(6), true, TODAY_HARD);
    }
}
