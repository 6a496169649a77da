//! Progress of a layout, and a way to give it up.

/// The layout was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;

/// Calls back between pieces of work.
///
/// The work is as many units as there are shapes. A piece of it, such as a part of the graph, has
/// phases, and a phase tells how much of it is done.
pub(super) struct Watch<'a> {
    /// Takes the share of the work that is done, from 0 to 1; says whether to go on.
    go_on: &'a mut dyn FnMut(f64) -> bool,
    total: f64,
    /// What the pieces before this one were.
    done: f64,
    /// What this piece is.
    piece: f64,
    /// Which share of the piece was done before the phase, and which is when it ends.
    phase: (f64, f64),
}

impl<'a> Watch<'a> {
    pub fn new(total: usize, go_on: &'a mut dyn FnMut(f64) -> bool) -> Watch<'a> {
        let total = (total as f64).max(1.0);
        Watch { go_on, total, done: 0.0, piece: 0.0, phase: (0.0, 0.0) }
    }

    /// Ends the piece before, and begins one of this size.
    pub fn begin(&mut self, size: usize) -> Result<(), Cancelled> {
        self.done += self.piece;
        self.piece = size as f64;
        self.phase = (0.0, 0.0);
        self.reach(0.0)
    }

    /// Begins the phase that ends when this share of the piece is done.
    pub fn phase(&mut self, end: f64) -> Result<(), Cancelled> {
        self.phase = (self.phase.1, end);
        self.reach(0.0)
    }

    /// Asks whether to go on, with this share of the phase done.
    pub fn reach(&mut self, share: f64) -> Result<(), Cancelled> {
        let (start, end) = self.phase;
        let of_piece = start + (end - start) * share.min(1.0);
        let done = (self.done + self.piece * of_piece) / self.total;
        if (self.go_on)(done.min(1.0)) { Ok(()) } else { Err(Cancelled) }
    }
}
