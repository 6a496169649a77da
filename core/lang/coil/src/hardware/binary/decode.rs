//! Bytes to a model. Every offset and size is checked in 64 bits before use.

use bobbin_core::diagnostics::Code;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::{BinaryRemark, DecodeError};
use std::collections::HashMap;
use std::mem::size_of;
use std::ops::Range;

use super::format::{
    ABI_ENTRY, ARCH_HEAD_SIZE, ARCH_MAGIC, ARCH_RECORD_SIZE, BITMAP_SIZE, FLAG_COMPRESSED, HEADER,
    PU_ENTRY, REG_MAPPING, RESOURCE_ENTRY, StructDef, TABLE_ALIGN,
};
use super::plain::{Plain, plain};
use super::reader::{ByteOrder, Reader, Result, error};
use crate::hardware::diagnostics::{FEATURE_SIZE, RESERVED_BITS, RESERVED_BYTES};
use crate::hardware::model::{Abi, ArchRecord, ArchRecords, Mapping, Model, Resource, Unit};
use crate::hardware::sections::UnitKey;
use crate::hardware::tables::ABI_FLAGS;

/// The number of bytes that a model may take for each byte of its file, and what any model may take
/// beyond that. Several units may share tables and several entries a name, so a small file could
/// otherwise fill the memory; but a text of four million bytes may compile to a file of a few thousand,
/// because a name that it repeats is there once.
const MOST_OF_MODEL: (u64, u64) = (16, 4 << 20);

/// The number of bytes that the model of any file may take: a compressed file may be a thousandth of what it
/// inflates to.
const MOST_OF_ANY_MODEL: u64 = 256 << 20;

/// The content of a binary.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decoded {
    /// The model, without the flag that says the file was compressed.
    pub model: Model,
    /// All that the model does not say about the bytes, as sentences.
    pub report: Vec<BinaryRemark>,
    /// The parts of a damaged file that the model lacks.
    pub left_out: Vec<String>,
}

/// Reads a file in either byte order, compressed or not (coil.md#magic-number,
/// coil.md#string-table-position, coil.md#compression and coil.md#accepted-versions).
///
/// # Errors
///
/// [`bobbin_core::view::DecodeError`] with the first place that makes the file unreadable.
pub fn decode(bytes: &[u8]) -> Result<Decoded> {
    match decode_part(bytes) {
        (decoded, None) => Ok(decoded),
        (_, Some(error)) => Err(error),
    }
}

/// Reads what can be read of a file; the error is the first. The model then has what the header says
/// and each part of the units that is whole.
pub fn decode_part(bytes: &[u8]) -> (Decoded, Option<DecodeError>) {
    match plain(bytes) {
        Ok(plain) => decode_plain(plain),
        Err(error) => (Decoded::default(), Some(error)),
    }
}

/// Returns where the strings of a file stand that can be read to its end.
pub(super) fn string_table(reader: Reader<'_>) -> Option<Range<u64>> {
    let mut decoder = Decoder::new(reader);
    let start = decoder.find_strings(u64::from(reader.u32(8))).ok()?;
    Some(start..decoder.strings_end)
}

/// Returns true if nothing stands where the strings of a file begin, of which at least the empty one
/// belongs there (coil.md#string-table-content).
pub fn lacks_strings(plain: &Plain<'_>) -> bool {
    let reader = Reader { bytes: &plain.bytes, order: plain.order };
    string_table(reader).is_some_and(|it| it.start >= reader.len())
}

fn decode_plain(plain: Plain<'_>) -> (Decoded, Option<DecodeError>) {
    let Plain { order, bytes, version, mut report, .. } = plain;
    let reader = Reader { bytes: &bytes, order };
    let flags = reader.u8(7);
    let mut decoder = Decoder::new(reader);
    let mut model = Model { version, flags: flags & !FLAG_COMPRESSED, ..Model::default() };
    let last = decoder.model(&mut model).err();
    let error = decoder.error.take().or(last);
    if flags & 0xF0 != 0 {
        let message = format!("the flags have reserved bits: {:#x}", flags & 0xF0);
        report.push(BinaryRemark::new(&RESERVED_BITS, message));
    }
    report.append(&mut decoder.report);
    for code in [&RESERVED_BYTES, &RESERVED_BITS, &FEATURE_SIZE] {
        let n = decoder.n_of_code.get(code.name).copied().unwrap_or_default();
        if n > MAX_REPORT {
            let message = format!("further remarks like these, left out here: {}", n - MAX_REPORT);
            report.push(BinaryRemark::new(code, message));
        }
    }
    (Decoded { model, report, left_out: decoder.left_out }, error)
}

