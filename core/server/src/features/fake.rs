//! A document that answers the same to every question, to see how answers travel.

use std::collections::BTreeMap;
use std::sync::Arc;

use bobbin_core::diagnostics::{Code, Diagnostic, Fix, Severity};
use bobbin_core::edit::{Command, ItemPath, LabelledChange, Refusal, SourceChange, TextEdit};
use bobbin_core::syntax::Highlight;
use bobbin_core::text::{Files, Location};
use bobbin_core::view::{Form, Hover, Link, Outline};
use bobbin_core::{Document, Input, Language, Snapshot};
use bobbin_languages::LanguageId;
use text_size::{TextRange, TextSize};

use crate::Analysis;
use crate::documents::Documents;

/// The URI of the text itself: `é🎉name here`, where `name` is the name of something.
pub(crate) const URI: &str = "bobbin:///main.pipe";

const OTHER: &str = "/part é.pipe";

static CODE: Code =
    Code { name: "x", severity: Severity::Error, summary: "", reference: None, meaning: None };

struct Fake;

/// Finds `name` in the text itself.
fn here() -> TextRange {
    TextRange::new(6.into(), 10.into())
}

/// Finds `name` in the text it includes.
fn there() -> TextRange {
    TextRange::new(9.into(), 13.into())
}

impl Document for Fake {
    fn info(&self) -> &'static Language {
        LanguageId::ALL[0].info()
    }

    fn token_ranges(&self) -> Vec<TextRange> {
        Vec::new()
    }

    fn highlights(&self) -> Vec<Highlight> {
        Vec::new()
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        vec![Diagnostic::new(&CODE, here(), "x").with_fix("Mend", TextEdit::delete(here()))]
    }

    fn outline(&self) -> Outline {
        Outline::default()
    }

    fn folds(&self) -> Vec<TextRange> {
        Vec::new()
    }

    fn hover(&self, _at: TextSize) -> Option<Hover> {
        None
    }

    fn definition(&self, _at: TextSize) -> Vec<Location> {
        vec![Location::elsewhere(OTHER, there())]
    }

    fn references(&self, _at: TextSize) -> Vec<Location> {
        vec![Location::here(here()), Location::elsewhere(OTHER, there())]
    }

    fn renamable(&self, _at: TextSize) -> Option<TextRange> {
        Some(here())
    }

    fn rename(&self, _at: TextSize, name: &str) -> Result<SourceChange, Refusal> {
        let edits = [
            ("/main.pipe", TextEdit::replace(here(), name)),
            (OTHER, TextEdit::replace(there(), name)),
        ];
        let edits: BTreeMap<String, TextEdit> =
            edits.into_iter().map(|(path, edit)| (path.to_owned(), edit)).collect();
        Ok(SourceChange { edits, ..SourceChange::default() })
    }

    fn fixes_elsewhere(&self, _finding: &Diagnostic) -> Vec<LabelledChange> {
        let change = SourceChange::single(OTHER, TextEdit::delete(there()));
        vec![LabelledChange { label: "Mend there".to_owned(), change }]
    }

    fn refactorings(&self, range: TextRange) -> Vec<Fix> {
        let at = range.start();
        let label = format!("Extract at {}", u32::from(at));
        vec![Fix::new(label, TextEdit::insert(at, "x"))]
    }

    fn links(&self) -> Vec<Link> {
        let link = |path: &str| Link { range: here(), path: path.to_owned() };
        vec![link(OTHER), link("/closed.pipe")]
    }

    fn item_at(&self, _at: TextSize) -> Option<ItemPath> {
        None
    }

    fn form(&self, _item: &ItemPath) -> Option<Form> {
        None
    }

    fn plan(&self, _command: &Command) -> Result<SourceChange, Refusal> {
        Err(Refusal::unsupported("this"))
    }
}

/// Returns the document, and the client's documents, of which it is one and includes another.
pub(crate) fn analysis() -> (Analysis, Documents) {
    let (text, other) = ("é🎉name here", "# é🎉\nname");
    let mut documents = Documents::default();
    documents.open(URI, "sprokit", 3, text);
    documents.open("bobbin:///part%20%C3%A9.pipe", "sprokit", 7, other);
    let mut files = Files::default();
    files.insert(OTHER, other.into());
    let mut input = Input::alone("/main.pipe", text);
    input.files = Arc::new(files);
    // Which language it says it is does not matter.
    let snapshot = Snapshot::of(input, Box::new(Fake));
    (Analysis::of(snapshot), documents)
}
