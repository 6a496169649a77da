//! Resources, ABIs and register mappings as tables.

use std::borrow::Cow;

use text_size::TextRange;

use super::items_of;
use crate::hardware::file::File;
use crate::hardware::hover::argument_words;
use crate::hardware::lower::{
    WHOLE_REGISTER, Word, argument_index, lone_number_is_size, register_type, resource_kind,
};
use crate::hardware::model::{Abi, Mapping, Unit};
use crate::hardware::print::size_words;
use crate::hardware::rows::{
    ResourceParts, RowName, mask_words, possible_names, register_name, resource_items, row_path,
};
use crate::hardware::sections::{Pair, Role, Section, SectionId};
use crate::hardware::tables::{
    self, ABI_FLAGS, Named, REG_TYPES, RESOURCE_FLAGS, RESOURCE_TYPES, SPECIAL_ARGS,
};
use crate::hardware::value::{self, ListItem, bytes_words};
use crate::hardware::{check, items, rows};
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::text::slice;
use bobbin_core::view::{
    Choice, FieldKind, FieldProblem, FormTable, TableCell, TableColumn, TableRow, WrittenList,
};

fn choices(table: &[Named]) -> Vec<Choice> {
    let choice = |it: &Named| Choice { value: it.key.to_owned(), help: it.doc.to_owned() };
    table.iter().map(choice).collect()
}

fn column(key: &str, title: &str, help: &str, kind: impl Into<Option<FieldKind>>) -> TableColumn {
    TableColumn {
        key: key.to_owned(),
        title: title.to_owned(),
        help: help.to_owned(),
        kind: kind.into(),
    }
}

fn add(kind: &str, name: &str, values: Vec<(String, String)>) -> Option<Command> {
    Some(Command::AddItem { kind: kind.to_owned(), name: name.to_owned(), values })
}

/// Returns a cell that shows what stands at `range`.
fn cell(text: &str, range: TextRange, meaning: String) -> TableCell {
    let written = Some(slice(text, range).to_owned()).filter(|it| !it.is_empty());
    TableCell { written, meaning, range: Some(range), ..TableCell::default() }
}

/// Returns a cell that nothing is written for.
fn unwritten(effective: impl Into<String>) -> TableCell {
    TableCell { effective: effective.into(), ..TableCell::default() }
}

/// Lets the items of a cell be changed one by one.
fn list(cell: TableCell) -> TableCell {
    let pieces = value::pieces(cell.written.as_deref().unwrap_or_default());
    TableCell { list: Some(WrittenList::of(pieces)), ..cell }
}

/// Puts each diagnostic of an entry into the cell that it is about, else into the first.
fn mark(cells: &mut [TableCell], whole: TextRange, problems: &[&Diagnostic]) {
    for it in problems.iter().filter(|it| whole.contains_range(it.range)) {
        let is_about =
            |cell: &TableCell| cell.range.is_some_and(|range| range.contains_range(it.range));
        let at = cells.iter().position(is_about).unwrap_or_default();
        if let Some(cell) = cells.get_mut(at) {
            cell.problem.get_or_insert_with(|| FieldProblem::from(*it));
        }
    }
}

/// Returns the tables of a section's form: a unit has its resources and ABIs, an ABI its mapping.
pub(super) fn tables(file: &File, idx: SectionId, section: &Section) -> Vec<FormTable> {
    match &section.role {
        Role::Unit => {
            let Some(unit) = items::used_by(file, idx) else { return Vec::new() };
            vec![
                resource_table(file, &items::parts_of(file, unit, &Role::Resources), section),
                abi_table(file, unit, section),
            ]
        }
        Role::Resources => vec![resource_table(file, &[idx], section)],
        Role::Abi(name) => {
            let role = Role::Mapping(name.clone());
            let mappings = items::used_by(file, idx)
                .map(|it| items::parts_of(file, it, &role))
                .unwrap_or_default();
            vec![mapping_table(file, &mappings, section)]
        }
        Role::Mapping(_) => vec![mapping_table(file, &[idx], section)],
        _ => Vec::new(),
    }
}

/// Returns the architecture that a unit has facts about, if there is one.
fn architecture(unit: &Unit) -> Option<&str> {
    let mut names = unit.arch.iter().map(|it| it.arch);
    let first = names.next()?;
    names.all(|it| it == first).then_some(first)
}

