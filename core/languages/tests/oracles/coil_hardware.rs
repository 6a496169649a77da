//! Golden binaries of COIL hardware configurations: `testdata/coil-hardware/binary`.
//!
//! `x.coilcfg` beside `x.coilcfg.txt` is the binary that the text must compile to, byte for byte,
//! and it must decompile to a text that compiles to the same bytes. `x.dump.txt` is the output for
//! that binary of a reader written in C from the document's structs; our reader must agree. A
//! `.coilcfg` without a text must be readable, and its text must compile.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use bobbin_coil::hardware::binary::decode::decode;
use bobbin_coil::hardware::binary::encode::encode;
use bobbin_coil::hardware::{self, model::Model};
use bobbin_core::{Document, Input};
use bobbin_languages::decompile;

/// Cases in which Bobbin differs on purpose, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// Collects everything below `path` whose name ends with `.coilcfg`, `.coilcfg.txt` or `.dump.txt`.
fn files(path: &Path, res: &mut BTreeSet<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            files(&entry.unwrap().path(), res);
        }
    } else if [".coilcfg", ".coilcfg.txt", ".dump.txt"]
        .iter()
        .any(|it| path.to_string_lossy().ends_with(it))
    {
        res.insert(path.to_owned());
    }
}

fn compile(text: &str) -> Result<Vec<u8>, String> {
    let file = hardware::parse(&Input::alone("case.coilcfg.txt", text));
    match file.compile().unwrap() {
        Ok(compiled) => Ok(compiled.bytes.data),
        Err(refusal) => Err(refusal.reason),
    }
}

/// Returns the lines of a dump that depend on the model and on the flags of the file's header;
/// `n_words` is the number of bitmap words for each unit.
fn dump(model: &Model, flags: u8, n_words: &[usize]) -> String {
    let encoded = encode(model).unwrap();
    let [major, minor, patch] = model.version;
    let mut res = format!(
        "magic 0x43434647 version {major}.{minor}.{patch} flags 0x{:02X} pus {} timestamp {}\n",
        flags,
        model.units.len(),
        model.timestamp
    );
    let strings = encoded.layout.strings;
    let size = encoded.data.len() as u64 - strings;
    writeln!(res, "string table at {strings}, {size} bytes").unwrap();
    for (idx, (unit, layout)) in model.units.iter().zip(&encoded.layout.units).enumerate() {
        writeln!(
            res,
            "PU {idx}: type {} index {} name '{}' vendor '{}' model '{}'",
            unit.unit_type, unit.index, unit.name, unit.vendor, unit.model
        )
        .unwrap();
        write!(res, "  features {} bytes:", layout.feature_size).unwrap();
        let start = layout.features as usize;
        let bitmap = &encoded.data[start..start + layout.feature_size as usize];
        for word in bitmap.chunks_exact(4).take(n_words.get(idx).copied().unwrap_or(8)) {
            write!(res, " {:08X}", u32::from_le_bytes(word.try_into().unwrap())).unwrap();
        }
        res.push('\n');
        for it in &unit.resources {
            writeln!(
                res,
                "  resource type {} flags {} name '{}' count {} size {}",
                it.kind, it.flags, it.name, it.count, it.size
            )
            .unwrap();
        }
        for abi in &unit.abis {
            writeln!(
                res,
                "  abi '{}' args {} flags 0x{:X} mappings {}",
                abi.name,
                abi.arg_count,
                abi.flags,
                abi.mappings.len()
            )
            .unwrap();
            for it in &abi.mappings {
                writeln!(
                    res,
                    "    arg 0x{:04X} -> type {} index {} mask 0x{:08X}",
                    it.arg_index, it.reg_type, it.reg_index, it.reg_mask
                )
                .unwrap();
            }
        }
    }
    res
}

fn check_binary(bytes: &[u8], text: Option<&str>) -> Result<(), String> {
    let decompiled = decompile(bytes).map_err(|it| format!("not read: {it}"))?;
    let again =
        compile(&decompiled.text).map_err(|it| format!("its text does not compile: {it}"))?;
    if decompiled.exact != (again == bytes) {
        return Err(format!("`exact` is {}, which is not so", decompiled.exact));
    }
    let Some(text) = text else { return Ok(()) };
    let compiled = compile(text).map_err(|it| format!("the text does not compile: {it}"))?;
    // Big-endian, with the magic in letters, or compressed: nobody writes it so unless asked, but
    // it must mean the same as its text.
    let is_plain = bytes.starts_with(b"GFCC") && bytes.get(7).is_some_and(|it| it & 8 == 0);
    if !is_plain {
        let [a, b] = [bytes, &compiled].map(|it| decode(it).map(|it| it.model));
        return if a == b { Ok(()) } else { Err("the text means something else".to_owned()) };
    }
    if compiled != bytes {
        let at = compiled.iter().zip(bytes).position(|(a, b)| a != b);
        return Err(format!(
            "{} bytes instead of {}, different from byte {at:?} on",
            compiled.len(),
            bytes.len()
        ));
    }
    if !decompiled.exact {
        return Err(format!("decompiling is not exact: {:?}", decompiled.report));
    }
    Ok(())
}

