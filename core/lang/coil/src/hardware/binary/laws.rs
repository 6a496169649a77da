//! Laws for every model and every file, tried on random ones.

use super::decode::decode;
use super::encode::encode;
use crate::hardware::decompile::{decompile, salvage};
use crate::hardware::diagnostics::FEATURE_SIZE;
use crate::hardware::file::parse;
use crate::hardware::model::{Abi, ArchRecord, ArchRecords, Mapping, Model, Resource, Unit};
use crate::hardware::{print, tables};
use bobbin_core::diagnostics::Severity;
use bobbin_core::view::{BinaryRemark, ByteField};
use bobbin_core::{Document, Input};

/// A small deterministic generator (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 11) % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// Returns small, large and border numbers alike.
    fn number(&mut self, max: u64) -> u64 {
        match self.below(4) {
            0 => self.below(4).min(max),
            1 => max - self.below(3).min(max),
            2 => (1 << self.below(64)) & max,
            _ => self.next() & max,
        }
    }

    /// Strings with all that has a meaning somewhere in a text.
    fn string(&mut self) -> String {
        const PARTS: &[&str] = &[
            "a", "Z", "0", " ", "=", ";", "\"", "\\", "[", "]", "#", ".", ":", ",", "\n", "\r",
            "\t", "é", "🎉", "\u{85}", "\u{feff}", "\u{3000}", "x64", "mapping", "abi:", "cpu:0",
            "\\x41", "true", "16", "shared", "KiB",
        ];
        (0..self.below(5)).map(|_| self.pick(PARTS)).collect()
    }
}

fn resource(random: &mut Random) -> Resource {
    let kind = match random.below(6) {
        0 => random.number(0xFFFF) as u16,
        _ => random.below(11) as u16,
    };
    let key = match tables::by_number(tables::RESOURCE_TYPES, kind) {
        Some(it) => it.key.to_owned(),
        None => format!("type{kind}"),
    };
    let name = match random.below(3) {
        0 => format!("{key}:{}", random.string()),
        _ => key,
    };
    let (count, size) = (random.number(u64::MAX), random.number(u64::MAX));
    Resource { kind, flags: random.below(16) as u16, name, count, size }
}

fn abi(random: &mut Random, names: &mut Vec<String>) -> Option<Abi> {
    let name = random.string();
    // A unit has one ABI of a name.
    if names.contains(&name) {
        return None;
    }
    names.push(name.clone());
    let mut mappings: Vec<Mapping> = Vec::new();
    for _ in 0..random.below(6) {
        let mapping = Mapping {
            arg_index: random.number(0xFFFF) as u16,
            reg_type: random.number(6) as u16,
            reg_index: random.number(0xFFFF_FFFF) as u32,
            reg_mask: random.pick(&[u32::MAX, 0, 0xFF]),
        };
        if !mappings.contains(&mapping) {
            mappings.push(mapping);
        }
    }
    let arg_count = random.number(0xFFFF) as u16;
    Some(Abi { name, arg_count, flags: random.number(0xFFFF) as u16, mappings })
}

fn unit(random: &mut Random, index: u16) -> Unit {
    let unit_type = match random.below(8) {
        0 => random.number(0xFFFF) as u16,
        _ => random.below(6) as u16,
    };
    let features = match random.below(4) {
        0 => None,
        1 => Some([0; 8]),
        _ => Some(std::array::from_fn(|_| (random.next() & random.next()) as u32)),
    };
    let mut names = Vec::new();
    let mut arch = ArchRecords::default();
    for _ in 0..random.below(4) {
        let name = random.pick(&["x86_64", "arm64", "", "a]b", "; \"q\""]);
        arch.push(ArchRecord { arch: name, key: &random.string(), value: &random.string() });
    }
    Unit {
        unit_type,
        index,
        name: random.string(),
        vendor: random.string(),
        model: random.string(),
        // A reader cannot tell an empty bitmap before records from none.
        features: if arch.is_empty() { features } else { features.filter(|it| *it != [0; 8]) },
        resources: (0..random.below(5)).map(|_| resource(random)).collect(),
        abis: (0..random.below(3)).filter_map(|_| abi(random, &mut names)).collect(),
        arch,
    }
}

fn model(random: &mut Random) -> Model {
    Model {
        version: random.pick(&[[0, 1, 0], [0, 1, 255], [1, 0, 7]]),
        timestamp: random.number(u64::MAX),
        flags: random.number(0xFF) as u8 & !super::format::FLAG_COMPRESSED,
        units: (0..random.below(4) as u16).map(|it| unit(random, it)).collect(),
    }
}

