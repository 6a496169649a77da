//! The page's own settings.

use leptos::prelude::*;

use crate::environment::use_environment;
use crate::open_dialog::{Dialog, use_dialogs};
use crate::platform::editor::{self, StorageUse};
use crate::settings::{KeyHabits, Split, Theme, use_settings};
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::{live, part};
use crate::widgets::icon::Icon;
use crate::widgets::prose::counted;
use crate::widgets::segments::{Segment, Segments};

/// The distances of tab stops that are offered.
const TAB_SIZES: [u32; 3] = [2, 4, 8];

/// Edits how the page looks and behaves, and says what it keeps in the browser.
#[component]
pub fn SettingsDialog(close: Callback<()>) -> impl IntoView {
    let settings = use_settings();
    let dialogs = use_dialogs();
    let environment = use_environment();
    let of_theme = move || Theme::ALL.iter().position(|it| *it == settings.theme.get());
    let of_tabs = move || TAB_SIZES.iter().position(|it| *it == settings.tab_size.get());
    let on_tabs = move |idx: usize| {
        if let Some(size) = TAB_SIZES.get(idx) {
            settings.tab_size.set(*size);
        }
    };
    let of_keys = move || KeyHabits::ALL.iter().position(|it| *it == settings.keys.get());
    let on_keys = move |idx: usize| {
        if let Some(habits) = KeyHabits::ALL.get(idx) {
            settings.keys.set(*habits);
        }
    };
    let on_theme = move |idx: usize| {
        if let Some(theme) = Theme::ALL.get(idx) {
            settings.theme.set(*theme);
        }
    };
    let on_split = move |idx: usize| {
        settings.split.set(if idx == 0 { Split::Beside } else { Split::Below });
    };
    let text_size = move || {
        view! {
            <span class="settings__number" role="group" aria-label="Text size">
                <Button label="Decrease text size" icon=Icon::Minus is_bare=true on_press=move |()| settings.step_text_size(-1) />
                <output>{part(move || format!("{} px", settings.text_size.get()))}</output>
                <Button label="Increase text size" icon=Icon::Plus is_bare=true on_press=move |()| settings.step_text_size(1) />
                <Button label="Reset" on_press=move |()| settings.step_text_size(0) />
            </span>
        }
    };
    let n_catalogues = move || {
        let n = environment.catalogues.with(Vec::len);
        if n == 0 {
            "Only the types that Bobbin knows".to_owned()
        } else {
            format!("{} besides the types that Bobbin knows", counted(n, "catalogue"))
        }
    };
    let storage = RwSignal::new(None::<StorageUse>);
    leptos::task::spawn_local(async move {
        let found = editor::storage_use().await;
        let _ = storage.try_set(found);
    });
    view! {
        <ModalDialog title="Settings" is_wide=true on_close=close>
            <div class="settings">
                {section(
                    "Appearance",
                    view! {
                        {row("Theme", "", view! {
                            <Segments
                                label="Theme"
                                segments=Theme::ALL.map(|it| Segment::new(it.label())).into()
                                picked=Signal::derive(of_theme)
                                on_pick=on_theme
                            />
                        }.into_any())}
                        {row("View", "Where the graph, the form and the tables are.", view! {
                            <Segments
                                label="Place of the view"
                                segments=vec![Segment::new("Beside the text"), Segment::new("Below the text")]
                                picked=Signal::derive(move || Some(usize::from(settings.split.get() == Split::Below)))
                                on_pick=on_split
                            />
                        }.into_any())}
                        {switch(
                            "Colours without red and green",
                            "Problems are orange and changes blue, for eyes that mistake red for green.",
                            settings.avoids_red_green,
                        )}
                        {switch(
                            "Reduce motion",
                            "Nothing slides, fades or blinks. Otherwise the system decides.",
                            settings.reduces_motion,
                        )}
                    }
                    .into_any(),
                )}
                {section(
                    "Text",
                    view! {
                        {row("Text size", "", text_size().into_any())}
                        {row("Tab width", "How wide a tab looks; the text stays as it is.", view! {
                            <Segments
                                label="Tab width"
                                segments=TAB_SIZES.map(|it| Segment::new(it.to_string())).into()
                                picked=Signal::derive(of_tabs)
                                on_pick=on_tabs
                            />
                        }.into_any())}
                        {row("Keys", "In the text. Browsers keep a few for themselves, such as Ctrl+N, T and W.", view! {
                            <Segments
                                label="Keys of the text"
                                segments=KeyHabits::ALL.map(|it| Segment::new(it.label())).into()
                                picked=Signal::derive(of_keys)
                                on_pick=on_keys
                            />
                        }.into_any())}
                        {switch("Word wrap", "Long lines go on in the next row.", settings.wraps_lines)}
                    }
                    .into_any(),
                )}
                {section(
                    "Files",
                    view! {
                        {switch(
                            "Include the text in pictures",
                            "Bobbin can open a picture that carries its text again.",
                            settings.pictures_carry_text,
                        )}
                        {row("Stored in this browser", "", view! {
                            <span class="settings__value">{part(move || storage.get().map(|it| it.in_words()))}</span>
                        }.into_any())}
                        {row("Closed files", "Kept for 30 days.", view! {
                            <Button label="Recently closed…" on_press=move |()| dialogs.open(Dialog::ClosedFiles) />
                        }.into_any())}
                    }
                    .into_any(),
                )}
                {section(
                    "Languages",
                    view! {
                        {row("Process types", "", view! {
                            <span class="settings__value">{part(n_catalogues)}</span>
                        }.into_any())}
                        {row("Environment", "Variables, folders, facts about the system, catalogues.", view! {
                            <Button label="Environment…" on_press=move |()| dialogs.open(Dialog::Environment) />
                        }.into_any())}
                    }
                    .into_any(),
                )}
                {section(
                    "About",
                    view! {
                        {row("Version", "", view! {
                            <span class="settings__value">{env!("CARGO_PKG_VERSION")}</span>
                        }.into_any())}
                        {row("Licence", "", view! {
                            <span class="settings__value">
                                "MIT or Apache-2.0; "
                                <a class="link" href="third-party-licences.txt" target="_blank" rel="noopener">
                                    "licences of what it is made of"
                                </a>
                            </span>
                        }.into_any())}
                        {row("Shortcuts", "", view! {
                            <Button label="Keyboard shortcuts" on_press=move |()| dialogs.open(Dialog::Help) />
                        }.into_any())}
                    }
                    .into_any(),
                )}
            </div>
        </ModalDialog>
    }
}

fn section(title: &'static str, content: AnyView) -> impl IntoView {
    view! {
        <section class="settings__section" aria-label=title>
            <h3 class="settings__title">{title}</h3>
            {content}
        </section>
    }
}

/// Shows a setting, with its meaning below its name.
fn row(label: &'static str, about: &'static str, content: AnyView) -> impl IntoView {
    view! {
        <div class="settings__row">
            <div class="settings__name">
                <p>{label}</p>
                {(!about.is_empty()).then(|| view! { <p class="settings__about">{about}</p> })}
            </div>
            <div class="settings__input">{content}</div>
        </div>
    }
}

/// Shows a setting that is on or off.
fn switch(label: &'static str, about: &'static str, value: RwSignal<bool>) -> impl IntoView {
    view! {
        <label class="settings__row">
            <span class="settings__name">
                <span>{label}</span>
                <span class="settings__about">{about}</span>
            </span>
            <span class="settings__input">
                <input
                    type="checkbox"
                    aria-label=label
                    prop:checked=live(move || value.get())
                    on:change=move |event| value.set(event_target_checked(&event))
                />
            </span>
        </label>
    }
}
