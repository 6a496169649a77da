//! Colours: classes of tokens by the part they play in the reading.

use text_size::TextRange;

use crate::file::File;
use crate::header::{Header, Target};
use crate::reading::PairResult;
use crate::token::TokenKind;
use crate::values::{Mode, is_plain_decimal, is_switch_word};
use bobbin_core::syntax::{Highlight, TokenClass};
use bobbin_core::text::slice;

pub(crate) fn highlights(file: &File) -> Vec<Highlight> {
    let mut res = Vec::new();
    let mut sections = file.layout().sections.iter().peekable();
    let mut pairs = file.layout().pairs.iter().enumerate().peekable();
    let mut header = None;
    for (idx, kind) in file.tokens().iter() {
        let range = file.tokens().range(idx);
        let class = match kind {
            TokenKind::Blank | TokenKind::LineEnd => continue,
            TokenKind::Comment => TokenClass::Comment,
            TokenKind::Unknown => TokenClass::Unknown,
            TokenKind::Open => {
                header = sections.next().map(|it| &it.header);
                TokenClass::Operator
            }
            TokenKind::Key | TokenKind::Equals | TokenKind::Value => {
                while pairs.peek().is_some_and(|(_, it)| it.value.end() < range.start()) {
                    pairs.next();
                }
                let pair = pairs.peek().filter(|(_, it)| {
                    it.key == range || it.equals == range.start() || it.value == range
                });
                let result = pair.and_then(|(pair, _)| file.log().pairs.get(*pair));
                body_class(file, kind, range, result.copied())
            }
            _ => header_class(file, kind, range, header),
        };
        res.push(Highlight { range, class });
    }
    res
}

fn body_class(
    file: &File,
    kind: TokenKind,
    range: TextRange,
    result: Option<PairResult>,
) -> TokenClass {
    let is_read = matches!(
        result,
        Some(
            PairResult::Applied
                | PairResult::Kept
                | PairResult::On
                | PairResult::Off
                | PairResult::NotInstalled
        )
    );
    match kind {
        TokenKind::Equals => TokenClass::Operator,
        _ if !is_read => TokenClass::Unknown,
        TokenKind::Key => TokenClass::Key,
        _ => {
            let value = slice(file.text(), range);
            if is_plain_decimal(value) {
                TokenClass::Number
            } else if is_switch_word(value) || Mode::from_word(value).is_some() {
                TokenClass::Constant
            } else {
                TokenClass::Value
            }
        }
    }
}

fn header_class(
    file: &File,
    kind: TokenKind,
    range: TextRange,
    header: Option<&Header>,
) -> TokenClass {
    let Some(header) = header else { return TokenClass::Unknown };
    let inside = |it: Option<TextRange>| it.is_some_and(|it| it.contains_range(range));
    if inside(header.ignored) {
        return TokenClass::Unknown;
    }
    if kind != TokenKind::Word {
        return TokenClass::Operator;
    }
    let word = slice(file.text(), range);
    let is_number = word.starts_with(|it: char| it.is_ascii_digit());
    if inside(header.action_range) {
        TokenClass::Keyword
    } else if let Target::Regions(list) = header.target
        && list.contains_range(range)
    {
        if is_number { TokenClass::Number } else { TokenClass::Name }
    } else if is_number || word.starts_with('-') {
        TokenClass::Number
    } else if inside(Some(header.target_range)) {
        TokenClass::Section
    } else {
        TokenClass::Type
    }
}
