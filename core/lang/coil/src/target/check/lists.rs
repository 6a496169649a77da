//! Lists of names from the tables: features, cryptographic extensions, registers.

use text_size::TextRange;

use super::types::removal;
use super::{Checker, Value};
use crate::target::config::Setting;
use crate::target::diagnostics::{target as messages, values};
use crate::target::tables::plain_register as register_name;
use crate::target::target_section::Target;
use crate::target::value::{Item, trim};
use bobbin_core::diagnostics::{Diagnostic, Fix};

/// The ABI that takes virtual registers (coil.md#known-abis).
const VIRTUAL_ABI: &str = "COIL_Standard";

/// The number of virtual registers.
const N_VIRTUAL: u32 = 16;

impl<'c> Checker<'c> {
    pub(super) fn features(&mut self, value: Value<'c>, items: &[Item<'c>]) {
        self.repeated(value, items, |it| it.text.to_ascii_lowercase());
        let Target { mode, .. } = self.target;
        let Some(architecture) = self.target.tables() else { return };
        let key = value.key.name;
        for (idx, item) in items.iter().enumerate().filter(|it| it.1.is_sound) {
            let name = &item.text;
            // Nothing in the text says whether the feature or the target is wrong.
            let remove = || {
                let Setting { source, pair, .. } = value.setting;
                let is_last = items.len() == 1;
                // An empty list would clear that of an included file, which is what removing the last
                // of its own means there.
                let edit = match is_last && self.config.overridden(value.section, key).is_empty() {
                    true => source.without_pair(pair.key),
                    false => removal(value, items, idx).1,
                };
                Fix::new(format!("Remove `{name}`"), edit).as_choice()
            };
            let is_known = |it: &str| architecture.feature(it).is_some();
            match architecture.feature(name) {
                None => self.name_fault(value, item, is_known, |range| {
                    messages::feature(range, name, architecture).with_fixes([remove()])
                }),
                Some(feature) => {
                    let missing = mode
                        .filter(|mode| !feature.modes.is_empty() && !feature.modes.contains(mode));
                    if let Some(mode) = missing {
                        self.item_fault(value, item, |range| {
                            messages::feature_mode(range, name, architecture, mode, &feature.modes)
                                .with_fixes([remove()])
                        });
                    }
                }
            }
        }
    }

    pub(super) fn crypto(&mut self, value: Value<'c>, items: &[Item<'c>]) {
        self.repeated(value, items, |it| it.text.to_ascii_lowercase());
        let Some(architecture) = self.target.tables() else { return };
        let is_known =
            |name: &str| architecture.crypto.iter().any(|it| it.eq_ignore_ascii_case(name));
        for item in items.iter().filter(|it| it.is_sound) {
            if !is_known(&item.text) {
                self.name_fault(value, item, is_known, |range| {
                    let known = &architecture.crypto;
                    messages::extension(range, &item.text, "a cryptographic", architecture, known)
                });
            }
        }
    }

    /// Reports an item that is no known name. Several names in one pair of quotes are one item, where
    /// the quotes are what is wrong (coil.md#quotes).
    pub(super) fn name_fault(
        &mut self,
        value: Value<'c>,
        item: &Item<'c>,
        is_known: impl Fn(&str) -> bool,
        diagnostic: impl FnOnce(TextRange) -> Diagnostic,
    ) {
        let mut names = item.text.split(',').map(trim);
        let is_list = item.quoted && item.text.contains(',') && names.all(is_known);
        self.item_fault(value, item, |range| match is_list {
            true => values::quoted_list(diagnostic(range), &item.text),
            false => diagnostic(range),
        });
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
                    let is_known =
                        |it: &str| architecture.register(&register_name(it), mode).is_some();
                    self.name_fault(value, item, is_known, |range| {
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
