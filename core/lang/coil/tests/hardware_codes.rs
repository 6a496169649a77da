//! Every code of the hardware language (coil.md#hardware-diagnostics, and our own): a text that has
//! it, with all that is said of that text and where, and a text much like it that does not. Every
//! fix that is offered is carried out, and then the diagnostic is gone.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that panics has found something"
)]

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use bobbin_coil::hardware;
use bobbin_coil::hardware::binary::decode::decode;
use bobbin_coil::hardware::decompile;
use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::{Document, HostFacts, Input};

/// The smallest text with one of each; twelve lines.
const BASE: &str = "[metadata]\nversion = 0.1.0\n[cpu:0]\nname = A\n[core_features]\nnuma = true\n\
     [resources]\ngpr = 16, 64bit\n[abi:sysv]\narg_count = 1\n[sysv.mapping]\n1 = gpr:4\n";

/// A change of [`BASE`]: what is replaced and by what. `+` adds lines at the end, `^` at the start.
type Changes = &'static [(&'static str, &'static str)];

struct Case {
    code: &'static str,
    /// Makes a text with the code.
    fires: Changes,
    /// All that is said of it: code, line, the marked text.
    expected: &'static [&'static str],
    /// Makes a text without it.
    silent: Changes,
    /// The marked lines after each fix of the code; empty if there is none.
    fixes: &'static [&'static str],
}

const fn case(
    code: &'static str,
    fires: Changes,
    expected: &'static [&'static str],
    silent: Changes,
    fixes: &'static [&'static str],
) -> Case {
    Case { code, fires, expected, silent, fixes }
}

const GPU: &str = "[gpu:0]\nname = G\nfeatures = gpu\n[gpu:0.gpu]\ngpu_vote = true\n";

#[rustfmt::skip]
const CASES: &[Case] = &[
    case("syntax", &[("+", "just words\n")], &["syntax 13 just words"], &[("+", "; just words\n")], &[]),
    case("key-outside-section", &[("^", "name = B\n")], &["key-outside-section 1 name"], &[("^", "; name = B\n")], &[]),
    case("bad-boolean", &[("numa = true", "numa = ture")], &["bad-boolean 6 ture"], &[("numa = true", "numa = YES")],
        &["numa = true"]),
    case("bad-integer", &[("arg_count = 1", "arg_count = 65536")], &["bad-integer 10 65536"], &[("arg_count = 1", "arg_count = 65535")], &[]),
    case("unknown-flag", &[("name = A", "name = A\n[cpu:0.abi:x]\nflags = variadc, 0")],
        &["unknown-flag 6 variadc"], &[("name = A", "name = A\n[cpu:0.abi:x]\nflags = variadic, 0")], &["flags = variadic, 0"]),
    case("unknown-feature", &[("numa = true", "numaa = true")], &["unknown-feature 6 numaa"], &[("numa = true", "bit_30 = true")],
        &["numa = true"]),
    case("unknown-resource", &[("gpr = 16", "gprs = 16")], &["unknown-resource 8 gprs"], &[("gpr = 16", "type11 = 16")],
        &["gpr = 16, 64bit"]),
    case("bad-mapping", &[("gpr:4", "gpq:4")], &["bad-mapping 12 gpq"], &[("gpr:4", "type9:4:0xFF, stack:32")], &["1 = gpr:4"]),
    case("duplicate-unit", &[("+", "[pu0:0]\nvendor = V\n")], &["duplicate-unit 13 pu0:0"], &[("+", "[pu0:1]\nvendor = V\n"), ("[core_features]", "[cpu:0.core_features]"),
        ("[resources]", "[cpu:0.resources]"), ("[abi:sysv]", "[cpu:0.abi:sysv]")], &["[cpu:0]"]),
    case("wrong-unit-type", &[("name = A", "name = A\ntype = 1")], &["wrong-unit-type 5 1"], &[("name = A", "name = A\ntype = 0")], &["type = 0"]),
    case("bad-version", &[("0.1.0", "2.0.0")], &["bad-version 2 2.0.0"], &[("0.1.0", "1.0.255")], &["version = 0.1.0"]),
    case("nul-in-string", &[("name = A", "name = \"A\\x00\"")], &["nul-in-string 4 \"A\\x00\""], &[("name = A", "name = \"A\\x01\"")], &[]),
    case("unknown-resource-left-out", &[("gpr = 16", "wheels = 4, 16")], &["unknown-resource-left-out 8 wheels"], &[], &[]),
    case("architecture-left-out", &[("+", "[arch:x86_64]\navx2 = true\n")], &["architecture-left-out 13 arch:x86_64"], &[], &[]),
    case("missing-section", &[("name = A", "features = core_features, simd")], &["missing-section 4 simd"],
        &[("name = A", "features = core_features")], &["features = core_features, simd"]),
    case("unused-section", &[("name = A", "features = core_features"), ("+", "[simd]\nsimd_add = true\n")],
        &["unused-section 13 simd"], &[("+", "[simd]\nsimd_add = true\n")], &["[simd]"]),
    case("duplicate-section", &[("+", "[resources]\ncore = 4\n")], &["duplicate-section 13 resources"], &[("+", "[core]\nint_add = true\n")], &[]),
    case("unknown-feature-off", &[("numa = true", "warp_drive = false")], &["unknown-feature-off 6 warp_drive"], &[("numa = true", "numa = false")],
        &["[resources]"]),
    case("small-arg-count", &[("arg_count = 1", "arg_count = 0")], &["small-arg-count 10 0"], &[("1 = gpr:4", "return = gpr:4\n9f = fpr:0\nthis = gpr:1")],
        &["arg_count = 1"]),
    case("missing-register", &[("1 = gpr:4", "1 = gpr:16, gpr:15, vr:9, stack:300")], &["missing-register 12 gpr:16"],
        &[("gpr = 16", "gpr = 16\ngpr = 8"), ("1 = gpr:4", "1 = gpr:16")], &[]),
    case("bare-section", &[("+", GPU)], &["bare-section 11 sysv.mapping", "bare-section 5 core_features", "bare-section 7 resources", "bare-section 9 abi:sysv"],
        &[("+", GPU), ("[core_features]", "[cpu:0.core_features]"), ("[resources]", "[cpu:0.resources]"), ("[abi:sysv]", "[cpu:0.abi:sysv]"), ("[sysv.mapping]", "[cpu:0.sysv.mapping]")],
        &["[cpu:0.core_features]", "[cpu:0.resources]", "[cpu:0.abi:sysv]", "[cpu:0.sysv.mapping]"]),
    case("reserved-bits", &[("0.1.0", "0.1.0\nflags = 0x17")], &["reserved-bits 3 0x17"], &[("0.1.0", "0.1.0\nflags = 0x7")], &[]),
    case("unknown-key", &[("name = A", "nmae = A")], &["unknown-key 4 nmae"], &[("name = A", "vendor = A")], &["name = A"]),
    case("label-like-size", &[("64bit", "64KB, -1")], &["label-like-size 8 -1", "label-like-size 8 64KB"], &[("64bit", "64KiB, 64B_line, \"64KB\"")],
        &["gpr = 16, 64KiB, -1"]),
    case("repeated-item", &[("1 = gpr:4", "1 = gpr:4, gpr:5, gpr:4")], &["repeated-item 12 gpr:4"], &[("1 = gpr:4", "1 = gpr:4, gpr:4:1")],
        &["1 = gpr:4, gpr:5"]),
    case("opposite-flags", &[("64bit", "64bit, shared, exclusive, restricted, virtual")], &["opposite-flags 8 exclusive"], &[("64bit", "64bit, shared, virtual")], &[]),
    case("repeated-key", &[("numa = true", "numa = false\nnuma = true"), ("16, 64bit", "16, 32, 64bit")],
        &["repeated-key 6 numa", "repeated-key 9 32"], &[("+", "[resources]\ngpr = 8\n"), ("name = A", "")], &["numa = true", "gpr = 32, 64bit"]),
    case("hash-comment", &[("numa = true", "# numa = false")], &["hash-comment 6 #", "unknown-feature-off 6 # numa"], &[("numa = true", "; numa = false")],
        &["; numa = false"]),
    case("open-quote", &[("name = A", "name = 5\" disk ; size")], &["open-quote 4 \""], &[("name = A", "name = \"5\\\" disk\" ; size")],
        &["name = \"5\\\" disk ; size\""]),
    case("lone-cr", &[("name = A", "name = A\rvendor = V")], &["lone-cr 4 \r"], &[("name = A", "name = A\r\nvendor = V")], &["name = A"]),
    case("overridden-feature", &[("name = A", "name = A\nfeatures = core_features, b"), ("+", "[b]\nnuma = false\n")],
        &["overridden-feature 7 numa"], &[("name = A", "name = A\nfeatures = core_features, b"), ("+", "[b]\nnuma = true\n")], &[]),
    case("literal-quotes", &[("name = A", "name = \"a\" b")], &["literal-quotes 4 \"a\" b"], &[("name = A", "name = 5\"x3\"\nvendor = \"\\x41\\n\\\\\"")],
        &["name = \"\\\"a\\\" b\""]),
    case("unusual-section", &[("[core_features]", "[core_featres]")], &["unusual-section 5 core_featres"], &[("[core_features]", "[core]")],
        &["[core_features]"]),
];

