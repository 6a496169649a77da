//! Resources, ABIs and register mappings as tables.

use std::borrow::Cow;

use text_size::TextRange;

use super::File;
use super::hover::argument_words;
use super::items::kind;
use super::lower::{WHOLE_REGISTER, argument_index, register_type, resource_kind};
use super::model::{Abi, Mapping, Unit};
use super::print::size_words;
use super::rows::{ResourceParts, mask_words, register_name, resource_items, row_path};
use super::sections::{Role, Section, UnitKey};
use super::tables::{
    self, ABI_FLAGS, Named, REG_TYPES, RESOURCE_FLAGS, RESOURCE_TYPES, SPECIAL_ARGS,
};
use super::value::{self, ListItem};
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::text::slice;
use bobbin_core::view::{Choice, FieldKind, FormTable, TableCell, TableColumn, TableRow};

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

/// A cell that says what stands at `range`.
fn cell(text: &str, range: TextRange, meaning: String) -> TableCell {
    let written = Some(slice(text, range).to_owned()).filter(|it| !it.is_empty());
    TableCell { written, meaning, range: Some(range), ..TableCell::default() }
}

/// A cell that nothing is written for.
fn unwritten(effective: impl Into<String>) -> TableCell {
    TableCell { effective: effective.into(), ..TableCell::default() }
}

/// Puts each finding of an entry into the cell that it is about, else into the first.
fn mark(cells: &mut [TableCell], whole: TextRange, problems: &[&Diagnostic]) {
    for it in problems.iter().filter(|it| whole.contains_range(it.range)) {
        let is_about =
            |cell: &TableCell| cell.range.is_some_and(|range| range.contains_range(it.range));
        let at = cells.iter().position(is_about).unwrap_or_default();
        if let Some(cell) = cells.get_mut(at) {
            cell.problem.get_or_insert_with(|| it.message.clone());
        }
    }
}

impl File {
    /// The tables of a section's form: a unit has its resources and ABIs, an ABI its mapping.
    pub(super) fn tables_of(&self, idx: usize, section: &Section) -> Vec<FormTable> {
        match &section.role {
            Role::Unit => {
                let Some(unit) = self.used_by(idx) else { return Vec::new() };
                vec![
                    self.resource_table(&self.parts_of(unit, &Role::Resources), section),
                    self.abi_table(unit, section),
                ]
            }
            Role::Resources => vec![self.resource_table(&[idx], section)],
            Role::Abi(name) => {
                let role = Role::Mapping(name.clone());
                let mappings =
                    self.used_by(idx).map(|it| self.parts_of(it, &role)).unwrap_or_default();
                vec![self.mapping_table(&mappings, section)]
            }
            Role::Mapping(_) => vec![self.mapping_table(&[idx], section)],
            _ => Vec::new(),
        }
    }

    /// The sections of a unit that have a role, in the order of the text.
    pub(super) fn parts_of(&self, unit: usize, role: &Role) -> Vec<usize> {
        let sections = self.sections.all.iter().enumerate();
        let found = sections.filter(|(idx, it)| {
            it.role == *role && (self.used_by(*idx) == Some(unit) || self.is_of(it, unit))
        });
        found.map(|(idx, _)| idx).collect()
    }

    /// Whether a section has the unit in front of its name.
    fn is_of(&self, section: &Section, unit: usize) -> bool {
        let unit = self.lowered.model.units.get(unit);
        let key = unit.map(|it| UnitKey { unit_type: it.unit_type, index: it.index });
        section.unit.is_some() && section.unit == key
    }

    /// The architecture that a section's unit has facts about, if there is one.
    fn architecture(&self, idx: usize) -> Option<&str> {
        let unit = self.lowered.model.units.get(self.used_by(idx)?)?;
        let mut names = unit.arch.iter().map(|it| it.arch);
        let first = names.next()?;
        names.all(|it| it == first).then_some(first)
    }

    fn resource_table(&self, sections: &[usize], shown: &Section) -> FormTable {
        let kinds = choices(RESOURCE_TYPES);
        let columns = vec![
            column(
                "kind",
                "Kind",
                "What the unit has: one of the names, or `type<number>`",
                FieldKind::Suggestion { choices: kinds },
            ),
            column(
                "count",
                "Count",
                "How many there are; 1 if nothing is written",
                FieldKind::Text,
            ),
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
            add: add("resource", slice(self.text(), shown.name), Vec::new()),
        };
        for section in sections.iter().filter_map(|&it| self.sections.all.get(it)) {
            let Some(path) = self.item_at_offset(section.header.start()) else { continue };
            let problems = self.problems_in(section.range);
            for (nth, pair) in section.pairs.iter().enumerate() {
                if table.rows.len() == FormTable::MOST_ROWS {
                    table.n_left_out += section.pairs.len() - nth;
                    break;
                }
                let key = slice(self.text(), pair.key);
                let mut cells = self.resource_cells(key, pair);
                mark(&mut cells, pair.range, &problems);
                table.rows.push(TableRow {
                    item: row_path(&path, nth),
                    label: key.to_owned(),
                    range: pair.range,
                    cells,
                });
            }
        }
        table
    }

