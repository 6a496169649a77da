//! Headers and regions of which it is easy to say something that is not so.

use bobbin_core::{Document as _, HostFacts, Input};
use bobbin_pinsight::parse;

use super::{file, query};

/// Returns the codes and messages of a text.
fn said(text: &str) -> Vec<String> {
    let all = file(text).diagnostics().into_iter();
    all.map(|it| format!("{}: {}", it.code.name, it.message)).collect()
}

/// Returns what is asked about in the end, and the first answer to it.
fn asked(text: &str, settings: &[(&str, &str)]) -> (String, String) {
    let map = file(text).coverage(&query(&[], settings)).unwrap();
    let region = map.controls.iter().find(|it| it.key == "region").unwrap();
    let reasons = map.explanations[0].reasons.iter().map(|it| it.sentence.as_str());
    let entry = reasons.into_iter().find(|it| it.contains("region")).unwrap_or_default();
    (region.value.clone(), entry.to_owned())
}

/// pinsight.md#region-lookup: what has no address is not at the last one.
#[test]
fn a_region_without_an_address_has_none() {
    for text in [
        "[Lexgion(0x10, 0xffffffffffffffff)]\n[Lexgion(MPI_Send)]\n",
        "[Lexgion(0x10, 0x1ffffffffffffffff)]\n[Lexgion(MPI_Send)]\n",
    ] {
        let (region, entry) = asked(text, &[("event", "MPI_Send"), ("region", "")]);
        let default = "no section names this region, so `Lexgion(MPI).default` applies: \
                       `Lexgion.default` with the events of `MPI.default`";
        assert_eq!((region.as_str(), entry.as_str()), ("", default), "{text}");
        let (region, entry) = asked(text, &[("event", "MPI_Send"), ("region", "MPI_Send")]);
        assert_eq!(region, "MPI_Send");
        assert!(entry.contains("`Lexgion(MPI_Send)`"), "{entry}");
        let (region, _) = asked(text, &[("event", "MPI_Send"), ("region", "main")]);
        assert_eq!(region, "", "{text}");
        let last = ("region", "0xffffffffffffffff");
        let (_, entry) = asked(text, &[("event", "MPI_Send"), last]);
        assert!(entry.contains("`Lexgion(0xffffffffffffffff)`"), "{entry}");
    }
    let seed = "[Lexgion.default: MPI.default]\n[Lexgion(-1)]\n";
    let (_, entry) = asked(seed, &[("event", "MPI_Send"), ("region", "")]);
    assert!(!entry.contains("0xffffffffffffffff"), "{entry}");
}

/// pinsight.md#region-lists: an item is cut before it is taken apart.
#[test]
fn an_item_is_cut_before_its_parts_are() {
    let cut = "text-cut: the program keeps 255 bytes of the region";
    let name = "text-cut: the program keeps 127 bytes of the name";
    let long = format!("[Lexgion(Python:{}:nm)]\n", "f".repeat(250));
    assert_eq!(said(&long), [cut, name]);
    let named = format!("[Lexgion({}:nm)]\n", "f".repeat(254));
    assert_eq!(said(&named), [cut]);
    // Of a name alone what counts is how much of it is kept in the end.
    assert_eq!(said(&format!("[Lexgion(Python:{})]\n", "f".repeat(300))), [name]);
    let address = |digits: &str| said(&format!("[Lexgion(0x{digits})]\n"));
    assert_eq!(address(&format!("{}1f", "0".repeat(252))), [cut]);
    assert_eq!(address(&format!("{}1f", "0".repeat(251))), [""; 0]);
    let null = address(&format!("{}1f", "0".repeat(253)));
    assert_eq!(null.len(), 2, "{null:?}");
    assert!(null[0].starts_with("null-address: ") && null[1] == cut, "{null:?}");
    // What is ignored is ignored to its end, whether it is kept or not.
    let junk = format!("1{}", "z".repeat(300));
    let said = address(&junk);
    // A long value is cut in its middle.
    let is_told = |it: &str| {
        it.contains("`zzz") && it.contains("…") && it.contains("z` is not a part of the address")
    };
    assert!(said.len() == 1 && is_told(&said[0]), "{said:?}");
}

