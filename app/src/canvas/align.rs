//! Alignment: puts vertices in a line, or spreads them out evenly.

use bobbin_protocol::{Point, Rect};
use bobbin_sorting::Sorting as _;

use super::index::key_of_name;
use super::scene::{Scene, place_key};

/// The way in which vertices are aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// Their left edges.
    Left,
    /// Their middles, one below the other.
    Centre,
    /// Their right edges.
    Right,
    /// Their top edges.
    Top,
    /// Their middles, one beside the other.
    Middle,
    /// Their bottom edges.
    Bottom,
    /// As far from each other as all are, beside each other.
    Across,
    /// As far from each other as all are, below each other.
    Down,
}

impl Alignment {
    /// All of them: those beside each other last.
    pub const ALL: [Alignment; 8] = [
        Alignment::Left,
        Alignment::Centre,
        Alignment::Right,
        Alignment::Top,
        Alignment::Middle,
        Alignment::Bottom,
        Alignment::Across,
        Alignment::Down,
    ];

    /// Returns the action that aligns in this way.
    #[must_use]
    pub fn action(self) -> &'static str {
        match self {
            Alignment::Left => "graph.align-left",
            Alignment::Centre => "graph.align-centre",
            Alignment::Right => "graph.align-right",
            Alignment::Top => "graph.align-top",
            Alignment::Middle => "graph.align-middle",
            Alignment::Bottom => "graph.align-bottom",
            Alignment::Across => "graph.spread-across",
            Alignment::Down => "graph.spread-down",
        }
    }
}

/// The space between vertices that would otherwise overlap.
const GAP: f64 = 24.0;

/// A vertex in one dimension: its start and its size.
type Extent = (f64, f64);

/// Counts the vertices that `places` move.
#[must_use]
pub fn n_moved(scene: &Scene, places: &[(String, Point)]) -> usize {
    let is_there = |(name, place): &&(String, Point)| {
        let vertex = scene.vertex(key_of_name(name)).map(|it| it.1.rect);
        vertex.is_some_and(|it| (it.x, it.y) == (place.x, place.y))
    };
    places.len() - places.iter().filter(is_there).count()
}

/// Returns the places of vertices once they line up with the outermost of them, or are spread
/// between those. No two overlap then.
#[must_use]
pub fn aligned(scene: &Scene, vertices: &[usize], alignment: Alignment) -> Vec<(String, Point)> {
    // What is around others stays around them.
    let boxes: Vec<(String, Rect)> = vertices
        .iter()
        .filter(|it| !scene.is_group(**it))
        .filter_map(|it| scene.graph.vertices.get(*it))
        .map(|it| (place_key(it), it.rect))
        .collect();
    let across: Vec<Extent> = boxes.iter().map(|it| (it.1.x, it.1.width)).collect();
    let down: Vec<Extent> = boxes.iter().map(|it| (it.1.y, it.1.height)).collect();
    let starts = |all: &[Extent]| all.iter().map(|it| it.0).collect::<Vec<f64>>();
    let (xs, ys) = match alignment {
        Alignment::Left => (lined_up(&across, 0.0), apart(&down)),
        Alignment::Centre => (lined_up(&across, 0.5), apart(&down)),
        Alignment::Right => (lined_up(&across, 1.0), apart(&down)),
        Alignment::Top => (apart(&across), lined_up(&down, 0.0)),
        Alignment::Middle => (apart(&across), lined_up(&down, 0.5)),
        Alignment::Bottom => (apart(&across), lined_up(&down, 1.0)),
        Alignment::Across => (spread(&across), starts(&down)),
        Alignment::Down => (starts(&across), spread(&down)),
    };
    let places = xs.into_iter().zip(ys).map(|(x, y)| Point { x: x.round(), y: y.round() });
    boxes.into_iter().map(|it| it.0).zip(places).collect()
}

/// Returns the extent from the first start to the last end.
fn reach(extents: &[Extent]) -> Extent {
    let start = extents.iter().map(|it| it.0).fold(f64::INFINITY, f64::min);
    let end = extents.iter().map(|it| it.0 + it.1).fold(f64::NEG_INFINITY, f64::max);
    (start, end - start)
}

/// Returns the starts of extents whose shares of themselves, from 0 at the start to 1 at the end,
/// are at that share of all.
fn lined_up(extents: &[Extent], share: f64) -> Vec<f64> {
    let all = reach(extents);
    extents.iter().map(|it| all.0 + share * (all.1 - it.1)).collect()
}

