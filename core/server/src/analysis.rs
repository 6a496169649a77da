//! One text and everything that can be asked of it, in the protocol's terms.

use std::sync::OnceLock;

use bobbin_core::edit::{Refusal, SourceChange};
use bobbin_core::lang::{Input, LanguageId};
use bobbin_core::snapshot::Snapshot;
use bobbin_core::text::LineIndex;
use bobbin_core::view::Hover;
use bobbin_protocol as protocol;

use crate::convert;

/// One state of one text.
#[derive(Debug)]
pub struct Analysis {
    snapshot: Snapshot,
    /// Placing the vertices is the dearest of the views, so it is done once.
    graph: OnceLock<Option<protocol::Graph>>,
}

impl Analysis {
    /// Parses a text; never fails.
    #[must_use]
    pub fn new(language: LanguageId, input: Input) -> Analysis {
        Analysis { snapshot: Snapshot::new(language, input), graph: OnceLock::new() }
    }

    /// The text with what the core knows of it.
    #[must_use]
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    pub(crate) fn lines(&self) -> &LineIndex {
        self.snapshot.lines()
    }

    /// What is wrong with the text, in its order.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<protocol::Diagnostic> {
        self.snapshot
            .diagnostics()
            .iter()
            .map(|it| convert::diagnostic(it, &self.snapshot))
            .collect()
    }

    /// What is said of the document with each version.
    #[must_use]
    pub fn info(&self, uri: &str, version: i32) -> protocol::DocumentInfo {
        use bobbin_core::diagnostics::Severity;
        let count = |severity: Severity| {
            let diagnostics = self.snapshot.diagnostics().iter();
            diagnostics.filter(|it| it.code.severity == severity).count() as u32
        };
        let language = self.snapshot.language().info();
        protocol::DocumentInfo {
            uri: uri.to_owned(),
            version,
            language: language.name.to_owned(),
            dialect: self.snapshot.document().dialect(),
            views: convert::views(language),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            hints: count(Severity::Hint),
        }
    }

    /// A view; none if the language lacks it, or if there is no such item.
    #[must_use]
    pub fn view(
        &self,
        kind: protocol::ViewKind,
        item: Option<protocol::ItemPath>,
        at: Option<protocol::Position>,
    ) -> Option<protocol::View> {
        let document = self.snapshot.document();
        let lines = self.lines();
        match kind {
            protocol::ViewKind::Outline => {
                Some(protocol::View::Outline(convert::outline(self.snapshot.outline(), lines)))
            }
            protocol::ViewKind::Graph => self.graph().cloned().map(protocol::View::Graph),
            protocol::ViewKind::Form => {
                let item = match (item, at) {
                    (Some(item), _) => convert::core_item(item),
                    (None, Some(at)) => document.item_at(convert::offset(lines, at))?,
                    (None, None) => return None,
                };
                let form = document.form(&item)?;
                Some(protocol::View::Form(convert::form(form, lines)))
            }
            protocol::ViewKind::Bytes => {
                let compiled = document.compile()?;
                Some(protocol::View::Bytes(convert::bytes(compiled, lines)))
            }
            protocol::ViewKind::Resolved => {
                let resolved = document.resolved()?;
                Some(protocol::View::Resolved(convert::resolved(resolved, lines)))
            }
        }
    }

    /// The graph with its layout, if the language has graphs.
    #[must_use]
    pub fn graph(&self) -> Option<&protocol::Graph> {
        let graph =
            || self.snapshot.graph().map(|graph| convert::graph(graph, self.snapshot.lines()));
        self.graph.get_or_init(graph).as_ref()
    }

    /// The binary, or why there is none.
    #[must_use]
    pub fn compile(&self) -> protocol::CompileResult {
        match self.snapshot.document().compile() {
            Some(Ok(compiled)) => protocol::CompileResult::File {
                name: compiled.file_name,
                data: convert::base64(&compiled.bytes.data),
            },
            Some(Err(refusal)) => self.no_file(refusal),
            None => {
                let title = self.snapshot.language().info().title;
                self.no_file(Refusal { reason: format!("a {title} has no binary form"), at: None })
            }
        }
    }

    fn no_file(&self, refusal: Refusal) -> protocol::CompileResult {
        let at = refusal.at.map(|it| convert::range(self.lines(), it));
        protocol::CompileResult::Refusal { reason: refusal.reason, at }
    }

    /// What a command would change. Nothing is changed here.
    ///
    /// # Errors
    ///
    /// Why it cannot be carried out.
    pub fn plan(&self, command: protocol::Command) -> Result<SourceChange, Refusal> {
        self.snapshot.document().plan(&convert::core_command(command))
    }

    /// [`Analysis::plan`] in the protocol's terms; `uri_of` names the documents at paths.
    #[must_use]
    pub fn plan_result(
        &self,
        command: protocol::Command,
        version: i32,
        uri_of: impl Fn(&str) -> String,
    ) -> protocol::PlanResult {
        let change = match self.plan(command) {
            Ok(change) => change,
            Err(refusal) => {
                let at = refusal.at.map(|it| convert::range(self.lines(), it));
                return protocol::PlanResult::Refusal { reason: refusal.reason, at };
            }
        };
        let input = self.snapshot.input();
        let documents = change.edits.iter().map(|(path, edit)| protocol::DocumentEdit {
            uri: uri_of(path),
            edits: match input.files.get(path).filter(|_| *path != input.path) {
                Some(text) => convert::edits(edit, &LineIndex::new(text)),
                None => convert::edits(edit, self.lines()),
            },
        });
        protocol::PlanResult::Edit { version, documents: documents.collect() }
    }

    /// What is known about a place: a range and Markdown.
    #[must_use]
    pub fn hover(&self, at: protocol::Position) -> Option<(protocol::Range, String)> {
        let Hover { range, markdown } =
            self.snapshot.document().hover(convert::offset(self.lines(), at))?;
        Some((convert::range(self.lines(), range), markdown))
    }
}
