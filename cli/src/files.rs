//! The files that the words of a command name: themselves, by a pattern, or by the folder they are in.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bobbin_languages::LanguageId;
use globset::GlobBuilder;
use ignore::WalkBuilder;

use crate::paths::text_of;

/// A file to be read.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) path: PathBuf,
    /// True for a file that was found in a folder: it may be in no language of ours.
    pub(crate) is_found: bool,
}

/// The files that words name, each once, and what is wrong with the words.
#[derive(Debug, Default)]
pub(crate) struct Expanded {
    pub(crate) files: Vec<Given>,
    /// Messages for the user: a folder or a pattern that names no file, a folder that cannot be read.
    pub(crate) complaints: Vec<String>,
}

/// Finds the files that `words` name. Of a folder these are the files with the endings of our
/// languages, except hidden and ignored ones.
pub(crate) fn expand(words: &[PathBuf]) -> Expanded {
    let mut res = Expanded::default();
    for word in words {
        if word.is_dir() {
            let found = walk(word, has_ending, &mut res.complaints);
            if found.is_empty() {
                let shown = text_of(word);
                res.complaints.push(format!("no file in {shown} has an ending of our languages"));
            }
            res.files.extend(found.into_iter().map(|path| Given { path, is_found: true }));
        } else if is_pattern(word) && !word.exists() {
            let found = matching(word, &mut res.complaints);
            res.files.extend(found.into_iter().map(|path| Given { path, is_found: false }));
        } else {
            res.files.push(Given { path: word.clone(), is_found: false });
        }
    }
    let mut seen = BTreeSet::new();
    res.files.retain(|it| it.path == Path::new("-") || seen.insert(it.path.clone()));
    res
}

/// The greatest number of files and folders that are looked at for an editor: it may have a whole
/// home open.
const MOST_LOOKED_AT: usize = 100_000;

/// Finds the files below a folder that have an ending of our languages, except hidden and ignored
/// ones; of a very large folder those that are met first.
pub(crate) fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = WalkBuilder::new(folder).build().take(MOST_LOOKED_AT).flatten();
    let files = entries.filter(|it| it.file_type().is_some_and(|it| it.is_file()));
    files.map(ignore::DirEntry::into_path).filter(|it| has_ending(it)).collect()
}

fn matching(pattern: &Path, complaints: &mut Vec<String>) -> Vec<PathBuf> {
    let matcher = match GlobBuilder::new(&text_of(pattern)).literal_separator(true).build() {
        Ok(glob) => glob.compile_matcher(),
        Err(error) => {
            complaints.push(error.to_string());
            return Vec::new();
        }
    };
    let found = walk(&folder_of(pattern), |path| matcher.is_match(path), complaints);
    if found.is_empty() {
        complaints.push(format!("no file matches {}", text_of(pattern)));
    }
    found
}

fn walk(
    folder: &Path,
    is_wanted: impl Fn(&Path) -> bool,
    complaints: &mut Vec<String>,
) -> Vec<PathBuf> {
    let root = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut res = Vec::new();
    for entry in WalkBuilder::new(root).sort_by_file_name(Ord::cmp).build() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                complaints.push(error.to_string());
                continue;
            }
        };
        let path = entry.path();
        let path = path.strip_prefix(".").unwrap_or(path);
        if entry.file_type().is_some_and(|it| it.is_file()) && is_wanted(path) {
            res.push(path.to_owned());
        }
    }
    res
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
