//! Conversions of the COIL languages: what they make is valid, and says the same.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a failing test may panic"
)]

use std::fs;
use std::sync::Arc;

use bobbin_coil::{hardware, target};
use bobbin_core::diagnostics::Severity;
use bobbin_core::text::Files;
use bobbin_core::view::{FieldKind, compare};
use bobbin_core::{Document, HostFacts, Input, Language};
use serde_json::Value;

fn document(language: &Language, text: &str) -> Box<dyn Document> {
    (language.parse)(&Input::alone("main.coilcfg", text))
}

fn convert(document: &dyn Document, id: &str) -> String {
    String::from_utf8(document.convert(id).unwrap().data).unwrap()
}

fn errors(document: &dyn Document) -> Vec<String> {
    let errors = document.diagnostics().into_iter();
    errors.filter(|it| it.code.severity == Severity::Error).map(|it| it.message).collect()
}

/// Returns the validator's cases as inputs, with whether they are valid.
fn cases() -> Vec<(String, Input, bool)> {
    let root = bobbin_testing::root().join("core/testdata/coil-target");
    let mut cases: Vec<Value> = Vec::new();
    for name in ["oracle/validate_cases.json", "oracle/own_cases.json"] {
        let text = fs::read_to_string(root.join(name)).unwrap();
        cases.extend(serde_json::from_str::<Vec<Value>>(&text).unwrap());
    }
    let mut res: Vec<(String, Input, bool)> = cases
        .iter()
        .map(|it| {
            let mut files = Files::default();
            for (path, text) in it["files"].as_object().into_iter().flatten() {
                files.insert(path, text.as_str().unwrap().into());
            }
            let text = it["text"].as_str().unwrap();
            let input = Input { files: Arc::new(files), ..Input::alone("main.coilcfg", text) };
            (it["id"].as_str().unwrap().to_owned(), input, it["ok"].as_bool().unwrap())
        })
        .collect();
    for kind in ["ok", "err"] {
        for entry in fs::read_dir(root.join(kind)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "coilcfg") {
                let text = fs::read_to_string(&path).unwrap();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                res.push((name, Input::alone("main.coilcfg", &text), kind == "ok"));
            }
        }
    }
    res
}

#[test]
fn json_fits_the_schema() {
    let any = document(&target::INFO, "");
    let schema: Value = serde_json::from_str(&convert(&*any, "json-schema")).unwrap();
    let validator = jsonschema::draft7::new(&schema).unwrap();
    let mut n_valid = 0;
    for (id, input, is_ok) in cases() {
        let document = (target::INFO.parse)(&input);
        let json: Value = serde_json::from_str(&convert(&*document, "json")).unwrap();
        if is_ok {
            let problems: Vec<String> =
                validator.iter_errors(&json).map(|it| it.to_string()).collect();
            assert_eq!(problems, Vec::<String>::new(), "{id}: {json:#}");
            n_valid += 1;
        }
    }
    assert!(n_valid > 30, "{n_valid}");
    assert!(!validator.is_valid(&serde_json::json!({ "Target": {} })));
}

/// The schema lists powers of two up to 2^31; the document has no such limit (coil.md#json-schema).
#[test]
fn a_power_of_two_beyond_the_schema_is_a_remark() {
    let text = |alignment: &str| {
        format!(
            "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[ABI]\nName = Native\n\
             StackAlignment = {alignment}\n[Optimization]\nLevel = 1\n[Memory]\nModel = Flat\n\
             Alignment = {alignment}\nStackGrowth = Down\nEndianness = Little\n"
        )
    };
    let schema = convert(&*document(&target::INFO, ""), "json-schema");
    let validator = jsonschema::draft7::new(&serde_json::from_str(&schema).unwrap()).unwrap();
    let check = |alignment: &str, expected: &[(&str, &str)]| {
        let text = text(alignment);
        let document = document(&target::INFO, &text);
        assert_eq!(errors(&*document), [""; 0]);
        let converted = document.convert("json").unwrap();
        let json: Value = serde_json::from_slice(&converted.data).unwrap();
        assert_eq!(validator.is_valid(&json), expected.is_empty());
        let said = converted.remarks.iter().map(|it| (&text[it.range.unwrap()], &*it.message));
        assert_eq!(said.collect::<Vec<_>>(), expected);
    };
    check("2147483648", &[]);
    check(
        "4294967296",
        &[
            (
                "StackAlignment = 4294967296",
                "`StackAlignment` is too great for the schema, which lists powers of two up to 2147483648 only",
            ),
            (
                "Alignment = 4294967296",
                "`Alignment` is too great for the schema, which lists powers of two up to 2147483648 only",
            ),
        ],
    );
}

