//! What keeps a drawing as it was when it is built by hand: the vertices that were there stay, and new
//! ones go beside what they are for.

use std::collections::{BTreeMap, BTreeSet};

use bobbin_protocol::{Graph, Point, Rect, Vertex};
use bobbin_sorting::Gathering as _;

use super::free_place::free_place;
use super::places::{MAX_KEPT_IN, Places};
use super::scene::{place_key, union};

/// The distance of a new vertex from one that it is connected to: room for lines.
const COLUMN: f64 = 56.0;

/// Returns the places that keep the vertices of `old` where they are in `new`, and put those that are
/// new beside what they are for: between their connections, in the place of what has gone, or at
/// `near`. Those of `placed` were put by hand. Empty where the drawing is large or has open vertices,
/// whose frames the layout draws.
#[must_use]
pub fn settled(old: &Graph, new: &Graph, placed: &Places, near: Option<Point>) -> Places {
    let is_open = |it: &Graph| it.vertices.iter().any(|it| it.parent.is_some());
    if old.vertices.is_empty() || new.vertices.len() > MAX_KEPT_IN || is_open(old) || is_open(new) {
        return Places::new();
    }
    let by_name = |it: &Graph| -> BTreeMap<String, Rect> {
        it.vertices.iter().map(|it| (place_key(it), it.rect)).gather()
    };
    let (before, after) = (by_name(old), by_name(new));
    let mut res = Places::new();
    let mut taken: Vec<Rect> = Vec::new();
    let mut added: Vec<&Vertex> = Vec::new();
    for vertex in &new.vertices {
        let name = place_key(vertex);
        let stays =
            before.get(&name).copied().or(placed.contains_key(&name).then_some(vertex.rect));
        let Some(stays) = stays else {
            added.push(vertex);
            continue;
        };
        taken.push(Rect { x: stays.x, y: stays.y, ..vertex.rect });
        if (stays.x, stays.y) != (vertex.rect.x, vertex.rect.y) {
            res.insert(name, Point { x: stays.x, y: stays.y });
        }
    }
    let gone: Vec<Rect> =
        before.iter().filter(|it| !after.contains_key(it.0)).map(|it| *it.1).collect();
    if let ([vertex], false) = (added.as_slice(), gone.is_empty()) {
        res.insert(place_key(vertex), in_place_of(&gone, vertex.rect, &taken));
        return res;
    }
    let gone = gone.into_iter().fold(None, union);
    let shift = shift_of_all(&added, gone, near);
    for vertex in added {
        let name = place_key(vertex);
        let own = |it: &Point| Point { x: vertex.rect.x + it.x, y: vertex.rect.y + it.y };
        let joined = || beside_ends(new, vertex, &before);
        let wanted = match gone {
            Some(_) => shift.as_ref().map(own),
            None => joined().or_else(|| shift.as_ref().map(own)),
        };
        let wanted = wanted.unwrap_or(Point { x: vertex.rect.x, y: vertex.rect.y });
        let place = free_place(wanted, vertex.rect, &taken);
        taken.push(Rect { x: place.x, y: place.y, ..vertex.rect });
        res.insert(name, place);
    }
    res
}

/// Returns the place of a vertex that comes for others: in the middle of them, or where one of them was, whichever
/// is nearest to being free. What else lies in the middle of vertices far apart would take it out of the flow.
fn in_place_of(gone: &[Rect], own: Rect, taken: &[Rect]) -> Point {
    let around = gone.iter().copied().fold(None, union).unwrap_or(own);
    let middle = Point {
        x: (around.x + (around.width - own.width) / 2.0).round(),
        y: (around.y + (around.height - own.height) / 2.0).round(),
    };
    let wanted = [middle].into_iter().chain(gone.iter().map(|it| Point { x: it.x, y: it.y }));
    let places = wanted.map(|it| (it, free_place(it, own, taken)));
    let distance =
        |(wanted, place): &(Point, Point)| (place.x - wanted.x).abs() + (place.y - wanted.y).abs();
    let nearest = places.min_by(|one, other| distance(one).total_cmp(&distance(other)));
    nearest.map_or(middle, |it| it.1)
}

