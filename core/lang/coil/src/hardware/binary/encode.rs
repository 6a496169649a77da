//! A model as bytes, in canonical order (coil.md#binary-form).

use std::collections::HashMap;

use miniz_oxide::deflate::compress_to_vec_zlib;

use super::format::{
    ABI_ENTRY, ARCH_HEAD_SIZE, ARCH_MAGIC, ARCH_RECORD_SIZE, BITMAP_SIZE, FLAG_COMPRESSED, HEADER,
    MAGIC, PU_ENTRY, REG_MAPPING, RESOURCE_ENTRY, TABLE_ALIGN,
};
use crate::hardware::model::{Model, Unit};

/// Files are small, so they take the time to become smaller.
const COMPRESSION_LEVEL: u8 = 9;

/// A binary with the places of its parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Encoded {
    /// The bytes of the file.
    pub data: Vec<u8>,
    /// The places of the parts.
    pub layout: Layout,
}

/// Offsets in the file before compression; 0 for what is absent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout {
    /// The layout of each unit, as in the model.
    pub units: Vec<UnitLayout>,
    /// The start of the string table, which ends with the file.
    pub strings: u64,
    /// Bytes before compression.
    pub len: u64,
}

/// Offsets of a unit's tables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnitLayout {
    /// The offset of the bitmap.
    pub features: u64,
    /// Bytes of the bitmap with its architecture tail.
    pub feature_size: u64,
    /// The offset of the resource table.
    pub resources: u64,
    /// The offset of the ABI table.
    pub abis: u64,
    /// The offset of each ABI's mapping table.
    pub mappings: Vec<u64>,
}

/// The model does not fit: an offset or count would pass 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

/// The strings of a file: each once, at offset 0 the empty one (coil.md#string-table-content).
#[derive(Debug)]
pub struct Strings<'m> {
    /// The table's bytes.
    pub data: Vec<u8>,
    offsets: HashMap<&'m str, u32>,
}

impl<'m> Strings<'m> {
    /// Collects the strings of `model`, in the order in which a reader meets them.
    #[must_use]
    pub fn new(model: &'m Model) -> Strings<'m> {
        let mut res = Strings { data: vec![0], offsets: HashMap::from([("", 0)]) };
        for unit in &model.units {
            for it in [&unit.name, &unit.vendor, &unit.model] {
                res.add(it);
            }
        }
        for resource in model.units.iter().flat_map(|it| &it.resources) {
            res.add(&resource.name);
        }
        for abi in model.units.iter().flat_map(|it| &it.abis) {
            res.add(&abi.name);
        }
        for record in model.units.iter().flat_map(|it| it.arch.iter()) {
            for it in [record.arch, record.key, record.value] {
                res.add(it);
            }
        }
        res
    }

    fn add(&mut self, text: &'m str) {
        let end = u32::try_from(self.data.len()).unwrap_or(u32::MAX);
        if let std::collections::hash_map::Entry::Vacant(entry) = self.offsets.entry(text) {
            entry.insert(end);
            self.data.extend_from_slice(text.as_bytes());
            self.data.push(0);
        }
    }

    /// Returns the offset of `text` in the table; 0 if it was never added.
    #[must_use]
    pub fn offset(&self, text: &str) -> u32 {
        self.offsets.get(text).copied().unwrap_or_default()
    }
}

/// Gives out places, one table behind the other.
struct Allocator {
    end: u64,
}

impl Allocator {
    /// Returns the offset of a table of `size` bytes, aligned; 0 for an empty one.
    fn table(&mut self, size: u64) -> u64 {
        if size == 0 {
            return 0;
        }
        let start = self.end.next_multiple_of(TABLE_ALIGN);
        self.end = start + size;
        start
    }
}

/// Bytes of a unit's bitmap with its architecture tail.
fn feature_size(unit: &Unit) -> u64 {
    let tail = match unit.arch.len() as u64 {
        0 => 0,
        n => ARCH_HEAD_SIZE + n * ARCH_RECORD_SIZE,
    };
    if unit.features.is_some() || tail > 0 { BITMAP_SIZE + tail } else { 0 }
}

impl Layout {
    fn new(model: &Model) -> Layout {
        let n_units = model.units.len() as u64;
        let mut places = Allocator { end: HEADER.size() + n_units * PU_ENTRY.size() };
        let mut units: Vec<UnitLayout> = vec![UnitLayout::default(); model.units.len()];
        for (unit, it) in model.units.iter().zip(&mut units) {
            it.feature_size = feature_size(unit);
            it.features = places.table(it.feature_size);
        }
        for (unit, it) in model.units.iter().zip(&mut units) {
            it.resources = places.table(unit.resources.len() as u64 * RESOURCE_ENTRY.size());
        }
        for (unit, it) in model.units.iter().zip(&mut units) {
            it.abis = places.table(unit.abis.len() as u64 * ABI_ENTRY.size());
        }
        for (unit, it) in model.units.iter().zip(&mut units) {
            it.mappings = unit
                .abis
                .iter()
                .map(|abi| places.table(abi.mappings.len() as u64 * REG_MAPPING.size()))
                .collect();
        }
        Layout { units, strings: places.end, len: places.end }
    }
}

/// Writes `model`; the same model always gives the same bytes.
///
/// # Errors
///
/// [`TooLarge`] if the file would pass 4 GiB.
pub fn encode(model: &Model) -> Result<Encoded, TooLarge> {
    let strings = Strings::new(model);
    let mut layout = Layout::new(model);
    layout.len = layout.strings + strings.data.len() as u64;
    if u32::try_from(layout.len).is_err() {
        return Err(TooLarge);
    }
    let mut out = Writer { data: Vec::with_capacity(layout.len as usize) };
    out.header(model);
    for (unit, it) in model.units.iter().zip(&layout.units) {
        out.unit(unit, it, &strings);
    }
    for (unit, it) in model.units.iter().zip(&layout.units) {
        out.bitmap(unit, it, &strings);
    }
    for (unit, it) in model.units.iter().zip(&layout.units) {
        out.resources(unit, it, &strings);
    }
    for (unit, it) in model.units.iter().zip(&layout.units) {
        out.abis(unit, it, &strings);
    }
    for (unit, it) in model.units.iter().zip(&layout.units) {
        out.mappings(unit, it);
    }
    out.data.extend_from_slice(&strings.data);
    let data = if model.flags & FLAG_COMPRESSED == 0 { out.data } else { compressed(&out.data) };
    Ok(Encoded { data, layout })
}

struct Writer {
    data: Vec<u8>,
}

impl Writer {
    fn u16(&mut self, value: u16) {
        self.data.extend_from_slice(&value.to_le_bytes());
    }

