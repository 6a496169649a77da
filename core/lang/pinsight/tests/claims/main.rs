//! Tests that what is said of a text is true: three readings of a seed file, values with their
//! origin, and headers.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that panics has found something"
)]

mod crash;
mod entries;
mod headers;
mod regions;
mod silence;
mod values;
mod windows;
mod words;

use std::sync::Arc;

use bobbin_core::diagnostics::Severity;
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::text::{offset, slice};
use bobbin_core::view::{FieldKind, ViewQuery};
use bobbin_core::{Document, HostFacts, Input};
use bobbin_pinsight::{File, parse};

fn file(text: &str) -> File {
    parse(&Input::alone("x.trace", text))
}

fn query(item: &[&str], settings: &[(&str, &str)]) -> ViewQuery {
    let item = (!item.is_empty()).then(|| ItemPath::new(["section"].iter().chain(item).copied()));
    let settings = settings.iter().map(|&(key, value)| (key.to_owned(), value.to_owned()));
    ViewQuery { item, settings: settings.collect() }
}

/// Returns the messages of one code.
fn said(text: &str, code: &str) -> Vec<String> {
    let all = file(text).diagnostics();
    all.into_iter().filter(|it| it.code.name == code).map(|it| it.message).collect()
}

/// pinsight.md#misread-headers: C50 and C51.
const SEED: &str = "[Lexgion.default: OpenMP.default]
max_num_traces = 2000
[OpenMP.thread(0-3): OpenMP.default: MPI.rank(0)]
omp_work = off
[Lexgion(0x10): OpenMP.default]
tracing_rate = 10
[Lexgion(0x20): OpenMP.default: MPI.rank(0)]
max_num_traces = 3
";

#[test]
fn a_seed_file_is_answered_for_by_three_readings() {
    let settings = [("event", "omp_work"), ("region", "0x20"), ("OpenMP.thread", "9")];
    let map = file(SEED).coverage(&query(&[], &settings)).unwrap();
    let titles: Vec<&str> = map.explanations.iter().map(|it| it.title.as_str()).collect();
    assert_eq!(
        titles,
        ["The program of February 2026", "Intended by the document", "Today's program"]
    );
    let sentence = |it: usize| map.explanations[it].sentence.clone();
    // The first region took over the entry that counted for all.
    assert!(
        sentence(0)
            .ends_with("is traced at invocations 9, 19, 29, 39, … (2000 in all), counted from 0")
    );
    assert!(sentence(1).ends_with("is traced at invocations 0, 1, 2 (3 in all), counted from 0"));
    // Its header loses the parents, so every event passes there.
    assert!(sentence(2).ends_with("is traced at invocations 0, 1, 2 (3 in all), counted from 0"));
    let of_others = [("event", "omp_work"), ("region", ""), ("OpenMP.thread", "9")];
    let map = file(SEED).coverage(&query(&[], &of_others)).unwrap();
    assert!(map.explanations[1].is_on);
    let today = &map.explanations[2];
    assert!(!today.is_on, "{today:?}");
    assert!(
        today
            .sentence
            .contains("the line is in `OpenMP.thread(0-3)`, which it reads as `OpenMP.default`"),
        "{today:?}"
    );
    let item = today.reasons.last().unwrap().item.clone();
    assert_eq!(item, Some(ItemPath::new(["section", "OpenMP.thread(0-3)"])));
}

#[test]
fn the_map_of_a_seed_file_can_be_drawn_by_todays_program() {
    let settings = [("event", "omp_work"), ("reading", "today"), ("region", "")];
    let map = file(SEED).coverage(&query(&[], &settings)).unwrap();
    assert!(map.deciders.iter().all(|it| it.n_on == 0), "{:?}", map.deciders);
    assert_eq!(map.notes, ["today's program misreads 4 headers of this file"]);
    let FieldKind::Choice { choices } = &map.controls[0].kind else {
        panic!("{:?}", map.controls[0])
    };
    let words: Vec<&str> = choices.iter().map(|it| it.value.as_str()).collect();
    assert_eq!(words, ["effective", "intended", "today"]);
    let current = file("[OpenMP.default]\n").coverage(&ViewQuery::default()).unwrap();
    assert_eq!(current.explanations.len(), 2);
}

