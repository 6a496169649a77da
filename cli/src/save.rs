//! Writes files so that no text is lost.
//!
//! New content is written beside the old file and takes its place in one step, so a full disk or a
//! crash leaves the old file whole. Links, permissions, owner and extended attributes are kept.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Follows at most this many symbolic links in a row, as Linux does.
const MOST_LINKS: usize = 40;

/// Replaces the content of the file at `path`, or creates the file.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = followed(path)?;
    let about = match fs::metadata(&path) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Draft::write(&path, bytes, None)?.take_place_of(&path);
        }
        Err(error) => return Err(error),
    };
    if about.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    if !about.is_file() {
        // A device or a pipe holds nothing that could be lost.
        return OpenOptions::new().write(true).open(&path)?.write_all(bytes);
    }
    // Renaming checks the folder's permissions only, so the file's own are checked first.
    if about.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is write-protected"));
    }
    OpenOptions::new().write(true).open(&path)?;
    let draft = Draft::write(&path, bytes, Some(&about))?;
    if has_other_names(&about)
        || !draft.is_owned_as(&about)
        || draft.take_attributes(&path).is_err()
    {
        return draft.copy_into(&path, bytes);
    }
    draft.take_place_of(&path)
}

/// Returns true for a device or a pipe, which keeps nothing.
pub(crate) fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir())
}

/// Returns the end of a chain of symbolic links, even if no file exists there yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut res = path.to_owned();
    for _ in 0..MOST_LINKS {
        if !fs::symlink_metadata(&res).is_ok_and(|it| it.is_symlink()) {
            return Ok(res);
        }
        let target = fs::read_link(&res)?;
        res = res.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("its symbolic links form a cycle"))
}

/// New content in a file of its own, synced to the disk. Dropping an unused draft removes it.
struct Draft(NamedTempFile);

impl Draft {
    /// Writes `bytes` to a new file beside `path`, with the permissions of the existing one.
    fn write(path: &Path, bytes: &[u8], about: Option<&fs::Metadata>) -> io::Result<Draft> {
        let name = path.file_name().ok_or_else(|| io::Error::other("it names no file"))?;
        let mut prefix = OsString::from(".");
        prefix.push(name);
        prefix.push(".");
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(".tmp");
        #[cfg(unix)]
        if about.is_none() {
            // As any program creates a file: what the user's mask leaves of it.
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        }
        let folder = folder_of(path);
        let mut draft = Draft(builder.tempfile_in(folder).map_err(|error| unmade(folder, &error))?);
        draft.0.write_all(bytes)?;
        let file = draft.0.as_file();
        if let Some(about) = about {
            draft.own_as(about);
            file.set_permissions(about.permissions())?;
        }
        file.sync_all()?;
        Ok(draft)
    }

