//! Paths of files, and the texts by which documents name them.

use std::path::{Path, PathBuf};

#[cfg(unix)]
use bobbin_server::paths;

/// Returns a path as texts write it; [`path_of`] is the inverse.
#[cfg(unix)]
pub(crate) fn text_of(path: &Path) -> String {
    paths::to_text(std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()))
}

#[cfg(not(unix))]
pub(crate) fn text_of(path: &Path) -> String {
    path.display().to_string()
}

/// Returns the bytes of the path that a text stands for.
#[cfg(unix)]
pub(crate) fn bytes_of(text: &str) -> Vec<u8> {
    paths::to_bytes(text)
}

#[cfg(not(unix))]
pub(crate) fn bytes_of(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

/// Returns the path that a text stands for.
#[cfg(unix)]
pub(crate) fn path_of(text: &str) -> PathBuf {
    PathBuf::from(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(
        paths::to_bytes(text),
    ))
}

#[cfg(not(unix))]
pub(crate) fn path_of(text: &str) -> PathBuf {
    PathBuf::from(text)
}
