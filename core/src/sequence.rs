//! Several changes as one: a gesture in a drawing may need more than one command.

use crate::edit::{Command, Refusal, SourceChange};
use crate::{Document, Input};

/// Plans `commands`, each for the text that the ones before it give, as one change of the texts of
/// `input`. `document` is what `input` was parsed to.
///
/// # Errors
///
/// The reason why the first of them that is refused is refused; then nothing shall be changed.
pub fn plan_sequence(
    input: &Input,
    document: &dyn Document,
    commands: &[Command],
) -> Result<SourceChange, Refusal> {
    let Some((first, rest)) = commands.split_first() else { return Ok(SourceChange::default()) };
    let mut whole = document.plan(first)?;
    if rest.is_empty() {
        return Ok(whole);
    }
    if takes_away(first) {
        whole.notes.clear();
    }
    let mut now = input.clone();
    now.apply(&whole);
    for command in rest {
        let planned = (document.info().parse)(&now).plan(command);
        // Its place is one in a text that nobody has seen.
        let change = planned.map_err(|it| Refusal { reason: it.reason, at: None })?;
        now.apply(&change);
        if !takes_away(command) {
            whole.notes.extend(change.notes);
        }
        for (path, edit) in change.edits {
            let old = input.text_at(&path);
            let before = whole.edits.remove(&path).unwrap_or_default();
            whole.edits.insert(path, before.then(&edit, &old));
        }
    }
    whole.leftovers.clear();
    if commands.iter().any(takes_away) {
        let left = document.left_behind(&now);
        whole.notes.extend(left.notes);
        whole.leftovers = left.commands;
    }
    Ok(whole)
}

/// True if a command may leave something behind, of which only the last text tells what it is.
fn takes_away(command: &Command) -> bool {
    matches!(command, Command::Remove { .. } | Command::Disconnect { .. })
}
