//! "Winning Wordle's Hard Mode": shards, what collisions leave of the openings, and the games.

use super::*;

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
    let allowed = bytemuck::allocation::cast_slice_arc(allowed);
    let shards = shards.of_at_least(threshold).map(bytemuck::cast_slice);
    batch.push(shards, threshold, &allowed);
    let fewest = Cpu.collisions(HARD_GAME.table(), &batch).unwrap().remove(0);
    (fewest.score, names(bytemuck::cast_slice(&fewest.guesses)))
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
    let table = HARD_GAME
        .table()
        .restrict(bytemuck::cast_slice(&candidates));
    let stats = Cpu
        .partition(&table, bytemuck::cast_slice(&guesses))
        .unwrap();
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
