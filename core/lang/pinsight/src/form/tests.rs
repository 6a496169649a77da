//! Fields say where their values come from.

use crate::fixtures::{file, section};
use bobbin_core::Document;
use bobbin_core::edit::Command;
use bobbin_core::view::{Field, FieldKind};

/// Describes one field: written, effective, origin and what stands in the way.
#[track_caller]
fn field(text: &str, item: &[&str], key: &str) -> String {
    let form = file(text).form(&section(item)).unwrap();
    let mut fields = form.groups.iter().flat_map(|it| &it.fields);
    let Field { written, effective, origin, inert, .. } = fields.find(|it| it.key == key).unwrap();
    let mut res = format!("{} → {effective} ({:?}", written.as_deref().unwrap_or("-"), origin.kind);
    if !origin.note.is_empty() {
        res.push_str(&format!(": {}", origin.note));
    }
    res.push(')');
    if let Some(inert) = inert {
        res.push_str(&format!(" inert: {inert}"));
    }
    res
}

#[test]
fn fields_say_where_values_come_from() {
    let text = "\
[OpenMP.default]
omp_work = off
OpenMP.thread = (0-7)
[Lexgion.default] : OpenMP.default
tracing_rate = 10
[Lexgion(0x10)]
max_num_traces = 5
OpenMP.omp_masked = off
[Lexgion(0x10)]
tracing_rate = 3
";
    let check = |item: &[&str], key: &str, expected: &str| {
        assert_eq!(field(text, item, key), expected, "{key}");
    };
    check(&["OpenMP.default"], "omp_work", "off → off (Written)");
    check(&["OpenMP.default"], "omp_masked", "- → on (Default: install default)");
    check(
        &["OpenMP.default"],
        "omp_flush",
        "- → off (Default: install default) inert: off by default, and the program refuses to switch it on",
    );
    check(&["OpenMP.default"], "OpenMP.thread", "(0-7) → (0, 7) (Written)");
    check(&["OpenMP.default"], "trace_mode", "- → TRACING (Default)");
    check(&["Lexgion(0x10)"], "OpenMP.omp_work", "- → off (Inherited: from `OpenMP.default`)");
    check(&["Lexgion(0x10)"], "OpenMP.omp_masked", "off → off (Written)");
    check(
        &["Lexgion(0x10)", "#2"],
        "OpenMP.omp_masked",
        "- → off (Inherited: from `Lexgion(0x10)`)",
    );
    check(&["Lexgion(0x10)"], "tracing_rate", "- → 3 (Inherited: from `Lexgion(0x10)`)");
    check(&["Lexgion(0x10)"], "trace_starts_at", "- → 0 (Default)");
    check(&["Lexgion(0x10)"], "MPI.MPI_Send", "- → on (Default: no event set for MPI here)");
}

#[test]
fn the_parents_of_a_section_are_a_list() {
    let text = "[Lexgion(0x10)] : OpenMP.default,MPI.default ,\ntracing_rate = 3\n";
    let form = file(text).form(&section(&["Lexgion(0x10)"])).unwrap();
    let lists = form.groups.iter().flat_map(|it| &it.fields).filter_map(|it| it.list.as_ref());
    let lists: Vec<String> = lists.map(|it| it.items.join(&it.separator)).collect();
    assert_eq!(lists, ["OpenMP.default,MPI.default"]);
}

/// The page offers to unset what is written.
#[test]
fn a_target_cannot_be_unset() {
    let text = "[Lexgion(0x10)]\ntracing_rate = 3\n";
    assert_eq!(
        field(text, &["Lexgion(0x10)"], "=target"),
        "- → 0x10 (Written) inert: rename a region in the text to change what this is for"
    );
}

/// pinsight.md#window-end.
#[test]
fn an_action_that_is_not_written_changes_no_mode() {
    let text = "[Lexgion(0x10)]\ntracing_rate = 3\n";
    let told = field(text, &["Lexgion(0x10)"], "window_end_action");
    assert_eq!(told, "- →  (Default: by default no mode changes)");
}

/// pinsight.md#knobs: a leading 0 makes an octal number.
#[test]
fn a_knob_has_the_value_that_the_program_reads() {
    let file = file("[Knob]\na = 010\nb = text\n");
    let form = file.form(&section(&["Knob"])).unwrap();
    let fields = form.groups.iter().flat_map(|it| &it.fields).filter(|it| it.key.len() == 1);
    let values: Vec<_> = fields.map(|it| (it.written.as_deref(), it.effective.as_str())).collect();
    assert_eq!(values, [(Some("010"), "8"), (Some("text"), "text")]);
}

