//! Documentation of a place in the text.

use std::fmt::Write as _;

use text_size::{TextRange, TextSize};

use crate::ast::Address;
use crate::catalogue::{self, Dynamic, Flags, KeyKind, Port, ProcessType};
use crate::diagnostics::config;
use crate::file::File;
use crate::form;
use crate::instances;
use crate::macro_sources;
use crate::macros::{self, Macro};
use crate::model::{Entry, HolderKind};
use crate::network::{Network, PortInfo};
use crate::resolve::{self, Baked, Configuration};
use crate::source::{Target, shown_path};
use crate::token::Kind;
use crate::wires;
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::{bold, code, offset, slice};
use bobbin_core::view::{Hover, PortSide};

/// Returns the documentation of the place `at`.
pub fn hover(file: &File, at: TextSize) -> Option<Hover> {
    let source = file.source();
    let idx = source.at(at)?;
    let range = source.range(idx);
    let (range, markdown) = match source.kind(idx)? {
        Kind::From | Kind::To => (range, keyword(statement_word(file, idx))?.to_owned()),
        kind if kind.is_keyword() || kind == Kind::Include => {
            (range, keyword(source.text(idx))?.to_owned())
        }
        Kind::IncludeName => (range, include(file, idx)?),
        _ => {
            connection(file, idx).or_else(|| holder(file, idx)).or_else(|| entry(file, idx, at))?
        }
    };
    Some(Hover { range, markdown })
}

/// Returns the word that begins the statement which the `from` or `to` at `at` is of: `connect`, if
/// none does.
fn statement_word(file: &File, at: TokenIdx) -> &'static str {
    let before = TokenSpan::new(TokenIdx(0), at);
    let mut kinds = file.source().significant_in(before).rev().map(|it| it.1);
    let is_of_statement = |it: &Kind| {
        matches!(it, Kind::From | Kind::To | Kind::Word | Kind::Reserved | Kind::Dot | Kind::Slash)
    };
    match kinds.find(|it| !is_of_statement(it)) {
        Some(Kind::Imap) => "imap",
        Some(Kind::Omap) => "omap",
        _ => "connect",
    }
}

/// Returns the sentence about a reserved word that begins a statement or stands in an entry.
pub fn keyword(word: &str) -> Option<&'static str> {
    Some(match word {
        "process" => {
            "**process** *name* `::` *type*\n\nA process of the pipeline; its settings follow."
        }
        "connect" => {
            "**connect from** *process.output* **to** *process.input*\n\nAn output may feed many inputs; an input takes one connection."
        }
        "config" => {
            "**config** *path*\n\nSettings. A section with the name of a process sets that process's keys."
        }
        "block" => "**block** *name* … **endblock**\n\nPrefixes the keys inside with its name.",
        "endblock" => {
            "**endblock**\n\nEnds the innermost block. Text after it on the line is not read."
        }
        "cluster" => {
            "**cluster** *name*\n\nDeclares a process type made of other processes. The first word of its file."
        }
        "imap" => {
            "**imap from** *port* **to** *process.input*\n\nAn input of the cluster stands for one or several inputs inside."
        }
        "omap" => {
            "**omap from** *process.output* **to** *port*\n\nAn output inside stands for an output of the cluster."
        }
        "relativepath" => {
            "**relativepath** *key* `=` *value*\n\nPrepends the folder of this file to the value."
        }
        "include" => {
            "**include** *file*\n\nReads the lines of another file here. Looked up in the search path, beside this file and those that include it, in the current folder."
        }
        _ => return None,
    })
}

fn include(file: &File, idx: TokenIdx) -> Option<String> {
    let include = file.source().includes().iter().find(|it| it.name == idx)?;
    Some(match include.target {
        Target::Opened { file: opened } => {
            let path = file.source().file(opened).map_or("", |it| it.path.as_str());
            format!("included file {}", code(shown_path(path, &file.input().path)))
        }
        Target::Missing => format!("{} is not among the open files", code(&include.expanded)),
        Target::Directory => {
            format!("{} is a directory, so nothing is included", code(&include.expanded))
        }
        Target::Cycle { .. } => format!("{} includes itself", code(&include.expanded)),
        Target::TooMany => "not followed: there are too many includes".to_owned(),
    })
}

