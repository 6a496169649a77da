//! Commands and edits.

use bobbin_core::edit::{Command, ItemPath, PortRef, TextEdit, UnitRange};
use bobbin_core::text::LineIndex;
use bobbin_protocol as protocol;

use super::range;

/// An item's name on the wire.
#[must_use]
pub fn item(it: &ItemPath) -> protocol::ItemPath {
    protocol::ItemPath(it.0.clone())
}

/// An item's name from the wire.
#[must_use]
pub fn core_item(it: protocol::ItemPath) -> ItemPath {
    ItemPath(it.0)
}

/// An edit on the wire.
#[must_use]
pub fn edits(edit: &TextEdit, lines: &LineIndex) -> Vec<protocol::TextEdit> {
    let edits = edit.replacements().iter();
    edits
        .map(|it| protocol::TextEdit { range: range(lines, it.range), new_text: it.text.clone() })
        .collect()
}

/// What takes away something that a change leaves behind, on the wire.
#[must_use]
pub fn leftover(command: &Command) -> Option<protocol::Command> {
    match command {
        Command::Remove { item: it } => Some(protocol::Command::Remove { item: item(it) }),
        Command::Unset { item: it, key } => {
            Some(protocol::Command::Unset { item: item(it), key: key.clone() })
        }
        _ => None,
    }
}

/// A command from the wire.
#[must_use]
pub fn core_command(command: protocol::Command) -> Command {
    use protocol::Command as Wire;
    match command {
        Wire::SetValue { item, key, value } => {
            Command::SetValue { item: core_item(item), key, value }
        }
        Wire::Unset { item, key } => Command::Unset { item: core_item(item), key },
        Wire::AddItem { item_kind, name, values } => Command::AddItem {
            kind: item_kind,
            name,
            values: values.into_iter().map(|it| (it.key, it.value)).collect(),
        },
        Wire::Remove { item } => Command::Remove { item: core_item(item) },
        Wire::Rename { item, name } => Command::Rename { item: core_item(item), name },
        Wire::Connect { from, to } => Command::Connect { from: port(from), to: port(to) },
        Wire::Disconnect { from, to } => Command::Disconnect { from: port(from), to: port(to) },
        Wire::Reconnect { item, from, to } => {
            Command::Reconnect { item: core_item(item), from: from.map(port), to: to.map(port) }
        }
        Wire::Splice { item, input, output } => {
            Command::Splice { item: core_item(item), input: port(input), output: port(output) }
        }
        Wire::Move { item, before } => {
            Command::Move { item: core_item(item), before: before.map(core_item) }
        }
        Wire::Duplicate { item, name } => Command::Duplicate { item: core_item(item), name },
        Wire::Paint { item, is_on, units } => {
            let units = units.into_iter();
            let units =
                units.map(|it| UnitRange { axis: it.axis, low: it.low, high: it.high }).collect();
            Command::Paint { item: core_item(item), is_on, units }
        }
        Wire::Insert { text } => Command::Insert { text },
        Wire::Extract { items, name } => {
            Command::Extract { items: items.into_iter().map(core_item).collect(), name }
        }
        Wire::Inline { item } => Command::Inline { item: core_item(item) },
    }
}

fn port(it: protocol::PortRef) -> PortRef {
    PortRef { item: core_item(it.item), port: it.port }
}
