//! Commands: from a gesture to a change of the text.

use std::sync::Arc;

use bobbin_protocol::{
    Command, DocumentEdit, Fix, ItemPath, PlanBytesParams, PlanParams, PlanResult, Range,
};
use serde::Serialize;

use super::OpenFile;
use crate::base64;
use crate::platform::editor::{self, LabelledEdits, RequestError};
use crate::widgets::prose::counted;

/// The reason why nothing changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The reason in words for people.
    pub reason: String,
    /// The place that stands in the way.
    pub at: Option<Range>,
}

/// The notes on a change that was made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Done {
    /// One sentence each without a full stop; mostly empty.
    pub notes: Vec<String>,
    /// The items that the change created.
    pub created: Vec<ItemPath>,
    /// The commands that remove what the change left without effect.
    pub leftovers: Vec<Command>,
}

/// The number of times to plan again when the text changes while the plan is made.
const MAX_TRIES: u32 = 3;

/// Plans commands and carries them out, all as one step in the history, which is called `label`.
pub async fn dispatch(
    file: &Arc<OpenFile>,
    commands: Vec<Command>,
    label: String,
) -> Result<Done, Refused> {
    let mut commands = commands.into_iter();
    let Some(command) = commands.next() else { return Ok(Done::default()) };
    let params = PlanParams { uri: file.uri.clone(), command, then: commands.collect() };
    carry_out(file, label, PlanParams::METHOD, params).await
}

/// Changes the text so that its binary has other bytes at an offset.
pub async fn write_bytes(file: &Arc<OpenFile>, offset: u32, bytes: &[u8]) -> Result<(), Refused> {
    let uri = file.uri.clone();
    let label = format!("write {} at 0x{offset:x}", counted(bytes.len(), "byte"));
    let params = PlanBytesParams { uri, offset, data: base64::encode(bytes) };
    carry_out(file, label, PlanBytesParams::METHOD, params).await.map(|_| ())
}

async fn carry_out<P: Serialize>(
    file: &Arc<OpenFile>,
    label: String,
    method: &str,
    params: P,
) -> Result<Done, Refused> {
    for _ in 0..MAX_TRIES {
        match editor::request::<_, PlanResult>(method, &params).await {
            Ok(PlanResult::Edit { version, documents, created, notes, leftovers }) => {
                // What changed beside the obvious is said with the step.
                let said: Vec<String> = std::iter::once(&label).chain(&notes).cloned().collect();
                let edits = LabelledEdits {
                    uri: file.uri.clone(),
                    version,
                    documents,
                    label: said.join("; "),
                };
                if editor::apply_edits(&edits) {
                    return Ok(Done { notes, created, leftovers });
                }
            }
            Ok(PlanResult::Refusal { reason, at }) => return Err(Refused { reason, at }),
            Err(RequestError::Stale) => {}
            Err(RequestError::Failed(reason)) => return Err(Refused { reason, at: None }),
        }
    }
    Err(Refused { reason: "the text is changing; try again".to_owned(), at: None })
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
        Command::AddItem { name, .. } => format!("add {name}"),
        Command::Remove { item } => format!("remove {}", last(item)),
        Command::Rename { item, name } => format!("rename {} to {name}", last(item)),
        Command::Connect { from, to } => format!("connect {} to {}", port(from), port(to)),
        Command::Disconnect { from, to } => format!("disconnect {} from {}", port(from), port(to)),
        Command::Move { item, .. } => format!("move {}", last(item)),
        Command::Duplicate { item, .. } => format!("duplicate {}", last(item)),
        Command::Paint { item, .. } => format!("paint {}", last(item)),
        Command::Insert { .. } => "insert a copy".to_owned(),
        Command::Extract { name, .. } => format!("extract {name}"),
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
