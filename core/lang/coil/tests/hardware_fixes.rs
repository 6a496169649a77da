//! Fixes of the hardware language that a person has to want, and such as are the only repair.

#![allow(clippy::unwrap_used, reason = "a test that panics has found something")]

use bobbin_coil::hardware;
use bobbin_core::diagnostics::Fix;
use bobbin_core::{Document, Input};

/// Lists the fixes of the diagnostics of a code; `?` marks those that a person has to want.
fn fixes(text: &str, code: &str) -> Vec<String> {
    let file = hardware::parse(&Input::alone("x.coilcfg.txt", text));
    let found = file.diagnostics().into_iter().filter(|it| it.code.name == code);
    let name = |it: Fix| format!("{}{}", it.label, if it.is_choice { "?" } else { "" });
    found.flat_map(|it| it.fixes).map(name).collect()
}

/// An empty section of the misspelt name would take the diagnostic away, and the features with it.
#[test]
fn a_misspelt_feature_section_is_renamed_and_not_made() {
    let with =
        |section: &str| format!("[cpu:0]\nfeatures = core_feature\n[core_features]\n{section}");
    assert_eq!(fixes(&with("numa = true\n"), "missing-section"), ["Change to `core_features`"]);
    // What is wrong in the section comes to light with it, and that is no reason to hide it.
    assert_eq!(fixes(&with("numaa = true\n"), "missing-section"), ["Change to `core_features`?"]);
    let text = "[cpu:0]\nfeatures = simd\n[integer]\n";
    assert_eq!(fixes(text, "missing-section"), ["Add the section `[simd]`"]);
}

/// A misspelt key may be another one, and would replace what counts now.
#[test]
fn a_key_that_is_there_already_is_a_choice() {
    let metadata = |lines: &str| fixes(&format!("[metadata]\n{lines}[cpu:0]\n"), "unknown-key");
    assert_eq!(metadata("flags = autodetected\nflag = system_default\n"), ["Change to `flags`?"]);
    assert_eq!(metadata("flag = system_default\nflags = autodetected\n"), ["Change to `flags`?"]);
    assert_eq!(metadata("flag = system_default\n"), ["Change to `flags`"]);
    let integer = |lines: &str, code| fixes(&format!("[cpu:0]\n[integer]\n{lines}"), code);
    let off = "unknown-feature-off";
    assert_eq!(integer("int_add = true\nint_ad = false\n", off), ["Change to `int_add`?"]);
    assert_eq!(integer("int_ad = false\nint_add = true\n", off), ["Change to `int_add`?"]);
    assert_eq!(integer("[i2]\nint_ad = false\n", off), ["Change to `int_add`"]);
    assert_eq!(integer("int_add = true\n[i2]\nint_ad = false\n", off), ["Change to `int_add`?"]);
    let on = "unknown-feature";
    assert_eq!(integer("int_add = true\nint_ad = true\n", on), ["Change to `int_add`?"]);
    assert_eq!(integer("int_ad = true\n", on), ["Change to `int_add`"]);
}

/// A feature section without a unit goes to the first CPU, also where only another unit has its features
/// (coil.md#several-units).
#[test]
fn a_section_of_another_units_features_is_offered_to_that_unit() {
    let text = "[cpu:0]\n[gpu:0]\n[gpu]\ngpu_vote = true\n";
    assert_eq!(fixes(text, "bare-section"), ["Change to `gpu:0.gpu`"]);
    let text = "[gpu:0]\n[fpga:0]\n[gpu]\ngpu_vote = 1\n[fpga]\nfpga_serdes = 1\n";
    assert_eq!(fixes(text, "bare-section"), ["Change to `gpu:0.gpu`", "Change to `fpga:0.fpga`"]);
    let text = "[cpu:0]\n[gpu:0]\n[gpu:1]\n[gpu]\ngpu_vote = true\n";
    assert_eq!(fixes(text, "bare-section"), ["Change to `gpu:0.gpu`", "Change to `gpu:1.gpu`"]);
    // No unit has it.
    let text = "[cpu:0]\n[gpu:0]\n[gpu]\nwings = true\n";
    assert_eq!(fixes(text, "bare-section"), ["Change to `cpu:0.gpu`"]);
}

