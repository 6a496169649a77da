//! Binaries and their comparison.

use bobbin_core::text::LineIndex;
use bobbin_core::view::{BinaryComparison, Compiled, DecodeError, Difference, OwnBytes};
use bobbin_protocol as protocol;

use super::view::bytes;

/// Returns what differs between two binaries.
#[must_use]
pub fn binary_comparison(
    comparison: Result<BinaryComparison, (DecodeError, bool)>,
) -> protocol::CompareBytesResult {
    match comparison {
        Ok(it) => {
            let lines = LineIndex::new("");
            let nowhere = |it: Difference| it.map_sides(&mut &lines, &mut &lines);
            protocol::CompareBytesResult::Differences {
                differences: it.fields.into_iter().map(nowhere).collect(),
                stretches: it.stretches,
            }
        }
        Err((error, is_other)) => protocol::CompareBytesResult::Refusal {
            reason: error.message,
            is_other,
            offset: u32::try_from(error.offset).unwrap_or(u32::MAX),
        },
    }
}

/// Returns a binary as it is; its parts lead to the lines of its text, which `lines_of` indexes.
#[must_use]
pub fn own_bytes(
    name: &str,
    own: OwnBytes,
    lines_of: impl Fn(&str) -> LineIndex,
) -> protocol::OwnBytes {
    let file_name = name.to_owned();
    own.map_bytes(|text, binary| bytes(Ok(Compiled { file_name, bytes: binary }), &lines_of(text)))
}
