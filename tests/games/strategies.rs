//! Strategies compared with naive players.

use super::*;

/// Chooses one of the allowed guesses, given the candidates and the turns so far.
pub type Choose<'a> = dyn Fn(&[Word], &[Word], &[Turn]) -> Word + 'a;

/// A player who recomputes everything from the rule, the words and the turns so far.
pub struct NaivePlayer<'a> {
    pub game: &'a Game,
    pub hard: Option<HardMode>,
    pub choose: &'a Choose<'a>,
}

impl NaivePlayer<'_> {
    /// The games that start with an opening, one per solution.
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
            (self.choose)(&allowed, candidates, turns)
        });
        for (pattern, group) in groups(guess, candidates) {
            turns.push(Turn { guess, pattern });
            if pattern == Wordle.solved(guess.len()) {
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
            Some(HardMode::Standard) => hard_mode_by_crossing_out(turn, word),
            Some(HardMode::Strict) => turn.fits(&Wordle, word),
        })
    }
}

/// The games of a tree, one per solution. Asserts that the tree has no faults.
fn games_of(game: &Game, tree: &DecisionTree, hard: Option<HardMode>) -> Vec<Vec<Turn>> {
    assert_eq!(simulate(game, tree, hard).faults, []);
    let solutions = game.lists().solutions().iter();
    solutions
        .map(|&solution| tree.play(game.rule(), solution))
        .collect()
}