fn text(changes: Changes) -> String {
    let mut text = BASE.to_owned();
    for &(old, new) in changes {
        match old {
            "+" => text.push_str(new),
            "^" => text.insert_str(0, new),
            _ => {
                assert!(text.contains(old), "{old:?} is not in\n{text}");
                text = text.replacen(old, new, 1);
            }
        }
    }
    text
}

/// Returns the diagnostics in a text, as strictly as the code needs.
fn findings(text: &str, code: &str) -> Vec<Diagnostic> {
    let mut host = HostFacts { strict: code == "architecture-left-out", ..HostFacts::default() };
    if code == "unknown-resource-left-out" {
        host.settings.push(("lenient".to_owned(), "true".to_owned()));
    }
    let input = Input { host: Arc::new(host), ..Input::alone("case.coilcfg.txt", text) };
    hardware::parse(&input).diagnostics()
}

fn line(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

fn in_words(text: &str, it: &Diagnostic) -> String {
    format!("{} {} {}", it.code.name, line(text, it.range.start().into()), &text[it.range])
}

#[test]
fn every_code_has_a_text_with_it_and_one_without() {
    for case in CASES {
        let fires = text(case.fires);
        let found = findings(&fires, case.code);
        assert!(found.iter().any(|it| it.code.name == case.code), "{}\n{fires}", case.code);
        let mut words: Vec<String> = found.iter().map(|it| in_words(&fires, it)).collect();
        words.sort();
        assert_eq!(words, case.expected, "{}\n{fires}", case.code);
        let silent = text(case.silent);
        let words: Vec<String> = match case.code {
            // The same text is silent without the switch.
            "unknown-resource-left-out" | "architecture-left-out" => {
                findings(&fires, "").iter().map(|it| it.code.name.to_owned()).collect()
            }
            code => findings(&silent, code).iter().map(|it| in_words(&silent, it)).collect(),
        };
        let is_silent = !words.iter().any(|it| it.split(' ').next() == Some(case.code));
        assert!(is_silent, "{} {words:?}\n{silent}", case.code);
    }
    assert_eq!(findings(BASE, ""), []);
}

#[test]
fn every_fix_takes_its_finding_away() {
    for case in CASES {
        let fires = text(case.fires);
        let found = findings(&fires, case.code);
        let n_errors = |found: &[Diagnostic]| {
            found.iter().filter(|it| it.code.severity == Severity::Error).count()
        };
        let mut lines = Vec::new();
        for it in found.iter().filter(|it| it.code.name == case.code) {
            for fix in &it.fixes {
                let fixed = fix.edit.apply(&fires);
                let left = findings(&fixed, case.code);
                let again = left.iter().filter(|left| left.code == it.code).count();
                let before = found.iter().filter(|other| other.code == it.code).count();
                assert!(again < before, "{}: {}\n{fixed}", case.code, fix.label);
                assert!(n_errors(&left) <= n_errors(&found), "{}\n{fixed}", case.code);
                // The line where the diagnostic was.
                let number = line(&fires, it.range.start().into());
                lines.push(fixed.lines().nth(number - 1).unwrap_or_default().to_owned());
            }
        }
        assert_eq!(lines, case.fixes, "{}\n{fires}", case.code);
    }
}

/// Checks further fixes of codes that have several, as texts before and after.
#[test]
fn further_fixes() {
    #[track_caller]
    fn check(before: &str, code: &str, after: &str) {
        let found = findings(before, code);
        let it = found.iter().find(|it| it.code.name == code);
        let it = it.unwrap_or_else(|| panic!("no {code} in\n{before}"));
        let fixed =
            it.fixes.first().unwrap_or_else(|| panic!("{code} has no fix")).edit.apply(before);
        assert_eq!(fixed, after);
        let left = findings(&fixed, code).iter().filter(|it| it.code.name == code).count();
        assert!(left < found.iter().filter(|it| it.code.name == code).count(), "{fixed}");
    }
    let end = "[cpu:0]\n";
    check("[resources]\ncore = 1\n", "unused-section", "[cpu:0]\n\n[resources]\ncore = 1\n");
    check(
        &format!("{end}[gpu:1.resources]\ncore = 1\n"),
        "unused-section",
        &format!("{end}[gpu:1]\n\n[gpu:1.resources]\ncore = 1\n"),
    );
    check(
        &format!("{end}[\"a:b\".mapping]\n0 = gpr:0\n"),
        "unused-section",
        &format!("{end}[abi:a:b]\n\n[\"a:b\".mapping]\n0 = gpr:0\n"),
    );
    check(&format!("{end}[npu:0]\r\n"), "unused-section", &format!("{end}[tpu:0]\r\n"));
    check("[\"cpu:0\"]\nname = A\n", "unused-section", "[cpu:0]\nname = A\n");
    check(
        "[cpu:0]\nfeatures = integer, simd, integer\n[integer]\n[simd]\n",
        "repeated-item",
        // The last place counts.
        "[cpu:0]\nfeatures = simd, integer\n[integer]\n[simd]\n",
    );
    check(
        "[metadata]\nflags = autodetected ,autodetected\n",
        "repeated-item",
        "[metadata]\nflags = autodetected\n",
    );
    check(
        "[cpu:0]\n[abi:a]\n[a.mapping]\n0 = gpr:0\n0 = gpr:0 ; again\n",
        "repeated-item",
        "[cpu:0]\n[abi:a]\n[a.mapping]\n0 = gpr:0\n; again\n",
    );
    check("[cpu:0]\nwheels = 4\nname = A\n", "unknown-key", "[cpu:0]\nname = A\n");
    check("[metadata]\nversion = 1\n", "bad-integer", "[metadata]\nversion = 1.0.0\n");
    check("[metadata]\nversion = 0.1\n", "bad-integer", "[metadata]\nversion = 0.1.0\n");
    check("[metadata]\nversion = 1.2.0\n", "bad-version", "[metadata]\nversion = 1.0.0\n");
    check("[metadata]\nversion =\n", "bad-integer", "[metadata]\nversion = 0.1.0\n");
    check("[cpu:0]\n# a comment\n", "syntax", "[cpu:0]\n; a comment\n");
    check("[cpu:0]\n[simd]\nsimd_add =\n", "bad-boolean", "[cpu:0]\n[simd]\nsimd_add = true\n");
    check(
        "[cpu:0]\n[resources]\nthread = +4\n",
        "label-like-size",
        "[cpu:0]\n[resources]\nthread = 4\n",
    );
    // Registers are measured in bits, caches in bytes.
    check(
        "[cpu:0]\n[resources]\ngpr = 16, 64b\n",
        "label-like-size",
        "[cpu:0]\n[resources]\ngpr = 16, 64bit\n",
    );
    check(
        "[cpu:0]\n[resources]\ncache_l1 = 64b\n",
        "label-like-size",
        "[cpu:0]\n[resources]\ncache_l1 = 64B\n",
    );
    check(
        "[cpu:0]\nfeatures = \"integer\" ; all\n[integer]\n[simd]\n",
        "unused-section",
        "[cpu:0]\nfeatures = \"integer, simd\" ; all\n[integer]\n[simd]\n",
    );
    check(
        "[cpu:0]\n[resources]\ngpr = 8bit, 16, 4B\n",
        "repeated-key",
        "[cpu:0]\n[resources]\ngpr = 16, 4B\n",
    );
}

/// A unit with a mapping of its own takes no bare one (coil.md#several-units), and features are merged
/// where the first section of their name stands (coil.md#booleans-and-repetition), so all of a name get
/// the unit at once.
#[test]
fn naming_the_unit_of_a_bare_section_changes_no_byte() {
    let bytes = |text: &str| {
        let file = hardware::parse(&Input::alone("x.coilcfg.txt", text));
        file.compile().unwrap().unwrap().bytes.data
    };
    let text = "[cpu:0]\n[gpu:0]\n[abi:s]\n[s.mapping]\n1 = gpr:1\n[resources]\ncore = 1\n\
        [\"s\".mapping]\n2 = gpr:2\n[gpu:0.abi:t]\n[t.mapping]\n1 = gpr:1\n[resources]\nthread = 1\n\
        [a]\n[b]\nnuma = true\n[a]\nnuma = false\n";
    let found = findings(text, "bare-section");
    let fixes = found.iter().filter(|it| it.code.name == "bare-section").map(|it| &it.fixes);
    let fixes: Vec<_> = fixes.map(|it| it.first().unwrap()).collect();
    let labels: Vec<&str> = fixes.iter().map(|it| it.label.as_str()).collect();
    let expected = [
        "Change to `cpu:0.abi:s`",
        "Change all to `cpu:0.s.mapping`",
        "Change all to `cpu:0.resources`",
        "Change all to `cpu:0.\"s\".mapping`",
        "Change to `gpu:0.t.mapping`",
        "Change all to `cpu:0.resources`",
        "Change all to `cpu:0.a`",
        "Change to `cpu:0.b`",
        "Change all to `cpu:0.a`",
    ];
    assert_eq!(labels, expected);
    for fix in fixes {
        let fixed = fix.edit.apply(text);
        assert_eq!(bytes(&fixed), bytes(text), "{fixed}");
    }
    let mixed = "[cpu:0]\n[gpu:0]\n[cpu:0.a]\n[cpu:0.b]\nnuma = true\n[a]\nnuma = false\n";
    let many = "[cpu:0]\n[gpu:0]\n[cpu:0.abi:s]\n".to_owned() + &"[s.mapping]\n".repeat(17);
    for text in [mixed, &many] {
        let mut found = findings(text, "bare-section").into_iter();
        let bare = found.find(|it| it.code.name == "bare-section").unwrap();
        assert_eq!(bare.fixes, [], "{text}");
    }
}

/// A name in `features` is looked up with the unit in front first (coil.md#several-units).
/// What nothing uses may hold anything; used, it has to be right.
#[test]
fn no_fix_makes_a_text_fail() {
    let labels = |text: &str| {
        let file = hardware::parse(&Input::alone("x.coilcfg.txt", text));
        let found = file.diagnostics().into_iter();
        found.flat_map(|it| it.fixes).map(|it| it.label).collect::<Vec<_>>()
    };
    let unit = "[cpu:0]\nfeatures = integer\n[integer]\nint_add = true\n[notes]\n";
    assert_eq!(labels(&format!("{unit}owner = me\n")), [""; 0]);
    assert_eq!(labels(&format!("{unit}fp32 = true\n")), ["Add it to the features of `cpu:0`"]);
    assert_eq!(labels("[resources]\nGPR = 1\n"), [""; 0]);
    assert_eq!(labels("[resources]\ngpr = 1\n"), ["Add the section `[cpu:0]`"]);
    let listed = "[cpu:0]\nfeatures = simd\n[SIMD]\n";
    // Nothing else mends it, so this one is left to a person (`hardware_fixes.rs`).
    assert_eq!(labels(&format!("{listed}owner = me\n")), ["Change to `SIMD`"]);
    assert_eq!(labels(listed).first().map(String::as_str), Some("Change to `SIMD`"));
}

/// The four escapes are all there are (coil.md#comments-and-quotes).
#[test]
fn a_backslash_that_begins_no_escape_is_said_to_be_text() {
    #[track_caller]
    fn check(value: &str, expected: &[(&str, &str)]) {
        let text = format!("[cpu:0]\nname = {value}\n");
        let found = findings(&text, "literal-quotes");
        let found: Vec<(&str, String)> =
            found.iter().map(|it| (&text[it.range], it.fixes[0].edit.apply(&text))).collect();
        let expected: Vec<(&str, String)> =
            expected.iter().map(|it| (it.0, format!("[cpu:0]\nname = {}\n", it.1))).collect();
        assert_eq!(found, expected, "{value}");
        let bytes = |text: &str| {
            let file = hardware::parse(&Input::alone("x", text));
            file.compile().unwrap().unwrap().bytes.data
        };
        assert!(expected.iter().all(|it| bytes(&it.1) == bytes(&text)), "{value}");
    }
    check(r#""\q""#, &[("\\", r#""\\q""#)]);
    check(r#""a\xZZ\q""#, &[("\\", r#""a\\xZZ\q""#)]);
    // The backslash takes the last quote along, so the first one is open.
    check(r#""a\""#, &[("\"", r#""\"a\\\"""#)]);
    check(r#""a\n\x41\\\"""#, &[]);
    check(r"a\q", &[]);
}

/// A bare section belongs to the first CPU (coil.md#several-units), and a unit or a name may be
/// spelled in two ways: what is merged is one section, whatever it is called.
#[test]
fn sections_of_two_names_that_are_merged_are_said_to_be() {
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = findings(text, "duplicate-section");
        let found = found.iter().filter(|it| it.code.name == "duplicate-section");
        assert_eq!(found.map(|it| it.message.as_str()).collect::<Vec<_>>(), expected, "{text}");
    }
    check(
        "[cpu:0]\n[cpu:0.abi:x]\narg_count = 1\n[abi:x]\nflags = variadic\n",
        &["`abi:x` is merged with `cpu:0.abi:x` above"],
    );
    check(
        "[cpu:0]\n[resources]\ncore = 1\n[cpu:0.resources]\nthread = 1\n",
        &["`cpu:0.resources` is merged with `resources` above"],
    );
    check("[cpu:0]\n[arch:a]\n[cpu:0.arch:a]\n", &["`cpu:0.arch:a` is merged with `arch:a` above"]);
    check("[cpu:0]\n[abi:x]\n[abi:\"x\"]\n", &["`abi:\"x\"` is merged with `abi:x` above"]);
    check("[gpu:0]\n[cpu:0]\n[resources]\n[gpu:0.resources]\n", &[]);
    check(
        "[gpu:0]\n[resources]\n[gpu:0.resources]\n[resources]\n",
        &[
            "`gpu:0.resources` is merged with `resources` above",
            "`resources` is merged with the section above",
        ],
    );
    // Both count, and neither takes the place of the other.
    check("[cpu:0]\n[integer]\n[cpu:0.integer]\n", &[]);
    check("[cpu:0]\n[abi:x]\n[x.mapping]\n[cpu:0.x.mapping]\n", &[]);
    check("[resources]\n[cpu:0.resources]\n", &[]);
}

/// The names in `features` mean sections without a unit, too (coil.md#several-units).
#[test]
fn a_section_without_a_unit_that_another_unit_names_is_not_renamed() {
    let said = |more: &str| {
        let text = format!("[cpu:0]\nname=x\n[gpu:0]\nname=z\n{more}[q]\nbit_5=true\n");
        let found = findings(&text, "bare-section");
        let it = found.iter().find(|it| it.code.name == "bare-section").unwrap();
        (it.message.clone(), it.fixes.len())
    };
    assert_eq!(said(""), ("`q` goes to `cpu:0`, one of several units".to_owned(), 1));
    let both =
        "`q` goes to `cpu:0`, which has no `features`, and to the units whose `features` name it";
    assert_eq!(said("features = q\n"), (both.to_owned(), 0));
}

/// Sections that come later in `features` win (coil.md#booleans-and-repetition), so a fix by which
/// a section counts may undo what another one says. Which unit sections are for, no text says.
#[test]
fn a_fix_that_changes_what_counts_already_is_left_to_a_person() {
    #[track_caller]
    fn check(text: &str, expected: &[(&str, bool)]) {
        let found = findings(text, "unused-section");
        let fixes = found.iter().filter(|it| it.code.name == "unused-section");
        let fixes = fixes.flat_map(|it| &it.fixes).map(|it| (it.label.as_str(), it.is_choice));
        assert_eq!(fixes.collect::<Vec<_>>(), expected, "{text}");
    }
    let unit = "[cpu:0]\nfeatures = integer\n[integer]\nint_div = true\n";
    let add = "Add it to the features of `cpu:0`";
    check(&format!("{unit}[no_div]\nint_div = false\nint_mul = true\n"), &[(add, true)]);
    check(&format!("{unit}[no_div]\nint_div = yes\nint_mul = true\n"), &[(add, false)]);
    check(&format!("{unit}[no_div]\nint_mul = false\n"), &[(add, false)]);
    let own = format!("{unit}[cpu:0.integer]\nint_div = false\n");
    check(&own, &[("Change to `cpu:0.integer`", true)]);
    let own = format!("{unit}[cpu:0.integer]\nint_mul = true\n");
    check(&own, &[("Change to `cpu:0.integer`", false)]);
    check("[resources]\ngpr = 1\n", &[("Add the section `[cpu:0]`", true)]);
    check("[gpu:1.resources]\ngpr = 1\n", &[("Add the section `[gpu:1]`", false)]);
    let abi = "[cpu:0]\n[abi:a]\n[cpu:0.a.mapping]\n1 = gpr:1\n[a.mapping]\n";
    check(&format!("{abi}2 = gpr:2\n"), &[("Change to `cpu:0.a.mapping`", true)]);
    check(abi, &[("Change to `cpu:0.a.mapping`", false)]);
}

/// A unit that the text did not have is in the binary then.
#[test]
fn a_name_made_into_that_of_a_unit_is_a_guess() {
    for (name, unit) in [("\"gpu:0\"", "gpu:0"), ("GPU:1", "gpu:1")] {
        let text = format!("[cpu:0]\n[{name}]\n");
        let found = findings(&text, "unused-section");
        let fixes: Vec<_> = found.iter().flat_map(|it| &it.fixes).collect();
        let said: Vec<_> = fixes.iter().map(|it| (it.label.clone(), it.is_guess)).collect();
        assert_eq!(said, [(format!("Change to `{unit}`"), true)], "{text}");
    }
}

/// Only the values of facts about an architecture may have any key (coil.md#architecture-tail).
#[test]
fn a_line_behind_a_hash_is_said_to_count_only_where_it_does() {
    let said = |text: &str| {
        let found = findings(text, "hash-comment");
        let it = found.iter().find(|it| it.code.name == "hash-comment").unwrap();
        (it.message.clone(), it.fixes.iter().any(|it| it.is_guess))
    };
    let key =
        |key: &str| (format!("`#` does not start a comment, so `{key}` is read as a key"), false);
    assert_eq!(said("[cpu:0]\n# name = B\n"), key("# name"));
    assert_eq!(said("[cpu:0]\n[core_features]\n#numa = false\n"), key("#numa"));
    let counts = "`#` does not start a comment, so this line takes effect".to_owned();
    assert_eq!(said("[cpu:0]\n[arch:x86]\n# sse = true\n"), (counts, true));
}

/// A name in `features` is looked up as `[unit.name]`, then as `[name]` (coil.md#several-units).
#[test]
fn names_of_features_are_those_of_headers() {
    #[track_caller]
    fn check(text: &str, bits: &[bool], expected: &[&str]) {
        let file = hardware::parse(&Input::alone("x.coilcfg.txt", text));
        let said: Vec<String> = file
            .diagnostics()
            .iter()
            .map(|it| format!("{} {}", in_words(text, it), it.message))
            .collect();
        assert_eq!(said, expected, "{text}");
        let decoded = decode(&file.compile().unwrap().unwrap().bytes.data).unwrap();
        let units = decoded.model.units.iter();
        let found = units.map(|it| it.features.is_some_and(|it| it.iter().any(|&it| it != 0)));
        assert_eq!(found.collect::<Vec<_>>(), bits, "{text}");
    }
    let simd = "[cpu:0.simd]\nsimd_add = true\n";
    check(&format!("[cpu:0]\nfeatures = cpu:0.simd\n{simd}"), &[true], &[]);
    // Under two names it is read once.
    check(&format!("[cpu:0]\nfeatures = simd, cpu:0.simd\n{simd}"), &[true], &[]);
    check(&format!("[cpu:0]\n[cpu:1]\nfeatures = cpu:0.simd\n{simd}"), &[true, true], &[]);
    // Behind a unit, a colon is one of the name.
    check("[cpu:0]\n[cpu:0.foo:bar]\nsimd_add = true\n", &[true], &[]);
    check("[cpu:0]\nfeatures = foo:bar\n[cpu:0.foo:bar]\nsimd_add = true\n", &[true], &[]);
    for (name, section) in [
        ("resources", "[resources]\ngpr = 1\n"),
        ("metadata", "[metadata]\nversion = 0.1.0\n"),
        ("cpu:0", ""),
        ("abi:x", "[abi:x]\n"),
    ] {
        let said = format!(
            "missing-section 2 {name} `{name}` names no section of features, so nothing is set by it"
        );
        check(&format!("[cpu:0]\nfeatures = {name}\n{section}"), &[false], &[&said]);
    }
    check(
        "[cpu:0]\nfeatures = cpu:0.x\n",
        &[false],
        &["missing-section 2 cpu:0.x there is no section `cpu:0.x`, so nothing is set by it"],
    );
}

/// Mappings without a unit are given to all ABIs of their name (coil.md#several-units).
#[test]
fn a_mapping_without_a_unit_is_said_to_be_given_away() {
    let said = |text: &str| -> Vec<String> {
        let found = findings(text, "bare-section");
        let found = found.iter().filter(|it| it.code.name == "bare-section");
        found.map(|it| it.message.clone()).filter(|it| it.contains("mapping")).collect()
    };
    let mapping = "[x.mapping]\n1 = gpr:4\n";
    assert_eq!(said(&format!("[cpu:0]\n[abi:x]\n{mapping}")), [""; 0]);
    assert_eq!(
        said(&format!("[cpu:0]\n[gpu:0]\n[abi:x]\n{mapping}")),
        ["`x.mapping` goes to `cpu:0`, one of several units"]
    );
    assert_eq!(
        said(&format!("[cpu:0]\n[gpu:0]\n[gpu:0.abi:x]\n{mapping}")),
        ["`x.mapping` goes to `gpu:0`, one of several units"]
    );
    assert_eq!(
        said(&format!("[cpu:0]\n[abi:x]\n{mapping}[gpu:0]\n[gpu:0.abi:x]\n")),
        [
            "`x.mapping` goes to each of several units that have an ABI `x` and no mapping of their own"
        ]
    );
}

/// A value that is no boolean does not set a feature, be it known or not (coil.md#hardware-diagnostics).
#[test]
fn an_unknown_feature_with_another_value_is_no_unknown_feature() {
    let text = "[cpu:0]\n[simd]\nzzz = maybe\n";
    let found = findings(text, "bad-boolean");
    let said: Vec<String> = found.iter().map(|it| in_words(text, it)).collect();
    assert_eq!(said, ["bad-boolean 3 maybe"]);
}

/// An item of a quoted value stands nowhere by itself.
#[test]
fn a_word_in_quotes_is_not_put_in_place_of_all() {
    let fixes = |value: &str| {
        let found =
            findings(&format!("[cpu:0]\n[resources]\nmemory = {value}\n"), "label-like-size");
        found.iter().filter(|it| it.code.name == "label-like-size").flat_map(|it| &it.fixes).count()
    };
    assert_eq!([fixes("\"1KB\""), fixes("\"1KB, x\""), fixes("1KB, x")], [1, 0, 1]);
}

#[test]
fn a_section_that_a_unit_passes_over_for_its_own_is_said_to_be_that() {
    #[track_caller]
    fn check(text: &str, message: &str, fixed: &str) {
        let found = findings(text, "unused-section");
        let all: Vec<&Diagnostic> =
            found.iter().filter(|it| it.code.name == "unused-section").collect();
        let messages: Vec<&str> = all.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(messages, [message], "{text}");
        let edits: Vec<String> = all[0].fixes.iter().map(|it| it.edit.apply(text)).collect();
        assert_eq!(edits, [fixed]);
        let left = findings(fixed, "unused-section");
        assert!(left.iter().all(|it| it.code.name != "unused-section"), "{fixed}");
        assert!(left.iter().all(|it| it.code.severity > Severity::Error), "{fixed}");
    }
    let own = "[core_features]\n8bit_support = true\n[cpu:0.core_features]\n64bit_support = true\n";
    check(
        &format!("[cpu:0]\nfeatures = core_features\n{own}"),
        "nothing uses `core_features`: `cpu:0` takes its own section `cpu:0.core_features` instead",
        &format!("[cpu:0]\nfeatures = core_features\n[cpu:0.{}", &own[1..]),
    );
    let own = "[capabilities]\natomic = true\n[gpu:0.capabilities]\nsimd = true\n";
    // The first CPU, which a bare section else belongs to, does not name it.
    for units in [
        "[gpu:0]\nfeatures = capabilities\n",
        "[cpu:0]\nfeatures =\n[gpu:0]\nfeatures = capabilities\n",
    ] {
        check(
            &format!("{units}{own}"),
            "nothing uses `capabilities`: `gpu:0` takes its own section `gpu:0.capabilities` instead",
            &format!("{units}[gpu:0.{}", &own[1..]),
        );
    }
    let own = "[a.mapping]\n1 = gpr:1\n[cpu:0.a.mapping]\n2 = gpr:2\n";
    check(
        &format!("[cpu:0]\n[abi:a]\n{own}"),
        "nothing uses `a.mapping`: `cpu:0` takes its own section `cpu:0.a.mapping` instead",
        &format!("[cpu:0]\n[abi:a]\n[cpu:0.{}", &own[1..]),
    );
}

/// A lone number on a cache or on memory is its size (coil.md#count-and-size), also one that is alone
/// because it replaces another.
#[test]
fn a_second_number_of_a_cache_is_said_to_be_what_is_in_force() {
    #[track_caller]
    fn check(line: &str, message: &str, in_force: [&str; 2], fixed: &[&str]) {
        let with = |line: &str| format!("[cpu:0]\n[resources]\n{line}\n");
        let file = hardware::parse(&Input::alone("case.coilcfg.txt", &with(line)));
        let [it] = &file.diagnostics()[..] else { panic!("{:?}", file.diagnostics()) };
        assert_eq!(it.message, message);
        let values = ["count", "size"].map(|part| {
            let hits = file.query(&format!("cpu:0.resources.*.{part}")).unwrap();
            hits[0].value.clone()
        });
        assert_eq!(values, in_force, "{line}");
        let edits: Vec<String> = it.fixes.iter().map(|it| it.edit.apply(&with(line))).collect();
        assert_eq!(edits, fixed.iter().copied().map(with).collect::<Vec<_>>());
        assert_eq!(findings(&edits[0], ""), []);
    }
    check(
        "cache_l2 = 3, 100",
        "`100` replaces the number before it: the count is 1, the size 100 bytes",
        ["1", "100"],
        &["cache_l2 = 3, 100B", "cache_l2 = 100"],
    );
    check(
        "cache_l3 = 4, shared, 0x40",
        "`0x40` replaces the number before it: the count is 1, the size 64 bytes",
        ["1", "64"],
        &["cache_l3 = 4, shared, 64B", "cache_l3 = shared, 0x40"],
    );
    check(
        "cache_l1 = 4, 1",
        "`1` replaces the number before it: the count is 1, the size 1 byte",
        ["1", "1"],
        &["cache_l1 = 4, 1B", "cache_l1 = 1"],
    );
    // Elsewhere, and beside a size, a number is the count.
    check("core = 3, 100", "`100` replaces the count before it", ["100", "0"], &["core = 100"]);
    check(
        "cache_l2 = 3, 1KiB, 2",
        "`2` replaces the count before it",
        ["2", "1024"],
        &["cache_l2 = 1KiB, 2"],
    );
}

/// Numbers that do not fit their fields (coil.md#field-limits).
#[test]
fn numbers_are_judged_by_their_fields() {
    #[track_caller]
    fn check(lines: &str, expected: &[&str]) {
        let text = format!("[cpu:0]\n[abi:a]\n{lines}\n");
        let found = findings(&text, "");
        let words: Vec<String> = found.iter().map(|it| in_words(&text, it)).collect();
        assert_eq!(words, expected, "{text}");
    }
    check("[cpu:65535.resources]", &["unused-section 3 cpu:65535.resources"]);
    check("[cpu:65536]\nname = B", &["bad-integer 3 65536"]);
    check("[cpu:65536.resources]\ncore = 1", &["bad-integer 3 65536"]);
    check("[cpu:x]", &["bad-integer 3 x"]);
    check("[cpu:]", &["bad-integer 3 cpu:"]);
    check("[pu65536:0]", &["bad-integer 3 65536"]);
    check("[pu7:-1]", &["bad-integer 3 -1"]);
    check("arg_count = 0xFFFF\nflags = 0x0F", &[]);
    check("arg_count = -1", &["bad-integer 3 -1"]);
    check("arg_count =", &["bad-integer 3 "]);
    check("flags = 0x10000", &["bad-integer 3 0x10000"]);
    check("[resources]\ntype65535 = 1\ntype65536 = 1", &["bad-integer 5 65536"]);
    check("[resources]\ncore = 18446744073709551615", &[]);
    check("[resources]\ncore = 18446744073709551616", &["bad-integer 4 18446744073709551616"]);
    check("[resources]\nmemory = 16777215TiB", &[]);
    check("[resources]\nmemory = 16777216TiB", &["bad-integer 4 16777216TiB"]);
    check("[resources]\nmemory =", &["bad-integer 4 "]);
    check("[a.mapping]\n65535 = type65535:4294967295:0xFFFFFFFF\n32767f = fpr:0", &[]);
    check("[a.mapping]\n65536 = gpr:0", &["bad-integer 4 65536"]);
    check("[a.mapping]\n32768f = gpr:0", &["bad-integer 4 32768f"]);
    check("[a.mapping]\n1 = type65536:0", &["bad-integer 4 65536"]);
    check("[a.mapping]\n1 = gpr:4294967296", &["bad-integer 4 4294967296"]);
    check("[a.mapping]\n1 = gpr:0:4294967296", &["bad-integer 4 4294967296"]);
    check("[metadata]\ntimestamp = 18446744073709551615\nflags = 7", &[]);
    check("[metadata]\ntimestamp = 18446744073709551616", &["bad-integer 4 18446744073709551616"]);
    check("[metadata]\nflags = 256", &["bad-integer 4 256"]);
    check("[metadata]\nversion = 0.1.256", &["bad-integer 4 0.1.256"]);
    check("[simd]\nbit_255 = yes", &[]);
    check("[simd]\nbit_256 = yes", &["unknown-feature 4 bit_256"]);
}

const EXAMPLE: &[u8] =
    include_bytes!("../../../testdata/coil-hardware/binary/spec_example.coilcfg");

/// A binary that is not read, or not as it stands.
struct BinaryCase {
    /// The code: of an error the reference's name, of a remark on a file that is read our own.
    code: &'static str,
    /// Bytes that change the example: offset and what stands there.
    fires: &'static [(usize, &'static [u8])],
    /// The offset of the error, or the remark on a file that is read all the same.
    expected: Result<&'static str, u64>,
    silent: &'static [(usize, &'static [u8])],
}

