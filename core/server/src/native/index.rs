//! The files of the workspace that are not open: their items and what they include.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bobbin_core::text::Files;
use bobbin_protocol::Range;

use super::report::{Report, judged};
use super::symbols::{self, Symbol};
use crate::documents::Documents;
use crate::words::{names, stem};
use crate::{Analysis, uri};

/// What is known of the files in the workspace's folders. They are read when a request first needs
/// them, one after the other, and again after they have changed.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// The folders, by their URIs.
    folders: Vec<String>,
    /// The paths of all files; `None` until the folders are looked through.
    listing: Option<Vec<String>>,
    /// The paths that are still to be read, the last ones first.
    todo: Vec<String>,
    /// The files by path. Nothing is known of one that is in no language of ours.
    files: BTreeMap<String, Option<IndexedFile>>,
    /// For each file, by its real path, those in `files` that include it themselves; found when it is first asked
    /// for after `files` has changed.
    includers: OnceCell<BTreeMap<String, Vec<String>>>,
    /// The number of times that `files` has changed.
    n_changes: u64,
    /// [`Documents::n_beside`] when the files were read.
    n_beside: u64,
    /// True once somebody has asked for the diagnostics of all files.
    has_diagnostics: bool,
    /// The paths of the documents whose texts the client has changed, opened or closed.
    changed: BTreeSet<String>,
}

/// A file that is not open.
#[derive(Debug)]
pub(super) struct IndexedFile {
    pub(super) symbols: Vec<Symbol>,
    /// The words that include files, with the normalised path of the file if it was found.
    pub(super) includes: Vec<(Range, Option<String>)>,
    /// The real paths of the files that it includes.
    included: Vec<String>,
    /// The paths, real and as they were found, of the files that were read because this one includes them, and
    /// of open clusters that it names.
    read: Vec<String>,
    /// True if there is an error in it, perhaps only because it stands alone.
    pub(super) has_error: bool,
    /// The diagnostics of it alone, once somebody has asked for those of all files.
    pub(super) report: Option<Report>,
    /// The text, to be searched for the names of files that it may depend on.
    text: Arc<str>,
}

impl IndexedFile {
    /// True if it includes others or may have relative paths, whose flag is written in letters of any case.
    pub(super) fn may_name_files(&self) -> bool {
        const RELATIVE: &str = "relativepath";
        let is_there = |it: &[u8]| it.eq_ignore_ascii_case(RELATIVE.as_bytes());
        !self.includes.is_empty() || self.text.as_bytes().windows(RELATIVE.len()).any(is_there)
    }
}

impl Index {
    /// Changes the folders, and returns the paths of all.
    pub(super) fn change_folders(&mut self, added: Vec<String>, removed: &[String]) -> Vec<String> {
        self.folders.retain(|it| !removed.contains(it));
        self.folders.extend(added);
        self.clear();
        self.folders.iter().map(|it| uri::path(it)).collect()
    }

    /// Forgets all files.
    pub(super) fn clear(&mut self) {
        self.listing = None;
        self.todo.clear();
        self.files.clear();
        self.changed.clear();
        self.note_other_files();
    }

    /// Reads the diagnostics of files, too, from now on.
    pub(super) fn want_diagnostics(&mut self) {
        if !std::mem::replace(&mut self.has_diagnostics, true) {
            self.clear();
        }
    }

    pub(super) fn has_diagnostics(&self) -> bool {
        self.has_diagnostics
    }

    /// Notes that the text of an open document is another one.
    pub(super) fn note_change(&mut self, path: String) {
        self.changed.insert(path);
    }

    /// Forgets the files that may depend on documents that have changed: those that name one, at least
    /// up to its ending, or a cluster in it, or include it by another word, and so on from them.
    fn forget_dependants(&mut self, documents: &Documents) {
        if self.changed.is_empty() {
            return;
        }
        let mut todo: Vec<String> = std::mem::take(&mut self.changed).into_iter().collect();
        let mut gone = Vec::new();
        while let Some(path) = todo.pop() {
            let name = stem(&path);
            // Those that named one before have the path among those that were read.
            let clusters = documents.clusters_at(&path);
            let real = documents.real(&path);
            let is_found = |it: &IndexedFile| {
                !name.is_empty() && it.text.contains(name)
                    || clusters.iter().any(|name| names(&it.text, name))
                    || [&it.included, &it.read].iter().any(|it| it.contains(&real))
                    || it.read.contains(&path)
            };
            self.files.retain(|path, file| {
                let is_gone = file.as_ref().is_some_and(is_found);
                if is_gone {
                    gone.push(path.clone());
                    todo.push(path.clone());
                }
                !is_gone
            });
        }
        if !gone.is_empty() {
            self.note_other_files();
        }
        // They are where they were.
        if self.listing.is_some() {
            self.todo.extend(gone);
        }
    }

    /// Forgets files that have changed, also those in folders that have, and those that include them.
    pub(super) fn forget(&mut self, uris: &[String]) {
        let changed: BTreeSet<String> =
            uris.iter().map(|it| Files::normalise(&uri::path(it))).collect();
        let has_changed = |path: &String| {
            let folders = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
            changed.contains(path) || folders.into_iter().any(|it| changed.contains(it))
        };
        self.files.retain(|path, file| {
            let read = file.as_ref().map(|it| it.read.as_slice()).unwrap_or_default();
            !has_changed(path) && !read.iter().any(has_changed)
        });
        // Some may be new, and a file that was not found may be there now.
        self.files.retain(|_, file| {
            file.as_ref().is_none_or(|it| it.includes.iter().all(|it| it.1.is_some()))
        });
        self.listing = None;
        self.note_other_files();
    }