#[test]
fn the_line_of_a_seed_file_says_what_each_reading_traces() {
    let item = ["Lexgion(0x20)"];
    let line = file(SEED).timeline(&query(&item, &[])).unwrap();
    assert_eq!(
        line.sentence,
        "by the document each thread that meets the constraint traces the invocations 0, 1, 2 (3 in \
         all), counted from 0. The program of February 2026 traces the invocations 9, 19, 29, 39, … \
         (2000 in all), counted from 0. Today's program traces the invocations 0, 1, 2 (3 in all), \
         counted from 0"
    );
    assert_eq!((line.first, line.step, line.count), (Some(0), 1, Some(3)));
    let then = file(SEED).timeline(&query(&item, &[("reading", "effective")])).unwrap();
    assert_eq!((then.first, then.step, then.count), (Some(9), 10, Some(2000)));
    assert_eq!(then.title, "0x20 by Lexgion.default");
    let alike = "[Lexgion.default: OpenMP.default]\n[Lexgion(0x10)]\n";
    let line = file(alike).timeline(&query(&["Lexgion(0x10)"], &[])).unwrap();
    assert_eq!(
        line.sentence,
        "by the document and by both programs each thread traces every invocation"
    );
}

#[test]
fn todays_program_takes_a_decimal_address_for_a_name_and_stops_at_an_open_header() {
    let text = "[Lexgion(12): OpenMP.default]\nmax_num_traces = 2\n[MPI.rank(0): MPI.default\n[Lexgion(0x20)]\n";
    let line = file(text).timeline(&query(&["Lexgion(12)"], &[])).unwrap();
    assert!(
        line.sentence.ends_with("Today's program traces every invocation"),
        "{}",
        line.sentence
    );
    let note = |name: &str| file(text).form(&ItemPath::new(["section", name])).unwrap().note;
    assert!(note("MPI.rank(0)").ends_with("as one without an end, and reads no further"));
    assert!(note("Lexgion(0x20)").ends_with("as nothing: it has stopped above"));
}

#[test]
fn the_form_of_a_seed_section_says_what_the_programs_take_it_for() {
    let note = |name: &str| {
        let item = ItemPath::new(["section", name]);
        file(SEED).form(&item).unwrap().note
    };
    assert!(note("OpenMP.thread(0-3)").ends_with(
        "Today's program reads this header as `OpenMP.default`, so its body changes the whole domain"
    ));
    assert!(note("Lexgion(0x10)").contains("its triple counted for all regions"));
    assert!(note("Lexgion(0x20)").contains("so this section had no reliable effect"));
    assert!(note("Lexgion.default").contains("`Lexgion(0x10)`"));
    assert!(
        note("Lexgion.default").ends_with("reads this header as a section that does not exist")
    );
}

#[test]
fn the_table_of_a_seed_file_has_what_the_program_of_its_time_used() {
    let file = file(SEED);
    let (first, second) = (file.resolved().unwrap(), file.second_reading().unwrap());
    let values = |item: &str, key: &str| {
        let at = first.rows.iter().position(|it| it.key == key && it.item.parts()[1] == item);
        let at = at.unwrap();
        (first.rows[at].value.clone(), second.values[at].value.clone())
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(values("Lexgion.default", "tracing_rate"), pair("10", "1"));
    assert_eq!(values("Lexgion(0x10)", "tracing_rate"), pair("not used", "10"));
    assert_eq!(values("Lexgion(0x20)", "max_num_traces"), pair("not used", "3"));
}

#[test]
fn a_seed_file_is_warned_of_where_todays_program_misreads_it() {
    let all = file(SEED).diagnostics();
    let found: Vec<_> = all.iter().filter(|it| it.code.name == "seed-dialect").collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code.severity, Severity::Warning);
    assert_eq!(
        found[0].message,
        "today's program reads this header as a section that does not exist"
    );
    let related: Vec<&str> = found[0].related.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(
        related,
        [
            "read as `OpenMP.default`, so its body changes the whole domain",
            "read as `Lexgion(0x10)` without parents and constraints",
            "read as `Lexgion(0x20)` without parents and constraints"
        ]
    );
}

/// pinsight.md#seed-headers and pinsight.md#reading-a-header: today's program takes the first `]`,
/// and only that of the time asks what stands at the end of the line.
#[test]
fn a_header_with_a_bracket_is_not_said_to_have_none() {
    let text = "[OpenMP.default] # c\nomp_work = off\n[Lexgion.default: OpenMP.default]\n[MPI.rank(0): MPI.default] # why\n[CUDA.default] on\n[MPI.default # x\n";
    assert_eq!(
        said(text, "header-tail"),
        [
            "`# c` comes after the `]`, and the program of February 2026 takes both for a part of the \
             header; today's program ignores it",
            "`# why` comes after the `]`, and the program of February 2026 takes both for a part of \
             the header; today's program ignores it",
            "`on` comes after the `]`, and the program of February 2026 takes both for a part of the \
             header; today's program ignores it",
        ]
    );
    assert_eq!(
        said(text, "unclosed-header"),
        [
            "this header has no `]`, which the program of February 2026 accepts; today's program stops \
          reading here"
        ]
    );
}