/// A table that an entry points to.
#[derive(Debug, Clone, Copy)]
struct Table {
    offset: u64,
    count: u64,
}

struct Decoder<'b> {
    reader: Reader<'b>,
    /// The start of the string table.
    strings: u64,
    /// The end of the string table.
    strings_end: u64,
    /// Bytes of tables that were looked through for the strings.
    walked: u64,
    /// Bytes of memory that the model takes so far.
    used: u64,
    report: Vec<BinaryRemark>,
    /// The numbers of what there is to report, by code; the report has the first of each.
    n_of_code: HashMap<&'static str, usize>,
    /// The first error behind which reading went on.
    error: Option<DecodeError>,
    left_out: Vec<String>,
}

impl<'b> Decoder<'b> {
    fn new(reader: Reader<'b>) -> Decoder<'b> {
        let strings_end = reader.len();
        Decoder {
            reader,
            strings: 0,
            strings_end,
            walked: 0,
            used: 0,
            report: Vec::new(),
            n_of_code: HashMap::new(),
            error: None,
            left_out: Vec::new(),
        }
    }

    fn model(&mut self, model: &mut Model) -> Result<()> {
        let reader = self.reader;
        model.timestamp = reader.u64(12);
        let n_units = u64::from(reader.u32(8));
        let size = n_units * PU_ENTRY.size();
        let entries = || format!("{n_units} processing unit entries");
        if let Err(error) = reader.check(HEADER.size(), size, 8..12, entries) {
            self.leave_out("all units");
            return Err(error);
        }
        self.padding("the header", 20, 12);
        let strings = self.find_strings(n_units);
        let (n_read, repeated) = match self.find_repeated(n_units) {
            Some((n_before, error)) if strings.is_ok() => (n_before, Err(error)),
            _ => (n_units, Ok(())),
        };
        // Counts are known to fit the file by now.
        let room = self.use_memory(n_units * size_of::<Unit>() as u64, 8);
        match room {
            Ok(()) => model.units.reserve_exact(n_units as usize),
            Err(_) => self.leave_out("all units"),
        }
        self.strings = match strings {
            Ok(strings) => strings,
            Err(error) => {
                if room.is_ok() {
                    self.units_without_strings(n_units, &mut model.units);
                }
                return Err(error);
            }
        };
        room?;
        for idx in 0..n_read {
            let entry = HEADER.size() + idx * PU_ENTRY.size();
            let mut unit = unit_of(reader, entry);
            let res = self.unit(entry, &mut unit);
            if res.is_err() {
                self.leave_out(format!("the rest of {} and all behind it", spelling(&unit)));
            }
            model.units.push(unit);
            res?;
        }
        if n_read < n_units {
            let again = unit_of(reader, HEADER.size() + n_read * PU_ENTRY.size());
            self.leave_out(format!("the other {} and all behind it", spelling(&again)));
        }
        repeated
    }

    /// Notes a part that the model lacks.
    fn leave_out(&mut self, part: impl Into<String>) {
        match self.left_out.len() {
            0..MAX_REPORT => self.left_out.push(part.into()),
            MAX_REPORT => self.left_out.push("other parts".to_owned()),
            _ => (),
        }
    }

    /// Goes on behind a string that cannot be read, without the part that it belongs to.
    fn leave_out_string(&mut self, error: DecodeError, part: String) -> Result<()> {
        let at = error.offset;
        self.error.get_or_insert(error);
        self.leave_out(part);
        // It may have been looked through to the end of the table.
        self.walk(self.strings_end.saturating_sub(self.strings), at)
    }

    /// Reads the units with their features and resources. Nothing but the ends of all tables tells where
    /// the strings are (coil.md#string-table-position), so their names cannot be read, nor what is told
    /// apart by its name.
    fn units_without_strings(&mut self, n_units: u64, units: &mut Vec<Unit>) {
        let reader = self.reader;
        self.leave_out("all names and ABIs, as nothing tells where the strings are");
        for entry in (0..n_units).map(|idx| HEADER.size() + idx * PU_ENTRY.size()) {
            let mut unit = unit_of(reader, entry);
            let (offset, size) = bitmap_of(reader, entry);
            if offset + size > reader.len() {
                self.leave_out(format!("the features of {}", spelling(&unit)));
            } else if size > 0 {
                unit.features = Some(bits(reader, offset, size));
            }
            if self.resources_without_names(entry, &mut unit).is_err() {
                self.leave_out(format!("the resources of {}", spelling(&unit)));
            }
            units.push(unit);
        }
    }

    fn resources_without_names(&mut self, entry: u64, unit: &mut Unit) -> Result<()> {
        let reader = self.reader;
        let table = self.table(entry + 24, &RESOURCE_ENTRY, String::new)?;
        self.use_memory(table.count * size_of::<Resource>() as u64, entry + 24)?;
        let entries = (0..table.count).map(|idx| table.offset + idx * RESOURCE_ENTRY.size());
        unit.resources = entries.map(|at| resource_of(reader, at)).collect();
        Ok(())
    }

    /// Finds the first unit that was there before (coil.md#repeated-units-in-a-binary); returns the
    /// number of units in front of it, and the error.
    fn find_repeated(&self, n_units: u64) -> Option<(u64, DecodeError)> {
        let reader = self.reader;
        let entry_of = |idx: u32| HEADER.size() + u64::from(idx) * PU_ENTRY.size();
        let key_of = |idx: u32| {
            let entry = entry_of(idx);
            UnitKey { unit_type: reader.u16(entry), index: reader.u16(entry + 2) }
        };
        let number = |it: UnitKey| (it.unit_type, it.index);
        // Sorted, because a set would take several times as much memory.
        let mut order: Vec<u32> = Vec::with_capacity(n_units as usize);
        order.extend(0..n_units as u32);
        order.order_by_key(|&it| (number(key_of(it)), it));
        let again = order
            .windows(2)
            .filter_map(|it| match *it {
                [a, b] if number(key_of(a)) == number(key_of(b)) => Some(b),
                _ => None,
            })
            .min();
        let again = again?;
        let spelling = key_of(again).spelling();
        let message = format!("expected each unit once, found {spelling} again");
        let at = entry_of(again);
        let error = error::<()>("E1_DUPLICATE_PU", at..at + 4, message).err()?;
        Some((u64::from(again), error))
    }

    /// Finds the string table, which has no offset of its own: it starts where everything else ends
    /// (coil.md#string-table-position). Checks the places of all tables.
    fn find_strings(&mut self, n_units: u64) -> Result<u64> {
        let reader = self.reader;
        let entries_end = HEADER.size() + n_units * PU_ENTRY.size();
        let mut end = entries_end;
        let mut first = reader.len();
        let mut has_names = false;
        for idx in 0..n_units {
            let entry = HEADER.size() + idx * PU_ENTRY.size();
            has_names |= (4..16).step_by(4).any(|it| reader.u32(entry + it) != 0);
            let name = || {
                let key = UnitKey { unit_type: reader.u16(entry), index: reader.u16(entry + 2) };
                key.spelling()
            };
            let size = u64::from(reader.u32(entry + 20));
            if size > 0 {
                let offset = u64::from(reader.u32(entry + 16));
                reader.check(offset, size, entry + 16..entry + 24, || {
                    format!("the features of {}", name())
                })?;
                end = end.max(offset + size);
                first = first.min(offset);
            }
            let resources =
                self.table(entry + 24, &RESOURCE_ENTRY, || format!("the resources of {}", name()))?;
            let abis = self.table(entry + 32, &ABI_ENTRY, || format!("the ABIs of {}", name()))?;
            self.walk(abis.count * ABI_ENTRY.size(), entry + 32)?;
            end = end.max(resources.offset + resources.count * RESOURCE_ENTRY.size());
            end = end.max(abis.offset + abis.count * ABI_ENTRY.size());
            has_names |= resources.count > 0 || abis.count > 0;
            for it in [resources, abis].iter().filter(|it| it.count > 0) {
                first = first.min(it.offset);
            }
            for idx in 0..abis.count {
                let abi = abis.offset + idx * ABI_ENTRY.size();
                let mappings = self.table(abi + 8, &REG_MAPPING, || {
                    format!("the register mappings of an ABI of {}", name())
                })?;
                end = end.max(mappings.offset + mappings.count * REG_MAPPING.size());
            }
        }
        // Other writers may have put the strings behind the entries, where there is more room than
        // alignment needs.
        let is_elsewhere =
            end == reader.len() && has_names && first > entries_end.next_multiple_of(TABLE_ALIGN);
        if is_elsewhere {
            self.report.push("the strings directly follow the unit entries".into());
            self.strings_end = first;
            return Ok(entries_end);
        }
        Ok(end)
    }

    /// Finds the table that `field` gives the offset of, and the field behind it the number of
    /// entries.
    fn table(&mut self, field: u64, entry: &StructDef, what: impl Fn() -> String) -> Result<Table> {
        let reader = self.reader;
        let (offset, count) = (u64::from(reader.u32(field)), u64::from(reader.u32(field + 4)));
        if count == 0 {
            return Ok(Table { offset: 0, count: 0 });
        }
        let size = count * entry.size();
        reader.check(offset, size, field..field + 8, what)?;
        Ok(Table { offset, count })
    }

    /// Counts the bytes of ABI tables that are looked through; units may share one.
    fn walk(&mut self, bytes: u64, at: u64) -> Result<()> {
        self.walked += bytes;
        self.limited(self.walked, at)
    }

    /// Counts the memory of the model.
    fn use_memory(&mut self, bytes: u64, at: u64) -> Result<()> {
        self.used += bytes;
        self.limited(self.used, at)
    }

    fn limited(&self, bytes: u64, at: u64) -> Result<()> {
        let (for_each, spare) = MOST_OF_MODEL;
        let limit = (spare + for_each * self.reader.len()).min(MOST_OF_ANY_MODEL);
        if bytes <= limit {
            return Ok(());
        }
        let message = format!(
            "expected tables and names that take at most {limit} bytes of memory, which is a limit of Bobbin's"
        );
        error(DecodeError::LIMIT, at..at + 4, message)
    }

    /// Reports something of which a file may have any number.
    fn remark(&mut self, code: &'static Code, message: impl FnOnce() -> String) {
        let n = self.n_of_code.entry(code.name).or_default();
        *n += 1;
        if *n <= MAX_REPORT {
            self.report.push(BinaryRemark::new(code, message()));
        }
    }

    /// Reports padding that is not zero.
    fn padding(&mut self, what: &str, offset: u64, len: u64) {
        let (start, end) = (offset as usize, (offset + len) as usize);
        let padding = self.reader.bytes.get(start..end).unwrap_or_default();
        if padding.iter().any(|&it| it != 0) {
            self.remark(&RESERVED_BYTES, || {
                format!("the padding of {what} at byte {offset} is not zero")
            });
        }
    }

    /// Reads the string whose offset stands at `field`; none if it is damaged.
    fn string(&mut self, field: u64, what: impl Fn() -> String) -> Result<String> {
        let text = match self.text(field, &what) {
            Ok(text) => text,
            Err(error) => {
                self.leave_out_string(error, what())?;
                ""
            }
        };
        self.use_memory(text.len() as u64, field)?;
        Ok(text.to_owned())
    }

    /// Returns the same string, borrowed from the file.
    fn text(&self, field: u64, what: impl Fn() -> String) -> Result<&'b str> {
        let reader = self.reader;
        let offset = u64::from(reader.u32(field));
        // What is absent, whatever the table begins with (coil.md#string-table-content); an empty one has no
        // room even for the empty string.
        if offset == 0 {
            return Ok("");
        }
        let start = self.strings + offset;
        if start >= self.strings_end {
            let message = format!(
                "expected {} in the string table of {} bytes, found offset {offset}",
                what(),
                self.strings_end.saturating_sub(self.strings)
            );
            return error("E1_STRING", field..field + 4, message);
        }
        let rest = reader.bytes.get(start as usize..self.strings_end as usize);
        let rest = rest.unwrap_or_default();
        let Some(len) = rest.iter().position(|&it| it == 0) else {
            let message = format!("expected a NUL at the end of {}", what());
            return error("E1_STRING", start..self.strings_end, message);
        };
        match std::str::from_utf8(rest.get(..len).unwrap_or_default()) {
            Ok(text) => Ok(text),
            Err(it) => {
                let message = format!("expected UTF-8 in {}", what());
                let at = start + it.valid_up_to() as u64;
                let len = it.error_len().unwrap_or(len - it.valid_up_to());
                error("E1_STRING", at..at + len as u64, message)
            }
        }
    }

