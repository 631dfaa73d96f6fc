//! Files that appear complete or not at all.
//!
//! A file is first written under a temporary name in the same folder, then to the disk, and then renamed. A reader never
//! sees half of it, not even after a power cut, and a failure leaves the old file as it was. A result replaces a file
//! that is already there, unless that is read-only.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::report::numbers::binary_bytes;

/// The longest chain of symbolic links that is followed.
const MAX_LINKS: usize = 40;

/// Writes a file completely or not at all. A pipe or a device (such as `/dev/stdout`) cannot be replaced, so that it is
/// written to directly.
///
/// # Errors
/// [`Failure`] names the file.
pub fn write_file(
    path: &Path,
    render: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let write = || match Destination::of(path)? {
        Destination::Special => {
            let mut file = BufWriter::new(File::options().write(true).open(path)?);
            render(&mut file)?;
            file.flush()
        }
        Destination::Regular(path) => {
            let file = NewFile::replacing(path)?;
            let mut buffer = BufWriter::new(file.file());
            render(&mut buffer)?;
            buffer.flush()?;
            drop(buffer);
            file.persist()
        }
    };
    write().map_err(|error| Failure::writing(&path.display().to_string(), &error))
}

/// Checks that a file can be written, without changing it. Long jobs do this before they start.
///
/// # Errors
/// [`Failure`] names the file.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    let check = || match Destination::of(path)? {
        Destination::Special => Ok(()),
        Destination::Regular(path) => temporary_file_next_to(&path).map(|_| ()),
    };
    check().map_err(|error| Failure::writing(&path.display().to_string(), &error))
}

/// True if a path leads to a pipe or a device.
pub fn is_special(path: &Path) -> bool {
    matches!(Destination::of(path), Ok(Destination::Special))
}

/// True if two paths lead to the same regular file. The file need not exist.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let (Ok(Destination::Regular(one)), Ok(Destination::Regular(other))) =
        (Destination::of(one), Destination::of(other))
    else {
        return false;
    };
    with_canonical_folder(&one) == with_canonical_folder(&other)
}

/// The path with its folder in canonical form, if the folder exists.
fn with_canonical_folder(path: &Path) -> PathBuf {
    match (fs::canonicalize(folder_of(path)), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// The temporary files that exist.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Deletes all temporary files, for a process that is about to exit without dropping its values. No file can be begun
/// afterwards.
pub fn abandon_new_files() {
    let files = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
    for file in &*files {
        // There is nobody to tell, and the process is ending.
        let _ = fs::remove_file(file);
    }
    mem::forget(files);
}

/// A temporary file that [`abandon_new_files`] knows.
struct Temporary {
    file: Option<NamedTempFile>,
    path: PathBuf,
}

impl Temporary {
    fn next_to(path: &Path) -> io::Result<Temporary> {
        let mut files = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
        let file = temporary_file_next_to(path)?;
        let path = file.path().to_owned();
        files.insert(path.clone());
        Ok(Temporary {
            file: Some(file),
            path,
        })
    }

    fn file(&self) -> &NamedTempFile {
        self.file.as_ref().expect("only drop and persist take it")
    }

    fn persist(mut self, destination: &Path) -> io::Result<()> {
        let file = self.file.take().expect("only drop and persist take it");
        let persisted = file.persist(destination);
        persisted.map(drop).map_err(|error| error.error)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Dropping the file deletes it.
        self.file = None;
        let mut files = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
        files.remove(&self.path);
    }
}

/// A file under a temporary name next to its destination. Dropping it deletes it, unless it was
/// [persisted](NewFile::persist).
pub struct NewFile {
    file: Temporary,
    destination: PathBuf,
}

impl NewFile {
    /// Begins a file that will have this many bytes.
    ///
    /// # Errors
    /// [`Failure`] names the file: it cannot be written, it is not a regular file, or the disk has too little space.
    pub fn create(path: &Path, bytes: u64) -> Result<NewFile, Failure> {
        let failed = |error: io::Error| Failure::writing(&path.display().to_string(), &error);
        let Destination::Regular(destination) = Destination::of(path).map_err(failed)? else {
            return Err(Failure::BadInput(format!(
                "{} is a pipe or a device; name a regular file",
                path.display()
            )));
        };
        let file = NewFile::replacing(destination).map_err(failed)?;
        let free = fs4::available_space(folder_of(&file.destination)).map_err(failed)?;
        check_free_space(path, bytes, free)?;
        Ok(file)
    }

    /// Begins a file with the permissions of the file that it will replace, if there is one.
    fn replacing(destination: PathBuf) -> io::Result<NewFile> {
        let file = Temporary::next_to(&destination)?;
        if let Ok(replaced) = fs::metadata(&destination) {
            let permissions = replaced.permissions();
            file.file().as_file().set_permissions(permissions)?;
        }
        Ok(NewFile { file, destination })
    }

    /// The open file, to write to.
    pub fn file(&self) -> &File {
        self.file.file().as_file()
    }

    /// The path that the file will have once it is persisted.
    pub fn destination(&self) -> &Path {
        &self.destination
    }

    /// Renames the file to its destination. A file that is there already is replaced. After a power cut, the old file or
    /// the new one is there, never an empty one.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn persist(self) -> io::Result<()> {
        self.file().sync_all()?;
        self.file.persist(&self.destination)?;
        sync_folder_of(&self.destination);
        Ok(())
    }
}

/// Refuses a file of `bytes` bytes on a disk with fewer free.
fn check_free_space(path: &Path, bytes: u64, free: u64) -> Result<(), Failure> {
    if bytes <= free {
        return Ok(());
    }
    Err(Failure::Failed(format!(
        "cannot write {}: it needs {}, but only {} is free; free some space or choose another disk",
        path.display(),
        binary_bytes(bytes),
        binary_bytes(free),
    )))
}

/// The kind of file that a path leads to.
enum Destination {
    /// A pipe or a device.
    Special,
    /// A regular file, which may not exist yet. The path is not a symbolic link.
    Regular(PathBuf),
}

impl Destination {
    /// Follows symbolic links, so that a link stays a link and its target is written. The target need not exist.
    fn of(path: &Path) -> io::Result<Destination> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(io::Error::other("it is a folder")),
            Ok(found) if !found.is_file() => return Ok(Destination::Special),
            // A rename would replace it all the same. Whoever made it read-only wants to keep it.
            Ok(found) if found.permissions().readonly() => {
                return Err(io::Error::other("the file is read-only"));
            }
            Ok(_) => return fs::canonicalize(path).map(Destination::Regular),
            Err(_) => {}
        }
        // Nothing is there, but the path may be a link to a file that does not exist yet.
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            match fs::symlink_metadata(&path) {
                Ok(found) if found.is_symlink() => {
                    path = folder_of(&path).join(fs::read_link(&path)?);
                }
                _ => return Ok(Destination::Regular(path)),
            }
        }
        Err(io::Error::other(
            "it is a symbolic link that leads to itself",
        ))
    }
}

