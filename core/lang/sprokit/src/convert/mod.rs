//! Conversions of a pipeline into other formats.

mod dot;
mod json;
mod mermaid;
mod pipe;

use std::collections::HashSet;
use std::sync::Arc;

use text_size::TextRange;

use crate::check;
use crate::file::{File, NAME};
use crate::network::Network;
use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::edit::Refusal;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::{ConversionEffect, ConversionInfo, Converted, Remark};
use bobbin_core::{HostFacts, Input};

/// The conversions of this language.
pub static CONVERSIONS: &[ConversionInfo] = &[
    ConversionInfo {
        id: "dot",
        title: "Graphviz DOT",
        about: "The drawing that kwiver's own exporter writes, with clusters expanded.",
        effect: ConversionEffect::Download,
    },
    ConversionInfo {
        id: "pipe",
        title: "Plain pipeline",
        about: "One file without includes and legacy entries, and without blocks where a key can \
                have their names, with every key of every process and its value; comments are lost.",
        effect: ConversionEffect::Open,
    },
    ConversionInfo {
        id: "json",
        title: "Resolved pipeline as JSON",
        about: "Processes with their settings, connections with their capacity, and \
                the whole configuration.",
        effect: ConversionEffect::Download,
    },
    ConversionInfo {
        id: "mermaid",
        title: "Mermaid flowchart",
        about: "A drawing for Markdown.",
        effect: ConversionEffect::Download,
    },
];

/// Converts a text. Behind `dot`, `?href=` with the beginning of an address makes links of types.
pub fn convert(file: &File, id: &str) -> Result<Converted, Refusal> {
    let (id, href) = match id.split_once("?href=") {
        Some((id, href)) => (id, Some(href)),
        None => (id, None),
    };
    if id == "pipe" && file.model().is_cluster {
        return Err(Refusal::bad_value(
            "a cluster by itself is not a pipeline; export one that uses it",
        ));
    }
    let faults = faults(file, id);
    let instance = if file.model().is_cluster { Some(instance(file)?) } else { None };
    if let Some(fault) = instance.as_ref().and_then(fault) {
        return Err(fault);
    }
    let file = instance.as_ref().unwrap_or(file);
    let network = Network::new(file);
    let (text, extension, media_type) = match id {
        "dot" => (dot::write(&network, href), "dot", "text/vnd.graphviz"),
        "pipe" => (pipe::write(file, &network)?, "flat.pipe", "text/plain"),
        "json" => (json::write(file, &network), "json", "application/json"),
        "mermaid" => (mermaid::write(&network), "mmd", "text/vnd.mermaid"),
        _ => return Err(Refusal::unsupported(&format!("the conversion `{id}`"))),
    };
    let name = file.input().path.rsplit('/').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |it| it.0);
    let stem = if stem.is_empty() { "pipeline" } else { stem };
    Ok(Converted {
        file_name: format!("{stem}.{extension}"),
        media_type,
        data: text.into_bytes(),
        language: (id == "pipe").then_some(NAME),
        remarks: remarks(file, &network, id).into_iter().chain(faults).collect(),
    }
    .in_order())
}

/// The name of an instance that stands alone, and of its graph (sprokit.md#dot-export).
pub const INSTANCE: &str = "unnamed";

/// Returns the file to draw: a cluster is shown by an instance of it that stands alone
/// (sprokit.md#dot-export).
///
/// # Errors
///
/// A reason for people if the cluster has no name.
pub fn instance(file: &File) -> Result<File, Refusal> {
    let name = crate::resolve::cluster_name(file).unwrap_or_default();
    if !crate::token::is_name(name) {
        return Err(Refusal::bad_value("the cluster has no name"));
    }
    let mut files = (*file.input().files).clone();
    let path = format!("{}.cluster", file.input().path.trim_end_matches(".cluster"));
    files.insert(&path, Arc::clone(&file.input().text));
    let input = Input {
        path: file.input().path.trim_end_matches(".cluster").to_owned(),
        text: format!("process {INSTANCE} :: {name}\n").into(),
        files: Arc::new(files),
        host: Arc::clone(&file.input().host),
    };
    Ok(file.parse_other(&input))
}

