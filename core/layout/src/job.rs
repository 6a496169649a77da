//! A layout that runs in pieces, so that other work can go on between them.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use super::diagram::{Diagram, Settings};
use super::watch::{Progress, Watch};
use super::{Layout, nest};

/// A layout in progress; dropping it cancels it.
///
/// The result is the same whether it runs at once or in pieces.
pub struct Job {
    work: Pin<Box<dyn Future<Output = Layout> + Send>>,
    progress: Progress,
}

impl Job {
    /// Prepares the layout of a diagram without starting it.
    #[must_use]
    pub fn new(diagram: Diagram, settings: Settings) -> Job {
        let progress = Progress::default();
        let mut watch = Watch::new(diagram.shapes.len(), progress.clone());
        let work = async move { nest::layout(&diagram, &settings, &mut watch).await };
        Job { work: Box::pin(work), progress }
    }

    /// Runs one piece of the work, a few milliseconds at most, and returns the layout when all is
    /// done. It must not be called again after that.
    pub fn step(&mut self) -> Option<Layout> {
        match self.work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(layout) => Some(layout),
            Poll::Pending => None,
        }
    }

    /// Runs the rest of the work.
    #[must_use]
    pub fn finish(self) -> Layout {
        at_once(self.work)
    }

    /// Returns the share of the work that is done, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.progress.share()
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("progress", &self.progress()).finish_non_exhaustive()
    }
}

/// Runs a future to its end without a pause.
pub(super) fn at_once<T>(work: impl Future<Output = T>) -> T {
    let mut work = std::pin::pin!(work);
    loop {
        if let Poll::Ready(it) = work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return it;
        }
    }
}