    /// Takes over the extended attributes of the old file: access lists, which change the meaning of its permissions,
    /// labels, and what other programs keep there.
    #[cfg(unix)]
    fn take_attributes(&self, path: &Path) -> io::Result<()> {
        use xattr::FileExt as _;
        let old = match xattr::list(path) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(()),
            Err(error) => return Err(error),
        };
        let new = self.0.as_file();
        for name in old {
            let Some(value) = xattr::get(path, &name)? else { continue };
            if new.get_xattr(&name)?.as_ref() != Some(&value) {
                new.set_xattr(&name, &value)?;
            }
        }
        Ok(())
    }

    #[cfg(not(unix))]
    fn take_attributes(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    /// Renames the draft to the name of the old file.
    fn take_place_of(self, path: &Path) -> io::Result<()> {
        self.0.persist(path)?;
        // Not every system can sync a folder, and the file itself is already on the disk.
        if let Ok(folder) = File::open(folder_of(path)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Writes the new content into the old file, for files that a rename would separate from their
    /// other names, their owner or their attributes. If that fails, the old content is restored and the draft is
    /// kept.
    fn copy_into(self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let old = fs::read(path)?;
        let mut file = OpenOptions::new().write(true).open(path)?;
        let Err(error) = overwrite(&mut file, bytes) else { return Ok(()) };
        let (_, draft) = self.0.keep()?;
        let draft = draft.display();
        Err(io::Error::new(
            error.kind(),
            match overwrite(&mut file, &old) {
                Ok(()) => format!("{error}; the new content is in {draft}"),
                Err(_) => format!("{error}; it is damaged, and the new content is in {draft}"),
            },
        ))
    }

    #[cfg(unix)]
    fn own_as(&self, about: &fs::Metadata) {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        if !self.is_owned_as(about) {
            let _ = fchown(self.0.as_file(), Some(about.uid()), Some(about.gid()));
        }
    }

    #[cfg(not(unix))]
    fn own_as(&self, _: &fs::Metadata) {}

    #[cfg(unix)]
    fn is_owned_as(&self, about: &fs::Metadata) -> bool {
        use std::os::unix::fs::MetadataExt as _;
        let own = self.0.as_file().metadata();
        own.is_ok_and(|it| (it.uid(), it.gid()) == (about.uid(), about.gid()))
    }

    #[cfg(not(unix))]
    fn is_owned_as(&self, _: &fs::Metadata) -> bool {
        true
    }
}

/// Says why no file can be made in a folder; the draft's own name means nothing to anybody.
fn unmade(folder: &Path, error: &io::Error) -> io::Error {
    let shown = folder.display();
    match error.kind() {
        io::ErrorKind::NotFound => {
            io::Error::new(error.kind(), format!("there is no folder {shown}"))
        }
        kind => io::Error::new(kind, format!("no file can be made in the folder {shown}: {kind}")),
    }
}

/// Returns the folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|it| *it != Path::new("")).unwrap_or(Path::new("."))
}

fn overwrite(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_all()
}

#[cfg(unix)]
fn has_other_names(about: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(about) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &fs::Metadata) -> bool {
    false
}

/// Refuses an output that is one of the sources of the result, under whatever name.
pub(crate) fn refuse_source<'a>(
    out: &Path,
    sources: impl IntoIterator<Item = &'a Path>,
) -> Result<(), String> {
    for source in sources {
        if is_same_file(out, source) {
            let (out, source) = (out.display(), source.display());
            return Err(format!(
                "cannot write {out}: it is {source}, which is read; name another file with `-o`, or use `--force`"
            ));
        }
    }
    Ok(())
}

/// Refuses to overwrite a file with content of another kind; an empty file may be overwritten.
pub(crate) fn refuse_other(
    out: &Path,
    what: &str,
    is_replaceable: impl FnOnce(&[u8]) -> bool,
) -> Result<(), String> {
    if !holds_other(out, is_replaceable)? {
        return Ok(());
    }
    let shown = out.display();
    Err(format!(
        "cannot write {shown}: it exists already and is not {what}; name another file with `-o`, or use `--force`"
    ))
}

/// Returns true if a file has content of another kind.
pub(crate) fn holds_other(
    out: &Path,
    is_replaceable: impl FnOnce(&[u8]) -> bool,
) -> Result<bool, String> {
    // Only a regular file holds content, and a file that cannot be read is not overwritten either.
    if !fs::metadata(out).is_ok_and(|it| it.is_file() && it.len() > 0) {
        return Ok(false);
    }
    let bytes = fs::read(out);
    let bytes = bytes.map_err(|error| format!("cannot write {}: {error}", out.display()))?;
    Ok(!is_replaceable(&bytes))
}

/// Returns true if two paths lead to one file, through links or by another spelling.
fn is_same_file(left: &Path, right: &Path) -> bool {
    if let (Ok(left), Ok(right)) = (fs::canonicalize(left), fs::canonicalize(right))
        && left == right
    {
        return fs::metadata(left).is_ok_and(|it| it.is_file());
    }
    identity(left).is_some_and(|it| identity(right) == Some(it))
}

/// Returns what tells a file from others, whatever its names are: its device and its number there; `None` if it is no
/// regular file, and where files have no numbers.
#[cfg(unix)]
pub(crate) fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|it| (it.dev(), it.ino()))
}

#[cfg(not(unix))]
pub(crate) fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}
