//! The chance to win within k guesses, compared with Bellman's equation by plain recursion.

use super::*;

/// The oracle: Bellman's equation by plain recursion. A set has at most 32 solutions, one bit each.
struct Bellman {
    /// `patterns[guess][solution]`
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
            solved: game.solved(),
            known: HashMap::new(),
        }
    }

    fn all(&self) -> u32 {
        (1 << self.patterns[0].len()) - 1
    }

    /// The highest number of solutions of a set that one tree finds within `guesses`.
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

    /// The same for a tree that begins with `guess`.
    fn after(&mut self, guess: usize, set: u32, guesses: u32) -> u32 {
        let mut found = 0;
        for (pattern, group) in self.groups(guess, set) {
            found += if pattern == self.solved {
                1
            } else {
                self.best(group, guesses - 1)
            };
        }
        found
    }

    /// The ranking of all openings by its definition. The best `top` and all that equal the last of them are
    /// exact; of those that find every solution only the first `top` are, by the number of groups. The others
    /// have the bound that is known without a search.
    fn ranking(&mut self, guesses: u32, top: usize) -> Vec<ValuedOpening> {
        let all = self.all();
        let most_groups = self.most_groups(all);
        let openings = 0..self.patterns.len();
        let mut best: Vec<(Reverse<u32>, Reverse<usize>, usize)> = openings
            .map(|guess| {
                let found = self.after(guess, all, guesses);
                let groups = self.groups(guess, all).len();
                (Reverse(found), Reverse(groups), guess)
            })
            .collect();
        best.sort_unstable();
        let last = best.get(top - 1).or(best.last()).unwrap().0.0;
        let finds_all = last == all.count_ones();
        let opening = |(index, &(Reverse(found), _, guess))| {
            let is_exact = match guesses {
                1 | 2 => true,
                _ if finds_all => index < top,
                _ => found >= last,
            };
            let bound = self.upper_bound(guess, guesses, most_groups);
            ValuedOpening {
                guess: guess.into(),
                found: if is_exact {
                    Bound::Exactly(found)
                } else if finds_all {
                    Bound::AtMost(bound)
                } else {
                    Bound::AtMost(bound.min(last - 1))
                },
            }
        };
        let mut ranking: Vec<ValuedOpening> = best.iter().enumerate().map(opening).collect();
        ranking.sort_by_key(|opening| {
            let found = opening.found;
            (!found.is_exact(), Reverse(found.number()), opening.guess)
        });
        ranking
    }

    fn most_groups(&self, set: u32) -> usize {
        let openings = 0..self.patterns.len();
        let groups = openings.map(|guess| self.groups(guess, set).len());
        groups.max().unwrap()
    }

    /// An upper bound on the number of solutions that an opening finds, from the sizes of its groups. In a
    /// group of n one guess finds 1 and two find at most as many as any guess makes groups; three may find all
    /// n.
    fn upper_bound(&self, guess: usize, guesses: u32, most_groups: usize) -> u32 {
        let groups = self.groups(guess, self.all());
        let bound = |(&pattern, group): (&Pattern, &u32)| match guesses - 1 {
            _ if pattern == self.solved => 1,
            0 => 0,
            1 => 1,
            2 => group.count_ones().min(most_groups as u32),
            _ => group.count_ones(),
        };
        groups.iter().map(bound).sum()
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn value_and_tree_of_each_opening_match_bellman(
        lists in small_lists(18),
    ) {
        let game = Game::new(&Wordle, lists);
        let mut bellman = Bellman::new(&game);
        let all = bellman.all();
        let within = Within::new(&game, &Cpu).unwrap();
        // Downwards, so that what a long game left behind serves a short one and not only the other way round.
        for guesses in (1..=6).rev() {
            for opening in GuessIndex::up_to(game.lists().guesses().len()) {
                let (found, tree) = within.solve_opening(opening, guesses).unwrap();
                let case = || format!("{} within {guesses}", game.guess_word(opening));
                prop_assert_eq!(found, bellman.after(opening.at(), all, guesses), "{}", case());
                prop_assert_eq!(tree.nodes[0].guess, game.guess_word(opening));
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
    fn ranking_matches_its_definition_however_openings_are_distributed_over_searches(
        lists in small_lists(18),
        of_peaks in any::<bool>(),
        guesses in 1..=6u32,
        top in prop_oneof![4 => 1..=3usize, 1 => 4..8usize, 1 => Just(1000)],
        distribution in distributions(),
    ) {
        let rule: &dyn Rule = if of_peaks { &WordPeaks } else { &Wordle };
        assert_ranking(&Game::new(rule, lists), guesses, top, &distribution)?;
    }
}

proptest! {
    #![proptest_config(cases(100))]

    // With lists this small many openings find every solution, and those with more groups are not always valued
    // first.
    #[test]
    fn openings_with_the_most_groups_are_named_if_many_find_every_solution(
        solutions in vec(any::<Index>(), 4..24),
        guesses in vec(any::<Index>(), 0..100),
        top in 1..=3usize,
        distribution in distributions(),
    ) {
        let all = Lists::original();
        let some = |indices: Vec<Index>, of: &WordList| {
            WordList::new(indices.iter().map(|index| of[index.index(of.len())]))
        };
        let lists = Lists::new("some", some(guesses, all.guesses()), some(solutions, all.solutions()));
        assert_ranking(&Game::new(&Wordle, lists), 3, top, &distribution)?;
    }
}

/// How openings are distributed over searches: the number of searches, a number for each opening that chooses
/// its search, and a seed for the order in which the results are put together.
type Distribution = (usize, Vec<Index>, u64);

fn distributions() -> impl Strategy<Value = Distribution> {
    (1..=5usize, vec(any::<Index>(), 64), any::<u64>())
}

/// Asserts that three ways to compare openings give the ranking that the definition gives: one search; several
/// searches that know nothing of each other; several searches, each of which knows the results of those before.
fn assert_ranking(
    game: &Game,
    guesses: u32,
    top: usize,
    (searches, distribution, order): &Distribution,
) -> Result<(), TestCaseError> {
    let expected = Bellman::new(game).ranking(guesses, top);
    let all: Vec<GuessIndex> = GuessIndex::up_to(expected.len()).collect();
    let search = |openings: &[GuessIndex], known: &[SearchedOpening]| {
        let within = Within::new(game, &Cpu).unwrap();
        let results = within.compare_openings(&Request {
            top,
            known,
            ..Request::new(openings, guesses)
        });
        let results = results.unwrap();
        let searched = results.iter().map(|result| &result.guess);
        assert!(searched.eq(openings), "one result per opening, in order");
        results
    };
    let ranking = Ranking {
        guesses,
        top,
        candidates: game.lists().candidates().len() as u32,
    };
    let one_search = ranking.of(&search(&all, &[]));
    prop_assert_eq!(&one_search, &expected, "one search");

    let mut shares = vec![Vec::new(); *searches];
    for (&opening, share) in all.iter().zip(distribution.iter().cycle()) {
        shares[share.index(*searches)].push(opening);
    }
    let mut results: Vec<SearchedOpening> =
        shares.iter().flat_map(|share| search(share, &[])).collect();
    results.sort_by_key(|result| u64::from(result.guess.0 + 1).wrapping_mul(order | 1));
    let separate = ranking.of(&results);
    prop_assert_eq!(&separate, &expected, "{:?}", shares);

    let mut known: Vec<SearchedOpening> = Vec::new();
    for share in &shares {
        known.extend(search(share, &known));
    }
    let in_turn = ranking.of(&known);
    prop_assert_eq!(in_turn, expected, "in turn: {:?}", shares);
    Ok(())
}

#[test]
fn one_or_two_solutions_are_found_as_soon_as_possible() {
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
            let all: Vec<GuessIndex> = GuessIndex::up_to(game.lists().guesses().len()).collect();
            let openings = within
                .compare_openings(&Request::new(&all, guesses))
                .unwrap();
            let ranking = Ranking {
                guesses,
                top: 1,
                candidates: game.lists().solutions().len() as u32,
            };
            let best = ranking.of(&openings)[0];
            assert_eq!(best.found, Bound::Exactly(found), "{solutions}");
        }
        // Neither word is a solution, and neither separates the two solutions.
        for opening in ["zesty", "hatch"] {
            let opening = game.lists().guess_index(opening.parse().unwrap()).unwrap();
            for (guesses, found) in [(1, 0), (2, 1), (3, found[1])] {
                let (value, _) = within.solve_opening(opening, guesses).unwrap();
                assert_eq!(value, found);
            }
        }
    }
}
