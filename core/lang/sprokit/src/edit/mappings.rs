//! Mapping ports of a cluster to ports inside.

use super::lines;
use super::statements::elsewhere;
use crate::file::File;
use crate::inside;
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
    let is_name =
        if is_input { outer.split('/').all(token::is_name) } else { token::is_name(outer) };
    if !is_name {
        return Err(Refusal::bad_value(format!("`{outer}` cannot be the name of a port")));
    }
    let source = file.source();
    let mut same = file.model().mappings.iter().filter(|it| it.is_input == is_input);
    if is_input {
        let taken = file
            .model()
            .mappings
            .iter()
            .find(|it| it.is_input && source.joined(it.inner.span) == address);
        if let Some(taken) = taken {
            return Err(Refusal {
                reason: format!("the input `{address}` is already mapped"),
                at: Some(source.span_range(taken.span)),
            });
        }
    }
    let known = same.rfind(|it| source.joined(it.outer.span) == outer);
    let nl = lines::line_end(file);
    if let Some(known) = known {
        if !source.is_own(known.span.start) {
            return Err(elsewhere(file, known.span.start));
        }
        if !is_input {
            return Err(Refusal {
                reason: format!("the output `{outer}` already stands for another port"),
                at: Some(source.span_range(known.span)),
            });
        }
        // One more target of the same port.
        let end = source.span_range(known.span).end();
        return Ok(TextEdit::insert(end, format!("{nl}       to   {address}")));
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

/// Returns the indent of the items in the header.
fn header_indent(file: &File, from: TokenIdx, to: TokenIdx) -> &str {
    let starts = file.model().mappings.iter().map(|it| it.span.start);
    let starts = starts.chain(file.model().entries.iter().map(|it| it.span.start));
    let own = starts.filter(|&it| from < it && it < to && file.source().is_own(it));
    let indents =
        own.filter_map(|it| line_indent(&file.input().text, file.source().range(it).start()));
    indents.last().unwrap_or("  ")
}
