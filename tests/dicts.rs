//! The embedded lists match their description in `dicts/SOURCES.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use wordgame_engine::guessing::Lists;
use wordgame_engine::words::dictionary::MAX_LETTERS;
use wordgame_engine::words::list::sha256_hex;
use wordgame_engine::words::{Dictionary, Vocabulary, Word};

/// The lists of five-letter words.
const WORDLE: [&str; 4] = [
    "original-solutions.txt",
    "original-further-guesses.txt",
    "nyt-guesses.txt",
    "nyt-solutions.txt",
];

/// The lists of words of any length.
const DICTIONARIES: [&str; 3] = ["english-words.txt", "twl06.txt", "enable.txt"];

/// A row of the table in `SOURCES.md`.
struct Source {
    file: String,
    package: String,
    version: String,
    licence: String,
    words: usize,
    sha256: String,
}

fn dicts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("dicts")
}

fn read(file: &str) -> String {
    let path = dicts().join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The table of `SOURCES.md`: the lines whose first cell is in backticks.
fn sources() -> Vec<Source> {
    let text = read("SOURCES.md");
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [file, _what, package, _registry, licence, words, sha256] = cells[..] else {
            panic!("expected a row of seven cells: {row}");
        };
        let (package, version) = package
            .split_once(", ")
            .and_then(|(package, _file)| package.split_once(' '))
            .unwrap_or_else(|| panic!("no package with its version: {row}"));
        let bare = |cell: &str| cell.trim_matches('`').to_owned();
        Source {
            file: bare(file),
            package: bare(package),
            version: version.to_owned(),
            licence: licence.to_owned(),
            words: words.replace(',', "").parse().expect("a count of words"),
            sha256: bare(sha256),
        }
    })
    .collect()
}

