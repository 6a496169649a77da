//! The diagnostics of pipelines and clusters: the codes, and one constructor per message.

mod codes;
pub mod config;
pub mod graph;
pub mod syntax;

pub use codes::*;

use std::collections::HashSet;

use bobbin_core::diagnostics::{Bounded, Code, Diagnostic, Related, nearest};
use bobbin_core::syntax::TokenIdx;
use text_size::TextRange;

use crate::source::Source;

/// The searches through a text for fixes; a text with more mistakes has no fix for the others.
const MOST_SEARCHES: usize = 100;

/// Findings of one text, with those of included files brought to their include line.
#[derive(Debug)]
pub struct Findings<'s> {
    source: &'s Source,
    /// The diagnostics so far.
    pub list: Bounded,
    n_searches: usize,
    /// What was said of included files: the line that includes them, their path, the place there and the message.
    said_elsewhere: HashSet<(TextRange, String, TextRange, String)>,
}

impl<'s> Findings<'s> {
    /// Creates a list without diagnostics.
    pub fn new(source: &'s Source) -> Findings<'s> {
        Findings { source, list: Bounded::default(), n_searches: 0, said_elsewhere: HashSet::new() }
    }

    /// Creates a list of which only the messages count: nothing is searched for a fix.
    pub fn without_searches(source: &'s Source) -> Findings<'s> {
        Findings { n_searches: MOST_SEARCHES, ..Findings::new(source) }
    }

    /// Returns the candidate that a word is most likely a misspelling of. A text with thousands of
    /// mistakes gets suggestions for the first of them only: each search looks at all candidates.
    pub fn nearest<'c>(
        &mut self,
        word: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Option<&'c str> {
        if self.may_search() { nearest(word, candidates) } else { None }
    }

    /// Returns true if there is time for one more search through the whole text, for a fix.
    pub fn may_search(&mut self) -> bool {
        self.n_searches += 1;
        self.n_searches <= MOST_SEARCHES
    }

    /// Returns the diagnostics; of too many the last says that there are more.
    pub fn finish(self) -> Vec<Diagnostic> {
        self.list.finish(syntax::too_many)
    }

    /// Adds a diagnostic about the token `at`. In an included file it cannot be mended from here, and
    /// its place there is given beside it. Of a file that is included again it is said once for each line of
    /// this text.
    pub fn push(&mut self, at: TokenIdx, mut diagnostic: Diagnostic) {
        let file = self.source.file_of(at);
        if file != 0
            && let Some(it) = self.source.file(file)
        {
            let (range, message) = (diagnostic.range, diagnostic.message.clone());
            let place = self.source.local_range(at);
            if !self.said_elsewhere.insert((range, it.path.clone(), place, message)) {
                return;
            }
            diagnostic.fixes.clear();
            diagnostic.related.insert(
                0,
                Related {
                    path: Some(it.path.clone()),
                    range: place,
                    message: "in this included file".to_owned(),
                },
            );
        }
        self.list.push(diagnostic);
    }
}
