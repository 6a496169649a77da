//! JSON-RPC 2.0: taking messages apart and putting answers together.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::lsp;

/// A message of the client: a request, a notification or an answer.
#[derive(Debug, Deserialize)]
#[serde(expecting = "an object with `method`, `id` and `params`")]
pub(crate) struct Incoming<'a> {
    #[serde(borrow)]
    pub(crate) method: Option<Cow<'a, str>>,
    /// Echoed as it came: a number or a string.
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) params: Option<&'a RawValue>,
}

impl<'a> Incoming<'a> {
    pub(crate) fn parse(message: &'a str) -> Result<Incoming<'a>, RpcError> {
        // Serde would take an array for the fields in their order.
        if message.trim_start().starts_with('[') {
            return Err(RpcError::new(
                ErrorCode::InvalidRequest,
                "batches of messages are not part of LSP; send them one by one",
            ));
        }
        serde_json::from_str(message).map_err(|error| match error.classify() {
            Category::Data => RpcError::new(
                ErrorCode::InvalidRequest,
                format!("the message is not a JSON-RPC message: {error}"),
            ),
            _ => RpcError::new(ErrorCode::ParseError, format!("the message is not JSON: {error}")),
        })
    }
}

/// Reads the parameters of `method`.
pub(crate) fn params<P: DeserializeOwned>(
    method: &str,
    raw: Option<&RawValue>,
) -> Result<P, RpcError> {
    bobbin_json::from_str(raw.map_or("null", RawValue::get)).map_err(|error| {
        RpcError::new(
            ErrorCode::InvalidParams,
            format!("the parameters of `{method}` do not fit: {error}"),
        )
    })
}

/// The bytes of a parameter of `method` that is Base64.
pub(crate) fn bytes(method: &str, data: &str) -> Result<Vec<u8>, RpcError> {
    crate::convert::from_base64(data).ok_or_else(|| {
        let reason = format!("the parameters of `{method}` do not fit: `data` is not Base64");
        RpcError::new(ErrorCode::InvalidParams, reason)
    })
}

/// The result of a request, as JSON.
pub(crate) fn result(value: &impl Serialize) -> Result<String, RpcError> {
    serde_json::to_string(value).map_err(|error| {
        RpcError::new(ErrorCode::InternalError, format!("the answer cannot be written: {error}"))
    })
}

/// The error that answers a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct RpcError {
    code: i32,
    /// The message, for people.
    message: String,
}

/// The codes that are sent; numbers as in JSON-RPC and LSP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ErrorCode {
    ParseError = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
    InternalError = -32603,
    ServerNotInitialized = -32002,
    /// The request is fine, and there is a reason why it has no result.
    RequestFailed = -32803,
    /// The request is about a text that is not there any more.
    ContentModified = -32801,
    /// The client does not want the answer any more.
    RequestCancelled = -32800,
}

impl RpcError {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> RpcError {
        RpcError { code: code as i32, message: message.into() }
    }

    pub(crate) fn method_not_found(method: &str) -> RpcError {
        RpcError::new(ErrorCode::MethodNotFound, format!("there is no method `{method}`"))
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn content_modified() -> RpcError {
        RpcError::new(ErrorCode::ContentModified, "the text has changed since")
    }

    pub(crate) fn not_open(uri: &str) -> RpcError {
        RpcError::new(ErrorCode::InvalidParams, format!("no document `{uri}` is open"))
    }
}

pub(crate) fn success(id: &str, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

pub(crate) fn failure(id: &str, error: &RpcError) -> String {
    // A number and a string always have a JSON form.
    let error = serde_json::to_string(error).unwrap_or_default();
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#)
}

/// Writes a notification to the client; `None` if its parameters have no JSON form.
pub(crate) fn notification(method: &str, params: &impl Serialize) -> Option<String> {
    let params = serde_json::to_string(params).ok()?;
    Some(format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#))
}

/// Returns the message that logs a warning at the client, such as an error of a notification, which cannot
/// be answered.
pub(crate) fn log(message: &str) -> Option<String> {
    let params = lsp::LogMessageParams { kind: lsp::MessageType::Warning, message };
    notification("window/logMessage", &params)
}
