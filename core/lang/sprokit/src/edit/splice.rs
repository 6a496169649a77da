//! Putting a process into a connection.

use super::connections::{self, Port};
use super::lines;
use super::statements::{elsewhere, find};
use crate::file::File;
use crate::inside;
use crate::items::ItemRef;
use crate::network::Network;
use bobbin_core::edit::{ItemPath, PortRef, Refusal, TextEdit};

/// Takes the connection to `input`, and writes one from `output` behind it, in its style.
pub(super) fn splice(
    file: &File,
    item: &ItemPath,
    input: &PortRef,
    output: &PortRef,
) -> Result<TextEdit, Refusal> {
    if let [kind @ ("imap" | "omap"), from, to] = item.parts().as_slice() {
        return into_mapping(file, *kind == "imap", (from, to), input, output);
    }
    let gone = || inside::not_here(&Network::new(file), item);
    let ItemRef::Connection(idx) = find(file, item)? else {
        return Err(Refusal::bad_value("only a connection has room for a process"));
    };
    let network = Network::new(file);
    let link = connections::link(&network, idx)?;
    let model = file.model().connections.get(idx).ok_or_else(gone)?;
    let source = file.source();
    for at in [model.span.start, model.to.span.start] {
        if !source.is_own(at) {
            return Err(elsewhere(file, at));
        }
    }
    let (input, output) = (Port::of(&network, input)?, Port::of(&network, output)?);
    connections::check_ends(&network, &Port::at(&network, &link.from)?, &input)?;
    connections::check_ends(&network, &output, &Port::at(&network, &link.to)?)?;
    connections::check_free(file, &network, &input, Some(idx))?;
    let written = source.joined(model.to.span);
    let statement = connections::in_style(file, model, &output.name, &written);
    let gap = if connections::stands_apart(file, idx) { lines::line_end(file) } else { "" };
    let mut edits =
        lines::insert_below(file, model.span, &format!("{gap}{statement}")).replacements().to_vec();
    edits.extend(lines::reworded(file, model.to.span, &input.name));
    Ok(TextEdit::from_replacements(edits))
}

/// Plans a process behind a port of a cluster: the port stands for one of the process, and the
/// process is connected to what it stood for.
fn into_mapping(
    file: &File,
    is_input: bool,
    (from, to): (&str, &str),
    input: &PortRef,
    output: &PortRef,
) -> Result<TextEdit, Refusal> {
    let mapping = connections::find_mapping(file, is_input, from, to)?;
    let network = Network::new(file);
    let (input, output) = (Port::of(&network, input)?, Port::of(&network, output)?);
    let old = file.source().joined(mapping.inner.span).into_owned();
    let inner = Port::named(&network, &old)?;
    let (pair, new) = if is_input {
        connections::check_ends(&network, &output, &inner)?;
        ((output.name, old), input.name)
    } else {
        connections::check_ends(&network, &inner, &input)?;
        connections::check_free(file, &network, &input, None)?;
        ((old, input.name), output.name)
    };
    let mut edits = connections::write(file, &[pair]).replacements().to_vec();
    edits.extend(lines::reworded(file, mapping.inner.span, &new));
    Ok(TextEdit::from_replacements(edits))
}
