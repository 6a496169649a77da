//! The default configuration of the document (coil.md#default-configuration).

use super::schema::{KeySchema, SectionSchema};
use super::target_section::Target;

/// Returns the value of the default configuration for `key` on this target.
#[must_use]
pub fn of(key: &KeySchema, target: &Target) -> Option<String> {
    let from_tables = || {
        let architecture = target.tables()?;
        match key.name {
            "Alignment" => Some(architecture.alignment(target.mode?)?.to_string()),
            "Endianness" => Some((*architecture.endianness.first()?).to_owned()),
            "Mode" => match architecture.modes.as_slice() {
                [only] => Some(only.to_string()),
                _ => None,
            },
            _ => None,
        }
    };
    key.default.map(str::to_owned).or_else(from_tables)
}

/// Returns the required keys of a section with their defaults; `None` if one has no default.
#[must_use]
pub fn required(section: &SectionSchema, target: &Target) -> Option<Vec<(String, String)>> {
    let required = section.keys.iter().filter(|it| it.required);
    required.map(|it| Some((it.name.to_owned(), of(it, target)?))).collect()
}
