//! `textDocument/documentHighlight` and `textDocument/selectionRange`.

use bobbin_protocol::Position;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use text_size::{TextRange, TextSize};

use super::params::{PlaceParams, PlacesParams};
use crate::convert::MAX_DEPTH;
use crate::rpc::{self, RpcError};
use crate::{Analysis, Server, features};

impl Server {
    /// Answers `textDocument/documentHighlight`: where the text names the thing at a place.
    pub(super) fn occurrences(
        &self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Result<String, RpcError> {
        let PlaceParams { text_document, position } = rpc::params(method, raw)?;
        let uri = &text_document.uri;
        let (_, target) = self.target(uri)?;
        let own = |analysis: &Analysis| -> Vec<Value> {
            let all = features::references(analysis, &target, position, true).into_iter();
            all.filter(|it| it.uri == *uri).map(|it| json!({ "range": it.range })).collect()
        };
        // What names it in other texts is not asked.
        rpc::result(&self.analysis(uri)?.map(own))
    }

    /// Answers `textDocument/selectionRange`.
    pub(super) fn selections(
        &self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Result<String, RpcError> {
        let PlacesParams { text_document, positions } = rpc::params(method, raw)?;
        let analysis = self.analysis(&text_document.uri)?;
        let of = |it: &Analysis| -> Vec<Value> {
            positions.iter().map(|&at| selection(it, at)).collect()
        };
        rpc::result(&analysis.map(of))
    }
}

/// Returns what one selects step by step around a place: the word, the line, the items around it, the
/// text.
fn selection(analysis: &Analysis, at: Position) -> Value {
    let lines = analysis.lines();
    let at = lines.offset(at);
    let text = analysis.snapshot().text();
    let mut ranges = vec![TextRange::up_to(TextSize::of(&**text))];
    let mut add = |range: TextRange| {
        let is_inside = ranges.last().is_some_and(|it| it.contains_range(range) && *it != range);
        if is_inside && range.contains_inclusive(at) {
            ranges.push(range);
        }
    };
    let mut entries = analysis.snapshot().outline().entries.as_slice();
    for _ in 0..MAX_DEPTH {
        let Some(it) = entries.iter().find(|it| it.range.contains_inclusive(at)) else { break };
        add(it.range);
        entries = &it.children;
    }
    let line = lines.line_range(lines.line(at));
    let written = bobbin_core::text::slice(text, line);
    let before = written.len() - written.trim_start().len();
    let start = line.start() + TextSize::new(before as u32);
    add(TextRange::at(start, TextSize::of(written.trim())));
    let tokens = analysis.snapshot().highlights();
    let first = tokens.partition_point(|it| it.range.end() < at);
    // Between two words, the one behind.
    let mut touching = tokens.iter().skip(first).take(2).rev();
    if let Some(it) = touching.find(|it| it.range.contains_inclusive(at)) {
        add(it.range);
    }
    let within = |parent: Value, range: &TextRange| match parent {
        Value::Null => json!({ "range": lines.range(*range) }),
        parent => json!({ "range": lines.range(*range), "parent": parent }),
    };
    ranges.iter().fold(Value::Null, within)
}
