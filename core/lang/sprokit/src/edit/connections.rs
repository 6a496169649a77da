//! Connecting and disconnecting ports.

use text_size::TextRange;

use super::lines::{self, COMMENTS};
use super::statements::{elsewhere, find, remove_between_comments, some};
use crate::ast::Address;
use crate::catalogue::Flags;
use crate::catalogue::is_concrete;
use crate::file::File;
use crate::inside;
use crate::items::ItemRef;
use crate::model::{Connection, ConnectionId, Mapping};
use crate::network::{End, Link, Network, PortInfo, ProcessId};
use bobbin_core::Id as _;
use bobbin_core::edit::{ItemPath, PortRef, Refusal, Replacement, TextEdit};
use bobbin_core::syntax::{TokenSpan, line_indent};
use bobbin_core::text::slice;
use bobbin_core::view::PortSide;

/// Writes a connection behind the last one, in its style.
pub(crate) fn connect(file: &File, from: &PortRef, to: &PortRef) -> Result<TextEdit, Refusal> {
    let network = Network::new(file);
    let is_cluster = |it: &PortRef| it.item.0.first().is_some_and(|it| it == "cluster");
    if is_cluster(from) {
        return super::mappings::map(file, &network, true, &from.port, to);
    }
    if is_cluster(to) {
        return super::mappings::map(file, &network, false, &to.port, from);
    }
    let (from, to) = (Port::of(&network, from)?, Port::of(&network, to)?);
    check_ends(&network, &from, &to)?;
    check_free(file, &network, &to, None)?;
    Ok(write(file, &[(from.name, to.name)]))
}

/// A port of a process.
#[derive(Debug, Clone)]
pub(super) struct Port {
    process: ProcessId,
    port: String,
    /// The name as a connection writes it.
    pub(super) name: String,
}

impl Port {
    /// Finds the port that a command names.
    pub(super) fn of(network: &Network<'_>, end: &PortRef) -> Result<Port, Refusal> {
        match end.item.parts().as_slice() {
            ["process", name, ..] => Port::new(network, name, &end.port),
            _ => Err(inside::not_here(network, &end.item)),
        }
    }

    /// Finds the port at an end of a connection.
    pub(super) fn at(network: &Network<'_>, end: &End<'_>) -> Result<Port, Refusal> {
        Port::new(network, &end.name, &end.port)
    }

    /// Finds the port that a connection writes so.
    pub(super) fn named(network: &Network<'_>, address: &str) -> Result<Port, Refusal> {
        let Some((name, port)) = address.split_once('.') else {
            let reason = format!("`{address}` names no port, such as `process.port`");
            return Err(Refusal::bad_value(reason));
        };
        Port::new(network, name, port)
    }

    fn new(network: &Network<'_>, name: &str, port: &str) -> Result<Port, Refusal> {
        let process = network.by_name.get(name).copied().ok_or_else(|| Refusal {
            reason: format!("there is no process called `{name}`"),
            at: None,
        })?;
        let name = network.name(process);
        Ok(Port { process, port: port.to_owned(), name: format!("{name}.{port}") })
    }
}

/// Refuses an input that has a connection, other than the one that is changed.
pub(super) fn check_free(
    file: &File,
    network: &Network<'_>,
    to: &Port,
    but: Option<ConnectionId>,
) -> Result<(), Refusal> {
    let is_taken = |it: &&Link<'_>| {
        Some(it.connection) != but && it.to.process == Some(to.process) && it.to.port == to.port
    };
    let Some(taken) = network.links.iter().find(is_taken) else { return Ok(()) };
    Err(Refusal {
        reason: format!(
            "the input `{}` is already connected, and takes only one connection",
            to.name
        ),
        at: Some(file.source().span_range(taken.to.span)),
    })
}

/// A connection to be written.
#[derive(Debug)]
pub(super) enum Statement {
    /// From an output to an input, in the style of the others.
    New(String, String),
    /// As it stands elsewhere, with its comments.
    Written(String),
}

/// Writes connections behind the last one, in its style.
pub fn write(file: &File, pairs: &[(String, String)]) -> TextEdit {
    let new = |(from, to): &(String, String)| Statement::New(from.clone(), to.clone());
    write_all(file, &pairs.iter().map(new).collect::<Vec<_>>())
}

