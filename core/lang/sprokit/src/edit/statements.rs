//! Whole statements: where they end, what takes them away, and what may be changed or written.

use std::collections::HashMap;

use super::lines::{self, line_end};
use crate::ast::EntryForm;
use crate::file::File;
use crate::inside;
use crate::items::{self as paths, ItemRef};
use crate::model::{Block, Entry, Fault, FaultKind, Holder, HolderKind};
use crate::network::Network;
use crate::token::{self, Kind};
use bobbin_core::edit::{ItemPath, Refusal, Replacement, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan, line_end_after, line_indent};
use bobbin_core::text::{offset, slice};
use text_size::TextRange;

/// Returns the last token of what a holder holds, blocks included.
pub(super) fn try_last_statement(file: &File, holder: &Holder) -> Result<TokenIdx, Refusal> {
    let source = file.source();
    let mut last = lines::last_token(file, holder.head);
    if let Some((_, entry)) = file.model().entries_of(holder).next_back() {
        last = last.max(lines::last_token(file, entry.span));
    }
    for block in blocks(file, holder) {
        match block.close {
            Some(close) => last = last.max(close),
            None => return Err(Refusal::broken_syntax(source.range(block.open))),
        }
    }
    if !source.is_own(last) {
        // Behind the include that brought it in.
        let include =
            source.includes().iter().rev().find(|it| source.is_own(it.name) && it.name < last);
        return include.map(|it| it.name).ok_or_else(|| elsewhere(file, last));
    }
    if let HolderKind::Process(head) = holder.kind
        && head.process_type.is_none()
    {
        return Err(Refusal::broken_syntax(source.range(head.name)));
    }
    Ok(last)
}

/// Returns the span of a holder with all that it holds. Refuses if that ends in an include which goes on with something
/// else: what is taken away or put behind it would not be about the holder only.
pub(super) fn whole(file: &File, holder: &Holder) -> Result<TokenSpan, Refusal> {
    let source = file.source();
    let last = try_last_statement(file, holder)?;
    let goes_on = || {
        let behind = TokenSpan::new(holder.span.end, source.end());
        let next = source.significant_in(behind).next().map(|it| it.0);
        // The next token may be of another include that follows.
        let mut own =
            source.includes().iter().rev().map(|it| it.name).filter(|it| source.is_own(*it));
        next.is_some_and(|it| !source.is_own(it) && own.find(|own| *own < it) == Some(last))
    };
    if source.kind(last) == Some(Kind::IncludeName) && goes_on() {
        let path = source.joined(TokenSpan::new(last, last.next()));
        return Err(Refusal {
            reason: format!(
                "the included file `{path}` goes on behind `{}`; change it in the text",
                holder.path
            ),
            at: Some(source.range(last)),
        });
    }
    Ok(TokenSpan::new(holder.head.start, last.next()))
}

/// Returns the blocks that are opened in a holder.
pub(super) fn blocks<'f>(file: &'f File, holder: &Holder) -> impl Iterator<Item = &'f Block> {
    let first = file.model().blocks.partition_point(|it| it.open < holder.head.end);
    let end = holder.span.end;
    file.model().blocks.iter().skip(first).take_while(move |it| it.open < end)
}

/// Returns the entries of a holder with this key, in the order of the text.
pub(crate) fn written<'f>(
    file: &'f File,
    holder: &'f Holder,
    key: &str,
) -> impl Iterator<Item = (usize, &'f Entry)> {
    file.model().entries_of(holder).filter(move |(_, it)| {
        matches!(it.form, EntryForm::Assign | EntryForm::Local | EntryForm::Legacy)
            && file.model().local_key(file.source(), it) == key
    })
}

