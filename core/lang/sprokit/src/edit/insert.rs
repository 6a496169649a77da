//! Inserting a piece of text: processes with the connections between them.

use std::collections::{HashMap, HashSet};

use super::statements;
use text_size::TextRange;

use super::connections::Statement;
use super::statements::some;
use super::{connections, items, lines};
use crate::copies::{self, Copies, Setting};
use crate::file::File;
use crate::macros;
use crate::model::{Entry, Holder, HolderId, HolderKind};
use crate::token::trim_end;
use crate::workspace;
use bobbin_core::Input;
use bobbin_core::edit::{Refusal, Replacement, SourceChange, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::{len, offset, slice};

/// Adds the processes of `text` behind the last one of `file`, and the connections between them
/// behind the last connection. A name that is taken gets a number, also where a macro asks for it.
/// A copy takes along what sections set for the process that it is a copy of: sections of the piece,
/// of the text, or of another open text. What the text sets for a process of that name already stays.
pub(super) fn insert(file: &File, text: &str) -> Result<SourceChange, Refusal> {
    let nl = lines::line_end(file);
    let text = text.replace("\r\n", "\n").replace('\n', nl);
    let piece = file.parse_other(&Input::alone(&file.input().path, &text));
    if !piece.model().errors.is_empty() || piece.model().processes().next().is_none() {
        return Err(Refusal::bad_value("the text that was copied is not a piece of a pipeline"));
    }
    let names = Names::new(file, &piece);
    let sources = Sources {
        file: (file, Copies::new(file)),
        piece: (&piece, Copies::new(&piece)),
        others: workspace::others(file, true),
        names: &names,
    };
    let mut notes = Vec::new();
    let mut blocks: Vec<String> = Vec::new();
    for (idx, holder, head) in piece.model().processes() {
        let Some(name) = names.of_holder(idx) else { continue };
        let sections = sources.sections_of(name, &mut notes);
        let copies = |is_before: bool| {
            let there = sections.iter().filter(move |it| it.is_before == is_before);
            there.map(|it| it.text.replace('\n', nl))
        };
        blocks.extend(copies(true));
        let range = block(file, &piece, holder)?;
        let entries = holder.entries.clone();
        blocks.push(copy(&piece, &names, range, entries, Some((head.name, &name.new))));
        blocks.extend(copies(false));
    }
    let block = blocks.join(&format!("{nl}{nl}"));
    let mut edits: Vec<Replacement> = items::place_process(file, &block)?.replacements().to_vec();
    let statements = connected(&piece, &names);
    if !statements.is_empty() {
        edits.extend_from_slice(connections::write_all(file, &statements).replacements());
    }
    let mut change =
        SourceChange::single(&file.input().path, some(TextEdit::from_replacements(edits))?);
    change.notes = notes;
    Ok(change)
}

/// A process of the piece, with its name in the text.
struct Named {
    holder: HolderId,
    old: String,
    new: String,
}

/// The processes of the piece, to be found by what they are called there.
struct Names {
    all: Vec<Named>,
    by_holder: HashMap<HolderId, usize>,
    /// The first one of each name.
    by_old: HashMap<String, usize>,
}

impl Names {
    fn new(file: &File, piece: &File) -> Names {
        let mut taken: HashSet<String> =
            file.model().processes().map(|(_, it, _)| it.path.clone()).collect();
        let mut next_numbers: HashMap<&str, u32> = HashMap::new();
        let mut all = Vec::new();
        for (holder, it, _) in piece.model().processes() {
            let mut new = it.path.clone();
            // `reader2` is followed by `reader3`.
            let stem = it.path.trim_end_matches(|it: char| it.is_ascii_digit());
            let stem = if stem.is_empty() { it.path.as_str() } else { stem };
            while taken.contains(&new) {
                let number = next_numbers.entry(stem).or_insert(2);
                new = format!("{stem}{number}");
                *number += 1;
            }
            taken.insert(new.clone());
            all.push(Named { holder, old: it.path.clone(), new });
        }
        let by_holder = all.iter().enumerate().map(|(idx, it)| (it.holder, idx)).collect();
        let mut by_old = HashMap::new();
        for (idx, it) in all.iter().enumerate() {
            by_old.entry(it.old.clone()).or_insert(idx);
        }
        Names { all, by_holder, by_old }
    }

    fn of_holder(&self, holder: HolderId) -> Option<&Named> {
        self.all.get(*self.by_holder.get(&holder)?)
    }

    fn of(&self, old: &str) -> Option<&Named> {
        self.all.get(*self.by_old.get(old)?)
    }
}

/// The settings of a section for a process that is copied.
#[derive(PartialEq, Eq)]
struct SectionCopy {
    text: String,
    /// True if it stands in front of the process, which then sets the same keys again.
    is_before: bool,
}

/// The texts that may set something of a process that is copied.
struct Sources<'f> {
    file: (&'f File, Copies),
    piece: (&'f File, Copies),
    others: Vec<File>,
    names: &'f Names,
}

impl Sources<'_> {
    /// Returns what sections set for a process that is copied, as that of the copy.
    fn sections_of(&self, name: &Named, notes: &mut Vec<String>) -> Vec<SectionCopy> {
        let (file, piece) = (self.file.0, self.piece.0);
        let Some(copied) = piece.model().holders.get(name.holder) else { return Vec::new() };
        let own = self.copies(piece, &self.piece.1, copied, name, notes);
        if !own.is_empty() {
            return own;
        }
        if let Some(original) = original(file, piece, copied) {
            // Without another name it stands where it was cut out, and the sections are still there.
            return match name.old == name.new {
                true => Vec::new(),
                false => self.copies(file, &self.file.1, original, name, notes),
            };
        }
        let mut res: Option<Vec<SectionCopy>> = None;
        for other in &self.others {
            let Some(original) = original(other, piece, copied) else { continue };
            let sections = self.copies(other, &Copies::new(other), original, name, notes);
            match &res {
                Some(known) if *known != sections => {
                    notes.push(format!(
                        "several open files have the process `{}` and set other keys for it in sections; none of these was copied",
                        name.old
                    ));
                    return Vec::new();
                }
                _ => res = Some(sections),
            }
        }
        res.unwrap_or_default()
    }

    /// Returns the settings of a process as those of its copy.
    fn copies(
        &self,
        from: &File,
        settings: &Copies,
        original: &Holder,
        name: &Named,
        notes: &mut Vec<String>,
    ) -> Vec<SectionCopy> {
        let nl = lines::line_end(from);
        let mut res: Vec<SectionCopy> = Vec::new();
        let mut last_header = None;
        for it in settings.settings(&name.old) {
            let missing = self.missing(from, it, name, notes);
            let is_before = it.span.start < original.head.start;
            let word = it.word.map(|at| (at, name.new.as_str()));
            let part = |span, entries: &[usize], word| {
                let range = match std::ptr::eq(from, self.piece.0) {
                    true => copies::with_comments(from, span),
                    false => copies::range(from, span),
                };
                let entries = entries.iter().copied();
                let text = copy(from, self.names, range, entries, word);
                trim_end(&text).replace(nl, "\n")
            };
            let header = it.header_for(&name.new);
            let (header, text) = match missing {
                Missing::Nothing => continue,
                Missing::All => (header, part(it.span, &it.entries, word)),
                Missing::Some { header, spans } => {
                    let parts = spans.into_iter().map(|(idx, span)| part(span, &[idx], None));
                    (Some(header), parts.collect::<Vec<_>>().join("\n"))
                }
            };
            match (&header, res.last_mut()) {
                (Some(_), Some(last)) if header == last_header && last.is_before == is_before => {
                    last.text += &format!("\n{text}");
                }
                (Some(header), _) => {
                    res.push(SectionCopy { text: format!("{header}\n{text}"), is_before });
                }
                (None, _) => res.push(SectionCopy { text, is_before }),
            }
            last_header = header;
        }
        res
    }

    /// Returns what of a setting the text does not set already for a process of that name.
    fn missing(&self, from: &File, it: &Setting, name: &Named, notes: &mut Vec<String>) -> Missing {
        let there = self.file.1.settings(&name.new).iter().filter(|_| name.old == name.new);
        let there = there.flat_map(|it| &it.entries);
        let there: Vec<&Entry> =
            there.filter_map(|&it| self.file.0.model().entries.get(it)).collect();
        let said = |of: &File, it: &Entry| {
            let value = it.value.map_or("", |at| of.source().text(at)).to_owned();
            (of.model().full_key(of.source(), it), value)
        };
        let mut spans = Vec::new();
        let mut header = String::new();
        let entries = it.entries.iter().map(|&it| (it, from.model().entries.get(it)));
        for (idx, entry) in entries.filter_map(|(idx, it)| Some((idx, it?))) {
            let (key, value) = said(from, entry);
            let known = there.iter().map(|it| said(self.file.0, it)).find(|it| it.0 == key);
            match known {
                None => {
                    let own = from.source().joined(entry.key);
                    let section = key.strip_suffix(&*own).unwrap_or_default();
                    header = format!("config {}", section.trim_end_matches(':'));
                    let start = entry.relative.unwrap_or(entry.span.start);
                    let end = lines::last_token(from, entry.span).next();
                    spans.push((idx, TokenSpan::new(start, end)));
                }
                Some(known) if known.1 != value => {
                    notes.push(format!("`{key}` is set here already and stays as it is"));
                }
                Some(_) => (),
            }
        }
        match spans.len() {
            0 => Missing::Nothing,
            n if n == it.entries.len() => Missing::All,
            _ => Missing::Some { header, spans },
        }
    }
}

/// The part of a setting that the text it is copied to lacks.
enum Missing {
    Nothing,
    All,
    /// These entries, by their indices, below this header.
    Some {
        header: String,
        spans: Vec<(usize, TokenSpan)>,
    },
}

/// Finds the process of a text that was copied. One that only happens to have the same name has
/// nothing to do with it.
fn original<'f>(file: &'f File, piece: &File, copied: &Holder) -> Option<&'f Holder> {
    let written = |of: &File, it: &Holder| -> Vec<String> {
        let tokens = of.source().significant_in(it.span);
        tokens.map(|it| of.source().text(it.0).to_owned()).collect()
    };
    let found = file.model().processes().map(|it| it.1).find(|it| it.path == copied.path);
    found.filter(|it| written(file, it) == written(piece, copied))
}

