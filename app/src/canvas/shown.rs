//! What is drawn right now. What shall be drawn comes a few parts a frame, and what shall not goes
//! the same way, so that no frame is late: neither that in which a large graph arrives, nor that in
//! which the viewport comes to parts that were out of sight.

use super::detail::{Detail, Visible};
use super::index::Key;
use super::scene::Scene;

/// A part that is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    /// The part.
    pub key: Key,
    /// How much of it.
    pub detail: Detail,
}

/// What is drawn. Each part has a slot of its own for as long as it is there: what is elsewhere in the
/// list does not move when parts come and go.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shown {
    /// Groups, the outermost first.
    pub groups: Vec<Option<Row>>,
    /// Cards.
    pub cards: Vec<Option<Row>>,
    /// Connections.
    pub edges: Vec<Option<Row>>,
}

/// What making and dropping a part costs, in some unit.
#[derive(Debug, Clone, Copy)]
struct Cost {
    making: usize,
    dropping: usize,
}

/// A card has many letters, which are the dearest to draw.
const CARD: Cost = Cost { making: 10, dropping: 3 };
const EDGE: Cost = Cost { making: 3, dropping: 1 };

/// What may be spent in a frame.
const ROOM: usize = 180;

/// What is drawn after one more frame, and whether that is all that shall be.
#[must_use]
pub fn stepped(shown: &Shown, scene: &Scene, wanted: &Visible, detail: Detail) -> (Shown, bool) {
    let mut room = ROOM;
    let has_vertex = |key: Key| scene.vertex(key).is_some();
    let has_edge = |key: Key| scene.edge(key).is_some();
    let vertex_key = |idx: usize| scene.vertex_key(idx);
    let edge_key = |idx: usize| scene.edge_key(idx);
    let mut step = |shown: &[Option<Row>],
                    wanted: &[usize],
                    key: &dyn Fn(usize) -> Option<Key>,
                    is_there: &dyn Fn(Key) -> bool,
                    detail: Detail,
                    cost: Cost| {
        let wanted: Vec<Row> =
            wanted.iter().filter_map(|idx| Some(Row { key: key(*idx)?, detail })).collect();
        next(shown, &wanted, is_there, cost, &mut room)
    };
    let (mut groups, has_groups) =
        step(&shown.groups, &wanted.groups, &vertex_key, &has_vertex, detail, CARD);
    // What lies inside is drawn over what is around it; there are few of them.
    groups.retain(Option::is_some);
    groups.sort_by_key(|it| it.and_then(|it| scene.vertex(it.key)).map(|it| it.0));
    let (cards, has_cards) =
        step(&shown.cards, &wanted.cards, &vertex_key, &has_vertex, detail, CARD);
    // A line looks the same with and without the details of cards.
    let (edges, has_edges) =
        step(&shown.edges, &wanted.edges, &edge_key, &has_edge, Detail::Full, EDGE);
    (Shown { groups, cards, edges }, has_groups && has_cards && has_edges)
}

