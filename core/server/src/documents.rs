//! The open documents.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bobbin_core::lang::{Detected, HostFacts, Input, LanguageId, detect};
use bobbin_core::text::Files;

use crate::{Analysis, uri};

/// All open documents; each is a file that the others may include.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    open: BTreeMap<String, OpenDocument>,
    files: Arc<Files>,
    host: Arc<HostFacts>,
}

/// One open document.
#[derive(Debug)]
pub(crate) struct OpenDocument {
    pub(crate) version: i32,
    pub(crate) text: Arc<str>,
    /// As the client says, or as it was found out; none as long as nothing says what it is.
    language: Option<LanguageId>,
    pub(crate) analysis: Option<Analysis>,
}

impl Documents {
    pub(crate) fn get(&self, uri: &str) -> Option<&OpenDocument> {
        self.open.get(uri)
    }

    /// The URI of the document at `path`; that of a closed file is made after the one of `beside`.
    pub(crate) fn uri_of(&self, path: &str, beside: &str) -> String {
        let open = self.open.keys().find(|it| Files::normalise(&uri::path(it)) == path);
        open.cloned().unwrap_or_else(|| uri::of_path(path, beside))
    }

    /// Opens a document, or one that is open anew, and answers with the documents to look at again.
    pub(crate) fn open(
        &mut self,
        uri: &str,
        language: &str,
        version: i32,
        text: &str,
    ) -> BTreeSet<String> {
        let text: Arc<str> = text.into();
        let language = LanguageId::from_name(language).or_else(|| language_of(uri, &text));
        let document = OpenDocument { version, text: Arc::clone(&text), language, analysis: None };
        self.open.insert(uri.to_owned(), document);
        Arc::make_mut(&mut self.files).insert(&uri::path(uri), text);
        self.parse(uri)
    }

    /// Gives an open document another text.
    pub(crate) fn change(&mut self, uri: &str, version: i32, text: &str) -> BTreeSet<String> {
        let text: Arc<str> = text.into();
        if let Some(document) = self.open.get_mut(uri) {
            document.version = version;
            document.text = Arc::clone(&text);
            document.language = document.language.or_else(|| language_of(uri, &text));
        }
        Arc::make_mut(&mut self.files).insert(&uri::path(uri), text);
        self.parse(uri)
    }

    /// Closes a document; none if it was not open.
    pub(crate) fn close(&mut self, uri: &str) -> Option<BTreeSet<String>> {
        self.open.remove(uri)?;
        Arc::make_mut(&mut self.files).remove(&uri::path(uri));
        Some(self.parse(uri))
    }

    /// Parses `changed` and all documents that depend on it.
    fn parse(&mut self, changed: &str) -> BTreeSet<String> {
        let affected = self.affected(changed);
        for uri in &affected {
            let Some(document) = self.open.get_mut(uri) else { continue };
            document.analysis = document.language.map(|language| {
                let input = Input {
                    path: Files::normalise(&uri::path(uri)),
                    text: Arc::clone(&document.text),
                    files: Arc::clone(&self.files),
                    host: Arc::clone(&self.host),
                };
                Analysis::new(language, input)
            });
        }
        affected
    }

    /// The documents whose meaning may depend on `changed`: those whose text has its file name, and
    /// so on from them. An include names a file, whatever its language's way to write one, so this
    /// finds at least all.
    fn affected(&self, changed: &str) -> BTreeSet<String> {
        let mut affected = BTreeSet::from([changed.to_owned()]);
        let mut new = vec![changed.to_owned()];
        while let Some(uri) = new.pop() {
            let path = uri::path(&uri);
            let name = path.rsplit('/').next().unwrap_or_default();
            for (uri, document) in &self.open {
                let mentions = !name.is_empty() && document.text.contains(name);
                if mentions && !affected.contains(uri) {
                    affected.insert(uri.clone());
                    new.push(uri.clone());
                }
            }
        }
        affected.retain(|it| self.open.contains_key(it));
        affected
    }
}

fn language_of(uri: &str, text: &str) -> Option<LanguageId> {
    match detect(&uri::path(uri), text.as_bytes()) {
        Detected::Text { language, .. } => Some(language),
        Detected::Binary | Detected::Unknown | Detected::Unsupported(_) => None,
    }
}
