//! Every change that the form of a target offers, on every text there is: it says what was asked,
//! nothing else changes its meaning, comments and line ends stay, and its inverse restores the text.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::fs;
use std::sync::Arc;

use bobbin_coil::target;
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::text::{Files, slice};
use bobbin_core::view::{Field, FieldKind, OutlineEntry, OutlineKind};
use bobbin_core::{Document, Input};
use serde_json::{Map, Value};

const MAIN: &str = "main.coilcfg";

/// The number of choices that are tried of a long list.
const MOST_CHOICES: usize = 4;

fn parse(input: &Input) -> Box<dyn Document> {
    (target::INFO.parse)(input)
}

/// Returns the corpus, the gallery of beginnings and all cases of the validator, also its broken
/// ones.
fn inputs() -> Vec<Input> {
    let root = bobbin_testing::root().join("core/testdata/coil-target");
    let mut res = Vec::new();
    for kind in ["ok", "err"] {
        for entry in fs::read_dir(root.join(kind)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "coilcfg") {
                res.push(Input::alone(MAIN, &fs::read_to_string(path).unwrap()));
            }
        }
    }
    let templates = target::INFO.templates;
    res.extend(templates.iter().map(|it| Input::alone(MAIN, it.text)));
    for name in ["validate_cases.json", "own_cases.json"] {
        let text = fs::read_to_string(root.join("oracle").join(name)).unwrap();
        for case in serde_json::from_str::<Vec<Value>>(&text).unwrap() {
            let mut files = Files::default();
            for (path, text) in case["files"].as_object().unwrap() {
                files.insert(path, text.as_str().unwrap().into());
            }
            let text = case["text"].as_str().unwrap();
            res.push(Input { files: Arc::new(files), ..Input::alone(MAIN, text) });
        }
    }
    // The same in another dress: other line ends, no last one, and a comment behind each line.
    let dressed: Vec<Input> = res
        .iter()
        .filter(|it| !it.text.contains(['\r', '\0']))
        .enumerate()
        .map(|(n, it)| {
            let text = match n % 3 {
                0 => it.text.replace('\n', "\r\n"),
                1 => it.text.trim_end().to_owned(),
                _ => it.text.replace('\n', "  # é, \"x\"\n"),
            };
            Input { text: text.as_str().into(), ..it.clone() }
        })
        .collect();
    res.extend(dressed);
    res
}

fn meaning(document: &dyn Document) -> Map<String, Value> {
    let json = document.convert("json").unwrap().data;
    serde_json::from_slice::<Value>(&json).unwrap().as_object().unwrap().clone()
}

fn comments(document: &dyn Document, text: &str) -> Vec<String> {
    let comments = document.highlights().into_iter();
    let comments = comments.filter(|it| it.class == bobbin_core::syntax::TokenClass::Comment);
    let mut res: Vec<String> = comments.map(|it| slice(text, it.range).trim().to_owned()).collect();
    res.sort();
    res
}

/// Carries `command` out; none if it is refused, with a reason.
fn after(input: &Input, document: &dyn Document, command: &Command) -> Option<Input> {
    let change = match document.plan(command) {
        Ok(change) => change,
        Err(refusal) => {
            assert!(!refusal.reason.is_empty(), "{command:?}");
            return None;
        }
    };
    assert_eq!(change.edits.keys().collect::<Vec<_>>(), [MAIN], "{command:?}");
    let edit = &change.edits[MAIN];
    let text = edit.apply(&input.text);
    assert_eq!(edit.invert(&input.text).apply(&text), *input.text, "{command:?}");
    Some(Input { text: text.as_str().into(), ..input.clone() })
}

fn sections(document: &dyn Document) -> Vec<OutlineEntry> {
    let entries = document.outline().entries.into_iter();
    entries.filter(|it| it.kind == OutlineKind::Section).collect()
}

/// Returns the values that a person may choose for a field, and a word of their own.
fn values(field: &Field) -> Vec<String> {
    let few = |choices: &[bobbin_core::view::Choice]| -> Vec<String> {
        let step = (choices.len() / MOST_CHOICES).max(1);
        choices.iter().step_by(step).map(|it| it.value.clone()).collect()
    };
    match &field.kind {
        FieldKind::Toggle { on, off } => vec![on.clone(), off.clone()],
        FieldKind::Integer { min, max } => vec![min.to_string(), max.to_string()],
        FieldKind::Choice { choices } => few(choices),
        FieldKind::Suggestion { choices } => [few(choices), vec!["own-1".to_owned()]].concat(),
        FieldKind::List { choices } => {
            let list = few(choices);
            vec![list.join(", "), list.join(","), "\"a, b\",c".to_owned(), String::new()]
        }
        FieldKind::Text => vec!["x".to_owned(), "\"a # b\"".to_owned()],
    }
}

/// Returns true if `before` and `after` differ in `key` of `section` at most.
fn differ_in(
    mut before: Map<String, Value>,
    mut after: Map<String, Value>,
    section: &str,
    key: Option<&str>,
) -> bool {
    for it in [&mut before, &mut after] {
        match (key, it.get_mut(section).and_then(Value::as_object_mut)) {
            (Some(key), Some(section)) => _ = section.remove(key),
            _ => _ = it.remove(section),
        }
        if it.get(section).is_some_and(|it| it.as_object().is_some_and(Map::is_empty)) {
            it.remove(section);
        }
    }
    before == after
}