fn resource_table(file: &File, sections: &[SectionId], shown: &Section) -> FormTable {
    let kinds = choices(RESOURCE_TYPES);
    let columns = vec![
        column(
            "kind",
            "Kind",
            "What the unit has: one of the names, or a number, as in `type300`",
            FieldKind::Suggestion { choices: kinds },
        ),
        column("count", "Count", "How many there are; 1 if nothing is written", FieldKind::Text),
        column(
            "size",
            "Size of each",
            "A number with a unit, such as `32KiB`, `1.5 MiB` or `64bit`",
            FieldKind::Text,
        ),
        column("flags", "Flags", "", FieldKind::List { choices: choices(RESOURCE_FLAGS) }),
        column(
            "labels",
            "Labels",
            "Further words, which are kept in the name of the entry",
            FieldKind::Text,
        ),
    ];
    let mut table = FormTable {
        title: "Resources".to_owned(),
        note: String::new(),
        columns,
        rows: Vec::new(),
        n_left_out: 0,
        only_adds: false,
        add: add("resource", slice(file.text(), shown.name), Vec::new()),
    };
    for section in sections.iter().filter_map(|&it| file.sections().all.get(it)) {
        let Some(path) = items::item_at(file, section.header.start()) else { continue };
        let problems = check::problems_in(file, section.range);
        let mut keys = Vec::new();
        for (nth, pair) in section.pairs.iter().enumerate() {
            if table.rows.len() == FormTable::MOST_ROWS {
                table.n_left_out += section.pairs.len() - nth;
                break;
            }
            let key = slice(file.text(), pair.key);
            keys.push(key);
            let mut cells = resource_cells(file, key, pair);
            mark(&mut cells, pair.range, &problems);
            table.rows.push(TableRow {
                item: row_path(&path, RowName::of_last(&keys)),
                label: key.to_owned(),
                range: pair.range,
                cells,
            });
        }
    }
    table
}

fn resource_cells(file: &File, key: &str, pair: &Pair) -> Vec<TableCell> {
    let text = file.text();
    let kind = resource_kind(key);
    let doc =
        kind.map(|it| tables::by_number(RESOURCE_TYPES, it).map_or("Reserved kind", |it| it.doc));
    let (items, has_places) = resource_items(text, pair);
    let parts = ResourceParts::of(kind.unwrap_or_default(), &items);
    let one =
        |at: Option<usize>, meaning: String, default: &str| match at.and_then(|it| items.get(it)) {
            Some(item) => cell(text, item.range, meaning),
            None => unwritten(default),
        };
    let many = |places: &[usize]| {
        let found: Vec<&ListItem<'_>> = places.iter().filter_map(|&it| items.get(it)).collect();
        let range = found.first().zip(found.last()).map(|(a, b)| a.range.cover(b.range));
        let words: Vec<&str> = found.iter().map(|it| it.text).collect();
        let written = (!words.is_empty()).then(|| words.join(", "));
        TableCell { written, range, ..TableCell::default() }
    };
    let written = parts.size.and_then(|it| items.get(it)).map(|it| it.text);
    let size = match (parts.says.size, written) {
        // A number without a unit that is too large stands here, too, also where it is the count.
        (size, Some(written)) if Word::of(written) == Word::TooLarge => {
            let is_size = lone_number_is_size(kind.unwrap_or_default()) && parts.count.is_none();
            match value::looks_like_integer(written) && !is_size {
                true => format!("refused; without it the count is {}", parts.says.count),
                false => format!("refused; without it {size}"),
            }
        }
        (0, _) | (_, None) => String::new(),
        (size, Some(written)) => match size_words(size) {
            short if short == written || !short.ends_with("iB") => bytes_words(size),
            short => format!("{short}, {}", bytes_words(size)),
        },
    };
    let mut cells = vec![
        cell(text, pair.key, doc.unwrap_or_default().to_owned()),
        one(parts.count, String::new(), "1"),
        one(parts.size, size, ""),
        list(many(&parts.flags)),
        many(&parts.labels),
    ];
    if !has_places && let Some(first) = cells.first_mut() {
        first.meaning = "its value is in quotes; edit it in the text".to_owned();
    }
    cells
}