/// The slots after one more step, and whether they are as wanted.
fn next(
    shown: &[Option<Row>],
    wanted: &[Row],
    is_there: &dyn Fn(Key) -> bool,
    cost: Cost,
    room: &mut usize,
) -> (Vec<Option<Row>>, bool) {
    let mut afford = |cost: usize| {
        let is_enough = *room >= cost;
        *room = room.saturating_sub(cost);
        is_enough
    };
    let mut missing: Vec<(Key, usize)> =
        wanted.iter().enumerate().map(|(idx, row)| (row.key, idx)).collect();
    missing.sort_unstable();
    let mut is_shown = vec![false; wanted.len()];
    let mut slots = shown.to_vec();
    let mut unwanted: Vec<usize> = Vec::new();
    let mut is_done = true;
    for (at, slot) in slots.iter_mut().enumerate() {
        let Some(drawn) = slot else { continue };
        let found = missing.binary_search_by_key(&drawn.key, |it| it.0).ok();
        let place = found.and_then(|it| missing.get(it)).map(|it| it.1);
        match place.and_then(|it| Some((is_shown.get_mut(it)?, wanted.get(it)?))) {
            Some((is_shown, row)) => {
                *is_shown = true;
                if drawn != row && afford(cost.making) {
                    *drawn = *row;
                }
                is_done &= drawn == row;
            }
            // What is no longer in the graph shows nothing.
            None if !is_there(drawn.key) => *slot = None,
            None => unwanted.push(at),
        }
    }
    let mut free = 0;
    for (row, _) in wanted.iter().zip(&is_shown).filter(|(_, is_shown)| !**is_shown) {
        if !afford(cost.making) {
            is_done = false;
            break;
        }
        while slots.get(free).is_some_and(Option::is_some) {
            free += 1;
        }
        match slots.get_mut(free) {
            Some(slot) => *slot = Some(*row),
            None => slots.push(Some(*row)),
        }
    }
    for at in unwanted {
        if !afford(cost.dropping) {
            is_done = false;
            break;
        }
        if let Some(slot) = slots.get_mut(at) {
            *slot = None;
        }
    }
    while slots.last().is_some_and(Option::is_none) {
        slots.pop();
    }
    (slots, is_done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    const FULL: Detail = Detail::Full;

    fn row(key: Key, detail: Detail) -> Row {
        Row { key, detail }
    }

    type Slots = Vec<Option<(Key, Detail)>>;

    fn slots(keys: &[Key]) -> Vec<Option<Row>> {
        keys.iter().map(|it| (*it != 0).then(|| row(*it, FULL))).collect()
    }

    fn step(shown: &[Option<Row>], wanted: &[Key], room: usize) -> (Slots, bool) {
        let wanted: Vec<Row> = wanted.iter().map(|it| row(*it, FULL)).collect();
        let cost = Cost { making: 10, dropping: 3 };
        let (rows, is_done) = next(shown, &wanted, &|key| key < 9, cost, &mut { room });
        (rows.into_iter().map(|it| it.map(|it| (it.key, it.detail))).collect(), is_done)
    }

    fn full(keys: &[Key]) -> Slots {
        keys.iter().map(|it| (*it != 0).then_some((*it, FULL))).collect()
    }

    #[test]
    fn parts_come_as_far_as_there_is_room() {
        assert_eq!(step(&[], &[1, 2, 3], 20), (full(&[1, 2]), false));
        assert_eq!(step(&slots(&[1, 2]), &[1, 2, 3], 20), (full(&[1, 2, 3]), true));
    }

    #[test]
    fn what_stays_keeps_its_slot() {
        let four = slots(&[1, 2, 3, 4]);
        assert_eq!(step(&four, &[4], 6), (full(&[0, 0, 3, 4]), false));
        assert_eq!(step(&slots(&[0, 0, 3, 4]), &[4], 6), (full(&[0, 0, 0, 4]), true));
        assert_eq!(step(&slots(&[0, 2, 3]), &[3, 5, 6], 100), (full(&[5, 0, 3, 6]), true));
        assert_eq!(step(&slots(&[1, 99]), &[1], 0), (full(&[1]), true), "99 is gone");
        assert_eq!(step(&slots(&[1]), &[], 3), (vec![], true));
    }

    #[test]
    fn what_is_drawn_otherwise_stays_until_its_turn() {
        let old = [1, 2].map(|it| Some(row(it, Detail::Title)));
        let expected = vec![Some((1, FULL)), Some((2, Detail::Title))];
        assert_eq!(step(&old, &[1, 2], 10), (expected, false));
    }

    #[test]
    fn a_small_graph_is_there_at_once() {
        let scene = sample();
        let wanted = Visible { groups: vec![], cards: vec![0, 1, 2], edges: vec![0, 1, 2] };
        let (shown, is_done) = stepped(&Shown::default(), &scene, &wanted, FULL);
        assert!(is_done);
        assert_eq!((shown.cards.len(), shown.edges.len()), (3, 3));
        let (none, is_done) = stepped(&shown, &Scene::default(), &Visible::default(), FULL);
        assert!(is_done && none == Shown::default(), "what is gone is gone at once");
    }
}
