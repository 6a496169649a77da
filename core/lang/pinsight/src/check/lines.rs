//! Lines as such: byte order mark, length, broken syntax, and the dialect of the headers.

use text_size::{TextRange, TextSize};

use crate::File;
use crate::diagnostics as say;
use crate::header::{Dialect, Header, Target, has_inner_colon};
use crate::lower::{FileDialect, Section};
use crate::model::TRIPLE;
use crate::token::{PIECE, TokenKind};
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::syntax::{Recovered, line_indent};
use bobbin_core::text::offset;

/// So many of the other headers that are misread are listed beside the first.
const MOST_RELATED: usize = 9;

impl File {
    pub(super) fn check_lines(&self, res: &mut Vec<Diagnostic>) {
        if self.input.text.starts_with('\u{feff}') {
            let mark = TextRange::up_to(TextSize::of('\u{feff}'));
            let first = self.input.text.trim_start_matches('\u{feff}');
            if first.starts_with('[') {
                res.push(say::byte_order_mark(mark));
            }
        }
        let mut start = 0;
        for line in self.input.text.split_inclusive('\n') {
            if line.len() > PIECE {
                let mut cut = PIECE;
                while !line.is_char_boundary(cut) {
                    cut -= 1;
                }
                let end = line.trim_end_matches(['\n', '\r']).len().max(cut);
                let rest = TextRange::new(offset(start + cut), offset(start + end));
                res.push(say::line_too_long(rest));
            }
            start += line.len();
        }
        for it in &self.recovered {
            self.check_recovered(it, res);
        }
        let first_section = self.layout.sections.first().map(|it| it.pairs.start);
        let first_section = first_section.unwrap_or(self.layout.pairs.len());
        for pair in self.layout.pairs.iter().take(first_section) {
            let range = if pair.key.is_empty() { pair.key.cover(pair.value) } else { pair.key };
            let comment = self.as_comment(pair);
            res.push(say::before_first_section(range, self.text_at(range), comment));
        }
    }

    fn check_recovered(&self, it: &Recovered<TokenKind>, res: &mut Vec<Diagnostic>) {
        let start = self.tokens.range(it.span.start).start();
        if self.tokens.kind(it.span.start) == Some(TokenKind::Unknown) {
            return;
        }
        if self.tokens.kind(it.span.start) != Some(TokenKind::Open) {
            let junk = self.layout.junk.binary_search_by_key(&start, |it| it.start()).ok();
            let junk = junk.and_then(|it| self.layout.junk.get(it));
            let found = junk.map(|&range| {
                let text = self.text_at(range);
                let comment = TextEdit::insert(range.start(), "# ");
                say::missing_equals(range, text, equals(range, text), comment)
            });
            res.extend(found);
            return;
        }
        let found = self.layout.sections.binary_search_by_key(&start, |it| it.header.range.start());
        let Some(section) = found.ok().and_then(|it| self.layout.sections.get(it)) else { return };
        let header = &section.header;
        if header.close.is_none() {
            res.push(if header.dialect == Dialect::Current {
                say::missing_bracket(header.range)
            } else {
                say::unclosed_header(header.range)
            });
        } else if header.ignored.is_none() {
            let range = it.range(&self.tokens);
            let text = self.text_at(range).trim_end_matches('\n');
            let found = if text.is_empty() { "the end of the line" } else { text };
            res.push(say::header_syntax(range, found, "`)`"));
        }
    }

