//! What must hold for every text of every language, on the corpus, the gallery and mutations of
//! them: tokens join to the text, ranges lie in the text, an edit changes what it says and nothing
//! else, its inverse restores the text, and nothing panics.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

mod mutation;

use std::collections::BTreeMap;

use bobbin_core::edit::{Command, ItemPath, SourceChange, TextEdit};
use bobbin_core::lang::{Input, LanguageId};
use bobbin_core::snapshot::Snapshot;
use bobbin_core::syntax::TokenClass;
use bobbin_core::text::{len, slice};
use bobbin_core::view::{ByteField, Field, FieldKind, Form, OutlineEntry, ViewQuery};
use text_size::{TextRange, TextSize};

use mutation::{Random, all_texts, corpus, mutate, n_rounds};

/// How many edits and mutations are tried on each text.
const EDITS_PER_TEXT: usize = 60;

fn parse(language: LanguageId, text: &str) -> Snapshot {
    Snapshot::new(language, Input::alone("text", text))
}

/// Runs everything a page may ask for, and checks every range.
fn check_views(snapshot: &Snapshot) {
    let text: &str = snapshot.text();
    let document = snapshot.document();
    let inside = |range: TextRange, what: &str| {
        assert!(
            range.end() <= len(text)
                && text.is_char_boundary(range.start().into())
                && text.is_char_boundary(range.end().into()),
            "{what} at {range:?} is not inside {text:?}"
        );
    };
    let joined: String = document.token_ranges().iter().map(|&it| slice(text, it)).collect();
    assert_eq!(joined, text, "tokens do not join to the text");
    let mut end = TextSize::new(0);
    for it in snapshot.highlights() {
        inside(it.range, "highlight");
        assert!(it.range.start() >= end, "highlights overlap at {:?} in {text:?}", it.range);
        assert!(!slice(text, it.range).contains('\n'), "highlight over a line end: {:?}", it.range);
        end = it.range.end();
    }
    let mut start = TextSize::new(0);
    for it in snapshot.diagnostics() {
        inside(it.range, it.code.name);
        assert!(it.range.start() >= start, "{} is out of order in {text:?}", it.code.name);
        start = it.range.start();
        assert!(!it.message.is_empty() && !it.message.ends_with('.'), "{:?}", it.message);
        for related in it.related.iter().filter(|it| it.path.is_none()) {
            inside(related.range, "related");
        }
        for fix in &it.fixes {
            for replacement in fix.edit.replacements() {
                inside(replacement.range, &fix.label);
            }
            assert_ne!(
                fix.edit.apply(text),
                text,
                "{}: fix {:?} does nothing",
                it.code.name,
                fix.label
            );
        }
    }
    for it in document.folds() {
        inside(it, "fold");
    }
    for entry in flat(&snapshot.outline().entries) {
        inside(entry.range, "outline");
        inside(entry.name_range, "outline name");
        assert!(
            entry.range.contains_range(entry.name_range),
            "the name of {} lies outside it",
            entry.item
        );
        if let Some(form) = document.form(&entry.item) {
            inside(form.range, "form");
            for field in fields(&form) {
                field.range.into_iter().for_each(|it| inside(it, &field.key));
                field.origin.range.into_iter().for_each(|it| inside(it, &field.key));
            }
            for row in form.tables.iter().flat_map(|it| &it.rows) {
                inside(row.range, &row.label);
                for cell in &row.cells {
                    cell.range.into_iter().for_each(|it| inside(it, &row.label));
                }
            }
            for table in &form.tables {
                assert!(table.rows.iter().all(|it| it.cells.len() == table.columns.len()));
            }
        }
    }
    if let Some(graph) = snapshot.graph() {
        for it in &graph.edges {
            inside(it.range, "edge");
            for (vertex, port) in [it.from(), it.to()] {
                assert!(
                    graph.vertices[vertex].ports.get(port).is_some(),
                    "{} has no port",
                    it.item
                );
            }
        }
        for it in &graph.vertices {
            inside(it.range, "vertex");
            inside(it.name_range, "vertex name");
            assert!(it.parent.is_none_or(|it| it < graph.vertices.len()));
        }
    }
    if let Some(Ok(compiled)) = document.compile() {
        check_bytes(&compiled.bytes.fields, 0, compiled.bytes.data.len(), &inside);
    }
    if let (Some(first), Some(second)) = (document.resolved(), document.second_reading()) {
        assert_eq!(first.rows.len(), second.values.len());
    }
    if let Some(resolved) = document.resolved() {
        for it in resolved.rows {
            it.origin.range.into_iter().for_each(|range| inside(range, &it.key));
        }
    }
    for item in flat(&snapshot.outline().entries).into_iter().take(2).map(|it| it.item.clone()) {
        let query = ViewQuery { item: Some(item), settings: Vec::new() };
        if let Some(map) = document.coverage(&query) {
            let width = map.x.high - map.x.low + 1;
            for row in &map.rows {
                assert_eq!(row.runs.iter().map(|it| it.0).sum::<u32>(), width, "{text:?}");
            }
            let n_rows: u32 = map.rows.iter().map(|it| it.n_rows).sum();
            assert_eq!(n_rows, map.y.high - map.y.low + 1);
            map.selection.into_iter().for_each(|it| inside(it.range, "selection"));
            map.deciders.iter().filter_map(|it| it.range).for_each(|it| inside(it, "decider"));
            for reason in map.explanations.iter().flat_map(|it| &it.reasons) {
                reason.ranges.iter().for_each(|&it| inside(it, &reason.sentence));
            }
        }
        if let Some(line) = document.timeline(&query) {
            line.range.into_iter().for_each(|it| inside(it, "timeline"));
            for reason in &line.end_reasons {
                reason.ranges.iter().for_each(|&it| inside(it, &reason.sentence));
            }
        }
    }
    let step = (text.len() / 40).max(1);
    for at in (0..=text.len()).step_by(step).filter(|&it| text.is_char_boundary(it)) {
        let at = TextSize::new(at as u32);
        document.hover(at).into_iter().for_each(|it| inside(it.range, "hover"));
        document.completions(at).iter().for_each(|it| inside(it.range, &it.label));
        if let Some(item) = document.item_at(at) {
            document.form(&item);
        }
    }
}

