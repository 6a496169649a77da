//! Texts with a form of their own: paths, symbols, defines, libraries.

use super::{Checker, Value};
use crate::target::diagnostics::values;
use crate::target::value::{self, Item};

impl<'c> Checker<'c> {
    /// Checks the syntax of a path only: whether it exists cannot be known (coil.md#paths).
    pub(super) fn path(&mut self, value: Value<'c>, item: &Item<'c>) {
        let is_empty = item.text.is_empty();
        if !value::is_path(&item.text) {
            self.item_fault(value, item, |range| values::path(range, is_empty));
        }
    }

    pub(super) fn paths(&mut self, value: Value<'c>, items: &[Item<'c>]) {
        items.iter().filter(|it| it.is_sound).for_each(|it| self.path(value, it));
        self.repeated(value, items, |it| it.text.clone());
    }

    pub(super) fn symbol(&mut self, value: Value<'c>, name: &str) {
        if !value::is_symbol(name) {
            self.fault(value, values::symbol(value.range(), name));
        }
    }

    /// Checks `NAME` or `NAME=VALUE`; the name alone makes two of them the same.
    pub(super) fn defines(&mut self, value: Value<'c>, items: &[Item<'c>]) {
        let name = |it: &Item<'c>| it.text.split('=').next().unwrap_or_default().to_owned();
        for item in items.iter().filter(|it| it.is_sound) {
            let name = name(item);
            if !value::is_macro(&name) {
                let is_written = item.raw.starts_with(&name);
                let place = is_written.then(|| (value.range_of(item.raw), item.raw));
                self.item_fault(value, item, |range| values::define(range, &item.text, place));
            }
        }
        self.repeated_names(value, items, name, name);
    }

    pub(super) fn libraries(&mut self, value: Value<'c>, items: &[Item<'c>]) {
        for item in items.iter().filter(|it| it.is_sound) {
            if !value::is_library(&item.text) {
                let library = |range| values::library(range, &item.text);
                self.name_fault(value, item, value::is_library, library);
            }
        }
        self.repeated(value, items, |it| it.text.clone());
    }
}
