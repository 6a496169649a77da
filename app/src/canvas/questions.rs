//! Questions of the canvas to the user: a name, a value, whether to replace.

use bobbin_protocol::Command;
use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;

use super::add::AddDialog;
use super::align::Alignment;
use super::connect::ConnectDialog;
use super::control::{Question, Wanted, Writing};
use super::edit::{self, Deed, Joining};
use super::prompts::RefusedDrop;
use super::state::{Beside, CanvasState};
use super::text_metrics;
use crate::actions::{self, Action};
use crate::document::commands::{Refused, describe};
use crate::following::memo;
use crate::platform::dom::Pixels;
use crate::platform::{changes, dom};
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::{live, part, while_here};
use crate::widgets::picker::{Picker, PickerItem};
use crate::widgets::prose::{Prose, sentence};

/// The reason why what was let go is refused, beside the place.
pub fn refused_drop(state: CanvasState) -> impl IntoView {
    part(move || {
        let RefusedDrop { at, why } = state.prompts.refused_drop.get()?;
        let transform = move || {
            let Pixels { x, y } = state.camera.viewport.get().to_pixels(at);
            let size = state.camera.size.get();
            let (y, own) =
                if y > size.height * 0.7 { (y - 14.0, "-100%") } else { (y + 14.0, "0") };
            format!("translate({}px, {y:.0}px) translateY({own})", refusal_left(x, size.width))
        };
        Some(view! {
            <p
                class="canvas__refusal canvas__refusal--dropped"
                role="alert"
                style:transform=live(transform)
            >
                <Prose text=why />
            </p>
        })
    })
}

/// The question that is open, if one is.
pub fn questions(state: CanvasState) -> impl IntoView {
    let shown = move || {
        state.prompts.question.get().map(|question| match question {
            Question::Connect => view! { <ConnectDialog state=state /> }.into_any(),
            Question::Align => view! { <AlignDialog state=state /> }.into_any(),
            Question::Add(purpose, at) => {
                view! { <AddDialog state=state purpose=purpose at=at /> }.into_any()
            }
            Question::Replace { old, input, is_side, deed } => {
                let text = taken_in_words(&old, &input, is_side);
                view! { <ReplaceDialog state=state text=text deed=deed /> }.into_any()
            }
            Question::Write(writing) => {
                view! { <WritingField state=state writing=writing /> }.into_any()
            }
        })
    };
    part(shown)
}

/// Asks how to line up what is selected.
#[component]
fn AlignDialog(state: CanvasState) -> impl IntoView {
    let ways: Vec<Action> =
        Alignment::ALL.iter().filter_map(|it| actions::by_id(it.action())).collect();
    let items = ways.iter().map(|it| PickerItem { icon: it.icon, ..PickerItem::new(it.label, "") });
    let items = items.collect::<Vec<_>>();
    let on_pick = move |idx: usize| {
        state.prompts.close_question();
        if let Some(action) = ways.get(idx) {
            state.actions.perform(*action);
        }
    };
    view! {
        <ModalDialog
            title="Align or distribute"
            is_plain=true
            on_close=move |()| state.prompts.close_question()
        >
            <Picker placeholder="Choose an alignment" items=items on_pick=on_pick />
        </ModalDialog>
    }
}

/// Returns why a connection would take the place of another: that from the output `old`.
fn taken_in_words(old: &str, input: &str, is_side: bool) -> String {
    let taking = if is_side { "an output of a cluster" } else { "an input" };
    format!("`{input}` gets its data from `{old}`, and {taking} takes only one connection.")
}

/// Asks whether a connection shall take the place of another.
#[component]
fn ReplaceDialog(state: CanvasState, text: String, deed: Deed) -> impl IntoView {
    let on_replace = move |()| {
        state.prompts.close_question();
        state.perform(deed.clone());
    };
    view! {
        <ModalDialog title="Replace the connection?" on_close=move |()| state.prompts.close_question()>
            <div class="message">
                <p>
                    <Prose text=text />
                </p>
                <div class="message__actions">
                    <Button label="Replace" is_primary=true has_keys=true on_press=on_replace />
                    <Button label="Keep" on_press=move |()| state.prompts.close_question() />
                </div>
            </div>
        </ModalDialog>
    }
}

/// The greatest width of a reason, in pixels; the style sheet repeats it.
const REFUSAL_WIDTH: f64 = 300.0;

/// Returns where a reason below a field starts, so that it ends inside the pane.
fn refusal_left(field: f64, pane: f64) -> f64 {
    field.min(pane - REFUSAL_WIDTH - 8.0).max(8.0).round()
}

/// The least width of a field, and what it has besides its letters, in pixels.
const FIELD_WIDTH: f64 = 120.0;
const AROUND_LETTERS: f64 = 28.0;

