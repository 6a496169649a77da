//! Coordinate assignment: the height of each vertex, with the order in its rank given.
//!
//! Least squares first ([`relax`]), then chains of dummies are made straight ([`chains`]), and then
//! groups of vertices move to where lines are straight and short ([`straighten`]). The blocks of
//! Brandes and Köpf, which are straight at any price, made drawings several times as high.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

mod chains;
mod relax;
mod straighten;

use super::diagram::Spacing;
use super::flat::{Flat, LEFT, RIGHT, Role};
use super::layered::Layered;
use super::watch::Watch;

/// Two heights are the same.
pub(super) const SAME: f64 = 0.01;

/// The height of the top of each vertex.
pub(super) async fn heights(
    graph: &Layered,
    flat: &Flat,
    spacing: &Spacing,
    watch: &mut Watch,
) -> Vec<f64> {
    let mut res = Heights::new(graph, flat, spacing);
    res.relax(watch).await;
    res.straighten_chains();
    res.straighten(watch).await;
    res.round();
    res.ys
}

/// Heights, with what moves them.
struct Heights<'a> {
    graph: &'a Layered,
    flat: &'a Flat,
    spacing: &'a Spacing,
    /// The index of each vertex in its layer.
    place: Vec<usize>,
    ys: Vec<f64>,
    /// Whether vertices have places that they shall keep.
    holds: bool,
}

impl<'a> Heights<'a> {
    /// Close to each other, in the middle.
    fn new(graph: &'a Layered, flat: &'a Flat, spacing: &'a Spacing) -> Heights<'a> {
        let n = graph.rank.len();
        let holds = graph.earlier.iter().any(Option::is_some);
        let mut res = Heights { graph, flat, spacing, place: vec![0; n], ys: vec![0.0; n], holds };
        for layer in &graph.layers {
            let mut y = 0.0;
            for (place, &it) in layer.iter().enumerate() {
                res.place[it] = place;
                if let Some(above) = place.checked_sub(1) {
                    y += res.apart(layer[above], it);
                }
                res.ys[it] = y;
            }
            for &it in layer {
                res.ys[it] -= y / 2.0;
            }
        }
        for (y, earlier) in res.ys.iter_mut().zip(&graph.earlier) {
            *y = earlier.unwrap_or(*y);
        }
        res
    }

    /// How far the tops of two neighbours in a layer must be apart.
    #[inline]
    fn apart(&self, upper: usize, lower: usize) -> f64 {
        let gap = match (self.graph.is_dummy(upper), self.graph.is_dummy(lower)) {
            (true, true) => self.spacing.line_gap,
            (false, false) => {
                let is_port = |it: usize| self.flat.vertices[it].role != Role::Box;
                let both = is_port(upper) && is_port(lower);
                if both { self.spacing.port_gap } else { self.spacing.box_gap }
            }
            _ => self.spacing.line_gap.max(self.spacing.box_gap / 2.0),
        };
        self.graph.below[upper] + gap + self.graph.above[lower]
    }

    /// Whether the vertex has a place that it shall keep.
    #[inline]
    fn is_anchored(&self, vertex: usize) -> bool {
        self.graph.earlier[vertex].is_some()
    }

    /// How much lower the right end of a link is drawn than its left end.
    #[inline]
    fn drop(&self, link: usize) -> f64 {
        let (from, to) = self.graph.links[link];
        let (from, to) = (self.graph.slots[from], self.graph.slots[to]);
        self.ys[to.vertex] + to.offset - self.ys[from.vertex] - from.offset
    }

    /// All links of a vertex.
    fn links_of(&self, vertex: usize) -> impl Iterator<Item = usize> {
        let slots = [LEFT, RIGHT].into_iter().flat_map(move |it| self.graph.sides[it].of(vertex));
        slots.flat_map(|&it| self.graph.links_at.of(it)).copied()
    }

    /// Makes heights whole numbers; what is nearly straight becomes quite so.
    fn round(&mut self) {
        let (groups, group_of) = self.straight_groups();
        let mut is_done = vec![false; self.ys.len()];
        for group in groups {
            let Some(&first) = group.first() else { continue };
            self.ys[first] = self.ys[first].round();
            is_done[first] = true;
            // Each member was found from one before it.
            for vertex in group {
                let links: Vec<usize> = self.links_of(vertex).collect();
                for link in links {
                    let (from, to) = self.graph.ends(link);
                    let other = if from == vertex { to } else { from };
                    let near = self.drop(link).abs() < 1.0 && group_of[other] == group_of[vertex];
                    if near && !std::mem::replace(&mut is_done[other], true) {
                        let (from_slot, to_slot) = self.graph.links[link];
                        let offset = |slot: usize| self.graph.slots[slot].offset;
                        let drop = offset(to_slot) - offset(from_slot);
                        let drop = if from == vertex { drop } else { -drop };
                        self.ys[other] = self.ys[vertex] - drop;
                    }
                }
            }
        }
    }
}
