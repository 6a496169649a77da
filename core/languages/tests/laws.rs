//! Laws for every text of every language, on the corpus, the gallery and mutations of them: tokens
//! join to the text, ranges lie in the text, an edit changes what it says and nothing else, its inverse
//! restores the text, and nothing panics.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::collections::BTreeMap;

use bobbin_core::edit::{Command, ItemPath, SourceChange, TextEdit};
use bobbin_core::syntax::TokenClass;
use bobbin_core::text::{len, slice};
use bobbin_core::view::{ByteField, Field, FieldKind, Form, OriginKind, OutlineEntry, ViewQuery};
use bobbin_core::{Input, Snapshot};
use bobbin_languages::LanguageId;
use text_size::{TextRange, TextSize};

use bobbin_testing::{Random, all_texts, corpus, mutate, n_rounds};

/// The number of edits and mutations tried on each text.
const EDITS_PER_TEXT: usize = 60;

fn parse(language: LanguageId, text: &str) -> Snapshot {
    Snapshot::new(language.info(), Input::alone("text", text))
}

/// Computes everything that a page may ask for, and checks every range.
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

/// A field with its item and the item's range.
type Placed = (ItemPath, TextRange, Field);

/// Returns the fields of all forms of a text.
fn all_fields(snapshot: &Snapshot) -> Vec<Placed> {
    let mut res = Vec::new();
    for entry in flat(&snapshot.outline().entries) {
        let form = snapshot.document().form(&entry.item);
        let fields = form.into_iter().flat_map(|it| it.groups).flat_map(|it| it.fields);
        res.extend(fields.map(|it| (entry.item.clone(), entry.range, it)));
    }
    res
}

/// Written values by item and key.
type Written = BTreeMap<(ItemPath, String), Option<String>>;

/// Returns the written values of `item` and `key`, and of all fields except those that show the words
/// of another item: a connection's form may show a value that stands in a section.
fn written(all: &[Placed], item: &ItemPath, key: &str) -> Written {
    // Of other items, the origin may be what overrules an empty value of their own.
    let place = |it: &Placed| match it.0.parts().first() {
        Some(&"connection") => shown(&it.2),
        _ => it.2.range,
    };
    // The form of a repeated item shows the line that counts, which may stand between parts of the item.
    let is_elsewhere = |it: &Field| {
        let is_inherited = it.origin.kind == OriginKind::Inherited;
        is_inherited && it.range.is_some() && it.origin.range == it.range
    };
    let is_own = |it: &&Placed| {
        let is_inside = place(it).is_none_or(|range| it.1.contains_range(range));
        let is_inside = is_inside && !is_elsewhere(&it.2);
        is_inside || it.0 == *item && it.2.key == key
    };
    let own = all.iter().filter(is_own);
    own.map(|it| ((it.0.clone(), it.2.key.clone()), it.2.written.clone())).collect()
}

/// Returns the place of a written value. An empty one has no words, but the entry that gives it has a
/// place.
fn shown(field: &Field) -> Option<TextRange> {
    let is_empty = field.written.as_deref() == Some("");
    field.range.or_else(|| field.origin.range.filter(|_| is_empty))
}

/// Returns the fields of other items that show the same words of the text as a field does.
fn aliases(all: &[Placed], item: &ItemPath, key: &str) -> Vec<(ItemPath, String)> {
    let is_it = |it: &&Placed| it.0 == *item && it.2.key == key;
    let Some(range) = all.iter().find(is_it).and_then(|it| shown(&it.2)) else {
        return Vec::new();
    };
    let others = all.iter().filter(|it| it.0 != *item && shown(&it.2) == Some(range));
    others.map(|it| (it.0.clone(), it.2.key.clone())).collect()
}

/// Returns the texts of all comments, sorted.
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

/// Returns another value of the kind that a field takes.
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

