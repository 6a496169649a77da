//! The files that the words of a command name: themselves, by a pattern, or by the folder they are in.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use bobbin_languages::by_name;
use globset::GlobBuilder;
use ignore::WalkBuilder;

use crate::paths::text_of;

/// The rest of the message that there is no file: whoever sees it there may wonder.
const LEFT_OUT: &str = "(hidden and ignored ones are left out)";

/// A file to be read.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) path: PathBuf,
    /// True for a file that was found in a folder: it may be in no language of ours.
    pub(crate) is_found: bool,
    /// True for a link that was found: nobody has named it, so what it leads to is not changed.
    pub(crate) is_link: bool,
}

impl Given {
    fn named(path: PathBuf) -> Given {
        Given { path, is_found: false, is_link: false }
    }

    fn found(path: PathBuf, is_found: bool) -> Given {
        let is_link = path.is_symlink();
        Given { path, is_found, is_link }
    }
}

/// The files that words name, each once, and what is wrong with the words.
#[derive(Debug, Default)]
pub(crate) struct Expanded {
    pub(crate) files: Vec<Given>,
    /// Messages for the user: a folder or a pattern that names no file, a folder that cannot be read.
    pub(crate) complaints: Vec<String>,
}

/// Finds the files that `words` name. Of a folder these are the files with the names of our
/// languages, except hidden and ignored ones.
pub(crate) fn expand(words: &[PathBuf]) -> Expanded {
    let mut res = Expanded::default();
    for word in words {
        if word.is_dir() {
            let found = walk(word, None, has_name, &mut res.complaints);
            if found.is_empty() {
                let shown = text_of(word);
                res.complaints
                    .push(format!("no file in {shown} has a name of our languages {LEFT_OUT}"));
            }
            res.files.extend(found.into_iter().map(|it| Given::found(it, true)));
        } else if is_pattern(word) && !word.exists() {
            let found = matching(word, &mut res.complaints);
            res.files.extend(found.into_iter().map(|it| Given::found(it, false)));
        } else {
            res.files.push(Given::named(word.clone()));
        }
    }
    let links: Vec<PathBuf> =
        res.files.iter().filter(|it| it.is_link).map(|it| spelled(&it.path)).collect();
    if !links.is_empty() {
        // Named beside its folder, it is named.
        let named = res.files.iter().filter(|it| !it.is_link).map(|it| spelled(&it.path));
        let named: BTreeSet<PathBuf> = named.collect();
        let found = res.files.iter_mut().filter(|it| it.is_link);
        found.zip(links).for_each(|(it, spelled)| it.is_link = !named.contains(&spelled));
    }
    let mut seen = BTreeSet::new();
    res.files.retain(|it| it.path == Path::new("-") || seen.insert(spelled(&it.path)));
    res
}

/// Says which links of a folder are left as they are: what they lead to may be anywhere. One that leads to another
/// of the files is no loss.
pub(crate) fn say_links(files: &[Given]) {
    if !files.iter().any(|it| it.is_link) {
        return;
    }
    let (links, others): (Vec<&Given>, Vec<&Given>) = files.iter().partition(|it| it.is_link);
    let real = |it: &&Given| fs::canonicalize(&it.path).ok();
    let others: BTreeSet<PathBuf> = others.iter().filter_map(real).collect();
    let is_left = |it: &&Given| real(it).is_none_or(|it| !others.contains(&it));
    let left = links.into_iter().filter(is_left).map(|it| text_of(&it.path));
    let left = left.collect::<Vec<String>>().join(", ");
    if !left.is_empty() {
        complain!("bobbin: note: links are left as they are, unless they are named: {left}");
    }
}

/// Returns a path in the one spelling that all names of a file in its folder have. A link is a file of
/// its own: what it includes is looked for beside it.
fn spelled(path: &Path) -> PathBuf {
    let folder =
        path.parent().map(|it| if it.as_os_str().is_empty() { Path::new(".") } else { it });
    let folder = folder.and_then(|it| fs::canonicalize(it).ok());
    folder.zip(path.file_name()).map_or_else(|| path.to_owned(), |(folder, name)| folder.join(name))
}

/// The greatest number of files and folders that are looked at for an editor: it may have a whole
/// home open.
const MOST_LOOKED_AT: usize = 100_000;

/// Finds the files below a folder that have a name of our languages, except hidden and ignored ones; of
/// a very large folder those that are met first.
pub(crate) fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = WalkBuilder::new(folder).build().take(MOST_LOOKED_AT).flatten();
    let files = entries.filter(is_file);
    files.map(ignore::DirEntry::into_path).filter(|it| has_name(it)).collect()
}

fn matching(pattern: &Path, complaints: &mut Vec<String>) -> Vec<PathBuf> {
    // What is found has no `.` in its path either.
    let plain: PathBuf = pattern.components().filter(|it| *it != Component::CurDir).collect();
    let matcher = match GlobBuilder::new(&text_of(&plain)).literal_separator(true).build() {
        Ok(glob) => glob.compile_matcher(),
        Err(error) => {
            complaints.push(error.to_string());
            return Vec::new();
        }
    };
    let folder = folder_of(&plain);
    let n_parts = plain.components().count() - folder.components().count();
    let most = (!text_of(&plain).contains("**")).then_some(n_parts);
    let found = walk(&folder, most, |path| matcher.is_match(text_of(path)), complaints);
    if found.is_empty() {
        complaints.push(format!("no file matches {} {LEFT_OUT}", text_of(pattern)));
    }
    found
}

/// Finds the files below a folder that are wanted, at most so many parts of a path below it.
fn walk(
    folder: &Path,
    most_parts: Option<usize>,
    is_wanted: impl Fn(&Path) -> bool,
    complaints: &mut Vec<String>,
) -> Vec<PathBuf> {
    let root = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut res = Vec::new();
    for entry in WalkBuilder::new(root).max_depth(most_parts).sort_by_file_name(Ord::cmp).build() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                complaints.push(error.to_string());
                continue;
            }
        };
        let path = entry.path();
        let path = path.strip_prefix(".").unwrap_or(path);
        let is_link = entry.path_is_symlink() && entry.depth() > 0;
        // It may lead around, or to all files of a machine.
        if is_link && entry.path().is_dir() {
            if most_parts.is_none() {
                complain!(
                    "bobbin: note: {} is a link to a folder and is passed over",
                    text_of(path)
                );
            }
            continue;
        }
        if is_file(&entry) && is_wanted(path) {
            res.push(path.to_owned());
        }
    }
    res
}

/// Returns true for a file and for a link to one: not for a pipe, which may never end, nor for a link to what is gone.
fn is_file(entry: &ignore::DirEntry) -> bool {
    if entry.path_is_symlink() {
        entry.path().is_file()
    } else {
        entry.file_type().is_some_and(|it| it.is_file())
    }
}

fn has_name(path: &Path) -> bool {
    by_name(&text_of(path)).is_some()
}

fn is_pattern(word: &Path) -> bool {
    word.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// Returns the folder before the first part with a wildcard.
fn folder_of(pattern: &Path) -> PathBuf {
    pattern.components().take_while(|it| !is_pattern(Path::new(it))).collect()
}
