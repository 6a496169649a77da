//! Colours: what a value is depends on the section and the key.

use text_size::{TextRange, TextSize};

use super::file::File;
use super::sections::{Role, Section};
use super::tables::{self, ABI_FLAGS, CONFIG_FLAGS, REG_TYPES, RESOURCE_FLAGS};
use super::token::TokenKind;
use super::value;
use bobbin_core::syntax::{Highlight, TokenClass};
use bobbin_core::text::slice;

pub(super) fn highlights(file: &File) -> Vec<Highlight> {
    let mut res = Vec::new();
    let mut sections = file.sections().all.iter().peekable();
    let mut section: Option<&Section> = None;
    let mut key = "";
    for (idx, kind) in file.tokens().iter() {
        let range = file.tokens().range(idx);
        let class = match kind {
            TokenKind::Blank | TokenKind::LineEnd => continue,
            TokenKind::Comment => TokenClass::Comment,
            TokenKind::Open => {
                if sections.peek().is_some_and(|it| it.header.start() == range.start()) {
                    section = sections.next();
                }
                TokenClass::Operator
            }
            TokenKind::Close | TokenKind::Equals => TokenClass::Operator,
            TokenKind::Section => match section.map(|it| &it.role) {
                Some(Role::Unit) => TokenClass::Type,
                Some(Role::Unknown(_)) => TokenClass::Unknown,
                _ => TokenClass::Section,
            },
            TokenKind::Key => {
                key = slice(file.text(), range);
                TokenClass::Key
            }
            TokenKind::Value => {
                value_colours(file, section, key, range, &mut res);
                continue;
            }
            TokenKind::Unknown => TokenClass::Unknown,
        };
        res.push(Highlight { range, class });
    }
    res
}

fn value_colours(
    file: &File,
    section: Option<&Section>,
    key: &str,
    range: TextRange,
    res: &mut Vec<Highlight>,
) {
    let text = slice(file.text(), range);
    let role = section.map(|it| &it.role);
    let item_class: fn(&str) -> TokenClass = match (role, key) {
        (Some(Role::Unit), "features") => |_| TokenClass::Name,
        (Some(Role::Metadata), "flags") => |it| flag_class(CONFIG_FLAGS, it),
        (Some(Role::Abi(_)), "flags") => |it| flag_class(ABI_FLAGS, it),
        (Some(Role::Resources), _) => |it| match value::quantity(it) {
            Some(_) => TokenClass::Number,
            None => flag_class(RESOURCE_FLAGS, it),
        },
        (Some(Role::Mapping(_)), _) => {
            mapping_colours(file, range, res);
            return;
        }
        _ => {
            let class = match role {
                Some(Role::Metadata | Role::Abi(_)) => TokenClass::Number,
                Some(Role::Features(_) | Role::Arch(_)) if value::boolean(text).is_some() => {
                    TokenClass::Constant
                }
                _ => TokenClass::Value,
            };
            res.push(Highlight { range, class });
            return;
        }
    };
    for item in value::list(file.text(), range).iter().filter(|it| !it.text.is_empty()) {
        res.push(Highlight { range: item.range, class: item_class(item.text) });
    }
}

/// Highlights `gpr` as a type, the numbers behind it as numbers.
fn mapping_colours(file: &File, range: TextRange, res: &mut Vec<Highlight>) {
    for item in value::list(file.text(), range).iter().filter(|it| !it.text.is_empty()) {
        let Some((name, numbers)) = item.text.split_once(':') else {
            res.push(Highlight { range: item.range, class: TokenClass::Unknown });
            continue;
        };
        let start = item.range.start();
        let colon = start + bobbin_core::text::len(name);
        if !name.is_empty() {
            let class = match tables::by_key(REG_TYPES, name.trim()) {
                Some(_) => TokenClass::Type,
                None => TokenClass::Value,
            };
            res.push(Highlight { range: TextRange::new(start, colon), class });
        }
        if !numbers.is_empty() {
            let range = TextRange::new(colon + TextSize::new(1), item.range.end());
            res.push(Highlight { range, class: TokenClass::Number });
        }
    }
}

fn flag_class(table: &'static [tables::Named], item: &str) -> TokenClass {
    if tables::by_key(table, item).is_some() {
        TokenClass::Flag
    } else if value::looks_like_integer(item) {
        TokenClass::Number
    } else {
        TokenClass::Value
    }
}
