//! The requests.

use serde::{Deserialize, Serialize};

use crate::{
    BinaryRemark, Command, Encoding, ItemPath, KeyValue, LanguageInfo, Position, Range, TextEdit,
    View, ViewKind,
};

/// Request `bobbin/languages`: which languages there are. No parameters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Languages {
    /// In the order menus show them.
    pub languages: Vec<LanguageInfo>,
}

impl Languages {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/languages";
}

/// Request `bobbin/view`: a view of an open document. Answered with [`ViewResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ViewParams {
    /// Which document.
    pub uri: String,
    /// Which view.
    pub view: ViewKind,
    /// For a form, a coverage or a timeline: of the item at this place.
    #[cfg_attr(test, ts(optional = nullable))]
    pub at: Option<Position>,
    /// For a form, a coverage or a timeline: of this item, which wins over `at`.
    #[cfg_attr(test, ts(optional = nullable))]
    pub item: Option<ItemPath>,
    /// Values of the view's [`crate::Control`]s; those that are missing have their defaults.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub settings: Option<Vec<KeyValue>>,
    /// What to show of the view, and how; whatever is left out has its default.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<ViewOptions>", optional))]
    pub options: ViewOptions,
}

impl ViewParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/view";
}

/// What to show of a view that can be long, and how a graph is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ViewOptions {
    /// Of an outline or a graph: the number of the slice that is wanted, from 0; all in one piece if
    /// none. A client that draws on one thread reads a large graph without a pause this way.
    pub slice: Option<u32>,
    /// Of a graph: the items of the vertices that are drawn with their inside.
    pub expanded: Vec<ItemPath>,
    /// Of a graph: the layout begins afresh, without a look at how it was drawn before.
    pub is_fresh: bool,
    /// Of resolved values: only the rows that hold all these words, of all that there are.
    pub search: String,
    /// Of resolved values: at most so many rows; 10,000 if none.
    pub rows: Option<u32>,
}

impl ViewOptions {
    /// Reads the options from among the settings of a view, where the npm package has them: `slice`,
    /// `expanded` with the parts of an item joined by U+001F, `layout` with the value `fresh`,
    /// `search` and `rows`.
    #[must_use]
    pub fn of_settings(settings: &[KeyValue]) -> ViewOptions {
        let mut options = ViewOptions::default();
        for KeyValue { key, value } in settings {
            match key.as_str() {
                "slice" => options.slice = Some(value.parse().unwrap_or_default()),
                "expanded" => options.expanded.push(ItemPath::new(value.split('\u{1f}'))),
                "layout" => options.is_fresh = value == "fresh",
                "search" => options.search.clone_from(value),
                "rows" => {
                    options.rows = value.parse().ok().map(|it: u64| it.min(u32::MAX.into()) as u32)
                }
                _ => {}
            }
        }
        options
    }
}

/// Notification `bobbin/progress`: how far the view is that takes longest, the graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Progress {
    /// Of which document.
    pub uri: String,
    /// From 0 to 100.
    pub percent: u32,
}

impl Progress {
    /// The notification's name.
    pub const METHOD: &'static str = "bobbin/progress";
}

/// A view, with the version of the text it was computed from; answers for an older version than the
/// newest text are stale.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ViewResult {
    /// Of the text.
    pub version: i32,
    /// None if the document has no such view, or no such item.
    pub view: Option<View>,
}

/// Request `bobbin/plan`: what a command would change. Answered with [`PlanResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanParams {
    /// Which document.
    pub uri: String,
    /// The change.
    pub command: Command,
    /// Further changes, each of the text that the ones before it give; all are one edit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<Command>>", optional))]
    pub then: Vec<Command>,
}

impl PlanParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/plan";
}

/// What a command would change, or why it cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PlanResult {
    /// Edits by document.
    Edit {
        /// Of the text of the asked document.
        version: i32,
        /// The edits.
        documents: Vec<DocumentEdit>,
        /// The items that the change creates, by the names they have afterwards.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(as = "Option<Vec<ItemPath>>", optional))]
        created: Vec<ItemPath>,
        /// What people shall know of the change, one sentence each without a full stop.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
        notes: Vec<String>,
        /// What takes away what the change leaves without effect, once it was carried out; all are one
        /// edit.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(as = "Option<Vec<Command>>", optional))]
        leftovers: Vec<Command>,
    },
    /// Nothing can be changed.
    Refusal {
        /// Why, for people.
        reason: String,
        /// The place that stands in the way.
        at: Option<Range>,
    },
}

