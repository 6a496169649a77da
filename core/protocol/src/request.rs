//! Requests about documents, views and files.

use serde::{Deserialize, Serialize};

use crate::{
    BinaryRemark, Command, Encoding, ItemPath, KeyValue, LanguageInfo, Position, Range, Room,
    TextEdit, View, ViewKind,
};

/// Request `bobbin/languages`: which languages there are. No parameters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Languages {
    /// The languages, in the order menus show them.
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
    /// The document's URI.
    pub uri: String,
    /// The kind of view.
    pub view: ViewKind,
    /// A place: a form, a coverage or a timeline is of the item there.
    #[cfg_attr(test, ts(optional = nullable))]
    pub at: Option<Position>,
    /// The item of a form, a coverage or a timeline; it wins over `at`.
    #[cfg_attr(test, ts(optional = nullable))]
    pub item: Option<ItemPath>,
    /// Values of the view's [`crate::Control`]s; those that are missing have their defaults.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub settings: Option<Vec<KeyValue>>,
    /// The options of the view; whatever is left out has its default.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<ViewOptions>", optional))]
    pub options: ViewOptions,
}

impl ViewParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/view";
}

/// Options that select part of a long view, or change how a graph is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ViewOptions {
    /// The number of the slice of an outline or a graph, from 0; `None` for all in one piece. A
    /// client that draws on one thread reads a large graph without a pause this way.
    pub slice: Option<u32>,
    /// The items of a graph whose vertices are drawn with their contents.
    pub expanded: Vec<ItemPath>,
    /// True to begin a graph's layout afresh, without regard to earlier drawings.
    pub is_fresh: bool,
    /// True to draw the comments of a graph's vertices with them.
    pub has_comments: bool,
    /// True to draw a graph's vertices in frames by the banner comments that head them.
    pub is_framed: bool,
    /// The room in which a graph is shown; one that is much wider is folded into rows.
    pub room: Option<Room>,
    /// Words to search resolved values for: only the rows that hold them all are wanted.
    pub search: String,
    /// The greatest number of rows of resolved values; 10,000 if `None`.
    pub rows: Option<u32>,
}

/// Reads a width and a height in pixels.
fn room_of(value: &str) -> Option<Room> {
    let (width, height) = value.split_once('x')?;
    Some(Room { width: width.parse().ok()?, height: height.parse().ok()? })
}

impl ViewOptions {
    /// Reads the options from among the settings of a view, where the npm package has them: `slice`,
    /// `expanded` with the parts of an item joined by U+001F, `layout` with the value `fresh`, `comments`
    /// with the value `shown`, `groups` with the value `banners`, `room` such as `640x480`, `search`
    /// and `rows`.
    #[must_use]
    pub fn of_settings(settings: &[KeyValue]) -> ViewOptions {
        let mut options = ViewOptions::default();
        for KeyValue { key, value } in settings {
            match key.as_str() {
                "slice" => options.slice = Some(value.parse().unwrap_or_default()),
                "expanded" => options.expanded.push(ItemPath::new(value.split('\u{1f}'))),
                "layout" => options.is_fresh = value == "fresh",
                "comments" => options.has_comments = value == "shown",
                "groups" => options.is_framed = value == "banners",
                "room" => options.room = room_of(value),
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
    /// The document's URI.
    pub uri: String,
    /// The progress, from 0 to 100.
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
    /// The version of the text.
    pub version: i32,
    /// The view; `None` if the document has no such view, or no such item.
    pub view: Option<View>,
}

/// Request `bobbin/includes`: which of the open documents includes which file. No parameters. A file
/// that includes another one may be included by that one in turn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Includes {
    /// The includes, each once; those of one document stand together, in the order of its text.
    pub includes: Vec<Inclusion>,
}

impl Includes {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/includes";
}

/// Request `bobbin/include`: what a line of a document includes. Answered with an [`Inclusion`], or with nothing
/// if no include begins there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct IncludeParams {
    /// The document's URI.
    pub uri: String,
    /// The line, counted from 0.
    pub line: u32,
}

impl IncludeParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/include";
}

/// A place where a file is included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Inclusion {
    /// The URI of the document that includes.
    pub uri: String,
    /// The word that names the file.
    pub range: Range,
    /// The file as the text calls it.
    pub name: String,
    /// The URI of the file; `None` if it is not at hand.
    pub target: Option<String>,
}

