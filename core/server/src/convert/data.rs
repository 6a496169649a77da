//! Bytes as Base64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Writes bytes as Base64.
#[must_use]
pub fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Reads bytes from Base64; `None` if it is not Base64.
#[must_use]
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}
