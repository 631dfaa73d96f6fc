//! A simulation is the tree walked word by word.

use super::strategies::Naive;
use super::tree_files::assert_written_and_read;
use super::*;

/// A grown tree with some nodes given other guesses and some branches cut.
fn mutated(game: &Game, changes: &[(Index, Word, bool)]) -> DecisionTree {
    let strategy = ByPartition {
        order: Order::MaxSplits,
        from: From::Guesses,
    };
    let mut grower = Grower::new(game, &Cpu, &strategy, None);
    let mut tree = grower.grow(&[None]).unwrap().remove(0);
    for (at, guess, cut) in changes {
        let nodes = tree.nodes.len();
        let node = &mut tree.nodes[at.index(nodes)];
        match cut {
            true => drop(node.branches.pop()),
            false => node.guess = *guess,
        }
    }
    tree
}

/// Plays a tree word by word: the lengths of the games, and each fault once.
fn walk(game: &Game, tree: &DecisionTree, hard: Option<HardMode>) -> Simulation {
    let mut lengths = Vec::new();
    // By the turns before the guess, and after them for branches that are missing.
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
            if pattern == Wordle.solved() {
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
        let naive = Naive {
            game,
            hard,
            choose: &|_, _, _| guess,
        };
        if !naive.allows(&turns, guess) {
            faults.push(Fault::NotAllowed {
                guess,
                number,
                turns: text,
            });
        }
    }
    let no_branch = |(turns, solutions)| Fault::NoBranch { turns, solutions };
    faults.extend(missing.into_iter().map(no_branch));
    Simulation { lengths, faults }
}

/// Faults in an order of their own.
fn sorted(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by_key(|fault| format!("{fault:?}"));
    faults
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_simulation_is_the_tree_walked_word_by_word_with_every_fault_of_a_mutated_tree(
        lists in small_lists(24),
        changes in vec((any::<Index>(), words(1..2), any::<Index>(), 0..4), 0..6),
    ) {
        let game = Game::new(&Wordle, lists);
        let guesses = game.lists().guesses();
        // A quarter of them cut a branch, a quarter guess a word that need not be in the list.
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
            let turns = game_of(&game, &tree, solution);
            for turn in &turns {
                prop_assert!(turn.fits(&Wordle, solution));
            }
            let solved = turns.last().unwrap().pattern == Wordle.solved();
            let place = game.lists().solutions().position(solution).unwrap();
            let length = simulate(&game, &tree, None).lengths[place as usize];
            prop_assert_eq!(length, solved.then_some(turns.len() as u32));
        }
        assert_written_and_read(&tree);
    }

    #[test]
    fn the_figures_of_a_simulation_are_those_of_its_lengths(
        lengths in vec(prop::option::weighted(0.9, 1..10u32), 1..50),
        guesses in 0..12usize,
    ) {
        let simulation = Simulation { lengths: lengths.clone(), faults: Vec::new() };
        let ended: Vec<u32> = lengths.iter().flatten().copied().collect();
        let longest = ended.iter().max().copied().unwrap_or(0);
        let of_length = |n| ended.iter().filter(|&&length| length == n).count() as u32;
        prop_assert_eq!(simulation.spread(), (1..=longest).map(of_length).collect::<Vec<_>>());
        let total: u32 = ended.iter().sum();
        prop_assert_eq!(simulation.total(), u64::from(total));
        let mean = if ended.is_empty() { 0.0 } else { f64::from(total) / ended.len() as f64 };
        prop_assert_eq!(simulation.mean(), mean);

        let places = |wanted: &dyn Fn(Option<u32>) -> bool| -> Vec<u32> {
            (0..).zip(&lengths).filter(|(_, length)| wanted(**length)).map(|(s, _)| s).collect()
        };
        let late = |length: Option<u32>| length.is_none_or(|length| length as usize > guesses);
        prop_assert_eq!(simulation.not_found_in(guesses), places(&late));
        let worst = match lengths.contains(&None) {
            true => None,
            false => Some(longest),
        };
        prop_assert_eq!(simulation.worst(), places(&|length| length == worst));
    }

    #[test]
    fn further_guesses_come_first_in_their_order_and_then_the_solutions_in_theirs(
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
        for (place, &word) in (0..).zip(&expected) {
            prop_assert_eq!(after.guess(word), Some(place));
        }
    }
}
