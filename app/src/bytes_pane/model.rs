//! A binary and its structure, arranged for finding bytes and drawing rows.

use std::collections::BTreeSet;

use bobbin_protocol::{ByteField, Bytes, Range};

use super::numbers::as_hex;
use crate::base64;

/// The number of colours for regions in the style sheet.
const N_REGION_COLOURS: usize = 6;
/// Structures nest a few levels deep; deeper parts are not shown.
const MAX_DEPTH: usize = 32;
/// The number of parts above which only the outermost are open at first.
const MAX_OPEN: usize = 150;

/// The most bytes whose digits are read aloud.
const MAX_SAID: usize = 8;

/// A part of a binary, in the order of a walk from the outside in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The number of parts that contain it.
    pub depth: usize,
    /// Names it across versions: the names on the way to it.
    pub key: String,
    pub name: String,
    pub type_name: String,
    pub offset: u32,
    pub len: u32,
    pub value: String,
    pub meaning: String,
    pub source: Option<Range>,
    /// The names of its bits: an index into the model's lists.
    pub bits: Option<u32>,
    /// Its place among the parts around which the same part is, from 1 on, and their number.
    pub nth: (usize, usize),
    /// The number of parts inside it, at any depth.
    pub n_inside: usize,
}

impl Part {
    /// Returns true if a byte belongs to it.
    #[must_use]
    pub fn holds(&self, offset: u32) -> bool {
        offset >= self.offset && offset - self.offset < self.len
    }
}

/// A binary, arranged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Model {
    pub bytes: Vec<u8>,
    pub parts: Vec<Part>,
    /// Names of bits, from bit 0 on; an empty one is no name.
    bit_names: Vec<Vec<String>>,
    /// Offset, end and colour of each outermost part.
    regions: Vec<(u32, u32, usize)>,
    /// Keys of parts in the binary before, and those that the same parts have in this one.
    renamed: Vec<(String, String)>,
}

impl Model {
    /// Arranges a view.
    #[must_use]
    pub fn new(view: &Bytes) -> Model {
        let mut parts = Vec::new();
        collect(&view.fields, "", 0, &mut parts);
        let outermost = parts.iter().filter(|it| it.depth == 0).enumerate();
        let regions = outermost
            .map(|(idx, it)| (it.offset, it.offset + it.len, idx % N_REGION_COLOURS))
            .collect();
        let bytes = base64::decode(&view.data).unwrap_or_default();
        let renamed = Vec::new();
        Model { bytes, parts, bit_names: view.bit_names.clone(), regions, renamed }
    }

    /// Notes which parts of the binary `before` have other names now. That is known only where all parts are in
    /// their places.
    #[must_use]
    pub fn after(mut self, before: &Model) -> Model {
        let place = |it: &Part| (it.depth, it.offset, it.len);
        if self.parts.iter().map(place).eq(before.parts.iter().map(place)) {
            let both = before.parts.iter().zip(&self.parts).map(|(old, new)| (&old.key, &new.key));
            let renamed = both.filter(|(old, new)| old != new);
            self.renamed = renamed.map(|(old, new)| (old.clone(), new.clone())).collect();
        }
        self
    }

    /// Keeps parts that have other names now as they were toggled; true if there are any.
    pub fn rename_toggled(&self, toggled: &mut BTreeSet<String>) -> bool {
        let renamed: Vec<&String> =
            self.renamed.iter().filter(|it| toggled.remove(&it.0)).map(|it| &it.1).collect();
        let is_any = !renamed.is_empty();
        toggled.extend(renamed.into_iter().cloned());
        is_any
    }

