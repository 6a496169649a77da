//! Dialogs that ask the language server: values by path, differences of two files, and the wizard
//! for a new file.

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

/// Repeats a request until the text does not change while it is answered.
async fn ask<P: Serialize, R: DeserializeOwned>(method: &str, params: &P) -> Result<R, String> {
    loop {
        match editor::request::<_, R>(method, params).await {
            Ok(answer) => return Ok(answer),
            Err(RequestError::Stale) => {}
            Err(RequestError::Failed(why)) => return Err(why),
        }
    }
}
