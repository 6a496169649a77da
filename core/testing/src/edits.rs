//! Commands that are carried out on a text.

use bobbin_core::Document;
use bobbin_core::edit::{Command, Refusal};

/// Carries out a command on the file `path`, which was parsed from `text`, and returns the new text;
/// the inverse must restore the old one.
///
/// # Errors
///
/// The refusal of the command.
#[track_caller]
pub fn edited(
    file: &dyn Document,
    (path, text): (&str, &str),
    command: &Command,
) -> Result<String, Refusal> {
    let change = file.plan(command)?;
    let edit = &change.edits[path];
    let after = edit.apply(text);
    assert_eq!(edit.invert(text).apply(&after), text, "{command:?}");
    Ok(after)
}

/// Carries out a command like [`edited`]; returns `refused: ` and the reason of a refusal.
#[track_caller]
pub fn edited_or_refused(file: &dyn Document, source: (&str, &str), command: &Command) -> String {
    edited(file, source, command).unwrap_or_else(|it| format!("refused: {}", it.reason))
}
