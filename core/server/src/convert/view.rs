//! Views that are cut for the client.

use std::collections::HashMap;

use bobbin_core::edit::{ItemPath, Refusal};
use bobbin_core::text::{LineIndex, Placed as _};
use bobbin_core::view::{
    ByteField, Compiled, FieldGroup, ItemAction, ResolvedRow, ViewKind, ViewQuery,
};
use bobbin_core::{Document, Language};
use bobbin_protocol as protocol;
use text_size::TextSize;

use super::data::base64;
use super::depth::MAX_DEPTH;
use super::texts::Texts;

/// Returns the views of a language, the most telling first; the outline, which all have, last.
#[must_use]
pub fn views(language: &Language) -> Vec<ViewKind> {
    language.views.iter().copied().chain([ViewKind::Outline]).collect()
}

/// Builds the query of a view that has controls of its own.
#[must_use]
pub fn query(
    document: &dyn Document,
    item: Option<ItemPath>,
    at: Option<TextSize>,
    settings: Vec<protocol::KeyValue>,
) -> ViewQuery {
    ViewQuery {
        item: item.or_else(|| document.item_at(at?)),
        settings: settings.into_iter().map(|it| (it.key, it.value)).collect(),
    }
}

/// Returns the form of a text without any item, which offers what can be added to it.
#[must_use]
pub fn form_of_nothing(actions: Vec<ItemAction>, title: &str) -> Option<protocol::Form> {
    (!actions.is_empty()).then(|| protocol::Form {
        item: ItemPath::default(),
        title: "Nothing here yet".to_owned(),
        kind: title.to_owned(),
        range: protocol::Range::default(),
        note: String::new(),
        actions,
        groups: Vec::new(),
        tables: Vec::new(),
    })
}

/// The greatest number of fields: nobody fills in more, and the page draws them all.
const MOST_FIELDS: usize = 1_000;

/// Fields that belong together, the first ones of very many.
#[must_use]
pub fn first_fields(mut group: FieldGroup) -> FieldGroup {
    if let Some(n_left_out @ 1..) = group.fields.len().checked_sub(MOST_FIELDS) {
        let blank = if group.note.is_empty() { "" } else { " " };
        group.note.push_str(&format!(
            "{blank}Only the first {MOST_FIELDS} are shown; edit the other {n_left_out} in the text."
        ));
        group.fields.truncate(MOST_FIELDS);
    }
    group
}

/// Returns the values in force, by one reading or by two: those that `options` search for, as many
/// as people can read. Values that are left out are counted as they are, without being made.
#[must_use]
pub fn resolved(
    document: &dyn Document,
    options: &protocol::ViewOptions,
    texts: &mut Texts<'_>,
) -> Option<protocol::Resolved> {
    let most = options.rows.map_or(protocol::Resolved::MOST_ROWS, |it| it as usize);
    let search = options.search.to_lowercase();
    let words: Vec<&str> = search.split_whitespace().collect();
    let (resolved, n_more) = match words.is_empty() {
        true => document.first_resolved(most)?,
        false => (document.resolved()?, 0),
    };
    let second = document.second_reading();
    let titles = second.as_ref().map(|it| it.titles).map(|[a, b]| (a.to_owned(), b.to_owned()));
    let mut values = second.map(|it| it.values).unwrap_or_default().into_iter();
    let rows = with_unset(resolved.rows, document.unset());
    let row = |it: ResolvedRow| ResolvedRow { second: values.next(), ..it }.map_place(texts);
    let mut found = rows.into_iter().map(row).filter(|it| it.holds(&words));
    let rows = found.by_ref().take(most).collect();
    let n_left_out = u32::try_from(n_more + found.count()).unwrap_or(u32::MAX);
    Some(protocol::Resolved { titles, rows, n_left_out })
}

/// Puts rows of what nothing sets behind those of the same item, and those of other items at the end.
fn with_unset(rows: Vec<ResolvedRow>, unset: Vec<ResolvedRow>) -> Vec<ResolvedRow> {
    if unset.is_empty() {
        return rows;
    }
    let mut by_item: HashMap<ItemPath, Vec<ResolvedRow>> = HashMap::new();
    let mut items = Vec::new();
    for it in unset {
        let of_item = by_item.entry(it.item.clone()).or_insert_with(|| {
            items.push(it.item.clone());
            Vec::new()
        });
        of_item.push(it);
    }
    let last: HashMap<ItemPath, usize> =
        rows.iter().enumerate().map(|(at, it)| (it.item.clone(), at)).collect();
    let mut res = Vec::with_capacity(rows.len());
    for (at, row) in rows.into_iter().enumerate() {
        let item = row.item.clone();
        res.push(row);
        if last.get(&item) == Some(&at) {
            res.extend(by_item.remove(&item).unwrap_or_default());
        }
    }
    res.extend(items.iter().filter_map(|it| by_item.remove(it)).flatten());
    res
}

/// Converts a binary with its structure, or the reason why there is none.
#[must_use]
pub fn bytes(compiled: Result<Compiled, Refusal>, mut lines: &LineIndex) -> protocol::Bytes {
    match compiled {
        Ok(compiled) => protocol::Bytes {
            file_name: compiled.file_name,
            data: base64(&compiled.bytes.data),
            fields: cut(compiled.bytes.fields, 0).map_place(&mut lines),
            bit_names: compiled.bytes.bit_names,
            is_compressed: compiled.bytes.is_compressed,
            refusal: None,
            refusal_at: None,
        },
        Err(refusal) => protocol::Bytes {
            refusal: Some(refusal.reason),
            refusal_at: refusal.at.map_place(&mut lines),
            ..protocol::Bytes::default()
        },
    }
}

/// Returns the fields without those that lie too deep.
fn cut(mut fields: Vec<ByteField>, depth: usize) -> Vec<ByteField> {
    if depth >= MAX_DEPTH {
        return Vec::new();
    }
    for it in &mut fields {
        it.children = cut(std::mem::take(&mut it.children), depth + 1);
    }
    fields
}
