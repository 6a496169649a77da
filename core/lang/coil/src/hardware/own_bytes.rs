//! A binary as it is, beside what its text compiles to.

use super::binary::byte_map;
use super::binary::decode::{Decoded, decode_part};
use super::binary::encode::encode;
use super::binary::format::HEADER;
use super::binary::outline;
use super::binary::plain::{Plain, order, plain};
use super::binary::reader::{ByteOrder, Reader};
use super::decompile::salvage;
use super::file::parse;
use super::model::Model;
use super::print::{self, RESERVED_OF_RESOURCE};
use bobbin_core::Input;
use bobbin_core::view::{Binary, ByteField, DecodeError, OwnBytes};

/// Reads a binary for a look at its own bytes. Of one that cannot be read to its end the parts are
/// those that its own offsets lead to, and the text is that of [`salvage`].
///
/// # Examples
///
/// ```
/// use bobbin_coil::hardware::own_bytes;
///
/// let mut big_endian = b"CCFG\0\x01\0\0".to_vec();
/// big_endian.resize(33, 0);
/// let own = own_bytes(&big_endian);
/// assert!(own.is_big_endian && own.is_mapped);
/// assert_eq!(own.bytes.data, big_endian);
/// ```
#[must_use]
pub fn own_bytes(bytes: &[u8]) -> OwnBytes {
    let (Decoded { model, .. }, error) = decode_part(bytes);
    let plain = match (plain(bytes), error) {
        (Ok(plain), None) => plain,
        (plain, Some(error)) => return damaged(bytes, plain.ok(), &error),
        (Err(error), None) => return damaged(bytes, None, &error),
    };
    let (text, _) = print::print(&model);
    let is_big_endian = plain.order == ByteOrder::Big;
    let data = plain.bytes.into_owned();
    let mapped = parts(&model, &text, &data, is_big_endian);
    let is_mapped = mapped.is_some();
    let order = plain.order;
    let (fields, bit_names) = mapped
        .unwrap_or_else(|| (outline::whole_fields(Reader { bytes: &data, order }), Vec::new()));
    let bytes = Binary { data, fields, bit_names, is_compressed: false };
    OwnBytes { text, bytes, is_big_endian, is_compressed: plain.is_compressed, is_mapped }
}

/// Returns the bytes that `error` is a place in, with the parts that are where the file says.
fn damaged(bytes: &[u8], plain: Option<Plain<'_>>, error: &DecodeError) -> OwnBytes {
    let text = salvage(bytes, error);
    let order = order(bytes);
    let is_compressed = plain.as_ref().is_some_and(|it| it.is_compressed);
    let data = plain.as_ref().map_or_else(|| bytes.to_vec(), |it| it.bytes.to_vec());
    let fields = match order {
        Some(order) if plain.is_some() => outline::fields(Reader { bytes: &data, order }),
        Some(order) if error.offset >= HEADER.size() => {
            outline::compressed_fields(Reader { bytes: &data, order })
        }
        _ => Vec::new(),
    };
    let is_big_endian = order == Some(ByteOrder::Big);
    let bytes = Binary { data, fields, ..Binary::default() };
    OwnBytes { text, bytes, is_big_endian, is_compressed, is_mapped: false }
}

type Parts = (Vec<ByteField>, Vec<Vec<String>>);

/// Returns the parts of `data` if each stands where an encoder of ours puts it, and says the same.
fn parts(model: &Model, text: &str, data: &[u8], is_big_endian: bool) -> Option<Parts> {
    let again = parse(&Input::alone("", text));
    let mut encoded = encode(&again.lowered().model).ok()?;
    if encoded.data.len() != data.len() || again.lowered().model.units.len() != model.units.len() {
        return None;
    }
    // The text does not say these two; all else has to be the same.
    let magic = data.first_chunk::<4>()?;
    let mut own_magic = *magic;
    if is_big_endian {
        own_magic.reverse();
    }
    encoded.data.get_mut(..4)?.copy_from_slice(&own_magic);
    *encoded.data.get_mut(7)? = *data.get(7)?;
    let (mut fields, bit_names) =
        byte_map::fields(&again.lowered().model, &again.lowered().sources, &encoded);
    if !agree(&mut fields, &encoded.data, data, is_big_endian) {
        return None;
    }
    if let Some(field) = fields.first_mut().and_then(|it| it.children.first_mut()) {
        field.meaning = match (magic, is_big_endian) {
            (b"CCFG", true) => "'CCFG' as a number, big-endian".to_owned(),
            (b"CCFG", false) => "the letters 'CCFG', one by one".to_owned(),
            _ => std::mem::take(&mut field.meaning),
        };
    }
    Some((fields, bit_names))
}