/// Request `bobbin/plan`: what a command would change. Answered with [`PlanResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanParams {
    /// The document's URI.
    pub uri: String,
    /// The change to plan.
    pub command: Command,
    /// Further changes, each planned on the text that the ones before it produce; all are one edit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<Command>>", optional))]
    pub then: Vec<Command>,
}

impl PlanParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/plan";
}

/// The edits that carry a command out, or the reason why it cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PlanResult {
    /// Edits by document.
    Edit {
        /// The version of the text of the asked document.
        version: i32,
        /// The edits by document.
        documents: Vec<DocumentEdit>,
        /// The items that the change creates, by the names they have afterwards.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(as = "Option<Vec<ItemPath>>", optional))]
        created: Vec<ItemPath>,
        /// Notes for people about the change, one sentence each without a full stop.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
        notes: Vec<String>,
        /// Commands that remove what the change leaves without effect, once it was carried out; all
        /// are one edit.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(as = "Option<Vec<Command>>", optional))]
        leftovers: Vec<Command>,
    },
    /// Nothing can be changed.
    Refusal {
        /// The reason, for people.
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
    /// The document's URI.
    pub uri: String,
    /// The version of its text that the edits are in terms of; none if the document is not open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<i32>", optional))]
    pub version: Option<i32>,
    /// The edits of this document.
    #[cfg_attr(test, ts(type = "Array<TextEdit>"))]
    pub edits: TextEdit,
}

/// Request `bobbin/compile`: the binary of an open document. Answered with [`CompileResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CompileParams {
    /// The document's URI.
    pub uri: String,
    /// True for the compressed form of the language.
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
    /// The compiled file.
    File {
        /// A name for the file.
        name: String,
        /// Its bytes, Base64.
        data: String,
    },
    /// The text cannot be compiled.
    Refusal {
        /// The reason, for people.
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

/// The language and the text of a file, whether it is text or binary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OpenResult {
    /// A text file.
    Text {
        /// The name of its language.
        language: String,
        /// Other languages it could be.
        others: Vec<String>,
        /// The text, with its line ends and byte order mark.
        text: String,
        /// The encoding in which to write it again.
        encoding: Encoding,
    },
    /// A binary, decompiled. Also the answer of `bobbin/decompile`.
    Binary {
        /// The language of the text.
        language: String,
        /// The name of a file for the text.
        name: String,
        /// The decompiled text.
        text: String,
        /// True if compiling the text gives the same bytes.
        exact: bool,
        /// Remarks on what differs, and on what is unusual in the file.
        report: Vec<BinaryRemark>,
    },
    /// A binary that cannot be read to its end. Only the answer of `bobbin/open`.
    Damaged {
        /// The language of the text.
        language: String,
        /// The name of a file for the text.
        name: String,
        /// The text that could be read, below a comment that says what is missing.
        text: String,
        /// The first place that cannot be read.
        fault: DecodeFault,
    },
    /// Nothing Bobbin can read.
    Unreadable {
        /// The reason, for people.
        reason: String,
        /// The offset in the file, in bytes.
        offset: Option<u32>,
    },
}

/// The place where a binary cannot be read on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DecodeFault {
    /// The offset of the first wrong byte; of a compressed file that can be inflated, in what is
    /// inflated.
    pub offset: u32,
    /// The number of wrong bytes; 0 where bytes are missing.
    pub len: u32,
    /// The expectation that failed, as one lower-case sentence without full stop.
    pub message: String,
    /// The name of the condition in the reference, for example `E1_TRUNCATED`; `beyond-budget` if a
    /// limit of Bobbin's is met and the file may be whole.
    pub code: String,
}

impl DecodeFault {
    /// True if the file may be whole, and is only larger than Bobbin reads.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        self.code == bobbin_core::view::DecodeError::LIMIT
    }
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
    /// The encoding to write.
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
    /// The bytes, in Base64.
    pub data: String,
}

/// Request `bobbin/crash`: takes the worker down, so that tests can see it come back. Only the
/// worker knows it; a server elsewhere answers that there is no such method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CrashParams {
    /// The way to crash.
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

/// The language of a file, by its bytes and its name: the answer of the npm package's `detect`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum DetectResult {
    /// A text file.
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
        /// The reason, for people.
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
            ("comments", "shown"),
            ("groups", "banners"),
            ("room", "640x480"),
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
            has_comments: true,
            is_framed: true,
            room: Some(Room { width: 640, height: 480 }),
            search: "two words".to_owned(),
            rows: Some(u32::MAX),
        };
        assert_eq!(ViewOptions::of_settings(&settings), expected);
        assert_eq!(ViewOptions::of_settings(&[]), ViewOptions::default());
    }
}