    /// Returns the names of a part's bits, from bit 0 on; an unnamed bit has an empty name.
    #[must_use]
    pub fn bit_names(&self, part: &Part) -> &[String] {
        let list = part.bits.and_then(|it| self.bit_names.get(it as usize));
        list.map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the colour of the outermost part that a byte belongs to.
    #[must_use]
    pub fn region_of(&self, offset: u32) -> Option<usize> {
        let behind = self.regions.partition_point(|(start, ..)| *start <= offset);
        let (_, end, colour) = self.regions.get(behind.checked_sub(1)?)?;
        (offset < *end).then_some(*colour)
    }

    /// Returns the innermost part that a byte belongs to, by its index.
    #[must_use]
    pub fn part_at(&self, offset: u32) -> Option<usize> {
        let mut found = None;
        let mut idx = 0;
        // Whole parts that do not hold the byte are stepped over.
        while let Some(part) = self.parts.get(idx) {
            if part.holds(offset) {
                found = Some(idx);
                idx += 1;
            } else {
                idx += part.n_inside + 1;
            }
        }
        found
    }

    /// Says what marked bytes are, as far as they are few, and the name of the part that is selected there.
    #[must_use]
    pub fn said(&self, (offset, len): (u32, u32), selected: Option<usize>) -> String {
        let bytes = self.bytes.get(offset as usize..(offset + len) as usize).unwrap_or_default();
        let digits = (bytes.len() <= MAX_SAID).then(|| as_hex(bytes));
        let part = selected.and_then(|it| self.parts.get(it)).filter(|it| it.holds(offset));
        let all = digits.into_iter().chain(part.map(|it| it.name.clone()));
        all.collect::<Vec<_>>().join(", ")
    }

    /// Returns the names of the parts that a byte belongs to, from the outside in.
    #[must_use]
    pub fn path_at(&self, offset: u32) -> Option<String> {
        let innermost = self.part_at(offset)?;
        let around = self.parts.get(..=innermost)?.iter().enumerate();
        let around = around.filter(|(idx, it)| idx + it.n_inside >= innermost);
        Some(around.map(|(_, it)| it.name.as_str()).collect::<Vec<_>>().join(" › "))
    }

    /// Returns the text that made a part, or the nearest part around it that has one.
    #[must_use]
    pub fn source_of(&self, idx: usize) -> Option<Range> {
        let part = self.parts.get(idx)?;
        let around = self.parts.get(..=idx)?.iter().rev();
        let around = around
            .filter(|it| it.offset <= part.offset && part.offset + part.len <= it.offset + it.len);
        around.filter(|it| it.depth <= part.depth).find_map(|it| it.source)
    }

    /// Returns what to write in a little-endian file of the same parts so that the numbers are those which
    /// `bytes` at `offset` make in this big-endian one.
    #[must_use]
    pub fn little_endian(&self, offset: u32, bytes: &[u8]) -> (u32, Vec<u8>) {
        let unchanged = || (offset, bytes.to_vec());
        let (mut start, mut end) = (offset as usize, offset as usize + bytes.len());
        let mut image = self.bytes.clone();
        let Some(place) = image.get_mut(start..end) else { return unchanged() };
        place.copy_from_slice(bytes);
        let written = start..end;
        for it in self.parts.iter().filter(|it| it.n_inside == 0) {
            let number = it.offset as usize..(it.offset + it.len) as usize;
            let is_touched = number.start < written.end && written.start < number.end;
            if !is_touched || !matches!(it.type_name.as_str(), "u16" | "u32" | "u64") {
                continue;
            }
            (start, end) = (start.min(number.start), end.max(number.end));
            if let Some(number) = image.get_mut(number) {
                number.reverse();
            }
        }
        match image.get(start..end) {
            Some(bytes) => (start as u32, bytes.to_vec()),
            None => unchanged(),
        }
    }

    /// Indices of the parts to list; `toggled` are those that are not as they are at first.
    #[must_use]
    pub fn listed(&self, toggled: &BTreeSet<String>) -> Vec<usize> {
        let mut listed = Vec::new();
        let mut idx = 0;
        while let Some(part) = self.parts.get(idx) {
            listed.push(idx);
            idx += if self.is_open(part, toggled) { 1 } else { part.n_inside + 1 };
        }
        listed
    }

    /// Returns true if the parts inside a part are listed.
    #[must_use]
    pub fn is_open(&self, part: &Part, toggled: &BTreeSet<String>) -> bool {
        let is_open_at_first = part.depth == 0 || self.parts.len() <= MAX_OPEN;
        part.n_inside > 0 && (is_open_at_first != toggled.contains(&part.key))
    }

    /// Opens all parts around a part.
    pub fn open_around(&self, idx: usize, toggled: &mut BTreeSet<String>) {
        let Some(part) = self.parts.get(idx) else { return };
        for (outer_idx, outer) in self.parts.iter().enumerate().take(idx) {
            let is_around = outer_idx + outer.n_inside >= idx && outer.depth < part.depth;
            if is_around && !self.is_open(outer, toggled) && !toggled.remove(&outer.key) {
                toggled.insert(outer.key.clone());
            }
        }
    }
}

fn collect(fields: &[ByteField], around: &str, depth: usize, parts: &mut Vec<Part>) {
    for (idx, field) in fields.iter().enumerate() {
        let key = format!("{around}/{idx}:{}", field.name);
        let at = parts.len();
        parts.push(Part {
            depth,
            key: key.clone(),
            name: field.name.clone(),
            type_name: field.type_name.clone(),
            offset: field.offset,
            len: field.len,
            value: field.value.clone(),
            meaning: field.meaning.clone(),
            source: field.source,
            bits: field.bits,
            nth: (idx + 1, fields.len()),
            n_inside: 0,
        });
        if depth < MAX_DEPTH {
            collect(&field.children, &key, depth + 1, parts);
        }
        let n_inside = parts.len() - at - 1;
        if let Some(part) = parts.get_mut(at) {
            part.n_inside = n_inside;
        }
    }
}

/// A rectangle of cells in a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cells {
    pub row: u32,
    pub n_rows: u32,
    pub column: u32,
    pub n_columns: u32,
}

