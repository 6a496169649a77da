//! The canonical layout.

use std::borrow::Cow;

use text_size::{TextRange, TextSize};

use super::file::File;
use super::schema;
use super::source_file::SourceFile;
use super::token::TokenKind;
use super::value;
use bobbin_core::edit::TextEdit;
use bobbin_core::syntax::{LaidLine, LineKind, lay_out};
use bobbin_core::text::slice;

/// Plans the layout of the main file; `None` for a file that is no text.
#[must_use]
pub(super) fn format(file: &File) -> Option<TextEdit> {
    let main = file.config().main().filter(|it| it.is_text)?;
    Some(lay_out(&main.text, &lines(main)))
}

fn lines(file: &SourceFile) -> Vec<LaidLine<'_>> {
    let mut res = Vec::new();
    let mut line = Line::new(TextSize::new(0));
    let mut pairs = file.pairs.iter().peekable();
    for (idx, kind) in file.tokens.iter() {
        let range = file.tokens.range(idx);
        let text = slice(&file.text, range);
        match kind {
            TokenKind::Bom => line = Line::new(range.end()),
            TokenKind::Blank => line.end = range.end(),
            TokenKind::LineEnd => {
                res.push(line.finish(file));
                line = Line::new(range.end());
            }
            TokenKind::Value => {
                while pairs.next_if(|it| it.value_range().start() < range.start()).is_some() {}
                let is_list = pairs.peek().filter(|it| it.value == Some(range)).is_some_and(|it| {
                    let key = file.slice(it.key);
                    let section = schema::section(file.section_of(it));
                    it.is_sound && section.and_then(|it| it.key(key)).is_some_and(|it| it.is_list())
                });
                let value = if is_list { list(text) } else { Cow::Borrowed(text) };
                line.add(kind, range, value);
            }
            _ => line.add(kind, range, Cow::Borrowed(text)),
        }
    }
    if line.end > line.start {
        res.push(line.finish(file));
    }
    res
}

/// Lays out a list with one blank behind each comma, unless one would make an item a comment: a `;`
/// or `#` behind a comma is none (coil.md#target-lines).
fn list(text: &str) -> Cow<'_, str> {
    let items: Vec<&str> = value::parts(text).into_iter().map(value::trim).collect();
    if items.len() > 1 && !items.iter().any(|it| it.starts_with([';', '#'])) {
        Cow::Owned(items.join(", ").trim().to_owned())
    } else {
        Cow::Borrowed(text)
    }
}

/// A line that is being read.
struct Line<'t> {
    kind: LineKind,
    start: TextSize,
    end: TextSize,
    code: String,
    comment: &'t str,
}

impl<'t> Line<'t> {
    fn new(start: TextSize) -> Line<'t> {
        Line { kind: LineKind::Blank, start, end: start, code: String::new(), comment: "" }
    }

    fn add(&mut self, kind: TokenKind, range: TextRange, text: Cow<'t, str>) {
        self.end = range.end();
        let line_kind = match kind {
            TokenKind::OpenBracket => LineKind::Header,
            TokenKind::Key | TokenKind::Equals => LineKind::Pair,
            TokenKind::Comment => LineKind::Comment,
            _ => LineKind::Other,
        };
        if self.kind == LineKind::Blank {
            self.kind = line_kind;
        }
        if kind == TokenKind::Comment {
            if let Cow::Borrowed(text) = text {
                self.comment = text.trim_end();
            }
            return;
        }
        let is_glued = self.code.is_empty()
            || matches!(kind, TokenKind::SectionName | TokenKind::CloseBracket)
            || self.kind == LineKind::Header && self.code.len() == 1;
        if !is_glued {
            self.code.push(' ');
        }
        self.code.push_str(&text);
    }

    fn finish(self, file: &'t SourceFile) -> LaidLine<'t> {
        let range = TextRange::new(self.start, self.end);
        // What does not parse is left as it is but for the blanks around it.
        let is_sound = match self.kind {
            LineKind::Header => self.code.ends_with(']') && !self.code.contains("] "),
            LineKind::Other => self.code.to_ascii_lowercase().starts_with("@include"),
            _ => true,
        };
        let written = slice(&file.text, range).trim();
        let code = if is_sound {
            self.code
        } else {
            written.strip_suffix(self.comment).unwrap_or(written).trim_end().to_owned()
        };
        LaidLine { kind: self.kind, range, code: Cow::Owned(code), comment: self.comment }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::file::parse;
    use bobbin_core::Input;
    use expect_test::{Expect, expect};

    fn formatted(text: &str) -> String {
        format(&parse(&Input::alone("main", text))).unwrap().apply(text)
    }

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let new = formatted(text);
        assert_eq!(formatted(&new), new, "twice");
        expect.assert_eq(&new.replace('\r', "<CR>"));
    }

    #[test]
    fn lines_are_laid_out() {
        check(
            "\n\n# file\n\n\n#  about the target  \n[ Target ]#no\n  PU=CPU   # unit\n\tArchitecture  =   x86 ; arch\n\nFeatures=AVX ,FMA,  \"A,B\"\nMode = 64\n@include\"x y\"\n[A_b]#c\nlist = a,b\nx =\n\n",
            expect![[r##"
                # file

                #  about the target
                [Target]  #no
                PU = CPU            # unit
                Architecture = x86  ; arch

                Features = AVX, FMA, "A,B"
                Mode = 64
                @include "x y"

                [A_b]  #c
                list = a,b
                x =
            "##]],
        );
        check(
            "[Memory]\r\nModel = Flat\r\nx = 1",
            expect![[r#"
            [Memory]<CR>
            Model = Flat<CR>
            x = 1<CR>
        "#]],
        );
        check("\u{feff}[A_b]\rx=1 ;c\r", expect!["﻿[A_b]<CR>x = 1  ;c<CR>"]);
        check(
            "[broken\n x = 1\njunk  here # c\n [a] b\n= 1\n[]\n",
            expect![[r#"
            [broken
            x = 1
            junk  here  # c

            [a] b
            = 1

            []
        "#]],
        );
        check(
            "Level      =\nEndianness =\n=e =",
            expect![[r#"
            Level      =
            Endianness =
            = e =
        "#]],
        );
        // A blank would make the last item a comment.
        check(
            "[ABI]\nParameterRegisters=V0,;V1 ;c",
            expect![[r#"
            [ABI]
            ParameterRegisters = V0,;V1  ;c
        "#]],
        );
        check("", expect![""]);
        check("\n \n", expect![""]);
    }

    #[test]
    fn a_text_that_is_no_text_is_left_alone() {
        assert_eq!(format(&parse(&Input::alone("main", "[A]\n\0"))), None);
    }
}