/// pinsight.md#domain-callbacks: parallel begin and end check no constraint, and an address may be of
/// any domain.
#[test]
fn a_silenced_address_may_be_a_parallel_region() {
    let silenced = |text: &str| {
        let all = said(text).into_iter();
        all.filter(|it| it.starts_with("silenced-region")).collect::<Vec<_>>()
    };
    let but = ": nothing is traced except events that do not check it, such as parallel begin and \
               end of OpenMP";
    for text in [
        "[Lexgion(0x10)] : : Foo.rank(0)\n",
        "[Lexgion(0x10)] : MPI.default : Foo.rank(0)\n",
        "[Lexgion(f, 0x10)] : OpenMP.default : Foo.rank(0)\n",
    ] {
        let said = silenced(text);
        assert!(said.len() == 1 && said[0].ends_with(but), "{said:?}");
    }
    for text in
        ["[Lexgion(Python:f)] : : Foo.rank(0)\n", "[Lexgion(f)] : OpenMP.default : Foo.rank(0)\n"]
    {
        let said = silenced(text);
        assert!(said.len() == 1 && said[0].ends_with(": nothing is traced"), "{said:?}");
    }
}

/// pinsight.md#reading-a-header: such a header names nothing, and its parts are behind the bracket.
#[test]
fn a_region_without_its_word_is_no_header_of_the_seed_dialect() {
    for (header, better) in [
        ("[REMOVE Python:f] : MPI.default", "[REMOVE Lexgion(Python:f)] : MPI.default"),
        ("[Python:f] : MPI.default", "[Lexgion(Python:f)] : MPI.default"),
        ("[SET a.py:f]", "[SET Lexgion(a.py:f)]"),
        ("[SET MPI:a.c:f] : : MPI.rank(0)", "[SET Lexgion(MPI:a.c:f)] : : MPI.rank(0)"),
    ] {
        let text = format!("[MPI.default] : :\n{header}\n");
        let all = file(&text).diagnostics();
        let found: Vec<_> = all.iter().filter(|it| it.range.start() >= 18.into()).collect();
        let codes: Vec<&str> = found.iter().map(|it| it.code.name).collect();
        assert_eq!(codes.first(), Some(&"dead-section"), "{codes:?}");
        assert!(!codes.contains(&"seed-header") && !codes.contains(&"remove-punits"), "{codes:?}");
        let new = found[0].fixes[0].edit.apply(&text);
        assert_eq!(new, format!("[MPI.default] : :\n{better}\n"));
    }
    let reset = said("[RESET Python:f] : MPI.default\n");
    assert!(!reset.iter().any(|it| it.starts_with("seed-header")), "{reset:?}");
    // Parts inside the brackets are what they were.
    for header in ["[SET OpenMP.thread(0): OpenMP.default]", "[SET Lexgion(0x10): MPI.default]"] {
        let said = said(&format!("[MPI.default] : :\n{header}\n"));
        assert!(said.iter().any(|it| it.starts_with("seed-header")), "{said:?}");
    }
}

/// pinsight.md#actions: RESET and REMOVE read nothing but the target.
#[test]
fn parts_behind_reset_and_remove_are_ignored() {
    for (header, better) in [
        ("[RESET Lexgion.default] : OpenMP.default", "[RESET Lexgion.default]"),
        ("[RESET Lexgion(MPI).default] : OpenMP.default", "[RESET Lexgion(MPI).default]"),
        ("[REMOVE Lexgion(0x10)] : MPI.default : MPI.rank(0)", "[REMOVE Lexgion(0x10)]"),
        ("[REMOVE Lexgion(0x10)] : : MPI.rank(0)", "[REMOVE Lexgion(0x10)]"),
        ("[REMOVE OpenMP.thread(*)] : OpenMP.default", "[REMOVE OpenMP.thread(*)]"),
        ("[RESET OpenMP.default] : OpenMP.default", "[RESET OpenMP.default]"),
    ] {
        let mut text = format!("{header}\n");
        let ignored = |text: &str| {
            file(text).diagnostics().into_iter().find(|it| it.code.name == "ignored-part")
        };
        let n_parts = header.split(" : ").filter(|it| !it.trim().is_empty()).count() - 1;
        for _ in 0..n_parts {
            let found = ignored(&text).unwrap_or_else(|| panic!("nothing ignored in {text}"));
            text = found.fixes[0].edit.apply(&text);
        }
        assert!(ignored(&text).is_none(), "{text}");
        let before = file(&format!("{header}\n"));
        assert_eq!(before.state(), file(&text).state());
        assert_eq!(text.trim_end(), better);
    }
}

