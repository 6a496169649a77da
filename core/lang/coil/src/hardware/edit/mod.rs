//! Commands to the smallest edits of the text.

pub(super) mod bytes;
mod lines;
mod rows;
mod sections;
mod values;

#[cfg(test)]
mod tests;

use super::file::File;
use super::rows::split_row;
use bobbin_core::edit::{Command, Refusal, SourceChange};

pub(super) fn plan(file: &File, command: &Command) -> Result<SourceChange, Refusal> {
    let edit = match command {
        Command::SetValue { item, key, value } => match split_row(item) {
            Some((section, name)) => rows::set_cell(file, (&section, &name), key, Some(value))?,
            None if item.parts().first() == Some(&"abi") && key == "name" => {
                sections::rename(file, item, value)?
            }
            None => values::set_field(file, item, key, value)?,
        },
        Command::Unset { item, key } => match split_row(item) {
            Some((section, name)) => rows::set_cell(file, (&section, &name), key, None)?,
            None if item.parts().first() == Some(&"abi") && key == "name" => {
                return Err(Refusal::bad_value("an ABI needs a name; remove the row instead"));
            }
            None => values::unset(file, item, key)?,
        },
        Command::AddItem { kind, name, values } => match kind.as_str() {
            "resource" | "register" => rows::add_row(file, kind, name, values)?,
            "abi" if name.is_empty() => rows::add_abi(file, values)?,
            _ => sections::add_item(file, kind, name, values)?,
        },
        Command::Remove { item } => match split_row(item) {
            Some((section, name)) => rows::remove_row(file, &section, &name)?,
            None => sections::remove(file, item)?,
        },
        Command::Rename { item, name } => sections::rename(file, item, name)?,
        Command::Connect { .. }
        | Command::Disconnect { .. }
        | Command::Reconnect { .. }
        | Command::Splice { .. } => {
            return Err(Refusal::unsupported("connecting"));
        }
        Command::Insert { .. } => {
            return Err(Refusal::unsupported("inserting a piece of text"));
        }
        Command::Move { .. } => return Err(Refusal::unsupported("moving a section")),
        Command::Duplicate { .. } => return Err(Refusal::unsupported("duplicating a section")),
        Command::SetOnly { .. } => return Err(Refusal::unsupported("switching all others off")),
        Command::Paint { .. } => return Err(Refusal::unsupported("painting units")),
        Command::Extract { .. } | Command::Inline { .. } => {
            return Err(Refusal::unsupported("extracting items to a file"));
        }
    };
    Ok(lines::change(file, edit))
}
