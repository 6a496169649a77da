//! Whole sections: add, remove, rename.

use super::lines;
use crate::hardware::items;
use crate::hardware::value::{self, ListItem};
use text_size::TextRange;

use super::values::raw_value;
use crate::hardware::file::{File, parse};
use crate::hardware::items::kind as kind_of;
use crate::hardware::lower::owner_among;
use crate::hardware::sections::{Role, Section, SectionId, UnitKey, classify, whole_name};
use bobbin_core::Input;
use bobbin_core::edit::{ItemPath, Refusal, Replacement, TextEdit};
use bobbin_core::syntax::{CommentStyle, line_end_after};
use bobbin_core::text::{len, offset, slice};

/// The comments of this language.
const COMMENTS: CommentStyle = CommentStyle {
    marks: &[';'],
    has_bare_returns: false,
    part_below: None,
    is_head: |it| it.starts_with('['),
};

fn replacement(range: TextRange, text: impl Into<String>) -> Replacement {
    Replacement { range, text: text.into() }
}

fn find<'f>(file: &'f File, item: &ItemPath) -> Result<(SectionId, &'f Section), Refusal> {
    items::section_of(file, item)
        .and_then(|idx| Some((idx, file.sections().all.get(idx)?)))
        .ok_or_else(|| Refusal::unknown_item(item))
}

pub(super) fn remove(file: &File, item: &ItemPath) -> Result<TextEdit, Refusal> {
    let (idx, section) = find(file, item)?;
    let doomed = goes_with(file, idx, section);
    let mut replacements: Vec<Replacement> =
        lines_of(file, &doomed).into_iter().map(|it| replacement(it, "")).collect();
    if let Role::Features(name) = &section.role {
        replacements.extend(
            list_items(file, section, name)
                .into_iter()
                .map(|it| replacement(with_comma(file, it), "")),
        );
    }
    Ok(TextEdit::from_replacements(replacements))
}

/// Returns the sections that are removed together: a unit with all its sections, an ABI with its
/// mapping.
fn goes_with(file: &File, idx: SectionId, section: &Section) -> Vec<SectionId> {
    let alone = |it: &SectionId| !file.lowered().shared.get(*it).copied().unwrap_or_default();
    let unit = items::used_by(file, idx);
    let same_unit = |it: &SectionId| unit.is_some() && items::used_by(file, *it) == unit;
    let all = file.sections().all.ids();
    match &section.role {
        Role::Unit => {
            let of_unit = |it: &SectionId| {
                let other = file.sections().all.get(*it);
                other.is_some_and(|it| it.unit.is_some() && it.unit == section.unit)
            };
            all.filter(|it| of_unit(it) || (same_unit(it) && alone(it))).collect()
        }
        Role::Abi(name) => {
            let is_mapping = |it: &SectionId| {
                let role = file.sections().all.get(*it).map(|it| &it.role);
                matches!(role, Some(Role::Mapping(other)) if other == name)
            };
            all.filter(|it| *it == idx || (is_mapping(it) && same_unit(it) && alone(it))).collect()
        }
        _ => vec![idx],
    }
}

/// Returns the lines of sections with the comments they own, and one of the blank lines around.
fn lines_of(file: &File, sections: &[SectionId]) -> Vec<TextRange> {
    let text = file.text();
    let mut res: Vec<TextRange> = Vec::new();
    for section in sections.iter().filter_map(|&it| file.sections().all.get(it)) {
        let lines = COMMENTS.owned_lines(text, section.range);
        match res.last_mut() {
            Some(last)
                if slice(text, TextRange::new(last.end(), lines.start().max(last.end())))
                    .trim()
                    .is_empty() =>
            {
                *last = last.cover(lines);
            }
            _ => res.push(lines),
        }
    }
    for lines in &mut res {
        let before = slice(text, TextRange::up_to(lines.start()));
        let last_line = before.trim_end_matches('\n').len() + 1;
        let has_blank_before =
            before.is_empty() || last_line < before.len() || before.ends_with("\n\r\n");
        let (next, _) = line_end_after(text, lines.end());
        let behind = slice(text, TextRange::new(lines.end(), next));
        if has_blank_before && behind.trim().is_empty() {
            *lines = TextRange::new(lines.start(), next);
        }
    }
    res
}