/// Describes a process type with its ports and keys.
pub fn type_markdown(known: &ProcessType) -> String {
    let what = if known.is_cluster { "cluster" } else { "process type" };
    let mut res = format!("**{}** — {what}", known.name);
    if !known.module.is_empty() {
        let _ = write!(res, " of `{}`", known.module);
    }
    res.push('\n');
    if !known.about.is_empty() {
        let _ = write!(res, "\n{}\n", known.about);
    }
    for (title, side) in [("Inputs", PortSide::Input), ("Outputs", PortSide::Output)] {
        let rules: Vec<&Dynamic> = known.dynamic.iter().filter(|it| it.side == side).collect();
        if known.ports(side).is_empty() && rules.is_empty() {
            continue;
        }
        let _ = write!(res, "\n{title}\n\n");
        for it in known.ports(side) {
            let _ = writeln!(res, "- `{}` : `{}`{}", it.name, it.data_type, flags_words(it.flags));
        }
        for it in rules {
            let _ = writeln!(res, "- `{}` : `{}`, made when connected", it.template, it.data_type);
        }
    }
    if !known.keys.is_empty() {
        res += "\nKeys\n\n";
        for it in &known.keys {
            let _ = writeln!(res, "- {}", key_words(it));
        }
    }
    res
}

fn key_words(key: &catalogue::Key) -> String {
    let default = match (key.kind, key.default.as_ref()) {
        (KeyKind::Algorithm, _) => {
            return format!(
                "`{}` — a block that chooses and sets up an algorithm with the interface `{}`",
                key.name, key.interface
            );
        }
        (_, "") => String::new(),
        (_, default) => format!(", default `{default}`"),
    };
    let tunable = if key.tunable { ", tunable" } else { "" };
    let about = if key.about.is_empty() { key.kind.words() } else { &key.about };
    // The sentence goes on.
    let goes_on = !default.is_empty() || !tunable.is_empty();
    let about = if goes_on { about.trim_end().trim_end_matches('.') } else { about };
    format!("`{}` — {about}{default}{tunable}", key.name)
}

fn flags_words(flags: Flags) -> String {
    let words = [
        (Flags::REQUIRED, "must be connected"),
        (Flags::NODEP, "may close a cycle"),
        (Flags::SHARED, "shared"),
        (Flags::CONST, "constant"),
        (Flags::MUTABLE, "changes what it gets"),
        (Flags::STATIC, "a key `static/…` can stand for it"),
    ];
    let has = words.iter().filter(|it| flags.has(it.0)).map(|it| format!(", {}", it.1));
    has.collect()
}

/// Describes a port with its type.
pub fn port_markdown(port: &Port, side: PortSide, owner: &str) -> String {
    let word = match side {
        PortSide::Input => "input",
        PortSide::Output => "output",
    };
    let flags = flags_words(port.flags);
    let cpp =
        catalogue::data_types().iter().find(|it| it.0 == port.data_type).map_or("", |it| it.1);
    let cpp = if cpp.is_empty() { String::new() } else { format!("\n\nin C++ `{cpp}`") };
    let about = match port.data_type.as_ref() {
        "_any" => "\n\nanything may be connected",
        "_none" => "\n\nno data, only the beat",
        it if it.starts_with("_flow_dependent/") => "\n\ntakes the type of what it is connected to",
        "_data_dependent" => "\n\nthe process decides the type when it is set up",
        _ => "",
    };
    let own = if port.about.is_empty() { String::new() } else { format!("\n\n{}", port.about) };
    format!(
        "{word} {} of {} : {}{flags}{own}{about}{cpp}",
        bold(&port.name),
        code(owner),
        code(&port.data_type)
    )
}

fn contains(span: TokenSpan, idx: TokenIdx) -> bool {
    span.start <= idx && idx < span.end
}

