//! The views, as plain data.

use serde::{Deserialize, Serialize};

use crate::{Form, ItemPath, Range};

/// Which view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ViewKind {
    /// The items as a tree; every language has it.
    Outline,
    /// Vertices and edges with their layout.
    Graph,
    /// The fields of one item.
    Form,
    /// The binary with its structure.
    Bytes,
    /// Every value with its origin.
    Resolved,
    /// What decides about which units.
    Coverage,
    /// Which invocations count.
    Timeline,
}

/// A view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum View {
    /// See [`ViewKind::Outline`].
    Outline(Outline),
    /// See [`ViewKind::Graph`].
    Graph(Graph),
    /// See [`ViewKind::Form`].
    Form(Form),
    /// See [`ViewKind::Bytes`].
    Bytes(Bytes),
    /// See [`ViewKind::Resolved`].
    Resolved(Resolved),
    /// See [`ViewKind::Coverage`].
    Coverage(crate::Coverage),
    /// See [`ViewKind::Timeline`].
    Timeline(crate::Timeline),
}

/// The items of a document, in its order.
///
/// With the view's setting `slice` a long one comes in pieces, numbered from 0, each with the next
/// outermost items.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Outline {
    /// The outermost items.
    pub entries: Vec<OutlineEntry>,
    /// So many more items of the text, at any depth, are not here: an outline has at most 20,000.
    #[serde(default)]
    pub n_left_out: u32,
    /// How many slices come after this one; 0 unless slices were asked for.
    #[serde(default)]
    pub slices_left: u32,
    /// What can be added to the text as a whole, also to an empty one: [`crate::Command::AddItem`]
    /// with the names to offer.
    #[serde(default)]
    pub additions: Vec<crate::ItemAction>,
}

impl Outline {
    /// A binary of 16 MB may have more than three hundred thousand units.
    pub const MOST_ENTRIES: usize = 20_000;
}

/// What an outline entry is; chooses the icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OutlineKind {
    /// A section or another group of keys.
    Section,
    /// A thing that computes: a process, a processing unit.
    Unit,
    /// A group of units.
    Group,
    /// A connection.
    Connection,
    /// A key with its value.
    Key,
    /// A table.
    Table,
    /// An include.
    Include,
    /// A port.
    Port,
}

/// One item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutlineEntry {
    /// Names it in commands.
    pub item: ItemPath,
    /// What it is called.
    pub name: String,
    /// A few words more; may be empty.
    pub detail: String,
    /// What it is.
    pub outline_kind: OutlineKind,
    /// The whole item.
    pub range: Range,
    /// Its name.
    pub name_range: Range,
    /// What is inside it.
    pub children: Vec<OutlineEntry>,
}

/// A place on the canvas, in canvas units (pixels at zoom 1).
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downward.
    pub y: f64,
}

/// A box on the canvas.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// A graph with its layout.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Graph {
    /// Edges and parents refer to them by index.
    pub vertices: Vec<Vertex>,
    /// In the order of the text.
    pub edges: Vec<Edge>,
    /// The drawing's extent; its top left corner is 0, 0.
    pub width: f64,
    /// The drawing's extent.
    pub height: f64,
    /// With the view's setting `slice` a large graph comes in pieces, numbered from 0, each with the
    /// next vertices or edges: so many follow this one.
    #[serde(default)]
    pub slices_left: u32,
}

/// A box with ports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Vertex {
    /// Names it in commands.
    pub item: ItemPath,
    /// What it is called.
    pub title: String,
    /// What it is; may be empty.
    pub subtitle: String,
    /// The whole item.
    pub range: Range,
    /// Its name.
    pub name_range: Range,
    /// Where it is drawn.
    pub rect: Rect,
    /// Inputs and outputs.
    pub ports: Vec<Port>,
    /// The vertex it is drawn in.
    pub parent: Option<u32>,
    /// Why it is marked as wrong, if it is.
    pub problem: Option<String>,
    /// What is special about it.
    #[serde(default)]
    pub badges: Vec<Badge>,
    /// Why it cannot be changed in this text, if it cannot.
    #[serde(default)]
    pub fixed: Option<String>,
    /// Where its name is written, if that is another text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub written: Option<Written>,
    /// If it stands for a graph of its own: the path of the file that has it. The view's setting
    /// `expanded`, with the parts of its item joined by U+001F as value, draws that graph in it.
    #[serde(default)]
    pub inside: Option<String>,
}

