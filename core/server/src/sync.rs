//! Texts come in, diagnostics go out.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher as _};

use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::LineIndex;
#[cfg(feature = "native")]
use bobbin_protocol::Position;
use bobbin_protocol::{DocumentInfo, HostParams, Range, SameDiagnostics};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::documents::Documents;
use crate::rpc::{self, RpcError};
use crate::{Server, lsp};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidOpenParams {
    text_document: TextDocumentItem,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TextDocumentItem {
    uri: String,
    #[serde(default)]
    language_id: String,
    version: i32,
    text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidChangeParams {
    text_document: VersionedIdentifier,
    content_changes: Vec<ContentChange>,
}

#[derive(Debug, Deserialize)]
struct VersionedIdentifier {
    uri: String,
    version: i32,
}

/// A change of a stretch, or of the whole text if there is no range. LSP's own type is a union of
/// the two, for which the whole text would be buffered before it is read.
#[derive(Debug, Deserialize)]
struct ContentChange {
    range: Option<Range>,
    text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidCloseParams {
    text_document: Identifier,
}

#[derive(Debug, Deserialize)]
struct Identifier {
    uri: String,
}

/// A text on its way through the changes of one message.
struct Changing<'d> {
    documents: &'d Documents,
    /// The text before the changes that wait.
    text: String,
    /// Its lines, if they are known.
    lines: Option<Cow<'d, LineIndex>>,
    /// Changes whose places are those in `text`, from its end to its start: an editor that changes
    /// thousands of places at once sends them so, and not each needs a text and its lines anew.
    waiting: Vec<Replacement>,
    #[cfg(feature = "native")]
    rising: Rising,
}

/// State of a run of changes that go from the start of a text to its end, as some editors send them.
#[cfg(feature = "native")]
#[derive(Default)]
struct Rising {
    /// True if the changes that wait do; of one alone it is open.
    is_so: bool,
    /// The number of lines that they add.
    n_more: i64,
    /// The line, after all of them, that the last one's text ends in.
    end: i64,
}

#[cfg(feature = "native")]
impl Rising {
    /// Returns a stretch behind all changes in terms of the text before them, if that is in later lines than
    /// they are: then its columns are still those.
    fn earlier(&self, range: Range) -> Option<Range> {
        let is_behind = i64::from(range.start.line.min(range.end.line)) > self.end;
        let earlier = |mut it: Position| {
            it.line = u32::try_from(i64::from(it.line) - self.n_more).unwrap_or(u32::MAX);
            it
        };
        is_behind.then(|| Range { start: earlier(range.start), end: earlier(range.end) })
    }

    /// Notes a change that is behind all others.
    fn note(&mut self, lines: &LineIndex, change: &Replacement) {
        let [start, end] =
            [change.range.start(), change.range.end()].map(|it| i64::from(lines.line(it)));
        let n_new = change.text.bytes().filter(|&it| it == b'\n').count() as i64;
        self.end = start + self.n_more + n_new;
        self.n_more += n_new - (end - start);
    }
}

impl Changing<'_> {
    /// Takes a change in terms of the text after the one before it.
    fn take(&mut self, change: ContentChange) {
        let Some(range) = change.range else {
            self.text = change.text;
            self.lines = None;
            self.waiting.clear();
            #[cfg(feature = "native")]
            {
                self.rising = Rising::default();
            }
            return;
        };
        let is_before_all = match (self.waiting.last(), &self.lines) {
            // As far as there the lines are still those of `text`.
            (Some(it), Some(lines)) => {
                range.start.max(range.end) <= lines.position(it.range.start())
            }
            _ => self.waiting.is_empty(),
        };
        #[cfg(feature = "native")]
        let (range, is_before_all) = match self.rising.earlier(range) {
            Some(earlier) if self.rising.is_so || self.waiting.len() == 1 => {
                self.rising.is_so = true;
                (earlier, true)
            }
            _ => (range, is_before_all && !self.rising.is_so),
        };
        if !is_before_all {
            self.carry_out();
        }
        let (documents, text) = (self.documents, &self.text);
        let lines = self.lines.get_or_insert_with(|| Cow::Owned(documents.lines_of(text)));
        let change = Replacement { range: lines.offsets(range), text: change.text };
        #[cfg(feature = "native")]
        self.rising.note(lines, &change);
        self.waiting.push(change);
    }

    /// Carries out the changes that wait.
    fn carry_out(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return;
        }
        #[cfg(feature = "native")]
        let is_sorted = std::mem::take(&mut self.rising).is_so;
        #[cfg(not(feature = "native"))]
        let is_sorted = false;
        if !is_sorted {
            waiting.reverse();
        }
        self.text = TextEdit::from_sorted(waiting).apply(&self.text);
        self.lines = None;
    }

    /// Returns the text after all changes.
    fn finish(mut self) -> String {
        self.carry_out();
        self.text
    }
}

impl Server {
    /// Takes a notification and answers with what has to be said at once. What a changed text means is
    /// left to [`Server::work`]: often the next change is waiting already.
    pub(crate) fn notification(&mut self, method: &str, raw: Option<&RawValue>) -> Vec<String> {
        if method == "exit" {
            self.exit();
            return Vec::new();
        }
        if !self.is_running() {
            return Vec::new();
        }
        if let Some(done) = self.native_notification(method, raw) {
            return done.unwrap_or_else(|error| rpc::log(error.message()).into_iter().collect());
        }
        let done = match method {
            "textDocument/didOpen" => self.did_open(raw),
            "textDocument/didChange" => self.did_change(raw),
            "textDocument/didClose" => self.did_close(raw),
            HostParams::METHOD => self.host(raw),
            "$/cancelRequest" => self.cancel(raw),
            "initialized" => Ok(self.initialized()),
            "workspace/didChangeWatchedFiles" => self.files_changed(raw),
            // LSP lets a server pass over what it does not know.
            _ => Ok(Vec::new()),
        };
        done.unwrap_or_else(|error| rpc::log(error.message()).into_iter().collect())
    }