    fn unit(&mut self, entry: u64, unit: &mut Unit) -> Result<()> {
        let reader = self.reader;
        let spelling = spelling(unit);
        self.padding(&spelling, entry + 40, 4);
        unit.name = self.string(entry + 4, || format!("the name of {spelling}"))?;
        unit.vendor = self.string(entry + 8, || format!("the vendor of {spelling}"))?;
        unit.model = self.string(entry + 12, || format!("the model of {spelling}"))?;
        self.features(entry, &spelling, unit)?;
        let resources =
            self.table(entry + 24, &RESOURCE_ENTRY, || format!("the resources of {spelling}"))?;
        self.use_memory(resources.count * size_of::<Resource>() as u64, entry + 24)?;
        unit.resources.reserve_exact(resources.count as usize);
        for idx in 0..resources.count {
            let at = resources.offset + idx * RESOURCE_ENTRY.size();
            let name = self.string(at + 4, || format!("a resource name of {spelling}"))?;
            self.padding("a resource", at + 24, 8);
            unit.resources.push(Resource { name, ..resource_of(reader, at) });
        }
        let abis = self.table(entry + 32, &ABI_ENTRY, || format!("the ABIs of {spelling}"))?;
        self.use_memory(abis.count * size_of::<Abi>() as u64, entry + 32)?;
        unit.abis.reserve_exact(abis.count as usize);
        for idx in 0..abis.count {
            let at = abis.offset + idx * ABI_ENTRY.size();
            let abi = self.abi(at, &spelling)?;
            unit.abis.extend(abi);
        }
        Ok(())
    }

