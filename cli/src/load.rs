//! Reads texts together with the files they include.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use bobbin_core::text::{Encoding, SourceText};
use bobbin_core::view::DecodeError;
use bobbin_core::{HostFacts, Input, Snapshot};
use bobbin_languages::{Detected, LanguageId, detect};
use bobbin_server::{Disk, with_included};

use crate::paths::{path_of, text_of};
use crate::settings::refuse_unknown;
use crate::{files, save};

/// Names standard input or standard output in place of a file.
const STANDARD: &str = "-";

/// A larger file is not taken for an include, whatever its name says.
const MOST_BYTES: u64 = 64 << 20;

/// A text together with its encoding and line ends on the disk.
pub(crate) struct Loaded {
    /// The bytes of the file as they were read.
    pub(crate) bytes: Vec<u8>,
    pub(crate) snapshot: Snapshot,
    pub(crate) encoding: Encoding,
}

/// Reads a text in the given language, or in the one that is detected.
pub(crate) fn load(
    path: &Path,
    language: Option<LanguageId>,
    host: &Arc<HostFacts>,
) -> Result<Loaded, String> {
    let (language, bytes) = bytes_of(path, language)?;
    refuse_unknown(&shown(path), language, host)?;
    if let Some((offset, line)) = language.encoding_fault(&bytes) {
        let shown = shown(path);
        let code = language.info().codes.iter().find(|it| it.name == "encoding");
        let code = code.and_then(|it| it.reference).unwrap_or("encoding");
        return Err(format!(
            "{shown}:{line}: error: not a UTF-8 text file, at byte {offset} ({code})"
        ));
    }
    Ok(parsed(path, language, bytes, host))
}

/// Reads a text, or the text that a binary stands for; says of a binary what its text does not.
pub(crate) fn load_or_decompile(
    path: &Path,
    language: Option<LanguageId>,
    host: &Arc<HostFacts>,
) -> Result<Snapshot, String> {
    let shown = shown(path);
    if path == Path::new(STANDARD) {
        return Ok(load(path, language, host)?.snapshot);
    }
    let bytes = read(path)?;
    let of_binaries = LanguageId::of_binaries()
        .filter(|it| language.is_none_or(|language| language == it.0))
        .filter(|_| detect(&shown, &bytes) == Detected::Binary);
    let Some((language, form)) = of_binaries else {
        return Ok(load(path, language, host)?.snapshot);
    };
    let decompiled = (form.decompile)(&bytes).map_err(|it| format!("{shown}: {it}"))?;
    for it in decompiled.report.iter().filter(|_| !decompiled.exact) {
        complain!("bobbin: {shown}: {it}");
    }
    let input = Input { host: Arc::clone(host), ..Input::alone(&shown, &decompiled.text) };
    Ok(Snapshot::new(language.info(), input))
}

/// Reads a text even if its bytes are not valid in the language, which then is a diagnostic.
pub(crate) fn load_to_check(
    path: &Path,
    language: Option<LanguageId>,
    host: &Arc<HostFacts>,
) -> Result<Snapshot, String> {
    let (language, bytes) = bytes_of(path, language)?;
    refuse_unknown(&shown(path), language, host)?;
    Ok(parsed(path, language, bytes, host).snapshot)
}

/// Returns true if a file is a text in one of our languages, or something is to be said of it: it cannot be
/// read, is a damaged binary, or is in UTF-16.
pub(crate) fn is_ours(path: &Path) -> bool {
    let is_ours = |bytes: &[u8]| match detect(&shown(path), bytes) {
        Detected::Text { .. } => true,
        Detected::Binary => fault(bytes).is_some(),
        _ => is_utf16(bytes),
    };
    read(path).map_or(true, |bytes| is_ours(&bytes))
}

/// Returns why a file is not written anew, if it holds what no text has: what stands around a NUL byte
/// may be a part of something wider, such as UTF-16 without a byte order mark.
pub(crate) fn unwritable(bytes: &[u8]) -> Option<&'static str> {
    bytes.contains(&0).then_some("it has a NUL byte, so it may be no text")
}

/// Returns true if bytes begin with a byte order mark of UTF-16, which neither UTF-8 nor any text of ours
/// begins with.
fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff])
}

/// Says that a file is in UTF-16, and what that means.
fn in_utf16(shown: &str) -> String {
    format!("{shown} is UTF-16, which the programs that use it do not read; save it as UTF-8")
}

fn bytes_of(path: &Path, language: Option<LanguageId>) -> Result<(LanguageId, Vec<u8>), String> {
    let bytes = read(path)?;
    let shown = shown(path);
    let language = match language {
        // Whatever language it is said to be in, its bytes are no text.
        Some(language) if detect(&shown, &bytes) != Detected::Binary => language,
        _ => {
            say_doubt(&shown, &bytes);
            let found = language_of(&shown, &bytes);
            found.map_err(|it| if is_utf16(&bytes) { in_utf16(&shown) } else { it })?
        }
    };
    // Read byte by byte, such a text is nonsense, and what is put in between destroys it. A language that
    // has a rule about it says so itself.
    if is_utf16(&bytes) && language.encoding_fault(&bytes).is_none() {
        return Err(in_utf16(&shown));
    }
    Ok((language, bytes))
}

