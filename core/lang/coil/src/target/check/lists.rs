//! Lists of names from the tables: features, cryptographic extensions, registers.

use super::types::removal;
use super::{Checker, Value};
use crate::target::diagnostics::target as messages;
use crate::target::tables::plain_register as register_name;
use crate::target::target_section::Target;
use crate::target::value::Item;

/// The ABI that takes virtual registers (coil.md#known-abis).
const VIRTUAL_ABI: &str = "COIL_Standard";

/// The number of virtual registers.
const N_VIRTUAL: u32 = 16;

impl<'c> Checker<'c> {
    pub(super) fn features(&mut self, value: Value<'c>, items: &[Item<'c>]) {
        self.repeated(value, items, |it| it.text.to_ascii_lowercase());
        let Target { mode, .. } = self.target;
        let Some(architecture) = self.target.tables() else { return };
        for (idx, item) in items.iter().enumerate().filter(|it| it.1.is_sound) {
            let name = &item.text;
            let remove = || removal(value, items, idx).1;
            match architecture.feature(name) {
                None => self.item_fault(value, item, |range| {
                    messages::feature(range, name, architecture)
                        .with_fix(format!("Remove `{name}`"), remove())
                }),
                Some(feature) => {
                    let missing = mode
                        .filter(|mode| !feature.modes.is_empty() && !feature.modes.contains(mode));
                    if let Some(mode) = missing {
                        self.item_fault(value, item, |range| {
                            messages::feature_mode(range, name, architecture, mode, &feature.modes)
                                .with_fix(format!("Remove `{name}`"), remove())
                        });
                    }
                }
            }
        }
    }

    pub(super) fn crypto(&mut self, value: Value<'c>, items: &[Item<'c>]) {
        self.repeated(value, items, |it| it.text.to_ascii_lowercase());
        let Some(architecture) = self.target.tables() else { return };
        for item in items.iter().filter(|it| it.is_sound) {
            if !architecture.crypto.iter().any(|it| it.eq_ignore_ascii_case(&item.text)) {
                self.item_fault(value, item, |range| {
                    let known = &architecture.crypto;
                    messages::extension(range, &item.text, "a cryptographic", architecture, known)
                });
            }
        }
    }

    pub(super) fn registers(&mut self, value: Value<'c>, items: &[Item<'c>]) {
        self.repeated(value, items, |it| register_name(&it.text));
        let Target { mode, .. } = self.target;
        let Some(architecture) = self.target.tables() else { return };
        let takes_virtual = self.config.word("ABI", "Name").is_some_and(|name| {
            super::super::tables::tables().abis_called(&name).any(|it| it.name == VIRTUAL_ABI)
        });
        let is_physical = |it: &&Item<'c>| it.is_sound && !(takes_virtual && is_virtual(&it.text));
        let mut items = items.iter().filter(is_physical).peekable();
        if architecture.registers.is_empty() {
            if items.peek().is_some() {
                let range = value.range();
                self.fault(value, messages::no_register_table(range, architecture));
            }
            return;
        }
        let mut known = None;
        for item in items {
            let name = &item.text;
            match architecture.register(&register_name(name), mode) {
                None => {
                    let known: &Vec<String> =
                        known.get_or_insert_with(|| architecture.register_names(mode).collect());
                    self.item_fault(value, item, |range| {
                        messages::register(range, name, architecture, known)
                    });
                }
                Some(group) => {
                    if let Some(mode) = mode.filter(|it| !group.modes.contains(it)) {
                        self.item_fault(value, item, |range| {
                            messages::register_mode(range, name, architecture, mode, &group.modes)
                        });
                    }
                }
            }
        }
    }
}

fn is_virtual(text: &str) -> bool {
    let name = register_name(text);
    (0..N_VIRTUAL).any(|it| name == format!("v{it}"))
}
