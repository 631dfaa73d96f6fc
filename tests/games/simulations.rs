//! Simulations compared with walking the tree for each solution.

use super::strategies::NaivePlayer;
use super::tree_files::assert_written_and_read;
use super::*;

/// A tree of which some nodes are given other guesses and some branches are cut.
fn mutated(game: &Game, changes: &[(Index, Word, bool)]) -> DecisionTree {
    let strategy = ByPartition {
        order: Order::MaxSplits,
        from: GuessPool::All,
    };
    let mut builder = TreeBuilder::new(game, &Cpu, &strategy, None);
    let mut tree = builder.build_one(None).unwrap();
    for (at, guess, cut) in changes {
        let nodes = tree.nodes.len();
        let node = &mut tree.nodes[at.index(nodes)];
        if *cut {
            node.branches.pop();
        } else {
            node.guess = *guess;
        }
    }
    tree
}

/// Plays a tree against each solution: the lengths of the games, and each fault once.
fn walk(game: &Game, tree: &DecisionTree, hard: Option<HardMode>) -> Simulation {
    let mut lengths = Vec::new();
    // Guesses by the turns before them, and missing branches by the turns that lead there.
    let mut guesses = BTreeMap::new();
    let mut missing = BTreeMap::<Vec<String>, usize>::new();
    for &solution in game.lists().solutions().iter() {
        let mut turns: Vec<Turn> = Vec::new();
        let mut at = 0;
        lengths.push(loop {
            let guess = tree.nodes[at].guess;
            let pattern = Wordle.pattern(guess, solution);
            let text = |turns: &[Turn]| -> Vec<String> {
                turns.iter().map(|turn| turn.format(&Wordle)).collect()
            };
            guesses.insert(text(&turns), (guess, turns.clone()));
            turns.push(Turn { guess, pattern });
            if pattern == game.solved() {
                break Some(turns.len() as u32);
            }
            match tree.next(at, pattern) {
                Some(next) => at = next,
                None => {
                    *missing.entry(text(&turns)).or_default() += 1;
                    break None;
                }
            }
        });
    }
    let mut faults = Vec::new();
    for (text, (guess, turns)) in guesses {
        let number = turns.len() + 1;
        if !game.lists().guesses().contains(&guess) {
            faults.push(Fault::UnknownGuess { guess, number });
        }
        let naive = NaivePlayer {
            game,
            hard,
            choose: &|_, _, _| guess,
        };
        let violation = Violation::find(&Wordle, game.lists().alphabet(), &turns, hard, guess);
        assert_eq!(violation.is_none(), naive.allows(&turns, guess));
        if let Some(violation) = violation {
            faults.push(Fault::NotAllowed {
                guess,
                number,
                turns: text,
                violation,
            });
        }
    }
    let no_branch = |(turns, solutions)| Fault::NoBranch { turns, solutions };
    faults.extend(missing.into_iter().map(no_branch));
    Simulation { lengths, faults }
}

/// Faults in a fixed order.
fn sorted(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by_key(|fault| format!("{fault:?}"));
    faults
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn simulation_equals_walking_a_faulty_tree_for_each_solution(
        lists in five_letter_lists(24),
        changes in vec((any::<Index>(), words(1..2), any::<Index>(), 0..4), 0..6),
    ) {
        let game = Game::new(&Wordle, lists);
        let guesses = game.lists().guesses();
        // A quarter of the changes cut a branch, a quarter guess a word that need not be in the list.
        let change = |(at, other, listed, kind): &(Index, Vec<Word>, Index, i32)| match kind {
            0 => (*at, other[0], true),
            1 => (*at, other[0], false),
            _ => (*at, guesses[listed.index(guesses.len())], false),
        };
        let changes: Vec<_> = changes.iter().map(change).collect();
        let tree = mutated(&game, &changes);
        for hard in HARD_MODES {
            let walked = walk(&game, &tree, hard);
            let simulation = simulate(&game, &tree, hard);
            prop_assert_eq!(&simulation.lengths, &walked.lengths);
            prop_assert_eq!(sorted(simulation.faults), sorted(walked.faults));
        }
        for &solution in game.lists().solutions().iter() {
            let turns = tree.play(&Wordle, solution);
            for turn in &turns {
                prop_assert!(turn.fits(&Wordle, solution));
            }
            let solved = turns.last().unwrap().pattern == game.solved();
            let index = game.lists().solution_index(solution).unwrap();
            let length = simulate(&game, &tree, None).lengths[index.at()];
            prop_assert_eq!(length, solved.then_some(turns.len() as u32));
        }
        assert_written_and_read(&tree);
    }

    #[test]
    fn figures_of_a_simulation_follow_from_its_lengths(
        lengths in vec(prop::option::weighted(0.9, 1..10u32), 1..50),
        guesses in 0..12usize,
    ) {
        let simulation = Simulation { lengths: lengths.clone(), faults: Vec::new() };
        let found: Vec<u32> = lengths.iter().flatten().copied().collect();
        let longest = found.iter().max().copied().unwrap_or(0);
        let of_length = |n| found.iter().filter(|&&length| length == n).count() as u32;
        prop_assert_eq!(simulation.spread(), (1..=longest).map(of_length).collect::<Vec<_>>());
        let total: u32 = found.iter().sum();
        prop_assert_eq!(simulation.total(), u64::from(total));
        let mean = if found.is_empty() { 0.0 } else { f64::from(total) / found.len() as f64 };
        prop_assert_eq!(simulation.mean(), mean);

        let solutions = |wanted: &dyn Fn(Option<u32>) -> bool| -> Vec<SolutionIndex> {
            let games = lengths.iter().enumerate().filter(|(_, length)| wanted(**length));
            games.map(|(index, _)| SolutionIndex::from(index)).collect()
        };
        let late = |length: Option<u32>| length.is_none_or(|length| length as usize > guesses);
        prop_assert_eq!(simulation.not_found_in(guesses), solutions(&late));
        let worst = (!lengths.contains(&None)).then_some(longest);
        prop_assert_eq!(simulation.worst(), solutions(&|length| length == worst));
    }

    #[test]
    fn further_guesses_come_first_then_solutions_each_in_their_own_order(
        lists in small_lists(24),
    ) {
        let before = lists;
        let after = before.clone().further_guesses_first();
        let solutions = before.solutions();
        let mut expected = before.guesses().to_vec();
        expected.retain(|word| !solutions.contains(word));
        expected.extend_from_slice(solutions);
        prop_assert_eq!(&after.guesses()[..], &expected[..]);
        prop_assert_eq!(&after.solutions()[..], &solutions[..]);
        prop_assert_eq!(after.name(), before.name());
        prop_assert_eq!(after.added(), before.added());
        for (index, &word) in expected.iter().enumerate() {
            prop_assert_eq!(after.guess_index(word), Some(GuessIndex::from(index)));
        }
    }
}