/// Several types of units share their first group.
#[test]
fn all_types_that_have_a_feature_are_named() {
    let file = hardware::parse(&Input::alone("x.coilcfg.txt", "[cpu:0]\n[x]\ninteger = true\n"));
    let found = file.diagnostics();
    let help =
        found.iter().find(|it| it.code.name == "unknown-feature").and_then(|it| it.help.as_deref());
    assert_eq!(
        help,
        Some("`integer` is a feature of units of type gpu, tpu, fpga, dsp and custom")
    );
}

/// Any name without a meaning is that of a feature section, so a misspelt one is told by what it holds.
#[test]
fn misspelt_sections_of_other_roles_are_named() {
    let text = "[metdata]\nversion = 0.1.0\ntimestamp = 5\n[cpu:0]\n[resource]\ngpr = 16, 64bit\n[abi:X]\n\
        [X.maping]\n0 = gpr:0\n";
    let names = ["Change to `metadata`", "Change to `resources`", "Change to `X.mapping`"];
    assert_eq!(fixes(text, "unusual-section"), names);
    // What has features is a section of features, whatever its name.
    let of_features = "[cpu:0]\n[sources]\nint_add = true\nint_dvi = true\n";
    assert!(fixes(of_features, "unusual-section").is_empty());
    assert_eq!(fixes(of_features, "unknown-feature"), ["Change to `int_div`"]);
    let file = hardware::parse(&Input::alone("x.coilcfg.txt", text));
    let found = file.diagnostics();
    let helps: Vec<&str> = found.iter().filter_map(|it| it.help.as_deref()).collect();
    for help in [
        "`metdata` is read as a feature section; did you mean `metadata`?",
        "`resource` is read as a feature section; did you mean `resources`?",
        "`X.maping` is read as a feature section; did you mean `X.mapping`?",
    ] {
        assert!(helps.contains(&help), "{helps:#?}");
    }
    let mut fixed = text.to_owned();
    for _ in names {
        let file = hardware::parse(&Input::alone("x.coilcfg.txt", &fixed));
        let found = file.diagnostics();
        let it = found.iter().find(|it| it.code.name == "unusual-section").unwrap();
        fixed = it.fixes.first().unwrap().edit.apply(&fixed);
    }
    let file = hardware::parse(&Input::alone("x.coilcfg.txt", &fixed));
    assert_eq!(file.diagnostics(), [], "{fixed}");
    // A list of features leaves such a section out.
    let text = "[cpu:0]\nfeatures = simd\n[simd]\n[cpu:0.resorces]\ncore = 4\n";
    assert_eq!(fixes(text, "unused-section"), ["Change to `cpu:0.resources`"]);
    assert_eq!(fixes("[metadat]\nflags = 0\n", "unused-section"), ["Change to `metadata`"]);
}

/// The number of what has no name is offered in the form that is read, and a boolean by what the word
/// means.
#[test]
fn fixes_write_what_was_meant() {
    let resource =
        |key: &str| fixes(&format!("[cpu:0]\n[cpu:0.resources]\n{key} = 1\n"), "unknown-resource");
    assert_eq!(resource("type<300>"), ["Change to `type300`"]);
    assert!(resource("type300").is_empty());
    assert!(resource("cpu").is_empty());
    let mapping = |register: &str| {
        fixes(&format!("[cpu:0]\n[abi:a]\n[a.mapping]\n2 = {register}:5\n"), "bad-mapping")
    };
    assert_eq!(mapping("type<9>"), ["Change to `type9`"]);
    let boolean =
        |value: &str| fixes(&format!("[cpu:0]\n[integer]\nint_add = {value}\n"), "bad-boolean");
    assert_eq!(boolean("on"), ["Change to `true`"]);
    assert_eq!(boolean("OFF"), ["Change to `false`"]);
}

