//! Vertices that were moved: where they lie, and how their edges run then.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::sync::Arc;

use bobbin_protocol::{Graph, Point, PortSide, Rect, Vertex, ViewOptions};
use bobbin_sorting::Gathering as _;

use super::edge_routing::{STUB, detour, runs_through};
use super::free_place::{GAP, free_place};
use super::rects::overlap;
use super::scene::{Scene, place_key, union};

/// The top left corners of moved vertices, by the stable names of their items.
pub type Places = BTreeMap<String, Point>;

/// Stands between the arrangement and the item in the name of a place.
pub const MARK: char = '\u{1e}';

/// Returns the beginning of the names of places in a drawing with these options. Where comments or
/// frames take room, vertices lie elsewhere, so each arrangement has places of its own.
#[must_use]
pub fn arrangement(options: &ViewOptions) -> &'static str {
    match (options.has_comments, options.is_framed) {
        (false, false) => "",
        (true, false) => "comments\u{1e}",
        (false, true) => "frames\u{1e}",
        (true, true) => "comments, frames\u{1e}",
    }
}

/// Returns the places of one arrangement, by the names of items alone.
#[must_use]
pub fn arranged_so(places: &Places, arrangement: &str) -> Places {
    let own = places.iter().filter_map(|(name, place)| {
        let item = name.strip_prefix(arrangement).filter(|it| !it.contains(MARK))?;
        Some((item.to_owned(), *place))
    });
    own.collect()
}

/// The distances of lines from vertices: one after the other, so that they do not lie on each
/// other.
const GAPS: [f64; 4] = [10.0, 14.0, 18.0, 22.0];
/// The number of edges that are routed around vertices; those of more moved vertices run straight,
/// to be there at once.
const MAX_DETOURS: usize = 120;
/// The number of lines that are checked for what is in their way, for the same reason.
const MAX_LOOKS: usize = 400;
/// The number of vertices in a drawing above which the layout has its way: the lines of so many would
/// be late.
pub const MAX_KEPT_IN: usize = 300;
/// The number of moved vertices above which edges that only pass by stay as they are.
const MAX_PASSED: usize = 100;

/// Returns the scene of a graph with its vertices where they were put. Those that are `carried` are
/// elsewhere just now; lines that they come over stay, for a vertex can be let go on a line.
#[must_use]
pub fn arranged(graph: &Arc<Graph>, places: &Places, carried: &Places) -> Scene {
    if places.is_empty() && carried.is_empty() {
        return Scene::new(graph.clone());
    }
    let mut is_carried = vec![false; graph.vertices.len()];
    let mut own: Vec<Option<Offset>> = vec![None; graph.vertices.len()];
    let aside = aside(graph, places);
    for (idx, vertex) in graph.vertices.iter().enumerate() {
        let key = place_key(vertex);
        let place = carried.get(&key);
        if let (Some(_), Some(flag)) = (place, is_carried.get_mut(idx)) {
            *flag = true;
        }
        let place = place.or_else(|| places.get(&key)).or_else(|| aside.get(&key));
        if let (Some(place), Some(own)) = (place, own.get_mut(idx)) {
            *own = Some((place.x - vertex.rect.x, place.y - vertex.rect.y));
        }
    }
    // What lies in an open vertex goes with it, unless it was moved itself.
    let offset = |idx: usize| {
        let around = iter::once(idx).chain(opened_around(graph, idx));
        around.filter_map(|it| own.get(it).copied().flatten()).next().unwrap_or_default()
    };
    let offsets: Vec<Offset> = (0..graph.vertices.len()).map(offset).collect();
    if offsets.iter().all(|it| *it == (0.0, 0.0)) {
        return Scene::new(graph.clone());
    }
    let mut moved = (**graph).clone();
    for (vertex, by) in moved.vertices.iter_mut().zip(&offsets) {
        shift_vertex(vertex, *by);
    }
    let mut is_moved: Vec<bool> = offsets.iter().map(|it| *it != (0.0, 0.0)).collect();
    keep_out(&mut moved, &mut is_moved, &is_carried);
    fit_frames(graph, &mut moved, &is_moved);
    for (idx, points) in new_lines(graph, &moved, &is_moved, &is_carried) {
        if let Some(edge) = moved.edges.get_mut(idx) {
            edge.points = points;
        }
    }
    let mut scene = Scene::new(Arc::new(moved));
    scene.is_moved = true;
    scene
}

