//! The places in the text of what counts in the end.

use crate::edit::statements;
use crate::file::File;
use crate::model::HolderKind;
use crate::resolve::{self, Baked, Configuration};
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::TextEdit;
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::slice;
use text_size::TextRange;

/// Plans the removal of an entry, with the `relativepath` in front of it, and in the header of a cluster with its
/// description. A key of the cluster that a mapping needs stays.
pub(super) fn removal(
    file: &File,
    configuration: &Configuration<'_>,
    baked: &Baked<'_>,
) -> Option<TextEdit> {
    let entry = file.model().entries.get(baked.entry)?;
    let holder = entry.owner.holder().and_then(|it| file.model().holders.get(it));
    if let Some(header) = holder.filter(|it| matches!(it.kind, HolderKind::Cluster { .. })) {
        let key = file.model().local_key(file.source(), entry);
        let is_last = statements::written(file, header, &key).nth(1).is_none();
        let mut mapped =
            configuration.entries.iter().filter_map(|it| resolve::mapped_key(file, it));
        if is_last && mapped.any(|it| it == key) {
            return None;
        }
        return statements::remove_described(file, header, entry);
    }
    let start = entry.relative.map_or(entry.span.start, |it| it.min(entry.span.start));
    statements::remove_statement(file, TokenSpan::new(start, entry.span.end))
}

pub(super) fn key_token(file: &File, baked: &Baked<'_>) -> TokenIdx {
    file.model().entries.get(baked.entry).map_or(TokenIdx(0), |it| it.key.start)
}

pub(super) fn key_range(file: &File, baked: &Baked<'_>) -> TextRange {
    let entry = file.model().entries.get(baked.entry);
    entry.map_or(TextRange::default(), |it| file.source().span_range(it.key))
}

pub(super) fn value_token(file: &File, baked: &Baked<'_>) -> TokenIdx {
    let entry = file.model().entries.get(baked.entry);
    entry.and_then(|it| it.value).unwrap_or_else(|| key_token(file, baked))
}

/// Keeps the fixes of a diagnostic about a value, which replace it, only where the text has this
/// very value: what macros make cannot be changed here.
pub(super) fn only_where_written(file: &File, value: &str, mut finding: Diagnostic) -> Diagnostic {
    if slice(&file.input().text, finding.range) != value {
        finding.fixes.clear();
    }
    finding
}
