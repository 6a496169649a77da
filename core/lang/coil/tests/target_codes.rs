//! Every code of the target validator (coil.md#validator-codes): a text that has it, with all that
//! is said of that text and where, and a text much like it that does not.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that panics has found something"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;

use bobbin_coil::target;
use bobbin_coil::target::check::{self, Finding, Strictness};
use bobbin_core::diagnostics::{Diagnostic, Fix, Severity};
use bobbin_core::text::{Files, slice};
use bobbin_core::{Document, Input};

/// The smallest valid file; eleven lines.
const BASE: &str = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[Optimization]\nLevel = 2\n\
     [Memory]\nModel = Protected\nAlignment = 16\nStackGrowth = Down\nEndianness = Little\n";

/// A change of [`BASE`]: what is replaced and by what. `+` adds lines at the end, `^` at the start.
type Changes = &'static [(&'static str, &'static str)];

struct Case {
    code: &'static str,
    /// Makes a text with the code.
    fires: Changes,
    /// All that is said of it: code, file if not the main one, line, section, key.
    expected: &'static [&'static str],
    /// Makes a text without it.
    silent: Changes,
}

const fn case(
    code: &'static str,
    fires: Changes,
    expected: &'static [&'static str],
    silent: Changes,
) -> Case {
    Case { code, fires, expected, silent }
}

