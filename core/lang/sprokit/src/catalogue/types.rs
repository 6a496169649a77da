//! Process types with their ports and keys.

use std::borrow::Cow;

use bobbin_core::view::PortSide;

/// A name out of the built-in table, or one that a user brings.
pub type Word = Cow<'static, str>;

/// A process type.
#[derive(Debug, Default)]
pub struct ProcessType {
    /// The name as it stands behind `::`.
    pub name: Word,
    /// The part of KWIVER that it belongs to, or the file that brings it.
    pub module: Word,
    /// True if it is made of other processes.
    pub is_cluster: bool,
    /// The description; may be empty.
    pub about: Word,
    /// The input ports, in the order of their declaration.
    pub inputs: Vec<Port>,
    /// The output ports, in the order of their declaration, without `_heartbeat`, which every
    /// process has.
    pub outputs: Vec<Port>,
    /// The keys, in the order of their declaration.
    pub keys: Vec<Key>,
    /// Ports that are made when they are connected.
    pub dynamic: Vec<Dynamic>,
}

/// A port that a process type declares.
#[derive(Debug, Clone)]
pub struct Port {
    /// Unique on its side.
    pub name: Word,
    /// The type of its data.
    pub data_type: Word,
    /// The properties of the port.
    pub flags: Flags,
    /// The description; may be empty.
    pub about: Word,
}

/// Properties of a port, as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags(pub u8);

impl Flags {
    /// The port must be connected.
    pub const REQUIRED: Flags = Flags(1);
    /// An input that may close a cycle.
    pub const NODEP: Flags = Flags(2);
    /// An output whose data several consumers get to see.
    pub const SHARED: Flags = Flags(4);
    /// An output whose data may not be changed.
    pub const CONST: Flags = Flags(8);
    /// An input that changes what it gets.
    pub const MUTABLE: Flags = Flags(16);
    /// An input that a key can stand for.
    pub const STATIC: Flags = Flags(32);

    /// Returns true if it has the property.
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }
}

/// The words for the bits of [`Flags`], from the lowest, as the catalogues have them.
pub(super) const FLAG_WORDS: [&str; 6] =
    ["required", "nodep", "shared", "const", "mutable", "static"];

/// A key that a process type declares.
#[derive(Debug)]
pub struct Key {
    /// The name as it stands in the text.
    pub name: Word,
    /// The kind of the key's value.
    pub kind: KeyKind,
    /// The interface of an algorithm; else empty.
    pub interface: Word,
    /// The value in force if none is set; may be empty.
    pub default: Word,
    /// True if it can be changed while the pipeline runs.
    pub tunable: bool,
    /// The description; may be empty.
    pub about: Word,
}

/// The kind of a key's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// Text of any form.
    Text,
    /// A file or folder.
    Path,
    /// A whole number.
    Int,
    /// A non-negative whole number.
    Uint,
    /// A floating-point number.
    Float,
    /// Numbers of graphics cards.
    GpuList,
    /// Yes or no; the word for yes.
    Bool(&'static str),
    /// A block `key:type = implementation`.
    Algorithm,
}

impl KeyKind {
    /// Returns the kind by its word in a catalogue; `yes` is the word for yes.
    pub(super) fn of(word: &str, yes: &str) -> KeyKind {
        match word {
            "path" => KeyKind::Path,
            "int" => KeyKind::Int,
            "uint" => KeyKind::Uint,
            "float" => KeyKind::Float,
            "gpu_list" => KeyKind::GpuList,
            "bool" if yes == "True" => KeyKind::Bool("True"),
            "bool" => KeyKind::Bool("true"),
            "algorithm" => KeyKind::Algorithm,
            _ => KeyKind::Text,
        }
    }

