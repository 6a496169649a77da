//! Many short lists of indices in two allocations.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

/// Lists numbered from 0, stored one behind the other.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Lists {
    /// The start of each list, then the end of the last one.
    starts: Vec<usize>,
    items: Vec<usize>,
}

impl Lists {
    /// Makes `n` lists from pairs of a list and an item in it; each list keeps the order of the
    /// pairs.
    pub fn new(n: usize, pairs: &[(usize, usize)]) -> Lists {
        let mut starts = vec![0; n + 1];
        for &(list, _) in pairs {
            starts[list + 1] += 1;
        }
        for it in 0..n {
            starts[it + 1] += starts[it];
        }
        let mut at = starts.clone();
        let mut items = vec![0; pairs.len()];
        for &(list, item) in pairs {
            items[at[list]] = item;
            at[list] += 1;
        }
        Lists { starts, items }
    }

    /// Returns the number of lists.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Returns the items of a list.
    #[inline]
    pub fn of(&self, list: usize) -> &[usize] {
        &self.items[self.starts[list]..self.starts[list + 1]]
    }

    /// Adds a list.
    pub fn push(&mut self, list: &[usize]) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.items.extend_from_slice(list);
        self.starts.push(self.items.len());
    }
}
