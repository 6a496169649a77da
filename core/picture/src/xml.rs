//! XML, as which drawings are saved and shown.

/// Returns a text as it stands between tags.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