fn connection(file: &File, idx: TokenIdx) -> Option<(TextRange, String)> {
    let ends = |address: Address, side: PortSide| (address, side);
    let model = file.model();
    let last = model.connections.last_while(|it| it.span.start <= idx).map(|it| it.1);
    let of_connection = last.filter(|it| contains(it.span, idx));
    let (address, side) = match &of_connection {
        Some(it) => [ends(it.from, PortSide::Output), ends(it.to, PortSide::Input)]
            .into_iter()
            .find(|it| contains(it.0.span, idx))?,
        None => {
            let it = model.mappings.iter().find(|it| contains(it.inner.span, idx))?;
            (it.inner, if it.is_input { PortSide::Input } else { PortSide::Output })
        }
    };
    let network = Network::new(file);
    let source = file.source();
    let name = source.joined(address.process());
    let &process = network.by_name.get(name.as_ref())?;
    let it = network.processes.get(process)?;
    if contains(address.process(), idx) {
        let about = it.process_type.map_or_else(
            || format!("{} :: {}", bold(&it.name), code(it.type_name)),
            |known| format!("{} :: {}", bold(&it.name), type_markdown(known)),
        );
        return Some((source.span_range(address.process()), about));
    }
    let port = address.port().filter(|it| contains(*it, idx))?;
    let port_name = source.joined(port);
    let info = match of_connection {
        Some(_) => network.port_info(process, side, &port_name),
        None => network.mappable_port(process, side, &port_name),
    };
    let markdown = match info {
        PortInfo::Declared(port) => {
            port_markdown(&wires::typed_port(&network, process, port, side), side, &it.name)
        }
        PortInfo::Dynamic(rule) => format!(
            "port {} of {} : `{}`, made when connected (`{}`)",
            bold(port_name),
            code(&it.name),
            rule.data_type,
            rule.template
        ),
        PortInfo::Open => {
            format!("port {}; the type {} is not known", bold(port_name), code(it.type_name))
        }
        PortInfo::Missing => return None,
    };
    Some((source.span_range(port), markdown))
}

fn holder(file: &File, idx: TokenIdx) -> Option<(TextRange, String)> {
    let source = file.source();
    let (_, holder) = file.model().holders.last_while(|it| it.head.start <= idx)?;
    if !contains(holder.head, idx) {
        return None;
    }
    match holder.kind {
        HolderKind::Process(head) => {
            let at = head.process_type?;
            if idx != at && idx != head.name {
                return None;
            }
            let known = file.process_type(source.text(at));
            let markdown = match (known, catalogue::nearest_type(source.text(at))) {
                (Some(known), _) => type_markdown(known),
                (None, Some(nearest)) => {
                    format!("{} is not in the catalogue; `{nearest}` is", code(source.text(at)))
                }
                (None, None) => format!("{} is not in the catalogue", code(source.text(at))),
            };
            Some((source.range(idx), markdown))
        }
        HolderKind::Cluster { name, description } if idx == name => {
            let text = description.map(|it| form::described(file, it)).unwrap_or_default();
            Some((source.range(idx), format!("cluster {}\n\n{text}", bold(&holder.path))))
        }
        _ => None,
    }
}

fn entry(file: &File, idx: TokenIdx, at: TextSize) -> Option<(TextRange, String)> {
    let source = file.source();
    let place = file.model().entries.partition_point(|it| it.span.start <= idx).checked_sub(1)?;
    let entry = file.model().entries.get(place).filter(|it| contains(it.span, idx))?;
    if contains(entry.key, idx) {
        return Some((source.span_range(entry.key), key_markdown(file, entry)));
    }
    if let Some(flags) = entry.flags.filter(|it| contains(*it, idx)) {
        let about = match resolve::flag(source.text(idx))? {
            resolve::Flag::ReadOnly => {
                "**ro** — the key cannot be set again, not even to the same value"
            }
            resolve::Flag::Tunable => {
                "**tunable** — for the keys of a cluster's header: they can be changed while the pipeline runs"
            }
            resolve::Flag::Local => "**local-assign** — the same as `:=`",
            resolve::Flag::Relative => {
                "**relativepath** — the folder of this file is prepended to the value"
            }
        };
        let _ = flags;
        return Some((source.range(idx), about.to_owned()));
    }
    (entry.value == Some(idx)).then(|| value(file, place, idx, at))
}

