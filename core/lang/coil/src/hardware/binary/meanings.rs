//! The meaning of the numbers of a binary, in words.

use crate::hardware::print::size_words;
use crate::hardware::tables::{self, FLOAT_BASE, Named, SPECIAL_ARGS};

/// Names the flags that are set, with what is left over as a number: `A | 0x10`.
pub(super) fn flag_names(table: &'static [Named], bits: u64) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut rest = bits;
    for flag in table {
        if bits & (1 << flag.number) != 0 {
            names.push(flag.enumerator.to_owned());
            rest &= !(1 << flag.number);
        }
    }
    if rest != 0 {
        names.push(format!("{rest:#x}"));
    }
    names.join(" | ")
}

/// Names a number of a table.
pub(super) fn enumerator(table: &'static [Named], number: u64) -> String {
    u16::try_from(number)
        .ok()
        .and_then(|it| tables::by_number(table, it))
        .map_or_else(|| "reserved".to_owned(), |it| it.enumerator.to_owned())
}

/// Explains an argument index.
pub(super) fn argument(index: u64) -> String {
    let index = u16::try_from(index).unwrap_or_default();
    match tables::by_number(SPECIAL_ARGS, index) {
        Some(it) => it.enumerator.to_owned(),
        None if index >= FLOAT_BASE => format!("float argument {}", index - FLOAT_BASE),
        None => format!("argument {index}"),
    }
}

/// Spells a size in its largest unit.
pub(super) fn bytes_of(size: u64) -> String {
    size_words(size)
}