/// Finds the items of `features` lists that name a feature section.
fn list_items(file: &File, section: &Section, name: &str) -> Vec<TextRange> {
    let mut res = Vec::new();
    for unit in file.sections().all.iter().filter(|it| it.role == Role::Unit) {
        // A unit's own section of the name hides the bare one.
        let is_hidden = match section.unit {
            Some(_) => section.unit != unit.unit,
            None => {
                file.sections().all.iter().any(|it| it.unit == unit.unit && it.role == section.role)
            }
        };
        let is_named = |it: &ListItem<'_>| match section.unit.zip(whole_name(it.text)) {
            Some((unit, (named, short))) if short == name => unit == named,
            _ => !is_hidden && it.text == name,
        };
        res.extend(listed(file, unit).filter(is_named).map(|it| it.range));
    }
    res
}

/// Returns the items of the lists of features in a unit's section.
fn listed<'f>(file: &'f File, unit: &'f Section) -> impl Iterator<Item = ListItem<'f>> {
    let lists = unit.pairs.iter().filter(|it| slice(file.text(), it.key) == "features");
    lists.flat_map(|it| value::list(file.text(), it.value))
}

/// Creates a list's item with the comma that goes with it.
fn with_comma(file: &File, item: TextRange) -> TextRange {
    let text = file.text();
    let behind = slice(text, TextRange::new(item.end(), len(text)));
    let line = behind.split('\n').next().unwrap_or_default();
    let before = slice(text, TextRange::up_to(item.start()));
    let bare = before.trim_end_matches([' ', '\t']);
    if let Some(bare) = bare.strip_suffix(',') {
        return TextRange::new(len(bare), item.end());
    }
    match line.trim_start_matches([' ', '\t']).strip_prefix(',') {
        Some(rest) => {
            let rest = rest.trim_start_matches([' ', '\t']);
            TextRange::new(item.start(), item.end() + offset(line.len() - rest.len()))
        }
        None => item,
    }
}

pub(super) fn rename(file: &File, item: &ItemPath, name: &str) -> Result<TextEdit, Refusal> {
    let (_, section) = find(file, item)?;
    let name = name.trim();
    if name.is_empty() || name.contains(['\n', '\r', '\0']) {
        return Err(Refusal::bad_value("the new name is empty or spans lines"));
    }
    let replacements = match &section.role {
        Role::Unit => rename_unit(file, section, name)?,
        Role::Abi(old) => rename_part(file, section, old, name, true)?,
        Role::Arch(old) => rename_part(file, section, old, name, false)?,
        Role::Features(old) => rename_features(file, section, old, name)?,
        Role::Mapping(_) => {
            return Err(Refusal::bad_value("a mapping is named after its ABI; rename the ABI"));
        }
        Role::Metadata | Role::Resources | Role::Unknown(_) => {
            return Err(Refusal::bad_value("the name of this section is fixed"));
        }
    };
    let edit = TextEdit::from_replacements(replacements);
    match section.role {
        Role::Unit => keeping_parts(file, edit),
        _ => Ok(edit),
    }
}

/// Refuses an edit of headers after which a section belongs to another unit than before.
fn keeping_parts(file: &File, edit: TextEdit) -> Result<TextEdit, Refusal> {
    let text = edit.apply(file.text());
    let after = parse(&Input { text: text.into(), ..file.input().clone() });
    let (old, new) = (file.lowered(), after.lowered());
    // Without a list, the features of the unit that bare sections belong to are all that are bare.
    let counts_bare = old.owner != new.owner
        && !(lists_features(file, old.owner) && lists_features(&after, new.owner));
    let sections = file.sections().all.enumerated().zip(after.sections().all.iter());
    let moved =
        sections.map(|((idx, it), renamed)| (idx, it, renamed)).find(|(idx, it, renamed)| {
            old.used_by.get(*idx) != new.used_by.get(*idx)
                || old.shared.get(*idx) != new.shared.get(*idx)
                || counts_bare && renamed.unit.is_none() && matches!(it.role, Role::Features(_))
        });
    match moved {
        None => Ok(edit),
        Some((_, section, _)) => {
            let name = slice(file.text(), section.name);
            let reason = format!("`[{name}]` would belong to other units than now");
            Err(Refusal { reason, at: Some(section.header) })
        }
    }
}

