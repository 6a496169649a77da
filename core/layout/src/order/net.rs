//! The layered graph in the form that the searches for an order need: vertices are numbered layer
//! by layer, data of neighbours lies together in memory, and each number takes four bytes.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use std::ops::Range;

use crate::flat::{LEFT, RIGHT};
use crate::layered::{Layered, Path};

/// The most edges that a shared link counts for.
pub(super) const MOST_EDGES: usize = 4;

/// The layered graph by layers. Vertices and slots have their own numbers here; the slots of the
/// two sides are numbered separately.
#[derive(Debug, Default)]
pub(super) struct Net {
    /// The vertices as the layered graph numbers them.
    pub vertices: Vec<u32>,
    /// The start of each layer, then the end of the last one.
    starts: Vec<u32>,
    pub sides: [NetSide; 2],
}

/// The slots on one side of all vertices.
#[derive(Debug, Default)]
pub(super) struct NetSide {
    /// The start of each vertex's slots, then the end of the last ones.
    slots: Vec<u32>,
    /// The start of each slot's links, then the end of the last ones.
    links: Vec<u32>,
    /// The slot at the other end of each link, on the other side of its vertex, repeated for each
    /// edge along the link.
    ends: Vec<u32>,
    /// The slots as the layered graph numbers them.
    pub ids: Vec<u32>,
    /// The vertex of each slot.
    pub owners: Vec<u32>,
    /// The number of places for slots in each layer: a vertex without slots takes one.
    pub n_places: Vec<u32>,
}

impl Net {
    pub fn new(graph: &Layered) -> Net {
        let mut res = Net::default();
        let n = graph.rank.len();
        res.vertices.reserve(n);
        res.starts.push(0);
        for layer in &graph.layers {
            res.vertices.extend(layer.iter().map(|&it| it as u32));
            res.starts.push(res.vertices.len() as u32);
        }
        let mut number = vec![0_u32; graph.slots.len()];
        for (side, own) in res.sides.iter_mut().enumerate() {
            own.slots.push(0);
            for (vertex, &it) in res.vertices.iter().enumerate() {
                for &slot in graph.sides[side].of(it as usize) {
                    number[slot] = own.ids.len() as u32;
                    own.ids.push(slot as u32);
                    own.owners.push(vertex as u32);
                }
                own.slots.push(own.ids.len() as u32);
            }
        }
        let n_edges = edges_per_link(graph);
        for (side, own) in res.sides.iter_mut().enumerate() {
            own.links.push(0);
            for &slot in &own.ids {
                for &link in graph.links_at.of(slot as usize) {
                    let (from, to) = graph.links[link];
                    let end = number[if side == LEFT { from } else { to }];
                    let n_edges = n_edges[link].clamp(1, MOST_EDGES);
                    own.ends.extend(std::iter::repeat_n(end, n_edges));
                }
                own.links.push(own.ends.len() as u32);
            }
        }
        for layer in 0..res.n_layers() {
            let vertices = res.layer(layer);
            for own in &mut res.sides {
                let n_places = vertices.clone().map(|it| own.slots(it).len().max(1));
                own.n_places.push(n_places.sum::<usize>() as u32);
            }
        }
        res
    }

    pub fn n_layers(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the numbers of the vertices of a layer.
    #[inline]
    pub fn layer(&self, layer: usize) -> Range<usize> {
        self.starts[layer] as usize..self.starts[layer + 1] as usize
    }

    /// Returns the number of edges to and from a layer.
    pub fn weight(&self, layer: usize) -> usize {
        let Range { start, end } = self.layer(layer);
        let links = |own: &NetSide| {
            let first = own.links[own.slots[start] as usize];
            (own.links[own.slots[end] as usize] - first) as usize
        };
        links(&self.sides[LEFT]) + links(&self.sides[RIGHT])
    }
}

impl NetSide {
    /// Returns the slots of a vertex.
    #[inline]
    pub fn slots(&self, vertex: usize) -> Range<usize> {
        self.slots[vertex] as usize..self.slots[vertex + 1] as usize
    }

    /// Returns the ends of a slot's links.
    #[inline]
    pub fn ends(&self, slot: usize) -> &[u32] {
        &self.ends[self.links[slot] as usize..self.links[slot + 1] as usize]
    }

    /// Returns the ends of all links of a vertex.
    #[inline]
    pub fn ends_of(&self, vertex: usize) -> &[u32] {
        let Range { start, end } = self.slots(vertex);
        &self.ends[self.links[start] as usize..self.links[end] as usize]
    }
}

/// Counts the edges along each link.
pub(super) fn edges_per_link(graph: &Layered) -> Vec<usize> {
    let mut res = vec![0; graph.links.len()];
    for path in &graph.paths {
        if let Path::Forward(links) | Path::Backward { links, .. } = path {
            links.iter().for_each(|&it| res[it] += 1);
        }
    }
    res
}