/// Says that a text has signs of several languages, once for each file
/// (coil.md#telling-the-formats-apart).
fn say_doubt(shown: &str, bytes: &[u8]) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let Detected::Text { language, others } = detect(shown, bytes) else { return };
    if others.is_empty() || !SAID.lock().is_ok_and(|mut it| it.insert(shown.to_owned())) {
        return;
    }
    let title = |it: LanguageId| it.info().title;
    let others = others.into_iter().map(title).collect::<Vec<_>>().join(" and of a ");
    complain!(
        "bobbin: {shown} is ambiguous: read as a {}, it has signs of a {others}, too; \
         `--language NAME` decides",
        title(language)
    );
}

fn parsed(path: &Path, language: LanguageId, bytes: Vec<u8>, host: &Arc<HostFacts>) -> Loaded {
    let source = SourceText::decode(&bytes);
    let snapshot = parse(language, &shown(path), &source, host);
    Loaded { bytes, snapshot, encoding: source.encoding }
}

/// Parses a text together with everything it includes.
pub(crate) fn parse(
    language: LanguageId,
    path: &str,
    source: &SourceText,
    host: &Arc<HostFacts>,
) -> Snapshot {
    let mut input = Input { host: Arc::clone(host), ..Input::alone(path, &source.text) };
    if source.utf8_fault().is_some() {
        Arc::make_mut(&mut input.files).insert_source(path, source);
    }
    with_included(language, input, ONCE, &mut Vec::new())
}

/// Parses a text again, with another text in the place of a file that it includes; `None` if it does not
/// include that.
pub(crate) fn with_part(snapshot: &Snapshot, part: &Path, source: &SourceText) -> Option<Snapshot> {
    let language = LanguageId::from_name(snapshot.info().name)?;
    let mut input = snapshot.input().clone();
    let names = names_of(snapshot, part);
    for it in &names {
        Arc::make_mut(&mut input.files).insert_source(it, source);
    }
    (!names.is_empty()).then(|| with_included(language, input, ONCE, &mut Vec::new()))
}

/// Returns the paths by which a text includes a file.
pub(crate) fn names_of(snapshot: &Snapshot, part: &Path) -> Vec<String> {
    let Ok(part) = fs::canonicalize(part) else { return Vec::new() };
    let is_part = |it: &&str| fs::canonicalize(path_of(it)).is_ok_and(|it| it == part);
    snapshot.input().files.paths().filter(is_part).map(str::to_owned).collect()
}

/// Reads the files of this machine.
pub(crate) const DISK: Disk =
    Disk { read: included, real, fault: unreadable, is_directory, in_folder, list };

/// The same for a command that ends: each file is read once, however many texts include it, until
/// [`write()`] changes one.
const ONCE: Disk = Disk { read: included_once, ..DISK };

/// The included files that [`ONCE`] has looked for, by path; `None` for one that could not be read.
static READ: Mutex<BTreeMap<String, Option<SourceText>>> = Mutex::new(BTreeMap::new());

/// Returns the path of a file, with all links followed.
fn real(path: &str) -> Option<String> {
    Some(text_of(&fs::canonicalize(path_of(path)).ok()?))
}

/// Returns why there is no text of the file at a path, if there is one.
fn unreadable(path: &str) -> Option<String> {
    let path = path_of(path);
    let about = match fs::metadata(&path) {
        Ok(about) => about,
        Err(error) => {
            let is_there = error.kind() == io::ErrorKind::PermissionDenied;
            return is_there.then(|| error.to_string());
        }
    };
    if about.is_dir() {
        None
    } else if !about.is_file() {
        Some("it is no regular file".to_owned())
    } else if about.len() > MOST_BYTES {
        Some(format!("it is larger than {} MiB", MOST_BYTES >> 20))
    } else {
        fs::File::open(path).err().map(|it| it.to_string())
    }
}

/// Returns true if there is a directory at a path.
fn is_directory(path: &str) -> bool {
    path_of(path).is_dir()
}

/// Returns the files in a folder itself.
fn in_folder(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(path_of(folder)).into_iter().flatten().flatten();
    entries.map(|it| text_of(&it.path())).collect()
}

/// Returns the files below a folder that have a name of our languages.
fn list(folder: &str) -> Vec<String> {
    files::below(&path_of(folder)).iter().map(|it| text_of(it)).collect()
}

/// Reads the text of a file for an editor, if it exists: of UTF-16 the characters, as an editor does, in
/// which the places of edits are counted.
fn included(path: &str) -> Option<SourceText> {
    let bytes = bytes_at(path)?;
    Some(SourceText::decode_utf16(&bytes).unwrap_or_else(|| SourceText::decode(&bytes)))
}

/// Returns the bytes of a file that may be included, if it exists.
fn bytes_at(path: &str) -> Option<Vec<u8>> {
    let path = &path_of(path);
    let about = fs::metadata(path).ok()?;
    if !about.is_file() || about.len() > MOST_BYTES {
        return None;
    }
    fs::read(path).ok()
}