/// Writes connections behind the last one.
pub(super) fn write_all(file: &File, statements: &[Statement]) -> TextEdit {
    let own: Vec<&Connection> =
        file.model().connections.iter().filter(|it| file.source().is_own(it.span.start)).collect();
    let nl = lines::line_end(file);
    let Some((last, before)) = own.split_last() else {
        let line = |it: &Statement| match it {
            Statement::New(from, to) => format!("connect from {from}{nl}        to   {to}"),
            Statement::Written(text) => text.clone(),
        };
        return lines::append(file, &statements.iter().map(line).collect::<Vec<_>>().join(nl));
    };
    let gap = if before.last().is_some_and(|it| has_blank_line(file, it, last)) { nl } else { "" };
    let mut text = String::new();
    for (n, it) in statements.iter().enumerate() {
        let nl = if n == 0 { "" } else { nl };
        let statement = match it {
            Statement::New(from, to) => in_style(file, last, from, to),
            Statement::Written(text) => text.clone(),
        };
        text += &format!("{nl}{gap}{statement}");
    }
    lines::insert_below(file, last.span, &text)
}

/// Takes one end of a connection to another port, in place; `value` is `process.port`.
pub(super) fn reroute(
    file: &File,
    connection: ConnectionId,
    side: PortSide,
    value: &str,
) -> Result<TextEdit, Refusal> {
    let new = Port::named(&Network::new(file), value)?;
    match side {
        PortSide::Output => take_to(file, connection, Some(new), None),
        PortSide::Input => take_to(file, connection, None, Some(new)),
    }
}

/// Takes ends of a connection or a mapping to other ports, in place.
pub(super) fn reconnect(
    file: &File,
    item: &ItemPath,
    from: Option<&PortRef>,
    to: Option<&PortRef>,
) -> Result<TextEdit, Refusal> {
    if let [kind @ ("imap" | "omap"), old_from, old_to] = item.parts().as_slice() {
        let mapping = find_mapping(file, *kind == "imap", old_from, old_to)?;
        return super::mappings::reconnect(file, mapping, from, to);
    }
    let ItemRef::Connection(idx) = find(file, item)? else {
        return Err(Refusal::bad_value("only a connection has ends"));
    };
    let network = Network::new(file);
    let port = |it: Option<&PortRef>| it.map(|it| Port::of(&network, it)).transpose();
    take_to(file, idx, port(from)?, port(to)?)
}

fn take_to(
    file: &File,
    connection: ConnectionId,
    from: Option<Port>,
    to: Option<Port>,
) -> Result<TextEdit, Refusal> {
    let network = Network::new(file);
    let link = link(&network, connection)?;
    let mut edits = Vec::new();
    for (new, old) in [(&from, &link.from), (&to, &link.to)] {
        let Some(new) = new else { continue };
        if !file.source().is_own(old.span.start) {
            return Err(elsewhere(file, old.span.start));
        }
        edits.extend(lines::reworded(file, old.span, &new.name));
    }
    let from = from.map_or_else(|| Port::at(&network, &link.from), Ok)?;
    let to = to.map_or_else(|| Port::at(&network, &link.to), Ok)?;
    check_ends(&network, &from, &to)?;
    check_free(file, &network, &to, Some(connection))?;
    edits.retain(|it| slice(&file.input().text, it.range) != it.text);
    some(TextEdit::from_replacements(edits))
}

/// Finds the ends of a connection.
pub(super) fn link<'n, 'f>(
    network: &'n Network<'f>,
    connection: ConnectionId,
) -> Result<&'n Link<'f>, Refusal> {
    let found = network.links.iter().find(|it| it.connection == connection);
    found.ok_or_else(|| Refusal::bad_value("the connection has no port at one of its ends"))
}

/// Refuses a connection that the program would reject.
pub(super) fn check_ends(network: &Network<'_>, from: &Port, to: &Port) -> Result<(), Refusal> {
    for end in [from, to] {
        let is_word = |it: &str| crate::token::is_name(it);
        if !end.port.split('/').all(is_word) {
            return Err(Refusal::bad_value(format!("`{}` cannot be the name of a port", end.port)));
        }
    }
    let (from_process, to_process) = (from.process, to.process);
    let up = network.port_info(from_process, PortSide::Output, &from.port);
    let down = network.port_info(to_process, PortSide::Input, &to.port);
    let known = |process: ProcessId, side: PortSide, port: &str| {
        matches!(
            network.port_info(process, side, port),
            PortInfo::Declared(_) | PortInfo::Dynamic(_)
        )
    };
    let (from_name, to_name) = (&from.name, &to.name);
    if matches!(up, PortInfo::Missing) {
        return Err(Refusal::bad_value(if known(from_process, PortSide::Input, &from.port) {
            format!("`{from_name}` is an input; a connection runs from an output to an input")
        } else {
            format!("`{from_name}` is not an output that this type of process has")
        }));
    }
    if matches!(down, PortInfo::Missing) {
        return Err(Refusal::bad_value(if known(to_process, PortSide::Output, &to.port) {
            format!("`{to_name}` is an output; a connection runs from an output to an input")
        } else {
            format!("`{to_name}` is not an input that this type of process has")
        }));
    }
    let (up_type, down_type) = (up.data_type(), down.data_type());
    if is_concrete(up_type) && is_concrete(down_type) && up_type != down_type {
        return Err(Refusal::bad_value(format!(
            "`{from_name}` gives `{up_type}`, but `{to_name}` takes `{down_type}`"
        )));
    }
    if up.has(Flags::CONST) && down.has(Flags::MUTABLE) {
        return Err(Refusal::bad_value(format!(
            "`{from_name}` is constant, but `{to_name}` changes what it gets"
        )));
    }
    Ok(())
}