fn syntax_faults(document: &dyn Document) -> usize {
    let codes = ["syntax", "section-name", "key-name", "key-outside-section", "quote"];
    document.diagnostics().iter().filter(|it| codes.contains(&it.code.name)).count()
}

#[test]
fn every_change_of_a_field_says_what_was_asked_and_nothing_else() {
    let (mut n_set, mut n_unset) = (0, 0);
    for input in inputs() {
        let document = parse(&input);
        let (old, old_comments) = (meaning(&*document), comments(&*document, &input.text));
        for entry in sections(&*document) {
            let fields = document.form(&entry.item).into_iter().flat_map(|it| it.groups);
            for field in fields.flat_map(|it| it.fields) {
                let (item, key) = (entry.item.clone(), field.key.clone());
                let mut commands: Vec<(Command, Option<String>)> = values(&field)
                    .into_iter()
                    .map(|value| {
                        let (item, key) = (item.clone(), key.clone());
                        (Command::SetValue { item, key, value: value.clone() }, Some(value))
                    })
                    .collect();
                commands.push((Command::Unset { item, key }, None));
                for (command, value) in commands {
                    let Some(new_input) = after(&input, &*document, &command) else { continue };
                    let new = parse(&new_input);
                    let context =
                        || format!("{command:?}\n--- {}\n--- {}", input.text, new_input.text);
                    let same =
                        differ_in(old.clone(), meaning(&*new), &entry.name, Some(&field.key));
                    assert!(same, "something else changed: {}", context());
                    // What looks like a comment in a value with a faulty quote becomes one.
                    let mut new_comments = comments(&*new, &new_input.text);
                    let written = field.written.as_deref().unwrap_or_default();
                    new_comments
                        .retain(|it| old_comments.contains(it) || !written.ends_with(it.trim()));
                    assert_eq!(new_comments, old_comments, "{}", context());
                    // A faulty quote may go with its value.
                    assert!(syntax_faults(&*new) <= syntax_faults(&*document), "{}", context());
                    let form = new.form(&entry.item).unwrap();
                    let written = form.groups.iter().flat_map(|it| &it.fields);
                    let written = written.filter(|it| it.key == field.key);
                    let written: Vec<_> = written.map(|it| it.written.clone()).collect();
                    match value {
                        Some(value) => {
                            assert_eq!(written, [Some(value)], "{}", context());
                            n_set += 1;
                        }
                        None => {
                            assert!(written.iter().all(Option::is_none), "{}", context());
                            n_unset += 1;
                        }
                    }
                }
            }
        }
    }
    println!("{n_set} values set, {n_unset} unset");
    assert!(n_set > 5000 && n_unset > 1000, "{n_set} {n_unset}");
}

#[test]
fn sections_come_go_and_change_their_names() {
    let (mut n_added, mut n_removed, mut n_renamed) = (0, 0, 0);
    for input in inputs() {
        let document = parse(&input);
        let (old, old_comments) = (meaning(&*document), comments(&*document, &input.text));
        let known = sections(&*document);
        for name in ["ABI", "Linker", "ACME_New"] {
            let values = vec![("Name".to_owned(), "Mine".to_owned())];
            let command =
                Command::AddItem { kind: "section".to_owned(), name: name.to_owned(), values };
            let Some(new_input) = after(&input, &*document, &command) else { continue };
            let new = parse(&new_input);
            assert!(new_input.text.starts_with(&*input.text), "{command:?}\n{}", new_input.text);
            assert!(differ_in(old.clone(), meaning(&*new), name, None), "{}", new_input.text);
            assert_eq!(meaning(&*new)[name]["Name"], "Mine", "{}", new_input.text);
            assert_eq!(comments(&*new, &new_input.text), old_comments);
            n_added += 1;
        }
        for entry in &known {
            let item = entry.item.clone();
            let command = Command::Remove { item: item.clone() };
            if let Some(new_input) = after(&input, &*document, &command) {
                let new = parse(&new_input);
                let context = || format!("{command:?}\n--- {}\n--- {}", input.text, new_input.text);
                let same = differ_in(old.clone(), meaning(&*new), &entry.name, None);
                assert!(same, "something else changed: {}", context());
                assert_eq!(sections(&*new).len() + 1, known.len(), "{}", context());
                assert_eq!(new.links().len(), document.links().len(), "{}", context());
                n_removed += 1;
            }
            let command = Command::Rename { item, name: "ACME_Renamed".to_owned() };
            if let Some(new_input) = after(&input, &*document, &command) {
                let new = parse(&new_input);
                let renamed = new_input.text.replace("ACME_Renamed", &entry.name);
                assert_eq!(renamed, *input.text, "{command:?}\n{}", new_input.text);
                assert!(new.form(&ItemPath::new(["section", "ACME_Renamed"])).is_some());
                n_renamed += 1;
            }
        }
    }
    println!("{n_added} added, {n_removed} removed, {n_renamed} renamed");
    assert!(n_added > 200 && n_removed > 300 && n_renamed > 10);
}

