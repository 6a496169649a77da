//! Where a file has its parts, to say how it differs from the one that its text compiles to.

use super::format::{
    ABI_ENTRY, ARCH_HEAD_SIZE, ARCH_RECORD_SIZE, BITMAP_SIZE, HEADER, PU_ENTRY, RESOURCE_ENTRY,
};
use super::plain::Plain;
use super::reader::{ByteOrder, Reader};
use crate::hardware::model::{Model, Unit};

/// The offsets in a file of some model, in the order of its entries.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Those of the tables and bitmaps, from the start of the file.
    pub tables: Vec<u32>,
    /// Those of the strings, from the start of their table.
    pub strings: Vec<u32>,
}

impl Places {
    /// Reads the offsets in a file that decodes to `model`.
    #[must_use]
    pub fn in_file(plain: &Plain<'_>, model: &Model) -> Places {
        Places::read(Reader { bytes: &plain.bytes, order: plain.order }, model)
    }

    /// Reads the offsets in the file that `model` was encoded to.
    #[must_use]
    pub fn in_encoded(data: &[u8], model: &Model) -> Places {
        Places::read(Reader { bytes: data, order: ByteOrder::Little }, model)
    }

    fn read(reader: Reader<'_>, model: &Model) -> Places {
        let mut res = Places::default();
        for (idx, unit) in (0..).zip(&model.units) {
            res.unit(reader, HEADER.size() + idx * PU_ENTRY.size(), unit);
        }
        res
    }

    fn unit(&mut self, reader: Reader<'_>, entry: u64, unit: &Unit) {
        let at = |field: u64| u64::from(reader.u32(entry + field));
        let (features, resources, abis) = (at(16), at(24), at(32));
        self.tables.extend([16, 24, 32].map(|it| reader.u32(entry + it)));
        self.strings.extend([4, 8, 12].map(|it| reader.u32(entry + it)));
        for (idx, _) in (0..).zip(&unit.resources) {
            self.strings.push(reader.u32(resources + idx * RESOURCE_ENTRY.size() + 4));
        }
        for (idx, _) in (0..).zip(&unit.abis) {
            let abi = abis + idx * ABI_ENTRY.size();
            self.strings.push(reader.u32(abi));
            self.tables.push(reader.u32(abi + 8));
        }
        let records = features + BITMAP_SIZE + ARCH_HEAD_SIZE;
        for idx in 0..unit.arch.len() as u64 {
            let record = records + idx * ARCH_RECORD_SIZE;
            self.strings.extend([0, 4, 8].map(|it| reader.u32(record + it)));
        }
    }
}
