//! Values by path.

use bobbin_protocol::{QueryHit, QueryParams, QueryResult};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::document::use_documents;
use crate::navigation::use_navigation;
use crate::platform::dom;
use crate::platform::editor::Focus;
use crate::platform::editor::ask;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::part;
use crate::widgets::empty::EmptyNote;
use crate::widgets::prose::{Prose, sentence};

/// The most values that are listed.
const MAX_HITS: usize = 300;

/// Shows a field for a path, and the values at it.
#[component]
pub fn QueryDialog(close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let navigation = use_navigation();
    let answer = RwSignal::new(None::<Result<QueryResult, String>>);
    let number = StoredValue::new(0u32);
    let typed = RwSignal::new(String::new());
    let ask_for = move |path: String| {
        typed.set(path.clone());
        number.update_value(|it| *it += 1);
        let own = number.get_value();
        let Some(file) = documents.shown() else { return };
        leptos::task::spawn_local(async move {
            let params = QueryParams { uri: file.uri.clone(), path };
            let result = ask(QueryParams::METHOD, &params).await;
            // Text typed since then has an answer of its own.
            if number.try_get_value() == Some(own) {
                answer.set(Some(result));
            }
        });
    };
    ask_for(String::new());
    let go = move |hit: &QueryHit| {
        if let Some(range) = hit.range {
            close.run(());
            request_animation_frame(move || navigation.select_text(range, Focus::Editor));
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            answer.with_untracked(|it| {
                if let Some(Ok(it)) = it
                    && let Some(hit) = it.hits.first()
                {
                    go(hit);
                }
            });
        }
    };
    let input = NodeRef::<html::Input>::new();
    dom::on_each_load(input, |input| {
        request_animation_frame(move || {
            let _ = input.focus();
        });
    });
    let completions = move || {
        answer.with(|it| match it {
            Some(Ok(it)) => it
                .completions
                .iter()
                .take(60)
                .map(|it| {
                    let path = it.clone();
                    let take = move |_| {
                        if let Some(input) = input.get_untracked() {
                            input.set_value(&path);
                            let _ = input.focus();
                        }
                        ask_for(path.clone());
                    };
                    view! {
                        <button type="button" class="query__completion" on:click=take>
                            {it.clone()}
                        </button>
                    }
                })
                .collect_view(),
            _ => Vec::new(),
        })
    };
    let hits = move || {
        answer.with(|it| match it {
            None => None,
            Some(Err(why)) => Some(note(why)),
            Some(Ok(QueryResult { refusal: Some(why), .. })) => {
                // An empty field is not a mistake.
                typed.with(|it| !it.is_empty()).then(|| note(why))
            }
            Some(Ok(it)) if it.hits.is_empty() => Some(note("no value has this path")),
            Some(Ok(it)) => {
                let rows = it.hits.iter().take(MAX_HITS).cloned();
                let rows = rows.map(|hit| hit_row(hit, Callback::new(move |it| go(&it))));
                Some(view! { <ul class="query__hits">{rows.collect_view()}</ul> }.into_any())
            }
        })
    };
    view! {
        <ModalDialog title="Values by path" is_plain=true is_wide=true on_close=close>
            <div class="picker">
                <input
                    class="picker__input query__input"
                    type="text"
                    aria-label="Path"
                    placeholder="cpu:0.features.fp_fma, *.abi.*.mapping[1]"
                    autocomplete="off"
                    spellcheck="false"
                    node_ref=input
                    on:input=move |event| ask_for(event_target_value(&event))
                    on:keydown=on_key
                />
                <div class="query__completions" role="group" aria-label="Completions of the path">
                    {part(completions)}
                </div>
                <div class="query__body" aria-live="polite">{part(hits)}</div>
            </div>
        </ModalDialog>
    }
}

fn note(why: &str) -> AnyView {
    let why = sentence(why);
    view! {
        <EmptyNote>
            <Prose text=why />
        </EmptyNote>
    }
    .into_any()
}

fn hit_row(hit: QueryHit, go: Callback<QueryHit>) -> AnyView {
    let place = hit.range.map(|it| format!("line {}", it.start.line + 1));
    let has_place = place.is_some();
    let (path, value) = (hit.path.clone(), hit.value.clone());
    view! {
        <li>
            <button
                type="button"
                class="query__hit"
                disabled=!has_place
                on:click=move |_| go.run(hit.clone())
            >
                <code class="query__path">{path}</code>
                <code class="query__value">{value}</code>
                <span class="query__place">{place.unwrap_or_else(|| "not written".to_owned())}</span>
            </button>
        </li>
    }
    .into_any()
}
