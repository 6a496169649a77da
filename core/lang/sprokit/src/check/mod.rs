//! Faults of a text, one subject a file. Each check takes the parsed text and adds its findings.

mod cluster;
mod edges;
mod entries;
mod flow;
mod frequency;
mod includes;
mod instances;
mod joining;
mod ports;
mod reserved;
mod setup;
mod special;
mod statements;
mod structure;
mod typed;
mod unused;
mod values;

pub use ports::is_concrete;
pub use typed::yes_or_no;
pub use values::leading_number;

use std::collections::HashMap;

use crate::catalogue;
use crate::diagnostics::{self, Findings};
use crate::file::File;
use crate::network::{Network, Process};
use crate::resolve::{self, Configuration};
use crate::wires::{Site, Wire, wires};
use bobbin_core::diagnostics::{Code, Diagnostic, Severity};
use bobbin_core::syntax::TokenIdx;
use bobbin_core::text::Files;
use text_size::TextRange;

/// Returns the findings about a text, in its order.
pub fn findings(file: &File) -> &[Diagnostic] {
    file.findings_or(|| find(file))
}

fn find(file: &File) -> Vec<Diagnostic> {
    let mut res = syntax_findings(file);
    let is_clean = !res.iter().any(|it| it.code.severity == Severity::Error);
    let network = Network::new(file);
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let mut findings = Findings::new(&file.source);
    values(file, &network, &configuration, &mut findings);
    res.extend(findings.list);
    res.extend(graph(file, &network, is_clean).into_findings());
    bobbin_core::diagnostics::sort(&mut res);
    res
}

/// Returns what is wrong without knowing process types or values.
pub fn syntax_findings(file: &File) -> Vec<Diagnostic> {
    let mut findings = Findings::new(&file.source);
    syntax(file, &mut findings);
    findings.list
}

/// Everything that is wrong without knowing process types or values.
pub fn syntax(file: &File, findings: &mut Findings<'_>) {
    statements::check(file, findings);
    entries::check(file, findings);
    structure::check(file, findings);
    includes::check(file, findings);
    cluster::check(file, findings);
}

/// What the program stops at when it reads the definition of a cluster: flags, macros, keys that are
/// set again.
pub fn definition(file: &File, configuration: &Configuration<'_>, findings: &mut Findings<'_>) {
    values::definition(file, configuration, findings);
}

/// Everything that is wrong with keys and values.
pub fn values(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    findings: &mut Findings<'_>,
) {
    values::check(file, network, configuration, findings);
    typed::check(file, network, configuration, findings);
    unused::check(file, network, configuration, findings);
    edges::check(file, network, configuration, findings);
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
    let wires = wires(network);
    ports::check(file, network, &wires, &mut verdicts);
    instances::check(file, network, &mut verdicts);
    flow::check(file, network, &wires, &mut verdicts);
    if is_clean && !file.source.has_gaps() && !is_fragment(file) {
        setup::check(file, network, &wires, &mut verdicts);
        no_processes(file, network, &mut verdicts.findings);
    }
    verdicts
}

/// What a finding about a wire is about, and where it is said: the connection, or the instance that
/// the connection is inside of.
struct Place {
    subject: Subject,
    at: TokenIdx,
    range: TextRange,
}

fn place(file: &File, network: &Network<'_>, wire: &Wire<'_>) -> Option<Place> {
    match wire.site {
        Site::Link(idx) => {
            let span = network.links.get(idx)?.to.span;
            let range = file.source.span_range(span);
            Some(Place { subject: Subject::Link(idx), at: span.start, range })
        }
        Site::Inner(idx) => {
            let instance = network.instances.get(idx)?;
            let process = network.processes.get(instance.process)?;
            Some(of_process(file, process))
        }
    }
}

/// Where something is said about a process: its name, or that of the instance it is inside of.
fn of_process(file: &File, process: &Process<'_>) -> Place {
    let at = process.head.name;
    Place { subject: Subject::Process(process.root), at, range: file.source.range(at) }
}

/// A port of a process with the names of what is around it.
fn port_name(network: &Network<'_>, process: usize, port: &str) -> String {
    let name = network.processes.get(process).map_or("", |it| it.name.as_ref());
    format!("{name}.{port}")
}

/// Whether another open file includes this one, so that it need not be a whole pipeline.
fn is_fragment(file: &File) -> bool {
    let own = Files::normalise(&file.input.path);
    let name = own.rsplit('/').next().unwrap_or_default();
    let includes = |line: &str| {
        let line = line.split('#').next().unwrap_or_default().trim();
        let included = line.trim_start_matches('!').strip_prefix("include ");
        included.is_some_and(|it| it.trim().rsplit('/').next() == Some(name))
    };
    let others = file.input.files.paths().filter(|it| *it != own);
    let mut texts = others.filter_map(|it| file.input.files.get(it));
    !name.is_empty()
        && texts.any(|it| it.contains(name) && it.contains("include ") && it.lines().any(includes))
}

fn no_processes(file: &File, network: &Network<'_>, findings: &mut Findings<'_>) {
    if network.processes.is_empty() && !file.model.is_cluster {
        let first = file.source.significant().next().map(|it| it.0);
        let range = first.map_or(TextRange::default(), |it| file.source.range(it));
        let finding = diagnostics::graph::no_processes(range);
        findings.push(first.unwrap_or(TokenIdx(0)), finding);
    }
}
