//! The line of invocations.

use bobbin_core::view::{Handle, Timeline};
use bobbin_protocol as protocol;

use super::control::{controls, reasons};
use super::range;
use super::texts::Texts;
use super::view::field;

/// The line of invocations.
#[must_use]
pub fn timeline(it: Timeline, texts: &mut Texts<'_>) -> protocol::Timeline {
    let lines = texts.lines;
    let handle = |it: Handle| protocol::Handle {
        field: field(it.field, texts),
        at: it.at,
        base: it.base,
        unit: it.unit,
    };
    let totals = it.totals.into_iter().map(|it| protocol::Total {
        label: it.label,
        value: it.value,
        help: it.help,
    });
    protocol::Timeline {
        item: it.item.map(|it| protocol::ItemPath(it.0)),
        title: it.title,
        range: it.range.map(|it| range(lines, it)),
        controls: controls(it.controls),
        sentence: it.sentence,
        n_invocations: it.n_invocations,
        pick: it.pick,
        at: it.at,
        first: it.first,
        step: it.step,
        count: it.count,
        end: it.end,
        end_reasons: reasons(it.end_reasons, lines),
        handles: it.handles.into_iter().map(handle).collect(),
        totals: totals.collect(),
    }
}
