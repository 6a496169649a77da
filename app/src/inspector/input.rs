//! Inputs for single values. They commit on Enter and when they lose the focus, and show the
//! written value unless the user is editing it.

use bobbin_protocol::{Choice, Field, FieldKind};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::change::{Change, OnChange, ask, is_seen, tell_unless};
use crate::document::{unwritten, use_documents};
use crate::following::{effect, memo};
use crate::platform::changes;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{live, part, while_here};
use crate::widgets::icon::Icon;
use crate::widgets::prose::{plain, sentence};
use crate::widgets::segments::{Segment, Segments};
use crate::widgets::toast::{Toasts, use_toasts};

/// Returns the written value; empty if there is none.
fn written(field: &Memo<Option<Field>>) -> Memo<String> {
    let field = *field;
    memo(move |_| {
        field.with(|it| it.as_ref().and_then(|it| it.written.clone()).unwrap_or_default())
    })
}

fn label(field: &Memo<Option<Field>>) -> Memo<String> {
    let field = *field;
    memo(move |_| field.with(|it| it.as_ref().map(|it| it.label.clone()).unwrap_or_default()))
}

/// Returns the value to show while none is written.
fn effective(field: &Memo<Option<Field>>) -> Memo<String> {
    let field = *field;
    memo(move |_| field.with(|it| it.as_ref().map(|it| it.effective.clone()).unwrap_or_default()))
}

/// Returns the change that a typed text stands for, if any.
fn change_to(old: &str, typed: &str) -> Option<Change> {
    let typed = typed.trim();
    match (typed == old, typed.is_empty()) {
        (true, _) => None,
        (_, true) => Some(Change::Unset),
        _ => Some(Change::Set(typed.to_owned())),
    }
}

/// Names a field with the item that the form shows.
pub fn place_of(field: Memo<Option<Field>>) -> Memo<Option<String>> {
    let documents = use_documents();
    memo(move |_| {
        let file = documents.active.get()?;
        let form = file.views.form.get();
        let item = &form.here()?.item;
        field.with(|it| Some(unwritten::name_place(file.id, Some(item), &it.as_ref()?.key)))
    })
}

/// Returns what was typed at a place and refused, and why, if what is written there is as it was then. What another
/// value has come in place of waits no longer, once it is known that the text has that (`is_newest`).
fn refused_at(place: &str, written: &str, is_newest: bool) -> Option<(String, String)> {
    match <[String; 3]>::try_from(unwritten::kept_at(place)?) {
        Ok([typed, old, why]) if old == written => Some((typed, why)),
        _ => {
            if is_newest {
                unwritten::forget(place);
            }
            None
        }
    }
}

/// The words typed in a field, and what has become of them.
#[derive(Clone, Copy)]
struct Typing {
    input: NodeRef<html::Input>,
    written: Memo<String>,
    on_change: OnChange,
    /// The field, with the item that the form shows: one field may serve several, one after the other.
    place: Memo<Option<String>>,
    /// True if the field has something that was not asked for yet.
    is_touched: StoredValue<bool>,
    /// True while it is not known whether the text gets what was asked for.
    is_asked: RwSignal<bool>,
    /// The reason why the text did not get what the field shows.
    refused: RwSignal<Option<String>>,
    toasts: Toasts,
}

