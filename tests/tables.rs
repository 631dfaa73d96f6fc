//! Pattern tables of words of any length, in any alphabet: every format holds the rule's patterns, is read back, and is
//! the same whether it is written at once or joined from shards.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use tempfile::TempDir;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::guessing::rule::{WordPeaks, Wordle};
use wordgame_engine::guessing::{Lists, Rule};
use wordgame_engine::jobs::{Share, Watch};
use wordgame_engine::tables::merge::TableMerge;
use wordgame_engine::tables::verify::OpenTable;
use wordgame_engine::tables::{Computed, Description, PatternSource, Table, TableFormat};
use wordgame_engine::words::{Alphabet, WordList};

const RULES: [&'static dyn Rule; 2] = [&Wordle, &WordPeaks];

const FORMS: [&str; 4] = ["npy", "npz", "parquet", "raw"];

/// Letters of several scripts. Some take two, three or four bytes in UTF-8.
const LETTERS: [&str; 6] = [
    "abcde",
    "aeiounrst",
    "eirstäöüß",
    "абвгдежзё",
    "אבגדהו",
    "01日𐐷ﬀ",
];

/// A watch that reports nothing and never stops.
fn watch(stop: &AtomicBool) -> Watch<'_> {
    Watch {
        progress: &|_, _| {},
        note: &|_| {},
        stop,
    }
}

/// Lists of random words of one length in one alphabet. Some guesses are not solutions.
fn lists() -> impl Strategy<Value = Lists> {
    let letters = prop_oneof![
        select(&LETTERS[..5]).prop_map(|letters| Alphabet::of_words([letters]).unwrap()),
        // The letters are not in the order of their code points.
        Just(Alphabet::new("zyx").unwrap()),
        Just(Alphabet::new(LETTERS[5]).unwrap()),
    ];
    let lengths = select(&[3, 4, 5, 6, 8, 10][..]);
    (letters, lengths).prop_flat_map(|(alphabet, length)| {
        let word = prop::collection::vec(any::<Index>(), length);
        let words = prop::collection::vec(word, 1..16);
        (words, any::<Index>()).prop_map(move |(words, solutions)| {
            let letter = |index: &Index| *index.get(alphabet.letters());
            let words = words.iter().map(|word| word.iter().map(letter).collect());
            let words: BTreeSet<String> = words.collect();
            let words = words.iter().map(|word| alphabet.word(word).unwrap());
            let words: Vec<_> = words.collect();
            let solutions = &words[..solutions.index(words.len()) + 1];
            let list = |words: &[_]| WordList::new(words.iter().copied());
            Lists::new("own", list(&words), list(solutions)).with_alphabet(alphabet.clone())
        })
    })
}

/// Writes a table, or a shard of it.
fn write(folder: &TempDir, name: &str, rule: &'static dyn Rule, lists: &Lists, share: Share) {
    let path = folder.path().join(name);
    let guesses = share.of(lists.guesses());
    let description = Description::new(rule, lists);
    let source = Computed {
        rule,
        guesses: &guesses,
        solutions: lists.solutions(),
        backend: &Cpu,
    };
    let table = Table {
        path: &path,
        format: TableFormat::of(&path).unwrap(),
        description: match share.shards {
            1 => description,
            _ => description.of_shard(share, &guesses),
        },
        source: &source,
    };
    assert_eq!(source.length(), lists.length());
    table.write(watch(&AtomicBool::new(false))).unwrap();
}

const WHOLE: Share = Share {
    shard: 1,
    shards: 1,
};

/// The bytes of a table, and those of its words if they are in a file of their own.
fn bytes(path: &Path) -> [Option<Vec<u8>>; 2] {
    let words = PathBuf::from(format!("{}.json", path.display()));
    [fs::read(path).ok(), fs::read(words).ok()]
}

