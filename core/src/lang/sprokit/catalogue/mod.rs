//! The process types of KWIVER with their ports and keys (facts, kwiver_catalog).
//!
//! [`table`] is generated from `testdata/sprokit/kwiver_catalog.json` by a test, which also keeps the
//! two in step.

mod table;

pub use table::{DATA_TYPES, PROCESS_TYPES, STALE_TYPES};

use std::sync::OnceLock;

use crate::diagnostics::nearest;
use crate::view::PortSide;

/// A process type.
#[derive(Debug)]
pub struct ProcessType {
    /// As it stands behind `::`.
    pub name: &'static str,
    /// The part of KWIVER that it belongs to.
    pub module: &'static str,
    /// Whether it is made of other processes.
    pub is_cluster: bool,
    /// In the order of their declaration.
    pub inputs: &'static [Port],
    /// In the order of their declaration, without `_heartbeat`, which every process has.
    pub outputs: &'static [Port],
    /// In the order of their declaration.
    pub keys: &'static [Key],
    /// Ports that are made when they are connected.
    pub dynamic: &'static [Dynamic],
}

/// A port that a process type declares.
#[derive(Debug)]
pub struct Port {
    /// Unique on its side.
    pub name: &'static str,
    /// The type of its data.
    pub data_type: &'static str,
    /// What is special about it.
    pub flags: Flags,
}

/// Properties of a port, as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags(pub u8);

impl Flags {
    /// It must be connected.
    pub const REQUIRED: Flags = Flags(1);
    /// An input that may close a circle.
    pub const NODEP: Flags = Flags(2);
    /// An output whose data several consumers get to see.
    pub const SHARED: Flags = Flags(4);
    /// An output whose data may not be changed.
    pub const CONST: Flags = Flags(8);
    /// An input that changes what it gets.
    pub const MUTABLE: Flags = Flags(16);
    /// An input that a key can stand for.
    pub const STATIC: Flags = Flags(32);

    /// Whether it has the property.
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }
}

/// A key that a process type declares.
#[derive(Debug)]
pub struct Key {
    /// As it stands in the text.
    pub name: &'static str,
    /// What its value is.
    pub kind: KeyKind,
    /// What counts if nobody says anything; may be empty.
    pub default: &'static str,
    /// Whether it can be changed while the pipeline runs.
    pub tunable: bool,
}

/// What the value of a key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// Any text.
    Text,
    /// A file or folder.
    Path,
    /// A whole number.
    Int,
    /// A whole number from 0 on.
    Uint,
    /// A number.
    Float,
    /// Numbers of graphics cards.
    GpuList,
    /// Yes or no; the word for yes.
    Bool(&'static str),
    /// A block `key:type = implementation`; the interface.
    Algorithm(&'static str),
}

impl KeyKind {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            KeyKind::Text => "text",
            KeyKind::Path => "path",
            KeyKind::Int => "whole number",
            KeyKind::Uint => "whole number from 0 on",
            KeyKind::Float => "number",
            KeyKind::GpuList => "list of graphics cards",
            KeyKind::Bool(_) => "yes or no",
            KeyKind::Algorithm(_) => "algorithm",
        }
    }
}

/// Ports that a process makes when something is connected to them.
#[derive(Debug)]
pub struct Dynamic {
    /// Which side.
    pub side: PortSide,
    /// The shape of their names, such as `coll/<tag>/<item>`.
    pub template: &'static str,
    /// The pattern of their names, as the catalogue has it.
    pub pattern: &'static str,
    /// The type of their data.
    pub data_type: &'static str,
}

impl Dynamic {
    /// Whether a port may have this name.
    pub fn matches(&self, name: &str) -> bool {
        matches(self.pattern, name).unwrap_or(true)
    }
}

/// Whether `name` matches one of the few patterns of the catalogue; none for another pattern.
fn matches(pattern: &str, name: &str) -> Option<bool> {
    let parts = || name.split('/');
    let pair = || parts().count() == 2 && parts().all(|it| !it.is_empty());
    Some(match pattern {
        "^.+$" => !name.is_empty(),
        "^[^_].*$" => !name.is_empty() && !name.starts_with('_'),
        "^[^/]+$" => !name.is_empty() && !name.contains('/'),
        "^[^/]+/[^/]+$" => pair(),
        "^[^_/][^/]*/[^/]+$" => pair() && !name.starts_with('_'),
        "^status/.+$" => below(name, "status/"),
        "^res/.+$" => below(name, "res/"),
        "^src/.+$" => below(name, "src/"),
        "^coll/.+/.+$" => two_below(name, "coll/"),
        "^dist/.+/.+$" => two_below(name, "dist/"),
        _ => return None,
    })
}

