//! The entries of a user's file of words, whatever its form.
//!
//! | form | example |
//! |---|---|
//! | text (`lines`) | one word per line, also in quotes, or with a number: `crane`, `"crane",`, `crane 123`, `123 crane` |
//! | CSV (`table`) | a table with a header, separated by commas, semicolons or tabs: `word,count` and then `crane,123` |
//! | JSON (`json`) | `["crane", "slate"]`, `{"crane": 123}`, `{"words": ["crane"]}`, `[{"word": "crane"}]` |
//! | JavaScript (`script`) | `const words = ['crane', 'slate'];`, `export default ["crane"]`; Python's lists too |
//!
//! The first part of a file determines its form. A file is read in one pass, entry by entry, so that it takes no more
//! memory than its list. JavaScript is the exception: it is read as a whole.

mod json;
mod lines;
mod lossy;
mod script;
mod table;

use std::fmt;
use std::io::{BufReader, Read};
use std::path::Path;

use super::LoadError;
use super::text_file::{BYTE_ORDER_MARK, TextFile, load_error};

/// The number of bytes read at a time.
const CHUNK_BYTES: u64 = 1 << 20;

/// The names of a column of words, or of a list in a JSON object, in lower case.
const WORD_NAMES: [&str; 30] = [
    "word",
    "words",
    "wordlist",
    "word_list",
    "guess",
    "guesses",
    "solution",
    "solutions",
    "answer",
    "answers",
    "target",
    "targets",
    "allowed",
    "valid",
    "term",
    "terms",
    "lemma",
    "headword",
    "entry",
    "entries",
    "wort",
    "wörter",
    "mot",
    "mots",
    "palabra",
    "palabras",
    "parola",
    "parole",
    "слово",
    "слова",
];

/// The names of a column of frequencies, in lower case.
const FREQUENCY_NAMES: [&str; 10] = [
    "frequency",
    "freq",
    "frequencies",
    "count",
    "counts",
    "occurrences",
    "zipf",
    "n",
    "häufigkeit",
    "score",
];

/// An entry of a file of words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry<'a> {
    /// The text of the word, without quotes and without blanks around it. It is not empty, but may be anything. If a line
    /// is not of a form that we know, it is the whole line.
    pub word: &'a str,
    /// The number next to the word, which is finite. It usually says how frequent the word is.
    pub frequency: Option<f64>,
    /// The location in the file.
    pub location: Location,
}

/// The location of an entry: prints as `line 7`, or `entry 7` of an array or object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    unit: &'static str,
    number: usize,
}

impl Location {
    pub(super) fn line(number: usize) -> Location {
        let unit = "line";
        Location { unit, number }
    }

    /// The location of a later line or entry.
    pub(super) fn plus(self, lines: usize) -> Location {
        let number = self.number + lines;
        Location { number, ..self }
    }

    fn entry(number: usize) -> Location {
        let unit = "entry";
        Location { unit, number }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.unit, self.number)
    }
}

/// The function that receives the entries. An error ends the reading.
pub type Receiver<'a> = &'a mut dyn FnMut(Entry<'_>) -> Result<(), LoadError>;

/// Reads a file and hands its entries to `receive`, in their order. Blank lines and comments (lines that start with `#`,
/// `//` or `;`) are no entries. A byte order mark and line ends of all systems are accepted. Bytes that are not UTF-8 become
/// replacement characters.
///
/// Returns the header of a text file or CSV file that has one. It is not an entry.
///
/// # Errors
/// The file cannot be read, or is JSON or JavaScript without words, or `receive` failed.
pub fn read(path: &Path, receive: Receiver<'_>) -> Result<Option<String>, LoadError> {
    let mut file = TextFile::open(path)?;
    let mut start = Vec::new();
    let first = file.by_ref().take(CHUNK_BYTES).read_to_end(&mut start);
    first.map_err(|error| load_error(path, error))?;
    let start = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&start);
    let text = BufReader::with_capacity(CHUNK_BYTES as usize, start.chain(file));
    if json::is_json(start) {
        json::read(path, start, text, receive)?;
        return Ok(None);
    }
    if let Some(array) = script::find_array(start) {
        script::read(path, array, text, receive)?;
        return Ok(None);
    }
    // Old Macs end lines with a CR only.
    let is_old_mac = start.contains(&b'\r') && !start.contains(&b'\n');
    let ends = if is_old_mac { *b"\r\n" } else { *b"\n\n" };
    let header = table::Header::find(start, ends);
    match &header {
        Some(header) if header.has_columns() => table::read(path, ends, header, text, receive)?,
        _ => {
            let header = header.as_ref().map(|header| header.line);
            lines::read(path, ends, header, text, receive)?;
        }
    }
    Ok(header.map(|header| header.text))
}

