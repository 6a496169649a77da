//! The parts shared by all ways in which a file leaves the page with its views.

use bobbin_protocol::{ViewKind, ViewParams};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::canvas::CanvasControl;
use crate::document::{DocumentStore, OpenFile, view_requests};
use crate::navigation::Navigation;
use crate::platform::editor::{self, RequestError};
use crate::platform::files;
use crate::widgets::prose::sentence;
use crate::widgets::toast::Toasts;

/// The ways in which a file leaves the page with its views.
#[derive(Clone, Copy)]
pub struct Exports {
    pub documents: DocumentStore,
    pub navigation: Navigation,
    pub toasts: Toasts,
    pub canvas: CanvasControl,
}

impl Exports {
    /// Gives the user a file that was made, or tells why it was not.
    pub fn give(self, name: &str, made: Result<String, String>) {
        match made {
            Ok(text) if files::download(name, text.as_bytes()) => {
                self.toasts.say(format!("`{name}` was downloaded."));
            }
            Ok(_) => self.toasts.complain(format!("The browser refused to download `{name}`.")),
            Err(why) => {
                self.toasts.complain(format!("`{name}` was not downloaded. {}", sentence(&why)));
            }
        }
    }
}

/// Returns the last part of a file's name.
pub fn own_name(file: &OpenFile) -> &str {
    file.name.rsplit('/').next().unwrap_or_default()
}

/// Asks for a view as it is shown; the answer is the JSON of a [`bobbin_protocol::ViewResult`].
pub async fn ask(file: &OpenFile, kind: ViewKind) -> Result<String, String> {
    loop {
        let params = view_requests::params_of(file, kind);
        match editor::request_json(ViewParams::METHOD, &params).await {
            Ok(answer) => return Ok(answer),
            // The text has changed meanwhile; the newest counts.
            Err(RequestError::Stale) if file.text().is_some() => {}
            Err(RequestError::Stale) => return Err("the file was closed".to_owned()),
            Err(RequestError::Failed(why)) => return Err(why),
        }
    }
}

/// The answer with a view.
#[derive(Deserialize)]
pub struct Answer<T> {
    pub view: Option<T>,
}

/// Asks for a view as it is shown; `None` if there is none.
pub async fn ask_for<T: DeserializeOwned>(file: &OpenFile, kind: ViewKind) -> Option<T> {
    let answer = ask(file, kind).await.ok()?;
    bobbin_json::from_str::<Answer<T>>(&answer).ok()?.view
}
