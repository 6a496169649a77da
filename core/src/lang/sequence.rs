//! Several changes as one: a gesture in a drawing may need more than one command.

use std::sync::Arc;

use super::{Document, Input, LanguageId};
use crate::edit::{Command, Refusal, SourceChange, TextEdit};

/// Plans `commands`, each for the text that the ones before it give, as one change of the texts of
/// `input`. `document` is what `input` was parsed to.
///
/// # Errors
///
/// The reason why the first of them that is refused is refused; then nothing shall be changed.
pub fn plan_sequence(
    language: LanguageId,
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
    apply(&mut now, &whole);
    for command in rest {
        let planned = language.parse(&now).plan(command);
        // Its place is one in a text that nobody has seen.
        let change = planned.map_err(|it| Refusal { reason: it.reason, at: None })?;
        apply(&mut now, &change);
        if !takes_away(command) {
            whole.notes.extend(change.notes);
        }
        for (path, edit) in change.edits {
            let old = text_at(input, &path);
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

fn text_at(input: &Input, path: &str) -> Arc<str> {
    if path == input.path {
        return input.text.clone();
    }
    input.files.get(path).cloned().unwrap_or_default()
}

/// Changes the texts of `input`; new files stand among its surroundings then.
pub(crate) fn apply(input: &mut Input, change: &SourceChange) {
    for (path, edit) in &change.edits {
        let new: Arc<str> = TextEdit::apply(edit, &text_at(input, path)).into();
        // A text may stand among its own surroundings too.
        if *path == input.path {
            input.text = new.clone();
        }
        if *path != input.path || input.files.get(path).is_some() {
            Arc::make_mut(&mut input.files).insert(path, new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{ItemPath, PortRef};

    fn process(name: &str) -> ItemPath {
        ItemPath::new(["process", name])
    }

    fn plan(text: &str, commands: &[Command]) -> Result<String, Refusal> {
        let input = Input::alone("t.pipe", text);
        let document = LanguageId::Sprokit.parse(&input);
        let change = plan_sequence(LanguageId::Sprokit, &input, &*document, commands)?;
        let edit = &change.edits["t.pipe"];
        let after = edit.apply(text);
        assert_eq!(edit.invert(text).apply(&after), text);
        Ok(after)
    }

    fn port(name: &str, port: &str) -> PortRef {
        PortRef { item: process(name), port: port.to_owned() }
    }

    #[test]
    fn a_process_is_put_into_a_connection() {
        let text = "process a :: numbers\nprocess b :: sink\n\nconnect from a.number to b.sink\n";
        let add = Command::AddItem {
            kind: "process".to_owned(),
            name: "m".to_owned(),
            values: vec![("type".to_owned(), "multiplication".to_owned())],
        };
        let after = plan(
            text,
            &[
                add,
                Command::Disconnect { from: port("a", "number"), to: port("b", "sink") },
                Command::Connect { from: port("a", "number"), to: port("m", "factor1") },
                Command::Connect { from: port("m", "product"), to: port("b", "sink") },
            ],
        );
        expect_test::expect![[r#"
            process a :: numbers
            process b :: sink

            process m :: multiplication

            connect from a.number
                    to   m.factor1
            connect from m.product
                    to   b.sink
        "#]]
        .assert_eq(&after.unwrap());
    }

    #[test]
    fn one_refusal_refuses_all() {
        let text = "process a :: numbers\n";
        let rename = Command::Rename { item: process("a"), name: "b".to_owned() };
        let refused = plan(text, &[rename.clone(), rename]).unwrap_err();
        assert_eq!(refused.reason, "there is no `process › a` in this text");
        assert_eq!(refused.at, None);
    }
}
