//! Colours: what a value is depends on the section and the key.

use text_size::{TextRange, TextSize};

use super::File;
use super::sections::{Role, Section};
use super::tables::{self, ABI_FLAGS, CONFIG_FLAGS, REG_TYPES, RESOURCE_FLAGS};
use super::token::TokenKind;
use super::value;
use bobbin_core::syntax::{Highlight, TokenClass, TokenIdx};
use bobbin_core::text::slice;

impl File {
    pub(super) fn colours(&self) -> Vec<Highlight> {
        let mut res = Vec::new();
        let mut sections = self.sections.all.iter().peekable();
        let mut section: Option<&Section> = None;
        let mut key = "";
        for (idx, kind) in self.tokens.iter() {
            let range = self.tokens.range(idx);
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
                    key = slice(self.text(), range);
                    TokenClass::Key
                }
                TokenKind::Value => {
                    self.value_colours(section, key, range, &mut res);
                    continue;
                }
                TokenKind::Unknown => TokenClass::Unknown,
            };
            res.push(Highlight { range, class });
        }
        res
    }

    fn value_colours(
        &self,
        section: Option<&Section>,
        key: &str,
        range: TextRange,
        res: &mut Vec<Highlight>,
    ) {
        let text = slice(self.text(), range);
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
                self.mapping_colours(range, res);
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
        for item in value::list(self.text(), range).iter().filter(|it| !it.text.is_empty()) {
            res.push(Highlight { range: item.range, class: item_class(item.text) });
        }
    }

    /// `gpr` as a type, the numbers behind it as numbers.
    fn mapping_colours(&self, range: TextRange, res: &mut Vec<Highlight>) {
        for item in value::list(self.text(), range).iter().filter(|it| !it.text.is_empty()) {
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

    /// The token at `at`, or the one that ends there.
    pub(super) fn token_touching(&self, at: TextSize) -> Option<(TokenIdx, TokenKind)> {
        let idx = self.tokens.at(at)?;
        let kind = self.tokens.kind(idx)?;
        if !matches!(kind, TokenKind::Blank | TokenKind::LineEnd | TokenKind::Comment) {
            return Some((idx, kind));
        }
        let before = TokenIdx(idx.0.checked_sub(1)?);
        if self.tokens.range(idx).start() != at {
            return Some((idx, kind));
        }
        Some((before, self.tokens.kind(before)?))
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
