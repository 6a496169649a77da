//! Commands: from a gesture to a change of the text.

use std::sync::Arc;

use bobbin_protocol::{Command, DocumentEdit, Fix, ItemPath, PlanBytesParams, PlanParams};
use serde::Deserialize;

use super::OpenFile;
use crate::base64;
use crate::platform::editor::{self, LabelledEdits};
pub use crate::platform::editor::{Done, Refused};
use crate::widgets::prose::counted;

/// Plans commands and carries them out, all as one step in the history, which is called `label`.
pub async fn dispatch(
    file: &Arc<OpenFile>,
    commands: Vec<Command>,
    label: String,
) -> Result<Done, Refused> {
    dispatch_kept(file, commands, label, None).await
}

/// Carries out commands like [`dispatch`]; undo and redo tell the canvas of what they create, if it keeps
/// places of that under names that begin with `kept`.
pub async fn dispatch_kept(
    file: &Arc<OpenFile>,
    commands: Vec<Command>,
    label: String,
    kept: Option<&str>,
) -> Result<Done, Refused> {
    let mut commands = commands.into_iter();
    let Some(command) = commands.next() else { return Ok(Done::default()) };
    let params = PlanParams { uri: file.uri.clone(), command, then: commands.collect() };
    editor::perform(PlanParams::METHOD, &params, &label, kept).await
}

/// A plan of the server, as far as it tells whether there is one.
#[derive(Deserialize)]
struct Planned {
    /// The reason why nothing can be changed.
    #[serde(default)]
    reason: Option<String>,
}

/// Returns the reason why commands cannot be carried out, and changes nothing; `None` if they can, or if that
/// cannot be told now.
pub async fn why_refused(file: &OpenFile, commands: Vec<Command>) -> Option<String> {
    let mut commands = commands.into_iter();
    let params =
        PlanParams { uri: file.uri.clone(), command: commands.next()?, then: commands.collect() };
    let plan = editor::request_shown(PlanParams::METHOD, &params).await.ok()?;
    bobbin_json::from_str::<Planned>(&plan).ok()?.reason
}

/// Changes the text so that its binary has other bytes at an offset.
pub async fn write_bytes(file: &Arc<OpenFile>, offset: u32, bytes: &[u8]) -> Result<Done, Refused> {
    let uri = file.uri.clone();
    let label = format!("write {} at 0x{offset:x}", counted(bytes.len(), "byte"));
    let params = PlanBytesParams { uri, offset, data: base64::encode(bytes) };
    editor::perform(PlanBytesParams::METHOD, &params, &label, None).await
}

/// Applies a fix of a problem; false if the text changed since.
pub fn apply_fix(file: &OpenFile, version: i32, fix: &Fix) -> bool {
    editor::apply_edits(&LabelledEdits {
        uri: file.uri.clone(),
        version,
        documents: vec![DocumentEdit {
            uri: file.uri.clone(),
            version: None,
            edits: fix.edit.clone(),
        }],
        label: fix.label.clone(),
        beside: None,
        is_fix: true,
    })
}

/// Describes a command in a few words, for the history.
#[must_use]
pub fn describe(command: &Command) -> String {
    let last = |item: &ItemPath| item.0.last().cloned().unwrap_or_default();
    let port = |it: &bobbin_protocol::PortRef| format!("{}.{}", last(&it.item), it.port);
    match command {
        Command::SetValue { key, value, .. } => format!("set {key} to {value}"),
        Command::Unset { key, .. } => format!("unset {key}"),
        Command::SetOnly { key, .. } => format!("only {key}"),
        Command::AddItem { name, .. } => format!("add {name}"),
        Command::Remove { item } => format!("remove {}", last(item)),
        Command::Rename { item, name } => format!("rename {} to {name}", last(item)),
        Command::Connect { from, to } => format!("connect {} to {}", port(from), port(to)),
        Command::Disconnect { from, to } => format!("disconnect {} from {}", port(from), port(to)),
        Command::Move { item, .. } => format!("move {}", last(item)),
        Command::Duplicate { item, .. } => format!("duplicate {}", last(item)),
        Command::Paint { item, .. } => format!("paint {}", last(item)),
        Command::Insert { .. } => "insert a copy".to_owned(),
        Command::Extract { items, name } => {
            format!("extract {} to {name}", counted(items.len(), "process"))
        }
        Command::Reconnect { .. } => "reconnect".to_owned(),
        Command::Splice { input, .. } => {
            format!("insert {} into the connection", last(&input.item))
        }
        Command::Inline { item } => format!("inline {}", last(item)),
    }
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::PortRef;

    use super::*;

    #[test]
    fn the_history_speaks_the_users_words() {
        let port = |item: &str, port: &str| PortRef {
            item: ItemPath(vec!["process".into(), item.into()]),
            port: port.into(),
        };
        let command = Command::Connect { from: port("source", "image"), to: port("sink", "image") };
        assert_eq!(describe(&command), "connect source.image to sink.image");
    }
}
