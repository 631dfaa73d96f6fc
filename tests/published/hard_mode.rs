//! "Winning Wordle's Hard Mode": collision buckets, the openings that the heuristic leaves, and the games.
//!
//! The article calls a collision bucket a shard.

use super::*;

/// The lists in the order by which the hard-mode solver broke ties.
static HARD_GAME: LazyLock<Game> =
    LazyLock::new(|| Game::new(&Wordle, Lists::original().further_guesses_first()));

/// The large collision buckets as the article lists them.
const LARGE_BUCKETS: [&str; 12] = [
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

/// The words of each bucket with at least this many solutions, sorted.
fn buckets_of_at_least(members: u32) -> Vec<Vec<Word>> {
    let buckets = CollisionBuckets::new(&HARD_GAME, &HARD_GAME.all_candidates());
    let words = |bucket: &[CandidateIndex]| {
        let words = bucket.iter().map(|&c| HARD_GAME.candidate_word(c));
        let mut words: Vec<Word> = words.collect();
        words.sort_unstable();
        words
    };
    let mut buckets: Vec<Vec<Word>> = buckets.of_at_least(members).map(words).collect();
    buckets.sort_unstable();
    buckets
}

#[test]
fn twelve_buckets_have_six_solutions_or_more_and_80_in_total() {
    let mut expected: Vec<Vec<Word>> = LARGE_BUCKETS
        .iter()
        .map(|words| {
            let mut words: Vec<Word> = words.split(' ').map(word).collect();
            words.sort_unstable();
            words
        })
        .collect();
    expected.sort_unstable();
    let large = buckets_of_at_least(6);
    assert_eq!(large, expected);
    assert_eq!(large.len(), 12);
    assert_eq!(large.iter().map(Vec::len).sum::<usize>(), 80);
    assert_eq!(large.iter().map(Vec::len).max(), Some(9));
}

#[test]
fn buckets_of_two_solutions_or_more_are_1384_with_3247_memberships() {
    let shared = buckets_of_at_least(2);
    assert_eq!(shared.len(), 1384);
    assert_eq!(shared.iter().map(Vec::len).sum::<usize>(), 3247);
}

/// The lowest score of any opening, and the names of the openings that have it.
fn fewest_collisions(margin: u32) -> (u32, Vec<String>) {
    let all = HARD_GAME.all_candidates();
    // Six guesses are left before the opening, five after it.
    let threshold = 6 - 1 - margin;
    let buckets = CollisionBuckets::new(&HARD_GAME, &all);
    let mut batch = CollisionBatch::default();
    let allowed = HARD_GAME.allowed_guesses(&Constraint::default());
    batch.push(buckets.of_at_least(threshold), threshold, &allowed);
    let fewest = Cpu.collisions(HARD_GAME.table(), &batch).unwrap().remove(0);
    (fewest.score, names(&fewest.guesses))
}

fn names(guesses: &[GuessIndex]) -> Vec<String> {
    let name = |&guess: &GuessIndex| HARD_GAME.guess_word(guess).to_string();
    guesses.iter().map(name).collect()
}

/// The shortlist of the strategy before the first guess.
fn shortlist(margin: u32) -> Shortlist {
    let start = GuessingState::initial(&HARD_GAME);
    let strategy = Collisions(Attempt::BreakUp { margin });
    strategy
        .shortlists(&HARD_GAME, &Cpu, &[&start])
        .unwrap()
        .remove(0)
}

/// The openings that tie, in the order in which the article prints them.
const TIED: &str = "clits derth facts frith hains hands hards hared noahs raths rowth shand sowth \
    thans thawy thegn thrid wroth forth trash froth sloth third worth short brash heard";

#[test]
fn with_margin_0_27_openings_tie_at_7_and_seven_of_them_have_the_most_splits() {
    let (score, tied) = fewest_collisions(0);
    let sorted = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    assert_eq!(score, 7);
    assert_eq!(tied.len(), 27);
    assert_eq!(sorted(&tied.join(" ")), sorted(TIED));

    let Shortlist {
        candidates,
        guesses,
    } = shortlist(0);
    assert_eq!(names(&guesses), tied);
    // The last step: the most splits of the solutions among them.
    let table = HARD_GAME.table().restrict(&candidates);
    let stats = Cpu.partition(&table, &guesses).unwrap();
    let most = stats.iter().map(|stats| stats.splits).max();
    let first: Vec<GuessIndex> = guesses
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
fn with_margin_1_only_clots_and_colts_tie_at_14() {
    let expected = ["clots", "colts"].map(str::to_owned).to_vec();
    assert_eq!(fewest_collisions(1), (14, expected.clone()));
    assert_eq!(names(&shortlist(1).guesses), expected);
}

const HARD: Option<HardMode> = Some(HardMode::Standard);

/// Asserts the spread of a strategy's hard-mode games from an opening. The game for the last word of `worst` must be as
/// printed, and no game may be longer.
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
    assert_eq!(tree.play(&Wordle, solution), printed, "{opening}");
    assert_eq!(printed.len(), spread.len(), "{opening}");
    let solution = HARD_GAME.lists().solution_index(solution).unwrap();
    assert!(simulation.worst().contains(&solution), "{opening}");
}

/// The game among those printed that starts with a word and ends with another.
fn printed(first: &str, last: &str) -> &'static str {
    let is_it = |game: &&&str| game.starts_with(first) && game.contains(&format!("{last} MMMMM"));
    GAMES.iter().find(is_it).unwrap()
}