/// pinsight.md#window-end: modes stay without a script, too.
#[test]
fn introspection_keeps_modes_without_a_script() {
    let keeps = |value: &str| {
        let text = format!("[Lexgion.default]\nmax_num_traces = 2\nwindow_end_action = {value}\n");
        let all = file(&text).diagnostics().into_iter();
        let mut found = all.filter(|it| it.code.name == "introspect-keeps-modes");
        let found = found.next()?;
        let new = found.fixes[0].edit.apply(&text);
        let is_mended = !file(&new).diagnostics().iter().any(|it| it.code == found.code);
        assert!(is_mended, "{new}");
        Some(new.lines().last().unwrap().trim_start_matches("window_end_action = ").to_owned())
    };
    for (value, better) in [
        ("INTROSPECT:3:-:", Some("INTROSPECT:3:-:MONITORING")),
        ("INTROSPECT:3:-", Some("INTROSPECT:3:-:MONITORING")),
        ("introspect: 3 : -", Some("introspect: 3 : -:MONITORING")),
        ("INTROSPECT:3:", Some("INTROSPECT:3::MONITORING")),
        ("INTROSPECT:3:a.sh:", Some("INTROSPECT:3:a.sh:MONITORING")),
        ("INTROSPECT:3:a.sh:,", Some("INTROSPECT:3:a.sh:,MONITORING")),
        ("INTROSPECT:3:a.sh:Foo:OFF", Some("INTROSPECT:3:a.sh:Foo:OFF, MONITORING")),
        ("INTROSPECT:3:-:OFF", None),
        ("INTROSPECT:3", None),
    ] {
        assert_eq!(keeps(value).as_deref(), better, "{value}");
    }
}

/// pinsight.md#telling-the-dialects-apart: only today's program has actions.
#[test]
fn an_action_is_a_mark_of_today_beside_a_colon_inside() {
    for (header, better) in [
        ("[SET OpenMP.thread(0): OpenMP.default]", "[SET OpenMP.thread(0)] : OpenMP.default"),
        ("[set Lexgion(0x10): MPI.default]", "[set Lexgion(0x10)] : MPI.default"),
        ("[RESET  MPI.default: : MPI.rank(0)]", "[RESET MPI.default]"),
    ] {
        let text = format!("{header}\n");
        let found = file(&text);
        assert_eq!(found.layout().dialect.name(), "mixed", "{header}");
        let all = found.diagnostics();
        let misread = all.iter().find(|it| it.code.name == "seed-header").unwrap();
        assert_eq!(misread.fixes[0].edit.apply(&text), format!("{better}\n"));
    }
    // A word that only begins like an action is no action.
    let seed = file("[SETTING.thread(0): OpenMP.default]\n");
    assert_eq!(seed.layout().dialect.name(), "seed");
}

/// pinsight.md#region-lists: an item with an empty name is skipped.
#[test]
fn a_region_without_a_name_is_skipped() {
    let whole = "; no region is left, so it ignores the body of the section";
    for (list, items, is_dead) in [
        ("a:", vec!["a:"], true),
        ("Python:", vec!["Python:"], true),
        ("Python:a.py:", vec!["Python:a.py:"], true),
        (":, a.py:", vec![":", "a.py:"], true),
        ("f, OpenMP:", vec!["OpenMP:"], false),
        ("0x10, :", vec![":"], false),
    ] {
        let nameless: Vec<String> = said(&format!("[Lexgion({list})]\n"));
        let end = if is_dead { whole } else { "" };
        let expected = items.iter().map(|it| {
            format!("nameless-region: `{it}` has no name, and the program skips it{end}")
        });
        assert_eq!(nameless, expected.collect::<Vec<_>>(), "{list}");
    }
    // What is skipped for another reason is not skipped for this one.
    let unknown = said("[Lexgion(Foo:a.py:)]\n");
    assert!(unknown.len() == 1 && unknown[0].starts_with("region-domain: "), "{unknown:?}");
}

