//! Commands that the views offer, carried out one after the other in any order, and undone to the start.

use std::sync::Arc;

use bobbin_core::edit::TextEdit;
use bobbin_core::text::slice;
use bobbin_core::{Input, Snapshot, plan_sequence};
use bobbin_testing::commands::offered;

use crate::bytes::Bytes;

/// The number of commands that one input can carry out.
const MOST_STEPS: usize = 12;

/// The items with forms whose commands are taken into account.
const MOST_FORMS: usize = 12;

/// Reads a language, a number of steps, choices for each, and a text.
pub fn run(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let language = bytes.language();
    let n_steps = bytes.below(MOST_STEPS) + 1;
    let mut choices = bytes.take(n_steps * 4);
    let start = Input::alone("text", &bytes.rest());
    let mut now = start.clone();
    let mut done: Vec<Vec<(String, TextEdit)>> = Vec::new();
    for _ in 0..n_steps {
        let snapshot = Snapshot::new(language.info(), now.clone());
        let document = snapshot.document();
        let joined: String =
            document.token_ranges().iter().map(|&it| slice(&now.text, it)).collect();
        assert_eq!(joined, *now.text, "tokens do not join to the text");
        let mut all = offered(document, &now.text, MOST_FORMS, &mut choices.random());
        if all.is_empty() {
            break;
        }
        let command = all.swap_remove(choices.below(all.len()));
        let change = match plan_sequence(&snapshot, std::slice::from_ref(&command)) {
            Ok(change) => change,
            Err(refusal) => {
                assert!(!refusal.reason.is_empty(), "{command:?} is refused without a reason");
                continue;
            }
        };
        let inverse = change.edits.iter().map(|(path, edit)| {
            let old = now.text_at(path);
            let inverse = edit.invert(&old);
            assert_eq!(inverse.apply(&edit.apply(&old)), *old, "{command:?} is not undone");
            (path.clone(), inverse)
        });
        done.push(inverse.collect());
        now.apply(&change);
    }
    Snapshot::new(language.info(), now.clone()).diagnostics();
    for inverse in done.into_iter().rev() {
        for (path, edit) in inverse {
            let text = edit.apply(&now.text_at(&path));
            set(&mut now, &path, text);
        }
    }
    assert_eq!(now.text, start.text, "the commands are not undone to the start");
}

/// Puts a text at a path.
fn set(input: &mut Input, path: &str, text: String) {
    let text: Arc<str> = text.into();
    if path == input.path {
        input.text = text.clone();
    }
    if path != input.path || input.files.get(path).is_some() {
        Arc::make_mut(&mut input.files).insert(path, text);
    }
}
