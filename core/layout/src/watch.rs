//! Progress of a layout, and the places where it can be left off.

use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;

/// How much of a layout is done, for who watches it.
#[derive(Debug, Clone, Default)]
pub(super) struct Progress(Arc<AtomicU32>);

impl Progress {
    /// From 0 to 1.
    pub fn share(&self) -> f64 {
        f64::from(f32::from_bits(self.0.load(Ordering::Relaxed)))
    }

    fn note(&self, share: f64) {
        self.0.store((share as f32).to_bits(), Ordering::Relaxed);
    }
}

/// Leaves off between pieces of work: phases are futures that wait for nothing but to be asked to go
/// on, so a layout can be taken up again where it was, or dropped.
///
/// The work is as many units as there are shapes. A piece of it, such as a part of the graph, has
/// phases, and a phase tells how much of it is done.
pub(super) struct Watch {
    progress: Progress,
    total: f64,
    /// What the pieces before this one were.
    done: f64,
    /// What this piece is.
    piece: f64,
    /// Which share of the piece was done before the phase, and which is when it ends.
    phase: (f64, f64),
    /// Steps since it was left off the last time.
    n_steps: usize,
}

/// So many steps, each the visit of a link or so, are done in one go: a millisecond or two.
const MOST_STEPS: usize = 200_000;

impl Watch {
    pub fn new(total: usize, progress: Progress) -> Watch {
        let total = (total as f64).max(1.0);
        Watch { progress, total, done: 0.0, piece: 0.0, phase: (0.0, 0.0), n_steps: 0 }
    }

    /// One for work that is none of the phase's: it leaves off as well, and progress stays.
    pub fn aside() -> Watch {
        Watch::new(1, Progress::default())
    }

    /// Ends the piece before, and begins one of this size.
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

    /// Leaves off once, with this share of the phase done.
    pub fn reach(&mut self, share: f64) -> impl Future<Output = ()> + Send + use<> {
        let (start, end) = self.phase;
        let of_piece = start + (end - start) * share.min(1.0);
        let done = (self.done + self.piece * of_piece) / self.total;
        self.progress.note(done.min(1.0));
        self.n_steps = 0;
        leave_off(true)
    }

    /// Leaves off once if that many steps were done since the last time.
    pub fn step(&mut self, n_steps: usize) -> impl Future<Output = ()> + Send + use<> {
        self.n_steps += n_steps;
        let is_long = self.n_steps > MOST_STEPS;
        if is_long {
            self.n_steps = 0;
        }
        leave_off(is_long)
    }
}

/// Is ready when it is asked the second time, or at once.
fn leave_off(mut waits: bool) -> impl Future<Output = ()> + Send {
    poll_fn(
        move |_| {
            if std::mem::replace(&mut waits, false) { Poll::Pending } else { Poll::Ready(()) }
        },
    )
}
