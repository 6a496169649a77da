//! A binary as a text.

use std::ops::Range;

use super::binary::byte_map;
use super::binary::decode::{decode, decode_part, lacks_strings};
use super::binary::encode::encode;
use super::binary::places::Places;
use super::binary::plain::{Plain, plain};
use super::bytes;
use super::diagnostics::RESERVED_BITS;
use super::file::{File, parse};
use super::model::Model;
use super::print;
use super::print::Bits;
use bobbin_core::Input;
use bobbin_core::view::{BinaryRemark, ByteField, DecodeError, Decompiled};

/// Turns a `.coilcfg` into its text form.
///
/// Both byte orders, both spellings of the magic number and zlib compression are read; the text
/// always compiles to an uncompressed little-endian file, so `exact` is false for those, and for
/// files whose tables stand in another order than the document lists them in. The report then has
/// each reason: what the text cannot say, and what the file spells or places differently; of a
/// compressed file it says whether compiling the text with compression gives its bytes.
///
/// # Errors
///
/// [`DecodeError`] with the first place that makes the file unreadable.
///
/// # Examples
///
/// ```
/// use bobbin_coil::hardware::decompile;
///
/// let mut bytes = b"GFCC\0\x01\0\0".to_vec();
/// bytes.resize(32, 0);
/// bytes.push(0);
/// let decompiled = decompile(&bytes)?;
/// assert!(decompiled.exact);
/// assert!(decompiled.text.contains("version = 0.1.0"));
/// # Ok::<(), bobbin_core::view::DecodeError>(())
/// ```
pub fn decompile(bytes: &[u8]) -> Result<Decompiled, DecodeError> {
    decompile_bits(bytes, Bits::Set)
}

/// Decompiles with all features of the units' types: those that a unit lacks are `false`, which
/// leaves no trace in a binary (coil.md#false-features).
///
/// # Errors
///
/// As [`decompile`].
pub fn decompile_all(bytes: &[u8]) -> Result<Decompiled, DecodeError> {
    decompile_bits(bytes, Bits::All)
}

/// Writes what can be read of a `.coilcfg` that is damaged or beyond a limit, of which `error` is the first
/// fault, below a comment that says what is left out.
///
/// # Examples
///
/// ```
/// use bobbin_coil::hardware::{decompile, salvage};
///
/// let mut bytes = b"GFCC\0\x01\0\0\x09".to_vec();
/// bytes.resize(32, 0);
/// let error = decompile(&bytes).unwrap_err();
/// let text = salvage(&bytes, &error);
/// assert!(text.starts_with("; The binary is damaged at byte 0x8: expected 9 "));
/// assert!(text.contains("version = 0.1.0"));
/// ```
#[must_use]
pub fn salvage(bytes: &[u8], error: &DecodeError) -> String {
    let DecodeError { offset, message, code, .. } = error;
    let what = if error.is_limit() { "read only up to" } else { "damaged at" };
    let fault = format!("; The binary is {what} byte {offset:#x}: {message} ({code}).");
    // What no header was read of says nothing.
    if plain(bytes).is_err() {
        return format!("{fault}\n; Nothing of it could be read.\n");
    }
    let (decoded, _) = decode_part(bytes);
    let left_out = decoded.left_out.join("; ");
    let text = print::print(&decoded.model).0;
    format!("{fault}\n; This text has only what could be read. Left out: {left_out}.\n{text}")
}

