//! Words for what is wrong with processes and their connections.

use text_size::TextRange;

use super::*;
use bobbin_core::diagnostics::Fix;
use bobbin_core::edit::TextEdit;
use bobbin_core::text::Location;

/// Reports a type that the catalogue does not have.
pub fn unknown_process_type(range: TextRange, name: &str, nearest: Option<&str>) -> Diagnostic {
    let res = Diagnostic::new(
        &UNKNOWN_PROCESS_TYPE,
        range,
        format!("no known process type is called `{name}`"),
    );
    match nearest {
        Some(it) => res
            .with_help(format!("kwiver has `{it}`"))
            // A plug-in may have it; only a person knows.
            .with_fixes([
                Fix::new(format!("Change to `{it}`"), TextEdit::replace(range, it)).as_choice()
            ]),
        None => res.with_help("a plug-in may have it; its ports and keys are not checked"),
    }
}

/// Reports a second process of one name.
pub fn duplicate_process(
    range: TextRange,
    name: &str,
    first: TextRange,
    rename: Option<Fix>,
) -> Diagnostic {
    let message = format!("another process is called `{name}`, too");
    let res = Diagnostic::new(&DUPLICATE_PROCESS, range, message)
        .with_related(first, "the first is here");
    res.with_fixes(rename)
}

/// Reports a connection or mapping that names no process.
pub fn unknown_process(range: TextRange, name: &str, nearest: Option<&str>) -> Diagnostic {
    let res =
        Diagnostic::new(&UNKNOWN_PROCESS, range, format!("there is no process called `{name}`"));
    match nearest {
        Some(it) => res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => res,
    }
}

/// Reports a port that the type lacks on this side; `known` are those it has there.
pub fn unknown_port(
    range: TextRange,
    port: &str,
    process_type: &str,
    side: &str,
    known: &[&str],
    nearest: Option<&str>,
) -> Diagnostic {
    let res = Diagnostic::new(
        &UNKNOWN_PORT,
        range,
        format!("`{process_type}` has no {side} port `{port}`"),
    );
    let names: Vec<String> = known.iter().map(|it| format!("`{it}`")).collect();
    let res = match known {
        [] => res.with_help(format!("it has no {side} ports")),
        ["_heartbeat"] => res.with_help(format!("it has no {side} port but `_heartbeat`")),
        [it] => res.with_help(format!("its only {side} port is `{it}`")),
        _ => res.with_help(format!("its {side} ports are {}", names.join(", "))),
    };
    match nearest {
        Some(it) => res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => res,
    }
}

/// Reports an output of an instance behind which is no port, as it is its own `_heartbeat` or leads to `inner`,
/// that of another.
pub fn leads_nowhere(range: TextRange, port: &str, inner: Option<&str>) -> Diagnostic {
    let help = match inner {
        Some(it) => format!("it leads to `{it}`, which stands for no port inside"),
        None => {
            "every process has a `_heartbeat`; that of a cluster leads to no port inside".to_owned()
        }
    };
    let message = format!("`{port}` stands for no port of a process");
    Diagnostic::new(&UNKNOWN_CLUSTER_PORT, range, message).with_help(help)
}

/// Reports a connection from an input to an output.
pub fn swapped_direction(
    range: TextRange,
    from: &str,
    to: &str,
    swap: TextEdit,
    is_late: bool,
) -> Diagnostic {
    let code = if is_late { &UNKNOWN_CLUSTER_PORT } else { &SWAPPED_DIRECTION };
    Diagnostic::new(code, range, format!("`{from}` is an input and `{to}` an output"))
        .with_help("connections run from an output to an input")
        .with_fix("Swap the ends", swap)
}

/// Ends of different types; found at set-up only if `is_late`.
pub fn port_type_mismatch(
    range: TextRange,
    from: (&str, &str),
    to: (&str, &str),
    is_late: bool,
) -> Diagnostic {
    Diagnostic::new(
        if is_late { &CLUSTER_TYPE_MISMATCH } else { &PORT_TYPE_MISMATCH },
        range,
        format!("`{}` gives `{}`, but `{}` takes `{}`", from.0, from.1, to.0, to.1),
    )
}

/// Reports a constant output into an input that changes what it gets.
pub fn const_into_mutable(range: TextRange, from: &str, to: &str, is_late: bool) -> Diagnostic {
    Diagnostic::new(
        if is_late { &CLUSTER_FLAG_MISMATCH } else { &PORT_FLAG_MISMATCH },
        range,
        format!("`{from}` is constant, but `{to}` changes what it gets"),
    )
}

/// Reports a shared output with several consumers of which one changes what it gets.
pub fn shared_and_mutable(range: TextRange, from: &str, is_late: bool) -> Diagnostic {
    Diagnostic::new(
        if is_late { &CLUSTER_FLAG_MISMATCH } else { &PORT_FLAG_MISMATCH },
        range,
        format!("`{from}` is shared, so a consumer that changes its data must be the only one"),
    )
}

