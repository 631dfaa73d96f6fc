//! A folder that keeps what `engine bench` has measured: the best tuning of each adapter and driver, and the time that
//! opening a GPU takes.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use xxhash_rust::xxh3::xxh3_64;

use super::{AdapterDescription, Tuning};

/// A folder of tunings, one file for each adapter and driver. It is created when the first tuning is kept.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// Why a file is not used: a short sentence that names the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}; it is ignored", file.display())]
pub struct UnusableTuning {
    file: PathBuf,
    reason: String,
}

/// The contents of a file.
#[derive(Serialize, Deserialize)]
struct Kept {
    adapter: Identity,
    tuning: Tuning,
}

/// The contents of the file on the opening of a GPU.
#[derive(Serialize, Deserialize)]
struct Opening {
    adapter: String,
    seconds: f64,
}

/// The properties that distinguish an adapter with its driver from others.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Identity {
    name: String,
    api: String,
    driver: String,
    driver_info: String,
}

impl Identity {
    fn of(adapter: &AdapterDescription) -> Identity {
        Identity {
            name: adapter.name.clone(),
            api: adapter.api.clone(),
            driver: adapter.driver.clone(),
            driver_info: adapter.driver_info.clone(),
        }
    }

    fn hash(&self) -> u64 {
        let Identity {
            name,
            api,
            driver,
            driver_info,
        } = self;
        xxh3_64(format!("{name}\0{api}\0{driver}\0{driver_info}").as_bytes())
    }
}

impl Store {
    /// The store of a folder.
    pub fn new(folder: impl Into<PathBuf>) -> Store {
        Store {
            folder: folder.into(),
        }
    }

    /// The file for the tuning of an adapter with its driver.
    pub fn tuning_file(&self, adapter: &AdapterDescription) -> PathBuf {
        let hash = Identity::of(adapter).hash();
        self.folder.join(format!("tuning-{hash:016x}.json"))
    }

    /// The tuning that is kept for an adapter with its driver, or `None` if the file does not exist.
    ///
    /// # Errors
    /// [`UnusableTuning`] if there is a file that cannot be read, is damaged, or belongs to another adapter.
    pub fn tuning(&self, adapter: &AdapterDescription) -> Result<Option<Tuning>, UnusableTuning> {
        let file = self.tuning_file(adapter);
        let bytes = match fs::read(&file) {
            Ok(bytes) => bytes,
            Err(error) if is_missing(&error) => return Ok(None),
            Err(error) => {
                let reason = format!("cannot be read ({error})");
                return Err(UnusableTuning { file, reason });
            }
        };
        let reason = match serde_json::from_slice::<Kept>(&bytes) {
            Ok(kept) if kept.adapter != Identity::of(adapter) => "holds another adapter's tuning",
            Ok(kept) if kept.tuning.is_valid() => return Ok(Some(kept.tuning)),
            _ => "holds no tuning (engine bench --tune makes one)",
        };
        let reason = reason.to_owned();
        Err(UnusableTuning { file, reason })
    }

    /// Keeps the tuning of an adapter with its driver. It replaces the previous one.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn keep_tuning(&self, adapter: &AdapterDescription, tuning: &Tuning) -> io::Result<()> {
        let kept = Kept {
            adapter: Identity::of(adapter),
            tuning: *tuning,
        };
        let mut bytes = serde_json::to_vec_pretty(&kept)?;
        bytes.push(b'\n');
        self.put(&self.tuning_file(adapter), &bytes)
    }

    /// The time that opening a GPU and compiling its shaders took when it was last measured here. `None` if it was not, or
    /// if the file cannot be used.
    pub fn opening(&self) -> Option<Duration> {
        let bytes = fs::read(self.opening_file()).ok()?;
        let opening: Opening = serde_json::from_slice(&bytes).ok()?;
        Duration::try_from_secs_f64(opening.seconds).ok()
    }

    /// Keeps the time that opening a GPU and compiling its shaders has taken.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn keep_opening(&self, adapter: &AdapterDescription, time: Duration) -> io::Result<()> {
        let opening = Opening {
            adapter: adapter.name.clone(),
            seconds: time.as_secs_f64(),
        };
        let mut bytes = serde_json::to_vec_pretty(&opening)?;
        bytes.push(b'\n');
        self.put(&self.opening_file(), &bytes)
    }

    /// There is one file for all adapters: a job reads it before it looks for any.
    fn opening_file(&self) -> PathBuf {
        self.folder.join("opening.json")
    }

    /// Creates the folder and makes sure that a file can be written in it.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn check(&self) -> io::Result<()> {
        self.temporary_file().map(|_| ())
    }

    /// A temporary file in the folder.
    fn temporary_file(&self) -> io::Result<NamedTempFile> {
        fs::create_dir_all(&self.folder)?;
        NamedTempFile::with_prefix_in(".engine-", &self.folder)
    }

    /// Writes a file completely or not at all.
    fn put(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut temporary = self.temporary_file()?;
        temporary.write_all(bytes)?;
        temporary.persist(file).map_err(|error| error.error)?;
        Ok(())
    }
}