/// Edits of one document, sorted, disjoint, all in terms of the text before. A document that is not
/// open and whose edits are one insertion is a new file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DocumentEdit {
    /// Which document.
    pub uri: String,
    /// The version of its text that the edits are in terms of; none if the document is not open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<i32>", optional))]
    pub version: Option<i32>,
    /// The edits.
    #[cfg_attr(test, ts(type = "Array<TextEdit>"))]
    pub edits: TextEdit,
}

/// Request `bobbin/compile`: the binary of an open document. Answered with [`CompileResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CompileParams {
    /// Which document.
    pub uri: String,
    /// Whether in the compressed form of the language.
    #[serde(default)]
    pub compressed: bool,
}

impl CompileParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/compile";
}

/// A binary to download, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CompileResult {
    /// A file.
    File {
        /// What to call it.
        name: String,
        /// Its bytes, Base64.
        data: String,
    },
    /// The text cannot be compiled.
    Refusal {
        /// Why, for people.
        reason: String,
        /// The place that stands in the way.
        at: Option<Range>,
    },
}

/// Request `bobbin/open`: what the bytes of a file are, before a document of them is opened.
/// Answered with [`OpenResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpenParams {
    /// The file's name.
    pub name: String,
    /// Its bytes, Base64.
    pub data: String,
}

impl OpenParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/open";
}

/// What a file is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OpenResult {
    /// A text.
    Text {
        /// Its language.
        language: String,
        /// Other languages it could be.
        others: Vec<String>,
        /// The text, with its line ends and byte order mark.
        text: String,
        /// How to write it again.
        encoding: Encoding,
    },
    /// A binary, decompiled. Also the answer of `bobbin/decompile`.
    Binary {
        /// The language of the text.
        language: String,
        /// The name of a file for the text.
        name: String,
        /// The text.
        text: String,
        /// Whether compiling the text gives the same bytes.
        exact: bool,
        /// What differs, and what was remarkable in the file.
        report: Vec<BinaryRemark>,
    },
    /// Nothing Bobbin can read.
    Unreadable {
        /// Why, for people.
        reason: String,
        /// Where in the file, in bytes.
        offset: Option<u32>,
    },
}

/// Request `bobbin/decompile`: the text of a binary. Answered with [`OpenResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DecompileParams {
    /// The file's name.
    pub name: String,
    /// Its bytes, Base64.
    pub data: String,
}

impl DecompileParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/decompile";
}

/// Request `bobbin/encode`: the bytes of a text, for saving. Answered with [`EncodeResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EncodeParams {
    /// The text, with the line ends that it shall have.
    pub text: String,
    /// How to spell it.
    pub encoding: Encoding,
}

impl EncodeParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/encode";
}

/// The bytes of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EncodeResult {
    /// Base64.
    pub data: String,
}

/// Request `bobbin/crash`: takes the worker down, so that tests can see it come back. Only the
/// worker knows it; a server elsewhere answers that there is no such method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CrashParams {
    /// In which way.
    pub how: Crash,
}

impl CrashParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/crash";
}

/// A way to take the worker down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Crash {
    /// The core panics.
    Panic,
    /// The worker never answers again.
    Hang,
}

/// What a file is, by its bytes and its name. The npm package's `detect`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum DetectResult {
    /// A text.
    Text {
        /// Its language, the likeliest one.
        language: String,
        /// Other languages that the text has signs of.
        others: Vec<String>,
    },
    /// A binary that can be decompiled.
    Binary,
    /// Nothing Bobbin can read.
    Unreadable {
        /// Why, for people.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_has_the_options_among_the_settings() {
        let settings = [
            ("expanded", "process\u{1f}a"),
            ("layout", "fresh"),
            ("rows", "18446744073709551615"),
            ("search", "two words"),
            ("slice", "3"),
            ("threads", "4"),
        ];
        let settings =
            settings.map(|(key, value)| KeyValue { key: key.into(), value: value.into() });
        let expected = ViewOptions {
            slice: Some(3),
            expanded: vec![ItemPath::new(["process", "a"])],
            is_fresh: true,
            search: "two words".to_owned(),
            rows: Some(u32::MAX),
        };
        assert_eq!(ViewOptions::of_settings(&settings), expected);
        assert_eq!(ViewOptions::of_settings(&[]), ViewOptions::default());
    }
}