fn included_once(path: &str) -> Option<SourceText> {
    let known = || READ.lock().ok()?.get(path).cloned();
    if let Some(known) = known() {
        return known;
    }
    // As the real program reads it.
    let bytes = bytes_at(path);
    if bytes.as_deref().is_some_and(is_utf16) {
        complain!("bobbin: {}", in_utf16(path));
    }
    let text = bytes.map(|it| SourceText::decode(&it));
    if let Ok(mut read) = READ.lock() {
        read.insert(path.to_owned(), text.clone());
    }
    text
}

fn language_of(shown: &str, bytes: &[u8]) -> Result<LanguageId, String> {
    match detect(shown, bytes) {
        Detected::Text { language, .. } => Ok(language),
        Detected::Binary => Err(match fault(bytes) {
            Some(fault) if fault.is_limit() => {
                format!("{shown} is a binary that Bobbin does not read: {fault}")
            }
            Some(fault) => format!("{shown} is a damaged binary: {fault}"),
            None => format!("{shown} is a binary; `bobbin decompile` makes it a text"),
        }),
        Detected::Unsupported(what) | Detected::LeftOut(what) => {
            Err(format!("{shown} is {what}, which Bobbin does not read"))
        }
        Detected::Unknown => {
            Err(format!("cannot detect the language of {shown}; use `--language NAME`"))
        }
    }
}

/// Returns what keeps a binary from being read.
fn fault(bytes: &[u8]) -> Option<DecodeError> {
    let (_, form) = LanguageId::of_binaries()?;
    (form.decompile)(bytes).err()
}

/// The name that the call gives standard input.
static NAME_OF_INPUT: OnceLock<String> = OnceLock::new();

/// Gives standard input the name of a file.
pub(crate) fn name_standard_input(name: &Path) {
    NAME_OF_INPUT.get_or_init(|| text_of(name));
}

/// Returns the name of a file, for messages and for what is beside it.
pub(crate) fn shown(path: &Path) -> String {
    match path == Path::new(STANDARD) {
        true => NAME_OF_INPUT.get().map_or("<stdin>", String::as_str).to_owned(),
        false => text_of(path),
    }
}

/// Returns the files that a text is made from: its own and those it includes.
pub(crate) fn sources(snapshot: &Snapshot) -> Vec<PathBuf> {
    let input = snapshot.input();
    input.files.paths().chain([input.path.as_str()]).map(path_of).collect()
}

/// The bytes of the devices and pipes that were read, by path: what is read from one is gone from it, and some commands
/// look at a file twice.
static STREAMS: Mutex<BTreeMap<PathBuf, Vec<u8>>> = Mutex::new(BTreeMap::new());

/// Reads the bytes of a file or of standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    static IS_READ: AtomicBool = AtomicBool::new(false);
    let bytes = if path == Path::new(STANDARD) {
        if IS_READ.swap(true, Ordering::Relaxed) {
            return Err("standard input can be read only once".to_owned());
        }
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else if save::is_stream(path) {
        read_stream(path)
    } else {
        fs::read(path)
    };
    bytes.map_err(|error| format!("cannot read {}: {error}", shown(path)))
}

/// Reads the bytes of a device or a pipe, or returns those that were read before.
fn read_stream(path: &Path) -> io::Result<Vec<u8>> {
    // Held while it is read: of two who ask at once one would get nothing.
    let mut streams = STREAMS.lock().map_err(|_| io::Error::other("another thread failed"))?;
    if let Some(bytes) = streams.get(path) {
        return Ok(bytes.clone());
    }
    let bytes = fs::read(path)?;
    streams.insert(path.to_owned(), bytes.clone());
    Ok(bytes)
}

/// Refuses to write anew what is read from a device or a pipe: nobody would get it.
pub(crate) fn refuse_stream(path: &Path) -> Result<(), String> {
    if path != Path::new(STANDARD) && save::is_stream(path) {
        return Err(format!("{} is no regular file, so it is left as it is", shown(path)));
    }
    Ok(())
}

/// Writes to a file, or to standard output if there is none.
pub(crate) fn write(path: Option<&Path>, bytes: &[u8]) -> Result<(), String> {
    let path = path.unwrap_or(Path::new(STANDARD));
    let written =
        if path == Path::new(STANDARD) { print(bytes) } else { save::replace(path, bytes) };
    if let Ok(mut read) = READ.lock() {
        read.clear();
    }
    written.map_err(|error| {
        let name =
            if path == Path::new(STANDARD) { "standard output".to_owned() } else { shown(path) };
        format!("cannot write {name}: {error}")
    })
}

/// Prints to standard output. A reader that stops early, such as `head`, is not an error.
fn print(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_once_until_one_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.conf");
        let text = || included_once(&text_of(&path)).map(|it| it.text.to_string());
        assert_eq!(text(), None);
        fs::write(&path, "1").unwrap();
        assert_eq!(text(), None);
        write(Some(&path), b"2").unwrap();
        assert_eq!(text().as_deref(), Some("2"));
        fs::write(&path, "3").unwrap();
        assert_eq!(text().as_deref(), Some("2"));
    }
}
