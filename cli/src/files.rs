//! The files that the words of a command name: themselves, by a pattern, or by the folder they are in.

use std::path::{Path, PathBuf};

use bobbin_languages::LanguageId;
use globset::GlobBuilder;
use ignore::WalkBuilder;

use crate::load::text_of;

/// A file to be read.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) path: PathBuf,
    /// True for a file that was found in a folder: it may be in no language of ours.
    pub(crate) is_found: bool,
}

/// Returns the files that `words` name, each once. Of a folder these are the files with the endings
/// of our languages, except hidden and ignored ones.
///
/// # Errors
///
/// A message for the user if a folder or a pattern names no file.
pub(crate) fn expand(words: &[PathBuf]) -> Result<Vec<Given>, String> {
    let mut res: Vec<Given> = Vec::new();
    for word in words {
        if word.is_dir() {
            let found = walk(word, has_ending)?;
            if found.is_empty() {
                return Err(format!("no file in {} has an ending of our languages", text_of(word)));
            }
            res.extend(found.into_iter().map(|path| Given { path, is_found: true }));
        } else if is_pattern(word) && !word.exists() {
            let matcher = GlobBuilder::new(&text_of(word)).literal_separator(true).build();
            let matcher = matcher.map_err(|error| error.to_string())?.compile_matcher();
            let found = walk(&folder_of(word), |path| matcher.is_match(path))?;
            if found.is_empty() {
                return Err(format!("no file matches {}", text_of(word)));
            }
            res.extend(found.into_iter().map(|path| Given { path, is_found: false }));
        } else {
            res.push(Given { path: word.clone(), is_found: false });
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    res.retain(|it| it.path == Path::new("-") || seen.insert(it.path.clone()));
    Ok(res)
}

fn walk(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, String> {
    let root = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut res = Vec::new();
    for entry in WalkBuilder::new(root).sort_by_file_name(Ord::cmp).build() {
        let entry = entry.map_err(|error| error.to_string())?;
        let path = entry.path();
        let path = path.strip_prefix(".").unwrap_or(path);
        if entry.file_type().is_some_and(|it| it.is_file()) && is_wanted(path) {
            res.push(path.to_owned());
        }
    }
    Ok(res)
}

fn has_ending(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let endings = LanguageId::ALL.into_iter().flat_map(|it| it.info().extensions);
    endings.into_iter().any(|it| name.ends_with(it))
}

fn is_pattern(word: &Path) -> bool {
    word.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// Returns the folder before the first part with a wildcard.
fn folder_of(pattern: &Path) -> PathBuf {
    pattern.components().take_while(|it| !is_pattern(Path::new(it))).collect()
}
