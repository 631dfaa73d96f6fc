//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

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
        Place::Regular(path) => {
            let file = file_beside(&path)?;
            if let Ok(replaced) = fs::metadata(&path) {
                file.as_file().set_permissions(replaced.permissions())?;
            }
            let mut buffer = BufWriter::new(file.as_file());
            render(&mut buffer)?;
            buffer.flush()?;
            drop(buffer);
            file.persist(path).map_err(|error| error.error)?;
            Ok(())
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
