//! Whole games against the slow and obvious: the chance within k guesses against plain recursion,
//! strategies against naive players, trees against walking them word by word.

mod naive;

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use naive::{
    all_words_of, counts, hard_mode_said_another_way, oracle_stats, surprise, word_of, words,
    words_alike,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rayon::prelude::*;
use wordgame_engine::compute::batch::{Order, SetBatch};
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::{Backend, PartitionStats};
use wordgame_engine::guessing::rule::Wordle;
use wordgame_engine::guessing::simulate::{Fault, game_of};
use wordgame_engine::guessing::strategy::{Attempt, ByPartition, Collisions, From};
use wordgame_engine::guessing::tree::Node;
use wordgame_engine::guessing::within::{Found, Within};
use wordgame_engine::guessing::{
    DecisionTree, Game, Grower, HardMode, Lists, Pattern, Rule, Simulation, Turn, simulate,
    tree_file,
};
use wordgame_engine::words::{Word, WordList};

const HARD_MODES: [Option<HardMode>; 3] = [None, Some(HardMode::Standard), Some(HardMode::Strict)];

/// Small lists: up to `most` solutions, some of which stand among the further guesses and some after
/// them.
fn small_lists(most: usize) -> impl Strategy<Value = Lists> {
    let of_many_letters = vec(prop::array::uniform5(0..20u8).prop_map(word_of), 0..8);
    let solutions = prop_oneof![words(1..most + 1), words_alike(1..most + 1)];
    let further = (words(0..6), words_alike(0..6), of_many_letters);
    (further, solutions, any::<u32>())
        .prop_flat_map(|((few, alike, many), solutions, kept)| {
            let among = solutions.iter().enumerate();
            let among = among.filter(|(i, _)| kept >> (i % 32) & 1 == 1);
            let mut guesses: Vec<Word> = among.map(|(_, &word)| word).collect();
            guesses.extend(few.into_iter().chain(alike).chain(many));
            (Just(guesses).prop_shuffle(), Just(solutions))
        })
        .prop_map(|(guesses, solutions)| {
            Lists::new("random", WordList::new(guesses), WordList::new(solutions))
        })
}

fn pattern(game: &Game, guess: usize, solution: usize) -> Pattern {
    let lists = game.lists();
    Wordle.pattern(lists.guesses()[guess], lists.solutions()[solution])
}

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

/// Runs a test over random inputs, so many of them.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
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

/// What to guess: of the allowed guesses, on the candidates, after so many guesses.
type Choose<'a> = dyn Fn(&[Word], &[Word], usize) -> Word + 'a;

/// A player who knows the rule, the words and the turns so far, and nothing else.
struct Naive<'a> {
    game: &'a Game,
    hard: Option<HardMode>,
    choose: &'a Choose<'a>,
}

