//! The first item of an empty text: everything that is offered can be added, and then is an item.

#![allow(clippy::unwrap_used, reason = "a test that panics has found something")]

use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::{Document, Input};
use bobbin_languages::LanguageId;

/// A text without an item, with and without a comment.
const EMPTY: [&str; 3] = ["", "\n", "\n\n"];

fn named(command: &Command, wanted: &str) -> Command {
    match command.clone() {
        Command::AddItem { kind, name, values } if name.is_empty() => {
            Command::AddItem { kind, name: wanted.to_owned(), values }
        }
        other => other,
    }
}

fn document(language: LanguageId, text: &str) -> Box<dyn Document> {
    let extension = language.info().extensions.first().unwrap();
    language.parse(&Input::alone(&format!("/a{extension}"), text))
}

#[test]
fn every_offer_gives_an_empty_text_its_first_item() {
    for language in LanguageId::ALL {
        let comment = format!("{} nothing yet\n", language.info().comment);
        for empty in EMPTY.into_iter().map(str::to_owned).chain([comment]) {
            let offers = document(language, &empty).additions();
            assert!(!offers.is_empty(), "{language:?} offers nothing");
            for offer in offers {
                let names: Vec<String> =
                    if offer.names.is_empty() { vec![String::new()] } else { offer.names };
                for name in names {
                    let command = named(&offer.command, &name);
                    let before = document(language, &empty);
                    let change = before.plan(&command).unwrap_or_else(|it| {
                        panic!("{language:?} refuses {command:?} in {empty:?}: {}", it.reason)
                    });
                    let edit = change.edits.values().next().expect("an edit");
                    let text = edit.apply(&empty);
                    assert!(text.contains(empty.trim()), "the comment stays: {text:?}");
                    let after = document(language, &text);
                    let outline = after.outline();
                    assert_eq!(outline.entries.len(), 1, "{language:?} {text:?}");
                    let item: ItemPath = outline.entries[0].item.clone();
                    assert!(after.form(&item).is_some(), "{language:?} {item:?} has no form");
                }
            }
        }
    }
}

#[test]
fn what_is_there_is_not_offered_again() {
    let has = |language: LanguageId, text: &str, name: &str| {
        let offers = document(language, text).additions();
        offers.iter().any(|it| it.label == name || it.names.iter().any(|it| it == name))
    };
    assert!(!has(LanguageId::CoilHardware, "[metadata]\nversion = 0.1.0\n", "Add metadata"));
    assert!(!has(LanguageId::CoilHardware, "[cpu:0]\n", "cpu:0"));
    assert!(has(LanguageId::CoilHardware, "[cpu:0]\n", "cpu:1"));
    assert!(!has(LanguageId::CoilTarget, "[Target]\n", "Target"));
    assert!(!has(LanguageId::Pinsight, "[MPI.default]\n", "MPI.default"));
}
