//! Sorts whose code is compiled once instead of once per type and key.
//!
//! The standard library's sorts are fast but long: some 6 kB of WebAssembly for each call. These
//! compute an order of places first, which takes one sort for all types, and then move the
//! elements. Where sorting dominates a loop, the standard library's are better.

use std::cmp::Ordering;

/// Stable sorts for lists that are sorted occasionally.
pub trait Sorting<T> {
    /// Sorts by a comparison; equal elements keep their order.
    fn order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);

    /// Sorts by a key, which is computed for each comparison.
    fn order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        self.order_by(|one, other| key(one).cmp(&key(other)));
    }

    /// Sorts by the elements themselves.
    fn order(&mut self)
    where
        T: Ord,
    {
        self.order_by(T::cmp);
    }
}

impl<T> Sorting<T> for [T] {
    fn order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        let mut places =
            sorted_places(self.len(), &|one, other| match (self.get(one), self.get(other)) {
                (Some(one), Some(other)) => compare(one, other),
                _ => Ordering::Equal,
            });
        // Each cycle of elements that replace one another.
        for start in 0..places.len() {
            let mut place = start;
            while let Some(from) = places.get_mut(place) {
                let from = std::mem::replace(from, place);
                if from == start || from == place {
                    break;
                }
                self.swap(place, from);
                place = from;
            }
        }
    }
}

/// Collects into sets and maps that are ordered, one element after the other.
///
/// `collect` sorts them first, which is faster for many and compiles a sort for each type.
pub trait Gathering: Iterator + Sized {
    /// Collects the elements.
    fn gather<C: Default + Extend<Self::Item>>(self) -> C {
        let mut all = C::default();
        all.extend(self);
        all
    }
}

impl<I: Iterator> Gathering for I {}

/// Returns the places of `length` elements in the order of `compare`.
fn sorted_places(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    places.sort_by(|&one, &other| compare(one, other));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_standard_library_does_it() {
        // A small generator of numbers, many of them equal.
        let mut seed = 7_u32;
        let mut next = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 16
        };
        for length in 0..200 {
            let list: Vec<(u32, usize)> = (0..length).map(|place| (next() % 20, place)).collect();
            let (mut own, mut standard) = (list.clone(), list);
            own.order_by_key(|it| it.0);
            standard.sort_by_key(|it| it.0);
            assert_eq!(own, standard);
            own.order_by(|one, other| other.cmp(one));
            standard.sort_by(|one, other| other.cmp(one));
            assert_eq!(own, standard);
            own.order();
            standard.sort();
            assert_eq!(own, standard);
        }
    }
}
