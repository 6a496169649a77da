//! Sentences that say what is so in the text at hand, and advice that works.

#![allow(
    clippy::unwrap_used,
    clippy::string_slice,
    reason = "a test that panics has found something"
)]

use std::sync::Arc;

use bobbin_coil::{hardware, target};
use bobbin_core::text::offset;
use bobbin_core::{Document, Input};

/// Returns the messages about a hardware description of a code, with what helps and what is offered; `?` marks fixes
/// that change what the text means.
fn said(text: &str, code: &str) -> Vec<String> {
    let file = hardware::parse(&Input::alone("x.coilcfg.txt", text));
    let mut res = Vec::new();
    for it in file.diagnostics().into_iter().filter(|it| it.code.name == code) {
        res.push(it.message);
        res.extend(it.help.into_iter().map(|it| format!("help: {it}")));
        res.extend(it.fixes.into_iter().map(|it| format!("fix: {}", it.label)));
    }
    res
}

/// The advice of a refused conversion is followed, and the conversion succeeds.
#[test]
fn the_section_that_would_say_an_architecture_is_one_of_the_unit() {
    let convert = |text: &str, unit: &str| {
        let document = (hardware::INFO.parse)(&Input::alone("x.coilcfg.txt", text));
        document.convert(&format!("coil-target:{unit}")).map(|_| ()).map_err(|it| it.reason)
    };
    let gpu = "[gpu:0]\nname = G\n";
    let several = format!("[cpu:0]\nname = A\n{gpu}");
    for (text, unit) in [("[cpu:0]\nname = A\n", "cpu:0"), (gpu, "gpu:0"), (&several, "gpu:0")] {
        let reason = convert(text, unit).unwrap_err();
        let section = &reason[reason.find("`[").unwrap() + 1..reason.len() - 1];
        assert_eq!(section.starts_with("[gpu:0."), text == several, "{section}");
        assert_eq!(convert(&format!("{text}{section}\nx = 1\n"), unit), Ok(()), "{reason}");
    }
}

/// To remove the line would lose a register.
#[test]
fn a_register_in_the_section_of_its_abi_is_sent_to_the_mapping() {
    for (header, mapping) in
        [("abi:s", "s.mapping"), ("abi:s.mapping", "s.mapping"), ("cpu:0.abi:s", "cpu:0.s.mapping")]
    {
        let text = format!("[cpu:0]\nname = A\n[{header}]\n0 = gpr:0\n2f = fpr:1:0xFF, stack:0\n");
        let too = match header {
            "abi:s.mapping" => ", and the ABI needs `[abi:s]`, too",
            _ => "",
        };
        let help = format!("help: the registers of an argument stand below `[{mapping}]`{too}");
        assert_eq!(
            said(&text, "unknown-key"),
            [
                format!("`0` has no meaning in `{header}` and is left out"),
                help.clone(),
                format!("`2f` has no meaning in `{header}` and is left out"),
                help,
            ]
        );
    }
    let other = said("[cpu:0]\nname = A\n[abi:s]\n0 = x\nhue = gpr:0\n", "unknown-key");
    assert_eq!(other.iter().filter(|it| *it == "fix: Remove the line").count(), 2, "{other:?}");
}

/// The name of a register is one, only not in the form that a mapping has.
#[test]
fn a_register_by_name_is_offered_by_its_number() {
    let mapped = |arch: &str, register: &str| {
        let text = format!("[cpu:0]\nname = A\n{arch}[abi:s]\n[s.mapping]\n1 = {register}\n");
        said(&text, "bad-mapping")
    };
    let help =
        "help: write type:index or type:index:mask, with the type gpr, fpr, vr, spr or stack";
    let x86 = "[arch:x86_64]\nAVX = true\n";
    assert_eq!(
        mapped(x86, "rdi"),
        ["`rdi` is not written as type:index", help, "fix: Change to `gpr:4`"]
    );
    assert_eq!(
        mapped("[arch:ARM64]\nx = 1\n", "x3"),
        ["`x3` is not written as type:index", help, "fix: Change to `gpr:3`"]
    );
    assert_eq!(mapped("", "rdi"), ["`rdi` is not written as type:index", help]);
    let label = said("[cpu:0]\nname = A\n[resources]\ngpr = -1\n", "label-like-size");
    assert_eq!(label[0], "`-1` is no count and no size, and becomes part of the resource's name");
}

#[test]
fn a_section_of_another_type_of_unit_is_customary_there() {
    let found = said("[tpu:0]\nname = T\n[gpu]\nbit_64 = true\n", "unusual-section");
    assert_eq!(found[0], "`gpu` is customary for the features of a `gpu`, not of `tpu:0`");
}

/// A kind has 16 bits (coil.md#field-limits).
#[test]
fn only_a_number_that_is_a_kind_is_offered() {
    let kind = |kind: &str| {
        let text = format!("[cpu:0]\nname = A\n[resources]\n{kind} = 1\n");
        said(&text, "unknown-resource")
            .into_iter()
            .filter(|it| it.starts_with("fix: "))
            .collect::<Vec<_>>()
    };
    let none: Vec<String> = Vec::new();
    assert_eq!(kind("type<70000>"), none);
    assert_eq!(kind("type<65535>"), ["fix: Change to `type65535`"]);
}

