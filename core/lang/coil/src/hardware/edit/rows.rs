//! Entries of the tables in the form: one part of an entry, a whole entry, another entry.

use super::sections;
use super::values;
use crate::hardware::{items, print};
use text_size::TextRange;

use crate::hardware::file::File;
use crate::hardware::lower::{argument_index, register_type, resource_kind};
use crate::hardware::print::{quantities, quote_label};
use crate::hardware::rows::{
    RegisterEntry, ResourceParts, ResourceWords, RowName, general_index, register_entries,
    resource_items,
};
use crate::hardware::sections::{Pair, Role, Section, SectionId};
use crate::hardware::tables::{self, RESOURCE_FLAGS};
use crate::hardware::typed_size::typed_size;
use crate::hardware::value::{self, ListItem};
use bobbin_core::edit::{ItemPath, Refusal, Replacement, TextEdit};
use bobbin_core::text::{range_in, slice};

/// The cells of a new row, by the keys of their columns.
type Cells<'c> = &'c [(String, String)];

fn cell<'c>(cells: Cells<'c>, key: &str) -> Option<&'c str> {
    let found = cells.iter().find(|it| it.0 == key)?;
    Some(found.1.trim()).filter(|it| !it.is_empty())
}

fn no_column(key: &str) -> Refusal {
    Refusal::bad_value(format!("a row has no part `{key}`"))
}

fn kind_number(written: &str) -> Result<u16, Refusal> {
    resource_kind(written).ok_or_else(|| {
        Refusal::bad_value(format!(
            "there is no kind of resource `{written}`; a reserved one is written like `type300`"
        ))
    })
}

fn count_words(typed: &str) -> Result<String, Refusal> {
    match value::integer(typed).filter(|_| !typed.is_empty()) {
        Some(_) => Ok(typed.to_owned()),
        None => Err(Refusal::bad_value(format!(
            "`{typed}` is not a count; write a whole number below 2^64"
        ))),
    }
}

fn words(typed: &str) -> impl Iterator<Item = &str> {
    typed.split(',').map(str::trim).filter(|it| !it.is_empty())
}

fn flag_list(typed: &str) -> Result<Vec<String>, Refusal> {
    let known = |word: &str| match tables::by_key(RESOURCE_FLAGS, word) {
        Some(flag) => Ok(flag.key.to_owned()),
        None => {
            let names: Vec<&str> = RESOURCE_FLAGS.iter().map(|it| it.key).collect();
            Err(Refusal::bad_value(format!(
                "there is no flag `{word}`; there are {}",
                names.join(", ")
            )))
        }
    };
    words(typed).map(known).collect()
}

/// Labels as they stand in the text: those that would be read as something else are quoted.
fn label_list(typed: &str) -> Result<Vec<String>, Refusal> {
    if typed.contains(['\n', '\r', '\0']) {
        return Err(Refusal::bad_value("a label cannot hold a line end or a NUL"));
    }
    Ok(words(typed).map(|it| quote_label(&value::plain(it)).into_owned()).collect())
}

/// Writes type, index and mask of a register as they are typed.
fn register_parts(kind: &str, index: &str, mask: Option<&str>) -> Result<String, Refusal> {
    let number = register_type(kind).ok_or_else(|| {
        Refusal::bad_value(format!(
            "there is no kind of register `{kind}`; there are gpr, fpr, vr, spr, stack and numbers like `type300`"
        ))
    })?;
    let fits = |it: &u64| u32::try_from(*it).is_ok();
    let named = || general_index(index).filter(|_| number == 0).map(|it| it.to_string());
    let index = match value::integer(index).filter(|_| !index.is_empty()).filter(fits) {
        Some(_) => index.to_owned(),
        None => named().ok_or_else(|| {
            Refusal::bad_value(format!("`{index}` is not a register number below 2^32"))
        })?,
    };
    match mask {
        None => Ok(format!("{kind}:{index}")),
        Some(mask) => match value::integer(mask).filter(fits) {
            Some(_) => Ok(format!("{kind}:{index}:{mask}")),
            None => Err(Refusal::bad_value(format!(
                "`{mask}` is not a mask; write the bits as a number below 2^32, such as `0xFF`"
            ))),
        },
    }
}

