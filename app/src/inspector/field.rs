//! A field of a form.

use bobbin_protocol::{Field, FieldKind, OriginKind};
use leptos::prelude::*;

use super::change::{Change, OnChange, ask};
use super::input::{ChoiceInput, IntegerInput, TextInput, ToggleInput, place_of, reason_id};
use super::list::ListInput;
use super::paths::{Name, broken};
use super::row_parts::{Problem, is_doubtful};
use crate::document::{locate, unwritten};
use crate::following::{effect, memo};
use crate::navigation::use_navigation;
use crate::platform::dom;
use crate::platform::editor::Focus;
use crate::widgets::dynamic::{live, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::{Prose, plain};

/// The input that a field needs; its choices may change while the input stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum InputKind {
    Text,
    Integer,
    Choice,
    Toggle,
    List,
}

/// Shows a label, an input, and the effective value.
#[component]
pub fn FieldRow(
    /// The field to show; `None` for the moment in which it goes away.
    field: Memo<Option<Field>>,
    /// The name that it has among others; its label if there is none.
    #[prop(optional)]
    name: Option<Memo<Option<Name>>>,
    /// Called when the user has changed the value.
    #[prop(into)]
    on_change: OnChange,
    /// Called when the user wants this switch on and the others like it off.
    #[prop(optional, into)]
    on_only: Option<Callback<()>>,
    /// True if it is asked before there is a text.
    #[prop(optional)]
    is_question: bool,
) -> impl IntoView {
    let navigation = use_navigation();
    let id =
        memo(move |_| field.with(|it| it.as_ref().map(|it| it.key.clone()).unwrap_or_default()));
    let label =
        memo(move |_| field.with(|it| it.as_ref().map(|it| it.label.clone()).unwrap_or_default()));
    let is_written =
        memo(move |_| field.with(|it| it.as_ref().is_some_and(|it| it.written.is_some())));
    let inert = memo(move |_| field.with(|it| it.as_ref().and_then(|it| it.inert.clone())));
    let problem = memo(move |_| field.with(|it| it.as_ref().and_then(|it| it.problem.clone())));
    let is_warning = memo(move |_| problem.with(|it| it.as_ref().is_some_and(is_doubtful)));
    let help = memo(move |_| {
        field.with(|it| it.as_ref().map(|it| with_help(&it.label, &it.help)).unwrap_or_default())
    });
    let own_name = move || name.and_then(|it| it.get());
    let shown = memo(move |_| own_name().map_or_else(|| label.get(), |it| it.label));
    let kind = memo(move |_| {
        field.with(|it| match it.as_ref().map(|it| &it.kind) {
            None | Some(FieldKind::Text | FieldKind::Suggestion { .. }) => InputKind::Text,
            Some(FieldKind::Integer { .. }) => InputKind::Integer,
            Some(FieldKind::Choice { .. }) => InputKind::Choice,
            Some(FieldKind::Toggle { .. }) => InputKind::Toggle,
            Some(FieldKind::List { .. }) => InputKind::List,
        })
    });
    let refused = RwSignal::new(None::<String>);
    // What one kind of input was refused is nothing that another one could show.
    let place = place_of(field);
    effect(move |before: Option<InputKind>| {
        let now = kind.get();
        if before.is_some_and(|it| it != now)
            && let Some(place) = place.get_untracked()
        {
            unwritten::forget(&place);
            refused.set(None);
        }
        now
    });
    let input = move || match kind.get() {
        InputKind::Text => {
            view! { <TextInput field=field on_change=on_change refused=refused /> }.into_any()
        }
        InputKind::Integer => {
            view! { <IntegerInput field=field on_change=on_change refused=refused /> }.into_any()
        }
        InputKind::Choice => {
            view! { <ChoiceInput field=field on_change=on_change is_question=is_question /> }
                .into_any()
        }
        InputKind::Toggle => view! { <ToggleInput field=field on_change=on_change /> }.into_any(),
        InputKind::List => {
            view! { <ListInput field=field on_change=on_change refused=refused /> }.into_any()
        }
    };
    let light = move |is_over: bool| {
        let range =
            field.with_untracked(|it| it.as_ref().and_then(|it| it.range.or(it.origin.range)));
        navigation.light_text(if is_over { range.as_slice() } else { &[] });
    };
    let is_kept = memo(move |_| field.with(|it| it.as_ref().is_some_and(|it| it.is_kept)));
    let unset = move || {
        // A toggle has its own state for an unset value.
        let can_unset = is_written.get() && kind.get() != InputKind::Toggle && !is_kept.get();
        can_unset.then(|| {
            view! {
                <button
                    type="button"
                    class="button button--bare field__unset"
                    aria-label=format!("Unset {}", label.get())
                    title="Remove it from the text"
                    on:click=move |event| {
                        // The button goes with the value, and the keyboard would go with it.
                        dom::focus_beside(&event, ".field__input", "input, select");
                        ask(on_change, Change::Unset);
                    }
                >
                    <IconView icon=Icon::Reset />
                </button>
            }
        })
    };
    let only = on_only.map(|run| {
        view! {
            <button
                type="button"
                class="link field__only"
                aria-label=live(move || format!("Only {}", label.get()))
                title="Switch this on and all others of its kind off"
                on:click=move |_| run.run(())
            >
                "only"
            </button>
        }
    });
    view! {
        <div
            class="field"
            class:field--written=is_written
            class:field--inert=live(move || inert.with(Option::is_some))
            class:field--wrong=live(move || problem.with(Option::is_some))
            class:field--refused=live(move || refused.with(Option::is_some))
            class:field--doubtful=is_warning
            class:field--inside=live(move || own_name().is_some_and(|it| it.is_inside))
            data-key=id
            on:pointerenter=move |_| light(true)
            on:pointerleave=move |_| light(false)
        >
            <span class="field__label" title=help>
                {part(move || broken(&shown.read()))}
            </span>
            <div class="field__input">{input} {unset} {only}</div>
            <EffectiveValue field=field />
            {part(move || {
                let why = refused.get()?;
                let written = field.with(|it| it.as_ref().and_then(|it| it.written.clone()));
                let text = not_written(&why, written.as_deref());
                Some(view! { <Problem text=text id=Some(id.with(|it| reason_id(it))) /> })
            })}
            {part(move || {
                let icon = if is_warning.get() { Icon::Warning } else { Icon::Error };
                // Both would read as if the text had what stands in the field.
                let problem = problem.get().filter(|_| refused.with(Option::is_none));
                problem.map(|it| told(it.message, icon))
            })}
            {part(move || {
                inert
                    .get()
                    .map(|it| {
                        view! {
                            <p class="field__inert">
                                <Prose text=it />
                            </p>
                        }
                    })
            })}
        </div>
    }
}

