//! The names of the bits of a field, also of those that are clear.

use std::cell::RefCell;

use super::format::{ABI_ENTRY, HEADER, RESOURCE_ENTRY, StructDef};
use crate::hardware::tables::{self, ABI_FLAGS, CONFIG_FLAGS, Named, RESOURCE_FLAGS};

/// The kind of names that the bits of a field have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Names {
    /// The names of a group of features, by the type of unit and the group's number.
    Group(u16, u8),
    /// The names of the flags of a struct, by its name.
    Flags(&'static str),
}

/// The names that fields have used so far, each list once.
#[derive(Debug, Default)]
pub(super) struct BitNames {
    lists: RefCell<Vec<(Names, Vec<String>)>>,
}

impl BitNames {
    /// Returns the list for a word of a bitmap; a bit without a name is called by its number, as in
    /// texts.
    pub(super) fn of_group(&self, unit_type: u16, group: u8) -> Option<u32> {
        self.index(Names::Group(unit_type, group), || {
            (0..32).map(|bit| tables::feature_key(unit_type, group * 32 + bit)).collect()
        })
    }

    /// Returns the list for the flags of a struct.
    pub(super) fn of_flags(&self, def: &StructDef) -> Option<u32> {
        let flags: &'static [Named] = match def.name {
            name if name == HEADER.name => CONFIG_FLAGS,
            name if name == RESOURCE_ENTRY.name => RESOURCE_FLAGS,
            name if name == ABI_ENTRY.name => ABI_FLAGS,
            _ => return None,
        };
        self.index(Names::Flags(def.name), || {
            let last = flags.iter().map(|it| it.number).max().unwrap_or_default();
            (0..=last)
                .map(|bit| tables::by_number(flags, bit).map_or("", |it| it.key).to_owned())
                .collect()
        })
    }

    fn index(&self, names: Names, list: impl FnOnce() -> Vec<String>) -> Option<u32> {
        let mut lists = self.lists.try_borrow_mut().ok()?;
        let known = lists.iter().position(|it| it.0 == names);
        let idx = known.unwrap_or(lists.len());
        if known.is_none() {
            lists.push((names, list()));
        }
        u32::try_from(idx).ok()
    }

    /// Returns all lists, in the order of their numbers.
    pub(super) fn into_lists(self) -> Vec<Vec<String>> {
        self.lists.into_inner().into_iter().map(|it| it.1).collect()
    }
}
