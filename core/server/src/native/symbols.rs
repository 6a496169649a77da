//! The items of a text that can be searched for.

use bobbin_core::view::{OutlineEntry, OutlineKind};
use bobbin_protocol::Range;

use crate::Analysis;
use crate::convert::MAX_DEPTH;

/// An item of a text.
#[derive(Debug)]
pub(super) struct Symbol {
    pub(super) name: String,
    pub(super) kind: OutlineKind,
    /// The item around it; may be empty.
    pub(super) container: String,
    pub(super) range: Range,
}

/// Returns the items of a text that are more than a key, a connection or an include.
pub(super) fn of(analysis: &Analysis) -> Vec<Symbol> {
    let mut res = Vec::new();
    collect(analysis, &analysis.snapshot().outline().entries, "", 0, &mut res);
    res
}

fn collect(
    analysis: &Analysis,
    entries: &[OutlineEntry],
    container: &str,
    depth: usize,
    res: &mut Vec<Symbol>,
) {
    for it in entries.iter().filter(|_| depth < MAX_DEPTH) {
        let is_minor = matches!(
            it.kind,
            OutlineKind::Key | OutlineKind::Connection | OutlineKind::Include | OutlineKind::Port
        );
        if !is_minor && !it.name.trim().is_empty() {
            res.push(Symbol {
                name: it.name.clone(),
                kind: it.kind,
                container: container.to_owned(),
                range: analysis.lines().range(it.name_range),
            });
        }
        collect(analysis, &it.children, &it.name, depth + 1, res);
    }
}