#[test]
fn a_flat_file_says_the_same_without_includes() {
    for (id, input, _) in cases() {
        let document = (target::INFO.parse)(&input);
        let flat = convert(&*document, "flat");
        let again = self::document(&target::INFO, &flat);
        assert!(again.links().is_empty(), "{id}");
        assert_eq!(convert(&*again, "json"), convert(&*document, "json"), "{id}\n{flat}");
        // What is said of its errors is true; of those in a base also where they stand.
        let said = document.convert("flat").unwrap().remarks.into_iter().map(|it| it.message);
        let kept: Vec<_> = said.filter(|it| it.starts_with("the result has")).collect();
        let left = errors(&*again);
        let is_left = |said: &String| left.iter().any(|it| said.ends_with(it.as_str()));
        assert!(kept.iter().all(is_left), "{id}: {kept:#?}\n{left:#?}");
        let differences = compare(&document.meaning().unwrap(), &again.meaning().unwrap());
        assert_eq!(differences, [], "{id}");
    }
}

#[test]
fn formatting_keeps_what_a_target_says() {
    for (id, input, _) in cases() {
        let document = (target::INFO.parse)(&input);
        let Some(edit) = document.format() else { continue };
        let text = edit.apply(&input.text);
        let again = (target::INFO.parse)(&Input { text: text.as_str().into(), ..input.clone() });
        assert_eq!(convert(&*again, "json"), convert(&*document, "json"), "{id}\n{text}");
        let codes = |it: &dyn Document| -> Vec<&str> {
            it.diagnostics().iter().map(|it| it.code.name).collect()
        };
        assert_eq!(codes(&*again), codes(&*document), "{id}\n{text}");
        let comments = |text: &str| text.matches(['#', ';']).count();
        assert_eq!(comments(&text), comments(&input.text), "{id}");
        assert!(again.format().unwrap().is_empty(), "{id} is laid out differently again\n{text}");
    }
}

/// Returns every description that the project ships, and broken ones.
fn descriptions() -> Vec<String> {
    let root = bobbin_testing::root().join("core");
    let mut res = Vec::new();
    for folder in ["binary", "ok", "err"] {
        let folder = root.join("testdata/coil-hardware").join(folder);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.to_string_lossy().ends_with(".coilcfg.txt") {
                res.push(fs::read_to_string(path).unwrap());
            }
        }
    }
    for entry in fs::read_dir(root.join("../public/gallery")).unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().ends_with(".coilcfg.txt") {
            res.push(fs::read_to_string(path).unwrap());
        }
    }
    res
}

#[test]
fn formatting_keeps_what_a_description_says() {
    let texts = descriptions();
    assert!(texts.len() >= 10, "only {} descriptions", texts.len());
    for text in &texts {
        let language = &hardware::INFO;
        let document = (language.parse)(&Input::alone("x.coilcfg.txt", text));
        let new = document.format().unwrap().apply(text);
        let again = (language.parse)(&Input::alone("x.coilcfg.txt", &new));
        assert!(again.format().unwrap().is_empty(), "laid out differently again\n{new}");
        let differences = compare(&document.meaning().unwrap(), &again.meaning().unwrap());
        assert_eq!(differences, [], "{new}");
        let codes = |it: &dyn Document| -> Vec<&str> {
            it.diagnostics().iter().map(|it| it.code.name).collect()
        };
        assert_eq!(codes(&*again), codes(&*document), "{new}");
        assert_eq!(new.matches(';').count(), text.matches(';').count(), "{new}");
        let compiled = |it: &dyn Document| it.compile().unwrap().map(|it| it.bytes.data).ok();
        assert_eq!(compiled(&*again), compiled(&*document), "{new}");
    }
}

/// Checks that everything both languages can say survives the way to the other and back.
#[test]
fn targets_become_hardware_and_targets_again() {
    let language = &target::INFO;
    let choices = |answers: &[(String, String)], key: &str| -> Vec<String> {
        let wizard = (language.wizard.unwrap())(answers);
        let field =
            wizard.groups.iter().flat_map(|it| &it.fields).find(|it| it.key == key).unwrap();
        match &field.kind {
            FieldKind::Choice { choices } => choices.iter().map(|it| it.value.clone()).collect(),
            it => panic!("{it:?}"),
        }
    };
    let mut n_files = 0;
    for unit in choices(&[], "PU") {
        let unit_answer = ("PU".to_owned(), unit);
        for name in choices(std::slice::from_ref(&unit_answer), "Architecture") {
            let two = [unit_answer.clone(), ("Architecture".to_owned(), name)];
            for mode in choices(&two, "Mode") {
                let three = [two.as_slice(), &[("Mode".to_owned(), mode)]].concat();
                for abi in choices(&three, "ABI") {
                    let answers = [three.as_slice(), &[("ABI".to_owned(), abi)]].concat();
                    check_way_and_back(&(language.wizard.unwrap())(&answers).text);
                    n_files += 1;
                }
            }
        }
    }
    assert!(n_files > 200, "{n_files}");
}