fn check_bytes(fields: &[ByteField], from: usize, to: usize, inside: &impl Fn(TextRange, &str)) {
    let mut end = from;
    for it in fields {
        let start = it.offset as usize;
        assert!(
            start >= end && start + it.len as usize <= to,
            "{} lies outside its parent",
            it.name
        );
        end = start + it.len as usize;
        it.source.into_iter().for_each(|range| inside(range, &it.name));
        check_bytes(&it.children, start, end, inside);
    }
}

fn flat(entries: &[OutlineEntry]) -> Vec<&OutlineEntry> {
    entries.iter().flat_map(|it| std::iter::once(it).chain(flat(&it.children))).collect()
}

fn fields(form: &Form) -> impl Iterator<Item = &Field> {
    form.groups.iter().flat_map(|it| &it.fields)
}

/// What every form of the text says is written, by item and key.
fn written(snapshot: &Snapshot) -> BTreeMap<(ItemPath, String), Option<String>> {
    let mut res = BTreeMap::new();
    for entry in flat(&snapshot.outline().entries) {
        for field in snapshot.document().form(&entry.item).iter().flat_map(fields) {
            res.insert((entry.item.clone(), field.key.clone()), field.written.clone());
        }
    }
    res
}

/// The fields of other items that show the same words of the text as one field does.
fn aliases(snapshot: &Snapshot, item: &ItemPath, key: &str) -> Vec<(ItemPath, String)> {
    let form = snapshot.document().form(item);
    let own = form.iter().flat_map(fields).find(|it| it.key == key).and_then(|it| it.range);
    let Some(own) = own else { return Vec::new() };
    let mut res = Vec::new();
    for entry in flat(&snapshot.outline().entries) {
        for field in snapshot.document().form(&entry.item).iter().flat_map(fields) {
            if entry.item != *item && field.range == Some(own) {
                res.push((entry.item.clone(), field.key.clone()));
            }
        }
    }
    res
}

/// The texts of all comments, sorted.
fn comments(snapshot: &Snapshot) -> Vec<String> {
    let comments = snapshot.highlights().iter().filter(|it| it.class == TokenClass::Comment);
    let mut res: Vec<String> =
        comments.map(|it| slice(snapshot.text(), it.range).trim().to_owned()).collect();
    res.sort();
    res
}

fn only_edit(change: &SourceChange) -> &TextEdit {
    assert_eq!(change.edits.len(), 1, "an edit of one field touches one file");
    &change.edits["text"]
}

/// Another value for a field, of the kind the field takes.
fn other_value(field: &Field, random: &mut Random) -> String {
    match &field.kind {
        FieldKind::Toggle { on, off } => {
            let current = field.written.as_deref().unwrap_or(&field.effective);
            if current == on { off.clone() } else { on.clone() }
        }
        FieldKind::Integer { min, max } => {
            let value = min.saturating_add(random.below(100) as i64);
            value.clamp(*min, *max).to_string()
        }
        FieldKind::Choice { choices }
        | FieldKind::Suggestion { choices }
        | FieldKind::List { choices }
            if !choices.is_empty() =>
        {
            choices[random.below(choices.len())].value.clone()
        }
        _ => format!("v{}", random.below(1000)),
    }
}

