//! Features of other worlds: flags that systems report, and features of COIL targets
//! (coil.md#describing-a-machine and coil.md#converting-a-target-to-hardware).
//!
//! `capabilities.txt` has one line for each name: where the name comes from, the name, the keys.

use super::model::Unit;
use super::tables;

static TABLE: &str = include_str!("capabilities.txt");

/// The list that a name comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Flags of `/proc/cpuinfo` on x86.
    X86,
    /// `hwcap` names of 64-bit ARM.
    Arm64,
    /// Extensions of RISC-V.
    Riscv,
    /// Features of WebAssembly.
    Wasm,
    /// The features of every machine of an architecture: `x86_64`, `aarch64`, `riscv64`, `wasm32`.
    Baseline,
    /// Features of a COIL target for x86.
    TargetX86,
    /// Features of a COIL target for ARM.
    TargetArm,
}

impl Source {
    fn word(self) -> &'static str {
        match self {
            Source::X86 => "x86",
            Source::Arm64 => "arm64",
            Source::Riscv => "riscv",
            Source::Wasm => "wasm",
            Source::Baseline => "baseline",
            Source::TargetX86 => "target-x86",
            Source::TargetArm => "target-ARM",
        }
    }
}

/// Returns the words of all lines of `word`, without it.
fn lines(word: &'static str) -> impl Iterator<Item = std::str::Split<'static, char>> {
    TABLE.lines().filter_map(move |line| {
        let mut words = line.split(' ');
        (words.next() == Some(word)).then_some(words)
    })
}

/// Returns all names of a source with the feature keys that each stands for.
pub fn names(source: Source) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    lines(source.word()).filter_map(|mut words| Some((words.next()?, words.collect())))
}

/// Returns the feature keys that `name` stands for, in any case; `None` if the source has no such
/// name.
#[must_use]
pub fn keys(source: Source, name: &str) -> Option<Vec<&'static str>> {
    names(source).find(|it| it.0.eq_ignore_ascii_case(name)).map(|it| it.1)
}

/// Returns the registers by the number of the virtual register that each is: of `x86` or `ARM64`.
#[must_use]
pub fn virtual_registers(set: &str) -> Vec<&'static str> {
    let found = lines("registers").find_map(|mut it| (it.next() == Some(set)).then_some(it));
    found.map(Iterator::collect).unwrap_or_default()
}

impl Unit {
    /// Sets or clears a feature by its key; a key that units of this type lack changes nothing.
    pub fn set(&mut self, key: &str, is_on: bool) {
        let Some(bit) = tables::feature_bit(self.unit_type, key) else { return };
        let words = self.features.get_or_insert([0; 8]);
        if let Some(word) = words.get_mut(usize::from(bit / 32)) {
            let mask = 1 << (bit % 32);
            *word = if is_on { *word | mask } else { *word & !mask };
        }
    }

    /// True if a feature is set.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        let bit = tables::feature_bit(self.unit_type, key);
        let word = bit
            .zip(self.features)
            .and_then(|(bit, it)| Some(it.get(usize::from(bit / 32))? & (1 << (bit % 32)) != 0));
        word.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_table_names_a_bit() {
        let mut n_keys = 0;
        for source in [
            Source::X86,
            Source::Arm64,
            Source::Riscv,
            Source::Wasm,
            Source::Baseline,
            Source::TargetX86,
            Source::TargetArm,
        ] {
            for (name, keys) in names(source) {
                for key in keys {
                    assert!(tables::feature_bit(0, key).is_some(), "{source:?} {name}: {key}");
                    n_keys += 1;
                }
            }
        }
        assert!(n_keys > 400, "{n_keys}");
        assert_eq!(keys(Source::X86, "POPCNT").unwrap(), ["int_popcnt"]);
        assert_eq!(keys(Source::X86, "nope"), None);
        assert_eq!(virtual_registers("x86").len(), 16);
        assert_eq!(virtual_registers("ARM64").last(), Some(&"x30"));
    }

    #[test]
    fn features_are_set_by_key() {
        let mut unit = Unit::default();
        unit.set("fp_fma", true);
        unit.set("nope", true);
        assert!(unit.has("fp_fma") && !unit.has("fp_add") && !unit.has("nope"));
        unit.set("fp_fma", false);
        assert!(!unit.has("fp_fma"));
    }
}
