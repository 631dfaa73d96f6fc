//! Strategies play as naive players do.

use super::*;

/// What to guess: of the allowed guesses, on the candidates, after so many guesses.
pub type Choose<'a> = dyn Fn(&[Word], &[Word], usize) -> Word + 'a;

/// A player who knows the rule, the words and the turns so far, and nothing else.
pub struct Naive<'a> {
    pub game: &'a Game,
    pub hard: Option<HardMode>,
    pub choose: &'a Choose<'a>,
}

impl Naive<'_> {
    /// The games from an opening, one a solution.
    pub fn games(&self, opening: Option<Word>) -> Vec<Vec<Turn>> {
        let solutions = self.game.lists().solutions();
        let mut games = HashMap::new();
        self.play(opening, &mut Vec::new(), solutions, &mut games);
        solutions
            .iter()
            .map(|solution| games[solution].clone())
            .collect()
    }

    pub fn play(
        &self,
        given: Option<Word>,
        turns: &mut Vec<Turn>,
        candidates: &[Word],
        games: &mut HashMap<Word, Vec<Turn>>,
    ) {
        let guess = given.unwrap_or_else(|| {
            let allowed = self.game.lists().guesses().iter().copied();
            let allowed: Vec<Word> = allowed.filter(|&word| self.allows(turns, word)).collect();
            (self.choose)(&allowed, candidates, turns.len())
        });
        for (pattern, group) in groups(guess, candidates) {
            turns.push(Turn { guess, pattern });
            if pattern == Wordle.solved() {
                games.insert(guess, turns.clone());
            } else {
                self.play(None, turns, &group, games);
            }
            turns.pop();
        }
    }

    pub fn allows(&self, turns: &[Turn], word: Word) -> bool {
        turns.iter().all(|&turn| match self.hard {
            None => true,
            Some(HardMode::Standard) => hard_mode_said_another_way(turn, word),
            Some(HardMode::Strict) => turn.fits(&Wordle, word),
        })
    }
}

fn groups(guess: Word, candidates: &[Word]) -> BTreeMap<Pattern, Vec<Word>> {
    let mut groups = BTreeMap::<Pattern, Vec<Word>>::new();
    for &candidate in candidates {
        let pattern = Wordle.pattern(guess, candidate);
        groups.entry(pattern).or_default().push(candidate);
    }
    groups
}

/// The games of a grown tree, one a solution; asserts that nothing in it is a fault.
fn games_of(game: &Game, tree: &DecisionTree, hard: Option<HardMode>) -> Vec<Vec<Turn>> {
    assert_eq!(simulate(game, tree, hard).faults, []);
    let solutions = game.lists().solutions().iter();
    solutions
        .map(|&solution| game_of(game, tree, solution))
        .collect()
}

/// Whether by an order `a` is better than `b` on some candidates; no order of the list.
fn by_order(order: Order, candidates: &[Word], a: Word, b: Word) -> Ordering {
    let sizes = |guess| -> Vec<u32> {
        let counts = counts(guess, candidates).into_iter();
        counts.filter(|&n| n > 0).collect()
    };
    let (a_sizes, b_sizes) = (sizes(a), sizes(b));
    let splits = || b_sizes.len().cmp(&a_sizes.len());
    let bits = || surprise(&a_sizes).cmp(&surprise(&b_sizes));
    let candidate = || candidates.contains(&b).cmp(&candidates.contains(&a));
    let largest = || a_sizes.iter().max().cmp(&b_sizes.iter().max());
    let squares = |sizes: &[u32]| sizes.iter().map(|n| n * n).sum::<u32>();
    let expected = || squares(&a_sizes).cmp(&squares(&b_sizes));
    match order {
        Order::Splits => splits(),
        Order::MaxSplits => splits()
            .then_with(bits)
            .then_with(candidate)
            .then_with(largest),
        Order::ExpectedSize => expected().then_with(candidate),
        Order::Entropy => bits().then_with(candidate),
        Order::Minimax => largest().then_with(expected).then_with(candidate),
        Order::LeastTotal => {
            let found = |guess| usize::from(candidates.contains(&guess));
            let more = |sizes: &[u32]| sizes.iter().any(|&n| n > 2);
            (b_sizes.len() + found(b))
                .cmp(&(a_sizes.len() + found(a)))
                .then_with(|| more(&a_sizes).cmp(&more(&b_sizes)))
                .then_with(expected)
        }
    }
}

