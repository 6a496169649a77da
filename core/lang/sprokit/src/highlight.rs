//! Colours of tokens.

use text_size::{TextRange, TextSize};

use crate::ast::Address;
use crate::file::File;
use crate::macros;
use crate::model::HolderKind;
use crate::token::Kind;
use bobbin_core::syntax::{Highlight, TokenClass, TokenIdx, TokenSpan};
use bobbin_core::text::offset;

/// Returns the ranges of the tokens of the text itself.
pub fn token_ranges(file: &File) -> Vec<TextRange> {
    file.source().own_tokens().map(|(idx, _)| file.source().local_range(idx)).collect()
}

/// Highlights the text itself.
pub fn highlights(file: &File) -> Vec<Highlight> {
    let roles = Roles::new(file);
    let mut res = Vec::new();
    for (idx, token) in file.source().own_tokens() {
        let range = TextRange::new(token.start.into(), token.end.into());
        let class = match token.kind {
            Kind::Blank | Kind::HeaderEnd | Kind::ByteOrderMark => continue,
            Kind::Value => {
                value(file.source().text(idx), range, &mut res);
                continue;
            }
            Kind::Comment | Kind::Ignored => TokenClass::Comment,
            Kind::IncludeName => TokenClass::Macro,
            Kind::Word => roles.get(idx),
            Kind::BlockName => TokenClass::Section,
            Kind::BareType => TokenClass::Type,
            Kind::Description => TokenClass::Description,
            Kind::Junk | Kind::Reserved => TokenClass::Unknown,
            kind if kind.is_keyword() || kind == Kind::Include => TokenClass::Keyword,
            _ => TokenClass::Operator,
        };
        res.push(Highlight { range, class });
    }
    res
}

/// Highlights a value with its macros.
fn value(text: &str, range: TextRange, res: &mut Vec<Highlight>) {
    let part = |from: usize, to: usize| {
        TextRange::new(range.start() + offset(from), range.start() + offset(to))
    };
    let class = if text.parse::<f64>().is_ok() {
        TokenClass::Number
    } else if matches!(text, "true" | "false" | "True" | "False") {
        TokenClass::Constant
    } else {
        TokenClass::Value
    };
    let mut done = 0;
    for it in macros::find(text) {
        if it.range.start > done {
            res.push(Highlight { range: part(done, it.range.start), class: TokenClass::Value });
        }
        let class = TokenClass::Macro;
        res.push(Highlight { range: part(it.range.start, it.range.end), class });
        done = it.range.end;
    }
    if part(done, text.len()).len() > TextSize::new(0) {
        res.push(Highlight { range: part(done, text.len()), class });
    }
}

/// The class of each word, by the statement it stands in.
struct Roles(Vec<TokenClass>);

impl Roles {
    fn new(file: &File) -> Roles {
        let mut res = Roles(vec![TokenClass::Unknown; file.source().end().0 as usize]);
        let model = file.model();
        for it in &model.holders {
            match it.kind {
                HolderKind::Section { path } => res.set(path, TokenClass::Section),
                HolderKind::Process(head) => {
                    res.set(one(head.name), TokenClass::Section);
                    if let Some(it) = head.process_type {
                        res.set(one(it), TokenClass::Type);
                    }
                }
                HolderKind::Cluster { name, .. } => res.set(one(name), TokenClass::Section),
            }
        }
        for it in &model.entries {
            res.set(it.key, TokenClass::Key);
            if let Some(it) = it.flags {
                res.set(it, TokenClass::Flag);
            }
        }
        for it in &model.connections {
            res.address(it.from);
            res.address(it.to);
        }
        for it in &model.mappings {
            res.address(it.inner);
            res.set(it.outer.span, TokenClass::Port);
        }
        res
    }

    fn address(&mut self, address: Address) {
        self.set(address.process(), TokenClass::Name);
        if let Some(port) = address.port() {
            self.set(port, TokenClass::Port);
        }
    }

    fn set(&mut self, span: TokenSpan, class: TokenClass) {
        let span = span.start.0 as usize..span.end.0 as usize;
        self.0.get_mut(span).into_iter().flatten().for_each(|it| *it = class);
    }

    fn get(&self, idx: TokenIdx) -> TokenClass {
        self.0.get(idx.0 as usize).copied().unwrap_or(TokenClass::Unknown)
    }
}

fn one(at: TokenIdx) -> TokenSpan {
    TokenSpan::new(at, at.next())
}

#[cfg(test)]
mod tests {
    use bobbin_core::text::slice;
    use bobbin_core::{Document, Input};
    use expect_test::expect;

    #[test]
    fn words_are_coloured_by_their_role() {
        let text = "process a :: sink # c\n  block b\n  k:l[ro] = x$ENV{H}.3\n  n = 1e3\n\
                    connect from a.x/y to b.z\n";
        let file = crate::parse(&Input::alone("t.pipe", text));
        let shown: Vec<String> = file
            .highlights()
            .iter()
            .map(|it| format!("{:?} {}", it.class, slice(text, it.range)))
            .collect();
        expect![[r##"
            Keyword process
            Section a
            Operator ::
            Type sink
            Comment # c
            Keyword block
            Section b
            Key k
            Operator :
            Key l
            Operator [
            Flag ro
            Operator ]
            Operator =
            Value x
            Macro $ENV{H}
            Value .3
            Key n
            Operator =
            Number 1e3
            Keyword connect
            Keyword from
            Name a
            Operator .
            Port x
            Operator /
            Port y
            Keyword to
            Name b
            Operator .
            Port z"##]]
        .assert_eq(&shown.join("\n"));
    }
}
