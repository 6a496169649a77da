//! Knobs that are new.

use super::refusal;
use crate::file::File;
use crate::item;
use crate::lower::Pair;
use crate::reading::{KNOB_BYTES, MAX_KNOBS};
use bobbin_core::edit::{Command, ItemPath, Refusal};

/// The kind of a knob in commands.
pub(crate) const KNOB: &str = "knob";

/// The values of a command with the name and the value of a knob.
pub(crate) const NAME: &str = "name";
pub(crate) const VALUE: &str = "value";

/// The value of a command with a part of the path of the section that gets a knob.
pub(crate) const KNOB_OF: &str = "of";

/// Returns the command that writes a new knob, of which `values` say the section, the name and the value.
pub(super) fn set(file: &File, values: &[(String, String)]) -> Result<Command, Refusal> {
    let of = |key: &'static str| {
        values.iter().filter(move |it| it.0 == key).map(|it| it.1.trim().to_owned())
    };
    let item = ItemPath(of(KNOB_OF).collect());
    let (_, section) = item::section(file, &item)?;
    let key = of(NAME).next().unwrap_or_default();
    let value = of(VALUE).next().unwrap_or_default();
    if key.is_empty() {
        return Err(Refusal::bad_value("a knob needs a name"));
    }
    if key.len() > KNOB_BYTES {
        let reason = format!(
            "the program keeps {KNOB_BYTES} bytes of a name, and this one has {}",
            key.len()
        );
        return Err(Refusal::bad_value(reason));
    }
    let knobs = &file.state().knobs;
    if knobs.len() >= MAX_KNOBS && knobs.iter().all(|it| it.name != key) {
        let reason = format!("the program takes {MAX_KNOBS} knobs, and the file has as many");
        return Err(Refusal::bad_value(reason));
    }
    refusal::check_line(&key, &value)?;
    let is_same = |it: &Pair| super::lines::key(file, it) == key;
    if file.layout().pairs_of(section).any(|(_, it)| is_same(it)) {
        return Err(Refusal::bad_value(format!("`{key}` is set here already")));
    }
    Ok(Command::SetValue { item, key, value })
}
