//! Saving pictures, with the text that they show.

use bobbin_protocol::ViewKind;
use leptos::prelude::*;

use crate::document::left_behind::left_behind;
use crate::document::{DocumentStore, OpenFile};
use crate::following::effect;
use crate::platform::{editor, exports, files};
use crate::settings::Settings;
use crate::widgets::icon::Icon;
use crate::widgets::menu::{Menu, MenuItem};
use crate::widgets::prose::sentence;
use crate::widgets::toast::Toasts;

/// The format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    Svg,
    Png,
}

impl PictureKind {
    /// Returns the end of a file's name.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            PictureKind::Svg => "svg",
            PictureKind::Png => "png",
        }
    }
}

/// The ways to save a picture.
#[derive(Clone, Copy)]
pub struct Pictures {
    pub documents: DocumentStore,
    pub settings: Settings,
    pub toasts: Toasts,
    /// The number of views whose picture can be asked for from elsewhere.
    n_offered: RwSignal<u32>,
    asked: RwSignal<Option<PictureKind>>,
}

/// Returns the ways to save a picture.
#[must_use]
pub fn use_pictures() -> Pictures {
    expect_context()
}

impl Pictures {
    /// Makes the ways to save a picture.
    #[must_use]
    pub fn new(documents: DocumentStore, settings: Settings, toasts: Toasts) -> Self {
        let (n_offered, asked) = (RwSignal::new(0), RwSignal::new(None));
        Self { documents, settings, toasts, n_offered, asked }
    }

    /// Returns true if a view is shown whose picture can be asked for; the graph has its own ways.
    #[must_use]
    pub fn are_offered(self) -> bool {
        self.n_offered.get() > 0
    }

    /// Asks the shown view to save its picture; returns false if none is offered.
    pub fn ask(self, kind: PictureKind) -> bool {
        let are_offered = self.n_offered.get_untracked() > 0;
        if are_offered {
            self.asked.set(Some(kind));
        }
        are_offered
    }

    /// Lets a view save its picture when it is asked for, as long as the view is there.
    fn offer(self, on_save: Callback<PictureKind>) {
        self.n_offered.update(|it| *it += 1);
        on_cleanup(move || self.n_offered.update(|it| *it -= 1));
        effect(move |_| {
            let Some(kind) = self.asked.get() else { return };
            self.asked.set(None);
            on_save.run(kind);
        });
    }

    /// Saves the picture of a view of the shown file, with its text in it if the user wants that. Without bytes the
    /// user is told that there is no picture.
    pub fn save(self, view: ViewKind, kind: PictureKind, bytes: Option<Vec<u8>>) {
        let Some(file) = self.documents.shown() else { return };
        let Some(bytes) = bytes else {
            return self.toasts.complain("The browser could not make this picture.");
        };
        let own_name = file.name.rsplit('/').next().unwrap_or_default();
        let name = format!("{own_name}.{}", kind.ending());
        let with_source = self.settings.pictures_carry_text.get_untracked();
        if with_source && !is_of_newest(&file, view) {
            return self.toasts.complain(format!(
                "`{name}` was not downloaded: the drawing is still that of an earlier text than the picture would carry. Try again once it is drawn anew."
            ));
        }
        leptos::task::spawn_local(async move {
            let bytes = if with_source {
                let encoding = file.encoding.get_untracked();
                match exports::with_source(kind.ending(), &bytes, &file.uri, encoding, view).await {
                    Ok(bytes) => bytes,
                    Err(why) => {
                        let why = sentence(&why);
                        return self.toasts.complain(format!("`{name}` was not downloaded. {why}"));
                    }
                }
            } else {
                bytes
            };
            if !files::download(&name, &bytes) {
                return self.toasts.complain("The browser could not save this picture.");
            }
            self.toasts.say(if with_source {
                let left_behind = left_behind(&[file], "It").await;
                format!(
                    "`{name}` was downloaded with its text: anyone who has the picture can open it.{left_behind}"
                )
            } else {
                format!("`{name}` was downloaded without its text.")
            });
        });
    }

    /// Returns the choice whether pictures carry their text.
    #[must_use]
    pub fn choice(self) -> MenuItem {
        let setting = self.settings.pictures_carry_text;
        MenuItem {
            label: "Include the text in pictures".to_owned(),
            detail: String::new(),
            about: "A picture then carries the whole text, and Bobbin can open it again."
                .to_owned(),
            icon: None,
            is_checked: Some(setting.get_untracked()),
            run: Callback::new(move |()| setting.update(|it| *it = !*it)),
        }
    }
}

/// Returns true if a view is of the text as it is now, with what was typed just now.
fn is_of_newest(file: &OpenFile, view: ViewKind) -> bool {
    file.views.version_of(view).get_untracked() == editor::document_version(&file.uri)
}

/// Offers to save the picture of a view.
#[component]
pub fn PictureMenu(
    /// Makes the picture and saves it.
    on_save: Callback<PictureKind>,
) -> impl IntoView {
    let pictures = use_pictures();
    pictures.offer(on_save);
    let items = Callback::new(move |()| {
        let save = |label: &str, kind| MenuItem {
            label: label.to_owned(),
            detail: String::new(),
            about: String::new(),
            icon: Some(Icon::Download),
            is_checked: None,
            run: Callback::new(move |()| on_save.run(kind)),
        };
        vec![
            save("Save picture as SVG", PictureKind::Svg),
            save("Save picture as PNG", PictureKind::Png),
            pictures.choice(),
        ]
    });
    view! {
        <Menu
            label=Signal::stored("Export".to_owned())
            icon=Signal::stored(Some(Icon::Download))
            is_bare=true
            items=items
        />
    }
}
