//! Names of items: from paths to what they name and back.

use std::borrow::Cow;

use text_size::{TextRange, TextSize};

use crate::file::File;
use crate::model::{Connection, ConnectionId, HolderId};
use crate::numbers::{self, kind};
use bobbin_core::Id;
use bobbin_core::edit::ItemPath;
use bobbin_core::text::slice;

/// The field key of a process's type, which no entry can have.
pub const TYPE_KEY: &str = "::";

/// The kind of a setting, as what is added.
pub const SETTING: &str = "setting";

/// The kind of a new port of a cluster.
pub const PORT: &str = "port";

/// The name under which a command that adds a setting has the parts of the path of the item.
pub const SETTING_OF: &str = "of";

/// The item that a path names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemRef {
    /// A holder of the model.
    Holder(HolderId),
    /// A connection of the model.
    Connection(ConnectionId),
}

/// Returns the path of a holder.
pub fn holder_path(file: &File, idx: HolderId) -> ItemPath {
    let Some(it) = file.model().holders.get(idx) else { return ItemPath::default() };
    let path = ItemPath::new([kind(it), &it.path]);
    numbered(path, file.numbers().holders.get(idx))
}

/// Returns the path of a connection.
pub fn connection_path(file: &File, idx: ConnectionId) -> ItemPath {
    let Some(it) = file.model().connections.get(idx) else { return ItemPath::default() };
    let (from, to) = ends(file, it);
    let path = ItemPath::new(["connection", &from, &to]);
    numbered(path, file.numbers().connections.get(idx))
}

/// Adds `#2` and so on to the path of an item with the name of an earlier one.
fn numbered(mut path: ItemPath, number: Option<&u32>) -> ItemPath {
    if let Some(number) = number.filter(|it| **it > 1) {
        path.0.push(format!("#{number}"));
    }
    path
}

/// Finds the item that a path names.
pub fn find(file: &File, path: &ItemPath) -> Option<ItemRef> {
    let parts = path.parts();
    let number = |at: usize| match parts.get(at) {
        None => Some(1),
        Some(it) => it.strip_prefix('#')?.parse::<u32>().ok(),
    };
    if let ["connection", from, to, ..] = parts.as_slice() {
        let number = number(3)?;
        let found = file.model().connections.iter().zip(&file.numbers().connections).position(
            |(it, &n)| n == number && ends(file, it) == (Cow::from(*from), Cow::from(*to)),
        );
        return found.map(|it| ItemRef::Connection(Id::from_index(it)));
    }
    let [wanted, name, ..] = parts.as_slice() else { return None };
    let number = number(2)?;
    let holders = file.model().holders.iter().zip(&file.numbers().holders);
    let found =
        { holders }.position(|(it, &n)| n == number && kind(it) == *wanted && it.path == *name);
    found.map(|it| ItemRef::Holder(Id::from_index(it)))
}

/// Returns the item at a place: a connection on its lines, else what was opened last before it.
pub fn item_at(file: &File, at: TextSize) -> Option<ItemPath> {
    let source = file.source();
    let idx = source.at(at)?;
    let connection = file.model().connections.last_while(|it| it.span.start <= idx);
    let holder = file.model().holders.last_while(|it| it.head.start <= idx);
    if let Some((connection, Connection { span, .. })) = connection
        && holder.is_none_or(|it| it.1.head.start < span.start)
    {
        // Behind a connection is nothing, until its line ends.
        let rest =
            TextRange::new(source.span_range(*span).end(), at.max(source.span_range(*span).end()));
        if idx < span.end || !slice(&file.input().text, rest).contains('\n') {
            return Some(connection_path(file, connection));
        }
        return None;
    }
    holder.map(|it| holder_path(file, it.0))
}

/// Returns the output and the input that a connection names.
pub fn ends<'f>(file: &'f File, connection: &Connection) -> (Cow<'f, str>, Cow<'f, str>) {
    numbers::ends(file.source(), connection)
}

/// Returns a name that is not taken: `name`, or that with a number behind it.
pub fn free_name(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut res = name.to_owned();
    let mut number = 2;
    while taken(&res) {
        res = format!("{name}{number}");
        number += 1;
    }
    res
}
