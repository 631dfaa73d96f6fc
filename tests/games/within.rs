//! The chance within k guesses is that of Bellman's equation by plain recursion.

use super::*;

/// Bellman's equation as it is written, on sets of at most 32 solutions as the bits of a number.
struct Bellman {
    /// The pattern of each guess on each solution.
    patterns: Vec<Vec<Pattern>>,
    known: HashMap<(u32, u32), u32>,
}

impl Bellman {
    fn new(game: &Game) -> Bellman {
        let (guesses, solutions) = (game.lists().guesses().len(), game.lists().solutions().len());
        let patterns = (0..guesses).map(|g| (0..solutions).map(|s| pattern(game, g, s)).collect());
        Bellman {
            patterns: patterns.collect(),
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

    /// The most that are found if the first is `guess`.
    fn after(&mut self, guess: usize, set: u32, guesses: u32) -> u32 {
        let mut groups = BTreeMap::<Pattern, u32>::new();
        for (solution, &pattern) in self.patterns[guess].iter().enumerate() {
            if set >> solution & 1 == 1 {
                *groups.entry(pattern).or_default() |= 1 << solution;
            }
        }
        let mut found = 0;
        for (pattern, group) in groups {
            found += match pattern == Wordle.solved() {
                true => 1,
                false => self.best(group, guesses - 1),
            };
        }
        found
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
    fn the_best_openings_are_exact_and_the_bounds_of_the_others_bound(
        lists in small_lists(18),
        guesses in 1..=6u32,
        top in prop_oneof![Just(1usize), 1..8usize, Just(1000)],
    ) {
        let game = Game::new(&Wordle, lists);
        let mut bellman = Bellman::new(&game);
        let all = bellman.all();
        let openings = game.lists().guesses().len();
        let values: Vec<u32> = (0..openings).map(|g| bellman.after(g, all, guesses)).collect();
        let mut best = values.clone();
        best.sort_unstable_by_key(|&value| Reverse(value));

        let within = Within::new(&game, &Cpu).unwrap();
        let found = within.openings(guesses, top, &|_| ()).unwrap();
        let mut seen: Vec<u32> = found.iter().map(|opening| opening.guess).collect();
        seen.sort_unstable();
        prop_assert_eq!(seen, (0..openings as u32).collect::<Vec<_>>(), "each opening once");

        let kept = top.min(openings);
        let mut exact = Vec::new();
        for (rank, opening) in found.iter().enumerate() {
            let value = values[opening.guess as usize];
            match opening.found {
                Found::Exactly(found) => {
                    prop_assert_eq!(found, value, "{}", game.guess_word(opening.guess));
                    prop_assert_eq!(rank, exact.len(), "exact ones first");
                    exact.push((Reverse(value), opening.guess));
                }
                Found::AtMost(bound) => {
                    prop_assert!(value <= bound, "{}", game.guess_word(opening.guess));
                    prop_assert!(bound <= best[kept - 1], "a bound says that it is none of the best");
                }
            }
        }
        prop_assert!(exact.len() >= kept);
        prop_assert!(exact.is_sorted(), "by value, then in list order: {:?}", exact);
        for (rank, &value) in best[..kept].iter().enumerate() {
            prop_assert_eq!(exact[rank].0, Reverse(value));
        }
    }
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
            let openings = within.openings(guesses, 1, &|_| ()).unwrap();
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
