//! What a card depends on, and what depends on it.

use std::collections::BTreeSet;

use super::scene::Scene;
use crate::document::locate::GraphPart;

/// Which way to follow the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// To where it comes from.
    Upstream,
    /// To where it goes.
    Downstream,
}

/// The cards that can be reached from `start` along connections, `start` included.
#[must_use]
pub fn reach(scene: &Scene, start: impl Iterator<Item = usize>, way: Way) -> BTreeSet<usize> {
    let mut found: BTreeSet<usize> = start.collect();
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

/// Where to begin for what is selected: the cards, and of an edge the end that lies on the way.
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
}