/// The best guess by an order; the first of equals.
fn greedy(order: Order, guesses: &[Word], candidates: &[Word]) -> Word {
    let mut best = guesses[0];
    for &guess in guesses {
        if by_order(order, candidates, guess, best) == Ordering::Less {
            best = guess;
        }
    }
    best
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn a_greedy_strategy_plays_as_a_naive_player_does(lists in small_lists(24), other in any::<Index>()) {
        let game = Game::new(&Wordle, lists);
        let lists = game.lists();
        let other = other.index(lists.guesses().len()) as u32;
        for order in [
            Order::Splits,
            Order::MaxSplits,
            Order::ExpectedSize,
            Order::Entropy,
            Order::Minimax,
            Order::LeastTotal,
        ] {
            for from in [From::Guesses, From::Candidates] {
                let choose = |allowed: &[Word], candidates: &[Word], _| {
                    let in_order = |&word: &Word| lists.guess(word);
                    let mut left = candidates.to_vec();
                    left.sort_by_key(in_order);
                    match from {
                        // Splits alone would not prefer to win; there it is a rule of its own.
                        _ if order == Order::Splits && left.len() <= 2 => left[0],
                        From::Guesses => greedy(order, allowed, candidates),
                        From::Candidates => greedy(order, &left, candidates),
                    }
                };
                for hard in HARD_MODES {
                    let strategy = ByPartition { order, from };
                    let mut grower = Grower::new(&game, &Cpu, &strategy, hard);
                    let trees = grower.grow(&[None, Some(other), None]).unwrap();
                    let naive = Naive { game: &game, hard, choose: &choose };
                    let case = || format!("{order:?} from {from:?}, {hard:?}");
                    let own = naive.games(None);
                    prop_assert_eq!(games_of(&game, &trees[0], hard), &own[..], "{}", case());
                    prop_assert_eq!(&trees[0], &trees[2]);
                    let given = naive.games(Some(game.guess_word(other)));
                    prop_assert_eq!(games_of(&game, &trees[1], hard), given, "{}", case());
                }
            }
        }
    }
}

/// A word with one place blanked.
type Shard = [Option<u8>; 5];

fn shards_of(word: Word) -> [Shard; 5] {
    std::array::from_fn(|blank| std::array::from_fn(|i| (i != blank).then_some(word.letters()[i])))
}

/// How many of some candidates have each shard.
fn shards(candidates: &[Word]) -> HashMap<Shard, i64> {
    let mut shards = HashMap::new();
    for &candidate in candidates {
        for shard in shards_of(candidate) {
            *shards.entry(shard).or_default() += 1;
        }
    }
    shards
}

/// Step 1: the first of one or two words, else the first guess with the most groups.
fn fallback(guesses: &[Word], candidates: &[Word]) -> Word {
    match candidates {
        [first] | [first, _] => *first,
        _ => greedy(Order::Splits, guesses, candidates),
    }
}

/// Steps 2 to 4.
fn collisions(attempt: Attempt, allowed: &[Word], candidates: &[Word], made: usize) -> Word {
    // One or two are settled before any filter: so the article's games are.
    if candidates.len() <= 2 {
        return candidates[0];
    }
    let left = 6 - made as i64;
    let all = shards(candidates);
    // A shard that no candidate has is one of none: when no guess is left, all are dropped, and so
    // none is. Otherwise words far from every candidate would be guessed for ever.
    let is_safe = |&guess: &Word| {
        let mut members = shards_of(guess)
            .into_iter()
            .map(|shard| all.get(&shard).copied().unwrap_or(0));
        let most = if candidates.contains(&guess) {
            left
        } else {
            left - 1
        };
        members.all(|members| members <= most)
    };
    let mut safe: Vec<Word> = allowed.iter().copied().filter(is_safe).collect();
    if safe.is_empty() {
        safe = allowed.to_vec();
    }
    let Attempt::BreakUp { margin } = attempt else {
        return fallback(&safe, candidates);
    };
    let margin = i64::from(margin);
    if all.values().all(|&members| members < left - margin) {
        return fallback(&safe, candidates);
    }
    let score = |&guess: &Word| {
        let groups = groups(guess, candidates).into_values();
        let dangers = groups.map(|group| {
            let sizes = shards(&group).into_values();
            sizes.filter(|&n| n >= left - 1 - margin).sum::<i64>()
        });
        dangers.max().unwrap()
    };
    let scores: Vec<i64> = safe.iter().map(score).collect();
    let lowest = *scores.iter().min().unwrap();
    let chosen: Vec<Word> = safe
        .into_iter()
        .zip(scores)
        .filter(|&(_, score)| score == lowest)
        .map(|(guess, _)| guess)
        .collect();
    let among: Vec<Word> = candidates
        .iter()
        .copied()
        .filter(|candidate| chosen.contains(candidate))
        .collect();
    match among[..] {
        [] => chosen[0],
        _ => fallback(&chosen, &among),
    }
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn collisions_plays_as_the_article_tells(lists in small_lists(24), other in any::<Index>()) {
        let game = Game::new(&Wordle, lists.further_guesses_first());
        let other = other.index(game.lists().guesses().len()) as u32;
        for attempt in [
            Attempt::Avoid,
            Attempt::BreakUp { margin: 0 },
            Attempt::BreakUp { margin: 1 },
            Attempt::BreakUp { margin: 2 },
        ] {
            let strategy = Collisions(attempt);
            let choose = |allowed: &[Word], candidates: &[Word], made| {
                collisions(attempt, allowed, candidates, made)
            };
            for hard in HARD_MODES {
                let mut grower = Grower::new(&game, &Cpu, &strategy, hard);
                let trees = grower.grow(&[None, Some(other)]).unwrap();
                let naive = Naive { game: &game, hard, choose: &choose };
                let case = || format!("{attempt:?}, {hard:?}");
                prop_assert_eq!(games_of(&game, &trees[0], hard), naive.games(None), "{}", case());
                let given = naive.games(Some(game.guess_word(other)));
                prop_assert_eq!(games_of(&game, &trees[1], hard), given, "{}", case());
            }
        }
    }
}
