//! Edits of the parts of a header.

use text_size::{TextRange, TextSize};

use super::lines::{self, too_long};
use super::refusal::{check_parents, check_punits};
use crate::file::{File, parse_as};
use crate::header::{Action, Dialect, Header, Target, note_in, split_comment};
use crate::item;
use crate::lower::Section;
use crate::punits::PunitItems;
use crate::tables::Domain;
use crate::token::{PIECE, trim};
use bobbin_core::Input;
use bobbin_core::edit::{Command, ItemPath, Refusal, Replacement, TextEdit};
use bobbin_core::syntax::line_end_after;
use bobbin_core::text::{range_in, slice};

/// Keys of the fields that stand in a header. No body key can be called so, for a key ends at `=`.
pub(crate) const TARGET: &str = "=target";

/// The key of the field for the parents; like [`TARGET`], no body key.
pub(crate) const INHERITANCE: &str = "=inheritance";

/// The key of the field for the constraints; like [`TARGET`], no body key.
pub(crate) const CONSTRAINTS: &str = "=constraints";

/// Writes the inheritance or the constraints of a header; an empty value takes them away.
pub(crate) fn set_header_part(
    file: &File,
    section: &Section,
    key: &str,
    value: &str,
) -> Result<TextEdit, Refusal> {
    let header = &section.header;
    let is_inheritance = key == INHERITANCE;
    let n_parts = match header.target {
        Target::Punits | Target::Regions(_) => 2,
        Target::RegionDefault | Target::DomainRegionDefault(Some(_)) => 1,
        _ => 0,
    };
    if n_parts < if is_inheritance { 1 } else { 2 } || header.action != Action::Set {
        return Err(Refusal::bad_value("the program does not read this part of the header"));
    }
    let (Some(close), None) = (header.close, header.ignored) else {
        return Err(Refusal::broken_syntax(header.range));
    };
    if trim(value) != value || value.contains(['\n', ':', ']']) {
        return Err(Refusal::bad_value("a part of a header has no line end, `:` or `]`"));
    }
    if !value.is_empty() {
        if is_inheritance {
            check_parents(header.target, value, header.dialect == Dialect::Seed)?;
        } else {
            check_punits(value)?;
        }
    }
    let text = |it: Option<TextRange>| it.map(|it| slice(file.text(), it)).unwrap_or_default();
    let (inherit, constraints) = if is_inheritance {
        (value, text(header.constraints))
    } else {
        (text(header.inherit), value)
    };
    // A part that stays is not written again, so that its layout stays as it is.
    let old = if is_inheritance { header.inherit } else { header.constraints };
    if let Some(old) = old.filter(|it| !it.is_empty())
        && !value.is_empty()
    {
        let edit = checked(file, section, TextEdit::replace(old, value), [inherit, constraints])?;
        return Ok(with_note_kept(file, header, old, value, edit));
    }
    let start = match header.dialect {
        Dialect::Current => close.end(),
        Dialect::Seed => header.target_range.end(),
    };
    let end = match header.dialect {
        Dialect::Current => header.range.end(),
        Dialect::Seed => close.start(),
    };
    let colon = match header.dialect {
        Dialect::Current => " : ",
        Dialect::Seed => ": ",
    };
    let parts = match (inherit, constraints) {
        ("", "") => String::new(),
        (_, "") => format!("{colon}{inherit}"),
        // A blank must stand between the colons, or the parts slide together.
        ("", _) => format!("{} : {constraints}", colon.trim_end()),
        (_, _) => format!("{colon}{inherit}{colon}{constraints}"),
    };
    let edit = TextEdit::replace(TextRange::new(start, end), parts);
    let edit = checked(file, section, edit, [inherit, constraints])?;
    Ok(match old {
        Some(old) => with_note_kept(file, header, old, value, edit),
        None => edit,
    })
}

/// Writes what people may mean as a comment in the part `old` of a header above it, unless the new text
/// of the part ends with it, too.
fn with_note_kept(
    file: &File,
    header: &Header,
    old: TextRange,
    new: &str,
    edit: TextEdit,
) -> TextEdit {
    let note = note_in(file.text_at(old)).filter(|it| !new.ends_with(it));
    let Some(note) = note else { return edit };
    let above = lines::written_above(file, header.range.start(), note);
    let edits = edit.replacements().iter().cloned();
    TextEdit::from_replacements(std::iter::once(above).chain(edits).collect())
}

/// Plans to move the comment behind a header above it, if a command changes the parts of the header. To
/// the program it is a part of the last of them, so it would go with that, or end up in the middle
/// (pinsight.md#lines).
pub(super) fn comment_above(file: &File, command: &Command) -> Option<TextEdit> {
    let (header, _, comment) = comment_behind(file, command)?;
    Some(lines::comment_above(file, header.range.start(), comment))
}

/// Refuses to move a comment in which the program reads units as the constraints of the header.
pub(super) fn keeps_parts(file: &File, command: &Command) -> Result<(), Refusal> {
    let Some((header, INHERITANCE, comment)) = comment_behind(file, command) else { return Ok(()) };
    let inside = header.constraints.filter(|it| it.start() > comment.start());
    let read = inside.map(|it| file.text_at(it)).unwrap_or_default();
    if !PunitItems::new(read).any(|it| it.is_ok()) {
        return Ok(());
    }
    Err(Refusal {
        reason: format!(
            "the program reads `{read}` in the comment as constraints, which would be lost; put the comment on a line of its own first"
        ),
        at: Some(comment),
    })
}

