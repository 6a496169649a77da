//! `workspace/symbol`: the items of all texts of the workspace.

use serde_json::{Value, json};

use super::symbols::{self, Symbol};
use crate::Server;
use crate::features::kind_of_symbol;

/// The greatest number of symbols in an answer: who gets more types another letter.
const MOST: usize = 500;

impl Server {
    /// Returns the items whose names have the letters of `query` in their order, in any case.
    pub(super) fn workspace_symbols(&self, query: &str) -> Vec<Value> {
        let query: Vec<char> = query.to_lowercase().chars().collect();
        let mut res = Vec::new();
        let mut add = |uri: &str, symbols: &[Symbol]| {
            let found = symbols.iter().filter(|it| is_match(&it.name, &query));
            let left = MOST.saturating_sub(res.len());
            res.extend(found.take(left).map(|it| {
                json!({
                    "name": it.name,
                    "kind": kind_of_symbol(it.kind),
                    "containerName": it.container,
                    "location": { "uri": uri, "range": it.range },
                })
            }));
        };
        for (uri, analysis) in self.documents.analyses() {
            add(uri, &symbols::of(analysis));
        }
        for (uri, file) in self.native.index.closed(&self.documents) {
            add(&uri, &file.symbols);
        }
        res
    }
}

/// Returns true if the letters stand in the name in this order.
fn is_match(name: &str, letters: &[char]) -> bool {
    let mut name = name.chars().flat_map(char::to_lowercase);
    letters.iter().all(|letter| name.any(|it| it == *letter))
}
