//! Dialogs that ask the language server something: values by path, what differs between two files,
//! and the questions that lead to a new file.

mod byte_diff;
mod compare;
mod query;
mod wizard;

pub use compare::{CompareDialog, partners};
pub use query::QueryDialog;
pub use wizard::{WizardDialog, find_wizards};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::platform::editor::{self, RequestError};

/// Asks until the text stands still for as long as an answer takes.
async fn ask<P: Serialize, R: DeserializeOwned>(method: &str, params: &P) -> Result<R, String> {
    loop {
        match editor::request::<_, R>(method, params).await {
            Ok(answer) => return Ok(answer),
            Err(RequestError::Stale) => {}
            Err(RequestError::Failed(why)) => return Err(why),
        }
    }
}
