//! The canonical layout: `key = value` four blanks deep, header parts behind ` : `, one blank line at
//! most.

use text_size::{TextRange, TextSize};

use crate::edit::lines;
use crate::file::File;
use crate::header::{Dialect, Header, has_inner_colon, has_tail};
use crate::token::{PIECE, is_blank, trim};
use bobbin_core::Input;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::{range_in, slice};

const INDENT: &str = "    ";

/// The kind of a line, as far as its layout goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Blank,
    Comment,
    Header,
    Body,
}

/// Plans the layout of the text. `None` if the text means another thing afterwards, which happens
/// only around lines that are longer than the program reads at once, and where broken headers look
/// like another dialect.
pub(crate) fn format(file: &File) -> Option<TextEdit> {
    let text = file.text();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let kinds: Vec<LineKind> = lines.iter().map(|it| kind(it)).collect();
    let next = next_kinds(&kinds);
    let line_end = lines::line_end_style(file, TextSize::new(0));
    let mut edits = Vec::new();
    let mut has_body = false;
    let mut before: Option<LineKind> = None;
    for (idx, (&line, &kind)) in lines.iter().zip(&kinds).enumerate() {
        let range = range_in(text, line);
        let next = next.get(idx).copied().flatten();
        if kind == LineKind::Blank {
            // Of several the last is kept, and none at the start and at the end.
            let is_last = kinds.get(idx + 1) != Some(&LineKind::Blank);
            let is_inside = before.is_some() && next.is_some();
            let new = if is_last && is_inside { line_end } else { "" };
            if line != new {
                edits.push(Replacement { range, text: new.to_owned() });
            }
            continue;
        }
        let mut new = String::new();
        let is_apart = idx.checked_sub(1).and_then(|it| kinds.get(it)) == Some(&LineKind::Blank);
        let opens = kind == LineKind::Header
            || (kind == LineKind::Comment && next == Some(LineKind::Header));
        if opens && has_body && before == Some(LineKind::Body) && !is_apart {
            new.push_str(line_end);
        }
        match kind {
            _ if line.len() >= PIECE => new.push_str(line.trim_end_matches(['\n', '\r'])),
            LineKind::Header => {
                has_body = false;
                new.push_str(&header_line(
                    file,
                    line.trim_end_matches(['\n', '\r']).trim_start_matches(is_blank),
                ));
            }
            LineKind::Comment => {
                if next == Some(LineKind::Body) && before.is_some() && is_in_section(file, range) {
                    new.push_str(INDENT);
                }
                new.push_str(trim(line.trim_end_matches('\n')));
            }
            LineKind::Body | LineKind::Blank => {
                has_body = true;
                if is_in_section(file, range) {
                    new.push_str(INDENT);
                }
                new.push_str(&body_line(trim(line.trim_end_matches('\n'))));
            }
        }
        new.push_str(line_end);
        before = Some(kind);
        if line != new {
            edits.push(Replacement { range, text: new });
        }
    }
    let edit = TextEdit::from_replacements(edits);
    means_the_same(file, &edit).then_some(edit)
}

/// Returns true if a header stands above.
fn is_in_section(file: &File, line: TextRange) -> bool {
    file.layout().section_at(line.start()).is_some()
}

/// Writes a header in the layout of its dialect, or as it is if that would be read otherwise.
fn header_line(file: &File, line: &str) -> String {
    let dialect = file.layout().dialect.reading();
    let new = laid_out(dialect, line);
    // Without the blanks behind it, a colon at the end may part the list in another place.
    laid_out(dialect, &new)
}

