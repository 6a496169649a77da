//! Keys of processes that mean something to the program itself, written so that they have no effect
//! (sprokit.md#reserved-configuration).

use super::written::{key_range, key_token, removal};
use crate::catalogue::Flags;
use crate::catalogue::NON_BLOCKING;
use crate::diagnostics::{Findings, config};
use crate::file::File;
use crate::key_parts;
use crate::network::{Network, Process, ProcessId};
use crate::resolve::{self, Baked, Configuration};
use bobbin_core::diagnostics::nearest;
use bobbin_core::edit::TextEdit;
use bobbin_core::view::PortSide;

/// The first parts of those keys that a text can set: the program sets the others itself.
const OPEN: [&str; 2] = [NON_BLOCKING, "_instrumentation"];

/// The first parts of the keys that every process has.
const SPECIAL: [&str; 4] = [NON_BLOCKING, "_instrumentation", "_name", "_type"];

pub(super) fn check(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    baked: &Baked<'_>,
    findings: &mut Findings<'_>,
) {
    let Some((first, rest)) = baked.key.split_once(':') else { return };
    let process = network.named(first);
    let Some(process) = process.filter(|_| rest.starts_with('_') && !file.source().has_gaps())
    else {
        return;
    };
    let (head, below) = rest.split_once(':').unwrap_or((rest, ""));
    let parts = key_parts::of(file, baked);
    // Behind the name of the process.
    let part = parts.get(1).map(|it| it.range);
    if !SPECIAL.contains(&head) {
        if let (Some(near), Some(range)) = (nearest(head, SPECIAL), part) {
            let near = Some(near).filter(|it| OPEN.contains(it));
            let finding =
                config::unknown_special_key(range, head, near, removal(file, configuration, baked));
            findings.push(key_token(file, baked), finding);
        }
        return;
    }
    let message = match head {
        NON_BLOCKING if process.instance.is_some() => {
            format!("`{first}` is a cluster, and only the processes inside have inputs")
        }
        "_instrumentation" => match instrumentation(file, configuration, process, below) {
            Some(message) => message,
            None => return,
        },
        _ => return,
    };
    let part = parts.get(2).filter(|_| head == "_instrumentation").map(|it| it.range).or(part);
    let range = part.unwrap_or_else(|| key_range(file, baked));
    let near = nearest(below, ["type"]).filter(|_| head == "_instrumentation" && part.is_some());
    let fix = near.map(|it| (it, TextEdit::replace(range, it)));
    let finding = config::ignored_setting(range, message, fix, removal(file, configuration, baked));
    findings.push(key_token(file, baked), finding);
}

/// Returns the reason why a setting below `_instrumentation` is not read; `None` if it is read.
fn instrumentation(
    file: &File,
    configuration: &Configuration<'_>,
    process: &Process<'_>,
    below: &str,
) -> Option<String> {
    let of = below.split(':').next().unwrap_or_default();
    if below == "type" {
        return None;
    }
    let name = &process.name;
    match configuration.get(&format!("{name}:_instrumentation:type")) {
        None => Some(format!("`{name}` has no `_instrumentation:type`")),
        Some(it) => {
            let used = resolve::known(file, it).filter(|it| *it != of)?;
            Some(match &*used {
                "" => format!("the instrumentation of `{name}` has no name"),
                _ => format!("the instrumentation of `{name}` is `{used}`"),
            })
        }
    }
}

/// Checks a value for an input that nothing is connected to: there must be such an input
/// (sprokit.md#static-ports).
pub(super) fn static_value(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    process: ProcessId,
    port: &str,
    baked: &Baked<'_>,
    findings: &mut Findings<'_>,
) {
    let its = network.processes.get(process);
    let Some(known) = its.and_then(|it| it.process_type).filter(|it| !it.is_cluster) else {
        return;
    };
    let is_static = known.port(PortSide::Input, port).is_some_and(|it| it.flags.has(Flags::STATIC));
    let is_connected =
        network.links.iter().any(|it| it.to.process == Some(process) && it.to.port == port);
    if is_static && !is_connected {
        return;
    }
    let names = known.inputs.iter().filter(|it| it.flags.has(Flags::STATIC));
    let near = nearest(port, names.map(|it| it.name.as_ref())).filter(|_| !is_static);
    let near = near.map(|it| format!("static/{it}"));
    let removal = removal(file, configuration, baked);
    let part = key_parts::of(file, baked).get(1).map(|it| it.range);
    let range = part.unwrap_or_else(|| key_range(file, baked));
    let near = near.as_deref().filter(|_| part.is_some());
    let finding =
        config::ignored_static(range, port, &known.name, is_static && is_connected, near, removal);
    findings.push(key_token(file, baked), finding);
}