    /// Asks and tells the client what it may hear only now.
    fn initialized(&mut self) -> Vec<String> {
        let unfit = self.client.unfit_options.take();
        unfit
            .as_ref()
            .and_then(|it| rpc::log(it.message()))
            .into_iter()
            .chain(self.watch())
            .collect()
    }

    fn did_open(&mut self, raw: Option<&RawValue>) -> Result<Vec<String>, RpcError> {
        let DidOpenParams { text_document: it } = rpc::params("textDocument/didOpen", raw)?;
        self.documents.open(&it.uri, &it.language_id, it.version, &it.text);
        Ok(Vec::new())
    }

    fn did_change(&mut self, raw: Option<&RawValue>) -> Result<Vec<String>, RpcError> {
        let DidChangeParams {
            text_document: VersionedIdentifier { uri, version },
            content_changes,
        } = rpc::params("textDocument/didChange", raw)?;
        let document = self.documents.get(&uri).ok_or_else(|| RpcError::not_open(&uri))?;
        let mut changing = Changing {
            documents: &self.documents,
            text: document.text.as_ref().to_owned(),
            lines: document.lines().map(Cow::Borrowed),
            waiting: Vec::new(),
            #[cfg(feature = "native")]
            rising: Rising::default(),
        };
        for change in content_changes {
            changing.take(change);
        }
        let text = changing.finish();
        self.documents.change(&uri, version, &text);
        Ok(Vec::new())
    }

    fn did_close(&mut self, raw: Option<&RawValue>) -> Result<Vec<String>, RpcError> {
        let DidCloseParams { text_document: Identifier { uri } } =
            rpc::params("textDocument/didClose", raw)?;
        if !self.documents.close(&uri) {
            return Err(RpcError::not_open(&uri));
        }
        if self.native.pulls() {
            return Ok(Vec::new());
        }
        // What was said of a closed document counts no longer.
        Ok(publication(&uri, None, &[(); 0]).into_iter().collect())
    }

    fn host(&mut self, raw: Option<&RawValue>) -> Result<Vec<String>, RpcError> {
        let HostParams(facts) = rpc::params(HostParams::METHOD, raw)?;
        self.documents.set_host(facts);
        Ok(Vec::new())
    }

    /// Returns what the client was not told yet of all documents.
    pub(crate) fn publish_untold(&mut self) -> Vec<String> {
        let mut messages = Vec::new();
        while let Some(uri) = self.documents.next_untold() {
            messages.extend(self.publish(&uri));
        }
        messages
    }

    /// Returns what is said of a document after a change of it, or of what it depends on.
    pub(crate) fn publish(&mut self, uri: &str) -> Vec<String> {
        let Some(document) = self.documents.get(uri) else { return Vec::new() };
        let Some(analysis) = &document.analysis else { return Vec::new() };
        let mut messages = Vec::new();
        let mut published = document.published;
        // A client that pulls them would show them twice.
        if !self.native.pulls() {
            let version = document.version;
            let all = self.native.diagnostics(analysis, uri, &self.documents);
            let Ok(diagnostics) = to_raw_value(&all) else { return Vec::new() };
            // Most key presses change nothing in what may be a hundred kilobytes.
            let found = self.client.keeps_diagnostics.then(|| fingerprint(diagnostics.get()));
            if found.is_some() && found == published {
                let same = SameDiagnostics { uri: uri.to_owned(), version };
                messages.extend(rpc::notification(SameDiagnostics::METHOD, &same));
            } else {
                messages.extend(publication(uri, Some(version), &diagnostics));
                published = found;
            }
        }
        if self.client.takes_documents {
            let info = analysis.info(uri, document.version);
            messages.extend(rpc::notification(DocumentInfo::METHOD, &info));
        }
        self.documents.note_published(uri, published);
        messages
    }
}

/// Returns the message with the diagnostics of a version of a document.
fn publication(uri: &str, version: Option<i32>, diagnostics: &impl Serialize) -> Option<String> {
    let params = lsp::PublishDiagnosticsParams { uri, version, diagnostics };
    rpc::notification("textDocument/publishDiagnostics", &params)
}

/// Returns a number by which texts are told apart that are kept by someone else.
fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish()
}

#[cfg(all(test, feature = "native"))]
mod tests {
    use super::*;

    /// Changes in all lines are carried out together, in whichever order they come.
    #[test]
    fn changes_of_many_lines_are_carried_out_at_once() {
        let documents = Documents::default();
        for is_reversed in [false, true] {
            let text = "a\nb\n".repeat(100);
            let mut changing = Changing {
                documents: &documents,
                text: text.clone(),
                lines: None,
                waiting: Vec::new(),
                rising: Rising::default(),
            };
            // Each makes a line of two, and those below move up.
            let mut lines: Vec<u32> = (0..100).collect();
            if is_reversed {
                lines.iter_mut().for_each(|it| *it *= 2);
                lines.reverse();
            }
            for line in lines {
                let (start, end) =
                    (Position { line, character: 1 }, Position { line: line + 1, character: 0 });
                changing.take(ContentChange {
                    range: Some(Range { start, end }),
                    text: "-".to_owned(),
                });
            }
            assert_eq!((changing.waiting.len(), &changing.text), (100, &text));
            assert_eq!(changing.finish(), "a-b\n".repeat(100));
        }
    }
}