    /// Reads an ABI; none if its name is damaged, without which the text cannot have it.
    fn abi(&mut self, at: u64, spelling: &str) -> Result<Option<Abi>> {
        let reader = self.reader;
        self.padding("an ABI", at + 16, 4);
        let name = match self.text(at, || format!("an ABI name of {spelling}")) {
            Ok(name) => name,
            Err(error) => {
                self.leave_out_string(error, format!("an ABI of {spelling}"))?;
                return Ok(None);
            }
        };
        self.use_memory(name.len() as u64, at)?;
        let mut abi = Abi {
            name: name.to_owned(),
            arg_count: reader.u16(at + 4),
            flags: reader.u16(at + 6),
            mappings: Vec::new(),
        };
        let reserved = ABI_FLAGS.iter().fold(abi.flags, |left, it| left & !(1 << it.number));
        if reserved != 0 {
            let name = &abi.name;
            self.remark(&RESERVED_BITS, || {
                format!(
                    "the flags of the ABI `{name}` of {spelling} have reserved bits: {reserved:#x}"
                )
            });
        }
        let mappings = self.table(at + 8, &REG_MAPPING, || "register mappings".to_owned())?;
        self.use_memory(mappings.count * size_of::<Mapping>() as u64, at + 8)?;
        abi.mappings.reserve_exact(mappings.count as usize);
        for idx in 0..mappings.count {
            let at = mappings.offset + idx * REG_MAPPING.size();
            self.padding("a register mapping", at + 12, 4);
            abi.mappings.push(Mapping {
                arg_index: reader.u16(at),
                reg_type: reader.u16(at + 2),
                reg_index: reader.u32(at + 4),
                reg_mask: reader.u32(at + 8),
            });
        }
        Ok(Some(abi))
    }

