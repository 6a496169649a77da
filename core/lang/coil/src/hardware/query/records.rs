//! Values of a binary.

use bobbin_core::Input;
use bobbin_core::edit::Refusal;
use bobbin_core::view::{DecodeError, QueryHit};

use super::hits;
use crate::hardware::binary::decode::decode;
use crate::hardware::binary::format::FLAG_COMPRESSED;
use crate::hardware::file::parse;
use crate::hardware::model::Model;

/// The place of the flags in the header (coil.md#struct-layout).
const HEADER_FLAGS: usize = 7;

/// The records of a binary, which its text may not be able to say: the text has one section for all
/// ABIs of one name, no word for some flags of resources, and not the flag of a compressed file.
#[derive(Debug)]
pub struct Records(Model);

impl Records {
    /// Reads a `.coilcfg`.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] with the first place that makes the file unreadable.
    pub fn read(bytes: &[u8]) -> Result<Records, DecodeError> {
        let mut model = decode(bytes)?.model;
        // A decompiled text is without the flag, as compiling compresses only where it is asked to
        // (coil.md#compression).
        model.flags |= bytes.get(HEADER_FLAGS).copied().unwrap_or_default() & FLAG_COMPRESSED;
        Ok(Records(model))
    }

    /// Returns the values that a path leads to, as the records have them. They are in no text, so
    /// they have no places.
    ///
    /// # Errors
    ///
    /// Why it is no path.
    pub fn query(&self, path: &str) -> Result<Vec<QueryHit>, Refusal> {
        hits(&self.0, None, path)
    }

    /// True if a text says all that the records say, and nothing else.
    #[must_use]
    pub fn are_in(&self, text: &str) -> bool {
        parse(&Input::alone("", text)).lowered().model == self.0
    }
}

#[cfg(test)]
mod tests {
    use bobbin_core::Document as _;
    use expect_test::{Expect, expect};

    use super::*;
    use crate::hardware::binary::encode::encode;
    use crate::hardware::decompile;
    use crate::hardware::model::{Abi, Mapping, Resource, Unit};

    fn abi(arg_count: u16, flags: u16, reg_index: u32) -> Abi {
        let mapping = Mapping { arg_index: 1, reg_type: 0, reg_index, reg_mask: u32::MAX };
        Abi { name: "A".to_owned(), arg_count, flags, mappings: vec![mapping] }
    }

    /// Two ABIs of one name, and resources that have no line which says the same.
    fn odd() -> Vec<u8> {
        let resource = |kind, name: &str, flags| Resource {
            kind,
            flags,
            name: name.to_owned(),
            count: 1,
            size: 8,
        };
        let unit = Unit {
            resources: vec![
                resource(0, "other", 0x8001),
                resource(0, "", 0x10),
                resource(77, "x", 0),
            ],
            abis: vec![abi(1, 2, 4), abi(6, 8, 7)],
            ..Unit::default()
        };
        let model = Model { version: [0, 1, 0], units: vec![unit], ..Model::default() };
        encode(&model).unwrap().data
    }

    #[track_caller]
    fn check(path: &str, expect: Expect) {
        let hits = Records::read(&odd()).unwrap().query(path).unwrap();
        let shown: String = hits.iter().map(|it| format!("{} = {}\n", it.path, it.value)).collect();
        expect.assert_eq(&shown);
    }

    #[test]
    fn records_say_what_their_text_cannot() {
        check(
            "cpu:0.abi",
            expect![[r#"
            cpu:0.abi.A.arg_count = 1
            cpu:0.abi.A.flags = preserves_sp
            cpu:0.abi.A.map[1] = gpr:4
            cpu:0.abi.A.arg_count = 6
            cpu:0.abi.A.flags = uses_red_zone
            cpu:0.abi.A.map[1] = gpr:7
        "#]],
        );
        check(
            "cpu:0.resources.*.name",
            expect![[r#"
            cpu:0.resources.gpr[0].name = other
            cpu:0.resources.gpr[1].name = 
            cpu:0.resources.type77[0].name = x
        "#]],
        );
        check(
            "cpu:0.resources.*.flags",
            expect![[r#"
            cpu:0.resources.gpr[0].flags = shared, 0x8000
            cpu:0.resources.gpr[1].flags = 0x10
            cpu:0.resources.type77[0].flags = 
        "#]],
        );
    }

    #[test]
    fn the_flag_of_a_compressed_file_is_a_record() {
        let flags = |bytes: &[u8]| {
            let hits = Records::read(bytes).unwrap().query("metadata.flags").unwrap();
            hits.into_iter().map(|it| it.value).collect::<Vec<_>>()
        };
        let compiled =
            |text: &str| parse(&Input::alone("x", text)).compile().unwrap().unwrap().bytes.data;
        let bytes = compiled("[metadata]\nflags = autodetected, compressed\n");
        assert_eq!(flags(&bytes), ["autodetected, compressed"]);
        assert!(!Records::read(&bytes).unwrap().are_in(&decompile(&bytes).unwrap().text));
        assert_eq!(flags(&compiled("[metadata]\nflags = autodetected\n")), ["autodetected"]);
    }

    #[test]
    fn a_text_that_says_the_same_is_told_from_one_that_does_not() {
        let bytes = odd();
        let text = decompile(&bytes).unwrap().text;
        assert!(!Records::read(&bytes).unwrap().are_in(&text));
        let plain =
            include_bytes!("../../../../../testdata/coil-hardware/binary/spec_example.coilcfg");
        let text = decompile(plain).unwrap().text;
        assert!(Records::read(plain).unwrap().are_in(&text));
    }
}
