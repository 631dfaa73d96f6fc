//! Sealed files: JSON that says what it is, and that carries a checksum of its content. A later run or another machine
//! continues from them.
//!
//! The checksum finds accidental changes. It does not protect against somebody who recomputes it.

use std::path::Path;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::files::write_file;
use crate::report::JsonWriter;
use crate::words::list::sha256_hex;
use crate::words::{self, LoadError};

/// The version that writes and reads the files. Files of other versions are refused: another version may have proved
/// something else.
const ENGINE: &str = env!("CARGO_PKG_VERSION");

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
            let mut text = Vec::new();
            JsonWriter::new(&mut text).value(&sealed)?;
            sealed.sha256 = sha256_hex(&text);
            JsonWriter::new(out).value(&sealed)
        })
    }

    /// Reads a file that [`SealedKind::write`] wrote.
    ///
    /// # Errors
    /// [`Failure::BadInput`] names the file, and says that it is something else or that it was altered.
    pub fn read<C: DeserializeOwned>(&self, path: &Path) -> Result<C, Failure> {
        let text = match words::read_text(path) {
            Err(LoadError::Binary(_)) => {
                let what = format!("is not {} (which is JSON)", self.description);
                return Err(self.refuse(path, &what));
            }
            text => text?,
        };
        let malformed = |error: serde_json::Error| {
            self.refuse(path, &format!("is not {} ({error})", self.description))
        };
        let envelope: Sealed<IgnoredAny> = serde_json::from_str(&text).map_err(malformed)?;
        self.check(&envelope, &text)
            .map_err(|what| self.refuse(path, &what))?;
        let sealed: Sealed<C> = serde_json::from_str(&text).map_err(malformed)?;
        Ok(sealed.content)
    }

    /// The failure for a file that is not what it should be. `what` continues the sentence after the file's name.
    pub fn refuse(&self, path: &Path, what: &str) -> Failure {
        Failure::BadInput(format!("{} {what}; {}", path.display(), self.advice))
    }

    fn check(&self, envelope: &Sealed<IgnoredAny>, text: &str) -> Result<(), String> {
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
        // The first occurrence of the hash in the text is the seal itself.
        if sha256_hex(text.replacen(&envelope.sha256, "", 1).as_bytes()) != envelope.sha256 {
            return Err("was altered: its checksum does not match its content".to_owned());
        }
        Ok(())
    }
}