/// Returns a stretch of a text that has `entries`, with the new names of processes in their macros, and with
/// another word in the place of one token.
fn copy(
    file: &File,
    names: &Names,
    range: TextRange,
    entries: impl Iterator<Item = usize>,
    word: Option<(TokenIdx, &str)>,
) -> String {
    let source = file.source();
    let mut edits: Vec<Replacement> = Vec::new();
    edits.extend(
        word.map(|(at, new)| Replacement { range: source.range(at), text: new.to_owned() }),
    );
    for value in entries.filter_map(|it| file.model().entries.get(it)?.value) {
        let at = source.range(value);
        if !source.is_own(value) || !range.contains_range(at) {
            continue;
        }
        for it in macros::find(source.text(value)).filter(|it| it.provider == "CONFIG") {
            let old = it.name.split(':').next().unwrap_or_default();
            let new = names.of(old).filter(|_| old != it.name);
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
    let text = slice(&file.input().text, range);
    trim_end(&TextEdit::from_replacements(edits).apply(text)).to_owned()
}

/// Returns the path of the included file that closes a block of a process.
fn closing_file<'f>(file: &'f File, process: &str, block: &str) -> Option<&'f str> {
    let holder = file.model().processes().map(|it| it.1).find(|it| it.path == process)?;
    let is_named = |it: TokenIdx| file.source().text(it) == block;
    let mut found = statements::blocks(file, holder).filter(|it| it.name.is_some_and(is_named));
    let close = found.find_map(|it| it.close.filter(|&at| !file.source().is_own(at)))?;
    Some(file.shown_path(close))
}

