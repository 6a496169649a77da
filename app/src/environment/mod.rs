//! The environment of the texts: facts about the machine that runs them. The browser stores it, and
//! the language server is told.

mod dialog;
mod tables;

use bobbin_protocol::{HostFacts, HostParams, KeyValue};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

pub use dialog::EnvironmentDialog;

use crate::document::DocumentStore;
use crate::files::{clean, inside_of};
use crate::following::{effect, memo};
use crate::platform::editor::{self, WorkerState};
use crate::platform::files::PickedFile;
use crate::platform::frame;
use crate::platform::storage;
use crate::widgets::toast::Toasts;

const STORED_AS: &str = "bobbin.environment";

/// A catalogue that the user added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Catalogue {
    /// The file name.
    pub name: String,
    text: String,
}

/// The stored form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Stored {
    env: Vec<KeyValue>,
    system: Vec<KeyValue>,
    settings: Vec<KeyValue>,
    include_path: Vec<String>,
    catalogues: Vec<Catalogue>,
    strict: bool,
}

impl Stored {
    /// Returns the parameters for the server. Rows without a name are still being written.
    fn params(&self) -> HostParams {
        fn named(rows: &[KeyValue]) -> impl Iterator<Item = (String, String)> {
            let named = rows.iter().filter(|it| !it.key.is_empty());
            named.map(|it| (it.key.clone(), it.value.clone()))
        }
        let folders = self.include_path.iter().filter(|it| !it.is_empty());
        let folders = folders.map(|it| format!("/{}", folder_named(it)));
        HostParams(HostFacts {
            env: named(&self.env).collect(),
            system: named(&self.system).collect(),
            settings: named(&self.settings).collect(),
            include_path: folders.collect(),
            catalogues: self.catalogues.iter().map(|it| it.text.as_str().into()).collect(),
            strict: self.strict,
            ..HostFacts::default()
        })
    }
}

/// Returns the folder of open files that people mean by a path, as the names of files have it; empty for the one
/// around all.
fn folder_named(path: &str) -> String {
    let path = clean(path);
    if path.split('/').all(|it| matches!(it, "" | "." | "..")) { String::new() } else { path }
}

/// Remarks on an include folder that none of these files is in.
fn remark_on_folder(path: &str, names: &[&str]) -> Option<String> {
    let folder = folder_named(path);
    let is_around = |it: &&str| folder.is_empty() || inside_of(&folder, it).is_some();
    let is_empty = !path.is_empty() && !names.iter().any(is_around);
    is_empty.then(|| format!("no open file is in a folder `{folder}`"))
}

/// Remarks on a variable whose name cannot be one, or is in a later row again.
fn remark_on_variable(rows: &[KeyValue], row: usize) -> Option<String> {
    let name = &rows.get(row)?.key;
    if name.contains('=') {
        return Some(
            "no variable has `=` in its name; the value has the field beside it".to_owned(),
        );
    }
    let is_again = !name.is_empty() && rows.iter().skip(row + 1).any(|it| it.key == *name);
    is_again.then(|| format!("`{name}` is set again below, and the last value counts"))
}

/// The environment; each part is a signal of its own.
#[derive(Clone, Copy)]
pub struct Environment {
    pub env: RwSignal<Vec<KeyValue>>,
    pub system: RwSignal<Vec<KeyValue>>,
    pub settings: RwSignal<Vec<KeyValue>>,
    /// Folders, as the keys of rows without values.
    pub include_path: RwSignal<Vec<KeyValue>>,
    pub catalogues: RwSignal<Vec<Catalogue>>,
    pub strict: RwSignal<bool>,
}

/// Returns the environment of the texts.
#[must_use]
pub fn use_environment() -> Environment {
    expect_context()
}

impl Environment {
    /// Restores the environment of the last visit.
    #[must_use]
    pub fn restore() -> Environment {
        let environment = Environment {
            env: RwSignal::default(),
            system: RwSignal::default(),
            settings: RwSignal::default(),
            include_path: RwSignal::default(),
            catalogues: RwSignal::default(),
            strict: RwSignal::default(),
        };
        if let Some(json) = storage::load_or_old(STORED_AS) {
            environment.take(&json);
        }
        environment
    }

    /// Takes an environment as it was stored.
    fn take(self, json: &str) {
        let Ok(stored) = bobbin_json::from_str::<Stored>(json) else { return };
        let folder = |key: String| KeyValue { key, value: String::new() };
        self.env.set(stored.env);
        self.system.set(stored.system);
        self.settings.set(stored.settings);
        self.include_path.set(stored.include_path.into_iter().map(folder).collect());
        self.catalogues.set(stored.catalogues);
        self.strict.set(stored.strict);
    }

