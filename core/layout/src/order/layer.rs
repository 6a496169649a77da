//! A layer as the local search compares its vertices.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use crate::flat::{LEFT, RIGHT};

/// The places that a vertex is linked with on one side: the sorted range from `start` to `end` in a
/// common list.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Span {
    pub first: u32,
    pub last: u32,
    pub start: u32,
    pub end: u32,
}

impl Span {
    fn len(self) -> i64 {
        i64::from(self.end - self.start)
    }
}

/// A layer whose vertices are described by the places that they are linked with, and named by their
/// index in the layer.
#[derive(Debug, Default)]
pub(super) struct Layer {
    pub vertices: Vec<u32>,
    pub spans: Vec<[Span; 2]>,
    pub places: Vec<u32>,
    /// The vertices in their order.
    pub order: Vec<u32>,
    /// True where two neighbours have not been compared yet, by the place of the lower one.
    pub is_open: Vec<bool>,
    /// The place of each vertex in the order.
    pub place: Vec<u32>,
}

impl Layer {
    /// Returns the number of crossings with `b` above `a` minus that with `a` above `b`.
    #[inline]
    pub fn saved(&self, a: u32, b: u32) -> i64 {
        let (a, b) = (&self.spans[a as usize], &self.spans[b as usize]);
        self.lead(a[LEFT], b[LEFT]) + self.lead(a[RIGHT], b[RIGHT])
    }

    /// Returns the number of pairs of a place of `a` and one of `b` that ascend, minus those that
    /// descend.
    #[inline]
    fn lead(&self, a: Span, b: Span) -> i64 {
        if a.last < b.first {
            a.len() * b.len()
        } else if b.last < a.first {
            -(a.len() * b.len())
        } else {
            self.compare(a, b)
        }
    }

    fn compare(&self, a: Span, b: Span) -> i64 {
        let places = |it: Span| &self.places[it.start as usize..it.end as usize];
        let (a, b) = (places(a), places(b));
        let (mut res, mut less, mut not_more) = (0, 0, 0);
        for &it in a {
            while less < b.len() && b[less] < it {
                less += 1;
            }
            not_more = not_more.max(less);
            while not_more < b.len() && b[not_more] <= it {
                not_more += 1;
            }
            res += (b.len() - not_more) as i64 - less as i64;
        }
        res
    }

    pub fn degree(&self, it: u32) -> i64 {
        let [left, right] = self.spans[it as usize];
        left.len() + right.len()
    }
}
