//! Orders that the search has found, in terms of the layered graph.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use crate::flat::Flat;
use crate::layered::Layered;
use crate::lists::Lists;

/// An order of the layered graph.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    /// The vertices of each rank, from top to bottom.
    pub layers: Vec<Vec<usize>>,
    /// For each side the slots of each vertex, from top to bottom; `None` if no port may be
    /// permuted.
    pub sides: Option<[Lists; 2]>,
}

impl Order {
    /// Brings the graph into this order.
    pub fn apply(self, graph: &mut Layered, flat: &Flat) {
        graph.layers = self.layers;
        if let Some(sides) = self.sides {
            assign_ports(graph, flat, &sides);
            graph.sides = sides;
        }
    }
}

/// Gives free ports the heights that belong to their places.
fn assign_ports(graph: &mut Layered, flat: &Flat, sides: &[Lists; 2]) {
    for (vertex, _) in flat.vertices.iter().enumerate().filter(|(_, it)| it.free_order) {
        for (before, after) in graph.sides.iter().zip(sides) {
            let offsets: Vec<f64> =
                before.of(vertex).iter().map(|&slot| graph.slots[slot].offset).collect();
            for (&slot, offset) in after.of(vertex).iter().zip(offsets) {
                graph.slots[slot].offset = offset;
            }
        }
    }
}
