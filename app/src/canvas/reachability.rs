//! The vertices that a vertex depends on, and those that depend on it.

use std::collections::BTreeSet;

use super::scene::Scene;
use crate::document::locate::GraphPart;
use bobbin_sorting::Gathering as _;

/// The direction in which to follow the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// To where it comes from.
    Upstream,
    /// To where it goes.
    Downstream,
}

/// Returns the vertices that can be reached from `start` along edges, `start` included.
#[must_use]
pub fn reach(scene: &Scene, start: impl Iterator<Item = usize>, way: Way) -> BTreeSet<usize> {
    let mut found: BTreeSet<usize> = start.gather();
    let mut open: Vec<usize> = found.iter().copied().collect();
    while let Some(here) = open.pop() {
        for edge in scene.edges_of(here) {
            let Some((from, to)) = scene.ends(*edge) else { continue };
            let (near, far) = match way {
                Way::Downstream => (from.vertex, to.vertex),
                Way::Upstream => (to.vertex, from.vertex),
            };
            if near == here && found.insert(far) {
                open.push(far);
            }
        }
    }
    found
}

/// Returns the vertices at which to begin for a selection: the selected ones, and of an edge the
/// end in that direction.
pub fn starts(
    scene: &Scene,
    selection: &BTreeSet<GraphPart>,
    way: Way,
) -> impl Iterator<Item = usize> {
    let starts: Vec<usize> = selection
        .iter()
        .filter_map(|part| match part {
            GraphPart::Vertex(idx) => Some(*idx),
            GraphPart::Edge(idx) => scene.ends(*idx).map(|(from, to)| match way {
                Way::Upstream => from.vertex,
                Way::Downstream => to.vertex,
            }),
        })
        .collect();
    starts.into_iter()
}

/// Returns how many vertices were found, without the selected ones and the frames around vertices.
#[must_use]
pub fn n_found(scene: &Scene, found: &BTreeSet<usize>, selection: &BTreeSet<GraphPart>) -> usize {
    let is_asked = |card: usize| selection.contains(&GraphPart::Vertex(card));
    found.iter().filter(|it| !is_asked(**it) && !scene.is_group(**it)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn the_flow_is_followed_one_way() {
        let scene = sample();
        let all = |start: usize, way| {
            reach(&scene, std::iter::once(start), way).into_iter().collect::<Vec<_>>()
        };
        assert_eq!(all(1, Way::Downstream), [1, 2]);
        assert_eq!(all(1, Way::Upstream), [0, 1]);
        assert_eq!(all(0, Way::Upstream), [0]);
        let edge = BTreeSet::from([GraphPart::Edge(1)]);
        assert_eq!(starts(&scene, &edge, Way::Upstream).collect::<Vec<_>>(), [1]);
        assert_eq!(starts(&scene, &edge, Way::Downstream).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn cards_are_counted_beside_those_that_were_asked_about() {
        let scene = sample();
        let count = |selection: &[GraphPart], way| {
            let selection: BTreeSet<GraphPart> = selection.iter().copied().collect();
            let found = reach(&scene, starts(&scene, &selection, way), way);
            n_found(&scene, &found, &selection)
        };
        let (a, b, c) = (GraphPart::Vertex(0), GraphPart::Vertex(1), GraphPart::Vertex(2));
        assert_eq!((count(&[b], Way::Upstream), count(&[b], Way::Downstream)), (1, 1));
        // Both ends of a connection are other vertices than the connection.
        let first = GraphPart::Edge(0);
        assert_eq!((count(&[first], Way::Upstream), count(&[first], Way::Downstream)), (1, 2));
        assert_eq!((count(&[a, b], Way::Downstream), count(&[a, b, c], Way::Upstream)), (1, 0));
    }
}