fn abi_table(file: &File, unit: usize, shown: &Section) -> FormTable {
    let columns = vec![
        column(
            "name",
            "Name",
            "What the ABI is called; its mapping is named after it",
            FieldKind::Text,
        ),
        column(
            "arg_count",
            "Arguments",
            "The most arguments that can be passed; the highest one mapped if nothing is written",
            FieldKind::Text,
        ),
        column("flags", "Flags", "", FieldKind::List { choices: choices(ABI_FLAGS) }),
        column("returns", "Returns in", "", None),
        column("takes", "Takes in", "", None),
    ];
    let values = match shown.unit.filter(|_| file.lowered().model.units.len() > 1) {
        Some(unit) => vec![("unit".to_owned(), unit.spelling())],
        None => Vec::new(),
    };
    let mut table = FormTable {
        title: "ABIs".to_owned(),
        note: String::new(),
        columns,
        rows: Vec::new(),
        n_left_out: 0,
        only_adds: false,
        add: add("abi", "", values),
    };
    let Some(model) = file.lowered().model.units.get(unit) else { return table };
    let Some(source) = file.lowered().sources.units.get(unit) else { return table };
    for (abi, place) in model.abis.iter().zip(&source.abis) {
        if table.rows.len() == FormTable::MOST_ROWS {
            table.n_left_out = model.abis.len() - table.rows.len();
            break;
        }
        let idx = items::section_at(file, place.header.start());
        let Some(section) = idx.and_then(|it| file.sections().all.get(it)) else { continue };
        let Some(item) = items::item_at(file, section.header.start()) else { continue };
        table.rows.push(abi_row(file, model, abi, section, item));
    }
    table
}

/// True for the indexes of the return value and of the one in float registers (coil.md#mapping-keys).
fn is_returned(arg_index: u16) -> bool {
    matches!(arg_index, 0 | tables::FLOAT_BASE)
}

fn abi_row(file: &File, unit: &Unit, abi: &Abi, section: &Section, item: ItemPath) -> TableRow {
    let text = file.text();
    let arch = architecture(unit);
    let registers = |wanted: &dyn Fn(&Mapping) -> bool| {
        let found = abi.mappings.iter().filter(|it| wanted(it));
        let short = |it: &Mapping| {
            // Commas stand between registers.
            let name = register_name(it.reg_type, u64::from(it.reg_index), arch).replace(',', "");
            match it.reg_mask {
                WHOLE_REGISTER => name,
                mask => format!("{name} ({})", mask_words(mask)),
            }
        };
        found.map(short).collect::<Vec<_>>().join(", ")
    };
    let value = |key: &str, default: &str| match items::pair_of(file, section, key) {
        Some(pair) => cell(text, pair.value, String::new()),
        None => unwritten(default),
    };
    let mut arg_count = value("arg_count", &abi.arg_count.to_string());
    let refused = &file.lowered().sources.refused;
    if arg_count.range.is_some_and(|it| refused.contains(&it)) {
        arg_count.meaning = format!("refused; without it {}", abi.arg_count);
    }
    let name = TableCell {
        written: Some(abi.name.clone()),
        range: Some(section.name),
        ..TableCell::default()
    };
    let mut cells = vec![
        name,
        arg_count,
        TableCell {
            list: Some(items_of(file, items::pair_of(file, section, "flags"))),
            ..value("flags", "")
        },
        unwritten(registers(&|it| is_returned(it.arg_index))),
        unwritten(registers(&|it| !is_returned(it.arg_index))),
    ];
    mark(&mut cells, section.range, &check::problems_in(file, section.range));
    TableRow { item, label: abi.name.clone(), range: section.range, cells }
}

