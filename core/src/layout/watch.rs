//! Progress of a layout, and a way to give it up.

/// The layout was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;

/// Calls back between pieces of work.
pub(super) struct Watch<'a> {
    /// Takes the share of the work that is done, from 0 to 1; says whether to go on.
    go_on: &'a mut dyn FnMut(f64) -> bool,
    done: f64,
    total: f64,
}

impl<'a> Watch<'a> {
    pub fn new(total: usize, go_on: &'a mut dyn FnMut(f64) -> bool) -> Watch<'a> {
        Watch { go_on, done: 0.0, total: (total as f64).max(1.0) }
    }

    /// Asks whether to go on.
    pub fn look(&mut self) -> Result<(), Cancelled> {
        self.advance(0.0)
    }

    /// Counts work as done, and asks whether to go on.
    pub fn advance(&mut self, work: f64) -> Result<(), Cancelled> {
        self.done += work;
        if (self.go_on)((self.done / self.total).min(1.0)) { Ok(()) } else { Err(Cancelled) }
    }
}