/// Returns why the program makes no instance of a cluster, and nothing would be in it, if it has an error.
fn fault(instance: &File) -> Option<Refusal> {
    let name = instance.model().processes().find_map(|it| it.2.process_type)?;
    let cluster = instance.library().cluster(instance.source().text(name))?;
    let fault = cluster.fault.as_ref()?;
    let reason = format!("the program makes no instance of this cluster: {}", fault.message);
    Some(Refusal { reason, at: Some(fault.range) })
}

/// Remarks on what the result of the conversion `id` cannot show.
fn remarks(file: &File, network: &Network<'_>, id: &str) -> Vec<Remark> {
    let mut res = Vec::new();
    if file.source().has_gaps() {
        let message = "some included files are not open, so something is missing".to_owned();
        res.push(Remark { message, range: None });
    }
    for it in network.own().iter().filter(|it| it.process_type.is_none()) {
        let (of, name) = (&it.type_name, &it.name);
        let message = match id {
            "dot" => format!(
                "the type `{of}` is not known, so only the ports of `{name}` that are connected show"
            ),
            "pipe" => format!(
                "the type `{of}` is not known, so only the keys of `{name}` that are set show"
            ),
            // Ports without connections and defaults are in no other result.
            _ => continue,
        };
        res.push(Remark { message, range: Some(file.source().range(it.head.name)) });
    }
    res
}

/// Returns the errors of a text for which the result lacks something: a line that cannot be read, and a connection
/// without a process at one of its ends. A pipeline has the others, too.
fn faults(file: &File, id: &str) -> Vec<Remark> {
    let is_pipeline = id == "pipe";
    let unread = check::syntax_findings(file);
    let unread: HashSet<(TextRange, &str)> =
        unread.iter().map(|it| (it.range, it.message.as_str())).collect();
    let network = Network::new(file);
    let open =
        network.links.iter().filter(|it| it.from.process.is_none() || it.to.process.is_none());
    let mut open: Vec<TextRange> = open
        .flat_map(|it| [&it.from, &it.to])
        .map(|it| file.source().span_range(it.span))
        .collect();
    open.order_by_key(|it| (it.start(), it.end()));
    let is_open = |range: TextRange| {
        let at = open.partition_point(|it| it.start() <= range.start());
        at.checked_sub(1).and_then(|at| open.get(at)).is_some_and(|it| it.contains_range(range))
    };
    let errors = check::findings(file).iter().filter(|it| it.code.severity == Severity::Error);
    // Those that are not there are told of as a whole.
    let errors: Vec<_> = errors.filter(|it| it.code.name != "include-not-found").collect();
    let left = if errors.is_empty() { HashSet::new() } else { left(file, &network) };
    let remark = |it: &&Diagnostic| {
        let is_left = left.contains(&(it.code.name, it.message.clone()));
        let is_unread = unread.contains(&(it.range, it.message.as_str())) && !is_left;
        let is_open = is_open(it.range) && !(is_pipeline && is_left);
        let what = match is_unread || is_open {
            true => "the result lacks this",
            false if is_pipeline => "the result has this error too",
            false => return None,
        };
        Some(Remark { message: format!("{what}: {}", it.message), range: Some(it.range) })
    };
    errors.iter().filter_map(remark).collect()
}

/// Returns the codes and messages of what is still wrong with the plain pipeline of a text.
fn left(file: &File, network: &Network<'_>) -> HashSet<(&'static str, String)> {
    let Ok(plain) = pipe::write(file, network) else { return HashSet::new() };
    // The settings stand in the text now.
    let host = HostFacts { settings: Vec::new(), ..(*file.input().host).clone() };
    let input = Input { text: plain.into(), host: Arc::new(host), ..file.input().clone() };
    let plain = file.parse_other(&input);
    check::findings(&plain).iter().map(|it| (it.code.name, it.message.clone())).collect()
}

#[cfg(test)]
mod tests;
