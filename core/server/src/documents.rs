//! The open documents.

use std::sync::Arc;

use bobbin_core::lang::{Detected, HostFacts, Input, LanguageId, detect};
use bobbin_core::snapshot::Snapshot;
use bobbin_core::text::Files;

use crate::included::{ReadFile, with_included};
use crate::{Analysis, uri};

/// All open documents; each is a file that the others may include.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    /// In the order they were opened.
    open: Vec<OpenDocument>,
    files: Arc<Files>,
    host: Arc<HostFacts>,
    /// What finds included files that are not open.
    read: Option<ReadFile>,
}

/// One open document.
#[derive(Debug)]
pub(crate) struct OpenDocument {
    pub(crate) uri: String,
    pub(crate) version: i32,
    pub(crate) text: Arc<str>,
    /// As the client says, or as it was found out; none as long as nothing says what it is.
    language: Option<LanguageId>,
    /// The files it includes that are not open, by path, as of the last look.
    read: Vec<String>,
    pub(crate) analysis: Option<Analysis>,
}

impl Documents {
    /// None is open yet, and what they include may be found by `read`.
    pub(crate) fn on_machine(host: HostFacts, read: ReadFile) -> Documents {
        let host = HostFacts { has_all_files: true, ..host }.into();
        Documents { host, read: Some(read), ..Documents::default() }
    }

    pub(crate) fn get(&self, uri: &str) -> Option<&OpenDocument> {
        self.open.iter().find(|it| it.uri == uri)
    }

    fn get_mut(&mut self, uri: &str) -> Option<&mut OpenDocument> {
        self.open.iter_mut().find(|it| it.uri == uri)
    }

    /// The URI of the document at `path`; that of a closed file is made after the one of `beside`.
    pub(crate) fn uri_of(&self, path: &str, beside: &str) -> String {
        let open = self.open.iter().find(|it| Files::normalise(&uri::path(&it.uri)) == path);
        open.map_or_else(|| uri::of_path(path, beside), |it| it.uri.clone())
    }

    /// Opens a document, or one that is open anew, and answers with the documents to look at again.
    pub(crate) fn open(
        &mut self,
        uri: &str,
        language: &str,
        version: i32,
        text: &str,
    ) -> Vec<String> {
        let text: Arc<str> = text.into();
        let language = LanguageId::from_name(language).or_else(|| language_of(uri, &text));
        self.open.retain(|it| it.uri != uri);
        self.open.push(OpenDocument {
            uri: uri.to_owned(),
            version,
            text: Arc::clone(&text),
            language,
            read: Vec::new(),
            analysis: None,
        });
        Arc::make_mut(&mut self.files).insert(&uri::path(uri), text);
        self.parse(uri)
    }

    /// Gives an open document another text.
    pub(crate) fn change(&mut self, uri: &str, version: i32, text: &str) -> Vec<String> {
        let text: Arc<str> = text.into();
        if let Some(document) = self.get_mut(uri) {
            document.version = version;
            document.text = Arc::clone(&text);
            document.language = document.language.or_else(|| language_of(uri, &text));
        }
        Arc::make_mut(&mut self.files).insert(&uri::path(uri), text);
        self.parse(uri)
    }

    /// A document among the texts that all others have now. One that depends on this one may have
    /// changed since this one was looked at, and what names things in both needs both as they are.
    pub(crate) fn current(&self, uri: &str) -> Option<Analysis> {
        let document = self.get(uri)?;
        let input = self.input(document);
        let language = document.language?;
        let snapshot = match self.read {
            Some(read) => {
                // What includes this one may include others, which are not open.
                let mut known: Vec<String> = Vec::new();
                for it in self.open.iter().flat_map(|it| &it.read) {
                    if !known.contains(it) {
                        known.push(it.clone());
                    }
                }
                with_included(language, input, read, &mut known)
            }
            None => Snapshot::new(language, input),
        };
        Some(Analysis::of(snapshot))
    }

    fn input(&self, document: &OpenDocument) -> Input {
        Input {
            path: Files::normalise(&uri::path(&document.uri)),
            text: Arc::clone(&document.text),
            files: Arc::clone(&self.files),
            host: Arc::clone(&self.host),
        }
    }

    /// Closes a document; none if it was not open.
    pub(crate) fn close(&mut self, uri: &str) -> Option<Vec<String>> {
        self.get(uri)?;
        self.open.retain(|it| it.uri != uri);
        Arc::make_mut(&mut self.files).remove(&uri::path(uri));
        Some(self.parse(uri))
    }

    /// Says what the surroundings are like, and answers with the documents to look at again.
    pub(crate) fn set_host(&mut self, host: HostFacts) -> Vec<String> {
        let host = HostFacts { has_all_files: self.read.is_some(), ..host };
        if *self.host == host {
            return Vec::new();
        }
        self.host = host.into();
        let all: Vec<String> = self.open.iter().map(|it| it.uri.clone()).collect();
        self.parse_all(&all);
        all
    }

    /// Parses `changed` and all documents that depend on it.
    fn parse(&mut self, changed: &str) -> Vec<String> {
        let affected = self.affected(changed);
        self.parse_all(&affected);
        affected
    }

    fn parse_all(&mut self, uris: &[String]) {
        for document in &mut self.open {
            if !uris.contains(&document.uri) {
                continue;
            }
            let earlier = document.analysis.take();
            let Some(language) = document.language else { continue };
            let input = Input {
                path: Files::normalise(&uri::path(&document.uri)),
                text: Arc::clone(&document.text),
                files: Arc::clone(&self.files),
                host: Arc::clone(&self.host),
            };
            let snapshot = match self.read {
                Some(read) => with_included(language, input, read, &mut document.read),
                None => Snapshot::new(language, input),
            };
            document.analysis = Some(Analysis::of(snapshot).after(earlier));
        }
    }

    /// The documents whose meaning may depend on `changed`, itself first: those whose text has its
    /// file name, at least up to the ending, and so on from them. An include names a file and an
    /// instance of a cluster what the file is called, so this finds at least all.
    fn affected(&self, changed: &str) -> Vec<String> {
        let mut affected = vec![changed.to_owned()];
        let mut n_followed = 0;
        while let Some(uri) = affected.get(n_followed) {
            n_followed += 1;
            let path = uri::path(uri);
            let name = path.rsplit('/').next().unwrap_or_default();
            let name = name.split('.').next().unwrap_or_default();
            if name.is_empty() {
                continue;
            }
            for document in &self.open {
                if document.text.contains(name) && !affected.contains(&document.uri) {
                    affected.push(document.uri.clone());
                }
            }
        }
        affected.retain(|uri| self.get(uri).is_some());
        affected
    }
}

fn language_of(uri: &str, text: &str) -> Option<LanguageId> {
    match detect(&uri::path(uri), text.as_bytes()) {
        Detected::Text { language, .. } => Some(language),
        Detected::Binary | Detected::Unknown | Detected::Unsupported(_) => None,
    }
}
