//! The start page.

use leptos::prelude::*;

use crate::actions::use_actions;
use crate::document::use_documents;
use crate::files::use_files;
use crate::gallery::{GalleryList, use_gallery};
use crate::versions::RecentFiles;
use crate::widgets::button::Button;
use crate::widgets::dynamic::live;
use crate::widgets::icon::Icon;

/// Shows ways to begin while no file is open.
#[component]
pub fn Welcome() -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let actions = use_actions();
    let run = move |id: &'static str| Callback::new(move |()| actions.run(id));
    // An empty file gets the name ending that the core knows.
    let is_waiting = move || documents.languages.with(|it| it.is_empty());
    let empty = |(name, title): (String, String)| {
        view! {
            <li>
                <button
                    type="button"
                    class="link"
                    disabled=live(is_waiting)
                    on:click=move |_| files.open_new(&name)
                >
                    {title}
                </button>
            </li>
        }
    };
    let languages = use_gallery().languages().into_iter().map(empty).collect_view();
    view! {
        <section class="welcome" aria-label="Welcome" tabindex="-1">
            <div class="welcome__inner">
                <div class="welcome__hero">
                    <div>
                        <h2 class="welcome__title">"Know what your configuration will do"</h2>
                        // As in index.html, which shows all of this before the page is there.
                        <p class="welcome__text">
                            "Bobbin says what the real programs make of KWIVER pipelines, PInsight traces and COIL hardware and target configurations, bugs included. It draws them, explains every value, and lets you edit the view or the text. Nothing leaves this browser."
                        </p>
                    </div>
                </div>
                <div class="welcome__actions">
                    <Button label="Open file…" icon=Icon::Open is_primary=true on_press=run("file.open") />
                    <Button label="Open folder…" icon=Icon::Group on_press=run("file.openFolder") />
                    <Button label="New file…" icon=Icon::NewFile on_press=run("file.new") />
                    <Button label="Take a tour…" icon=Icon::Help on_press=run("help.tour") />
                    <span class="welcome__hint">"or drop files, folders or a zip anywhere"</span>
                </div>
                <div class="welcome__new">
                    <span>"Start empty: "</span>
                    <ul class="welcome__languages">{languages}</ul>
                </div>
                <RecentFiles />
                <h2 class="welcome__subtitle">"Examples"</h2>
                <GalleryList />
            </div>
        </section>
    }
}