/// Of what the features imply, the strongest (coil.md#converting-hardware-to-a-target).
#[test]
fn the_strongest_simd_extension_is_that_of_the_target() {
    for (architecture, mode, features, simd) in [
        ("ARM", 32, "NEON,VFPv4", "NEON"),
        ("ARM", 64, "ASIMD", "ASIMD"),
        ("ARM", 64, "NEON,DOTPROD,SVE2", "SVE2"),
        ("ARM", 32, "VFPv3", "VFPv3"),
        ("x86", 64, "AVX2", "AVX2"),
        ("x86", 64, "AVX512", "AVX512"),
        ("x86", 64, "AVX512,XOP", "AVX512"),
        ("x86", 64, "XOP", "XOP"),
        ("RISC-V", 64, "V", "V"),
        ("RISC-V", 64, "V,ZVBB,ZVFHMIN", "V"),
        ("RISC-V", 64, "ZVE32F", "ZVE32F"),
        ("MIPS", 64, "MSA,DSP", "MSA"),
        ("MIPS", 64, "DSPR2", "DSPR2"),
    ] {
        let text = format!(
            "[Target]\nPU = CPU\nArchitecture = {architecture}\nMode = {mode}\nFeatures = {features}\n\
             [Optimization]\nLevel = 1\n[Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\n\
             Endianness = Little\n"
        );
        let description = convert(&*document(&target::INFO, &text), "coil-hardware");
        let hardware = (hardware::INFO.parse)(&Input::alone("x.coilcfg.txt", &description));
        let back = convert(&*hardware, "coil-target");
        let found = back.lines().find_map(|it| it.strip_prefix("SIMD = "));
        assert_eq!(found, Some(simd), "{features}\n{description}\n{back}");
    }
}

/// Numbers have no limit (coil.md#target-keys).
#[test]
fn great_numbers_are_what_is_written() {
    let power = "340282366920938463463374607431768211456";
    let hexadecimal = "0x1".to_owned() + &"0".repeat(32);
    for written in [power, &hexadecimal] {
        let text = format!("[Memory]\nAlignment = {written}\n[ABI]\nRedZoneSize = {written}\n");
        let json = convert(&*document(&target::INFO, &text), "json");
        assert_eq!(json.matches(power).count(), 2, "{json}");
    }
}

fn check_way_and_back(text: &str) {
    let target = document(&target::INFO, text);
    let description = convert(&*target, "coil-hardware");
    let hardware = (hardware::INFO.parse)(&Input::alone("x.coilcfg.txt", &description));
    assert_eq!(hardware.diagnostics(), [], "{text}\n{description}");
    hardware.compile().unwrap().unwrap();
    let back = convert(&*hardware, "coil-target");
    let again = document(&target::INFO, &back);
    assert_eq!(errors(&*again), Vec::<String>::new(), "{text}\n{description}\n{back}");
    let lost = ["Optimization", "Extensions"];
    // Other units than CPUs have no bits for memory and modes.
    let is_cpu = text.contains("PU = CPU");
    let keys: &[&str] = if is_cpu {
        &["PU", "Architecture", "Mode", "Model", "Endianness", "Name"]
    } else {
        &["PU", "Architecture", "Name"]
    };
    for it in compare(&target.meaning().unwrap(), &again.meaning().unwrap()) {
        let section = it.item.0.get(1).map(String::as_str).unwrap_or_default();
        if lost.contains(&section) || !keys.contains(&it.key.as_str()) {
            continue;
        }
        panic!("{}: {:?}\n{text}\n{description}\n{back}", it.key, (it.left, it.right));
    }
}

#[test]
fn hardware_becomes_json_and_a_header() {
    let text = include_str!("../../../testdata/coil-hardware/binary/spec_example.coilcfg.txt");
    let golden = include_bytes!("../../../testdata/coil-hardware/binary/spec_example.coilcfg");
    let document = (hardware::INFO.parse)(&Input::alone("dir/spec.coilcfg.txt", text));
    let json: Value = serde_json::from_str(&convert(&*document, "json")).unwrap();
    assert_eq!(json["units"][0]["unit"], "cpu:0");
    assert_eq!(json["units"][0]["resources"][2]["size"], 32768);
    assert_eq!(json["units"][0]["abis"][0]["mappings"][1]["index"], 4);
    let header = convert(&*document, "c-header");
    let bytes: Vec<u8> =
        header.split("0x").skip(1).map(|it| u8::from_str_radix(&it[..2], 16).unwrap()).collect();
    assert_eq!(bytes, golden);
    let refusal = document.convert("coil-target").unwrap_err();
    assert!(refusal.reason.contains("do not say which architecture"), "{}", refusal.reason);
    let named = format!("{text}\n[arch:x86_64]\navx2 = true\nmicroarchitecture_level = 3\n");
    let document = (hardware::INFO.parse)(&Input::alone("x", &named));
    let converted = document.convert("coil-target").unwrap();
    let target = String::from_utf8(converted.data).unwrap();
    assert!(target.contains("Architecture = x86\nMode = 64\nFeatures = AVX2\n"), "{target}");
    assert!(target.contains("SIMD = AVX2\n"), "{target}");
    let remarks: Vec<&str> = converted.remarks.iter().map(|it| it.message.as_str()).collect();
    assert!(remarks.contains(&"resources have no place in a target"), "{remarks:?}");
    assert_eq!(errors(&*self::document(&target::INFO, &target)), Vec::<String>::new());
    assert!(document.convert("coil-target:fpga:0").is_err());
}

