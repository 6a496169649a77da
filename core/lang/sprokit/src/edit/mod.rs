//! Commands: from a change in words to the smallest edit of the text.

mod capacity;
mod cluster;
mod connections;
mod entries;
mod insert;
mod items;
mod left;
mod lines;
mod mappings;
mod moving;
pub(super) mod rename;
mod splice;
mod verified;

pub use cluster::free_name;
pub use cluster::refactorings as wider_refactorings;
pub use connections::write as write_connections;
pub(super) use left::behind as left_behind;
pub use lines::{COMMENTS, insert_behind, last_token, line_end};

use crate::file::File;
use crate::items::{self as paths, ItemRef};
use crate::model::Holder;
use crate::token;
use bobbin_core::edit::{Command, ItemPath, Refusal, SourceChange, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan, line_end_after, line_indent};
use bobbin_core::text::{offset, slice};
use text_size::TextRange;

/// Plans the edit that does what `command` says.
pub fn plan(file: &File, command: &Command) -> Result<SourceChange, Refusal> {
    let edit = match command {
        Command::SetValue { item, key, value } => entries::set(file, item, key, value),
        Command::Unset { item, key } => entries::unset(file, item, key),
        Command::AddItem { kind, name, values } => items::add(file, kind, name, values),
        Command::Remove { item } => {
            return Ok(left::with_leftovers(file, items::remove(file, item)?));
        }
        Command::Rename { item, name } => return rename::everywhere(file, item, name),
        Command::Connect { from, to } => connections::connect(file, from, to),
        Command::Disconnect { from, to } => {
            return Ok(left::with_leftovers(file, connections::disconnect(file, from, to)?));
        }
        Command::Reconnect { item, from, to } => {
            connections::reconnect(file, item, from.as_ref(), to.as_ref())
        }
        Command::Splice { item, input, output } => splice::splice(file, item, input, output),
        Command::Insert { text } => return insert::insert(file, text),
        Command::Move { item, before } => moving::plan(file, item, before.as_ref()),
        Command::Duplicate { .. } => Err(Refusal::unsupported("duplicating an item")),
        Command::Paint { .. } => Err(Refusal::unsupported("painting units")),
        Command::Extract { items, name } => return cluster::extract(file, items, name),
        Command::Inline { item } => return cluster::inline(file, item),
    }?;
    Ok(SourceChange::single(&file.input.path, edit))
}

/// Writes the `endblock` of a block that has none, as index in the model, and those of open blocks
/// inside it: behind the last line of what it holds, and of its section.
pub fn end_block(file: &File, block: usize) -> Option<TextEdit> {
    let source = &file.source;
    let it = file.model.blocks.get(block)?;
    let holder = file.model.holders.iter().rev().find(|holder| holder.head.start < it.open);
    let span = holder.map_or(TokenSpan::new(it.open, it.open.next()), |it| it.span);
    let mut last = it.name.unwrap_or(it.open);
    // Blocks stand in the order of the text, so those inside follow.
    let open = file.model.blocks.get(block..)?.iter();
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
            format!("{}endblock", line_indent(&file.input.text, start).unwrap_or_default())
        })
        .collect();
    Some(lines::insert_behind(file, last, &ends.join(line_end(file))))
}

/// Of more blocks inside each other one does not know where each should end, and the texts that end
/// them all would be longer than the file.
const MOST_ENDED: usize = 20;

/// Whether the token `at` is `first`, or stands behind it in `span`.
fn inside_or_at(first: TokenIdx, at: TokenIdx, span: TokenSpan) -> bool {
    first <= at && (at == first || at < span.end)
}

/// The last token of what a section or process holds; none if a block in it is not closed, or if it
/// ends in an included file.
pub fn last_statement(file: &File, holder: &Holder) -> Option<TokenIdx> {
    entries::last_statement(file, holder).ok()
}

/// Whether something else stands on the first or the last line of a statement.
pub fn shares_lines(file: &File, span: TokenSpan) -> bool {
    lines::before_on_line(file, span.start).is_some()
        || lines::next_on_line(file, lines::last_token(file, span)).is_some()
}

/// Takes a section or process away with all that it holds; none if it is not whole.
pub fn remove_holder(file: &File, holder: &Holder) -> Option<TextEdit> {
    let last = entries::last_statement(file, holder).ok()?;
    let is_own = file.source.is_own(holder.head.start) && file.source.is_own(last);
    let span = TokenSpan::new(holder.head.start, last.next());
    is_own.then(|| lines::merged(vec![lines::remove_statement(file, span)]))
}

/// Takes a statement away with the comments that it owns; none if not all of it stands in the text
/// itself.
pub fn remove_statement(file: &File, span: TokenSpan) -> Option<TextEdit> {
    let is_own = file.source.significant_in(span).all(|(it, _)| file.source.is_own(it));
    is_own.then(|| TextEdit::from_replacements(vec![lines::remove_statement(file, span)]))
}

/// Takes words away: with their line, if nothing else stands there, or with the blanks in front.
pub fn remove_words(file: &File, words: TextRange) -> TextEdit {
    let text: &str = &file.input.text;
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
    let kept = start + offset(before.trim_end().len());
    TextEdit::delete(TextRange::new(kept, words.end()))
}

/// What an item path names; a refusal if that is nothing, or stands in an included file.
fn find(file: &File, item: &ItemPath) -> Result<ItemRef, Refusal> {
    let found = paths::find(file, item).ok_or_else(|| Refusal::unknown_item(item))?;
    let at = match found {
        ItemRef::Holder(idx) => file.model.holders.get(idx).map(|it| it.head.start),
        ItemRef::Connection(idx) => file.model.connections.get(idx).map(|it| it.span.start),
    };
    match at.filter(|&at| !file.source.is_own(at)) {
        Some(at) => Err(elsewhere(file, at)),
        None => Ok(found),
    }
}

/// Something stands in an included file, which is edited in its own window.
fn elsewhere(file: &File, at: bobbin_core::syntax::TokenIdx) -> Refusal {
    let path = file.source.file(file.source.file_of(at)).map_or("", |it| it.path.as_str());
    Refusal {
        reason: format!("this stands in the included file `{path}`; change it there"),
        at: Some(file.source.range(at)),
    }
}

/// Whether `key` can be written as the key of an entry.
fn is_key(key: &str) -> bool {
    let mut parts = key.split([':', '/', '.']);
    parts.next().is_some_and(token::is_name)
        && parts.all(|it| token::is_name(it) || token::keyword(it.as_bytes()).is_some())
}

/// Refuses text that would not come back from the file as it is.
fn check_value(value: &str) -> Result<(), Refusal> {
    if value.contains('#') {
        return Err(Refusal::bad_value("a value cannot hold `#`, which begins a comment"));
    }
    if value.contains(['\n', '\r']) {
        return Err(Refusal::bad_value("a value stands on one line"));
    }
    let is_blank = |it: char| u8::try_from(it).is_ok_and(token::is_blank);
    if value.starts_with(is_blank) || value.ends_with(is_blank) {
        return Err(Refusal::bad_value("a value cannot begin or end with a blank"));
    }
    Ok(())
}

/// An edit of nothing is none that a user could have meant.
fn some(edit: TextEdit) -> Result<TextEdit, Refusal> {
    if edit.is_empty() {
        return Err(Refusal::bad_value("that is what the text says already"));
    }
    Ok(edit)
}

#[cfg(test)]
mod tests;