#[test]
fn models_survive_bytes_and_text() {
    let mut random = Random(0x5EED_C011);
    for round in 0..10_000 {
        let model = model(&mut random);
        let bytes = encode(&model).unwrap().data;
        let decoded = decode(&bytes).unwrap();
        assert_eq!(decoded.model, model, "round {round}");
        let (text, lost) = print::print(&model);
        assert_eq!(lost, Vec::new(), "round {round}\n{text}");
        let file = parse(&Input::alone("x", &text));
        let errors: Vec<_> = file
            .diagnostics()
            .into_iter()
            .filter(|it| it.code.severity == Severity::Error)
            .collect();
        assert_eq!(errors, [], "round {round}\n{text}");
        let again = encode(&file.lowered().model).unwrap().data;
        assert_eq!(again, bytes, "round {round}\n{text}");
    }
}

#[test]
fn broken_files_are_refused_with_a_place() {
    let mut random = Random(0xBAD_C011);
    let mut n_refused = 0;
    for _ in 0..300 {
        let bytes = encode(&model(&mut random)).unwrap().data;
        for _ in 0..20 {
            let mut bytes = bytes.clone();
            match random.below(3) {
                0 => bytes.truncate(random.below(bytes.len() as u64) as usize),
                1 => {
                    let at = random.below(bytes.len() as u64) as usize;
                    bytes[at] ^= 1 << random.below(8);
                }
                _ => {
                    for _ in 0..8 {
                        let at = random.below(bytes.len() as u64) as usize;
                        bytes[at] = random.pick(&[0, 1, 0x7F, 0x80, 0xFF]);
                    }
                }
            }
            if let Err(error) = decode(&bytes) {
                n_refused += 1;
                assert!(error.offset <= bytes.len() as u64, "{error}");
                assert!(error.message.starts_with("expected "), "{error}");
            }
            _ = crate::hardware::decompile(&bytes);
            let own = crate::hardware::own_bytes(&bytes).bytes;
            check_inside(&own.fields, 0, own.data.len() as u32);
        }
    }
    assert!(n_refused > 1000, "only {n_refused} of 6000 were refused");
}

/// Parts stand behind each other, inside the part around them.
#[track_caller]
fn check_inside(fields: &[ByteField], start: u32, end: u32) {
    let mut at = start;
    for it in fields {
        assert!(at <= it.offset && it.offset + it.len <= end, "{it:?} not in {at}..{end}");
        at = it.offset + it.len;
        check_inside(&it.children, it.offset, at);
    }
}

/// Every truncation of the example is refused, because its last byte belongs to a string.
#[test]
fn truncated_files_are_refused() {
    let golden =
        include_bytes!("../../../../../testdata/coil-hardware/binary/spec_example.coilcfg")
            .as_slice();
    for len in 0..golden.len() {
        let error = decode(&golden[..len]).unwrap_err();
        assert!(error.offset <= len as u64, "{len}: {error}");
    }
}

/// Some writers begin their table with a name; offset 0 is none all the same (coil.md#string-table-content).
#[test]
fn a_string_at_offset_0_is_absent() {
    let golden =
        include_bytes!("../../../../../testdata/coil-hardware/binary/spec_example.coilcfg");
    let (mut bytes, strings) = (golden.to_vec(), golden.len() - 118);
    bytes[strings] = b'x';
    bytes[36..40].fill(0);
    let name = decode(&bytes).unwrap().model.units.first().map(|it| it.name.clone());
    assert_eq!(name.as_deref(), Some(""));
}