/// True if the file does not exist.
fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::gpu::{AdapterKind, AdapterLimits};

    fn adapter(driver_info: &str) -> AdapterDescription {
        AdapterDescription {
            name: "Iris Xe".into(),
            kind: AdapterKind::Integrated,
            api: "vulkan".into(),
            driver: "anv".into(),
            driver_info: driver_info.into(),
            limits: AdapterLimits {
                max_storage_binding_bytes: 0,
                max_buffer_bytes: 0,
                max_workgroups_per_dimension: 0,
                max_invocations_per_workgroup: 0,
                max_workgroup_storage_bytes: 0,
                timestamps: false,
            },
        }
    }

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("not/there/yet"));
        (folder, store)
    }

    fn tuning() -> Tuning {
        Tuning {
            partition: 256,
            ..Tuning::of(AdapterKind::Integrated)
        }
    }

    #[test]
    fn a_tuning_is_kept_only_for_its_adapter_and_driver() {
        let (_folder, store) = store();
        assert_eq!(store.tuning(&adapter("24.1")), Ok(None));
        store.keep_tuning(&adapter("24.1"), &tuning()).unwrap();
        assert_eq!(store.tuning(&adapter("24.1")), Ok(Some(tuning())));
        assert_eq!(store.tuning(&adapter("24.2")), Ok(None), "a new driver");
        let other = Tuning::of(AdapterKind::Discrete);
        store.keep_tuning(&adapter("24.1"), &other).unwrap();
        assert_eq!(store.tuning(&adapter("24.1")), Ok(Some(other)));
        let files = fs::read_dir(&store.folder).unwrap();
        assert_eq!(files.count(), 1, "no temporary file is left");
    }

    #[test]
    fn the_time_to_open_a_gpu_is_kept_and_a_damaged_file_is_ignored() {
        let (_folder, store) = store();
        assert_eq!(store.opening(), None);
        let time = Duration::from_millis(125);
        store.keep_opening(&adapter("1"), time).unwrap();
        assert_eq!(store.opening(), Some(time));
        for damaged in ["", "{}", r#"{"adapter":"x","seconds":-1}"#] {
            fs::write(store.opening_file(), damaged).unwrap();
            assert_eq!(store.opening(), None, "{damaged}");
        }
    }

    #[test]
    fn a_damaged_file_is_named_and_not_used() {
        let (_folder, store) = store();
        store.keep_tuning(&adapter("1"), &tuning()).unwrap();
        let file = store.tuning_file(&adapter("1"));
        let whole = fs::read_to_string(&file).unwrap();
        let no_size = whole.replace("256", "255");
        for damaged in [&whole[..whole.len() / 2], "", "{}", "\u{0}", &no_size] {
            fs::write(&file, damaged).unwrap();
            let line = store.tuning(&adapter("1")).unwrap_err().to_string();
            assert!(line.contains("holds no tuning"), "{line}");
            assert!(line.contains("tuning-"), "{line}");
        }
    }

    #[test]
    fn a_file_of_another_adapter_is_not_used() {
        let (_folder, store) = store();
        store.keep_tuning(&adapter("1"), &tuning()).unwrap();
        let other = adapter("2");
        fs::rename(store.tuning_file(&adapter("1")), store.tuning_file(&other)).unwrap();
        let line = store.tuning(&other).unwrap_err().to_string();
        assert!(line.contains("another adapter's"), "{line}");
    }

    #[test]
    fn unreadable_files_are_not_used_and_unwritable_folders_are_errors() {
        let (_folder, store) = store();
        fs::create_dir_all(store.tuning_file(&adapter("1"))).unwrap();
        assert!(store.tuning(&adapter("1")).is_err(), "it is a folder");
        // A file has the name that the folder should have.
        let file = tempfile::NamedTempFile::new().unwrap();
        let store = Store::new(file.path());
        assert_eq!(store.tuning(&adapter("1")), Ok(None));
        assert!(store.check().is_err());
        assert!(store.keep_tuning(&adapter("1"), &tuning()).is_err());
    }
}
