//! An index of a graph, for drawing it and for walking through it.

use bobbin_protocol::{Graph, ItemPath, Rect};

use super::rects::bounds;

/// The stable name of a vertex or an edge, as a number: it stays when indices change.
pub type Key = u64;

/// Returns the key of an item by its name of [`super::scene::item_key`].
#[must_use]
pub fn key_of_name(name: &str) -> Key {
    // The hash of Fowler, Noll and Vo: short, and the same everywhere.
    name.bytes().fold(0xcbf2_9ce4_8422_2325, hashed)
}

fn hashed(hash: Key, byte: u8) -> Key {
    (hash ^ Key::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
}

/// Returns the key of an item.
#[must_use]
pub fn key_of(item: &ItemPath) -> Key {
    let mut hash = key_of_name("");
    for (idx, part) in item.0.iter().enumerate() {
        if idx > 0 {
            hash = hashed(hash, 0x1f);
        }
        hash = part.bytes().fold(hash, hashed);
    }
    hash
}

/// The keys of a list of items, and where each stands.
#[derive(Debug, Clone, Default)]
pub struct Keys {
    of_index: Vec<Key>,
    /// The keys with their indices, sorted by key.
    places: Vec<(Key, usize)>,
}

impl Keys {
    fn new<'a>(items: impl Iterator<Item = &'a ItemPath>) -> Keys {
        let mut of_index: Vec<Key> = items.map(key_of).collect();
        let mut places: Vec<(Key, usize)> =
            of_index.iter().enumerate().map(|(idx, key)| (*key, idx)).collect();
        places.sort_unstable();
        let mut n_same = 0;
        let mut before = None;
        for (key, idx) in &mut places {
            n_same = if before == Some(*key) { n_same + 1 } else { 0 };
            before = Some(*key);
            if n_same > 0 {
                // An item that is there again.
                *key = (0..n_same).fold(*key, |key, _| hashed(key, 0x1e));
                if let Some(own) = of_index.get_mut(*idx) {
                    *own = *key;
                }
            }
        }
        places.sort_unstable();
        Keys { of_index, places }
    }

    /// Returns the key at an index.
    #[must_use]
    pub fn get(&self, idx: usize) -> Option<Key> {
        self.of_index.get(idx).copied()
    }

    /// Returns the index of a key.
    #[must_use]
    pub fn find(&self, key: Key) -> Option<usize> {
        let at = self.places.binary_search_by_key(&key, |it| it.0).ok()?;
        self.places.get(at).map(|it| it.1)
    }
}

/// The indices of a graph.
#[derive(Debug, Clone, Default)]
pub struct Index {
    /// True for each vertex that contains others.
    pub is_group: Vec<bool>,
    /// The vertices by key.
    pub vertices: Keys,
    /// The edges by key.
    pub edges: Keys,
    /// The bounding box of each edge.
    pub edge_bounds: Vec<Rect>,
    /// The edges of all vertices, one vertex after the other.
    ends: Vec<usize>,
    /// The index in `ends` of each vertex's first edge, and the end of the last one.
    starts: Vec<usize>,
}

impl Index {
    /// Indexes a graph.
    #[must_use]
    pub fn new(graph: &Graph) -> Index {
        let n = graph.vertices.len();
        let mut is_group = vec![false; n];
        for parent in graph.vertices.iter().filter_map(|it| it.parent) {
            if let Some(is_group) = is_group.get_mut(parent) {
                *is_group = true;
            }
        }
        let mut ends: Vec<(usize, usize)> = Vec::with_capacity(2 * graph.edges.len());
        for (idx, edge) in graph.edges.iter().enumerate() {
            ends.push((edge.from_vertex as usize, idx));
            if edge.to_vertex != edge.from_vertex {
                ends.push((edge.to_vertex as usize, idx));
            }
        }
        ends.sort_unstable();
        let mut starts = Vec::with_capacity(n + 1);
        for vertex in 0..=n {
            starts.push(ends.partition_point(|it| it.0 < vertex));
        }
        Index {
            is_group,
            vertices: Keys::new(graph.vertices.iter().map(|it| &it.item)),
            edges: Keys::new(graph.edges.iter().map(|it| &it.item)),
            edge_bounds: graph.edges.iter().map(|it| bounds(&it.points)).collect(),
            ends: ends.into_iter().map(|it| it.1).collect(),
            starts,
        }
    }

    /// Returns the edges that leave or enter a vertex, in their order.
    #[must_use]
    pub fn edges_of(&self, vertex: usize) -> &[usize] {
        let range = self.starts.get(vertex).copied().zip(self.starts.get(vertex + 1).copied());
        range.and_then(|(start, end)| self.ends.get(start..end)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_that_repeat_get_keys_of_their_own() {
        let items: Vec<ItemPath> =
            ["x", "y", "x", "x"].map(|it| ItemPath(vec!["process".into(), it.into()])).into();
        let keys = Keys::new(items.iter());
        let mut all: Vec<Key> = (0..4).filter_map(|it| keys.get(it)).collect();
        for (idx, key) in all.iter().enumerate() {
            assert_eq!(keys.find(*key), Some(idx));
        }
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 4);
        assert_eq!(keys.find(key_of_name("process\u{1f}y")), Some(1));
        assert_eq!(keys.find(0), None);
    }
}