#[rustfmt::skip]
const CASES: &[Case] = &[
    case("E_ENCODING", &[("+", "# a\0b\n")],
        &["E_ENCODING 12 - -", "E_MISSING_SECTION 0 Memory -", "E_MISSING_SECTION 0 Optimization -", "E_MISSING_SECTION 0 Target -"],
        &[("+", "# a\u{1}é\n")]),
    case("E_SYNTAX", &[("+", "[Linker]\njust words\n")], &["E_SYNTAX 13 Linker -"], &[("+", "[Linker]\n# just words\n")]),
    case("E_SECTION_NAME", &[("+", "[Linker\nLibraries = ,\n[Extensions]\n")], &["E_SECTION_NAME 12 - -"], &[("+", "[Linker] # [\n")]),
    case("E_KEY_NAME", &[("+", "[Linker]\n2nd = x\n")], &["E_KEY_NAME 13 Linker 2nd"], &[("+", "[V_x]\n_2nd.a-b = x\n")]),
    case("E_KEY_OUTSIDE_SECTION", &[("^", "Level = 2\n")], &["E_KEY_OUTSIDE_SECTION 1 - Level"], &[("^", "; Level = 2\n")]),
    case("E_EMPTY_VALUE", &[("Level = 2", "Level = ; two")], &["E_EMPTY_VALUE 6 Optimization Level"], &[("Level = 2", "Level = 2 ;two")]),
    case("E_QUOTE", &[("+", "[Linker]\nEntryPoint = a\"b\"\n")], &["E_QUOTE 13 Linker EntryPoint"], &[("+", "[Linker]\nEntryPoint = \"ab\"\n")]),
    case("E_LIST_ELEMENT", &[("+", "[Linker]\nLibraries = a,,b,\n")],
        &["E_LIST_ELEMENT 13 Linker Libraries", "E_LIST_ELEMENT 13 Linker Libraries"], &[("+", "[Linker]\nLibraries = a , b\n")]),
    case("E_INCLUDE_SYNTAX", &[("^", "@include # base\n")], &["E_INCLUDE_SYNTAX 1 - -"], &[("^", "@include empty.coilcfg # base\n")]),
    case("E_INCLUDE_NOT_FOUND", &[("^", "@include \"nope.coilcfg\"\n")], &["E_INCLUDE_NOT_FOUND 1 - -"], &[("^", "@include \"./dir/../empty.coilcfg\"\n")]),
    case("E_INCLUDE_CYCLE", &[("^", "@include a.coilcfg\n")], &["E_INCLUDE_CYCLE b.coilcfg:1 - -"],
        &[("^", "@include empty.coilcfg\n@include empty.coilcfg\n")]),
    case("E_INCLUDE_DEPTH", &[("^", "@include deep0.coilcfg\n")], &["E_INCLUDE_DEPTH deep31.coilcfg:1 - -"], &[("^", "@include deep1.coilcfg\n")]),
    case("E_MISSING_SECTION", &[("[Optimization]\nLevel = 2\n", "")], &["E_MISSING_SECTION 0 Optimization -"],
        &[("[Optimization]\nLevel = 2\n", ""), ("^", "@include level.coilcfg\n")]),
    case("E_MISSING_KEY", &[("Level = 2\n", "")], &["E_MISSING_KEY 5 Optimization Level"],
        &[("Level = 2\n", ""), ("^", "@include level.coilcfg\n")]),
    case("E_TYPE", &[("Level = 2", "Level = high"), ("Mode = 64", "Mode = \"64\"")],
        &["E_TYPE 4 Target Mode", "E_TYPE 6 Optimization Level"], &[("Level = 2", "Level = 0x2")]),
    case("E_RANGE", &[("Level = 2", "Level = 4"), ("Alignment = 16", "Alignment = 0")],
        &["E_RANGE 6 Optimization Level", "E_RANGE 9 Memory Alignment"], &[("Level = 2", "Level = 3"), ("Alignment = 16", "Alignment = 1")]),
    case("E_ENUM", &[("Endianness = Little", "Endianness = little")], &["E_ENUM 11 Memory Endianness"], &[("Down", "\"Up\"")]),
    case("E_POW2", &[("Alignment = 16", "Alignment = 24")], &["E_POW2 9 Memory Alignment"], &[("Alignment = 16", "Alignment = 0x40")]),
    case("E_ARCH", &[("Architecture = x86", "Architecture = x86_64"), ("Mode = 64", "Mode = 64\nFeatures = NEON")],
        &["E_ARCH 3 Target Architecture"], &[("Architecture = x86", "Architecture = \"x86\"")]),
    case("E_MODE", &[("Mode = 64", "Mode = 128")], &["E_MODE 4 Target Mode"], &[("Mode = 64", "Mode = 16")]),
    case("E_FEATURE", &[("Mode = 64", "Mode = 64\nFeatures = NEON, AVX2, BOGUS")],
        &["E_FEATURE 5 Target Features", "E_FEATURE 5 Target Features"], &[("Mode = 64", "Mode = 64\nFeatures = sse4.2, Avx2")]),
    case("E_EXTENSION", &[("+", "[Extensions]\nSIMD = NEON\nCrypto = AES, SHA9\nSharedMemory = yes\n")],
        &["E_EXTENSION 13 Extensions SIMD", "E_EXTENSION 14 Extensions Crypto", "E_EXTENSION 15 Extensions SharedMemory"],
        &[("+", "[Extensions]\nSIMD = avx2\nCrypto = aes\nSharedMemory = no\n")]),
    case("E_REGISTER", &[("+", "[ABI]\nName = Mine\nParameterRegisters = rdi, r0\n")], &["E_REGISTER 14 ABI ParameterRegisters"],
        &[("+", "[ABI]\nName = Mine\nParameterRegisters = %RDI, $rsi\n")]),
    case("E_ABI_NAME", &[("+", "[ABI]\nName = my abi!\n")], &["E_ABI_NAME 13 ABI Name"], &[("+", "[ABI]\nName = my-abi.2\nParameterRegisters = rdi\n")]),
    case("E_DEFINE", &[("+", "[Preprocessor]\nDefine = 1A=2, A-B, OK\n")],
        &["E_DEFINE 13 Preprocessor Define", "E_DEFINE 13 Preprocessor Define"], &[("+", "[Preprocessor]\nDefine = A, B=, C=x=y, D=\"1,2\"\n")]),
    case("E_PATH", &[("+", "[Preprocessor]\nInclude = a\tb, \"\"\n[Linker]\nDefaultLibraryPath = \"\"\n")],
        &["E_PATH 13 Preprocessor Include", "E_PATH 13 Preprocessor Include", "E_PATH 15 Linker DefaultLibraryPath"],
        &[("+", "[Preprocessor]\nInclude = /opt/a#b, C:\\x\n[Linker]\nDefaultLibraryPath = \"/a, b\"\n")]),
    case("E_LIBRARY", &[("+", "[Linker]\nLibraries = /usr/lib/libm.a, +x, c\n")],
        &["E_LIBRARY 13 Linker Libraries", "E_LIBRARY 13 Linker Libraries"], &[("+", "[Linker]\nLibraries = libstdc++.so-6, 3d, _x\n")]),
    case("E_SYMBOL", &[("+", "[Linker]\nEntryPoint = 1main\n")], &["E_SYMBOL 13 Linker EntryPoint"], &[("+", "[Linker]\nEntryPoint = .L$main@8\n")]),
    case("W_UNKNOWN_SECTION", &[("+", "[Profiler]\nRate = ,,\n")], &["W_UNKNOWN_SECTION 12 Profiler -"], &[("+", "[ACME_Profiler]\nRate = ,,\n")]),
    case("W_UNKNOWN_KEY", &[("Level = 2", "Level = 2\nlevel = 3")], &["W_UNKNOWN_KEY 7 Optimization level"], &[("+", "[ACME_X]\nlevel = 3\n")]),
    case("W_DUPLICATE_SECTION", &[("+", "[Optimization]\nInliningLevel = 1\n")], &["W_DUPLICATE_SECTION 12 Optimization -"],
        &[("^", "@include level.coilcfg\n")]),
    case("W_DUPLICATE_KEY", &[("Level = 2", "Level = 9\nLevel = 2")], &["W_DUPLICATE_KEY 7 Optimization Level"], &[("^", "@include level.coilcfg\n")]),
    case("W_DUPLICATE_ITEM", &[("+", "[Linker]\nLibraries = c, m, c\n[Preprocessor]\nDefine = A=1, A\n")],
        &["W_DUPLICATE_ITEM 13 Linker Libraries", "W_DUPLICATE_ITEM 15 Preprocessor Define"], &[("+", "[Linker]\nLibraries = c, C\n")]),
    case("W_INCLUDE_NOT_FIRST", &[("+", "@include empty.coilcfg\n")], &["W_INCLUDE_NOT_FIRST 12 - -"],
        &[("^", "# first\n\n@include empty.coilcfg\n@include level.coilcfg\n")]),
    case("W_EMPTY_LIST", &[("Mode = 64", "Mode = 64\nFeatures =")], &["W_EMPTY_LIST 5 Target Features"], &[("Mode = 64", "Mode = 64\nFeatures = AVX")]),
    case("W_ARCH_NAME", &[("Architecture = x86", "Architecture = X86")], &["W_ARCH_NAME 3 Target Architecture"], &[("Architecture = x86", "Architecture = ARM")]),
    case("W_CUSTOM_ARCH", &[("Architecture = x86", "Architecture = Custom"), ("Mode = 64", "Mode = 24\nFeatures = anything")],
        &["W_CUSTOM_ARCH 3 Target Architecture"], &[("Mode = 64", "Mode = 32")]),
    case("W_FEATURE_MODE", &[("Architecture = x86", "Architecture = ARM"), ("Mode = 64", "Mode = 32\nFeatures = SVE")],
        &["W_FEATURE_MODE 5 Target Features"], &[("Architecture = x86", "Architecture = ARM"), ("Mode = 64", "Mode = 64\nFeatures = SVE")]),
    case("W_REGISTER_MODE", &[("Mode = 64", "Mode = 32"), ("+", "[ABI]\nName = Mine\nParameterRegisters = rdi\n")],
        &["W_REGISTER_MODE 14 ABI ParameterRegisters"], &[("Mode = 64", "Mode = 32"), ("+", "[ABI]\nName = Mine\nParameterRegisters = edi\n")]),
    case("W_SIMD_NOT_IN_FEATURES", &[("Mode = 64", "Mode = 64\nFeatures = AVX2"), ("+", "[Extensions]\nSIMD = AVX512F\n")],
        &["W_SIMD_NOT_IN_FEATURES 14 Extensions SIMD"], &[("Mode = 64", "Mode = 64\nFeatures = AVX2"), ("+", "[Extensions]\nSIMD = SSE2\n")]),
    case("W_OPT_BOTH", &[("Level = 2", "Level = 2\nSpeedOptimization = 1\nSizeOptimization = YES")],
        &["W_OPT_BOTH 7 Optimization SpeedOptimization"], &[("Level = 2", "Level = 2\nSpeedOptimization = no\nSizeOptimization = YES")]),
    case("W_ABI_ARCH", &[("Mode = 64", "Mode = 32"), ("+", "[ABI]\nName = Win64\n")], &["W_ABI_ARCH 13 ABI Name"], &[("+", "[ABI]\nName = win64\n")]),
    case("W_ABI_CUSTOM", &[("+", "[ABI]\nName = MyAbi\n")], &["W_ABI_CUSTOM 13 ABI Name"], &[("+", "[ABI]\nName = Native\n")]),
    case("W_ABI_MISMATCH", &[("+", "[ABI]\nName = Win64\nParameterRegisters = rdx,rcx,r8,r9\nStackAlignment = 8\nRedZoneSize = 1\n")],
        &["W_ABI_MISMATCH 14 ABI ParameterRegisters", "W_ABI_MISMATCH 15 ABI StackAlignment", "W_ABI_MISMATCH 16 ABI RedZoneSize"],
        &[("+", "[ABI]\nName = Win64\nParameterRegisters = RCX,rdx,r8,r9\nStackAlignment = 32\nRedZoneSize = 0\n")]),
    case("W_ENDIANNESS", &[("Little", "Big")], &["W_ENDIANNESS 11 Memory Endianness"], &[("Little", "Big"), ("x86", "MIPS")]),
    case("W_NO_REGISTER_TABLE", &[("CPU", "NPU"), ("x86", "TPU"), ("+", "[ABI]\nName = Mine\nParameterRegisters = p0, p1\n")],
        &["W_NO_REGISTER_TABLE 14 ABI ParameterRegisters"], &[("CPU", "NPU"), ("x86", "TPU"), ("+", "[ABI]\nName = Mine\nReturnRegisters =\n")]),
    case("W_VENDOR_SECTION", &[("+", "[ARM_NEON]\nDot = true\n")], &["W_VENDOR_SECTION 12 ARM_NEON -"], &[("+", "[Linker]\n")]),
];

