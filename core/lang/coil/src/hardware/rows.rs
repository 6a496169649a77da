//! The entries of resource and mapping sections one by one, as the tables of the form have them.

use std::borrow::Cow;

use text_size::TextRange;

use super::file::File;
use super::lower::{Word, count_and_size};
use super::sections::{Pair, Section};
use super::tables::REG_TYPES;
use super::value::{self, ListItem};
use bobbin_core::edit::ItemPath;
use bobbin_core::text::slice;

/// Stands in paths between a section and the name of a row.
const ROW: &str = "row";

/// The name of a row in its section. A number alone would be another row's as soon as one above is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RowName {
    /// The key of the line.
    pub(super) key: String,
    /// The rows with that key above this one.
    pub(super) nth: usize,
}

impl RowName {
    /// Returns the name of the last of the rows that have these keys.
    pub(super) fn of_last(keys: &[&str]) -> RowName {
        let Some((&key, above)) = keys.split_last() else {
            return RowName { key: String::new(), nth: 0 };
        };
        RowName { key: key.to_owned(), nth: above.iter().filter(|&&it| it == key).count() }
    }

    /// Returns the row with the name.
    pub(super) fn find<T>(
        &self,
        rows: impl IntoIterator<Item = T>,
        is_key: impl Fn(&T, &str) -> bool,
    ) -> Option<T> {
        rows.into_iter().filter(|it| is_key(it, &self.key)).nth(self.nth)
    }
}

/// Returns the path of a section's row.
pub(super) fn row_path(section: &ItemPath, name: RowName) -> ItemPath {
    let mut res = section.clone();
    res.0.extend([ROW.to_owned(), name.key]);
    if name.nth > 0 {
        res.0.push(format!("#{}", name.nth + 1));
    }
    res
}

/// Splits a row's path into the section and the name of the row; `None` if it is no path of a row.
pub(super) fn split_row(item: &ItemPath) -> Option<(ItemPath, RowName)> {
    // A section has a kind, a name and perhaps a number, and any of the keys may be this word.
    let at = 2 + item.0.iter().skip(2).position(|it| it == ROW)?;
    let (section, rest) = item.0.split_at_checked(at)?;
    let (key, nth) = match rest {
        [_, key] => (key, 0),
        [_, key, nth] => (key, nth.strip_prefix('#')?.parse::<usize>().ok()?.checked_sub(1)?),
        _ => return None,
    };
    Some((ItemPath(section.to_vec()), RowName { key: key.clone(), nth }))
}

/// A resource's value, as far as it can be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ResourceWords {
    pub(super) count: u64,
    pub(super) size: u64,
    pub(super) flags: u16,
    pub(super) labels: Vec<String>,
}

/// The words of a resource's value, by what they say: places in the list of words.
#[derive(Debug, Clone, Default)]
pub(super) struct ResourceParts {
    /// The word that counts as the count.
    pub(super) count: Option<usize>,
    /// The word that counts as the size.
    pub(super) size: Option<usize>,
    pub(super) flags: Vec<usize>,
    pub(super) labels: Vec<usize>,
    pub(super) says: ResourceWords,
}

impl ResourceParts {
    pub(super) fn of(kind: u16, items: &[ListItem<'_>]) -> ResourceParts {
        let mut res = ResourceParts::default();
        let (mut count, mut size) = (None, None);
        for (idx, item) in items.iter().enumerate() {
            match Word::of(item.text) {
                Word::Count(number) => {
                    count = Some(number);
                    res.count = Some(idx);
                }
                Word::Size(bytes) => {
                    size = Some(bytes);
                    res.size = Some(idx);
                }
                // Too large for either, so it is shown where it can be mended.
                Word::TooLarge => {
                    res.size = res.size.or(Some(idx));
                    if !value::looks_like_integer(item.text) {
                        size = size.or(Some(0));
                    }
                }
                Word::Flag(flag) => {
                    res.says.flags |= 1 << flag.number;
                    res.flags.push(idx);
                }
                Word::Label => {
                    res.says.labels.push(value::plain(item.text).into_owned());
                    res.labels.push(idx);
                }
                Word::Nothing => (),
            }
        }
        (res.says.count, res.says.size) = count_and_size(kind, count, size);
        // A lone number that is a size.
        if size.is_none() && count.is_some_and(|it| (1, it) == (res.says.count, res.says.size)) {
            res.size = res.count.take();
        }
        res
    }
}

/// Returns the words of a resource's value, and whether they have places of their own in the text:
/// inside quotes they have not.
pub(super) fn resource_items<'t>(text: &'t str, pair: &Pair) -> (Vec<ListItem<'t>>, bool) {
    match value::unquote(slice(text, pair.value)) {
        // Without escapes what is inside stands in the text as it is.
        Some(Cow::Borrowed(inner)) => {
            let range = bobbin_core::text::range_in(text, inner);
            (value::list(text, range), true)
        }
        Some(Cow::Owned(_)) => (Vec::new(), false),
        None => (value::list(text, pair.value), true),
    }
}

