//! The checks of a text, one subject a file. Each takes the parsed text and adds its diagnostics.

mod behaviour;
mod cluster;
mod edges;
mod entries;
mod flow_dependent;
mod frequency;
mod includes;
mod instances;
mod joining;
mod ports;
mod reserved;
mod setup;
mod so_far;
mod special;
mod statements;
mod structure;
mod typed;
mod unread;
mod unused;
mod values;
mod verdicts;
mod written;

use std::collections::HashMap;

pub use flow_dependent::FlowTypes;
pub use verdicts::{Subject, Verdicts};

use verdicts::is_fragment;

use crate::diagnostics::{self, Findings};
use crate::file::File;
use crate::network::Network;
use crate::resolve::{self, Configuration};
use crate::wires::wires;
use crate::workspace;
use bobbin_core::diagnostics::{Code, Diagnostic, Severity};
use bobbin_core::syntax::TokenIdx;
use text_size::TextRange;

/// The faults of a text that may lack nothing where it is included (sprokit.md#includes).
const INCOMPLETE: [&Code; 13] = [
    &diagnostics::SYNTAX,
    &diagnostics::UNKNOWN_STATEMENT,
    &diagnostics::MISSING_TYPE,
    &diagnostics::INCOMPLETE_CONNECTION,
    &diagnostics::INCOMPLETE_MAPPING,
    &diagnostics::ENTRY_OUTSIDE,
    &diagnostics::BLOCK_OUTSIDE,
    &diagnostics::UNMATCHED_ENDBLOCK,
    &diagnostics::UNCLOSED_BLOCK,
    &diagnostics::MISPLACED_RELATIVEPATH,
    &diagnostics::MAPPING_OUTSIDE,
    &diagnostics::STRAY_DESCRIPTION,
    &diagnostics::MISSING_DESCRIPTION,
];

/// Returns the diagnostics about a text, in its order.
pub fn findings(file: &File) -> &[Diagnostic] {
    file.findings_or(|| find(file))
}

fn find(file: &File) -> Vec<Diagnostic> {
    let mut res = syntax_findings(file);
    let is_clean = !res.iter().any(|it| it.code.severity == Severity::Error);
    let is_incomplete = |it: &Diagnostic| INCOMPLETE.contains(&it.code);
    if res.iter().any(is_incomplete) && is_sound_part(file) {
        res.retain(|it| !is_incomplete(it));
    }
    let network = Network::new(file);
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let mut findings = Findings::new(file.source());
    values(file, &network, &configuration, &mut findings);
    res.extend(findings.finish());
    res.extend(graph(file, &network, is_clean).into_findings());
    bobbin_core::diagnostics::sort(&mut res);
    res
}

/// Returns true if another open file includes this one and reads well there: it may be any part of the
/// statements around it (sprokit.md#includes).
fn is_sound_part(file: &File) -> bool {
    let own = workspace::one_name(file, &file.input().path);
    let is_own = |path: &str| workspace::one_name(file, path) == own;
    let is_fault = |it: &Diagnostic| {
        let mut places = it.related.iter().filter_map(|it| it.path.as_deref());
        it.code.severity == Severity::Error && places.any(is_own)
    };
    is_fragment(file)
        && workspace::others(file, false).iter().any(|it| {
            workspace::parts(it).any(|it| it == own) && !syntax_findings(it).iter().any(is_fault)
        })
}

/// Returns what is wrong without knowing what the connections make of it.
pub fn findings_of_statements(file: &File) -> Vec<Diagnostic> {
    let keys = file.full_keys();
    let mut findings = Findings::new(file.source());
    syntax(file, &mut findings);
    values(file, &Network::new(file), &resolve::bake(file, &keys), &mut findings);
    findings.finish()
}

/// Returns an error or a warning that was not there `before`; of a kind that there was, one only if there are more now.
pub fn new_fault<'a>(before: &[Diagnostic], after: &'a [Diagnostic]) -> Option<&'a Diagnostic> {
    let mut same: HashMap<(&str, &str), usize> = HashMap::new();
    let mut kinds: HashMap<&str, usize> = HashMap::new();
    for it in before {
        *same.entry((it.code.name, &it.message)).or_default() += 1;
        *kinds.entry(it.code.name).or_default() += 1;
    }
    let mut new: Vec<&Diagnostic> = Vec::new();
    for it in after.iter().filter(|it| it.code.severity != Severity::Hint) {
        let (left, of_kind) =
            (same.get_mut(&(it.code.name, &it.message)), kinds.get_mut(it.code.name));
        match (left, of_kind) {
            (Some(left @ 1..), Some(of_kind)) => (*left, *of_kind) = (*left - 1, *of_kind - 1),
            _ => new.push(it),
        }
    }
    // In another text the same fault may be told in other words.
    new.into_iter().find(|it| match kinds.get_mut(it.code.name) {
        Some(left @ 1..) => {
            *left -= 1;
            false
        }
        _ => true,
    })
}

/// Returns what is wrong without knowing process types or values.
pub fn syntax_findings(file: &File) -> Vec<Diagnostic> {
    let mut findings = Findings::new(file.source());
    syntax(file, &mut findings);
    findings.finish()
}

/// Reports everything that is wrong without knowing process types or values.
pub fn syntax(file: &File, findings: &mut Findings<'_>) {
    statements::check(file, findings);
    entries::check(file, findings);
    structure::check(file, findings);
    includes::check(file, findings);
    cluster::check(file, findings);
}

/// Checks what stops the program when it reads the definition of a cluster: flags, macros, keys
/// that are set again.
pub fn definition(file: &File, configuration: &Configuration<'_>, findings: &mut Findings<'_>) {
    values::definition(file, configuration, findings);
}

/// Reports everything that is wrong with keys and values.
pub fn values(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    findings: &mut Findings<'_>,
) {
    values::check(file, network, configuration, findings);
    typed::check(file, network, configuration, findings);
    behaviour::check(file, network, configuration, findings);
    unused::check(file, network, configuration, findings);
    edges::check(file, network, configuration, findings);
}

/// Reports everything that is wrong with processes and connections. `is_clean` says that the text
/// itself reads well.
pub fn graph<'f>(file: &'f File, network: &Network<'f>, is_clean: bool) -> Verdicts<'f> {
    let mut verdicts = Verdicts::new(file);
    let wires = wires(network);
    ports::check(file, network, &wires, &mut verdicts);
    instances::check(file, network, &wires, &mut verdicts);
    flow_dependent::check(file, network, &wires, &mut verdicts);
    if is_clean && !file.source().has_gaps() && !is_fragment(file) {
        setup::check(file, network, &wires, &mut verdicts);
        no_processes(file, network, &mut verdicts.findings);
    }
    verdicts
}

fn no_processes(file: &File, network: &Network<'_>, findings: &mut Findings<'_>) {
    if network.processes.is_empty() && !file.model().is_cluster {
        let first = file.source().significant().next().map(|it| it.0);
        let range = first.map_or(TextRange::default(), |it| file.source().range(it));
        let finding = diagnostics::graph::no_processes(range);
        findings.push(first.unwrap_or(TokenIdx(0)), finding);
    }
}