    /// Headers that today's program misreads, because their parts stand inside the brackets.
    pub(super) fn check_dialect(&self, res: &mut Vec<Diagnostic>) {
        if self.layout.dialect == FileDialect::Seed {
            let sections = self.layout.sections.iter().enumerate();
            let mut marked = sections.filter(|(_, it)| self.has_seed_mark(it));
            let read_as = |idx: usize| self.misread(idx).unwrap_or_default();
            if let Some((idx, section)) = marked.next() {
                let first = section.header.range;
                let found = say::seed_dialect(first, &read_as(idx), self.convert_headers());
                let others = marked.take(MOST_RELATED);
                res.push(others.fold(found, |it, (idx, section)| {
                    it.with_related(section.header.range, format!("read as {}", read_as(idx)))
                }));
            }
            return;
        }
        for section in self.layout.sections.iter().filter(|it| self.has_seed_mark(it)) {
            let range = section.header.range;
            let Some(edit) = self.convert_header(range) else { continue };
            let edit = TextEdit::from_replacements(vec![edit]);
            let read_as = self.read_as(&section.header);
            res.push(say::seed_header(range, &read_as, edit));
        }
    }

    /// Whether a header has a colon between its brackets and outside parentheses.
    pub(crate) fn has_seed_mark(&self, section: &Section) -> bool {
        has_inner_colon(self.text_at(section.header.range))
    }

    /// What today's program takes a header of this seed text for, if not for what it is.
    pub(crate) fn misread(&self, section: usize) -> Option<String> {
        let own = self.layout.sections.get(section).filter(|_| self.is_seed())?;
        let today = self.read_today().layout.sections.get(section)?;
        let list = |it: &Header| match it.target {
            Target::Regions(list) => self.text_at(list).trim(),
            _ => "",
        };
        match self.read_today().log.stopped {
            Some(at) if at == section => {
                return Some("one without an end, and reads no further".to_owned());
            }
            Some(at) if at < section => return Some("nothing: it has stopped above".to_owned()),
            _ => (),
        }
        if self.has_seed_mark(own) {
            return Some(self.read_today().read_as(&today.header));
        }
        // Today a number is a name unless it begins with `0x`.
        let name = list(&today.header);
        if !name.is_empty() && !name.starts_with("0x") && !name.starts_with("0X") {
            return Some(format!("the region called `{name}`"));
        }
        None
    }

    fn read_as(&self, header: &Header) -> String {
        match header.target {
            Target::DomainDefault(Some(domain)) => {
                let name = domain.name();
                format!("`{name}.default`, so its body changes the whole domain")
            }
            Target::Regions(list) => {
                let list = self.text_at(list).trim();
                if list.is_empty() {
                    return "a section that does not exist".to_owned();
                }
                let what = match list.get(..2) {
                    Some("0x" | "0X") => format!("`Lexgion({list})`"),
                    _ => format!("the region called `{list}`"),
                };
                format!("{what} without parents and constraints")
            }
            _ => "a section that does not exist".to_owned(),
        }
    }

    /// The edit that moves a comment from the end of a line to a line of its own above.
    pub(crate) fn comment_above(&self, from: TextSize, comment: TextRange) -> TextEdit {
        let indent = line_indent(&self.input.text, from).unwrap_or_default();
        let start = from - offset(indent.len());
        let line_end = self.line_end_style(from);
        let text = self.text_at(comment);
        let before = self.text_at(TextRange::new(from, comment.start()));
        let n_blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
        let taken = TextRange::new(comment.start() - offset(n_blanks), comment.end());
        TextEdit::from_replacements(vec![
            Replacement {
                range: TextRange::empty(start),
                text: format!("{indent}{text}{line_end}"),
            },
            Replacement { range: taken, text: String::new() },
        ])
    }
}

/// The edit that puts `=` behind the first of several words, if that is a key or the last of them a
/// switch.
fn equals(range: TextRange, text: &str) -> Option<TextEdit> {
    const KEYS: [&str; 4] = ["trace_mode", "device_activity", "measure", "interval"];
    let (key, value) = text.split_once([' ', '\t'])?;
    let is_key = KEYS.contains(&key) || TRIPLE.contains(&key) || key.starts_with("window_");
    let is_switch = matches!(value.trim(), "on" | "off" | "1" | "0");
    let at = range.start() + offset(key.len());
    (is_key || is_switch).then(|| TextEdit::insert(at, " ="))
}