    /// Returns the kind in words.
    pub fn words(self) -> &'static str {
        match self {
            KeyKind::Text => "text",
            KeyKind::Path => "path",
            KeyKind::Int => "whole number",
            KeyKind::Uint => "non-negative whole number",
            KeyKind::Float => "number",
            KeyKind::GpuList => "list of graphics cards",
            KeyKind::Bool(_) => "yes or no",
            KeyKind::Algorithm => "algorithm",
        }
    }
}

/// A rule by which ports are made when they are connected.
#[derive(Debug)]
pub struct Dynamic {
    /// The side they are on.
    pub side: PortSide,
    /// Their names with what varies between angle brackets.
    pub template: Word,
    /// The pattern of their names, as the catalogue has it.
    pub pattern: Word,
    /// The type of their data.
    pub data_type: Word,
}

impl Dynamic {
    /// Returns true if a port may have this name.
    pub fn matches(&self, name: &str) -> bool {
        matches(&self.pattern, name).unwrap_or(true)
    }
}

/// Returns true if `name` matches one of the few patterns of the catalogue; `None` for any other
/// pattern.
pub(super) fn matches(pattern: &str, name: &str) -> Option<bool> {
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

/// The output that every process has (sprokit.md#building-the-graph).
pub static HEARTBEAT: Port = Port {
    name: Cow::Borrowed("_heartbeat"),
    data_type: Cow::Borrowed("_none"),
    flags: Flags(0),
    about: Cow::Borrowed(""),
};

/// The instrumentation that KWIVER has (sprokit.md#catalogue-of-process-types).
pub const INSTRUMENTATION: [&str; 2] = ["logger", "timing"];

/// The schedulers KWIVER has (sprokit.md#catalogue-of-process-types).
pub const SCHEDULERS: [&str; 4] =
    ["sync", "thread_per_process", "thread_pool", "pythread_per_process"];

impl ProcessType {
    /// Returns the declared ports of a side; `_heartbeat` is not among them.
    pub fn ports(&self, side: PortSide) -> &[Port] {
        match side {
            PortSide::Input => &self.inputs,
            PortSide::Output => &self.outputs,
        }
    }

    /// Returns the port of this name that is declared on a side, `_heartbeat` included. That of a
    /// cluster stands for no port inside, so a connection to it leads nowhere
    /// (sprokit.md#ends-at-clusters).
    pub fn port(&self, side: PortSide, name: &str) -> Option<&Port> {
        let declared = self.ports(side).iter().find(|it| it.name == name);
        let has_heartbeat = side == PortSide::Output && !self.is_cluster;
        declared.or_else(|| (has_heartbeat && name == HEARTBEAT.name).then_some(&HEARTBEAT))
    }

    /// Returns the rule by which a port of this name is made when it is connected.
    pub fn dynamic_port(&self, side: PortSide, name: &str) -> Option<&Dynamic> {
        self.dynamic.iter().find(|it| it.side == side && it.matches(name))
    }

    /// Returns the key that a local key belongs to: itself, or the algorithm whose block it stands
    /// in.
    pub fn key(&self, local: &str) -> Option<&Key> {
        self.keys.iter().find(|it| match it.kind {
            KeyKind::Algorithm => {
                let rest = local.strip_prefix(it.name.as_ref());
                rest.is_some_and(|it| it.is_empty() || it.starts_with(':'))
            }
            _ => it.name == local,
        })
    }
}

/// Returns the type of this name among `types`, which are sorted by name.
pub fn find<'t>(types: &'t [ProcessType], name: &str) -> Option<&'t ProcessType> {
    let at = types.binary_search_by(|it| it.name.as_ref().cmp(name)).ok()?;
    types.get(at)
}

/// True for a type that both ends must agree on (sprokit.md#port-types).
pub fn is_concrete(data_type: &str) -> bool {
    !data_type.is_empty()
        && data_type != "_any"
        && data_type != "_data_dependent"
        && !data_type.starts_with("_flow_dependent/")
}

/// The key that lets nobody wait for a process (sprokit.md#non-blocking-processes).
pub const NON_BLOCKING: &str = "_non_blocking";
