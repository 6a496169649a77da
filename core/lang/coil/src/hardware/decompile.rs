//! A binary as a text.

use super::binary::decode::{decode, decode_part};
use super::binary::encode::encode;
use super::binary::plain::plain;
use super::file::parse;
use super::print;
use super::print::Bits;
use bobbin_core::Input;
use bobbin_core::view::{DecodeError, Decompiled};

/// Turns a `.coilcfg` into its text form.
///
/// Both byte orders, both spellings of the magic number and zlib compression are read; the text
/// always compiles to an uncompressed little-endian file, so `exact` is false for those, and for
/// files whose tables stand in another order than the document lists them in.
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

/// Writes what a damaged `.coilcfg` says before `error`, below a comment that says what is missing.
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
    let mut text = format!(
        "; The binary is damaged at byte {offset:#x}: {message} ({code}).\n\
         ; This text has only what could be read before.\n"
    );
    // What no header was read of says nothing.
    if plain(bytes).is_ok() {
        text.push_str(&print::print(&decode_part(bytes).0.model).0);
    }
    text
}

fn decompile_bits(bytes: &[u8], bits: Bits) -> Result<Decompiled, DecodeError> {
    let decoded = decode(bytes)?;
    let (text, lost) = print::print_bits(&decoded.model, bits);
    let again = parse(&Input::alone("", &text));
    let exact = encode(&again.lowered().model).is_ok_and(|it| it.data == bytes);
    let mut report = Vec::new();
    if !exact {
        report = decoded.report;
        report.extend(lost);
        if report.is_empty() {
            report.push("the parts of the file are in an unusual order".into());
        }
        report.push("compiling the text gives different bytes".into());
    }
    Ok(Decompiled { text, exact, report })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
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
        let (header, body) = EXAMPLE.split_at(32);
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

    /// Each remark about bytes has a code, like every other diagnostic.
    #[test]
    fn reserved_bytes_and_odd_bitmaps_are_reported_with_their_codes() {
        for (at, byte, said) in [
            (31, 1, "the padding of the header at byte 20 is not zero (reserved-bytes)"),
            (
                52,
                30,
                "the feature bitmap of cpu:0 has 30 bytes, 2 of them without a meaning (feature-size)",
            ),
        ] {
            let mut bytes = EXAMPLE.to_vec();
            bytes[at] = byte;
            let report = decompile(&bytes).unwrap().report;
            assert_eq!(report[0].to_string(), said);
        }
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
        let stored = stored();
        assert_eq!(stored.len(), 641);
        for it in [compressed, stored] {
            check_report(
                &it,
                expect![[r#"
                    the file is compressed
                    compiling the text gives different bytes"#]],
            );
        }
    }
}
