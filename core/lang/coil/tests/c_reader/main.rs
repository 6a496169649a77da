//! A reader written in C from the document's structs reads what we write, and finds what the text
//! says. Needs a C compiler called `cc`; without one the test says so and passes, because users of
//! the library need none.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a failing test may panic"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bobbin_coil::hardware;
use bobbin_coil::hardware::binary::decode::decode;
use bobbin_coil::hardware::binary::encode::encode;
use bobbin_coil::hardware::model::{Abi, Mapping, Model, Resource, Unit};
use bobbin_core::{Document, Input};

/// Compiles the reader; none if there is no compiler.
fn reader() -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c_reader/reader.c");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("coil_c_reader");
    let mut compiler = Command::new("cc");
    compiler
        .args(["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&program)
        .arg(&source);
    match compiler.status() {
        Ok(status) => {
            assert!(status.success(), "the reader does not compile");
            Some(program)
        }
        Err(error) => {
            println!("no C compiler, so nothing is compared: {error}");
            None
        }
    }
}

fn read(program: &Path, bytes: &[u8]) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("coil_c_reader.coilcfg");
    fs::write(&path, bytes).unwrap();
    String::from_utf8_lossy(&Command::new(program).arg(&path).output().unwrap().stdout).into_owned()
}

/// Formats a model, with its bytes in canonical order, as the reader must print it.
fn dump(model: &Model) -> String {
    let encoded = encode(model).unwrap();
    let [major, minor, patch] = model.version;
    let mut res = format!(
        "magic 0x43434647 version {major}.{minor}.{patch} flags 0x{:02X} pus {} timestamp {}\n",
        model.flags,
        model.units.len(),
        model.timestamp
    );
    let strings = encoded.layout.strings;
    let size = encoded.data.len() as u64 - strings;
    writeln!(res, "string table at {strings}, {size} bytes").unwrap();
    for (idx, (unit, layout)) in model.units.iter().zip(&encoded.layout.units).enumerate() {
        let Unit { unit_type, index, name, vendor, model, .. } = unit;
        writeln!(
            res,
            "PU {idx}: type {unit_type} index {index} name '{name}' vendor '{vendor}' model '{model}'"
        )
        .unwrap();
        if layout.feature_size > 0 {
            write!(res, "  features {} bytes:", layout.feature_size).unwrap();
            for word in unit.features.unwrap_or_default() {
                write!(res, " {word:08X}").unwrap();
            }
            res.push('\n');
        }
        for Resource { kind, flags, name, count, size } in &unit.resources {
            writeln!(
                res,
                "  resource type {kind} flags {flags} name '{name}' count {count} size {size}"
            )
            .unwrap();
        }
        for Abi { name, arg_count, flags, mappings } in &unit.abis {
            let n_mappings = mappings.len();
            writeln!(res, "  abi '{name}' args {arg_count} flags {flags:#x} mappings {n_mappings}")
                .unwrap();
            for Mapping { arg_index, reg_type, reg_index, reg_mask } in mappings {
                writeln!(
                    res,
                    "    arg 0x{arg_index:04X} -> type {reg_type} index {reg_index} mask 0x{reg_mask:08X}"
                )
                .unwrap();
            }
        }
    }
    res
}

fn compile(text: &str) -> Vec<u8> {
    let document = hardware::parse(&Input::alone("x.coilcfg.txt", text));
    document.compile().unwrap().unwrap().bytes.data
}

#[track_caller]
fn check(program: &Path, bytes: &[u8]) {
    let model = decode(bytes).unwrap().model;
    assert_eq!(read(program, bytes), dump(&model));
}

/// Returns every description that the project ships.
fn descriptions() -> Vec<String> {
    let root = bobbin_testing::root().join("core");
    let mut res = Vec::new();
    for folder in
        ["testdata/coil-hardware/binary", "testdata/coil-hardware/ok", "../public/gallery"]
    {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.to_string_lossy().ends_with(".coilcfg.txt") {
                res.push(fs::read_to_string(path).unwrap());
            }
        }
    }
    let templates = hardware::INFO.templates;
    res.extend(templates.iter().map(|it| it.text.to_owned()));
    res
}

/// One test, because the program and the file it reads are shared.
#[test]
fn a_reader_in_c_finds_what_the_text_says() {
    let Some(program) = reader() else { return };
    let texts = descriptions();
    assert!(texts.len() >= 8, "only {} descriptions", texts.len());
    for text in &texts {
        check(&program, &compile(text));
    }
    // Its dump of the document's example is the one that another reader in C once printed.
    let example = include_bytes!("../../../../testdata/coil-hardware/binary/spec_example.coilcfg");
    let golden = include_str!("../../../../testdata/coil-hardware/binary/spec_example.dump.txt");
    // That one also prints single bits, which are in the words already.
    let golden: Vec<&str> = golden.lines().filter(|it| !it.starts_with("  64bit ")).collect();
    assert_eq!(read(&program, example).lines().collect::<Vec<_>>(), golden);
    // What it could only misread, it refuses.
    let compressed = compile("[metadata]\nflags = compressed\n[cpu:0]\n");
    assert_eq!(read(&program, &compressed), "refused: compressed\n");
    let mut letters = compile("[cpu:0]\n");
    letters[..4].reverse();
    assert_eq!(read(&program, &letters), "refused: magic\n");
    assert!(decode(&letters).is_ok(), "our own reader takes it");
}
