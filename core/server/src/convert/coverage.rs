//! The map of units, with its choices and reasons.

use bobbin_core::Document;
use bobbin_core::view::{Axis, Coverage, Decider, Explanation, Selection, ViewQuery};
use bobbin_protocol as protocol;
use text_size::TextSize;

use super::control::{controls, reasons};
use super::texts::Texts;
use super::{core_item, range};

/// What a view with choices of its own is asked for.
#[must_use]
pub fn query(
    document: &dyn Document,
    item: Option<protocol::ItemPath>,
    at: Option<TextSize>,
    settings: Vec<protocol::KeyValue>,
) -> ViewQuery {
    ViewQuery {
        item: item.map(core_item).or_else(|| document.item_at(at?)),
        settings: settings.into_iter().map(|it| (it.key, it.value)).collect(),
    }
}

/// The map of units.
#[must_use]
pub fn coverage(it: Coverage, texts: &mut Texts<'_>) -> protocol::Coverage {
    let lines = texts.lines;
    let decider = |it: Decider| protocol::Decider {
        item: it.item.map(|it| protocol::ItemPath(it.0)),
        name: it.name,
        range: it.range.map(|it| range(lines, it)),
        colour: it.colour,
        n_cells: it.n_cells,
        n_on: it.n_on,
    };
    let states = it.states.into_iter().map(|it| protocol::CellState {
        decider: it.decider,
        is_on: it.is_on,
        is_overlap: it.is_overlap,
        is_gap: it.is_gap,
        is_outside: it.is_outside,
        sentence: it.sentence,
    });
    let rows = it.rows.into_iter();
    let rows = rows.map(|it| protocol::CellRows { n_rows: it.n_rows, runs: it.runs }).collect();
    let selection = |it: Selection| protocol::Selection {
        item: protocol::ItemPath(it.item.0),
        name: it.name,
        range: range(lines, it.range),
        x: it.x,
        y: it.y,
        refusal: it.refusal,
    };
    let explanation = |it: Explanation| protocol::Explanation {
        title: it.title,
        is_on: it.is_on,
        sentence: it.sentence,
        reasons: reasons(it.reasons, lines),
    };
    protocol::Coverage {
        controls: controls(it.controls),
        x: axis(it.x),
        y: axis(it.y),
        deciders: it.deciders.into_iter().map(decider).collect(),
        states: states.collect(),
        rows,
        selection: it.selection.map(selection),
        notes: it.notes,
        line: it.line.map(|it| Box::new(super::timeline(it, texts))),
        explanations: it.explanations.into_iter().map(explanation).collect(),
    }
}

fn axis(Axis { key, label, low, high, at }: Axis) -> protocol::Axis {
    protocol::Axis { key, label, low, high, at }
}
