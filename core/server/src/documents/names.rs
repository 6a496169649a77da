//! The names of files: what a path leads to, and how the client is told of it.

use std::sync::Arc;

use bobbin_core::text::Files;

use super::{Documents, OpenDocument};
use crate::uri;

impl Documents {
    /// Returns the URI of the document at `path`; that of a closed file is made after the one of
    /// `beside`.
    pub(crate) fn uri_of(&self, path: &str, beside: &str) -> String {
        // The text that was asked about, even if another document has its path, too.
        let own = Files::normalise(&uri::path(beside));
        if own == path {
            return beside.to_owned();
        }
        if let Some(it) = self.at(path, beside) {
            return it.uri.clone();
        }
        #[cfg(feature = "native")]
        if let Some(it) = self.at_other_name(path, beside) {
            return it.uri.clone();
        }
        #[cfg(feature = "native")]
        let (beside, path) = (self.beside_on_disk(path, beside), &*self.shown(path, &own));
        uri::of_path(path, beside)
    }

    /// Returns the path that the file at a normalised `path` has with all links followed, as far as it was
    /// met, or itself.
    pub(crate) fn real(&self, path: &str) -> String {
        #[cfg(not(feature = "native"))]
        return path.to_owned();
        #[cfg(feature = "native")]
        self.other_names.borrow().get(path).map_or(path, String::as_str).to_owned()
    }

    /// Notes which names of a file that was met are not its own.
    #[cfg(feature = "native")]
    pub(super) fn note_names(&self, files: &Files) {
        let mut known = self.other_names.borrow_mut();
        for path in files.paths() {
            known.remove(path);
        }
        known.extend(files.other_names().iter().cloned());
    }

    /// Returns the name by which a closed file is shown: its own where the client has that, too, or where the
    /// path leads to it only step by step.
    #[cfg(feature = "native")]
    fn shown(&self, path: &str, own: &str) -> String {
        let real = self.real(path);
        let is_below = |folder: &String| {
            real.strip_prefix(folder.as_str()).is_some_and(|it| it.starts_with('/'))
        };
        let is_there = || self.disk.is_some_and(|it| (it.real)(path).is_some());
        let is_known = real == own || self.workspace.folders.iter().any(is_below);
        if is_known || !is_there() { real } else { path.to_owned() }
    }

    /// Returns after which URI that of a closed file at `path` is made: what is found on the disk is a file of
    /// it, whatever a text is that names it, such as one that was never saved.
    #[cfg(feature = "native")]
    fn beside_on_disk<'b>(&self, path: &str, beside: &'b str) -> &'b str {
        let is_elsewhere = uri::place(beside).1.is_none();
        let is_on_disk = self.reads_files() && path.starts_with('/');
        if is_elsewhere && is_on_disk { "file:///" } else { beside }
    }

    /// Returns the open document at a normalised `path`. Of several it is `beside` itself, or one of the same
    /// place, as both sides of a comparison have files of their own; or else a file of the disk.
    pub(super) fn at(&self, path: &str, beside: &str) -> Option<&OpenDocument> {
        self.first(beside, |it| it.path == path)
    }

    /// Returns the open document that has the file at a normalised `path` by another name, as `at` does.
    #[cfg(feature = "native")]
    pub(super) fn at_other_name(&self, path: &str, beside: &str) -> Option<&OpenDocument> {
        if self.other_names.borrow().is_empty() {
            return None;
        }
        let real = self.real(path);
        self.first(beside, |it| self.real(&it.path) == real)
    }

    fn first(&self, beside: &str, is_it: impl Fn(&OpenDocument) -> bool) -> Option<&OpenDocument> {
        let place = uri::place(beside);
        let rank = |it: &&OpenDocument| {
            let its = uri::place(&it.uri);
            (it.uri != beside, its != place, its.0 != "file", uri::is_version(&it.uri))
        };
        self.open.iter().filter(|it| is_it(it)).min_by_key(rank)
    }

    /// Returns the texts that count for a document, by path.
    pub(super) fn files_for(&self, document: &OpenDocument) -> Arc<Files> {
        let mut files = Arc::clone(&self.files);
        for path in &self.shared {
            if let Some(it) = self.at(path, &document.uri)
                && files.get(path).is_none_or(|text| !Arc::ptr_eq(text, &it.text))
            {
                Arc::make_mut(&mut files).insert(path, Arc::clone(&it.text));
            }
        }
        files
    }

    /// Notes whether several open documents have a path.
    pub(super) fn note_shared(&mut self, path: &str) {
        self.shared.retain(|it| it != path);
        if self.open.iter().filter(|it| it.path == path).nth(1).is_some() {
            self.shared.push(path.to_owned());
        }
    }
}
