//! The chance within k guesses is that of Bellman's equation by plain recursion.

use super::*;

/// Bellman's equation as it is written, on sets of at most 32 solutions as the bits of a number.
struct Bellman {
    /// The pattern of each guess on each solution.
    patterns: Vec<Vec<Pattern>>,
    solved: Pattern,
    known: HashMap<(u32, u32), u32>,
}

impl Bellman {
    fn new(game: &Game) -> Bellman {
        let (guesses, solutions) = (game.lists().guesses(), game.lists().solutions());
        let pattern = |&guess| move |&solution| game.rule().pattern(guess, solution);
        let patterns = guesses
            .iter()
            .map(|guess| solutions.iter().map(pattern(guess)).collect());
        Bellman {
            patterns: patterns.collect(),
            solved: game.rule().solved(),
            known: HashMap::new(),
        }
    }

    fn all(&self) -> u32 {
        (1 << self.patterns[0].len()) - 1
    }

    /// The most solutions of a set that so many guesses find.
    fn best(&mut self, set: u32, guesses: u32) -> u32 {
        if guesses == 0 {
            return 0;
        }
        if let Some(&known) = self.known.get(&(set, guesses)) {
            return known;
        }
        let after = (0..self.patterns.len()).map(|guess| self.after(guess, set, guesses));
        let best = after.max().unwrap();
        self.known.insert((set, guesses), best);
        best
    }

    fn groups(&self, guess: usize, set: u32) -> BTreeMap<Pattern, u32> {
        let mut groups = BTreeMap::new();
        for (solution, &pattern) in self.patterns[guess].iter().enumerate() {
            if set >> solution & 1 == 1 {
                *groups.entry(pattern).or_default() |= 1 << solution;
            }
        }
        groups
    }

    /// The most that are found if the first is `guess`.
    fn after(&mut self, guess: usize, set: u32, guesses: u32) -> u32 {
        let mut found = 0;
        for (pattern, group) in self.groups(guess, set) {
            found += match pattern == self.solved {
                true => 1,
                false => self.best(group, guesses - 1),
            };
        }
        found
    }

    /// What is to be said of all openings: the best `top` are exact and all that equal the last of them,
    /// of those that find everything only the first by splits, and the others bounded by what is known
    /// without a search.
    fn ranking(&mut self, guesses: u32, top: usize) -> Vec<Opening> {
        let all = self.all();
        let most_splits = self.most_splits(all);
        let openings = 0..self.patterns.len();
        let mut best: Vec<(Reverse<u32>, Reverse<usize>, usize)> = openings
            .map(|guess| {
                let value = self.after(guess, all, guesses);
                (
                    Reverse(value),
                    Reverse(self.groups(guess, all).len()),
                    guess,
                )
            })
            .collect();
        best.sort_unstable();
        let last = best.get(top - 1).or(best.last()).unwrap().0.0;
        let finds_all = last == all.count_ones();
        let opening = |(rank, &(Reverse(value), _, guess))| {
            let is_exact = match guesses {
                1 | 2 => true,
                _ if finds_all => rank < top,
                _ => value >= last,
            };
            let bound = self.ceiling(guess, guesses, most_splits);
            Opening {
                guess: guess as u32,
                found: match is_exact {
                    true => Found::Exactly(value),
                    false if finds_all => Found::AtMost(bound),
                    false => Found::AtMost(bound.min(last - 1)),
                },
            }
        };
        let mut ranking: Vec<Opening> = best.iter().enumerate().map(opening).collect();
        ranking.sort_by_key(|opening| match opening.found {
            Found::Exactly(found) => (0, Reverse(found), opening.guess),
            Found::AtMost(bound) => (1, Reverse(bound), opening.guess),
        });
        ranking
    }

    fn most_splits(&self, set: u32) -> usize {
        let openings = 0..self.patterns.len();
        let splits = openings.map(|guess| self.groups(guess, set).len());
        splits.max().unwrap()
    }

