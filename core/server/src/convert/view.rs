//! Views, but for the graph.

use bobbin_core::edit::{Command, ItemPath, Refusal};
use bobbin_core::text::LineIndex;
use bobbin_core::view::{
    ByteField, Choice, Compiled, Field, FieldGroup, FieldKind, Form, FormTable, ItemAction, Origin,
    OriginKind, ResolvedRow, ResolvedValue, TableCell, TableColumn, TableRow, ViewKind,
};
use bobbin_core::{Document, LanguageInfo};
use bobbin_protocol as protocol;

use super::texts::Texts;
use super::{MAX_DEPTH, base64, range};

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

/// The form of a text without any item: what can be added to it.
#[must_use]
pub fn form_of_nothing(additions: Vec<ItemAction>, title: &str) -> Option<protocol::Form> {
    let actions: Vec<_> = additions.into_iter().filter_map(item_action).collect();
    (!actions.is_empty()).then(|| protocol::Form {
        item: protocol::ItemPath(Vec::new()),
        title: "Nothing here yet".to_owned(),
        item_kind: title.to_owned(),
        range: protocol::Range::default(),
        note: String::new(),
        actions,
        groups: Vec::new(),
        tables: Vec::new(),
    })
}

/// The fields of an item.
#[must_use]
pub fn form(form: Form, texts: &mut Texts<'_>) -> protocol::Form {
    let lines = texts.lines;
    protocol::Form {
        item: protocol::ItemPath(form.item.0),
        title: form.title,
        item_kind: form.kind,
        range: range(lines, form.range),
        note: form.note,
        actions: form.actions.into_iter().filter_map(item_action).collect(),
        groups: form.groups.into_iter().map(|it| field_group(it, texts)).collect(),
        tables: form.tables.into_iter().map(|it| table(it, lines)).collect(),
    }
}

fn table(it: FormTable, lines: &LineIndex) -> protocol::FormTable {
    let column = |it: TableColumn| protocol::TableColumn {
        key: it.key,
        title: it.title,
        help: it.help,
        input: it.kind.map(input),
    };
    let cell = |it: TableCell| protocol::TableCell {
        written: it.written,
        effective: it.effective,
        meaning: it.meaning,
        range: it.range.map(|it| range(lines, it)),
        problem: it.problem,
    };
    let row = |it: TableRow| protocol::TableRow {
        item: protocol::ItemPath(it.item.0),
        label: it.label,
        range: range(lines, it.range),
        cells: it.cells.into_iter().map(cell).collect(),
    };
    protocol::FormTable {
        title: it.title,
        note: it.note,
        columns: it.columns.into_iter().map(column).collect(),
        rows: it.rows.into_iter().map(row).collect(),
        left_out: u32::try_from(it.n_left_out).unwrap_or(u32::MAX),
        add: it.add.and_then(action_command),
    }
}

/// Commands about ports and values are no actions of an item as a whole.
pub fn item_action(
    ItemAction { label, command, names }: ItemAction,
) -> Option<protocol::ItemAction> {
    let command = action_command(command)?;
    Some(protocol::ItemAction { label, command, names })
}

fn action_command(command: Command) -> Option<protocol::Command> {
    let path = |it: ItemPath| protocol::ItemPath(it.0);
    Some(match command {
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
    })
}

/// More fields than this nobody fills in; the page draws them all.
const MOST_FIELDS: usize = 1_000;

/// Fields that belong together, the first ones of very many.
#[must_use]
pub fn field_group(group: FieldGroup, texts: &mut Texts<'_>) -> protocol::FieldGroup {
    let mut note = group.note;
    if let Some(n_left_out @ 1..) = group.fields.len().checked_sub(MOST_FIELDS) {
        let blank = if note.is_empty() { "" } else { " " };
        note = format!(
            "{note}{blank}Here are the first {MOST_FIELDS}; edit {n_left_out} more in the text."
        );
    }
    let fields = group.fields.into_iter().take(MOST_FIELDS);
    let fields = fields.map(|it| field(it, texts)).collect();
    protocol::FieldGroup { title: group.title, note, fields }
}

pub(super) fn field(it: Field, texts: &mut Texts<'_>) -> protocol::Field {
    protocol::Field {
        key: it.key,
        label: it.label,
        input: input(it.kind),
        written: it.written,
        effective: it.effective,
        origin: origin(it.origin, texts),
        range: it.range.map(|it| range(texts.lines, it)),
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
pub fn origin(it: Origin, texts: &mut Texts<'_>) -> protocol::Origin {
    protocol::Origin {
        origin_kind: match it.kind {
            OriginKind::Written => protocol::OriginKind::Written,
            OriginKind::Default => protocol::OriginKind::Default,
            OriginKind::Inherited => protocol::OriginKind::Inherited,
            OriginKind::Expanded => protocol::OriginKind::Expanded,
        },
        range: it.range.map(|it| range(texts.lines, it)),
        written: texts.written(it.written.as_ref()),
        note: it.note,
    }
}

/// The values that count, by one reading or by two: those that `settings` search for, and so many
/// that people can read them. Values that are left out are counted as they are, without being made.
#[must_use]
pub fn resolved(
    document: &dyn Document,
    settings: &[protocol::KeyValue],
    texts: &mut Texts<'_>,
) -> Option<protocol::Resolved> {
    let setting = |key: &str| settings.iter().find(|it| it.key == key).map(|it| it.value.as_str());
    let most = setting("rows").and_then(|it| it.parse().ok());
    let most = most.unwrap_or(protocol::Resolved::MOST_ROWS);
    let search = setting("search").unwrap_or_default().to_lowercase();
    let words: Vec<&str> = search.split_whitespace().collect();
    let (resolved, n_more) = match words.is_empty() {
        true => document.first_resolved(most)?,
        false => (document.resolved()?, 0),
    };
    let second = document.second_reading();
    let titles = second.as_ref().map(|it| it.titles).map(|[a, b]| (a.to_owned(), b.to_owned()));
    let mut values = second.map(|it| it.values).unwrap_or_default().into_iter();
    let row = |it: ResolvedRow| protocol::ResolvedRow {
        item: protocol::ItemPath(it.item.0),
        key: it.key,
        value: it.value,
        origin: origin(it.origin, texts),
        second: values.next().map(|ResolvedValue { value, origin: from }| {
            protocol::ResolvedValue { value, origin: origin(from, texts) }
        }),
    };
    let mut found = resolved.rows.into_iter().map(row).filter(|it| it.holds(&words));
    let rows = found.by_ref().take(most).collect();
    let n_left_out = u32::try_from(n_more + found.count()).unwrap_or(u32::MAX);
    Some(protocol::Resolved { titles, rows, n_left_out })
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