/// Sections without a unit, which go to the first CPU, else to the first unit (coil.md#several-units), and so to
/// another one if a fix adds a unit before it.
#[test]
fn a_unit_that_takes_what_has_no_unit_is_a_choice() {
    let added = |text: &str| fixes(text, "unused-section");
    let bare = "[gpu:2]\n[resources]\ncore = 4\n";
    let own = |unit: &str| format!("[{unit}.resources]\nthread = 1\n");
    let (cpu, gpu) = (own("cpu:0"), own("gpu:3"));
    assert_eq!(added(&format!("{bare}{cpu}")), ["Add the section `[cpu:0]`?"]);
    assert_eq!(added(&format!("{bare}{gpu}")), ["Add the section `[gpu:3]`"]);
    assert_eq!(added(&format!("{gpu}{bare}")), ["Add the section `[gpu:3]`?"]);
    assert_eq!(added(&format!("[cpu:1]\n{cpu}{bare}")), ["Add the section `[cpu:0]`"]);
    assert_eq!(added(&format!("{cpu}[cpu:1]\n{bare}")), ["Add the section `[cpu:0]`?"]);
    assert_eq!(added(&format!("{cpu}[gpu:2]\n")), ["Add the section `[cpu:0]`"]);
    assert_eq!(added(&format!("{bare}[CPU:0]\n")), ["Change to `cpu:0`?"]);
    assert_eq!(added(&format!("{bare}[GPU:0]\n")), ["Change to `gpu:0`"]);
}

/// A size in a form that the language does not know becomes a label, which hardly anybody means.
#[test]
fn a_size_of_another_form_is_no_silent_label() {
    let found = |value: &str| {
        let text = format!("[cpu:0]\n[cpu:0.resources]\nmemory = {value}\n");
        let file = hardware::parse(&Input::alone("x.coilcfg.txt", &text));
        file.diagnostics().iter().any(|it| it.code.name == "label-like-size")
    };
    let fix = |value: &str| {
        let text = format!("[cpu:0]\n[cpu:0.resources]\nmemory = {value}\n");
        assert!(found(value), "{value}");
        fixes(&text, "label-like-size")
    };
    let is_guess = |value: &str| {
        let text = format!("[cpu:0]\n[cpu:0.resources]\nmemory = {value}\n");
        let file = hardware::parse(&Input::alone("x.coilcfg.txt", &text));
        let found = file.diagnostics();
        let found = found.iter().find(|it| it.code.name == "label-like-size");
        found.is_some_and(|it| it.fixes.iter().all(|it| it.is_guess))
    };
    for too_large in ["1PiB", "1PB", "1p", "1EiB", "2 EB"] {
        assert!(fix(too_large).is_empty(), "{too_large}");
    }
    for (value, meant) in [
        ("1Ki", "1KiB"),
        ("2MiBs", "2MiB"),
        ("2 gi", "2GiB"),
        ("64-bit", "64bit"),
        ("64-bits", "64bit"),
        ("0x1G", "0x1GiB"),
        ("0xFF KB", "0xFFKiB"),
        ("32KiB 4", "32KiB, 4"),
        ("\"4 32KiB\"", "4, 32KiB"),
        ("16 shared", "16, shared"),
        ("2 32KiB shared", "2, 32KiB, shared"),
        ("32KiB data", "32KiB, data"),
        ("2 MiB data", "2 MiB, data"),
        ("SHARED", "shared"),
        ("1_000", "1000"),
        ("1_000KB", "1000KiB"),
        ("4x", "4"),
    ] {
        assert_eq!(fix(value), [format!("Change to `{meant}`")], "{value}");
    }
    for (value, expected) in
        [("1Ki", false), ("16 shared", false), ("1_000", true), ("4x", true), ("32KiB data", true)]
    {
        assert_eq!(is_guess(value), expected, "{value}");
    }
    assert!(fix("0x").is_empty());
    assert!(fix("\"SHARED, 4\"").is_empty());
    for label in [
        "8-way",
        "8 way",
        "64B_line",
        "10ms",
        "5s",
        "0xyz",
        "8_way",
        "\"16 shared\", 1",
        "64B line",
        "64bit wide",
        "4_4",
    ] {
        assert!(!found(label), "{label}");
    }
    // Beside what says it, they are labels.
    for label in ["1MiB, 64B line", "4, 2x"] {
        assert!(!found(label), "{label}");
    }
}