impl Typing {
    /// Follows the written value in a field, unless the user has typed there: the result of the last
    /// change may arrive when the next one is half typed.
    fn new(
        input: NodeRef<html::Input>,
        field: Memo<Option<Field>>,
        on_change: OnChange,
        refused: RwSignal<Option<String>>,
    ) -> Typing {
        let documents = use_documents();
        let written = written(&field);
        let place = place_of(field);
        let typing = Typing {
            input,
            written,
            on_change,
            place,
            is_touched: StoredValue::new(false),
            is_asked: RwSignal::new(false),
            refused,
            toasts: use_toasts(),
        };
        // The place and its written value when the field was last updated.
        effect(move |before: Option<Option<(Option<String>, String)>>| {
            let now = (place.get(), written.get());
            let before = before.flatten();
            // A change and its undo leave the value as it was, and what was typed is in the way.
            let file = documents.active.get();
            let is_newest =
                file.is_none_or(|it| it.views.fields_version.get() == it.version.get_untracked());
            let is_asked = typing.is_asked.get();
            let is_refused = refused.with(Option::is_some);
            let input = input.get()?;
            let old = before.as_ref().and_then(|it| it.0.as_deref()).zip(now.0.as_deref());
            let is_same_row = old.is_some_and(|(old, new)| unwritten::follow_row(old, new));
            if !is_same_row && before.as_ref().is_none_or(|it| it.0 != now.0) {
                let waits = now.0.as_deref().and_then(|it| refused_at(it, &now.1, is_newest));
                let (typed, why) = waits.unzip();
                refused.set(why);
                if let Some(typed) = typed {
                    input.set_value(&typed);
                    return Some(now);
                }
            } else if is_refused {
                return Some(now);
            }
            let is_new = is_newest || before.as_ref() != Some(&now);
            if !is_asked && !typing.is_touched.get_value() && is_new && input.value() != now.1 {
                input.set_value(&now.1);
            }
            Some(now)
        });
        typing
    }

    /// Notes that the user has typed, perhaps back what is written.
    fn note(self, typed: &str) {
        self.is_touched.set_value(true);
        self.forget();
        changes::note_half_typed(self.written.with_untracked(|it| it != typed.trim()));
    }

    /// Asks for what was typed, if anything was.
    fn commit(self) {
        if self.is_touched.get_value()
            && let Some(input) = self.input.get_untracked()
        {
            self.ask(&input.value());
        }
    }

    /// Asks for what stands in the field, also once more after it was refused.
    fn press_enter(self) {
        if let Some(input) = self.input.get_untracked() {
            self.ask(&input.value());
        }
    }

    /// Forgets that something was refused here.
    fn forget(self) {
        self.refused.set(None);
        if let Some(place) = self.place.get_untracked() {
            unwritten::forget(&place);
        }
    }

    /// Asks for a value. If the text does not get it, it stays in the field, and is marked.
    fn ask(self, typed: &str) {
        self.is_touched.set_value(false);
        changes::note_half_typed(false);
        self.forget();
        let written = self.written.get_untracked();
        let Some(change) = change_to(&written, typed) else { return };
        self.is_asked.set(true);
        let place = self.place.get_untracked();
        let typed = typed.to_owned();
        let answer = self.on_change.run(change);
        leptos::task::spawn_local(async move {
            let why = answer.await.err().map(|it| sentence(&it));
            // The form may show another item by now, or nothing.
            let is_here = self.place.try_get_untracked() == Some(place.clone());
            let is_over = is_here && self.is_touched.try_get_value().unwrap_or(false);
            let told = why.clone();
            let why = why.filter(|_| !is_over);
            let own = place.clone();
            if let Some((place, why)) = place.zip(why.clone()) {
                unwritten::keep(&place, vec![typed, written, why]);
            }
            let _ = self.refused.try_set(why.filter(|_| is_here));
            let _ = self.is_asked.try_set(false);
            if let Some(why) = told {
                let is_seen = move || {
                    let is_here = self.place.try_get_untracked() == Some(own);
                    is_here && !is_over && is_seen(self.input)
                };
                tell_unless(is_seen, self.toasts, why).await;
            }
        });
    }

    /// Puts the written value back into the field; returns false if nothing else stands there.
    fn take_back(self) -> bool {
        let written = self.written.get_untracked();
        let input = self.input.get_untracked().filter(|it| it.value() != written);
        let Some(input) = input else { return false };
        input.set_value(&written);
        self.is_touched.set_value(false);
        self.forget();
        changes::note_half_typed(false);
        true
    }
}

/// Tells assistive technology whether the text lacks what a field shows.
fn invalid(typing: Typing) -> impl Fn() -> Option<&'static str> + Clone + Send + Sync + 'static {
    move || typing.refused.with(Option::is_some).then_some("true")
}

