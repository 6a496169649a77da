//! The difference of two texts, by their lines or by what they mean, and replacing one by the other.

mod changes;
mod diff;
mod meaning;
mod rows;
mod view;

use bobbin_protocol::{DocumentEdit, TextEdit};

pub use changes::{Changes, Other, OtherText, Reading};
pub use rows::{Row, in_words, rows};
pub use view::Difference;

use crate::document::OpenFile;
use crate::platform::editor::{self, Beside, LabelledEdits};

/// Replaces a text by another one as one step in the history; false if it is no longer of this
/// version. What both have in common stays, and so do caret and folds there. `beside` is part of the step.
pub fn replace(
    file: &OpenFile,
    version: i32,
    (before, after): (&str, &str),
    label: String,
    beside: Option<Beside>,
) -> bool {
    editor::apply_edits(&LabelledEdits {
        uri: file.uri.clone(),
        version,
        documents: vec![DocumentEdit {
            uri: file.uri.clone(),
            version: None,
            edits: TextEdit::from_sorted(diff::edits(before, after)),
        }],
        label,
        beside,
        is_fix: false,
    })
}