/// Writes the `endblock` of a block that has none, as index in the model, and those of open blocks
/// inside it: behind the last line of what it holds, and of its section.
pub fn end_block(file: &File, block: usize) -> Option<TextEdit> {
    let source = file.source();
    let it = file.model().blocks.get(block)?;
    let holder = file.model().holders.last_while(|holder| holder.head.start < it.open);
    let span = holder.map_or(TokenSpan::new(it.open, it.open.next()), |it| it.1.span);
    let mut last = it.name.unwrap_or(it.open);
    // Blocks stand in the order of the text, so those inside follow.
    let open = file.model().blocks.get(block..)?.iter();
    let open = open.take_while(|inner| inside_or_at(it.open, inner.open, span));
    let mut open: Vec<_> =
        open.filter(|inner| inner.close.is_none()).take(MOST_ENDED + 1).collect();
    if open.len() > MOST_ENDED {
        return None;
    }
    open.reverse();
    let inside = TokenSpan::new(last, span.end.max(last.next()));
    if let Some((at, _)) = source.significant_in(inside).rev().find(|it| source.is_own(it.0)) {
        last = last.max(at);
    }
    let ends: Vec<String> = open
        .into_iter()
        .map(|it| {
            let start = source.range(it.open).start();
            format!("{}endblock", line_indent(&file.input().text, start).unwrap_or_default())
        })
        .collect();
    Some(lines::insert_behind(file, last, &ends.join(line_end(file))))
}

/// The number of nested blocks above which one does not know where each should end, and the texts
/// that end them all would be longer than the file.
const MOST_ENDED: usize = 20;

/// Returns true if the token `at` is `first`, or stands behind it in `span`.
fn inside_or_at(first: TokenIdx, at: TokenIdx, span: TokenSpan) -> bool {
    first <= at && (at == first || at < span.end)
}

/// Returns the last token of what a section or process holds; `None` if a block in it is not
/// closed, or if it ends in an included file.
pub fn last_statement(file: &File, holder: &Holder) -> Option<TokenIdx> {
    try_last_statement(file, holder).ok()
}

/// Takes a section or process away with all that it holds; none if it is not whole.
pub fn remove_holder(file: &File, holder: &Holder) -> Option<TextEdit> {
    let source = file.source();
    let mut span = whole(file, holder).ok()?;
    // A `relativepath` at its end would be left over, outside of any section.
    let behind = TokenSpan::new(span.end, source.end());
    let next = source.significant_in(behind).next();
    // Few sections have such a word behind them, and a text may have many faults.
    let next = next.filter(|it| it.1 == Kind::Relativepath).map(|it| it.0);
    let is_dangling = |it: &&Fault| {
        matches!(it.kind, FaultKind::DanglingRelativepath) && Some(it.span.start) == next
    };
    if let Some(dangling) = next.and_then(|_| file.model().faults.iter().find(is_dangling)) {
        span.end = dangling.span.end;
    }
    let last = lines::last_token(file, span);
    let is_own = source.is_own(holder.head.start) && source.is_own(last);
    is_own.then(|| lines::merged(file, vec![lines::remove_statement(file, span)]))
}

/// Takes a statement away with the comments that it owns; none if not all of it stands in the text
/// itself.
pub fn remove_statement(file: &File, span: TokenSpan) -> Option<TextEdit> {
    let is_own = file.source().significant_in(span).all(|(it, _)| file.source().is_own(it));
    is_own.then(|| lines::merged(file, vec![lines::remove_statement(file, span)]))
}

/// Takes an entry of a cluster's header away with its description; none if not all of it stands in the text
/// itself. Comments stay.
pub fn remove_described(file: &File, header: &Holder, entry: &Entry) -> Option<TextEdit> {
    let source = file.source();
    let start = entry.relative.map_or(entry.span.start, |it| it.min(entry.span.start));
    let span = TokenSpan::new(start, file.model().description_end(source, header, entry));
    if !slice(&file.input().text, lines::owned(file, span)).contains('#') {
        return remove_statement(file, span);
    }
    let is_own = source.significant_in(span).all(|(it, _)| source.is_own(it));
    is_own.then(|| TextEdit::from_replacements(remove_between_comments(file, span)))
}

/// Takes the words of a span away; comments between them stay.
pub(super) fn remove_between_comments(file: &File, span: TokenSpan) -> Vec<Replacement> {
    let source = file.source();
    // What stands between two comments goes as one, so that its removals do not meet.
    let mut parts: Vec<TextRange> = Vec::new();
    for (token, _) in source.significant_in(span) {
        let range = source.range(token);
        let has_comment = |to: &TextRange| {
            slice(&file.input().text, TextRange::new(to.end(), range.start())).contains('#')
        };
        match parts.last_mut().filter(|it| !has_comment(it)) {
            Some(last) => *last = last.cover(range),
            None => parts.push(range),
        }
    }
    let removed = parts.into_iter().flat_map(|it| remove_words(file, it).replacements().to_vec());
    removed.collect()
}

