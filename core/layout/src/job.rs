//! A layout that is made piece by piece, between other things.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use super::diagram::{Diagram, Settings};
use super::watch::{Progress, Watch};
use super::{Layout, nest};

/// A layout on its way; who drops it gives it up.
///
/// Whether all is done at once or piece by piece, the layout is the same.
pub struct Job {
    work: Pin<Box<dyn Future<Output = Layout> + Send>>,
    progress: Progress,
}

impl Job {
    /// Begins to lay out a diagram; nothing is done yet.
    #[must_use]
    pub fn new(diagram: Diagram, settings: Settings) -> Job {
        let progress = Progress::default();
        let mut watch = Watch::new(diagram.shapes.len(), progress.clone());
        let work = async move { nest::layout(&diagram, &settings, &mut watch).await };
        Job { work: Box::pin(work), progress }
    }

    /// Does one piece of the work, a few milliseconds at most; the layout once all is done. Not to be
    /// called again after that.
    pub fn step(&mut self) -> Option<Layout> {
        match self.work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(layout) => Some(layout),
            Poll::Pending => None,
        }
    }

    /// Does all of the work.
    #[must_use]
    pub fn finish(self) -> Layout {
        at_once(self.work)
    }

    /// The share of the work that is done, from 0 to 1.
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

/// Does all of the work without a pause.
pub(super) fn at_once<T>(work: impl Future<Output = T>) -> T {
    let mut work = std::pin::pin!(work);
    loop {
        if let Poll::Ready(it) = work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return it;
        }
    }
}
