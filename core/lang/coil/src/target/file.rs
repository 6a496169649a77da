//! A target configuration with the files it includes.

use text_size::TextRange;

use super::config::Config;
use bobbin_core::Input;

/// A parsed text with the files it includes. Exists for every text, also a broken one.
#[derive(Debug)]
pub struct File {
    input: Input,
    config: Config,
    strictness: Strictness,
}

/// The strictness of the checks: vendor sections are mentioned or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    /// As the document's validator does by default.
    Normal,
    /// As it does with `--strict`.
    Strict,
}

/// Parses a text and what it includes; never fails.
#[must_use]
pub fn parse(input: &Input) -> File {
    let strictness = if input.host.strict { Strictness::Strict } else { Strictness::Normal };
    File { input: input.clone(), config: Config::read(input), strictness }
}

impl File {
    /// Returns the text with its surroundings.
    pub(crate) fn input(&self) -> &Input {
        &self.input
    }

    /// Returns the merged settings.
    #[must_use]
    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the strictness that the surroundings ask for.
    pub(crate) fn strictness(&self) -> Strictness {
        self.strictness
    }

    /// Returns the ranges of all tokens of the main file, in its order.
    pub(crate) fn token_ranges(&self) -> Vec<TextRange> {
        let main = self.config.main();
        main.into_iter()
            .flat_map(|it| it.tokens.iter().map(|(idx, _)| it.tokens.range(idx)))
            .collect()
    }
}
