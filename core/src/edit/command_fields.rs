//! Reads a [`Command`] from its JSON.
//!
//! All kinds share their fields: one structure with all of them takes a tenth of the code that one
//! for each kind takes, in every module that reads commands.

use serde::Deserialize;

use super::command::{Command, ItemPath, PortRef, UnitRange};

/// The fields of all kinds of commands.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Fields {
    kind: String,
    item: Option<ItemPath>,
    items: Option<Vec<ItemPath>>,
    key: Option<String>,
    value: Option<String>,
    item_kind: Option<String>,
    name: Option<String>,
    #[serde(default, deserialize_with = "some_pairs")]
    values: Option<Vec<(String, String)>>,
    from: Option<PortRef>,
    to: Option<PortRef>,
    input: Option<PortRef>,
    output: Option<PortRef>,
    before: Option<ItemPath>,
    is_on: Option<bool>,
    units: Option<Vec<UnitRange>>,
    text: Option<String>,
    copied_from: Option<String>,
}

fn some_pairs<'de, D: serde::Deserializer<'de>>(
    from: D,
) -> Result<Option<Vec<(String, String)>>, D::Error> {
    crate::wire::pairs::deserialize(from).map(Some)
}

/// Returns a field that a kind of command cannot do without.
fn need<T>(field: Option<T>, name: &str) -> Result<T, String> {
    field.ok_or_else(|| format!("missing field `{name}`"))
}

impl TryFrom<Fields> for Command {
    type Error = String;

    fn try_from(it: Fields) -> Result<Command, String> {
        let item = || need(it.item, "item");
        let key = || need(it.key, "key");
        let name = || need(it.name, "name");
        Ok(match it.kind.as_str() {
            "setValue" => {
                Command::SetValue { item: item()?, key: key()?, value: need(it.value, "value")? }
            }
            "unset" => Command::Unset { item: item()?, key: key()? },
            "setOnly" => Command::SetOnly { item: item()?, key: key()? },
            "addItem" => Command::AddItem {
                kind: need(it.item_kind, "itemKind")?,
                name: name()?,
                values: need(it.values, "values")?,
            },
            "remove" => Command::Remove { item: item()? },
            "rename" => Command::Rename { item: item()?, name: name()? },
            "connect" => Command::Connect { from: need(it.from, "from")?, to: need(it.to, "to")? },
            "disconnect" => {
                Command::Disconnect { from: need(it.from, "from")?, to: need(it.to, "to")? }
            }
            "reconnect" => Command::Reconnect { item: item()?, from: it.from, to: it.to },
            "splice" => Command::Splice {
                item: item()?,
                input: need(it.input, "input")?,
                output: need(it.output, "output")?,
            },
            "move" => Command::Move { item: item()?, before: it.before },
            "duplicate" => Command::Duplicate { item: item()?, name: name()? },
            "paint" => Command::Paint {
                item: item()?,
                is_on: need(it.is_on, "isOn")?,
                units: need(it.units, "units")?,
            },
            "insert" => {
                Command::Insert { text: need(it.text, "text")?, copied_from: it.copied_from }
            }
            "extract" => Command::Extract { items: need(it.items, "items")?, name: name()? },
            "inline" => Command::Inline { item: item()? },
            kind => return Err(format!("there is no command `{kind}`")),
        })
    }
}
