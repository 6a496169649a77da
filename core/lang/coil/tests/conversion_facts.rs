//! Conversions between the COIL languages keep what the text says of features and registers.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::string_slice,
    clippy::indexing_slicing,
    reason = "a failing test may panic"
)]

use bobbin_coil::{hardware, target};
use bobbin_core::{Input, Language};

/// Converts a text, and tells what the result is and what it lacks.
fn convert(language: &Language, text: &str, id: &str) -> (String, Vec<String>) {
    let document = (language.parse)(&Input::alone("main.coilcfg", text));
    let converted = document.convert(id).unwrap_or_else(|it| panic!("{}\n{text}", it.reason));
    let said = converted.remarks.into_iter().map(|it| it.message).collect();
    (String::from_utf8(converted.data).unwrap(), said)
}

/// Converts a target with `more` behind it to hardware.
fn to_hardware(unit: &str, mode: u16, more: &str) -> (String, Vec<String>) {
    let (pu, architecture) = unit.split_once(' ').unwrap();
    let text = format!(
        "[Target]\nPU = {pu}\nArchitecture = {architecture}\nMode = {mode}\n[Optimization]\nLevel = 1\n\
         [Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\nEndianness = Little\n{more}"
    );
    convert(&target::INFO, &text, "coil-hardware")
}

#[test]
fn a_description_says_what_it_was_made_from_without_the_folder() {
    let (text, _) = to_hardware("CPU x86", 64, "");
    assert!(text.starts_with("; Made from main.coilcfg.\n"), "{text}");
    let target = (target::INFO.parse)(&Input::alone(
        "/boxes/main.coilcfg",
        "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[Optimization]\nLevel = 1\n[Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\nEndianness = Little\n",
    ));
    let converted = target.convert("coil-hardware").unwrap();
    assert!(converted.data.starts_with(b"; Made from main.coilcfg.\n"));
}

/// A list key without a value is an empty list (coil.md#empty-values), which is less than saying nothing.
#[test]
fn an_empty_list_of_registers_stays_empty() {
    let hardware =
        |lists: &str| to_hardware("CPU x86", 64, &format!("[ABI]\nName = SystemV\n{lists}")).0;
    let empty = hardware("ParameterRegisters =\nReturnRegisters = rax\n");
    assert!(!empty.contains("arg_count = 6") && !empty.contains("1 = gpr"), "{empty}");
    assert!(empty.contains("0 = gpr:0"), "{empty}");
    let unsaid = hardware("ReturnRegisters = rax\n");
    assert!(unsaid.contains("arg_count = 6"), "{unsaid}");
}

/// Names of features in the text, which count more than the keys that they stand for.
#[test]
fn a_feature_that_the_text_denies_is_not_inferred() {
    let text = "[cpu:0]\n[f]\n64bit_support = true\nfp_fma = true\nsimd_fma = true\ncrypto_aes = true\n\
        int_popcnt = true\n[arch:x86_64]\nFMA = false\naes = no\n";
    let (target, said) = convert(&hardware::INFO, text, "coil-target");
    assert!(target.contains("Features = POPCNT\n"), "{target}");
    for (left_out, denied) in [("FMA", "FMA"), ("AES", "AES")] {
        let message = format!(
            "`{left_out}` is left out though all of it is set, as the text denies `{denied}`"
        );
        assert!(said.contains(&message), "{said:#?}");
    }
    assert!(said.iter().all(|it| !it.contains("no name in a target")), "{said:#?}");
}

/// The baseline has more atomic keys than those that `AtomicOperations` stands for.
#[test]
fn a_target_without_atomic_operations_has_none() {
    let off = "[Extensions]\nAtomicOperations = false\n";
    for unit in ["CPU x86", "CPU ARM", "CPU RISC-V"] {
        let (hardware, said) = to_hardware(unit, 64, off);
        assert!(!hardware.contains("atomic_"), "{unit}: {hardware}");
        let had = said.iter().find(|it| it.starts_with("`AtomicOperations` is off"));
        let had = had.map(String::as_str).unwrap_or_default();
        let baseline = to_hardware(unit, 64, "").0;
        let keys = baseline.lines().filter_map(|it| it.strip_suffix(" = true"));
        for key in keys.filter(|it| it.starts_with("atomic")) {
            assert!(had.contains(&format!("`{key}`")), "{unit} {key}: {said:#?}");
        }
    }
}