/// coil.md#architecture-tail and coil.md#unknown-resource-kinds: what is dropped is said.
#[test]
fn what_the_settings_leave_out_is_a_remark() {
    let text = "[cpu:0]\n[resources]\ncpu = 1\n[arch:x86]\navx2 = true\nmode = 64\n";
    let settings = vec![("lenient".to_owned(), "true".to_owned())];
    let host = Arc::new(HostFacts { strict: true, settings, ..HostFacts::default() });
    let input = Input { host, ..Input::alone("x.coilcfg.txt", text) };
    for id in ["c-header", "json", "coil-target?architecture=x86"] {
        let said = remarks_of(&input, id);
        for it in [
            "3: there is no resource kind `cpu`, so the line is left out",
            "4: `arch:x86` has no place in the document's format and is left out",
        ] {
            assert!(said.iter().any(|said| said == it), "{id}: {said:#?}");
        }
    }
}

/// Returns the remarks of a conversion of a description, with the lines they are about.
fn remarks(text: &str, id: &str) -> Vec<String> {
    remarks_of(&Input::alone("x.coilcfg.txt", text), id)
}

fn remarks_of(input: &Input, id: &str) -> Vec<String> {
    let document = (hardware::INFO.parse)(input);
    let text = &*input.text;
    let converted = document.convert(id).unwrap_or_else(|it| panic!("{}\n{text}", it.reason));
    let line = |at: text_size::TextSize| text[..usize::from(at)].matches('\n').count() + 1;
    let remarks = converted.remarks.iter();
    let said = remarks.map(|it| match it.range {
        Some(range) => format!("{}: {}", line(range.start()), it.message),
        None => format!("-: {}", it.message),
    });
    said.collect()
}

#[test]
fn what_the_text_leaves_open_can_be_chosen() {
    let text = include_str!("../../../testdata/coil-hardware/binary/spec_example.coilcfg.txt");
    let document = (hardware::INFO.parse)(&Input::alone("x.coilcfg.txt", text));
    assert!(document.convert("coil-target").is_err());
    let choices = document.conversion_choices("coil-target");
    assert!(choices.iter().any(|it| it.title == "x86" && !it.about.is_empty()), "{choices:?}");
    for it in &choices {
        let converted = document.convert(&it.id).unwrap();
        let target = String::from_utf8(converted.data).unwrap();
        assert!(target.contains(&format!("Architecture = {}\n", it.title)), "{target}");
        assert_eq!(errors(&*self::document(&target::INFO, &target)), [""; 0], "{target}");
    }
    // By another name, too, which may say the mode.
    let named = convert(&*document, "coil-target?architecture=X86_64");
    assert!(named.contains("Architecture = x86\nMode = 64\n"), "{named}");
    let refusal = document.convert("coil-target:cpu:0?architecture=Z80").unwrap_err();
    assert!(refusal.reason.starts_with("`Z80` is not an architecture of a CPU; there are "));
    assert!(refusal.reason.contains("`x86`"), "{}", refusal.reason);
    // Nothing to choose where the text says it, where there is no target, or where the text is broken.
    for (text, id) in [
        ("[cpu:0]\n[arch:x86_64]\navx2 = true\n", "coil-target"),
        ("[fpga:0]\n", "coil-target"),
        ("[cpu:0]\n", "coil-target:gpu:0"),
        ("[cpu:0]\n", "json"),
        ("[cpu:0]\n", "coil-target?colour=red"),
        ("[cpu:0]\nname\n", "coil-target"),
    ] {
        let document = (hardware::INFO.parse)(&Input::alone("x.coilcfg.txt", text));
        assert_eq!(document.conversion_choices(id), [], "{text}");
    }
}