/// Returns the text with the digits behind each `0x` in capitals, as readers print either case.
fn upper_hexadecimal(text: &str) -> String {
    let mut parts = text.split("0x");
    let mut res = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|it: char| !it.is_ascii_hexdigit()).unwrap_or(part.len());
        let (digits, rest) = part.split_at(end);
        res += &format!("0x{}{rest}", digits.to_ascii_uppercase());
    }
    res
}

fn check_dump(bytes: &[u8], expected: &str) -> Result<(), String> {
    let model = decode(bytes).map_err(|it| format!("not read: {it}"))?.model;
    let prefixes =
        ["magic ", "string table at ", "PU ", "  features ", "  resource ", "  abi ", "    arg "];
    let lines = expected.lines().filter(|it| prefixes.iter().any(|start| it.starts_with(start)));
    // A reader may print the first groups or all words, including those of the records behind them.
    let n_words = |it: &str| it.split_once("bytes:").map(|it| it.1.split_whitespace().count());
    let n_words: Vec<usize> = lines.clone().filter_map(n_words).collect();
    let expected: String = lines.map(|it| upper_hexadecimal(it) + "\n").collect();
    // A model does not know that its file was compressed; the header does, and is kept unchanged.
    let flags = bytes.get(7).copied().unwrap_or_default();
    let found = upper_hexadecimal(&dump(&model, flags, &n_words));
    if found == expected { Ok(()) } else { Err(format!("read as\n{found}instead of\n{expected}")) }
}

#[test]
fn dumps_agree_in_flags_of_all_kinds() {
    let text = "[metadata]\nflags = system_default, autodetected\n[cpu:0]\n[abi:a]\nflags = preserves_sp, uses_red_zone\n";
    let file = hardware::parse(&Input::alone("case.coilcfg.txt", text));
    let plain = file.compile().unwrap().unwrap().bytes.data;
    let compressed = file.compile_compressed().unwrap().unwrap().bytes.data;
    let expected = |flags: &str, digit: char| {
        format!(
            "magic 0x43434647 version 0.1.0 flags {flags} pus 1 timestamp 0\n\
             string table at 100, 3 bytes\nPU 0: type 0 index 0 name '' vendor '' model ''\n  \
             features 0 bytes:\n  abi 'a' args 0 flags 0x{digit} mappings 0\n"
        )
    };
    assert_eq!(check_dump(&plain, &expected("0x05", 'A')), Ok(()));
    assert_eq!(check_dump(&plain, &expected("0x05", 'a')), Ok(()));
    assert_eq!(check_dump(&compressed, &expected("0x0D", 'A')), Ok(()));
    assert_eq!(check_dump(&compressed, &expected("0x0d", 'a')), Ok(()));
    assert!(check_dump(&compressed, &expected("0x05", 'A')).is_err());
    assert!(check_dump(&plain, &expected("0x05", 'B')).is_err());
}

#[test]
fn golden_binaries() {
    let mut all = BTreeSet::new();
    files(&bobbin_testing::root().join("core").join("testdata/coil-hardware/binary"), &mut all);
    if let Some(more) = std::env::var_os("BOBBIN_ORACLES") {
        files(Path::new(&more), &mut all);
    }
    let sibling = |path: &Path, end: &str| {
        let stem = path.to_string_lossy();
        fs::read(stem.strip_suffix(".coilcfg").unwrap().to_owned() + end).ok()
    };
    let (mut n_passed, mut n_excepted) = (0, 0);
    let mut failed = Vec::new();
    let mut judge = |id: String, outcome: Result<(), String>| match outcome {
        Ok(()) => n_passed += 1,
        Err(_) if EXCEPTIONS.iter().any(|(excepted, _)| *excepted == id) => n_excepted += 1,
        Err(message) => failed.push(format!("{id}: {message}")),
    };
    for path in all.iter().filter(|it| it.extension().is_some_and(|it| it == "coilcfg")) {
        let bytes = fs::read(path).unwrap();
        let magic = bytes.get(..4).unwrap_or_default();
        // A target configuration has the same extension.
        if magic != b"GFCC" && magic != b"CCFG" {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = sibling(path, ".coilcfg.txt").map(|it| String::from_utf8(it).unwrap());
        judge(name.clone(), check_binary(&bytes, text.as_deref()));
        if let Some(expected) = sibling(path, ".dump.txt") {
            let expected = String::from_utf8(expected).unwrap();
            // A binary that the C reader refuses has a dump without a unit.
            if expected.contains("PU ") {
                judge(format!("{name} dump"), check_dump(&bytes, &expected));
            }
        }
    }
    let n_failed = failed.len();
    println!(
        "coil-hardware: {} cases, {n_passed} passed, {n_failed} failed, {n_excepted} excepted",
        n_passed + n_failed + n_excepted
    );
    assert!(n_passed >= 4, "the goldens are missing");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
