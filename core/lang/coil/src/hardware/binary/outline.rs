//! The structure of a file by its own offsets: of one that cannot be read to its end, and of one that
//! has its parts elsewhere than our writer puts them.

use std::ops::Range;

use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::ByteField;

use super::decode::string_table;
use super::format::{
    ABI_ENTRY, COMPRESSED, FieldType, HEADER, PU_ENTRY, REG_MAPPING, RESOURCE_ENTRY, StructDef,
};
use super::meanings::{argument, bytes_of, enumerator, flag_names};
use super::reader::Reader;
use crate::hardware::print::utc;
use crate::hardware::sections::UnitKey;
use crate::hardware::tables::{
    ABI_FLAGS, CONFIG_FLAGS, REG_TYPES, RESOURCE_FLAGS, RESOURCE_TYPES, UNIT_TYPES,
};

/// The number of entries above which no more are described.
const MOST_ENTRIES: u64 = 2_000;

/// Describes the entries and tables that are whole. A table that lies over one described before is
/// left out: one of the two is wrong.
pub(crate) fn fields(reader: Reader<'_>) -> Vec<ByteField> {
    let mut outline = Outline { reader, regions: Vec::new(), room: MOST_ENTRIES };
    outline.add(outline.structure("header".to_owned(), &HEADER, 0));
    let n_units = u64::from(reader.u32(8));
    let units = outline.table(HEADER.size(), n_units, &PU_ENTRY, |_, at| unit_name(reader, at));
    let whole = units.as_ref().map_or(0, |it| it.children.len() as u64);
    if let Some(units) = units {
        outline.add(ByteField { name: "processing units".to_owned(), ..units });
    }
    for idx in 0..whole {
        outline.tables_of_unit(HEADER.size() + idx * PU_ENTRY.size());
    }
    let mut regions = outline.regions;
    regions.order_by_key(|it| it.offset);
    regions
}

/// Describes a file that can be read to its end, but has its parts elsewhere than our writer puts them.
pub(crate) fn whole_fields(reader: Reader<'_>) -> Vec<ByteField> {
    let mut regions = fields(reader);
    let Some(strings) = string_table(reader).filter(|it| !it.is_empty()) else { return regions };
    let mut outline = Outline { reader, regions: Vec::new(), room: MOST_ENTRIES };
    std::mem::swap(&mut outline.regions, &mut regions);
    outline.add(outline.strings(strings));
    outline.regions.order_by_key(|it| it.offset);
    outline.regions
}

/// Describes a compressed file whose content cannot be inflated.
pub(crate) fn compressed_fields(reader: Reader<'_>) -> Vec<ByteField> {
    let mut outline = Outline { reader, regions: Vec::new(), room: MOST_ENTRIES };
    outline.add(outline.structure("header".to_owned(), &HEADER, 0));
    if reader.len() >= HEADER.size() + COMPRESSED.size() {
        outline.add(outline.structure("compression".to_owned(), &COMPRESSED, HEADER.size()));
    }
    outline.regions
}

fn unit_name(reader: Reader<'_>, entry: u64) -> String {
    UnitKey { unit_type: reader.u16(entry), index: reader.u16(entry + 2) }.spelling()
}

struct Outline<'b> {
    reader: Reader<'b>,
    regions: Vec<ByteField>,
    /// The number of entries that may still be described.
    room: u64,
}

