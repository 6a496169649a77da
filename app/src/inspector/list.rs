//! A list of words as chips.

use std::time::Duration;

use bobbin_protocol::{Choice, Field, FieldKind, WrittenList};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::change::{Change, OnChange, is_seen, tell_unless};
use super::input::{place_of, reason_of};
use crate::document::{Answer, unwritten};
use crate::following::{effect, memo};
use crate::platform::{changes, dom, window};
use crate::widgets::dynamic::{list, live, while_here};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::{plain, sentence};
use crate::widgets::toast::use_toasts;

/// Returns the change that leaves these items. What an item is, the language says.
fn joined(list: &WrittenList) -> Change {
    match list.items.as_slice() {
        [] if list.keeps_key => Change::Set(String::new()),
        [] => Change::Unset,
        items => Change::Set(items.join(&list.separator)),
    }
}

/// Returns what was typed as an item, or as several with commas between them.
fn tidied(typed: &str) -> &str {
    typed.trim_matches(|it: char| it == ',' || it.is_whitespace())
}

/// Returns true if a comma ends what was typed: in quotes it is part of it.
fn ends_at_comma(typed: &str) -> bool {
    typed.matches('"').count().is_multiple_of(2)
}

/// Returns the list with one more item; `None` if it has that already.
fn with_added(mut list: WrittenList, item: &str) -> Option<WrittenList> {
    if list.items.iter().any(|it| it == item) {
        return None;
    }
    list.items.push(item.to_owned());
    Some(list)
}

/// Returns the list without an item, as often as it stands there.
fn without(mut list: WrittenList, item: &str) -> WrittenList {
    list.items.retain(|it| it != item);
    list
}

/// The time for which the form may lack a list that the text has got.
const PATIENCE: Duration = Duration::from_secs(1);

/// A list with the changes of it that the form does not show yet: the next change begins with it, as each gives the
/// text the whole list.
#[derive(Clone, Copy)]
struct Latest {
    written: Memo<WrittenList>,
    /// The list that was asked for last, until the form has it.
    asked: StoredValue<Option<WrittenList>>,
}

impl Latest {
    fn new(written: Memo<WrittenList>) -> Latest {
        let asked = StoredValue::new(None::<WrittenList>);
        effect(move || {
            let is_here = written.with(|it| asked.with_value(|asked| asked.as_ref() == Some(it)));
            if is_here {
                asked.set_value(None);
            }
        });
        Latest { written, asked }
    }

    fn get(self) -> WrittenList {
        self.asked.get_value().unwrap_or_else(|| self.written.get_untracked())
    }

    /// Forgets what was asked for: the form shows another list.
    fn forget(self) {
        self.asked.set_value(None);
    }

    /// Asks for another list.
    fn set(self, list: WrittenList, on_change: OnChange) -> Answer {
        let before = self.asked.get_value();
        self.asked.set_value(Some(list.clone()));
        let answer = on_change.run(joined(&list));
        let replace = move |by: Option<WrittenList>| {
            let _ = self.asked.try_update_value(|asked| {
                if asked.as_ref() == Some(&list) {
                    *asked = by;
                }
            });
        };
        Box::pin(async move {
            let answer = answer.await;
            match answer {
                // Undo may take it back before the form has had it.
                Ok(()) => window::later(PATIENCE, move || replace(None)),
                Err(_) => replace(before),
            }
            answer
        })
    }
}

