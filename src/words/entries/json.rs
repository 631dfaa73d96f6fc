//! JSON: an array or an object of words.
//!
//! An array holds texts, or objects with a text under a name such as "word". An object has words as its keys, or a list under
//! one key.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::lines::split;
use super::lossy::Lossy;
use super::{Entry, FREQUENCY_NAMES, Location, Receiver, WORD_NAMES, is_one_of};
use crate::words::LoadError;
use crate::words::text_file::load_error;

/// True if a file starts like JSON. A bracket alone may also start a word of a list.
pub(super) fn is_json(start: &[u8]) -> bool {
    let start = start.trim_ascii_start();
    match start.strip_prefix(b"[") {
        Some(rest) => match rest.trim_ascii_start().first() {
            Some(next) => b"\"[]{-".contains(next) || next.is_ascii_digit(),
            None => true,
        },
        None => start.starts_with(b"{"),
    }
}

/// Reads the words of a JSON file that starts with `start`.
pub(super) fn read(
    path: &Path,
    start: &[u8],
    text: impl BufRead,
    receive: Receiver<'_>,
) -> Result<(), LoadError> {
    let key = list_key(
        path,
        &mut serde_json::Deserializer::from_reader(BufReader::new(Lossy::new(start))),
    )?;
    let mut words = Words::new(path, key, receive);
    let mut json = serde_json::Deserializer::from_reader(BufReader::new(Lossy::new(text)));
    let read = words.read(&mut json).and_then(|()| json.end());
    let Err(reason) = read else {
        return Ok(());
    };
    if let Some(failed) = words.failed.take() {
        return Err(failed);
    }
    if reason.is_io() {
        return Err(load_error(path, reason.into()));
    }
    Err(LoadError::JsonShape {
        path: path.to_owned(),
        reason: reason.to_string(),
    })
}

/// The key under which an object has its list; `None` if its keys are the words, or it is not an object. It is the key of
/// the only array, or that of the usual name of a list. `text` may be the start of a file.
///
/// # Errors
/// There are two lists with usual names.
pub(super) fn list_key<'de, D: Deserializer<'de>>(
    path: &Path,
    text: D,
) -> Result<Option<String>, LoadError> {
    let mut keys = Keys::default();
    // An error is usually the end of the part that we have. If not, reading the whole text finds it again.
    let _ = text.deserialize_any(&mut keys);
    let mut named = keys.arrays.iter().filter(|key| is_one_of(key, &WORD_NAMES));
    match (named.next(), named.next()) {
        (Some(first), Some(second)) => Err(two_lists(path, first, second)),
        (Some(only), None) => Ok(Some(only.clone())),
        (None, _) if keys.arrays.len() == 1 => Ok(keys.arrays.pop()),
        (None, _) => Ok(None),
    }
}

fn two_lists(path: &Path, first: &str, second: &str) -> LoadError {
    LoadError::TwoLists {
        path: path.to_owned(),
        first: first.to_owned(),
        second: second.to_owned(),
    }
}

/// Collects the keys of an object whose values are arrays.
#[derive(Default)]
struct Keys {
    arrays: Vec<String>,
}

impl<'de> Visitor<'de> for &mut Keys {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            map.next_value_seed(Value(&mut || self.arrays.push(key.clone())))?;
        }
        Ok(())
    }
}

/// The words of a JSON file or of a program.
pub(super) struct Words<'a> {
    path: &'a Path,
    /// The key of the list in an object. `None` if the keys are words.
    key: Option<String>,
    /// The number of entries so far.
    number: usize,
    receive: Receiver<'a>,
    /// The reason for which a text was not read to its end, if it is ours.
    pub failed: Option<LoadError>,
}