/// Sorts the indices of extents by their order in space.
fn in_order(extents: &[Extent]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..extents.len()).collect();
    let middle = |at: &usize| extents.get(*at).map_or(0.0, |it| it.0 + it.1 / 2.0);
    order.order_by(|one, other| middle(one).total_cmp(&middle(other)));
    order
}

/// Returns the starts of extents once none meets the one before it: those in the way go on.
fn apart(extents: &[Extent]) -> Vec<f64> {
    let mut starts: Vec<f64> = extents.iter().map(|it| it.0).collect();
    let mut least = f64::NEG_INFINITY;
    for at in in_order(extents) {
        let (Some(start), Some(extent)) = (starts.get_mut(at), extents.get(at)) else { continue };
        // What has room stays.
        if *start < least {
            *start = least + GAP;
        }
        least = *start + extent.1;
    }
    starts
}

/// Returns the starts of extents once the gaps between them are the same; the outermost stay, if
/// there is room for all.
fn spread(extents: &[Extent]) -> Vec<f64> {
    let mut starts: Vec<f64> = extents.iter().map(|it| it.0).collect();
    let n_gaps = extents.len().saturating_sub(1);
    if n_gaps == 0 {
        return starts;
    }
    let all = reach(extents);
    let used: f64 = extents.iter().map(|it| it.1).sum();
    let gap = ((all.1 - used) / n_gaps as f64).max(GAP);
    let mut next = all.0;
    for at in in_order(extents) {
        let (Some(start), Some(extent)) = (starts.get_mut(at), extents.get(at)) else { continue };
        *start = next;
        next += extent.1 + gap;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    /// Returns the places of `b` and `c`, and of `a` if all are meant. All are 100 wide and 60
    /// high.
    fn places(vertices: &[usize], alignment: Alignment) -> Vec<(f64, f64)> {
        let mut graph = (*sample().graph).clone();
        // `b` lies at 200, 0 and `c` at 400, 100; `a` is a wider one at 0, 20.
        graph.vertices[0].rect = Rect { x: 0.0, y: 20.0, width: 140.0, height: 60.0 };
        let scene = Scene::new(std::sync::Arc::new(graph));
        aligned(&scene, vertices, alignment).into_iter().map(|it| (it.1.x, it.1.y)).collect()
    }

    #[test]
    fn only_what_changes_its_place_has_moved() {
        let scene = sample();
        let places = aligned(&scene, &[1, 2], Alignment::Top);
        assert_eq!((places.len(), n_moved(&scene, &places)), (2, 1), "the upper one stays");
    }

    #[test]
    fn boxes_line_up_with_the_outermost() {
        for (alignment, expected) in [
            (Alignment::Left, [(200.0, 0.0), (200.0, 100.0)]),
            (Alignment::Centre, [(300.0, 0.0), (300.0, 100.0)]),
            (Alignment::Right, [(400.0, 0.0), (400.0, 100.0)]),
            (Alignment::Top, [(200.0, 0.0), (400.0, 0.0)]),
            (Alignment::Middle, [(200.0, 50.0), (400.0, 50.0)]),
            (Alignment::Bottom, [(200.0, 100.0), (400.0, 100.0)]),
        ] {
            assert_eq!(places(&[1, 2], alignment), expected, "{alignment:?}");
        }
    }

    #[test]
    fn boxes_in_a_line_keep_off_each_other() {
        // `b` from 0 to 60, `a` from 20 to 80, `c` from 100 on.
        assert_eq!(
            places(&[0, 1, 2], Alignment::Left),
            [(0.0, 84.0), (0.0, 0.0), (0.0, 168.0)],
            "each goes on below the one before it"
        );
        assert_eq!(
            places(&[0, 1, 2], Alignment::Right),
            [(360.0, 84.0), (400.0, 0.0), (400.0, 168.0)]
        );
    }

    #[test]
    fn gaps_are_made_the_same() {
        // From 0 to 500 there are 340 of vertices and 160 between them.
        assert_eq!(
            places(&[2, 0, 1], Alignment::Across),
            [(400.0, 100.0), (0.0, 20.0), (220.0, 0.0)],
            "in whichever order they were selected"
        );
        // There is no room from 0 to 160 for three of 60 and 24 between them.
        assert_eq!(
            places(&[0, 1, 2], Alignment::Down),
            [(0.0, 84.0), (200.0, 0.0), (400.0, 168.0)]
        );
        assert_eq!(places(&[1], Alignment::Down), [(200.0, 0.0)]);
        assert_eq!(places(&[], Alignment::Down), []);
    }
}