/// Writes the entries of a file's folder to the disk.
fn sync_folder_of(path: &Path) {
    // Some file systems refuse this for folders. The file itself is complete, so there is nothing to report.
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// A temporary file in the folder of `path`, with the permissions of any new file.
fn temporary_file_next_to(path: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // tempfile's default is 0600. The operating system applies the umask to this.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // tempfile's errors name the temporary file, which means nothing to the user.
    let bare = |error: io::Error| fs::metadata(folder).err().unwrap_or(error.kind().into());
    builder.prefix(".engine-").tempfile_in(folder).map_err(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_larger_than_the_free_space_is_refused_with_both_sizes() {
        let path = Path::new("table.npy");
        assert!(check_free_space(path, 10 << 30, 10 << 30).is_ok());
        let Err(Failure::Failed(line)) = check_free_space(path, 10 << 30, 3 << 29) else {
            panic!("10 GiB do not fit into 1.5 GiB");
        };
        for part in ["table.npy", "10.00 GiB", "1.50 GiB", "another disk"] {
            assert!(line.contains(part), "no '{part}': {line}");
        }
    }

    #[test]
    fn paths_through_folders_and_links_lead_to_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("inner")).unwrap();
        fs::write(at("there"), "").unwrap();
        for name in ["there", "new"] {
            assert!(is_same(&at(name), &at("inner/..").join(name)), "{name}");
            assert!(!is_same(&at(name), &at("inner").join(name)), "{name}");
            #[cfg(unix)]
            {
                let link = at("inner").join(format!("to-{name}"));
                std::os::unix::fs::symlink(format!("../{name}"), &link).unwrap();
                assert!(is_same(&at(name), &link), "{name}");
            }
        }
        assert!(!is_same(&at("there"), &at("new")));
        // Two results can be written to the same device.
        assert!(!is_same(Path::new("/dev/null"), Path::new("/dev/null")));
    }

    #[test]
    fn nothing_is_left_of_a_new_file_that_is_too_large() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.npy");
        assert!(matches!(
            NewFile::create(&path, u64::MAX),
            Err(Failure::Failed(_))
        ));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