fn below(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|it| !it.is_empty())
}

fn two_below(name: &str, prefix: &str) -> bool {
    let rest = name.strip_prefix(prefix).unwrap_or_default();
    rest.char_indices().any(|(at, it)| it == '/' && at > 0 && at + 1 < rest.len())
}

/// The output that every process has (facts §9).
pub static HEARTBEAT: Port = Port { name: "_heartbeat", data_type: "_none", flags: Flags(0) };

/// What instrumentation KWIVER has (facts, kwiver_catalog).
pub const INSTRUMENTATION: [&str; 2] = ["logger", "timing"];

/// The schedulers KWIVER has (facts, kwiver_catalog).
pub const SCHEDULERS: [&str; 4] =
    ["sync", "thread_per_process", "thread_pool", "pythread_per_process"];

impl ProcessType {
    /// The declared ports of a side; `_heartbeat` is not among them.
    pub fn ports(&self, side: PortSide) -> &'static [Port] {
        match side {
            PortSide::Input => self.inputs,
            PortSide::Output => self.outputs,
        }
    }

    /// The port of this name that is declared on a side, `_heartbeat` included.
    pub fn port(&self, side: PortSide, name: &str) -> Option<&'static Port> {
        let declared = self.ports(side).iter().find(|it| it.name == name);
        declared
            .or_else(|| (side == PortSide::Output && name == HEARTBEAT.name).then_some(&HEARTBEAT))
    }

    /// The rule by which a port of this name is made when it is connected.
    pub fn dynamic_port(&self, side: PortSide, name: &str) -> Option<&'static Dynamic> {
        self.dynamic.iter().find(|it| it.side == side && it.matches(name))
    }

    /// The key that a local key belongs to: itself, or the algorithm whose block it stands in.
    pub fn key(&self, local: &str) -> Option<&'static Key> {
        self.keys.iter().find(|it| match it.kind {
            KeyKind::Algorithm(_) => {
                local.strip_prefix(it.name).is_some_and(|it| it.is_empty() || it.starts_with(':'))
            }
            _ => it.name == local,
        })
    }
}

/// The process type of this name.
pub fn process_type(name: &str) -> Option<&'static ProcessType> {
    static SORTED: OnceLock<Vec<&'static ProcessType>> = OnceLock::new();
    let sorted = SORTED.get_or_init(|| {
        let mut res: Vec<&ProcessType> = PROCESS_TYPES.iter().collect();
        res.sort_by_key(|it| it.name);
        res
    });
    let at = sorted.binary_search_by_key(&name, |it| it.name).ok()?;
    sorted.get(at).copied()
}

/// The type that a name is most likely meant for: what replaced it, or what is spelled alike.
pub fn nearest_type(name: &str) -> Option<&'static str> {
    let stale = STALE_TYPES.iter().find(|it| it.0 == name).map(|it| it.1);
    stale.or_else(|| nearest(name, PROCESS_TYPES.iter().map(|it| it.name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found() {
        let types = PROCESS_TYPES.iter().all(|it| process_type(it.name).is_some());
        assert!(types && process_type("nope").is_none());
        let sink = process_type("sink").unwrap();
        assert_eq!(sink.port(PortSide::Input, "sink").unwrap().data_type, "_any");
        assert_eq!(sink.port(PortSide::Output, "_heartbeat").unwrap().data_type, "_none");
        assert!(sink.port(PortSide::Input, "_heartbeat").is_none());
        assert_eq!(nearest_type("frame_list_process"), Some("frame_list_input"));
        assert_eq!(nearest_type("image_viewr"), Some("image_viewer"));
    }

    #[test]
    fn every_pattern_is_known() {
        for it in PROCESS_TYPES.iter().flat_map(|it| it.dynamic) {
            assert!(matches(it.pattern, "x").is_some(), "{}", it.pattern);
        }
        let collate = process_type("collate").unwrap();
        assert!(collate.dynamic_port(PortSide::Input, "coll/a/b").is_some());
        assert!(collate.dynamic_port(PortSide::Input, "coll/a").is_none());
        assert!(collate.dynamic_port(PortSide::Output, "res/").is_none());
    }

    #[test]
    fn keys_of_an_algorithm_belong_to_it() {
        let filter = process_type("image_filter").unwrap();
        assert_eq!(filter.key("filter:type").unwrap().name, "filter");
        assert!(filter.key("filters").is_none());
    }
}
