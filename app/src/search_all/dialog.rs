//! The dialog of search and replace in all files.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::rows::{ROW_HEIGHT, Row, row_id, row_view, rows};
use super::{SearchAll, use_search};
use crate::following::{effect, memo};
use crate::platform::dom;
use crate::platform::search::Query;
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::{live, part};
use crate::widgets::prose::{Prose, counted};
use crate::widgets::rows::Rows;

/// The id of what the fields search into, for screen readers.
const LIST: &str = "search-all-list";

/// Finds and replaces in all open files.
#[component]
pub fn SearchAllDialog(close: Callback<()>) -> impl IntoView {
    let search = use_search();
    // The texts may have changed since it was last open.
    search.begin();
    let go_to = Callback::new(move |idx: usize| {
        close.run(());
        // The focus returns to its place before it moves to the text.
        request_animation_frame(move || search.go_to(idx));
    });
    let on_key = move |event: KeyboardEvent| {
        let step = match (event.key().as_str(), event.shift_key()) {
            ("ArrowDown", _) | ("F4", false) => 1,
            ("ArrowUp", _) | ("F4", true) => -1,
            ("Enter", _) => {
                if let Some(idx) = search.current.get_untracked() {
                    event.prevent_default();
                    go_to.run(idx);
                }
                return;
            }
            _ => return,
        };
        event.prevent_default();
        search.select(step);
    };
    let active = RwSignal::new(None::<String>);
    view! {
        <ModalDialog title="Find and replace in all files" is_wide=true on_close=close>
            <div class="search-all">
                <Fields search=search on_key=Callback::new(on_key) active=active />
                <p class="search-all__summary" role="status">
                    {part(move || view! { <Prose text=summary(search) /> })}
                </p>
                <HitList search=search go_to=go_to on_key=Callback::new(on_key) active=active />
                <ReplaceButton search=search close=close />
            </div>
        </ModalDialog>
    }
}

fn summary(search: SearchAll) -> String {
    let hits = search.hits.get();
    if search.query.with(|it| it.text.is_empty()) {
        return "Type what to find in the open files.".to_owned();
    }
    if search.is_busy.get() {
        return "Searching…".to_owned();
    }
    if let Some(fault) = &hits.fault {
        return fault.clone();
    }
    let n_hits = search.n_hits();
    match (n_hits, hits.is_cut) {
        // An expression meets one line at a time.
        (0, _) if search.query.with(|it| it.is_regex && it.text.contains("\\n")) => {
            "No results in the open files: each line is searched by itself, so `\\n` is never found."
                .to_owned()
        }
        (0, _) => "No results in the open files.".to_owned(),
        (n, true) => format!(
            "Only the first {} are listed, in {}. Search for something longer to see all.",
            counted(n, "result"),
            counted(hits.files.len(), "file")
        ),
        (n, false) => format!("{} in {}.", counted(n, "result"), counted(hits.files.len(), "file")),
    }
}

#[component]
fn Fields(
    search: SearchAll,
    on_key: Callback<KeyboardEvent>,
    active: RwSignal<Option<String>>,
) -> impl IntoView {
    let field = NodeRef::<html::Input>::new();
    dom::on_each_load(field, |field| {
        // Runs after the dialog has set the focus itself.
        request_animation_frame(move || {
            request_animation_frame(move || {
                let _ = field.focus();
                field.select();
            });
        });
    });
    let start = search.query.get_untracked();
    let is_replacing = memo(move |_| search.query.with(|it| it.replacement.is_some()));
    let set_replacing = move |event: leptos::ev::Event| {
        let is_on = event_target_checked(&event);
        search.change(|it| it.replacement = is_on.then(String::new));
    };
    view! {
        <div class="search-all__fields">
            <input
                class="input"
                type="text"
                aria-label="Find"
                aria-controls=LIST
                aria-activedescendant=live(move || active.get())
                placeholder="Find"
                autocomplete="off"
                spellcheck="false"
                node_ref=field
                prop:value=start.text
                on:input=move |event| search.change(|it| it.text = event_target_value(&event))
                on:keydown=move |event| on_key.run(event)
            />
            <div class="search-all__choices">
                {choice("Match case", search, |it| &mut it.is_case)}
                {choice("Whole word", search, |it| &mut it.is_word)}
                {choice("Regular expression", search, |it| &mut it.is_regex)}
                <label class="search-all__choice">
                    <input type="checkbox" prop:checked=live(move || is_replacing.get()) on:change=set_replacing />
                    "Replace"
                </label>
            </div>
            {part(move || {
                is_replacing.get().then(|| view! { <ReplaceField search=search on_key=on_key /> })
            })}
        </div>
    }
}

