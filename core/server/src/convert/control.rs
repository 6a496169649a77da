//! The choices that a view has of its own, and the rules that lead to an answer.

use bobbin_core::text::LineIndex;
use bobbin_core::view::{Control, Reason, Verdict};
use bobbin_protocol as protocol;

use super::range;
use super::view::input;

/// The choices that a view has of its own.
pub(super) fn controls(controls: Vec<Control>) -> Vec<protocol::Control> {
    let converted = controls.into_iter().map(|it| protocol::Control {
        key: it.key,
        label: it.label,
        input: input(it.kind),
        value: it.value,
        help: it.help,
    });
    converted.collect()
}

/// The rules of a chain.
pub(super) fn reasons(reasons: Vec<Reason>, lines: &LineIndex) -> Vec<protocol::Reason> {
    let converted = reasons.into_iter().map(|it| protocol::Reason {
        verdict: match it.verdict {
            Verdict::Passes => protocol::Verdict::Passes,
            Verdict::Stops => protocol::Verdict::Stops,
            Verdict::Ignored => protocol::Verdict::Ignored,
        },
        sentence: it.sentence,
        item: it.item.map(|it| protocol::ItemPath(it.0)),
        ranges: it.ranges.into_iter().map(|it| range(lines, it)).collect(),
    });
    converted.collect()
}
