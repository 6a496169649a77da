//! Texts that tests of several features start from.

use crate::file::{File, parse};
use bobbin_core::Input;
use bobbin_core::edit::ItemPath;
use bobbin_core::view::ViewQuery;

pub(crate) fn file(text: &str) -> File {
    parse(&Input::alone("x.trace", text))
}

/// Returns the path of a section.
pub(crate) fn section(parts: &[&str]) -> ItemPath {
    ItemPath::new(["section"].iter().chain(parts).copied())
}

/// Asks about an item with some choices.
pub(crate) fn query(item: &[&str], settings: &[(&str, &str)]) -> ViewQuery {
    let item = (!item.is_empty()).then(|| section(item));
    let settings = settings.iter().map(|&(key, value)| (key.to_owned(), value.to_owned()));
    ViewQuery { item, settings: settings.collect() }
}

pub(crate) const SMALL: &str = "[OpenMP.default]
OpenMP.thread = (0-7)
omp_masked = off
[MPI.default]
MPI.rank = (0-3)
[OpenMP.thread(0-3)] : OpenMP.default : MPI.rank(0)
omp_work = off
[OpenMP.thread(2-5, 9)] : OpenMP.default
[Lexgion(0x10)] : OpenMP.default : MPI.rank(0-1)
trace_starts_at = 20
max_num_traces = 200
tracing_rate = 10
";