/// pinsight.md#seed-headers: of a region's parents the program asks for the domain alone (S38).
#[test]
fn a_parent_with_a_kind_is_not_said_to_be_skipped() {
    let text =
        "[OpenMP.default]\n[Lexgion(0x8): OpenMP.thread(0)]\n[MPI.rank(0): OpenMP.thread(0)]\n";
    assert_eq!(
        said(text, "odd-parent"),
        [
            "`OpenMP.thread(0)` is where the parents belong, and the program takes it for \
             `OpenMP.default`",
            "`OpenMP.thread(0)` is where the parents belong, and the program skips it",
        ]
    );
}

/// pinsight.md#window-actions: an item for an unknown domain is skipped, with all that it says.
#[test]
fn an_item_of_an_action_that_is_skipped_is_not_said_to_set_a_mode() {
    let all = |action: &str| {
        let text = format!("[Lexgion.default]\nmax_num_traces = 5\nwindow_end_action = {action}\n");
        let all = file(&text).diagnostics();
        all.into_iter().map(|it| (it.code.name, it.message)).collect::<Vec<_>>()
    };
    let found = |code, message: &str| (code, message.to_owned());
    let skipped = "there is no domain `FOO`, and the program skips this part of the action";
    assert_eq!(all("FOO:BAR"), [found("action-domain", skipped)]);
    assert_eq!(
        all("OpenMP:BAR,FOO:OFF , MPI:OFF"),
        [
            found("unknown-mode", "`BAR` is not a mode, and the program takes it for TRACING"),
            found("action-domain", skipped),
        ]
    );
    let pause = "`PAUSE` is a spelling of an earlier version that today's program does not know";
    assert_eq!(all("OpenMP:OFF, PAUSE:5:s.sh"), [found("outdated-spelling", pause)]);
    assert_eq!(all("PAUSE:5:s.sh"), [found("outdated-spelling", pause)]);
}

/// pinsight.md#the-triple: a limit of 0 is one, and never reached.
#[test]
fn a_window_with_a_limit_is_not_said_to_have_none() {
    let of = |max: &str| {
        let text = format!("[Lexgion.default]\n{max}window_end_action = OFF\n");
        said(&text, "unreached-end")
    };
    let end = |why: &str| {
        format!(
            "no region that has this `window_end_action` {why}, and there is no timeout: its window \
             never ends"
        )
    };
    assert_eq!(of(""), [end("has a limit")]);
    assert_eq!(of("max_num_traces = -1\n"), [end("has a limit")]);
    assert_eq!(of("max_num_traces = 0\n"), [end("reaches its limit")]);
    assert_eq!(of("max_num_traces = 5\ntrace_starts_at = -1\n"), [end("reaches its limit")]);
    assert_eq!(of("max_num_traces = 5\n"), [""; 0]);
}

/// pinsight.md#window-actions: C115.
#[test]
fn a_mode_with_whitespace_behind_it_is_not_said_to_be_none() {
    let text = "[Lexgion.default]\nmax_num_traces = 5\nwindow_end_action = OpenMP:OFF , MPI:OFF\n";
    assert_eq!(
        said(text, "unknown-mode"),
        ["the whitespace after `OFF` belongs to the word, and the program takes that for TRACING"]
    );
}

#[test]
fn the_slot_of_the_default_is_said_to_be_taken_where_it_bites() {
    let taken = |text: &str| said(text, "taken-default");
    assert_eq!(
        taken(SEED),
        [
            "the program of February 2026 gives `Lexgion(0x10)` the entry of `Lexgion.default`, as the \
          first region: every region traces the invocations 9, 19, 29, 39, … (2000 in all), counted \
          from 0"
        ]
    );
    let harmless = "[Lexgion.default: OpenMP.default]\nmax_num_traces = 5\n[Lexgion(0x10)]\nmax_num_traces = 5\n";
    assert_eq!(taken(harmless), [""; 0]);
    // What stands in the default below the region counts again.
    let below =
        "[Lexgion(0x10): OpenMP.default]\ntracing_rate = 5\n[Lexgion.default]\ntracing_rate = 1\n";
    assert_eq!(taken(below), [""; 0]);
}