/// One output file for each unit (coil.md#converting-hardware-to-a-target).
#[test]
fn one_of_several_units_is_chosen() {
    let text = "[gpu:0]\nname = G\n[fpga:0]\n[cpu:0]\nname = Big\n[cpu:0.arch:x86_64]\na = 1\n";
    let document = (hardware::INFO.parse)(&Input::alone("x.coilcfg.txt", text));
    let ids = |id: &str| {
        let choices = document.conversion_choices(id);
        choices.into_iter().map(|it| format!("{} {}", it.id, it.about)).collect::<Vec<_>>()
    };
    assert!(document.convert("coil-target").unwrap_err().reason.contains("several"));
    assert_eq!(ids("coil-target"), ["coil-target:cpu:0 Big", "coil-target:gpu:0 G"]);
    let answer = "coil-target?architecture=x86";
    assert_eq!(ids(answer)[0], "coil-target:cpu:0?architecture=x86 Big");
    assert!(convert(&*document, "coil-target:cpu:0").contains("PU = CPU\n"));
    // The next question is about the unit that was chosen.
    assert!(ids("coil-target:gpu:0")[0].starts_with("coil-target:gpu:0?architecture="));
    assert!(convert(&*document, "coil-target:gpu:0?architecture=AMD").contains("PU = GPU\n"));
    // Units that targets do not know leave nothing to choose.
    let text = "[cpu:0]\n[fpga:0]\n[cpu:0.arch:x86_64]\na = 1\n";
    let document = (hardware::INFO.parse)(&Input::alone("x.coilcfg.txt", text));
    assert_eq!(document.conversion_choices("coil-target"), []);
    assert!(document.convert("coil-target").is_ok());
}

/// A convention of 32 bits passes whole registers, and comes back; of 64 bits they are the low halves.
#[test]
fn registers_of_32_bits_come_back() {
    let text = |mode| {
        format!(
            "[Target]\nPU = CPU\nArchitecture = x86\nMode = {mode}\n[Optimization]\nLevel = 1\n[Memory]\n\
             Model = Flat\nAlignment = 16\nStackGrowth = Down\nEndianness = Little\n[ABI]\nName = fastcall\n\
             ParameterRegisters = ecx, edx\nReturnRegisters = eax, edx\n"
        )
    };
    let about = |mode| {
        let converted = document(&target::INFO, &text(mode)).convert("coil-hardware").unwrap();
        let hardware = String::from_utf8(converted.data).unwrap();
        let said: Vec<String> = converted.remarks.into_iter().map(|it| it.message).collect();
        (convert(&*document(&hardware::INFO, &hardware), "coil-target"), said.join("\n"))
    };
    let (back, said) = about(32);
    assert!(back.contains("ParameterRegisters = ecx, edx\nReturnRegisters = eax, edx\n"), "{back}");
    assert!(!said.contains("whole registers"), "{said}");
    let (back, said) = about(64);
    assert!(back.contains("ParameterRegisters = rcx, rdx\n"), "{back}");
    let whole = "of `eax`, `edx`, `ecx` the whole registers are written, with 64 bits";
    assert!(said.contains(whole), "{said}");
}

/// `AtomicOperations` is the target's word on what its baseline has (coil.md#converting-a-target-to-hardware).
#[test]
fn atomic_operations_that_are_off_stay_off() {
    let text = |is_on| {
        format!(
            "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[Extensions]\nAtomicOperations = {is_on}\n"
        )
    };
    for is_on in [true, false] {
        let converted = document(&target::INFO, &text(is_on)).convert("coil-hardware").unwrap();
        let hardware = String::from_utf8(converted.data).unwrap();
        assert_eq!(hardware.contains("atomic_load = true"), is_on, "{hardware}");
        let said: Vec<&str> = converted.remarks.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(
            said.iter().any(|it| it.contains("`AtomicOperations` is off")),
            !is_on,
            "{said:?}"
        );
        let back = convert(&*document(&hardware::INFO, &hardware), "coil-target");
        assert_eq!(back.contains("AtomicOperations = true"), is_on, "{back}");
    }
}

/// Register numbers have names on x86 and 64-bit ARM alone (coil.md#converting-hardware-to-a-target).
#[test]
fn why_registers_are_left_out_is_said() {
    let mapping = "[abi:Q]\n[Q.mapping]\n0 = gpr:0\n1 = gpr:1\n";
    let said = remarks(&format!("[dsp:0]\n[arch:Hexagon]\nHVX = true\n{mapping}"), "coil-target");
    let why = "the names of the registers are known for x86 and 64-bit ARM alone";
    for key in ["ParameterRegisters", "ReturnRegisters"] {
        let message = format!("4: `{key}` is left out: {why}");
        assert!(said.contains(&message), "{said:#?}");
    }
    let text = "[Target]\nPU = CPU\nArchitecture = ARM\nMode = 32\n[ABI]\nName = AAPCS\n";
    let converted = document(&target::INFO, text).convert("coil-hardware").unwrap();
    let said: Vec<&str> = converted.remarks.iter().map(|it| it.message.as_str()).collect();
    let once = "no virtual register is known for `r0`, `r1`, `r2`, `r3`";
    assert!(said.contains(&once), "{said:#?}");
}

