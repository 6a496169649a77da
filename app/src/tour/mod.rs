//! Tours: a few steps through the real page with an example, one tour a language.

mod steps;

use std::sync::Arc;

use bobbin_protocol::{Command, OutlineKind};
use leptos::prelude::*;

use crate::actions::use_actions;
use crate::document::{Asked, FileId, OpenFile, Target, use_documents, use_editing};
use crate::files::FileControl;
use crate::following::{effect, memo};
use crate::gallery::open_example;
use crate::navigation::{focus_view, use_navigation};
use crate::platform::files::fetch;
use crate::platform::{dom, window};
use crate::settings::{Settings, use_settings};
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::{When, part};
use crate::widgets::icon::Icon;
use crate::widgets::picker::{Picker, PickerItem};
use crate::widgets::prose::Prose;
use crate::widgets::toast::use_toasts;
use steps::{Deed, Step, Tour};

/// The selector of the button that goes on.
const NEXT: &str = ".tour .button--primary";

/// The step of a tour that is shown.
#[derive(Debug, Clone)]
struct Place {
    tour: Arc<Tour>,
    nth: usize,
}

impl Place {
    fn step(&self) -> Option<&Step> {
        self.tour.steps.get(self.nth)
    }
}

/// The tour that is shown, if one is.
#[derive(Clone, Copy)]
pub struct TourControl {
    place: RwSignal<Option<Place>>,
    /// The example that the tour goes through.
    file: RwSignal<Option<FileId>>,
    settings: Settings,
    files: FileControl,
}

/// Returns the way to begin a tour.
#[must_use]
pub fn use_tour() -> TourControl {
    expect_context()
}

impl TourControl {
    #[must_use]
    pub fn new(settings: Settings, files: FileControl) -> TourControl {
        TourControl { place: RwSignal::new(None), file: RwSignal::new(None), settings, files }
    }

    /// Begins a tour, or goes on where it was left.
    fn begin(self, tour: Arc<Tour>) {
        // Nothing is done to the example of before: it may have been changed, and open anew.
        let file = self.file;
        file.set(None);
        let opening = open_example(self.files, tour.language.clone(), tour.example.clone());
        leptos::task::spawn_local(async move { file.set(opening.await) });
        let left = self.settings.tours.with_untracked(|it| it.get(&tour.language).copied());
        let nth = left.filter(|it| *it < tour.steps.len()).unwrap_or(0);
        self.place.set(Some(Place { tour, nth }));
    }

    /// Ends the tour, with the keyboard in what it was about.
    fn end(self) {
        self.place.set(None);
        window::after_paint(|| {
            if dom::is_focus_lost() {
                focus_view();
            }
        });
    }
}