/// True if a name is one of some names, in upper or lower case.
fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.contains(&name.trim().to_lowercase().as_str())
}

/// The finite number that a text is.
fn number(text: &str) -> Option<f64> {
    let number = text.trim().parse::<f64>().ok();
    number.filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// What is read of a file: the words with the numbers next to them, their locations, and the header.
    type Content = (Vec<(String, Option<f64>)>, Vec<String>, Option<String>);

    fn read_bytes(content: &[u8]) -> Result<Content, LoadError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words");
        fs::write(&path, content).unwrap();
        let (mut words, mut locations) = (Vec::new(), Vec::new());
        let header = read(&path, &mut |entry| {
            words.push((entry.word.to_owned(), entry.frequency));
            locations.push(entry.location.to_string());
            Ok(())
        })?;
        Ok((words, locations, header))
    }

    fn words(content: &str) -> Vec<String> {
        let (words, _, _) = read_bytes(content.as_bytes()).unwrap();
        words.into_iter().map(|(word, _)| word).collect()
    }

    /// Asserts that a file is read as crane, slate and abbey.
    #[track_caller]
    fn assert_three(content: &str) {
        assert_eq!(words(content), ["crane", "slate", "abbey"], "{content}");
    }

    /// Asserts that a file is read as crane, slate and abbey, with these numbers.
    #[track_caller]
    fn assert_counted(content: &str) {
        let (words, _, _) = read_bytes(content.as_bytes()).unwrap();
        let expected = [("crane", 3.0), ("slate", 20.0), ("abbey", 0.5)];
        let expected = expected.map(|(word, number)| (word.to_owned(), Some(number)));
        assert_eq!(words, expected, "{content}");
    }

    #[track_caller]
    fn error(content: &str) -> String {
        read_bytes(content.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn lines_are_words_with_every_line_end() {
        for end in ["\n", "\r\n", "\r"] {
            assert_three(&["crane", "slate", "abbey"].join(end));
            assert_three(&["crane ", "\tslate", "", "abbey", " "].join(end));
            assert_three(&["\u{feff}crane", "slate", "abbey", ""].join(end));
        }
    }

    #[test]
    fn numbers_next_to_words_are_frequencies() {
        for separator in [" ", "   ", "\t", ",", ", ", ";", " \t"] {
            assert_counted(&format!(
                "crane{separator}3\nslate{separator}20\nabbey{separator}0.5\n"
            ));
            assert_counted(&format!(
                "  3{separator}crane\n 20{separator}slate\n0.5{separator}abbey\n"
            ));
        }
        assert_counted("\"crane\",3\n'slate';20\n\"abbey\",\"0.5\"\n");
        assert_eq!(words("12345 6\n7 89\n"), ["12345", "7"]);
    }

    #[test]
    fn line_with_anything_else_is_one_entry() {
        let lines = [
            "crane slate",
            "crane 1 2",
            "crane inf",
            "it's",
            "\"crane",
            "x 1,2",
        ];
        assert_eq!(words(&lines.join("\n")), lines);
    }

    #[test]
    fn quotes_and_commas_around_words_are_removed() {
        assert_three("\"crane\"\n\"slate\"\n\"abbey\"\n");
        assert_three("'crane',\n  'slate',\n'abbey'\n");
        assert_three("crane,\nslate, \nabbey;\n");
        assert_three("`crane`\n“slate”\n\"\"\n\" abbey \"\n");
    }

    #[test]
    fn comments_are_no_entries() {
        assert_three("# slant\ncrane\n//aback\n  ; abase\nslate\n#\nabbey");
        assert_three("# my words\nword,count\n# slant\ncrane,1\n// x\nslate,2\nabbey,3\n");
        let (_, locations, _) = read_bytes(b"# slant\ncrane\n\n//aback\nslate\n").unwrap();
        assert_eq!(locations, ["line 2", "line 5"]);
    }

    #[test]
    fn latin_1_bytes_become_replacement_characters() {
        for file in [
            &b"\xe9t\xe9\n"[..],
            b"[\"\xe9t\xe9\"]",
            b"{\"\xe9t\xe9\": 1}",
            b"word,x\n\xe9t\xe9,y\n",
            b"x = ['\xe9t\xe9']",
        ] {
            let (words, _, _) = read_bytes(file).unwrap();
            assert_eq!(words[0].0, "\u{fffd}t\u{fffd}");
        }
    }

    #[test]
    fn header_of_one_column_is_no_entry() {
        for header in ["word", "Words", "\"guess\"", "SOLUTION", " answer "] {
            let content = format!("# ours\n\n{header}\ncrane\nslate\nabbey\n");
            assert_three(&content);
            let (_, locations, found) = read_bytes(content.as_bytes()).unwrap();
            assert_eq!(found.as_deref(), Some(header.trim()));
            assert_eq!(locations[0], "line 4");
        }
        assert_eq!(words("word count\ncrane 3\n"), ["crane"]);
        assert_eq!(words("guess 12\ncrane 3\n"), ["guess", "crane"]);
        assert_eq!(words("# one\nguess\n\n"), ["guess"]);
        assert_eq!(words("crane\nguess\n"), ["crane", "guess"]);
    }

    #[test]
    fn column_of_words_is_found_by_its_name() {
        assert_three(
            "word,meaning\ncrane,bird\nslate,\"stone, grey\"\nabbey,\"a \"\"house\"\"\nof monks\"\n",
        );
        assert_three("id;Guess\r\n1;crane\r\n2;slate\r\n3;abbey\r\n");
        assert_three("length\tsolution\n5\tcrane\n5\tslate\n\n5\tabbey\n");
        assert_three(
            "day,answer,,\n2021-06-19,crane,,\n2021-06-20, slate ,,\nx\n2021-06-21,abbey\n",
        );
    }

    #[test]
    fn rows_of_tables_have_the_lines_that_they_start_in() {
        for end in ["\n", "\r\n", "\r"] {
            let rows = [
                "",
                "word,note",
                "# x",
                "crane,1",
                "",
                "slate,\"a",
                "b\"",
                "abbey,3",
            ];
            let (_, locations, _) = read_bytes(rows.join(end).as_bytes()).unwrap();
            assert_eq!(locations, ["line 4", "line 6", "line 8"]);
        }
    }

    #[test]
    fn open_quote_in_a_table_is_refused_with_its_line() {
        let short = "word,note\ncrane,a\nslate,\"b\nabbey,c\n";
        for content in [short, &(short.to_owned() + &"abbey,c\n".repeat(100_000))] {
            let error = error(content);
            assert!(error.contains("line 3: a quote is not closed"), "{error}");
        }
    }

    #[test]
    fn column_of_frequencies_is_found_by_its_name_or_its_numbers() {
        assert_counted("rank,word,pos,count\n1,crane,n,3\n2,slate,n,20\n3,abbey,n,0.5\n");
        assert_counted(
            "rank\tlemma\tpos\tper million\n1\tcrane\tn\t3\n2\tslate\tn\t20\n3\tabbey\tn\t0.5\n",
        );
        assert_counted("zipf;word\n3;crane\n20;slate\n0.5;abbey\n");
        let (words, _, _) = read_bytes(b"id,word\n1,crane\n").unwrap();
        assert_eq!(words, [("crane".to_owned(), None)]);
    }

    #[test]
    fn first_line_without_a_number_above_numbers_is_a_header() {
        assert_counted("aback,total\ncrane,3\nslate,20\nabbey,0.5\n");
        let (_, locations, header) = read_bytes(b"aback,total\n\ncrane,3\n").unwrap();
        assert_eq!(
            (locations, header),
            (vec!["line 3".to_owned()], Some("aback,total".to_owned()))
        );
        let (_, _, header) = read_bytes(b"crane,3\nslate,20\n").unwrap();
        assert_eq!(header, None);
    }

    #[test]
    fn json_is_read_in_every_shape() {
        assert_three(r#"["crane", "slate", "abbey"]"#);
        assert_three(r#"{"crane": null, "slate": {"a": [1, "x"]}, "abbey": "é"}"#);
        assert_three(r#"{"words": ["crane", "slate", "abbey"]}"#);
        assert_three(
            r#"{"version": 2, "tags": ["a"], "answers": ["crane", "slate", "abbey"], "by": {"name": "x"}}"#,
        );
        assert_three(r#"{"language": "en", "five": ["crane", "slate", "abbey"]}"#);
        assert_three(r#"{"crane": ["heron"], "slate": [], "abbey": ["minster"]}"#);
        assert_three(
            r#"[{"word": "crane", "tags": ["n"]}, {"Word": "slate"}, {"x": 1, "answer": "abbey"}]"#,
        );
        assert_counted(r#"["crane 3", "slate,20", "abbey\t0.5"]"#);
        assert_counted(r#"{"crane": 3, "slate": 20, "abbey": 0.5}"#);
        assert_counted(
            r#"[{"word": "crane", "count": 3}, {"freq": 20, "word": "slate"}, {"word": "abbey", "zipf": 0.5}]"#,
        );
        let (_, locations, _) = read_bytes(b"[\"crane\", \"\", \"slate\"]").unwrap();
        assert_eq!(locations, ["entry 1", "entry 3"]);
    }

    #[test]
    fn json_of_other_things_is_refused() {
        for (content, part) in [
            ("[1, 2]", "integer `1`"),
            (r#"[["crane"]]"#, "sequence"),
            (r#"[{"name": "crane"}]"#, "\"word\""),
            (r#"["crane",]"#, "trailing comma"),
            (r#"{"words": [1]}"#, "integer `1`"),
            ("[\"crane\",\n \"sla", "line 2"),
        ] {
            let error = error(content);
            assert!(error.contains("not a JSON array of words"), "{error}");
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn two_lists_in_one_object_are_refused() {
        let small = r#"{"guesses": ["crane"], "solutions": ["slate"]}"#;
        let long = format!(
            r#"{{"guesses": ["crane"{}], "solutions": ["slate"]}}"#,
            r#", "abbey""#.repeat(200_000)
        );
        for content in [small, &long] {
            let error = error(content);
            assert!(
                error.contains("two lists, 'guesses' and 'solutions'"),
                "{error}"
            );
        }
    }

    #[test]
    fn arrays_of_javascript_and_python_are_read() {
        assert_three(r#"const words = ["crane", "slate", "abbey"];"#);
        assert_three("export default [\n  'crane',\n  'slate', // a stone\n  'abbey',\n]\n");
        assert_three("var WORDS=['crane','slate','abbey'];module.exports=WORDS;");
        assert_three(
            "// Our words = []\n/* [\"x\"] */\n'use strict';\nlet w =\n[\"crane\",\"slate\",\"abbey\"]\n\nw[0] = 'x';",
        );
        assert_three(
            "export const words: readonly string[] = [\"crane\", \"slate\", \"abbey\"] as const;",
        );
        assert_three("module.exports = { words: ['crane', 'slate', \"abbe\\u0079\"] };");
        assert_three("const set = new Set([\"crane\", \"slate\", \"abbey\"]);");
        assert_three("# Words\nWORDS = ['crane', \"slate\", 'abbey']\n");
        assert_three("['crane', 'slate', 'abbey']");
        assert_counted("const words = {crane: 3, 'slate': 20, \"abbey\": .5}");
    }

    #[test]
    fn two_arrays_in_one_program_are_refused() {
        let error = error("var La=[\"crane\"],Ta = [ 'slate' ];");
        assert!(error.contains("more than one array"), "{error}");
    }

    #[test]
    fn javascript_that_is_no_array_of_words_is_refused_with_its_line() {
        let error = error("const words =\n ['crane',\n  slate];\n");
        assert!(error.contains("not a JavaScript array of words"), "{error}");
        assert!(error.contains("line 3"), "{error}");
    }

    #[test]
    fn error_of_the_receiver_ends_the_reading() {
        for content in [
            "crane\nslate\n",
            "word,x\ncrane,y\nslate,z\n",
            r#"["crane", "slate"]"#,
            "w = ['crane', 'slate']",
        ] {
            let file = tempfile::NamedTempFile::new().unwrap();
            fs::write(&file, content).unwrap();
            let mut received = 0;
            let result = read(file.path(), &mut |_| {
                received += 1;
                Err(LoadError::Folder("ours".into()))
            });
            assert!(matches!(result, Err(LoadError::Folder(_))), "{content}");
            assert_eq!(received, 1);
        }
    }
}