#[test]
fn a_width_that_nothing_says_is_a_remark() {
    let guessed = "1: no feature says how wide it is; 64 bits are assumed";
    for (text, id, is_guessed) in [
        ("[cpu:0]\n", "coil-target?architecture=x86", true),
        ("[cpu:0]\n[arch:x86]\navx2 = true\n", "coil-target", true),
        // A feature, a record, or the name of the architecture says it.
        ("[cpu:0]\n[core_features]\n32bit_support = true\n", "coil-target?architecture=x86", false),
        ("[cpu:0]\n[arch:x86]\nmode = 32\n", "coil-target", false),
        ("[cpu:0]\n[arch:x86_64]\navx2 = true\n", "coil-target", false),
    ] {
        let said = remarks(text, id);
        assert_eq!(said.iter().any(|it| it == guessed), is_guessed, "{text}{id}: {said:#?}");
    }
    let said = remarks("[cpu:0]\n[arch:wasm]\nsimd128 = true\n", "coil-target");
    assert_eq!(said, ["1: no feature says how wide it is; 32 bits are assumed"]);
    // The way back reads no bit for 128 bits.
    let wide = "[cpu:0]\n[core_features]\n128bit_support = true\n";
    let said = remarks(wide, "coil-target?architecture=x86");
    let odd = "1: no width of its features from 8 to 64 bits is a mode of x86; 64 bits are assumed";
    assert!(said.iter().any(|it| it == odd), "{said:#?}");
}

/// Widths of addresses are one-hot (coil.md#describing-a-machine), and the baseline has that of `wasm32`.
#[test]
fn addresses_of_web_assembly_are_as_wide_as_its_mode() {
    for (mode, features, width) in [
        (32, "", "virtual_32bit = true"),
        (64, "", "virtual_64bit = true"),
        (32, "Features = MEMORY64\n", "virtual_64bit = true"),
    ] {
        let text = format!(
            "[Target]\nPU = CPU\nArchitecture = WebAssembly\nMode = {mode}\n{features}\
             [Optimization]\nLevel = 1\n[Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\nEndianness = Little\n"
        );
        let hardware = convert(&*document(&target::INFO, &text), "coil-hardware");
        let widths: Vec<&str> = hardware.lines().filter(|it| it.starts_with("virtual_")).collect();
        assert_eq!(widths, [width], "{text}");
        let back = convert(&*document(&hardware::INFO, &hardware), "coil-target");
        assert!(back.contains(&format!("Mode = {mode}\n{features}")), "{back}");
        let remarks = remarks(&hardware, "coil-target");
        assert!(!remarks.iter().any(|it| it.contains("virtual_")), "{remarks:#?}");
    }
}

/// coil.md#converting-hardware-to-a-target: the features are those of the architecture.
#[test]
fn facts_that_are_no_features_of_the_target_are_remarks() {
    let check = |lines: &str, id: &str, line: &str, expected: &[&str]| {
        let text = format!("[cpu:0]\n[core_features]\n64bit_support = true\n{lines}");
        let back = convert(&*(hardware::INFO.parse)(&Input::alone("x", &text)), id);
        assert!(back.contains(line), "{line}\n{back}");
        assert_eq!(remarks(&text, id), expected, "{text}");
    };
    let x86 = "[arch:x86]\nsse2 = true\n";
    check(
        &format!("{x86}[arch:arm64]\naes = true\nmode = 32\n"),
        "coil-target",
        "Mode = 64\nFeatures = SSE2\n",
        &[
            "7: `aes` is of another architecture, `arm64`, and is lost",
            "8: `mode` is of another architecture, `arm64`, and is lost",
        ],
    );
    // A name that nothing knows is not another's.
    check("[arch:zen4]\nAVX2 = true\n", "coil-target?architecture=x86", "Features = AVX2\n", &[]);
    check(
        &format!("{x86}avx2 = 5\nwings = true\nmode = 48\n"),
        "coil-target",
        "Mode = 64\nFeatures = SSE2\n",
        &[
            "6: the value of `avx2` is not a boolean, so the feature is lost",
            "7: `wings` is not a feature of x86 and is lost",
            "8: `48` is not the mode of the target and is lost",
        ],
    );
}

