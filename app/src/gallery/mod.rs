//! Examples of every language, from our own origin.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use serde::Deserialize;

use crate::document::{FileId, use_documents};
use crate::files::{FileControl, use_files};
use crate::platform::files::{PickedFile, fetch};
use crate::settings::use_settings;
use crate::widgets::dynamic::{When, live, part};
use crate::widgets::empty::EmptyNote;
use crate::widgets::icon::{Icon, IconView};

/// An example, as `gallery/index.json` lists it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Example {
    /// The file's name below `gallery/`.
    pub file: String,
    pub title: String,
    /// A sentence about the example.
    pub about: String,
}

/// Examples by the stable name of their language.
type Lists = BTreeMap<String, Vec<Example>>;

/// The examples by language; `None` until they are loaded.
#[derive(Clone, Copy)]
pub struct Gallery {
    examples: RwSignal<Option<Arc<Lists>>>,
}

/// Returns the examples.
#[must_use]
pub fn use_gallery() -> Gallery {
    expect_context()
}

impl Gallery {
    #[must_use]
    pub fn load() -> Gallery {
        let gallery = Gallery { examples: RwSignal::new(None) };
        leptos::task::spawn_local(async move {
            let list = fetch("gallery/index.json").await.ok();
            let list = list.and_then(|it| serde_json::from_slice(&it).ok()).unwrap_or_default();
            gallery.examples.set(Some(Arc::new(list)));
        });
        gallery
    }
}

/// Returns the address of the picture of an example in a theme.
fn picture(file: &str, theme: &str) -> String {
    let scheme = if theme == "dark" { "dark" } else { "light" };
    format!("gallery/pictures/{file}.{scheme}.webp")
}

/// Opens an example, by the name of its file below `gallery/`; one that is open already, and was not
/// changed, is shown. Returns the file; a failure is told to the person.
pub async fn open_example(files: FileControl, language: String, file: String) -> Option<FileId> {
    let bytes = match fetch(&format!("gallery/{file}")).await {
        Ok(bytes) => bytes,
        Err(why) => {
            files.toasts.complain(why);
            return None;
        }
    };
    let name = file.rsplit('/').next().unwrap_or(&file).to_owned();
    let open = files.documents.files.with_untracked(|files| {
        let found = files.iter().find(|it| it.name == name && !it.is_modified.get_untracked());
        found.map(|it| it.id)
    });
    if let Some(id) = open {
        files.documents.show(id);
        return Some(id);
    }
    files.open_bytes(PickedFile { name, bytes }, Some(language)).await.map(|it| it.id)
}

/// Lists all examples, by language in the order of the menus.
#[component]
pub fn GalleryList(
    /// Called after an example was opened.
    #[prop(optional, into)]
    on_open: Option<Callback<()>>,
) -> impl IntoView {
    let files = use_files();
    let documents = use_documents();
    let gallery = use_gallery();
    let settings = use_settings();
    let lists = move || {
        let examples = gallery.examples.get().unwrap_or_default();
        let mut lists: Vec<(String, Vec<Example>)> = examples
            .iter()
            .filter(|(_, it)| !it.is_empty())
            .map(|(a, b)| (a.clone(), b.clone()))
            .collect();
        let languages = documents.languages.get();
        let place =
            |name: &str| languages.iter().position(|it| it.name == name).unwrap_or(usize::MAX);
        lists.sort_by_key(|(name, _)| place(name));
        lists
    };
    let section = move |(language, examples): (String, Vec<Example>)| {
        let title = documents.language_title(&language);
        let is_first = untrack(|| lists().first().is_some_and(|it| it.0 == language));
        let cards = examples
            .into_iter()
            .map(|example| {
                let language = language.clone();
                let opened = example.clone();
                let file = example.file.clone();
                view! {
                    <li>
                        <button
                            type="button"
                            class="example"
                            on:click=move |_| {
                                let opening = open_example(files, language.clone(), opened.file.clone());
                                leptos::task::spawn_local(async move {
                                    opening.await;
                                });
                                if let Some(on_open) = on_open {
                                    on_open.run(());
                                }
                            }
                        >
                            <img
                                class="example__picture"
                                src=live(move || picture(&file, settings.shown_theme.get()))
                                alt=""
                                width="448"
                                height="252"
                                // The first ones are what is seen first.
                                loading=if is_first { "eager" } else { "lazy" }
                                decoding="async"
                            />
                            <span class="example__title">{example.title}</span>
                            <span class="example__about">{example.about}</span>
                            <span class="example__file">{example.file}</span>
                        </button>
                    </li>
                }
            })
            .collect_view();
        view! {
            <section class="examples__language">
                <h3 class="examples__title">{title}</h3>
                <ul class="examples__list">{cards}</ul>
            </section>
        }
    };
    view! {
        <div class="examples">
            {part(move || lists().into_iter().map(section).collect_view())}
            <When when=move || gallery.examples.get().is_some_and(|it| it.is_empty())>
                <EmptyNote class="examples__none">
                    <IconView icon=Icon::Hint />
                    "The examples could not be loaded."
                </EmptyNote>
            </When>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read_as_it_lies_in_public() {
        let list = include_str!("../../../public/gallery/index.json");
        let list: Lists = serde_json::from_str(list).unwrap();
        assert!(list.contains_key("sprokit"));
        for example in list.values().flatten() {
            for theme in ["light", "dark", "contrast"] {
                let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../public/");
                let picture = picture(&example.file, theme);
                let path = format!("{root}{picture}");
                assert!(
                    std::path::Path::new(&path).is_file(),
                    "{picture} is missing: README.md says how to make it"
                );
            }
        }
    }
}
