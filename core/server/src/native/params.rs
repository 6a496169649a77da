//! The parts of LSP's parameters that count here.

use bobbin_protocol::{Position, Range};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DocumentParams {
    pub(super) text_document: Identifier,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlaceParams {
    pub(super) text_document: Identifier,
    pub(super) position: Position,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlacesParams {
    pub(super) text_document: Identifier,
    pub(super) positions: Vec<Position>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RangeParams {
    pub(super) text_document: Identifier,
    pub(super) range: Range,
}

#[derive(Debug, Deserialize)]
pub(super) struct Identifier {
    pub(super) uri: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct SymbolParams {
    pub(super) query: String,
}

/// Parameters of `callHierarchy/incomingCalls` and `callHierarchy/outgoingCalls`.
#[derive(Debug, Deserialize)]
pub(super) struct CallParams {
    pub(super) item: Identifier,
}

#[derive(Debug, Deserialize)]
pub(super) struct FoldersParams {
    pub(super) event: FoldersEvent,
}

#[derive(Debug, Deserialize)]
pub(super) struct FoldersEvent {
    pub(super) added: Vec<Identifier>,
    pub(super) removed: Vec<Identifier>,
}
