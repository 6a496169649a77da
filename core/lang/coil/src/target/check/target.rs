//! Architecture, mode, byte order, SIMD and what goes with them.

use text_size::TextRange;

use super::{Checker, Value};
use crate::target::diagnostics::{target as messages, values};
use crate::target::edit;
use crate::target::schema;
use crate::target::target_section::{CUSTOM, Known};
use crate::target::value;

impl<'c> Checker<'c> {
    pub(super) fn architecture(&mut self, value: Value<'c>, name: &str) {
        let range = value.range();
        // Without a processing unit nothing can be said of its architecture.
        let Some(unit) = self.target.unit else { return };
        let Some(known) = Known::find(unit, name) else {
            let mode = self.config.setting("Target", "Mode").and_then(|it| {
                let number = value::integer(&it.word().filter(|it| !it.quoted)?.text)?;
                let is_here = it.file == value.setting.file;
                is_here.then_some((it.pair.value_range(), u16::try_from(number).ok()?))
            });
            return self.fault(value, messages::architecture(range, unit, name, mode));
        };
        if known.name() != name {
            self.fault(value, messages::architecture_name(range, name, known.name()));
        }
        if known.name() == CUSTOM {
            self.fault(value, messages::custom_architecture(range));
        }
    }

    /// Checks that the mode is in range.
    pub(super) fn mode(&mut self, value: Value<'c>, mode: i128) {
        let Some(architecture) = self.target.tables() else { return };
        if !architecture.modes.iter().any(|&it| i128::from(it) == mode) {
            self.fault(value, messages::mode(value.range(), mode, architecture));
        }
    }

    pub(super) fn simd(&mut self, value: Value<'c>, name: &str) {
        let Some(architecture) = self.target.tables() else { return };
        let range = value.range();
        if !architecture.simd.iter().any(|it| it.eq_ignore_ascii_case(name)) {
            let known = &architecture.simd;
            let diagnostic = messages::extension(range, name, "a SIMD", architecture, known);
            return self.fault(value, diagnostic);
        }
        let modes = architecture.feature(name).map(|it| it.modes.as_slice()).unwrap_or_default();
        let missing = self.target.mode.filter(|it| !modes.is_empty() && !modes.contains(it));
        if let Some(mode) = missing {
            self.fault(value, messages::simd_mode(range, name, architecture, mode, modes));
        }
    }

    /// Reports a `SIMD` that names an extension that the given features do not imply
    /// (coil.md#simd-and-features). An empty list is given too, and implies nothing.
    pub(super) fn simd_in_features(&mut self) {
        let Some(architecture) = self.target.tables() else { return };
        let (Some(simd), Some(features)) = (self.known("SIMD"), self.known("Features")) else {
            return;
        };
        let Some(name) = simd.setting.word().map(|it| it.text.into_owned()) else { return };
        let is_known = architecture.simd.iter().any(|it| it.eq_ignore_ascii_case(&name));
        let given: Vec<String> = features
            .setting
            .items()
            .into_iter()
            .filter(|it| !it.is_empty())
            .map(|it| it.text.into_owned())
            .collect();
        if !is_known || architecture.imply(&given, &name) {
            return;
        }
        let list = features.range();
        let is_here = features.setting.file == simd.setting.file;
        let edit = is_here.then(|| edit::add_to_list(features.setting, &name));
        let diagnostic = messages::simd_not_in_features(simd.range(), &name, list, edit);
        self.fault(simd, diagnostic);
    }

    pub(super) fn endianness(&mut self) {
        let Some(architecture) = self.target.tables() else { return };
        let Some(value) = self.known("Endianness") else { return };
        let Some(word) = value.setting.word() else { return };
        let is_word = matches!(word.text.as_ref(), "Little" | "Big");
        if is_word && !architecture.endianness.iter().any(|it| *it == word.text) {
            let diagnostic = messages::endianness(value.range(), &word.text, architecture);
            self.fault(value, diagnostic);
        }
    }

    pub(super) fn optimize_both(&mut self) {
        let (Some(size), Some(speed)) =
            (self.known("SizeOptimization"), self.known("SpeedOptimization"))
        else {
            return;
        };
        let is_on = |it: Value<'c>| value::boolean(it.setting.raw()) == Some(true);
        if is_on(size) && is_on(speed) {
            let is_here = size.setting.file == speed.setting.file;
            let other: Option<TextRange> = is_here.then(|| size.range());
            self.fault(speed, values::optimize_both(speed.range(), other, speed.range()));
        }
    }

    /// Returns a key of the document with sound quotes; key names are unique over all sections.
    pub(super) fn known(&self, key: &str) -> Option<Value<'c>> {
        let section = schema::SECTIONS.iter().find(|it| it.key(key).is_some())?;
        let key = section.key(key)?;
        let setting = self.config.setting(section.name, key.name)?;
        setting.pair.is_sound.then_some(Value { section: section.name, key, setting })
    }

    /// Reports `SharedMemory` that is switched on for something else than a GPU
    /// (coil.md#shared-memory).
    pub(super) fn shared_memory(&mut self) {
        let Some(unit) = self.target.unit.filter(|&it| it != "GPU") else { return };
        // Of a bad architecture nothing is known that would allow an extension or not.
        let is_named = self.config.setting("Target", "Architecture").is_some();
        if is_named && self.target.architecture.is_none() {
            return;
        }
        let Some(value) = self.known("SharedMemory") else { return };
        if value::boolean(value.setting.raw()) == Some(true) {
            self.fault(value, messages::shared_memory(value.range(), unit));
        }
    }
}
