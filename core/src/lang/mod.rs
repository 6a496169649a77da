//! The languages, and the one list of them.
//!
//! [`LanguageId`] is matched in this file only. Everything else goes through [`Document`], so that
//! callers never learn which language they talk to.

mod detect;

pub mod sprokit;

pub mod pinsight;

pub mod coil_hardware;

pub mod coil_target;

pub use coil_hardware::{DecodeError, Decompiled, decompile};
pub use detect::{Detected, detect};

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use text_size::{TextRange, TextSize};

use crate::diagnostics::{Code, Diagnostic};
use crate::edit::{Command, ItemPath, Refusal, SourceChange};
use crate::syntax::Highlight;
use crate::text::Files;
use crate::view::{Compiled, Completion, Form, Graph, Hover, Outline, Resolved, ViewKind};

/// A text and all that its meaning depends on.
#[derive(Debug, Clone, Default)]
pub struct Input {
    /// Where the text lies, `/`-separated; includes are looked up relative to it.
    pub path: String,
    /// The text.
    pub text: Arc<str>,
    /// The other files that it may include.
    pub files: Arc<Files>,
    /// What the surroundings say.
    pub host: Arc<HostFacts>,
}

impl Input {
    /// A text that stands alone.
    #[must_use]
    pub fn alone(path: &str, text: &str) -> Input {
        Input { path: path.to_owned(), text: text.into(), ..Input::default() }
    }
}

/// What a text may ask of the machine it will run on, given as values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostFacts {
    /// Environment variables.
    pub env: BTreeMap<String, String>,
    /// Facts about the system, such as `numproc`.
    pub system: BTreeMap<String, String>,
}

/// The languages. Their names stand in file names, in the npm package and in the server's
/// protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LanguageId {
    /// KWIVER/sprokit pipelines and clusters.
    Sprokit,
    /// PInsight trace configurations.
    Pinsight,
    /// COIL hardware configurations, text form.
    CoilHardware,
    /// COIL target configurations.
    CoilTarget,
}

impl LanguageId {
    /// All languages, in the order menus show them.
    pub const ALL: [LanguageId; 4] = [
        LanguageId::Sprokit,
        LanguageId::Pinsight,
        LanguageId::CoilHardware,
        LanguageId::CoilTarget,
    ];

    /// The language of the texts that [`decompile`] gives.
    pub const DECOMPILED: LanguageId = LanguageId::CoilHardware;

    /// Parses a text. Never fails: a broken text gives a document with diagnostics.
    #[must_use]
    pub fn parse(self, input: &Input) -> Box<dyn Document> {
        match self {
            LanguageId::Sprokit => Box::new(sprokit::parse(input)),
            LanguageId::Pinsight => Box::new(pinsight::parse(input)),
            LanguageId::CoilHardware => Box::new(coil_hardware::parse(input)),
            LanguageId::CoilTarget => Box::new(coil_target::parse(input)),
        }
    }

    /// What is fixed for the language.
    #[must_use]
    pub fn info(self) -> &'static LanguageInfo {
        match self {
            LanguageId::Sprokit => &sprokit::INFO,
            LanguageId::Pinsight => &pinsight::INFO,
            LanguageId::CoilHardware => &coil_hardware::INFO,
            LanguageId::CoilTarget => &coil_target::INFO,
        }
    }

    /// The language of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<LanguageId> {
        LanguageId::ALL.into_iter().find(|it| it.info().name == name)
    }
}

/// What every language can do with a parsed text.
///
/// Not `Debug` by itself: through the trait object, that would keep the code that prints all trees
/// and models in every program.
pub trait Document: Send + Sync {
    /// The version of the language the text is written in, if the language has several.
    fn dialect(&self) -> Option<String> {
        None
    }

    /// The ranges of all tokens, trivia included: joined, they are the text.
    fn token_ranges(&self) -> Vec<TextRange>;

    /// Colours, sorted by place, not overlapping.
    fn highlights(&self) -> Vec<Highlight>;

    /// What is wrong with the text, in the order of the text.
    fn diagnostics(&self) -> Vec<Diagnostic>;

    /// The items of the text.
    fn outline(&self) -> Outline;

    /// Stretches of several lines that can be hidden but for their first line.
    fn folds(&self) -> Vec<TextRange>;

    /// What is known about the place `at`.
    fn hover(&self, at: TextSize) -> Option<Hover>;

    /// Words that could stand at the place `at`.
    fn completions(&self, at: TextSize) -> Vec<Completion> {
        let _ = at;
        Vec::new()
    }

    /// The innermost item at the place `at` that has a form or stands in the graph.
    fn item_at(&self, at: TextSize) -> Option<ItemPath>;

    /// The fields of an item; none if there is no such item.
    fn form(&self, item: &ItemPath) -> Option<Form>;

    /// The graph that the text describes, if the language has graphs.
    fn graph(&self) -> Option<Graph> {
        None
    }

    /// Every value that counts, with its origin, if the language has that view.
    fn resolved(&self) -> Option<Resolved> {
        None
    }

    /// The binary that the text describes, or why it cannot be made; none if the language has no
    /// binary form.
    fn compile(&self) -> Option<Result<Compiled, Refusal>> {
        None
    }

    /// Plans the smallest change of texts that does what `command` says. Nothing is changed here.
    ///
    /// # Errors
    ///
    /// A reason for people if the text, or the language, has no place for the change.
    fn plan(&self, command: &Command) -> Result<SourceChange, Refusal>;
}

impl fmt::Debug for dyn Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Document")
    }
}

/// What is fixed for a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LanguageInfo {
    /// Stable name, as in the npm package and the language server.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Ends of file names, longest first.
    pub extensions: &'static [&'static str],
    /// What starts a comment.
    pub comment: &'static str,
    /// The views it offers, the most telling first.
    pub views: &'static [ViewKind],
    /// All codes its diagnostics can have.
    pub codes: &'static [&'static Code],
}
