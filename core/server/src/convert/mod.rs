//! Conversion of the core's answers for a client: places become lines and UTF-16 columns, bytes
//! become Base64.

mod conversion;
mod earlier;
mod graph;
mod host;
mod inspect;
mod outline;
mod texts;
mod view;

pub use conversion::converted;
pub use graph::{Drawn, begin_layout};
pub use host::host;
pub use inspect::{binary_comparison, machine, own_bytes};
pub use outline::outline;
pub use texts::Texts;
pub use view::{bytes, first_fields, form_of_nothing, query, resolved, views};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The depth at which trees are cut. The page shows no deeper level, and a tree this deep, from a
/// text made to be nasty, must not exhaust the stack of whoever reads the JSON.
pub(crate) const MAX_DEPTH: usize = 64;

/// Bytes as Base64.
#[must_use]
pub fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Bytes from Base64; none if it is not Base64.
#[must_use]
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}