/// coil.md#architectures: `Custom` is one of every unit, and nothing of it is checked.
#[test]
fn a_custom_architecture_comes_back() {
    let text = "[Target]\nPU = CPU\nArchitecture = Custom\nMode = 24\nFeatures = Fast, X-1.5\n\
        [Optimization]\nLevel = 1\n[Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\n\
        Endianness = Little\n";
    let description = convert(&*document(&target::INFO, text), "coil-hardware");
    let hardware = (hardware::INFO.parse)(&Input::alone("x.coilcfg.txt", &description));
    let back = convert(&*hardware, "coil-target");
    assert!(back.starts_with(&text[..text.find("[Opt").unwrap()]), "{description}\n{back}");
    assert_eq!(errors(&*document(&target::INFO, &back)), [""; 0], "{back}");
    let bare = (hardware::INFO.parse)(&Input::alone("x", "[gpu:0]\n"));
    let back = convert(&*bare, "coil-target?architecture=custom");
    assert!(back.starts_with("[Target]\nPU = GPU\nArchitecture = Custom\nMode = 64\n"), "{back}");
    let odd = "[cpu:0]\n[arch:Custom]\na b = true\n\"a,b\" = true\nmode = 7\n";
    let back = convert(&*(hardware::INFO.parse)(&Input::alone("x", odd)), "coil-target");
    assert!(back.contains("Mode = 64\n\n"), "{back}");
}

#[test]
fn a_list_of_registers_that_is_left_out_is_explained() {
    for (mappings, why) in [
        ("1 = gpr:4\n3 = gpr:3\n", "an argument before the last has no register"),
        ("1 = gpr:4, gpr:3\n", "an argument has several registers"),
        ("1 = fpr:0\n", "its mapping to `fpr:0` is to no whole register of the target"),
        ("1 = gpr:4:0xFF\n", "its mapping to `gpr:4:0xff` is to no whole register of the target"),
    ] {
        let text = format!(
            "[cpu:0]\n[arch:x86_64]\nsse2 = true\n[abi:SystemV]\n[SystemV.mapping]\n0 = gpr:0, gpr:3\n{mappings}"
        );
        let said = remarks(&text, "coil-target");
        assert_eq!(said, [format!("4: `ParameterRegisters` is left out: {why}")], "{text}");
    }
}

/// coil.md#converting-a-target-to-hardware: `uses_red_zone` is a size above 0.
#[test]
fn a_red_zone_is_never_of_size_0() {
    for (abi, size) in [("SystemV", Some("128")), ("Win64", None), ("mine", None)] {
        let text = format!(
            "[cpu:0]\n[arch:x86]\nsse2 = true\nmode = 64\n[abi:{abi}]\nflags = uses_red_zone\n"
        );
        let back = convert(&*(hardware::INFO.parse)(&Input::alone("x", &text)), "coil-target");
        let found = back.lines().find_map(|it| it.strip_prefix("RedZoneSize = "));
        assert_eq!(found, size, "{back}");
        let said = remarks(&text, "coil-target");
        let is_said = said.iter().any(|it| it == "5: the size of the red zone is not known");
        assert_eq!(is_said, size.is_none(), "{said:#?}");
    }
}

/// A red zone of size 0 is none, and that hardware can say.
#[test]
fn what_is_lost_of_a_red_zone_is_its_size() {
    for (size, is_said) in [("128", true), ("0x1", true), ("0", false), ("0x00", false)] {
        let text = format!(
            "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[ABI]\nName = mine\nRedZoneSize = {size}\n"
        );
        let converted = document(&target::INFO, &text).convert("coil-hardware").unwrap();
        let said = converted.remarks.iter().filter(|it| it.message.contains("red zone"));
        let said = said.map(|it| (it.message.as_str(), it.range.map(|it| it.start().into())));
        let at = text.find("RedZoneSize");
        let expected = ("only whether there is a red zone is kept, not its size", at);
        let said: Vec<(&str, Option<usize>)> = said.collect();
        assert_eq!(said, if is_said { vec![expected] } else { Vec::new() }, "{text}");
    }
}

#[test]
fn all_that_a_target_cannot_say_is_a_remark() {
    let text = "\
[metadata]
version = 1.0.0
timestamp = 7
flags = user_modified
[cpu:0]
name = Big ; a comment
[core_features]
8bit_support = true
64bit_support = true
branch_pred = true
[security]
nx_bit = true
[memory]
mem_protection = true
mem_segmentation = true
[resources]
core = 4
[abi:sysv]
arg_count = 9
flags = variadic, uses_red_zone
[sysv.mapping]
r = gpr:0
1 = gpr:4
1f = fpr:0
[abi:other]
[arch:x86_64]
avx2 = true
microarchitecture_level = 3
[gpu:0]
";
    let said = remarks(text, "coil-target:cpu:0");
    for (line, words) in [
        (2, "version of the format"),
        (3, "timestamp"),
        (4, "flags of the configuration"),
        (5, "name, vendor and model"),
        (5, "`mem_protection` is lost"),
        (6, "comments are lost"),
        (16, "resources"),
        (19, "number of arguments, 9,"),
        (20, "`variadic`"),
        (24, "float"),
        (25, "`other` is lost"),
        (28, "`microarchitecture_level`"),
        (29, "`gpu:0` needs a target"),
    ] {
        let is_it = |it: &String| it.starts_with(&format!("{line}: ")) && it.contains(words);
        assert!(said.iter().any(is_it), "{line}: {words}\n{said:#?}");
    }
    let lost = said.iter().find(|it| it.contains("features are not among the facts of")).unwrap();
    assert!(lost.contains("`branch_pred`") && lost.contains("`nx_bit`"), "{lost}");
    assert!(!lost.contains("64bit_support"), "{lost}");
    // What a target made of hardware that a target made says nothing is lost of but its name.
    let target = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\nFeatures = AVX2\n\
        [Optimization]\nLevel = 1\n[Memory]\nModel = Protected\nAlignment = 16\n\
        StackGrowth = Down\nEndianness = Little\n[Extensions]\nAtomicOperations = true\n";
    let description = convert(&*document(&target::INFO, target), "coil-hardware");
    let said = remarks(&description, "coil-target");
    assert!(!said.iter().any(|it| it.contains("and are lost")), "{said:#?}\n{description}");
    // The facts say only which architecture it is.
    let by_bits = "[cpu:0]\nfeatures = core_features\n[core_features]\nbranch_pred = true\n\
        [arch:x86_64]\nmode = 64\n";
    let said = remarks(by_bits, "coil-target");
    assert!(
        said.iter().any(|it| it.contains("`branch_pred` has no name in a target")),
        "{said:#?}"
    );
}

