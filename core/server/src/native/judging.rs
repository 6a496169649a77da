//! What is said of a text: as `bobbin check` does, of a part no error that the files which include it
//! have not.

use std::collections::BTreeMap;

use bobbin_core::text::Files;

use super::index::Index;
use super::report::judged;
use super::state::Native;
use crate::context::{Context, wholes};
use crate::documents::Documents;
use crate::{Analysis, lsp, uri};

/// The files that include others: for each, by path, those that include it themselves.
pub(super) struct Includers(BTreeMap<String, Vec<String>>);

impl Includers {
    /// Finds them among the open documents and the files of the workspace that were read.
    pub(super) fn new(index: &Index, documents: &Documents) -> Includers {
        let mut res: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut add = |includer: &str, included: &str| {
            res.entry(Files::normalise(included)).or_default().push(includer.to_owned());
        };
        for (_, analysis) in documents.analyses() {
            let snapshot = analysis.snapshot();
            let words = snapshot.document().includes().into_iter();
            words.filter_map(|it| it.path).for_each(|it| add(&snapshot.input().path, &it));
        }
        for (uri, file) in index.closed(documents) {
            let path = Files::normalise(&uri::path(&uri));
            file.includes.iter().filter_map(|it| it.1.as_ref()).for_each(|it| add(&path, it));
        }
        Includers(res)
    }

    /// Returns true if a file includes the one at a path.
    pub(super) fn has(&self, path: &str) -> bool {
        self.0.contains_key(&Files::normalise(path))
    }

    /// Returns what the whole files say of a part of them; `None` if no file includes it.
    pub(super) fn context(&self, part: &Analysis, documents: &Documents) -> Option<Context> {
        let part = &part.snapshot().input().path;
        let mut res: Option<Context> = None;
        for whole in wholes(part, &self.0) {
            let mut open = documents.analyses().map(|it| it.1.snapshot());
            if let Some(open) = open.find(|it| it.input().path == *whole) {
                res.get_or_insert_default().add(open, part);
            } else if let Some((read, _)) = documents.read_closed(whole) {
                res.get_or_insert_default().add(read.snapshot(), part);
            }
        }
        res
    }
}

impl Native {
    /// Returns what the client is told of an open document.
    pub(crate) fn diagnostics(
        &self,
        analysis: &Analysis,
        uri: &str,
        documents: &Documents,
    ) -> Vec<lsp::Diagnostic> {
        let context = (analysis.n_errors() > 0)
            .then(|| Includers::new(&self.index, documents).context(analysis, documents))
            .flatten();
        judged(analysis, uri, documents, context.as_ref(), self.lacks_related)
    }
}
