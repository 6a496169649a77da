//! Numbers that tell items of one name apart.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::model::{Connection, ConnectionId, Holder, HolderId, HolderKind, Model};
use crate::source::Source;
use bobbin_core::IdVec;

/// Numbers of items that share a name: 1 for the first. Paths are made from them on request,
/// because most are never asked for.
#[derive(Debug, Default)]
pub struct Numbers {
    /// The number of each holder.
    pub holders: IdVec<HolderId, u32>,
    /// The number of each connection.
    pub connections: IdVec<ConnectionId, u32>,
}

impl Numbers {
    /// Counts the items of a text.
    pub fn new(source: &Source, model: &Model) -> Numbers {
        let mut holders: HashMap<(&str, &str), u32> = HashMap::new();
        let mut connections: HashMap<(Cow<'_, str>, Cow<'_, str>), u32> = HashMap::new();
        let count = |n: &mut u32| {
            *n += 1;
            *n
        };
        Numbers {
            holders: model
                .holders
                .iter()
                .map(|it| count(holders.entry((kind(it), &it.path)).or_default()))
                .collect(),
            connections: model
                .connections
                .iter()
                .map(|it| count(connections.entry(ends(source, it)).or_default()))
                .collect(),
        }
    }
}

/// Returns the first word of the path of a holder.
pub fn kind(holder: &Holder) -> &'static str {
    match holder.kind {
        HolderKind::Section { .. } => "config",
        HolderKind::Process(_) => "process",
        HolderKind::Cluster { .. } => "cluster",
    }
}

/// Returns the output and the input that a connection names.
pub fn ends<'s>(source: &'s Source, connection: &Connection) -> (Cow<'s, str>, Cow<'s, str>) {
    (source.joined(connection.from.span), source.joined(connection.to.span))
}