/// The names of the files in a folder. Folders in it are ignored.
fn files_in(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .filter(|entry| entry.file_type().unwrap().is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect()
}

/// The words of a file. Asserts that each is five lower-case letters a-z on a line that ends in LF.
fn words(file: &str) -> Vec<Word> {
    let text = read(file);
    assert!(text.ends_with('\n'), "{file} has no LF after its last word");
    let words = text.strip_suffix('\n').unwrap().split('\n').map(|line| {
        let word: Word = line
            .parse()
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(word.to_string(), line, "{file}: not in lower case");
        word
    });
    words.collect()
}

fn set(file: &str) -> BTreeSet<Word> {
    words(file).into_iter().collect()
}

#[test]
fn every_list_has_one_row_and_every_row_has_a_file() {
    let mut listed: BTreeMap<String, usize> = BTreeMap::new();
    for source in sources() {
        *listed.entry(source.file).or_default() += 1;
    }
    assert!(
        listed.values().all(|&rows| rows == 1),
        "some file has two rows: {listed:?}"
    );
    let mut files = files_in(&dicts());
    assert!(files.remove("SOURCES.md"));
    assert_eq!(listed.into_keys().collect::<BTreeSet<_>>(), files);
}

#[test]
fn every_list_has_the_hash_and_word_count_of_its_row() {
    for source in sources() {
        let text = read(&source.file);
        assert_eq!(
            sha256_hex(text.as_bytes()),
            source.sha256,
            "{}",
            source.file
        );
        assert_eq!(text.lines().count(), source.words, "{}", source.file);
    }
}

#[test]
fn the_table_has_the_required_hashes_and_word_counts() {
    // These numbers were required when the lists were chosen. They keep a list and its row from changing together.
    for (file, words, hash_begins) in [
        ("original-solutions.txt", 2_315, "ecc0269bce82"),
        ("original-further-guesses.txt", 10_657, "f012ef5ecdbe"),
        ("nyt-guesses.txt", 14_855, ""),
        ("nyt-solutions.txt", 2_309, ""),
        ("english-words.txt", 274_937, "11306496a6d7"),
        ("twl06.txt", 178_691, "ea06931e05aa"),
        ("enable.txt", 172_823, ""),
        ("english-frequencies.txt", 104_777, ""),
    ] {
        let sources = sources();
        let source = sources.iter().find(|source| source.file == file);
        let source = source.unwrap_or_else(|| panic!("{file} has no row"));
        assert_eq!(source.words, words, "{file}");
        assert!(source.sha256.starts_with(hash_begins), "{file}");
    }
}

#[test]
fn every_line_is_a_word_and_no_word_is_repeated() {
    for file in WORDLE {
        let words = words(file);
        let distinct: BTreeSet<&Word> = words.iter().collect();
        assert_eq!(words.len(), distinct.len(), "{file}");
    }
}

#[test]
fn dictionaries_are_sorted_and_contain_only_letters() {
    for file in DICTIONARIES {
        let text = read(file);
        let words: Vec<&str> = text.lines().collect();
        assert!(words.is_sorted_by(|a, b| a < b), "{file}");
        for word in &words {
            let is_word = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
            assert!(is_word && word.len() <= MAX_LETTERS, "{file}: {word}");
        }
        let letters: usize = words.iter().map(|word| word.len() + 1).sum();
        assert_eq!(text.len(), letters, "{file}");
    }
}

#[test]
fn every_word_of_twl06_and_of_enable_is_an_english_word() {
    let [english, twl06, enable] = DICTIONARIES.map(read);
    let english: BTreeSet<&str> = english.lines().collect();
    for word in twl06.lines().chain(enable.lines()) {
        assert!(english.contains(word), "{word}");
    }
}

#[test]
fn frequencies_are_sorted_by_word_and_belong_to_listed_words() {
    let all: BTreeSet<String> = WORDLE
        .iter()
        .chain(&DICTIONARIES)
        .flat_map(|file| read(file).lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let text = read("english-frequencies.txt");
    let lines: Vec<(&str, &str)> = text
        .lines()
        .map(|line| line.split_once('\t').unwrap())
        .collect();
    assert!(lines.is_sorted_by(|a, b| a.0 < b.0));
    for (word, centibels) in lines {
        assert!(all.contains(word), "{word}");
        assert!(centibels.parse::<u32>().unwrap() < 800, "{word}");
    }
}

#[test]
fn embedded_dictionaries_have_the_words_and_frequencies_of_their_files() {
    let frequencies: BTreeMap<String, f64> = read("english-frequencies.txt")
        .lines()
        .map(|line| {
            let (word, centibels) = line.split_once('\t').unwrap();
            let centibels: f64 = centibels.parse().unwrap();
            (word.to_owned(), (900.0 - centibels) / 100.0)
        })
        .collect();
    let dictionaries = [
        Dictionary::english(),
        Dictionary::twl06(),
        Dictionary::enable(),
    ];
    for (dictionary, file) in dictionaries.iter().zip(DICTIONARIES) {
        let text = read(file);
        assert!(dictionary.words().eq(text.lines()), "{file}");
        assert_eq!(dictionary.sha256(), sha256_hex(text.as_bytes()));
        for (index, word) in (0..).zip(dictionary.words()) {
            let frequency = dictionary.frequency(index);
            assert_eq!(frequency, frequencies.get(word).copied(), "{file}: {word}");
        }
    }
}

#[test]
fn vocabulary_levels_have_the_expected_sizes() {
    let dictionary = Dictionary::english();
    let counts = Vocabulary::ALL.map(|level| {
        let words = 0..dictionary.len() as u32;
        let known = words.filter(|&word| level.knows(dictionary.frequency(word)));
        known.count()
    });
    assert_eq!(counts, [1_069, 11_474, 47_603, 103_729, 274_937]);
}

#[test]
fn guesses_are_sorted() {
    for file in ["original-further-guesses.txt", "nyt-guesses.txt"] {
        assert!(words(file).is_sorted(), "{file}");
    }
}

#[test]
fn original_further_guesses_and_solutions_are_disjoint() {
    let solutions = set("original-solutions.txt");
    let further = set("original-further-guesses.txt");
    assert_eq!(solutions.intersection(&further).next(), None);
    assert_eq!(solutions.len() + further.len(), 12_972);
}

#[test]
fn nyt_guesses_include_all_other_lists_and_1883_words_that_the_original_game_lacks() {
    let guesses = set("nyt-guesses.txt");
    for file in WORDLE {
        assert!(set(file).is_subset(&guesses), "{file}");
    }
    assert_eq!(guesses.len() - 12_972, 1_883);
}

#[test]
fn nyt_solutions_are_the_original_ones_without_six_words_in_the_same_order() {
    let removed = ["agora", "fibre", "lynch", "pupal", "slave", "wench"];
    let removed = removed.map(|word| word.parse::<Word>().unwrap());
    let mut expected = words("original-solutions.txt");
    expected.retain(|word| !removed.contains(word));
    assert_eq!(words("nyt-solutions.txt"), expected);
}

#[test]
fn embedded_lists_have_the_words_of_their_files_in_the_same_order() {
    let original = Lists::original();
    assert_eq!(original.name(), "original");
    assert_eq!(
        original.solutions()[..],
        words("original-solutions.txt")[..]
    );
    let guesses = [
        words("original-further-guesses.txt"),
        words("original-solutions.txt"),
    ];
    assert_eq!(original.guesses()[..], guesses.concat()[..]);

    let nyt = Lists::nyt();
    assert_eq!(nyt.name(), "nyt");
    assert_eq!(nyt.solutions()[..], words("nyt-solutions.txt")[..]);
    assert_eq!(nyt.guesses()[..], words("nyt-guesses.txt")[..]);

    assert_eq!((original.added(), nyt.added()), (0, 0));
}

#[test]
fn embedded_lists_have_the_hashes_of_their_files() {
    let sources = sources();
    let hash = |file| &sources.iter().find(|s| s.file == file).unwrap().sha256;
    let (original, nyt) = (Lists::original(), Lists::nyt());
    assert_eq!(
        &original.solutions().sha256(),
        hash("original-solutions.txt")
    );
    assert_eq!(&nyt.solutions().sha256(), hash("nyt-solutions.txt"));
    assert_eq!(&nyt.guesses().sha256(), hash("nyt-guesses.txt"));
}

#[test]
fn every_licence_of_every_package_is_included_in_full() {
    for source in sources() {
        // Some packages need no licence text, or do not include one.
        if ["public domain", "ISC (no text)"].contains(&&*source.licence) {
            let package = format!("`{}`", source.package);
            assert!(read("SOURCES.md").contains(&package), "{package}");
            continue;
        }
        for licence in source.licence.split(" OR ") {
            let file = format!(
                "licenses/{}-{}-{licence}.txt",
                source.package, source.version
            );
            let text = read(&file);
            let phrases: &[&str] = match licence {
                "MIT" => &["Copyright (c)", "Permission is hereby granted", "AS IS"],
                "Apache-2.0" => &["Version 2.0, January 2004", "END OF TERMS AND CONDITIONS"],
                "CC-BY-SA-4.0" => &["ShareAlike 4.0 International", "Attribution", "as-is"],
                other => panic!("{}: no phrases are known for {other}", source.file),
            };
            for phrase in phrases {
                assert!(text.contains(phrase), "{file} lacks '{phrase}'");
            }
        }
    }
}

#[test]
fn frequencies_credit_everyone_that_their_licence_requires() {
    let in_one_line = |file| {
        let text = read(file);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let sources = in_one_line("SOURCES.md");
    let notice = in_one_line("licenses/wordfreq-3.1.1-NOTICE.txt");
    for credit in [
        "Robyn Speer",
        "creativecommons.org/licenses/by-sa/4.0/",
        "http://books.google.com/ngrams",
        "Leeds Internet Corpus",
        "Wikipedia",
        "ParaCrawl",
        "OpenSubtitles",
        "SUBTLEX",
        "Marc Brysbaert",
    ] {
        assert!(sources.contains(credit), "{credit}");
        assert!(notice.contains(credit), "{credit}");
    }
}

#[test]
fn every_licence_text_is_mentioned_in_the_sources() {
    let sources = read("SOURCES.md");
    let files = files_in(&dicts().join("licenses"));
    assert!(!files.is_empty());
    for file in files {
        assert!(sources.contains(&format!("`{file}`")), "{file}");
    }
}
