//! Changes in words that all languages share.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::UnitRange;

/// Names one item of a document, from the outside in, for example `["process", "detector"]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ItemPath(pub Vec<String>);

/// A port of an item.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PortRef {
    /// Whose port.
    pub item: ItemPath,
    /// The port's name.
    pub port: String,
}

/// A value for a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeyValue {
    /// As the field says it.
    pub key: String,
    /// As it would stand in the text.
    pub value: String,
}

/// A change that a view asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Command {
    /// Gives a key a value.
    SetValue {
        /// Whose key.
        item: ItemPath,
        /// As the field says it.
        key: String,
        /// As it would stand in the text.
        value: String,
    },
    /// Takes away what the text says of a key.
    Unset {
        /// Whose key.
        item: ItemPath,
        /// As the field says it.
        key: String,
    },
    /// Adds an item.
    AddItem {
        /// The first part of the new item's path.
        item_kind: String,
        /// Its name.
        name: String,
        /// Its first values.
        values: Vec<KeyValue>,
    },
    /// Takes an item away.
    Remove {
        /// Which.
        item: ItemPath,
    },
    /// Gives an item another name, wherever it is named.
    Rename {
        /// Which.
        item: ItemPath,
        /// The new name.
        name: String,
    },
    /// Joins an output to an input.
    Connect {
        /// The output.
        from: PortRef,
        /// The input.
        to: PortRef,
    },
    /// Takes a connection away.
    Disconnect {
        /// The output.
        from: PortRef,
        /// The input.
        to: PortRef,
    },
    /// Takes ends of a connection to other ports.
    Reconnect {
        /// Which connection.
        item: ItemPath,
        /// The new output, if another.
        from: Option<PortRef>,
        /// The new input, if another.
        to: Option<PortRef>,
    },
    /// Puts an item into a connection.
    Splice {
        /// Which connection.
        item: ItemPath,
        /// The input that the connection goes to from then on.
        input: PortRef,
        /// The output from which a new connection goes to where the old one went.
        output: PortRef,
    },
    /// Puts an item in front of another, or last.
    Move {
        /// Which.
        item: ItemPath,
        /// In front of which.
        before: Option<ItemPath>,
    },
    /// Adds a copy of an item behind it.
    Duplicate {
        /// Which.
        item: ItemPath,
        /// What the copy is called.
        name: String,
    },
    /// Puts units into the ids that an item names, or takes them out; see [`crate::Coverage`].
    Paint {
        /// Which; an empty path for a new one, where no item names units.
        item: ItemPath,
        /// Into, or out of.
        is_on: bool,
        /// A rectangle: the ids on one axis or on two.
        units: Vec<UnitRange>,
    },
    /// Adds the items of a piece of text, under free names.
    Insert {
        /// A text of the language.
        text: String,
    },
    /// Moves items into a new file, with one item in their place that stands for them.
    Extract {
        /// Which.
        items: Vec<ItemPath>,
        /// What the whole of them is called.
        name: String,
    },
    /// Puts what an item stands for in its place.
    Inline {
        /// Which.
        item: ItemPath,
    },
}

