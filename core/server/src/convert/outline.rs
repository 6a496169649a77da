//! The outline, whole or in slices.

use bobbin_core::text::LineIndex;
use bobbin_core::view::{ItemAction, Outline, OutlineEntry, OutlineKind};
use bobbin_protocol as protocol;

use super::{MAX_DEPTH, item, range};

/// How many entries are in a slice, about: the outermost ones are not cut.
const SLICE_SIZE: usize = 1000;

/// The items of a text, the first ones of very many; of those all or the ones of a slice. With the
/// last of them comes what can be added to the text.
#[must_use]
pub fn outline(
    outline: &Outline,
    additions: Vec<ItemAction>,
    lines: &LineIndex,
    slice: Option<usize>,
) -> protocol::Outline {
    let most = protocol::Outline::MOST_ENTRIES;
    let (mut entries, mut n_before, mut last) = (Vec::new(), 0, 0);
    for it in &outline.entries {
        if n_before < most {
            last = n_before / SLICE_SIZE;
            if slice.is_none_or(|nth| nth == last) {
                let mut room = most - n_before;
                entries.extend(entry(it, lines, 0, &mut room));
            }
        }
        n_before += count(it, 0);
    }
    let slices_left = slice.map_or(0, |nth| last.saturating_sub(nth));
    protocol::Outline {
        entries,
        n_left_out: number(n_before.saturating_sub(most)),
        slices_left: number(slices_left),
        additions: additions.into_iter().filter_map(super::view::item_action).collect(),
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// How many entries an item makes with what is inside it, at all depths that are shown.
fn count(it: &OutlineEntry, depth: usize) -> usize {
    if depth >= MAX_DEPTH {
        return 0;
    }
    1 + it.children.iter().map(|it| count(it, depth + 1)).sum::<usize>()
}

/// An item with what is inside it, as long as there is room.
fn entry(
    it: &OutlineEntry,
    lines: &LineIndex,
    depth: usize,
    room: &mut usize,
) -> Option<protocol::OutlineEntry> {
    if depth >= MAX_DEPTH {
        return None;
    }
    *room = room.checked_sub(1)?;
    Some(protocol::OutlineEntry {
        item: item(&it.item),
        name: it.name.clone(),
        detail: it.detail.clone(),
        outline_kind: match it.kind {
            OutlineKind::Section => protocol::OutlineKind::Section,
            OutlineKind::Unit => protocol::OutlineKind::Unit,
            OutlineKind::Group => protocol::OutlineKind::Group,
            OutlineKind::Connection => protocol::OutlineKind::Connection,
            OutlineKind::Key => protocol::OutlineKind::Key,
            OutlineKind::Table => protocol::OutlineKind::Table,
            OutlineKind::Include => protocol::OutlineKind::Include,
            OutlineKind::Port => protocol::OutlineKind::Port,
        },
        range: range(lines, it.range),
        name_range: range(lines, it.name_range),
        children: it.children.iter().map_while(|it| entry(it, lines, depth + 1, room)).collect(),
    })
}
