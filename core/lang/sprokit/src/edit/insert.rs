//! Inserting a piece of text: processes with the connections between them.

use super::statements;
use text_size::TextRange;

use super::statements::some;
use super::{connections, items, lines};
use crate::file::File;
use crate::macros;
use crate::model::{Holder, HolderKind};
use crate::workspace;
use bobbin_core::Input;
use bobbin_core::edit::{Refusal, Replacement, SourceChange, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::{len, offset, slice};

/// Adds the processes of `text` behind the last one of `file`, and the connections between them
/// behind the last connection. A name that is taken gets a number, also where a macro asks for it.
/// A copy takes along what sections set for the process that it is a copy of: sections of the piece,
/// of the text, or of another open text.
pub(super) fn insert(file: &File, text: &str) -> Result<SourceChange, Refusal> {
    let nl = lines::line_end(file);
    let text = text.replace("\r\n", "\n").replace('\n', nl);
    let piece = file.parse_other(&Input::alone(&file.input.path, &text));
    if !piece.model.errors.is_empty() || piece.model.processes().next().is_none() {
        return Err(Refusal::bad_value("the text that was copied is not a piece of a pipeline"));
    }
    let names = names(file, &piece);
    let others = workspace::others(file, true);
    let mut notes = Vec::new();
    let mut blocks: Vec<String> = Vec::new();
    for (idx, holder, head) in piece.model.processes() {
        let Some(name) = names.iter().find(|it| it.holder == idx) else { continue };
        let sections = match sections_of(file, &piece, &others, &names, name)? {
            Some(it) => it,
            None => {
                notes.push(format!(
                    "several open files have the process `{}` and set other keys for it in sections; none of these was copied",
                    name.old
                ));
                Vec::new()
            }
        };
        let copies = |is_before: bool| {
            let there = sections.iter().filter(move |it| it.is_before == is_before);
            there.map(|it| it.text.replace('\n', nl))
        };
        blocks.extend(copies(true));
        let range = block(&piece, holder)?;
        blocks.push(copy(&piece, &names, range, Some((head.name, &name.new))));
        blocks.extend(copies(false));
    }
    let block = blocks.join(&format!("{nl}{nl}"));
    let mut edits: Vec<Replacement> = items::place_process(file, &block)?.replacements().to_vec();
    let pairs = connected(&piece, &names);
    if !pairs.is_empty() {
        edits.extend_from_slice(connections::write(file, &pairs).replacements());
    }
    let mut change =
        SourceChange::single(&file.input.path, some(TextEdit::from_replacements(edits))?);
    change.notes = notes;
    Ok(change)
}

/// A process of the piece, with its name in the text.
struct Named {
    holder: usize,
    old: String,
    new: String,
}

fn names(file: &File, piece: &File) -> Vec<Named> {
    let mut taken: Vec<String> = file.model.processes().map(|(_, it, _)| it.path.clone()).collect();
    let mut res = Vec::new();
    for (holder, it, _) in piece.model.processes() {
        let mut new = it.path.clone();
        // `reader2` is followed by `reader3`.
        let stem = it.path.trim_end_matches(|it: char| it.is_ascii_digit());
        let stem = if stem.is_empty() { it.path.as_str() } else { stem };
        let mut number = 2;
        while taken.contains(&new) {
            new = format!("{stem}{number}");
            number += 1;
        }
        taken.push(new.clone());
        res.push(Named { holder, old: it.path.clone(), new });
    }
    res
}

/// The settings of a section for a process that is copied.
#[derive(PartialEq, Eq)]
struct SectionCopy {
    text: String,
    /// True if it stands in front of the process, which then sets the same keys again.
    is_before: bool,
}

/// Returns the sections that set keys of a process that is copied, as those of the copy; `None` if
/// it cannot be known which.
fn sections_of(
    file: &File,
    piece: &File,
    others: &[File],
    names: &[Named],
    name: &Named,
) -> Result<Option<Vec<SectionCopy>>, Refusal> {
    let Some(copied) = piece.model.holders.get(name.holder) else { return Ok(Some(Vec::new())) };
    let own = copies(piece, copied, names, name)?;
    if !own.is_empty() {
        return Ok(Some(own));
    }
    if let Some(original) = original(file, piece, copied) {
        // Without another name it stands where it was cut out, and the sections are still there.
        let sections = match name.old == name.new {
            true => Vec::new(),
            false => copies(file, original, names, name)?,
        };
        return Ok(Some(sections));
    }
    let mut res: Option<Vec<SectionCopy>> = None;
    for other in others {
        let Some(original) = original(other, piece, copied) else { continue };
        let sections = copies(other, original, names, name)?;
        match &res {
            Some(known) if *known != sections => return Ok(None),
            _ => res = Some(sections),
        }
    }
    Ok(Some(res.unwrap_or_default()))
}

/// Finds the process of a text that was copied. One that only happens to have the same name has
/// nothing to do with it.
fn original<'f>(file: &'f File, piece: &File, copied: &Holder) -> Option<&'f Holder> {
    let written = |of: &File, it: &Holder| -> Vec<String> {
        let tokens = of.source.significant_in(it.span);
        tokens.map(|it| of.source.text(it.0).to_owned()).collect()
    };
    let found = file.model.processes().map(|it| it.1).find(|it| it.path == copied.path);
    found.filter(|it| written(file, it) == written(piece, copied))
}