/// Writes the statement with the blanks and line ends of another one.
pub(super) fn in_style(file: &File, model: &Connection, from: &str, to: &str) -> String {
    let source = file.source();
    let text: &str = &file.input().text;
    let start = source.range(model.span.start);
    let indent = line_indent(text, start.start()).unwrap_or_default();
    let line_end = lines::line_end(file);
    let mut res = format!("{indent}connect from {from}");
    let (Some(from_word), Some(to_word)) = (model.from_word, model.to_word) else {
        return format!("{res} to {to}");
    };
    let between = |from: TextRange, to: TextRange| {
        let blanks = slice(text, TextRange::new(from.end(), to.start().max(from.end())));
        // Comments stay where they are.
        if blanks.chars().all(char::is_whitespace) {
            return blanks.to_owned();
        }
        let mut code = blanks.lines().map(|it| it.split('#').next().unwrap_or_default());
        let indent = blanks.rsplit('\n').next().unwrap_or_default();
        if code.all(|it| it.trim().is_empty()) {
            format!("{line_end}{indent}")
        } else {
            " ".to_owned()
        }
    };
    let from_range = source.span_range(model.from.span);
    let word = source.range(from_word);
    let head = between(start, word);
    let tail = between(word, from_range);
    if !head.is_empty() && !tail.is_empty() {
        res = format!("{indent}connect{head}from{tail}{from}");
    }
    let middle = between(from_range, source.range(to_word));
    let last = between(source.range(to_word), source.span_range(model.to.span));
    if middle.contains('\n') {
        res += &middle;
    } else {
        // If the words `to` stand in a column, so does the new one.
        let line = lines::line_start(file, from_range.start());
        let column = slice(text, TextRange::new(line, source.range(to_word).start().max(line)));
        let width = res.rsplit('\n').next().unwrap_or_default().chars().count();
        let n_blanks =
            if middle.len() > 1 { column.chars().count().saturating_sub(width) } else { 1 };
        res += &" ".repeat(n_blanks.max(1));
    }
    let last = if last.is_empty() { " " } else { last.as_str() };
    format!("{res}to{last}{to}")
}

/// Returns true if blank lines stand between a connection and its neighbours.
pub(super) fn stands_apart(file: &File, connection: ConnectionId) -> bool {
    let is_own = |it: &Connection| file.source().is_own(it.span.start);
    let first = connection.index().saturating_sub(1);
    let all = file.model().connections.iter().take(connection.index() + 2).skip(first);
    all.clone()
        .zip(all.skip(1))
        .any(|(one, other)| is_own(one) && is_own(other) && has_blank_line(file, one, other))
}

fn has_blank_line(file: &File, one: &Connection, other: &Connection) -> bool {
    let (one, other) = (file.source().span_range(one.span), file.source().span_range(other.span));
    if one.end() > other.start() {
        return false;
    }
    let between = slice(&file.input().text, TextRange::new(one.end(), other.start()));
    // The first and the last piece stand on the lines of the two.
    let lines: Vec<&str> = between.split('\n').collect();
    let whole = lines.get(1..lines.len().saturating_sub(1)).unwrap_or_default();
    whole.iter().any(|it| it.trim().is_empty())
}

/// Takes all connections between two ports away.
pub(super) fn disconnect(file: &File, from: &PortRef, to: &PortRef) -> Result<TextEdit, Refusal> {
    let source = file.source();
    let (from_text, to_text) = (end_text(&from.item, &from.port), end_text(&to.item, &to.port));
    if from.item.0.first().is_some_and(|it| it == "cluster") {
        return remove_mapping(file, true, &from.port, &to_text);
    }
    if to.item.0.first().is_some_and(|it| it == "cluster") {
        return remove_mapping(file, false, &from_text, &to.port);
    }
    let mut removed = Vec::new();
    for it in &file.model().connections {
        if source.joined(it.from.span) == from_text && source.joined(it.to.span) == to_text {
            if !source.is_own(it.span.start) {
                return Err(elsewhere(file, it.span.start));
            }
            removed.push(lines::remove_statement(file, it.span));
        }
    }
    if removed.is_empty() {
        return Err(Refusal::bad_value(format!("`{from_text}` and `{to_text}` are not connected")));
    }
    Ok(lines::merged(file, removed))
}