/// Sets or unsets one field and checks the edit; returns true if an edit was planned.
///
/// # Errors
///
/// A description of what is wrong with the edit.
fn check_edit(
    language: LanguageId,
    (before, fields): (&Snapshot, &[Placed]),
    item: &ItemPath,
    key: &str,
    value: Option<&str>,
) -> Result<bool, String> {
    let (item, key) = (item.clone(), key.to_owned());
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
            return Ok(false);
        }
    };
    let edit = only_edit(&change);
    let new_text = edit.apply(before.text());
    assert_eq!(edit.invert(before.text()).apply(&new_text), **before.text(), "{command:?}");
    let after = parse(language, &new_text);
    let context = || format!("{command:?}\n--- before\n{}\n--- after\n{new_text}", before.text());
    // Text behind a value may become a comment, never the other way round.
    let mut left = comments(&after);
    for it in comments(before) {
        match left.iter().position(|left| *left == it) {
            Some(at) => drop(left.swap_remove(at)),
            None => return Err(format!("{it:?} was lost: {}", context())),
        }
    }
    let new_fields = all_fields(&after);
    let mut expected = written(fields, &item, &key);
    let mut actual = written(&new_fields, &item, &key);
    for alias in [aliases(fields, &item, &key), aliases(&new_fields, &item, &key)].concat() {
        expected.remove(&alias);
        actual.remove(&alias);
    }
    // The written value is in force, unless the form says why not. In a trace configuration a later
    // section with the same target may replace the item; its form then shows the value in force.
    let edited = new_fields.iter().find(|it| it.0 == item && it.2.key == key).map(|it| &it.2);
    let may_count = value.is_some() && language != LanguageId::Pinsight;
    if let Some(it) = edited.filter(|it| may_count && it.inert.is_none()) {
        let is_here = match (it.origin.range, it.range) {
            (Some(place), Some(range)) => place.contains_range(range),
            _ => matches!(it.origin.kind, OriginKind::Written | OriginKind::Expanded),
        };
        if !is_here {
            return Err(format!("{:?} counts: {}", it.origin, context()));
        }
    }
    // What another item says of the same may show in its place.
    let shows_another = value.is_none() && !aliases(&new_fields, &item, &key).is_empty();
    if shows_another {
        actual.insert((item.clone(), key.clone()), None);
    }
    expected.insert((item, key), value.map(str::to_owned));
    // A changed value may add or remove fields; the others must be untouched.
    expected.retain(|it, value| actual.contains_key(it) || value.is_some());
    actual.retain(|it, value| expected.contains_key(it) || value.is_some());
    if actual != expected {
        let differs = |all: &Written, other: &Written| -> Written {
            let own = all.iter().filter(|it| other.get(it.0) != Some(it.1));
            own.map(|it| (it.0.clone(), it.1.clone())).collect()
        };
        let (new, old) = (differs(&actual, &expected), differs(&expected, &actual));
        return Err(format!("says {new:?}, not {old:?}: {}", context()));
    }
    Ok(true)
}

/// Edits random fields of the text; returns how many edits were planned, and whether any could have
/// been.
fn try_edits(
    language: LanguageId,
    text: &str,
    n_edits: usize,
    random: &mut Random,
    faults: &mut Vec<String>,
) -> (usize, bool) {
    let before = parse(language, text);
    let choices = all_fields(&before);
    let mut n_planned = 0;
    for _ in 0..n_edits.min(choices.len() * 2) {
        let (item, _, field) = &choices[random.below(choices.len())];
        let value = other_value(field, random);
        let unset = field.written.is_some() && random.below(3) == 0;
        let before = (&before, choices.as_slice());
        match check_edit(language, before, item, &field.key, (!unset).then_some(value.as_str())) {
            Ok(planned) => n_planned += usize::from(planned),
            Err(fault) => faults.push(fault),
        }
    }
    (n_planned, choices.iter().any(|(_, _, it)| it.inert.is_none()))
}

/// Edits fields of a file as people write them, where some edit must be possible.
fn try_edits_of_file(language: LanguageId, name: &str, text: &str, random: &mut Random) -> usize {
    let mut faults = Vec::new();
    let (mut n_planned, is_possible) =
        try_edits(language, text, EDITS_PER_TEXT, random, &mut faults);
    if n_planned == 0 && is_possible {
        // Of a few fields, chance may have chosen only some that take no such value.
        let before = parse(language, text);
        let fields = all_fields(&before);
        for (item, _, field) in &fields {
            for value in [Some(other_value(field, random)), None] {
                let before = (&before, fields.as_slice());
                match check_edit(language, before, item, &field.key, value.as_deref()) {
                    Ok(planned) => n_planned += usize::from(planned),
                    Err(fault) => faults.push(fault),
                }
            }
        }
    }
    assert_none(faults);
    assert!(n_planned > 0 || !is_possible, "{name}: every edit was refused");
    n_planned
}

/// Fails with the shortest of the failures.
fn assert_none(mut faults: Vec<String>) {
    faults.sort_by_key(String::len);
    let n_shown = faults.len().min(8);
    let short = |it: &String| it.chars().take(1500).collect::<String>();
    let shown = faults[..n_shown].iter().map(short).collect::<Vec<_>>().join("\n=======\n");
    assert!(faults.is_empty(), "{} edits are wrong; the shortest:\n{shown}", faults.len());
}

fn for_each_language(check: impl Fn(LanguageId)) {
    LanguageId::ALL.into_iter().for_each(check);
}

#[test]
fn views_hold_together() {
    for_each_language(|language| {
        for (_, text) in all_texts(language.info()) {
            check_views(&parse(language, &text));
        }
    });
}

/// Each language must also survive the texts of the others.
#[test]
fn views_hold_together_in_the_wrong_language() {
    for_each_language(|language| {
        for other in LanguageId::ALL.into_iter().filter(|&it| it != language) {
            for (_, text) in corpus(other.info()) {
                check_views(&parse(language, &text));
            }
        }
    });
}

