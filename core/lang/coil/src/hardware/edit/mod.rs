//! Commands to the smallest edits of the text.

mod bytes;
mod rows;
mod sections;
mod values;

#[cfg(test)]
mod tests;

use super::File;
use super::rows::split_row;
use bobbin_core::edit::{Command, Refusal, SourceChange, TextEdit};

impl File {
    pub(super) fn plan_command(&self, command: &Command) -> Result<SourceChange, Refusal> {
        let edit = match command {
            Command::SetValue { item, key, value } => match split_row(item) {
                Some((section, nth)) => self.set_cell((&section, nth), key, Some(value))?,
                None if item.parts().first() == Some(&"abi") && key == "name" => {
                    self.rename(item, value)?
                }
                None => self.set_value(item, key, value)?,
            },
            Command::Unset { item, key } => match split_row(item) {
                Some((section, nth)) => self.set_cell((&section, nth), key, None)?,
                None => self.unset(item, key)?,
            },
            Command::AddItem { kind, name, values } => match kind.as_str() {
                "resource" | "register" => self.add_row(kind, name, values)?,
                "abi" if name.is_empty() => self.add_abi(values)?,
                _ => self.add_item(kind, name, values)?,
            },
            Command::Remove { item } => match split_row(item) {
                Some((section, nth)) => self.remove_row(&section, nth)?,
                None => self.remove(item)?,
            },
            Command::Rename { item, name } => self.rename(item, name)?,
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
            Command::Paint { .. } => return Err(Refusal::unsupported("painting units")),
            Command::Extract { .. } | Command::Inline { .. } => {
                return Err(Refusal::unsupported("extracting items to a file"));
            }
        };
        Ok(self.change(edit))
    }

    fn change(&self, edit: TextEdit) -> SourceChange {
        SourceChange::single(&self.input.path, edit)
    }

    /// The line end that the text uses.
    fn line_end(&self) -> &'static str {
        match self.text().find('\n') {
            Some(at) if self.text().get(..at).is_some_and(|it| it.ends_with('\r')) => "\r\n",
            _ => "\n",
        }
    }
}
