//! Lines of the edited text.

use crate::hardware::file::File;
use bobbin_core::edit::{SourceChange, TextEdit};

pub(super) fn change(file: &File, edit: TextEdit) -> SourceChange {
    SourceChange::single(&file.input().path, edit)
}

/// Returns the line break that the text uses.
pub(super) fn line_end(file: &File) -> &'static str {
    match file.text().find('\n') {
        Some(at) if file.text().get(..at).is_some_and(|it| it.ends_with('\r')) => "\r\n",
        _ => "\n",
    }
}
