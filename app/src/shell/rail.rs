//! The rail on the left: files, outline, examples.

use leptos::prelude::*;

use super::file_list::FileList;
use crate::gallery::GalleryList;
use crate::outline::OutlinePane;
use crate::settings::{RailTab, use_settings};
use crate::widgets::dynamic::{live, part};
use crate::widgets::tabs::{Tab, TabList};

/// Shows files, outline or examples.
#[component]
pub fn Rail() -> impl IntoView {
    let settings = use_settings();
    let shown = settings.rail_tab;
    let tabs = RailTab::ALL.map(|it| Tab::new(it.label())).to_vec();
    let place = move || RailTab::ALL.iter().position(|it| *it == shown.get());
    let pick = move |idx: usize| {
        if let Some(tab) = RailTab::ALL.get(idx) {
            shown.set(*tab);
        }
    };
    view! {
        <aside class="rail" aria-label="Files and outline">
            <div class="rail__head">
                <TabList
                    label="Sidebar"
                    tabs=Signal::stored(tabs)
                    shown=Signal::derive(place)
                    on_pick=pick
                />
            </div>
            <div class="rail__body" role="tabpanel" aria-label=live(move || shown.get().label())>
                {part(move || match shown.get() {
                    RailTab::Files => view! { <FileList /> }.into_any(),
                    RailTab::Outline => view! { <OutlinePane /> }.into_any(),
                    RailTab::Examples => {
                        view! {
                            <div class="rail__examples">
                                <GalleryList />
                            </div>
                        }
                            .into_any()
                    }
                })}
            </div>
        </aside>
    }
}