#[test]
fn refusals_say_what_was_expected() {
    #[track_caller]
    fn check(change: impl FnOnce(&mut Vec<u8>), code: &str, message: &str) {
        let golden =
            include_bytes!("../../../../../testdata/coil-hardware/binary/spec_example.coilcfg");
        let mut bytes = golden.to_vec();
        change(&mut bytes);
        let error = decode(&bytes).unwrap_err();
        assert_eq!((error.code, error.to_string().as_str()), (code, message));
    }
    check(
        |it| it[0] = b'X',
        "E1_MAGIC",
        "at byte 0: expected the bytes 47 46 43 43 or 43 43 46 47 of a configuration",
    );
    check(|it| it[4] = 2, "E1_VERSION", "at byte 4: expected version 0.1.x or 1.0.x, found 2.1.0");
    check(
        |it| it[8] = 200,
        "E1_TRUNCATED",
        "at byte 8: expected 200 processing unit entries at bytes 32 to 8832, but the file has 622 bytes",
    );
    check(
        |it| it[60] = 200,
        "E1_TRUNCATED",
        "at byte 56: expected the resources of cpu:0 at bytes 112 to 6512, but the file has 622 bytes",
    );
    check(
        |it| it[36] = 200,
        "E1_STRING",
        "at byte 36: expected the name of cpu:0 in the string table of 118 bytes, found offset 200",
    );
    check(|it| it[510] = 0xFF, "E1_STRING", "at byte 510: expected UTF-8 in the name of cpu:0");
    check(
        |it| {
            it[8] = 2;
            it.splice(76..76, [0; 44]);
        },
        "E1_DUPLICATE_PU",
        "at byte 76: expected each unit once, found cpu:0 again",
    );
    check(
        |it| {
            it[7] = 8;
            it[32..36].copy_from_slice(&[2, 0, 0, 0]);
        },
        "E1_COMPRESSED",
        "at byte 32: expected compression type 1 (zlib), found 2",
    );
    check(
        |it| {
            it[7] = 8;
            it[32..40].copy_from_slice(&[1, 0, 0, 0, 0, 0, 0, 0xFF]);
        },
        "beyond-budget",
        "at byte 36: expected at most 67108864 bytes after inflating, which is a limit of Bobbin's, found 4278190080",
    );
    check(
        |it| {
            it[7] = 8;
            it[32..40].copy_from_slice(&[1, 0, 0, 0, 9, 0, 0, 0]);
        },
        "E1_COMPRESSED",
        "at byte 40: expected a zlib stream of 9 bytes after inflating",
    );
}

/// A writer that puts the strings in front of the tables is still understood.
#[test]
fn strings_behind_the_entries_are_found() {
    let model = Model {
        version: [0, 1, 0],
        units: vec![Unit {
            name: "a unit".to_owned(),
            resources: vec![Resource { name: "core".to_owned(), kind: 9, ..Resource::default() }],
            ..Unit::default()
        }],
        ..Model::default()
    };
    let bytes = encode(&model).unwrap().data;
    let (head, rest) = bytes.split_at(76);
    let (table, strings) = rest.split_at(4 + 32);
    let mut moved = [head, strings, &[0; 7], &table[4..]].concat();
    moved[56] = 96;
    let decoded = decode(&moved).unwrap();
    assert_eq!(decoded.model, model);
    assert_eq!(decoded.report, ["the strings directly follow the unit entries".into()]);
}

/// A tail that counts more records than it has room for is none that this reader knows: the features
/// in front of it are read, and its bytes are reported (coil.md#architecture-tail and
/// coil.md#hardware-diagnostics).
#[test]
fn a_tail_of_another_form_is_passed_over_and_reported() {
    let text = "[cpu:0]\n[integer]\nint_add = true\n[arch:x86_64]\navx2 = true\n";
    let bytes = parse(&Input::alone("x", text)).compile().unwrap().unwrap().bytes.data;
    let at = bytes.windows(4).position(|it| it == b"ARCH").unwrap();
    let decoded = decode(&bytes).unwrap();
    assert_eq!((decoded.model.units[0].arch.len(), decoded.report), (1, Vec::new()));
    for (count, n_read, lost) in [(2_u32, 0, 20), (u32::MAX, 0, 20), (0, 0, 12)] {
        let mut changed = bytes.clone();
        changed[at + 4..at + 8].copy_from_slice(&count.to_le_bytes());
        let decoded = decode(&changed).unwrap();
        let unit = &decoded.model.units[0];
        assert_eq!((unit.arch.len(), unit.features.unwrap()[1]), (n_read, 1), "{count}");
        let message =
            format!("the feature bitmap of cpu:0 has 52 bytes, {lost} of them without a meaning");
        assert_eq!(decoded.report, [BinaryRemark::new(&FEATURE_SIZE, message)]);
        assert!(!decompile(&changed).unwrap().exact);
    }
}

/// Many units that share one huge table must not fill the memory.
#[test]
fn shared_tables_are_bounded() {
    let n_units = 4000_u32;
    let mut bytes = b"GFCC\0\x01\0\0".to_vec();
    bytes.extend_from_slice(&n_units.to_le_bytes());
    bytes.resize(32, 0);
    let table = 32 + 44 * n_units;
    for idx in 0..n_units {
        let mut entry = [0; 44];
        entry[2..4].copy_from_slice(&(idx as u16).to_le_bytes());
        entry[24..28].copy_from_slice(&table.to_le_bytes());
        entry[28..32].copy_from_slice(&10_000_u32.to_le_bytes());
        bytes.extend_from_slice(&entry);
    }
    bytes.resize(bytes.len() + 32 * 10_000 + 1, 0);
    let error = decode(&bytes).unwrap_err();
    assert!(error.is_limit());
    assert_eq!(
        error.message,
        "expected tables and names that take at most 12130832 bytes of memory, which is a limit of Bobbin's"
    );
    let text = salvage(&bytes, &error);
    assert!(text.starts_with("; The binary is read only up to byte 0x"), "{text:.90}");
}

