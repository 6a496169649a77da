//! The ABI: its name, and what it lays down.

use super::{Checker, Value};
use crate::target::diagnostics::{target as messages, values};
use crate::target::edit;
use crate::target::tables::{Abi, plain_register as register_name, tables};
use crate::target::value::{self, Item};

impl<'c> Checker<'c> {
    pub(super) fn abi_name(&mut self, value: Value<'c>, name: &str) {
        if !value::is_key(name) {
            self.fault(value, values::abi_name(value.range(), name));
        }
    }

    /// Compares with the known ABI of the same architecture and mode
    /// (coil.md#comparing-with-a-known-abi).
    pub(super) fn abi(&mut self) {
        let Some(value) = self.known("Name") else { return };
        let Some(name) = value.setting.word().map(|it| it.text.into_owned()) else { return };
        if !value::is_key(&name) {
            return;
        }
        let mut known = tables().abis_called(&name).peekable();
        if known.peek().is_none() {
            // An empty list says that no parameter is in a register.
            if self.config.setting("ABI", "ParameterRegisters").is_none() {
                self.fault(value, messages::custom_abi(value.range(), &name));
            }
            return;
        }
        let (Some(architecture), Some(mode)) = (self.target.tables(), self.target.mode) else {
            return;
        };
        match known.find(|it| it.fits(architecture, mode)) {
            Some(abi) => self.compare(abi, mode),
            None => {
                let diagnostic =
                    messages::abi_architecture(value.range(), &name, architecture, mode);
                self.fault(value, diagnostic);
            }
        }
    }

    fn compare(&mut self, abi: &'static Abi, mode: u16) {
        let lists = [
            ("ParameterRegisters", "parameter", &abi.parameters),
            ("ReturnRegisters", "return", &abi.returns),
        ];
        for (key, what, right) in lists {
            let (Some(value), Some(right)) = (self.known(key), right) else { continue };
            let given: Vec<String> =
                items(value).into_iter().map(|it| register_name(&it.text)).collect();
            if given != *right {
                let setting = value.setting;
                // An empty list has no range of its own.
                let range = setting.pair.value.unwrap_or_else(|| setting.pair.range());
                let edit = edit::write_value(setting.source, setting.pair, &right.join(","));
                self.fault(value, messages::abi_registers(range, abi, mode, what, right, edit));
            }
        }
        if let (Some(value), Some(right)) = (self.known("StackAlignment"), abi.stack_alignment)
            && value::is_power_of_two(value.setting.raw()) == Some(true)
            // Of two powers of two the greater is a multiple of the other.
            && value::integer(value.setting.raw()).is_some_and(|it| it < i128::from(right))
        {
            self.fault(value, messages::abi_alignment(value.range(), abi, mode, right));
        }
        if let (Some(value), Some(right)) = (self.known("RedZoneSize"), abi.red_zone)
            && value::integer(value.setting.raw()).is_some_and(|it| it > i128::from(right))
        {
            self.fault(value, messages::abi_red_zone(value.range(), abi, mode, right));
        }
    }
}

fn items<'c>(value: Value<'c>) -> Vec<Item<'c>> {
    value.setting.items().into_iter().filter(|it| !it.is_empty()).collect()
}
