//! JSON output: the shapes of `bobbin-protocol`, as the language server sends them.

use bobbin_server::paths;
use serde::Serialize;

/// Returns the value as JSON over several lines.
pub(crate) fn json(value: &impl Serialize) -> Result<String, String> {
    let text = serde_json::to_string_pretty(value);
    text.map(|it| it.replace(|it| paths::stray_byte(it).is_some(), "\u{fffd}") + "\n")
        .map_err(|error| format!("the answer cannot be written: {error}"))
}