/// Returns the rectangles that cover a stretch of bytes: the rest of its first row, whole rows, the
/// start of its last row.
#[must_use]
pub fn cells(offset: u32, len: u32, n_columns: u32) -> Vec<Cells> {
    let mut boxes = Vec::new();
    let end = offset.saturating_add(len);
    if len == 0 || n_columns == 0 {
        return boxes;
    }
    let (mut row, column) = (offset / n_columns, offset % n_columns);
    if column > 0 || end < (row + 1) * n_columns {
        let n = (end - offset).min(n_columns - column);
        boxes.push(Cells { row, n_rows: 1, column, n_columns: n });
        row += 1;
    }
    let whole = (end / n_columns).saturating_sub(row);
    if whole > 0 {
        boxes.push(Cells { row, n_rows: whole, column: 0, n_columns });
        row += whole;
    }
    if row * n_columns < end {
        boxes.push(Cells { row, n_rows: 1, column: 0, n_columns: end - row * n_columns });
    }
    boxes
}

/// Returns a byte as a character, if it is a printable one.
#[must_use]
pub fn character(byte: u8) -> char {
    if (0x20..0x7f).contains(&byte) { char::from(byte) } else { '·' }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, offset: u32, len: u32, children: Vec<ByteField>) -> ByteField {
        ByteField {
            name: name.into(),
            type_name: String::new(),
            offset,
            len,
            value: String::new(),
            meaning: String::new(),
            source: None,
            lines: Vec::new(),
            bits: None,
            children,
        }
    }

    fn sample() -> Model {
        Model::new(&Bytes {
            data: base64::encode(&[7; 40]),
            fields: vec![
                field(
                    "header",
                    0,
                    16,
                    vec![field("magic", 0, 4, vec![]), field("version", 4, 2, vec![])],
                ),
                field(
                    "units",
                    20,
                    20,
                    vec![field("unit", 20, 10, vec![field("id", 20, 1, vec![])])],
                ),
            ],
            ..Bytes::default()
        })
    }

    #[test]
    fn bytes_belong_to_their_innermost_part() {
        let model = sample();
        let name = |offset| model.part_at(offset).map(|it| model.parts[it].name.as_str());
        for (offset, part) in [
            (0, Some("magic")),
            (5, Some("version")),
            (6, Some("header")),
            (17, None),
            (20, Some("id")),
            (21, Some("unit")),
            (39, Some("units")),
            (40, None),
        ] {
            assert_eq!(name(offset), part, "{offset}");
        }
        assert_eq!(model.said((5, 1), model.part_at(5)), "07, version");
        assert_eq!(model.said((20, 20), Some(3)), "units", "too many bytes to hear");
        assert_eq!(model.said((17, 2), Some(3)), "07 07", "they belong to no part");
        assert_eq!(model.region_of(3), Some(0));
        assert_eq!(model.region_of(17), None);
        assert_eq!(model.region_of(25), Some(1));
    }

    #[test]
    fn what_is_written_over_big_endian_numbers_is_turned_around() {
        let number = |name: &str, offset: u32, len: u32| ByteField {
            type_name: format!("u{}", 8 * len),
            ..field(name, offset, len, vec![])
        };
        let data = base64::encode(&[0, 1, 0, 0, 0, 2, 9, 9]);
        let fields = vec![number("a", 0, 2), number("b", 2, 4), number("c", 6, 1)];
        let model = Model::new(&Bytes { data, fields, ..Bytes::default() });
        assert_eq!(model.little_endian(0, &[0, 3]), (0, vec![3, 0]));
        assert_eq!(model.little_endian(5, &[7]), (2, vec![7, 0, 0, 0]));
        assert_eq!(model.little_endian(1, &[5, 6]), (0, vec![5, 0, 2, 0, 0, 6]));
        assert_eq!(model.little_endian(6, &[4]), (6, vec![4]));
        assert_eq!(model.little_endian(7, &[1, 2]), (7, vec![1, 2]), "beyond the end");
    }

    #[test]
    fn closed_parts_hide_what_is_inside() {
        let model = sample();
        let mut toggled = BTreeSet::new();
        assert_eq!(model.listed(&toggled), [0, 1, 2, 3, 4, 5]);
        toggled.insert(model.parts[3].key.clone());
        assert_eq!(model.listed(&toggled), [0, 1, 2, 3]);
        model.open_around(5, &mut toggled);
        assert_eq!(model.listed(&toggled).len(), 6);
    }

    #[test]
    fn a_part_with_another_name_stays_open() {
        let model = |number: &str, n_bytes: u32| {
            let many = (0..200).map(|it| field(&it.to_string(), 0, 1, vec![])).collect();
            let argument = field(
                &format!("argument {number}"),
                1,
                n_bytes,
                vec![field("index", 1, 2, vec![])],
            );
            let fields = vec![field("units", 0, 9, vec![argument]), field("rest", 9, 1, many)];
            Model::new(&Bytes { fields, ..Bytes::default() })
        };
        let (before, mut toggled) = (model("2", 8), BTreeSet::new());
        before.open_around(2, &mut toggled);
        let is_open =
            |model: &Model, toggled: &BTreeSet<String>| model.is_open(&model.parts[1], toggled);
        let after = model("7", 8).after(&before);
        assert!(after.rename_toggled(&mut toggled));
        assert!(is_open(&after, &toggled));
        assert!(!is_open(&before, &toggled), "one of the former name is another");
        // Where parts have moved, it is not known which is which.
        let moved = model("9", 6).after(&after);
        assert!(!moved.rename_toggled(&mut toggled));
        assert!(!is_open(&moved, &toggled));
    }

    #[test]
    fn a_stretch_is_covered_exactly() {
        for (offset, len, n_columns) in
            [(0, 16, 16), (3, 5, 16), (12, 8, 16), (12, 40, 16), (0, 33, 16), (5, 1, 8), (0, 0, 8)]
        {
            let mut covered: Vec<u32> = cells(offset, len, n_columns)
                .into_iter()
                .flat_map(|it| {
                    (it.row..it.row + it.n_rows).flat_map(move |row| {
                        (it.column..it.column + it.n_columns)
                            .map(move |column| row * n_columns + column)
                    })
                })
                .collect();
            covered.sort_unstable();
            assert_eq!(covered, (offset..offset + len).collect::<Vec<_>>(), "{offset} {len}");
        }
    }
}