/// Returns the width of a field: that of the `place` where its word stands, but wide enough for what is `typed`, as
/// far as the pane goes.
fn field_width(typed: &str, place: f64, pane: f64) -> f64 {
    let letters = text_metrics::width(typed, text_metrics::TITLE) * text_metrics::BOLD;
    (letters + AROUND_LETTERS).min(pane - 16.0).max(place).max(FIELD_WIDTH)
}

/// Returns true if a field is for the name of something new, which only Enter makes.
fn makes_new(wanted: &Wanted) -> bool {
    matches!(wanted, Wanted::Whole(_) | Wanted::Port(_))
}

/// The id of the reason why what was written is refused.
const REASON: &str = "canvas-refusal";

/// A field in the drawing, where the word stands.
#[component]
fn WritingField(state: CanvasState, writing: Writing) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    dom::on_each_load(input, |input| {
        request_animation_frame(move || {
            let _ = input.focus();
            input.select();
        });
    });
    let rect = writing.at;
    // What is made of several has no word in the drawing yet that says what the field is for.
    let is_named = makes_new(&writing.wanted);
    let typed = RwSignal::new(writing.refused.as_ref().map_or(&writing.now, |it| &it.0).clone());
    // Where it stands, and how wide it is.
    let place = memo(move |_| {
        let viewport = state.camera.viewport.get();
        let at = viewport.to_pixels(bobbin_protocol::Point { x: rect.x, y: rect.y });
        // Not outside the pane, where nobody could see what they write.
        let size = state.camera.size.get();
        let width = typed.with(|it| field_width(it, rect.width * viewport.zoom, size.width));
        let least = if is_named { 34.0 } else { 8.0 };
        let x = at.x.min(size.width - width - 8.0).max(8.0);
        let y = at.y.min(size.height - 40.0).max(least);
        (x.round(), y.round(), width.round())
    });
    let transform = move || {
        let (x, y, _) = place.get();
        format!("translate({x}px, {y}px)")
    };
    let refusal_transform = move || {
        let (x, y, _) = place.get();
        let x = refusal_left(x, state.camera.size.get().width);
        format!("translate({x}px, {y}px)")
    };
    let width = move || format!("{}px", place.get().2);
    let label = writing.label.clone();
    let name = is_named.then(|| label.clone());
    let placeholder = writing.empty.unwrap_or_default();
    let (now, why) = match writing.refused.clone() {
        Some((typed, why)) => (typed, Some(why)),
        None => (writing.now.clone(), None),
    };
    note_typed(&writing, writing.refused.is_some().then_some(&now));
    on_cleanup(forget_typed);
    let refused = RwSignal::new(why);
    // What was refused is not asked for again by leaving it.
    let offered = now.clone();
    let left = writing.clone();
    let typed_for = writing.clone();
    let commit = move |typed: &str| {
        state.prompts.close_question();
        write(state, &writing, typed.trim(), true);
    };
    let on_key = move |event: KeyboardEvent| {
        // The keys of actions are the page's, which has the field committed first.
        if !(event.ctrl_key() || event.meta_key() || event.alt_key()) {
            event.stop_propagation();
        }
        match event.key().as_str() {
            "Enter" => commit(&event_target_value(&event)),
            "Escape" => state.prompts.close_question(),
            _ => return,
        }
        event.prevent_default();
    };
    view! {
        {name
            .map(|name| {
                view! {
                    <span
                        class="canvas__field-name"
                        aria-hidden="true"
                        style:transform=live(transform)
                    >
                        {name}
                    </span>
                }
            })}
        <input
            class="canvas__field"
            class:input--refused=live(move || refused.get().is_some())
            type="text"
            aria-invalid=live(move || refused.get().map(|_| "true"))
            aria-describedby=live(move || refused.get().map(|_| REASON))
            aria-label=label.clone()
            title=label
            placeholder=placeholder
            autocomplete="off"
            spellcheck="false"
            style:transform=live(transform)
            style:width=live(width)
            prop:value=now
            node_ref=input
            on:keydown=on_key
            on:input=move |event| {
                refused.set(None);
                typed.set(event_target_value(&event));
                typed.with_untracked(|it| note_typed(&typed_for, Some(it)));
            }
            on:blur=while_here(move |event: FocusEvent| {
                // Who looks something up in another window comes back to go on.
                if !dom::has_windows_keyboard() {
                    return;
                }
                // Elsewhere something else was begun, which shall keep the keyboard.
                if matches!(state.prompts.question.get_untracked(), Some(Question::Write(_))) {
                    state.prompts.question.set(None);
                    // A file or a port is made only where someone says so.
                    let typed = event_target_value(&event);
                    let is_refused = left.refused.is_some() && typed == offered;
                    if is_named {
                        if !typed.trim().is_empty() && typed.trim() != left.now {
                            let undone = match left.wanted {
                                Wanted::Port(_) => "No connection was made",
                                _ => "No file was made of the selection",
                            };
                            let typed = typed.trim();
                            state.toasts.say(format!("{undone}: only Enter takes `{typed}`."));
                        }
                    } else if !is_refused {
                        // The browser's question and the keys of actions take the keyboard to nothing else.
                        let is_there = event.related_target().is_none();
                        write(state, &left, typed.trim(), is_there);
                    }
                }
            })
        />
        {part(move || {
            let why = refused.get()?;
            Some(view! {
                <p
                    class="canvas__refusal"
                    id=REASON
                    role="alert"
                    style:transform=live(refusal_transform)
                >
                    <Prose text=why />
                </p>
            })
        })}
    }
}