/// Returns true if a unit has a list of its feature sections.
fn lists_features(file: &File, unit: Option<usize>) -> bool {
    let key = unit.and_then(|it| unit_keys(file).nth(it));
    let mut own = file.sections().all.iter().filter(|it| it.role == Role::Unit && it.unit == key);
    own.any(|it| items::pair_of(file, it, "features").is_some())
}

/// Renames in every header that starts with the unit, with a key `type` that agrees with the name
/// (coil.md#unit-section-names).
fn rename_unit(file: &File, section: &Section, name: &str) -> Result<Vec<Replacement>, Refusal> {
    let (Some(key), Role::Unit) = classify(name) else {
        return Err(Refusal::bad_value(format!(
            "`{name}` names no unit; units are written like `cpu:0`"
        )));
    };
    let is_taken =
        section.unit != Some(key) && file.sections().all.iter().any(|it| it.unit == Some(key));
    if is_taken {
        return Err(Refusal::bad_value(format!("there is a unit `{name}` already")));
    }
    let of_unit = || file.sections().all.iter().filter(|it| it.unit == section.unit);
    let heads = of_unit().map(|it| {
        let head = slice(file.text(), it.name).split('.').next().unwrap_or_default();
        replacement(TextRange::at(it.name.start(), len(head)), name)
    });
    let old_type = section.unit.map(|it| u64::from(it.unit_type));
    let own = of_unit().filter(|it| it.role == Role::Unit).flat_map(|it| &it.pairs);
    let types = own.filter(|it| {
        let written = value::plain(slice(file.text(), it.value));
        slice(file.text(), it.key) == "type"
            && old_type.is_some_and(|it| it != u64::from(key.unit_type))
            && value::integer(&written) == old_type
    });
    let types = types.map(|it| replacement(it.value, key.unit_type.to_string()));
    let units = file.sections().all.iter().filter(|it| it.role == Role::Unit);
    let whole_names = units.flat_map(|it| listed(file, it)).filter_map(|it| {
        let (_, short) = whole_name(it.text).filter(|it| Some(it.0) == section.unit)?;
        Some(replacement(it.range, format!("{name}.{short}")))
    });
    let renamed = |it: UnitKey| if Some(it) == section.unit { key } else { it };
    let units: Vec<UnitKey> = unit_keys(file).map(renamed).collect();
    let all = heads.chain(types).chain(whole_names);
    Ok(all.chain(keep_owner(file, &units)).collect())
}

/// Renames an ABI or an architecture, in all headers of the unit that have it.
fn rename_part(
    file: &File,
    section: &Section,
    old: &str,
    name: &str,
    is_abi: bool,
) -> Result<Vec<Replacement>, Refusal> {
    let role = |name: &str| match is_abi {
        true => Role::Abi(name.to_owned()),
        false => Role::Arch(name.to_owned()),
    };
    check_free(file, section.unit, &role(name), name)?;
    let text = file.text();
    let plain = value::quote(name);
    // A colon would make a mapping's header look like another kind of section.
    let in_mapping = match name.contains(':') {
        true => value::quoted(name),
        false => plain.clone().into_owned(),
    };
    let mut res = Vec::new();
    for it in file.sections().all.iter().filter(|it| it.unit == section.unit) {
        let written = slice(text, it.name);
        let start = match it.unit {
            Some(_) => written.find('.').map_or(0, |at| at + 1),
            None => 0,
        };
        let start = it.name.start() + offset(start);
        match &it.role {
            found if *found == role(old) => {
                let prefix = if is_abi { "abi:" } else { "arch:" };
                let range = TextRange::new(start + len(prefix), it.name.end());
                res.push(replacement(range, plain.as_ref()));
            }
            Role::Mapping(found) if is_abi && found == old => {
                let range = TextRange::new(start, it.name.end() - len(".mapping"));
                res.push(replacement(range, in_mapping.as_str()));
            }
            _ => (),
        }
    }
    Ok(res)
}

