//! From the core's types to the protocol's and back: offsets become lines and UTF-16 columns, bytes
//! become Base64, and nothing else changes.

mod command;
mod control;
mod conversion;
mod coverage;
mod diagnostic;
mod earlier;
mod graph;
mod host;
mod inspect;
mod outline;
mod texts;
mod timeline;
mod view;

pub use command::{core_command, core_item, edits, item, leftover};
pub use conversion::{choices, conversions, converted};
pub use coverage::{coverage, query};
pub use diagnostic::diagnostic;
pub use graph::{Conversion, begin_layout, catalogue};
pub use host::host;
pub use inspect::{binary_comparison, differences, hits, machine, own_bytes, wizard};
pub use outline::outline;
pub use texts::Texts;
pub use timeline::timeline;
pub use view::{bytes, form, form_of_nothing, item_action, resolved, views};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bobbin_core::text;
use bobbin_core::text::LineIndex;
use bobbin_protocol as protocol;
use text_size::{TextRange, TextSize};

/// How deep trees may be. What lies deeper is left out: the page shows no more, and a tree that
/// deep, from a text made to be nasty, must not exhaust the stack of who reads the JSON.
pub(crate) const MAX_DEPTH: usize = 64;

/// Where `at` stands.
#[must_use]
pub fn position(lines: &LineIndex, at: TextSize) -> protocol::Position {
    let text::Position { line, character } = lines.position(at);
    protocol::Position { line, character }
}

/// Where `range` stands.
#[must_use]
pub fn range(lines: &LineIndex, range: TextRange) -> protocol::Range {
    protocol::Range { start: position(lines, range.start()), end: position(lines, range.end()) }
}

/// The offset of a place, cut to its line and to the text.
#[must_use]
pub fn offset(lines: &LineIndex, at: protocol::Position) -> TextSize {
    lines.offset(text::Position { line: at.line, character: at.character })
}

/// The offsets of a stretch; one that ends before it starts is taken the other way round.
#[must_use]
pub fn core_range(lines: &LineIndex, range: protocol::Range) -> TextRange {
    let (start, end) = (offset(lines, range.start), offset(lines, range.end));
    TextRange::new(start.min(end), start.max(end))
}

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
