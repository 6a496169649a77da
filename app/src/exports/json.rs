//! Views as JSON, in the shapes of the protocol.

use bobbin_protocol::ViewKind;
use leptos::prelude::*;
use serde::de::IgnoredAny;

use super::control::{Answer, Exports, ask, own_name};
use crate::document::OpenFile;
use crate::platform::exports::word_of;
use crate::platform::links;
use crate::widgets::prose::sentence;

/// The version of what is around a view.
const FORMAT: u32 = 1;

impl Exports {
    /// Copies the shown view as JSON.
    pub fn copy_view(self) {
        self.with_view(self.navigation.view.get_untracked(), |it, _, made| async move {
            match made {
                Ok(json) if links::copy(&json).await => {
                    it.toasts.say("The view was copied as JSON.");
                }
                Ok(_) => {
                    it.toasts.complain("The browser does not let the page use the clipboard.");
                }
                Err(why) => {
                    it.toasts.complain(format!("The view was not copied. {}", sentence(&why)));
                }
            }
        });
    }

    /// Saves the shown view as JSON.
    pub fn save_view(self) {
        self.save(self.navigation.view.get_untracked());
    }

    /// Saves the outline as JSON.
    pub fn save_outline(self) {
        self.save(Some(ViewKind::Outline));
    }

    fn save(self, kind: Option<ViewKind>) {
        self.with_view(kind, |it, name, made| async move { it.give(&name, made) });
    }

    /// Does something with a view of the shown file as JSON, and the name of a file for it.
    fn with_view<F: Future<Output = ()> + 'static>(
        self,
        kind: Option<ViewKind>,
        then: impl FnOnce(Exports, String, Result<String, String>) -> F + 'static,
    ) {
        let (Some(file), Some(kind)) = (self.documents.shown(), kind) else { return };
        leptos::task::spawn_local(async move {
            let word = word_of(kind).unwrap_or_default();
            let answer = ask(&file, kind).await;
            let made = answer.and_then(|it| wrapped(&file.name, &language_of(&file), &it));
            then(self, format!("{}.{word}.json", own_name(&file)), made).await;
        });
    }
}

fn language_of(file: &OpenFile) -> String {
    file.language.get_untracked()
}

/// Adds to the JSON of an answer with a view what makes it known elsewhere.
fn wrapped(name: &str, language: &str, answer: &str) -> Result<String, String> {
    let read: Answer<IgnoredAny> = bobbin_json::from_str(answer).map_err(|it| it.to_string())?;
    if read.view.is_none() {
        return Err("there is none here; put the caret onto an item".to_owned());
    }
    let words = [name, language].map(|it| serde_json::Value::from(it).to_string());
    let rest = answer.trim_start().trim_start_matches('{');
    let [name, language] = words;
    Ok(format!(
        "{{\"format\":\"bobbin-view\",\"formatVersion\":{FORMAT},\"name\":{name},\"language\":{language},{rest}\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_gets_a_name_a_language_and_a_version() {
        let json = wrapped("a \"b\".pipe", "x", r#"{"version":3,"view":{"kind":"form","n":[1]}}"#);
        let value: serde_json::Value = bobbin_json::from_str(&json.unwrap()).unwrap();
        let expected = serde_json::json!({
            "format": "bobbin-view", "formatVersion": 1, "name": "a \"b\".pipe", "language": "x",
            "version": 3, "view": {"kind": "form", "n": [1]},
        });
        assert_eq!(value, expected);
        assert!(wrapped("a", "x", r#"{"version":3,"view":null}"#).is_err());
        assert!(wrapped("a", "x", "").is_err());
    }
}
