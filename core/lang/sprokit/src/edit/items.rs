//! Adding and removing processes, sections and connections.

use super::lines::COMMENTS;
use super::statements;
use super::statements::{check_value, elsewhere, find};
use super::{connections, entries, lines, mappings, verified};
use crate::file::File;
use crate::items::{ItemRef, PORT, SETTING, SETTING_OF};
use crate::model::{Holder, HolderId, HolderKind};
use crate::network::Network;
use crate::resolve::{self, Flag};
use crate::token;
use bobbin_core::edit::{ItemPath, PortRef, Refusal, Replacement, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::slice;
use text_size::TextRange;

/// Adds a process or a section behind the last of its kind.
pub(super) fn add(
    file: &File,
    kind: &str,
    name: &str,
    values: &[(String, String)],
) -> Result<TextEdit, Refusal> {
    match kind {
        "process" => add_process(file, name, values),
        "config" => add_section(file, name, values),
        SETTING => add_setting(file, values),
        PORT => add_port(file, values),
        _ => Err(Refusal::bad_value(format!("a pipeline has no items of the kind `{kind}`"))),
    }
}

fn add_process(file: &File, name: &str, values: &[(String, String)]) -> Result<TextEdit, Refusal> {
    check_name(file, name)?;
    let is_type = |it: &&(String, String)| it.0 == "type" || it.0 == crate::items::TYPE_KEY;
    let process_type = values.iter().find(is_type).map(|it| it.1.as_str());
    let Some(process_type) = process_type.filter(|it| !it.is_empty()) else {
        return Err(Refusal::bad_value("a process needs a type"));
    };
    if !token::is_name(process_type) {
        return Err(Refusal::bad_value(format!("`{process_type}` cannot be the name of a type")));
    }
    let nl = lines::line_end(file);
    let last = last_of_kind(file, |it| matches!(it, HolderKind::Process(_)));
    let text: &str = &file.input().text;
    let (mut rule, mut between, mut indent) = ("", format!("{nl}  "), "  ".to_owned());
    if let Some(HolderKind::Process(head)) = last.map(|it| it.kind) {
        rule = rule_above(file, head.name);
        if let Some(colons) = head.colons.filter(|&it| file.source().is_own(it)) {
            let (name, colons) = (file.source().range(head.name), file.source().range(colons));
            let written = slice(text, TextRange::new(name.end(), colons.start().max(name.end())));
            if written.chars().all(char::is_whitespace) {
                between = written.to_owned();
            }
        }
        if !between.contains('\n') {
            between = " ".to_owned();
        } else if let Some(it) = between.rsplit('\n').next().filter(|it| !it.is_empty()) {
            indent = if it.contains('\t') { "\t" } else { "  " }.to_owned();
        }
    }
    if let Some(it) = last.and_then(|it| entries::indent(file, it)) {
        indent = it;
    }
    let mut block = String::new();
    if !rule.is_empty() {
        block += &format!("{rule}{nl}");
    }
    block += &format!("process {name}{between}:: {process_type}");
    block += &value_lines(values.iter().filter(|it| !is_type(it)), &indent, nl)?;
    place(file, last, &block)
}

fn add_section(file: &File, name: &str, values: &[(String, String)]) -> Result<TextEdit, Refusal> {
    if !name.split(':').all(token::is_name) {
        return Err(Refusal::bad_value(format!("`{name}` cannot be the path of a section")));
    }
    let nl = lines::line_end(file);
    place_section(file, &format!("config {name}{}", value_lines(values.iter(), "  ", nl)?))
}

/// Adds a key to a process or a section that does not have it, as the form asks for it.
fn add_setting(file: &File, values: &[(String, String)]) -> Result<TextEdit, Refusal> {
    let of = |key: &'static str| values.iter().filter(move |it| it.0 == key).map(|it| &*it.1);
    let item = ItemPath::new(of(SETTING_OF));
    let Some(written) = of("key").next() else {
        return Err(Refusal::bad_value("a setting needs a key"));
    };
    let (key, flag) = match written.strip_suffix(']').and_then(|it| it.split_once('[')) {
        Some((key, flag)) => (key.trim_end(), Some(flag.trim())),
        None => (written, None),
    };
    if !token::is_key(key) {
        return Err(Refusal::bad_value(format!("`{key}` cannot be written as a key")));
    }
    let ItemRef::Holder(idx) = find(file, &item)? else {
        return Err(Refusal::bad_value("a connection has no further keys"));
    };
    let holder = file.model().holders.get(idx).ok_or_else(|| Refusal::unknown_item(&item))?;
    if let Some((_, known)) = statements::written(file, holder, key).next() {
        let at = Some(file.source().span_range(known.span));
        return Err(Refusal { reason: format!("`{key}` is set there already"), at });
    }
    let value = of("value").next().unwrap_or_default();
    if matches!(holder.kind, HolderKind::Cluster { .. }) {
        let flag = flag.map(|it| check_flag(it, true)).transpose()?.unwrap_or_default();
        let about = of("description").next().unwrap_or_default();
        return entries::add_to_header(file, &item, (key, flag), value, about);
    }
    match flag {
        None => entries::set(file, &item, key, value),
        Some(flag) => entries::add_with_flag(file, &item, key, check_flag(flag, false)?, value),
    }
}

/// Adds a port to a cluster, as the form asks for it.
fn add_port(file: &File, values: &[(String, String)]) -> Result<TextEdit, Refusal> {
    let of = |key: &str| values.iter().find(|it| it.0 == key).map_or("", |it| it.1.trim());
    let is_input = match of("side") {
        "input" | "" => true,
        "output" => false,
        it => return Err(Refusal::bad_value(format!("`{it}` is neither `input` nor `output`"))),
    };
    let Some((process, port)) = of("inner").split_once('.') else {
        let reason = format!("`{}` names no port inside, such as `process.port`", of("inner"));
        return Err(Refusal::bad_value(reason));
    };
    let outer = if of("port").is_empty() { port } else { of("port") };
    let inner = PortRef { item: ItemPath::new(["process", process]), port: port.to_owned() };
    mappings::map(file, &Network::new(file), is_input, outer, &inner)
}

/// Returns the flag as a key has it, with its brackets.
fn check_flag(flag: &str, is_header: bool) -> Result<&'static str, Refusal> {
    match resolve::flag(flag) {
        Some(Flag::ReadOnly) => Ok("[ro]"),
        Some(Flag::Tunable) if is_header => Ok("[tunable]"),
        Some(Flag::Tunable) => {
            Err(Refusal::bad_value("`tunable` has an effect only in the header of a cluster"))
        }
        Some(_) => {
            Err(Refusal::bad_value(format!("`{flag}` is written in the text, and not as a flag")))
        }
        None => Err(Refusal::bad_value(format!(
            "there is no flag `{flag}`; `ro` makes a key read-only"
        ))),
    }
}

