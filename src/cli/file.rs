//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use indicatif::BinaryBytes;
use tempfile::NamedTempFile;

use super::failure::Failure;

/// Links that are followed one after the other.
const MOST_LINKS: usize = 40;

/// Writes a file whole or not at all: beside its place first, then renamed. What is no regular file
/// (a pipe, `/dev/stdout`) cannot be replaced and is written as it is.
///
/// # Errors
/// [`Failure`] names the file.
pub fn write_file(
    path: &Path,
    render: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let write = || match Place::of(path)? {
        Place::Special => {
            let mut file = BufWriter::new(File::options().write(true).open(path)?);
            render(&mut file)?;
            file.flush()
        }
        Place::Regular(place) => {
            let file = NewFile::beside(place)?;
            let mut buffer = BufWriter::new(file.file());
            render(&mut buffer)?;
            buffer.flush()?;
            drop(buffer);
            file.put()
        }
    };
    write().map_err(|error| Failure::writing(&path.display().to_string(), &error))
}

/// Makes sure that a file can be written, and leaves it as it is.
///
/// # Errors
/// [`Failure`] names the file.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    let check = || match Place::of(path)? {
        Place::Special => Ok(()),
        Place::Regular(path) => file_beside(&path).map(|_| ()),
    };
    check().map_err(|error| Failure::writing(&path.display().to_string(), &error))
}

/// Whether two paths lead to one regular file, there or not.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let (Ok(Place::Regular(one)), Ok(Place::Regular(other))) = (Place::of(one), Place::of(other))
    else {
        return false;
    };
    resolved(&one) == resolved(&other)
}

/// The place with its folder's own path, where there is such a folder.
fn resolved(place: &Path) -> PathBuf {
    match (fs::canonicalize(folder_of(place)), place.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => place.to_owned(),
    }
}

/// A file that is written beside its place. It is gone when it is dropped, unless it was put there.
pub struct NewFile {
    file: NamedTempFile,
    place: PathBuf,
}

impl NewFile {
    /// Begins a file that will take `bytes`.
    ///
    /// # Errors
    /// [`Failure`] names the file: nothing can be written there, it is no regular file, or the disk has
    /// no room for it.
    pub fn create(path: &Path, bytes: u64) -> Result<NewFile, Failure> {
        let failed = |error: io::Error| Failure::writing(&path.display().to_string(), &error);
        let Place::Regular(place) = Place::of(path).map_err(failed)? else {
            return Err(Failure::BadInput(format!(
                "{} is a pipe or a device; name a regular file",
                path.display()
            )));
        };
        let file = NewFile::beside(place).map_err(failed)?;
        let free = fs4::available_space(folder_of(&file.place)).map_err(failed)?;
        check_room(path, bytes, free)?;
        Ok(file)
    }

    fn beside(place: PathBuf) -> io::Result<NewFile> {
        let file = file_beside(&place)?;
        if let Ok(replaced) = fs::metadata(&place) {
            file.as_file().set_permissions(replaced.permissions())?;
        }
        Ok(NewFile { file, place })
    }

    /// What is written into.
    pub fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Where the file goes.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Puts the file in its place, where it replaces what is there.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn put(self) -> io::Result<()> {
        self.file.persist(self.place).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Refuses a file of so many bytes where fewer are free.
fn check_room(path: &Path, bytes: u64, free: u64) -> Result<(), Failure> {
    if bytes <= free {
        return Ok(());
    }
    Err(Failure::Failed(format!(
        "cannot write {}: it takes {}, and {} are free there; make room or name another disk",
        path.display(),
        BinaryBytes(bytes),
        BinaryBytes(free),
    )))
}

/// Where a result goes.
enum Place {
    /// A pipe or a device.
    Special,
    /// A regular file, there or not; no link.
    Regular(PathBuf),
}

impl Place {
    /// A link stays one: what it leads to is written, there or not.
    fn of(path: &Path) -> io::Result<Place> {
        match fs::metadata(path) {
            Ok(at) if at.is_dir() => return Err(io::Error::other("it is a folder")),
            Ok(at) if !at.is_file() => return Ok(Place::Special),
            Ok(_) => return fs::canonicalize(path).map(Place::Regular),
            Err(_) => {}
        }
        // Nothing is there: a link may lead to where it is to be.
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            match fs::symlink_metadata(&path) {
                Ok(at) if at.is_symlink() => path = folder_of(&path).join(fs::read_link(&path)?),
                _ => return Ok(Place::Regular(path)),
            }
        }
        Err(io::Error::other("it is a link that leads to itself"))
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// A temporary file in the same folder, with the permissions of any new file.
fn file_beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask takes its share.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // tempfile's own errors name its file, which nobody asked for.
    let bare = |error: io::Error| fs::metadata(folder).err().unwrap_or(error.kind().into());
    builder.prefix(".engine-").tempfile_in(folder).map_err(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_for_which_there_is_no_room_is_refused_with_both_figures() {
        let path = Path::new("table.npy");
        assert!(check_room(path, 10 << 30, 10 << 30).is_ok());
        let Err(Failure::Failed(line)) = check_room(path, 10 << 30, 3 << 29) else {
            panic!("ten gibibytes do not fit one and a half");
        };
        for part in ["table.npy", "10.00 GiB", "1.50 GiB", "another disk"] {
            assert!(line.contains(part), "no '{part}': {line}");
        }
    }

    #[test]
    fn a_path_is_the_same_by_whatever_way_it_leads_there() {
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
        // A device takes what it is given, in turn.
        assert!(!is_same(Path::new("/dev/null"), Path::new("/dev/null")));
    }

    #[test]
    fn a_new_file_that_no_disk_holds_is_not_begun() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.npy");
        assert!(matches!(
            NewFile::create(&path, u64::MAX),
            Err(Failure::Failed(_))
        ));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