/// What units share is told a few times only.
#[test]
fn losses_that_are_shared_are_told_a_few_times() {
    let resource = |it: u16| Resource { kind: 0, name: format!("r{it}"), ..Resource::default() };
    let model = |n: u16| Model {
        version: [0, 1, 0],
        units: vec![Unit { resources: (0..n).map(resource).collect(), ..Unit::default() }],
        ..Model::default()
    };
    assert_eq!(print::print(&model(20)).1.len(), 20);
    let lost = print::print(&model(100)).1;
    assert_eq!(lost.len(), 21);
    assert_eq!(lost.last(), Some(&"there is more that the text cannot say".into()));
    let same = Model {
        units: vec![Unit { resources: vec![resource(1); 9], ..Unit::default() }],
        ..model(0)
    };
    assert_eq!(print::print(&same).1.len(), 1);
}

/// Of many remarks of one kind the rest is counted, whatever else is told.
#[test]
fn remarks_that_are_left_out_are_counted() {
    let abi = |it: u16| Abi { name: format!("abi{it}"), flags: 0x8000, ..Abi::default() };
    let said = |n: u16| {
        let unit = |index| Unit { index, abis: vec![abi(0), abi(1)], ..Unit::default() };
        let model = Model {
            version: [0, 1, 0],
            flags: 0x40,
            units: (0..n).map(unit).collect(),
            ..Model::default()
        };
        let mut bytes = encode(&model).unwrap().data;
        bytes[31] = 1;
        let report = decode(&bytes).unwrap().report;
        report.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let few = said(10);
    assert_eq!(few.len(), 22, "{few:?}");
    let many = said(30);
    assert_eq!(many[..22], few);
    assert_eq!(
        many[20..],
        [
            "the flags of the ABI `abi0` of cpu:9 have reserved bits: 0x8000 (reserved-bits)",
            "the flags of the ABI `abi1` of cpu:9 have reserved bits: 0x8000 (reserved-bits)",
            "further remarks like these, left out here: 40 (reserved-bits)"
        ]
    );
}

/// Tables and names that several entries share are read for each of them (coil.md#writing-and-reading-binaries).
#[test]
fn whatever_a_text_compiles_to_is_read() {
    #[track_caller]
    fn check(text: &str) {
        let file = parse(&Input::alone("x", text));
        let bytes = file.compile().unwrap().unwrap().bytes.data;
        let decoded = decode(&bytes).unwrap_or_else(|error| panic!("{error}\n{text:.200}"));
        assert_eq!(decoded.model, file.lowered().model);
    }
    let lines = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    let name = "n".repeat(100);
    check(&lines(64, &|it| format!("[cpu:{it}]\nname={name}\nvendor={name}\nmodel={name}\n")));
    let fact = |it| format!("k{it} = 1\n");
    check(&format!("[cpu:0]\n[arch:{}]\n{}", "a".repeat(300), lines(300, &fact)));
    let label = "l".repeat(300);
    let cache = |_| format!("cache_l1 = 32KiB, {label}\n");
    check(&format!("[cpu:0]\n[resources]\n{}", lines(300, &cache)));
    let xeon = "Intel(R) Xeon(R) Platinum 8480+ CPU @ 2.00GHz";
    check(&lines(1000, &|it| format!("[cpu:{it}]\nmodel = {xeon}\n")));
    // An empty bitmap in front of facts (coil.md#architecture-tail).
    check("[cpu:0]\nfeatures =\n[arch:x]\nk = 1\n");
    check("[cpu:0]\nfeatures =\n");
    let mut random = Random(0x0C01_1A85);
    for _ in 0..60 {
        // A few names, of which each stands in many places.
        let names: Vec<String> =
            (0..3).map(|it| format!("n{it}").repeat(random.below(400) as usize + 1)).collect();
        let mut text = String::new();
        for unit in 0..random.below(200) {
            let mut name = || &names[random.below(3) as usize];
            text += &format!("[cpu:{unit}]\nname={}\nmodel={}\n", name(), name());
            text += &format!("[cpu:{unit}.resources]\ncore = 4, {}\n", name());
            text += &format!("[cpu:{unit}.abi:{}]\n[cpu:{unit}.arch:{}]\n", name(), name());
            text += &format!("k = {}\n{} = 1\n", name(), name());
        }
        check(&text);
    }
}
