//! A list of words as chips.

use bobbin_protocol::{Choice, Field, FieldKind};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::change::Change;
use crate::following::memo;
use crate::widgets::dynamic::{list, live, while_here};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::plain;
use crate::widgets::toast::use_toasts;

/// Splits a written list into words.
fn words(written: &str) -> Vec<String> {
    written.split(',').map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

/// Joins words to the list to write.
fn joined(words: &[String]) -> Change {
    if words.is_empty() { Change::Unset } else { Change::Set(words.join(", ")) }
}

/// Adds typed words to the list, without duplicates.
fn with_added(mut old: Vec<String>, typed: &str) -> Vec<String> {
    for word in words(typed) {
        if !old.contains(&word) {
            old.push(word);
        }
    }
    old
}

/// Shows chips that can be removed, and a field for more.
#[component]
pub fn ListInput(
    field: Memo<Option<Field>>,
    #[prop(into)] on_change: Callback<Change>,
) -> impl IntoView {
    let listed = memo(move |_| {
        field.with(|it| {
            it.as_ref().and_then(|it| it.written.as_deref().map(words)).unwrap_or_default()
        })
    });
    let label =
        memo(move |_| field.with(|it| it.as_ref().map(|it| it.label.clone()).unwrap_or_default()));
    let placeholder = move || {
        let effective =
            field.with(|it| it.as_ref().map(|it| it.effective.clone()).unwrap_or_default());
        if listed.with(Vec::is_empty) && !effective.is_empty() {
            effective
        } else {
            "add…".to_owned()
        }
    };
    let key =
        memo(move |_| field.with(|it| it.as_ref().map(|it| it.key.clone()).unwrap_or_default()));
    let suggestions = memo(move |_| {
        field.with(|it| match it.as_ref().map(|it| &it.kind) {
            Some(FieldKind::List { choices }) => choices.clone(),
            _ => Vec::new(),
        })
    });
    let input = NodeRef::<html::Input>::new();
    let toasts = use_toasts();
    let add_typed = move || {
        let Some(input) = input.get_untracked() else { return };
        let old = listed.get_untracked();
        let typed = input.value();
        let new = with_added(old.clone(), &typed);
        input.set_value("");
        if new != old {
            on_change.run(joined(&new));
        } else if !words(&typed).is_empty() {
            toasts.answer(format!("`{}` is already in the list.", words(&typed).join(", ")));
        }
    };
    let take_away = move |word: &str| {
        let mut words = listed.get_untracked();
        words.retain(|it| it != word);
        on_change.run(joined(&words));
    };
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" | "," => {
            event.prevent_default();
            add_typed();
        }
        "Backspace" => {
            let is_empty = input.get_untracked().is_some_and(|it| it.value().is_empty());
            let last = listed.with_untracked(|it| it.last().cloned());
            if let (true, Some(last)) = (is_empty, last) {
                take_away(&last);
            }
        }
        _ => {}
    };
    let chip = move |word: String| {
        let name = format!("Remove {word}");
        let taken = word.clone();
        view! {
            <span class="chip">
                {word}
                <button
                    type="button"
                    class="chip__remove"
                    aria-label=name
                    on:click=move |_| take_away(&taken)
                >
                    <IconView icon=Icon::Close />
                </button>
            </span>
        }
    };
    let options = move || {
        let listed = listed.get();
        let free = suggestions.get().into_iter().filter(|it| !listed.contains(&it.value));
        free.map(|Choice { value, help }| view! { <option value=value>{plain(&help)}</option> })
            .collect_view()
    };
    view! {
        <div class="chips">
            {list(move || listed.get(), String::clone, chip)}
            <input
                class="chips__input"
                type="text"
                autocomplete="off"
                spellcheck="false"
                node_ref=input
                aria-label=label
                placeholder=placeholder
                list=live(move || format!("words-{}", key.get()))
                on:keydown=on_key
                on:blur=while_here(move |_| add_typed())
                on:change=move |_| add_typed()
            />
            <datalist id=live(move || format!("words-{}", key.get()))>{options}</datalist>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_added_once_and_an_empty_list_is_unset() {
        assert_eq!(words(" a, b ,,c"), ["a", "b", "c"]);
        assert_eq!(with_added(words("a, b"), "b, c"), ["a", "b", "c"]);
        assert_eq!(joined(&words("a,b")), Change::Set("a, b".into()));
        assert_eq!(joined(&[]), Change::Unset);
    }
}