/// True if each part has the same value in both, but for what no text says: padding, reserved flags and the
/// byte of the absent string (coil.md#string-table-content), which are described as they are.
fn agree(fields: &mut [ByteField], ours: &[u8], own: &[u8], is_big_endian: bool) -> bool {
    fields.iter_mut().all(|it| {
        if !it.children.is_empty() {
            return agree(&mut it.children, ours, own, is_big_endian);
        }
        let range = it.offset as usize..(it.offset + it.len) as usize;
        let (Some(ours), Some(own)) = (ours.get(range.clone()), own.get(range)) else {
            return false;
        };
        if it.name == "padding" {
            if own.iter().any(|&byte| byte != 0) {
                it.value = own.iter().map(|byte| format!("{byte:02x}")).collect();
                it.meaning = "reserved, not zero".to_owned();
            }
            return true;
        }
        if it.name == "empty" && ours != own {
            it.value = own.iter().map(|byte| format!("{byte:02x}")).collect();
            it.meaning += ", not zero";
            return true;
        }
        let mut own = own.to_vec();
        if is_big_endian && matches!(it.type_name.as_str(), "u16" | "u32" | "u64") {
            own.reverse();
        }
        ours == own || it.name == "flags" && describe_reserved(it, ours, &own)
    })
}

/// Describes flags, little-endian, of which only reserved ones are not ours; false if others differ, too.
fn describe_reserved(field: &mut ByteField, ours: &[u8], own: &[u8]) -> bool {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |all, it| all << 8 | u64::from(*it));
    let (ours, own) = (number(ours), number(own));
    let reserved = own & RESERVED_OF_RESOURCE;
    field.value = format!("{own:#x}");
    field.meaning += if ours == 0 { "" } else { " | " };
    field.meaning += &format!("{reserved:#x}");
    ours | reserved == own
}

#[cfg(test)]
mod tests {
    use super::*;
    use bobbin_core::text::slice;