/// Takes words away: with their line, if nothing else stands there, or with the blanks in front.
pub fn remove_words(file: &File, words: TextRange) -> TextEdit {
    let text: &str = &file.input().text;
    let start = lines::line_start(file, words.start());
    let (end, _) = line_end_after(text, words.end());
    let before = slice(text, TextRange::new(start, words.start()));
    let behind = slice(text, TextRange::new(words.end(), end));
    if before.trim().is_empty() {
        let blanks = behind.len() - behind.trim_start_matches([' ', '\t']).len();
        let is_alone = behind.trim().is_empty();
        let range = if is_alone {
            TextRange::new(start, end)
        } else {
            TextRange::new(words.start(), words.end() + offset(blanks))
        };
        return TextEdit::delete(range);
    }
    let kept = start + offset(token::trim_end(before).len());
    TextEdit::delete(TextRange::new(kept, words.end()))
}

/// Finds the item a path names, or refuses if there is none or it stands in an included file.
pub(super) fn find(file: &File, item: &ItemPath) -> Result<ItemRef, Refusal> {
    own(file, item, paths::find(file, item))
}

/// Finds items of the text, as [`find`] does one.
pub(super) fn find_all(
    file: &File,
    items: &[ItemPath],
) -> impl Iterator<Item = Result<ItemRef, Refusal>> {
    let model = file.model();
    let holders = model.holders.enumerated();
    let holders = holders.map(|(it, _)| (paths::holder_path(file, it), ItemRef::Holder(it)));
    let connections = model.connections.enumerated().map(|it| it.0);
    let connections =
        connections.map(|it| (paths::connection_path(file, it), ItemRef::Connection(it)));
    let known: HashMap<ItemPath, ItemRef> = holders.chain(connections).collect();
    items
        .iter()
        .map(move |it| own(file, it, known.get(it).copied().or_else(|| paths::find(file, it))))
}

/// Refuses an item that is not found, or stands in an included file.
fn own(file: &File, item: &ItemPath, found: Option<ItemRef>) -> Result<ItemRef, Refusal> {
    let found = found.ok_or_else(|| inside::not_here(&Network::new(file), item))?;
    let at = match found {
        ItemRef::Holder(idx) => file.model().holders.get(idx).map(|it| it.head.start),
        ItemRef::Connection(idx) => file.model().connections.get(idx).map(|it| it.span.start),
    };
    match at.filter(|&at| !file.source().is_own(at)) {
        Some(at) => Err(elsewhere(file, at)),
        None => Ok(found),
    }
}

/// Refuses because something stands in an included file, which is edited in its own window.
pub(super) fn elsewhere(file: &File, at: bobbin_core::syntax::TokenIdx) -> Refusal {
    let path = file.shown_path(at);
    // What was asked for may be about a process that is not in that file.
    let connections = &file.model().connections;
    let connection = connections.iter().find(|it| it.span.start <= at && at < it.span.end);
    let what = connection.map_or_else(
        || "this".to_owned(),
        |it| {
            let [from, to] = [it.from.span, it.to.span].map(|it| file.source().joined(it));
            format!("the connection from `{from}` to `{to}`")
        },
    );
    Refusal {
        reason: format!("{what} is in the included file `{path}`; change it there"),
        at: Some(file.source().range(at)),
    }
}

/// Refuses text that would not come back from the file as it is.
pub(crate) fn check_value(value: &str) -> Result<(), Refusal> {
    check_words("value", value)
}

/// Refuses a `what` that is read otherwise than it is written.
pub(super) fn check_words(what: &str, text: &str) -> Result<(), Refusal> {
    let refusal = |why: &str| Err(Refusal::bad_value(format!("a {what} {why}")));
    if text.contains('#') {
        return refusal("cannot hold `#`, which begins a comment");
    }
    if text.contains(['\n', '\r']) {
        return refusal("must be on one line");
    }
    let is_blank = |it: char| u8::try_from(it).is_ok_and(token::is_blank);
    if text.starts_with(is_blank) || text.ends_with(is_blank) {
        return refusal("cannot begin or end with whitespace");
    }
    Ok(())
}

/// Refuses an edit that would change nothing.
pub(super) fn some(edit: TextEdit) -> Result<TextEdit, Refusal> {
    if edit.is_empty() {
        return Err(Refusal::bad_value("the text already says that"));
    }
    Ok(edit)
}