/// Returns how far all new vertices move together: to where something has gone, or to `near`.
fn shift_of_all(added: &[&Vertex], gone: Option<Rect>, near: Option<Point>) -> Option<Point> {
    let around = added.iter().map(|it| it.rect).fold(None, union)?;
    let corner = match gone {
        Some(gone) => Point {
            x: gone.x + (gone.width - around.width) / 2.0,
            y: gone.y + (gone.height - around.height) / 2.0,
        },
        None => near?,
    };
    Some(Point { x: (corner.x - around.x).round(), y: (corner.y - around.y).round() })
}

/// Returns the place of a new vertex by what it is connected to; `None` if that is nothing that was
/// there before.
fn beside_ends(graph: &Graph, vertex: &Vertex, before: &BTreeMap<String, Rect>) -> Option<Point> {
    let own = place_key(vertex);
    let end = |idx: u32| {
        let it = graph.vertices.get(idx as usize)?;
        let is_own = place_key(it) == own;
        before.get(&place_key(it)).filter(|_| !is_own).copied()
    };
    let is_own = |idx: u32| graph.vertices.get(idx as usize).is_some_and(|it| place_key(it) == own);
    let (mut from, mut to) = (None, None);
    for edge in &graph.edges {
        if is_own(edge.to_vertex) {
            from = end(edge.from_vertex).map_or(from, |it| union(from, it));
        } else if is_own(edge.from_vertex) {
            to = end(edge.to_vertex).map_or(to, |it| union(to, it));
        }
    }
    let middle = |it: Rect| it.y + (it.height - vertex.rect.height) / 2.0;
    let place = match (from, to) {
        (Some(from), Some(to)) => Point {
            x: (from.x + from.width + to.x - vertex.rect.width) / 2.0,
            y: (middle(from) + middle(to)) / 2.0,
        },
        (Some(from), None) => Point { x: from.x + from.width + COLUMN, y: middle(from) },
        (None, Some(to)) => Point { x: to.x - COLUMN - vertex.rect.width, y: middle(to) },
        (None, None) => return None,
    };
    Some(Point { x: place.x.round(), y: place.y.round() })
}

