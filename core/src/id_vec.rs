//! Lists whose places have types of their own, so that the place of a section cannot be taken for
//! that of a unit.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// A place in an [`IdVec`]; [`ids`](crate::ids) declares types of them.
pub trait Id: Copy {
    /// Returns the id of a place, counted from 0.
    fn from_index(index: usize) -> Self;

    /// Returns the place, counted from 0.
    fn index(self) -> usize;
}

/// Declares types of places in an [`IdVec`].
///
/// # Examples
///
/// ```
/// use bobbin_core::{Id, IdVec};
///
/// bobbin_core::ids! {
///     /// A section of a file.
///     struct SectionId;
/// }
///
/// let mut sections: IdVec<SectionId, &str> = IdVec::default();
/// let target = sections.push("Target");
/// assert_eq!(sections.get(target), Some(&"Target"));
/// assert_eq!(target.index(), 0);
/// ```
#[macro_export]
macro_rules! ids {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident;)+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(usize);

        impl $crate::Id for $name {
            fn from_index(index: usize) -> $name {
                $name(index)
            }

            fn index(self) -> usize {
                self.0
            }
        }
    )+};
}

/// A list whose places are ids of one type. As a slice it has its values in order.
#[derive(Clone, PartialEq, Eq)]
pub struct IdVec<I, T> {
    values: Vec<T>,
    id: PhantomData<fn() -> I>,
}

impl<I: Id, T> IdVec<I, T> {
    /// Makes a list with one value a place of `other`.
    #[must_use]
    pub fn of<U>(other: &IdVec<I, U>, value: T) -> IdVec<I, T>
    where
        T: Clone,
    {
        vec![value; other.len()].into()
    }

    /// Adds a value; returns its place.
    pub fn push(&mut self, value: T) -> I {
        self.values.push(value);
        I::from_index(self.values.len() - 1)
    }

    /// Returns the value at a place.
    #[must_use]
    pub fn get(&self, id: I) -> Option<&T> {
        self.values.get(id.index())
    }

    /// Returns the value at a place, for changing it.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.values.get_mut(id.index())
    }

    /// Returns the last value, for changing it.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.values.last_mut()
    }

    /// Returns all values in order, for changing them.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.values.iter_mut()
    }

    /// Returns the last of the values that meet a condition, with its place; no value that does not
    /// meet it may stand before one that does.
    #[must_use]
    pub fn last_while(&self, meets: impl FnMut(&T) -> bool) -> Option<(I, &T)> {
        let id = I::from_index(self.values.partition_point(meets).checked_sub(1)?);
        Some((id, self.get(id)?))
    }

    /// Returns all places in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.values.len()).map(I::from_index)
    }

    /// Returns all values with their places, in order.
    pub fn enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.values.iter().enumerate().map(|(idx, it)| (I::from_index(idx), it))
    }
}

impl<I, T> Default for IdVec<I, T> {
    fn default() -> IdVec<I, T> {
        Vec::new().into()
    }
}

impl<I, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values.fmt(f)
    }
}

impl<I, T> From<Vec<T>> for IdVec<I, T> {
    fn from(values: Vec<T>) -> IdVec<I, T> {
        IdVec { values, id: PhantomData }
    }
}

impl<I, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(values: It) -> IdVec<I, T> {
        values.into_iter().collect::<Vec<T>>().into()
    }
}

impl<I, T> Deref for IdVec<I, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.values
    }
}

impl<'v, I, T> IntoIterator for &'v IdVec<I, T> {
    type Item = &'v T;
    type IntoIter = std::slice::Iter<'v, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.values.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::ids! {
        struct Nth;
    }

    #[test]
    fn places_lead_to_their_values() {
        let mut list: IdVec<Nth, char> = "ab".chars().collect();
        let last = list.push('c');
        assert_eq!((last.index(), list.get(last)), (2, Some(&'c')));
        assert_eq!(list.get(Nth::from_index(3)), None);
        if let Some(it) = list.get_mut(last) {
            *it = 'd';
        }
        assert_eq!(format!("{list:?}"), "['a', 'b', 'd']");
        let found = list.enumerated().find(|it| *it.1 == 'b').map(|it| it.0);
        assert_eq!(found, list.ids().nth(1));
        assert_eq!(list.last_while(|it| *it < 'd').map(|it| *it.1), Some('b'));
        assert_eq!(list.last_while(|it| *it < 'a'), None);
        assert_eq!(IdVec::of(&list, 0).len(), 3);
        assert_eq!((&list).into_iter().count(), list.iter().count());
    }
}
