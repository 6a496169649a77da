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

/// What is misspelt may be another key, and would replace what counts now.
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
