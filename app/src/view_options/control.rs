//! The view options above a view.

use bobbin_protocol::{Choice, Control, FieldKind};
use leptos::prelude::*;

use crate::following::memo;
use crate::platform::dom;
use crate::widgets::dynamic::{list, live, part};
use crate::widgets::icon::Icon;
use crate::widgets::menu::{Menu, MenuItem};
use crate::widgets::prose::plain;
use crate::widgets::segments::{Segment, Segments};

/// The number of choices up to which they stand side by side instead of in a list that opens.
const MAX_SEGMENTS: usize = 3;

/// The number of choices above which they open in a list of the page's own, which has room for an
/// explanation of each.
const MAX_SELECT: usize = 12;

/// Returns true if the choices fit side by side; an empty value is shown by its explanation, which
/// is longer.
fn is_short(choices: &[Choice]) -> bool {
    choices.len() <= MAX_SEGMENTS && choices.iter().all(|it| !it.value.is_empty())
}

/// Returns a typed number if it is within the bounds; an empty text is not a number.
fn number(typed: &str, min: i64, max: i64) -> Option<String> {
    if typed.trim().is_empty() {
        return Some(String::new());
    }
    let number = typed.trim().parse::<i64>().ok()?;
    Some(number.clamp(min, max.max(min)).to_string())
}

/// Shows all options of a view.
#[component]
pub fn ControlBar(
    /// The name for screen readers.
    label: &'static str,
    /// The view options with their current values.
    #[prop(into)]
    controls: Signal<Vec<Control>>,
    /// Called with a key and its new value.
    #[prop(into)]
    on_choose: Callback<(String, String)>,
) -> impl IntoView {
    let row = move |key: String| {
        let of_key = key.clone();
        let control =
            memo(move |_| controls.with(|all| all.iter().find(|it| it.key == of_key).cloned()));
        let on_choose = Callback::new(move |value: String| on_choose.run((key.clone(), value)));
        view! { <ControlRow control=control on_choose=on_choose /> }
    };
    let keys = move || controls.with(|all| all.iter().map(|it| it.key.clone()).collect::<Vec<_>>());
    view! {
        <div class="controls" role="group" aria-label=label>
            {list(keys, String::clone, row)}
        </div>
    }
}

/// Shows the label and the control of one option.
#[component]
fn ControlRow(control: Memo<Option<Control>>, on_choose: Callback<String>) -> impl IntoView {
    let label = memo(move |_| {
        control.with(|it| it.as_ref().map(|it| it.label.clone()).unwrap_or_default())
    });
    let value = memo(move |_| {
        control.with(|it| it.as_ref().map(|it| it.value.clone()).unwrap_or_default())
    });
    let help = memo(move |_| {
        control.with(|it| it.as_ref().map(|it| plain(&it.help)).filter(|it| !it.is_empty()))
    });
    // The choices may change while the control stays; another kind makes it another control.
    let input = memo(move |_| control.with(|it| it.as_ref().map(|it| it.kind.clone())));
    let content = move || match input.get()? {
        FieldKind::Toggle { on, off } => {
            let word = |value: String| Choice { value, help: String::new() };
            Some(segments(label, value, vec![word(on), word(off)], on_choose))
        }
        FieldKind::Choice { choices } if is_short(&choices) => {
            Some(segments(label, value, choices, on_choose))
        }
        FieldKind::Choice { choices } if choices.len() > MAX_SELECT => {
            Some(long_list(label, value, choices, on_choose))
        }
        FieldKind::Choice { choices } => Some(select(label, value, choices, on_choose)),
        FieldKind::Integer { min, max } => {
            let commit =
                move |event: leptos::ev::Event| match number(&event_target_value(&event), min, max)
                {
                    Some(number) => on_choose.run(number),
                    None => dom::set_input(&event, &value.get_untracked()),
                };
            Some(
                view! {
                    <input
                        class="input controls__number"
                        type="number"
                        min=min.to_string()
                        max=max.to_string()
                        aria-label=label
                        prop:value=value
                        on:change=commit
                    />
                }
                .into_any(),
            )
        }
        FieldKind::Text | FieldKind::Suggestion { .. } | FieldKind::List { .. } => Some(
            view! {
                <input
                    class="input controls__text"
                    type="text"
                    aria-label=label
                    prop:value=value
                    on:change=move |event| on_choose.run(event_target_value(&event))
                />
            }
            .into_any(),
        ),
    };
    view! {
        <div class="controls__item" title=help>
            <span class="controls__label" aria-hidden="true">{label}</span>
            {part(content)}
        </div>
    }
}