#[test]
fn a_header_that_is_almost_a_region_is_a_dead_section() {
    let text = "[Lexigon(0x10)]\ntracing_rate = 2\n[OpenMP.default]\nomp_work = off\n";
    let all = file(text).diagnostics();
    let found = all.iter().find(|it| it.code.name == "dead-section").unwrap();
    assert_eq!(
        found.message,
        "`Lexigon(0x10)` selects nothing, and the program ignores the body of the section"
    );
    assert_eq!(found.help.as_deref(), Some("did you mean `Lexgion(0x10)`?"));
    assert!(found.fixes[0].edit.apply(text).starts_with("[Lexgion(0x10)]\n"));
    assert!(all.iter().all(|it| !it.message.contains("reads no further")));
    let messages = said("[MPI.rank 0]\nMPI_Send = off\n[Nothing(1)]\n", "punit-syntax");
    assert!(
        messages.iter().all(|it| it.ends_with("so the program ignores the body of the section"))
    );
}

#[test]
fn numbers_without_sign_are_said() {
    let text = "[Lexgion.default]\nmax_num_traces = -5\ntrace_starts_at = -1\n";
    assert_eq!(
        said(text, "huge-limit"),
        ["the program reads this as a limit of 4294967291 traces"]
    );
    assert_eq!(
        said(text, "never-traced"),
        ["the program reads this as 4294967295: nothing is traced"]
    );
    assert_eq!(said("[Lexgion.default]\nmax_num_traces = -1\n", "huge-limit"), [""; 0]);
}

#[test]
fn what_follows_the_last_trace_is_no_trace() {
    let late = |max: &str| {
        let text = format!(
            "[Lexgion(0x1)]\ntrace_starts_at = 3\nmax_num_traces = {max}\ntracing_rate = 10\n"
        );
        said(&text, "late-first").concat()
    };
    assert_eq!(
        late("1"),
        "the first trace is invocation 9: the section traces the invocation 9 alone, counted from 0"
    );
    assert!(late("2").ends_with("traces the invocations 9, 19 (2 in all), counted from 0"));
    assert!(late("-1").ends_with("traces the invocations 9, 19, 29, 39, …, counted from 0"));
}

#[test]
fn what_is_said_holds_for_this_text() {
    // A scope is held against constraints at run time, also against those above it.
    let above = "[Lexgion(0x10)] : : MPI.rank(0)\n[MPI.default]\nMPI.rank = (1-3)\n";
    assert_eq!(said(above, "scope-unused"), [""; 0]);
    // 1024 lies in this scope.
    let wide = "[MPI.default]\nMPI.rank = (0-2000)\n[Lexgion(0x10)] : : MPI.rank(1024)\n";
    assert_eq!(said(wide, "id-1024"), [""; 0]);
    assert_eq!(
        said("[REMOVE OpenMP.thread(0)]\n", "remove-punits"),
        ["removing `OpenMP.thread(0)` does nothing, as there is no such section above"]
    );
    let there = "[OpenMP.thread(0)] : OpenMP.default\n[REMOVE OpenMP.thread( 0 )]\n";
    assert!(said(there, "remove-punits")[0].ends_with("and the section stays"));
    let reset = file("[RESET Lexgion(f)]\n").diagnostics();
    assert_eq!(reset.iter().find(|it| it.code.name == "reset-refused").unwrap().help, None);
    let empty = said("[MPI.default]\ntrace_mode =\n", "unknown-mode");
    assert_eq!(empty, ["an empty value is not a mode, and the program takes it for TRACING"]);
    // The mode is set above both, and only the last reset decides.
    let twice = "[MPI.default]\ntrace_mode = OFF\n[RESET MPI.default]\n[RESET MPI.default]\n";
    assert_eq!(said(twice, "reset-mode").len(), 1);
    let hover = |text: &str, word: &str| {
        let at = text.find(word).unwrap();
        file(text).hover(offset(at)).unwrap().markdown
    };
    assert!(
        hover("[Lexgion(0x1)] : Lexgion.default\n", "Lexgion.d").contains("names no event set")
    );
    assert!(hover("[Lexgion(0x1)] : MPI.default\n", "MPI").contains("is copied"));
    let foreign = "[OpenMP.thread(0)] : MPI.default\n";
    assert!(hover(foreign, "MPI").contains("by their numbers"));
    let note =
        file("[REMOVE Knob]\na = 1\n").form(&ItemPath::new(["section", "Knob"])).unwrap().note;
    assert!(note.contains("the body is read"), "{note}");
}

