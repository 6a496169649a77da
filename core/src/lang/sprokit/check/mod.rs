//! Faults of a text, one subject a file. Each check takes the parsed text and adds its findings.

mod cluster;
mod entries;
mod flow;
mod includes;
mod ports;
mod setup;
mod statements;
mod structure;
mod values;

pub use ports::is_concrete;

use std::collections::HashMap;

use super::File;
use super::catalogue;
use super::diagnostics::{self, Findings};
use super::network::Network;
use super::resolve::Configuration;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::syntax::TokenIdx;

/// Everything that is wrong without knowing process types or values.
pub fn syntax(file: &File, findings: &mut Findings<'_>) {
    statements::check(file, findings);
    entries::check(file, findings);
    structure::check(file, findings);
    includes::check(file, findings);
    cluster::check(file, findings);
}

/// Everything that is wrong with keys and values.
pub fn values(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    findings: &mut Findings<'_>,
) {
    values::check(file, network, configuration, findings);
}

/// What a finding about the graph is about, by its index in the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A process.
    Process(usize),
    /// A connection.
    Link(usize),
    /// A mapping of a cluster.
    Mapping(usize),
}

/// Findings about the graph, with the first word of each process and connection.
#[derive(Debug)]
pub struct Verdicts<'s> {
    findings: Findings<'s>,
    problems: HashMap<Subject, (&'static Code, String)>,
    nearest_types: HashMap<String, Option<&'static str>>,
    /// By process: whether a connection to it has a bad end.
    bad_ends: Option<Vec<bool>>,
}

impl Verdicts<'_> {
    fn push(&mut self, subject: Subject, at: TokenIdx, finding: Diagnostic) {
        if finding.code.severity != Severity::Hint {
            let problem = (finding.code, finding.message.clone());
            self.problems.entry(subject).or_insert(problem);
        }
        self.findings.push(at, finding);
    }

    /// The type that a name is most likely meant for; types are looked up once for each name.
    fn nearest_type(&mut self, name: &str) -> Option<&'static str> {
        if let Some(&known) = self.nearest_types.get(name) {
            return known;
        }
        let nearest = catalogue::nearest_type(name);
        self.nearest_types.insert(name.to_owned(), nearest);
        nearest
    }

    /// Why the program stumbles over something, in the words of its first finding.
    pub fn problem(&self, subject: Subject) -> Option<String> {
        self.problems.get(&subject).map(|it| it.1.clone())
    }

    /// Whether a connection of a process names a port that it does not have, so that ports may
    /// only seem to be open.
    fn has_bad_end(&mut self, network: &Network<'_>, process: usize) -> bool {
        let (problems, links) = (&self.problems, &network.links);
        let bad = self.bad_ends.get_or_insert_with(|| {
            let mut res = vec![false; network.processes.len()];
            for (idx, link) in links.iter().enumerate() {
                let code = problems.get(&Subject::Link(idx)).map(|it| it.0);
                let names_nothing = [
                    &diagnostics::UNKNOWN_PORT,
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

    /// The findings, in no order.
    pub fn into_findings(self) -> Vec<Diagnostic> {
        self.findings.list
    }
}

/// Everything that is wrong with processes and connections. `is_clean` says that the text itself
/// reads well.
pub fn graph<'f>(file: &'f File, network: &Network<'f>, is_clean: bool) -> Verdicts<'f> {
    let mut verdicts = Verdicts {
        findings: Findings::new(&file.source),
        problems: HashMap::new(),
        nearest_types: HashMap::new(),
        bad_ends: None,
    };
    ports::check(file, network, &mut verdicts);
    flow::check(file, network, &mut verdicts);
    if is_clean && !file.source.has_gaps() {
        setup::check(file, network, &mut verdicts);
        no_processes(file, network, &mut verdicts.findings);
    }
    verdicts
}

fn no_processes(file: &File, network: &Network<'_>, findings: &mut Findings<'_>) {
    let first = file.source.significant().next();
    if let Some((at, _, _)) = first
        && network.processes.is_empty()
        && !file.model.is_cluster
    {
        findings.push(at, diagnostics::graph::no_processes(file.source.range(at)));
    }
}