/// The way that something moves, to the right and down.
type Offset = (f64, f64);

fn shift_vertex(vertex: &mut Vertex, (dx, dy): Offset) {
    vertex.rect.x += dx;
    vertex.rect.y += dy;
    for port in &mut vertex.ports {
        port.anchor.x += dx;
        port.anchor.y += dy;
    }
}

/// Returns the places of vertices that nobody put anywhere and that the layout has under those that were
/// put at `places`, as it may for another room: nearest to where it has them, clear of all. Empty where the
/// drawing is large or has open vertices.
#[must_use]
pub fn aside(graph: &Graph, places: &Places) -> Places {
    let is_open = graph.vertices.iter().any(|it| it.parent.is_some());
    if places.is_empty() || is_open || graph.vertices.len() > MAX_KEPT_IN {
        return Places::new();
    }
    let at = |vertex: &Vertex| match places.get(&place_key(vertex)) {
        Some(it) => (Rect { x: it.x, y: it.y, ..vertex.rect }, true),
        None => (vertex.rect, false),
    };
    let mut boxes: Vec<(Rect, bool)> = graph.vertices.iter().map(at).collect();
    let mut res = Places::new();
    for (idx, vertex) in graph.vertices.iter().enumerate() {
        let (own, is_put) = at(vertex);
        if is_put || !boxes.iter().any(|it| it.1 && overlap(it.0, own)) {
            continue;
        }
        let others = boxes.iter().enumerate().filter(|it| it.0 != idx);
        let taken: Vec<Rect> = others.map(|it| it.1.0).collect();
        let place = free_place(Point { x: own.x, y: own.y }, own, &taken);
        if let Some(it) = boxes.get_mut(idx) {
            it.0 = Rect { x: place.x, y: place.y, ..own };
        }
        res.insert(place_key(vertex), place);
    }
    res
}

/// Returns the places of vertices that would make way, or come back, once others are `moved`: where they
/// are seen now, for a hand moves nothing but what it holds.
#[must_use]
pub fn unmoved(graph: &Graph, places: &Places, moved: &Places) -> Places {
    let mut next = places.clone();
    next.extend(moved.iter().map(|(name, place)| (name.clone(), *place)));
    let (before, after) = (aside(graph, places), aside(graph, &next));
    let kept = graph.vertices.iter().filter_map(|it| {
        let key = place_key(it);
        let is_same = before.get(&key) == after.get(&key) || next.contains_key(&key);
        let place = before.get(&key).copied().unwrap_or(Point { x: it.rect.x, y: it.rect.y });
        (!is_same).then_some((key, place))
    });
    kept.collect()
}

/// Returns the open vertices that a vertex lies in, from the innermost outwards; frames are none.
fn opened_around(graph: &Graph, vertex: usize) -> impl Iterator<Item = usize> {
    groups_around(graph, vertex).filter(|it| graph.vertices.get(*it).is_some_and(|it| !it.is_frame))
}

/// Moves what lies over an open vertex without being in it to the nearest place beside it: an open
/// vertex takes more room than the closed one had when others were put around it. What is `carried` stays
/// with the pointer.
fn keep_out(graph: &mut Graph, is_moved: &mut [bool], is_carried: &[bool]) {
    let holders: Vec<Option<usize>> =
        (0..graph.vertices.len()).map(|it| opened_around(graph, it).next()).collect();
    let opened: BTreeSet<usize> = holders.iter().copied().flatten().gather();
    let rect = |graph: &Graph, idx: usize| graph.vertices.get(idx).map(|it| it.rect);
    let is_beside = |graph: &Graph, idx: usize, holder: Option<usize>| {
        let is_card = graph.vertices.get(idx).is_some_and(|it| !it.is_frame);
        is_card && holders.get(idx) == Some(&holder)
    };
    let is_carried = |idx: usize| is_carried.get(idx).copied().unwrap_or(false);
    for frame in opened {
        let Some(&holder) = holders.get(frame) else { continue };
        for idx in 0..holders.len() {
            if idx == frame || is_carried(idx) || !is_beside(graph, idx, holder) {
                continue;
            }
            let (Some(around), Some(own)) = (rect(graph, frame), rect(graph, idx)) else {
                continue;
            };
            if !overlap(around, own) {
                continue;
            }
            let others =
                (0..holders.len()).filter(|it| *it != idx && is_beside(graph, *it, holder));
            let taken: Vec<Rect> = others.filter_map(|it| rect(graph, it)).collect();
            let place = place_beside(around, own, &taken);
            let by = (place.x - own.x, place.y - own.y);
            let inner: Vec<usize> = (0..holders.len())
                .filter(|it| *it == idx || opened_around(graph, *it).any(|it| it == idx))
                .collect();
            for it in inner {
                if let (Some(vertex), Some(flag)) =
                    (graph.vertices.get_mut(it), is_moved.get_mut(it))
                {
                    shift_vertex(vertex, by);
                    *flag = true;
                }
            }
        }
    }
}