#[test]
fn a_note_behind_a_value_stays_when_the_value_changes() {
    let set = |text: &str, section: &str, key: &str, value: &str| {
        let command = Command::SetValue {
            item: ItemPath::new(["section", section]),
            key: key.to_owned(),
            value: value.to_owned(),
        };
        let edit = file(text).plan(&command).unwrap().edits["x.trace"].clone();
        let after = edit.apply(text);
        assert_eq!(edit.invert(text).apply(&after), text);
        after
    };
    assert_eq!(
        set(
            "[OpenMP.default]\r\n  omp_work = on # keep me\r\n",
            "OpenMP.default",
            "omp_work",
            "off"
        ),
        "[OpenMP.default]\r\n  # keep me\r\n  omp_work = off\r\n"
    );
    assert_eq!(
        set("[Lexgion.default]\ntracing_rate = # what?\n", "Lexgion.default", "tracing_rate", "2"),
        "[Lexgion.default]\n# what?\ntracing_rate = 2\n"
    );
    // Who writes the note again keeps it where it is.
    assert_eq!(
        set("[Manifest]\ninterval = 3 # s", "Manifest", "interval", "4"),
        "[Manifest]\n# s\ninterval = 4"
    );
    // The text of a knob is all value, but hardly anybody means a `#` and a blank there.
    assert_eq!(set("[Knob]\na = b # c\n", "Knob", "a", "d"), "[Knob]\n# c\na = d\n");
    assert_eq!(set("[Knob]\na = b # c\n", "Knob", "a", "b # d"), "[Knob]\na = b # d\n");
    assert_eq!(set("[Knob]\na = b #c\n", "Knob", "a", "d"), "[Knob]\na = d\n");
    // In a part of a header it may stand in a list that is not closed, or right behind a word.
    let constraints = |text: &str| set(text, "Lexgion(0x10)", "=constraints", "MPI.rank(1)");
    let expected = "# a\n[Lexgion(0x10)] : : MPI.rank(1)";
    assert_eq!(constraints("[Lexgion(0x10)] : : MPI.rank(0 # a"), expected);
    assert_eq!(constraints("[Lexgion(0x10)] : : MPI.rank(0)# a"), expected);
    assert_eq!(
        constraints("[Lexgion(0x10)] : : MPI.rank(0 # a (b)"),
        expected.replace("# a", "# a (b)")
    );
    assert_eq!(
        constraints("[Lexgion(0x10): : MPI.rank(0) # a]"),
        "# a\n[Lexgion(0x10): : MPI.rank(1)]"
    );
    assert_eq!(
        set("[Lexgion.default]\ntracing_rate = 10# c\n", "Lexgion.default", "tracing_rate", "2"),
        "[Lexgion.default]\n# c\ntracing_rate = 2\n"
    );
}

#[test]
fn a_switch_without_a_key_is_said_where_the_program_speaks() {
    let refused = |text: &str| said(text, "event-not-installed").len();
    let message = "without a key the program finds an event of OpenMP that has no name, and refuses \
                   to switch it on";
    assert_eq!(said("[OpenMP.default]\n= on\n", "event-not-installed"), [message]);
    assert_eq!(said("[OpenMP.default]\n= on\n", "unknown-key"), [""; 0]);
    assert_eq!(refused("[Knob : x]\n[OpenMP.default]\n= 1\n"), 1);
    assert_eq!(refused("[OpenMP.thread(0)]\n= ON\n"), 1);
    // Other domains have no such event, and one that is switched off is no matter.
    for text in ["[MPI.default]\n= on\n", "[OpenMP.default]\n= off\n"] {
        assert_eq!((refused(text), said(text, "unknown-key").len()), (0, 1), "{text}");
    }
}

#[test]
fn a_file_collides_with_that_of_an_earlier_region_only() {
    let collides = |text: &str| said(text, "file-collision");
    for alone in ["[Lexgion(:x)]\n", "[Lexgion(Python::run)]\n", "[Lexgion(Python:, :x)]\n"] {
        assert_eq!(collides(alone), [""; 0], "{alone}");
    }
    // The program skips the first item, and so there is one region `f`.
    assert_eq!(collides("[Lexgion(Pyton:a.py:f, f)]\n"), [""; 0]);
    assert_eq!(
        collides("[Lexgion(Python::run)]\n[Lexgion(Python:a.py:run)]\n"),
        [
            "`Python:a.py:run` is the same region as an earlier one of this name: the one given first \
          has no file"
        ]
    );
}

#[test]
fn what_a_list_of_regions_loses_is_said() {
    let tails = |text: &str| said(text, "region-tail");
    assert_eq!(
        tails("[Lexgion(f(int))]\n"),
        ["`)` is ignored: the regions end at the first `)`, and the program reads `f(int`"]
    );
    assert_eq!(
        tails("[Lexgion(OpenMP) .default]\n"),
        ["`.default` is ignored, and the program takes `OpenMP` for the name of a region"]
    );
    assert_eq!(tails("[Lexgion.default : MPI]\n[Lexgion(0x20)x]\n").len(), 1);
    // Whitespace at the end of the brackets is none of the target, and what stands in another form
    // is reported as that.
    for whole in [
        "[ Lexgion(MPI).default ]\n",
        "[Lexgion(0x1, f) ] : MPI.default\n",
        "[Lexgion(0x1)] : MPI.default\n[Lexgion(0x2): MPI.default]\n",
        "[Lexgion.default : MPI]\n[Lexgion(0x2)] # c\n",
        "[Lexgion(0x2\n",
    ] {
        assert_eq!(tails(whole), [""; 0], "{whole}");
    }
}