fn value_lines<'v>(
    values: impl Iterator<Item = &'v (String, String)>,
    indent: &str,
    nl: &str,
) -> Result<String, Refusal> {
    let mut res = String::new();
    for (key, value) in values {
        if !token::is_key(key) {
            return Err(Refusal::bad_value(format!("`{key}` cannot be written as a key")));
        }
        check_value(value)?;
        res += &format!("{nl}{indent}{key} = {value}");
    }
    Ok(res)
}

/// Refuses a name that is not a word, or that a process has.
pub(super) fn check_name(file: &File, name: &str) -> Result<(), Refusal> {
    if token::keyword(name.as_bytes()).is_some() {
        return Err(Refusal::bad_value(format!("`{name}` is a reserved word")));
    }
    if !token::is_name(name) {
        return Err(Refusal::bad_value(format!(
            "`{name}` is not a name: names are letters, digits, `_` and `-`"
        )));
    }
    if file.model().processes().any(|(_, it, _)| it.path == name) {
        return Err(Refusal::bad_value(format!("there is a process called `{name}` already")));
    }
    Ok(())
}

fn last_of_kind(file: &File, is: impl Fn(HolderKind) -> bool) -> Option<&Holder> {
    let holders = file.model().holders.iter().rev();
    holders.filter(|it| file.source().is_own(it.head.start)).find(|it| is(it.kind))
}

/// Returns a line of dashes or the like that stands right above a process, as many files have it.
fn rule_above(file: &File, at: TokenIdx) -> &str {
    let text: &str = &file.input().text;
    let start = lines::line_start(file, file.source().range(at).start());
    let above = slice(text, TextRange::up_to(start)).trim_end_matches(['\n', '\r']);
    let line = above.rsplit('\n').next().unwrap_or_default();
    let is_rule = line.len() > 10
        && line.starts_with('#')
        && line.chars().all(|it| matches!(it, '#' | '=' | '-' | '*' | ' '));
    if is_rule && !is_box(above) { line } else { "" }
}

/// Returns true if a text ends with a box: a title of one or two lines between two lines of dashes or the like.
fn is_box(text: &str) -> bool {
    let mut lines = text.rsplit('\n').skip(1).take(3).take_while(|it| COMMENTS.is_comment(it));
    lines.position(|it| COMMENTS.is_rule(it)).is_some_and(|it| it > 0)
}