/// The name of the field for what waits in it.
const PLACE: &str = "canvas field";

/// Notes that the text lacks what was typed, if it does: the browser asks then before the page is left. A new name or
/// value is carried out before that, a refused one is not asked for twice, and only Enter makes a file.
fn note_typed(writing: &Writing, typed: Option<&String>) {
    let typed = typed.map(|it| it.trim()).filter(|it| *it != writing.now);
    let is_refused = writing.refused.as_ref().is_some_and(|it| Some(it.0.trim()) == typed);
    let is_asked_for = !is_refused && !makes_new(&writing.wanted);
    changes::note_half_typed(typed.is_some() && is_asked_for);
    changes::note_unwritten(PLACE, typed.is_some() && !is_asked_for);
}

/// Forgets what was typed: it was asked for or taken back.
fn forget_typed() {
    changes::note_half_typed(false);
    changes::note_unwritten(PLACE, false);
}

/// Carries out what was written. If it is refused, the field opens again with it, where the person is still
/// `there`.
fn write(state: CanvasState, writing: &Writing, typed: &str, is_there: bool) {
    let is_new = typed != writing.now;
    if let (Wanted::Port(port), false) = (&writing.wanted, typed.is_empty()) {
        return match edit::join_new(port, typed) {
            Joining::Free(deed) => perform_written(state, writing, typed, deed),
            other => state.join(other, None),
        };
    }
    let command = match writing.wanted.clone() {
        Wanted::Name(item) if is_new && !typed.is_empty() => {
            Command::Rename { item, name: typed.to_owned() }
        }
        Wanted::Value(item, key) if is_new && typed.is_empty() => Command::Unset { item, key },
        Wanted::Value(item, key) if is_new => {
            Command::SetValue { item, key, value: typed.to_owned() }
        }
        // The name that was offered is as good as another.
        Wanted::Whole(items) if !typed.is_empty() => {
            Command::Extract { items, name: typed.to_owned() }
        }
        Wanted::Name(_) | Wanted::Value(..) | Wanted::Whole(_) | Wanted::Port(_) => return,
    };
    let label = describe(&command);
    let deed = Deed { commands: vec![command], label };
    if is_there { perform_written(state, writing, typed, deed) } else { state.perform(deed) }
}

/// Does what was written; if it is refused, the field opens again with it.
fn perform_written(state: CanvasState, writing: &Writing, typed: &str, deed: Deed) {
    let (again, typed) = (writing.clone(), typed.to_owned());
    let on_refused = move |refused: Refused| {
        let why = sentence(&refused.reason);
        // Meanwhile something else may have been begun, or the canvas have gone.
        let is_free = !dom::is_dialog_open() && !dom::is_in_field();
        if is_free && state.prompts.question.try_with_untracked(Option::is_none) == Some(true) {
            let refused = Some((typed, why));
            state.prompts.question.set(Some(Question::Write(Writing { refused, ..again })));
        } else {
            state.toasts.complain(why);
        }
    };
    let on_refused: Option<Box<dyn FnOnce(Refused)>> = Some(Box::new(on_refused));
    state.perform_with(deed, Beside { on_refused, ..Beside::default() });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_stays_inside_the_pane() {
        assert_eq!(refusal_left(100.0, 800.0), 100.0);
        assert_eq!(refusal_left(700.0, 800.0), 492.0);
        assert_eq!(refusal_left(60.0, 200.0), 8.0, "where there is no room the start counts");
    }

    #[test]
    fn a_field_is_as_wide_as_what_is_typed() {
        assert_eq!(field_width("a", 150.0, 800.0), 150.0);
        assert_eq!(field_width("a", 20.0, 800.0), FIELD_WIDTH);
        let long = "a_process_with_a_name_of_many_words";
        let width = field_width(long, 150.0, 800.0);
        assert!(width > text_metrics::width(long, text_metrics::TITLE) && width < 400.0, "{width}");
        assert_eq!(field_width(&long.repeat(9), 150.0, 800.0), 784.0, "as far as the pane goes");
    }
}
