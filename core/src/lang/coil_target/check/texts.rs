//! Texts with a form of their own: paths, symbols, defines, libraries.

use super::{Checker, Value};
use crate::lang::coil_target::diagnostics::values;
use crate::lang::coil_target::value::Item;

impl<'c> Checker<'c> {
    /// Syntax only: whether the path exists cannot be known (facts, coil §2.2 point 18).
    pub(super) fn path(&mut self, value: Value<'c>, item: &Item<'c>) {
        let is_empty = item.text.is_empty();
        if is_empty || item.text.contains(|it: char| it < ' ') {
            self.item_fault(value, item, |range| values::path(range, is_empty));
        }
    }

    pub(super) fn paths(&mut self, value: Value<'c>, items: &[Item<'c>]) {
        items.iter().for_each(|it| self.path(value, it));
        self.repeated(value, items, |it| it.text.clone());
    }

    /// `[A-Za-z_.$][A-Za-z0-9_.$@]*` (facts, coil §2.3).
    pub(super) fn symbol(&mut self, value: Value<'c>, name: &str) {
        let is_start = |it: char| it.is_ascii_alphabetic() || matches!(it, '_' | '.' | '$');
        let is_symbol = name.starts_with(is_start)
            && name.chars().all(|it| is_start(it) || it.is_ascii_digit() || it == '@');
        if !is_symbol {
            self.fault(value, values::symbol(value.range(), name));
        }
    }

    /// `NAME` or `NAME=VALUE`; the name alone makes two of them the same.
    pub(super) fn defines(&mut self, value: Value<'c>, items: &[Item<'c>]) {
        let name = |it: &Item<'c>| it.text.split('=').next().unwrap_or_default().to_owned();
        for item in items {
            let name = name(item);
            let is_start = |it: char| it.is_ascii_alphabetic() || it == '_';
            let is_name = name.starts_with(is_start)
                && name.chars().all(|it| is_start(it) || it.is_ascii_digit());
            if !is_name {
                self.item_fault(value, item, |range| values::define(range, &item.text));
            }
        }
        self.repeated(value, items, name);
    }

    /// `[A-Za-z0-9_][A-Za-z0-9_.+-]*` (facts, coil §2.3).
    pub(super) fn libraries(&mut self, value: Value<'c>, items: &[Item<'c>]) {
        for item in items {
            let is_start = |it: char| it.is_ascii_alphanumeric() || it == '_';
            let is_library = item.text.starts_with(is_start)
                && item.text.chars().all(|it| is_start(it) || matches!(it, '.' | '+' | '-'));
            if !is_library {
                self.item_fault(value, item, |range| values::library(range, &item.text));
            }
        }
        self.repeated(value, items, |it| it.text.clone());
    }
}
