//! What is said of a text: as `bobbin check` does, of a part no error that the files which include it
//! have not.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use bobbin_core::text::Files;

use super::index::included_by;
use super::report::judged;
use super::state::Native;
use super::verdicts::{Begun, Stamp, Verdict, Verdicts};
use crate::context::{Context, Said, wholes};
use crate::documents::Documents;
use crate::{Analysis, lsp};

/// The files that include others.
pub(super) struct Includers<'n> {
    documents: &'n Documents,
    /// For each file, by its real path, those of the workspace that include it themselves, as they are on the disk.
    on_disk: &'n BTreeMap<String, Vec<String>>,
    /// The same of the open documents.
    open: BTreeMap<String, Vec<String>>,
    /// The texts that were read from the disk, by their paths.
    said: RefCell<BTreeMap<String, Option<Said>>>,
}

impl<'n> Includers<'n> {
    /// Finds them among the open documents and the files of the workspace that were read.
    pub(super) fn new(native: &'n Native, documents: &'n Documents) -> Includers<'n> {
        let mut open: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (_, analysis) in documents.analyses() {
            for included in included_by(analysis) {
                let path = analysis.snapshot().input().path.clone();
                open.entry(included).or_default().push(path);
            }
        }
        Includers { documents, on_disk: native.index.includers(), open, said: RefCell::default() }
    }

    /// Returns the files that include the one at a path themselves.
    fn above(&self, path: &str) -> impl Iterator<Item = &String> {
        let path = &self.documents.real(path);
        let on_disk = self.on_disk.get(path).into_iter().flatten();
        let closed = on_disk.filter(|it| !self.documents.is_open(it));
        self.open.get(path).into_iter().flatten().chain(closed)
    }

    /// Returns true if a file includes the one at a path.
    pub(super) fn has(&self, path: &str) -> bool {
        self.above(&Files::normalise(path)).next().is_some()
    }

    /// Returns the whole files that the one at a path is a part of.
    fn wholes(&self, part: &String) -> Vec<String> {
        let (mut includers, mut todo) = (BTreeMap::new(), vec![part.clone()]);
        while let Some(path) = todo.pop() {
            if let Entry::Vacant(it) = includers.entry(path) {
                let above: Vec<String> = self.above(it.key()).cloned().collect();
                todo.extend(above.iter().cloned());
                it.insert(above);
            }
        }
        wholes(part, &includers).into_iter().cloned().collect()
    }

    /// Adds to `context` what a whole file says of a part.
    fn add(&self, context: &mut Option<Context>, whole: &str, part: &str) {
        let mut open = self.documents.analyses().map(|it| it.1.snapshot());
        if let Some(open) = open.find(|it| it.input().path == *whole) {
            self.add_said(context, &Said::new(open), part);
            return;
        }
        let mut said = self.said.borrow_mut();
        let said = said.entry(whole.to_owned()).or_insert_with(|| {
            self.documents.read_closed(whole).map(|it| Said::new(it.0.snapshot()))
        });
        if let Some(said) = said {
            self.add_said(context, said, part);
        }
    }

    /// Adds what a whole file says of a part, by whichever name it has that.
    fn add_said(&self, context: &mut Option<Context>, said: &Said, part: &str) {
        let context = context.get_or_insert_default();
        context.add_said(said, part);
        context.add_said(said, &self.documents.real(part));
    }

    /// Returns what the whole files say of a part of them; `None` if no file includes it.
    pub(super) fn context(&self, part: &Analysis) -> Option<Context> {
        let part = &part.snapshot().input().path;
        let mut res: Option<Context> = None;
        self.wholes(part).iter().for_each(|it| self.add(&mut res, it, part));
        res
    }
}

/// The number of whole files that are read while somebody waits.
const MOST_AT_ONCE: usize = 3;

impl Native {
    /// Returns what the client is told of an open document.
    pub(crate) fn diagnostics(
        &self,
        analysis: &Analysis,
        uri: &str,
        documents: &Documents,
    ) -> Vec<lsp::Diagnostic> {
        if analysis.n_errors() == 0 {
            return judged(analysis, uri, documents, None, self.lacks_related);
        }
        self.diagnostics_among(analysis, uri, &Includers::new(self, documents))
    }