#[test]
fn a_removal_that_removes_nothing_is_said_once() {
    let all = |text: &str| -> Vec<String> {
        file(text).diagnostics().iter().map(|it| it.message.clone()).collect()
    };
    for name in ["OpenMP.core", "Foo.x", "CUDA.thread", "MPI.node"] {
        let message = format!("there is no `{name}`, so nothing is removed");
        for ids in ["*", "0"] {
            let said = all(&format!("[REMOVE {name}({ids})]\n"));
            assert_eq!(said.concat(), message, "{name}({ids})");
        }
    }
    // The wildcard has no blanks and stands alone.
    let refused = "the program refuses the list of ids ` * ` and removes nothing";
    let spaced = "[OpenMP.thread(0)] : OpenMP.default\n[REMOVE OpenMP.thread( * )]\n";
    assert_eq!(all(spaced)[1..], [refused]);
    assert_eq!(file(spaced).state().domains[0].punits.len(), 1);
    let listed = said("[REMOVE OpenMP.thread(*), MPI.rank(0)]\n", "bad-id-list");
    assert_eq!(listed, ["the program refuses the list of ids `*` and removes nothing"]);
    // The same ids in another form are the same target, unless a wildcard has taken it away.
    let other = "[OpenMP.thread(0, 1)] : OpenMP.default\n[REMOVE OpenMP.thread(0-1)]\n";
    assert!(said(other, "remove-punits")[0].ends_with("and the section stays"));
    let gone = "[OpenMP.thread(0)]\n[REMOVE OpenMP.thread(*)]\n[REMOVE OpenMP.thread(0)]\n";
    assert!(said(gone, "remove-punits")[0].ends_with("as there is no such section above"));
}

#[test]
fn all_brackets_at_the_end_of_a_seed_header_are_its_end() {
    let codes = |header: &str| -> Vec<&str> {
        let text = format!("[Lexgion.default: OpenMP.default]\n{header}\n");
        file(&text).diagnostics().iter().map(|it| it.code.name).collect()
    };
    for fine in ["[MPI.default]]", "[MPI.default] ]\t]", "[Lexgion(0x10): MPI.default]]]"] {
        assert_eq!(codes(fine), ["seed-dialect"], "{fine}");
    }
    assert_eq!(codes("[Lexgion(0x10: MPI.default]]"), ["seed-dialect", "header-syntax"]);
    assert_eq!(codes("[Lexgion(0x10): MPI.default]] x"), ["seed-dialect", "header-tail"]);
}

#[test]
fn a_copy_that_goes_stale_is_named_for_what_was_copied() {
    let stale = |text: &str| said(text, "stale-copy");
    let message = |copy: &str, of: &str| {
        format!("`{copy}` copied `{of}` above and does not get what this section changes")
    };
    assert_eq!(
        stale("[Lexgion(0x5)] : MPI.default\n[MPI.default.all]\nMPI_Send = off\n"),
        [message("Lexgion(0x5)", "MPI.default")]
    );
    // Today's program takes a header of the seed dialect for that of the domain.
    let mixed =
        "[Lexgion(0x5)] : OpenMP.default\n[OpenMP.thread(0-3): OpenMP.default]\nomp_work = off\n";
    assert_eq!(stale(mixed), [message("Lexgion(0x5)", "OpenMP.default")]);
    // A punit section copies its first parent in both dialects.
    let change = "[MPI.default]\nMPI_Send = off\n[OpenMP.default]\nomp_work = off\n";
    for (header, copied) in [
        ("[OpenMP.thread(1)] : OpenMP.default, MPI.default", Some("OpenMP.default")),
        ("[OpenMP.thread(1)] : MPI.default", Some("MPI.default")),
        ("[OpenMP.thread(1)]", None),
        ("[OpenMP.thread(1)] : OpenMP", None),
    ] {
        let expected = copied.map(|it| message("OpenMP.thread(1)", it));
        assert_eq!(stale(&format!("{header}\n{change}")), Vec::from_iter(expected), "{header}");
    }
    let seed = format!("[OpenMP.thread(1): OpenMP.default, MPI.default]\n{change}");
    assert_eq!(
        stale(&seed.replace("[MPI", "[Lexgion.default: Lexgion]\n[MPI")),
        [message("OpenMP.thread(1)", "OpenMP.default")]
    );
    // A section without any region copies nothing, and neither does what is no parent.
    assert_eq!(stale("[Lexgion()]\n[Lexgion.default]\ntracing_rate = 2\n"), [""; 0]);
    assert_eq!(stale(&format!("[Lexgion(0x5)] : OpenMP.thread\n{change}")), [""; 0]);
}