    fn note_other_files(&mut self) {
        self.includers.take();
        self.n_changes += 1;
    }

    /// Returns the number of times that what is known of the files has changed.
    pub(super) fn n_changes(&self) -> u64 {
        self.n_changes
    }

    /// Returns for each file, by its real path, those that include it themselves, open or not, by their paths.
    pub(super) fn includers(&self) -> &BTreeMap<String, Vec<String>> {
        self.includers.get_or_init(|| {
            let mut res: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for (path, file) in &self.files {
                for included in file.iter().flat_map(|it| &it.included) {
                    res.entry(included.clone()).or_default().push(path.clone());
                }
            }
            res
        })
    }

    /// Returns true if all files are known.
    pub(super) fn is_complete(&mut self, documents: &Documents) -> bool {
        self.look_through(documents);
        self.todo.is_empty()
    }

    /// Returns the paths of all files, known or not.
    pub(super) fn listed(&mut self, documents: &Documents) -> &[String] {
        if self.listing.is_none() {
            self.look_through(documents);
        }
        self.listing.as_deref().unwrap_or_default()
    }

    /// Returns the part of the files that are known, in percent.
    pub(super) fn percent(&self) -> usize {
        let n_known = self.files.len();
        (100 * n_known).checked_div(n_known + self.todo.len()).unwrap_or(100)
    }

    /// Returns true if all files were known when they were last looked for.
    pub(super) fn is_read(&self) -> bool {
        self.listing.is_some() && self.todo.is_empty()
    }

    pub(super) fn has_folders(&self) -> bool {
        !self.folders.is_empty()
    }

    /// Reads one more file; false if all are known.
    pub(super) fn read_next(&mut self, documents: &Documents, lacks_related: bool) -> bool {
        self.look_through(documents);
        let Some(path) = self.todo.pop() else { return false };
        let beside = self.folders.first().map_or("file:///", String::as_str);
        let report = |analysis: &Analysis| {
            let uri = documents.uri_of(&path, beside);
            Report::new(&judged(analysis, &uri, documents, None, lacks_related))
        };
        let file = documents.read_closed(&path).map(|(analysis, read)| IndexedFile {
            symbols: symbols::of(&analysis),
            includes: includes_of(&analysis),
            included: included_by(&analysis).collect(),
            read: read
                .iter()
                .map(|it| Files::normalise(it))
                .flat_map(with_real(&analysis))
                .collect(),
            has_error: analysis.n_errors() > 0,
            report: self.has_diagnostics.then(|| report(&analysis)).flatten(),
            text: Arc::clone(&analysis.snapshot().input().text),
        });
        self.files.insert(path, file);
        self.note_other_files();
        !self.todo.is_empty()
    }

    /// Returns the files that are not open, with their URIs.
    pub(super) fn closed<'i>(
        &'i self,
        documents: &Documents,
    ) -> impl Iterator<Item = (String, &'i IndexedFile)> {
        let beside = self.folders.first().map_or("file:///", String::as_str);
        let files = self.files.iter().filter_map(|(path, file)| Some((path, file.as_ref()?)));
        files.filter_map(move |(path, file)| {
            let uri = documents.uri_of(path, beside);
            documents.get(&uri).is_none().then_some((uri, file))
        })
    }

    fn look_through(&mut self, documents: &Documents) {
        // A type that was unknown may be that of a cluster now.
        if self.n_beside != documents.n_beside() {
            self.n_beside = documents.n_beside();
            self.clear();
        }
        self.forget_dependants(documents);
        if self.listing.is_some() {
            return;
        }
        let folders = self.folders.iter().map(|it| uri::path(it));
        let mut paths: Vec<String> = folders.flat_map(|it| documents.list(&it)).collect();
        for it in &mut paths {
            *it = Files::normalise(it);
        }
        paths.sort();
        paths.dedup();
        self.files.retain(|it, _| paths.binary_search(it).is_ok());
        self.note_other_files();
        self.todo = paths.iter().filter(|it| !self.files.contains_key(*it)).cloned().collect();
        self.todo.reverse();
        self.listing = Some(paths);
    }
}

/// Returns the real paths of all files that a text includes, also by others.
pub(super) fn included_by(analysis: &Analysis) -> impl Iterator<Item = String> {
    let files = &analysis.snapshot().input().files;
    let paths = analysis.snapshot().document().includes().into_iter().filter_map(|it| it.path);
    paths.map(|it| files.real(&Files::normalise(&it)).to_owned())
}

/// Returns a path with the real one.
fn with_real(analysis: &Analysis) -> impl Fn(String) -> [String; 2] {
    let files = &analysis.snapshot().input().files;
    |it| [files.real(&it).to_owned(), it]
}

/// Returns the words of a text that include files, with the normalised path of the file if it was found.
pub(super) fn includes_of(analysis: &Analysis) -> Vec<(Range, Option<String>)> {
    let own = &analysis.snapshot().input().path;
    let words = analysis.snapshot().document().includes().into_iter();
    let words =
        words.filter(|it| it.location.path.as_ref().is_none_or(|it| Files::normalise(it) == *own));
    let words = words.map(|it| (it.location.range, it.path.map(|it| Files::normalise(&it))));
    words.map(|(range, path)| (analysis.lines().range(range), path)).collect()
}
