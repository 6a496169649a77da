//! COIL target configurations: which target code is made for, and how.
//!
//! The language on one page: `README.md` beside this file.

pub mod ast;

pub mod check;

pub mod config;

pub mod defaults;

pub mod diagnostics;

mod completions;

mod edit;

mod form;

mod hover;

mod outline;

mod resolve;

pub mod schema;

pub mod source_file;

pub mod tables;

pub mod target;

pub mod token;

pub mod value;

use text_size::{TextRange, TextSize};

use self::check::{Finding, Strictness};
use self::config::Config;
use super::{Document, Input, LanguageInfo};
use crate::diagnostics::Diagnostic;
use crate::edit::{Command, ItemPath, Refusal, SourceChange};
use crate::syntax::Highlight;
use crate::view::{Completion, Form, Hover, Outline, Resolved, ViewKind};

/// What is fixed for the language.
pub static INFO: LanguageInfo = LanguageInfo {
    name: "coil-target",
    title: "COIL target configuration",
    extensions: &[".coilcfg"],
    comment: "#",
    views: &[ViewKind::Form, ViewKind::Resolved],
    codes: diagnostics::CODES,
};

/// A parsed text with the files it includes. Exists for every text, also a broken one.
#[derive(Debug)]
pub struct File {
    config: Config,
}

/// Parses a text and what it includes; never fails.
#[must_use]
pub fn parse(input: &Input) -> File {
    File { config: Config::read(input) }
}

impl File {
    /// What is wrong in any of the files, with file and line as the document's own validator
    /// reports them.
    #[must_use]
    pub fn findings(&self, strictness: Strictness) -> Vec<Finding> {
        check::findings(&self.config, strictness)
    }

    /// The merged settings.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }
}

impl Document for File {
    fn token_ranges(&self) -> Vec<TextRange> {
        let main = self.config.main();
        main.into_iter()
            .flat_map(|it| it.tokens.iter().map(|(idx, _)| it.tokens.range(idx)))
            .collect()
    }

    fn highlights(&self) -> Vec<Highlight> {
        outline::highlights(&self.config)
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        check::diagnostics(self.findings(Strictness::Normal))
    }

    fn outline(&self) -> Outline {
        outline::outline(&self.config)
    }

    fn folds(&self) -> Vec<TextRange> {
        outline::folds(&self.config)
    }

    fn hover(&self, at: TextSize) -> Option<Hover> {
        hover::hover(&self.config, at)
    }

    fn completions(&self, at: TextSize) -> Vec<Completion> {
        completions::completions(&self.config, at)
    }

    fn item_at(&self, at: TextSize) -> Option<ItemPath> {
        let main = self.config.main()?;
        let header = main.headers.get(main.header_at(at)?)?;
        Some(edit::item_of(main, header))
    }

    fn form(&self, item: &ItemPath) -> Option<Form> {
        form::form(&self.config, item)
    }

    fn resolved(&self) -> Option<Resolved> {
        Some(resolve::resolved(&self.config))
    }

    fn plan(&self, command: &Command) -> Result<SourceChange, Refusal> {
        edit::plan(&self.config, command)
    }
}
