//! One text and everything that can be asked of it, in the protocol's terms.

use bobbin_core::diagnostics::Severity;
#[cfg(feature = "native")]
use bobbin_core::edit::TextEdit;
use bobbin_core::edit::{Refusal, SourceChange};
use bobbin_core::text::{LineIndex, Placed as _};
use bobbin_core::view::{self, Difference, Hover};
use bobbin_core::{Input, Snapshot, plan_sequence};
use bobbin_languages::LanguageId;
use bobbin_protocol as protocol;

use crate::convert::{self, Texts};
use crate::drawing::{Drawing, Wish, Work};

/// One state of one text.
#[derive(Debug)]
pub struct Analysis {
    snapshot: Snapshot,
    drawing: Drawing,
}

impl Analysis {
    /// Parses a text; never fails.
    #[must_use]
    pub fn new(language: LanguageId, input: Input) -> Analysis {
        Analysis::of(Snapshot::new(language.info(), input))
    }

    /// Analyses a text that was parsed before.
    #[must_use]
    pub fn of(snapshot: Snapshot) -> Analysis {
        Analysis { snapshot, drawing: Drawing::default() }
    }

    /// Analyses a text with a graph that keeps the places of an earlier state of the text, so that
    /// an edit moves little.
    #[must_use]
    pub fn after(mut self, earlier: Option<Analysis>) -> Analysis {
        if let Some(earlier) = earlier {
            self.drawing = Drawing::after(earlier.drawing);
        }
        self
    }

    /// Returns the text with what the core knows of it.
    #[must_use]
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    pub(crate) fn lines(&self) -> &LineIndex {
        self.snapshot.lines()
    }