/// Shows chips that can be removed, and a field for more.
#[component]
pub fn ListInput(
    field: Memo<Option<Field>>,
    on_change: OnChange,
    /// Gets the reason why what was typed is refused.
    refused: RwSignal<Option<String>>,
) -> impl IntoView {
    let written = memo(move |_| {
        let list = field.with(|it| it.as_ref().and_then(|it| it.list.clone()));
        list.unwrap_or_else(|| WrittenList::of([]))
    });
    let latest = Latest::new(written);
    let listed = memo(move |_| written.with(|it| it.items.clone()));
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
    // What stands in the field because it was refused.
    let waiting = StoredValue::new(None::<String>);
    let own_place = place_of(field);
    effect(move |before: Option<Option<Option<String>>>| {
        let now = own_place.get();
        let input = input.get()?;
        let before = before.flatten();
        let old = before.as_ref().and_then(|it| it.as_deref()).zip(now.as_deref());
        let is_same_row = old.is_some_and(|(old, new)| unwritten::follow_row(old, new));
        if !is_same_row && before.as_ref() != Some(&now) {
            let waits = now.as_deref().and_then(unwritten::kept_at);
            let waits = waits.and_then(|it| <[String; 2]>::try_from(it).ok());
            let (typed, why) = waits.map(|[typed, why]| (typed, why)).unzip();
            input.set_value(typed.as_deref().unwrap_or_default());
            latest.forget();
            waiting.set_value(typed);
            refused.set(why);
        }
        Some(now)
    });
    let add_typed = move || {
        let field_input = input;
        let Some(input) = input.get_untracked() else { return };
        let typed = input.value();
        let item = tidied(&typed).to_owned();
        input.set_value("");
        waiting.set_value(None);
        refused.set(None);
        let place = own_place.get_untracked().unwrap_or_default();
        unwritten::forget(&place);
        changes::note_half_typed(false);
        if item.is_empty() {
            return;
        }
        match with_added(latest.get(), &item) {
            Some(list) => {
                let answer = latest.set(list, on_change);
                leptos::task::spawn_local(async move {
                    // What was refused stays, to be mended, also while the form shows another item.
                    let Err(why) = answer.await else { return };
                    let why = sentence(&why);
                    unwritten::keep(&place, vec![item.clone(), why.clone()]);
                    let own = place.clone();
                    let is_here = own_place.try_get_untracked().flatten() == Some(place);
                    let is_free = is_here && input.value().is_empty();
                    if is_free {
                        input.set_value(&item);
                        let _ = waiting.try_set_value(Some(item));
                        let _ = refused.try_set(Some(why.clone()));
                    }
                    let is_seen = move || {
                        let now = own_place.try_get_untracked().flatten();
                        is_free && now == Some(own) && is_seen(field_input)
                    };
                    tell_unless(is_seen, toasts, why).await;
                });
            }
            None => toasts.answer(format!("`{item}` is already in the list.")),
        }
    };
    // Whoever leaves the field has been told of the refusal.
    let add_unless_refused = move || {
        let typed = input.get_untracked().map(|it| it.value());
        if typed.is_none() || typed != waiting.get_value() {
            add_typed();
        }
    };
    let take_away = move |item: &str| {
        let answer = latest.set(without(latest.get(), item), on_change);
        leptos::task::spawn_local(async move {
            if let Err(why) = answer.await {
                toasts.complain(sentence(&why));
            }
        });
    };
    let ends_here = move || input.get_untracked().is_none_or(|it| ends_at_comma(&it.value()));
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "," if !ends_here() => {}
        "Enter" | "," => {
            event.prevent_default();
            add_typed();
        }
        "Backspace" => {
            let is_empty = input.get_untracked().is_some_and(|it| it.value().is_empty());
            let last = latest.get().items.pop();
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
                    on:click=move |event| {
                        dom::focus_beside(&event, ".chips", ".chips__input");
                        take_away(&taken);
                    }
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
                data-writes=""
                autocomplete="off"
                spellcheck="false"
                node_ref=input
                aria-label=label
                aria-invalid=live(move || refused.with(Option::is_some).then_some("true"))
                aria-describedby=reason_of(field, refused)
                placeholder=placeholder
                list=live(move || format!("words-{}", key.get()))
                on:keydown=on_key
                on:input=move |event| {
                    let typed = event_target_value(&event);
                    waiting.set_value(None);
                    refused.set(None);
                    changes::note_half_typed(!tidied(&typed).is_empty());
                }
                on:blur=while_here(move |_| add_unless_refused())
                on:change=move |_| add_unless_refused()
            />
            <datalist id=live(move || format!("words-{}", key.get()))>{options}</datalist>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::super::change::taken;
    use super::*;

    fn list(items: &[&str], separator: &str) -> WrittenList {
        let items = items.iter().map(|&it| it.to_owned()).collect();
        WrittenList { items, separator: separator.to_owned(), keeps_key: false }
    }

    /// Two changes come before the form shows the first.
    #[test]
    fn a_change_goes_on_from_the_one_before() {
        let owner = Owner::new();
        owner.set();
        let latest =
            Latest { written: memo(|_| list(&["a"], ", ")), asked: StoredValue::new(None) };
        let said = StoredValue::new(Vec::new());
        let on_change = OnChange::new(move |change: Change| {
            said.update_value(|it| it.push(change));
            taken()
        });
        for item in ["X", "Y"] {
            drop(latest.set(with_added(latest.get(), item).unwrap(), on_change));
        }
        drop(latest.set(without(latest.get(), "a"), on_change));
        let expected = ["a, X", "a, X, Y", "X, Y"].map(|it| Change::Set(it.to_owned()));
        assert_eq!(said.get_value(), expected);
        latest.forget();
        assert_eq!(latest.get(), list(&["a"], ", "));
    }

    #[test]
    fn items_are_added_once_and_an_empty_list_is_unset_unless_others_would_count() {
        let added = |item| with_added(list(&["a", "b"], ","), item);
        assert_eq!(added("c").map(|it| joined(&it)), Some(Change::Set("a,b,c".into())));
        assert_eq!(added("b"), None);
        assert_eq!(joined(&list(&["a", "b"], ", ")), Change::Set("a, b".into()));
        assert_eq!(joined(&without(list(&["a"], ", "), "a")), Change::Unset);
        let kept = WrittenList { keeps_key: true, ..list(&["a"], ", ") };
        assert_eq!(joined(&without(kept, "a")), Change::Set(String::new()));
    }

    #[test]
    fn what_stands_in_quotes_stays_as_it_is() {
        let define = list(&["A=\"x,  y\"", "N=1"], ", ");
        let left = joined(&without(define.clone(), "N=1"));
        assert_eq!(left, Change::Set("A=\"x,  y\"".into()));
        let added = with_added(define, "B=\"1,2\"").map(|it| joined(&it));
        assert_eq!(added, Some(Change::Set("A=\"x,  y\", N=1, B=\"1,2\"".into())));
    }

    #[test]
    fn a_comma_ends_an_item_but_in_quotes() {
        assert!(ends_at_comma("N=1") && ends_at_comma("A=\"x, y\""));
        assert!(!ends_at_comma("A=\"x"));
        assert_eq!(tidied(" AVX2, SSE4.2 , "), "AVX2, SSE4.2");
        assert_eq!(tidied(" ,"), "");
    }
}