#[test]
fn all_that_hardware_cannot_say_is_a_remark() {
    let text = "\
[Target] # a comment
PU = CPU
Architecture = x86
Mode = 64
Colour = red
[Optimization]
Level = 1
[Memory]
Model = Protected
Alignment = 16
StackGrowth = Down
Endianness = Little
[ABI]
ParameterRegisters = rdi
[Linker]
EntryPoint = main
[Mine]
a = 1
[ARM_X]
a = 1
";
    let converted = document(&target::INFO, text).convert("coil-hardware").unwrap();
    let said: Vec<String> = converted.remarks.iter().map(|it| it.message.clone()).collect();
    for words in [
        "comments",
        "`Colour`",
        "optimization",
        "alignment is",
        "direction of the stack",
        "calling convention has no valid `Name`",
        "linker",
        "unknown section `[Mine]`",
        "vendor section `[ARM_X]`",
    ] {
        assert!(said.iter().any(|it| it.contains(words)), "{words}\n{said:#?}");
    }
    assert!(converted.remarks.iter().all(|it| it.range.is_some()), "{said:#?}");
}

#[test]
fn an_error_of_the_target_is_a_remark_of_the_hardware() {
    let text = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\nFeatures = AVX2, NEON,\n\
        [Optimization]\nLevel = 1\n[Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\n\
        Endianness = Little\n[Extensions]\nSharedMemory = true\n";
    let converted = document(&target::INFO, text).convert("coil-hardware").unwrap();
    let said = converted.remarks.iter().filter_map(|it| it.message.strip_prefix("the target has "));
    let said: Vec<&str> = said.collect();
    for it in ["NEON", "empty", "SharedMemory"] {
        assert!(said.iter().any(|said| said.contains(it)), "{it}: {said:#?}");
    }
    assert_eq!(said.len(), 3, "{said:#?}");
}

/// coil.md#converting-a-target-to-hardware: the baseline of the architecture has it, and only a
/// protected model does.
#[test]
fn a_memory_model_that_takes_protection_out_is_a_remark() {
    let text = |architecture: &str, model: &str| {
        format!(
            "[Target]\nPU = CPU\nArchitecture = {architecture}\nMode = 64\n[Optimization]\nLevel = 1\n\
             [Memory]\n{model}Alignment = 16\nStackGrowth = Down\nEndianness = Little\n"
        )
    };
    for (architecture, model, remark, is_there) in [
        ("x86", "Model = Protected\n", None, true),
        ("x86", "Model = Flat\n", Some("Flat"), false),
        ("x86", "Model = Segmented\n", Some("Segmented"), false),
        ("ARM", "Model = Flat\n", Some("Flat"), false),
        ("RISC-V", "Model = Flat\n", None, false),
        // What is not said takes nothing away.
        ("x86", "", None, true),
        ("x86", "Model = flat\n", None, true),
    ] {
        let text = text(architecture, model);
        let converted = document(&target::INFO, &text).convert("coil-hardware").unwrap();
        let mut all = converted.remarks.iter();
        let found = all.find(|it| it.message.contains("mem_protection"));
        let message = remark.map(|it| {
            format!("`{it}` is not protected, so `mem_protection` of the baseline of {architecture} is left out")
        });
        assert_eq!(found.map(|it| it.message.clone()), message, "{text}");
        let place = found.and_then(|it| it.range).map(|it| &text[it]);
        assert_eq!(place, remark.map(|_| model.trim_end()), "{text}");
        let description = String::from_utf8(converted.data).unwrap();
        assert_eq!(description.contains("mem_protection = true"), is_there, "{description}");
    }
}