/// Reports a chain of ports of which none has a type.
pub fn untyped_connection(range: TextRange, from: &str, to: &str) -> Diagnostic {
    Diagnostic::new(&UNTYPED_CONNECTION, range, format!("nothing gives `{from}` or `{to}` a type"))
}

/// Types that meet in ports which take the type of what they are connected to.
pub fn flow_type_conflict(range: TextRange, port: &str, one: &str, other: &str) -> Diagnostic {
    Diagnostic::new(
        &FLOW_TYPE_CONFLICT,
        range,
        format!("`{port}` is `{one}` by its other connections, but here it meets `{other}`"),
    )
}

/// Reports a second connection into one input; `removal` takes it away if it only repeats the
/// first.
pub fn input_connected_twice(
    range: TextRange,
    to: &str,
    first: TextRange,
    removal: Option<TextEdit>,
) -> Diagnostic {
    let message = format!("the input `{to}` is already connected");
    let res = Diagnostic::new(&INPUT_CONNECTED_TWICE, range, message)
        .with_related(first, "the first connection is here");
    match removal {
        Some(edit) => res.with_fix("Remove this connection", edit),
        None => res,
    }
}

/// Joins names by commas and `and`.
fn joined(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.concat(),
    }
}

/// Reports required ports of a process that are not connected; `ways` connect them. Those of a process in the text of a
/// cluster (`is_inner`) can be connected by a pipeline, which may name a process inside a cluster.
pub fn required_port_unconnected(
    range: TextRange,
    process: &str,
    (ports, side): (&[&str], &str),
    is_inner: bool,
    ways: Vec<Fix>,
) -> Diagnostic {
    let names: Vec<String> = ports.iter().map(|it| format!("`{process}.{it}`")).collect();
    let message = match names.as_slice() {
        [name] => format!("the required {side} {name} is not connected"),
        _ => format!("the required {side}s {} are not connected", joined(&names)),
    };
    let res = match is_inner {
        true => {
            let inner: Vec<String> =
                ports.iter().map(|it| format!("`<instance>/{process}.{it}`")).collect();
            let (inner, it) = (joined(&inner), if inner.len() > 1 { "them" } else { "it" });
            let help = format!("a pipeline that uses the cluster must connect {it} as {inner}");
            Diagnostic::new(&INNER_PORT_UNCONNECTED, range, message).with_help(help)
        }
        false => Diagnostic::new(&REQUIRED_PORT_UNCONNECTED, range, message),
    };
    res.with_fixes(ways)
}

/// Processes that hang together with each other but not with the rest; `ways` connect or remove them.
pub fn orphaned_processes(
    range: TextRange,
    names: &[&str],
    main: &str,
    ways: Vec<Fix>,
) -> Diagnostic {
    let message = match names {
        [one] => format!("`{one}` is not connected to `{main}`"),
        [one, two] => format!("`{one}` and `{two}` are not connected to `{main}`"),
        [one, rest @ ..] => {
            format!("`{one}` and {} others are not connected to `{main}`", rest.len())
        }
        [] => String::new(),
    };
    let res = Diagnostic::new(&ORPHANED_PROCESSES, range, message)
        .with_help("all processes of a pipeline must be connected");
    res.with_fixes(ways)
}

/// Reports a cycle of connections.
pub fn cycle(range: TextRange, names: &[&str]) -> Diagnostic {
    let most = 6;
    let mut cycle: Vec<String> = names.iter().take(most).map(|it| format!("`{it}`")).collect();
    if names.len() > most {
        cycle.push("…".to_owned());
    }
    if let Some(first) = names.first() {
        cycle.push(format!("`{first}`"));
    }
    Diagnostic::new(&CYCLE, range, format!("the data flows in a cycle: {}", cycle.join(" → ")))
        .with_help("only an input meant for it can close a cycle")
}

/// Reports a text without processes.
pub fn no_processes(range: TextRange) -> Diagnostic {
    Diagnostic::new(&NO_PROCESSES, range, "there is no process, so this cannot run by itself")
        .with_help("that is fine for a file that others include")
}

/// Reports a cluster without processes.
pub fn cluster_no_processes(range: TextRange, name: &str) -> Diagnostic {
    Diagnostic::new(&CLUSTER_NO_PROCESSES, range, format!("cluster `{name}` has no processes"))
}

/// Reports a cluster without ports.
pub fn cluster_no_ports(range: TextRange, name: &str) -> Diagnostic {
    Diagnostic::new(&CLUSTER_NO_PORTS, range, format!("cluster `{name}` has no ports"))
        .with_help("`imap` and `omap` give it some")
}