/// Describes a key: first the value in force and its origin, then what is known of the key.
fn key_markdown(file: &File, entry: &Entry) -> String {
    let source = file.source();
    let full = file.model().full_key(source, entry);
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let mut res = match configuration.get(&full) {
        Some(counts) => in_force(file, counts),
        None => code(&full),
    };
    let network = Network::new(file);
    let (first, rest) = full.split_once(':').unwrap_or((&full, ""));
    let known = network.named(first).and_then(|it| it.process_type);
    if known.is_some_and(|it| it.is_cluster) {
        let configured = instances::configure(file, &network, &configuration);
        if let Some(it) = configured.unreached.iter().find(|it| it.key == full) {
            let _ = write!(
                res,
                "\n\nthe value {}, which took the default when the cluster was loaded",
                it.words()
            );
        }
    }
    if let Some(key) = known.and_then(|it| it.key(rest)) {
        let _ = write!(res, "\n\n{}", declared(key));
    } else if let (Some(known), Some(port)) = (known, rest.strip_prefix(STATIC)) {
        let _ = write!(res, "\n\n{}", static_key(known, port));
    } else if let Some(about) = reserved_key(first, rest) {
        let _ = write!(res, "\n\n{about}");
    }
    res
}

/// Describes the value of an assignment in force, and where that stands.
fn in_force(file: &File, counts: &Baked<'_>) -> String {
    let value = resolve::stored(file, counts);
    let origin = resolve::origin(file, counts);
    let entry = file.model().entries.get(counts.entry);
    let place = entry.map(|it| place_words(file, it.value.unwrap_or(it.key.start)));
    let words: Vec<String> =
        place.into_iter().chain(Some(origin.note).filter(|it| !it.is_empty())).collect();
    match value.as_str() {
        "" => format!("{} is empty ({})", code(counts.key), words.join(", ")),
        value => format!("{} = {} ({})", code(counts.key), code(value), words.join(", ")),
    }
}

/// Returns the line that a token stands in, with the file if that is another one.
fn place_words(file: &File, at: TokenIdx) -> String {
    let source = file.source();
    let Some(its) = source.file(source.file_of(at)) else { return String::new() };
    let before = slice(&its.text, TextRange::up_to(source.local_range(at).start()));
    let line = before.matches('\n').count() + 1;
    if source.is_own(at) {
        format!("line {line}")
    } else {
        format!("line {line} of {}", code(file.shown_path(at)))
    }
}

/// Describes a key as its process type declares it: its type, its default, its text.
fn declared(key: &catalogue::Key) -> String {
    if key.kind == KeyKind::Algorithm {
        return key_words(key);
    }
    let mut res = key.kind.words().to_owned();
    if !key.default.is_empty() {
        let _ = write!(res, "; default `{}`", key.default);
    }
    if key.tunable {
        res += "; tunable";
    }
    if !key.about.is_empty() {
        let _ = write!(res, "\n\n{}", key.about);
    }
    res
}

/// The beginning of the keys that give static inputs their values (sprokit.md#static-ports).
const STATIC: &str = "static/";

/// Describes the key of a static input, if the type has that.
fn static_key(known: &ProcessType, port: &str) -> String {
    let is_static = |it: &Port| it.flags.has(Flags::STATIC);
    match known.port(PortSide::Input, port) {
        Some(it) if is_static(it) => {
            format!("the value of the input {} while it is not connected", code(&it.name))
        }
        _ => format!("{} has no static input {}", code(&known.name), code(port)),
    }
}

/// Keys that the program itself reads (sprokit.md#reserved-configuration).
fn reserved_key(first: &str, rest: &str) -> Option<&'static str> {
    if rest.starts_with(STATIC) {
        return Some("the value of an input that is not connected");
    }
    Some(match (first, rest) {
        ("_pipeline", it) if it.ends_with(":capacity") => {
            "how many data sets may wait on a connection; 0 is unbounded; 10 by default"
        }
        ("_pipeline", it) if it.ends_with(":blocking") => {
            "whether a full connection makes its sender wait"
        }
        ("_scheduler", "type") => {
            "the scheduler that runs the processes; the runner's `-S` overrides it"
        }
        (_, "_non_blocking") => {
            "the capacity of all inputs of the process, which then never make their senders wait"
        }
        (_, "_instrumentation:type") => "measures the process: `logger`, `timing` or `none`",
        (_, "_name" | "_type") => "set by the program; what is written is overwritten",
        _ => return None,
    })
}