/// Returns the label of a choice; an empty value is shown by its explanation.
fn text_of(choice: &Choice) -> String {
    if choice.value.is_empty() { choice.help.clone() } else { choice.value.clone() }
}

/// Shows a button with the current choice, which opens the list of all.
fn long_list(
    label: Memo<String>,
    value: Memo<String>,
    choices: Vec<Choice>,
    on_choose: Callback<String>,
) -> AnyView {
    let all = StoredValue::new(choices);
    let text = Signal::derive(move || {
        let value = value.get();
        let found = all.with_value(|all| all.iter().find(|it| it.value == value).map(text_of));
        found.unwrap_or(value)
    });
    let items = move |()| {
        let now = value.get_untracked();
        let item = |it: &Choice| {
            let word = it.value.clone();
            MenuItem {
                label: text_of(it),
                detail: String::new(),
                about: if it.value.is_empty() { String::new() } else { it.help.clone() },
                icon: None,
                is_checked: Some(it.value == now),
                run: Callback::new(move |()| on_choose.run(word.clone())),
            }
        };
        all.with_value(|all| all.iter().map(item).collect::<Vec<MenuItem>>())
    };
    view! {
        <span class="controls__list" role="group" aria-label=label>
            <Menu label=text icon=Some(Icon::ChevronDown) items=items />
        </span>
    }
    .into_any()
}

fn select(
    label: Memo<String>,
    value: Memo<String>,
    choices: Vec<Choice>,
    on_choose: Callback<String>,
) -> AnyView {
    let options = choices
        .into_iter()
        .map(|it| {
            let of_option = it.value.clone();
            let text = text_of(&it);
            view! {
                <option
                    value=it.value
                    title=plain(&it.help)
                    selected=live(move || value.with(|it| *it == of_option))
                >
                    {text}
                </option>
            }
        })
        .collect_view();
    view! {
        <select
            class="input controls__select"
            aria-label=label
            on:change=move |event| on_choose.run(event_target_value(&event))
        >
            {options}
        </select>
    }
    .into_any()
}

/// Shows the choices side by side.
fn segments(
    label: Memo<String>,
    value: Memo<String>,
    choices: Vec<Choice>,
    on_choose: Callback<String>,
) -> AnyView {
    let values: Vec<String> = choices.iter().map(|it| it.value.clone()).collect();
    let values = StoredValue::new(values);
    let segments = choices.into_iter().map(|it| {
        let text = text_of(&it);
        Segment { title: Some(plain(&it.help)), ..Segment::new(text) }
    });
    let segments: Vec<Segment> = segments.collect();
    let picked =
        move || value.with(|value| values.with_value(|all| all.iter().position(|it| it == value)));
    let on_pick = move |idx: usize| {
        if let Some(value) = values.with_value(|all| all.get(idx).cloned()) {
            on_choose.run(value);
        }
    };
    view! {
        <Segments
            label=label
            segments=segments
            picked=Signal::derive(picked)
            on_pick=on_pick
        />
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_inside_their_bounds() {
        for (typed, chosen) in
            [("5", Some("5")), (" 99 ", Some("15")), ("-1", Some("0")), ("", Some("")), ("x", None)]
        {
            assert_eq!(number(typed, 0, 15).as_deref(), chosen, "{typed:?}");
        }
    }
}
