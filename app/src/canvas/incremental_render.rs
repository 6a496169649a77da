//! Incremental rendering: parts are added and removed a few per frame, so that no frame is late,
//! neither when a large graph arrives nor when the viewport comes to parts that were out of sight.

use std::time::Duration;

use super::detail::{Detail, Visible};
use super::index::Key;
use super::scene::Scene;
use bobbin_sorting::Sorting as _;

/// A part that is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    /// The part's identity.
    pub key: Key,
    /// The part's level of detail.
    pub detail: Detail,
}

/// The parts that are drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shown {
    /// Groups, the outermost first.
    pub groups: Vec<Row>,
    /// The vertices that are drawn.
    pub cards: Vec<Row>,
    /// The edges that are drawn.
    pub edges: Vec<Row>,
}

/// The cost of making and of dropping a part, in some unit.
#[derive(Debug, Clone, Copy)]
struct Cost {
    making: usize,
    dropping: usize,
}

/// The cost of a vertex, whose many letters are the dearest to draw.
const CARD: Cost = Cost { making: 10, dropping: 3 };
const EDGE: Cost = Cost { making: 3, dropping: 1 };

/// The budget of a frame, until it is known how fast the machine is.
pub const FIRST_ROOM: usize = 90;

/// The time in a frame for parts that come and go; the rest is for what moves them.
const FRAME: Duration = Duration::from_millis(9);

/// Returns the budget of the next frame, when one in which `room` was spent took so long.
#[must_use]
pub fn room_after(room: usize, took: Duration) -> usize {
    let fitting = room as f64 * FRAME.as_secs_f64() / took.as_secs_f64().max(1e-3);
    // One frame may be late for another reason.
    (fitting as usize).clamp(room / 2, room * 2).clamp(LEAST_ROOM, MOST_ROOM)
}

/// The smallest budget, a few vertices: it goes on, whatever keeps the frames waiting.
const LEAST_ROOM: usize = 40;
/// The largest budget, a screen full of vertices.
const MOST_ROOM: usize = 1000;

/// Returns the parts drawn after one more frame in which `room` is spent, and true if those are
/// all.
#[must_use]
pub fn stepped(
    shown: &Shown,
    scene: &Scene,
    wanted: &Visible,
    detail: Detail,
    mut room: usize,
) -> (Shown, bool) {
    let has_vertex = |key: Key| scene.vertex(key).is_some();
    let has_edge = |key: Key| scene.edge(key).is_some();
    let vertex_key = |idx: usize| scene.vertex_key(idx);
    let edge_key = |idx: usize| scene.edge_key(idx);
    let mut step = |shown: &[Row],
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
    groups.order_by_key(|it| scene.vertex(it.key).map(|it| it.0));
    let (cards, has_cards) =
        step(&shown.cards, &wanted.cards, &vertex_key, &has_vertex, detail, CARD);
    // A line looks the same with and without the details of vertices.
    let (edges, has_edges) =
        step(&shown.edges, &wanted.edges, &edge_key, &has_edge, Detail::Full, EDGE);
    (Shown { groups, cards, edges }, has_groups && has_cards && has_edges)
}

