//! Mapping ports of a cluster to ports inside.

use super::lines;
use super::statements::{elsewhere, some};
use crate::file::File;
use crate::inside;
use crate::model::Mapping;
use crate::network::{Network, PortInfo};
use crate::token;
use bobbin_core::edit::{PortRef, Refusal, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan, line_indent};
use bobbin_core::view::PortSide;

/// Maps the port `outer` of the cluster to a port inside; a new mapping gets a description to be
/// written.
pub(super) fn map(
    file: &File,
    network: &Network<'_>,
    is_input: bool,
    outer: &str,
    inner: &PortRef,
) -> Result<TextEdit, Refusal> {
    let address = inner_address(network, is_input, inner)?;
    check_outer(is_input, outer)?;
    let source = file.source();
    let mut same = file.model().mappings.iter().filter(|it| it.is_input == is_input);
    if is_input {
        check_unmapped(file, &address)?;
    }
    let known = same.rfind(|it| source.joined(it.outer.span) == outer);
    let nl = lines::line_end(file);
    if let Some(known) = known {
        if !source.is_own(known.span.start) {
            return Err(elsewhere(file, known.span.start));
        }
        if !is_input {
            return Err(taken_output(file, known, outer));
        }
        // One more target of the same port, behind a comment on the last one.
        let last = lines::last_token(file, known.span);
        return Ok(lines::insert_behind(file, last, &format!("       to   {address}")));
    }
    let Some((_, header)) = file.model().cluster() else {
        return Err(Refusal::bad_value("only a cluster has ports of its own"));
    };
    let anchor = lines::last_token(file, header.span);
    if !source.is_own(anchor) {
        return Err(elsewhere(file, anchor));
    }
    let indent = header_indent(file, header.head.start, header.span.end);
    let statement = if is_input {
        format!("imap from {outer}{nl}{indent}     to   {address}")
    } else {
        format!("omap from {address}{nl}{indent}     to   {outer}")
    };
    let lines = format!("{nl}{indent}{statement}{nl}{indent}-- (to be described)");
    let span = TokenSpan::new(header.head.start, anchor.next());
    Ok(lines::insert_below(file, span, &lines))
}

/// Takes ends of a mapping to other ports, in place: its description and its comments stay.
pub(super) fn reconnect(
    file: &File,
    mapping: &Mapping,
    from: Option<&PortRef>,
    to: Option<&PortRef>,
) -> Result<TextEdit, Refusal> {
    let (source, is_input) = (file.source(), mapping.is_input);
    let (outer, inner) = if is_input { (from, to) } else { (to, from) };
    let mut edits = Vec::new();
    let mut reword = |old: TokenSpan, new: &str| {
        if !source.is_own(old.start) {
            return Err(elsewhere(file, old.start));
        }
        if source.joined(old) != new {
            edits.extend(lines::reworded(file, old, new));
        }
        Ok(())
    };
    if let Some(inner) = inner {
        let address = inner_address(&Network::new(file), is_input, inner)?;
        if is_input && source.joined(mapping.inner.span) != address {
            check_unmapped(file, &address)?;
        }
        reword(mapping.inner.span, &address)?;
    }
    let old = source.joined(mapping.outer.span);
    if let Some(outer) = outer
        && (outer.item.0.first().is_none_or(|it| it != "cluster") || outer.port != old)
    {
        if outer.item.0.first().is_none_or(|it| it != "cluster") {
            return Err(Refusal::bad_value("one end of a mapping is a port of the cluster"));
        }
        check_outer(is_input, &outer.port)?;
        let all = || file.model().mappings.iter().filter(|it| it.is_input == is_input);
        if all().filter(|it| it.span == mapping.span).count() > 1 {
            return Err(Refusal {
                reason: format!(
                    "`{old}` is mapped to several ports; write one of its own in the text"
                ),
                at: Some(source.span_range(mapping.span)),
            });
        }
        if let Some(known) = all().find(|it| source.joined(it.outer.span) == outer.port) {
            return Err(match is_input {
                true => Refusal {
                    reason: format!("the input `{}` is already mapped", outer.port),
                    at: Some(source.span_range(known.span)),
                },
                false => taken_output(file, known, &outer.port),
            });
        }
        reword(mapping.outer.span, &outer.port)?;
    }
    some(TextEdit::from_replacements(edits))
}

/// Returns the words for a port of a process inside.
fn inner_address(
    network: &Network<'_>,
    is_input: bool,
    inner: &PortRef,
) -> Result<String, Refusal> {
    let ["process", name, ..] = inner.item.parts()[..] else {
        return Err(Refusal::bad_value(
            "a port of a cluster stands for a port of a process inside",
        ));
    };
    let Some(&process) = network.by_name.get(name) else {
        return Err(inside::not_here(network, &inner.item));
    };
    let address = format!("{name}.{}", inner.port);
    let side = if is_input { PortSide::Input } else { PortSide::Output };
    if matches!(network.mappable_port(process, side, &inner.port), PortInfo::Missing) {
        let word = if is_input { "input" } else { "output" };
        return Err(Refusal::bad_value(format!("`{address}` is not an {word}")));
    }
    Ok(address)
}

/// Refuses a name that a port of a cluster cannot have.
fn check_outer(is_input: bool, outer: &str) -> Result<(), Refusal> {
    let is_name =
        if is_input { outer.split('/').all(token::is_name) } else { token::is_name(outer) };
    if is_name {
        return Ok(());
    }
    Err(Refusal::bad_value(format!("`{outer}` cannot be the name of a port")))
}

/// Refuses an input inside that a port of the cluster stands for already.
fn check_unmapped(file: &File, address: &str) -> Result<(), Refusal> {
    let source = file.source();
    let is_it = |it: &&Mapping| it.is_input && source.joined(it.inner.span) == address;
    let Some(taken) = file.model().mappings.iter().find(is_it) else { return Ok(()) };
    Err(Refusal {
        reason: format!("the input `{address}` is already mapped"),
        at: Some(source.span_range(taken.span)),
    })
}

fn taken_output(file: &File, known: &Mapping, outer: &str) -> Refusal {
    Refusal {
        reason: format!("the output `{outer}` already stands for another port"),
        at: Some(file.source().span_range(known.span)),
    }
}

/// Returns the indent of the items in the header.
fn header_indent(file: &File, from: TokenIdx, to: TokenIdx) -> &str {
    let starts = file.model().mappings.iter().map(|it| it.span.start);
    let starts = starts.chain(file.model().entries.iter().map(|it| it.span.start));
    let own = starts.filter(|&it| from < it && it < to && file.source().is_own(it));
    let indents =
        own.filter_map(|it| line_indent(&file.input().text, file.source().range(it).start()));
    indents.last().unwrap_or("  ")
}