    fn u32(&mut self, value: u32) {
        self.data.extend_from_slice(&value.to_le_bytes());
    }

    fn u64(&mut self, value: u64) {
        self.data.extend_from_slice(&value.to_le_bytes());
    }

    /// Writes an offset or a count, which [`encode`] has found to fit.
    fn place(&mut self, value: u64) {
        self.u32(u32::try_from(value).unwrap_or(u32::MAX));
    }

    fn zeros(&mut self, n: usize) {
        self.data.resize(self.data.len() + n, 0);
    }

    /// Fills up to `offset`, where the next table starts.
    fn pad_to(&mut self, offset: u64) {
        let offset = (offset as usize).max(self.data.len());
        self.data.resize(offset, 0);
    }

    fn header(&mut self, model: &Model) {
        self.u32(MAGIC);
        self.data.extend_from_slice(&model.version);
        self.data.push(model.flags);
        self.place(model.units.len() as u64);
        self.u64(model.timestamp);
        self.zeros(12);
    }

    fn unit(&mut self, unit: &Unit, it: &UnitLayout, strings: &Strings<'_>) {
        self.u16(unit.unit_type);
        self.u16(unit.index);
        self.u32(strings.offset(&unit.name));
        self.u32(strings.offset(&unit.vendor));
        self.u32(strings.offset(&unit.model));
        self.place(it.features);
        self.place(it.feature_size);
        self.place(it.resources);
        self.place(unit.resources.len() as u64);
        self.place(it.abis);
        self.place(unit.abis.len() as u64);
        self.zeros(4);
    }

    fn bitmap(&mut self, unit: &Unit, it: &UnitLayout, strings: &Strings<'_>) {
        if it.feature_size == 0 {
            return;
        }
        self.pad_to(it.features);
        for word in unit.features.unwrap_or_default() {
            self.u32(word);
        }
        if unit.arch.is_empty() {
            return;
        }
        self.u32(ARCH_MAGIC);
        self.place(unit.arch.len() as u64);
        for record in unit.arch.iter() {
            self.u32(strings.offset(record.arch));
            self.u32(strings.offset(record.key));
            self.u32(strings.offset(record.value));
        }
    }

    fn resources(&mut self, unit: &Unit, it: &UnitLayout, strings: &Strings<'_>) {
        self.pad_to(it.resources);
        for resource in &unit.resources {
            self.u16(resource.kind);
            self.u16(resource.flags);
            self.u32(strings.offset(&resource.name));
            self.u64(resource.count);
            self.u64(resource.size);
            self.zeros(8);
        }
    }

    fn abis(&mut self, unit: &Unit, it: &UnitLayout, strings: &Strings<'_>) {
        self.pad_to(it.abis);
        for (abi, &mappings) in unit.abis.iter().zip(&it.mappings) {
            self.u32(strings.offset(&abi.name));
            self.u16(abi.arg_count);
            self.u16(abi.flags);
            self.place(mappings);
            self.place(abi.mappings.len() as u64);
            self.zeros(4);
        }
    }

    fn mappings(&mut self, unit: &Unit, it: &UnitLayout) {
        for (abi, &offset) in unit.abis.iter().zip(&it.mappings) {
            self.pad_to(offset);
            for mapping in &abi.mappings {
                self.u16(mapping.arg_index);
                self.u16(mapping.reg_type);
                self.u32(mapping.reg_index);
                self.u32(mapping.reg_mask);
                self.zeros(4);
            }
        }
    }
}

/// Writes the file in its compressed form: the header, then type, size and a zlib stream
/// (coil.md#compression).
fn compressed(plain: &[u8]) -> Vec<u8> {
    let (header, body) = plain.split_at_checked(HEADER.size() as usize).unwrap_or((plain, &[]));
    let mut out = Writer { data: header.to_vec() };
    out.u32(1);
    out.place(body.len() as u64);
    out.data.extend_from_slice(&compress_to_vec_zlib(body, COMPRESSION_LEVEL));
    out.data
}