#[component]
fn ReplaceField(search: SearchAll, on_key: Callback<KeyboardEvent>) -> impl IntoView {
    let text = search.query.with_untracked(|it| it.replacement.clone()).unwrap_or_default();
    view! {
        <input
            class="input"
            type="text"
            aria-label="Replace with"
            aria-controls=LIST
            placeholder="Replace with"
            autocomplete="off"
            spellcheck="false"
            prop:value=text
            on:input=move |event| {
                search.change(|it| it.replacement = Some(event_target_value(&event)));
            }
            on:keydown=move |event| on_key.run(event)
        />
    }
}

/// Shows a choice of how to search.
fn choice(
    label: &'static str,
    search: SearchAll,
    part: fn(&mut Query) -> &mut bool,
) -> impl IntoView {
    let is_on = move || search.query.with(|it| *part(&mut it.clone()));
    let change = move |event: leptos::ev::Event| {
        let is_on = event_target_checked(&event);
        search.change(|it| *part(it) = is_on);
    };
    view! {
        <label class="search-all__choice">
            <input type="checkbox" prop:checked=live(is_on) on:change=change />
            {label}
        </label>
    }
}

#[component]
fn HitList(
    search: SearchAll,
    go_to: Callback<usize>,
    on_key: Callback<KeyboardEvent>,
    /// The id of the selected row, if that exists.
    active: RwSignal<Option<String>>,
) -> impl IntoView {
    let all = memo(move |_| search.hits.with(|it| rows(it)));
    let n_rows = memo(move |_| all.with(Vec::len));
    let revealed = memo(move |_| {
        let current = search.current.get()?;
        let is_current = |it: &Row| matches!(it, Row::Hit { idx, .. } if *idx == current);
        all.with(|it| it.iter().position(is_current))
    });
    let drawn = RwSignal::new(0..0);
    effect(move || {
        let is_there = revealed.get().is_some_and(|it| drawn.with(|drawn| drawn.contains(&it)));
        active.set(search.current.get().filter(|_| is_there).map(row_id));
    });
    // The list stays when other hits come, with the place to which it is scrolled.
    let row = move |nth: usize| {
        part(move || {
            search.hits.track();
            let row = all.with(|it| it.get(nth).copied());
            row.map(|it| row_view(search, it, go_to))
        })
        .into_any()
    };
    view! {
        <div class="search-all__list" id=LIST on:keydown=move |event| on_key.run(event)>
            <Rows
                n_rows=n_rows
                row_height=ROW_HEIGHT
                row=row
                revealed=revealed
                label="Results"
                role="tree"
                active=active
                drawn=drawn
            />
        </div>
    }
}

#[component]
fn ReplaceButton(search: SearchAll, close: Callback<()>) -> impl IntoView {
    let n_meant = memo(move |_| search.n_hits().saturating_sub(search.skipped.with(|it| it.len())));
    let label = Signal::derive(move || format!("Replace {}", counted(n_meant.get(), "occurrence")));
    let is_enabled = Signal::derive(move || n_meant.get() > 0 && !search.is_busy.get());
    let is_replacing = memo(move |_| search.query.with(|it| it.replacement.is_some()));
    let replace = move |()| {
        if search.replace() {
            close.run(());
        }
    };
    part(move || {
        is_replacing.get().then(|| {
            view! {
                <div class="message__actions">
                    <Button label=label is_primary=true is_enabled=is_enabled on_press=replace />
                </div>
            }
        })
    })
}
