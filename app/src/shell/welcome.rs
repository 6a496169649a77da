//! The start page.

use leptos::prelude::*;

use crate::actions::use_actions;
use crate::document::use_documents;
use crate::files::use_files;
use crate::gallery::GalleryList;
use crate::widgets::button::Button;
use crate::widgets::icon::Icon;

/// Shows ways to begin while no file is open.
#[component]
pub fn Welcome() -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let actions = use_actions();
    let run = move |id: &'static str| Callback::new(move |()| actions.run(id));
    let languages = move || {
        let languages = documents.languages.get();
        languages
            .iter()
            .map(|it| {
                let name = it.name.clone();
                view! {
                    <li>
                        <button
                            type="button"
                            class="link"
                            on:click=move |_| files.open_new(&name)
                        >
                            {it.title.clone()}
                        </button>
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <section class="welcome" aria-label="Welcome">
            <div class="welcome__inner">
                <h2 class="welcome__title">"Open a configuration"</h2>
                <p class="welcome__text">
                    "View, check and edit pipelines, trace configurations, and hardware and target configurations. Everything stays in this browser."
                </p>
                <div class="welcome__actions">
                    <Button label="Open file…" icon=Icon::Open is_primary=true on_press=run("file.open") />
                    <Button label="Open folder…" icon=Icon::Group on_press=run("file.openFolder") />
                    <Button label="New file…" icon=Icon::NewFile on_press=run("file.new") />
                    <span class="welcome__hint">"or drop files, folders or a zip anywhere"</span>
                </div>
                <div class="welcome__new">
                    <span>"Start empty: "</span>
                    <ul class="welcome__languages">{languages}</ul>
                </div>
                <h2 class="welcome__subtitle">"Examples"</h2>
                <GalleryList />
            </div>
        </section>
    }
}