/// Names the reason for which a field is refused; keys may have blanks, and lists of such names are parted by them.
pub fn reason_id(key: &str) -> String {
    format!("refused-{}", key.replace(char::is_whitespace, "-"))
}

/// Tells assistive technology where that reason stands.
pub fn reason_of(
    field: Memo<Option<Field>>,
    refused: RwSignal<Option<String>>,
) -> impl Fn() -> Option<String> + Clone + Send + Sync + 'static {
    move || {
        let is_refused = refused.with(Option::is_some);
        is_refused.then(|| field.with(|it| it.as_ref().map(|it| reason_id(&it.key)))).flatten()
    }
}

/// Edits a line of text, with suggestions if there are some.
#[component]
pub fn TextInput(
    field: Memo<Option<Field>>,
    on_change: OnChange,
    /// Gets the reason why what was typed is refused.
    #[prop(optional)]
    refused: RwSignal<Option<String>>,
) -> impl IntoView {
    let (label, effective) = (label(&field), effective(&field));
    let input = NodeRef::<html::Input>::new();
    let typing = Typing::new(input, field, on_change, refused);
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => typing.press_enter(),
        "Escape" if typing.take_back() => event.prevent_default(),
        _ => {}
    };
    let suggestions = memo(move |_| {
        field.with(|it| match it.as_ref().map(|it| &it.kind) {
            Some(FieldKind::Suggestion { choices }) => choices.clone(),
            _ => Vec::new(),
        })
    });
    let key =
        memo(move |_| field.with(|it| it.as_ref().map(|it| it.key.clone()).unwrap_or_default()));
    let list_id = move || format!("words-{}", key.get());
    let options = move || {
        let words = suggestions.get().into_iter();
        words.map(|it| view! { <option value=it.value>{plain(&it.help)}</option> }).collect_view()
    };
    view! {
        <input
            class="input"
            class:input--refused=live(move || refused.with(Option::is_some))
            type="text"
            data-writes=""
            autocomplete="off"
            spellcheck="false"
            node_ref=input
            aria-label=label
            aria-invalid=invalid(typing)
            aria-describedby=reason_of(field, refused)
            placeholder=effective
            list=live(list_id)
            on:input=move |event| typing.note(&event_target_value(&event))
            on:blur=while_here(move |_| typing.commit())
            on:keydown=on_key
        />
        <datalist id=live(list_id)>{part(options)}</datalist>
    }
}

/// Returns the number that steps begin at; `None` if there is none. A written value may be in any notation
/// of its language, so what counts is its effect.
fn step_origin(typed: &str, written: &str, effective: &str) -> Option<i128> {
    let number = |it: &str| it.trim().parse().ok().or_else(|| hex(it));
    let (typed, in_force) = (typed.trim(), number(effective));
    if typed.is_empty() || typed == written.trim() {
        return in_force.or_else(|| typed.parse().ok());
    }
    let counts_hex = in_force.is_some() && hex(written) == in_force;
    typed.parse().ok().or_else(|| hex(typed).filter(|_| counts_hex))
}

/// Reads a number in hexadecimal digits behind `0x`.
fn hex(text: &str) -> Option<i128> {
    let text = text.trim();
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    u64::from_str_radix(digits, 16).ok().map(i128::from)
}

/// Returns the bounds of a whole number. One that JavaScript would not keep exactly comes as the widest that it does
/// (`bobbin_core`'s `wire`): it stands for all 64 bits.
fn bounds_of(kind: Option<&FieldKind>) -> (i128, i128) {
    const WIDEST: i64 = (1 << 53) - 1;
    let Some(FieldKind::Integer { min, max }) = kind else {
        return (i64::MIN.into(), u64::MAX.into());
    };
    let min = if *min <= -WIDEST { i64::MIN } else { *min };
    let max = if *max >= WIDEST { u64::MAX.into() } else { i128::from(*max) };
    (min.into(), max.max(min.into()))
}

