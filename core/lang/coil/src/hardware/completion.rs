//! Words that could stand at a place.

use std::collections::HashSet;

use text_size::{TextRange, TextSize};

use super::file::File;
use super::hover::{feature_words, fixed_key_words, group_of};
use super::lower::{ABI_KEYS, METADATA_KEYS, UNIT_KEYS};
use super::sections::{Role, Section, SectionId};
use super::tables::{
    self, ABI_FLAGS, CONFIG_FLAGS, Named, REG_TYPES, RESOURCE_FLAGS, RESOURCE_TYPES, UNIT_TYPES,
};
use super::token::comment_start;
use super::{items, value};
use crate::bridge::{known_abis, known_architectures};
use bobbin_core::syntax::TokenClass;
use bobbin_core::text::{range_in, slice};
use bobbin_core::view::{Completion, next_word, rest_of_line, whole_word};

pub(super) fn completions(file: &File, at: TextSize) -> Vec<Completion> {
    let text = file.text();
    let before = slice(text, TextRange::up_to(at));
    let line = before.rsplit('\n').next().unwrap_or_default();
    if comment_start(line) < line.len() {
        return Vec::new();
    }
    let start = line.trim_start();
    let words = if let Some(name) = start.strip_prefix('[') {
        if name.contains(']') {
            return Vec::new();
        }
        header_words(file, to_end_of_word(file, name, at, "]"))
    } else {
        let Some(idx) = items::section_at(file, at) else { return Vec::new() };
        let Some(section) = file.sections().all.get(idx) else { return Vec::new() };
        match line.split_once('=') {
            None => key_completions(file, idx, section, to_end_of_word(file, start, at, "=[")),
            Some((key, value)) => {
                let item = value.rsplit(',').next().unwrap_or_default().trim_start();
                let range = to_end_of_word(file, item, at, ",:");
                let is_word = |it: char| !it.is_whitespace() && !";,:".contains(it);
                let range = next_word(text, range, is_word);
                value_completions(file, section, key.trim(), range)
            }
        }
    };
    Completion::finished(words, text)
}

/// Returns the range from the start of `typed`, which ends at `at`, to the end of the word that
/// `at` is in.
fn to_end_of_word(file: &File, typed: &str, at: TextSize, stop: &str) -> TextRange {
    let stops = |it: char| it.is_whitespace() || it == ';' || stop.contains(it);
    whole_word(file.text(), range_in(file.text(), typed).start(), at, |it| !stops(it))
}

/// The number of units whose sections are offered.
const MOST_UNITS: usize = 500;

fn header_words(file: &File, range: TextRange) -> Vec<Completion> {
    let text = file.text();
    let typed = slice(text, range);
    let mut res = Vec::new();
    let taken: HashSet<&str> = file.sections().all.iter().map(|it| slice(text, it.name)).collect();
    let is_taken = |name: &str| taken.contains(name);
    // A name that goes on is not closed yet.
    let mut add = |name: String, detail: &str, class| {
        if !is_taken(&name) {
            let tail = if name.ends_with(':') { "" } else { "]" };
            res.push(completion(range, &name, detail, "", &format!("{name}{tail}"), class));
        }
    };
    add("metadata".to_owned(), "version, timestamp, flags", TokenClass::Section);
    for it in UNIT_TYPES {
        let free = (0..=u16::MAX).find(|n| !is_taken(&format!("{}:{n}", it.key)));
        add(format!("{}:{}", it.key, free.unwrap_or_default()), it.doc, TokenClass::Type);
    }
    let units = &file.lowered().model.units;
    let has_several = units.len() > 1;
    for unit in units.iter().take(MOST_UNITS) {
        let key = super::sections::UnitKey { unit_type: unit.unit_type, index: unit.index };
        let own = format!("{}.", key.spelling());
        // The only unit may be named, too.
        let prefix = if has_several || typed.starts_with(&own) { own } else { String::new() };
        for group in tables::groups(unit.unit_type).into_iter().flatten() {
            let name = group.sections.first().copied().unwrap_or_default();
            add(format!("{prefix}{name}"), group.title, TokenClass::Section);
        }
        add(format!("{prefix}resources"), "registers, caches, memory", TokenClass::Section);
        for abi in unit.abis.iter().filter(|it| it.mappings.is_empty()) {
            let name = format!("{prefix}{}.mapping", abi.name);
            add(name, "registers of the arguments", TokenClass::Section);
        }
        add(format!("{prefix}abi:"), "application binary interface", TokenClass::Section);
        add(format!("{prefix}arch:"), "facts about one architecture", TokenClass::Section);
        // Names of COIL targets, which the two languages are converted by.
        if typed.starts_with(&format!("{prefix}abi:")) {
            for name in known_abis(unit) {
                add(format!("{prefix}abi:{name}"), "calling convention", TokenClass::Section);
            }
        }
        if typed.starts_with(&format!("{prefix}arch:")) {
            for name in known_architectures(unit) {
                add(format!("{prefix}arch:{name}"), "architecture", TokenClass::Section);
            }
        }
    }
    res
}