/// The formatter on the same texts: settled after one run, and no word is lost.
#[test]
fn the_layout_is_settled_and_keeps_what_is_said() {
    for input in inputs() {
        let document = parse(&input);
        let Some(edit) = document.format() else { continue };
        let text = edit.apply(&input.text);
        let new_input = Input { text: text.as_str().into(), ..input.clone() };
        let new = parse(&new_input);
        assert!(new.format().unwrap().is_empty(), "not settled:\n{text}");
        assert_eq!(meaning(&*new), meaning(&*document), "{text}");
        assert_eq!(comments(&*new, &text), comments(&*document, &input.text), "{text}");
        let mut codes: [Vec<&str>; 2] =
            [&document, &new].map(|it| it.diagnostics().iter().map(|it| it.code.name).collect());
        codes.iter_mut().for_each(|it| it.sort_unstable());
        assert_eq!(codes[0], codes[1], "{text}");
    }
}

/// Fixes that only tidy leave the meaning as it is.
#[test]
fn what_only_tidies_keeps_the_meaning() {
    let mut n_fixes = 0;
    for input in inputs() {
        let document = parse(&input);
        let found = document.diagnostics();
        let codes = ["duplicate-section", "duplicate-key", "include-not-first"];
        for it in found.iter().filter(|it| codes.contains(&it.code.name)) {
            for fix in &it.fixes {
                let text = fix.edit.apply(&input.text);
                let new_input = Input { text: text.as_str().into(), ..input.clone() };
                let new = parse(&new_input);
                let context = || format!("{}\n--- {}\n--- {text}", fix.label, input.text);
                assert_eq!(meaning(&*new), meaning(&*document), "{}", context());
                assert_eq!(
                    comments(&*new, &text),
                    comments(&*document, &input.text),
                    "{}",
                    context()
                );
                n_fixes += 1;
            }
        }
    }
    assert!(n_fixes > 15, "{n_fixes}");
}

#[test]
fn comments_of_the_file_stay_when_a_section_goes() {
    for (text, expected) in [
        ("[A_a]\nx = 1\n\n# of nothing\n\n# of b\n[B_b]\n", "# of nothing\n\n# of b\n[B_b]\n"),
        ("# licence\n[A_a]\nx = 1\n", "# licence\n"),
        ("[B_b]\n[A_a] # in it\nx = 1 # in it\n# end\n", "[B_b]\n# end\n"),
        // What stands right above a section is said of it.
        ("[B_b]\n# of a\n[A_a]\nx = 1\n", "[B_b]\n"),
    ] {
        let document = (target::INFO.parse)(&Input::alone("x.coilcfg", text));
        let command = Command::Remove { item: ItemPath::new(["section", "A_a"]) };
        let change = document.plan(&command).unwrap();
        let edit = change.edits.into_values().next().unwrap();
        assert_eq!(edit.apply(text), expected, "{text}");
    }
}

/// The form gives the items of a list, so that nobody else splits it.
#[test]
fn an_item_comes_or_goes_and_the_others_stay_as_they_are() {
    for (key, written, gone, left, more) in [
        ("Define", "A=\"x, y\", N=1", "N=1", "A=\"x, y\"", "A=\"x, y\", N=1, new"),
        ("Define", "A=\"x,y\",N=1", "A=\"x,y\"", "N=1", "A=\"x,y\",N=1,new"),
        ("Define", "A=\"x, y\"", "nothing", "A=\"x, y\"", "A=\"x, y\", new"),
        ("Include", "\"a, b\" ,, c,", "c", "\"a, b\"", "\"a, b\", c, new"),
    ] {
        let with = |value: &str| format!("[Preprocessor]\n{key} = {value} # c\n");
        let input = Input::alone(MAIN, &with(written));
        let document = parse(&input);
        let item = ItemPath::new(["section", "Preprocessor"]);
        let form = document.form(&item).unwrap();
        let field = form.groups[0].fields.iter().find(|it| it.key == key).unwrap();
        let list = field.list.clone().unwrap();
        let set = |items: &[String]| {
            let value = items.join(&list.separator);
            let command = Command::SetValue { item: item.clone(), key: key.to_owned(), value };
            after(&input, &*document, &command).unwrap().text.to_string()
        };
        let others: Vec<String> = list.items.iter().filter(|it| **it != gone).cloned().collect();
        assert_eq!(set(&others), with(left), "{written}");
        let all = [list.items.clone(), vec!["new".to_owned()]].concat();
        assert_eq!(set(&all), with(more), "{written}");
    }
    let document = parse(&Input::alone(MAIN, "[Linker]\n"));
    let form = document.form(&ItemPath::new(["section", "Linker"])).unwrap();
    let lists = form.groups[0].fields.iter().filter_map(|it| Some((&*it.key, it.list.clone()?)));
    let lists: Vec<_> = lists.map(|(key, it)| (key, it.items.len(), it.separator)).collect();
    assert_eq!(lists, [("Libraries", 0, ", ".to_owned())]);
}