/// Returns the next whole number in a direction. A step leads into the bounds, never out of them or back.
fn stepped(from: Option<i128>, by: i128, (min, max): (i128, i128)) -> i128 {
    match from {
        None => 0.clamp(min, max),
        Some(from) if by > 0 => (from + by).clamp(min, max.max(from)),
        Some(from) => (from + by).clamp(min.min(from), max),
    }
}

/// Writes a number in the notation of another one: in hexadecimal digits, if `old` is `from` in those.
fn in_notation_of(old: &str, from: Option<i128>, next: i128) -> String {
    if from.is_none() || hex(old) != from || next < 0 {
        return next.to_string();
    }
    let (prefix, digits) = old.trim().split_at(2);
    let width = digits.len();
    if digits.contains(|it: char| it.is_ascii_uppercase()) {
        format!("{prefix}{next:0width$X}")
    } else {
        format!("{prefix}{next:0width$x}")
    }
}

/// Edits a whole number, with steppers.
#[component]
pub fn IntegerInput(
    field: Memo<Option<Field>>,
    on_change: OnChange,
    /// Gets the reason why what was typed is refused.
    #[prop(optional)]
    refused: RwSignal<Option<String>>,
) -> impl IntoView {
    let toasts = use_toasts();
    let (label, effective) = (label(&field), effective(&field));
    let bounds = memo(move |_| field.with(|it| bounds_of(it.as_ref().map(|it| &it.kind))));
    let input = NodeRef::<html::Input>::new();
    let typing = Typing::new(input, field, on_change, refused);
    let written = typing.written;
    let step = move |by: i128| {
        let Some(input) = input.get_untracked() else { return };
        let typed = input.value();
        let from = step_origin(&typed, &written.get_untracked(), &effective.get_untracked());
        if from.is_none() && !typed.trim().is_empty() {
            return toasts.answer(format!("`{}` is not a number to count on from.", typed.trim()));
        }
        let next = stepped(from, by, bounds.get_untracked());
        if from == Some(next) {
            let end = if by > 0 { "largest" } else { "smallest" };
            return toasts
                .answer(format!("{next} is the {end} value of `{}`.", label.get_untracked()));
        }
        let next = in_notation_of(&typed, from, next);
        input.set_value(&next);
        typing.ask(&next);
    };
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => typing.press_enter(),
        "ArrowUp" => {
            event.prevent_default();
            step(1);
        }
        "ArrowDown" => {
            event.prevent_default();
            step(-1);
        }
        "Escape" if typing.take_back() => event.prevent_default(),
        _ => {}
    };
    let allowed = move || {
        let (min, max) = bounds.get();
        if max == u64::MAX.into() { format!("{min} or more") } else { format!("{min} to {max}") }
    };
    view! {
        <div class="stepper">
            <input
                class="input input--number"
                class:input--refused=live(move || refused.with(Option::is_some))
                type="text"
                data-writes=""
                inputmode="numeric"
                role="spinbutton"
                autocomplete="off"
                node_ref=input
                aria-label=label
                aria-invalid=invalid(typing)
                aria-describedby=reason_of(field, refused)
                aria-valuenow=live(move || {
                    let written = written.get();
                    if written.parse::<i128>().is_ok() { written } else { effective.get() }
                })
                title=allowed
                placeholder=effective
                on:input=move |event| typing.note(&event_target_value(&event))
                on:blur=while_here(move |_| typing.commit())
                on:keydown=on_key
            />
            <Button
                label=Signal::derive(move || format!("Decrease {}", label.get()))
                icon=Icon::Minus
                is_bare=true
                on_press=move |()| step(-1)
            />
            <Button
                label=Signal::derive(move || format!("Increase {}", label.get()))
                icon=Icon::Plus
                is_bare=true
                on_press=move |()| step(1)
            />
        </div>
    }
}

/// Returns the words for no choice of one's own: what counts then, where that is known. Who is asked for a new text
/// gets `effective` written for want of an answer.
fn words_of_unset(effective: &str, is_question: bool) -> String {
    let words = if is_question { "usual" } else { "not set" };
    if effective.is_empty() { words.to_owned() } else { format!("{words}: {effective}") }
}

