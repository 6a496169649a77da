//! COIL target configurations: which target code is made for, and how.
//!
//! The language on one page: `README.md` beside this file.

pub mod ast;

pub mod check;

pub mod config;

mod convert;

pub mod defaults;

pub mod diagnostics;

mod completions;

mod edit;

mod elsewhere;

mod everywhere;

mod form;

mod format;

mod hover;

mod includes;

mod outline;

mod places;

mod resolve;

pub mod schema;

pub mod source_file;

pub mod tables;

pub mod target;

mod templates;

pub mod token;

pub mod value;

mod wizard;

pub use form::architecture_help;
pub use value::is_key as is_identifier;
pub use wizard::wizard;

use text_size::{TextRange, TextSize};

use self::check::{Finding, Strictness};
use self::config::Config;
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::{Command, ItemPath, LabelledChange, Refusal, SourceChange, TextEdit};
use bobbin_core::syntax::Highlight;
use bobbin_core::text::Location;
use bobbin_core::view::{
    Completion, Converted, Form, Hover, ItemAction, Link, Outline, Resolved, ViewKind,
};
use bobbin_core::{Document, FileBytes, Input, LanguageInfo};

/// What is fixed for the language.
pub static INFO: LanguageInfo = LanguageInfo {
    name: "coil-target",
    title: "COIL target configuration",
    parse: |input| Box::new(parse(input)),
    extensions: &[".coilcfg"],
    comment: "#",
    views: &[ViewKind::Form, ViewKind::Resolved],
    conversions: convert::CONVERSIONS,
    templates: templates::TEMPLATES,
    codes: diagnostics::CODES,
    // coil.md#hardware-text-grammar; CR alone ends a line, too (coil.md#target-lines)
    file_bytes: FileBytes::Utf8 { lone_cr_ends_line: true },
    wizard: Some(wizard),
};

/// A parsed text with the files it includes. Exists for every text, also a broken one.
#[derive(Debug)]
pub struct File {
    config: Config,
    strictness: Strictness,
}

/// Parses a text and what it includes; never fails.
#[must_use]
pub fn parse(input: &Input) -> File {
    let strictness = if input.host.strict { Strictness::Strict } else { Strictness::Normal };
    File { config: Config::read(input), strictness }
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
    fn info(&self) -> &'static LanguageInfo {
        &INFO
    }

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
        check::diagnostics(self.findings(self.strictness))
    }

    fn fixes_elsewhere(&self, finding: &Diagnostic) -> Vec<LabelledChange> {
        elsewhere::fixes(self, finding, self.strictness)
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

    fn missing_files(&self) -> Vec<String> {
        self.config.missing_files()
    }

    fn definition(&self, at: TextSize) -> Vec<Location> {
        places::definition(&self.config, at)
    }

    fn references(&self, at: TextSize) -> Vec<Location> {
        places::references(&self.config, at)
    }

    fn renamable(&self, at: TextSize) -> Option<TextRange> {
        places::renamable(&self.config, at)
    }

    fn rename(&self, at: TextSize, name: &str) -> Result<SourceChange, Refusal> {
        places::rename(&self.config, at, name)
    }

    fn format(&self) -> Option<TextEdit> {
        format::format(&self.config)
    }

    fn links(&self) -> Vec<Link> {
        places::links(&self.config)
    }

    fn convert(&self, id: &str) -> Result<Converted, Refusal> {
        convert::convert(&self.config, id)
    }

    fn item_at(&self, at: TextSize) -> Option<ItemPath> {
        let main = self.config.main()?;
        let header = main.headers.get(main.header_at(at)?)?;
        Some(edit::item_of(main, header))
    }

    fn form(&self, item: &ItemPath) -> Option<Form> {
        form::form(&self.config, item)
    }

    fn additions(&self) -> Vec<ItemAction> {
        outline::additions(&self.config)
    }

    fn resolved(&self) -> Option<Resolved> {
        Some(resolve::resolved(&self.config))
    }

    fn plan(&self, command: &Command) -> Result<SourceChange, Refusal> {
        edit::plan(&self.config, command)
    }
}
