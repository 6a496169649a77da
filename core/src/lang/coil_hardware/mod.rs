//! COIL hardware configurations.

use text_size::{TextRange, TextSize};

use super::{Document, Input, LanguageInfo};
use crate::diagnostics::Diagnostic;
use crate::edit::{Command, ItemPath, Refusal, SourceChange};
use crate::syntax::Highlight;
use crate::text;
use crate::view::{Form, Hover, Outline, ViewKind};

/// What is fixed for the language.
pub static INFO: LanguageInfo = LanguageInfo {
    name: "coil-hardware",
    title: "COIL hardware configuration",
    extensions: &[".coilcfg.txt"],
    comment: ";",
    views: &[ViewKind::Bytes],
    codes: &[],
};

/// A parsed text. Exists for every text, also a broken one.
#[derive(Debug)]
pub struct File {
    input: Input,
}

/// Parses a text; never fails.
#[must_use]
pub fn parse(input: &Input) -> File {
    File { input: input.clone() }
}

impl Document for File {
    fn token_ranges(&self) -> Vec<TextRange> {
        vec![TextRange::up_to(text::len(&self.input.text))]
    }

    fn highlights(&self) -> Vec<Highlight> {
        Vec::new()
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        Vec::new()
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

    fn item_at(&self, _at: TextSize) -> Option<ItemPath> {
        None
    }

    fn form(&self, _item: &ItemPath) -> Option<Form> {
        None
    }

    fn plan(&self, _command: &Command) -> Result<SourceChange, Refusal> {
        Err(Refusal::unsupported("this change"))
    }
}