/// Returns the value of a macro at its place, and where it is set; `None` if it is not known.
fn macro_value(
    file: &File,
    configuration: &Configuration<'_>,
    asking: usize,
    it: &Macro<'_>,
) -> Option<String> {
    let host = &file.input().host;
    let said = match it.provider {
        "ENV" => host.env.get(it.name).map(String::as_str),
        "SYSENV" => macros::system(host, it.name),
        _ => None,
    };
    if let Some(value) = said {
        return Some(code(value));
    }
    let source = macro_sources::source(file, configuration, asking, it)?;
    let entry = file.model().entries.get(source.entry)?;
    let place = place_words(file, entry.value.unwrap_or(entry.key.start));
    let rest = if source.is_open { ", with a macro that is not known here" } else { "" };
    // Of a relative path a macro sees the value without the folder (sprokit.md#relative-paths).
    Some(format!("{} ({place}{rest})", code(&source.value)))
}

/// Returns the words of the problem of a macro whose provider does not know its name.
fn unresolved(configuration: &Configuration<'_>, asking: usize, it: &Macro<'_>) -> Option<String> {
    let mut all = configuration.unresolved.iter().filter(|it| it.entry == asking);
    let found = all.find(|known| known.range == it.range)?;
    let is_told = found.is_known_provider && found.full_name.is_none();
    let why = config::unresolved_macro(TextRange::default(), it.provider, it.name, None).message;
    is_told.then_some(why)
}

/// Describes a value: the macro under the place with what it stands for, or what all of it becomes.
fn value(file: &File, place: usize, idx: TokenIdx, at: TextSize) -> (TextRange, String) {
    let source = file.source();
    let range = source.range(idx);
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let baked = configuration.entries.iter().find(|it| it.entry == place);
    let text = source.text(idx);
    let inside = usize::from(at.checked_sub(range.start()).unwrap_or_default());
    if let Some(it) = macros::find(text).find(|it| it.range.contains(&inside)) {
        let about = macros::PROVIDERS
            .iter()
            .find(|known| known.0 == it.provider)
            .map_or("no such provider", |it| it.1);
        let fact =
            macros::SYSTEM_NAMES.iter().find(|known| it.provider == "SYSENV" && known.0 == it.name);
        let fact = fact.map_or(String::new(), |it| format!(": {}", it.1));
        let name = code(format_args!("${}{{{}}}", it.provider, it.name));
        let mut res = match macro_value(file, &configuration, place, &it) {
            Some(value) => format!("{name} = {value}\n\n{about}{fact}"),
            None => match unresolved(&configuration, place, &it) {
                Some(why) => format!("{name} — {why}\n\n{about}"),
                None => format!("{name} — {about}{fact}"),
            },
        };
        if let Some(baked) = baked.filter(|it| !it.is_open && it.value != it.raw) {
            let value = match resolve::lacks_folder(file, baked) {
                true => format!("{}, in the folder of this file", code(&baked.value)),
                false => code(resolve::stored(file, baked)),
            };
            let _ = write!(res, "\n\nthe whole value is {value}");
        }
        let start = range.start();
        return (TextRange::new(start + offset(it.range.start), start + offset(it.range.end)), res);
    }
    let mut res = String::new();
    if let Some(baked) = baked {
        let stored = resolve::stored(file, baked);
        let _ = write!(res, "{} = {}", code(baked.key), code(&stored));
        if baked.is_open {
            res += "\n\na macro in it is not known here";
        } else if resolve::lacks_folder(file, baked) {
            res += "\n\nthe program puts the folder of this file in front, which is not known here";
        } else if stored != baked.raw {
            let _ = write!(res, "\n\nfrom {}", code(baked.raw));
        }
        if let Some(key) = resolve::mapped_key(file, baked) {
            let _ = write!(res, "\n\n{}", resolve::mapping_words(key));
        }
        let counts = configuration.get(baked.key);
        if counts.is_some_and(|it| it.entry != baked.entry) {
            let counts = counts.map(|it| resolve::stored(file, it)).unwrap_or_default();
            let _ = write!(res, "\n\nset again: {} counts", code(counts));
        }
    }
    (range, res)
}
