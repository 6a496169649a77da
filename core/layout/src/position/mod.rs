//! Coordinate assignment: gives each vertex a height, with the order in its rank given.
//!
//! Least squares come first ([`relax`]), then chains of dummies are straightened ([`chains`]), and
//! then groups of vertices move to where lines are straight and short ([`straighten`]). The blocks
//! of Brandes and Köpf, which are straight at any price, made drawings several times as high.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

mod chains;
mod relax;
mod straighten;

use std::ops::Range;

use super::diagram::Spacing;
use super::flat::{Flat, LEFT, RIGHT, Role};
use super::layered::Layered;
use super::watch::Watch;

/// The greatest difference of two heights that count as equal.
pub(super) const SAME: f64 = 0.01;

/// Returns the height of the top of each vertex.
pub(super) async fn heights(
    graph: &Layered,
    flat: &Flat,
    spacing: &Spacing,
    watch: &mut Watch,
) -> Vec<f64> {
    // The steps of one pass over everything.
    let n_steps = 8 * (graph.rank.len() + graph.links.len());
    let mut all = Heights::new(graph, flat, spacing);
    watch.step(2 * n_steps).await;
    all.relax(watch).await;
    all.straighten_chains(watch).await;
    all.straighten(watch).await;
    watch.step(n_steps).await;
    all.round();
    watch.step(n_steps).await;
    let mut res = vec![0.0; all.ys.len()];
    for (&it, y) in graph.layers.iter().flatten().zip(all.ys) {
        res[it] = y;
    }
    res
}

/// A link, as seen from one of its ends.
#[derive(Debug, Clone, Copy)]
struct Pull {
    /// The vertex at the other end.
    other: u32,
    /// The number of its ends that are dummies.
    n_dummies: u32,
    /// The height of the vertex minus that of the other one if the link is straight.
    drop: f64,
}

/// Heights, and the data that moves them. Vertices are numbered layer by layer, from top to bottom.
struct Heights {
    ys: Vec<f64>,
    /// The start of each layer, then the end of the last one.
    layers: Vec<usize>,
    /// The least distance of the top of each vertex from that of the one above; `None` for the
    /// first of a layer.
    apart: Vec<Option<f64>>,
    is_dummy: Vec<bool>,
    /// The start of each vertex's links, to the left and to the right, then the end of the last
    /// ones.
    starts: Vec<u32>,
    pulls: Vec<Pull>,
    /// The places that vertices should keep.
    earlier: Vec<Option<f64>>,
    /// True if vertices should keep places.
    holds: bool,
}

impl Heights {
    /// Puts the vertices close together, in the middle.
    fn new(graph: &Layered, flat: &Flat, spacing: &Spacing) -> Heights {
        let n = graph.rank.len();
        let mut res = Heights {
            ys: Vec::with_capacity(n),
            layers: vec![0],
            apart: Vec::with_capacity(n),
            is_dummy: Vec::with_capacity(n),
            starts: Vec::with_capacity(2 * n + 1),
            pulls: Vec::with_capacity(2 * graph.links.len()),
            earlier: Vec::with_capacity(n),
            holds: graph.earlier.iter().any(Option::is_some),
        };
        let mut number = vec![0_u32; n];
        for layer in &graph.layers {
            let first = res.ys.len();
            let mut y = 0.0;
            let mut above = None;
            for &it in layer {
                number[it] = res.ys.len() as u32;
                let apart = above.map(|above| {
                    let apart = apart(graph, flat, spacing, above, it);
                    // Rounding may have brought two vertices nearer, and they stay so.
                    let earlier = graph.earlier[it].zip(graph.earlier[above]);
                    let rounded = earlier.map(|(y, above)| y - above);
                    rounded.filter(|it| (apart - 1.0..apart).contains(it)).unwrap_or(apart)
                });
                y += apart.unwrap_or_default();
                above = Some(it);
                res.ys.push(y);
                res.apart.push(apart);
                res.is_dummy.push(graph.is_dummy(it));
                res.earlier.push(graph.earlier[it]);
            }
            res.ys[first..].iter_mut().for_each(|it| *it -= y / 2.0);
            res.layers.push(res.ys.len());
        }
        for (y, earlier) in res.ys.iter_mut().zip(&res.earlier) {
            *y = earlier.unwrap_or(*y);
        }
        for &it in graph.layers.iter().flatten() {
            for side in [LEFT, RIGHT] {
                res.starts.push(res.pulls.len() as u32);
                for &slot in graph.sides[side].of(it) {
                    for &link in graph.links_at.of(slot) {
                        let (from, to) = graph.links[link];
                        let other = graph.slots[if side == LEFT { from } else { to }];
                        let n_dummies = [it, other.vertex].map(|it| u32::from(graph.is_dummy(it)));
                        res.pulls.push(Pull {
                            other: number[other.vertex],
                            n_dummies: n_dummies[0] + n_dummies[1],
                            drop: other.offset - graph.slots[slot].offset,
                        });
                    }
                }
            }
        }
        res.starts.push(res.pulls.len() as u32);
        res
    }