fn argument_key(typed: &str) -> Result<&str, Refusal> {
    match argument_index(typed) {
        Some(_) => Ok(typed),
        None => Err(Refusal::bad_value(format!(
            "`{typed}` is not an argument; write a number, `0f` for floats, `this`, `context` or `vararg`"
        ))),
    }
}

/// Plans the replacements that turn the items of a list into others: alone those that differ, as
/// long as there are as many.
fn list_edit(text: &str, list: TextRange, old: &[ListItem<'_>], new: &[String]) -> TextEdit {
    if old.len() == new.len() && !old.is_empty() {
        let changed = old.iter().zip(new).filter(|(old, new)| old.text != new.as_str());
        let replacements = changed.map(|(old, new)| {
            // Nothing between two commas stands behind the blank.
            Replacement { range: old.range, text: new.clone() }
        });
        return TextEdit::from_replacements(replacements.collect());
    }
    let separator = match old {
        [first, second, ..] => slice(text, TextRange::new(first.range.end(), second.range.start())),
        _ => ", ",
    };
    let new = new.join(separator);
    let written = slice(text, list);
    // What is the same at both ends stays.
    let same = |(a, b): &(char, char)| a == b;
    let front: usize =
        written.chars().zip(new.chars()).take_while(same).map(|it| it.0.len_utf8()).sum();
    let (old_rest, new_rest) =
        (written.get(front..).unwrap_or_default(), new.get(front..).unwrap_or_default());
    let back: usize = old_rest
        .chars()
        .rev()
        .zip(new_rest.chars().rev())
        .take_while(same)
        .map(|it| it.0.len_utf8())
        .sum();
    let old_rest = old_rest.get(..old_rest.len() - back).unwrap_or_default();
    let new_rest = new_rest.get(..new_rest.len() - back).unwrap_or_default();
    let range = match old_rest.is_empty() {
        true => TextRange::empty(list.start() + bobbin_core::text::offset(front)),
        false => range_in(text, old_rest),
    };
    let blank = if written.is_empty() { " " } else { "" };
    TextEdit::replace(range, format!("{blank}{new_rest}"))
}

fn row_section<'f>(file: &'f File, item: &ItemPath) -> Result<&'f Section, Refusal> {
    items::section_of(file, item)
        .and_then(|it| file.sections().all.get(it))
        .ok_or_else(|| Refusal::unknown_item(item))
}

fn gone() -> Refusal {
    Refusal::bad_value("the row is no longer there")
}

fn resource_named<'f>(
    file: &File,
    section: &'f Section,
    name: &RowName,
) -> Result<&'f Pair, Refusal> {
    let is_key = |it: &&Pair, key: &str| slice(file.text(), it.key) == key;
    name.find(&section.pairs, is_key).ok_or_else(gone)
}

fn register_named<'f>(
    file: &'f File,
    section: &'f Section,
    name: &RowName,
) -> Result<RegisterEntry<'f>, Refusal> {
    let is_key = |it: &RegisterEntry<'_>, key: &str| slice(file.text(), it.pair.key) == key;
    name.find(register_entries(file, section), is_key).ok_or_else(gone)
}

/// Gives a part of a row another value; without one takes it away.
pub(super) fn set_cell(
    file: &File,
    (item, name): (&ItemPath, &RowName),
    key: &str,
    value: Option<&str>,
) -> Result<TextEdit, Refusal> {
    let section = row_section(file, item)?;
    let value = value.map(str::trim).filter(|it| !it.is_empty());
    match &section.role {
        Role::Resources => {
            let pair = resource_named(file, section, name)?;
            set_resource(file, pair, key, value)
        }
        Role::Mapping(_) => {
            let entry = register_named(file, section, name)?;
            set_register(file, section, &entry, key, value)
        }
        _ => Err(Refusal::unknown_item(item)),
    }
}