/// pinsight.md#knobs: any name, at most 64 of them, each of at most 63 bytes.
#[test]
fn a_form_adds_a_knob() {
    fn added(text: &str, values: &[(&str, &str)]) -> String {
        let file = file(text);
        let form = file.form(&section(&["Knob"])).unwrap();
        let Some(Command::AddItem { kind, name, values: mut all }) = form.tables[0].add.clone()
        else {
            panic!("the form adds nothing");
        };
        all.extend(values.iter().map(|it| (it.0.to_owned(), it.1.to_owned())));
        match file.plan(&Command::AddItem { kind, name, values: all }) {
            Ok(change) => change.edits["x.trace"].apply(text),
            Err(refusal) => refusal.reason,
        }
    }
    let text = "[Knob]\n  a = 1   # one\n\n[OpenMP.default]\n";
    assert_eq!(
        added(text, &[("name", "rate"), ("value", "0.5")]),
        "[Knob]\n  a = 1   # one\n  rate = 0.5\n\n[OpenMP.default]\n"
    );
    assert_eq!(added("[Knob]\n", &[("name", "x"), ("value", "")]), "[Knob]\n    x = \n");
    assert_eq!(added(text, &[("value", "1")]), "a knob needs a name");
    assert_eq!(added(text, &[("name", "a"), ("value", "2")]), "`a` is set here already");
    let long = "n".repeat(64);
    assert_eq!(
        added(text, &[("name", &long)]),
        "the program keeps 63 bytes of a name, and this one has 64"
    );
    let full: String = std::iter::once("[Knob]\n".to_owned())
        .chain((0..64).map(|it| format!("k{it} = 1\n")))
        .collect();
    assert_eq!(
        added(&full, &[("name", "more"), ("value", "1")]),
        "the program takes 64 knobs, and the file has as many"
    );
    assert!(
        file("[OpenMP.default]\n").form(&section(&["OpenMP.default"])).unwrap().tables.is_empty()
    );
}

/// pinsight.md#seed-headers: what stands behind the bracket was a part of the name.
#[test]
fn the_title_of_a_section_ends_at_its_bracket() {
    let file =
        file("[Lexgion(0x10): MPI.default]\n[OpenMP.default] # the defaults\nomp_work = off\n");
    let outline = file.outline();
    assert_eq!(outline.entries[1].name, "OpenMP.default");
    assert_eq!(file.form(&outline.entries[1].item).unwrap().title, "OpenMP.default");
}

/// A window whose end takes a domain out of TRACING opens no further one for it (pinsight.md#window-end).
#[test]
fn what_is_traced_is_said_of_the_domains_of_the_section() {
    let note = |header: &str, action: &str| {
        let text = format!(
            "[{header}]\nmax_num_traces = 2\ntracing_rate = 5\nwindow_end_action = {action}\n"
        );
        let form = file(&text).form(&section(&[header])).unwrap();
        form.groups.into_iter().find(|it| it.title == "Sampling").unwrap().note
    };
    let again = "Traces the invocations 4, 9, 14, 19, …, counted from 0, in windows of 2";
    let once = "Traces the invocations 4, 9 (2 in all), counted from 0";
    let action = "OpenMP:OFF, MPI:TRACING";
    assert_eq!(note("Lexgion(MPI:MPI_Send)", action), again);
    assert_eq!(note("Lexgion(MPI_Send)", action), again);
    assert_eq!(note("Lexgion(OpenMP).default", action), once);
    assert_eq!(note("Lexgion(MPI:MPI_Send)", "OpenMP:TRACING, MPI:OFF"), once);
    assert_eq!(note("Lexgion.default", "OpenMP:TRACING"), again);
    assert_eq!(
        note("Lexgion(0x10)", action),
        "Traces the invocations 4, 9 (2 in all), counted from 0, for OpenMP; traces the invocations 4, 9, \
         14, 19, …, counted from 0, in windows of 2, for MPI, CUDA, Python, HIP"
    );
}

/// pinsight.md#documents-and-program: measuring energy cannot rotate.
#[test]
fn a_rotation_is_offered_for_devices_alone() {
    let choices = |header: &str, key: &str, value: &str| {
        let form =
            file(&format!("[{header}]\n{key} = {value}\n")).form(&section(&[header])).unwrap();
        let mut fields = form.groups.into_iter().flat_map(|it| it.fields);
        let field = fields.find(|it| it.key == key).unwrap();
        assert_eq!(field.help.contains("rotate"), header != "Energy");
        let FieldKind::Choice { choices } = field.kind else { panic!("{:?}", field.kind) };
        choices.into_iter().map(|it| it.value).collect::<Vec<_>>()
    };
    let untimed = ["off", "on", "anyone_per_node", "leader_per_node"];
    assert_eq!(choices("Energy", "measure", "on"), untimed);
    assert_eq!(choices("CUDA.default", "device_activity", "on")[4], "rotate_per_node:1000");
    // What is written is there.
    assert_eq!(choices("Energy", "measure", "rotate_per_node:5")[4], "rotate_per_node:5");
}