/// Offers a few choices.
#[component]
pub fn ChoiceInput(
    field: Memo<Option<Field>>,
    on_change: OnChange,
    /// True if there is no text yet that the choice would be written in.
    is_question: bool,
) -> impl IntoView {
    let toasts = use_toasts();
    let (written, label, effective) = (written(&field), label(&field), effective(&field));
    let choices = memo(move |_| {
        field.with(|it| match it.as_ref().map(|it| &it.kind) {
            Some(FieldKind::Choice { choices }) => choices.clone(),
            _ => Vec::new(),
        })
    });
    let select = NodeRef::<html::Select>::new();
    let options = move || {
        let written = written.get();
        let effective = effective.get();
        // What is in force once a written value is gone, only the language knows.
        let known = if written.is_empty() { effective.as_str() } else { "" };
        let unset = words_of_unset(known, is_question);
        let option = |value: String, text: String, help: String| {
            let is_picked = value == written;
            view! {
                <option value=value title=help prop:selected=is_picked>
                    {text}
                </option>
            }
        };
        let choices = choices.get();
        // A wrong written value stays visible.
        let foreign = (!written.is_empty() && !choices.iter().any(|it| it.value == written))
            .then(|| option(written.clone(), written.clone(), String::new()));
        let known = choices.into_iter().map(|Choice { value, help }| {
            let help = plain(&help);
            // What is picked is short, so that it is never cut.
            let text = if help.is_empty() || help.len() > 48 || value == written {
                value.clone()
            } else {
                format!("{value} – {help}")
            };
            option(value, text, help)
        });
        let first = option(String::new(), unset, String::new());
        view! {
            {first}
            {foreign}
            {known.collect_view()}
        }
    };
    view! {
        <select
            class="input input--choice"
            aria-label=label
            node_ref=select
            on:change=move |event| {
                let picked = event_target_value(&event);
                let Some(change) = written.with_untracked(|old| change_to(old, &picked)) else {
                    return;
                };
                let answer = on_change.run(change);
                leptos::task::spawn_local(async move {
                    let Err(why) = answer.await else { return };
                    toasts.complain(sentence(&why));
                    // What was refused is not in the text.
                    if let Some(select) = select.try_get_untracked().flatten()
                        && let Some(written) = written.try_get_untracked()
                    {
                        select.set_value(&written);
                    }
                });
            }
        >
            {options}
        </select>
    }
}

/// The states of a toggle, in the order of their buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ToggleState {
    On,
    Off,
    Unset,
}

impl ToggleState {
    const ALL: [ToggleState; 3] = [ToggleState::On, ToggleState::Off, ToggleState::Unset];

    /// Reads a written value; `None` if it is neither of the two words.
    fn of(written: Option<&str>, on: &str, off: &str) -> Option<ToggleState> {
        match written {
            None => Some(ToggleState::Unset),
            Some(it) if it.trim().eq_ignore_ascii_case(on) => Some(ToggleState::On),
            Some(it) if it.trim().eq_ignore_ascii_case(off) => Some(ToggleState::Off),
            Some(_) => None,
        }
    }
}