/// A place in another text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Written {
    /// The path of that text.
    pub path: String,
    /// Where in it.
    pub range: Range,
}

impl Written {
    /// Returns the line and the file in a few words: `line 3 of common.pipe`.
    #[must_use]
    pub fn in_words(&self) -> String {
        // Where there are no folders, the root is one that nobody knows of.
        let name = self.path.strip_prefix('/').filter(|it| !it.contains('/'));
        format!("line {} of {}", self.range.start.line + 1, name.unwrap_or(&self.path))
    }
}

/// A mark on a vertex: a key that has a value out of the ordinary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Badge {
    /// The key, as [`crate::QuickKey::key`] and commands name it.
    pub key: String,
    /// A word or two.
    pub text: String,
}

/// Which way data goes through a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PortSide {
    /// Into the vertex, on its left.
    Input,
    /// Out of the vertex, on its right.
    Output,
}

/// An end for edges at a vertex.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Port {
    /// Unique on its side.
    pub name: String,
    /// Which side.
    pub side: PortSide,
    /// The type of the data; empty if unknown.
    pub data_type: String,
    /// Whether it must be connected.
    pub required: bool,
    /// An output whose data nobody may change, or an input that changes what it gets: the two do
    /// not go together.
    #[serde(default)]
    pub guarded: bool,
    /// Where edges end.
    pub anchor: Point,
}

/// A connection from an output to an input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Edge {
    /// Names it in commands.
    pub item: ItemPath,
    /// The vertex it leaves.
    pub from_vertex: u32,
    /// Its port, as index.
    pub from_port: u32,
    /// The vertex it enters.
    pub to_vertex: u32,
    /// Its port, as index.
    pub to_port: u32,
    /// The statement in the text.
    pub range: Range,
    /// Whether it runs against the flow on purpose.
    pub feedback: bool,
    /// Why it is marked as wrong, if it is.
    pub problem: Option<String>,
    /// What stands beside its line; mostly empty.
    #[serde(default)]
    pub label: String,
    /// A few words about what counts for it and why; may be empty.
    #[serde(default)]
    pub note: String,
    /// Why it cannot be changed in this text, if it cannot.
    #[serde(default)]
    pub fixed: Option<String>,
    /// Where its statement is written, if that is another text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub written: Option<Written>,
    /// The line to draw, from the output to the input.
    pub points: Vec<Point>,
}

/// Every value that counts in the end.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Resolved {
    /// What the columns of values are called, if there are two: [`ResolvedRow::value`] and
    /// [`ResolvedRow::second`].
    #[serde(default)]
    pub titles: Option<(String, String)>,
    /// Sorted as the language reports them.
    pub rows: Vec<ResolvedRow>,
    /// So many more rows are not here: without the view's setting `rows`, which is a number, there
    /// are at most 10,000. The setting `search` leaves the rows that hold all its
    /// words, of all that there are.
    #[serde(default)]
    pub n_left_out: u32,
}

impl Resolved {
    /// More rows nobody reads, and they take long to send: a binary of 16 MB stands for more than
    /// a million.
    pub const MOST_ROWS: usize = 10_000;
}

/// One value that counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ResolvedRow {
    /// Whose value.
    pub item: ItemPath,
    /// Its full key.
    pub key: String,
    /// After macros, inheritance and overrides.
    pub value: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The value by the second reading; none if there is one reading only.
    #[serde(default)]
    pub second: Option<ResolvedValue>,
}