/// To the program a comment is a part of the header; to people it is one piece.
#[test]
fn a_comment_within_an_ignored_part_is_kept_whole() {
    for (text, code, better) in [
        ("[OpenMP.default] : MPI.default # note", "ignored-part", "# note\n[OpenMP.default]"),
        (
            "  [Lexgion.default] : OpenMP.default : MPI.rank(0)  # a: b",
            "ignored-part",
            "  # a: b\n  [Lexgion.default] : OpenMP.default",
        ),
        (
            "[Lexgion(0x1)] : OpenMP.default : OpenMP.thread(1) : more # a: b",
            "ignored-part",
            "# a: b\n[Lexgion(0x1)] : OpenMP.default : OpenMP.thread(1)",
        ),
        ("[OpenMP.default] : MPI.default # a: b", "ignored-part", "# a: b\n[OpenMP.default]"),
        (
            "[Lexgion.default] : OpenMP.default # see: this, too",
            "ignored-part",
            "# see: this, too\n[Lexgion.default] : OpenMP.default",
        ),
        (
            "[Lexgion.default] : OpenMP.default # see: this, too",
            "bad-parent",
            "# see: this, too\n[Lexgion.default] : OpenMP.default",
        ),
        (
            "[Lexgion.default: OpenMP.default: MPI.rank(0)] # a: b",
            "ignored-part",
            "# a: b\n[Lexgion.default: OpenMP.default]",
        ),
        (
            "[Lexgion.default: OpenMP.default: MPI.rank(0)] a note",
            "ignored-part",
            "# a note\n[Lexgion.default: OpenMP.default]",
        ),
    ] {
        let all = file(&format!("{text}\n")).diagnostics();
        let found: Vec<_> = all.iter().filter(|it| it.code.name == code).collect();
        let mut after = found.iter().map(|it| {
            let fix = it.fixes.first().unwrap_or_else(|| panic!("{text}: {it:?}"));
            fix.edit.apply(text)
        });
        assert_eq!(after.next().as_deref(), Some(better), "{text}");
        // What the program takes for a further part of the comment is not torn off either.
        let comment = better.lines().next().unwrap();
        assert!(after.all(|it| it.lines().next() == Some(comment)), "{text}");
    }
}

/// pinsight.md#punit-sections: an unknown domain is skipped, and what follows selects the section.
#[test]
fn an_action_behind_a_blank_loses_the_list_behind_it() {
    let first = |text: &str| said(text).into_iter().next().unwrap_or_default();
    let lost = "the program skips the list of ids behind it";
    assert!(first("[ SET OpenMP.thread(0), MPI.rank(1)]\n").contains(lost));
    assert!(first("[ SET OpenMP.thread(0)]\n").contains("the program ignores the section"));
    assert!(first("[ RESET MPI.default]\n").contains("the program ignores the section"));
}

/// pinsight.md#reading-a-header: only what is outside the bracket counts, so a header with parts on both
/// sides has those behind it.
#[test]
fn a_header_with_parts_on_both_sides_keeps_those_that_count() {
    let misread = |header: &str| {
        let all = file(&format!("{header}\n")).diagnostics();
        all.into_iter().find(|it| it.code.name == "seed-header").unwrap()
    };
    let it = misread("[Lexgion(0x10): OpenMP.default] : MPI.default");
    assert_eq!(
        it.message,
        "today's program reads this header as `Lexgion(0x10)` with no more than what follows the bracket"
    );
    // Only the fix that changes nothing is made without asking.
    let is_guess: Vec<bool> = it.fixes.iter().map(|it| it.is_guess).collect();
    assert_eq!(is_guess, [false, true]);
    // What stands in front of the colon is a part of the target.
    let it = misread("[Lexgion(MPI).default: OpenMP.default] : MPI.default");
    assert!(it.fixes.iter().all(|it| it.is_guess), "{:?}", it.fixes);
    let it = misread("[Lexgion.default: OpenMP.default] : MPI.default");
    assert_eq!(it.fixes.len(), 1);
    assert!(it.fixes[0].is_guess);
}

/// pinsight.md#region-constraints: such a region is never traced, and a fix that changes that is a guess.
#[test]
fn a_blank_constraint_is_not_taken_away_unasked() {
    let all = file("[Lexgion(0x10)] : : :MPI.rank(0-3)\n").diagnostics();
    let fixes: Vec<_> = all.iter().flat_map(|it| &it.fixes).collect();
    assert!(
        fixes.iter().all(|it| it.label == "Make it the constraint" && it.is_guess),
        "{fixes:?}"
    );
    assert_eq!(fixes.len(), 2);
}