/// Plans an item behind the last one of the kind, else in front of the connections, else at the
/// end.
fn place(file: &File, last: Option<&Holder>, block: &str) -> Result<TextEdit, Refusal> {
    let nl = lines::line_end(file);
    if let Some(holder) = last {
        let below = |span| {
            let at = lines::insert_below(file, span, "").replacements().first().map(|it| it.range);
            let rest = at.and_then(|it| file.input().text.get(usize::from(it.end())..));
            let mut rest = rest.unwrap_or_default().lines();
            let is_end = rest.next().is_none_or(str::is_empty);
            let is_close = is_end && rest.next().is_some_and(|it| !it.trim().is_empty());
            let gap = if is_close { nl } else { "" };
            lines::insert_below(file, span, &format!("{nl}{block}{gap}"))
        };
        return match statements::whole(file, holder) {
            Ok(span) => Ok(below(span)),
            // Behind an include that goes on with something else, where nothing of the text belongs to that.
            Err(refusal) => {
                let last =
                    statements::try_last_statement(file, holder).map_err(|_| refusal.clone())?;
                let edit = below(TokenSpan::new(holder.head.start, last.next()));
                if verified::only_adds(file, &edit) { Ok(edit) } else { Err(refusal) }
            }
        };
    }
    let own = |it: &&crate::model::Connection| file.source().is_own(it.span.start);
    match file.model().connections.iter().find(own) {
        Some(first) => Ok(lines::insert_before(file, first.span.start, block)),
        None => Ok(lines::append(file, block)),
    }
}

/// Puts processes behind the last one.
pub(super) fn place_process(file: &File, block: &str) -> Result<TextEdit, Refusal> {
    place(file, last_of_kind(file, |it| matches!(it, HolderKind::Process(_))), block)
}

/// Puts sections behind the last one.
pub(super) fn place_section(file: &File, block: &str) -> Result<TextEdit, Refusal> {
    place(file, last_of_kind(file, |it| matches!(it, HolderKind::Section { .. })), block)
}

/// Puts sections, and processes with them, behind the last section or process: what they define would be read
/// by all that stands below, and what they ask for has to stand above.
pub(super) fn place_behind_all(file: &File, block: &str) -> Result<TextEdit, Refusal> {
    let is_one = |it: HolderKind| matches!(it, HolderKind::Process(_) | HolderKind::Section { .. });
    place(file, last_of_kind(file, is_one), block)
}

/// Takes an item away; a process goes with its connections.
pub(crate) fn remove(file: &File, item: &ItemPath) -> Result<TextEdit, Refusal> {
    if let [kind @ ("imap" | "omap"), from, to] = item.parts().as_slice() {
        return connections::remove_mapping(file, *kind == "imap", from, to);
    }
    let mut removed: Vec<Replacement> = Vec::new();
    match find(file, item)? {
        ItemRef::Connection(idx) => {
            let span = file.model().connections.get(idx).map(|it| it.span);
            removed.extend(span.map(|it| lines::remove_statement(file, it)));
        }
        ItemRef::Holder(idx) => {
            let holder =
                file.model().holders.get(idx).ok_or_else(|| Refusal::unknown_item(item))?;
            let span = match holder.kind {
                HolderKind::Cluster { .. } => {
                    return Err(Refusal::bad_value("the cluster is the whole file"));
                }
                _ => statements::whole(file, holder)?,
            };
            removed.push(lines::remove_statement(file, span));
            if matches!(holder.kind, HolderKind::Process(_)) {
                connections_of(file, idx, &holder.path, &mut removed)?;
            }
        }
    }
    Ok(lines::merged(file, removed))
}

/// Removes the connections and mappings of a process, unless another process has its name.
fn connections_of(
    file: &File,
    idx: HolderId,
    name: &str,
    removed: &mut Vec<Replacement>,
) -> Result<(), Refusal> {
    if file.model().processes().any(|(other, it, _)| other != idx && it.path == name) {
        return Ok(());
    }
    let names = |span: TokenSpan| {
        let text = file.source().joined(span);
        text == name || text.strip_prefix(name).is_some_and(|it| it.starts_with('/'))
    };
    for it in &file.model().connections {
        if names(it.from.process()) || names(it.to.process()) {
            if !file.source().is_own(it.span.start) {
                return Err(elsewhere(file, it.span.start));
            }
            removed.push(lines::remove_statement(file, it.span));
        }
    }
    connections::remove_mappings_of(file, names, removed)
}
