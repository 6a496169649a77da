//! Diagnostics about processes and connections, and the places where they are told.

use std::collections::HashMap;

use crate::catalogue;
use crate::diagnostics::{self, Findings};
use crate::file::File;
use crate::network::{LinkId, Network, Process, ProcessId};
use crate::source::{folder, joined_path, places};
use crate::wires::{Site, Wire};
use bobbin_core::diagnostics::{Code, Diagnostic, Severity};
use bobbin_core::syntax::TokenIdx;
use bobbin_core::{IdVec, Input};
use text_size::TextRange;

/// The subject of a diagnostic about the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A process of the network.
    Process(ProcessId),
    /// A connection of the network.
    Link(LinkId),
    /// A mapping of a cluster, by its index in the model.
    Mapping(usize),
}

/// Diagnostics about the graph, with the first word of each process and connection.
#[derive(Debug)]
pub struct Verdicts<'s> {
    pub(super) findings: Findings<'s>,
    problems: HashMap<Subject, (&'static Code, String)>,
    nearest_types: HashMap<String, Option<&'static str>>,
    /// True for each process with a connection that has a bad end.
    bad_ends: Option<IdVec<ProcessId, bool>>,
}

impl<'s> Verdicts<'s> {
    /// Creates verdicts without any diagnostic.
    pub(super) fn new(file: &'s File) -> Verdicts<'s> {
        Verdicts {
            findings: Findings::new(file.source()),
            problems: HashMap::new(),
            nearest_types: HashMap::new(),
            bad_ends: None,
        }
    }

    pub(super) fn push(&mut self, subject: Subject, at: TokenIdx, finding: Diagnostic) {
        if finding.code.severity == Severity::Error {
            let problem = (finding.code, finding.message.clone());
            self.problems.entry(subject).or_insert(problem);
        }
        self.findings.push(at, finding);
    }

    /// Returns the type that a name is most likely meant for; types are looked up once for each
    /// name.
    pub(super) fn nearest_type(&mut self, name: &str) -> Option<&'static str> {
        if let Some(&known) = self.nearest_types.get(name) {
            return known;
        }
        let nearest = catalogue::nearest_type(name);
        self.nearest_types.insert(name.to_owned(), nearest);
        nearest
    }

    /// Returns the message of the first error about a subject. A drawing has one mark only, so warnings and hints
    /// are told of in the text.
    pub fn problem(&self, subject: Subject) -> Option<String> {
        self.problems.get(&subject).map(|it| it.1.clone())
    }

    /// Returns true if a connection of a process names a port that it does not have, so that ports
    /// may only seem to be open, and the process to be apart from others.
    pub(super) fn has_bad_end(&mut self, network: &Network<'_>, process: ProcessId) -> bool {
        let (problems, links) = (&self.problems, &network.links);
        let bad = self.bad_ends.get_or_insert_with(|| {
            let mut res = IdVec::of(&network.processes, false);
            for (idx, link) in links.enumerated() {
                let code = problems.get(&Subject::Link(idx)).map(|it| it.0);
                let names_nothing = [
                    &diagnostics::UNKNOWN_PORT,
                    &diagnostics::UNKNOWN_CLUSTER_PORT,
                    &diagnostics::UNKNOWN_PROCESS,
                    &diagnostics::SWAPPED_DIRECTION,
                ];
                if !code.is_some_and(|it| names_nothing.contains(&it)) {
                    continue;
                }
                for it in [link.from.process, link.to.process].into_iter().flatten() {
                    if let Some(slot) = res.get_mut(it) {
                        *slot = true;
                    }
                }
            }
            res
        });
        bad.get(process).copied().unwrap_or_default()
    }

    /// Returns the diagnostics, in no order.
    pub fn into_findings(self) -> Vec<Diagnostic> {
        self.findings.finish()
    }
}

/// The subject of a diagnostic about a wire, and the place that shows it: the connection, or the
/// instance that contains the connection.
pub(super) struct Place {
    pub(super) subject: Subject,
    pub(super) at: TokenIdx,
    pub(super) range: TextRange,
}

pub(super) fn place(file: &File, network: &Network<'_>, wire: &Wire<'_>) -> Option<Place> {
    match wire.site {
        Site::Link(idx) => {
            let span = network.links.get(idx)?.to.span;
            let range = file.source().span_range(span);
            Some(Place { subject: Subject::Link(idx), at: span.start, range })
        }
        Site::Inner(idx, _) => {
            let instance = network.instances.get(idx)?;
            let process = network.processes.get(instance.process)?;
            Some(of_process(file, process))
        }
    }
}

/// Returns the place for a diagnostic about a process: its name, or that of the instance that
/// contains it.
pub(super) fn of_process(file: &File, process: &Process<'_>) -> Place {
    let at = process.head.name;
    Place { subject: Subject::Process(process.root), at, range: file.source().range(at) }
}

/// Returns a port of a process with the names of what is around it.
pub(super) fn port_name(network: &Network<'_>, process: ProcessId, port: &str) -> String {
    format!("{}.{port}", network.name(process))
}

/// Returns true if another open file includes this one, so that it need not be a whole pipeline. An include that
/// nothing is found for from its own folder may mean it, too: where it is looked for then depends on what includes it.
pub(super) fn is_fragment(file: &File) -> bool {
    let Input { files, host, path, .. } = file.input();
    let own = files.one_name(path);
    let name = own.rsplit('/').next().unwrap_or_default();
    // Who has all files knows that it leads here only from the folder of what is around the include.
    let may_lead_to_own = |included: &str| {
        let leads_from = |it: &str| files.one_name(&joined_path(folder(it), included)) == own;
        let may_be_around =
            |it: &str| *it != own && files.get(it).is_some_and(|it| it.contains("include "));
        let is_open = !host.has_all_files || included.contains('$');
        is_open || files.paths().any(|it| may_be_around(it) && leads_from(it))
    };
    let means_own = |from: &str, included: &str| {
        let places = places(included, std::iter::once(folder(from)), host);
        let found = places.iter().flatten().map(|it| files.one_name(it));
        let mut there = found.filter(|it| *it == own || files.get(it).is_some());
        there.next().map_or_else(|| may_lead_to_own(included), |it| it == own)
    };
    let includes = |from: &str, line: &str| {
        let line = line.split('#').next().unwrap_or_default().trim();
        let included = line.trim_start_matches('!').strip_prefix("include ").map(str::trim);
        included.is_some_and(|it| it.rsplit('/').next() == Some(name) && means_own(from, it))
    };
    let others = files.paths().filter(|it| *it != own);
    let mut texts = others.filter_map(|it| Some((it, files.get(it)?)));
    !name.is_empty()
        && texts.any(|(path, text)| {
            text.contains(name)
                && text.contains("include ")
                && text.lines().any(|it| includes(path, it))
        })
}
