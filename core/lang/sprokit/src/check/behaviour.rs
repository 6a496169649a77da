//! What is known of single types: the values with which `numbers`, `data_dependent` and `flow_dependent` stop the
//! program when it is set up (sprokit.md#configuring-processes and sprokit.md#flow-dependent-types).

use std::borrow::Cow;
use std::collections::HashSet;

use super::verdicts::{Verdicts, of_process};
use super::written::value_token;
use crate::diagnostics::{Findings, TYPE_REJECTED, UNTYPED_OUTPUT, config, graph};
use crate::file::File;
use crate::instances::{Configured, Setting};
use crate::network::{End, Network, Process, ProcessId};
use crate::resolve::{self, Baked, Configuration};
use crate::scalars::{NO, YES, is_word, leading_number};
use crate::wires::{Socket, Wire};
use bobbin_core::diagnostics::{Code, Diagnostic};
use text_size::TextRange;

/// The value that a process has for a key, as far as it is known.
pub(super) enum Value<'v> {
    /// Nothing, so that the default counts.
    Unset,
    /// Something that is not known here.
    Open,
    /// The text of the value.
    Known(Cow<'v, str>),
}

impl Value<'_> {
    fn is_one_of(&self, words: &[&str]) -> bool {
        matches!(self, Value::Known(it) if is_word(it, words))
    }

    /// Returns the number that a value is, or `default`; `None` if that is not known.
    pub(super) fn number(&self, default: i64) -> Option<i64> {
        match self {
            Value::Unset => Some(default),
            Value::Open => None,
            Value::Known(it) => leading_number(it).map(|it| it.0),
        }
    }
}

/// The reason why a process stops the program.
#[derive(Clone, Copy)]
enum Fault {
    /// It would have to count down.
    Backwards { start: i64, end: i64 },
    /// It does not decide about the type of a port, or rejects it.
    Undecided(&'static Code),
}

impl Fault {
    /// Returns the keys that are the cause.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Fault::Backwards { .. } => &["start", "end"],
            Fault::Undecided(code) if code == &UNTYPED_OUTPUT => &["set_on_configure"],
            Fault::Undecided(_) => &["reject"],
        }
    }

    /// Says what is wrong, at the value that is the cause if it `is_value`.
    fn finding(self, range: TextRange, process: &str, is_value: bool) -> Diagnostic {
        match self {
            Fault::Backwards { start, end } => {
                config::numbers_backwards(range, process, start, end)
            }
            Fault::Undecided(code) => config::undecided_type(code, range, process, is_value),
        }
    }
}

/// Returns the reason why a process of a type stops the program; `gives` and `takes` say whether its output and its
/// input are connected.
fn fault<'v>(
    type_name: &str,
    get: impl Fn(&str) -> Value<'v>,
    gives: bool,
    takes: bool,
) -> Option<Fault> {
    let is_data = type_name == "data_dependent";
    match type_name {
        "numbers" => {
            let (start, end) = (get("start").number(0)?, get("end").number(100)?);
            (start > end).then_some(Fault::Backwards { start, end })
        }
        "data_dependent" | "flow_dependent" => {
            if is_data && gives && get("set_on_configure").is_one_of(&NO) {
                return Some(Fault::Undecided(&UNTYPED_OUTPUT));
            }
            let rejects = (gives || takes) && get("reject").is_one_of(&YES);
            rejects.then_some(Fault::Undecided(&TYPE_REJECTED))
        }
        _ => None,
    }
}

/// The output of `data_dependent` and `flow_dependent`, whose type is open.
const OUTPUT: &str = "output";

/// The input of `flow_dependent`.
const INPUT: &str = "input";