/// Reports two mappings with one outer name; no port has the name `free`.
pub fn cluster_duplicate_port(
    range: TextRange,
    name: &str,
    is_input: bool,
    first: TextRange,
    free: &str,
) -> Diagnostic {
    let (code, side) = if is_input {
        (&CLUSTER_DUPLICATE_INPUT, "input")
    } else {
        (&CLUSTER_DUPLICATE_OUTPUT, "output")
    };
    Diagnostic::new(code, range, format!("another {side} of the cluster is called `{name}`, too"))
        .with_related(first, "the first is here")
        .with_fix(format!("Rename to `{free}`"), TextEdit::replace(range, free))
}

/// Reports an input that is both mapped and connected inside the cluster.
pub fn mapped_and_connected(
    range: TextRange,
    to: &str,
    mapping: TextRange,
    removal: Option<TextEdit>,
) -> Diagnostic {
    let res = Diagnostic::new(
        &MAPPED_AND_CONNECTED,
        range,
        format!("the input `{to}` is also mapped to a port of the cluster"),
    )
    .with_help("a pipeline that connects that port is rejected")
    .with_related(mapping, "it is mapped here");
    match removal {
        // Nothing says which of the two is meant.
        Some(edit) => res.with_fixes([Fix::new("Remove this connection", edit).as_choice()]),
        None => res,
    }
}

/// Reports an input inside a cluster that two mappings lead to.
pub fn input_mapped_twice(
    range: TextRange,
    to: &str,
    first: TextRange,
    removal: Option<TextEdit>,
) -> Diagnostic {
    let res =
        Diagnostic::new(&INPUT_MAPPED_TWICE, range, format!("the input `{to}` is already mapped"))
            .with_related(first, "the first mapping is here");
    match removal {
        Some(edit) => res.with_fix("Remove this mapping", edit),
        None => res,
    }
}

/// Ends of which one gets data more often than the other gives it; rates are fractions of the first
/// process's.
pub fn frequency_mismatch(
    range: TextRange,
    from: (&str, u64, u64),
    to: (&str, u64, u64),
) -> Diagnostic {
    let rate = |up: u64, down: u64| if down == 1 { up.to_string() } else { format!("{up}/{down}") };
    let sets = if (from.1, from.2) == (1, 1) { "set" } else { "sets" };
    Diagnostic::new(
        &FREQUENCY_MISMATCH,
        range,
        format!(
            "`{}` gives {} data {sets} for each {} that `{}` takes",
            from.0,
            rate(from.1, from.2),
            rate(to.1, to.2),
            to.0
        ),
    )
    .with_help("along every path the two ends of a connection must step equally often")
}

/// Reports a process whose type is a cluster with an error, which is a diagnostic of the file
/// `path`, that people read as `shown`.
pub fn broken_cluster(
    range: TextRange,
    name: &str,
    (path, shown): (&str, &str),
    fault: &Diagnostic,
) -> Diagnostic {
    let why = &fault.message;
    let message = format!("the cluster `{name}` is skipped, because its file has an error: {why}");
    inside_instance(&BROKEN_CLUSTER, range, message, path, fault.range)
        .with_help(format!("kwiver skips `{shown}` with a warning"))
}

/// Reports a type that two files define, the first of which counts here.
pub fn rival_clusters(range: TextRange, name: &str, [first, other]: [&str; 2]) -> Diagnostic {
    let message = format!("`{first}` and `{other}` both define the cluster `{name}`");
    Diagnostic::new(&RIVAL_CLUSTERS, range, message).with_help(format!(
        "Bobbin takes `{first}`; rename one of the clusters, so that kwiver cannot take the other"
    ))
}

/// Reports a cluster that holds an instance of itself.
pub fn endless_cluster(range: TextRange, name: &str) -> Diagnostic {
    Diagnostic::new(&ENDLESS_CLUSTER, range, format!("the cluster `{name}` contains itself"))
        .with_help("kwiver makes instances inside instances without end")
}

/// Reports a section that breaks all instances of clusters.
pub fn global_section(range: TextRange, instance: &str) -> Diagnostic {
    Diagnostic::new(
        &GLOBAL_SECTION,
        range,
        format!("`_global` breaks instances of clusters, here `{instance}`"),
    )
    .with_help("kwiver sees its keys in every process but finds no value there")
}

/// The words for a place in the file of a cluster.
const IN_CLUSTER: &str = "in the file of the cluster";

/// Adds the place in the file of a cluster that a diagnostic is about, if it is known.
pub fn noted_inside(mut finding: Diagnostic, inner: Option<Location>) -> Diagnostic {
    if let Some(Location { path: path @ Some(_), range }) = inner {
        finding.related.push(Related { path, range, message: IN_CLUSTER.to_owned() });
    }
    finding
}

/// Reports something inside an instance at which the program stops.
pub fn inside_instance(
    code: &'static Code,
    range: TextRange,
    message: String,
    path: &str,
    place: TextRange,
) -> Diagnostic {
    let mut res = Diagnostic::new(code, range, message);
    res.related.push(Related {
        path: Some(path.to_owned()),
        range: place,
        message: IN_CLUSTER.to_owned(),
    });
    res
}