/// The patterns of all guesses on all solutions as the rule's plain function gives them, as bytes.
fn patterns(rule: &dyn Rule, lists: &Lists) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &guess in lists.guesses().iter() {
        for &solution in lists.solutions().iter() {
            let code = rule.pattern(guess, solution).code();
            let width = if lists.length() > 5 { 2 } else { 1 };
            bytes.extend(&code.to_le_bytes()[..width]);
        }
    }
    bytes
}

/// The result of `engine patterns verify`, with or without a sample.
fn verify(path: &Path, sample: Option<usize>) -> Result<String, String> {
    let text = |failure: wordgame_engine::Failure| failure.to_string();
    let table = OpenTable::open(path).map_err(text)?;
    let stop = AtomicBool::new(false);
    let verified = table.verify(path, sample, &Cpu, watch(&stop));
    verified.map(|verified| verified.summary).map_err(text)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn tables_of_any_words_are_right_in_every_format(lists in lists(), rule in 0..RULES.len()) {
        let rule = RULES[rule];
        let folder = TempDir::new().unwrap();
        for form in FORMS {
            let name = format!("table.{form}");
            write(&folder, &name, rule, &lists, WHOLE);
            let path = folder.path().join(&name);
            for sample in [None, Some(2)] {
                let verified = verify(&path, sample);
                prop_assert!(verified.as_ref().is_ok_and(|text| text.ends_with("all right")), "{verified:?}");
            }
            let [table, _] = bytes(&path);
            let table = table.unwrap();
            let right = patterns(rule, &lists);
            match form {
                "raw" => prop_assert_eq!(&table, &right),
                "npy" => prop_assert!(table.ends_with(&right)),
                "npz" => prop_assert!(table.windows(right.len()).any(|window| window == right)),
                _ => {}
            }
        }
    }

    #[test]
    fn a_wrong_pattern_is_named(lists in lists(), rule in 0..RULES.len(), at in any::<Index>()) {
        let rule = RULES[rule];
        let folder = TempDir::new().unwrap();
        write(&folder, "table.raw", rule, &lists, WHOLE);
        let path = folder.path().join("table.raw");
        let mut table = fs::read(&path).unwrap();
        let at = at.index(table.len());
        table[at] ^= 1;
        fs::write(&path, &table).unwrap();
        let columns = lists.solutions().len();
        let pattern = at / (table.len() / (lists.guesses().len() * columns));
        let [guess, solution] = [lists.guesses()[pattern / columns], lists.solutions()[pattern % columns]];
        let refused = verify(&path, None).unwrap_err();
        let should_be = rule.pattern(guess, solution).code();
        let named = format!("the first, {guess} on {solution}, is");
        prop_assert!(refused.contains(&named) && refused.contains(&format!("instead of {should_be};")), "{refused}");
        table.pop();
        fs::write(&path, &table).unwrap();
        prop_assert!(verify(&path, None).unwrap_err().contains("it is truncated"));
    }

    #[test]
    fn joined_shards_equal_the_table_written_at_once(
        lists in lists(),
        rule in 0..RULES.len(),
        shards in 2..5usize,
    ) {
        let rule = RULES[rule];
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        let shard = |shard| {
            let name = format!("{shard}.npz");
            write(&folder, &name, rule, &lists, Share { shard, shards });
            path(&name)
        };
        let shards: Vec<PathBuf> = (1..=shards).map(shard).collect();
        let shards: Vec<&Path> = shards.iter().map(PathBuf::as_path).collect();
        for form in FORMS {
            let (whole, joined) = (format!("whole.{form}"), format!("joined.{form}"));
            write(&folder, &whole, rule, &lists, WHOLE);
            let merge = TableMerge::open(&shards).unwrap();
            let format = TableFormat::of(&path(&joined)).unwrap();
            merge.write(&path(&joined), format, watch(&AtomicBool::new(false))).unwrap();
            prop_assert_eq!(bytes(&path(&joined)), bytes(&path(&whole)));
        }
    }
}