/// Returns a process with its comments and blocks.
fn block(file: &File, piece: &File, holder: &Holder) -> Result<TextRange, Refusal> {
    debug_assert!(matches!(holder.kind, HolderKind::Process(_)), "only processes are inserted");
    // Its places are those of the piece, which nobody sees.
    let unclosed = statements::blocks(piece, holder).find(|it| it.close.is_none());
    if let Some(block) = unclosed {
        let name = block.name.map_or("", |it| piece.source().text(it));
        let closes = closing_file(file, &holder.path, name);
        let reason = match closes {
            Some(path) => format!(
                "the block `{name}` of `{}` is closed in the included file `{path}`, which is not copied",
                holder.path
            ),
            None => format!("the block `{name}` of `{}` is not closed", holder.path),
        };
        return Err(Refusal::bad_value(reason));
    }
    let last: TokenIdx = statements::try_last_statement(piece, holder)?;
    Ok(lines::with_comments(piece, TokenSpan::new(holder.head.start, last.next())))
}

/// The connections of the piece whose processes are both in it, with their new names. Those with
/// comments stay as they are written.
fn connected(piece: &File, names: &Names) -> Vec<Statement> {
    let source = piece.source();
    let renamed = |name: &str| names.of(name).map(|it| it.new.as_str());
    let mut res = Vec::new();
    for it in &piece.model().connections {
        let end = |address: crate::ast::Address| {
            let name = source.joined(address.process());
            let port = source.joined(address.port()?);
            let new = renamed(&name)?;
            let range = source.span_range(address.process());
            Some((format!("{new}.{port}"), Replacement { range, text: new.to_owned() }))
        };
        let (Some(from), Some(to)) = (end(it.from), end(it.to)) else { continue };
        let range = copies::with_comments(piece, it.span);
        if !slice(&piece.input().text, range).contains('#') {
            res.push(Statement::New(from.0, to.0));
            continue;
        }
        let edits = [from.1, to.1].map(|it| Replacement {
            range: TextRange::at(it.range.start() - range.start(), it.range.len()),
            ..it
        });
        let text = TextEdit::from_replacements(edits.to_vec());
        let text = text.apply(slice(&piece.input().text, range));
        res.push(Statement::Written(trim_end(&text).to_owned()));
    }
    res
}