/// Returns the header of which a command changes a part, the key of that, and the comment behind it.
fn comment_behind<'c>(
    file: &'c File,
    command: &'c Command,
) -> Option<(&'c Header, &'c str, TextRange)> {
    let (item, key) = match command {
        Command::SetValue { item, key, .. } | Command::Unset { item, key }
            if [INHERITANCE, CONSTRAINTS].contains(&key.as_str()) =>
        {
            (item, key.as_str())
        }
        Command::Paint { item, .. } => (item, CONSTRAINTS),
        _ => return None,
    };
    let header = &item::section(file, item).ok()?.1.header;
    if header.dialect != Dialect::Current {
        return None;
    }
    let comment = range_in(file.text(), split_comment(file.text_at(header.range)).1?);
    // Where the parents change, constraints that begin with the mark stay as they are: to the program they
    // are no comment, and nothing comes to stand behind them.
    if key == INHERITANCE && header.constraints.is_some_and(|it| it.start() == comment.start()) {
        return None;
    }
    // Of a line that is read in pieces, the comment goes on as other lines.
    let (end, _) = line_end_after(file.text(), header.range.start());
    if usize::from(end - header.range.start()) >= PIECE {
        return None;
    }
    // In front of the bracket it is a part of the target, which stays.
    let is_behind = header.close.is_some_and(|it| it.end() <= comment.start());
    is_behind.then_some((header, key, comment))
}

/// Says which part of a header counts by a command only because that moves the comment behind it above.
pub(super) fn notes(file: &File, command: &Command) -> Vec<String> {
    let Some((header, edited, comment)) = comment_behind(file, command) else { return Vec::new() };
    let holds = |part: Option<TextRange>| part.is_some_and(|it| it.contains(comment.start()));
    let (key, part) = match (header.inherit, header.constraints) {
        (Some(part), _) if holds(Some(part)) => (INHERITANCE, part),
        (_, Some(part)) if holds(Some(part)) => (CONSTRAINTS, part),
        _ => return Vec::new(),
    };
    if key == edited {
        return Vec::new();
    }
    let left = trim(file.text_at(TextRange::new(part.start(), comment.start())));
    let last = left.rsplit(',').next().map(trim).unwrap_or_default();
    let is_broken = |it: &str| PunitItems::new(it).any(|it| it.is_err());
    let counts = match (key, header.target) {
        // Of units the program takes what stands before the first `.default` (pinsight.md#inheritance).
        (INHERITANCE, Target::Punits) => None,
        (INHERITANCE, _) => {
            let domain = last.strip_suffix(".default").and_then(Domain::from_name);
            domain.map(|_| ("parent", last))
        }
        _ => (is_broken(file.text_at(part)) && !is_broken(left)).then_some(("constraint", left)),
    };
    let note = counts.map(|(what, it)| {
        format!(
            "the {what} `{it}` counts now; the comment behind it kept the program from reading it"
        )
    });
    Vec::from_iter(note)
}

/// Refuses an edit after which the program would read other parts than `parts`.
fn checked(
    file: &File,
    section: &Section,
    edit: TextEdit,
    parts: [&str; 2],
) -> Result<TextEdit, Refusal> {
    let header = &section.header;
    let start = header.range.start();
    let moved = edit
        .replacements()
        .iter()
        .map(|it| Replacement { range: it.range - start, text: it.text.clone() });
    let edited = TextEdit::from_replacements(moved.collect());
    let line = edited.apply(slice(file.text(), header.range));
    if line.len() >= PIECE {
        return Err(Refusal::bad_value(too_long()));
    }
    let line = line.as_str();
    let new = Header::read(header.dialect, line, line);
    let part = |it: Option<TextRange>| it.map(|it| slice(line, it)).unwrap_or_default();
    if slice(line, new.target_range) != item::name(file, section)
        || [part(new.inherit), part(new.constraints)] != parts
        || new.ignored.is_some()
    {
        return Err(Refusal::broken_syntax(header.range));
    }
    Ok(edit)
}

/// Writes another target into a header.
pub(super) fn rename_section(
    file: &File,
    item: &ItemPath,
    name: &str,
) -> Result<TextEdit, Refusal> {
    let (idx, section) = item::section(file, item)?;
    let header = &section.header;
    if header.close.is_none() {
        return Err(Refusal::broken_syntax(header.range));
    }
    if item::name(file, section) == name {
        return Err(Refusal::bad_value(format!("the section is called `{name}` already")));
    }
    let edit = TextEdit::replace(header.target_range, name);
    let text = edit.apply(file.text());
    let after = parse_as(
        &Input { text: text.into(), ..file.input().clone() },
        Some(file.layout().dialect.reading()),
    );
    let renamed = after.layout().sections.get(idx).filter(|it| {
        item::name(&after, it) == name
            && it.header.range.start() == header.range.start()
            && it.pairs.len() == section.pairs.len()
    });
    let is_read = after
        .log()
        .sections
        .get(idx)
        .is_some_and(|it| it.takes_body || section.header.action != Action::Set);
    match renamed {
        Some(it) if is_read && it.header.action == header.action => {
            Ok(with_note_kept(file, header, header.target_range, name, edit))
        }
        _ => Err(Refusal::bad_value(format!(
            "`{}` is not a target that the program knows",
            name.escape_debug()
        ))),
    }
}

/// Returns the target of a section of this name if it would be read, alone in a text.
pub(crate) fn target_of(file: &File, name: &str) -> Option<Target> {
    let dialect = file.layout().dialect.reading();
    let alone = parse_as(&Input::alone("", &format!("[{name}]\n")), Some(dialect));
    let section = alone.layout().sections.first()?;
    let result = alone.log().sections.first()?;
    let is_whole = alone.layout().sections.len() == 1
        && alone.layout().pairs.is_empty()
        && item::name(&alone, section) == name
        && section.header.range.end() == TextSize::of(name) + TextSize::new(2);
    (is_whole && result.takes_body).then_some(section.header.target)
}