/// Returns the places of vertices that are let go on a connection: nearest to where the hand put them,
/// clear of all others.
#[must_use]
pub fn cleared(graph: &Graph, put: Places) -> Places {
    let open: BTreeSet<usize> = graph.vertices.iter().filter_map(|it| it.parent).gather();
    let taken: Vec<Rect> = (graph.vertices.iter().enumerate())
        .filter(|(idx, it)| !put.contains_key(&place_key(it)) && !open.contains(idx))
        .map(|(_, it)| it.rect)
        .collect();
    let sizes: BTreeMap<String, Rect> = (graph.vertices.iter())
        .map(|it| (place_key(it), it.rect))
        .filter(|it| put.contains_key(&it.0))
        .gather();
    let clear = |(name, place): (String, Point)| {
        let place = sizes.get(&name).map_or(place, |it| free_place(place, *it, &taken));
        (name, place)
    };
    put.into_iter().map(clear).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::rects::overlap;
    use crate::canvas::scene::sample;

    /// The sample's graph after a layout that moved all of it.
    fn laid_out_anew() -> Graph {
        let mut graph = (*sample().graph).clone();
        for vertex in &mut graph.vertices {
            vertex.rect.x += 31.0;
        }
        graph
    }

    fn key(name: &str) -> String {
        format!("process\u{1f}{name}")
    }

    #[test]
    fn what_was_there_stays() {
        let old = sample();
        let places = settled(&old.graph, &laid_out_anew(), &Places::new(), None);
        assert_eq!(places.len(), 3);
        let rect = old.graph.vertices[1].rect;
        assert_eq!(places[&key("b")], Point { x: rect.x, y: rect.y });
        assert_eq!(settled(&old.graph, &old.graph, &Places::new(), None), Places::new());
    }

    #[test]
    fn what_comes_for_others_goes_where_one_of_them_was_if_their_middle_is_taken() {
        let rect = |x, y| Rect { x, y, width: 100.0, height: 60.0 };
        let gone = [rect(0.0, 0.0), rect(600.0, 400.0)];
        let own = Rect { height: 70.0, ..rect(0.0, 0.0) };
        assert_eq!(in_place_of(&gone, own, &[]), Point { x: 300.0, y: 195.0 });
        let others = [rect(300.0, 200.0), rect(0.0, 90.0)];
        assert_eq!(
            in_place_of(&gone, own, &others),
            Point { x: 600.0, y: 400.0 },
            "there is more room"
        );
    }

    #[test]
    fn what_is_new_goes_beside_its_connections_and_keeps_clear() {
        let old = sample();
        let mut new = (*old.graph).clone();
        let mut added = new.vertices[1].clone();
        added.item.0[1] = "d".into();
        added.rect.x = 5000.0;
        new.vertices.push(added);
        let mut edge = new.edges[1].clone();
        edge.to_vertex = 3;
        new.edges.push(edge);
        let place = settled(&old.graph, &new, &Places::new(), None)[&key("d")];
        let from = old.graph.vertices[1].rect;
        assert_eq!(place.x, from.x + from.width + COLUMN);
        let boxes = old.graph.vertices.iter().map(|it| it.rect);
        let own = Rect { x: place.x, y: place.y, ..from };
        assert!(!{ boxes }.any(|it| overlap(it, own)), "{place:?}");
        new.edges.pop();
        let near = Point { x: 20.0, y: 400.0 };
        let place = settled(&old.graph, &new, &Places::new(), Some(near))[&key("d")];
        assert_eq!(place, near, "it is connected to nothing");
        let placed = Places::from([(key("d"), near)]);
        assert!(!settled(&old.graph, &new, &placed, None).contains_key(&key("d")), "by hand");
    }

    #[test]
    fn the_two_sides_of_a_cluster_keep_places_of_their_own() {
        let mut old = (*sample().graph).clone();
        for at in [0, 2] {
            old.vertices[at].item.0 = vec!["cluster".into(), "mine".into()];
            old.vertices[at].fixed = Some("the ports of a cluster are mapped in its text".into());
        }
        let mut new = old.clone();
        for vertex in &mut new.vertices {
            vertex.rect.x += 31.0;
        }
        let corner = |it: &Vertex| Point { x: it.rect.x, y: it.rect.y };
        let places = settled(&old, &new, &Places::new(), None);
        let wanted: Places = old.vertices.iter().map(|it| (place_key(it), corner(it))).collect();
        assert_eq!(places, wanted);
        let kept = crate::canvas::places::arranged(&new.into(), &places, &Places::new());
        let corners = |all: &[Vertex]| all.iter().map(corner).collect::<Vec<_>>();
        assert_eq!(corners(&kept.graph.vertices), corners(&old.vertices));
        // As it was kept when both had the same name.
        let earlier = Places::from([("cluster\u{1f}mine".to_owned(), Point { x: 7.0, y: 300.0 })]);
        let scene = crate::canvas::places::arranged(&old.clone().into(), &earlier, &Places::new());
        assert_eq!(scene.graph.vertices[0].rect, old.vertices[0].rect);
        assert_eq!(corner(&scene.graph.vertices[2]), Point { x: 7.0, y: 300.0 });
    }

    #[test]
    fn what_takes_the_place_of_others_lies_there() {
        let old = sample();
        let mut new = (*old.graph).clone();
        new.vertices[1].item.0[1] = "renamed".into();
        new.vertices[1].rect.x += 900.0;
        let rect = old.graph.vertices[1].rect;
        let places = settled(&old.graph, &new, &Places::new(), None);
        assert_eq!(places, Places::from([(key("renamed"), Point { x: rect.x, y: rect.y })]));
    }

    #[test]
    fn what_is_let_go_on_a_line_keeps_clear_of_its_ends() {
        let graph = sample().graph;
        let put = Places::from([(key("c"), Point { x: 110.0, y: 10.0 })]);
        let place = cleared(&graph, put)[&key("c")];
        let own = Rect { x: place.x, y: place.y, ..graph.vertices[2].rect };
        assert!(!graph.vertices[..2].iter().any(|it| overlap(it.rect, own)), "{place:?}");
        assert!(place.y < 200.0, "{place:?}");
    }
}
