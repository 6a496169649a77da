//! Answers and the files they make.

use expect_test::expect;

use super::*;
use bobbin_core::{Document, Input};

use crate::target;

fn field<'w>(wizard: &'w Wizard, key: &str) -> &'w Field {
    wizard.groups.iter().flat_map(|it| &it.fields).find(|it| it.key == key).unwrap()
}

fn choices<'w>(wizard: &'w Wizard, key: &str) -> Vec<&'w str> {
    match &field(wizard, key).kind {
        FieldKind::Choice { choices } | FieldKind::List { choices } => {
            choices.iter().map(|it| it.value.as_str()).collect()
        }
        it => panic!("{it:?}"),
    }
}

#[track_caller]
fn check_valid(wizard: &Wizard) {
    let file = target::parse(&Input::alone(&wizard.file_name, &wizard.text));
    assert_eq!(file.diagnostics(), [], "{}", wizard.text);
}

#[test]
fn what_is_answered_is_no_default() {
    let answered = wizard(&[("Model".to_owned(), "Flat".to_owned())]);
    let kind = |key: &str| field(&answered, key).origin.kind;
    assert_eq!((kind("Model"), kind("PU")), (OriginKind::Written, OriginKind::Default));
}

#[test]
fn every_way_ends_in_a_valid_file() {
    let mut n_files = 0;
    for unit in choices(&wizard(&[]), "PU") {
        let mut answers = vec![("PU".to_owned(), unit.to_owned())];
        for architecture in choices(&wizard(&answers), "Architecture") {
            answers.truncate(1);
            answers.push(("Architecture".to_owned(), architecture.to_owned()));
            for mode in choices(&wizard(&answers), "Mode") {
                answers.truncate(2);
                answers.push(("Mode".to_owned(), mode.to_owned()));
                for key in ["ABI", "Endianness", "Model", "OutputFormat", "Goal", "SIMD"] {
                    for word in choices(&wizard(&answers), key) {
                        let answer = (key.to_owned(), word.to_owned());
                        check_valid(&wizard(&[answers.as_slice(), &[answer]].concat()));
                        n_files += 1;
                    }
                }
                let all = wizard(&answers);
                let known = choices(&all, "Features");
                for features in
                    [known.join(","), known.first().copied().unwrap_or_default().to_owned()]
                {
                    let mut answers = answers.clone();
                    answers.push(("Features".to_owned(), features));
                    let crypto = choices(&wizard(&answers), "Crypto").join(",");
                    answers.push(("Crypto".to_owned(), crypto));
                    answers.push(("AtomicOperations".to_owned(), "true".to_owned()));
                    for word in choices(&wizard(&answers), "SIMD") {
                        let answer = ("SIMD".to_owned(), word.to_owned());
                        check_valid(&wizard(&[answers.as_slice(), &[answer]].concat()));
                    }
                }
            }
        }
    }
    assert!(n_files > 500, "{n_files}");
}

#[test]
fn answers_that_no_longer_fit_are_left_out() {
    let answers = [("PU", "GPU"), ("Architecture", "x86"), ("Mode", "16"), ("Features", "AVX")];
    let answers = answers.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let wizard = wizard(&answers);
    assert_eq!(field(&wizard, "PU").written.as_deref(), Some("GPU"));
    for key in ["Architecture", "Mode", "Features"] {
        assert_eq!(field(&wizard, key).written, None, "{key}");
    }
    check_valid(&wizard);
}

/// The document's example of an embedded target, from answers alone.
#[test]
fn the_embedded_example_is_within_reach() {
    let answers = [
        ("PU", "CPU"),
        ("Architecture", "ARM"),
        ("Mode", "32"),
        ("Features", "NEON, VFPv4"),
        ("Goal", "size"),
        ("ABI", "AAPCS"),
        ("SIMD", "NEON"),
        ("AtomicOperations", "true"),
        ("Define", "EMBEDDED=1, ARM32=1, 2BAD"),
        ("Include", "/arm-none-eabi/include"),
        ("Libraries", "libc_s, libc_s"),
        ("EntryPoint", "Reset_Handler"),
        ("OutputFormat", "Raw"),
    ];
    let answers = answers.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let wizard = wizard(&answers);
    check_valid(&wizard);
    let problem = field(&wizard, "Define").problem.as_ref().map(|it| it.message.as_str());
    assert_eq!(
        problem,
        Some(
            "`2BAD` is left out: a name starts with a letter or `_` and has letters, digits and `_`"
        )
    );
    expect![[r#"
        # Code for ARM, 32 bits.

        [Target]
        PU = CPU
        Architecture = ARM
        Mode = 32
        Features = NEON, VFPv4

        [Optimization]
        Level = 2
        SizeOptimization = true
        SpeedOptimization = false

        [Memory]
        Model = Protected
        Alignment = 8
        StackGrowth = Down
        Endianness = Little

        [ABI]
        Name = AAPCS
        ParameterRegisters = r0, r1, r2, r3
        ReturnRegisters = r0, r1
        StackAlignment = 8
        RedZoneSize = 0

        [Extensions]
        SIMD = NEON
        AtomicOperations = true

        [Preprocessor]
        Define = EMBEDDED=1, ARM32=1
        Include = /arm-none-eabi/include

        [Linker]
        Libraries = libc_s
        EntryPoint = Reset_Handler
        OutputFormat = Raw
    "#]]
    .assert_eq(&wizard.text);
}

#[test]
fn what_would_start_a_comment_is_quoted() {
    let answers = [("Include", "/opt/a #b, /c"), ("EntryPoint", "no symbol")];
    let answers = answers.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let wizard = wizard(&answers);
    check_valid(&wizard);
    assert!(wizard.text.contains("Include = \"/opt/a #b\", /c\n"), "{}", wizard.text);
    assert!(!wizard.text.contains("EntryPoint"));
    let start = field(&wizard, "EntryPoint");
    let problem = &start.problem.as_ref().unwrap().message;
    assert!(problem.starts_with("`no symbol` is left out: a symbol has letters"), "{problem}");
    // It can be mended where it was typed.
    assert_eq!((start.written.as_deref(), start.effective.as_str()), (Some("no symbol"), ""));
    assert_eq!(start.origin.kind, OriginKind::Default);
}

#[test]
fn an_answer_is_no_default() {
    let answers = [("Model", "Segmented"), ("Architecture", "Z80"), ("AtomicOperations", "true")];
    let wizard = wizard(&answers.map(|(key, value)| (key.to_owned(), value.to_owned())));
    let kind = |key| field(&wizard, key).origin.kind;
    assert_eq!(kind("Model"), OriginKind::Written);
    assert_eq!(kind("AtomicOperations"), OriginKind::Written);
    for key in ["Architecture", "Mode", "Endianness", "SIMD", "Define", "EntryPoint"] {
        assert_eq!(kind(key), OriginKind::Default, "{key}");
    }
}
