//! One state of one text, with everything computed from it.

use std::sync::{Arc, OnceLock};

use crate::diagnostics::Diagnostic;
use crate::syntax::Highlight;
use crate::text::LineIndex;
use crate::view::{Graph, Outline};
use crate::{Document, Input, Language};

/// An immutable state of a text. Views are computed when first asked for, and once.
#[derive(Debug)]
pub struct Snapshot {
    input: Input,
    document: Box<dyn Document>,
    lines: LineIndex,
    diagnostics: OnceLock<Vec<Diagnostic>>,
    highlights: OnceLock<Vec<Highlight>>,
    outline: OnceLock<Outline>,
    graph: OnceLock<Option<Graph>>,
}

impl Snapshot {
    /// Parses `input`; never fails.
    #[must_use]
    pub fn new(language: &Language, input: Input) -> Snapshot {
        let document = (language.parse)(&input);
        Snapshot::of(input, document)
    }

    /// Creates the snapshot of `input`, which was parsed to `document`.
    #[must_use]
    pub fn of(input: Input, document: Box<dyn Document>) -> Snapshot {
        Snapshot {
            document,
            lines: input.files.lines_at(&input.path, &input.text),
            input,
            diagnostics: OnceLock::new(),
            highlights: OnceLock::new(),
            outline: OnceLock::new(),
            graph: OnceLock::new(),
        }
    }

    /// Returns the constants of the text's language.
    #[must_use]
    pub fn info(&self) -> &'static Language {
        self.document.info()
    }

    /// Returns the text and what it depends on.
    #[must_use]
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// Returns the text it was made from.
    #[must_use]
    pub fn text(&self) -> &Arc<str> {
        &self.input.text
    }

    /// Returns the parsed document, for what is not kept here.
    #[must_use]
    pub fn document(&self) -> &dyn Document {
        &*self.document
    }

    /// Lines and columns of the text.
    #[must_use]
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// Returns the diagnostics of the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.diagnostics.get_or_init(|| self.document.diagnostics())
    }

    /// Returns the syntax highlighting of the text.
    pub fn highlights(&self) -> &[Highlight] {
        self.highlights.get_or_init(|| self.document.highlights())
    }

    /// Returns the items of the text.
    pub fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| self.document.outline())
    }

    /// Returns the graph, if the language has one.
    pub fn graph(&self) -> Option<&Graph> {
        self.graph.get_or_init(|| self.document.graph()).as_ref()
    }
}