/// Checks the processes of the text.
pub(super) fn check(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    findings: &mut Findings<'_>,
) {
    let at = |it: &End<'_>, port: &str| it.process.filter(|_| it.port == port);
    let giving: HashSet<_> = network.links.iter().filter_map(|it| at(&it.from, OUTPUT)).collect();
    let taking: HashSet<_> = network.links.iter().filter_map(|it| at(&it.to, INPUT)).collect();
    for process in network.own() {
        let get = |key: &str| own_value(file, configuration, process, key);
        let (gives, takes) = (giving.contains(&process.root), taking.contains(&process.root));
        let Some(fault) = fault(process.type_name, get, gives, takes) else { continue };
        let keys = fault.keys().iter();
        let baked = keys.filter_map(|key| own_baked(file, configuration, process, key));
        if let Some(baked) = baked.max_by_key(|it| it.entry) {
            let token = value_token(file, baked);
            findings.push(token, fault.finding(file.source().range(token), &process.name, true));
        }
    }
}

fn own_baked<'b>(
    file: &File,
    configuration: &'b Configuration<'_>,
    process: &Process<'_>,
    key: &str,
) -> Option<&'b Baked<'b>> {
    let it = configuration.get(&format!("{}:{key}", process.name));
    it.filter(|it| !resolve::is_joined(file, it.entry))
}

/// Returns what a process of the text has for a key.
pub(super) fn own_value<'b>(
    file: &File,
    configuration: &'b Configuration<'_>,
    process: &Process<'_>,
    key: &str,
) -> Value<'b> {
    match own_baked(file, configuration, process, key) {
        None => Value::Unset,
        Some(it) => resolve::known(file, it).map_or(Value::Open, Value::Known),
    }
}

/// Returns what a process inside an instance has for a key.
pub(super) fn inner_value<'c>(
    configured: &'c Configured,
    process: ProcessId,
    key: &str,
) -> Value<'c> {
    match inner_setting(configured, process, key) {
        None => Value::Unset,
        Some(it) if it.is_open => Value::Open,
        Some(it) => Value::Known(Cow::Borrowed(&it.value)),
    }
}

/// Returns the setting of a process inside an instance.
pub(super) fn inner_setting<'c>(
    configured: &'c Configured,
    process: ProcessId,
    key: &str,
) -> Option<&'c Setting> {
    configured.settings.get(process)?.iter().find(|it| it.key == key)
}

/// Checks the processes inside instances. Where the text sets nothing of it, the cluster does, and something that is
/// not open might set it otherwise: then nothing is said unless the text `is_whole`.
pub(super) fn inside(
    file: &File,
    network: &Network<'_>,
    wires: &[Wire<'_>],
    configured: &Configured,
    is_whole: bool,
    verdicts: &mut Verdicts<'_>,
) {
    let of = |it: &Socket<'_>, port: &str| (it.port == port).then_some(it.process);
    let giving: HashSet<_> = wires.iter().filter_map(|it| of(&it.from, OUTPUT)).collect();
    let taking: HashSet<_> = wires.iter().filter_map(|it| of(&it.to, INPUT)).collect();
    for (at, process) in network.processes.enumerated().skip(network.n_own) {
        let get = |key: &str| inner_value(configured, at, key);
        let (gives, takes) = (giving.contains(&at), taking.contains(&at));
        let Some(fault) = fault(process.type_name, get, gives, takes) else { continue };
        let keys = fault.keys().iter();
        let settings: Vec<&Setting> =
            keys.filter_map(|key| inner_setting(configured, at, key)).collect();
        let range = settings.iter().filter_map(|it| it.range).max_by_key(|it| it.start());
        if range.is_none() && !is_whole {
            continue;
        }
        let place = of_process(file, process);
        let finding = fault.finding(range.unwrap_or(place.range), &process.name, range.is_some());
        let inner =
            settings.iter().rev().find_map(|it| it.written.clone().filter(|_| it.range.is_none()));
        let inner = inner.or_else(|| network.written(process));
        verdicts.push(place.subject, place.at, graph::noted_inside(finding, inner));
    }
}
