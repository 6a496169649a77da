//! The target, as far as its keys are sound.

use super::config::Config;
use super::schema::UNITS;
use super::tables::{Architecture, tables};
use super::value;

/// The processing unit, architecture and mode that count.
#[derive(Debug, Clone, Copy, Default)]
pub struct Target {
    /// The processing unit.
    pub unit: Option<&'static str>,
    /// The architecture of the unit.
    pub architecture: Option<Known>,
    /// A mode the architecture has; for a custom one any in range.
    pub mode: Option<u16>,
}

/// An architecture, with its tables where they are known.
#[derive(Debug, Clone, Copy)]
pub enum Known {
    /// It has tables.
    Tables(&'static Architecture),
    /// It is `Custom`, of which nothing is known (coil.md#architectures).
    Custom,
}

/// The architecture of which nothing is known.
pub const CUSTOM: &str = "Custom";

/// The description of the choice [`CUSTOM`] in forms and completions (coil.md#architectures).
pub const CUSTOM_HELP: &str = "features, extensions and registers are not checked";

impl Target {
    /// Reads the target off the merged settings; what is missing or wrong is left out.
    #[must_use]
    pub fn of(config: &Config) -> Target {
        let unit = config.word("Target", "PU").and_then(|word| unit(&word));
        let architecture = unit
            .zip(config.word("Target", "Architecture"))
            .and_then(|(unit, word)| Known::find(unit, &word));
        let mode = config
            .setting("Target", "Mode")
            .and_then(|it| it.word())
            .filter(|it| !it.quoted)
            .and_then(|it| value::integer(&it.text))
            .and_then(|it| u16::try_from(it).ok())
            .filter(|mode| match architecture {
                Some(Known::Tables(it)) => it.modes.contains(mode),
                _ => (8..=128).contains(mode),
            });
        Target { unit, architecture, mode }
    }

    /// Returns the tables of the architecture, if it has some.
    #[must_use]
    pub fn tables(&self) -> Option<&'static Architecture> {
        match self.architecture {
            Some(Known::Tables(it)) => Some(it),
            _ => None,
        }
    }
}

impl Known {
    /// Returns the architecture of `unit` that `name` is taken as: the case does not count.
    #[must_use]
    pub fn find(unit: &str, name: &str) -> Option<Known> {
        if name.eq_ignore_ascii_case(CUSTOM) {
            return Some(Known::Custom);
        }
        let exact = tables().of_unit(unit).find(|it| it.name == name);
        let similar = || tables().of_unit(unit).find(|it| it.name.eq_ignore_ascii_case(name));
        exact.or_else(similar).map(Known::Tables)
    }

    /// Its name, in the one spelling that is right.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Known::Tables(it) => it.name,
            Known::Custom => CUSTOM,
        }
    }
}

/// Returns the processing unit that is called exactly so.
#[must_use]
pub fn unit(name: &str) -> Option<&'static str> {
    UNITS.iter().map(|&(it, _)| it).find(|&it| it == name)
}
