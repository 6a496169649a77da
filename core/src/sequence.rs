//! Several changes as one: a gesture in a drawing may need more than one command.

use std::collections::BTreeSet;

use crate::edit::{Command, ItemPath, Refusal, SourceChange};
use crate::view::{OutlineEntry, OutlineKind};
use crate::{Input, Snapshot};

/// The bytes of text that a sequence of commands may be planned in: each of them is planned in a text of
/// its own, which is read from its start to its end.
const MOST_WORK: usize = 128_000_000;

/// Plans `commands`, each for the text that the ones before it give, as one change of the texts of
/// `before`.
///
/// # Errors
///
/// The reason why the first of them that is refused is refused, or that they are too many for the length
/// of the text; then nothing shall be changed.
pub fn plan_sequence(before: &Snapshot, commands: &[Command]) -> Result<SourceChange, Refusal> {
    let (input, document) = (before.input(), before.document());
    let Some((first, rest)) = commands.split_first() else { return Ok(SourceChange::default()) };
    let creates = commands.iter().any(may_create);
    if rest.is_empty() && !creates {
        return document.plan(first);
    }
    if commands.len().saturating_mul(input.text.len()) > MOST_WORK {
        let n = commands.len();
        let reason =
            format!("{n} changes at once take too long in a text of this length; select fewer");
        return Err(Refusal { reason, at: None });
    }
    let mut whole =
        if rest.is_empty() { document.plan(first)? } else { document.plan_step(first)? };
    if takes_away(first) && !rest.is_empty() {
        whole.notes.clear();
    }
    let mut now = input.clone();
    now.apply(&whole);
    for command in rest {
        let planned = (document.info().parse)(&now).plan_step(command);
        // Its place is one in a text that nobody has seen.
        let change = planned.map_err(|it| Refusal { reason: it.reason, at: None })?;
        now.apply(&change);
        if !takes_away(command) {
            whole.notes.extend(change.notes);
        }
        for (path, edit) in change.edits {
            let old = input.text_at(&path);
            let earlier = whole.edits.remove(&path).unwrap_or_default();
            whole.edits.insert(path, earlier.then(&edit, &old));
        }
    }
    if creates {
        whole.created = created(before, &now);
    }
    if rest.is_empty() {
        return Ok(whole);
    }
    whole.leftovers.clear();
    if commands.iter().any(takes_away) {
        let left = document.left_behind(&now);
        whole.notes.extend(left.notes);
        whole.leftovers = left.commands;
    }
    Ok(whole)
}

/// True if a command may give an item a path that no item had.
fn may_create(command: &Command) -> bool {
    matches!(
        command,
        Command::AddItem { .. }
            | Command::Insert { .. }
            | Command::Duplicate { .. }
            | Command::Extract { .. }
            | Command::Inline { .. }
            | Command::Rename { .. }
            | Command::Paint { .. }
    )
}

/// Returns the items of `after`, in its order, whose paths the text of `before` does not have.
fn created(before: &Snapshot, after: &Input) -> Vec<ItemPath> {
    let mut known = BTreeSet::new();
    visit(&before.outline().entries, &mut |item| {
        known.insert(item);
    });
    let mut res = Vec::new();
    visit(&(before.info().parse)(after).outline().entries, &mut |item| {
        if !known.contains(item) {
            res.push(item.clone());
        }
    });
    res
}

/// Visits the items that hold others or compute, from the outermost inwards.
fn visit<'e>(entries: &'e [OutlineEntry], to: &mut impl FnMut(&'e ItemPath)) {
    for it in entries {
        if matches!(
            it.kind,
            OutlineKind::Section | OutlineKind::Unit | OutlineKind::Group | OutlineKind::Table
        ) {
            to(&it.item);
        }
        visit(&it.children, to);
    }
}

/// True if a command may leave something behind, of which only the last text tells what it is.
fn takes_away(command: &Command) -> bool {
    matches!(command, Command::Remove { .. } | Command::Disconnect { .. })
}
