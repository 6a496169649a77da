//! Settings of connections: how many data sets may wait, and which rule says so
//! (sprokit.md#edge-capacity).

use crate::catalogue::NON_BLOCKING;
use crate::file::File;
use crate::instances::Configured;
use crate::network::Network;
use crate::resolve::Configuration;
use crate::scalars::{leading_number, yes_or_no};
use crate::wires::Wire;
use bobbin_core::view::Origin;

/// The effective settings of a connection.
#[derive(Debug)]
pub struct EdgeSettings {
    /// The number of data sets that may wait; 0 is unbounded.
    pub capacity: String,
    /// The key that says so; empty if nothing does.
    pub rule: String,
    /// The origin of the capacity.
    pub origin: Origin,
    /// True if a full connection makes its sender wait.
    pub blocking: bool,
}

/// Returns the settings of a connection: of each value, the first rule that has one counts.
/// `configured` is what the processes inside instances are set up with.
pub fn settings(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    configured: &Configured,
    wire: &Wire<'_>,
) -> EdgeSettings {
    let (from, to) = (network.name(wire.from.process), network.name(wire.to.process));
    // Most texts have no rule at all, and thousands of connections.
    const RULES: &str = "_pipeline:_edge";
    let at = configuration.effective.partition_point(|it| it.0 < RULES);
    let rules = match configuration.effective.get(at) {
        Some((key, _)) if key.starts_with(RULES) => vec![
            format!("{RULES}_by_conn:{to}:down:{}", wire.to.port),
            format!("{RULES}_by_conn:{from}:up:{}", wire.from.port),
            format!("{RULES}_by_type:{}", wire.to.info.data_type()),
            RULES.to_owned(),
        ],
        _ => Vec::new(),
    };
    let first = |key: &str| {
        let mut keys = rules.iter().map(|it| format!("{it}:{key}"));
        keys.find(|it| configuration.get(it).is_some())
    };
    let non_blocking = format!("{to}:{NON_BLOCKING}");
    let inner = configured.settings.get(wire.to.process).into_iter().flatten();
    if let Some(inner) = { inner }.find(|it| it.key == NON_BLOCKING) {
        let capacity = taken(&inner.value);
        let origin =
            Origin::inherited(inner.range, format!("from `{non_blocking}`, {}", inner.note))
                .with_written(inner.written.clone());
        return EdgeSettings { capacity, rule: non_blocking, origin, blocking: false };
    }
    let is_non_blocking = configuration.get(&non_blocking).is_some();
    let rule = if is_non_blocking { Some(non_blocking) } else { first("capacity") };
    let blocking = first("blocking").and_then(|it| configuration.get(&it));
    // Another word falls back to the default.
    let is_off = blocking.is_some_and(|it| yes_or_no(&it.value) == Some(false));
    let blocking = !is_non_blocking && !is_off;
    let Some((rule, baked)) = rule.and_then(|it| configuration.get(&it).map(|baked| (it, baked)))
    else {
        let origin = Origin::default_value();
        return EdgeSettings { capacity: "10".to_owned(), rule: String::new(), origin, blocking };
    };
    let entry = file.model().entries.get(baked.entry);
    let range = entry.map(|it| file.source().span_range(it.span));
    let capacity = if baked.is_open { baked.value.to_string() } else { taken(&baked.value) };
    let mut note = format!("from `{rule}`");
    if capacity != baked.value {
        note += &format!(", which says `{}`", baked.value);
    }
    let written = entry.and_then(|it| file.source().elsewhere(it.span.start));
    let origin = Origin::inherited(range, note).with_written(written);
    EdgeSettings { capacity, origin, rule, blocking }
}

/// Returns the capacity that the program reads from a value.
fn taken(value: &str) -> String {
    match leading_number(value) {
        None => "10".to_owned(),
        Some((number, _)) => (number as u64).to_string(),
    }
}