    /// Returns what the client is told of an open document, which others may include.
    pub(super) fn diagnostics_among(
        &self,
        analysis: &Analysis,
        uri: &str,
        includers: &Includers<'_>,
    ) -> Vec<lsp::Diagnostic> {
        let context = (analysis.n_errors() > 0).then(|| self.context(analysis, uri, includers));
        let context = context.flatten();
        judged(analysis, uri, includers.documents, context.as_ref(), self.lacks_related)
    }

    fn stamp(&self, documents: &Documents) -> Stamp {
        (documents.n_parses(), self.index.n_changes())
    }

    /// Returns what the whole files say of an open document. If they are many it is what they said last, and
    /// they are asked again when nothing else is to be done: each has to be parsed for each key press.
    fn context(
        &self,
        analysis: &Analysis,
        uri: &str,
        includers: &Includers<'_>,
    ) -> Option<Context> {
        let stamp = self.stamp(includers.documents);
        let snapshot = analysis.snapshot();
        let mut verdicts = self.verdicts.borrow_mut();
        let Verdicts { last, todo, .. } = &mut *verdicts;
        if !includers.has(&snapshot.input().path) {
            last.remove(uri);
            return None;
        }
        if let Some(last) = last.get(uri) {
            if last.stamp == stamp {
                return last.context.clone();
            }
            if includers.wholes(&snapshot.input().path).len() > MOST_AT_ONCE {
                if !todo.iter().any(|it| it == uri) {
                    todo.push(uri.to_owned());
                }
                return last.context.as_ref().map(|it| it.moved(&last.text, snapshot.text()));
            }
        }
        let context = includers.context(analysis);
        let text = Arc::clone(snapshot.text());
        last.insert(uri.to_owned(), Verdict { stamp, text, context: context.clone() });
        context
    }

    /// Returns true if whole files are to be asked again.
    pub(super) fn has_to_judge(&self) -> bool {
        let verdicts = self.verdicts.borrow();
        !verdicts.todo.is_empty() || verdicts.begun.is_some()
    }

    /// Asks whole files again, as long as `go_on` says so, and has the client told of the parts that they
    /// see otherwise now; false if there is more to do.
    pub(super) fn judge(
        &mut self,
        documents: &mut Documents,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        let stamp = self.stamp(documents);
        let mut verdicts = self.verdicts.take();
        verdicts.last.retain(|uri, _| documents.get(uri).is_some());
        let mut is_done = true;
        let mut news = Vec::new();
        let includers = Includers::new(self, documents);
        loop {
            let begun = verdicts.begun.take().filter(|it| it.stamp == stamp);
            let Some(uri) = begun.as_ref().map(|it| it.uri.clone()).or_else(|| verdicts.todo.pop())
            else {
                break;
            };
            let analysis = documents.get(&uri).and_then(|it| it.analysis.as_ref());
            let Some(snapshot) = analysis.map(Analysis::snapshot) else { continue };
            let part = &snapshot.input().path;
            let mut begun = begun.unwrap_or_else(|| {
                let wholes = includers.wholes(part);
                Begun { uri: uri.clone(), stamp, wholes, context: None }
            });
            if let Some(whole) = begun.wholes.pop() {
                includers.add(&mut begun.context, &whole, part);
                verdicts.begun = Some(begun);
            } else {
                let (text, context) = (Arc::clone(snapshot.text()), begun.context);
                let before = verdicts.last.get(&uri);
                let before =
                    before.and_then(|it| Some(it.context.as_ref()?.moved(&it.text, &text)));
                if before != context {
                    news.push(uri.clone());
                }
                verdicts.last.insert(uri, Verdict { stamp, text, context });
            }
            if !go_on() {
                is_done = verdicts.todo.is_empty() && verdicts.begun.is_none();
                break;
            }
        }
        self.verdicts.replace(verdicts);
        self.is_stale |= !news.is_empty();
        news.iter().for_each(|it| documents.tell_again(it));
        is_done
    }
}
