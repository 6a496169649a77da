//! Names of items: from paths to what they name and back.

use std::collections::HashMap;

use text_size::{TextRange, TextSize};

use super::File;
use super::model::{Connection, Holder, HolderKind};
use crate::edit::ItemPath;
use crate::text::slice;

/// The paths of all items, in step with the model.
#[derive(Debug, Default)]
pub struct Paths {
    /// By index in [`super::model::Model::holders`].
    pub holders: Vec<ItemPath>,
    /// By index in [`super::model::Model::connections`].
    pub connections: Vec<ItemPath>,
    by_path: HashMap<ItemPath, ItemRef>,
}

/// What a path names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemRef {
    /// Index in [`super::model::Model::holders`].
    Holder(usize),
    /// Index in [`super::model::Model::connections`].
    Connection(usize),
}

impl Paths {
    /// Names everything in `file`; what has the name of an earlier item gets `#2` and so on.
    pub fn new(file: &File) -> Paths {
        let mut res = Paths::default();
        let mut seen: HashMap<ItemPath, usize> = HashMap::new();
        let mut number = |path: ItemPath| {
            let n = seen.entry(path.clone()).or_default();
            *n += 1;
            if *n == 1 {
                return path;
            }
            let mut parts = path.0;
            parts.push(format!("#{n}"));
            ItemPath(parts)
        };
        for (idx, it) in file.model.holders.iter().enumerate() {
            let path = number(holder_path(it));
            res.by_path.insert(path.clone(), ItemRef::Holder(idx));
            res.holders.push(path);
        }
        for (idx, it) in file.model.connections.iter().enumerate() {
            let path = number(connection_path(file, it));
            res.by_path.insert(path.clone(), ItemRef::Connection(idx));
            res.connections.push(path);
        }
        res
    }

    /// What a path names.
    pub fn get(&self, path: &ItemPath) -> Option<ItemRef> {
        self.by_path.get(path).copied()
    }
}

/// The item at a place: a connection on its lines, else what was opened last before it.
pub fn item_at(file: &File, at: TextSize) -> Option<ItemPath> {
    let source = &file.source;
    let idx = source.at(at)?;
    let connection = file.model.connections.partition_point(|it| it.span.start <= idx);
    let holder = file.model.holders.partition_point(|it| it.head.start <= idx);
    let connection = connection.checked_sub(1);
    let holder = holder.checked_sub(1);
    let start =
        |it: Option<usize>| it.and_then(|it| file.model.connections.get(it)).map(|it| it.span);
    let head = holder.and_then(|it| file.model.holders.get(it)).map(|it| it.head.start);
    if let Some(span) = start(connection)
        && head.is_none_or(|it| it < span.start)
    {
        // Behind a connection is nothing, until its line ends.
        let rest =
            TextRange::new(source.span_range(span).end(), at.max(source.span_range(span).end()));
        if idx < span.end || !slice(&file.input.text, rest).contains('\n') {
            return connection.and_then(|it| file.paths().connections.get(it)).cloned();
        }
        return None;
    }
    holder.and_then(|it| file.paths().holders.get(it)).cloned()
}

fn holder_path(holder: &Holder) -> ItemPath {
    let kind = match holder.kind {
        HolderKind::Section { .. } => "config",
        HolderKind::Process(_) => "process",
        HolderKind::Cluster { .. } => "cluster",
    };
    ItemPath::new([kind, &holder.path])
}

fn connection_path(file: &File, connection: &Connection) -> ItemPath {
    ItemPath::new([
        "connection".to_owned(),
        file.source.joined(connection.from.span).into_owned(),
        file.source.joined(connection.to.span).into_owned(),
    ])
}