impl Outline<'_> {
    /// Adds a region, unless it lies over another.
    fn add(&mut self, region: ByteField) {
        let end = region.offset + region.len;
        if self.regions.iter().all(|it| end <= it.offset || it.offset + it.len <= region.offset) {
            self.regions.push(region);
        }
    }

    fn tables_of_unit(&mut self, entry: u64) {
        let reader = self.reader;
        let name = unit_name(reader, entry);
        let word = |at: u64| u64::from(reader.u32(entry + at));
        let (features, size) = (word(16), word(20));
        if size > 0 && features + size <= reader.len() {
            self.add(region(format!("{name} features"), "bitmap", features, size, Vec::new()));
        }
        let resources = self.table(word(24), word(28), &RESOURCE_ENTRY, |idx, at| {
            let kind = enumerator(RESOURCE_TYPES, u64::from(reader.u16(at)));
            format!("{idx}: {kind}")
        });
        if let Some(table) = resources {
            self.add(ByteField { name: format!("{name} resources"), ..table });
        }
        let abis = self.table(word(32), word(36), &ABI_ENTRY, |idx, _| format!("{idx}"));
        let Some(table) = abis else { return };
        let starts: Vec<u64> = table.children.iter().map(|it| u64::from(it.offset)).collect();
        self.add(ByteField { name: format!("{name} ABIs"), ..table });
        for (idx, at) in starts.into_iter().enumerate() {
            let (offset, count) = (u64::from(reader.u32(at + 8)), u64::from(reader.u32(at + 12)));
            let mappings = self
                .table(offset, count, &REG_MAPPING, |_, at| argument(u64::from(reader.u16(at))));
            if let Some(table) = mappings {
                self.add(ByteField { name: format!("{name} ABI {idx} mappings"), ..table });
            }
        }
    }

    /// Describes the table of strings.
    fn strings(&self, table: Range<u64>) -> ByteField {
        let place = table.start as usize..table.end as usize;
        let bytes = self.reader.bytes.get(place).unwrap_or_default();
        let mut at = table.start;
        let texts = bytes.split_inclusive(|&it| it == 0).take(self.room as usize);
        let strings = texts.map(|it| {
            let text = it.strip_suffix(&[0]).unwrap_or(it);
            let (len, name) = (it.len() as u64, format!("string {}", at - table.start));
            let field = region(name, &format!("char[{len}]"), at, len, Vec::new());
            at += len;
            ByteField { value: format!("{:?}", String::from_utf8_lossy(text)), ..field }
        });
        let strings = strings.collect();
        let len = table.end - table.start;
        region("string table".to_owned(), "char[]", table.start, len, strings)
    }

    /// Describes the entries of a table that are in the file; the table still needs a name.
    fn table(
        &mut self,
        offset: u64,
        count: u64,
        def: &StructDef,
        name: impl Fn(u64, u64) -> String,
    ) -> Option<ByteField> {
        let n_whole = self.reader.len().saturating_sub(offset) / def.size();
        let n_entries = count.min(n_whole).min(self.room);
        self.room -= n_entries;
        let entries: Vec<ByteField> = (0..n_entries)
            .map(|idx| {
                let at = offset + idx * def.size();
                self.structure(name(idx, at), def, at)
            })
            .collect();
        let type_name = format!("{}[]", def.name);
        let len = n_entries * def.size();
        (len > 0).then(|| region(String::new(), &type_name, offset, len, entries))
    }

    fn structure(&self, name: String, def: &StructDef, offset: u64) -> ByteField {
        let mut at = offset;
        let children = def.fields.iter().map(|it| {
            let start = at;
            at += u64::from(it.ty.size());
            let (value, meaning) = self.value(def, it.name, it.ty, start);
            let field = region(
                it.name.to_owned(),
                &it.ty.name(),
                start,
                u64::from(it.ty.size()),
                Vec::new(),
            );
            ByteField { value, meaning, ..field }
        });
        let children = children.collect();
        region(name, def.name, offset, def.size(), children)
    }

    /// Returns the value of a field, and its meaning.
    fn value(&self, def: &StructDef, name: &str, ty: FieldType, at: u64) -> (String, String) {
        let reader = self.reader;
        let number = match ty {
            FieldType::U8 => u64::from(reader.u8(at)),
            FieldType::U16 => u64::from(reader.u16(at)),
            FieldType::U32 => u64::from(reader.u32(at)),
            FieldType::U64 => reader.u64(at),
            FieldType::Padding(len) => {
                let bytes = (at..at + u64::from(len)).map(|it| reader.u8(it));
                if bytes.clone().all(|it| it == 0) {
                    return ("0".to_owned(), "reserved, zero".to_owned());
                }
                let digits = bytes.map(|it| format!("{it:02x}")).collect();
                return (digits, "reserved, not zero".to_owned());
            }
        };
        let meaning = match (def.name == PU_ENTRY.name, name) {
            (true, "type") => enumerator(UNIT_TYPES, number),
            (false, "type") => enumerator(RESOURCE_TYPES, number),
            (_, "flags") if def.name == HEADER.name => flag_names(CONFIG_FLAGS, number),
            (_, "flags") if def.name == ABI_ENTRY.name => flag_names(ABI_FLAGS, number),
            (_, "flags") => flag_names(RESOURCE_FLAGS, number),
            (_, "timestamp") => utc(number),
            (_, "size" | "uncompressed_size") => bytes_of(number),
            (_, "arg_index") => argument(number),
            (_, "reg_type") => enumerator(REG_TYPES, number),
            _ => String::new(),
        };
        let is_word = matches!(name, "magic" | "reg_mask" | "flags");
        (if is_word { format!("{number:#x}") } else { number.to_string() }, meaning)
    }
}

fn region(
    name: String,
    type_name: &str,
    offset: u64,
    len: u64,
    children: Vec<ByteField>,
) -> ByteField {
    ByteField {
        name,
        type_name: type_name.to_owned(),
        offset: offset as u32,
        len: len as u32,
        value: String::new(),
        meaning: String::new(),
        source: None,
        lines: Vec::new(),
        bits: None,
        children,
    }
}