impl<'a> Words<'a> {
    pub fn new(path: &'a Path, key: Option<String>, receive: Receiver<'a>) -> Words<'a> {
        Words {
            path,
            key,
            number: 0,
            receive,
            failed: None,
        }
    }

    /// Reads all words. If `failed` is set afterwards, it is the reason for the error.
    pub fn read<'de, D: Deserializer<'de>>(&mut self, text: D) -> Result<(), D::Error> {
        text.deserialize_any(Whole(self))
    }

    fn add<E: de::Error>(&mut self, word: &str, frequency: Option<f64>) -> Result<(), E> {
        self.number += 1;
        let word = word.trim();
        if word.is_empty() {
            return Ok(());
        }
        let location = Location::entry(self.number);
        let added = (self.receive)(Entry {
            word,
            frequency,
            location,
        });
        added.map_err(|error| self.fail(error))
    }

    fn fail<E: de::Error>(&mut self, error: LoadError) -> E {
        self.failed = Some(error);
        E::custom("the reading was ended")
    }
}

/// Visits the array or object that a file is.
struct Whole<'w, 'a>(&'w mut Words<'a>);

impl<'de> Visitor<'de> for Whole<'_, '_> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("an array or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, entries: A) -> Result<(), A::Error> {
        List(self.0).visit_seq(entries)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let words = self.0;
        while let Some(key) = map.next_key::<String>()? {
            let Some(list) = &words.key else {
                let frequency = match map.next_value_seed(Value(&mut || ()))? {
                    Part::Number(number) => Some(number),
                    _ => None,
                };
                words.add(&key, frequency)?;
                continue;
            };
            if key == *list {
                map.next_value_seed(List(words))?;
                continue;
            }
            let mut is_array = false;
            map.next_value_seed(Value(&mut || is_array = true))?;
            if is_array && is_one_of(&key, &WORD_NAMES) {
                let error = two_lists(words.path, list, &key);
                return Err(words.fail(error));
            }
        }
        Ok(())
    }
}

/// Reads an array of words.
struct List<'w, 'a>(&'w mut Words<'a>);

impl<'de> DeserializeSeed<'de> for List<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, list: D) -> Result<(), D::Error> {
        list.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for List<'_, '_> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while entries.next_element_seed(Element(self.0))?.is_some() {}
        Ok(())
    }
}

/// Reads one element of an array of words.
struct Element<'w, 'a>(&'w mut Words<'a>);

impl<'de> DeserializeSeed<'de> for Element<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, element: D) -> Result<(), D::Error> {
        element.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Element<'_, '_> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("a string")
    }

    fn visit_str<E: de::Error>(self, element: &str) -> Result<(), E> {
        let (word, frequency) = split(element.trim());
        self.0.add(word, frequency)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut word, mut frequency) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            match map.next_value_seed(Value(&mut || ()))? {
                Part::Text(text) if word.is_none() && is_one_of(&key, &WORD_NAMES) => {
                    word = Some(text);
                }
                Part::Number(number) if is_one_of(&key, &FREQUENCY_NAMES) => {
                    frequency = Some(number);
                }
                _ => (),
            }
        }
        match word {
            Some(word) => self.0.add(&word, frequency),
            None => Err(de::Error::custom("an object without \"word\"")),
        }
    }
}

/// A value of an object, as far as it matters.
enum Part {
    Text(String),
    Number(f64),
    Other,
}

/// Reads a value of an object. Calls the function when it finds that the value is an array, before it reads the elements.
struct Value<'f>(&'f mut dyn FnMut());

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = Part;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<Part, D::Error> {
        value.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_> {
    type Value = Part;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("a value")
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Part, E> {
        Ok(Part::Other)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Part, E> {
        Ok(Part::Other)
    }

    fn visit_none<E: de::Error>(self) -> Result<Part, E> {
        Ok(Part::Other)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Part, E> {
        Ok(Part::Number(number as f64))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Part, E> {
        Ok(Part::Number(number as f64))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Part, E> {
        Ok(if number.is_finite() {
            Part::Number(number)
        } else {
            Part::Other
        })
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Part, E> {
        Ok(Part::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Part, A::Error> {
        (self.0)();
        while array.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Part::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Part, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Part::Other)
    }
}
