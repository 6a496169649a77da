//! The settings of one connection, its capacity and whether it blocks: where the text says them, and
//! as fields (sprokit.md#edge-capacity).

use crate::catalogue::NON_BLOCKING;
use crate::file::File;
use crate::network::{Link, Network};
use crate::wires;
use bobbin_core::view::{Field, FieldKind, Origin};

/// The section for single connections.
pub const SECTION: &str = "_pipeline:_edge_by_conn";

/// The keys that a connection has.
pub const KEYS: [&str; 2] = [CAPACITY, BLOCKING];

/// The key for how many data sets may wait.
pub const CAPACITY: &str = "capacity";

/// The key for whether the sender waits.
pub const BLOCKING: &str = "blocking";

/// Returns the process and the port that a connection brings data to. Settings are looked up after
/// clusters were replaced by what is inside them (sprokit.md#ends-at-clusters), so behind the input
/// of a cluster it is the first inside.
pub fn destination(network: &Network<'_>, link: &Link<'_>) -> (String, String) {
    let wire = wires::of_link(network, link);
    let inside = wire.and_then(|it| {
        let process = network.processes.get(it.to.process)?;
        Some((process.name.clone().into_owned(), it.to.port.into_owned()))
    });
    inside.unwrap_or_else(|| (link.to.name.to_string(), link.to.port.to_string()))
}

/// Returns the key below [`SECTION`] that counts before all others: an input has one connection
/// only.
pub fn local_key((process, port): &(String, String), key: &str) -> String {
    format!("{process}:down:{port}:{key}")
}

/// Finds the last entry that assigns a full key, by its index.
pub fn entry_of(file: &File, full: &str) -> Option<usize> {
    file.full_keys().iter().rposition(|it| it == full)
}

/// Returns one of the [`KEYS`] as a field that can be set.
pub fn field(
    file: &File,
    to: &(String, String),
    key: &str,
    effective: &str,
    origin: Origin,
) -> Field {
    let entry = entry_of(file, &format!("{SECTION}:{}", local_key(to, key)));
    let entry = entry.and_then(|it| file.model().entries.get(it));
    let value = entry.and_then(|it| it.value);
    let overruled = entry_of(file, &format!("{}:{NON_BLOCKING}", to.0)).is_some();
    let is_elsewhere = entry.is_some_and(|it| !file.source().is_own(it.span.start));
    let inert = if overruled {
        Some(format!("`{NON_BLOCKING}` of `{}` decides for all its inputs", to.0))
    } else {
        is_elsewhere.then(|| "it is in an included file".to_owned())
    };
    let written =
        entry.map(|_| value.map_or(String::new(), |it| file.source().text(it).to_owned()));
    let (kind, help) = if key == BLOCKING {
        let words = ["true", "false"];
        let is_plain = written.as_deref().is_none_or(|it| words.contains(&it));
        let kind = match words.map(str::to_owned) {
            [on, off] if is_plain => FieldKind::Toggle { on, off },
            _ => FieldKind::Text,
        };
        (kind, "whether the sender waits while the connection is full")
    } else {
        let kind = match effective.parse::<u32>() {
            Ok(_) => FieldKind::Integer { min: 0, max: i64::from(u32::MAX) },
            Err(_) => FieldKind::Text,
        };
        (kind, "how many data sets may wait on this connection; 0 is unbounded")
    };
    Field {
        key: key.to_owned(),
        label: key.to_owned(),
        kind,
        written,
        list: None,
        effective: effective.to_owned(),
        origin,
        range: value.filter(|_| !is_elsewhere).map(|it| file.source().range(it)),
        help: help.to_owned(),
        inert,
        problem: None,
    }
}
