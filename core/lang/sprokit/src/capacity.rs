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
/// clusters were replaced by what is inside them (sprokit.md#ends-at-clusters).
///
/// # Errors
///
/// The reason why the connection has no settings of its own: they are looked up in the pipeline that
/// uses a cluster, and behind an input of a cluster there may be several.
pub fn destination(
    file: &File,
    network: &Network<'_>,
    link: &Link<'_>,
) -> Result<(String, String), String> {
    let wires = wires::of_link(network, link);
    let mut inside: Vec<_> = wires
        .into_iter()
        .map(|it| (network.name(it.to.process).to_owned(), it.to.port.into_owned()))
        .collect();
    inside.sort();
    inside.dedup();
    if inside.len() > 1 {
        let keys = inside.iter().map(|it| format!("`{}`", local_key(it, CAPACITY)));
        return Err(format!(
            "it leads to several inputs in the cluster, each with its own key below `{SECTION}`: {}",
            keys.collect::<Vec<_>>().join(", ")
        ));
    }
    let to = inside.pop();
    let to = to.unwrap_or_else(|| (link.to.name.to_string(), link.to.port.to_string()));
    if file.model().is_cluster {
        return Err(format!(
            "the pipeline that uses the cluster has the settings of its connections: below \
             `{SECTION}`, `INSTANCE/{}`",
            local_key(&to, CAPACITY)
        ));
    }
    Ok(to)
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
    to: &Result<(String, String), String>,
    key: &str,
    effective: &str,
    origin: Origin,
) -> Field {
    let entry = to.as_ref().ok().and_then(|to| {
        let idx = entry_of(file, &format!("{SECTION}:{}", local_key(to, key)))?;
        file.model().entries.get(idx)
    });
    let value = entry.and_then(|it| it.value);
    let is_elsewhere = entry.is_some_and(|it| !file.source().is_own(it.span.start));
    let inert = match to {
        Err(why) => Some(why.clone()),
        Ok((process, _)) if entry_of(file, &format!("{process}:{NON_BLOCKING}")).is_some() => {
            Some(format!("`{NON_BLOCKING}` of `{process}` decides for all its inputs"))
        }
        Ok(_) => is_elsewhere.then(|| "it is in an included file".to_owned()),
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
        is_kept: false,
    }
}
