//! Entries that lose what stands around their key, and stay entries.

use text_size::TextRange;

use crate::edit::lines;
use crate::file::File;
use crate::model::Entry;
use crate::token;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::syntax::TokenIdx;
use bobbin_core::text::{offset, slice};

/// Takes the `:` of a legacy entry away, for a blank behind a word, which is the type of the
/// process and stays it.
pub fn without_colon(file: &File, colon: TokenIdx) -> Replacement {
    let range = file.source().range(colon);
    let line = TextRange::new(lines::line_start(file, range.start()), range.start());
    let before = slice(&file.input().text, line).bytes().next_back();
    let is_glued = file.source().is_own(colon) && before.is_some_and(token::is_word);
    Replacement { range, text: if is_glued { " " } else { "" }.to_owned() }
}

/// Plans to take the `:` of a legacy entry away that has an `=` behind its key.
pub fn modern(file: &File, entry: &Entry) -> TextEdit {
    let colon = without_colon(file, entry.span.start);
    let blanks = include_blanks(file, entry, colon.range);
    let blanks = blanks.map(|range| Replacement { range, text: String::new() });
    TextEdit::from_replacements(std::iter::once(colon).chain(blanks).collect())
}

/// Plans to delete a word or flags around the key of an entry. The key does not become an include.
pub fn without(file: &File, entry: &Entry, range: TextRange) -> TextEdit {
    let ranges = std::iter::once(range).chain(include_blanks(file, entry, range));
    let replacements = ranges.map(|range| Replacement { range, text: String::new() });
    TextEdit::from_replacements(replacements.collect())
}

/// Returns the blanks that come to stand behind a key once `gone` is, if the line would include a file with
/// them (sprokit.md#lines): its first word is `include`, the last one of the key.
pub fn include_blanks(file: &File, entry: &Entry, gone: TextRange) -> Option<TextRange> {
    let source = file.source();
    let (word, _) = source.significant_in(entry.key).last()?;
    if source.text(word) != "include" || !source.is_own(word) {
        return None;
    }
    let word = source.range(word);
    let text: &str = &file.input().text;
    let line = TextRange::new(lines::line_start(file, word.start()), word.start());
    let before = gone.intersect(line).unwrap_or(TextRange::empty(line.end()));
    let before =
        [TextRange::new(line.start(), before.start()), TextRange::new(before.end(), line.end())];
    let is_blank = |it: u8| token::is_blank(it) || it == b'!';
    if !before.into_iter().all(|it| slice(text, it).bytes().all(is_blank)) {
        return None;
    }
    let start = if gone.start() == word.end() { gone.end() } else { word.end() };
    let rest = text.get(usize::from(start)..)?;
    let n = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    (n > 0).then(|| TextRange::at(start, offset(n)))
}