/// A command as it is read: which fields it needs follows from its kind.
///
/// Serde's own way to read a tagged enum keeps the fields as any JSON until the tag is known, which
/// is the only use of that machinery and would be a tenth of the server's code.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FlatCommand {
    kind: CommandKind,
    item: Option<ItemPath>,
    key: Option<String>,
    value: Option<String>,
    item_kind: Option<String>,
    name: Option<String>,
    values: Option<Vec<KeyValue>>,
    from: Option<PortRef>,
    to: Option<PortRef>,
    input: Option<PortRef>,
    output: Option<PortRef>,
    before: Option<ItemPath>,
    is_on: Option<bool>,
    units: Option<Vec<UnitRange>>,
    text: Option<String>,
    items: Option<Vec<ItemPath>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum CommandKind {
    SetValue,
    Unset,
    AddItem,
    Remove,
    Rename,
    Connect,
    Disconnect,
    Reconnect,
    Splice,
    Move,
    Duplicate,
    Paint,
    Insert,
    Extract,
    Inline,
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Command, D::Error> {
        let it = FlatCommand::deserialize(deserializer)?;
        let missing = D::Error::missing_field;
        let item = it.item.ok_or_else(|| missing("item"));
        let key = it.key.ok_or_else(|| missing("key"));
        let name = it.name.ok_or_else(|| missing("name"));
        let (from_if, to_if) = (it.from.clone(), it.to.clone());
        let from = it.from.ok_or_else(|| missing("from"));
        let to = it.to.ok_or_else(|| missing("to"));
        Ok(match it.kind {
            CommandKind::Reconnect => Command::Reconnect { item: item?, from: from_if, to: to_if },
            CommandKind::Splice => Command::Splice {
                item: item?,
                input: it.input.ok_or_else(|| missing("input"))?,
                output: it.output.ok_or_else(|| missing("output"))?,
            },
            CommandKind::SetValue => Command::SetValue {
                item: item?,
                key: key?,
                value: it.value.ok_or_else(|| missing("value"))?,
            },
            CommandKind::Unset => Command::Unset { item: item?, key: key? },
            CommandKind::AddItem => Command::AddItem {
                item_kind: it.item_kind.ok_or_else(|| missing("itemKind"))?,
                name: name?,
                values: it.values.ok_or_else(|| missing("values"))?,
            },
            CommandKind::Remove => Command::Remove { item: item? },
            CommandKind::Rename => Command::Rename { item: item?, name: name? },
            CommandKind::Connect => Command::Connect { from: from?, to: to? },
            CommandKind::Disconnect => Command::Disconnect { from: from?, to: to? },
            CommandKind::Move => Command::Move { item: item?, before: it.before },
            CommandKind::Duplicate => Command::Duplicate { item: item?, name: name? },
            CommandKind::Paint => Command::Paint {
                item: item?,
                is_on: it.is_on.ok_or_else(|| missing("isOn"))?,
                units: it.units.ok_or_else(|| missing("units"))?,
            },
            CommandKind::Insert => {
                Command::Insert { text: it.text.ok_or_else(|| missing("text"))? }
            }
            CommandKind::Extract => {
                Command::Extract { items: it.items.ok_or_else(|| missing("items"))?, name: name? }
            }
            CommandKind::Inline => Command::Inline { item: item? },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_come_back_as_they_were_sent() {
        #[track_caller]
        fn check(command: Command) {
            let json = serde_json::to_string(&command).unwrap();
            assert_eq!(serde_json::from_str::<Command>(&json).unwrap(), command, "{json}");
        }
        let item = || ItemPath(vec!["process".to_owned(), "a".to_owned()]);
        let port = |port: &str| PortRef { item: item(), port: port.to_owned() };
        let (key, value, name) = (|| "k".to_owned(), || "v".to_owned(), || "n".to_owned());
        check(Command::SetValue { item: item(), key: key(), value: value() });
        check(Command::Unset { item: item(), key: key() });
        let values = vec![KeyValue { key: key(), value: value() }];
        check(Command::AddItem { item_kind: "process".to_owned(), name: name(), values });
        check(Command::Remove { item: item() });
        check(Command::Rename { item: item(), name: name() });
        check(Command::Connect { from: port("x"), to: port("y") });
        check(Command::Disconnect { from: port("x"), to: port("y") });
        check(Command::Reconnect { item: item(), from: None, to: Some(port("y")) });
        check(Command::Reconnect { item: item(), from: Some(port("x")), to: None });
        check(Command::Splice { item: item(), input: port("x"), output: port("y") });
        check(Command::Insert { text: value() });
        check(Command::Extract { items: vec![item()], name: name() });
        check(Command::Inline { item: item() });
        check(Command::Move { item: item(), before: None });
        check(Command::Move { item: item(), before: Some(item()) });
        check(Command::Duplicate { item: item(), name: name() });
        let units = vec![UnitRange { axis: "OpenMP.thread".to_owned(), low: 0, high: 3 }];
        check(Command::Paint { item: item(), is_on: true, units });
    }

    #[test]
    fn a_command_without_its_fields_is_refused() {
        let error = serde_json::from_str::<Command>(r#"{"kind":"rename","item":["a"]}"#);
        assert_eq!(error.unwrap_err().to_string(), "missing field `name`");
    }
}