/// pinsight.md#two-readings: the first punit section whose target and constraints match decides.
#[test]
fn a_punit_section_whose_units_are_all_in_sections_above_is_told() {
    #[track_caller]
    fn check(text: &str, n_expected: usize) {
        assert_eq!(super::said(text, "hidden-punits").len(), n_expected, "{text}");
    }
    check("[MPI.rank(0-7)]\n[MPI.rank(2)] : : CUDA.device(1)\n", 1);
    check("[MPI.rank(0-3)]\n[MPI.rank(4-7)]\n[MPI.rank(2-5)]\n", 1);
    check("[OpenMP.thread(0-7)] : : MPI.rank(0-3)\n[OpenMP.thread(1)] : : MPI.rank(1)\n", 1);
    check(
        "[OpenMP.thread(0-3)]\n[OpenMP.thread(4-7)] : : MPI.rank(0-9)\n\
         [OpenMP.thread(1-5)] : : MPI.rank(1)\n",
        1,
    );
    // Some units are left for it.
    check("[MPI.rank(2)]\n[MPI.rank(0-7)]\n", 0);
    check("[MPI.rank(0-7)] : : CUDA.device(1)\n[MPI.rank(2)]\n", 0);
    check("[MPI.rank(0-3)]\n[MPI.rank(5-7)]\n[MPI.rank(2-5)]\n", 0);
    check("[OpenMP.thread(0-7)] : : MPI.rank(0)\n[OpenMP.thread(1)] : : MPI.rank(0-1)\n", 0);
    check("[MPI.rank(0-7)]\n[OpenMP.thread(2)]\n", 0);
    check("[MPI.rank(0-7)]\n[MPI.rank()]\n", 0);
    check("[MPI.rank(0-7)]\n[REMOVE MPI.rank(*)]\n[MPI.rank(2)]\n", 0);
    // By the documents, that deletes the section above; the program keeps it.
    check("[MPI.rank(0-7)]\n[REMOVE MPI.rank(0-7)]\n[MPI.rank(2)]\n", 0);
    check("[OpenMP.thread(0-7)]\n[REMOVE OpenMP.thread(0-7)]\n[OpenMP.thread(2)]\n", 0);
    check("[REMOVE MPI.rank(0-7)]\n[MPI.rank(0-7)]\n[MPI.rank(2)]\n", 1);
    check("[MPI.rank(0-7)]\n[REMOVE MPI.rank(0-6)]\n[MPI.rank(2)]\n", 1);
    // That is told of repetitions.
    check("[MPI.rank(0-7)]\n[MPI.rank(0-7)]\n", 0);
    check("[OpenMP.thread(0-7)]\n[OpenMP.thread(0-7)]\n", 0);
}

/// pinsight.md#reading-a-header: colons alone are a target that names no unit.
#[test]
fn colons_alone_are_told_to_select_nothing() {
    for colons in [":", "::"] {
        let expected = format!(
            "dead-section: `{colons}` selects nothing, and the program ignores the body of the section"
        );
        let text = format!(
            "[Lexgion.default] : OpenMP.default\ntracing_rate = 5\n[{colons}]\nmax_num_traces = 5\n"
        );
        assert_eq!(said(&text), [expected]);
    }
}

/// pinsight.md#inheritance and pinsight.md#seed-headers: what stands in front of the dot is the name.
#[test]
fn a_parent_with_a_blank_in_front_of_the_dot_gives_no_events() {
    let shown = |text: &str| format!("{:?}", file(text).resolved().map(|it| it.rows));
    for (with, without) in [
        ("[MPI.rank(0)]: MPI .default\n", "[MPI.rank(0)]: XXX .default\n"),
        ("[MPI.rank(0): MPI .default]\n", "[MPI.rank(0): XXX .default]\n"),
        (
            "[Lexgion(0x10): MPI.default, OpenMP .default]\n",
            "[Lexgion(0x10): MPI.default, Unknown.default]\n",
        ),
    ] {
        assert_eq!(shown(with), shown(without), "{with}");
        assert_eq!(
            said(with).iter().filter(|it| it.contains("no domain")).count(),
            1,
            "{:?}",
            said(with)
        );
    }
}

/// Returns what is said of the target of a header in the dialect of the document.
fn said_of_target(header: &str) -> Vec<String> {
    let text = format!("[Knob: x]\n{header}\nomp_work = off\n");
    let settings = [("dialect".to_owned(), "seed".to_owned())];
    let host = HostFacts { settings: settings.into(), ..HostFacts::default() };
    let file = parse(&Input { host: host.into(), ..Input::alone("x.trace", &text) });
    let is_of_it = |it: &bobbin_core::diagnostics::Diagnostic| {
        usize::from(it.range.start()) > 10 && it.code.name != "header-syntax"
    };
    let all = file.diagnostics().into_iter().filter(is_of_it);
    all.map(|it| format!("{}: {}", it.code.name, it.message)).collect()
}

