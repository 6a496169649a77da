//! Writes files so that no text is lost.
//!
//! New content is written beside the old file and takes its place in one step, so a full disk or a
//! crash leaves the old file whole. Links, permissions, owner and extended attributes are kept. Where that
//! cannot be, the old file is written into, and a full disk leaves its content, too. Ctrl+C waits for the end.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::interruption;

/// Follows at most this many symbolic links in a row, as Linux does.
const MOST_LINKS: usize = 40;

/// Replaces the content of the file at `path`, or creates the file.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Before the links are followed: those of /proc lead to pipes that have no path.
    if is_stream(path) {
        return write_to_stream(path, bytes);
    }
    let _held = interruption::hold_off();
    let path = followed(path)?;
    let about = match fs::metadata(&path) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Draft::write(&path, bytes, None)?.0.persist(&path)?;
            sync_folder_of(&path);
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    if about.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    // Renaming checks the folder's permissions only, so the file's own are checked first.
    if about.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is write-protected"));
    }
    OpenOptions::new().write(true).open(&path)?;
    let draft = match Draft::write(&path, bytes, Some(&about)) {
        Ok(draft) => draft,
        // The file itself may be written.
        Err(error) if is_forbidden(&error) => return copy_into(&path, bytes, None),
        Err(error) => return Err(error),
    };
    if has_other_names(&about)
        || !draft.is_owned_as(&about)
        || draft.take_attributes(&path).is_err()
    {
        return copy_into(&path, bytes, Some(draft));
    }
    match draft.0.persist(&path) {
        Ok(_) => {
            sync_folder_of(&path);
            Ok(())
        }
        Err(it) if is_forbidden(&it.error) => copy_into(&path, bytes, Some(Draft(it.file))),
        Err(it) => Err(it.error),
    }
}

/// Returns true if a folder does not let a file be made in it, or take the place of another one: it is not writable, or
/// something is mounted on the file.
fn is_forbidden(error: &io::Error) -> bool {
    use io::ErrorKind::{CrossesDevices, PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
    matches!(error.kind(), CrossesDevices | PermissionDenied | ReadOnlyFilesystem | ResourceBusy)
}

/// Writes to a device or a pipe, which holds nothing that could be lost. A reader that stops early is no error.
fn write_to_stream(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match OpenOptions::new().write(true).open(path)?.write_all(bytes) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// Returns true for a device or a pipe, which keeps nothing.
pub(crate) fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir())
}

/// Returns true for a name of a file that a program was started with: put in its place, another file would not get what
/// the others who write to it add.
fn is_descriptor(path: &Path) -> bool {
    let is_of_process = path.starts_with("/proc") && folder_of(path).ends_with("fd");
    is_of_process || path.starts_with("/dev/fd")
}

/// Returns the end of a chain of symbolic links, even if no file exists there yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut res = path.to_owned();
    for _ in 0..MOST_LINKS {
        if is_descriptor(&res) {
            let reason = "it stands for a file that is open already; name that file";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
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
        // A longer name leaves no room for what the draft's has beside it.
        prefix.push(if name.len() > 200 { OsStr::new("bobbin") } else { name });
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
        // A new file has those of its folder, which may give more rights than the old one gave.
        for name in new.list_xattr()?.filter(|it| !old.clone().any(|old| old == *it)) {
            new.remove_xattr(&name)?;
        }
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

/// Syncs the folder of a file. Not every system can, and the file itself is already on the disk.
fn sync_folder_of(path: &Path) {
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}

/// Writes the new content into the old file, for files that a rename would separate from their other names, their
/// owner or their attributes, or that nothing can take the place of. If that fails, the old content is restored and
/// the draft, if there is one, is kept.
fn copy_into(path: &Path, bytes: &[u8], draft: Option<Draft>) -> io::Result<()> {
    let old = fs::read(path)?;
    let mut file = OpenOptions::new().write(true).open(path)?;
    let Err(error) = overwrite(&mut file, bytes) else { return Ok(()) };
    let mut message = error.to_string();
    if restore(&mut file, &old).is_err() {
        message += "; it is damaged";
    }
    if let Some(draft) = draft {
        let (_, draft) = draft.0.keep()?;
        message += &format!("; the new content is in {}", draft.display());
    }
    Err(io::Error::new(error.kind(), message))
}

fn overwrite(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_all()
}

/// Undoes what [`overwrite`] has written before it failed: on a full disk no more than that can be written.
fn restore(file: &mut File, old: &[u8]) -> io::Result<()> {
    let n_written = usize::try_from(file.stream_position()?).ok();
    let is_cut = file.metadata()?.len() < old.len() as u64;
    let lost = n_written.filter(|_| !is_cut).and_then(|it| old.get(..it)).unwrap_or(old);
    file.seek(SeekFrom::Start(0))?;
    file.write_all(lost)?;
    file.set_len(old.len() as u64)?;
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