    fn n_layers(&self) -> usize {
        self.layers.len() - 1
    }

    /// Returns the vertices of a layer.
    #[inline]
    fn layer(&self, layer: usize) -> Range<usize> {
        self.layers[layer]..self.layers[layer + 1]
    }

    /// Returns true if the vertex has a place to keep.
    #[inline]
    fn is_anchored(&self, vertex: usize) -> bool {
        self.earlier[vertex].is_some()
    }

    /// Returns the links of a vertex, those to the left first.
    #[inline]
    fn pulls(&self, vertex: usize) -> &[Pull] {
        let (start, end) = (self.starts[2 * vertex], self.starts[2 * vertex + 2]);
        &self.pulls[start as usize..end as usize]
    }

    /// Returns the links of a vertex on one side.
    #[inline]
    fn pulls_on(&self, side: usize, vertex: usize) -> &[Pull] {
        let (start, end) = (self.starts[2 * vertex + side], self.starts[2 * vertex + side + 1]);
        &self.pulls[start as usize..end as usize]
    }

    /// Returns the distance that the vertex would move down if the link were straight.
    #[inline]
    fn bend(&self, vertex: usize, pull: &Pull) -> f64 {
        self.ys[pull.other as usize] + pull.drop - self.ys[vertex]
    }

    /// Returns the vertex above in the layer.
    #[inline]
    fn above(&self, vertex: usize) -> Option<usize> {
        self.apart[vertex].and(vertex.checked_sub(1))
    }

    /// Returns the vertex below in the layer.
    #[inline]
    fn below(&self, vertex: usize) -> Option<usize> {
        self.apart.get(vertex + 1)?.and(Some(vertex + 1))
    }

    /// Returns the least distance of the top of a vertex from that of the one above.
    #[inline]
    fn apart(&self, vertex: usize) -> f64 {
        self.apart[vertex].unwrap_or_default()
    }

    /// Rounds heights to whole numbers; nearly straight links become straight.
    fn round(&mut self) {
        let (groups, _) = self.straight_groups();
        let exact = self.ys.clone();
        let mut is_done = vec![false; self.ys.len()];
        for group in 0..groups.len() {
            let members = groups.of(group);
            let Some(&first) = members.first() else { continue };
            self.ys[first] = self.ys[first].round();
            is_done[first] = true;
            // Each member has a straight link with one before it.
            for &vertex in members {
                for at in self.starts[2 * vertex]..self.starts[2 * vertex + 2] {
                    let pull = self.pulls[at as usize];
                    let other = pull.other as usize;
                    let is_straight = (exact[other] + pull.drop - exact[vertex]).abs() < SAME;
                    if is_straight && !std::mem::replace(&mut is_done[other], true) {
                        self.ys[other] = self.ys[vertex] - pull.drop;
                    }
                }
            }
        }
    }
}

/// Returns the least distance between the tops of two neighbours in a layer.
fn apart(graph: &Layered, flat: &Flat, spacing: &Spacing, upper: usize, lower: usize) -> f64 {
    let gap = match (graph.is_dummy(upper), graph.is_dummy(lower)) {
        (true, true) => spacing.line_gap,
        (false, false) => {
            let is_port = |it: usize| flat.vertices[it].role != Role::Box;
            let both = is_port(upper) && is_port(lower);
            if both { spacing.port_gap } else { spacing.box_gap }
        }
        _ => spacing.line_gap.max(spacing.box_gap / 2.0),
    };
    graph.below[upper] + gap + graph.above[lower]
}
