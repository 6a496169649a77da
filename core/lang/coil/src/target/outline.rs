//! Outline, folds and colours of the main file.

use std::collections::HashMap;

use text_size::TextRange;

use super::config::Config;
use super::edit;
use super::schema::{self, ListRule, SECTIONS, SectionSchema, TextRule, ValueType};
use super::source_file::{Header, Pair, SourceFile};
use super::token::TokenKind;
use super::value;
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::syntax::{Highlight, TokenClass};
use bobbin_core::text::{range_in, slice};
use bobbin_core::view::{ItemAction, Outline, OutlineEntry, OutlineKind};

/// Sections with their keys, and includes, in the order of the text.
#[must_use]
pub(super) fn outline(config: &Config) -> Outline {
    let Some(file) = config.main() else { return Outline::default() };
    let mut includes = includes(file).into_iter().peekable();
    let mut entries = Vec::new();
    for header in &file.headers {
        while let Some(it) = includes.next_if(|it| it.range.start() < header.range.start()) {
            entries.push(it);
        }
        let mut entry = section(file, header);
        while let Some(it) = includes.next_if(|it| it.range.start() < header.end) {
            entry.children.push(it);
        }
        entry.children.order_by_key(|it| it.range.start());
        entries.push(entry);
    }
    entries.extend(includes);
    entries.order_by_key(|it| it.range.start());
    Outline { entries, ..Outline::default() }
}

/// What can be added to the text as a whole: the sections of the document that it lacks.
#[must_use]
pub(super) fn additions(config: &Config) -> Vec<ItemAction> {
    let Some(file) = config.main() else { return Vec::new() };
    let is_absent = |name: &str| !file.headers.iter().any(|it| file.name(it) == name);
    let names = SECTIONS.iter().map(|it| it.name).filter(|it| is_absent(it));
    vec![ItemAction {
        label: "Add section".to_owned(),
        command: Command::AddItem {
            kind: edit::SECTION.to_owned(),
            name: String::new(),
            values: Vec::new(),
        },
        names: names.map(str::to_owned).collect(),
    }]
}

fn includes(file: &SourceFile) -> Vec<OutlineEntry> {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    let entry = |it: &super::source_file::Include, nth: u32| OutlineEntry {
        item: numbered(ItemPath::new(["include", it.path.as_str()]), nth),
        name: it.path.clone(),
        detail: "include".to_owned(),
        kind: OutlineKind::Include,
        range: it.range,
        name_range: it.path_range,
        children: Vec::new(),
    };
    let mut res = Vec::new();
    for include in &file.includes {
        let nth = seen.entry(&include.path).or_default();
        *nth += 1;
        res.push(entry(include, *nth));
    }
    res
}

fn numbered(mut path: ItemPath, nth: u32) -> ItemPath {
    if nth > 1 {
        path.0.push(format!("#{nth}"));
    }
    path
}

fn section(file: &SourceFile, header: &Header) -> OutlineEntry {
    let item = edit::item_of(file, header);
    let pairs = file.pairs.get(header.pairs.clone()).unwrap_or_default();
    let mut seen: HashMap<&str, u32> = HashMap::new();
    let mut children = Vec::new();
    for pair in pairs {
        let key = file.slice(pair.key);
        let nth = seen.entry(key).or_default();
        *nth += 1;
        let mut path = item.clone();
        path.0.push(key.to_owned());
        children.push(OutlineEntry {
            item: numbered(path, *nth),
            name: key.to_owned(),
            detail: file.value(pair).to_owned(),
            kind: OutlineKind::Key,
            range: pair.range(),
            name_range: pair.key,
            children: Vec::new(),
        });
    }
    OutlineEntry {
        item,
        name: file.name(header).to_owned(),
        detail: detail(file, header, pairs),
        kind: OutlineKind::Section,
        range: TextRange::new(header.range.start(), header.end),
        name_range: header.name,
        children,
    }
}

