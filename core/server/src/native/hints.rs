//! `textDocument/inlayHint`: effective values that the text does not say.

use std::collections::BTreeMap;

use bobbin_core::edit::ItemPath;
use bobbin_core::text::{LineIndex, Placed as _, slice};
use bobbin_core::view::{OriginKind, OutlineEntry, Resolved, ResolvedRow};
use bobbin_protocol as protocol;
use serde_json::{Value, json};
use text_size::{TextRange, TextSize};

use crate::Analysis;
use crate::convert::{MAX_DEPTH, Texts};

/// The greatest number of characters of a value in a hint; all of it is in the tooltip.
const MOST_CHARACTERS: usize = 60;

/// The greatest number of values in the hint of an item.
const MOST_VALUES: usize = 3;

/// The greatest number of values in its tooltip.
const MOST_IN_TOOLTIP: usize = 40;

/// Returns the hints within a range, in the order of the text: behind a value what macros and folders
/// make of it, and behind the first line of an item the values that others set for it, or nobody.
pub(super) fn inlay_hints(analysis: &Analysis, within: protocol::Range) -> Vec<Value> {
    let within = analysis.lines().offsets(within);
    let document = analysis.snapshot().document();
    let most = Resolved::<TextRange>::MOST_ROWS;
    let Some((resolved, _)) = document.first_resolved(most) else { return Vec::new() };
    let mut rows = resolved.rows;
    if let Some(second) = document.second_reading() {
        // Two readings are told apart in a view of their own, and so are dozens of defaults.
        let mut values = second.values.into_iter();
        rows.retain(|row| {
            let agrees = values.next().is_some_and(|it| it.value == row.value);
            agrees && row.origin.kind != OriginKind::Default
        });
    } else {
        rows.extend(document.unset());
    }
    let mut hints: Vec<(TextSize, Value)> = Vec::new();
    let mut others: BTreeMap<ItemPath, Vec<ResolvedRow>> = BTreeMap::new();
    for row in rows {
        match row.origin.kind {
            OriginKind::Expanded => hints.extend(expanded(analysis, row, within)),
            OriginKind::Inherited | OriginKind::Default if !row.value.is_empty() => {
                let of_item = others.entry(row.item.clone()).or_default();
                // An item that stands for several things has the same for each.
                if !of_item.iter().any(|it| it.key == row.key && it.value == row.value) {
                    of_item.push(row);
                }
            }
            OriginKind::Inherited | OriginKind::Default | OriginKind::Written => (),
        }
    }
    if !others.is_empty() {
        let entries = &analysis.snapshot().outline().entries;
        of_items(analysis, entries, &mut others, within, 0, &mut hints);
    }
    hints.sort_by_key(|it| it.0);
    hints.into_iter().map(|it| it.1).collect()
}

/// Returns the hint behind a value that is not what it says.
fn expanded(analysis: &Analysis, row: ResolvedRow, within: TextRange) -> Option<(TextSize, Value)> {
    // A value of an included text stands there.
    let range = row.origin.range.filter(|_| row.origin.written.is_none())?;
    if within.intersect(range).is_none() || row.value.is_empty() {
        return None;
    }
    let line = analysis.lines().line_range(analysis.lines().line(range.start()));
    let line = slice(analysis.snapshot().text(), line);
    let is_said = |word: &str| line.split_whitespace().any(|it| it == word);
    if row.value.split_whitespace().all(is_said) {
        return None;
    }
    let label = format!("= {}", shortened(&row.value));
    let at = range.end();
    Some((at, hint(analysis.lines(), at, &label, &tooltip(analysis, vec![row]))))
}

/// Adds the hints behind the first lines of items.
fn of_items(
    analysis: &Analysis,
    entries: &[OutlineEntry],
    rows: &mut BTreeMap<ItemPath, Vec<ResolvedRow>>,
    within: TextRange,
    depth: usize,
    hints: &mut Vec<(TextSize, Value)>,
) {
    for entry in entries.iter().filter(|_| depth < MAX_DEPTH) {
        let line = analysis.lines().line_range(analysis.lines().line(entry.name_range.start()));
        let words = slice(analysis.snapshot().text(), line).trim_end();
        let at = line.start() + TextSize::of(words);
        // Of an item that is opened twice the first place counts.
        if within.contains_inclusive(at)
            && let Some(rows) = rows.remove(&entry.item)
        {
            let shown = rows
                .iter()
                .take(MOST_VALUES)
                .map(|it| format!("{} = {}", short_key(it), shortened(&it.value)));
            let mut label = shown.collect::<Vec<_>>().join(", ");
            if let Some(n_more @ 1..) = rows.len().checked_sub(MOST_VALUES) {
                label.push_str(&format!(" and {n_more} more"));
            }
            hints.push((at, hint(analysis.lines(), at, &label, &tooltip(analysis, rows))));
        }
        of_items(analysis, &entry.children, rows, within, depth + 1, hints);
    }
}

fn hint(lines: &LineIndex, at: TextSize, label: &str, tooltip: &str) -> Value {
    json!({
        "position": lines.position(at),
        "label": label,
        "paddingLeft": true,
        "tooltip": { "kind": "markdown", "value": tooltip },
    })
}

/// Lists values with their origins.
fn tooltip(analysis: &Analysis, rows: Vec<ResolvedRow>) -> String {
    let mut texts = Texts::of(analysis.snapshot());
    let n_more = rows.len().saturating_sub(MOST_IN_TOOLTIP);
    let mut res = String::new();
    for row in rows.into_iter().take(MOST_IN_TOOLTIP) {
        let key = short_key(&row).to_owned();
        let row = row.map_place(&mut texts);
        res.push_str(&format!("- `{key} = {}` ({})\n", row.value, row.origin.in_words()));
    }
    if n_more > 0 {
        res.push_str(&format!("- and {n_more} more\n"));
    }
    res
}

/// Returns the key without the name of its item.
fn short_key(row: &ResolvedRow) -> &str {
    let name = row.item.0.last().map_or("", String::as_str);
    let rest = row.key.strip_prefix(name).and_then(|it| it.strip_prefix(':'));
    rest.filter(|it| !it.is_empty()).unwrap_or(&row.key)
}

fn shortened(value: &str) -> String {
    match value.char_indices().nth(MOST_CHARACTERS) {
        Some((at, _)) => format!("{}…", value.get(..at).unwrap_or_default()),
        None => value.to_owned(),
    }
}
