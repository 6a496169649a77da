//! Progress of a layout, and the places where it can pause.

use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;

/// The progress of a layout, readable from outside.
#[derive(Debug, Clone, Default)]
pub(super) struct Progress(Arc<AtomicU32>);

impl Progress {
    /// Returns the share that is done, from 0 to 1.
    pub fn share(&self) -> f64 {
        f64::from(f32::from_bits(self.0.load(Ordering::Relaxed)))
    }

    fn note(&self, share: f64) {
        self.0.store((share as f32).to_bits(), Ordering::Relaxed);
    }
}

/// Pauses between pieces of work: phases are futures that wait for nothing but to be polled again,
/// so a layout can be resumed where it was, or dropped.
///
/// The work has as many units as there are shapes. A piece of it, such as a component of the graph,
/// has phases, and a phase reports the share of it that is done.
pub(super) struct Watch {
    progress: Progress,
    total: f64,
    /// The size of all pieces before this one.
    done: f64,
    /// The size of this piece.
    piece: f64,
    /// The shares of the piece that are done before and after this phase.
    phase: (f64, f64),
    /// The steps since the last pause.
    n_steps: usize,
}

/// The steps between two pauses, each about the visit of a link: a millisecond or two.
const MOST_STEPS: usize = 200_000;

impl Watch {
    pub fn new(total: usize, progress: Progress) -> Watch {
        let total = (total as f64).max(1.0);
        Watch { progress, total, done: 0.0, piece: 0.0, phase: (0.0, 0.0), n_steps: 0 }
    }

    /// Returns a watch for work outside of the phases: it pauses as well, and leaves the progress
    /// as it is.
    pub fn aside() -> Watch {
        Watch::new(1, Progress::default())
    }

    /// Ends the previous piece, and begins one of this size.
    pub fn begin(&mut self, size: usize) -> impl Future<Output = ()> + Send + use<> {
        self.done += self.piece;
        self.piece = size as f64;
        self.phase = (0.0, 0.0);
        self.reach(0.0)
    }

    /// Begins the phase that ends when this share of the piece is done.
    pub fn phase(&mut self, end: f64) -> impl Future<Output = ()> + Send + use<> {
        self.phase = (self.phase.1, end);
        self.reach(0.0)
    }

    /// Pauses once, with this share of the phase done.
    pub fn reach(&mut self, share: f64) -> impl Future<Output = ()> + Send + use<> {
        let (start, end) = self.phase;
        let of_piece = start + (end - start) * share.min(1.0);
        let done = (self.done + self.piece * of_piece) / self.total;
        self.progress.note(done.min(1.0));
        self.n_steps = 0;
        leave_off(true)
    }

    /// Pauses once if enough steps have been done since the last pause.
    pub fn step(&mut self, n_steps: usize) -> impl Future<Output = ()> + Send + use<> {
        self.n_steps += n_steps;
        let is_long = self.n_steps > MOST_STEPS;
        if is_long {
            self.n_steps = 0;
        }
        leave_off(is_long)
    }
}

/// Returns a future that is ready at the second poll, or at once.
fn leave_off(mut waits: bool) -> impl Future<Output = ()> + Send {
    poll_fn(
        move |_| {
            if std::mem::replace(&mut waits, false) { Poll::Pending } else { Poll::Ready(()) }
        },
    )
}
