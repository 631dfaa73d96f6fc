//! JSON files that say what they are and whether they were altered: what a later run or another machine
//! goes on from.

use std::path::Path;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use wordgame_engine::words::list::sha256_hex;
use wordgame_engine::words::{self, LoadError};

use super::failure::Failure;
use super::output::write_json;
use wordgame_engine::files::write_file;

/// What writes and reads the files. What another version has proven is not believed.
const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// A kind of file.
pub struct Kind {
    /// Its name in the file.
    pub name: &'static str,
    /// The form of its content. A file of another form is refused.
    pub form: u32,
    /// What it is, with its article.
    pub what: &'static str,
    /// What to do about a file that is refused.
    pub todo: &'static str,
}

/// The file. Names are stable.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "an object")]
struct Sealed<C> {
    file: String,
    form: u32,
    engine: String,
    /// The hash of the whole text with nothing between these quotes.
    #[serde(default)]
    sha256: String,
    content: C,
}

impl Kind {
    /// Writes a file, whole or not at all.
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
            write_json(&mut text, &sealed)?;
            sealed.sha256 = sha256_hex(&text);
            write_json(out, &sealed)
        })
    }

    /// Reads what [`Kind::write`] wrote.
    ///
    /// # Errors
    /// [`Failure`] names the file and says what it is instead, or that it was altered.
    pub fn read<C: DeserializeOwned>(&self, path: &Path) -> Result<C, Failure> {
        let text = match words::read_text(path) {
            Err(LoadError::Binary(_)) => {
                return Err(self.refuse(path, &format!("is no {} (which is JSON)", self.what)));
            }
            text => text?,
        };
        let foreign =
            |error: serde_json::Error| self.refuse(path, &format!("is no {} ({error})", self.what));
        let outside: Sealed<IgnoredAny> = serde_json::from_str(&text).map_err(foreign)?;
        self.check(&outside, &text)
            .map_err(|what| self.refuse(path, &what))?;
        let sealed: Sealed<C> = serde_json::from_str(&text).map_err(foreign)?;
        Ok(sealed.content)
    }

    /// The failure of a file that is not what it should be.
    pub fn refuse(&self, path: &Path, what: &str) -> Failure {
        Failure::BadInput(format!("{} {what}; {}", path.display(), self.todo))
    }

    fn check(&self, outside: &Sealed<IgnoredAny>, text: &str) -> Result<(), String> {
        if outside.file != self.name {
            return Err(format!("is no {} but says '{}'", self.what, outside.file));
        }
        if outside.form != self.form {
            return Err(format!(
                "is a {} of form {}, and this version reads another form, {}",
                self.what, outside.form, self.form
            ));
        }
        if outside.engine != ENGINE {
            return Err(format!(
                "is of engine {}, and this is {ENGINE}",
                outside.engine
            ));
        }
        // The first time that the hash stands in the text it is the seal.
        if sha256_hex(text.replacen(&outside.sha256, "", 1).as_bytes()) != outside.sha256 {
            return Err("was altered: its check sum is not that of what it says".to_owned());
        }
        Ok(())
    }
}
