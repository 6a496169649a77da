//! Examples of every language, from our own origin.

use leptos::prelude::*;
use serde::Deserialize;

use crate::document::FileId;
use crate::files::{FileControl, use_files};
use crate::platform::files::{PickedFile, fetch};
use crate::settings::use_settings;
use crate::widgets::dynamic::live;

/// An example, as `gallery/index.json` lists it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Example {
    /// The file's name below `gallery/`.
    pub file: String,
    pub title: String,
    /// A sentence about the example.
    pub about: String,
}

/// The examples of a language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Shelf {
    /// The stable name of the language.
    pub language: String,
    /// The name that people use for it.
    pub title: String,
    pub examples: Vec<Example>,
}

/// The examples of all languages, in the order of the menus. They are known before the core is there.
#[derive(Clone, Copy)]
pub struct Gallery {
    shelves: StoredValue<Vec<Shelf>>,
}

/// Returns the examples.
#[must_use]
pub fn use_gallery() -> Gallery {
    expect_context()
}

impl Gallery {
    #[must_use]
    pub fn new() -> Gallery {
        Gallery { shelves: StoredValue::new(shelves()) }
    }

    /// Returns the languages: their stable names and those that people use.
    #[must_use]
    pub fn languages(self) -> Vec<(String, String)> {
        let names = |it: &Shelf| (it.language.clone(), it.title.clone());
        self.shelves.with_value(|shelves| shelves.iter().map(names).collect())
    }
}

fn shelves() -> Vec<Shelf> {
    // As the tests read it.
    bobbin_json::from_str(include_str!("../../../public/gallery/index.json")).unwrap_or_default()
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
    let gallery = use_gallery();
    let settings = use_settings();
    let section = move |(nth, shelf): (usize, Shelf)| {
        let Shelf { language, title, examples } = shelf;
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
                                loading=if nth == 0 { "eager" } else { "lazy" }
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
            {gallery.shelves.get_value().into_iter().enumerate().map(section).collect_view()}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read_as_it_lies_in_public() {
        let shelves = shelves();
        assert!(shelves.iter().any(|it| it.language == "sprokit"));
        for example in shelves.iter().flat_map(|it| &it.examples) {
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