fn mapping_table(file: &File, sections: &[SectionId], shown: &Section) -> FormTable {
    let mut arguments = vec![Choice { value: "0".to_owned(), help: "Return value".to_owned() }];
    arguments.extend(choices(SPECIAL_ARGS).into_iter().skip(1));
    arguments.push(Choice { value: "0f".to_owned(), help: "Float return value".to_owned() });
    let columns = vec![
        column(
            "argument",
            "Argument",
            "A number from 1; `0` is the return value, `1f` the first float argument",
            FieldKind::Suggestion { choices: arguments },
        ),
        column("register", "Kind", "", FieldKind::Suggestion { choices: choices(REG_TYPES) }),
        column(
            "index",
            "Number",
            "The register's number; of a stack location the offset in bytes. The names `RDI`, `X4` and `RQ4` are understood",
            FieldKind::Text,
        ),
        column(
            "mask",
            "Mask",
            "The bits of the register that are used; all if nothing is written",
            FieldKind::Text,
        ),
        column(
            "name",
            "Register",
            "What the register is called on architectures whose names are known",
            None,
        ),
    ];
    let mut table = FormTable {
        title: "Register mapping".to_owned(),
        note: String::new(),
        columns,
        rows: Vec::new(),
        n_left_out: 0,
        only_adds: false,
        add: add("register", slice(file.text(), shown.name), Vec::new()),
    };
    for &idx in sections {
        let Some(section) = file.sections().all.get(idx) else { continue };
        let Some(path) = items::item_at(file, section.header.start()) else { continue };
        let unit = items::used_by(file, idx).and_then(|it| file.lowered().model.units.get(it));
        let arch = unit.and_then(architecture);
        let name_of = |reg_type, index| {
            let is_open =
                reg_type == 0 && arch.is_none() && unit.is_none_or(|it| it.unit_type == 0);
            let possible = if is_open { possible_names(index) } else { None };
            possible.unwrap_or_else(|| register_name(reg_type, index, arch))
        };
        let problems = check::problems_in(file, section.range);
        let entries = rows::register_entries(file, section);
        let mut keys = Vec::new();
        for (nth, entry) in entries.iter().enumerate() {
            if table.rows.len() == FormTable::MOST_ROWS {
                table.n_left_out += entries.len() - nth;
                break;
            }
            let key = entry.pair.key;
            let whole = key.cover(entry.item.range);
            let mut cells = register_cells(file, key, &entry.parts(), entry.item.range, &name_of);
            let on_line: Vec<&Diagnostic> = problems
                .iter()
                .copied()
                .filter(|it| it.range == key || entry.item.range.contains_range(it.range))
                .collect();
            mark(&mut cells, whole, &on_line);
            let key_words = slice(file.text(), key);
            keys.push(key_words);
            let label = argument_index(key_words).map(argument_words);
            let label = label.unwrap_or_else(|| key_words.to_owned());
            let item = row_path(&path, RowName::of_last(&keys));
            table.rows.push(TableRow { item, label, range: whole, cells });
        }
    }
    table
}

fn register_cells(
    file: &File,
    key: TextRange,
    parts: &[&str],
    range: TextRange,
    name_of: &dyn Fn(u16, u64) -> String,
) -> Vec<TableCell> {
    let text = file.text();
    let argument = argument_index(slice(text, key)).map(argument_words).unwrap_or_default();
    let part = |at: usize| {
        let part = parts.get(at).copied().filter(|it| !it.is_empty())?;
        Some((part, bobbin_core::text::range_in(text, part)))
    };
    let reg_type = part(0).and_then(|it| register_type(it.0));
    let index = part(1).and_then(|it| value::integer(it.0));
    let doc = reg_type.and_then(|it| tables::by_number(REG_TYPES, it)).map(|it| it.doc);
    let mask = match part(2) {
        Some((written, _)) => value::integer(written)
            .and_then(|it| u32::try_from(it).ok())
            .map(|it| Cow::Owned(mask_words(it)))
            .unwrap_or_default(),
        None => Cow::Borrowed(""),
    };
    let of = |at: usize, meaning: &str, default: &str| match part(at) {
        Some((_, range)) => cell(text, range, meaning.to_owned()),
        None => unwritten(default),
    };
    let mut kind = of(0, doc.unwrap_or_default(), "");
    // A register without any part is wrong as a whole.
    kind.range.get_or_insert(range);
    let name = reg_type.zip(index).map(|(it, index)| name_of(it, index));
    vec![
        cell(text, key, argument),
        kind,
        of(1, "", ""),
        of(2, &mask, &mask_words(WHOLE_REGISTER)),
        unwritten(name.unwrap_or_default()),
    ]
}
