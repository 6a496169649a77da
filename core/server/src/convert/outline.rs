//! The outline, whole or in slices.

use bobbin_core::text::{LineIndex, Placed as _};
use bobbin_core::view::{Outline, OutlineEntry};
use bobbin_protocol as protocol;

use super::depth::MAX_DEPTH;

/// The approximate number of entries in a slice: outermost entries are not cut.
const SLICE_SIZE: usize = 1000;

/// Returns the items of a text, the first ones of very many; of those all or the ones of a slice.
#[must_use]
pub fn outline(
    outline: &Outline,
    mut lines: &LineIndex,
    slice: Option<usize>,
) -> protocol::Outline {
    let most = protocol::Outline::MOST_ENTRIES;
    let (mut entries, mut n_before, mut last) = (Vec::new(), 0, 0);
    for it in &outline.entries {
        if n_before < most {
            last = n_before / SLICE_SIZE;
            if slice.is_none_or(|nth| nth == last) {
                let mut room = most - n_before;
                entries.extend(cut(it, 0, &mut room).map_place(&mut lines));
            }
        }
        n_before += count(it, 0);
    }
    let slices_left = slice.map_or(0, |nth| last.saturating_sub(nth));
    protocol::Outline {
        entries,
        n_left_out: number(n_before.saturating_sub(most)),
        slices_left: number(slices_left),
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Counts the entries of an item and everything inside it, at all depths that are shown.
fn count(it: &OutlineEntry, depth: usize) -> usize {
    if depth >= MAX_DEPTH {
        return 0;
    }
    1 + it.children.iter().map(|it| count(it, depth + 1)).sum::<usize>()
}

/// Returns an item with what is inside it, as long as there is room.
fn cut(it: &OutlineEntry, depth: usize, room: &mut usize) -> Option<OutlineEntry> {
    if depth >= MAX_DEPTH {
        return None;
    }
    *room = room.checked_sub(1)?;
    Some(OutlineEntry {
        item: it.item.clone(),
        name: it.name.clone(),
        detail: it.detail.clone(),
        kind: it.kind,
        range: it.range,
        name_range: it.name_range,
        children: it.children.iter().map_while(|it| cut(it, depth + 1, room)).collect(),
    })
}