/// Returns the whole name of a field, and what it means.
fn with_help(label: &str, help: &str) -> String {
    format!("{label}\n{}", plain(help)).trim_end().to_owned()
}

/// Returns the reason why the text did not get what a field shows, with what it has in its place.
fn not_written(why: &str, written: Option<&str>) -> String {
    match written.filter(|it| !it.contains('`')) {
        Some(written) => format!("{why} Not written: the text still has `{written}`."),
        None => format!("{why} Not written."),
    }
}

/// Says what is wrong with what is written.
fn told(text: String, icon: Icon) -> impl IntoView {
    view! {
        <p class="field__problem">
            <IconView icon=icon />
            <span>
                <Prose text=text />
            </span>
        </p>
    }
}

/// Shows the effective value and its origin, unless it is the written one.
#[component]
fn EffectiveValue(field: Memo<Option<Field>>) -> impl IntoView {
    let navigation = use_navigation();
    move || {
        let field = field.get()?;
        let says_the_same = field.written.as_deref() == Some(field.effective.as_str());
        if says_the_same
            && field.origin.kind == OriginKind::Written
            && field.origin.note.is_empty()
            && field.origin.written.is_none()
        {
            return None;
        }
        // Only what it adds is said of a value that stands beside it.
        let is_repeated = says_the_same && field.origin.kind == OriginKind::Written;
        let is_nothing = field.effective.is_empty()
            && field.origin.kind == OriginKind::Default
            && field.origin.note.is_empty();
        let words = match is_nothing {
            true => "not set".to_owned(),
            false => locate::named_here(&field.origin).in_words(),
        };
        let from = field.origin;
        let origin = if from.range.is_some() || from.written.is_some() {
            view! {
                <button
                    type="button"
                    class="link"
                    on:click=move |_| navigation.go_to_origin(&from, Focus::Stays)
                >
                    <Prose text=words />
                </button>
            }
            .into_any()
        } else {
            view! { <Prose text=words /> }.into_any()
        };
        Some(view! {
            <p class="field__effective">
                {(!field.effective.is_empty() && !is_repeated)
                    .then(|| {
                        view! {
                            <span class="field__value">{field.effective}</span>
                            " "
                        }
                    })}
                <span class="field__origin">{origin}</span>
            </p>
        })
    }
}
