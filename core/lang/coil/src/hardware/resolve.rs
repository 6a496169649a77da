//! The effective values with their origins.

use super::file::File;
use super::model::Model;
use super::query;
use super::source_map::SourceMap;
use bobbin_core::edit::ItemPath;
use bobbin_core::view::{Resolved, ResolvedRow};

/// Returns the first `most` rows of a text, and how many more there are.
pub(super) fn resolved(file: &File, most: usize) -> (Resolved, usize) {
    leaves(&file.lowered().model, Some(&file.lowered().sources), most)
}

/// Returns the first rows that no other rows sum up or repeat, by unit, and how many more there
/// are.
pub(super) fn leaves(model: &Model, sources: Option<&SourceMap>, most: usize) -> (Resolved, usize) {
    let (rows, n_more) = query::leaves(model, sources, most);
    let rows = rows.into_iter().filter_map(|it| {
        let (first, rest) = it.path.split_first()?;
        let kind = if first.name == "metadata" { "metadata" } else { "unit" };
        Some(ResolvedRow {
            item: ItemPath::new([kind, &first.name]),
            key: query::spelling(rest),
            value: it.value,
            origin: it.origin,
            second: None,
        })
    });
    (Resolved { rows: rows.collect(), ..Resolved::default() }, n_more)
}
