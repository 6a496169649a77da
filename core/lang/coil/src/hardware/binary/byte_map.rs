//! The structure of a binary, with the text that made each part.

mod strings;

use text_size::TextRange;

use super::bit_names::BitNames;
use super::encode::{Encoded, UnitLayout};
use super::format::{
    ABI_ENTRY, ARCH_HEAD, ARCH_RECORD, BITMAP_SIZE, COMPRESSED, FLAG_COMPRESSED, FieldType, HEADER,
    PU_ENTRY, REG_MAPPING, RESOURCE_ENTRY, StructDef,
};
use super::meanings::{argument, bytes_of, enumerator, flag_names};
use crate::hardware::model::{Model, Unit};
use crate::hardware::sections::UnitKey;
use crate::hardware::source_map::{AbiSource, ArchSource, SourceMap, UnitSource};
use crate::hardware::tables::{
    self, ABI_FLAGS, CONFIG_FLAGS, REG_TYPES, RESOURCE_FLAGS, RESOURCE_TYPES, UNIT_TYPES,
};
use bobbin_core::view::ByteField;

/// A field of a struct: its meaning, and the text that made it.
type Known = (String, Option<TextRange>);

/// Maps the bytes of an encoded model: regions, the entries of their tables, the fields of the
/// entries.
///
/// Of a compressed file only the header and the size are apart, because the rest has no place of
/// its own in it. Of a large file the tables are apart, but not what stands in them.
///
/// Behind them stand the names of bits that fields refer to.
#[must_use]
pub fn fields(
    model: &Model,
    sources: &SourceMap,
    encoded: &Encoded,
) -> (Vec<ByteField>, Vec<Vec<String>>) {
    let detail = Detail::of(model);
    let map = ByteMap { model, sources, encoded, detail, bit_names: BitNames::default() };
    let fields = map.regions();
    (fields, map.bit_names.into_lists())
}

struct ByteMap<'m> {
    model: &'m Model,
    sources: &'m SourceMap,
    encoded: &'m Encoded,
    detail: Detail,
    bit_names: BitNames,
}

/// The number of entries above which they are not taken apart, because a view of them would be many
/// times the file.
const MOST_ENTRIES: usize = 8_000;

/// The depth to which a file is taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// To the fields of entries.
    Fields,
    /// To the tables.
    Tables,
}

impl Detail {
    fn of(model: &Model) -> Detail {
        let of_abis = |unit: &Unit| unit.abis.iter().map(|it| 1 + it.mappings.len()).sum::<usize>();
        let of_unit = |it: &Unit| 1 + it.resources.len() + of_abis(it) + it.arch.len();
        let n_entries: usize = model.units.iter().map(of_unit).sum();
        if n_entries <= MOST_ENTRIES { Detail::Fields } else { Detail::Tables }
    }
}

/// Makes a part with parts.
fn parent(name: String, type_name: &str, children: Vec<ByteField>) -> Option<ByteField> {
    let (first, last) = (children.first()?, children.last()?);
    Some(ByteField {
        name,
        type_name: type_name.to_owned(),
        offset: first.offset,
        len: last.offset + last.len - first.offset,
        value: String::new(),
        meaning: String::new(),
        source: None,
        lines: Vec::new(),
        bits: None,
        children,
    })
}