/// Returns the place nearest to its own where a box lies beside another and clear of all that are
/// `taken`.
fn place_beside(around: Rect, own: Rect, taken: &[Rect]) -> Point {
    let at = |x, y| Point { x, y };
    let sides = [
        at(around.x - GAP - own.width, own.y),
        at(around.x + around.width + GAP, own.y),
        at(own.x, around.y - GAP - own.height),
        at(own.x, around.y + around.height + GAP),
    ];
    let places = sides.into_iter().map(|it| free_place(it, own, taken));
    let way = |it: &Point| (it.x - own.x).abs() + (it.y - own.y).abs();
    places.min_by(|one, other| way(one).total_cmp(&way(other))).unwrap_or(at(own.x, own.y))
}

/// Fits frames to vertices in them that were moved, with the margins that they had before.
fn fit_frames(before: &Graph, after: &mut Graph, is_moved: &[bool]) {
    for frame in 0..before.vertices.len() {
        let Some(rect) = before.vertices.get(frame).filter(|it| it.is_frame).map(|it| it.rect)
        else {
            continue;
        };
        let is_inside = |it: &Vertex| it.parent == Some(frame);
        if !before.vertices.iter().zip(is_moved).any(|(it, is_moved)| *is_moved && is_inside(it)) {
            continue;
        }
        let inner = |graph: &Graph| {
            let all = graph.vertices.iter().filter(|it| is_inside(it));
            all.map(|it| it.rect).fold(None, union)
        };
        if let (Some(old), Some(new)) = (inner(before), inner(after))
            && let Some(frame) = after.vertices.get_mut(frame)
        {
            frame.rect = Rect {
                x: rect.x + new.x - old.x,
                y: rect.y + new.y - old.y,
                width: rect.width + new.width - old.width,
                height: rect.height + new.height - old.height,
            };
        }
    }
}

/// Returns new lines for edges that end at a moved vertex, or onto which one was moved.
fn new_lines(
    before: &Graph,
    graph: &Graph,
    is_moved: &[bool],
    is_carried: &[bool],
) -> Vec<(usize, Vec<Point>)> {
    let mut is_group = vec![false; graph.vertices.len()];
    for parent in graph.vertices.iter().filter_map(|it| it.parent) {
        if let Some(flag) = is_group.get_mut(parent) {
            *flag = true;
        }
    }
    let has = |flags: &[bool], at: usize| flags.get(at).copied().unwrap_or(false);
    let moved_boxes: Vec<Rect> = (graph.vertices.iter().enumerate())
        .filter(|(idx, _)| has(is_moved, *idx) && !has(is_carried, *idx) && !has(&is_group, *idx))
        .map(|(_, it)| it.rect)
        .collect();
    let anchor = |vertex: u32, port: u32| {
        let vertex = graph.vertices.get(vertex as usize)?;
        Some((vertex.ports.get(port as usize)?.anchor, vertex.rect))
    };
    let mut res: Vec<(usize, Vec<Point>)> = Vec::new();
    let (mut n_detours, mut n_looks) = (0, 0);
    let passed = moved_boxes.get(..moved_boxes.len().min(MAX_PASSED)).unwrap_or_default();
    for (idx, edge) in graph.edges.iter().enumerate() {
        let ends = [edge.from_vertex as usize, edge.to_vertex as usize];
        let is_led = ends.iter().any(|it| has(is_moved, *it))
            || passed.iter().any(|it| runs_through(&edge.points, *it));
        let from = anchor(edge.from_vertex, edge.from_port);
        let (true, Some(from), Some(to)) = (is_led, from, anchor(edge.to_vertex, edge.to_port))
        else {
            continue;
        };
        if let Some(points) = taken_along(before, graph, idx) {
            res.push((idx, points));
            continue;
        }
        let straight = route(from, to);
        n_looks += 1;
        if n_looks > MAX_LOOKS {
            res.push((idx, straight));
            continue;
        }
        let around: Vec<usize> = ends.iter().flat_map(|it| groups_around(graph, *it)).collect();
        let boxes: Vec<Rect> = (graph.vertices.iter().enumerate())
            .filter(|(at, _)| !around.contains(at))
            .map(|(_, it)| it.rect)
            .collect();
        // Without the pieces at the ports, which touch the vertices of the ends.
        let inner = straight.get(1..straight.len() - 1).unwrap_or_default();
        let others = || (graph.vertices.iter().enumerate()).filter(|(at, _)| !around.contains(at));
        let is_clear = !boxes.iter().any(|it| runs_through(inner, *it))
            && !others().any(|(at, it)| !ends.contains(&at) && runs_through(&straight, it.rect));
        let points = if is_clear || n_detours == MAX_DETOURS {
            None
        } else {
            n_detours += 1;
            let gap = GAPS.get(n_detours % GAPS.len()).copied().unwrap_or(STUB);
            detour(from.0, to.0, &boxes, gap)
        };
        res.push((idx, points.unwrap_or(straight)));
    }
    res
}

