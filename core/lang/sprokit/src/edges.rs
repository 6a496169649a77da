//! Settings of connections: how many data sets may wait, and which rule says so
//! (sprokit.md#edge-capacity).

use crate::catalogue::NON_BLOCKING;
use crate::file::File;
use crate::instances::{Configured, Setting};
use crate::network::{Network, ProcessId};
use crate::resolve::{self, Baked, Configuration};
use crate::scalars::{leading_capacity, yes_or_no};
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
    /// The origin of that.
    pub blocking_origin: Origin,
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
    let non_blocking = format!("{to}:{NON_BLOCKING}");
    if let Some(inner) = non_blocking_inside(configured, wire.to.process) {
        let note = format!("from `{non_blocking}`, {}", inner.note);
        let origin = Origin::inherited(inner.range, note).with_written(inner.written.clone());
        return EdgeSettings {
            capacity: if inner.is_open { inner.value.clone() } else { taken(&inner.value) },
            rule: non_blocking,
            origin: origin.clone(),
            blocking: false,
            blocking_origin: origin,
        };
    }
    // Most texts have no rule at all, and thousands of connections.
    const RULES: &str = "_pipeline:_edge";
    let at = configuration.effective.partition_point(|it| it.0 < RULES);
    // Of a cluster, the program asks the pipeline that uses it.
    let has_rules = !file.model().is_cluster;
    let rules = match configuration.effective.get(at) {
        Some((key, _)) if has_rules && key.starts_with(RULES) => vec![
            format!("{RULES}_by_conn:{to}:down:{}", wire.to.port),
            format!("{RULES}_by_conn:{from}:up:{}", wire.from.port),
            format!("{RULES}_by_type:{}", wire.to.info.data_type()),
            RULES.to_owned(),
        ],
        _ => Vec::new(),
    };
    let first = |key: &str| {
        let mut keys = rules.iter().map(|it| format!("{it}:{key}"));
        keys.find_map(|it| configuration.get(&it).map(|baked| (it, baked)))
    };
    let overruled = configuration.get(&non_blocking).map(|it| (non_blocking, it));
    // A word that is neither yes nor no falls back to the default.
    let (blocking, blocking_origin) = match (&overruled, first("blocking")) {
        (Some((rule, baked)), _) => (false, origin(file, rule, baked, true)),
        (None, Some((rule, baked))) => {
            let said = resolve::known(file, baked);
            let word = said.as_deref().and_then(yes_or_no);
            (word != Some(false), origin(file, &rule, baked, said.is_none() || word.is_some()))
        }
        (None, None) => (true, Origin::default_value()),
    };
    let Some((rule, baked)) = overruled.or_else(|| first("capacity")) else {
        return EdgeSettings {
            capacity: "10".to_owned(),
            rule: String::new(),
            origin: Origin::default_value(),
            blocking,
            blocking_origin,
        };
    };
    let capacity = capacity(file, baked);
    let is_taken = capacity == resolve::stored(file, baked);
    let origin = origin(file, &rule, baked, is_taken);
    EdgeSettings { capacity, rule, origin, blocking, blocking_origin }
}

/// Returns what the settings of several connections say together: each value once, with the origin that all have;
/// `None` if there is no connection.
pub fn together(settings: impl IntoIterator<Item = (String, Origin)>) -> Option<(String, Origin)> {
    let mut settings = settings.into_iter();
    let (first, origin) = settings.next()?;
    let mut values = vec![first];
    let mut origins = vec![origin];
    for (value, origin) in settings {
        if !values.contains(&value) {
            values.push(value);
        }
        if !origins.contains(&origin) {
            origins.push(origin);
        }
    }
    let origin = match origins.as_slice() {
        [only] => only.clone(),
        _ => Origin::inherited(None, "other for each input of the cluster"),
    };
    Some((values.join(" / "), origin))
}

/// Returns the setting that makes the inputs of a process inside an instance non-blocking.
pub fn non_blocking_inside(configured: &Configured, process: ProcessId) -> Option<&Setting> {
    configured.settings.get(process)?.iter().find(|it| it.key == NON_BLOCKING)
}

/// Returns the origin of a value that `rule` gives; `is_taken` says that it is the value as it stands
/// there.
fn origin(file: &File, rule: &str, baked: &Baked<'_>, is_taken: bool) -> Origin {
    let entry = file.model().entries.get(baked.entry);
    let range = entry.map(|it| file.source().span_range(it.span));
    let mut note = format!("from `{rule}`");
    if let Some(key) = resolve::mapped_key(file, baked) {
        note += ", ";
        note += &resolve::mapping_words(key);
    }
    note += &match resolve::stored(file, baked).as_str() {
        _ if is_taken => String::new(),
        "" => ", which is empty".to_owned(),
        said => format!(", which says `{said}`"),
    };
    let written = entry.and_then(|it| file.source().elsewhere(it.span.start));
    Origin::inherited(range, note).with_written(written)
}

/// Returns the capacity that a setting gives: its words, if it is not known what they come to here.
pub fn capacity(file: &File, baked: &Baked<'_>) -> String {
    resolve::known(file, baked).map_or_else(|| baked.value.to_string(), |it| taken(&it))
}

/// Returns the capacity that the program reads from a value.
pub fn taken(value: &str) -> String {
    leading_capacity(value).map_or_else(|| "10".to_owned(), |it| it.number.to_string())
}