/// What a section says in a few words: the target, the ABI, the level.
fn detail(file: &SourceFile, header: &Header, pairs: &[Pair]) -> String {
    let keys: &[&str] = match file.name(header) {
        "Target" => &["PU", "Architecture", "Mode"],
        "ABI" => &["Name"],
        "Optimization" => &["Level"],
        "Memory" => &["Model", "Endianness"],
        "Linker" => &["OutputFormat"],
        _ => return String::new(),
    };
    let words = keys.iter().filter_map(|key| {
        let pair = pairs.iter().rev().find(|it| file.slice(it.key) == *key)?;
        Some(file.value(pair)).filter(|it| !it.is_empty())
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A section from its header to its last pair.
#[must_use]
pub(super) fn folds(config: &Config) -> Vec<TextRange> {
    let Some(file) = config.main() else { return Vec::new() };
    file.headers
        .iter()
        .filter(|it| !it.pairs.is_empty())
        .map(|it| TextRange::new(it.range.start(), it.end))
        .collect()
}

/// The colours of all tokens.
#[must_use]
pub(super) fn highlights(config: &Config) -> Vec<Highlight> {
    let Some(file) = config.main() else { return Vec::new() };
    let schemas: Vec<Option<&SectionSchema>> =
        file.headers.iter().map(|it| schema::section(file.name(it))).collect();
    let mut pairs = file.pairs.iter().peekable();
    let mut res = Vec::new();
    for (idx, kind) in file.tokens.iter() {
        let class = match kind {
            TokenKind::Bom | TokenKind::Blank | TokenKind::LineEnd => continue,
            TokenKind::Comment => TokenClass::Comment,
            TokenKind::OpenBracket | TokenKind::CloseBracket | TokenKind::Equals => {
                TokenClass::Operator
            }
            TokenKind::SectionName => TokenClass::Section,
            TokenKind::Key => TokenClass::Key,
            TokenKind::Include => TokenClass::Macro,
            TokenKind::Path => TokenClass::Value,
            TokenKind::Unknown => TokenClass::Unknown,
            TokenKind::Value => {
                let range = file.tokens.range(idx);
                while pairs.next_if(|it| it.value_range().start() < range.start()).is_some() {}
                let pair = pairs.peek().filter(|it| it.value == Some(range));
                let schema = pair.and_then(|it| schemas.get(it.header).copied().flatten());
                let key = pair.zip(schema).and_then(|(it, schema)| schema.key(file.slice(it.key)));
                value_highlights(&file.text, range, key.map(|it| it.value), &mut res);
                continue;
            }
        };
        res.push(Highlight { range: file.tokens.range(idx), class });
    }
    res
}

fn value_highlights(
    text: &str,
    range: TextRange,
    value_type: Option<ValueType>,
    res: &mut Vec<Highlight>,
) {
    let whole = slice(text, range);
    let is_list = value_type.is_none_or(|it| matches!(it, ValueType::List(_)));
    if !is_list {
        let class = value_type.map_or(TokenClass::Value, |it| class_of(it, whole));
        res.push(Highlight { range, class });
        return;
    }
    let mut is_first = true;
    for part in value::parts(whole) {
        let part_range = range_in(text, part);
        if !is_first {
            let comma = TextRange::at(part_range.start() - text_size::TextSize::new(1), 1.into());
            res.push(Highlight { range: comma, class: TokenClass::Operator });
        }
        is_first = false;
        let raw = value::trim(part);
        if !raw.is_empty() {
            let class = match value_type {
                Some(it) => class_of(it, raw),
                None if value::boolean(raw).is_some() && value::integer(raw).is_none() => {
                    TokenClass::Constant
                }
                None if value::integer(raw).is_some() => TokenClass::Number,
                None => TokenClass::Value,
            };
            res.push(Highlight { range: range_in(text, raw), class });
        }
    }
}

fn class_of(value_type: ValueType, raw: &str) -> TokenClass {
    match value_type {
        _ if raw.starts_with('"') => TokenClass::Value,
        ValueType::Word(_) | ValueType::Boolean => TokenClass::Constant,
        ValueType::Integer(..) | ValueType::PowerOfTwo => TokenClass::Number,
        ValueType::Text(TextRule::Architecture | TextRule::Abi | TextRule::Simd) => {
            TokenClass::Type
        }
        ValueType::Text(TextRule::Path | TextRule::Symbol) => TokenClass::Value,
        ValueType::List(ListRule::Features | ListRule::Crypto) => TokenClass::Flag,
        ValueType::List(ListRule::Registers) => TokenClass::Name,
        ValueType::List(ListRule::Defines) => TokenClass::Macro,
        ValueType::List(ListRule::Paths | ListRule::Libraries) => TokenClass::Value,
    }
}