/// The table of registers says how many there are and how wide (coil.md#architectures); in a mode that
/// is wider than all of them they are as wide as they are.
#[test]
fn general_registers_are_those_of_the_table() {
    for (unit, mode, expected) in [
        ("CPU x86", 64, "gpr = 16, 64bit"),
        ("CPU x86", 32, "gpr = 8, 32bit"),
        ("CPU x86", 16, "gpr = 8, 16bit"),
        ("CPU ARM", 64, "gpr = 31, 64bit"),
        ("CPU ARM", 32, "gpr = 16, 32bit"),
        ("CPU SPARC", 32, "gpr = 32, 32bit"),
        ("CPU SPARC", 64, "gpr = 32, 64bit"),
        ("CPU Xtensa", 32, "gpr = 16, 32bit"),
        ("CPU s390x", 64, "gpr = 16, 64bit"),
        ("DSP C6x", 32, "gpr = 64, 32bit"),
        ("DSP C6x", 64, "gpr = 64, 32bit"),
        ("GPU NVIDIA", 64, "gpr = 256, 32bit"),
        ("GPU AMD", 64, "gpr = 106, 32bit"),
    ] {
        let hardware = to_hardware(unit, mode, "").0;
        assert!(hardware.lines().any(|it| it == expected), "{unit} {mode}: {hardware}");
    }
    assert!(!to_hardware("CPU WebAssembly", 32, "").0.contains("gpr"));
}

/// The low halves of the registers are not virtual ones, so the whole registers are written.
#[test]
fn low_halves_are_written_as_the_whole_registers() {
    let abi = |registers: &str| format!("[ABI]\nName = X\nParameterRegisters = {registers}\n");
    for (unit, registers, number, low) in
        [("CPU ARM", "x0, w3", 3, "w3"), ("CPU x86", "rax, edi", 4, "edi")]
    {
        let (hardware, said) = to_hardware(unit, 64, &abi(registers));
        assert!(hardware.contains(&format!("2 = gpr:{number}\n")), "{hardware}");
        let whole = format!("of `{low}` the whole registers are written, with 64 bits");
        assert!(said.contains(&whole), "{said:#?}");
    }
    // The zero register is none.
    let said = to_hardware("CPU ARM", 64, &abi("wzr")).1;
    assert!(said.contains(&"no virtual register is known for `wzr`".to_owned()), "{said:#?}");
}

/// An architecture is asked for where the text names none (coil.md#converting-hardware-to-a-target).
#[test]
fn an_architecture_that_the_text_names_is_not_overridden() {
    let text = "[cpu:0]\nname = M\n[arch:MIPS]\nMSA = true\nmode = 32\n";
    let document = (hardware::INFO.parse)(&Input::alone("x.coilcfg.txt", text));
    let refusal = document.convert("coil-target?architecture=x86").unwrap_err();
    assert_eq!(
        refusal.reason,
        "`cpu:0` is of the architecture MIPS by its `[arch:MIPS]`, not of x86"
    );
    assert_eq!(&text[refusal.at.unwrap()], "cpu:0");
    // The same one, or one of several.
    let same = |text: &str, name: &str| {
        let id = format!("coil-target?architecture={name}");
        convert(&hardware::INFO, text, &id).0
    };
    assert!(same(text, "mips").contains("Architecture = MIPS\nMode = 32\n"));
    let several = format!("{text}[arch:x86_64]\nAVX2 = true\n");
    assert!(same(&several, "x86_64").contains("Architecture = x86\nMode = 64\n"));
}

/// A line that cannot be read, or that a later one overrides, is not among the settings in force.
#[test]
fn a_result_lacks_the_lines_that_are_not_in_force() {
    let text = "@include\n@include \"x\nPU = GPU\n[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\njunk\n\
        9key = 1\n[Optimization]\nLevel = 7\n[Memory]\nModel = \"Flat\nModel = Flat\nAlignment = 3\n\
        StackGrowth = Down\nEndianness = Little\n[]\nPU = NPU\n";
    for id in ["flat", "json", "json-origins"] {
        let document = (target::INFO.parse)(&Input::alone("main.coilcfg", text));
        let remarks = document.convert(id).unwrap().remarks;
        let said: Vec<String> = remarks
            .iter()
            .map(|it| {
                let at = usize::from(it.range.unwrap().start());
                let what = it.message.split(':').next().unwrap();
                format!("{} {what}", text[..at].matches('\n').count() + 1)
            })
            .collect();
        let expected = [
            "1 the result lacks this line",
            "2 the result lacks this line",
            "3 the result lacks this line",
            "8 the result lacks this line",
            "9 the result lacks this line",
            "11 the result has this error too",
            "13 the result lacks this line",
            "15 the result has this error too",
            "18 the result lacks this section",
        ];
        assert_eq!(said, expected, "{id}");
    }
}