fn set_resource(
    file: &File,
    pair: &Pair,
    key: &str,
    value: Option<&str>,
) -> Result<TextEdit, Refusal> {
    let text = file.text();
    let old_key = slice(text, pair.key);
    let (items, has_places) = resource_items(text, pair);
    if !has_places {
        return Err(Refusal::bad_value("the value is in quotes; edit it in the text"));
    }
    // A line of an unknown kind is read like a core's until it has another.
    let old_kind = resource_kind(old_key).unwrap_or(u16::MAX);
    let parts = ResourceParts::of(old_kind, &items);
    let mut wanted = parts.says.clone();
    let mut new: Vec<String> = items.iter().map(|it| it.text.to_owned()).collect();
    let mut kind = old_kind;
    let mut replacements = Vec::new();
    match key {
        "kind" => {
            let name = value
                .ok_or_else(|| Refusal::bad_value("a row needs a kind; remove the row instead"))?;
            kind = kind_number(name)?;
            replacements.push(Replacement { range: pair.key, text: name.to_owned() });
        }
        "count" => {
            let words = value.map(count_words).transpose()?;
            wanted.count = words.as_deref().and_then(value::integer).unwrap_or(1);
            match (parts.count, words) {
                (Some(at), Some(words)) => new.splice(at..=at, [words]).for_each(drop),
                (Some(at), None) => drop(new.remove(at)),
                (None, Some(words)) => new.insert(0, words),
                (None, None) => (),
            }
        }
        "size" => {
            let words = value.map(|it| typed_size(kind, it)).transpose();
            let words = words.map_err(Refusal::bad_value)?;
            wanted.size = match words.as_deref().map(value::quantity) {
                Some(Some(value::Quantity::Size(bytes))) => bytes,
                _ => 0,
            };
            match (parts.size, words) {
                (Some(at), Some(words)) => new.splice(at..=at, [words]).for_each(drop),
                (Some(at), None) => drop(new.remove(at)),
                (None, Some(words)) => new.insert(parts.count.map_or(0, |it| it + 1), words),
                (None, None) => (),
            }
        }
        "flags" | "labels" => {
            let typed = value.unwrap_or_default();
            let (old, words) = match key {
                "flags" => (&parts.flags, flag_list(typed)?),
                _ => (&parts.labels, label_list(typed)?),
            };
            if key == "flags" {
                let bit = |it: &String| tables::by_key(RESOURCE_FLAGS, it);
                let bits = words.iter().filter_map(bit).map(|it| 1 << it.number);
                wanted.flags = bits.fold(0, |all: u16, it: u16| all | it);
            } else {
                wanted.labels = words.iter().map(|it| value::plain(it).into_owned()).collect();
            }
            let at = old.first().copied().unwrap_or(new.len());
            let mut kept: Vec<String> = Vec::new();
            for (idx, it) in new.iter().enumerate() {
                if idx == at {
                    kept.extend(words.iter().cloned());
                }
                if !old.contains(&idx) {
                    kept.push(it.clone());
                }
            }
            if at == new.len() {
                kept.extend(words);
            }
            new = kept;
        }
        _ => return Err(no_column(key)),
    }
    // The smallest change may be read as something else, such as a lone number whose kind is
    // another now; then count and size are written out.
    if new.iter().all(String::is_empty) || read(kind, &new) != wanted {
        new = spelled(kind, &wanted);
    }
    let list = match (items.first(), items.last()) {
        (Some(first), Some(last)) => first.range.cover(last.range),
        _ => pair.value,
    };
    let edit = list_edit(text, list, &items, &new);
    replacements.extend(edit.replacements().iter().cloned());
    Ok(TextEdit::from_replacements(replacements))
}