    /// Reads the bitmap and the architecture records behind it (coil.md#bitmap-size,
    /// coil.md#feature-bit-groups and coil.md#architecture-tail).
    fn features(&mut self, entry: u64, spelling: &str, unit: &mut Unit) -> Result<()> {
        let reader = self.reader;
        let (offset, size) = bitmap_of(reader, entry);
        if size == 0 {
            return Ok(());
        }
        let words = bits(reader, offset, size);
        let is_little = reader.order == ByteOrder::Little;
        let n_odd = n_odd_bytes(size);
        unit.features = Some(words);
        let tail = size.saturating_sub(BITMAP_SIZE);
        let lost = match self.arch_tail(offset + BITMAP_SIZE, tail, unit, spelling)? {
            Some(used) => tail - used,
            None if size < BITMAP_SIZE => {
                if is_little {
                    0
                } else {
                    n_odd
                }
            }
            None => tail,
        };
        if !unit.arch.is_empty() && words == [0; 8] {
            unit.features = None;
        }
        if size < BITMAP_SIZE || lost > 0 {
            self.remark(&FEATURE_SIZE, || {
                let rest = match lost {
                    0 => format!(" instead of {BITMAP_SIZE}"),
                    _ => format!(", {lost} of them without a meaning"),
                };
                format!("the feature bitmap of {spelling} has {size} bytes{rest}")
            });
        }
        Ok(())
    }