/// Sets or unsets one field and checks the edit; returns whether an edit was planned.
fn check_edit(
    language: LanguageId,
    before: &Snapshot,
    item: &ItemPath,
    field: &Field,
    value: Option<&str>,
) -> bool {
    let (item, key) = (item.clone(), field.key.clone());
    let command = match value {
        Some(value) => {
            Command::SetValue { item: item.clone(), key: key.clone(), value: value.into() }
        }
        None => Command::Unset { item: item.clone(), key: key.clone() },
    };
    let change = match before.document().plan(&command) {
        Ok(change) => change,
        Err(refusal) => {
            assert!(!refusal.reason.is_empty());
            return false;
        }
    };
    let edit = only_edit(&change);
    let new_text = edit.apply(before.text());
    assert_eq!(edit.invert(before.text()).apply(&new_text), **before.text(), "{command:?}");
    let after = parse(language, &new_text);
    let context = || format!("{command:?}\n--- before\n{}\n--- after\n{new_text}", before.text());
    assert_eq!(comments(&after), comments(before), "a comment was lost: {}", context());
    let mut expected = written(before);
    let mut actual = written(&after);
    // A connection's form may show a value that stands in a section.
    for alias in [aliases(before, &item, &key), aliases(&after, &item, &key)].concat() {
        expected.remove(&alias);
        actual.remove(&alias);
    }
    expected.insert((item, key), value.map(str::to_owned));
    // A changed value may bring fields in or take them away; those that stay are untouched.
    expected.retain(|it, value| actual.contains_key(it) || value.is_some());
    actual.retain(|it, value| expected.contains_key(it) || value.is_some());
    assert_eq!(actual, expected, "{}", context());
    true
}

fn try_edits(language: LanguageId, name: &str, text: &str, random: &mut Random) -> usize {
    let before = parse(language, text);
    let mut choices: Vec<(ItemPath, Field)> = Vec::new();
    for entry in flat(&before.outline().entries) {
        for field in before.document().form(&entry.item).iter().flat_map(fields) {
            choices.push((entry.item.clone(), field.clone()));
        }
    }
    let mut n_planned = 0;
    for _ in 0..EDITS_PER_TEXT.min(choices.len() * 2) {
        let (item, field) = &choices[random.below(choices.len())];
        let value = other_value(field, random);
        let unset = field.written.is_some() && random.below(3) == 0;
        let planned =
            check_edit(language, &before, item, field, (!unset).then_some(value.as_str()));
        n_planned += usize::from(planned);
    }
    assert!(
        n_planned > 0 || choices.iter().all(|(_, it)| it.inert.is_some()),
        "{name}: every edit was refused"
    );
    n_planned
}

fn for_each_language(check: impl Fn(LanguageId)) {
    LanguageId::ALL.into_iter().for_each(check);
}

#[test]
fn views_hold_together() {
    for_each_language(|language| {
        for (_, text) in all_texts(language) {
            check_views(&parse(language, &text));
        }
    });
}

/// A language must also survive the texts of the others.
#[test]
fn views_hold_together_in_the_wrong_language() {
    for_each_language(|language| {
        for other in LanguageId::ALL.into_iter().filter(|&it| it != language) {
            for (_, text) in corpus(other) {
                check_views(&parse(language, &text));
            }
        }
    });
}

#[test]
fn views_hold_together_on_mutations() {
    for_each_language(|language| {
        let mut random = Random(0x9E37_79B9_7F4A_7C15 + language as u64);
        let n_corpus = corpus(language).len();
        for (nth, (_, text)) in all_texts(language).into_iter().enumerate() {
            let n_mutations = n_rounds(if nth < n_corpus { 150 } else { 5 }, 300);
            for round in 0..if text.len() < 6000 { n_mutations } else { 0 } {
                let mutant = mutate(&text, &mut random);
                let snapshot = parse(language, &mutant);
                if round % 10 == 0 {
                    check_views(&snapshot);
                } else {
                    let ranges = snapshot.document().token_ranges();
                    let joined: String = ranges.iter().map(|&it| slice(&mutant, it)).collect();
                    assert_eq!(joined, mutant);
                    snapshot.diagnostics();
                    snapshot.outline();
                }
            }
        }
    });
}

#[test]
fn edits_change_what_they_say() {
    for_each_language(|language| {
        let mut random = Random(0xD1B5_4A32_D192_ED03 + language as u64);
        let mut n_planned = 0;
        for (name, text) in corpus(language) {
            n_planned += try_edits(language, &name, &text, &mut random);
        }
        println!("{}: {n_planned} edits", language.info().name);
    });
}

/// A mistake at the end of the text does not stand in the way of edits before it.
#[test]
fn edits_work_beside_a_mistake() {
    for_each_language(|language| {
        let mut random = Random(0x2545_F491_4F6C_DD1D + language as u64);
        for (name, text) in corpus(language) {
            if parse(language, &text).outline().entries.is_empty() {
                continue;
            }
            let broken = format!("{}\n%%% ?\n", text.trim_end_matches('\n'));
            try_edits(language, &name, &broken, &mut random);
        }
    });
}