    /// Returns the diagnostics, in the order of the text.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<protocol::Diagnostic> {
        self.snapshot.diagnostics().to_vec().map_place(&mut Texts::of(&self.snapshot))
    }

    /// Returns the facts that the server sends about the document with each version.
    #[must_use]
    pub fn info(&self, uri: &str, version: i32) -> protocol::DocumentInfo {
        let count = |severity| self.count(severity);
        let language = self.snapshot.info();
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

    fn count(&self, severity: Severity) -> u32 {
        let diagnostics = self.snapshot.diagnostics().iter();
        diagnostics.filter(|it| it.code.severity == severity).count() as u32
    }

    /// Returns the number of errors in the text.
    pub(crate) fn n_errors(&self) -> u32 {
        self.count(Severity::Error)
    }

    /// Returns true if the text names files that it includes, whether they are open or not.
    pub(crate) fn names_files(&self) -> bool {
        let document = self.snapshot.document();
        !document.links().is_empty() || !document.missing_files().is_empty()
    }

    /// Returns a view; `None` if the language lacks it, or if there is no such item.
    #[must_use]
    pub fn view(
        &self,
        kind: protocol::ViewKind,
        item: Option<protocol::ItemPath>,
        at: Option<protocol::Position>,
        settings: Vec<protocol::KeyValue>,
        options: &protocol::ViewOptions,
    ) -> Option<protocol::View> {
        let document = self.snapshot.document();
        let lines = self.lines();
        let mut texts = Texts::of(&self.snapshot);
        match kind {
            protocol::ViewKind::Outline => {
                let slice = options.slice.map(|it| it as usize);
                let outline = convert::outline(self.snapshot.outline(), lines, slice);
                Some(protocol::View::Outline(outline))
            }
            protocol::ViewKind::Graph => {
                self.drawing.view(&self.snapshot, &Wish::read(options)).map(protocol::View::Graph)
            }
            protocol::ViewKind::Form
                if item.is_none() && self.snapshot.outline().entries.is_empty() =>
            {
                let title = self.snapshot.info().title;
                let form = convert::form_of_nothing(document.additions(), title)?;
                Some(protocol::View::Form(form))
            }
            protocol::ViewKind::Form => {
                let item = match (item, at) {
                    (Some(item), _) => item,
                    (None, Some(at)) => document.item_at(lines.offset(at))?,
                    (None, None) => return None,
                };
                let mut form = document.form(&item)?;
                form.groups = form.groups.into_iter().map(convert::first_fields).collect();
                Some(protocol::View::Form(form.map_place(&mut texts)))
            }
            protocol::ViewKind::Bytes => {
                let compiled = document.compile()?;
                Some(protocol::View::Bytes(convert::bytes(compiled, lines)))
            }
            protocol::ViewKind::Resolved => {
                convert::resolved(document, options, &mut texts).map(protocol::View::Resolved)
            }
            protocol::ViewKind::Coverage => {
                let at = at.map(|it| lines.offset(it));
                let coverage = document.coverage(&convert::query(document, item, at, settings))?;
                Some(protocol::View::Coverage(Box::new(coverage.map_place(&mut texts))))
            }
            protocol::ViewKind::Timeline => {
                let at = at.map(|it| lines.offset(it));
                let timeline = document.timeline(&convert::query(document, item, at, settings))?;
                Some(protocol::View::Timeline(timeline.map_place(&mut texts)))
            }
        }
    }

    /// Returns the values that a path leads to, with their origins.
    ///
    /// # Errors
    ///
    /// Why it is no path.
    pub fn query(&self, path: &str) -> Result<Vec<protocol::QueryHit>, Refusal> {
        Ok(self.snapshot.document().query(path)?.map_place(&mut self.lines()))
    }

    /// Counts the parts of a view that can be long: rows of the settings, vertices of the graph,
    /// entries of the outline.
    #[must_use]
    pub fn size(&self, kind: protocol::ViewKind) -> u32 {
        let size = match kind {
            protocol::ViewKind::Resolved => {
                self.snapshot.document().first_resolved(0).map_or(0, |it| it.1)
            }
            protocol::ViewKind::Graph => self.snapshot.graph().map_or(0, |it| it.vertices.len()),
            protocol::ViewKind::Outline => self.snapshot.outline().entries.len(),
            _ => 0,
        };
        u32::try_from(size).unwrap_or(u32::MAX)
    }

    /// Returns true if the graph can be answered without further work.
    pub(crate) fn is_drawn(&self, wish: &Wish) -> bool {
        self.drawing.is_ready(wish)
    }

    /// Does one piece of the work for the graph.
    pub(crate) fn draw(&self, wish: &Wish) -> Work {
        self.drawing.work(&self.snapshot, wish)
    }

    /// Returns the graph as it was drawn.
    pub(crate) fn drawn(&self, wish: &Wish) -> Option<protocol::View> {
        self.drawing.picture(wish).map(protocol::View::Graph)
    }

    /// Gives up the graph that is being drawn.
    pub(crate) fn give_up_drawing(&self) {
        self.drawing.give_up();
    }

    /// Returns everything that can be put into the graph, if anything can.
    #[must_use]
    pub fn catalogue(&self) -> Option<protocol::Catalogue> {
        self.snapshot.document().catalogue()
    }

    /// Returns what can be added to the text as a whole.
    #[must_use]
    pub fn additions(&self) -> protocol::Additions {
        let document = self.snapshot.document();
        protocol::Additions {
            actions: document.additions(),
            in_catalogue: document.catalogue().map(|it| it.kind),
        }
    }

    /// Compiles the text, or says why it cannot.
    #[must_use]
    pub fn compile(&self, is_compressed: bool) -> protocol::CompileResult {
        let document = self.snapshot.document();
        let compiled =
            if is_compressed { document.compile_compressed() } else { document.compile() };
        match compiled {
            Some(Ok(compiled)) => protocol::CompileResult::File {
                name: compiled.file_name,
                data: convert::base64(&compiled.bytes.data),
            },
            Some(Err(refusal)) => self.no_file(refusal),
            None => {
                let title = self.snapshot.info().title;
                let form = if is_compressed { "compressed" } else { "binary" };
                self.no_file(Refusal { reason: format!("a {title} has no {form} form"), at: None })
            }
        }
    }

    fn no_file(&self, refusal: Refusal) -> protocol::CompileResult {
        let at = refusal.at.map(|it| self.lines().range(it));
        protocol::CompileResult::Refusal { reason: refusal.reason, at }
    }

    /// Plans commands one after the other. Nothing is changed here.
    ///
    /// # Errors
    ///
    /// The refusal of the first command that cannot be carried out.
    pub fn plan(&self, commands: Vec<protocol::Command>) -> Result<SourceChange, Refusal> {
        let snapshot = &self.snapshot;
        plan_sequence(snapshot, &commands)
    }

    /// Converts the result of [`Analysis::plan`] to the protocol's terms; `uri_of` names the
    /// documents at paths.
    #[must_use]
    pub fn plan_result(
        &self,
        commands: Vec<protocol::Command>,
        version: i32,
        uri_of: impl Fn(&str) -> String,
    ) -> protocol::PlanResult {
        self.planned(self.plan(commands), version, uri_of)
    }

    /// Converts a planned change to the protocol's terms.
    pub(crate) fn planned(
        &self,
        change: Result<SourceChange, Refusal>,
        version: i32,
        uri_of: impl Fn(&str) -> String,
    ) -> protocol::PlanResult {
        let change = match change {
            Ok(change) => change,
            Err(refusal) => {
                let at = refusal.at.map(|it| self.lines().range(it));
                return protocol::PlanResult::Refusal { reason: refusal.reason, at };
            }
        };
        let documents = self.document_edits(&change, uri_of);
        let leftovers = change.leftovers;
        let created = change.created;
        protocol::PlanResult::Edit { version, documents, created, notes: change.notes, leftovers }
    }

    /// Converts a change to the protocol's terms; `uri_of` names the documents at paths.
    pub(crate) fn document_edits(
        &self,
        change: &SourceChange,
        uri_of: impl Fn(&str) -> String,
    ) -> Vec<protocol::DocumentEdit> {
        let documents = change.edits.iter().map(|(path, edit)| protocol::DocumentEdit {
            uri: uri_of(path),
            version: None,
            edits: match self.other_text(path) {
                Some(text) => edit.clone().map_place(&mut &self.lines_at(path, text)),
                None if !self.is_new(path) => edit.clone().map_place(&mut self.lines()),
                None => edit.clone().map_place(&mut &LineIndex::new("")),
            },
        });
        #[cfg(feature = "native")]
        let documents = joined(documents).into_iter();
        documents.collect()
    }

    /// Indexes the lines of another text, the one at `path`.
    pub(crate) fn lines_at(&self, path: &str, text: &str) -> LineIndex {
        self.snapshot.input().files.lines_at(path, text)
    }

    /// Returns true if no text is known at `path`, so that an edit there makes a new file.
    pub(crate) fn is_new(&self, path: &str) -> bool {
        *path != self.snapshot.input().path && self.other_text(path).is_none()
    }

    /// Returns the text at `path`; `None` if it is the text itself, or not among the files.
    pub(crate) fn other_text(&self, path: &str) -> Option<&str> {
        let input = self.snapshot.input();
        input.files.get(path).filter(|_| *path != input.path).map(|it| &**it)
    }

    /// Returns the differences between what this document and `other` mean, in the order of this
    /// one: those of effective values by each reading, of vertices and edges, and of what else the
    /// language has in its meaning; or the reason why the two cannot be compared, for people.
    pub fn compare(&self, other: &Analysis) -> Result<Vec<protocol::Difference>, String> {
        let language = self.snapshot.info();
        if other.snapshot.info().name != language.name {
            let (left, right) = (language.title, other.snapshot.info().title);
            return Err(format!("a {left} cannot be compared with a {right}"));
        }
        let meaning = |it: &Analysis| {
            let document = it.snapshot.document();
            let mut res = document.meaning()?;
            let graph = it.snapshot.graph().map(view::statements_of_graph);
            res.statements.extend(graph.unwrap_or_default());
            Some(res)
        };
        let Some((left, right)) = meaning(self).zip(meaning(other)) else {
            let title = language.title;
            return Err(format!("a {title} has no list of effective values"));
        };
        let graphs = self.snapshot.graph().zip(other.snapshot.graph());
        let names = graphs.map(|(left, right)| view::renamed(left, right)).unwrap_or_default();
        let differences = view::compare_renamed(&left, &right, &names);
        let (mut ours, mut theirs) = (Texts::of(&self.snapshot), Texts::of(&other.snapshot));
        let both = |it: Difference| it.map_sides(&mut ours, &mut theirs);
        Ok(differences.into_iter().map(both).collect())
    }

    /// Converts the text by one of the language's conversions.
    #[must_use]
    pub fn convert(&self, id: &str) -> protocol::ConvertResult {
        match self.snapshot.document().convert(id) {
            Ok(converted) => convert::converted(converted, self.lines()),
            Err(Refusal { reason, at }) => {
                let at = at.map(|it| self.lines().range(it));
                let choices = self.snapshot.document().conversion_choices(id);
                protocol::ConvertResult::Refusal { reason, at, choices }
            }
        }
    }

    /// Plans the canonical layout of the text; `None` if it has no such layout.
    #[must_use]
    pub fn format(&self) -> Option<protocol::TextEdit> {
        let edit = self.snapshot.document().format()?;
        Some(edit.map_place(&mut self.lines()))
    }

    /// Returns the documentation of a place: a range and Markdown.
    #[must_use]
    pub fn hover(&self, at: protocol::Position) -> Option<(protocol::Range, String)> {
        let Hover { range, markdown } = self.snapshot.document().hover(self.lines().offset(at))?;
        Some((self.lines().range(range), markdown))
    }
}

/// Joins the edits of each document: a file that has several names has one URI.
#[cfg(feature = "native")]
fn joined(documents: impl Iterator<Item = protocol::DocumentEdit>) -> Vec<protocol::DocumentEdit> {
    let mut res: Vec<protocol::DocumentEdit> = Vec::new();
    for it in documents {
        let Some(known) = res.iter_mut().find(|known| known.uri == it.uri) else {
            res.push(it);
            continue;
        };
        let mut all = known.edits.replacements().to_vec();
        let new = it.edits.into_replacements().into_iter();
        all.extend(new.filter(|it| !known.edits.replacements().contains(it)));
        all.sort_by_key(|it| it.range.start);
        known.edits = TextEdit::from_sorted(all);
    }
    res
}
