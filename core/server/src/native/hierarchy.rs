//! Which file includes which, as a hierarchy of calls, and as references of a word that includes one.

use bobbin_core::text::Files;
use bobbin_protocol::{Position, Range};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::index::includes_of;
use super::params::{DocumentParams, PlaceParams};
use crate::rpc::{self, RpcError};
use crate::{Server, features, lsp, uri};

/// LSP's symbol kind of a file.
const FILE: u32 = 1;

/// A word that includes a file.
struct Inclusion {
    /// The text that has the word.
    uri: String,
    range: Range,
    /// The URI of the file that is included, if it was found.
    target: Option<String>,
}

impl Server {
    pub(super) fn prepare_hierarchy(
        &self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Result<String, RpcError> {
        let DocumentParams { text_document } = rpc::params(method, raw)?;
        self.document(&text_document.uri)?;
        // Elsewhere the question is about the text itself.
        let uri = self.include_at(method, raw).unwrap_or(text_document.uri);
        rpc::result(&[item(&uri)])
    }

    /// Returns the URI of the file that the word at the place of a request includes.
    pub(super) fn include_at(&self, method: &str, raw: Option<&RawValue>) -> Option<String> {
        let PlaceParams { text_document, position } = rpc::params(method, raw).ok()?;
        self.included_at(&text_document.uri, position)
    }

    fn included_at(&self, uri: &str, at: Position) -> Option<String> {
        let analysis = self.analysis(uri).ok()??;
        let mut words = includes_of(analysis).into_iter();
        let (_, path) = words.find(|it| it.0.touches(at))?;
        Some(self.documents.uri_of(&path?, uri))
    }

    /// Answers a request for the references of a word that includes a file with all words that include
    /// it; `None` if there is no such word.
    pub(super) fn includes_of_file_at(
        &self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Option<Result<String, RpcError>> {
        let target = self.include_at(method, raw)?;
        let includes = self.inclusions().into_iter().filter(|it| is_at(it, &target));
        let places = includes.map(|it| lsp::Location { uri: it.uri, range: it.range });
        Some(rpc::result(&places.collect::<Vec<_>>()))
    }

    /// Returns the texts that include a file, as calls of it.
    pub(super) fn incoming(&self, uri: &str) -> Vec<Value> {
        let includes = self.inclusions().into_iter().filter(|it| is_at(it, uri));
        calls("from", includes.map(|it| (it.uri, it.range)))
    }

    /// Returns the files that a text includes, as calls of them.
    pub(super) fn outgoing(&self, uri: &str) -> Vec<Value> {
        let includes = self.inclusions().into_iter().filter(|it| is_same(&it.uri, uri));
        calls("to", includes.filter_map(|it| Some((it.target?, it.range))))
    }

    /// Returns all words of the workspace that include files.
    fn inclusions(&self) -> Vec<Inclusion> {
        let open = features::includes(&self.documents).includes.into_iter();
        let open = open.map(|it| Inclusion { uri: it.uri, range: it.range, target: it.target });
        let closed = self.native.index.closed(&self.documents).flat_map(|(uri, file)| {
            let target =
                |path: &Option<String>| path.as_ref().map(|it| self.documents.uri_of(it, &uri));
            let words = file.includes.iter().map(|(range, path)| Inclusion {
                uri: uri.clone(),
                range: *range,
                target: target(path),
            });
            words.collect::<Vec<_>>()
        });
        open.chain(closed).collect()
    }
}

fn is_at(it: &Inclusion, uri: &str) -> bool {
    it.target.as_ref().is_some_and(|it| is_same(it, uri))
}

/// Returns true if two URIs name one file: they may be spelled differently.
fn is_same(one: &str, other: &str) -> bool {
    one == other || Files::normalise(&uri::path(one)) == Files::normalise(&uri::path(other))
}

/// Returns the calls with one item for each URI, in their order.
fn calls(end: &str, words: impl Iterator<Item = (String, Range)>) -> Vec<Value> {
    let mut by_uri: Vec<(String, Vec<Range>)> = Vec::new();
    for (uri, range) in words {
        match by_uri.iter_mut().find(|it| it.0 == uri) {
            Some(it) => it.1.push(range),
            None => by_uri.push((uri, vec![range])),
        }
    }
    let call =
        |(uri, ranges): (String, Vec<Range>)| json!({ end: item(&uri), "fromRanges": ranges });
    by_uri.into_iter().map(call).collect()
}

/// Returns a file as an item of the hierarchy.
fn item(uri: &str) -> Value {
    let path = uri::path(uri);
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
    let name = if name.is_empty() { uri } else { name };
    let start = Range::default();
    json!({
        "name": name, "detail": folder, "kind": FILE,
        "uri": uri, "range": start, "selectionRange": start,
    })
}