fn decompile_bits(bytes: &[u8], bits: Bits) -> Result<Decompiled, DecodeError> {
    let decoded = decode(bytes)?;
    let (text, lost) = print::print_bits(&decoded.model, bits);
    let again = parse(&Input::alone("", &text));
    let exact = encode(&again.lowered().model).is_ok_and(|it| it.data == bytes);
    // Reserved flags stand in the text, so nothing of them is lost.
    let (kept, mut report): (Vec<_>, Vec<_>) =
        decoded.report.into_iter().partition(|it| it.code.as_deref() == Some(RESERVED_BITS.name));
    if !exact {
        let says_less = lost.is_empty() && again.lowered().model != decoded.model;
        report.extend(lost);
        if says_less {
            report.push("the text does not say all that the records say".into());
        }
        report.extend(displaced(bytes, &decoded.model));
        let plain = plain(bytes)?;
        let len = encode(&decoded.model).map_or(0, |it| it.data.len());
        // How a file is spelled is no reason for another length.
        let is_spelling = report.iter().all(|it| plain.report.contains(it));
        let is_all_read =
            || plain.bytes.len() == len && has_no_other_bytes(&plain, &again).unwrap_or(true);
        if is_spelling && (report.is_empty() || !is_all_read()) {
            report
                .push("bytes that no table points to differ from those of a compiled file".into());
        }
        let is_compressed = plain.is_compressed;
        let is_same = || bytes::compile_compressed(&again).is_ok_and(|it| it.bytes.data == bytes);
        report.push(match is_compressed && is_same() {
            true => "compiling the text with compression gives the same bytes".into(),
            false => "compiling the text gives different bytes".into(),
        });
    }
    report.splice(..0, kept);
    Ok(Decompiled { text, exact, report })
}

/// Returns true if the bytes of a file are those that its text compiles to, which has its parts in the same
/// places: but for numbers, which stand in the order of the file and are in the text, and for how it is spelled.
fn has_no_other_bytes(plain: &Plain<'_>, text: &File) -> Option<bool> {
    let lowered = text.lowered();
    let mut ours = encode(&lowered.model).ok()?;
    let (fields, _) = byte_map::fields(&lowered.model, &lowered.sources, &ours);
    // The magic number, the version and the flags.
    let spelling = 0..8;
    for range in numbers(&fields).chain([spelling]) {
        ours.data.get_mut(range.clone())?.copy_from_slice(plain.bytes.get(range)?);
    }
    Some(ours.data == *plain.bytes)
}

/// Returns the places of all numbers of several bytes.
fn numbers(fields: &[ByteField]) -> Box<dyn Iterator<Item = Range<usize>> + '_> {
    Box::new(fields.iter().flat_map(|it| {
        let is_number = matches!(it.type_name.as_str(), "u16" | "u32" | "u64");
        let own = it.offset as usize..(it.offset + it.len) as usize;
        numbers(&it.children).chain(is_number.then_some(own))
    }))
}