/// Renames the header of a feature section, and the lists that name it.
fn rename_features(
    file: &File,
    section: &Section,
    old: &str,
    name: &str,
) -> Result<Vec<Replacement>, Refusal> {
    let role = Role::Features(name.to_owned());
    let is_one = classify(name) == (None, role.clone()) && !name.contains([',', ';', '"', ']']);
    if !is_one {
        return Err(Refusal::bad_value(format!("`{name}` cannot name a feature section")));
    }
    check_free(file, section.unit, &role, name)?;
    // Of a whole name, only what stands behind the unit.
    let short = |it: TextRange| TextRange::new(it.end() - len(old), it.end());
    let mut res: Vec<Replacement> =
        list_items(file, section, old).into_iter().map(|it| replacement(short(it), name)).collect();
    let same = |it: &&Section| it.unit == section.unit && it.role == section.role;
    for it in file.sections().all.iter().filter(same) {
        let range = TextRange::new(it.name.end() - len(old), it.name.end());
        res.push(replacement(range, name));
    }
    Ok(res)
}

fn check_free(file: &File, unit: Option<UnitKey>, role: &Role, name: &str) -> Result<(), Refusal> {
    if file.sections().all.iter().any(|it| it.unit == unit && it.role == *role) {
        return Err(Refusal::bad_value(format!("there is a section for `{name}` already")));
    }
    Ok(())
}

/// Plans a new section behind the last one of its unit; a unit at the end of the text.
///
/// `name` is what stands between the brackets; an ABI's, an architecture's or a mapping's own
/// name will do, and resources need none. A value of `unit` puts the section into that unit.
pub(super) fn add_item(
    file: &File,
    kind: &str,
    name: &str,
    values: &[(String, String)],
) -> Result<TextEdit, Refusal> {
    let unit = values.iter().find(|(key, _)| key == "unit").map(|(_, unit)| unit.clone());
    let unit = unit.or_else(|| default_unit(file, kind, name.trim()));
    let header = header_name(kind, name.trim(), unit.as_deref())?;
    let (unit_key, role) = classify(&header);
    check_free(file, unit_key, &role, &header)?;
    let end = lines::line_end(file);
    let mut lines = format!("[{header}]{end}");
    for (key, value) in values.iter().filter(|(key, _)| key != "unit") {
        let raw = raw_value(&role, key, value)?;
        lines.push_str(&format!("{key} = {raw}{end}"));
    }
    let mut replacements = vec![new_section(file, unit_key, &role, &lines)];
    if let Role::Features(short) = &role {
        replacements.extend(list_new(file, unit_key, short));
    }
    if role != Role::Unit {
        return Ok(TextEdit::from_replacements(replacements));
    }
    let units: Vec<UnitKey> = unit_keys(file).chain(unit_key).collect();
    replacements.extend(keep_owner(file, &units));
    keeping_parts(file, TextEdit::from_replacements(replacements))
}

/// Returns the unit in front of a new section that names none: the one its ABI has, or if there are
/// several units, the one that a section without a unit would go to.
fn default_unit(file: &File, kind: &str, name: &str) -> Option<String> {
    if kind == "mapping" {
        let role = Role::Abi(name.strip_suffix(".mapping").unwrap_or(name).to_owned());
        let abi = file.sections().all.iter().find(|it| it.role == role)?;
        return abi.unit.map(UnitKey::spelling);
    }
    let units = &file.lowered().model.units;
    let owner = file.lowered().owner.and_then(|it| units.get(it)).filter(|_| units.len() > 1)?;
    Some(UnitKey { unit_type: owner.unit_type, index: owner.index }.spelling())
}

