//! Changes: what a user asks for, and the edits of texts that do it.

mod command;
#[cfg(feature = "serde")]
mod command_fields;
mod text_edit;

pub use command::{Command, ItemPath, PortRef, Refusal, UnitRange};
pub use text_edit::{LabelledChange, Leftovers, Replacement, SourceChange, TextEdit};