    /// Reads architecture records, and says how many bytes they take; none if there are none.
    ///
    /// A tail with room for fewer records than it counts is not the one of
    /// coil.md#architecture-tail, whose size is 8 + 12n: its bytes are the document's reserved
    /// ones, which readers pass over. No table runs past the end of the file, so that is nothing to
    /// refuse the file for.
    fn arch_tail(
        &mut self,
        at: u64,
        len: u64,
        unit: &mut Unit,
        spelling: &str,
    ) -> Result<Option<u64>> {
        let reader = self.reader;
        if len < ARCH_HEAD_SIZE || reader.u32(at) != ARCH_MAGIC {
            return Ok(None);
        }
        let count = u64::from(reader.u32(at + 4));
        let used = ARCH_HEAD_SIZE + count * ARCH_RECORD_SIZE;
        if used > len {
            return Ok(None);
        }
        let records = || (0..count).map(|idx| at + ARCH_HEAD_SIZE + ARCH_RECORD_SIZE * idx);
        let what = || format!("an architecture record of {spelling}");
        let (mut n_bytes, mut n_whole) = (0, 0);
        for record in records() {
            match self.arch_record(record, what) {
                Ok(ArchRecord { arch, key, value }) => {
                    let len = arch.len() + key.len() + value.len();
                    self.use_memory(len as u64 + 12, record)?;
                    (n_bytes, n_whole) = (n_bytes + len, n_whole + 1);
                }
                Err(error) => self.leave_out_string(error, what())?,
            }
        }
        unit.arch = ArchRecords::with_capacity(n_whole, n_bytes);
        for record in records().filter_map(|it| self.arch_record(it, what).ok()) {
            unit.arch.push(record);
        }
        Ok(Some(used))
    }

    fn arch_record(&self, at: u64, what: impl Fn() -> String) -> Result<ArchRecord<'b>> {
        Ok(ArchRecord {
            arch: self.text(at, &what)?,
            key: self.text(at + 4, &what)?,
            value: self.text(at + 8, &what)?,
        })
    }
}

/// Returns the unit whose entry stands at `entry`, without anything that stands elsewhere.
fn unit_of(reader: Reader<'_>, entry: u64) -> Unit {
    Unit { unit_type: reader.u16(entry), index: reader.u16(entry + 2), ..Unit::default() }
}

/// Returns the resource whose entry stands at `at`, without its name.
fn resource_of(reader: Reader<'_>, at: u64) -> Resource {
    Resource {
        kind: reader.u16(at),
        flags: reader.u16(at + 2),
        name: String::new(),
        count: reader.u64(at + 8),
        size: reader.u64(at + 16),
    }
}

/// Returns how a text calls a unit.
fn spelling(unit: &Unit) -> String {
    UnitKey { unit_type: unit.unit_type, index: unit.index }.spelling()
}

/// Returns offset and size of the feature bitmap of a unit.
fn bitmap_of(reader: Reader<'_>, entry: u64) -> (u64, u64) {
    (u64::from(reader.u32(entry + 16)), u64::from(reader.u32(entry + 20)))
}

/// Returns the number of bytes of a bitmap behind its last whole group.
fn n_odd_bytes(size: u64) -> u64 {
    if size < BITMAP_SIZE { size % 4 } else { 0 }
}

/// Reads a bitmap (coil.md#feature-bit-groups).
fn bits(reader: Reader<'_>, offset: u64, size: u64) -> [u32; 8] {
    let n_words = (size / 4).min(8);
    let mut words = [0; 8];
    for (idx, word) in (0..n_words).zip(&mut words) {
        *word = reader.u32(offset + 4 * idx);
    }
    // Bits are numbered by bytes, too, so half a group has a meaning; in the other byte order its
    // bytes would be the ones that are missing.
    if reader.order == ByteOrder::Little
        && let Some(word) = words.get_mut(n_words as usize)
    {
        for idx in 0..n_odd_bytes(size) {
            *word |= u32::from(reader.u8(offset + 4 * n_words + idx)) << (8 * idx);
        }
    }
    words
}

/// The greatest number of sentences of one kind, more of which help nobody.
const MAX_REPORT: usize = 20;
