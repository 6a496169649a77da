//! Messages that wait for the server.

use std::collections::VecDeque;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::rpc::{self, ErrorCode, Incoming, RpcError};

/// The messages that have come and that the server has not taken yet, for those who read faster than
/// it works. A request that is given up while it waits is never begun.
#[derive(Debug, Default)]
pub struct Queue {
    messages: VecDeque<String>,
}

/// Parameters of `$/cancelRequest`.
#[derive(Deserialize)]
struct CancelParams<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
}

impl Queue {
    /// Adds a message; if that gives up a request which waits, returns the request's answer instead.
    pub fn push(&mut self, message: String) -> Option<String> {
        let answer = self.give_up(&message);
        if answer.is_none() {
            self.messages.push_back(message);
        }
        answer
    }

    /// Returns true if no message waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Takes the message that came first.
    pub fn pop(&mut self) -> Option<String> {
        self.messages.pop_front()
    }

    fn give_up(&mut self, message: &str) -> Option<String> {
        // Most messages are something else, and some are long.
        if !message.contains("$/cancelRequest") {
            return None;
        }
        let it = Incoming::parse(message).ok()?;
        it.method.filter(|it| it == "$/cancelRequest")?;
        let CancelParams { id } = serde_json::from_str(it.params?.get()).ok()?;
        let is_meant = |it: &String| {
            let it = Incoming::parse(it).ok();
            it.is_some_and(|it| it.method.is_some() && it.id.is_some_and(|it| it.get() == id.get()))
        };
        let at = self.messages.iter().position(is_meant)?;
        self.messages.remove(at)?;
        Some(cancelled(id.get()))
    }
}

/// A message with which a client leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Farewell {
    /// The request `shutdown`.
    Shutdown,
    /// The notification `exit`.
    Exit,
}

/// A longer message is taken for none with which a client leaves: they have no parameters.
const MOST_OF_FAREWELL: usize = 1000;

/// Returns the farewell that a message is, for those who read while the server works.
#[must_use]
pub fn farewell(message: &[u8]) -> Option<Farewell> {
    let message = std::str::from_utf8(message).ok().filter(|it| it.len() < MOST_OF_FAREWELL)?;
    let it = Incoming::parse(message).ok()?;
    match (it.method?.as_ref(), it.id) {
        ("shutdown", Some(_)) => Some(Farewell::Shutdown),
        ("exit", None) => Some(Farewell::Exit),
        _ => None,
    }
}

/// Returns the answer to a message that is no UTF-8.
#[must_use]
pub fn not_utf_8() -> String {
    rpc::failure("null", &RpcError::new(ErrorCode::ParseError, "the message is not UTF-8"))
}

/// Returns the answer to a request that the client gave up.
pub(super) fn cancelled(id: &str) -> String {
    rpc::failure(id, &RpcError::new(ErrorCode::RequestCancelled, "the request was given up"))
}