/// Returns the line of an edge inside an open vertex that was moved as a whole.
fn taken_along(before: &Graph, after: &Graph, edge: usize) -> Option<Vec<Point>> {
    let edge = before.edges.get(edge)?;
    let ends = [edge.from_vertex as usize, edge.to_vertex as usize];
    let innermost = |it: usize| opened_around(before, it).next();
    let [from, to] = ends.map(innermost);
    let is_inside = from.is_some() && from == to || from == Some(ends[1]) || to == Some(ends[0]);
    let offset = |idx: usize| {
        let (old, new) = (before.vertices.get(idx)?.rect, after.vertices.get(idx)?.rect);
        Some((new.x - old.x, new.y - old.y))
    };
    let [Some((dx, dy)), other] = ends.map(offset) else { return None };
    let is_whole = is_inside && (dx, dy) != (0.0, 0.0) && other == Some((dx, dy));
    let moved = |it: &Point| Point { x: it.x + dx, y: it.y + dy };
    is_whole.then(|| edge.points.iter().map(moved).collect())
}

/// Returns the groups that a vertex lies in.
fn groups_around(graph: &Graph, vertex: usize) -> impl Iterator<Item = usize> {
    let parent = |at: &usize| graph.vertices.get(*at)?.parent;
    // No deeper than there are vertices, should parents form a cycle.
    std::iter::successors(parent(&vertex), parent).take(graph.vertices.len())
}

/// Returns a line from an output to an input, each with its vertex: straight across if the input
/// lies to the right, else around the vertices.
fn route((from, from_box): (Point, Rect), (to, to_box): (Point, Rect)) -> Vec<Point> {
    let at = |x, y| Point { x, y };
    if (from.y - to.y).abs() < 0.5 && to.x > from.x {
        return vec![from, to];
    }
    if to.x - from.x >= 2.0 * STUB {
        let middle = (from.x + to.x) / 2.0;
        return vec![from, at(middle, from.y), at(middle, to.y), to];
    }
    let (right, left) = (from.x + STUB, to.x - STUB);
    let (upper, lower) =
        if from_box.y <= to_box.y { (from_box, to_box) } else { (to_box, from_box) };
    let gap = (upper.y + upper.height, lower.y);
    // Between the vertices if there is room, else below both.
    let y = if gap.1 - gap.0 >= STUB {
        (gap.0 + gap.1) / 2.0
    } else {
        (from_box.y + from_box.height).max(to_box.y + to_box.height) + STUB
    };
    vec![from, at(right, from.y), at(right, y), at(left, y), at(left, to.y), to]
}

/// A change of places by the names of items: where each lies after it; none where the layout says.
pub type Shift = BTreeMap<String, Option<Point>>;

/// Returns the change that moves vertices from some places to others.
#[must_use]
pub fn shift(from: &Places, to: &Places) -> Shift {
    let names = from.keys().chain(to.keys());
    let changed = names.filter(|it| from.get(*it) != to.get(*it));
    changed.map(|it| (it.clone(), to.get(it).copied())).collect()
}

/// Carries out a change of places.
pub fn shifted(places: &mut Places, shift: Shift) {
    for (name, place) in shift {
        match place {
            Some(place) => places.insert(name, place),
            None => places.remove(&name),
        };
    }
}