/// Compares two guesses on some candidates by an order, without the order of the list. The better one is less.
fn compare_by_order(order: Order, candidates: &[Word], a: Word, b: Word) -> Ordering {
    let (a_sizes, b_sizes) = (group_sizes(a, candidates), group_sizes(b, candidates));
    let splits = || b_sizes.len().cmp(&a_sizes.len());
    let entropy = || product_of_powers(&a_sizes).cmp(&product_of_powers(&b_sizes));
    let candidate = || candidates.contains(&b).cmp(&candidates.contains(&a));
    let largest = || a_sizes.iter().max().cmp(&b_sizes.iter().max());
    let squares = |sizes: &[u32]| sizes.iter().map(|n| n * n).sum::<u32>();
    let expected = || squares(&a_sizes).cmp(&squares(&b_sizes));
    match order {
        Order::Splits => splits(),
        Order::MaxSplits => splits()
            .then_with(entropy)
            .then_with(candidate)
            .then_with(largest),
        Order::ExpectedSize => expected().then_with(candidate),
        Order::Entropy => entropy().then_with(candidate),
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

/// The best guess by an order. The first one wins a tie.
fn greedy(order: Order, guesses: &[Word], candidates: &[Word]) -> Word {
    let mut best = guesses[0];
    for &guess in guesses {
        if compare_by_order(order, candidates, guess, best) == Ordering::Less {
            best = guess;
        }
    }
    best
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn greedy_strategies_play_like_a_naive_player(lists in small_lists(24), other in any::<Index>()) {
        let game = Game::new(&Wordle, lists);
        let lists = game.lists();
        let other = GuessIndex::from(other.index(lists.guesses().len()));
        for order in Order::ALL {
            for from in [GuessPool::All, GuessPool::Candidates] {
                let choose = |allowed: &[Word], candidates: &[Word], _: &[Turn]| {
                    let in_order = |&word: &Word| lists.guess_index(word);
                    let mut left = candidates.to_vec();
                    left.sort_by_key(in_order);
                    match from {
                        // The order by splits does not prefer candidates, so the strategy has a rule for two.
                        _ if order == Order::Splits && left.len() <= 2 => left[0],
                        GuessPool::All => greedy(order, allowed, candidates),
                        GuessPool::Candidates => greedy(order, &left, candidates),
                    }
                };
                for hard in HARD_MODES {
                    let strategy = ByPartition { order, from };
                    let mut builder = TreeBuilder::new(&game, &Cpu, &strategy, hard);
                    let trees = builder.build(&[None, Some(other), None]).unwrap();
                    let naive = NaivePlayer { game: &game, hard, choose: &choose };
                    let case = || format!("{order:?} from {from:?}, {hard:?}");
                    let own = naive.games(None);
                    prop_assert!(own.iter().all(|game| every_guess_divides(lists.solutions(), game)));
                    prop_assert_eq!(games_of(&game, &trees[0], hard), &own[..], "{}", case());
                    prop_assert_eq!(&trees[0], &trees[2]);
                    let given = naive.games(Some(game.guess_word(other)));
                    prop_assert_eq!(games_of(&game, &trees[1], hard), given, "{}", case());
                }
            }
        }
    }
}

/// A word with one letter blanked. Candidates with the same pattern of letters share a collision bucket.
type BlankedWord = Vec<Option<Letter>>;

fn blanked_words(word: Word) -> impl Iterator<Item = BlankedWord> {
    let blanked = move |blank| {
        (0..word.len())
            .map(|i| (i != blank).then_some(word[i]))
            .collect()
    };
    (0..word.len()).map(blanked)
}

/// The sizes of the collision buckets of some candidates.
fn bucket_sizes(candidates: &[Word]) -> HashMap<BlankedWord, i64> {
    let mut buckets = HashMap::new();
    for &candidate in candidates {
        for blanked in blanked_words(candidate) {
            *buckets.entry(blanked).or_default() += 1;
        }
    }
    buckets
}

/// The fallback of the strategy: the first of one or two candidates, else the first guess with the most groups.
fn fallback(guesses: &[Word], candidates: &[Word]) -> Word {
    match candidates {
        [first] | [first, _] => *first,
        _ => greedy(Order::Splits, guesses, candidates),
    }
}

/// The guesses that do not step into a large collision bucket, or all of them if every guess does.
fn safe_guesses(allowed: &[Word], candidates: &[Word], guesses_left: i64) -> Vec<Word> {
    let buckets = bucket_sizes(candidates);
    let is_safe = |&guess: &Word| {
        // A bucket without candidates is no danger, even if no guess is left.
        let size = |blanked| buckets.get(&blanked).copied();
        let max_size = if candidates.contains(&guess) {
            guesses_left
        } else {
            guesses_left - 1
        };
        let mut sizes = blanked_words(guess).filter_map(size);
        sizes.all(|size| size <= max_size)
    };
    let safe: Vec<Word> = allowed.iter().copied().filter(is_safe).collect();
    if safe.is_empty() {
        allowed.to_vec()
    } else {
        safe
    }
}

/// True if a turn says how a letter will be marked in a position.
fn settles(turn: &Turn, letter: Letter, position: usize) -> bool {
    let (guess, marks) = (turn.guess, turn.pattern);
    let copies = || (0..guess.len()).filter(|&i| guess[i] == letter);
    guess[position] == letter || copies().count() > 0 && copies().all(|i| marks.mark(i) == 0)
}

/// True if a guess has a letter in a position where no turn says how it will be marked.
fn reveals(turns: &[Turn], guess: Word) -> bool {
    let is_settled = |(position, letter)| turns.iter().any(|turn| settles(turn, letter, position));
    !guess.iter().copied().enumerate().all(is_settled)
}

/// True if each guess of a game was a candidate or divided the candidates.
fn every_guess_divides(solutions: &[Word], game: &[Turn]) -> bool {
    (0..game.len()).all(|turn| {
        let fits = |word: &&Word| game[..turn].iter().all(|turn| turn.fits(&Wordle, **word));
        let candidates: Vec<Word> = solutions.iter().filter(fits).copied().collect();
        let guess = game[turn].guess;
        candidates.contains(&guess) || group_sizes(guess, &candidates).len() > 1
    })
}

/// True if each guess of a game was a candidate or had a letter whose mark the turns before it left open.
fn every_guess_reveals(solutions: &[Word], game: &[Turn]) -> bool {
    (0..game.len()).all(|turn| {
        let (before, guess) = (&game[..turn], game[turn].guess);
        let is_candidate =
            solutions.contains(&guess) && before.iter().all(|turn| turn.fits(&Wordle, guess));
        is_candidate || reveals(before, guess)
    })
}

/// The guess of the hard-mode article's strategy.
fn collisions(attempt: Attempt, allowed: &[Word], candidates: &[Word], turns: &[Turn]) -> Word {
    // One or two candidates are played before any filter, as in the article's games.
    if candidates.len() <= 2 {
        return candidates[0];
    }
    let guesses_left = 6 - turns.len() as i64;
    let in_pool = |guess: &Word| candidates.contains(guess) || reveals(turns, *guess);
    let pool: Vec<Word> = allowed.iter().copied().filter(in_pool).collect();
    let safe = safe_guesses(&pool, candidates, guesses_left);
    let Attempt::BreakUp { margin } = attempt else {
        return fallback(&safe, candidates);
    };
    let margin = i64::from(margin);
    let mut sizes = bucket_sizes(candidates).into_values();
    if sizes.all(|size| size < guesses_left - margin) {
        return fallback(&safe, candidates);
    }
    let score = |&guess: &Word| {
        let groups = groups(guess, candidates).into_values();
        let dangers = groups.map(|group| {
            let sizes = bucket_sizes(&group).into_values();
            sizes
                .filter(|&n| n >= guesses_left - 1 - margin)
                .sum::<i64>()
        });
        dangers.max().unwrap()
    };
    let scores: Vec<i64> = safe.iter().map(score).collect();
    let lowest = *scores.iter().min().unwrap();
    let scored = safe.into_iter().zip(scores);
    let best = scored.filter(|&(_, score)| score == lowest);
    let best: Vec<Word> = best.map(|(guess, _)| guess).collect();
    let candidates = candidates.iter().copied();
    let best_candidates: Vec<Word> = candidates.filter(|word| best.contains(word)).collect();
    if best_candidates.is_empty() {
        best[0]
    } else {
        fallback(&best, &best_candidates)
    }
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn collisions_plays_as_the_article_describes(lists in small_lists(24), other in any::<Index>()) {
        let game = Game::new(&Wordle, lists.further_guesses_first());
        let other = GuessIndex::from(other.index(game.lists().guesses().len()));
        for attempt in [
            Attempt::Avoid,
            Attempt::BreakUp { margin: 0 },
            Attempt::BreakUp { margin: 1 },
            Attempt::BreakUp { margin: 2 },
        ] {
            let strategy = Collisions(attempt);
            let choose = |allowed: &[Word], candidates: &[Word], turns: &[Turn]| {
                collisions(attempt, allowed, candidates, turns)
            };
            for hard in HARD_MODES {
                let mut builder = TreeBuilder::new(&game, &Cpu, &strategy, hard);
                let trees = builder.build(&[None, Some(other)]).unwrap();
                let naive = NaivePlayer { game: &game, hard, choose: &choose };
                let case = || format!("{attempt:?}, {hard:?}");
                let own = games_of(&game, &trees[0], hard);
                let solutions = game.lists().solutions();
                prop_assert!(own.iter().all(|game| every_guess_reveals(solutions, game)));
                prop_assert_eq!(own, naive.games(None), "{}", case());
                let given = naive.games(Some(game.guess_word(other)));
                prop_assert_eq!(games_of(&game, &trees[1], hard), given, "{}", case());
            }
        }
    }
}