/// One register of a line of a mapping.
#[derive(Debug, Clone)]
pub(super) struct RegisterEntry<'t> {
    pub(super) pair: &'t Pair,
    /// The line's registers.
    pub(super) list: TextRange,
    pub(super) item: ListItem<'t>,
    /// True if the line has no other.
    pub(super) is_alone: bool,
}

impl<'t> RegisterEntry<'t> {
    /// Returns type, index and mask, as far as they are there.
    pub(super) fn parts(&self) -> Vec<&'t str> {
        self.item.text.splitn(3, ':').map(str::trim).collect()
    }
}

/// Returns the registers of a mapping section in the order of the text.
pub(super) fn register_entries<'f>(file: &'f File, section: &'f Section) -> Vec<RegisterEntry<'f>> {
    let text = file.text();
    let mut res = Vec::new();
    for pair in &section.pairs {
        let written = slice(text, pair.value);
        let list = match value::unquote(written) {
            Some(Cow::Borrowed(inner)) => bobbin_core::text::range_in(text, inner),
            _ => pair.value,
        };
        let items = value::list(text, list);
        let is_alone = items.len() <= 1;
        if items.is_empty() {
            let item = ListItem { text: "", range: pair.value };
            res.push(RegisterEntry { pair, list, item, is_alone });
        }
        let entry = |item| RegisterEntry { pair, list, item, is_alone };
        res.extend(items.into_iter().map(entry));
    }
    res
}

/// Names of the x86-64 registers in the order of the virtual ones
/// (coil.md#converting-a-target-to-hardware).
pub(super) const X86_REGISTERS: &[&str] = &[
    "RAX", "RBX", "RCX", "RDX", "RDI", "RSI", "RSP", "RBP", "R8", "R9", "R10", "R11", "R12", "R13",
    "R14", "R15",
];

/// Arm has so many general registers with a number (coil.md#converting-a-target-to-hardware: Xn =
/// n).
const N_ARM_REGISTERS: u64 = 31;

/// Returns the names of a general register on the architectures that the tables know.
pub(super) fn general_names(index: u64) -> (Option<&'static str>, Option<String>) {
    let x86 = usize::try_from(index).ok().and_then(|it| X86_REGISTERS.get(it)).copied();
    let arm = (index < N_ARM_REGISTERS).then(|| format!("X{index}"));
    (x86, arm)
}