/// Returns the top left corner of a new vertex whose side should meet a line at a place.
#[must_use]
pub fn beside(at: Point, side: PortSide) -> Point {
    let dx = if side == PortSide::Output { 0.0 } else { -180.0 };
    Point { x: at.x + dx, y: at.y - 30.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    fn places(all: &[(&str, f64, f64)]) -> Places {
        let place =
            |&(name, x, y): &(&str, f64, f64)| (format!("process\u{1f}{name}"), Point { x, y });
        all.iter().map(place).collect()
    }

    fn line(points: &[Point]) -> Vec<(f64, f64)> {
        points.iter().map(|it| (it.x, it.y)).collect()
    }

    #[test]
    fn a_moved_box_takes_its_ports_and_edges_along() {
        let scene = arranged(
            &sample().graph,
            &places(&[("b", 200.0, 60.0), ("gone", 1.0, 1.0)]),
            &Places::new(),
        );
        let graph = &scene.graph;
        assert_eq!(graph.vertices[1].rect.y, 60.0);
        assert_eq!(graph.vertices[1].ports[0].anchor.y, 100.0);
        assert_eq!(
            line(&graph.edges[0].points),
            [(100.0, 40.0), (150.0, 40.0), (150.0, 100.0), (200.0, 100.0)]
        );
        assert_eq!(graph.edges[2], sample().graph.edges[2], "neither end moved");
        assert!(scene.is_moved);
        let left = arranged(&sample().graph, &places(&[("a", -50.0, 0.0)]), &Places::new());
        assert_eq!(left.extent().x, -50.0);
    }

    #[test]
    fn without_places_nothing_is_copied() {
        let graph = sample().graph;
        assert!(Arc::ptr_eq(&arranged(&graph, &Places::new(), &Places::new()).graph, &graph));
        let same = arranged(&graph, &places(&[("b", 200.0, 0.0)]), &Places::new());
        assert!(Arc::ptr_eq(&same.graph, &graph));
    }

    #[test]
    fn a_line_back_goes_between_or_below_the_boxes() {
        let rect = |x, y| Rect { x, y, width: 100.0, height: 60.0 };
        let at = |x, y| Point { x, y };
        let between = route((at(100.0, 20.0), rect(0.0, 0.0)), (at(0.0, 120.0), rect(0.0, 100.0)));
        assert_eq!(
            line(&between),
            [
                (100.0, 20.0),
                (118.0, 20.0),
                (118.0, 80.0),
                (-18.0, 80.0),
                (-18.0, 120.0),
                (0.0, 120.0)
            ]
        );
        let below = route((at(300.0, 20.0), rect(200.0, 0.0)), (at(0.0, 30.0), rect(0.0, 10.0)));
        assert_eq!(below[2].y, 88.0);
        assert_eq!(
            route((at(0.0, 5.0), rect(0.0, 0.0)), (at(50.0, 5.0), rect(50.0, 0.0))).len(),
            2
        );
    }

    #[test]
    fn what_a_layout_has_under_what_was_put_makes_way() {
        let graph = sample().graph;
        let put = places(&[("a", 190.0, 10.0)]);
        let scene = arranged(&graph, &put, &Places::new());
        let rects: Vec<Rect> = scene.graph.vertices.iter().map(|it| it.rect).collect();
        assert_eq!((rects[0].x, rects[0].y), (190.0, 10.0), "a hand put it there");
        for (idx, rect) in rects.iter().enumerate() {
            assert!(!rects[..idx].iter().any(|it| overlap(*it, *rect)), "{rects:?}");
        }
        // A vertex on its way is over others, which stay.
        let carried = arranged(&graph, &Places::new(), &put);
        assert_eq!(carried.graph.vertices[1].rect, graph.vertices[1].rect);
    }

    #[test]
    fn what_a_hand_puts_something_onto_stays_and_so_does_what_had_made_way() {
        let graph = sample().graph;
        let put = places(&[("a", 190.0, 10.0)]);
        let b = graph.vertices[1].rect;
        assert_eq!(unmoved(&graph, &Places::new(), &put), places(&[("b", b.x, b.y)]));
        let made_way = aside(&graph, &put);
        assert_eq!(made_way.len(), 1);
        assert_eq!(unmoved(&graph, &put, &places(&[("a", 190.0, 900.0)])), made_way);
        assert_eq!(unmoved(&graph, &put, &places(&[("a", 191.0, 10.0)])), Places::new());
        assert_eq!(unmoved(&graph, &put, &places(&[("b", 0.0, 500.0)])), Places::new());
    }

    #[test]
    fn places_change_and_change_back() {
        let (before, after) = (
            places(&[("a", 1.0, 1.0), ("b", 2.0, 2.0)]),
            places(&[("b", 3.0, 2.0), ("c", 4.0, 4.0)]),
        );
        let done = shift(&before, &after);
        let undone = shift(&after, &before);
        assert_eq!(done.len(), 3);
        assert_eq!(shift(&after, &after), Shift::new());
        // What was put meanwhile stays.
        let other = places(&[("d", 5.0, 5.0)]);
        let with = |all: &Places| {
            let mut all = all.clone();
            all.extend(other.clone());
            all
        };
        let mut now = with(&before);
        // As the history keeps it.
        let json = serde_json::to_string(&done).unwrap();
        shifted(&mut now, bobbin_json::from_str(&json).unwrap());
        assert_eq!(now, with(&after));
        shifted(&mut now, undone);
        assert_eq!(now, with(&before));
    }

    #[test]
    fn each_arrangement_has_places_of_its_own() {
        let options = |has_comments, is_framed| ViewOptions {
            has_comments,
            is_framed,
            ..ViewOptions::default()
        };
        let plain = places(&[("a", 1.0, 1.0)]);
        let mut all = plain.clone();
        for (at, it) in [(true, false), (false, true), (true, true)].into_iter().enumerate() {
            let name = arrangement(&options(it.0, it.1)).to_owned() + "process\u{1f}a";
            all.insert(name, Point { x: at as f64, y: 9.0 });
        }
        assert_eq!(all.len(), 4);
        assert_eq!(arranged_so(&all, arrangement(&options(false, false))), plain);
        let framed = arranged_so(&all, arrangement(&options(false, true)));
        assert_eq!(framed, places(&[("a", 1.0, 9.0)]));
    }

    #[test]
    fn what_is_in_an_open_vertex_goes_with_it_and_others_keep_out() {
        let mut graph = (*sample().graph).clone();
        graph.vertices[1].rect = Rect { x: 200.0, y: 0.0, width: 300.0, height: 200.0 };
        graph.vertices[2].parent = Some(1);
        graph.vertices[2].rect = Rect { x: 230.0, y: 40.0, ..graph.vertices[2].rect };
        let mut inner = graph.edges[0].clone();
        (inner.from_vertex, inner.from_port, inner.to_vertex, inner.to_port) = (1, 0, 2, 0);
        inner.points = vec![Point { x: 200.0, y: 40.0 }, Point { x: 230.0, y: 80.0 }];
        graph.edges = vec![inner];
        let graph = Arc::new(graph);
        let rect = |scene: &Scene, idx: usize| scene.graph.vertices[idx].rect;
        let scene = arranged(&graph, &places(&[("b", 210.0, 50.0)]), &Places::new());
        assert_eq!((rect(&scene, 2).x, rect(&scene, 2).y), (240.0, 90.0));
        assert_eq!(line(&scene.graph.edges[0].points), [(210.0, 90.0), (240.0, 130.0)]);
        assert_eq!(rect(&scene, 0), rect(&Scene::new(graph.clone()), 0), "it is in nobody's way");
        let put = places(&[("a", 250.0, 150.0)]);
        let scene = arranged(&graph, &put, &Places::new());
        assert!(!overlap(rect(&scene, 0), rect(&scene, 1)), "{:?}", rect(&scene, 0));
        assert_eq!(rect(&scene, 2), graph.vertices[2].rect);
        let scene = arranged(&graph, &Places::new(), &put);
        assert_eq!(rect(&scene, 0).x, 250.0, "it stays with the pointer");
        let scene = arranged(&graph, &places(&[("b", 20.0, 10.0)]), &Places::new());
        assert!(!overlap(rect(&scene, 0), rect(&scene, 1)), "{:?}", rect(&scene, 0));
    }

    #[test]
    fn a_frame_stays_around_what_is_moved() {
        let mut graph = (*sample().graph).clone();
        graph.vertices[1].parent = Some(0);
        graph.vertices[0].is_frame = true;
        graph.vertices[0].rect = Rect { x: 180.0, y: -40.0, width: 140.0, height: 120.0 };
        let scene = arranged(&Arc::new(graph), &places(&[("b", 250.0, 30.0)]), &Places::new());
        let moved = Rect { x: 230.0, y: -10.0, width: 140.0, height: 120.0 };
        assert_eq!(scene.graph.vertices[0].rect, moved);
    }
}