fn text(changes: Changes) -> String {
    let mut text = BASE.to_owned();
    for &(old, new) in changes {
        match old {
            "+" => text.push_str(new),
            "^" => text.insert_str(0, new),
            _ => {
                assert!(text.contains(old), "{old:?} is not in\n{text}");
                text = text.replace(old, new);
            }
        }
    }
    text
}

/// Returns all diagnostics of `text`, in the files beside it too.
fn found(text: &str, strictness: Strictness) -> Vec<Finding> {
    let mut files = Files::default();
    files.insert("empty.coilcfg", "; nothing\n".into());
    files.insert("level.coilcfg", "[Optimization]\nLevel = 1\n".into());
    files.insert("avx.coilcfg", "[Target]\nFeatures = AVX\n".into());
    files.insert("a.coilcfg", "@include b.coilcfg\n".into());
    files.insert("b.coilcfg", "@include a.coilcfg\n".into());
    // From the main file, deep31 is the thirty-second file that is open inside another.
    for it in 0..=31 {
        let include = format!("@include deep{}.coilcfg\n", it + 1);
        files.insert(&format!("deep{it}.coilcfg"), include.as_str().into());
    }
    files.insert("deep32.coilcfg", "".into());
    let input = Input {
        path: "main.coilcfg".to_owned(),
        text: text.into(),
        files: Arc::new(files),
        ..Input::default()
    };
    check::findings(&target::parse(&input), strictness)
}

/// Lists code, file if not the main one, line, section, key.
fn findings(text: &str, strictness: Strictness) -> Vec<String> {
    let mut res: Vec<String> = found(text, strictness)
        .iter()
        .filter_map(|it| {
            let file = it.path.as_ref().map(|it| format!("{it}:")).unwrap_or_default();
            let section = it.section.as_deref().unwrap_or("-");
            let key = it.key.as_deref().unwrap_or("-");
            let code = it.diagnostic.code.reference?;
            Some(format!("{code} {file}{} {section} {key}", it.line))
        })
        .collect();
    res.sort();
    res
}

#[test]
fn every_code_has_a_text_with_it_and_one_without() {
    for case in CASES {
        let strictness = match case.code {
            "W_VENDOR_SECTION" => Strictness::Strict,
            _ => Strictness::Normal,
        };
        let fires = text(case.fires);
        let found = findings(&fires, strictness);
        assert!(found.iter().any(|it| it.starts_with(case.code)), "{}\n{fires}", case.code);
        assert_eq!(found, case.expected, "{}\n{fires}", case.code);
        let silent = text(case.silent);
        let found = findings(&silent, strictness);
        let is_silent = !found.iter().any(|it| it.split(' ').next() == Some(case.code));
        assert!(is_silent, "{} {found:?}\n{silent}", case.code);
    }
    // Without --strict vendor sections are not mentioned.
    assert_eq!(findings(&text(&[("+", "[ARM_NEON]\nDot = true\n")]), Strictness::Normal), [""; 0]);
    assert_eq!(findings(BASE, Strictness::Strict), [""; 0]);
}

/// Counts the diagnostics in the main file by code.
fn counts(found: &[Finding]) -> BTreeMap<&'static str, usize> {
    let mut res = BTreeMap::new();
    for it in found.iter().filter(|it| it.path.is_none()) {
        *res.entry(it.diagnostic.code.reference.unwrap_or(it.diagnostic.code.name)).or_default() +=
            1;
    }
    res
}

/// Errors that a fix may bring: they were there before, and the diagnostic kept them from being looked for
/// (coil.md#suppressed-checks).
const UNCOVERED: &[(&str, &str)] = &[
    ("E_SECTION_NAME", "E_LIST_ELEMENT"),
    ("E_KEY_OUTSIDE_SECTION", "E_LIST_ELEMENT"),
    ("E_ARCH", "E_FEATURE"),
];