/// Returns the rows after one more step, and true if they are as wanted.
fn next(
    shown: &[Row],
    wanted: &[Row],
    is_there: &dyn Fn(Key) -> bool,
    cost: Cost,
    room: &mut usize,
) -> (Vec<Row>, bool) {
    let mut afford = |cost: usize| {
        let is_enough = *room >= cost;
        *room = room.saturating_sub(cost);
        is_enough
    };
    let mut missing: Vec<(Key, usize)> =
        wanted.iter().enumerate().map(|(idx, row)| (row.key, idx)).collect();
    missing.order();
    let mut is_shown = vec![false; wanted.len()];
    let mut rows: Vec<Row> = Vec::new();
    let mut unwanted: Vec<Row> = Vec::new();
    let mut is_done = true;
    for drawn in shown {
        let found = missing.binary_search_by_key(&drawn.key, |it| it.0).ok();
        let place = found.and_then(|it| missing.get(it)).map(|it| it.1);
        match place.and_then(|it| Some((is_shown.get_mut(it)?, wanted.get(it)?))) {
            Some((is_shown, row)) => {
                *is_shown = true;
                let row = if drawn != row && afford(cost.making) { row } else { drawn };
                rows.push(*row);
                is_done &= place.and_then(|it| wanted.get(it)) == Some(row);
            }
            // What is no longer in the graph shows nothing.
            None if !is_there(drawn.key) => {}
            None => unwanted.push(*drawn),
        }
    }
    for (row, _) in wanted.iter().zip(&is_shown).filter(|(_, is_shown)| !**is_shown) {
        if !afford(cost.making) {
            is_done = false;
            break;
        }
        rows.push(*row);
    }
    for row in unwanted {
        if !afford(cost.dropping) {
            is_done = false;
            rows.push(row);
        }
    }
    (rows, is_done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    const FULL: Detail = Detail::Full;

    fn row(key: Key, detail: Detail) -> Row {
        Row { key, detail }
    }

    type Rows = Vec<(Key, Detail)>;

    fn rows(keys: &[Key]) -> Vec<Row> {
        keys.iter().map(|it| row(*it, FULL)).collect()
    }

    fn step(shown: &[Row], wanted: &[Key], room: usize) -> (Rows, bool) {
        let cost = Cost { making: 10, dropping: 3 };
        let (rows, is_done) = next(shown, &rows(wanted), &|key| key < 9, cost, &mut { room });
        (rows.into_iter().map(|it| (it.key, it.detail)).collect(), is_done)
    }

    fn full(keys: &[Key]) -> Rows {
        keys.iter().map(|it| (*it, FULL)).collect()
    }

    #[test]
    fn parts_come_as_far_as_there_is_room() {
        assert_eq!(step(&[], &[1, 2, 3], 20), (full(&[1, 2]), false));
        assert_eq!(step(&rows(&[1, 2]), &[1, 2, 3], 20), (full(&[1, 2, 3]), true));
    }

    #[test]
    fn parts_go_as_far_as_there_is_room() {
        assert_eq!(step(&rows(&[1, 2, 3, 4]), &[4], 6), (full(&[4, 3]), false));
        assert_eq!(step(&rows(&[4, 3]), &[4], 6), (full(&[4]), true));
        assert_eq!(step(&rows(&[2, 3]), &[3, 5, 6], 100), (full(&[3, 5, 6]), true));
        assert_eq!(step(&rows(&[1, 99]), &[1], 0), (full(&[1]), true), "99 is gone");
        assert_eq!(step(&rows(&[1]), &[], 3), (vec![], true));
    }

    #[test]
    fn what_is_drawn_otherwise_stays_until_its_turn() {
        let old = [1, 2].map(|it| row(it, Detail::Title));
        let expected = vec![(1, FULL), (2, Detail::Title)];
        assert_eq!(step(&old, &[1, 2], 10), (expected, false));
    }

    #[test]
    fn what_is_spent_follows_the_machine() {
        let after = |room, ms| room_after(room, Duration::from_millis(ms));
        assert_eq!(after(90, 9), 90);
        assert_eq!(after(90, 12), 67);
        assert_eq!(after(90, 100), 45, "not less than half at once");
        assert_eq!(after(45, 100), LEAST_ROOM);
        assert_eq!(after(90, 0), 180);
        assert_eq!(after(900, 1), MOST_ROOM);
    }

    #[test]
    fn a_small_graph_is_there_at_once() {
        let scene = sample();
        let wanted = Visible { groups: vec![], cards: vec![0, 1, 2], edges: vec![0, 1, 2] };
        let (shown, is_done) = stepped(&Shown::default(), &scene, &wanted, FULL, FIRST_ROOM);
        assert!(is_done);
        assert_eq!((shown.cards.len(), shown.edges.len()), (3, 3));
        let (none, is_done) = stepped(&shown, &Scene::default(), &Visible::default(), FULL, 0);
        assert!(is_done && none == Shown::default(), "what is gone is gone at once");
    }
}
