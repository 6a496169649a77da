//! Rectangles of cells, and what is left of one when another is added or taken away.

use crate::punits::IdSet;

/// Every id of `x` together with every id of `y`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub(super) x: IdSet,
    pub(super) y: IdSet,
}

impl Rectangle {
    pub(super) fn is_empty(&self) -> bool {
        self.x.is_empty() || self.y.is_empty()
    }

    /// Returns true if every cell of it lies in `other`.
    pub(super) fn is_inside(&self, other: &Rectangle) -> bool {
        self.is_empty() || (self.x.minus(&other.x).is_empty() && self.y.minus(&other.y).is_empty())
    }

    /// Returns true if no cell of it lies in `other`.
    pub(super) fn is_apart(&self, other: &Rectangle) -> bool {
        self.x.intersection(&other.x).is_empty() || self.y.intersection(&other.y).is_empty()
    }
}

/// Returns the ways to say the cells of both as rectangles that share no cell, with the fewest
/// rectangles first; the first of each is in place of `old`.
pub(super) fn added(old: &Rectangle, new: &Rectangle) -> Vec<Vec<Rectangle>> {
    if old.is_empty() {
        return vec![vec![new.clone()]];
    }
    let (more_x, more_y) = (new.x.minus(&old.x), new.y.minus(&old.y));
    let (less_x, less_y) = (old.x.minus(&new.x), old.y.minus(&new.y));
    let is_one =
        (less_x.is_empty() || more_y.is_empty()) && (more_x.is_empty() || less_y.is_empty());
    if is_one {
        return vec![vec![Rectangle { x: old.x.union(&new.x), y: old.y.union(&new.y) }]];
    }
    let pieces = |beside: Rectangle, below: Rectangle| {
        let rest = [beside, below].into_iter().filter(|it| !it.is_empty());
        std::iter::once(old.clone()).chain(rest).collect::<Vec<Rectangle>>()
    };
    let by_columns = pieces(
        Rectangle { x: more_x.clone(), y: new.y.clone() },
        Rectangle { x: new.x.intersection(&old.x), y: more_y.clone() },
    );
    let by_rows = pieces(
        Rectangle { x: more_x, y: new.y.intersection(&old.y) },
        Rectangle { x: new.x.clone(), y: more_y },
    );
    // Of rectangles that share no cell, one of the two leaves the new one whole.
    match by_columns.len() <= by_rows.len() {
        true => vec![by_columns, by_rows],
        false => vec![by_rows, by_columns],
    }
}

/// Returns the cells of `old` that are not in `new`, as rectangles that share no cell.
pub(super) fn removed(old: &Rectangle, new: &Rectangle) -> Vec<Rectangle> {
    let beside = Rectangle { x: old.x.minus(&new.x), y: old.y.clone() };
    let below = Rectangle { x: old.x.intersection(&new.x), y: old.y.minus(&new.y) };
    [beside, below].into_iter().filter(|it| !it.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: i64 = 3;

    /// Returns all subsets of 0..3.
    fn sets() -> impl Iterator<Item = IdSet> {
        (0..1_u16 << N).map(|bits| {
            let ids = (0..N as u16).filter(|it| bits & (1 << it) != 0);
            ids.fold(IdSet::default(), |set, it| set.with(it, it))
        })
    }

    fn rectangles() -> Vec<Rectangle> {
        sets().flat_map(|x| sets().map(move |y| Rectangle { x: x.clone(), y })).collect()
    }

    fn has(it: &Rectangle, (x, y): (i64, i64)) -> bool {
        it.x.contains(x) && it.y.contains(y)
    }

    #[test]
    fn pieces_are_exactly_the_cells() {
        let cells: Vec<(i64, i64)> = (0..N).flat_map(|x| (0..N).map(move |y| (x, y))).collect();
        for old in rectangles() {
            for new in rectangles().into_iter().filter(|it| !it.is_empty()) {
                let (ways, less) = (added(&old, &new), removed(&old, &new));
                for &cell in &cells {
                    let n = |pieces: &[Rectangle]| pieces.iter().filter(|it| has(it, cell)).count();
                    let (in_old, in_new) = (has(&old, cell), has(&new, cell));
                    for more in &ways {
                        assert_eq!(n(more), usize::from(in_old || in_new), "{old:?} + {new:?}");
                    }
                    assert_eq!(n(&less), usize::from(in_old && !in_new), "{old:?} - {new:?}");
                }
                assert_eq!(
                    old.is_apart(&new),
                    !cells.iter().any(|&it| has(&old, it) && has(&new, it))
                );
                let is_inside = cells.iter().all(|&it| !has(&old, it) || has(&new, it));
                assert_eq!(old.is_inside(&new), is_inside);
                assert!(ways.iter().all(|it| it.len() <= 3) && less.len() <= 2);
            }
        }
    }

    #[test]
    fn pieces_are_no_more_than_either_cut_gives() {
        let turned = |it: &Rectangle| Rectangle { x: it.y.clone(), y: it.x.clone() };
        let by_columns = |old: &Rectangle, new: &Rectangle| {
            let (own, rest) = (new.x.intersection(&old.x), new.y.minus(&old.y));
            let cut = [
                old.clone(),
                Rectangle { x: new.x.minus(&old.x), y: new.y.clone() },
                Rectangle { x: own, y: rest },
            ];
            cut.iter().filter(|it| !it.is_empty()).count()
        };
        for old in rectangles() {
            for new in rectangles().into_iter().filter(|it| !it.is_empty()) {
                let ways = added(&old, &new);
                let n = ways[0].len();
                assert!(n <= by_columns(&old, &new), "{old:?} + {new:?}");
                assert!(n <= by_columns(&turned(&old), &turned(&new)), "{old:?} + {new:?}");
                assert!(ways.iter().all(|it| n <= it.len()), "{old:?} + {new:?}");
                assert!(!old.is_apart(&new) || n <= 2, "{old:?} + {new:?}");
            }
        }
    }

    #[test]
    fn whole_columns_and_rows_stay_one_piece() {
        let set = |low, high| IdSet::default().with(low, high);
        let old = Rectangle { x: set(0, 3), y: set(0, 1) };
        let beside = Rectangle { x: set(6, 8), y: set(0, 1) };
        assert_eq!(added(&old, &beside)[0].len(), 1);
        let around = Rectangle { x: set(0, 8), y: set(0, 3) };
        assert_eq!(added(&old, &around), [vec![around]]);
        let apart = Rectangle { x: set(6, 8), y: set(2, 2) };
        assert_eq!(added(&old, &apart)[0], [old.clone(), apart]);
        let column = Rectangle { x: set(1, 1), y: set(0, 9) };
        assert_eq!(removed(&old, &column).len(), 1);
    }
}
