//! Views, but for the graph.

use bobbin_core::edit::{Command, ItemPath, Refusal};
use bobbin_core::lang::LanguageInfo;
use bobbin_core::text::LineIndex;
use bobbin_core::view::{
    ByteField, Choice, Compiled, Field, FieldGroup, FieldKind, Form, ItemAction, Origin,
    OriginKind, Outline, OutlineEntry, OutlineKind, Resolved, ResolvedRow, ResolvedValue,
    SecondReading, ViewKind,
};
use bobbin_protocol as protocol;

use super::{MAX_DEPTH, base64, item, range};

/// The views of a language, the most telling first; the outline, which all have, last.
#[must_use]
pub fn views(language: &LanguageInfo) -> Vec<protocol::ViewKind> {
    let views = language.views.iter().map(|it| match it {
        ViewKind::Graph => protocol::ViewKind::Graph,
        ViewKind::Form => protocol::ViewKind::Form,
        ViewKind::Bytes => protocol::ViewKind::Bytes,
        ViewKind::Resolved => protocol::ViewKind::Resolved,
        ViewKind::Coverage => protocol::ViewKind::Coverage,
        ViewKind::Timeline => protocol::ViewKind::Timeline,
    });
    views.chain([protocol::ViewKind::Outline]).collect()
}

/// The items of a text.
#[must_use]
pub fn outline(outline: &Outline, lines: &LineIndex) -> protocol::Outline {
    protocol::Outline { entries: entries(&outline.entries, lines, 0) }
}

fn entries(
    entries: &[OutlineEntry],
    lines: &LineIndex,
    depth: usize,
) -> Vec<protocol::OutlineEntry> {
    if depth >= MAX_DEPTH {
        return Vec::new();
    }
    let converted = entries.iter().map(|it| protocol::OutlineEntry {
        item: item(&it.item),
        name: it.name.clone(),
        detail: it.detail.clone(),
        outline_kind: match it.kind {
            OutlineKind::Section => protocol::OutlineKind::Section,
            OutlineKind::Unit => protocol::OutlineKind::Unit,
            OutlineKind::Group => protocol::OutlineKind::Group,
            OutlineKind::Connection => protocol::OutlineKind::Connection,
            OutlineKind::Key => protocol::OutlineKind::Key,
            OutlineKind::Table => protocol::OutlineKind::Table,
            OutlineKind::Include => protocol::OutlineKind::Include,
            OutlineKind::Port => protocol::OutlineKind::Port,
        },
        range: range(lines, it.range),
        name_range: range(lines, it.name_range),
        children: self::entries(&it.children, lines, depth + 1),
    });
    converted.collect()
}

/// The fields of an item.
#[must_use]
pub fn form(form: Form, lines: &LineIndex) -> protocol::Form {
    protocol::Form {
        item: protocol::ItemPath(form.item.0),
        title: form.title,
        item_kind: form.kind,
        range: range(lines, form.range),
        note: form.note,
        actions: form.actions.into_iter().filter_map(item_action).collect(),
        groups: form.groups.into_iter().map(|it| field_group(it, lines)).collect(),
    }
}

/// Commands about ports and values are no actions of an item as a whole.
fn item_action(ItemAction { label, command, names }: ItemAction) -> Option<protocol::ItemAction> {
    let path = |it: ItemPath| protocol::ItemPath(it.0);
    let command = match command {
        Command::AddItem { kind, name, values } => protocol::Command::AddItem {
            item_kind: kind,
            name,
            values: values
                .into_iter()
                .map(|(key, value)| protocol::KeyValue { key, value })
                .collect(),
        },
        Command::Remove { item } => protocol::Command::Remove { item: path(item) },
        Command::Move { item, before } => {
            protocol::Command::Move { item: path(item), before: before.map(path) }
        }
        Command::Duplicate { item, name } => {
            protocol::Command::Duplicate { item: path(item), name }
        }
        _ => return None,
    };
    Some(protocol::ItemAction { label, command, names })
}

/// Fields that belong together.
#[must_use]
pub fn field_group(group: FieldGroup, lines: &LineIndex) -> protocol::FieldGroup {
    protocol::FieldGroup {
        title: group.title,
        note: group.note,
        fields: group.fields.into_iter().map(|it| field(it, lines)).collect(),
    }
}