/// Writes `process.port`; a port inside a cluster, such as `inner.port`, stands behind a `/`.
fn end_text(item: &ItemPath, port: &str) -> String {
    let name = item.0.get(1).map_or("", String::as_str);
    let separator = if port.contains('.') { '/' } else { '.' };
    format!("{name}{separator}{port}")
}

/// Takes a mapping away with its description; of several targets of one `imap` only the one.
pub(super) fn remove_mapping(
    file: &File,
    is_input: bool,
    from: &str,
    to: &str,
) -> Result<TextEdit, Refusal> {
    let mapping = find_mapping(file, is_input, from, to)?;
    let targets = file.model().mappings.iter().filter(|it| it.span == mapping.span).count();
    let removed =
        if targets > 1 { one_target(file, mapping) } else { vec![whole_mapping(file, mapping)] };
    Ok(TextEdit::from_replacements(removed))
}

/// Finds the mapping of these ports, or refuses if there is none, or if it stands in another file.
pub(super) fn find_mapping<'f>(
    file: &'f File,
    is_input: bool,
    from: &str,
    to: &str,
) -> Result<&'f Mapping, Refusal> {
    let source = file.source();
    let same = |address: Address, text: &str| source.joined(address.span) == text;
    let is_it = |it: &&Mapping| {
        it.is_input == is_input
            && if is_input {
                same(it.outer, from) && same(it.inner, to)
            } else {
                same(it.inner, from) && same(it.outer, to)
            }
    };
    let Some(mapping) = file.model().mappings.iter().find(is_it) else {
        return Err(Refusal::bad_value(format!("`{from}` is not mapped to `{to}`")));
    };
    if !source.is_own(mapping.span.start) {
        return Err(elsewhere(file, mapping.span.start));
    }
    Ok(mapping)
}

/// Takes one of several targets away, with the word `to` in front of it and the blanks between: with its lines and
/// the comments of these, if nothing else stands there. Comments in the middle of it stay.
fn one_target(file: &File, mapping: &Mapping) -> Vec<Replacement> {
    let source = file.source();
    let before = TokenSpan::new(mapping.span.start, mapping.inner.span.start);
    let mut tokens = source.significant_in(before).rev().map(|it| it.0);
    let to = tokens.next().map_or(mapping.inner.span.start, |it| it);
    let before = tokens.next().map_or(mapping.span.start, |it| it);
    let whole = TokenSpan::new(to, mapping.inner.span.end);
    let (before, to) = (source.range(before).end(), source.range(to).start());
    if slice(&file.input().text, source.span_range(whole)).contains('#') {
        return remove_between_comments(file, whole);
    }
    if !lines::shares_lines(file, whole) {
        // A comment above the first target is about all of them.
        let is_first =
            !file.model().mappings.iter().any(|it| {
                it.span == mapping.span && it.inner.span.start < mapping.inner.span.start
            });
        let range = match is_first {
            true => COMMENTS.lines_and_below(&file.input().text, source.span_range(whole)),
            false => lines::owned(file, whole),
        };
        return vec![Replacement { range, text: String::new() }];
    }
    // A comment between it and the target before is that one's.
    let has_comment =
        slice(&file.input().text, TextRange::new(before, to.max(before))).contains('#');
    let start = if has_comment { to } else { before };
    let range = TextRange::new(start, source.span_range(mapping.inner.span).end());
    vec![Replacement { range, text: String::new() }]
}

/// Takes a mapping away with its description.
fn whole_mapping(file: &File, mapping: &Mapping) -> Replacement {
    let end = mapping.description.map_or(mapping.span.end, |it| it.end);
    lines::remove_statement(file, TokenSpan::new(mapping.span.start, end))
}

/// Takes the mappings to and from a process away.
///
/// # Errors
///
/// If one of them stands in another file.
pub(super) fn remove_mappings_of(
    file: &File,
    is_of: impl Fn(TokenSpan) -> bool,
    removed: &mut Vec<Replacement>,
) -> Result<(), Refusal> {
    let all = || file.model().mappings.iter();
    let is_going = |it: &Mapping| is_of(it.inner.process());
    let mut last = None;
    for it in all().filter(|it| is_going(it)) {
        if !file.source().is_own(it.span.start) {
            return Err(elsewhere(file, it.span.start));
        }
        if all().any(|other| other.span == it.span && !is_going(other)) {
            removed.extend(one_target(file, it));
        } else if last.replace(it.span) != Some(it.span) {
            removed.push(whole_mapping(file, it));
        }
    }
    Ok(())
}