    fn resource_cells(&self, key: &str, pair: &super::sections::Pair) -> Vec<TableCell> {
        let text = self.text();
        let kind = resource_kind(key);
        let doc = kind
            .map(|it| tables::by_number(RESOURCE_TYPES, it).map_or("Reserved kind", |it| it.doc));
        let (items, has_places) = resource_items(text, pair);
        let parts = ResourceParts::of(kind.unwrap_or_default(), &items);
        let one = |at: Option<usize>, meaning: String, default: &str| match at
            .and_then(|it| items.get(it))
        {
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
            (0, _) | (_, None) => String::new(),
            (1, _) => "1 byte".to_owned(),
            (size, Some(written)) => match size_words(size) {
                short if short == written || !short.ends_with("iB") => format!("{size} bytes"),
                short => format!("{short}, {size} bytes"),
            },
        };
        let mut cells = vec![
            cell(text, pair.key, doc.unwrap_or_default().to_owned()),
            one(parts.count, String::new(), "1"),
            one(parts.size, size, ""),
            many(&parts.flags),
            many(&parts.labels),
        ];
        if !has_places && let Some(first) = cells.first_mut() {
            first.meaning = "its value is in quotes; edit it in the text".to_owned();
        }
        cells
    }

    fn abi_table(&self, unit: usize, shown: &Section) -> FormTable {
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
                "Most arguments that can be passed; the highest one mapped if nothing is written",
                FieldKind::Text,
            ),
            column("flags", "Flags", "", FieldKind::List { choices: choices(ABI_FLAGS) }),
            column("returns", "Returns in", "", None),
            column("takes", "Takes in", "", None),
        ];
        let values = match shown.unit.filter(|_| self.lowered.model.units.len() > 1) {
            Some(unit) => vec![("unit".to_owned(), unit.spelling())],
            None => Vec::new(),
        };
        let mut table = FormTable {
            title: "ABIs".to_owned(),
            note: String::new(),
            columns,
            rows: Vec::new(),
            n_left_out: 0,
            add: add("abi", "", values),
        };
        let Some(model) = self.lowered.model.units.get(unit) else { return table };
        let Some(source) = self.lowered.sources.units.get(unit) else { return table };
        for (abi, place) in model.abis.iter().zip(&source.abis) {
            if table.rows.len() == FormTable::MOST_ROWS {
                table.n_left_out = model.abis.len() - table.rows.len();
                break;
            }
            let idx = self.section_at(place.header.start());
            let Some(section) = idx.and_then(|it| self.sections.all.get(it)) else { continue };
            let Some(item) = self.item_at_offset(section.header.start()) else { continue };
            table.rows.push(self.abi_row(model, abi, section, item));
        }
        table
    }

    fn abi_row(&self, unit: &Unit, abi: &Abi, section: &Section, item: ItemPath) -> TableRow {
        let text = self.text();
        let arch = unit.arch.iter().next().map(|it| it.arch);
        let registers = |wanted: &dyn Fn(&Mapping) -> bool| {
            let found = abi.mappings.iter().filter(|it| wanted(it));
            let short = |it: &Mapping| {
                let name = register_name(it.reg_type, u64::from(it.reg_index), arch);
                name.split(',').next().unwrap_or_default().trim_end_matches(" on x86-64").to_owned()
            };
            found.map(short).collect::<Vec<_>>().join(", ")
        };
        let value = |key: &str, default: &str| match self.pair_of(section, key) {
            Some(pair) => cell(text, pair.value, String::new()),
            None => unwritten(default),
        };
        let name = TableCell {
            written: Some(abi.name.clone()),
            range: Some(section.name),
            ..TableCell::default()
        };
        let mut cells = vec![
            name,
            value("arg_count", &abi.arg_count.to_string()),
            value("flags", ""),
            unwritten(registers(&|it| it.arg_index == 0)),
            unwritten(registers(&|it| it.arg_index != 0)),
        ];
        mark(&mut cells, section.range, &self.problems_in(section.range));
        TableRow { item, label: abi.name.clone(), range: section.range, cells }
    }

    fn mapping_table(&self, sections: &[usize], shown: &Section) -> FormTable {
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
            add: add("register", slice(self.text(), shown.name), Vec::new()),
        };
        for &idx in sections {
            let Some(section) = self.sections.all.get(idx) else { continue };
            let Some(path) = self.item_at_offset(section.header.start()) else { continue };
            let arch = self.architecture(idx);
            let problems = self.problems_in(section.range);
            let entries = self.register_entries(section);
            for (nth, entry) in entries.iter().enumerate() {
                if table.rows.len() == FormTable::MOST_ROWS {
                    table.n_left_out += entries.len() - nth;
                    break;
                }
                let key = entry.pair.key;
                let whole = key.cover(entry.item.range);
                let mut cells = self.register_cells(key, &entry.parts(), entry.item.range, arch);
                let on_line: Vec<&Diagnostic> = problems
                    .iter()
                    .copied()
                    .filter(|it| it.range == key || entry.item.range.contains_range(it.range))
                    .collect();
                mark(&mut cells, whole, &on_line);
                let key_words = slice(self.text(), key);
                let label = argument_index(key_words).map(argument_words);
                let label = label.unwrap_or_else(|| key_words.to_owned());
                table.rows.push(TableRow {
                    item: row_path(&path, nth),
                    label,
                    range: whole,
                    cells,
                });
            }
        }
        table
    }

    fn register_cells(
        &self,
        key: TextRange,
        parts: &[&str],
        range: TextRange,
        arch: Option<&str>,
    ) -> Vec<TableCell> {
        let text = self.text();
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
        let name = reg_type.zip(index).map(|(it, index)| register_name(it, index, arch));
        vec![
            cell(text, key, argument),
            kind,
            of(1, "", ""),
            of(2, &mask, &mask_words(WHOLE_REGISTER)),
            unwritten(name.unwrap_or_default()),
        ]
    }

    /// Whether a name in a command names a section of one of these kinds; the section that its
    /// entries go to is for the caller to find.
    pub(super) fn section_named(&self, name: &str, kinds: &[&str]) -> Option<usize> {
        self.sections.all.iter().position(|it| {
            slice(self.text(), it.name) == name
                && kind(&it.role).is_some_and(|it| kinds.contains(&it))
        })
    }
}