/// Offers on, off and unset.
#[component]
pub fn ToggleInput(field: Memo<Option<Field>>, on_change: OnChange) -> impl IntoView {
    let label = label(&field);
    let words = memo(move |_| {
        field.with(|it| match it.as_ref().map(|it| &it.kind) {
            Some(FieldKind::Toggle { on, off }) => (on.clone(), off.clone()),
            _ => ("on".to_owned(), "off".to_owned()),
        })
    });
    let state = memo(move |_| {
        let (on, off) = words.get();
        field.with(|it| ToggleState::of(it.as_ref()?.written.as_deref(), &on, &off))
    });
    let picked = move || ToggleState::ALL.iter().position(|it| Some(*it) == state.get());
    let on_pick = move |idx: usize| {
        let (on, off) = words.get_untracked();
        let change = match ToggleState::ALL.get(idx) {
            Some(ToggleState::On) => Change::Set(on),
            Some(ToggleState::Off) => Change::Set(off),
            Some(ToggleState::Unset) | None => Change::Unset,
        };
        ask(on_change, change);
    };
    let segments = ToggleState::ALL.map(|it| Segment {
        text: Signal::derive(move || match it {
            ToggleState::On => words.get().0,
            ToggleState::Off => words.get().1,
            ToggleState::Unset => "unset".to_owned(),
        }),
        title: None,
        is_on: it == ToggleState::On,
    });
    let segments: Vec<Segment> = segments.into_iter().collect();
    view! {
        <Segments
            label=label
            segments=segments
            picked=Signal::derive(picked)
            on_pick=on_pick
        />
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_means_a_change_only_if_it_changes_something() {
        for (old, typed, change) in [
            ("4", "4", None),
            ("4", " 4 ", None),
            ("4", "5", Some(Change::Set("5".into()))),
            ("4", "", Some(Change::Unset)),
            ("", "", None),
        ] {
            assert_eq!(change_to(old, typed), change, "{old:?} {typed:?}");
        }
    }

    #[test]
    fn steps_stay_inside_the_bounds() {
        for (from, by, expected) in [
            (Some(4), 1, 5),
            (Some(10), 1, 10),
            (Some(0), -1, 0),
            (None, 1, 0),
            (Some(-9), 1, 0),
            (Some(-9), -1, -9),
            (Some(12), 1, 12),
            (Some(12), -1, 10),
        ] {
            assert_eq!(stepped(from, by, (0, 10)), expected, "{from:?} {by}");
        }
    }

    #[test]
    fn bounds_that_the_wire_cuts_are_those_of_64_bits() {
        let bounds = |min, max| bounds_of(Some(&FieldKind::Integer { min, max }));
        assert_eq!(bounds(0, 255), (0, 255));
        let wide = bounds(0, (1 << 53) - 1);
        assert_eq!(stepped(Some(1_772_000_000_000_000_000), 1, wide), 1_772_000_000_000_000_001);
        assert_eq!(stepped(hex("0xffffffffffffffff"), 1, wide), u64::MAX.into());
    }

    #[test]
    fn steps_begin_at_what_the_written_value_means() {
        for (typed, written, effective, expected) in [
            ("100 # limit", "100 # limit", "100", Some(100)),
            ("0x40", "0x40", "64", Some(64)),
            ("0x40", "0x40", "0", Some(0)),
            ("010", "010", "8", Some(8)),
            ("0x40", "0x40", "0x40", Some(64)),
            ("7", "0x40", "64", Some(7)),
            ("", "", "10", Some(10)),
            ("4", "4", "", Some(4)),
            ("0x41", "0x40", "64", Some(65)),
            ("0x41", "0x40", "0", None),
            ("", "", "", None),
            ("many", "many", "unlimited", None),
        ] {
            assert_eq!(step_origin(typed, written, effective), expected, "{typed:?} {effective:?}");
        }
    }

    #[test]
    fn a_number_keeps_its_notation() {
        for (old, from, next, expected) in [
            ("0x40", 64, 65, "0x41"),
            ("0X0F", 15, 16, "0X10"),
            ("0x00fF", 255, 254, "0x00FE"),
            ("0x40", 0, 1, "1"),
            ("64", 64, 65, "65"),
            ("100 # limit", 100, 101, "101"),
        ] {
            assert_eq!(in_notation_of(old, Some(from), next), expected, "{old}");
        }
    }

    #[test]
    fn what_a_wizard_chooses_by_itself_is_not_called_not_set() {
        assert_eq!(words_of_unset("x86", true), "usual: x86");
        assert_eq!(words_of_unset("", true), "usual");
        assert_eq!(words_of_unset("x86", false), "not set: x86");
        assert_eq!(words_of_unset("", false), "not set");
    }

    #[test]
    fn a_toggle_with_another_word_is_in_no_state() {
        assert_eq!(ToggleState::of(Some("On"), "on", "off"), Some(ToggleState::On));
        assert_eq!(ToggleState::of(None, "on", "off"), Some(ToggleState::Unset));
        assert_eq!(ToggleState::of(Some("maybe"), "on", "off"), None);
    }
}
