//! The canonical layout.

use std::borrow::Cow;

use text_size::{TextRange, TextSize};

use super::file::File;
use super::sections::{Role, Section};
use super::token::TokenKind;
use super::value;
use bobbin_core::edit::TextEdit;
use bobbin_core::syntax::{LaidLine, LineKind, lay_out};
use bobbin_core::text::{len, slice};

/// Plans the canonical layout.
pub(super) fn format(file: &File) -> TextEdit {
    lay_out(file.text(), &laid_lines(file))
}

fn laid_lines(file: &File) -> Vec<LaidLine<'_>> {
    let text = file.text();
    let mut res = Vec::new();
    let mut start = TextSize::new(if text.starts_with('\u{feff}') { 3 } else { 0 });
    let mut tokens = file.tokens().iter().peekable();
    let mut sections = file.sections().all.iter().peekable();
    let mut section: Option<&Section> = None;
    while start < len(text) {
        let rest = slice(text, TextRange::new(start, len(text)));
        let line = rest.split('\n').next().unwrap_or_default();
        let next = start + len(line) + TextSize::new(u32::from(line.len() < rest.len()));
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut it = Line::default();
        while let Some((idx, kind)) = tokens.next_if(|it| file.tokens().range(it.0).start() < next)
        {
            let range = file.tokens().range(idx);
            if range.start() < start {
                continue;
            }
            let word = slice(text, range);
            match kind {
                TokenKind::Open => {
                    section = sections.next_if(|it| it.header.start() == range.start());
                    it.add(LineKind::Header, word, "");
                }
                TokenKind::Section | TokenKind::Close => it.add(LineKind::Header, word, ""),
                TokenKind::Key => it.add(LineKind::Pair, word, " "),
                TokenKind::Equals => it.add(LineKind::Pair, word, " "),
                TokenKind::Value => {
                    let value = laid_value(section, &it.code, word);
                    it.add(LineKind::Pair, &value, " ");
                }
                TokenKind::Unknown => it.is_broken = true,
                TokenKind::Comment => it.comment = word.trim_end(),
                TokenKind::Blank | TokenKind::LineEnd => (),
            }
        }
        res.push(it.finish(line, TextRange::at(start, len(line))));
        start = next;
    }
    res
}

/// Lays out a list with one blank behind each comma; other values as they stand.
fn laid_value<'t>(section: Option<&Section>, before: &str, word: &'t str) -> Cow<'t, str> {
    let key = before.split(' ').next().unwrap_or_default();
    let is_list = match section.map(|it| &it.role) {
        Some(Role::Resources | Role::Mapping(_)) => true,
        Some(Role::Unit) => key == "features",
        Some(Role::Metadata | Role::Abi(_)) => key == "flags",
        _ => false,
    };
    if !is_list || !word.contains(',') || value::unquote(word).is_some() {
        return Cow::Borrowed(word);
    }
    let items = value::list(word, TextRange::up_to(len(word)));
    let items: Vec<&str> = items.iter().map(|it| it.text).collect();
    Cow::Owned(items.join(", ").trim().to_owned())
}

/// A line that is being read.
#[derive(Default)]
struct Line<'t> {
    kind: Option<LineKind>,
    code: String,
    comment: &'t str,
    is_broken: bool,
}

impl<'t> Line<'t> {
    fn add(&mut self, kind: LineKind, word: &str, space: &str) {
        self.kind.get_or_insert(kind);
        if !self.code.is_empty() {
            self.code.push_str(space);
        }
        self.code.push_str(word);
    }

    fn finish(self, line: &'t str, range: TextRange) -> LaidLine<'t> {
        let written = line.trim();
        let is_header = self.kind == Some(LineKind::Header);
        // What does not parse is left as it is but for the blanks around it.
        let is_closed = !is_header || self.code.ends_with(']');
        let is_sound = !self.is_broken && is_closed;
        let code = match is_sound {
            true => Cow::Owned(self.code),
            false => {
                Cow::Borrowed(written.strip_suffix(self.comment).unwrap_or(written).trim_end())
            }
        };
        let kind = match self.kind {
            Some(kind) => kind,
            None if !code.is_empty() => LineKind::Other,
            None if self.comment.is_empty() => LineKind::Blank,
            None => LineKind::Comment,
        };
        LaidLine { kind, range, code, comment: self.comment }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::hardware::file::parse;
    use bobbin_core::{Document, Input};

    fn formatted(text: &str) -> String {
        parse(&Input::alone("x", text)).format().unwrap().apply(text)
    }

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let new = formatted(text);
        assert_eq!(formatted(&new), new, "twice");
        let meaning = |text: &str| parse(&Input::alone("x", text)).lowered().model.clone();
        assert_eq!(meaning(&new), meaning(text), "the meaning changes");
        expect.assert_eq(&new.replace('\r', "␍"));
    }

    #[test]
    fn lines_are_laid_out() {
        check(
            "; file\n\n\n[ cpu:0 ]; unit\n  name=A \"x;y\" b;é\n features = simd ,integer\n[integer]\nint_add=true ; one\nbit_254  =  true   ; two\n\n\n[resources]\ngpr=16,64bit,\"a,b\"\n",
            expect![[r#"
                ; file

                [cpu:0]  ; unit
                name = A "x;y" b  ;é
                features = simd, integer

                [integer]
                int_add = true  ; one
                bit_254 = true  ; two

                [resources]
                gpr = 16, 64bit, "a,b"
            "#]],
        );
        check(
            "\u{feff}[cpu:0]\r\nname = A\r\n[abi:a]\r\nflags=variadic,preserves_sp",
            expect![[r#"
                ﻿[cpu:0]␍
                name = A␍
                ␍
                [abi:a]␍
                flags = variadic, preserves_sp␍
            "#]],
        );
        check(
            "[open ; c\n x = 1\njunk  line ;c\n[a] b\n= 1\n\"k = 1\" = \"  v \"\n",
            expect![[r#"
                [open  ; c
                x = 1
                junk  line  ;c

                [a] b
                = 1
                "k = 1" = "  v "
            "#]],
        );
        check("", expect![[""]]);
    }
}