/// Says what of a file stands elsewhere than where compiling puts it, whatever is in it.
fn displaced(bytes: &[u8], model: &Model) -> Vec<BinaryRemark> {
    let (Ok(plain), Ok(compiled)) = (plain(bytes), encode(model)) else { return Vec::new() };
    let found = Places::in_file(&plain, model);
    let usual = Places::in_encoded(&compiled.data, model);
    let mut res = Vec::new();
    if found.tables != usual.tables {
        res.push("the tables stand in other places than in a compiled file".into());
    }
    if found.strings != usual.strings {
        res.push("the strings stand in other places than in a compiled file".into());
    }
    if lacks_strings(&plain) {
        res.push(
            "the file ends where its string table begins, whose first byte is always 0".into(),
        );
    }
    res
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::hardware::model::{Abi, ArchRecord, Mapping, Resource, Unit};
    use bobbin_core::Document;

    const EXAMPLE: &[u8] =
        include_bytes!("../../../../testdata/coil-hardware/binary/spec_example.coilcfg");

    fn compile(text: &str) -> Vec<u8> {
        parse(&Input::alone("x", text)).compile().unwrap().unwrap().bytes.data
    }

    /// Returns the example with every number of the given widths turned around.
    fn big_endian() -> Vec<u8> {
        let mut res = EXAMPLE.to_vec();
        let mut turn = |start: usize, widths: &[usize]| {
            let mut at = start;
            for &width in widths {
                res[at..at + width].reverse();
                at += width;
            }
        };
        turn(0, &[4, 1, 1, 1, 1, 4, 8]);
        turn(32, &[2, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
        turn(80, &[4; 8]);
        for idx in 0..8 {
            turn(112 + idx * 32, &[2, 2, 4, 8, 8]);
        }
        turn(368, &[4, 2, 2, 4, 4]);
        for idx in 0..7 {
            turn(392 + idx * 16, &[2, 2, 4, 4]);
        }
        res
    }

    /// Returns the example in a zlib stream of one stored block, as another writer may make it.
    fn stored() -> Vec<u8> {
        stored_of(EXAMPLE)
    }

    fn stored_of(bytes: &[u8]) -> Vec<u8> {
        let (header, body) = bytes.split_at(32);
        let len = body.len() as u16;
        let mut res = header.to_vec();
        res[7] |= 8;
        res.extend_from_slice(&[1, 0, 0, 0]);
        res.extend_from_slice(&u32::from(len).to_le_bytes());
        res.extend_from_slice(&[0x78, 0x01, 1]);
        res.extend_from_slice(&len.to_le_bytes());
        res.extend_from_slice(&(!len).to_le_bytes());
        res.extend_from_slice(body);
        let (mut a, mut b) = (1_u32, 0_u32);
        for &byte in body {
            a = (a + u32::from(byte)) % 65521;
            b = (b + a) % 65521;
        }
        res.extend_from_slice(&(b << 16 | a).to_be_bytes());
        res
    }

    #[track_caller]
    fn check_report(bytes: &[u8], expect: Expect) {
        let decompiled = decompile(bytes).unwrap();
        assert!(!decompiled.exact);
        assert_eq!(compile(&decompiled.text), EXAMPLE);
        let said: Vec<String> = decompiled.report.iter().map(ToString::to_string).collect();
        expect.assert_eq(&said.join("\n"));
    }

    #[test]
    fn the_example_becomes_the_same_bytes_again() {
        let decompiled = decompile(EXAMPLE).unwrap();
        assert!(decompiled.exact && decompiled.report.is_empty());
        assert_eq!(compile(&decompiled.text), EXAMPLE);
        expect![[r#"
            ; COIL Configuration File
            [metadata]
            version = 0.1.0
            timestamp = 1614556800
            flags = system_default, autodetected

            [cpu:0]
            name = Generic x86-64 CPU
            vendor = Generic
            model = x86-64 Compatible
            features = core_features, integer, floating_point

            [core_features]
            8bit_support = true
            16bit_support = true
            32bit_support = true
            64bit_support = true
            physical_48bit = true
            virtual_48bit = true
            branch_pred = true
            out_of_order = true
            multicore = true
            cache_coherent = true

            [integer]
            int_add = true
            int_sub = true
            int_mul = true
            int_div = true
            int_rem = true
            int_popcnt = true
            int_clz = true
            int_ctz = true
            int_and = true
            int_or = true
            int_xor = true
            int_not = true
            int_shl = true
            int_shr = true
            int_sar = true

            [floating_point]
            fp32 = true
            fp64 = true
            fp_add = true
            fp_sub = true
            fp_mul = true
            fp_div = true
            fp_sqrt = true
            fp_fma = true
            fp_ieee754 = true
            fp_denormals = true
            fp_nan = true
            fp_inf = true

            [resources]
            gpr = 16, 64bit
            fpr = 16, 128bit
            cache_l1 = 32KiB
            cache_l2 = 256KiB
            cache_l3 = 8MiB
            thread = 1
            core = 4
            memory = 16GiB

            [abi:linux-x64-syscall]
            arg_count = 6
            flags = preserves_sp

            [linux-x64-syscall.mapping]
            0 = gpr:0
            1 = gpr:4
            2 = gpr:5
            3 = gpr:2
            4 = gpr:8
            5 = gpr:9
            6 = gpr:10
        "#]]
        .assert_eq(&decompiled.text);
    }

    /// Neither order nor compression explains that most of a file is not in its text.
    #[test]
    fn bytes_that_no_table_points_to_are_told_of_in_every_spelling() {
        let rest = "bytes that no table points to differ from those of a compiled file";
        let says_rest =
            |bytes: &[u8]| decompile(bytes).unwrap().report.iter().any(|it| it.to_string() == rest);
        for (bytes, n_units) in [(EXAMPLE.to_vec(), 8), (big_endian(), 11), (stored(), 8)] {
            assert!(!says_rest(&bytes));
            let mut without = bytes;
            without[n_units] = 0;
            assert!(says_rest(&without));
        }
        let mut longer = big_endian();
        longer.extend_from_slice(b"A secret text\0");
        assert!(says_rest(&longer));
        // The byte of the absent string is no part of one (coil.md#string-table-content).
        let other = |mut bytes: Vec<u8>| {
            assert_eq!(bytes[0x1f8], 0);
            bytes[0x1f8] = 1;
            bytes
        };
        for bytes in
            [other(EXAMPLE.to_vec()), other(big_endian()), stored_of(&other(EXAMPLE.to_vec()))]
        {
            assert!(says_rest(&bytes));
        }
    }

    /// Each remark about bytes has a code, like every other diagnostic.
    #[test]
    fn reserved_bytes_and_odd_bitmaps_are_reported_with_their_codes() {
        for (at, byte, said) in [
            (31, 1, "the padding of the header at byte 20 is not zero (reserved-bytes)"),
            (52, 30, "the feature bitmap of cpu:0 has 30 bytes instead of 32 (feature-size)"),
        ] {
            let mut bytes = EXAMPLE.to_vec();
            bytes[at] = byte;
            let report = decompile(&bytes).unwrap().report;
            assert_eq!(report[0].to_string(), said);
        }
        // The text keeps it, but readers may refuse it.
        let mut bytes = EXAMPLE.to_vec();
        bytes[7] = 0xF5;
        let decompiled = decompile(&bytes).unwrap();
        assert!(decompiled.exact);
        let said: Vec<String> = decompiled.report.iter().map(ToString::to_string).collect();
        assert_eq!(said, ["the flags have reserved bits: 0xf0 (reserved-bits)"]);
        let mut bytes = EXAMPLE.to_vec();
        bytes[374] = 0xF1;
        let decompiled = decompile(&bytes).unwrap();
        assert!(decompiled.exact);
        let said: Vec<String> = decompiled.report.iter().map(ToString::to_string).collect();
        let flags = "the flags of the ABI `linux-x64-syscall` of cpu:0 have reserved bits: 0xf0 (reserved-bits)";
        assert_eq!(said, [flags]);
        // The first bit of the last group, of which the file has a half.
        let mut bytes = EXAMPLE.to_vec();
        bytes[52] = 30;
        bytes[80 + 28] |= 1;
        assert!(decompile(&bytes).unwrap().text.contains("cpuid = true"));
    }

    fn abi(name: &str, arg_count: u16, registers: &[u32]) -> Abi {
        let mapping =
            |&reg_index| Mapping { arg_index: 1, reg_type: 0, reg_index, reg_mask: u32::MAX };
        let mappings = registers.iter().map(mapping).collect();
        Abi { name: name.to_owned(), arg_count, flags: 0, mappings }
    }

    /// Quotes go around a whole value, and around no key that needs none (coil.md#comments-and-quotes).
    #[test]
    fn values_are_quoted_as_a_whole() {
        let names =
            ["cache_l1:data;x", "cache_l1:data", "cache_l1:16,shared", "cache_l1:a;b,16,5\" d"];
        let resources = names.map(|name| Resource {
            kind: 4,
            flags: 0,
            name: name.to_owned(),
            count: 1,
            size: 32768,
        });
        let mut unit = Unit { resources: resources.to_vec(), ..Unit::default() };
        for (key, value) in [("# sse", "true"), ("a=b", "x;y")] {
            unit.arch.push(ArchRecord { arch: "x86", key, value });
        }
        let model = Model { version: [0, 1, 0], units: vec![unit], ..Model::default() };
        let decompiled = decompile(&encode(&model).unwrap().data).unwrap();
        assert!(decompiled.exact, "{}", decompiled.text);
        let (_, text) = decompiled.text.split_once("[resources]\n").unwrap();
        expect![[r##"
            cache_l1 = "32KiB, data;x"
            cache_l1 = 32KiB, data
            cache_l1 = 32KiB, "16", "shared"
            cache_l1 = "32KiB, a;b, \"16\", \"5\\\" d\""

            [arch:x86]
            # sse = true
            "a=b" = "x;y"
        "##]]
        .assert_eq(text);
    }

    /// The report about the binary of a unit.
    fn reasons(flags: u8, unit: Unit, patch: impl Fn(&mut Vec<u8>)) -> String {
        let model = Model { version: [0, 1, 0], flags, units: vec![unit], ..Model::default() };
        let mut bytes = encode(&model).unwrap().data;
        patch(&mut bytes);
        let decompiled = decompile(&bytes).unwrap();
        decompiled.report.iter().map(|it| format!("{it}\n")).collect()
    }

    #[test]
    fn each_reason_for_other_bytes_is_given_and_no_other() {
        let twice = || Unit {
            abis: vec![abi("A", 1, &[4]), abi("A", 6, &[7]), abi("B", 1, &[4, 4])],
            ..Unit::default()
        };
        expect![[r#"
            cpu:0 has several ABIs called `A`, which are one in the text
            the ABI `B` of cpu:0 has equal mappings (`1 = gpr:4`), which are one when the text is compiled
            compiling the text gives different bytes
        "#]].assert_eq(&reasons(0, twice(), |_| ()));
        expect![[r#"
            the flags have reserved bits: 0x30 (reserved-bits)
            cpu:0 has several ABIs called `A`, which are one in the text
            the ABI `B` of cpu:0 has equal mappings (`1 = gpr:4`), which are one when the text is compiled
            compiling the text gives different bytes
        "#]].assert_eq(&reasons(0x30, twice(), |_| ()));
        // What the text does say is no reason for other bytes, but readers may refuse it.
        expect![[r#"
            the flags have reserved bits: 0x30 (reserved-bits)
        "#]]
        .assert_eq(&reasons(0x30, Unit::default(), |_| ()));
        let nameless = Resource { count: 1, size: 8, ..Resource::default() };
        let unit = Unit { resources: vec![nameless], ..Unit::default() };
        expect![[r#"
            a resource without a name gets the name `gpr` in the text
            compiling the text gives different bytes
        "#]]
        .assert_eq(&reasons(0, unit, |_| ()));
    }

    #[test]
    fn parts_in_other_places_are_told_from_bytes_between_them() {
        let unit =
            || Unit { name: "n".to_owned(), abis: vec![abi("A", 1, &[4])], ..Unit::default() };
        // The strings behind another empty one.
        expect![[r#"
            the strings stand in other places than in a compiled file
            compiling the text gives different bytes
        "#]]
        .assert_eq(&reasons(0, unit(), |it| {
            let at = it.iter().rposition(|&it| it == b'n').unwrap();
            it.insert(at, 0);
            it[36] += 1;
            it[80] += 1;
        }));
        // The ABI eight bytes later, and its mapping with it.
        expect![[r#"
            the tables stand in other places than in a compiled file
            compiling the text gives different bytes
        "#]]
        .assert_eq(&reasons(0, unit(), |it| {
            it.splice(80..80, [0; 8]);
            it[64] += 8;
            it[96] += 8;
        }));
        // The bytes between the ABI and its mapping.
        expect![[r#"
            bytes that no table points to differ from those of a compiled file
            compiling the text gives different bytes
        "#]]
        .assert_eq(&reasons(0, unit(), |it| it[101] = 1));
        // No string table, of which the empty string is always there.
        expect![[r#"
            the file ends where its string table begins, whose first byte is always 0
            compiling the text gives different bytes
        "#]]
        .assert_eq(&reasons(0, Unit::default(), |it| it.truncate(it.len() - 1)));
    }

    /// Each part is read apart, and what is missing is told.
    #[test]
    fn a_damaged_string_takes_only_its_own_part_away() {
        let whole = decompile(EXAMPLE).unwrap().text;
        let (before_abi, _) = whole.split_at(whole.find("\n[abi:").unwrap());
        let salvaged = |bytes: &[u8]| {
            let text = salvage(bytes, &decompile(bytes).unwrap_err());
            let (comment, text) = text.split_once("; COIL").unwrap();
            (comment.lines().nth(1).unwrap().to_owned(), format!("; COIL{text}"))
        };
        // The name of the ABI is the last string.
        let mut bytes = EXAMPLE.to_vec();
        *bytes.last_mut().unwrap() = b'A';
        let (comment, text) = salvaged(&bytes);
        assert_eq!(text, before_abi);
        expect!["; This text has only what could be read. Left out: an ABI of cpu:0."]
            .assert_eq(&comment);
        // The name of the unit, and that of its first resource.
        let mut bytes = EXAMPLE.to_vec();
        bytes[36..40].fill(0xFF);
        bytes[116..120].fill(0xFF);
        let (comment, text) = salvaged(&bytes);
        assert_eq!(text, whole.replace("name = Generic x86-64 CPU\n", ""));
        expect!["; This text has only what could be read. Left out: the name of cpu:0; a resource name of cpu:0."]
            .assert_eq(&comment);
    }

    /// Entries before a fault are read, also where the fault is found before anything else.
    #[test]
    fn a_damaged_file_keeps_the_units_before_the_fault() {
        let salvaged = |bytes: &[u8]| salvage(bytes, &decompile(bytes).unwrap_err());
        let unit = |unit_type| Unit { unit_type, name: "n".to_owned(), ..Unit::default() };
        let units = vec![unit(0), unit(1), unit(2)];
        let model = Model { version: [0, 1, 0], units, ..Model::default() };
        let mut bytes = encode(&model).unwrap().data;
        // The second entry is of the first's type.
        bytes[32 + 44] = 0;
        let text = salvaged(&bytes);
        assert!(text.contains("[cpu:0]\nname = n\n") && !text.contains("tpu"), "{text}");
        assert!(text.contains("Left out: the other cpu:0 and all behind it.\n"), "{text}");
        // Where the strings are is not known without the size of each table.
        let mut bytes = EXAMPLE.to_vec();
        bytes[60] = 0xFF;
        bytes[61] = 0xFF;
        let text = salvaged(&bytes);
        assert!(text.contains("the resources of cpu:0"), "{text}");
        assert!(text.contains("[cpu:0]\n") && text.contains("int_add = true\n"), "{text}");
        assert!(!text.contains("name ="), "{text}");
        let left_out = "Left out: all names and ABIs, as nothing tells where the strings are; the resources of cpu:0.\n";
        assert!(text.contains(left_out), "{text}");
    }

    #[test]
    fn features_that_are_not_there_are_said_on_demand() {
        let all = decompile_all(EXAMPLE).unwrap();
        assert!(all.exact, "{:?}", all.report);
        assert_eq!(compile(&all.text), EXAMPLE);
        for line in ["int_add = true", "int_bext = false", "simd_fma = false", "[misc]"] {
            assert!(all.text.contains(&format!("{line}\n")), "{line}\n{}", all.text);
        }
    }

    #[test]
    fn other_spellings_are_read_and_reported() {
        check_report(
            &big_endian(),
            expect![[r#"
                the numbers are big-endian
                compiling the text gives different bytes"#]],
        );
        let mut letters = EXAMPLE.to_vec();
        letters[..4].reverse();
        check_report(
            &letters,
            expect![[r#"
                the magic number is spelled as the letters CCFG
                compiling the text gives different bytes"#]],
        );
        let text =
            include_str!("../../../../testdata/coil-hardware/binary/spec_example.coilcfg.txt");
        let compressed = compile(&text.replace("autodetected", "autodetected, compressed"));
        assert!(compressed.len() < EXAMPLE.len() / 2 + 100, "{}", compressed.len());
        let asked = parse(&Input::alone("x", text)).compile_compressed().unwrap().unwrap();
        assert_eq!(asked.bytes.data, compressed);
        check_report(
            &compressed,
            expect![[r#"
                the file is compressed
                compiling the text with compression gives the same bytes"#]],
        );
        // Compressed by another program.
        let stored = stored();
        assert_eq!(stored.len(), 641);
        check_report(
            &stored,
            expect![[r#"
                the file is compressed
                compiling the text gives different bytes"#]],
        );
    }
}