impl Naive<'_> {
    /// The games from an opening, one a solution.
    fn games(&self, opening: Option<Word>) -> Vec<Vec<Turn>> {
        let solutions = self.game.lists().solutions();
        let mut games = HashMap::new();
        self.play(opening, &mut Vec::new(), solutions, &mut games);
        solutions
            .iter()
            .map(|solution| games[solution].clone())
            .collect()
    }

    fn play(
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

    fn allows(&self, turns: &[Turn], word: Word) -> bool {
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

/// A tree of any words and marks, as numbers: a guess, whether it may be the solution, and what
/// follows some marks.
#[derive(Clone, Debug)]
struct Branching {
    guess: Word,
    solves: bool,
    branches: BTreeMap<u8, Branching>,
}

impl Branching {
    /// Adds it to a tree, and returns its node.
    fn add(&self, tree: &mut DecisionTree) -> usize {
        let at = tree.nodes.len();
        tree.nodes.push(Node {
            guess: self.guess,
            solves: self.solves,
            branches: Vec::new(),
        });
        for (&code, next) in &self.branches {
            let next = next.add(tree);
            let pattern = Pattern::from_code(code).unwrap();
            tree.nodes[at].branches.push((pattern, next));
        }
        at
    }
}

fn random_tree() -> impl Strategy<Value = DecisionTree> {
    let word = || prop::array::uniform5(0..26u8).prop_map(word_of);
    let leaf = (word(), any::<bool>()).prop_map(|(guess, solves)| Branching {
        guess,
        solves,
        branches: BTreeMap::new(),
    });
    let tree = leaf.prop_recursive(6, 60, 5, move |inner| {
        let branches = prop::collection::btree_map(0..242u8, inner, 0..5);
        (word(), any::<bool>(), branches).prop_map(|(guess, solves, branches)| Branching {
            guess,
            solves,
            branches,
        })
    });
    tree.prop_map(|root| {
        let mut tree = DecisionTree { nodes: Vec::new() };
        root.add(&mut tree);
        tree
    })
}

/// A tree without the numbers of its nodes, which no form of it keeps.
fn shape(tree: &DecisionTree, node: usize) -> String {
    let Node {
        guess,
        solves,
        branches,
    } = &tree.nodes[node];
    let branches: Vec<String> = branches
        .iter()
        .map(|&(pattern, next)| format!("{} {}", pattern.code(), shape(tree, next)))
        .collect();
    format!("({guess} {solves} {})", branches.join(" "))
}

fn assert_written_and_read(tree: &DecisionTree) {
    for text in [
        tree_file::to_text(&Wordle, tree),
        tree_file::to_json(&Wordle, tree),
        tree_file::to_text(&Wordle, tree).replace('\n', "\r\n"),
        format!("\u{feff}{}", tree_file::to_text(&Wordle, tree)),
        format!("\u{feff}\n{}", tree_file::to_json(&Wordle, tree)),
    ] {
        let again = tree_file::parse(&Wordle, &text).unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!(shape(&again, 0), shape(tree, 0), "{text}");
        for node in 0..again.nodes.len() {
            let branches = &again.nodes[node].branches;
            assert!(branches.iter().all(|&(_, next)| node < next), "{text}");
            assert!(branches.is_sorted(), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn any_tree_is_read_as_it_is_written(tree in random_tree()) {
        assert_written_and_read(&tree);
    }

    #[test]
    fn a_tree_that_was_read_is_written_as_it_was(tree in random_tree()) {
        for to_form in [tree_file::to_text, tree_file::to_json] {
            let written = to_form(&Wordle, &tree);
            let again = tree_file::parse(&Wordle, &written).unwrap();
            prop_assert_eq!(to_form(&Wordle, &again), written);
        }
    }
}

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

#[test]
fn the_original_lists_have_their_further_guesses_first_already() {
    let lists = Lists::original();
    let reordered = lists.clone().further_guesses_first();
    assert!(lists.guesses()[..] == reordered.guesses()[..]);
    // The New York Times' are one alphabetical list.
    let lists = Lists::nyt();
    let reordered = lists.clone().further_guesses_first();
    let further = lists.guesses().len() - lists.solutions().len();
    assert!(reordered.guesses()[..further].is_sorted());
    assert!(reordered.guesses()[further..] == lists.solutions()[..]);
}

/// Asserts that the best guesses of sets by splits are those of the definition.
fn assert_most_splits(game: &Game, sets: &[Vec<u32>], allowed: &Arc<[u32]>) {
    let large = sets.iter().map(Vec::len).filter(|&size| size > 96);
    assert!(large.sum::<usize>() > 3_000, "or the bounds are not used");
    let mut batch = SetBatch::default();
    sets.iter().for_each(|set| batch.push(set, allowed));
    let splits = Cpu.best_guesses(game.table(), &batch, Order::Splits);
    let max_splits = Cpu.best_guesses(game.table(), &batch, Order::MaxSplits);
    let (splits, max_splits) = (splits.unwrap(), max_splits.unwrap());
    for (set, candidates) in sets.iter().enumerate() {
        let words: Vec<Word> = candidates
            .iter()
            .map(|&candidate| game.candidate_word(candidate))
            .collect();
        let stats: Vec<(u32, PartitionStats)> = allowed
            .par_iter()
            .map(|&guess| (guess, oracle_stats(game.guess_word(guess), &words)))
            .collect();
        let most = stats.iter().map(|(_, stats)| stats.splits).max().unwrap();
        let mut best = stats.iter().filter(|(_, stats)| stats.splits == most);
        let first = best.clone().next().unwrap();
        let found = splits[set];
        assert_eq!((found.guess, found.stats), *first, "splits of set {set}");
        let first = best
            .by_ref()
            .min_by_key(|(_, stats)| (stats.sum_n_log_n, !stats.candidate, stats.largest))
            .unwrap();
        let found = max_splits[set];
        assert_eq!(
            (found.guess, found.stats),
            *first,
            "max splits of set {set}"
        );
    }
}

#[test]
fn bounds_on_splits_change_no_best_guess_of_large_sets_of_the_original_lists() {
    let game = Game::new(&Wordle, Lists::original());
    // The groups of guesses, in which letters are known; and every nth word, in which none is.
    let guess = |word: &str| game.lists().guess(word.parse().unwrap()).unwrap();
    let mut sets: Vec<Vec<u32>> = ["trace", "fuzzy", "mamma", "esses"]
        .into_iter()
        .flat_map(|word| game.groups(guess(word), &game.all_candidates()))
        .map(|(_, group)| group)
        .filter(|group| (97..400).contains(&group.len()))
        .collect();
    let every_nth = |n: usize| (0..2315u32).step_by(n).collect::<Vec<_>>();
    sets.extend([7, 11, 13, 17].map(every_nth));
    assert!(sets.len() > 10);
    // Small sets between them are settled another way.
    sets.insert(3, vec![5, 17, 2000]);
    let all = game.allowed_guesses(&Default::default());
    assert_most_splits(&game, &sets, &all);
    // A hard mode allows some; the bounds that were made above serve again.
    let some: Arc<[u32]> = all.iter().copied().filter(|g| g % 97 == 3).collect();
    assert_most_splits(&game, &sets, &some);
}

#[test]
fn bounds_on_splits_change_no_best_guess_of_words_of_three_letters() {
    let words = all_words_of(3);
    let lists = Lists::new(
        "three letters",
        WordList::new(words.clone()),
        WordList::new(words),
    );
    let game = Game::new(&Wordle, lists);
    // All words without a letter in one place or two, so that rows are constant; and all of them.
    let letters = |word: u32| game.candidate_word(word).letters();
    let mut sets = vec![game.all_candidates()];
    for place in 0..5 {
        for letter in 0..3 {
            let without = |&word: &u32| letters(word)[place] != letter;
            sets.push(game.all_candidates().into_iter().filter(without).collect());
            let without = |&word: &u32| {
                letters(word)[place] != letter && letters(word)[(place + 2) % 5] != letter
            };
            sets.push(game.all_candidates().into_iter().filter(without).collect());
        }
    }
    let all = game.allowed_guesses(&Default::default());
    assert_most_splits(&game, &sets, &all);
}