fn set_register(
    file: &File,
    section: &Section,
    entry: &RegisterEntry<'_>,
    key: &str,
    value: Option<&str>,
) -> Result<TextEdit, Refusal> {
    let parts = entry.parts();
    let part = |at: usize, default: &'static str| {
        parts.get(at).copied().filter(|it| !it.is_empty()).unwrap_or(default)
    };
    let mask = parts.get(2).copied().filter(|it| !it.is_empty());
    let needed = || Refusal::bad_value("a row needs this part; remove the row instead");
    let register = match key {
        "argument" => {
            let argument = argument_key(value.ok_or_else(needed)?)?;
            if entry.is_alone {
                return Ok(TextEdit::replace(entry.pair.key, argument));
            }
            // The other registers of the line stay with their argument.
            let mut edits = value::without_item(file.text(), entry.list, entry.item.range)
                .replacements()
                .to_vec();
            let line =
                values::insert_line(file, section, Some(entry.pair), argument, entry.item.text);
            edits.extend(line.replacements().iter().cloned());
            return Ok(TextEdit::from_replacements(edits));
        }
        "register" => register_parts(value.ok_or_else(needed)?, part(1, "0"), mask)?,
        "index" => register_parts(part(0, "gpr"), value.ok_or_else(needed)?, mask)?,
        "mask" => register_parts(part(0, "gpr"), part(1, "0"), value)?,
        _ => return Err(no_column(key)),
    };
    let new: Vec<String> = register.split(':').map(str::to_owned).collect();
    // One part alone changes if the others are there.
    if parts.len() == new.len() && parts.iter().all(|it| !it.is_empty()) {
        let changed = parts.iter().zip(&new).filter(|(old, new)| **old != new.as_str());
        let replacements = changed
            .map(|(old, new)| Replacement { range: range_in(file.text(), old), text: new.clone() })
            .collect();
        return Ok(TextEdit::from_replacements(replacements));
    }
    let blank = if entry.pair.value.is_empty() { " " } else { "" };
    Ok(TextEdit::replace(entry.item.range, format!("{blank}{register}")))
}

/// Takes a row away: its line, or its register out of the line.
pub(super) fn remove_row(
    file: &File,
    item: &ItemPath,
    name: &RowName,
) -> Result<TextEdit, Refusal> {
    let section = row_section(file, item)?;
    let text = file.text();
    if section.role == Role::Resources {
        let pair = resource_named(file, section, name)?;
        return Ok(TextEdit::delete(pair.with_line(text)));
    }
    let entry = register_named(file, section, name)?;
    Ok(match entry.is_alone {
        true => TextEdit::delete(entry.pair.with_line(text)),
        false => value::without_item(text, entry.list, entry.item.range),
    })
}

/// Adds a row to the resources of a section or a unit, or to the mapping of a section or an ABI;
/// `name` is what stands between the section's brackets.
pub(super) fn add_row(
    file: &File,
    table: &str,
    name: &str,
    cells: Cells<'_>,
) -> Result<TextEdit, Refusal> {
    let missing = |what: &str| Refusal::bad_value(format!("enter the {what} first"));
    let unknown = || Refusal::unknown_item(&ItemPath::new([table, name]));
    if table == "resource" {
        let key = cell(cells, "kind").ok_or_else(|| missing("kind"))?;
        let value = new_resource(key, cells)?;
        let shown = items::section_named(file, name, &["resources", "unit"]).ok_or_else(unknown)?;
        return add_line(file, shown, Role::Resources, "resources", key, &value);
    }
    let argument = argument_key(cell(cells, "argument").ok_or_else(|| missing("argument"))?)?;
    let register = register_parts(
        cell(cells, "register").unwrap_or("gpr"),
        cell(cells, "index").ok_or_else(|| missing("register's number"))?,
        cell(cells, "mask"),
    )?;
    let shown = items::section_named(file, name, &["mapping", "abi"]).ok_or_else(unknown)?;
    let section = file.sections().all.get(shown).ok_or_else(unknown)?;
    let (Role::Mapping(abi) | Role::Abi(abi)) = &section.role else { return Err(unknown()) };
    add_line(file, shown, Role::Mapping(abi.clone()), abi, argument, &register)
}

