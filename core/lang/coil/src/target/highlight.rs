//! The colours of the main file.

use text_size::{TextRange, TextSize};

use super::file::File;
use super::schema::{self, ListRule, SectionSchema, TextRule, ValueType};
use super::token::TokenKind;
use super::value;
use bobbin_core::syntax::{Highlight, TokenClass};
use bobbin_core::text::{range_in, slice};

/// Highlights all tokens.
pub(super) fn highlights(file: &File) -> Vec<Highlight> {
    let Some(main) = file.config().main() else { return Vec::new() };
    let schemas: Vec<Option<&SectionSchema>> =
        main.headers.iter().map(|it| schema::section(main.name(it))).collect();
    let mut pairs = main.pairs.iter().peekable();
    let mut res = Vec::new();
    for (idx, kind) in main.tokens.iter() {
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
                let range = main.tokens.range(idx);
                while pairs.next_if(|it| it.value_range().start() < range.start()).is_some() {}
                let pair = pairs.peek().filter(|it| it.value == Some(range));
                let schema = pair.and_then(|it| schemas.get(it.header).copied().flatten());
                let key = pair.zip(schema).and_then(|(it, schema)| schema.key(main.slice(it.key)));
                value_highlights(&main.text, range, key.map(|it| it.value), &mut res);
                continue;
            }
        };
        res.push(Highlight { range: main.tokens.range(idx), class });
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
            let comma = TextRange::at(part_range.start() - TextSize::new(1), 1.into());
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