/// Returns the index of a general register that is named instead: `RDI`, `X4` or the virtual `RQ4`.
pub(super) fn general_index(name: &str) -> Option<u64> {
    if let Some(at) = X86_REGISTERS.iter().position(|it| it.eq_ignore_ascii_case(name)) {
        return Some(at as u64);
    }
    let lower = name.to_ascii_lowercase();
    let (digits, n_registers) = match (lower.strip_prefix("rq"), lower.strip_prefix('x')) {
        (Some(digits), _) => (digits, u64::from(u32::MAX)),
        (None, Some(digits)) => (digits, N_ARM_REGISTERS),
        (None, None) => return None,
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten().filter(|&it| it < n_registers)
}

/// Names a register where the tables know it. `arch` is the architecture that the unit has
/// facts about, if any; a general register of any other than x86-64 and arm64 has only its virtual
/// name.
pub(super) fn register_name(reg_type: u16, index: u64, arch: Option<&str>) -> String {
    match reg_type {
        0 => {
            let (x86, arm) = general_names(index);
            let arch = arch.unwrap_or_default().to_ascii_lowercase();
            let found = match (arch.starts_with("x86"), arch.as_str()) {
                (true, _) => x86.map(str::to_owned),
                (_, it) if it.starts_with("arm64") || it.starts_with("aarch64") => arm,
                _ => None,
            };
            found.unwrap_or_else(|| format!("RQ{index}"))
        }
        4 => format!("stack, byte {index}"),
        _ => match super::tables::by_number(REG_TYPES, reg_type) {
            Some(it) => format!("{} {index}", it.doc),
            None => format!("reserved type {reg_type}, number {index}"),
        },
    }
}

/// Returns the names that a general register may have where the architecture is not known; `None` if
/// the tables name none.
pub(super) fn possible_names(index: u64) -> Option<String> {
    match general_names(index) {
        (Some(x86), Some(arm)) => Some(format!("{x86} on x86-64, {arm} on arm64")),
        (x86, arm) => x86.map(str::to_owned).or_else(|| Some(format!("{} on arm64", arm?))),
    }
}

/// Describes the bits that a mask leaves of a register.
pub(super) fn mask_words(mask: u32) -> String {
    let (low, n_bits) = (mask.trailing_zeros(), mask.count_ones());
    let is_run = n_bits > 0 && mask.leading_zeros() + low + n_bits == u32::BITS;
    match (low, n_bits) {
        (_, u32::BITS) => "the whole register".to_owned(),
        (_, 0) => "no bit".to_owned(),
        (_, 1) => format!("bit {low}"),
        (0, _) if is_run => format!("the low {n_bits} bits"),
        _ if is_run => format!("bits {low} to {}", low + n_bits - 1),
        _ => format!("{n_bits} single bits"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_paths_behind_their_section() {
        let section = ItemPath::new(["resources", "cpu:0.resources", "#2"]);
        for (keys, end) in [
            (&["gpr", "core"][..], &["row", "core"][..]),
            (&["core", "gpr", "core"], &["row", "core", "#2"]),
            (&["row"], &["row", "row"]),
        ] {
            let name = RowName::of_last(keys);
            let row = row_path(&section, name.clone());
            assert_eq!(row.parts().get(3..), Some(end));
            assert_eq!(split_row(&row), Some((section.clone(), name)));
        }
        for no_row in [
            section,
            ItemPath::new(["row", "1"]),
            ItemPath::new(["abi", "row"]),
            ItemPath::new(["abi", "a", "row"]),
            ItemPath::new(["abi", "a", "row", "gpr", "#0"]),
            ItemPath::new(["abi", "a", "row", "gpr", "2"]),
        ] {
            assert_eq!(split_row(&no_row), None, "{no_row:?}");
        }
    }

    /// coil.md#converting-a-target-to-hardware: x86 RAX RBX RCX RDX RDI … = 0..15, arm64 Xn = n.
    #[test]
    fn registers_have_the_names_of_their_architecture() {
        for (reg_type, index, arch, name) in [
            (0, 4, None, "RQ4"),
            (0, 4, Some("riscv64"), "RQ4"),
            (0, 4, Some("x86_64"), "RDI"),
            (0, 4, Some("aarch64"), "X4"),
            (0, 20, Some("x86_64"), "RQ20"),
            (0, 20, Some("arm64"), "X20"),
            (0, 40, Some("arm64"), "RQ40"),
            (1, 3, None, "Floating-point register 3"),
            (4, 32, None, "stack, byte 32"),
            (9, 1, None, "reserved type 9, number 1"),
        ] {
            assert_eq!(register_name(reg_type, index, arch), name, "{reg_type} {index} {arch:?}");
        }
        for (index, names) in
            [(4, Some("RDI on x86-64, X4 on arm64")), (20, Some("X20 on arm64")), (40, None)]
        {
            assert_eq!(possible_names(index).as_deref(), names, "{index}");
        }
        for (name, index) in
            [("rdi", Some(4)), ("X30", Some(30)), ("x31", None), ("RQ7", Some(7)), ("x", None)]
        {
            assert_eq!(general_index(name), index, "{name}");
        }
    }

    #[test]
    fn masks_have_words() {
        for (mask, words) in [
            (u32::MAX, "the whole register"),
            (0, "no bit"),
            (0xFF, "the low 8 bits"),
            (0xFF00, "bits 8 to 15"),
            (0x8000_0000, "bit 31"),
            (0xFFFF_0000, "bits 16 to 31"),
            (0b101, "2 single bits"),
        ] {
            assert_eq!(mask_words(mask), words, "{mask:#x}");
        }
    }
}
