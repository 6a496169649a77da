//! Reading texts with the files they include.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bobbin_core::text::{Encoding, SourceText};
use bobbin_core::{HostFacts, Input, Snapshot};
use bobbin_languages::{Detected, LanguageId, detect};
use bobbin_server::{Disk, paths, with_included};

use crate::save;

/// Standard input or standard output, in place of a file.
const STANDARD: &str = "-";

/// Larger files are taken for something else that has the name of an include.
const MOST_BYTES: u64 = 64 << 20;

/// A text and how its file spells it.
pub(crate) struct Loaded {
    /// The file as it was read.
    pub(crate) bytes: Vec<u8>,
    pub(crate) snapshot: Snapshot,
    pub(crate) encoding: Encoding,
}

/// Reads a text in the language that is given, or else in the one it has.
pub(crate) fn load(
    path: &Path,
    language: Option<LanguageId>,
    host: &Arc<HostFacts>,
) -> Result<Loaded, String> {
    let (language, bytes) = bytes_of(path, language)?;
    if let Some((offset, line)) = language.encoding_fault(&bytes) {
        let shown = shown(path);
        return Err(format!(
            "{shown}:{line}: error: not a UTF-8 text file, at byte {offset} (E_ENCODING)"
        ));
    }
    Ok(parsed(path, language, bytes, host))
}

/// Reads a text also if its bytes are not what the language wants, which is a finding then.
pub(crate) fn load_to_check(
    path: &Path,
    language: Option<LanguageId>,
    host: &Arc<HostFacts>,
) -> Result<Snapshot, String> {
    let (language, bytes) = bytes_of(path, language)?;
    Ok(parsed(path, language, bytes, host).snapshot)
}

fn bytes_of(path: &Path, language: Option<LanguageId>) -> Result<(LanguageId, Vec<u8>), String> {
    let bytes = read(path)?;
    let language = match language {
        Some(language) => language,
        None => language_of(&shown(path), &bytes)?,
    };
    Ok((language, bytes))
}

fn parsed(path: &Path, language: LanguageId, bytes: Vec<u8>, host: &Arc<HostFacts>) -> Loaded {
    let source = SourceText::decode(&bytes);
    let snapshot = parse(language, &shown(path), &source, host);
    Loaded { bytes, snapshot, encoding: source.encoding }
}

/// Parses a text with all that it includes.
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
    with_included(language, input, DISK, &mut Vec::new())
}

/// The files of this machine.
pub(crate) const DISK: Disk = Disk { read: included, folder };

/// The folder that a file lies in, with all links followed.
fn folder(path: &str) -> Option<String> {
    let path = fs::canonicalize(path_of(path)).ok()?;
    Some(text_of(path.parent()?))
}

/// The text of an included file, if there is one.
fn included(path: &str) -> Option<SourceText> {
    let path = &path_of(path);
    let about = fs::metadata(path).ok()?;
    if !about.is_file() || about.len() > MOST_BYTES {
        return None;
    }
    Some(SourceText::decode(&fs::read(path).ok()?))
}

fn language_of(shown: &str, bytes: &[u8]) -> Result<LanguageId, String> {
    match detect(shown, bytes) {
        Detected::Text { language, .. } => Ok(language),
        Detected::Binary => Err(format!("{shown} is a binary; `bobbin decompile` makes it a text")),
        Detected::Unsupported(what) => {
            Err(format!("{shown} is {what}, which Bobbin does not read"))
        }
        Detected::Unknown => {
            Err(format!("cannot tell the language of {shown}; say `--language NAME`"))
        }
    }
}

/// What messages call a file.
pub(crate) fn shown(path: &Path) -> String {
    if path == Path::new(STANDARD) { "<stdin>".to_owned() } else { text_of(path) }
}

/// A path as texts name it; [`path_of`] leads back.
#[cfg(unix)]
pub(crate) fn text_of(path: &Path) -> String {
    paths::to_text(std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()))
}

#[cfg(not(unix))]
pub(crate) fn text_of(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(unix)]
fn path_of(text: &str) -> PathBuf {
    PathBuf::from(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(
        paths::to_bytes(text),
    ))
}

#[cfg(not(unix))]
fn path_of(text: &str) -> PathBuf {
    PathBuf::from(text)
}

/// The files that a text was made from: its own and those it includes.
pub(crate) fn sources(snapshot: &Snapshot) -> Vec<PathBuf> {
    let input = snapshot.input();
    input.files.paths().chain([input.path.as_str()]).map(path_of).collect()
}

/// The bytes of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = if path == Path::new(STANDARD) {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    bytes.map_err(|error| format!("cannot read {}: {error}", shown(path)))
}

/// Writes a file; standard output if there is none.
pub(crate) fn write(path: Option<&Path>, bytes: &[u8]) -> Result<(), String> {
    let path = path.unwrap_or(Path::new(STANDARD));
    let written =
        if path == Path::new(STANDARD) { print(bytes) } else { save::replace(path, bytes) };
    written.map_err(|error| format!("cannot write {}: {error}", shown(path)))
}

/// A reader that has seen enough, such as `head`, is no fault.
fn print(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}
