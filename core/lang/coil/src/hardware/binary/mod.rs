//! The binary form: its layout, models to bytes and back, and the map from bytes to lines.

mod bit_names;
pub mod byte_map;
pub mod compare;
pub mod decode;
pub mod encode;
pub mod format;
mod meanings;
pub(super) mod outline;
pub(crate) mod places;
pub(crate) mod plain;
pub(crate) mod reader;

#[cfg(test)]
mod laws;

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::hardware::file::parse;
    use bobbin_core::text::slice;
    use bobbin_core::view::{ByteField, Compiled};
    use bobbin_core::{Document, Input};

    fn compile(text: &str) -> Compiled {
        parse(&Input::alone("x.coilcfg.txt", text)).compile().unwrap().unwrap()
    }

    #[track_caller]
    fn check_golden(text: &str, golden: &[u8]) {
        let bytes = compile(text).bytes;
        assert_eq!(bytes.data, golden);
        check_tree(&bytes.fields, 0, golden.len() as u32);
    }

    /// Parts are sorted, disjoint, inside their parent, and no leaf is empty.
    #[track_caller]
    fn check_tree(fields: &[ByteField], start: u32, end: u32) {
        let mut at = start;
        for it in fields {
            assert!(at <= it.offset && it.offset + it.len <= end, "{it:?} not in {at}..{end}");
            assert!(it.len > 0, "{it:?}");
            at = it.offset + it.len;
            check_tree(&it.children, it.offset, at);
        }
    }

    #[test]
    fn the_goldens_byte_for_byte() {
        check_golden(
            include_str!("../../../../../testdata/coil-hardware/binary/spec_example.coilcfg.txt"),
            include_bytes!("../../../../../testdata/coil-hardware/binary/spec_example.coilcfg"),
        );
        check_golden(
            include_str!("../../../../../testdata/coil-hardware/binary/minimal.coilcfg.txt"),
            include_bytes!("../../../../../testdata/coil-hardware/binary/minimal.coilcfg"),
        );
    }

    #[test]
    fn a_compressed_file_has_its_header_in_plain() {
        let text = "[metadata]\nflags = compressed\n[cpu:0]\n";
        let compiled = compile(text);
        assert_eq!(compiled.file_name, "x.coilcfg");
        let bytes = compiled.bytes;
        check_tree(&bytes.fields, 0, bytes.data.len() as u32);
        assert_eq!(bytes.data[32..40], [1, 0, 0, 0, 45, 0, 0, 0]);
        let decompiled = crate::hardware::decompile(&bytes.data).unwrap();
        assert_eq!(decompiled.report.first().unwrap().message, "the file is compressed");
        let again = compile(&decompiled.text).bytes.data;
        assert_eq!(again, compile(&text.replace("flags = compressed", "")).bytes.data);
    }

    #[test]
    fn a_text_with_an_error_is_refused_with_its_first_reason() {
        let text = "[cpu:0]\n[integer]\nint_add = maybe\n[resources]\ncpu = 1\n";
        let refusal = parse(&Input::alone("x", text)).compile().unwrap().unwrap_err();
        assert_eq!(refusal.reason, "`maybe` is not a boolean");
        assert_eq!(refusal.at.map(|it| slice(text, it)), Some("maybe"));
    }

    #[test]
    fn a_large_file_is_taken_apart_into_tables() {
        let lines = "core = 4, 64B\n".repeat(9_000);
        let bytes = compile(&format!("[cpu:0]\nname = x\n[resources]\n{lines}")).bytes;
        check_tree(&bytes.fields, 0, bytes.data.len() as u32);
        let names: Vec<&str> = bytes.fields.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["header", "processing units", "resource tables", "string table"]);
        let [_, units, resources, _] = bytes.fields.as_slice() else { panic!() };
        let children =
            |it: &ByteField| it.children.iter().map(|it| it.children.len()).sum::<usize>();
        assert_eq!((children(units), children(resources)), (0, 0));
        assert_eq!(resources.children.first().map(|it| it.len), Some(9_000 * 32));
    }

    /// Checks every leaf with the text that made it.
    #[track_caller]
    fn check_map(text: &str, expect: Expect) {
        fn draw(text: &str, fields: &[ByteField], depth: usize, res: &mut String) {
            for it in fields {
                let source = it.source.map(|it| slice(text, it)).unwrap_or_default();
                let words = [it.value.as_str(), it.meaning.as_str(), source].join(" | ");
                let indent = "  ".repeat(depth);
                let end = it.offset + it.len;
                res.push_str(&format!("{indent}{}..{end} {} | {words}\n", it.offset, it.name));
                draw(text, &it.children, depth + 1, res);
            }
        }
        let bytes = compile(text).bytes;
        check_tree(&bytes.fields, 0, bytes.data.len() as u32);
        let mut res = String::new();
        draw(text, &bytes.fields, 0, &mut res);
        expect.assert_eq(&res);
    }

    #[test]
    fn every_byte_knows_its_line() {
        check_map(
            "[dsp:3]\nname = é\n[resources]\ncache_l1 = 2, 8KiB, shared, data\n\
             [abi:a]\nflags = variadic, 0x10\n[a.mapping]\n1f = stack:32\nr = type9:1:0xFF\n\
             [dsp]\ndsp_fft = yes\n[arch:c66x]\nhvx = true\n",
            expect![[r#"
                0..32 header |  |  | 
                  0..4 magic | 0x43434647 | 'CCFG' as a number, little-endian | 
                  4..5 version_major | 0 |  | 
                  5..6 version_minor | 1 |  | 
                  6..7 version_patch | 0 |  | 
                  7..8 flags | 0x0 |  | 
                  8..12 pu_count | 1 | processing unit | 
                  12..20 timestamp | 0 | 1970-01-01 00:00:00 UTC | 
                  20..32 padding | 0 | reserved, zero | 
                32..76 processing units |  |  | 
                  32..76 dsp:3 |  |  | dsp:3
                    32..34 type | 4 | PU_TYPE_DSP | dsp:3
                    34..36 index | 3 |  | dsp:3
                    36..40 name_offset | 1 | "é" | é
                    40..44 vendor_offset | 0 | absent | 
                    44..48 model_offset | 0 | absent | 
                    48..52 feature_offset | 80 |  | dsp
                    52..56 feature_size | 52 |  | dsp
                    56..60 resource_offset | 136 |  | resources
                    60..64 resource_count | 1 |  | resources
                    64..68 abi_offset | 168 |  | abi:a
                    68..72 abi_count | 1 |  | abi:a
                    72..76 padding | 0 | reserved, zero | 
                80..132 feature bitmaps |  |  | 
                  80..132 dsp:3 features |  |  | dsp
                    80..84 Basic capabilities | 0x00000000 |  | 
                    84..88 Advanced capabilities | 0x00000000 |  | 
                    88..92 DSP operations | 0x00000001 | dsp_fft | dsp_fft = yes
                    92..96 group 3 | 0x00000000 |  | 
                    96..100 group 4 | 0x00000000 |  | 
                    100..104 group 5 | 0x00000000 |  | 
                    104..108 group 6 | 0x00000000 |  | 
                    108..112 group 7 | 0x00000000 |  | 
                    112..132 architecture records |  |  | 
                      112..120 head |  |  | arch:c66x
                        112..116 magic | 0x48435241 | 'ARCH' | 
                        116..120 record_count | 1 | records | 
                      120..132 c66x: hvx |  |  | hvx = true
                        120..124 arch_name_off | 20 | "c66x" | arch:c66x
                        124..128 key_off | 25 | "hvx" | hvx
                        128..132 value_off | 29 | "true" | true
                136..168 resource tables |  |  | 
                  136..168 dsp:3 resources |  |  | resources
                    136..168 cache_l1:data |  |  | cache_l1 = 2, 8KiB, shared, data
                      136..138 type | 4 | RESOURCE_TYPE_CACHE_L1 | cache_l1 = 2, 8KiB, shared, data
                      138..140 flags | 0x1 | RESOURCE_FLAG_SHARED | cache_l1 = 2, 8KiB, shared, data
                      140..144 name_offset | 4 | "cache_l1:data" | cache_l1 = 2, 8KiB, shared, data
                      144..152 count | 2 |  | cache_l1 = 2, 8KiB, shared, data
                      152..160 size | 8192 | 8KiB | cache_l1 = 2, 8KiB, shared, data
                      160..168 padding | 0 | reserved, zero | 
                168..188 ABI tables |  |  | 
                  168..188 dsp:3 ABIs |  |  | 
                    168..188 a |  |  | abi:a
                      168..172 name_offset | 18 | "a" | abi:a
                      172..174 arg_count | 0 | the highest argument mapped | a.mapping
                      174..176 flags | 0x11 | ABI_FLAG_VARIADIC | 0x10 | variadic, 0x10
                      176..180 mapping_offset | 192 |  | a.mapping
                      180..184 mapping_count | 2 |  | a.mapping
                      184..188 padding | 0 | reserved, zero | 
                192..224 register mapping tables |  |  | 
                  192..224 dsp:3 a mappings |  |  | a.mapping
                    192..208 float argument 1 |  |  | 1f = stack:32
                      192..194 arg_index | 32769 | float argument 1 | 1f
                      194..196 reg_type | 4 | REG_TYPE_STACK | stack:32
                      196..200 reg_index | 32 |  | stack:32
                      200..204 reg_mask | 0xffffffff | the whole register | stack:32
                      204..208 padding | 0 | reserved, zero | 
                    208..224 ARG_INDEX_RETURN |  |  | r = type9:1:0xFF
                      208..210 arg_index | 0 | ARG_INDEX_RETURN | r
                      210..212 reg_type | 9 | reserved | type9:1:0xFF
                      212..216 reg_index | 1 |  | type9:1:0xFF
                      216..220 reg_mask | 0xff |  | type9:1:0xFF
                      220..224 padding | 0 | reserved, zero | 
                224..258 string table |  |  | 
                  224..225 empty | "" | string offset 0 | 
                  225..228 name of dsp:3 | "é" | string offset 1 | é
                  228..242 resource of dsp:3 | "cache_l1:data" | string offset 4 | cache_l1 = 2, 8KiB, shared, data
                  242..244 ABI of dsp:3 | "a" | string offset 18 | abi:a
                  244..249 architecture of dsp:3 | "c66x" | string offset 20 | arch:c66x
                  249..253 c66x key | "hvx" | string offset 25 | hvx
                  253..258 c66x value | "true" | string offset 29 | true
            "#]],
        );
    }
}