/// pinsight.md#seed-headers: a punit section is filed under what stands before the first dot.
#[test]
fn a_seed_section_of_no_domain_is_told_to_lose_its_body() {
    let body = "the program ignores the body of the section";
    let cases = [
        ("[Lexgion (0x10): OpenMP.default]", "dead-section: `Lexgion (0x10)` selects nothing, and"),
        (
            "[OpenMP thread(0): OpenMP.default]",
            "punit-syntax: `OpenMP thread(0)` has no `.` after a domain, so",
        ),
        ("[Foo(x): OpenMP.default]", "punit-syntax: `Foo(x)` has no `.` after a domain, so"),
        (
            "[OpenPM.thread(0: OpenMP.default]",
            "punit-syntax: `OpenPM.thread(0` has no `)` after its ids, so",
        ),
        ("[OpenPM.thread(0) x: OpenMP.default]", "unknown-kind: there is no `OpenPM.thread`, and"),
        (
            "[Foo.thread(1), OpenMP.thread(1): OpenMP.default]",
            "unknown-kind: there is no `Foo.thread`, and",
        ),
        (
            "[.OpenMP.thread(0): OpenMP.default]",
            "dead-section: `.OpenMP.thread(0)` selects nothing, and",
        ),
        ("[..MPI.rank(1)]", "dead-section: `..MPI.rank(1)` selects nothing, and"),
        ("[REMOVE OpenMP.thread(*)]", "unknown-kind: there is no `REMOVE OpenMP.thread`, and"),
        (
            "[SET OpenMP.thread(1): OpenMP.default]",
            "unknown-kind: there is no `SET OpenMP.thread`, and",
        ),
        // What is not filed has no constraint either.
        ("[Foo.x(0): OpenMP.default : MPI.rank(1;3)]", "unknown-kind: there is no `Foo.x`, and"),
    ];
    for (header, expected) in cases {
        assert_eq!(said_of_target(header), [format!("{expected} {body}")], "{header}");
    }
    let filed = said_of_target("[OpenMP.core(1): OpenMP.default]");
    assert_eq!(
        filed[0],
        "unknown-kind: there is no `OpenMP.core`, so the target leaves no unit out"
    );
}

/// pinsight.md#punit-sections and pinsight.md#region-lists.
#[test]
fn lists_that_are_not_read_are_not_refused() {
    let codes = |text: &str| {
        let all = file(text).diagnostics().into_iter();
        let names = all.map(|it| it.code.name);
        names
            .filter(|it| ["bad-id-list", "silenced-region", "punit-syntax"].contains(it))
            .collect::<Vec<_>>()
    };
    for header in [
        "[Foo.x(0)] : OpenMP.default : MPI.rank(1;3)",
        "[HIP.thread(5)] : HIP.default : HIP.device(*)",
        "[Lexgion(Foo:a:b)] : OpenMP.default : MPI.rank(1;3)",
        "[Lexgion()] : OpenMP.default : Foo.rank(0)",
        "[Foo.default] : OpenMP.default : MPI.rank(1;3)",
        "[ADD MPI.rank(3-1)]",
        "[REPLACE Lexgion(0x10)]",
    ] {
        assert_eq!(codes(&format!("{header}\n")), [""; 0], "{header}");
    }
    for header in [
        "[OpenMP.thread(0)] : OpenMP.default : MPI.rank(1;3)",
        "[Lexgion(Foo:a:b, c)] : OpenMP.default : MPI.rank(1;3)",
        "[REPLACE MPI.rank(0), MPI.rank(1-2-3)]",
        "[SET\tMPI.rank(0), MPI.rank(1-2-3)]",
    ] {
        assert_eq!(codes(&format!("{header}\n")), ["bad-id-list"], "{header}");
    }
}

/// pinsight.md#misread-headers and pinsight.md#punit-lists.
#[test]
fn a_header_that_today_selects_units_is_said_to() {
    let text = "[OpenMP.thread(0-3), : : MPI.rank(0), CUDA.device(1)]\nomp_work = off\n";
    let read_as = "today's program reads this header as a section of units of OpenMP without parents \
                   and constraints";
    assert_eq!(said(text)[0], format!("seed-dialect: {read_as}"));
    let dead = "[OpenMP.thread(0-3): : MPI.rank(0)]\nomp_work = off\n";
    let read_as = "today's program reads this header as a section that does not exist";
    assert_eq!(said(dead)[0], format!("seed-dialect: {read_as}"));
}
