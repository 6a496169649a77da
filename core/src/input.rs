//! Everything a text depends on: its path, the files around it, the machine it will run on.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::edit::{Refusal, SourceChange, TextEdit};
use crate::text::Files;

/// A text and all that its meaning depends on.
#[derive(Debug, Clone, Default)]
pub struct Input {
    /// The path of the text, `/`-separated; includes are looked up relative to it.
    pub path: String,
    /// The text itself.
    pub text: Arc<str>,
    /// The other files that it may include.
    pub files: Arc<Files>,
    /// The facts about the machine it will run on.
    pub host: Arc<HostFacts>,
}

impl Input {
    /// Creates the input of a text that stands alone.
    #[must_use]
    pub fn alone(path: &str, text: &str) -> Input {
        Input { path: path.to_owned(), text: text.into(), ..Input::default() }
    }

    /// Returns the text at `path`: this text, one of the files around it, or an empty one.
    #[must_use]
    pub fn text_at(&self, path: &str) -> Arc<str> {
        if path == self.path {
            return self.text.clone();
        }
        self.files.get(path).cloned().unwrap_or_default()
    }

    /// Changes the texts as planned. Files that `change` makes stand among [`Input::files`] then.
    pub fn apply(&mut self, change: &SourceChange) {
        for (path, edit) in &change.edits {
            let new: Arc<str> = TextEdit::apply(edit, &self.text_at(path)).into();
            // A text may stand among its own surroundings too.
            if *path == self.path {
                self.text = new.clone();
            }
            if *path != self.path || self.files.get(path).is_some() {
                Arc::make_mut(&mut self.files).insert(path, new);
            }
        }
    }
}

/// The facts that a text may ask about the machine that it is for. Whatever is left out is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    // A fact under a name that nobody asks for would pass for one that counts.
    serde(default, rename_all = "camelCase", deny_unknown_fields)
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HostFacts {
    /// The environment variables.
    #[cfg_attr(feature = "serde", serde(with = "crate::wire::pairs::map"))]
    #[cfg_attr(feature = "ts", ts(type = "Array<KeyValue>"))]
    pub env: BTreeMap<String, String>,
    /// Facts about the system, such as `numproc`.
    #[cfg_attr(feature = "serde", serde(with = "crate::wire::pairs::map"))]
    #[cfg_attr(feature = "ts", ts(type = "Array<KeyValue>"))]
    pub system: BTreeMap<String, String>,
    /// Settings given on the command line of the real program, in their order; a later one wins.
    #[cfg_attr(feature = "serde", serde(with = "crate::wire::pairs"))]
    #[cfg_attr(feature = "ts", ts(type = "Array<KeyValue>"))]
    pub settings: Vec<(String, String)>,
    /// Folders where includes are looked for, in their order.
    pub include_path: Vec<String>,
    /// Catalogues that the user brought, as JSON; a later one wins.
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    pub catalogues: Vec<Arc<str>>,
    /// The names of their files, where they are known.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub catalogue_names: Vec<String>,
    /// True to judge by the letter of the document where the languages have a strict mode.
    pub strict: bool,
    /// Paths of files that count as if they were open, where the text can make use of them: those
    /// that a command is given together, and the clusters in the folders of an editor's workspace.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub beside: Vec<String>,
    /// True if there are no files but those given: including another file is then an error, and not
    /// only a file that nobody has opened. A client never has them all.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub has_all_files: bool,
}

impl HostFacts {
    /// Reads a setting as people give it on a command line: key and value, with the first `=`
    /// between.
    ///
    /// # Errors
    ///
    /// A reason for people if there is no `=`.
    pub fn setting(text: &str) -> Result<(String, String), Refusal> {
        match text.split_once('=') {
            Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
            None => Err(Refusal::bad_value(format!(
                "the setting `{text}` has no `=` between key and value"
            ))),
        }
    }
}