/// Returns the number at `offset` of `data`, little-endian; 0 where there are no bytes.
fn number(data: &[u8], offset: u64, len: u32) -> u64 {
    let start = offset as usize;
    let bytes = data.get(start..start + len as usize).unwrap_or_default();
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl ByteMap<'_> {
    fn regions(&self) -> Vec<ByteField> {
        let mut res = vec![self.header()];
        if self.model.flags & FLAG_COMPRESSED != 0 {
            res.extend(self.compressed());
            return res;
        }
        res.extend(self.units());
        res.extend(self.bitmaps());
        res.extend(self.resources());
        res.extend(self.abis());
        res.extend(self.mappings());
        res.push(self.strings());
        if self.detail == Detail::Tables {
            for region in res.iter_mut().skip(1) {
                region.children.truncate(MOST_ENTRIES);
                region.children.iter_mut().for_each(|it| it.children.clear());
            }
        }
        res
    }

    /// Describes the fields of a struct at `offset`; `known` says more about each by its name and
    /// number.
    fn structure(
        &self,
        name: String,
        def: &StructDef,
        offset: u64,
        source: Option<TextRange>,
        mut known: impl FnMut(&'static str, u64) -> Known,
    ) -> ByteField {
        let mut at = offset;
        let is_whole = self.detail == Detail::Fields || def.name == HEADER.name;
        let fields = if is_whole { def.fields } else { &[] };
        let mut children = Vec::with_capacity(fields.len());
        for field in fields {
            let len = field.ty.size();
            let is_padding = matches!(field.ty, FieldType::Padding(_));
            if !is_padding {
                let number = number(&self.encoded.data, at, len);
                let (meaning, source) = known(field.name, number);
                let is_word = matches!(field.name, "magic" | "reg_mask" | "flags");
                children.push(ByteField {
                    name: field.name.to_owned(),
                    type_name: field.ty.name(),
                    offset: at as u32,
                    len,
                    value: if is_word { format!("{number:#x}") } else { number.to_string() },
                    meaning,
                    source,
                    lines: Vec::new(),
                    bits: match field.name {
                        "flags" => self.bit_names.of_flags(def),
                        _ => None,
                    },
                    children: Vec::new(),
                });
            } else {
                children.push(ByteField {
                    name: field.name.to_owned(),
                    type_name: field.ty.name(),
                    offset: at as u32,
                    len,
                    value: "0".to_owned(),
                    meaning: "reserved, zero".to_owned(),
                    source: None,
                    lines: Vec::new(),
                    bits: None,
                    children: Vec::new(),
                });
            }
            at += u64::from(len);
        }
        ByteField {
            name,
            type_name: def.name.to_owned(),
            offset: offset as u32,
            len: def.size() as u32,
            value: String::new(),
            meaning: String::new(),
            source,
            lines: Vec::new(),
            bits: None,
            children,
        }
    }

    fn header(&self) -> ByteField {
        let sources = self.sources;
        self.structure("header".to_owned(), &HEADER, 0, None, |name, number| match name {
            "magic" => ("'CCFG' as a number, little-endian".to_owned(), None),
            "version_major" | "version_minor" | "version_patch" => (String::new(), sources.version),
            "flags" => (flag_names(CONFIG_FLAGS, number), sources.flags),
            "pu_count" => {
                let units = if number == 1 { "processing unit" } else { "processing units" };
                (units.to_owned(), None)
            }
            "timestamp" => (super::super::print::utc(number), sources.timestamp),
            _ => (String::new(), None),
        })
    }

    fn compressed(&self) -> Vec<ByteField> {
        let start = HEADER.size();
        let head = self.structure(
            "compression".to_owned(),
            &COMPRESSED,
            start,
            self.sources.flags,
            |name, number| match name {
                "compression_type" => ("zlib".to_owned(), self.sources.flags),
                _ => (bytes_of(number), None),
            },
        );
        let start = start + COMPRESSED.size();
        let len = (self.encoded.data.len() as u64).saturating_sub(start);
        let data = ByteField {
            name: "data".to_owned(),
            type_name: "zlib stream".to_owned(),
            offset: start as u32,
            len: len as u32,
            value: String::new(),
            meaning: "everything after the header, compressed".to_owned(),
            source: None,
            lines: Vec::new(),
            bits: None,
            children: Vec::new(),
        };
        vec![head, data]
    }

    /// Units with their places, sources and spellings.
    fn each_unit(&self) -> impl Iterator<Item = (&Unit, &UnitSource, &UnitLayout, String)> {
        self.model.units.iter().zip(&self.sources.units).zip(&self.encoded.layout.units).map(
            |((unit, source), layout)| {
                let key = UnitKey { unit_type: unit.unit_type, index: unit.index };
                (unit, source, layout, key.spelling())
            },
        )
    }

    fn units(&self) -> Option<ByteField> {
        let size = PU_ENTRY.size();
        let entries = self.each_unit().enumerate().map(|(idx, (unit, source, _, spelling))| {
            let offset = HEADER.size() + idx as u64 * size;
            let header = Some(source.header);
            let first_resource = source.resource_header;
            let first_abi = source.abis.first().map(|it| it.header);
            self.structure(spelling, &PU_ENTRY, offset, header, |name, number| match name {
                "type" => (enumerator(UNIT_TYPES, number), header),
                "index" => (String::new(), header),
                "name_offset" => (string(&unit.name), source.name),
                "vendor_offset" => (string(&unit.vendor), source.vendor),
                "model_offset" => (string(&unit.model), source.model),
                "feature_offset" | "feature_size" => {
                    (absent(number), source.features.or(source.arch.first().map(|it| it.arch)))
                }
                "resource_offset" | "resource_count" => (absent(number), first_resource),
                "abi_offset" | "abi_count" => (absent(number), first_abi),
                _ => (String::new(), None),
            })
        });
        parent("processing units".to_owned(), "coil_pu_entry[]", entries.collect())
    }

    fn bitmaps(&self) -> Option<ByteField> {
        let entries = self.each_unit().filter(|(_, _, it, _)| it.feature_size > 0).filter_map(
            |(unit, source, layout, spelling)| {
                let mut children = self.words(unit, source, layout);
                children.extend(self.arch_tail(unit, source, layout));
                let name = format!("{spelling} features");
                let mut res = parent(name, "bitmap", children)?;
                res.source = source.features;
                Some(res)
            },
        );
        parent("feature bitmaps".to_owned(), "", entries.collect())
    }

    fn words(&self, unit: &Unit, source: &UnitSource, layout: &UnitLayout) -> Vec<ByteField> {
        let groups = tables::groups(unit.unit_type);
        let words = unit.features.unwrap_or_default();
        words
            .into_iter()
            .zip(source.words)
            .zip(groups)
            .enumerate()
            .map(|(idx, ((word, range), group))| {
                let names: Vec<String> = (0..32_u8)
                    .filter(|bit| word & (1 << bit) != 0)
                    .map(|bit| tables::feature_key(unit.unit_type, idx as u8 * 32 + bit))
                    .collect();
                let of_word = |bit: u8| usize::from(bit / 32) == idx;
                let lines = source.bits.iter().filter(|it| of_word(it.0)).map(|it| it.1);
                ByteField {
                    name: group.map_or_else(|| format!("group {idx}"), |it| it.title.to_owned()),
                    type_name: "u32".to_owned(),
                    offset: (layout.features + 4 * idx as u64) as u32,
                    len: 4,
                    value: format!("{word:#010x}"),
                    meaning: names.join(", "),
                    source: range,
                    lines: lines.collect(),
                    bits: self.bit_names.of_group(unit.unit_type, idx as u8),
                    children: Vec::new(),
                }
            })
            .collect()
    }

    fn arch_tail(
        &self,
        unit: &Unit,
        source: &UnitSource,
        layout: &UnitLayout,
    ) -> Option<ByteField> {
        if unit.arch.is_empty() {
            return None;
        }
        let offset = layout.features + BITMAP_SIZE;
        let first = source.arch.first().map(|it| it.arch);
        let head = self.structure("head".to_owned(), &ARCH_HEAD, offset, first, |name, _| {
            let meaning = if name == "magic" { "'ARCH'" } else { "records" };
            (meaning.to_owned(), None)
        });
        let mut children = vec![head];
        for (idx, (record, ArchSource { arch, key, value })) in
            unit.arch.iter().zip(source.arch.iter().copied()).enumerate()
        {
            let offset = offset + ARCH_HEAD.size() + idx as u64 * ARCH_RECORD.size();
            let line = Some(key.cover(value));
            let name = format!("{}: {}", record.arch, record.key);
            children.push(self.structure(name, &ARCH_RECORD, offset, line, |name, _| match name {
                "arch_name_off" => (string(record.arch), Some(arch)),
                "key_off" => (string(record.key), Some(key)),
                _ => (string(record.value), Some(value)),
            }));
        }
        parent("architecture records".to_owned(), "", children)
    }

    fn resources(&self) -> Option<ByteField> {
        let tables = self.each_unit().filter_map(|(unit, source, layout, spelling)| {
            let entries = unit.resources.iter().zip(&source.resources).enumerate().map(
                |(idx, (resource, &line))| {
                    let offset = layout.resources + idx as u64 * RESOURCE_ENTRY.size();
                    self.structure(
                        resource.name.clone(),
                        &RESOURCE_ENTRY,
                        offset,
                        Some(line),
                        |name, number| {
                            let meaning = match name {
                                "type" => enumerator(RESOURCE_TYPES, number),
                                "flags" => flag_names(RESOURCE_FLAGS, number),
                                "name_offset" => string(&resource.name),
                                "size" => bytes_of(number),
                                _ => String::new(),
                            };
                            (meaning, Some(line))
                        },
                    )
                },
            );
            let mut res = parent(
                format!("{spelling} resources"),
                "coil_resource_entry[]",
                entries.collect(),
            )?;
            res.source = source.resource_header;
            Some(res)
        });
        parent("resource tables".to_owned(), "", tables.collect())
    }

    fn abis(&self) -> Option<ByteField> {
        let tables = self.each_unit().filter_map(|(unit, source, layout, spelling)| {
            let entries =
                unit.abis.iter().zip(&source.abis).enumerate().map(|(idx, (abi, source))| {
                    let offset = layout.abis + idx as u64 * ABI_ENTRY.size();
                    let header = Some(source.header);
                    self.structure(abi.name.clone(), &ABI_ENTRY, offset, header, |name, number| {
                        match name {
                            "name_offset" => (string(&abi.name), header),
                            "arg_count" => match source.arg_count {
                                Some(range) => (String::new(), Some(range)),
                                None => (
                                    "the highest argument mapped".to_owned(),
                                    source.mapping_header,
                                ),
                            },
                            "flags" => (flag_names(ABI_FLAGS, number), source.flags),
                            _ => (absent(number), source.mapping_header),
                        }
                    })
                });
            parent(format!("{spelling} ABIs"), "coil_abi_entry[]", entries.collect())
        });
        parent("ABI tables".to_owned(), "", tables.collect())
    }

    fn mappings(&self) -> Option<ByteField> {
        let mut res = Vec::new();
        for (unit, source, layout, spelling) in self.each_unit() {
            for ((abi, source), &start) in unit.abis.iter().zip(&source.abis).zip(&layout.mappings)
            {
                let name = format!("{spelling} {} mappings", abi.name);
                let mut table = parent(
                    name,
                    "coil_reg_mapping[]",
                    self.mapping_table(abi.mappings.len(), source, start),
                );
                if let Some(table) = &mut table {
                    table.source = source.mapping_header;
                }
                res.extend(table);
            }
        }
        parent("register mapping tables".to_owned(), "", res)
    }

    fn mapping_table(&self, n_mappings: usize, source: &AbiSource, start: u64) -> Vec<ByteField> {
        (0..n_mappings)
            .map(|idx| {
                let offset = start + idx as u64 * REG_MAPPING.size();
                let key = source.keys.get(idx).copied();
                let value = source.mappings.get(idx).copied();
                let line = key.zip(value).map(|(key, value)| key.cover(value));
                let arg = number(&self.encoded.data, offset, 2);
                self.structure(argument(arg), &REG_MAPPING, offset, line, |name, number| match name
                {
                    "arg_index" => (argument(number), key),
                    "reg_type" => (enumerator(REG_TYPES, number), value),
                    "reg_mask" if number == u64::from(u32::MAX) => {
                        ("the whole register".to_owned(), value)
                    }
                    _ => (String::new(), value),
                })
            })
            .collect()
    }
}

/// Describes the string that an offset leads to.
fn string(text: &str) -> String {
    if text.is_empty() { "absent".to_owned() } else { format!("{text:?}") }
}

/// Says that 0 stands for nothing.
fn absent(number: u64) -> String {
    if number == 0 { "absent".to_owned() } else { String::new() }
}
