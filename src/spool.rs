//! Lists that may be longer than memory: their items are in a temporary file.

use std::env;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::ser::{Error, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tempfile::SpooledTempFile;

/// Up to this many bytes, the items are in memory.
const MAX_BYTES_IN_MEMORY: usize = 8 << 20;

/// The file of all lists that exist. They share it, since there may be more of them than files that a process may open.
static FILE: Mutex<Weak<Mutex<SpooledTempFile>>> = Mutex::new(Weak::new());

/// A list whose items are in a temporary file, as JSON. In memory, an item takes sixteen bytes.
pub struct Spool<T> {
    file: Arc<Mutex<SpooledTempFile>>,
    items: Vec<Span>,
    of: PhantomData<fn() -> T>,
}

/// The location of an item in the file.
#[derive(Clone, Copy)]
pub struct Span {
    start: u64,
    bytes: usize,
}

impl<T> Default for Spool<T> {
    fn default() -> Spool<T> {
        let mut shared = FILE.lock().unwrap_or_else(PoisonError::into_inner);
        let file = shared.upgrade().unwrap_or_else(|| {
            let file = Arc::new(Mutex::new(tempfile::spooled_tempfile(MAX_BYTES_IN_MEMORY)));
            *shared = Arc::downgrade(&file);
            file
        });
        Spool {
            file,
            items: Vec::new(),
            of: PhantomData,
        }
    }
}

impl<T> Spool<T> {
    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True if there are no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Joins lists, with the items in the order that `join` gives them.
    pub fn joined(
        lists: Vec<Spool<T>>,
        join: impl FnOnce(Vec<Vec<Span>>) -> Vec<Span>,
    ) -> Spool<T> {
        let joined = Spool::default();
        // All lists that exist at the same time share one file.
        debug_assert!(
            lists
                .iter()
                .all(|list| Arc::ptr_eq(&list.file, &joined.file))
        );
        let items = lists.iter().map(|list| list.items.clone()).collect();
        Spool {
            items: join(items),
            ..joined
        }
    }

    /// Reads the items one by one, each as a `U`: a `T`, or a type with some of its fields.
    pub fn read<U: DeserializeOwned>(&self) -> impl Iterator<Item = io::Result<U>> {
        let mut bytes = Vec::new();
        self.items.iter().map(move |item| {
            bytes.resize(item.bytes, 0);
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(item.start))
                .and_then(|_| file.read_exact(&mut bytes))
                .map_err(in_temporary_folder)?;
            Ok(serde_json::from_slice(&bytes)?)
        })
    }
}

impl<T: Serialize> Spool<T> {
    /// Adds an item.
    ///
    /// # Errors
    /// The error of the temporary file.
    pub fn push(&mut self, item: &T) -> io::Result<()> {
        let json = serde_json::to_vec(item)?;
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let start = file.seek(SeekFrom::End(0)).map_err(in_temporary_folder)?;
        file.write_all(&json).map_err(in_temporary_folder)?;
        self.items.push(Span {
            start,
            bytes: json.len(),
        });
        Ok(())
    }
}

fn in_temporary_folder(error: io::Error) -> io::Error {
    let folder = env::temp_dir();
    let what = format!(
        "{error} (temporary file in {}; TMPDIR can name another folder)",
        folder.display()
    );
    io::Error::new(error.kind(), what)
}

/// As a list of its items.
impl<T: Serialize + DeserializeOwned> Serialize for Spool<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        for item in self.read::<T>() {
            list.serialize_element(&item.map_err(S::Error::custom)?)?;
        }
        list.end()
    }
}

impl<'de, T: Serialize + DeserializeOwned> Deserialize<'de> for Spool<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Spool<T>, D::Error> {
        deserializer.deserialize_seq(ListVisitor(Spool::default()))
    }
}

/// Visits a list and spools its items.
struct ListVisitor<T>(Spool<T>);

impl<'de, T: Serialize + DeserializeOwned> Visitor<'de> for ListVisitor<T> {
    type Value = Spool<T>;

    fn expecting(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
        to.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Spool<T>, A::Error> {
        while let Some(item) = items.next_element::<T>()? {
            self.0.push(&item).map_err(serde::de::Error::custom)?;
        }
        Ok(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items<T: DeserializeOwned>(list: &Spool<T>) -> Vec<T> {
        list.read().map(Result::unwrap).collect()
    }

    #[test]
    fn items_come_back_in_order_from_memory_and_from_disk() {
        let mut list = Spool::<String>::default();
        let mut other = Spool::<String>::default();
        let text = |number: usize| format!("{number}{}", "é".repeat(number % 1_000));
        for number in 0..20_000 {
            list.push(&text(number)).unwrap();
            other.push(&number.to_string()).unwrap();
        }
        assert_eq!(list.len(), 20_000);
        assert!(items(&list).into_iter().eq((0..20_000).map(text)));
        let json = serde_json::to_string(&list).unwrap();
        let again: Spool<String> = serde_json::from_str(&json).unwrap();
        assert_eq!(items(&again), items(&list));
        let both = Spool::joined(vec![other, again], |mut lists| {
            let again = lists.pop().unwrap();
            [&lists[0][..2], &again[..1]].concat()
        });
        assert_eq!(items(&both), ["0", "1", "0"]);
    }
}