/// `#` does not start a comment (coil.md#comments-and-quotes), and what people mean as one hides nothing
/// silently; names may hold it.
#[test]
fn a_comment_of_another_language_in_a_value_is_reported() {
    let fixed = |line: &str| {
        let text = format!("[cpu:0]\n{line}\n");
        let file = hardware::parse(&Input::alone("x.coilcfg.txt", &text));
        let found = file.diagnostics();
        let found = found.iter().filter(|it| it.code.name == "hash-comment");
        let fixes = found.flat_map(|it| &it.fixes);
        let shown = |it: &bobbin_core::diagnostics::Fix| {
            let guess = if it.is_guess { "?" } else { "" };
            let after = it.edit.apply(&text);
            format!("{}{guess}", after.lines().last().unwrap_or_default())
        };
        fixes.map(shown).collect::<Vec<_>>()
    };
    for (line, expected) in [
        ("name = Foo # my cpu", "name = Foo ; my cpu?"),
        ("[arch:x]\nk = 1 # c", "k = 1 ; c"),
        ("[arch:x]\nk = true #c", "k = true ;c"),
        ("[resources]\ncore = 4 # c", "core = 4 ; c"),
        ("[resources]\nthread = 4 // c", "thread = 4 ; c"),
        ("[resources]\ncache_l1 = 32KiB, data # c, d", "cache_l1 = 32KiB, data ; c, d?"),
        ("[resources]\ncore = 4, shared # c", "core = 4, shared ; c"),
        // A comment would hide the item behind it, and a name may be a number.
        ("[resources]\ncache_l1 = 32KiB # data, shared", "cache_l1 = 32KiB ; data, shared?"),
        ("name = 9000 # of x", "name = 9000 ; of x?"),
    ] {
        assert_eq!(fixed(line), [expected], "{line}");
    }
    for line in [
        "name = C#",
        "name = Foo #1",
        "name = Rev #B",
        "name = \"Foo # my cpu\"",
        "[arch:x]\nurl = http://a // b",
        "[resources]\ncore = 4, \"a # b\"",
        "[resources]\ncore = 4, #2",
    ] {
        assert!(fixed(line).is_empty(), "{line}");
    }
}

/// A quote that is not closed hides the comment behind it, whatever else the value holds
/// (coil.md#comments-and-quotes).
#[test]
fn the_last_quote_of_a_value_is_the_open_one() {
    for (line, fixed) in [
        ("name = \"a\\\" ; comment", r#"name = "\"a\\\" ; comment""#),
        ("name = a \"b\" \"c ; d", r#"name = "a \"b\" \"c ; d""#),
        ("vendor = \"a\" \"b ; comment", r#"vendor = "\"a\" \"b ; comment""#),
        ("[resources]\ncache_l1 = 32KiB, \"a ; c", r#"cache_l1 = 32KiB, "\"a ; c""#),
        ("[resources]\ngpr = \"16, 64bit", r#"gpr = "\"16, 64bit""#),
    ] {
        let text = format!("[cpu:0]\n{line}\n");
        let compiled = |text: &str| {
            let file = hardware::parse(&Input::alone("x.coilcfg.txt", text));
            file.compile().and_then(Result::ok).map(|it| it.bytes.data)
        };
        let file = hardware::parse(&Input::alone("x.coilcfg.txt", &text));
        let found = file.diagnostics();
        let codes: Vec<&str> = found.iter().map(|it| it.code.name).collect();
        assert_eq!(codes, ["open-quote"], "{line}");
        let after = found[0].fixes[0].edit.apply(&text);
        assert_eq!(after.lines().last(), Some(fixed));
        assert_eq!(compiled(&after), compiled(&text), "{line}");
    }
}

/// Lines end with LF or CRLF (coil.md#hardware-text-grammar).
#[test]
fn carriage_returns_alone_become_ends_of_lines_together() {
    let fixed = |text: &str| {
        let file = hardware::parse(&Input::alone("x.coilcfg.txt", text));
        let found = file.diagnostics();
        let found: Vec<_> = found.iter().filter(|it| it.code.name == "lone-cr").collect();
        let fixes = found.iter().flat_map(|it| &it.fixes);
        fixes.map(|it| (it.label.clone(), it.edit.apply(text))).collect::<Vec<_>>()
    };
    let one = "Make it the end of a line".to_owned();
    let all = "Make all of them ends of lines".to_owned();
    assert_eq!(fixed("[cpu:0]\n; A\rname = B"), [(one, "[cpu:0]\n; A\nname = B".to_owned())]);
    let text = "[cpu:0]\r\nname = A\rvendor = B\rmodel = C\r\n";
    assert_eq!(
        fixed(text),
        [(all, "[cpu:0]\r\nname = A\r\nvendor = B\r\nmodel = C\r\n".to_owned())]
    );
    assert!(fixed("[cpu:0]\r\nname = \"A\\x0dB\"\n").is_empty());
}
