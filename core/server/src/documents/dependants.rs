//! Which documents depend on which: by the names of files and clusters in their texts.

use std::sync::Arc;

use bobbin_core::text::Files;

use super::{CLUSTER_ENDING, Documents, OpenDocument};
use crate::uri;
use crate::words::{clusters, file_name, names, stem};

impl Documents {
    /// Returns the open documents with an error, without the `known` ones, that one of those includes: what
    /// counts in a part is what they say of it.
    #[cfg(feature = "native")]
    pub(super) fn judged_otherwise(&self, known: &[String]) -> Vec<String> {
        let (changed, others): (Vec<_>, Vec<_>) =
            self.open.iter().partition(|it| known.contains(&it.uri));
        let others = others.into_iter().filter(|it| it.has_error());
        let others: Vec<(&str, String)> =
            others.map(|it| (it.uri.as_str(), self.real(&it.path))).collect();
        if others.is_empty() {
            return Vec::new();
        }
        let words = changed.into_iter().filter_map(|it| it.analysis.as_ref()).flat_map(|it| {
            it.snapshot().document().includes().into_iter().filter_map(|it| it.path)
        });
        let included: Vec<String> = words.map(|it| self.real(&Files::normalise(&it))).collect();
        let parts = others.into_iter().filter(|(_, path)| included.contains(path));
        parts.map(|(uri, _)| uri.to_owned()).collect()
    }

    /// Returns the open documents whose meaning may depend on `changed`, those first: all whose text
    /// has one's file name, at least up to the ending, or the name of a cluster in it, and so on from them.
    /// An include names a file, unless by a variable: who includes a file as it was parsed last, or looked
    /// for one where there is one now, is found by that. `before` has the texts before the change.
    pub(super) fn affected(
        &self,
        changed: Vec<String>,
        before: &[(String, Arc<str>)],
    ) -> Vec<String> {
        let mut affected = changed;
        let mut n_followed = 0;
        while let Some(uri) = affected.get(n_followed) {
            n_followed += 1;
            let path = Files::normalise(&uri::path(uri));
            let before = before.iter().find(|it| it.0 == path).map(|it| &it.1);
            let is_new = before.is_some_and(|it| it.is_empty());
            let real = self.real(&path);
            let mut words = vec![stem(&path)];
            if path.ends_with(CLUSTER_ENDING) {
                let now = self.get(uri).map(|it| &it.text);
                words.extend(before.into_iter().chain(now).flat_map(|it| clusters(it)));
            }
            for document in &self.open {
                let is_named = |it: &&str| !it.is_empty() && names(&document.text, it);
                let is_found =
                    || words.iter().any(is_named) || reads(document, &path, &real, is_new);
                if !affected.contains(&document.uri) && is_found() {
                    affected.push(document.uri.clone());
                }
            }
        }
        affected.retain(|uri| self.get(uri).is_some());
        affected
    }

    /// Returns the open documents, without the `known` ones, that changed texts name in other lines than
    /// before: what another file includes need not be whole.
    pub(super) fn included_otherwise(
        &self,
        texts: &[(Arc<str>, Arc<str>)],
        known: &[String],
    ) -> Vec<String> {
        let is_named_otherwise = |document: &&OpenDocument| {
            let path = uri::path(&document.uri);
            let name = file_name(&path);
            !name.is_empty()
                && texts.iter().any(|(before, now)| {
                    let lines_before = before.lines().filter(|it| it.contains(name));
                    !lines_before.eq(now.lines().filter(|it| it.contains(name)))
                })
        };
        let others = self.open.iter().filter(|it| !known.contains(&it.uri));
        others.filter(is_named_otherwise).map(|it| it.uri.clone()).collect()
    }

    /// Returns the names of the clusters in the file at a normalised path, open or not, and perhaps other
    /// words.
    #[cfg(feature = "native")]
    pub(crate) fn clusters_at(&self, path: &str) -> Vec<String> {
        if !path.ends_with(CLUSTER_ENDING) {
            return Vec::new();
        }
        let text = self.files.get(path).cloned().or_else(|| self.read_text(path));
        text.iter().flat_map(|it| clusters(it)).map(str::to_owned).collect()
    }
}

/// Returns true if a document, as it was parsed last, includes the file at a path, perhaps by another name, or
/// would if there `is_new` one.
fn reads(document: &OpenDocument, path: &str, real: &str, is_new: bool) -> bool {
    let Some(analysis) = &document.analysis else { return false };
    let files = &analysis.snapshot().input().files;
    let document = analysis.snapshot().document();
    let is_it = |it: &String| {
        let it = Files::normalise(it);
        it == path || files.real(&it) == real
    };
    document.includes().iter().filter_map(|it| it.path.as_ref()).any(is_it)
        || is_new && document.missing_files().iter().any(is_it)
}
