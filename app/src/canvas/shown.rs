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

/// What is drawn, each in the order of the graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shown {
    /// Groups.
    pub groups: Vec<Row>,
    /// Cards.
    pub cards: Vec<Row>,
    /// Connections.
    pub edges: Vec<Row>,
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
    let vertex = |key: Key| scene.vertex(key).map(|it| it.0);
    let edge = |key: Key| scene.edge(key).map(|it| it.0);
    let vertex_key = |idx: usize| scene.vertex_key(idx);
    let mut step = |shown: &[Row],
                    wanted: &[usize],
                    key: &dyn Fn(usize) -> Option<Key>,
                    place: &dyn Fn(Key) -> Option<usize>,
                    detail: Detail,
                    cost: Cost| {
        let wanted: Vec<(usize, Row)> = (wanted.iter())
            .filter_map(|idx| Some((*idx, Row { key: key(*idx)?, detail })))
            .collect();
        next(shown, &wanted, place, cost, &mut room)
    };
    let (groups, has_groups) =
        step(&shown.groups, &wanted.groups, &vertex_key, &vertex, detail, CARD);
    let (cards, has_cards) = step(&shown.cards, &wanted.cards, &vertex_key, &vertex, detail, CARD);
    // A line looks the same with and without the details of cards.
    let (edges, has_edges) =
        step(&shown.edges, &wanted.edges, &|it| scene.edge_key(it), &edge, Detail::Full, EDGE);
    (Shown { groups, cards, edges }, has_groups && has_cards && has_edges)
}

/// The rows after one more step, and whether they are those that are wanted.
fn next(
    shown: &[Row],
    wanted: &[(usize, Row)],
    place: &dyn Fn(Key) -> Option<usize>,
    cost: Cost,
    room: &mut usize,
) -> (Vec<Row>, bool) {
    let mut known: Vec<Row> = shown.to_vec();
    known.sort_unstable();
    let as_drawn = |key: Key| {
        let at = known.partition_point(|it| it.key < key);
        known.get(at).filter(|it| it.key == key)
    };
    let mut afford = |cost: usize| {
        let is_enough = *room >= cost;
        *room = room.saturating_sub(cost);
        is_enough
    };
    let mut is_done = true;
    let mut res: Vec<(usize, Row)> = Vec::with_capacity(wanted.len());
    for &(idx, row) in wanted {
        match as_drawn(row.key) {
            Some(drawn) if *drawn == row => res.push((idx, row)),
            _ if afford(cost.making) => res.push((idx, row)),
            drawn => {
                is_done = false;
                res.extend(drawn.map(|it| (idx, *it)));
            }
        }
    }
    let mut needed: Vec<Key> = wanted.iter().map(|it| it.1.key).collect();
    needed.sort_unstable();
    for row in shown.iter().filter(|it| needed.binary_search(&it.key).is_err()) {
        // What is no longer in the graph shows nothing.
        let Some(idx) = place(row.key) else { continue };
        if !afford(cost.dropping) {
            is_done = false;
            res.push((idx, *row));
        }
    }
    res.sort_unstable();
    (res.into_iter().map(|it| it.1).collect(), is_done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    const FULL: Detail = Detail::Full;

    fn row(key: Key, detail: Detail) -> Row {
        Row { key, detail }
    }

    fn step(shown: &[Row], wanted: &[Key], room: usize) -> (Vec<(Key, Detail)>, bool) {
        let wanted: Vec<(usize, Row)> =
            wanted.iter().map(|it| (*it as usize, row(*it, FULL))).collect();
        let cost = Cost { making: 10, dropping: 3 };
        let place = |key: Key| Some(key as usize);
        let (rows, is_done) = next(shown, &wanted, &place, cost, &mut { room });
        (rows.into_iter().map(|it| (it.key, it.detail)).collect(), is_done)
    }

    #[test]
    fn parts_come_as_far_as_there_is_room() {
        assert_eq!(step(&[], &[1, 2, 3], 20), (vec![(1, FULL), (2, FULL)], false));
        let two = [row(1, FULL), row(2, FULL)];
        assert_eq!(step(&two, &[1, 2, 3], 20), (vec![(1, FULL), (2, FULL), (3, FULL)], true));
    }

    #[test]
    fn what_is_not_wanted_goes_the_same_way_and_keeps_its_place_until_then() {
        let four = [row(1, FULL), row(2, FULL), row(3, FULL), row(4, FULL)];
        assert_eq!(step(&four, &[4], 6), (vec![(3, FULL), (4, FULL)], false));
        assert_eq!(step(&[row(3, FULL), row(4, FULL)], &[4], 6), (vec![(4, FULL)], true));
    }

    #[test]
    fn what_is_drawn_otherwise_stays_until_its_turn() {
        let old = [row(1, Detail::Title), row(2, Detail::Title)];
        assert_eq!(step(&old, &[1, 2], 10), (vec![(1, FULL), (2, Detail::Title)], false));
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