#[test]
fn most_splits_alone_needs_eight_guesses_for_hover() {
    let fallback = ByPartition {
        order: Order::Splits,
        from: GuessPool::All,
    };
    assert_hard_games(
        &fallback,
        "trace",
        &[1, 79, 998, 1028, 171, 30, 6, 2],
        "3.61036717062635",
        printed("trace", "hover"),
    );
    // The strategy itself chooses this opening.
    let (tree, _) = play(&HARD_GAME, &fallback, HARD, &[None]).remove(0);
    assert_eq!(tree.nodes[0].guess, word("trace"));
}

#[test]
fn first_attempt_has_no_guess_left_for_hatch_and_continues() {
    let (tree, simulation) = play(&HARD_GAME, &Collisions(Attempt::Avoid), HARD, &[None]).remove(0);
    let printed = turns(printed("trace", "hatch"));
    // The article prints six turns, which leave three words, one of them hatch. It does not say which of them its
    // program then tried before hatch.
    let played = tree.play(&Wordle, word("hatch"));
    assert_eq!(played[..6], printed[..6]);
    assert_eq!(played.last().unwrap().pattern, Wordle.solved(5));
    let hatch = HARD_GAME.lists().solution_index(word("hatch"));
    assert!(simulation.not_found_in(6).contains(&hatch.unwrap()));
}

#[test]
fn first_attempt_from_perms_takes_up_to_twelve_guesses() {
    assert_hard_games(
        &Collisions(Attempt::Avoid),
        "perms",
        &[0, 50, 807, 1222, 205, 24, 3, 1, 0, 1, 1, 1],
        "3.732181425485961",
        printed("perms", "golly"),
    );
}

#[test]
fn no_game_repeats_a_guess() {
    // Some openings, and one from which the strategy used to play talcs again and again.
    let names = HARD_GAME.lists().guesses().iter().step_by(300);
    let mut names: Vec<String> = names.map(Word::to_string).collect();
    names.push("barer".to_owned());
    let openings: Vec<Option<&str>> = names.iter().map(|name| Some(&**name)).collect();
    for attempt in [
        Attempt::Avoid,
        Attempt::BreakUp { margin: 0 },
        Attempt::BreakUp { margin: 1 },
    ] {
        for (tree, _) in play(&HARD_GAME, &Collisions(attempt), HARD, &openings) {
            for &solution in HARD_GAME.lists().solutions().iter() {
                let turns = tree.play(&Wordle, solution);
                let mut guesses: Vec<Word> = turns.iter().map(|turn| turn.guess).collect();
                guesses.sort_unstable();
                guesses.dedup();
                assert_eq!(
                    guesses.len(),
                    turns.len(),
                    "{attempt:?}, {solution}: {turns:?}"
                );
            }
        }
    }
}

#[test]
fn with_margin_0_six_openings_lose_one_or_two_games_and_rowth_wins_all() {
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
