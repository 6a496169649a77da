//! The bar at the bottom: the state of the shown file and of the page.

use bobbin_protocol::Severity;
use leptos::prelude::*;

use crate::actions::use_actions;
use crate::document::problem::shown_number;
use crate::document::{MIXED_ENDS, use_documents};
use crate::files;
use crate::following::memo;
use crate::open_dialog::{Dialog, use_dialogs};
use crate::platform::editor::WorkerState;
use crate::platform::frame;
use crate::platform::service_worker::Offline;
use crate::problems::icon_of;
use crate::settings::{NarrowTab, use_settings};
use crate::sharing::use_sharing;
use crate::widgets::dynamic::{When, live, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::{Prose, counted, plain};
use crate::widgets::toast::{Toast, use_toasts};

/// Shows diagnostics at the left, facts at the right.
#[component]
pub fn StatusBar() -> impl IntoView {
    let offline: ReadSignal<Offline> = expect_context();
    let dialogs = use_dialogs();
    let documents = use_documents();
    let actions = use_actions();
    let facts = move || {
        documents.active.get().map(|file| {
            let language = file.language.clone();
            let info = file.info.clone();
            let caret = file.caret.clone();
            let line_ends = file.line_ends.clone();
            let encoding = file.encoding.clone();
            let place = move || {
                let at = caret.get().position;
                format!("Ln {}, Col {}", at.line + 1, at.character + 1)
            };
            view! {
                <span class="status__item status__item--minor">{part(place)}</span>
                <span class="status__item status__item--minor">
                    {part(move || files::name_of_encoding(encoding.get()))}
                </span>
                {part(move || {
                    let name = line_ends.get();
                    if name != MIXED_ENDS {
                        return view! { <span class="status__item status__item--minor">{name}</span> }
                            .into_any();
                    }
                    view! {
                        <button
                            type="button"
                            class="status__item status__item--minor status__button"
                            title="Make all line ends LF"
                            on:click=move |_| actions.run("edit.lineEnds")
                        >
                            {name}
                        </button>
                    }
                    .into_any()
                })}
                <button
                    type="button"
                    class="status__item status__button status__language"
                    title="Change the language"
                    on:click=move |_| dialogs.open(Dialog::Language)
                >
                    {part(move || documents.language_title(&language.get()))}
                    {part(move || {
                        let dialect = info.with(|it| it.as_ref().and_then(|it| it.dialect.clone()));
                        dialect.map(|it| format!(" · {it}"))
                    })}
                </button>
            }
        })
    };
    view! {
        <footer class="status" aria-label="Status">
            <ProblemCounts />
            <Answer />
            {facts}
            <CoreState />
            {frame::is_framed().then(|| view! { <WayOut /> })}
            <When when=move || offline.get() != Offline::No>
                <span class="status__item status__item--minor" title="The page is stored for offline use">
                    <IconView icon=Icon::Check />
                    "Works offline"
                </span>
            </When>
        </footer>
    }
}

/// Leads from a frame to a page of its own.
#[component]
fn WayOut() -> impl IntoView {
    let sharing = use_sharing();
    view! {
        <button
            type="button"
            class="status__item status__button"
            title="Open the files of this frame in a page of their own"
            on:click=move |_| sharing.open_outside()
        >
            <IconView icon=Icon::Bobbin />
            "Open in Bobbin"
        </button>
    }
}

/// Shows the result of the last key press for a while, such as why F12 led nowhere.
#[component]
fn Answer() -> impl IntoView {
    let toasts = use_toasts();
    let line = move || {
        toasts.answered().map(|Toast { text, action, .. }| {
            let action = action.map(|(label, run)| {
                view! {
                    <button
                        type="button"
                        class="status__item status__button status__action"
                        on:click=move |_| run.run(())
                    >
                        {label}
                    </button>
                }
            });
            let whole = plain(&text);
            view! {
                <span class="status__said" title=whole>
                    <Prose text=text />
                </span>
                {action}
            }
        })
    };
    view! {
        <div class="status__answer" role="status">
            {part(line)}
        </div>
    }
}

#[component]
fn ProblemCounts() -> impl IntoView {
    let documents = use_documents();
    let settings = use_settings();
    let counts = memo(move |_| {
        let file = documents.active.get();
        file.map(|it| it.problem_counts()).unwrap_or_default()
    });
    // Its text may have no problem where its bytes have.
    let fault = move || {
        let file = documents.active.get()?;
        Some(if file.fault()?.is_limit() { "Too large" } else { "Damaged" })
    };
    let toggle = move |_| {
        if settings.is_narrow.get_untracked() {
            settings.narrow_tab.set(NarrowTab::Problems);
        } else {
            settings.toggle_problems(untrack(|| documents.has_problems()));
        }
    };
    let name = move || {
        let counts = Severity::ALL.into_iter().zip(counts.get());
        let words = counts.filter(|(_, n)| *n > 0).map(|(severity, n)| counted(n, severity.word()));
        let damaged = fault().map(str::to_lowercase);
        let words: Vec<String> = damaged.into_iter().chain(words).collect();
        let is_read = documents.active.get().is_some_and(|it| it.info.with(Option::is_some));
        match words.as_slice() {
            [] if is_read => "no problems".to_owned(),
            [] => "not read yet".to_owned(),
            words => words.join(", "),
        }
    };
    let marks = move || {
        // Nothing is known of a text that was not read yet.
        if !documents.active.get().is_some_and(|it| it.info.with(Option::is_some)) {
            return ().into_any();
        }
        let fault = fault();
        if fault.is_none() && counts.get().iter().all(|it| *it == 0) {
            return view! {
                <span class="status__count status__count--fine">
                    <IconView icon=Icon::Check />
                    "No problems"
                </span>
            }
            .into_any();
        }
        let mark = |severity: Severity, text: String| {
            view! {
                <span class="status__count" data-severity=severity.word()>
                    <IconView icon=icon_of(severity) />
                    {text}
                </span>
            }
        };
        let damaged = fault.map(|it| mark(Severity::Error, it.to_owned()));
        let all = counts.get();
        let counts = Severity::ALL.into_iter().zip(all).filter(|(_, n)| *n > 0);
        let counts = counts.map(|(severity, _)| mark(severity, shown_number(severity, all)));
        damaged.into_iter().chain(counts).collect_view().into_any()
    };
    view! {
        <button
            type="button"
            class="status__item status__button"
            title="Show or hide problems"
            on:click=toggle
        >
            <span class="visually-hidden">
                {part(move || format!("Show or hide problems: {}", name()))}
            </span>
            <span class="status__counts" aria-hidden="true">
                {part(marks)}
            </span>
        </button>
    }
}

/// Shows the state of the language core.
#[component]
fn CoreState() -> impl IntoView {
    let documents = use_documents();
    let state = documents.worker;
    let words = move || match state.get() {
        WorkerState::Starting => "Starting…",
        WorkerState::Ready | WorkerState::Restarted => "Ready",
        WorkerState::Failed => "Language core failed",
    };
    view! {
        <div
            class="status__item status__core"
            class:status__core--waiting=live(move || state.get() == WorkerState::Starting)
            class:status__core--failed=live(move || state.get() == WorkerState::Failed)
            role="status"
            title="The language core"
        >
            <span class="status__light" aria-hidden="true"></span>
            <span>{words}</span>
        </div>
    }
}
