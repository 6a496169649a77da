//! Examples of every language, from our own origin.

use leptos::prelude::*;
use serde::Deserialize;

use crate::document::FileId;
use crate::files::{FileControl, use_files};
use crate::following::memo;
use crate::platform::files::{PickedFile, fetch};
use crate::settings::use_settings;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::{When, live};
use crate::widgets::empty::EmptyNote;
use crate::widgets::search_field::SearchField;

/// An example, as `gallery/index.json` lists it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Example {
    /// The file's name below `gallery/`.
    pub file: String,
    pub title: String,
    /// A sentence about the example.
    pub about: String,
}

impl Example {
    /// Returns true if each of the words that are typed stands in the example, or in the title of its language.
    fn fits(&self, language: &str, typed: &str) -> bool {
        let all = [language, &self.title, &self.about, &self.file].join(" ").to_lowercase();
        typed.to_lowercase().split_whitespace().all(|it| all.contains(it))
    }
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

/// Lists the examples below a field that filters them.
#[component]
pub fn ExamplesDialog(close: Callback<()>) -> impl IntoView {
    let gallery = use_gallery();
    let typed = RwSignal::new(String::new());
    let has_none = memo(move |_| {
        gallery.shelves.with_value(|shelves| {
            let fits =
                |it: &Shelf| it.examples.iter().any(|one| one.fits(&it.title, &typed.read()));
            !shelves.iter().any(fits)
        })
    });
    view! {
        <ModalDialog title="Examples" is_wide=true on_close=close>
            <div class="examples__filter">
                <SearchField
                    label="Filter examples"
                    placeholder="Filter"
                    class="examples__field"
                    on_type=move |text| typed.set(text)
                />
            </div>
            <When when=move || has_none.get()>
                <EmptyNote>"No example has these words."</EmptyNote>
            </When>
            <GalleryList on_open=close typed=typed />
        </ModalDialog>
    }
}

/// Lists all examples, by language in the order of the menus.
#[component]
pub fn GalleryList(
    /// Called after an example was opened.
    #[prop(optional, into)]
    on_open: Option<Callback<()>>,
    /// The words that examples must have to be shown.
    #[prop(default = Signal::stored(String::new()), into)]
    typed: Signal<String>,
) -> impl IntoView {
    let files = use_files();
    let gallery = use_gallery();
    let settings = use_settings();
    let section = move |(nth, shelf): (usize, Shelf)| {
        let Shelf { language, title, examples } = shelf;
        let (words, of_shelf) = (title.clone(), examples.clone());
        let is_empty =
            move || typed.with(|typed| !of_shelf.iter().any(|it| it.fits(&words, typed)));
        let words = title.clone();
        let cards = examples
            .into_iter()
            .map(|example| {
                let language = language.clone();
                let opened = example.clone();
                let file = example.file.clone();
                let (sought, words) = (example.clone(), words.clone());
                let is_hidden = move || typed.with(|typed| !sought.fits(&words, typed));
                view! {
                    <li hidden=live(is_hidden)>
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
            <section class="examples__language" hidden=live(is_empty)>
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
    fn examples_are_found_by_their_words() {
        let shelves = shelves();
        let found = |typed: &str| -> Vec<&str> {
            let fitting = shelves
                .iter()
                .flat_map(|shelf| shelf.examples.iter().filter(|it| it.fits(&shelf.title, typed)));
            fitting.map(|it| it.file.as_str()).collect()
        };
        assert_eq!(found("").len(), shelves.iter().map(|it| it.examples.len()).sum::<usize>());
        assert_eq!(found("detect_circles.PIPE"), ["detect_circles.pipe"]);
        assert!(found("no such words").is_empty());
        let of_pinsight = shelves.iter().find(|it| it.language == "pinsight").unwrap();
        assert!(found(&of_pinsight.title).len() >= of_pinsight.examples.len());
    }

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