pub(super) fn field(it: Field, lines: &LineIndex) -> protocol::Field {
    protocol::Field {
        key: it.key,
        label: it.label,
        input: input(it.kind),
        written: it.written,
        effective: it.effective,
        origin: origin(it.origin, lines),
        range: it.range.map(|it| range(lines, it)),
        help: it.help,
        inert: it.inert,
        problem: it.problem,
    }
}

/// How a field or a control is edited.
pub(super) fn input(kind: FieldKind) -> protocol::FieldInput {
    match kind {
        FieldKind::Text => protocol::FieldInput::Text,
        FieldKind::Integer { min, max } => protocol::FieldInput::Integer { min, max },
        FieldKind::Choice { choices: words } => {
            protocol::FieldInput::Choice { choices: choices(words) }
        }
        FieldKind::Suggestion { choices: words } => {
            protocol::FieldInput::Suggestion { choices: choices(words) }
        }
        FieldKind::Toggle { on, off } => protocol::FieldInput::Toggle { on, off },
        FieldKind::List { choices: words } => {
            protocol::FieldInput::List { choices: choices(words) }
        }
    }
}

fn choices(choices: Vec<Choice>) -> Vec<protocol::Choice> {
    let choices = choices.into_iter();
    choices.map(|it| protocol::Choice { value: it.value, help: it.help }).collect()
}

/// Where a value comes from.
#[must_use]
pub fn origin(it: Origin, lines: &LineIndex) -> protocol::Origin {
    protocol::Origin {
        origin_kind: match it.kind {
            OriginKind::Written => protocol::OriginKind::Written,
            OriginKind::Default => protocol::OriginKind::Default,
            OriginKind::Inherited => protocol::OriginKind::Inherited,
            OriginKind::Expanded => protocol::OriginKind::Expanded,
        },
        range: it.range.map(|it| range(lines, it)),
        note: it.note,
    }
}

/// Every value that counts, by one reading or by two.
#[must_use]
pub fn resolved(
    resolved: Resolved,
    second: Option<SecondReading>,
    lines: &LineIndex,
) -> protocol::Resolved {
    let titles = second.as_ref().map(|it| it.titles).map(|[a, b]| (a.to_owned(), b.to_owned()));
    let mut values = second.map(|it| it.values).unwrap_or_default().into_iter();
    let row = |it: ResolvedRow| protocol::ResolvedRow {
        item: protocol::ItemPath(it.item.0),
        key: it.key,
        value: it.value,
        origin: origin(it.origin, lines),
        second: values.next().map(|ResolvedValue { value, origin: from }| {
            protocol::ResolvedValue { value, origin: origin(from, lines) }
        }),
    };
    protocol::Resolved { titles, rows: resolved.rows.into_iter().map(row).collect() }
}

/// A binary with its structure, or why there is none.
#[must_use]
pub fn bytes(compiled: Result<Compiled, Refusal>, lines: &LineIndex) -> protocol::Bytes {
    match compiled {
        Ok(compiled) => protocol::Bytes {
            file_name: compiled.file_name,
            data: base64(&compiled.bytes.data),
            fields: byte_fields(compiled.bytes.fields, lines, 0),
            bit_names: compiled.bytes.bit_names,
            refusal: None,
            refusal_at: None,
        },
        Err(refusal) => protocol::Bytes {
            refusal: Some(refusal.reason),
            refusal_at: refusal.at.map(|it| range(lines, it)),
            ..protocol::Bytes::default()
        },
    }
}

fn byte_fields(
    fields: Vec<ByteField>,
    lines: &LineIndex,
    depth: usize,
) -> Vec<protocol::ByteField> {
    if depth >= MAX_DEPTH {
        return Vec::new();
    }
    let fields = fields.into_iter().map(|it| protocol::ByteField {
        name: it.name,
        type_name: it.type_name,
        offset: it.offset,
        len: it.len,
        value: it.value,
        meaning: it.meaning,
        source: it.source.map(|it| range(lines, it)),
        bits: it.bits,
        children: byte_fields(it.children, lines, depth + 1),
    });
    fields.collect()
}
