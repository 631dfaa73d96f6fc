//! Trees survive being written and read.

use super::*;

/// A random tree, nested: a guess, whether it can be the solution, and what follows each pattern, by code.
#[derive(Clone, Debug)]
struct RandomNode {
    guess: Word,
    solves: bool,
    branches: BTreeMap<u8, RandomNode>,
}

impl RandomNode {
    /// Adds this node and those below it to a tree, and returns its index.
    fn add(&self, tree: &mut DecisionTree) -> usize {
        let at = tree.nodes.len();
        tree.nodes.push(Node {
            guess: self.guess,
            solves: self.solves,
            branches: Vec::new(),
        });
        for (&code, next) in &self.branches {
            let next = next.add(tree);
            let pattern = Pattern::from_code(code.into(), 5).unwrap();
            tree.nodes[at].branches.push((pattern, next));
        }
        at
    }
}

fn random_tree() -> impl Strategy<Value = DecisionTree> {
    let word = || prop::array::uniform5(0..26u8).prop_map(word_of);
    let leaf = (word(), any::<bool>()).prop_map(|(guess, solves)| RandomNode {
        guess,
        solves,
        branches: BTreeMap::new(),
    });
    let tree = leaf.prop_recursive(6, 60, 5, move |inner| {
        let branches = prop::collection::btree_map(0..242u8, inner, 0..5);
        (word(), any::<bool>(), branches).prop_map(|(guess, solves, branches)| RandomNode {
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

/// A tree as text without the indices of its nodes, which files do not keep.
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

pub fn assert_written_and_read(tree: &DecisionTree) {
    for text in [
        tree.to_text(&Wordle),
        tree.to_json(&Wordle),
        tree.to_text(&Wordle).replace('\n', "\r\n"),
        format!("\u{feff}{}", tree.to_text(&Wordle)),
        format!("\u{feff}\n{}", tree.to_json(&Wordle)),
    ] {
        let again = DecisionTree::parse(&Wordle, Alphabet::latin(), 5, &text)
            .unwrap_or_else(|e| panic!("{e}: {text}"));
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
    fn trees_survive_writing_and_reading(tree in random_tree()) {
        assert_written_and_read(&tree);
    }

    #[test]
    fn a_tree_from_a_file_is_written_as_it_was_read(tree in random_tree()) {
        for to_form in [DecisionTree::to_text, DecisionTree::to_json] {
            let written = to_form(&tree, &Wordle);
            let again = DecisionTree::parse(&Wordle, Alphabet::latin(), 5, &written).unwrap();
            prop_assert_eq!(to_form(&again, &Wordle), written);
        }
    }
}