#[rustfmt::skip]
const BINARIES: &[BinaryCase] = &[
    BinaryCase { code: "E1_MAGIC", fires: &[(0, b"GFCX")], expected: Err(0), silent: &[(0, b"CCFG")] },
    BinaryCase { code: "E1_VERSION", fires: &[(5, &[2])], expected: Err(4), silent: &[(5, &[1, 9])] },
    // The resources of the unit, one more than the file has room for.
    BinaryCase { code: "E1_TRUNCATED", fires: &[(60, &[16])], expected: Err(56), silent: &[(60, &[7])] },
    // The name of the unit.
    BinaryCase { code: "E1_STRING", fires: &[(36, &[118])], expected: Err(36), silent: &[(36, &[117])] },
    BinaryCase { code: "E1_COMPRESSED", fires: &[(7, &[8]), (32, &[2, 0, 0, 0])], expected: Err(32), silent: &[(7, &[0])] },
    // Two units: the first entry again in place of the bitmap and the first resource.
    BinaryCase { code: "E1_DUPLICATE_PU", fires: &[(8, &[2]), (48, &[0; 28]), (76, &[0; 44])], expected: Err(76), silent: &[(8, &[2]), (48, &[0; 28]), (76, &[0; 44]), (78, &[1])] },
    BinaryCase { code: "reserved-bytes", fires: &[(31, &[1])], expected: Ok("the padding of the header at byte 20 is not zero"), silent: &[(31, &[0])] },
    BinaryCase { code: "reserved-bits", fires: &[(7, &[0x25])], expected: Ok("the flags have reserved bits: 0x20"), silent: &[(7, &[5])] },
    BinaryCase { code: "feature-size", fires: &[(52, &[30])], expected: Ok("the feature bitmap of cpu:0 has 30 bytes instead of 32"), silent: &[(52, &[32])] },
];

