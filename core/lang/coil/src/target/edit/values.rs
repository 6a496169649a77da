//! Pairs of a section: read, written, added.

use text_size::TextRange;

use super::style::Style;
use crate::target::config::Setting;
use crate::target::lines::{line_end, line_range};
use crate::target::source_file::{Header, Pair, SourceFile};
use crate::target::token::is_blank;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::{len, offset, slice};

/// Returns the pairs of `key` below a header.
pub(crate) fn pairs<'f>(
    file: &'f SourceFile,
    header: &Header,
    key: &str,
) -> impl Iterator<Item = &'f Pair> {
    let pairs = file.pairs.get(header.pairs.clone()).unwrap_or_default();
    pairs.iter().filter(move |it| file.slice(it.key) == key)
}

/// Writes `value` behind the `=` of a pair; comment and spacing stay. What looks like a comment in the old
/// value goes to a line of its own above.
pub(crate) fn write_value(file: &SourceFile, pair: &Pair, value: &str) -> TextEdit {
    if let Some(range) = pair.value {
        // An empty list leaves no blank behind the `=`.
        let range =
            if value.is_empty() { TextRange::new(pair.equals.end(), range.end()) } else { range };
        let mut edits = vec![Replacement { range, text: value.to_owned() }];
        if let Some(note) = file.comment_in(pair).filter(|it| !value.ends_with(file.slice(*it))) {
            let line = line_range(&file.text, pair.key);
            let indent = file.slice(TextRange::new(line.start(), pair.key.start()));
            let note = file.slice(note);
            let text = format!("{indent}{note}{}", line_end(&file.text));
            edits.push(Replacement { range: TextRange::empty(line.start()), text });
        }
        return TextEdit::from_replacements(edits);
    }
    let at = pair.equals.end();
    let rest = slice(&file.text, TextRange::new(at, len(&file.text)));
    let n_blanks = rest.bytes().take_while(|&it| is_blank(it)).count();
    let next = rest.as_bytes().get(n_blanks).copied();
    let has_comment = !matches!(next, None | Some(b'\n' | b'\r'));
    match (has_comment, n_blanks) {
        (true, 0) => TextEdit::insert(at, format!(" {value} ")),
        (true, _) => TextEdit::insert(at, format!(" {value}")),
        (false, _) => TextEdit::replace(TextRange::at(at, offset(n_blanks)), format!(" {value}")),
    }
}

/// Adds a pair below the last one of a header, in its style.
pub(crate) fn insert_pair(file: &SourceFile, header: &Header, key: &str, value: &str) -> TextEdit {
    let line = line_range(&file.text, TextRange::empty(header.end));
    let style = Style::of(file, header);
    let pair = style.write(key, value);
    let old = slice(&file.text, line);
    let end = line_end(&file.text);
    if old.ends_with(['\n', '\r']) {
        TextEdit::insert(line.end(), format!("{pair}{end}"))
    } else {
        TextEdit::insert(line.end(), format!("{end}{pair}"))
    }
}

/// Adds an item behind the last one of a list, with the spacing of the list. It takes the place of an
/// empty element at the end, which would be an error as well with the item behind it.
pub(crate) fn add_to_list(list: Setting<'_>, item: &str) -> TextEdit {
    let raw = list.raw();
    if raw.is_empty() {
        return write_value(list.source, list.pair, item);
    }
    let blank = if raw.contains(", ") { " " } else { "" };
    let comma = if raw.ends_with(',') { "" } else { "," };
    TextEdit::insert(list.pair.value_range().end(), format!("{comma}{blank}{item}"))
}