/// Puts the lines of a new section in their place, with the blank lines around them.
fn new_section(file: &File, unit: Option<UnitKey>, role: &Role, lines: &str) -> Replacement {
    let text = file.text();
    let end = lines::line_end(file);
    if *role == Role::Metadata
        && let Some(first) = file.sections().all.first()
    {
        let at = COMMENTS.lines_with_comments(text, first.header).start();
        return replacement(TextRange::empty(at), format!("{lines}{end}"));
    }
    let units = &file.lowered().model.units;
    let unit = match unit {
        Some(key) => {
            units.iter().position(|it| (it.unit_type, it.index) == (key.unit_type, key.index))
        }
        None => file.lowered().owner,
    };
    let last = file
        .sections()
        .all
        .ids()
        .rev()
        .filter(|_| *role != Role::Unit && unit.is_some())
        .find(|&it| items::used_by(file, it) == unit)
        .and_then(|it| file.sections().all.get(it));
    let (at, has_end) = match last {
        Some(last) => line_end_after(text, last.range.end()),
        None => (len(text), text.is_empty() || text.ends_with('\n')),
    };
    let is_start = slice(text, TextRange::up_to(at)).trim_matches(['\u{feff}']).is_empty();
    let blank = match (has_end, is_start) {
        (_, true) => String::new(),
        (true, false) => end.to_owned(),
        (false, false) => format!("{end}{end}"),
    };
    replacement(TextRange::empty(at), format!("{blank}{lines}"))
}

/// Adds a new feature section to the list of its unit, if the unit has one.
fn list_new(file: &File, unit: Option<UnitKey>, short: &str) -> Option<Replacement> {
    let owner = file.lowered().owner.and_then(|it| file.lowered().model.units.get(it));
    let owner = owner.map(|it| UnitKey { unit_type: it.unit_type, index: it.index });
    let unit = unit.or(owner)?;
    let section = file
        .sections()
        .all
        .iter()
        .rev()
        .find(|it| it.role == Role::Unit && it.unit == Some(unit))?;
    let list = items::pair_of(file, section, "features")?;
    let items = value::list(file.text(), list.value);
    if items.iter().any(|it| it.text == short) {
        return None;
    }
    let separator = if items.is_empty() { " " } else { ", " };
    Some(replacement(TextRange::empty(list.value.end()), format!("{separator}{short}")))
}

/// Returns the units in the order of the text.
fn unit_keys(file: &File) -> impl Iterator<Item = UnitKey> {
    let units = file.lowered().model.units.iter();
    units.map(|it| UnitKey { unit_type: it.unit_type, index: it.index })
}

/// Keeps bare sections with their unit where another one would take them among `units`, those of the
/// changed text: they get their unit in front.
fn keep_owner(file: &File, units: &[UnitKey]) -> Vec<Replacement> {
    let owner = file.lowered().owner;
    let Some(name) = owner.and_then(|it| units.get(it)).map(|it| it.spelling()) else {
        return Vec::new();
    };
    if owner_among(units) == owner {
        return Vec::new();
    }
    let is_shared = |it| file.lowered().shared.get(it).copied().unwrap_or_default();
    file.sections()
        .all
        .enumerated()
        .filter(|(idx, it)| {
            let is_part = it.unit.is_none() && it.role != Role::Metadata;
            is_part
                && kind_of(&it.role).is_some()
                && items::used_by(file, *idx) == owner
                && !is_shared(*idx)
        })
        .map(|(_, it)| replacement(TextRange::empty(it.name.start()), format!("{name}.")))
        .collect()
}

/// Returns the text between the brackets of a new section.
fn header_name(kind: &str, name: &str, unit: Option<&str>) -> Result<String, Refusal> {
    let bad = || Refusal::bad_value(format!("`{name}` cannot name a section of kind {kind}"));
    let (_, found) = classify(name);
    let is_full = !name.is_empty() && kind_of(&found) == Some(kind);
    let short = match kind {
        _ if is_full => name.to_owned(),
        "metadata" | "resources" => kind.to_owned(),
        "abi" | "arch" => format!("{kind}:{}", value::quote(name)),
        "mapping" => format!("{}.mapping", value::quote(name)),
        _ => return Err(bad()),
    };
    let header = match unit.filter(|_| kind != "unit" && kind != "metadata") {
        Some(unit) if classify(&short).0.is_none() => format!("{unit}.{short}"),
        _ => short,
    };
    let (unit_key, role) = classify(&header);
    let is_right = kind_of(&role) == Some(kind)
        && unit.is_none_or(|_| matches!(kind, "metadata") || unit_key.is_some())
        && !header.contains(['\n', '\r', '\0'])
        && header.trim() == header
        && crate::hardware::token::comment_start(&header) == header.len();
    if is_right { Ok(header) } else { Err(bad()) }
}