#[test]
fn explanations_say_what_removed_a_region_and_who_set_a_mode() {
    let text = "[Lexgion(0x10)]\ntracing_rate = 5\n[REMOVE Lexgion(0x10)]\n";
    let reasons = |file: &File, settings: &[(&str, &str)]| {
        file.coverage(&query(&[], settings)).unwrap().explanations.swap_remove(0).reasons
    };
    let of = |region: &str| reasons(&file(text), &[("event", "MPI_Send"), ("region", region)]);
    let found = |region: &str, words: &str| {
        of(region).into_iter().find(|it| it.sentence.starts_with(words))
    };
    let applies =
        "so `Lexgion(MPI).default` applies: `Lexgion.default` with the events of `MPI.default`";
    let removed = found("0x10", "this region was removed").unwrap();
    assert_eq!(removed.sentence, format!("this region was removed, {applies}"));
    assert_eq!(slice(text, removed.ranges[0]), "[REMOVE Lexgion(0x10)]");
    let unnamed = found("", "no section names this region").unwrap();
    assert_eq!(unnamed.sentence, format!("no section names this region, {applies}"));
    // A section names it, but regions of OpenMP have no names.
    let named = file("[Lexgion(foo)]\n");
    let reasons_of_named = reasons(&named, &[("event", "omp_work"), ("region", "foo")]);
    assert!(
        reasons_of_named.iter().any(|it| it
            .sentence
            .starts_with("regions of OpenMP have no names, so `Lexgion(OpenMP).default` applies")),
        "{reasons_of_named:?}"
    );

    let mode = |value: &str| {
        let mut host = HostFacts::default();
        host.env.insert("PINSIGHT_TRACE_MPI".to_owned(), value.to_owned());
        let input = Input { host: Arc::new(host), ..Input::alone("x.trace", "[MPI.default]\n") };
        reasons(&parse(&input), &[("event", "MPI_Send")])[0].sentence.clone()
    };
    assert_eq!(
        mode("OFF"),
        "the mode of MPI is OFF by the environment: nothing is counted or traced"
    );
    assert_eq!(mode("TRACING"), "the mode of MPI is TRACING by the environment");
    assert_eq!(
        said("[OpenMP.default]\nomp_parallel_begin = off\n", "no-effect"),
        ["switching `omp_parallel_begin` has no effect at run time: only the triple decides"]
    );
}

#[test]
fn a_code_names_a_complaint_where_the_program_makes_it() {
    let references = |text: &str| -> Vec<&str> {
        file(text).diagnostics().iter().filter_map(|it| it.code.reference).collect()
    };
    // A mode is refused in punit sections; every other key in the wrong place is passed over.
    assert_eq!(
        references("[OpenMP.thread(0)]\ntrace_mode = OFF\n"),
        ["trace_mode_only_in_default"]
    );
    for silent in [
        "[OpenMP.default]\nMPI.rank = (0-3)\n",
        "[MPI.default]\ndevice_activity = on\n",
        "[OpenMP.thread(0)]\ntrace_starts_at = 5\n",
        "[Lexgion.default]\ntrace_mode = OFF\n",
        // Of the parents of punit sections and in the seed dialect nothing is said.
        "[OpenMP.thread(0)] : OpenMP\n",
        "[OpenMP.thread(0)] : Foo.default\n",
        "[OpenMP.thread(0)] : MPI.rank(0)\n",
        "[Lexgion(0x10): Foo.default]\n",
        "[Lexgion(0x10):: MPI.rank(0)]\n",
        // Of targets only the program of the seed dialect complains, unless ids are refused.
        "[OpenMP.thread 0]\n",
        "[Lexgion(0x10)] : : MPI.rank 0\n",
    ] {
        assert_eq!(references(silent), [""; 0], "{silent}");
    }
    for (text, reference) in [
        ("[RESET OpenMP.thread(0)]\n", "reset_not_allowed_punit"),
        ("[RESET Lexgion(0x10)]\n", "reset_not_allowed_region"),
        ("[Lexgion(0x10)] : OpenMP\n", "bad_inheritance"),
        ("[Lexgion(0x10)] : Foo.x.default\n", "bad_inheritance"),
        ("[Lexgion(0x10)] : Foo.default\n", "inheritance_unknown_domain"),
        ("[OpenMP.thread 0: OpenMP.default]\n", "bad_punit_target"),
    ] {
        assert_eq!(references(text), [reference], "{text}");
    }
    // What stands behind the first `.default` does not matter to a punit section.
    let parents = |text: &str| said(text, "odd-parent").concat();
    assert!(parents("[OpenMP.thread(0)] : OpenMP.defaults\n").ends_with("it for `OpenMP.default`"));
    assert!(parents("[OpenMP.thread(0)] : OpenMP\n").ends_with("and the program skips it"));
    assert!(parents("[OpenMP.thread(0): OpenMP]\n").ends_with("and the program skips it"));
}