/// Codes that no fix is offered for, because only a person can know what was meant.
const WITHOUT_FIX: &[&str] = &[
    "E_INCLUDE_DEPTH",
    "E_PATH",
    "W_CUSTOM_ARCH",
    "W_NO_REGISTER_TABLE",
    "W_REGISTER_MODE",
    "W_VENDOR_SECTION",
];

/// Leaves a comma at the end of each list that has items, as while one types it.
fn with_commas(text: &str) -> String {
    let lists = target::schema::SECTIONS.iter().flat_map(|it| it.keys).filter(|it| it.is_list());
    let lists: Vec<&str> = lists.map(|it| it.name).collect();
    let finished = |line: &str| match line.split_once('=') {
        Some((key, value)) if lists.contains(&key.trim()) && !value.trim().is_empty() => {
            format!("{line},\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(finished).collect()
}

/// Each fix takes its diagnostic away and brings no error, also where a list ends with a comma.
#[test]
fn every_fix_mends_its_finding_and_breaks_nothing() {
    let mut fixed = BTreeSet::new();
    let texts: Vec<String> = CASES.iter().chain(MORE_FIXES).map(|it| text(it.fires)).collect();
    let unfinished = texts.iter().map(|it| with_commas(it));
    for before in texts.iter().cloned().chain(unfinished) {
        let all = found(&before, Strictness::Strict);
        let old = counts(&all);
        for it in all.iter().filter(|it| it.path.is_none()) {
            let code = it.diagnostic.code.reference.unwrap_or(it.diagnostic.code.name);
            for fix in &it.diagnostic.fixes {
                let after = fix.edit.apply(&before);
                let new = counts(&found(&after, Strictness::Strict));
                let context = || format!("{code} {:?}\n{before}--- after\n{after}", fix.label);
                let count =
                    |counts: &BTreeMap<&str, usize>| counts.get(code).copied().unwrap_or_default();
                assert!(count(&new) < count(&old), "the finding stays: {}", context());
                for (other, n) in new.iter().filter(|it| it.0.starts_with("E_")) {
                    let is_new = *n > old.get(other).copied().unwrap_or_default();
                    let is_uncovered = UNCOVERED.contains(&(code, other));
                    assert!(!is_new || is_uncovered, "it brings {other}: {}", context());
                }
                fixed.insert(code);
            }
        }
    }
    let known: BTreeSet<&str> = CASES.iter().map(|it| it.code).collect();
    let without: BTreeSet<&str> = known.difference(&fixed).copied().collect();
    assert_eq!(without, WITHOUT_FIX.iter().copied().collect());
}

/// Only the file that includes a base can tell whether something is missing (coil.md#includes).
#[test]
fn what_a_base_may_leave_out_is_added_by_choice_only() {
    let mut seen = BTreeSet::new();
    for case in CASES.iter().chain(MORE_FIXES) {
        for it in found(&text(case.fires), Strictness::Strict) {
            let code = it.diagnostic.code.reference.unwrap_or_default();
            if ["E_MISSING_SECTION", "E_MISSING_KEY", "W_SIMD_NOT_IN_FEATURES"].contains(&code) {
                assert!(it.diagnostic.fixes.iter().all(|it| it.is_choice), "{code}");
                seen.extend((!it.diagnostic.fixes.is_empty()).then_some(code));
            }
        }
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

/// Without a space in front of it a mark is a part of the value; with one the note is a comment.
#[test]
fn a_note_behind_a_value_is_kept() {
    #[track_caller]
    fn check(line: &str, expected: Option<&str>) {
        let text = format!("{BASE}[ABI]\nName = SystemV\n{line}\n");
        let file = target::parse(&Input::alone("x.coilcfg", &text));
        let found = file.diagnostics();
        let errors = found.iter().filter(|it| it.code.severity == Severity::Error);
        let fixes: Vec<&Fix> = errors.flat_map(|it| &it.fixes).collect();
        let after = fixes.first().map(|it| it.edit.apply(&text));
        let after = after.as_deref().and_then(|it| it.lines().last());
        assert_eq!(after, expected, "{fixes:?}");
        assert!(fixes.len() <= 1, "{fixes:?}");
    }
    check("Name = SystemV; the usual", Some("Name = SystemV ; the usual"));
    check("Name = SystemV# the usual", Some("Name = SystemV # the usual"));
    check("StackAlignment = 16; bytes", Some("StackAlignment = 16 ; bytes"));
    check("ReturnRegisters = rax, rdx; both", Some("ReturnRegisters = rax, rdx ; both"));
    // Further items would be a part of the comment.
    check("ReturnRegisters = rax; one, rdx", None);
    check("Name = SystemV;the usual", None);
}

/// What nobody reads may hold anything; read, it has to be right.
#[test]
fn no_fix_makes_a_text_fail() {
    let labels = |more: &str| {
        let text = format!("{BASE}{more}");
        let file = target::parse(&Input::alone("x.coilcfg", &text));
        let found = file.diagnostics().into_iter();
        found.flat_map(|it| it.fixes).map(|it| it.label).collect::<Vec<_>>()
    };
    assert_eq!(labels("Modl = 64\n"), [""; 0]);
    assert_eq!(labels("Modl = Flat\n"), ["Change to `Model`"]);
    assert_eq!(labels("[LINKER]\nEntryPoint = a b\n"), [""; 0]);
    assert_eq!(labels("[LINKER]\nEntryPoint = a\n"), ["Change to `Linker`"]);
}

#[test]
fn a_list_keeps_its_spacing_when_an_item_is_added_and_ends_without_a_comma_of_its_own() {
    for (features, simd, expected) in [
        ("AVX2, SSE4.2, AVX2, NEON,", "AVX512", "AVX2, SSE4.2, AVX2, NEON, AVX512"),
        ("AVX2, SSE4.2 ,", "AVX512", "AVX2, SSE4.2 , AVX512"),
        ("CRC32,", "AVX2", "CRC32,AVX2"),
        ("CRC32", "AVX2", "CRC32,AVX2"),
        ("SSE, CRC32 # c", "AVX2", "SSE, CRC32, AVX2 # c"),
    ] {
        let with = |features: &str| {
            let lines = format!("Mode = 64\nFeatures = {features}\n[Extensions]\nSIMD = {simd}");
            BASE.replace("Mode = 64", &lines)
        };
        let before = with(features);
        let found = found(&before, Strictness::Normal);
        let simd = found.iter().find(|it| it.diagnostic.code.name == "simd-not-in-features");
        let fixes = simd.map(|it| it.diagnostic.fixes.as_slice()).unwrap_or_default();
        let after: Vec<String> = fixes.iter().map(|it| it.edit.apply(&before)).collect();
        assert_eq!(after, [with(expected)], "{features}");
    }
}

/// Blanks inside an item stay (coil.md#white-space-in-values), so those around the `=` would be part
/// of the name and of the value.
#[test]
fn a_define_with_blanks_around_its_equals_sign_keeps_its_name() {
    for (define, expected) in [
        ("D = 3", "D=3"),
        ("A, NAME =5, B", "A, NAME=5, B"),
        ("NAME =", "NAME="),
        ("A-B = a b", "A_B=a b"),
        ("A-B=\"x, y\"", "A_B=\"x, y\""),
        ("A-B", "A_B"),
    ] {
        let with = |define: &str| format!("{BASE}[Preprocessor]\nDefine = {define} # c\n");
        let before = with(define);
        let found = found(&before, Strictness::Normal);
        let fixes: Vec<&Fix> = found.iter().flat_map(|it| &it.diagnostic.fixes).collect();
        let after: Vec<String> = fixes.iter().map(|it| it.edit.apply(&before)).collect();
        assert_eq!(after, [with(expected)], "{define}");
    }
}

/// Texts whose fixes are of another kind than those of [`CASES`].
#[rustfmt::skip]
const MORE_FIXES: &[Case] = &[
    case("E_ENCODING", &[("+", "# \0a\0\n")], &[], &[]),
    case("E_SYNTAX", &[("+", "  junk = # or not\n@import x\nwords # and more")], &[], &[]),
    case("E_KEY_OUTSIDE_SECTION", &[("^", "\u{feff}EntryPoint = main # c\nLibraries = c\n\n")], &[], &[]),
    case("E_KEY_OUTSIDE_SECTION", &[("^", "  InliningLevel=1\nPU = GPU\n")], &[], &[]),
    case("E_INCLUDE_SYNTAX", &[("+", "@include \"\"  # nothing")], &[], &[]),
    case("E_INCLUDE_NOT_FOUND", &[("^", "@include levle.coilcfg\n")], &[], &[]),
    case("E_INCLUDE_CYCLE", &[("^", "# first\n@include main.coilcfg\n")], &[], &[]),
    case("E_DEFINE", &[("+", "[Preprocessor]\nDefine = A-B=\"x, y\", \"C-D=1\", 9, =5\n")], &[], &[]),
    case("E_SYMBOL", &[("+", "[Linker]\nEntryPoint = \"my main\"\n")], &[], &[]),
    case("W_DUPLICATE_SECTION", &[("+", "[Optimization]\nInliningLevel = 1 # c\n[ARM_X]\na = 1\n[Optimization]\n[Memory] # c\n[Optimization]\nLevel = 3\n[Linker]\n")], &[], &[]),
    case("W_EMPTY_LIST", &[("^", "@include level.coilcfg\n"), ("Mode = 64", "Mode = 64\nFeatures =  # none")], &[], &[]),
    case("E_KEY_NAME", &[("+", "[Linker]\nEntry Point = main\n")], &[], &[]),
    case("E_FEATURE", &[("Mode = 64", "Mode = 64\nFeatures = AVX21, SSE")], &[], &[]),
    case("E_REGISTER", &[("+", "[ABI]\nName = Mine\nParameterRegisters = xmmm3, rdi\n")], &[], &[]),
    case("W_ABI_CUSTOM", &[("+", "[ABI]\nName = SystemW\n")], &[], &[]),
    case("W_UNKNOWN_SECTION", &[("+", "[Linkr]\nEntryPoint = main\n")], &[], &[]),
    case("E_ARCH", &[("Architecture = x86", "Architecture = i386")], &[], &[]),
    case("E_ARCH", &[("Architecture = x86", "Architecture = AMR")], &[], &[]),
    case("E_EXTENSION", &[("+", "[Extensions]\nSIMD = AVX51\nCrypto = AESS, SHA\n")], &[], &[]),
    case("E_ENUM", &[("CPU", "CPUU"), ("Protected", "Flatt"), ("Down", "down")], &[], &[]),
    case("E_MISSING_KEY", &[("Level = 2\n", ""), ("Endianness = Little\n", ""), ("PU = CPU\n", "")], &[], &[]),
    case("E_QUOTE", &[("+", "[Linker]\nDefaultLibraryPath = \"C:\\x\\\"\nEntryPoint = \"main\n")], &[], &[]),
    case("W_ABI_MISMATCH", &[("+", "[ABI]\nName = SystemV\nParameterRegisters =\nReturnRegisters =# none\n")], &[], &[]),
    case("W_SIMD_NOT_IN_FEATURES", &[("Mode = 64", "Mode = 64\nFeatures =  # none"), ("+", "[Extensions]\nSIMD = AVX2\n")], &[], &[]),
];

/// The codes of the tables are those of the language and those of the cases.
#[test]
fn the_cases_name_all_47_codes() {
    let path = bobbin_testing::root().join("core/testdata/coil-target/tables.json");
    let tables: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let listed = tables["codes"].as_array().unwrap().iter();
    let listed: BTreeSet<&str> =
        listed.map(|it| it["code"].as_str().or(it.as_str()).unwrap()).collect();
    let known = target::INFO.codes.iter().filter_map(|it| it.reference);
    let cases: BTreeSet<&str> = CASES.iter().map(|it| it.code).collect();
    assert_eq!(cases.len(), CASES.len(), "a code has two cases");
    assert_eq!(known.collect::<BTreeSet<_>>(), cases);
    assert_eq!(listed, cases);
    assert_eq!(cases.len(), 47);
}

/// Each bad item of a list has its own error (coil.md#validation), and a value or item is
/// wholly quoted or has no quote (coil.md#quotes).
#[test]
fn a_misplaced_quote_hides_no_other_item() {
    #[track_caller]
    fn check(section: &str, line: &str, expected: &[&str]) {
        let text = format!("[{section}]\n{line}\n");
        let file = target::parse(&Input::alone("x.coilcfg", &text));
        let found = file.diagnostics().into_iter();
        let found = found.filter(|it| !it.code.name.starts_with("missing"));
        let marked = |it: Diagnostic| format!("{} {}", it.code.name, slice(&text, it.range));
        assert_eq!(found.map(marked).collect::<Vec<_>>(), expected, "{line}");
    }
    check(
        "Preprocessor",
        "Define = A\"x\", 1D, \"E\"f, 2Z=1",
        &["quote A\"x\"", "define 1D", "quote \"E\"f", "define 2Z=1"],
    );
    check(
        "Linker",
        "Libraries = a\"x\", /y, \"E\"f, /z, \"g",
        &["quote a\"x\"", "library /y", "quote \"E\"f", "library /z", "quote \"g"],
    );
    check("Linker", "Libraries = m, a\"x\", m", &["quote a\"x\"", "duplicate-item m"]);
    check("Memory", "Model = \"a,b\",c", &["quote \"a,b\",c"]);
    check("Target", "Mode = \"a,b\",c", &["quote \"a,b\",c"]);
    check("Extensions", "SIMD = AVX,AVX2", &["type AVX,AVX2"]);
    check("VENDOR_x", "a = \"b, c\", d", &[]);
}

/// Messages depend on the mode, the includes and the known ABIs of each text (coil.md#known-abis).
#[test]
fn messages_and_helps_fit_the_text() {
    const EMPTY: (&str, &str) = ("Mode = 64", "Mode = 64\nFeatures =");
    const AGAIN: (&str, &str) = ("Mode = 64", "Mode = 64\nFeatures = SSE\nFeatures =");
    #[track_caller]
    fn check(changes: Changes, code: &str, expected: &[&str]) {
        let found = found(&text(changes), Strictness::Normal);
        let found = found.iter().map(|it| &it.diagnostic).filter(|it| it.code.name == code);
        let said = found.map(|it| match &it.help {
            Some(help) => format!("{} ({help})", it.message),
            None => it.message.clone(),
        });
        assert_eq!(said.collect::<Vec<_>>(), expected, "{changes:?}");
    }
    check(
        &[
            ("Mode = 64", "Mode = 32"),
            (
                "+",
                "[ABI]\nName = SystemV\nParameterRegisters = eax\nReturnRegisters = edx\nStackAlignment = 8\nRedZoneSize = 128\n",
            ),
        ],
        "abi-mismatch",
        &[
            "`SystemV` has no parameter registers in 32-bit mode",
            "`SystemV` has other return registers in 32-bit mode (it has `eax,edx`, in this order)",
            "`SystemV` aligns the stack to 16 bytes in 32-bit mode (the alignment must be a multiple of that)",
            "`SystemV` guarantees only 0 red-zone bytes in 32-bit mode",
        ],
    );
    // As it is written, however great it is.
    check(
        &[("Alignment = 16", "Alignment = 340282366920938463463374607431768211456")],
        "power-of-two",
        &[],
    );
    check(
        &[("Alignment = 16", "Alignment = 340282366920938463463374607431768211457")],
        "power-of-two",
        &["340282366920938463463374607431768211457 is not a power of two"],
    );
    check(
        &[(
            "+",
            "[ABI]\nName = SystemV\nStackAlignment = 340282366920938463463374607431768211456\n",
        )],
        "abi-mismatch",
        &[],
    );
    // By the units that they are of.
    check(
        &[("+", "[ABI]\nName = My\nParameterRegisters = V16\n")],
        "register",
        &[
            "`V16` is not a register of `x86` (it is a register of the CPU architectures `ARM`, `PowerPC`, `RISC-V` and `s390x`, the GPU architecture `AMD` and the DSP architecture `Hexagon`)",
        ],
    );
    check(
        &[("CPU", "NPU"), ("x86", "TPU"), ("+", "[ABI]\nName = Win64\n")],
        "abi-architecture",
        &[
            "`Win64` is not an ABI of `TPU` in 64-bit mode (only `COIL_Standard`, `Native` and `Custom` fit this target)",
        ],
    );
    check(
        &[("Mode = 64", "Mode = 16"), ("+", "[ABI]\nName = Win64\n")],
        "abi-architecture",
        &["`Win64` is not an ABI of `x86` in 16-bit mode (it has `cdecl`)"],
    );
    check(
        &[("+", "[Linker]\nEntryPoint = @main\nLibraries = -lm, .so\n")],
        "symbol",
        &[
            "`@main` is not a symbol name (a symbol has letters, digits, `_`, `.`, `$` and `@`, and starts neither with a digit nor with `@`)",
        ],
    );
    let help = "a name has letters, digits, `_`, `.`, `+` and `-`, and starts with a letter, a digit or `_`";
    check(
        &[("+", "[Linker]\nLibraries = -lm, .so\n")],
        "library",
        &[
            &format!("`-lm` is not a library name ({help})"),
            &format!("`.so` is not a library name ({help})"),
        ],
    );
    let nothing = "`Features` is an empty list (there is no included list that it would clear)";
    let clears = "`Features` is an empty list (it clears the included list)";
    check(&[EMPTY], "empty-list", &[nothing]);
    check(&[EMPTY, ("^", "@include level.coilcfg\n")], "empty-list", &[nothing]);
    check(&[EMPTY, ("^", "@include avx.coilcfg\n")], "empty-list", &[clears]);
    // A list of the same file is no included one.
    check(&[AGAIN], "empty-list", &[nothing]);
    check(&[AGAIN, ("^", "@include avx.coilcfg\n")], "empty-list", &[clears]);
}

/// A comment behind a quote that is not closed stays one when a fix closes the quote.
#[test]
fn a_quote_is_closed_in_front_of_a_comment() {
    let cases = [
        ("\"/opt/lib # vendor", "\"/opt/lib\" # vendor", false),
        ("\"/opt/a#b\t; wide # x", "\"/opt/a#b\"\t; wide # x", false),
        ("\"/opt/a#b;c", "\"/opt/a#b;c\"", false),
        ("\"C:\\lib\\ # x", "\"C:\\lib\\\\\" # x", false),
        ("\"C:\\lib\\\\ # x", "\"C:\\lib\\\\\" # x", false),
        ("\"C:\\lib\\\" # x", "\"C:\\lib\\\\\" # x", false),
        ("\" # x", "\"\" # x", true),
    ];
    for (value, expected, is_choice) in cases {
        for line in ["[Linker]\nDefaultLibraryPath = ", "[X_y]\nz = ", "@include "] {
            let before = format!("{BASE}{line}{value}\n");
            let file = target::parse(&Input::alone("a.coilcfg", &before));
            let found = file.diagnostics();
            let it = found.iter().find(|it| it.code.name == "quote").unwrap();
            let fixes: Vec<(String, bool)> =
                it.fixes.iter().map(|it| (it.edit.apply(&before), it.is_choice)).collect();
            assert_eq!(fixes, [(format!("{BASE}{line}{expected}\n"), is_choice)]);
        }
    }
}

/// Text in quotes stays a part of the value: without them some of it would be a comment, another item or
/// outer blanks (coil.md#quotes).
#[test]
fn quotes_go_only_where_the_value_stays_whole() {
    let cases: [(&str, &[(&str, bool)]); 11] = [
        ("a \"b c\"", &[("a b c", false)]),
        ("a \"b#c\"", &[("a b#c", false)]),
        ("1\"", &[("1", false)]),
        ("a \"b # c\"", &[("\"a b # c\"", false)]),
        ("a \"b ; c\" d", &[("\"a b ; c d\"", false)]),
        ("x\"a,b\",libm", &[("\"xa,b\",libm", false)]),
        ("pre\"  sp  \"", &[("\"pre  sp  \"", false)]),
        ("say \\\"hi\\\"", &[]),
        ("a\"b\\\\c\"", &[]),
        ("a \"b # c", &[("\"a b # c\"", true)]),
        ("a\", b", &[("a, b", true)]),
    ];
    for (value, expected) in cases {
        let before = format!("{BASE}[X_y]\nz = {value}\n");
        let file = target::parse(&Input::alone("a.coilcfg", &before));
        let found = file.diagnostics();
        let it = found.iter().find(|it| it.code.name == "quote").unwrap();
        let fixes: Vec<(String, bool)> =
            it.fixes.iter().map(|it| (it.edit.apply(&before), it.is_choice)).collect();
        let expected = expected.iter().map(|it| (format!("{BASE}[X_y]\nz = {}\n", it.0), it.1));
        assert_eq!(fixes, expected.collect::<Vec<_>>());
    }
}

/// NULs in one of two bytes are halves of the characters of UTF-16, which nothing is left of without
/// (coil.md#target-lines).
#[test]
fn only_stray_nuls_are_removed() {
    assert_eq!(fixes_of("[Target]\nPU = CPU\0\n", "encoding"), ["Remove the NUL bytes"]);
    let wide: String = "[Target]\nPU = CPU\n".chars().flat_map(|it| [it, '\0']).collect();
    assert_eq!(fixes_of(&format!("N\u{2}{wide}"), "encoding"), [""; 0]);
}

/// A fix that includes a file again that is being read would only close a cycle (coil.md#includes).
#[test]
fn a_missing_include_is_never_the_file_itself_or_one_that_leads_to_it() {
    #[track_caller]
    fn check(include: &str, expected: &[&str]) {
        let text = format!("@include {include}\n{BASE}");
        let mut files = Files::default();
        files.insert("t9.coilcfg", text.as_str().into());
        files.insert("base.coilcfg", BASE.into());
        files.insert("bass.coilcfg", "@include over.coilcfg\n".into());
        files.insert("over.coilcfg", "@include t9.coilcfg\n".into());
        let file =
            target::parse(&Input { files: Arc::new(files), ..Input::alone("t9.coilcfg", &text) });
        let found = file.diagnostics();
        let labels = found.iter().flat_map(|it| &it.fixes).map(|it| it.label.as_str());
        assert_eq!(labels.collect::<Vec<_>>(), expected, "{include}");
    }
    check("\"nope.coilcfg\"", &[]);
    check("t8.coilcfg", &[]);
    check("basa.coilcfg", &["Change to `\"base.coilcfg\"`"]);
    check("bass", &["Change to `\"base.coilcfg\"`"]);
    check("base", &["Change to `\"base.coilcfg\"`"]);
    check("ovre.coilcfg", &[]);
}

/// Lists the fixes of the diagnostics of a code; `?` marks those that a person has to want.
fn fixes_of(text: &str, code: &str) -> Vec<String> {
    let found = found(text, Strictness::Normal);
    let found = found.iter().map(|it| &it.diagnostic).filter(|it| it.code.name == code);
    let name = |it: &Fix| format!("{}{}", it.label, if it.is_choice { "?" } else { "" });
    found.flat_map(|it| &it.fixes).map(name).collect()
}

/// Several names in one pair of quotes are one item (coil.md#quotes), so the quotes are what is wrong.
#[test]
fn names_in_one_pair_of_quotes_lose_the_quotes() {
    let lines = "Features = \"SSE4.2, AVX2\" # c\n[ABI]\nName = My\nParameterRegisters = \"rdi,rsi\"\n\
        [Extensions]\nCrypto = \"AES,SHA\"\n[Linker]\nLibraries = c, \"m,dl\"\n";
    let before = BASE.replace("Mode = 64\n", &format!("Mode = 64\n{lines}"));
    let mut after = before.clone();
    for code in ["feature", "register", "extension", "library"] {
        assert_eq!(fixes_of(&after, code), ["Remove the quotes"], "{code}");
        let all = found(&after, Strictness::Normal);
        let it = all.iter().map(|it| &it.diagnostic).find(|it| it.code.name == code).unwrap();
        assert!(it.help.as_deref().unwrap_or_default().contains("comma"), "{:?}", it.help);
        after = it.fixes[0].edit.apply(&after);
    }
    assert_eq!(after, before.replace('"', ""));
    let of = |features: &str| {
        let line = format!("Mode = 64\nFeatures = {features}\n");
        fixes_of(&BASE.replace("Mode = 64\n", &line), "feature")
    };
    // Without the quotes it would be the next error.
    assert_eq!(of("\"AVX2,BOGUS\""), ["Remove `AVX2,BOGUS`?"]);
    assert_eq!(of("NEON"), ["Remove `NEON`?"]);
    assert_eq!(of("AVX3"), ["Change to `AVX2`", "Remove `AVX3`?"]);
}

#[test]
fn a_library_that_is_written_as_for_a_compiler_becomes_its_name() {
    let of = |libraries: &str| {
        fixes_of(&format!("{BASE}[Linker]\nLibraries = {libraries}\n"), "library")
    };
    assert_eq!(of("c, -lm"), ["Change to `m`"]);
    assert_eq!(of("-L"), [""; 0]);
    assert_eq!(of("-l"), [""; 0]);
}

/// The bounds of `Mode` are those of all architectures; of x86 128 is no mode.
#[test]
fn a_mode_out_of_range_becomes_one_of_the_architecture() {
    let of = |changes: Changes| fixes_of(&text(changes), "range");
    assert_eq!(of(&[("Mode = 64", "Mode = 300")]), ["Change to `64`"]);
    assert_eq!(of(&[("Mode = 64", "Mode = 99999999999999999999")]), ["Change to `64`"]);
    assert_eq!(of(&[("Mode = 64", "Mode = 0")]), ["Change to `16`"]);
    assert_eq!(of(&[("x86", "RISC-V"), ("Mode = 64", "Mode = 300")]), ["Change to `128`"]);
    assert_eq!(of(&[("x86", "Custom"), ("Mode = 64", "Mode = 300")]), ["Change to `128`"]);
}

/// A misspelt name may be another one, and would replace what counts now.
#[test]
fn a_name_that_is_there_already_is_a_choice() {
    let of = |changes: Changes, code: &str| fixes_of(&text(changes), code);
    const BESIDE: Changes = &[("Level = 2", "Level = 2\nLevl = 3")];
    const LINKER: Changes = &[("+", "[Linkr]\nEntryPoint = a\n[Linker]\nEntryPoint = b\n")];
    assert_eq!(of(BESIDE, "unknown-key"), ["Change to `Level`?"]);
    assert_eq!(of(&[("Level = 2", "Levl = 3")], "unknown-key"), ["Change to `Level`"]);
    // It belongs below another section, whatever is like it here.
    assert_eq!(of(&[("[Memory]", "[Memory]\nMode = 3")], "unknown-key"), [""; 0]);
    assert_eq!(of(LINKER, "unknown-section"), ["Change to `Linker`?"]);
    assert_eq!(of(&[("+", "[Linkr]\n")], "unknown-section"), ["Change to `Linker`"]);
}

#[test]
fn a_unit_has_the_article_that_is_spoken() {
    let text = text(&[("PU = CPU", "PU = NPU")]);
    let found = found(&text, Strictness::Normal);
    let it = found.iter().map(|it| &it.diagnostic).find(|it| it.code.name == "architecture");
    assert_eq!(it.unwrap().message, "`x86` is not an NPU architecture");
}

/// Letters alone say nothing of another register, and a list that loses its only item goes with it.
#[test]
fn fixes_leave_what_was_meant_and_no_new_warning() {
    let register = |name: &str| format!("{BASE}[ABI]\nName = My\nParameterRegisters = {name}\n");
    for (name, right) in [("%%rax", "%rax"), ("%%RDI", "%RDI"), ("$%rax", "%rax")] {
        assert_eq!(fixes_of(&register(name), "register"), [format!("Change to `{right}`")]);
    }
    let fixed = |features: &str| {
        let lines = format!("Mode = 32\nFeatures = {features}\n");
        let before = BASE.replace("x86", "ARM").replace("Mode = 64\n", &lines);
        let found = found(&before, Strictness::Normal);
        let it = found.iter().map(|it| &it.diagnostic).find(|it| it.code.name == "feature-mode");
        let after = it.unwrap().fixes[0].edit.apply(&before);
        let line = after.lines().find(|it| it.starts_with("Features"));
        line.map(str::to_owned)
    };
    assert_eq!(fixed("SVE").as_deref(), None);
    assert_eq!(fixed("SVE, NEON").as_deref(), Some("Features = NEON"));
}

/// Items that lack their name: an error for that alone, since none shares a name with another.
#[test]
fn items_without_a_name_are_not_said_to_be_repeated() {
    let codes = |line: &str| {
        let text = format!("[Preprocessor]\n{line}\n");
        let file = target::parse(&Input::alone("x.coilcfg", &text));
        let all = file.diagnostics().into_iter().filter(|it| !it.code.name.starts_with("missing"));
        all.map(|it| it.code.name).collect::<Vec<_>>()
    };
    assert_eq!(codes("Define = =x, =x"), ["define", "define"]);
    assert_eq!(codes("Include = \"\", \"\""), ["path", "path"]);
    assert_eq!(codes("Define = A=1, A=2"), ["duplicate-item"]);
}

/// A list that is cut says so.
#[test]
fn owners_that_are_not_named_are_others() {
    let help = |unit: &str, register: &str| {
        let text = format!("[Target]\n{unit}[ABI]\nName = My\nParameterRegisters = {register}\n");
        let file = target::parse(&Input::alone("x.coilcfg", &text));
        let found = file.diagnostics().into_iter().find(|it| it.code.name == "register");
        found.and_then(|it| it.help).unwrap()
    };
    let nvidia = "PU = GPU\nArchitecture = NVIDIA\nMode = 64\n";
    let cpus = "`ARM`, `LoongArch`, `MIPS`, `RISC-V`, `Xtensa`, `s390x`";
    assert_eq!(
        help(nvidia, "a3"),
        format!("it is a register of the CPU architectures {cpus} and others")
    );
}