    fn file(name: &str) -> Vec<u8> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/coil-hardware/binary");
        std::fs::read(format!("{folder}/{name}")).unwrap()
    }

    fn leaves(fields: &[ByteField]) -> Vec<&ByteField> {
        let of = |it: &'_ ByteField| it.children.is_empty();
        let inner = fields.iter().filter(|it| !of(it)).flat_map(|it| leaves(&it.children));
        let mut all: Vec<&ByteField> = fields.iter().filter(|it| of(it)).chain(inner).collect();
        all.sort_by_key(|it| it.offset);
        all
    }

    /// Checks that the value of each part is that of its own bytes.
    #[track_caller]
    fn check_values(own: &OwnBytes) {
        let leaves = leaves(&own.bytes.fields);
        assert!(leaves.len() > 20, "{}", leaves.len());
        for it in leaves {
            let start = it.offset as usize;
            let mut bytes = own.bytes.data[start..start + it.len as usize].to_vec();
            if !matches!(it.type_name.as_str(), "u8" | "u16" | "u32" | "u64") {
                continue;
            }
            if !own.is_big_endian {
                bytes.reverse();
            }
            let number = bytes.iter().fold(0_u64, |all, byte| all << 8 | u64::from(*byte));
            let said = match it.value.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).unwrap(),
                None => it.value.parse().unwrap(),
            };
            assert_eq!(said, number, "{it:?}");
        }
    }

    #[test]
    fn a_big_endian_file_keeps_its_bytes_and_has_a_map() {
        let bytes = file("units_big_endian.coilcfg");
        let own = own_bytes(&bytes);
        assert_eq!(own.bytes.data, bytes);
        assert!(own.is_big_endian && !own.is_compressed && own.is_mapped);
        check_values(&own);
        let magic = leaves(&own.bytes.fields)[0];
        assert_eq!(
            (magic.value.as_str(), magic.meaning.as_str()),
            ("0x43434647", "'CCFG' as a number, big-endian")
        );
        let sources = leaves(&own.bytes.fields).into_iter().filter_map(|it| it.source);
        assert!(sources.into_iter().any(|it| !slice(&own.text, it).is_empty()));
    }

    #[test]
    fn a_compressed_file_is_shown_before_compression() {
        for name in ["spec_example_compressed.coilcfg", "units_zlib.coilcfg"] {
            let bytes = file(name);
            let own = own_bytes(&bytes);
            assert!(own.is_compressed && own.is_mapped, "{name}");
            assert_eq!(own.bytes.data[..32], bytes[..32], "{name}");
            check_values(&own);
            let flags =
                leaves(&own.bytes.fields).into_iter().find(|it| it.name == "flags").unwrap();
            assert!(flags.meaning.to_lowercase().contains("compressed"), "{flags:?}");
        }
    }

    #[test]
    fn letters_and_odd_padding_are_described_as_they_are() {
        let own = own_bytes(&file("units_letters.coilcfg"));
        assert!(own.is_mapped && !own.is_big_endian);
        check_values(&own);
        assert_eq!(leaves(&own.bytes.fields)[0].meaning, "the letters 'CCFG', one by one");
        let mut bytes = file("spec_example.coilcfg");
        bytes[31] = 0xAB;
        let own = own_bytes(&bytes);
        let padding =
            leaves(&own.bytes.fields).into_iter().find(|it| it.name == "padding").unwrap();
        assert_eq!(padding.value, "0000000000000000000000ab");
        assert_eq!(padding.meaning, "reserved, not zero");
    }

    #[test]
    fn what_no_text_says_leaves_the_map() {
        let leaf = |own: &OwnBytes, at: u32| {
            let found = leaves(&own.bytes.fields).into_iter().find(|it| it.offset == at);
            found.cloned().unwrap()
        };
        let usual = own_bytes(&file("spec_example.coilcfg"));
        // Reserved flags of the resource `gpr`, alone and beside one with a name.
        for (flags, meaning) in [(0x10, "0x10"), (0x8001, "RESOURCE_FLAG_SHARED | 0x8000")] {
            let bytes = with(0x72, &u16::to_le_bytes(flags));
            let own = own_bytes(&bytes);
            assert!(own.is_mapped && own.bytes.data == bytes);
            check_values(&own);
            assert_eq!(leaf(&own, 0x72).meaning, meaning);
            assert_eq!(leaf(&own, 0x74).source.is_some(), leaf(&usual, 0x74).source.is_some());
        }
        let mut bytes = file("units_big_endian.coilcfg");
        let own = own_bytes(&bytes);
        let is_flags = |it: &&ByteField| it.name == "flags" && it.offset > 32;
        let resource = leaves(&own.bytes.fields).into_iter().find(is_flags).unwrap();
        bytes[resource.offset as usize] |= 0x80;
        let own = own_bytes(&bytes);
        assert!(own.is_mapped && own.is_big_endian);
        check_values(&own);
        // The byte of the absent string.
        let own = own_bytes(&with(0x1f8, &[1]));
        assert!(own.is_mapped);
        assert_eq!(leaf(&own, 0x1f8).value, "01");
        assert_eq!(leaf(&own, 0x1f8).meaning, "string offset 0, not zero");
    }

    #[test]
    fn a_file_whose_parts_stand_elsewhere_has_its_parts_and_no_map() {
        // One byte of room behind the strings.
        let mut bytes = file("spec_example.coilcfg");
        bytes.push(0);
        let own = own_bytes(&bytes);
        assert!(!own.is_mapped);
        assert_eq!(own.bytes.data, bytes);
        check_values(&own);
        let expected = [
            "header",
            "processing units",
            "cpu:0 features",
            "cpu:0 resources",
            "cpu:0 ABIs",
            "cpu:0 ABI 0 mappings",
            "string table",
        ];
        assert_eq!(names(&own), expected);
        let strings = own.bytes.fields.last().unwrap();
        let first: Vec<&str> =
            strings.children.iter().take(2).map(|it| it.value.as_str()).collect();
        assert_eq!(first, ["\"\"", "\"Generic x86-64 CPU\""]);
        let ends = strings.children.last().map(|it| it.offset + it.len);
        assert_eq!(ends.map(|it| it as usize), Some(bytes.len()));
        // Each part by its own offsets, in either byte order.
        let mut bytes = file("units_big_endian.coilcfg");
        bytes.push(0);
        let own = own_bytes(&bytes);
        assert!(own.is_big_endian && !own.is_mapped);
        check_values(&own);
    }

    /// Returns the example with other bytes at an offset.
    fn with(offset: usize, new: &[u8]) -> Vec<u8> {
        let mut bytes = file("spec_example.coilcfg");
        bytes[offset..offset + new.len()].copy_from_slice(new);
        bytes
    }

    /// Checks where a damaged file stops, and that its bytes are shown in whole.
    #[track_caller]
    fn check_damage(bytes: &[u8], (offset, len): (u64, u64), message: &str) -> OwnBytes {
        let error = crate::hardware::decompile(bytes).unwrap_err();
        assert_eq!((error.offset, error.len), (offset, len), "{error}");
        assert!(error.message.contains(message), "{error}");
        let own = own_bytes(bytes);
        assert_eq!(own.bytes.data, bytes);
        assert_eq!(own.text, salvage(bytes, &error));
        assert!(!own.is_mapped);
        let mut end = 0;
        for it in &own.bytes.fields {
            assert!(end <= it.offset && it.len > 0, "{it:?}");
            end = it.offset + it.len;
        }
        assert!(end as usize <= bytes.len());
        own
    }

    fn names(own: &OwnBytes) -> Vec<&str> {
        own.bytes.fields.iter().map(|it| it.name.as_str()).collect()
    }

    #[test]
    fn a_file_cut_short_is_shown_up_to_its_end() {
        let whole = file("spec_example.coilcfg");
        let own = check_damage(&whole[..100], (48, 8), "features of cpu:0 at bytes 80 to 112");
        assert_eq!(names(&own), ["header", "processing units"]);
        assert!(own.text.contains("timestamp = "), "{}", own.text);
        let own = check_damage(&whole[..20], (20, 0), "a header of 32 bytes, found 20");
        assert_eq!((names(&own).len(), own.text.lines().count()), (0, 2));
        // All lengths, for what could panic.
        for len in 0..whole.len() {
            _ = own_bytes(&whole[..len]);
        }
    }

    #[test]
    fn a_count_beyond_the_end_is_marked_with_its_offset() {
        let own = check_damage(&with(8, &[99, 0]), (8, 4), "99 processing unit entries");
        let units = own.bytes.fields.iter().find(|it| it.name == "processing units").unwrap();
        assert!(units.children.len() > 1 && units.children[0].name == "cpu:0");
        let own = check_damage(&with(60, &[0xff, 0xff]), (56, 8), "the resources of cpu:0");
        let resources = own.bytes.fields.iter().find(|it| it.name == "cpu:0 resources").unwrap();
        assert_eq!(resources.offset, 112);
        assert_eq!(resources.children[0].children[0].name, "type");
    }

    #[test]
    fn what_is_no_configuration_has_bytes_and_no_parts() {
        let own = check_damage(&with(0, b"GXCC"), (0, 4), "expected the bytes 47 46 43 43");
        assert!(names(&own).is_empty());
        let own = check_damage(&with(4, &[9]), (4, 3), "found 9.1.0");
        assert!(names(&own).is_empty());
    }

    #[test]
    fn a_string_without_an_end_keeps_the_units_before_it() {
        let mut bytes = file("units_big_endian.coilcfg");
        let len = bytes.len();
        bytes[len - 1] = b'x';
        let error = crate::hardware::decompile(&bytes).unwrap_err();
        assert_eq!(error.code, "E1_STRING");
        let own = own_bytes(&bytes);
        assert!(own.is_big_endian && names(&own).len() > 2);
        assert!(own.text.contains("[gpu:1]"), "{}", own.text);
    }

    #[test]
    fn a_compressed_file_that_cannot_be_inflated_shows_its_own_bytes() {
        let mut bytes = file("spec_example_compressed.coilcfg");
        bytes[50] ^= 0xff;
        let len = bytes.len() as u64;
        let own = check_damage(&bytes, (40, len - 40), "a zlib stream");
        assert_eq!(names(&own), ["header", "compression"]);
        assert!(!own.is_compressed);
    }
}