#[test]
fn words_are_true_of_the_edges_too() {
    let rotation = |time: &str| {
        let text = format!("[CUDA.default]\ndevice_activity = rotate_per_node:{time}\n");
        said(&text, "rotate-time").concat()
    };
    assert_eq!(rotation("5x"), "`5x` is not a number of milliseconds, and the program takes 5");
    assert!(rotation("soon").ends_with("and the program takes 1000"));
    // A constraint that was good above holds on.
    let twice = "[Lexgion(0x1)] : : MPI.rank(0)\n[Lexgion(0x1)] : : MPI.rank(x)\n";
    assert_eq!(said(twice, "open-constraint"), [""; 0]);
    assert_eq!(said(&twice.replace("rank(0)", "rank(y)"), "open-constraint").len(), 2);
    let one_of_two =
        twice.replacen("Lexgion(0x1)] : : MPI.rank(x)", "Lexgion(0x1, 0x2)] : : MPI.rank(x)", 1);
    assert_eq!(said(&one_of_two, "open-constraint").len(), 1);
    let help = |text: &str| {
        let all = file(text).diagnostics();
        all.into_iter().find(|it| it.code.name == "reset-refused").unwrap().help.is_some()
    };
    assert!(help("[RESET Lexgion(f, 0X20)]\n"));
    assert!(!help("[RESET Lexgion(f0x20)]\n"));
}

/// pinsight.md#the-triple: nothing is traced with a limit of 0, nor from a start that never comes,
/// however the number is written.
#[test]
fn numbers_with_which_nothing_is_traced_are_said() {
    let limit = |value: &str| {
        said(&format!("[Lexgion.default]\nmax_num_traces = {value}\n"), "zero-limit").concat()
    };
    for value in ["0", "abc", "00", ""] {
        assert_eq!(limit(value), "with a limit of 0 traces, nothing is traced", "{value}");
    }
    assert_eq!(limit("-1") + &limit("5") + &limit("5x"), "");
    // An exception is meant, unless it is a slip.
    for (value, n) in [("0", 0), ("abc", 1)] {
        let text = format!("[Lexgion(Python).default]\nmax_num_traces = {value}\n");
        assert_eq!(said(&text, "zero-limit").len(), n, "{value}");
    }
    assert_eq!(
        said("[Lexgion.default]\ntracing_rate = -1x\n", "never-traced"),
        ["the program reads this as 4294967295: nothing is traced"]
    );
}

/// A line that is set again below has no effect, so nothing about it may be meant otherwise.
#[test]
fn a_line_that_does_not_count_has_no_hints() {
    let action = "window_end_action = INTROSPECT:0:/a.sh:\n";
    let text = |again: &str| format!("[Lexgion.default]\nmax_num_traces = 2\n{action}{again}");
    for code in ["script-without-rotation", "introspect-keeps-modes"] {
        assert_eq!(said(&text(""), code).len(), 1, "{code}");
        assert_eq!(said(&text("window_end_action = OFF\n"), code).len(), 0, "{code}");
    }
    // The program misreads it all the same.
    let text = "[Lexgion.default]\ntracing_rate = 5x\ntracing_rate = 5\n";
    assert_eq!(said(text, "odd-number").len(), 1);
}

/// pinsight.md#seed-headers: there a leading 0 makes a number octal (S06), and so it is converted.
#[test]
fn a_number_of_the_seed_dialect_is_the_same_address_today() {
    let offered = |number: &str| {
        let text = format!("[Lexgion({number})]\n");
        let all = file(&text).diagnostics();
        let found = all.iter().find(|it| it.code.name == "decimal-address").unwrap();
        found.fixes.iter().map(|it| it.label.clone()).collect::<Vec<_>>()
    };
    assert_eq!(offered("010"), ["Write the octal number as `0x8`", "Change to `0x010`"]);
    assert_eq!(offered("10"), ["Write the decimal number as `0xa`", "Change to `0x10`"]);
    // The seed program read it as the address 0.
    assert_eq!(offered("08"), ["Change to `0x08`"]);
}
