//! Changes: what a user asks for, and the edits of texts that do it.

mod command;
mod text_edit;

pub use command::{Command, ItemPath, PortRef, Refusal, UnitRange};
pub use text_edit::{LabelledChange, Leftovers, Replacement, SourceChange, TextEdit};
