//! Places as editors count them, and the way there from offsets.

use text_size::TextRange;

use super::{Files, LineIndex, Location, Range};

/// Turns offsets into places of another kind, such as lines and columns.
pub trait MapPlace {
    /// The type that replaces an offset.
    type Place;

    /// Maps a stretch of the text itself.
    fn place(&mut self, range: TextRange) -> Self::Place;

    /// Maps a stretch of the text at `path`; none if that text is not known.
    fn place_in(&mut self, path: &str, range: TextRange) -> Option<Self::Place>;

    /// True if `path` is that of the text itself.
    fn is_own(&self, path: &str) -> bool;
}

/// Lines and columns of a text that stands alone.
impl MapPlace for &LineIndex {
    type Place = Range;

    fn place(&mut self, range: TextRange) -> Range {
        self.range(range)
    }

    fn place_in(&mut self, _: &str, _: TextRange) -> Option<Range> {
        None
    }

    fn is_own(&self, _: &str) -> bool {
        false
    }
}

/// A shape that holds places. [`Placed::map_place`] gives the same shape with places of another kind.
pub trait Placed: Sized {
    /// The shape with another kind of places.
    type At<P>;

    /// Maps every place in it.
    fn map_place<M: MapPlace>(self, map: &mut M) -> Self::At<M::Place>;
}

impl Placed for TextRange {
    type At<P> = P;

    fn map_place<M: MapPlace>(self, map: &mut M) -> M::Place {
        map.place(self)
    }
}

impl<T: Placed> Placed for Option<T> {
    type At<P> = Option<T::At<P>>;

    fn map_place<M: MapPlace>(self, map: &mut M) -> Option<T::At<M::Place>> {
        self.map(|it| it.map_place(map))
    }
}

impl<T: Placed> Placed for Vec<T> {
    type At<P> = Vec<T::At<P>>;

    fn map_place<M: MapPlace>(self, map: &mut M) -> Vec<T::At<M::Place>> {
        self.into_iter().map(|it| it.map_place(map)).collect()
    }
}

/// A place in another text; none if it is in the text itself, or if that text is not known.
impl Placed for Option<Location> {
    type At<P> = Option<Location<P>>;

    fn map_place<M: MapPlace>(self, map: &mut M) -> Option<Location<M::Place>> {
        let Location { path, range } = self?;
        let path = Files::normalise(&path?);
        let range = map.place_in(&path, range)?;
        Some(Location { path: Some(path), range })
    }
}

/// Implements [`Placed`] for a struct: the fields in front of the semicolon have no places, those
/// behind it are mapped.
macro_rules! placed {
    ($name:ident { $($kept:ident),*; $($mapped:ident),* }) => {
        impl $crate::text::Placed for $name {
            type At<P> = $name<P>;

            fn map_place<M: $crate::text::MapPlace>(self, map: &mut M) -> $name<M::Place> {
                let $name { $($kept,)* $($mapped,)* } = self;
                $name { $($kept,)* $($mapped: $crate::text::Placed::map_place($mapped, map),)* }
            }
        }
    };
}

pub(crate) use placed;