fn laid_out(dialect: Dialect, line: &str) -> String {
    let header = Header::read(dialect, line, line);
    let part = |it: Option<TextRange>| it.map(|it| slice(line, it)).unwrap_or_default();
    if header.close.is_none() || header.ignored.is_some() || header.stops {
        return line.trim_end_matches(is_blank).to_owned();
    }
    let mut new = String::from("[");
    if let Some(action) = header.action_range {
        new.push_str(slice(line, action));
        new.push(' ');
    }
    new.push_str(slice(line, header.target_range));
    let (inherit, constraints) = (part(header.inherit), part(header.constraints));
    let colon = if dialect == Dialect::Current {
        new.push(']');
        " : "
    } else {
        ": "
    };
    // Nothing between two colons is no part, but tells a conversion that none was meant there.
    let is_slid = header.inherit.is_some_and(|it| {
        slice(line, TextRange::new(header.target_range.end(), it.start())).contains("::")
    });
    let first = match (is_slid, dialect) {
        (false, _) => colon,
        (true, Dialect::Current) => " :: ",
        (true, Dialect::Seed) => ":: ",
    };
    match (inherit, constraints) {
        ("", "") => (),
        (_, "") => new.extend([first, inherit]),
        ("", _) => new.extend([colon.trim_end(), " : ", constraints]),
        _ => new.extend([first, inherit, colon, constraints]),
    }
    if dialect == Dialect::Seed {
        new.push(']');
    }
    let read = Header::read(dialect, &new, &new);
    let is_same = read.action == header.action
        && slice(&new, read.target_range) == slice(line, header.target_range)
        && read.inherit.map(|it| slice(&new, it)).unwrap_or_default() == inherit
        && read.constraints.map(|it| slice(&new, it))
            == header.constraints.map(|it| slice(line, it))
        && read.ignored.is_none()
        // An empty header ends the reading.
        && read.stops == header.stops
        // A colon in front of nothing is a mark of the dialect all the same.
        && has_inner_colon(&new) == has_inner_colon(line)
        && has_tail(&new) == has_tail(line);
    if is_same { new } else { line.to_owned() }
}

fn means_the_same(file: &File, edit: &TextEdit) -> bool {
    let new = edit.apply(file.text());
    let input = Input { text: new.into(), ..file.input().clone() };
    // The dialect is found out by how headers look, and an empty one may end the reading.
    let after = crate::file::parse(&input);
    // No line comes or goes, so the lines that decided have the same numbers.
    words(file) == words(&after)
        && file.layout().dialect.reading() == after.layout().dialect.reading()
        && file.state() == after.state()
}

/// Returns everything of a text that is not layout.
fn words(file: &File) -> Vec<&str> {
    let text = file.text();
    let mut res = Vec::new();
    for section in &file.layout().sections {
        let header = &section.header;
        res.push(header.action.word());
        res.push(slice(text, header.target_range));
        // A blank part of parents is as good as none, one of constraints is not.
        res.push(header.inherit.map(|it| slice(text, it)).unwrap_or_default());
        res.push(header.constraints.map_or("-", |it| slice(text, it)));
        for (_, pair) in file.layout().pairs_of(section) {
            res.extend([slice(text, pair.key), slice(text, pair.value)]);
        }
    }
    res.extend(file.layout().junk.iter().map(|&it| trim(slice(text, it))));
    res.extend(file.layout().pairs.iter().map(|it| slice(text, it.key)));
    res
}

fn kind(line: &str) -> LineKind {
    let line = trim(line.trim_end_matches('\n'));
    match line.as_bytes().first() {
        None => LineKind::Blank,
        Some(b'#') => LineKind::Comment,
        Some(b'[') => LineKind::Header,
        Some(_) => LineKind::Body,
    }
}

/// Returns for each line the kind of the next one that is neither blank nor a comment; blank if only
/// comments follow, none if nothing does.
fn next_kinds(kinds: &[LineKind]) -> Vec<Option<LineKind>> {
    let mut next = None;
    let mut res = Vec::with_capacity(kinds.len());
    for &kind in kinds.iter().rev() {
        res.push(next);
        next = match kind {
            LineKind::Blank => next,
            LineKind::Comment => next.or(Some(LineKind::Blank)),
            LineKind::Header | LineKind::Body => Some(kind),
        };
    }
    res.reverse();
    res
}

fn body_line(line: &str) -> String {
    let Some((key, value)) = line.split_once('=') else { return line.to_owned() };
    let (key, value) = (key.trim_end_matches(is_blank), trim(value));
    match (key, value) {
        ("", "") => "=".to_owned(),
        ("", _) => format!("= {value}"),
        (_, "") => format!("{key} ="),
        _ => format!("{key} = {value}"),
    }
}

#[cfg(test)]
mod tests;
