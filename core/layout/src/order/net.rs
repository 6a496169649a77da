//! The layered graph as the searches for an order see it: vertices are numbered layer by layer, what
//! belongs to neighbours lies together in memory, and each number takes four bytes.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use std::ops::Range;

use super::{MOST_EDGES, edges_per_link};
use crate::flat::{LEFT, RIGHT};
use crate::layered::Layered;

/// The layered graph by layers. Vertices and slots have numbers of their own here; slots of either
/// side are numbered apart.
#[derive(Debug, Default)]
pub(super) struct Net {
    /// The vertices of the layered graph.
    pub vertices: Vec<u32>,
    /// Where each layer starts, and where the last one ends.
    starts: Vec<u32>,
    pub sides: [NetSide; 2],
}

/// The slots on one side of all vertices.
#[derive(Debug, Default)]
pub(super) struct NetSide {
    /// Where the slots of each vertex start, and where the last ones end.
    slots: Vec<u32>,
    /// Where the links of each slot start, and where the last ones end.
    links: Vec<u32>,
    /// The slot, on the other side of its vertex, at the other end of each link; as often as there are
    /// edges along the link.
    ends: Vec<u32>,
    /// The slots of the layered graph.
    pub ids: Vec<u32>,
    /// The vertex of each slot.
    pub owners: Vec<u32>,
    /// How many places a layer has for its slots: a vertex without slots keeps one.
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

    /// The numbers of the vertices of a layer.
    #[inline]
    pub fn layer(&self, layer: usize) -> Range<usize> {
        self.starts[layer] as usize..self.starts[layer + 1] as usize
    }

    /// How many edges lead to and from a layer.
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
    /// The slots of a vertex.
    #[inline]
    pub fn slots(&self, vertex: usize) -> Range<usize> {
        self.slots[vertex] as usize..self.slots[vertex + 1] as usize
    }

    /// What the links of a slot lead to.
    #[inline]
    pub fn ends(&self, slot: usize) -> &[u32] {
        &self.ends[self.links[slot] as usize..self.links[slot + 1] as usize]
    }

    /// What the links of all slots of a vertex lead to.
    #[inline]
    pub fn ends_of(&self, vertex: usize) -> &[u32] {
        let Range { start, end } = self.slots(vertex);
        &self.ends[self.links[start] as usize..self.links[end] as usize]
    }
}
