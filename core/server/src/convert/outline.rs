//! The outline, whole or in slices.

use bobbin_core::text::{LineIndex, Placed as _};
use bobbin_core::view::{Outline, OutlineEntry};
use bobbin_protocol as protocol;

use super::depth::MAX_DEPTH;

/// How many entries are in a slice, about: the outermost ones are not cut.
const SLICE_SIZE: usize = 1000;

/// The items of a text, the first ones of very many; of those all or the ones of a slice.
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

/// How many entries an item makes with what is inside it, at all depths that are shown.
fn count(it: &OutlineEntry, depth: usize) -> usize {
    if depth >= MAX_DEPTH {
        return 0;
    }
    1 + it.children.iter().map(|it| count(it, depth + 1)).sum::<usize>()
}

/// An item with what is inside it, as long as there is room.
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
