//! Requests that wait for a drawing.

use bobbin_protocol as protocol;

use crate::drawing::Wish;
use crate::rpc;

/// A request that waits for its drawing.
#[derive(Debug)]
pub(crate) struct Unfinished {
    /// The id as it came.
    pub(crate) id: String,
    pub(crate) uri: String,
    /// The version of the text that shall be drawn.
    pub(crate) version: i32,
    pub(crate) wish: Wish,
    pub(crate) answer: Answer,
    /// True once the drawing is there, and only the answer is missing.
    pub(crate) is_drawn: bool,
    /// The progress that the client was told last, in percent.
    pub(crate) told: u32,
}

/// The answer that needs a drawing.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Answer {
    /// The answer of `bobbin/view`.
    View,
    /// The answer of `bobbin/picture`.
    #[cfg(feature = "picture")]
    Picture(protocol::PictureTheme),
}

impl Unfinished {
    /// Tells the progress, if it is news.
    pub(crate) fn tell(&mut self, share: f64) -> Option<String> {
        let percent = (share * 100.0) as u32;
        if percent < self.told + STEP {
            return None;
        }
        self.told = percent;
        let params = protocol::Progress { uri: self.uri.clone(), percent };
        rpc::notification(protocol::Progress::METHOD, &params)
    }
}

/// The step of the progress, in percent: nobody sees smaller ones.
const STEP: u32 = 4;