impl ResolvedRow {
    /// Whether all words, which are in lower case, stand somewhere in the row.
    #[must_use]
    pub fn holds(&self, words: &[&str]) -> bool {
        if words.is_empty() {
            return true;
        }
        let item = self.item.0.last().map_or("", String::as_str);
        let second = self.second.as_ref().map_or("", |it| it.value.as_str());
        let origin = self.origin.in_words();
        let text = [item, &self.key, &self.value, second, &origin].join(" ").to_lowercase();
        words.iter().all(|it| text.contains(it))
    }
}

/// A value by another reading of the same text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ResolvedValue {
    /// After inheritance and overrides.
    pub value: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// The way a value came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OriginKind {
    /// It stands in the text.
    Written,
    /// The language's own default.
    Default,
    /// Another item says so.
    Inherited,
    /// It stands in the text and was changed on the way.
    Expanded,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Origin {
    /// The way.
    pub origin_kind: OriginKind,
    /// The place that decides; of a value in another text the line that brings that text in.
    pub range: Option<Range>,
    /// Where the value stands, if that is another text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub written: Option<Written>,
    /// The way in words; may be empty.
    pub note: String,
}

impl Origin {
    /// The line, with its file if that is another one, if there is one; and what else is known of the way to it; empty where the value
    /// just stands on its line.
    #[must_use]
    pub fn place_and_note(&self) -> (Option<String>, String) {
        let line = match &self.written {
            Some(it) => Some(it.in_words()),
            None => self.range.map(|it| format!("line {}", it.start.line + 1)),
        };
        let kind = match self.origin_kind {
            OriginKind::Written => "written",
            OriginKind::Default => "default",
            OriginKind::Inherited => "inherited",
            OriginKind::Expanded => "expanded",
        };
        let note = match self.note.as_str() {
            "" if self.origin_kind == OriginKind::Written && line.is_some() => String::new(),
            "" => kind.to_owned(),
            note => note.to_owned(),
        };
        (line, note)
    }

    /// The way and the line in a few words.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self.place_and_note() {
            (None, note) => note,
            (Some(line), note) if note.is_empty() => line,
            (Some(line), note) => format!("{note}, {line}"),
        }
    }
}

/// A binary with its structure, or why there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Bytes {
    /// What to call the file.
    pub file_name: String,
    /// All bytes, Base64; empty if the text does not compile.
    pub data: String,
    /// The parts, sorted by offset.
    pub fields: Vec<ByteField>,
    /// Names of bits, from bit 0 on, that fields refer to; an empty one is no name.
    pub bit_names: Vec<Vec<String>>,
    /// Why there are no bytes.
    pub refusal: Option<String>,
    /// The place in the text that stands in the way.
    pub refusal_at: Option<Range>,
}

/// A part of a binary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ByteField {
    /// As the format's document spells it.
    pub name: String,
    /// Its type; may be empty.
    pub type_name: String,
    /// Where it starts in the file.
    pub offset: u32,
    /// How many bytes it has.
    pub len: u32,
    /// Its value as people write it.
    pub value: String,
    /// What the value means.
    pub meaning: String,
    /// The text that made it.
    pub source: Option<Range>,
    /// What its bits are called: an index into the view's names of bits.
    pub bits: Option<u32>,
    /// Its parts.
    pub children: Vec<ByteField>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    #[test]
    fn a_place_in_another_file_is_said_once() {
        let at = |line| Range {
            start: Position { line, character: 0 },
            end: Position { line, character: 1 },
        };
        let origin = |written: Option<&str>, note: &str| Origin {
            origin_kind: OriginKind::Written,
            range: Some(at(0)),
            written: written.map(|path| Written { path: path.to_owned(), range: at(4) }),
            note: note.to_owned(),
        };
        assert_eq!(origin(None, "").in_words(), "line 1");
        assert_eq!(origin(Some("/common.pipe"), "").in_words(), "line 5 of common.pipe");
        assert_eq!(origin(Some("/a/b.pipe"), "x").in_words(), "x, line 5 of /a/b.pipe");
        assert_eq!(origin(Some("sub/b.pipe"), "").in_words(), "line 5 of sub/b.pipe");
    }
}