fn patched(changes: &[(usize, &[u8])]) -> Vec<u8> {
    let mut bytes = EXAMPLE.to_vec();
    for &(at, new) in changes {
        bytes[at..at + new.len()].copy_from_slice(new);
    }
    bytes
}

#[test]
fn every_code_of_binaries_has_a_file_with_it_and_one_without() {
    for case in BINARIES {
        let fires = patched(case.fires);
        match (decode(&fires), case.expected) {
            (Ok(decoded), Ok(remark)) => {
                let said: Vec<_> = decoded
                    .report
                    .iter()
                    .map(|it| (it.code.as_deref().unwrap(), &*it.message))
                    .collect();
                assert_eq!(said, [(case.code, remark)]);
                let is_said =
                    decompile(&fires).unwrap().report.iter().any(|it| it.message == remark);
                assert!(is_said, "{}", case.code);
            }
            (Err(error), Err(offset)) => {
                assert_eq!((error.code, error.offset), (case.code, offset), "{error}");
            }
            (found, _) => panic!("{}: {found:?}", case.code),
        }
        let silent = decode(&patched(case.silent)).unwrap();
        if let Ok(remark) = case.expected {
            assert!(!silent.report.iter().any(|it| it.message == remark), "{}", case.code);
        }
    }
    // A zlib stream that ends early, and bytes that are none.
    let text = fs::read_to_string(root().join("binary/spec_example.coilcfg.txt")).unwrap();
    let text = text.replace("autodetected", "compressed");
    let file = hardware::parse(&Input::alone("x.coilcfg.txt", text.as_str()));
    let compressed = file.compile().unwrap().unwrap().bytes.data;
    assert!(decode(&compressed).is_ok());
    for n_bytes in [39, 40, compressed.len() / 2, compressed.len() - 1] {
        let error = decode(&compressed[..n_bytes]).unwrap_err();
        let code = if n_bytes < 40 { "E1_TRUNCATED" } else { "E1_COMPRESSED" };
        assert_eq!(error.code, code, "{n_bytes}: {error}");
    }
}