/// Shows the step of a tour in a corner of the page, and does what belongs to it.
#[component]
pub fn TourPanel() -> impl IntoView {
    let control = use_tour();
    let settings = use_settings();
    let documents = use_documents();
    let done = StoredValue::new(None::<(String, usize)>);
    let (navigation, editing, actions) = (use_navigation(), use_editing(), use_actions());
    // A step does its deeds once, as soon as the example is here and understood.
    effect(move || {
        let Some(place) = control.place.get() else { return done.set_value(None) };
        let Some(file) = documents.active.get() else { return };
        let is_known = file.views.outline.with(|it| matches!(it, Asked::Here(_)));
        let key = (place.tour.language.clone(), place.nth);
        if control.file.get() != Some(file.id)
            || !is_known
            || done.with_value(|it| it.as_ref() == Some(&key))
        {
            return;
        }
        done.set_value(Some(key));
        settings.tours.update(|it| {
            it.insert(place.tour.language.clone(), place.nth);
        });
        for deed in place.step().map(|it| it.deeds.as_slice()).unwrap_or_default() {
            untrack(|| match deed {
                Deed::View { view } => navigation.show_view(*view),
                Deed::Item { name, view } => {
                    navigation.show_view(*view);
                    if let Some((item, range)) = entry(&file, |it| it.name == *name) {
                        navigation.pick_item(item, range);
                    }
                }
                Deed::Disconnect => {
                    let found = entry(&file, |it| it.kind == OutlineKind::Connection);
                    if let Some((item, _)) = found {
                        file.target.set(Target::Item(item.clone()));
                        editing.dispatch(Command::Remove { item });
                    }
                }
                Deed::Action { id } => actions.run(id),
            });
        }
        // Keys that go through the tour must not write in the text, which the example brought with it.
        window::after_paint(|| {
            if !dom::is_dialog_open() {
                dom::focus(NEXT);
            }
        });
    });
    let go = move |is_on: bool| {
        let Some(place) = control.place.get_untracked() else { return };
        let nth = if is_on { place.nth + 1 } else { place.nth.saturating_sub(1) };
        if nth < place.tour.steps.len() {
            control.place.set(Some(Place { nth, ..place }));
        } else {
            settings.tours.update(|it| {
                it.insert(place.tour.language.clone(), nth);
            });
            control.end();
        }
    };
    let content = move || {
        let place = control.place.get()?;
        let step = place.step()?;
        let n_steps = place.tour.steps.len();
        let is_last = place.nth + 1 == n_steps;
        Some(view! {
            <p class="tour__count">{format!("{} of {n_steps}", place.nth + 1)}</p>
            <h2 class="tour__title">{step.title.clone()}</h2>
            <p class="tour__text">
                <Prose text=step.text.clone() />
            </p>
            <div class="tour__keys">
                <Button
                    label="Back"
                    is_enabled=Signal::stored(place.nth > 0)
                    on_press=move |()| go(false)
                />
                <Button
                    label=if is_last { "Done" } else { "Next" }
                    is_primary=true
                    on_press=move |()| go(true)
                />
            </div>
        })
    };
    let is_shown = memo(move |_| control.place.with(Option::is_some));
    view! {
        <When when=move || is_shown.get()>
            <aside
                class="tour"
                aria-label="Tour"
                on:keydown=move |event| {
                    if event.key() == "Escape" {
                        event.prevent_default();
                        control.end();
                    }
                }
            >
                <Button
                    label="Leave the tour"
                    icon=Icon::Close
                    is_bare=true
                    on_press=move |()| control.end()
                />
                <div aria-live="polite">{part(content)}</div>
            </aside>
        </When>
    }
}

/// Returns the item and the place of the first entry of the outline that is meant.
fn entry(
    file: &OpenFile,
    is_meant: impl Fn(&bobbin_protocol::OutlineEntry) -> bool,
) -> Option<(bobbin_protocol::ItemPath, bobbin_protocol::Range)> {
    file.views.outline.with_untracked(|it| {
        let found = it.here()?.entries.iter().find(|it| is_meant(it))?;
        Some((found.item.clone(), found.name_range))
    })
}

/// Lets the person choose a tour; one that was left goes on.
#[component]
pub fn ToursDialog(close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let settings = use_settings();
    let toasts = use_toasts();
    let control = use_tour();
    let tours = RwSignal::new(None::<Vec<Arc<Tour>>>);
    leptos::task::spawn_local(async move {
        let list = fetch("gallery/tours.json").await.ok();
        let list = list.and_then(|it| serde_json::from_slice::<Vec<Tour>>(&it).ok());
        match list {
            Some(list) => {
                let _ = tours.try_set(Some(list.into_iter().map(Arc::new).collect()));
            }
            None => {
                close.run(());
                toasts.complain("The tours could not be loaded. Try again when you are online.");
            }
        }
    });
    let item = move |it: &Arc<Tour>| {
        let left = settings.tours.with_untracked(|all| all.get(&it.language).copied());
        let n_steps = it.steps.len();
        let detail = match left {
            Some(nth) if nth >= n_steps => "seen".to_owned(),
            Some(nth) if nth > 0 => format!("go on at {} of {n_steps}", nth + 1),
            _ => format!("{n_steps} steps"),
        };
        PickerItem::new(&documents.language_title(&it.language), &detail)
    };
    let picked = move |idx: usize| {
        let tour = tours.with_untracked(|it| it.as_ref().and_then(|it| it.get(idx).cloned()));
        close.run(());
        if let Some(tour) = tour {
            control.begin(tour);
        }
    };
    let list = move || {
        tours.get().map(|tours| {
            let items: Vec<PickerItem> = tours.iter().map(item).collect();
            view! { <Picker placeholder="Take a tour of…" items=items on_pick=picked /> }
        })
    };
    view! {
        <ModalDialog title="Take a tour" is_plain=true on_close=close>
            {part(list)}
        </ModalDialog>
    }
}