    fn stored(self) -> Stored {
        Stored {
            env: self.env.get(),
            system: self.system.get(),
            settings: self.settings.get(),
            include_path: self.include_path.get().into_iter().map(|it| it.key).collect(),
            catalogues: self.catalogues.get(),
            strict: self.strict.get(),
        }
    }

    /// Adds a file as a catalogue; it replaces one of the same name.
    ///
    /// # Errors
    ///
    /// The reason why it is not a catalogue.
    pub fn add_catalogue(self, file: PickedFile) -> Result<(), String> {
        let PickedFile { name, bytes } = file;
        let text = String::from_utf8(bytes).map_err(|_| format!("`{name}` is not UTF-8"))?;
        bobbin_json::from_str::<serde::de::IgnoredAny>(&text)
            .map_err(|error| format!("`{name}` is not JSON: {error}"))?;
        self.catalogues.update(|all| {
            all.retain(|it| it.name != name);
            all.push(Catalogue { name, text });
        });
        Ok(())
    }
}

/// From now on stores each change and tells it to the server; a new server is told as well. What another tab stores
/// counts here, too: its rows would be lost with the next change here.
pub fn follow(environment: Environment, documents: DocumentStore, toasts: Toasts) {
    window_event_listener(leptos::ev::storage, move |event| {
        let is_it = event.key().is_some_and(|it| it == storage::scoped(STORED_AS));
        // What is stored by now: two tabs that take each other's would go on for ever.
        if let Some(json) = storage::load(STORED_AS).filter(|_| is_it && !frame::is_framed()) {
            environment.take(&json);
        }
    });
    let stored = memo(move |_| environment.stored());
    effect(move |earlier: Option<bool>| {
        let was_told = earlier.unwrap_or(false);
        let is_up = matches!(documents.worker.get(), WorkerState::Ready | WorkerState::Restarted);
        let params = stored.with(Stored::params);
        // An empty environment is what the server assumes.
        if !is_up || (!was_told && params == HostParams::default()) {
            return was_told;
        }
        editor::notify(HostParams::METHOD, &params);
        true
    });
    effect(move |earlier: Option<()>| {
        let json = stored.with(|it| serde_json::to_string(it).unwrap_or_default());
        if earlier.is_some() && !storage::store(STORED_AS, &json) {
            toasts.complain("The browser has no room to remember this environment.");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn include_folders_are_those_of_the_open_files() {
        let paths = ["common", "/common", "common/", "./a//b/", "a/../b", ".", "/", "..", ""];
        let stored = Stored { include_path: paths.map(str::to_owned).into(), ..Stored::default() };
        let HostParams(facts) = stored.params();
        assert_eq!(
            facts.include_path,
            ["/common", "/common", "/common", "/a/b", "/b", "/", "/", "/"]
        );
        let remark = |path| remark_on_folder(path, &["main.pipe", "a/b/x.pipe"]);
        for known in ["a", "/a/b/", ".", ""] {
            assert_eq!(remark(known), None, "{known}");
        }
        assert_eq!(remark("/b/").as_deref(), Some("no open file is in a folder `b`"));
        // A file is no folder.
        assert_eq!(remark("main.pipe").as_deref(), Some("no open file is in a folder `main.pipe`"));
    }

    #[test]
    fn variables_that_do_nothing_are_remarked() {
        let row = |key: &str| KeyValue { key: key.into(), value: String::new() };
        let rows = [row("A"), row("B"), row("A"), row("C=1"), row(""), row("")];
        let remarks: Vec<_> =
            (0..7).filter_map(|it| Some((it, remark_on_variable(&rows, it)?))).collect();
        let expected = [
            (0, "`A` is set again below, and the last value counts".to_owned()),
            (3, "no variable has `=` in its name; the value has the field beside it".to_owned()),
        ];
        assert_eq!(remarks, expected);
    }

    #[test]
    fn rows_without_a_name_are_not_told() {
        let row = |key: &str, value: &str| KeyValue { key: key.into(), value: value.into() };
        let stored = Stored {
            env: vec![row("HOME", "/home/a"), row("", "x")],
            include_path: vec![String::new(), "inc".into()],
            catalogues: vec![Catalogue { name: "own.json".into(), text: "{}".into() }],
            ..Stored::default()
        };
        let HostParams(facts) = stored.params();
        assert_eq!(facts.env, [("HOME".to_owned(), "/home/a".to_owned())].into());
        assert_eq!(facts.include_path, ["/inc"]);
        assert_eq!(facts.catalogues, ["{}".into()]);
        let json = serde_json::to_string(&stored).unwrap();
        assert_eq!(bobbin_json::from_str::<Stored>(&json).unwrap(), stored);
    }
}