fn root() -> std::path::PathBuf {
    bobbin_testing::root().join("core/testdata/coil-hardware")
}

/// The language's codes are those of the cases, and the reference's codes are all among them or
/// among those of binaries.
#[test]
fn the_cases_name_all_codes() {
    let cases: BTreeSet<&str> = CASES.iter().map(|it| it.code).collect();
    assert_eq!(cases.len(), CASES.len(), "a code has two cases");
    let known = hardware::INFO.codes.iter().map(|it| it.name);
    // The first is of bytes, not of texts; the texts of the others are long, and stand in `budgets`.
    let elsewhere = ["encoding", "beyond-budget", "unlisted-problems"];
    let known: BTreeSet<&str> = known.filter(|it| !elsewhere.contains(it)).collect();
    let of_binaries = BINARIES.iter().filter(|it| it.expected.is_ok()).map(|it| it.code);
    // What is said of binaries that cannot be read, under the document's names.
    let of_unreadable = ["magic", "truncated", "compressed"];
    assert_eq!(known, cases.into_iter().chain(of_binaries).chain(of_unreadable).collect());

    let tables: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(root().join("tables.json")).unwrap()).unwrap();
    let codes = tables["codes"].as_array().unwrap();
    let listed: BTreeSet<&str> = codes.iter().map(|it| it["code"].as_str().unwrap()).collect();
    assert_eq!(listed.len(), 23);
    let of_texts = hardware::INFO.codes.iter().filter_map(|it| it.reference);
    let unread = BINARIES.iter().filter(|it| it.expected.is_err()).map(|it| it.code);
    let all: BTreeSet<&str> = of_texts.chain(unread).collect();
    assert_eq!(listed, all);
    for it in codes {
        let code = it["code"].as_str().unwrap();
        let severity = it["severity"].as_str().unwrap();
        for known in hardware::INFO.codes.iter().filter(|it| it.reference == Some(code)) {
            let expected = match severity {
                "error" => Severity::Error,
                _ => Severity::Warning,
            };
            assert_eq!(known.severity, expected, "{code}");
        }
    }
}