/// Adds an ABI that has its name among its cells.
pub(super) fn add_abi(file: &File, cells: Cells<'_>) -> Result<TextEdit, Refusal> {
    let name = cell(cells, "name").ok_or_else(|| Refusal::bad_value("enter the name first"))?;
    if let Some(count) = cell(cells, "arg_count")
        && value::integer(count).is_none_or(|it| it > u64::from(u16::MAX))
    {
        let reason = format!("`{count}` is not a number of arguments below 65536");
        return Err(Refusal::bad_value(reason));
    }
    let is_value = |key: &str| matches!(key, "unit" | "arg_count" | "flags");
    let values: Vec<(String, String)> = cells
        .iter()
        .filter(|(key, value)| is_value(key) && !value.trim().is_empty())
        .cloned()
        .collect();
    sections::add_item(file, "abi", name, &values)
}

/// Plans a new line in the last section with a role of the unit that `shown` is about, or in a new
/// one.
fn add_line(
    file: &File,
    shown: SectionId,
    role: Role,
    name: &str,
    key: &str,
    value: &str,
) -> Result<TextEdit, Refusal> {
    let section = file.sections().all.get(shown);
    let own = section.filter(|it| it.role == role).map(|_| shown);
    let found = own.or_else(|| items::parts_of(file, items::used_by(file, shown)?, &role).pop());
    if let Some(section) = found.and_then(|it| file.sections().all.get(it)) {
        let same = section.pairs.iter().rfind(|it| slice(file.text(), it.key) == key);
        // Several registers of one argument stand on one line (coil.md#mapping-values).
        if let (Role::Mapping(_), Some(same)) = (&role, same)
            && !same.value.is_empty()
            && value::unquote(slice(file.text(), same.value)).is_none()
        {
            return Ok(TextEdit::insert(same.value.end(), format!(", {value}")));
        }
        return Ok(values::insert_line(file, section, section.pairs.last(), key, value));
    }
    let mut values = vec![(key.to_owned(), value.to_owned())];
    if let Some(unit) = section.and_then(|it| it.unit)
        && (section.is_some_and(|it| it.role != Role::Unit) || file.lowered().model.units.len() > 1)
    {
        values.push(("unit".to_owned(), unit.spelling()));
    }
    let kind = if role == Role::Resources { "resources" } else { "mapping" };
    sections::add_item(file, kind, name, &values)
}

/// Reads the words of a resource's value.
fn read(kind: u16, words: &[String]) -> ResourceWords {
    let joined = words.join(", ");
    let items = value::list(&joined, TextRange::up_to(bobbin_core::text::len(&joined)));
    ResourceParts::of(kind, &items).says
}

/// Returns the words that say all of it.
fn spelled(kind: u16, wanted: &ResourceWords) -> Vec<String> {
    let quantities = quantities(kind, wanted.count, wanted.size);
    let mut res: Vec<String> = quantities.split(", ").map(str::to_owned).collect();
    res.extend(print::flag_words(RESOURCE_FLAGS, u64::from(wanted.flags)));
    res.extend(wanted.labels.iter().map(|it| quote_label(it).into_owned()));
    res
}

/// Writes the value of a new resource.
fn new_resource(key: &str, cells: Cells<'_>) -> Result<String, Refusal> {
    let kind = kind_number(key)?;
    let count = cell(cells, "count").map(count_words).transpose()?;
    let size = cell(cells, "size").map(|it| typed_size(kind, it)).transpose();
    let size = size.map_err(Refusal::bad_value)?;
    let is_sized = crate::hardware::lower::lone_number_is_size(kind);
    if is_sized && size.is_none() {
        return Err(Refusal::bad_value(format!("give the size of `{key}`, such as `32KiB`")));
    }
    let mut words: Vec<String> = count.into_iter().chain(size).collect();
    if words.is_empty() {
        words.push("1".to_owned());
    }
    words.extend(flag_list(cell(cells, "flags").unwrap_or_default())?);
    words.extend(label_list(cell(cells, "labels").unwrap_or_default())?);
    Ok(words.join(", "))
}
