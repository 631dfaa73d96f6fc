//! Sealed files: JSON that says what it is, and that carries a checksum of its content. A later run or another machine
//! continues from them.
//!
//! The checksum finds accidental changes. It does not protect against somebody who recomputes it.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::files::write_file;
use crate::report::JsonWriter;
use crate::words::LoadError;
use crate::words::list::HashWriter;

/// The version that writes and reads the files. Files of other versions are refused: another version may have proved
/// something else.
const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// Bytes of a file to read at a time.
const READ_BYTES: usize = 1 << 16;

/// A kind of sealed file.
pub struct SealedKind {
    /// The name in the file.
    pub name: &'static str,
    /// The version of the content's structure. Files with another number are refused.
    pub form: u32,
    /// The name for people, with its article: `a shard of a job`.
    pub description: &'static str,
    /// Advice to the user about a refused file.
    pub advice: &'static str,
}

/// A sealed file. Names are stable.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "an object")]
struct Sealed<C> {
    file: String,
    form: u32,
    engine: String,
    /// The hash of the whole text, taken with this field empty.
    #[serde(default)]
    sha256: String,
    content: C,
}

impl SealedKind {
    /// Writes a file. It appears complete or not at all.
    ///
    /// # Errors
    /// [`Failure`] names the file.
    pub fn write(&self, path: &Path, content: &impl Serialize) -> Result<(), Failure> {
        let mut sealed = Sealed {
            file: self.name.to_owned(),
            form: self.form,
            engine: ENGINE.to_owned(),
            sha256: String::new(),
            content,
        };
        write_file(path, |out| {
            let mut hash = BufWriter::new(HashWriter::default());
            JsonWriter::new(&mut hash).value(&sealed)?;
            sealed.sha256 = hash.into_inner()?.finish();
            JsonWriter::new(out).value(&sealed)
        })
    }

    /// Reads a file that [`SealedKind::write`] wrote. The file is not held in memory.
    ///
    /// # Errors
    /// [`Failure::BadInput`] names the file, and says that it is something else or that it was altered.
    pub fn read<C: DeserializeOwned>(&self, path: &Path) -> Result<C, Failure> {
        if path.is_dir() {
            return Err(LoadError::Folder(path.to_owned()).into());
        }
        let unreadable = |source| LoadError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let mut file = File::open(path).map_err(unreadable)?;
        let envelope: Sealed<IgnoredAny> = self.parse(path, &file)?;
        file.rewind().map_err(unreadable)?;
        let hash = hash_without(&mut file, &envelope.sha256).map_err(unreadable)?;
        self.check(&envelope, &hash)
            .map_err(|what| self.refuse(path, &what))?;
        file.rewind().map_err(unreadable)?;
        let sealed: Sealed<C> = self.parse(path, &file)?;
        Ok(sealed.content)
    }

    fn parse<T: DeserializeOwned>(&self, path: &Path, file: &File) -> Result<T, Failure> {
        let reader = BufReader::with_capacity(READ_BYTES, file);
        serde_json::from_reader(reader).map_err(|error| {
            if error.is_io() {
                let (path, source) = (path.to_owned(), error.into());
                return LoadError::Unreadable { path, source }.into();
            }
            self.refuse(path, &format!("is not {} ({error})", self.description))
        })
    }

    /// The failure for a file that is not what it should be. `what` continues the sentence after the file's name.
    pub fn refuse(&self, path: &Path, what: &str) -> Failure {
        Failure::BadInput(format!("{} {what}; {}", path.display(), self.advice))
    }

    fn check(&self, envelope: &Sealed<IgnoredAny>, hash: &str) -> Result<(), String> {
        let description = self.description;
        if envelope.file != self.name {
            let file = &envelope.file;
            return Err(format!("is not {description} but says '{file}'"));
        }
        if envelope.form != self.form {
            return Err(format!(
                "is {description} of form {}, and this version reads form {}",
                envelope.form, self.form
            ));
        }
        if envelope.engine != ENGINE {
            let engine = &envelope.engine;
            return Err(format!(
                "was written by engine {engine}, and this is engine {ENGINE}"
            ));
        }
        if hash != envelope.sha256 {
            return Err("was altered: its checksum does not match its content".to_owned());
        }
        Ok(())
    }
}

/// The hash of a file without its seal, which is the first occurrence of `seal` and near the start.
fn hash_without(file: &mut impl Read, seal: &str) -> io::Result<String> {
    let mut start = Vec::new();
    file.take(READ_BYTES as u64).read_to_end(&mut start)?;
    let mut hash = HashWriter::default();
    let mut windows = start.windows(seal.len().max(1));
    let (before, after) = match windows.position(|bytes| bytes == seal.as_bytes()) {
        Some(at) => (&start[..at], &start[at + seal.len()..]),
        None => (&start[..], &[][..]),
    };
    hash.write_all(before)?;
    hash.write_all(after)?;
    io::copy(file, &mut hash)?;
    Ok(hash.finish())
}
