//! The ways on which a long edge can be put back.

/// The greatest distance from its place at which a dummy is put back.
const REACH: usize = 12;
/// The number of places compared in a rank.
pub(super) const WIDTH: usize = 2 * REACH + 1;

/// Scratch space for the search of a way.
#[derive(Debug, Default)]
pub(super) struct Room {
    /// The dummies of an edge, from left to right.
    pub chain: Vec<usize>,
    /// The places that are compared for each dummy.
    pub ranges: Vec<Range>,
    /// For each dummy and place, and for the end: the place of the previous dummy on the best way.
    pub before: Vec<[u8; WIDTH]>,
    /// The place of each vertex in its layer.
    pub place: Vec<u32>,
    pub seen: Vec<bool>,
    /// True for a layer if it or a neighbour has changed since edges were put back.
    pub is_open: Vec<bool>,
    /// The crossings of each way through a gap, row by row.
    pub ways: Vec<u32>,
}

/// The places in a rank that are compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    /// The dummy's own place.
    pub own: usize,
    pub first: usize,
    pub n: usize,
}

impl Range {
    /// Returns the range in a rank with this many vertices, and so as many places for one of them.
    pub fn new(own: usize, n_vertices: usize) -> Range {
        let first = own.saturating_sub(REACH);
        Range { own, first, n: (n_vertices - first).min(WIDTH) }
    }

    /// Returns the first of the places below the vertex at `place`.
    #[inline]
    pub fn below(&self, place: usize) -> usize {
        // Taking the dummy out moves everything below it up.
        let place = place - usize::from(place > self.own);
        (place + 1).saturating_sub(self.first).min(self.n)
    }
}
