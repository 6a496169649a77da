//! Commands to edits of the text, as small as they can be.

pub(crate) mod header;
pub(crate) mod knob;
pub(crate) mod lines;
mod only;
mod paint;
mod refusal;
pub(crate) mod section;
mod value;
mod verified;

use crate::file::{File, parse_as};
use crate::header::Dialect;
use crate::item;
use crate::lower::FileDialect;
use bobbin_core::Input;
use bobbin_core::edit::{Command, Refusal, SourceChange, TextEdit};

/// Plans the edit for a command.
pub(crate) fn plan(file: &File, command: &Command) -> Result<SourceChange, Refusal> {
    let mut change = SourceChange::single(&file.input().path, edit_of(file, command)?);
    change.notes = header::notes(file, command);
    Ok(change)
}

/// Plans the edit of the text for a command.
fn edit_of(file: &File, command: &Command) -> Result<TextEdit, Refusal> {
    if let Some(above) = header::comment_above(file, command) {
        header::keeps_parts(file, command)?;
        let text = above.apply(file.text()).into();
        let reading = Some(file.layout().dialect.reading());
        let after = parse_as(&Input { text, ..file.input().clone() }, reading);
        let edit = above.then(&edit_of(&after, command)?, file.text());
        // The text between was read as it is told to be, not by its own marks.
        keeps_reading(file, &edit)?;
        return Ok(edit);
    }
    if let Command::AddItem { kind, values, .. } = command
        && kind == knob::KNOB
    {
        return edit_of(file, &knob::set(file, values)?);
    }
    let edit = match command {
        Command::SetValue { item, key, value } => value::set_value(file, item, key, value),
        Command::Unset { item, key } => value::unset(file, item, key),
        Command::SetOnly { item, key } => return only::set_only(file, item, key, edit_of),
        Command::AddItem { kind, name, values } => section::add_section(file, kind, name, values),
        Command::Remove { item } => section::remove_section(file, item),
        Command::Rename { item, name } => header::rename_section(file, item, name),
        Command::Move { item, before } => section::move_section(file, item, before.as_ref()),
        Command::Connect { .. }
        | Command::Disconnect { .. }
        | Command::Reconnect { .. }
        | Command::Splice { .. } => Err(Refusal::unsupported("a connection")),
        Command::Duplicate { item, name } => paint::duplicate_section(file, item, name),
        Command::Paint { item, is_on, units } => paint::paint(file, item, *is_on, units),
        Command::Insert { .. } => Err(Refusal::unsupported("inserting a piece of text")),
        Command::Extract { .. } | Command::Inline { .. } => {
            Err(Refusal::unsupported("extracting items to a file"))
        }
    };
    let edit = edit?;
    keeps_reading(file, &edit)?;
    if let Command::SetValue { item, key, .. } | Command::Unset { item, key } = command {
        let value = match command {
            Command::SetValue { value, .. } => Some(value.as_str()),
            _ => None,
        };
        verified::check(file, item::section(file, item)?.0, key, value, &edit)?;
    }
    Ok(edit)
}

/// Refuses an edit after which all sections would be read in the other style.
fn keeps_reading(file: &File, edit: &TextEdit) -> Result<(), Refusal> {
    // A text without marks of the older style is always read in today's.
    if file.layout().dialect == FileDialect::Current {
        return Ok(());
    }
    let text = edit.apply(file.text());
    let after = crate::file::parse(&Input { text: text.into(), ..file.input().clone() });
    let reading = file.layout().dialect.reading();
    if after.layout().dialect.reading() == reading {
        return Ok(());
    }
    let (has, other) = match reading {
        Dialect::Current => ("today's style", "that of February 2026"),
        Dialect::Seed => ("the style of February 2026", "today's"),
    };
    Err(Refusal::bad_value(format!(
        "the text would no longer be read in {has} but in {other}, every other section too"
    )))
}

#[cfg(test)]
mod tests;
