//! Finding one of many by typing.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::icon::{Icon, IconView};
use crate::platform::dom;
use crate::widgets::dynamic::{When, list, live};

/// How many matches are shown; who wants another types another letter.
const MAX_SHOWN: usize = 60;

/// Something to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PickerItem {
    /// What is matched and shown.
    pub label: String,
    /// A few words more; may be empty.
    pub detail: String,
    /// Its shortcut; may be empty.
    pub keys: String,
    /// Left of it.
    pub icon: Option<Icon>,
}

impl PickerItem {
    /// With a label and a few words more.
    #[must_use]
    pub fn new(label: &str, detail: &str) -> PickerItem {
        PickerItem {
            label: label.to_owned(),
            detail: detail.to_owned(),
            keys: String::new(),
            icon: None,
        }
    }
}

/// How well typed letters fit a label: all must occur in order; word starts and runs count more.
/// None if they do not fit.
#[must_use]
pub fn fit(label: &str, typed: &str) -> Option<i32> {
    let mut letters = typed.chars().filter(|it| !it.is_whitespace()).flat_map(char::to_lowercase);
    let Some(mut wanted) = letters.next() else { return Some(0) };
    let (mut score, mut previous, mut was_hit) = (0, ' ', false);
    for (position, letter) in label.chars().enumerate() {
        let is_hit = letter.to_lowercase().eq(std::iter::once(wanted));
        if is_hit {
            let is_start =
                !previous.is_alphanumeric() || (previous.is_lowercase() && letter.is_uppercase());
            score += 1 + if is_start { 8 } else { 0 } + if was_hit { 10 } else { 0 };
            score -= (position / 8).min(3) as i32;
            match letters.next() {
                Some(next) => wanted = next,
                // Of equal matches the shorter label is meant.
                None => return Some(score * 64 - label.chars().count().min(63) as i32),
            }
        }
        was_hit = is_hit;
        previous = letter;
    }
    None
}

/// Indices of the items that fit, the best first; all of them in their own order if nothing is
/// typed. An item is also found by its heading, if there are headings.
#[must_use]
pub fn search(items: &[PickerItem], headings: &[String], typed: &str) -> Vec<usize> {
    let mut found: Vec<(i32, usize)> = items
        .iter()
        .enumerate()
        .filter_map(|(idx, item)| {
            let by_label = fit(&item.label, typed);
            let by_detail = || fit(&item.detail, typed).map(|score| score - 640);
            let by_heading = || fit(headings.get(idx)?, typed).map(|score| score - 320);
            Some((by_label.or_else(by_heading).or_else(by_detail)?, idx))
        })
        .collect();
    found.sort_by_key(|(score, idx)| (std::cmp::Reverse(*score), *idx));
    found.into_iter().map(|(_, idx)| idx).collect()
}

/// A text field with the matching items below it.
#[component]
pub fn Picker(
    /// What is looked for.
    #[prop(into)]
    placeholder: String,
    /// What can be found.
    items: Vec<PickerItem>,
    /// What each item belongs to, shown above the first of its kind as long as nothing is typed.
    #[prop(optional)]
    headings: Vec<String>,
    /// An item was picked, by its index.
    #[prop(into)]
    on_pick: Callback<usize>,
) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let place = RwSignal::new(0usize);
    let items = StoredValue::new(items);
    let headings = StoredValue::new(headings);
    let heading_of = move |idx: usize| headings.with_value(|it| it.get(idx).cloned());
    let found = Memo::new(move |_| {
        let mut found = items.with_value(|items| {
            headings.with_value(|headings| search(items, headings, &typed.read()))
        });
        found.truncate(MAX_SHOWN);
        found
    });
    let move_to = move |to: usize| {
        place.set(to);
        dom::reveal(&format!("#picker-{to}"));
    };
    let on_key = move |event: KeyboardEvent| {
        let n_found = found.with_untracked(Vec::len);
        let here = place.get_untracked();
        match event.key().as_str() {
            "ArrowDown" if n_found > 0 => move_to((here + 1) % n_found),
            "ArrowUp" if n_found > 0 => move_to((here + n_found - 1) % n_found),
            "Enter" => {
                if let Some(idx) = found.with_untracked(|found| found.get(here).copied()) {
                    on_pick.run(idx);
                }
            }
            _ => return,
        }
        event.prevent_default();
    };
    let numbered = move || found.get().into_iter().enumerate().collect::<Vec<_>>();
    let input = NodeRef::<html::Input>::new();
    input.on_load(|input| {
        request_animation_frame(move || {
            let _ = input.focus();
        });
    });
    let row = move |(row, idx): (usize, usize)| {
        let item = items.with_value(|items| items.get(idx).cloned());
        item.map(|item| {
            let is_here = move || place.get() == row;
            let before = row
                .checked_sub(1)
                .and_then(|row| heading_of(found.with_untracked(|found| found.get(row).copied())?));
            let heading = heading_of(idx)
                .filter(|it| before.as_ref() != Some(it) && typed.with_untracked(String::is_empty))
                .map(|it| view! { <li class="picker__heading" role="presentation">{it}</li> });
            view! {
                {heading}
                <li
                    id=format!("picker-{row}")
                    class="picker__item"
                    class:picker__item--here=is_here
                    role="option"
                    aria-selected=live(move || if is_here() { "true" } else { "false" })
                    on:pointermove=move |_| place.set(row)
                    on:click=move |_| on_pick.run(idx)
                >
                    <span class="picker__icon">
                        {item.icon.map(|icon| view! { <IconView icon=icon /> })}
                    </span>
                    <span class="picker__label">{item.label}</span>
                    <span class="picker__detail">{item.detail}</span>
                    {(!item.keys.is_empty()).then(|| view! { <kbd class="keys">{item.keys}</kbd> })}
                </li>
            }
        })
    };
    view! {
        <div class="picker">
            <input
                class="picker__input"
                type="text"
                role="combobox"
                aria-expanded="true"
                aria-controls="picker-list"
                aria-activedescendant=live(move || format!("picker-{}", place.get()))
                aria-label=placeholder.clone()
                placeholder=placeholder.clone()
                autocomplete="off"
                spellcheck="false"
                node_ref=input
                on:input=move |event| {
                    typed.set(event_target_value(&event));
                    place.set(0);
                }
                on:keydown=on_key
            />
            <ul class="picker__list" id="picker-list" role="listbox" aria-label=placeholder.clone() data-scroller="">
                {list(
                    numbered,
                    move |(row, idx)| {
                        format!("{row} {idx} {}", typed.with_untracked(String::is_empty))
                    },
                    row,
                )}
            </ul>
            <When when=move || found.with(Vec::is_empty)>
                <p class="picker__none">"Nothing fits."</p>
            </When>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(typed: &str) -> Vec<&'static str> {
        let all = ["Save text", "Open file", "Fit graph to window", "Toggle rail", "Find in text"];
        let items: Vec<PickerItem> = all.iter().map(|label| PickerItem::new(label, "")).collect();
        search(&items, &[], typed).into_iter().map(|idx| all[idx]).collect()
    }

    #[test]
    fn word_starts_win() {
        assert_eq!(labels("fit").first(), Some(&"Fit graph to window"));
        assert_eq!(labels("of").first(), Some(&"Open file"));
        assert_eq!(labels("st").first(), Some(&"Save text"));
        assert_eq!(labels("").len(), 5);
        assert_eq!(labels("xyz"), Vec::<&str>::new());
        assert!(fit("Éclair", "é").is_some());
    }
}