/// A list of JSON has what stands between the commas.
#[test]
fn json_leaves_the_empty_element_out() {
    let text = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[Linker]\nLibraries = a,,b\n";
    let remark = |id: &str| {
        let document = (target::INFO.parse)(&Input::alone("main.coilcfg", text));
        let converted = document.convert(id).unwrap();
        let remarks = converted.remarks.into_iter().map(|it| it.message);
        remarks.into_iter().find(|it| it.contains("empty list element")).unwrap()
    };
    for id in ["json", "json-origins"] {
        assert!(remark(id).starts_with("the result leaves the empty element out: "), "{id}");
    }
    assert!(remark("flat").starts_with("the result has this error too: "));
}

/// The hover of a boolean that is off does not read as if it were on.
#[test]
fn the_hover_of_a_switch_that_is_off_does_not_say_that_it_is_on() {
    let hover = |value: &str| {
        let text = format!("[Extensions]\nAtomicOperations = {value}\n");
        let document = (target::INFO.parse)(&Input::alone("main.coilcfg", &text));
        let at = u32::try_from(text.find(value).unwrap()).unwrap();
        document.hover(at.into()).unwrap().markdown
    };
    assert_eq!(hover("false"), "**false**");
    assert!(hover("true").starts_with("**true** — "), "{}", hover("true"));
}

/// A mapping counts with its ABI alone.
#[test]
fn a_section_that_is_called_like_a_mapping_is_told_of_the_abi_that_lacks() {
    let help = |more: &str| {
        let text = format!("[cpu:0]\nname = x\n{more}[abi:s.mapping]\n1 = gpr:0\n");
        let found = said(&text, "unknown-key");
        found.into_iter().find(|it| it.contains("[s.mapping]")).unwrap()
    };
    assert!(
        help("").ends_with("below `[s.mapping]`, and the ABI needs `[abi:s]`, too"),
        "{}",
        help("")
    );
    assert!(help("[abi:s]\n").ends_with("below `[s.mapping]`"), "{}", help("[abi:s]\n"));
}

/// All of what a conversion leaves out is said once.
#[test]
fn an_include_that_is_missing_is_told_once() {
    let text = "@include nope.coilcfg\n[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n";
    let document = (target::INFO.parse)(&Input::alone("main.coilcfg", text));
    let remarks = document.convert("coil-hardware").unwrap().remarks;
    let about: Vec<_> = remarks.iter().filter(|it| it.message.contains("nope.coilcfg")).collect();
    assert_eq!(about.len(), 1, "{about:?}");
}

/// A file that is there needs no other in its place.
#[test]
fn an_include_that_cannot_be_read_is_no_misspelling() {
    let labels = |is_there: bool| {
        let mut input = Input::alone("main.coilcfg", "@include camera.coilcfg\n");
        let files = Arc::make_mut(&mut input.files);
        files.insert("camera-a.coilcfg", "[Target]\n".into());
        if is_there {
            files.set_unreadable("camera.coilcfg", "it is no regular file");
        }
        let found = (target::INFO.parse)(&input).diagnostics();
        let it = found.into_iter().find(|it| it.code.name == "include-not-found").unwrap();
        (it.help.unwrap(), it.fixes.into_iter().map(|it| it.label).collect::<Vec<_>>())
    };
    assert_eq!(labels(false).1, ["Change to `\"camera-a.coilcfg\"`"]);
    let help = "`camera.coilcfg` is there, but cannot be read: it is no regular file";
    assert_eq!(labels(true), (help.to_owned(), Vec::new()));
}

/// One register has no range of numbers.
#[test]
fn a_register_that_the_unit_lacks_is_told_of_those_it_has() {
    let told = |count: &str| {
        let text = format!(
            "[cpu:0]\nname = A\n[resources]\ngpr = {count}\n[abi:s]\n[s.mapping]\n1 = gpr:5\n"
        );
        said(&text, "missing-register")
    };
    assert_eq!(
        told("4"),
        ["`gpr:5` is beyond the 4 `gpr` of this unit", "help: they are `gpr:0` to `gpr:3`"]
    );
    assert_eq!(told("1"), ["`gpr:5` is beyond the 1 `gpr` of this unit"]);
    assert_eq!(told("0"), ["this unit has no `gpr`"]);
    assert!(told("6").is_empty());
}

/// coil.md#count-and-size: a lone number on a cache or on memory is bytes.
#[test]
fn hovers_on_resources_say_what_a_number_is() {
    let text = "[cpu:0]\nname = x\n[resources]\ncache_l1 = 1\n";
    let said = |word: &str| {
        let at = offset(text.find(word).unwrap());
        hardware::parse(&Input::alone("x", text)).hover(at).unwrap().markdown
    };
    let whole = said("resources]");
    assert!(
        whole.ends_with(" A lone number on a cache or on memory is its size in bytes."),
        "{whole}"
    );
    assert_eq!(said("1\n"), "`cache_l1`: count 1, 1 byte each");
}

/// coil.md#converting-a-target-to-hardware: what targets call NPU is a TPU here; of types that are as near as
/// each other none is offered.
#[test]
fn a_unit_type_is_guessed_where_one_is_nearest() {
    let help = |unit: &str| {
        let text = format!("[cpu:0]\nname = x\n[{unit}:0]\nname = y\n");
        let all = hardware::parse(&Input::alone("x", &text)).diagnostics();
        all.into_iter().find(|it| it.code.name == "unused-section").unwrap().help.unwrap()
    };
    assert_eq!(help("npu"), "did you mean `tpu:0`?");
    assert_eq!(help("fpg"), "did you mean `fpga:0`?");
    assert_eq!(help("CPU"), "did you mean `cpu:0`?");
    assert!(help("xpu").starts_with("the types are cpu, gpu, "));
}