#[test]
fn views_hold_together_on_mutations() {
    for_each_language(|language| {
        let n_corpus = corpus(language.info()).len();
        for (nth, (_, text)) in all_texts(language.info()).into_iter().enumerate() {
            let mut random = Random::for_text(0x9E37_79B9_7F4A_7C15, &text);
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
        let mut n_planned = 0;
        for (name, text) in corpus(language.info()) {
            let mut random = Random::for_text(0xD1B5_4A32_D192_ED03, &text);
            n_planned += try_edits_of_file(language, &name, &text, &mut random);
        }
        println!("{}: {n_planned} edits", language.info().name);
    });
}

/// A mistake at the end of the text does not prevent edits before it.
#[test]
fn edits_work_beside_a_mistake() {
    for_each_language(|language| {
        for (name, text) in corpus(language.info()) {
            let mut random = Random::for_text(0x2545_F491_4F6C_DD1D, &text);
            if parse(language, &text).outline().entries.is_empty() {
                continue;
            }
            let broken = format!("{}\n%%% ?\n", text.trim_end_matches('\n'));
            try_edits_of_file(language, &name, &broken, &mut random);
        }
    });
}

/// Checks that an edit of a broken text changes no more than it says, or is refused.
fn check_edits_of_mutated_texts(language: LanguageId) {
    let mut faults = Vec::new();
    let (mut n_planned, mut n_texts) = (0, 0);
    let n_rounds = n_rounds(3, 300);
    for (_, text) in all_texts(language.info()).into_iter().filter(|it| it.1.len() < 2500) {
        let mut random = Random::for_text(0x94D0_49BB_1331_11EB, &text);
        for _ in 0..n_rounds {
            let mutant = mutate(&text, &mut random);
            n_planned += try_edits(language, &mutant, 1, &mut random, &mut faults).0;
            n_texts += 1;
        }
    }
    println!("{}: {n_planned} edits of {n_texts} texts", language.info().name);
    assert_none(faults);
    assert!(n_planned > n_texts / 5, "{n_planned} edits of {n_texts} texts were planned");
}

#[test]
fn edits_of_mutated_pipelines_change_what_they_say() {
    check_edits_of_mutated_texts(LanguageId::Sprokit);
}

#[test]
fn edits_of_mutated_trace_configurations_change_what_they_say() {
    check_edits_of_mutated_texts(LanguageId::Pinsight);
}

#[test]
fn edits_of_mutated_hardware_configurations_change_what_they_say() {
    check_edits_of_mutated_texts(LanguageId::CoilHardware);
}

#[test]
fn edits_of_mutated_target_configurations_change_what_they_say() {
    check_edits_of_mutated_texts(LanguageId::CoilTarget);
}

/// Entries that break off, in every order with whole ones: the program joins entries over several
/// lines, so each change may reach its neighbours.
#[test]
fn edits_beside_entries_that_break_off_change_what_they_say() {
    const LINES: &[&str] = &[
        ":k",
        ":k v",
        "k = v",
        ":j",
        ":j 1",
        "j = 2",
        "",
        "# c",
        "k",
        "= 3",
        ":",
        ": j",
        "k :",
        ":k :j 1",
        "relativepath",
        "k[ro",
        "]",
        "block b",
        "endblock",
        ":=",
        "::",
        "j :=",
    ];
    const HEADS: &[&str] = &["process p :: sink\n", "process p\n", "config c\n", "process p ::\n"];
    let tails = ["", "process q :: sink\n", "connect from p.a to q.b\n"];
    let mut faults = Vec::new();
    let mut random = Random::seeded(0xBF58_476D_1CE4_E5B9);
    let mut n_planned = 0;
    let n = LINES.len();
    for nth in 0..n * n * n * n {
        // Three lines each, and four where there is time.
        if nth >= n * n * n && random.below(n_rounds(200, 4)) != 0 {
            continue;
        }
        let mut text = HEADS[random.below(HEADS.len())].to_owned();
        let mut left = nth;
        for _ in 0..if nth < n * n * n { 3 } else { 4 } {
            text += &format!("{}{}\n", ["", "  "][random.below(2)], LINES[left % n]);
            left /= n;
        }
        text += tails[random.below(tails.len())];
        n_planned += try_edits(LanguageId::Sprokit, &text, 2, &mut random, &mut faults).0;
        let before = parse(LanguageId::Sprokit, &text);
        let fields = all_fields(&before);
        for entry in flat(&before.outline().entries) {
            // A key that the form does not show yet.
            let before = (&before, fields.as_slice());
            match check_edit(LanguageId::Sprokit, before, &entry.item, "new", Some("7")) {
                Ok(planned) => n_planned += usize::from(planned),
                Err(fault) => faults.push(fault),
            }
        }
    }
    println!("{n_planned} edits");
    assert_none(faults);
    assert!(n_planned > 10_000, "{n_planned} edits were planned");
}