/// Copies the sections of `file` that set keys of a process, as those of its copy.
fn copies(
    file: &File,
    original: &Holder,
    names: &[Named],
    name: &Named,
) -> Result<Vec<SectionCopy>, Refusal> {
    let nl = lines::line_end(file);
    let mut res = Vec::new();
    for holder in &file.model.holders {
        let HolderKind::Section { path } = holder.kind else { continue };
        let first = file.source.significant_in(path).next();
        let Some((first, _)) = first.filter(|it| file.source.text(it.0) == name.old) else {
            continue;
        };
        if !file.source.is_own(holder.head.start) || holder.entries.is_empty() {
            continue;
        }
        let last = statements::try_last_statement(file, holder)?;
        let span = TokenSpan::new(holder.head.start, last.next());
        let text = copy(file, names, file.source.span_range(span), Some((first, &name.new)));
        res.push(SectionCopy {
            text: text.replace(nl, "\n"),
            is_before: holder.head.start < original.head.start,
        });
    }
    Ok(res)
}

/// Copies a stretch of a text, with other names of processes in its macros, and another word at one
/// place.
fn copy(file: &File, names: &[Named], range: TextRange, word: Option<(TokenIdx, &str)>) -> String {
    let source = &file.source;
    let mut edits: Vec<Replacement> = Vec::new();
    edits.extend(
        word.map(|(at, new)| Replacement { range: source.range(at), text: new.to_owned() }),
    );
    for value in file.model.entries.iter().filter_map(|it| it.value) {
        let at = source.range(value);
        if !source.is_own(value) || !range.contains_range(at) {
            continue;
        }
        for it in macros::find(source.text(value)).filter(|it| it.provider == "CONFIG") {
            let old = it.name.split(':').next().unwrap_or_default();
            let new = names.iter().find(|named| named.old == old && old != it.name);
            let start = at.start() + offset(it.name_range.start);
            edits.extend(new.filter(|it| it.old != it.new).map(|named| Replacement {
                range: TextRange::at(start, len(old)),
                text: named.new.clone(),
            }));
        }
    }
    for it in &mut edits {
        it.range = TextRange::at(it.range.start() - range.start(), it.range.len());
    }
    let text = slice(&file.input.text, range);
    TextEdit::from_replacements(edits).apply(text).trim_end().to_owned()
}

/// Returns a process with its comments and blocks.
fn block(piece: &File, holder: &Holder) -> Result<TextRange, Refusal> {
    debug_assert!(matches!(holder.kind, HolderKind::Process(_)), "only processes are inserted");
    let last: TokenIdx = statements::try_last_statement(piece, holder)?;
    Ok(lines::with_comments(piece, TokenSpan::new(holder.head.start, last.next())))
}

/// Returns the connections of the piece whose processes are both in it, with their new names.
fn connected(piece: &File, names: &[Named]) -> Vec<(String, String)> {
    let source = &piece.source;
    let renamed = |name: &str| names.iter().find(|it| it.old == name).map(|it| it.new.as_str());
    let mut res = Vec::new();
    for it in &piece.model.connections {
        let end = |address: crate::ast::Address| {
            let name = source.joined(address.process());
            let port = source.joined(address.port()?);
            Some(format!("{}.{port}", renamed(&name)?))
        };
        if let (Some(from), Some(to)) = (end(it.from), end(it.to)) {
            res.push((from, to));
        }
    }
    res
}