fn key_completions(
    file: &File,
    idx: SectionId,
    section: &Section,
    range: TextRange,
) -> Vec<Completion> {
    let rest = rest_of_line(file.text(), range.end()).trim_start();
    if rest.starts_with(|it| it != '=' && it != ';') {
        return Vec::new();
    }
    let fixed = |keys: &[&'static str]| {
        let keys = keys.iter().filter(|it| !has_key(file, section, it));
        keys.map(|&key| {
            let doc = fixed_key_words(&section.role, key).unwrap_or_default();
            completion(range, key, "", doc, &with_equals(file, range, key, ""), TokenClass::Key)
        })
        .collect()
    };
    match &section.role {
        Role::Metadata => fixed(METADATA_KEYS),
        Role::Unit => fixed(UNIT_KEYS),
        Role::Abi(_) => fixed(ABI_KEYS),
        Role::Features(name) => {
            let unit_type = items::unit_type_of(file, idx);
            let own = group_of(unit_type, name).map(|(number, _)| number);
            tables::all_features(unit_type)
                .filter(|(bit, _)| own.is_none_or(|it| it == usize::from(bit / 32)))
                .filter(|(_, it)| !has_key(file, section, it.key))
                .map(|(bit, it)| {
                    let doc = feature_words(unit_type, it.key).unwrap_or_default();
                    let insert = with_equals(file, range, it.key, "");
                    let detail = format!("bit {bit}");
                    completion(range, it.key, &detail, &doc, &insert, TokenClass::Key)
                })
                .collect()
        }
        Role::Resources => RESOURCE_TYPES
            .iter()
            .map(|it| {
                let insert = with_equals(file, range, it.key, "");
                completion(range, it.key, it.doc, "", &insert, TokenClass::Key)
            })
            .collect(),
        Role::Mapping(_) => ["ret", "this", "context", "vararg"]
            .into_iter()
            .filter(|it| !has_key(file, section, it))
            .map(|it| {
                let insert = with_equals(file, range, it, "");
                completion(range, it, "", "", &insert, TokenClass::Key)
            })
            .collect(),
        Role::Arch(_) | Role::Unknown(_) => Vec::new(),
    }
}

fn has_key(file: &File, section: &Section, key: &str) -> bool {
    section.pairs.iter().any(|it| slice(file.text(), it.key) == key)
}

/// Writes the key with ` = ` behind it, unless the line has its `=` already.
fn with_equals(file: &File, range: TextRange, key: &str, value: &str) -> String {
    let rest = rest_of_line(file.text(), range.end()).trim_start();
    if rest.starts_with('=') { key.to_owned() } else { format!("{key} = {value}") }
}

fn value_completions(
    file: &File,
    section: &Section,
    key: &str,
    range: TextRange,
) -> Vec<Completion> {
    let flags = |table: &'static [Named]| {
        let flags = table.iter();
        flags
            .map(|it| completion(range, it.key, it.doc, "", it.key, TokenClass::Flag))
            .collect::<Vec<_>>()
    };
    match (&section.role, key) {
        (Role::Metadata, "flags") => flags(CONFIG_FLAGS),
        (Role::Metadata, "version") => {
            vec![completion(range, "0.1.0", "", "", "0.1.0", TokenClass::Number)]
        }
        (Role::Abi(_), "flags") => flags(ABI_FLAGS),
        (Role::Resources, _) => flags(RESOURCE_FLAGS),
        (Role::Features(_) | Role::Arch(_), _) => ["true", "false"]
            .into_iter()
            .map(|it| completion(range, it, "", "", it, TokenClass::Constant))
            .collect(),
        (Role::Unit, "features") => listable(file, section, range),
        (Role::Mapping(_), _) if slice(file.text(), range).contains(':') => Vec::new(),
        (Role::Mapping(_), _) => REG_TYPES
            .iter()
            .map(|it| {
                completion(range, it.key, it.doc, "", &format!("{}:", it.key), TokenClass::Type)
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the feature sections that the unit of `section` can list and does not: those in the text, and
/// the customary ones.
fn listable(file: &File, section: &Section, range: TextRange) -> Vec<Completion> {
    let text = file.text();
    let listed: Vec<&str> = section
        .pairs
        .iter()
        .filter(|it| slice(text, it.key) == "features")
        .flat_map(|it| value::list(text, it.value))
        .map(|it| it.text)
        .collect();
    let mut names: Vec<&str> = Vec::new();
    for it in &file.sections().all {
        if let Role::Features(name) = &it.role
            && it.unit.is_none_or(|unit| Some(unit) == section.unit)
            && !listed.contains(&name.as_str())
            && !names.contains(&name.as_str())
        {
            names.push(name);
        }
    }
    let there = names.clone();
    let there = there
        .into_iter()
        .map(|it| completion(range, it, "feature section", "", it, TokenClass::Name));
    // Behind them the customary names, whose sections are still to be written.
    let groups = tables::groups(section.unit.map_or(0, |it| it.unit_type)).into_iter().flatten();
    let customary = groups.filter_map(|it| Some((it.sections.first().copied()?, it)));
    let missing = customary.filter(|(it, _)| !names.contains(it) && !listed.contains(it));
    let missing = missing.map(|(it, group)| {
        let detail = format!("{}, not in the text yet", group.title);
        completion(range, it, &detail, "", it, TokenClass::Name)
    });
    there.chain(missing).collect()
}

fn completion(
    range: TextRange,
    label: &str,
    detail: &str,
    documentation: &str,
    insert: &str,
    class: TokenClass,
) -> Completion {
    Completion {
        label: label.to_owned(),
        detail: detail.to_owned(),
        documentation: documentation.to_owned(),
        range,
        insert: insert.to_owned(),
        class,
    }
}
