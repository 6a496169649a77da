//! What was said of parts by the files that include them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::context::Context;

/// The versions of all that counts for what whole files say: of the open documents, and of the workspace's
/// files.
pub(super) type Stamp = (u64, u64);

/// The verdicts of whole files on their open parts, by the parts' URIs.
#[derive(Debug, Default)]
pub(super) struct Verdicts {
    pub(super) last: BTreeMap<String, Verdict>,
    /// The URIs of the parts to judge anew.
    pub(super) todo: Vec<String>,
    /// The judging that is going on.
    pub(super) begun: Option<Begun>,
}

/// What the whole files said of a part.
#[derive(Debug)]
pub(super) struct Verdict {
    pub(super) stamp: Stamp,
    /// The text of the part.
    pub(super) text: Arc<str>,
    pub(super) context: Option<Context>,
}

/// A part that some of the whole files have judged.
#[derive(Debug)]
pub(super) struct Begun {
    pub(super) uri: String,
    pub(super) stamp: Stamp,
    /// The whole files that have not said anything yet.
    pub(super) wholes: Vec<String>,
    pub(super) context: Option<Context>,
}