    /// What an opening finds if each of its groups is as good as one may be: of a group of n, a guess
    /// finds 1, two no more than n or the most groups of any guess, and three perhaps all.
    fn ceiling(&self, guess: usize, guesses: u32, most_splits: usize) -> u32 {
        let groups = self.groups(guess, self.all());
        let ceiling = |(&pattern, group): (&Pattern, &u32)| match guesses - 1 {
            _ if pattern == self.solved => 1,
            0 => 0,
            1 => 1,
            2 => group.count_ones().min(most_splits as u32),
            _ => group.count_ones(),
        };
        groups.iter().map(ceiling).sum()
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn an_opening_finds_within_k_what_bellmans_equation_says_by_a_tree_that_does(
        lists in small_lists(18),
    ) {
        let game = Game::new(&Wordle, lists);
        let mut bellman = Bellman::new(&game);
        let all = bellman.all();
        let within = Within::new(&game, &Cpu).unwrap();
        // Downwards, so that what a long game left behind serves a short one and not only the other
        // way round.
        for guesses in (1..=6).rev() {
            for opening in 0..game.lists().guesses().len() {
                let (found, tree) = within.opening(opening as u32, guesses, &|_| ()).unwrap();
                let case = || format!("{} within {guesses}", game.guess_word(opening as u32));
                prop_assert_eq!(found, bellman.after(opening, all, guesses), "{}", case());
                prop_assert_eq!(tree.nodes[0].guess, game.guess_word(opening as u32));
                let played = simulate(&game, &tree, None);
                let lengths: Vec<u32> = played.lengths.iter().flatten().copied().collect();
                prop_assert_eq!(lengths.len() as u32, found, "{}", case());
                prop_assert!(lengths.iter().all(|&length| length <= guesses), "{}", case());
                prop_assert!(
                    played.faults.iter().all(|fault| matches!(fault, Fault::NoBranch { .. })),
                    "{}: {:?}", case(), played.faults
                );
            }
        }
    }

    #[test]
    fn the_best_openings_are_exact_and_the_others_bounded_however_they_are_cut_into_races(
        lists in small_lists(18),
        of_peaks in any::<bool>(),
        guesses in 1..=6u32,
        top in prop_oneof![4 => 1..=3usize, 1 => 4..8usize, 1 => Just(1000)],
        cut in cuts(),
    ) {
        let rule: &dyn Rule = if of_peaks { &WordPeaks } else { &Wordle };
        assert_ranking(&Game::new(rule, lists), guesses, top, &cut)?;
    }
}

proptest! {
    #![proptest_config(cases(100))]

    // Here many openings find all, and those with more splits are not always the first to be done.
    #[test]
    fn of_openings_that_find_all_those_with_most_splits_are_named(
        solutions in vec(any::<Index>(), 4..24),
        guesses in vec(any::<Index>(), 0..100),
        top in 1..=3usize,
        cut in cuts(),
    ) {
        let all = Lists::original();
        let some = |places: Vec<Index>, of: &WordList| {
            WordList::new(places.iter().map(|place| of[place.index(of.len())]))
        };
        let lists = Lists::new("some", some(guesses, all.guesses()), some(solutions, all.solutions()));
        assert_ranking(&Game::new(&Wordle, lists), 3, top, &cut)?;
    }
}

/// How openings are cut into races: how many there are, the race of each opening, and a number that says in
/// which order what they found is put together.
type Cut = (usize, Vec<Index>, u64);

fn cuts() -> impl Strategy<Value = Cut> {
    (1..=5usize, vec(any::<Index>(), 64), any::<u64>())
}

/// Asserts that openings are ranked as the definition says: by one race, by several that know nothing of
/// each other, and by several in turn.
fn assert_ranking(
    game: &Game,
    guesses: u32,
    top: usize,
    (races, cut, order): &Cut,
) -> Result<(), TestCaseError> {
    let expected = Bellman::new(game).ranking(guesses, top);
    let all: Vec<u32> = (0..expected.len() as u32).collect();
    let race = |openings: &[u32], known: &[Raced]| {
        let within = Within::new(game, &Cpu).unwrap();
        let rows = within.openings(openings, guesses, top, known, &|_| ());
        let rows = rows.unwrap();
        let raced = rows.iter().map(|row| &row.guess);
        assert!(raced.eq(openings), "a row an opening, in order");
        rows
    };
    let candidates = game.lists().candidates().len() as u32;
    let one_race = ranked(&race(&all, &[]), guesses, top, candidates);
    prop_assert_eq!(&one_race, &expected, "one race");

    let mut shares = vec![Vec::new(); *races];
    for (&opening, share) in all.iter().zip(cut.iter().cycle()) {
        shares[share.index(*races)].push(opening);
    }
    let mut rows: Vec<Raced> = shares.iter().flat_map(|share| race(share, &[])).collect();
    rows.sort_by_key(|row| u64::from(row.guess + 1).wrapping_mul(order | 1));
    let joined = ranked(&rows, guesses, top, candidates);
    prop_assert_eq!(&joined, &expected, "{:?}", shares);

    let mut known: Vec<Raced> = Vec::new();
    for share in &shares {
        known.extend(race(share, &known));
    }
    let in_turn = ranked(&known, guesses, top, candidates);
    prop_assert_eq!(in_turn, expected, "in turn: {:?}", shares);
    Ok(())
}

#[test]
fn one_solution_and_two_are_found_as_soon_as_can_be() {
    let game = |solutions: &str| {
        let word = |text: &str| text.parse::<Word>().unwrap();
        let solutions = WordList::new(solutions.split(' ').map(word));
        let guesses = WordList::new([word("zesty"), word("hatch")]);
        Game::new(&Wordle, Lists::new("few", guesses, solutions))
    };
    for (solutions, found) in [("match", [1, 1, 1]), ("match patch", [1, 2, 2])] {
        let game = game(solutions);
        let within = Within::new(&game, &Cpu).unwrap();
        for (guesses, found) in (1..).zip(found) {
            let all: Vec<u32> = (0..game.lists().guesses().len() as u32).collect();
            let rows = within.openings(&all, guesses, 1, &[], &|_| ()).unwrap();
            let openings = ranked(&rows, guesses, 1, game.lists().solutions().len() as u32);
            assert_eq!(openings[0].found, Found::Exactly(found), "{solutions}");
        }
        // Neither word is a solution, and neither tells the two apart.
        for opening in ["zesty", "hatch"] {
            let opening = game.lists().guess(opening.parse().unwrap()).unwrap();
            for (guesses, found) in [(1, 0), (2, 1), (3, found[1])] {
                let (value, _) = within.opening(opening, guesses, &|_| ()).unwrap();
                assert_eq!(value, found);
            }
        }
    }
}
