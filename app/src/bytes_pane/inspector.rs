//! The inspector: the marked bytes as numbers, and fields to change them.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::model::character;
use super::numbers::{NumberKind, Order, as_hex, hex_bytes};
use super::state::BytesState;
use crate::following::{effect, memo};
use crate::platform::{changes, dom, files, window};
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, live, part, while_here};
use crate::widgets::icon::Icon;
use crate::widgets::prose::counted;

/// The number of bytes that are shown as digits to edit.
const MAX_HEX: usize = 64;
/// A number of this many bytes has its bits shown.
const MAX_BITS: usize = 4;

/// A value that is written over bytes in a field. It goes where the bytes were marked as it was typed. One that the text
/// does not take is marked as long as the person is there; after that the field says what the bytes are.
#[derive(Clone, Copy)]
struct Written {
    state: BytesState,
    input: NodeRef<html::Input>,
    /// The offset of the bytes that half-typed ones are for.
    typed_at: RwSignal<Option<u32>>,
    /// The value of the bytes that are there, as the field shows it; nothing takes the place of what is half typed.
    value: Memo<String>,
    is_refused: RwSignal<bool>,
}

impl Written {
    fn new(state: BytesState, value: impl Fn() -> String + Send + Sync + 'static) -> Written {
        let typed_at = RwSignal::new(None);
        let value = memo(move |before: Option<&String>| {
            before.filter(|_| typed_at.with(Option::is_some)).cloned().unwrap_or_else(&value)
        });
        let is_refused = RwSignal::new(false);
        let written = Written { state, input: NodeRef::new(), typed_at, value, is_refused };
        // Other bytes may be the same ones, which is no news; what was typed for the last ones is none of theirs.
        effect(move |_| {
            state.marked.track();
            if typed_at.with_untracked(Option::is_none) {
                written.show();
            }
        });
        written
    }

    /// Writes the bytes that were typed. Without any the field shows those that are there.
    fn write(self, new: Option<Vec<u8>>) {
        changes::note_half_typed(false);
        let at = self.typed_at.get_untracked();
        self.typed_at.set(None);
        let Some((at, new)) = at.zip(new) else { return self.show() };
        self.state.write_or(at, &new, move || {
            if self.is_refused.is_disposed() {
                return;
            }
            self.is_refused.set(true);
            if self.input.get_untracked().is_some_and(|it| !dom::has_keys(&it)) {
                self.leave();
            }
        });
    }

    /// Notes that the person has typed, perhaps back what is there.
    fn note(self, event: &leptos::ev::Event) {
        self.is_refused.set(false);
        let is_other = self.value.with_untracked(|value| event_target_value(event).trim() != value);
        changes::note_half_typed(is_other);
        let marked = self.state.marked.get_untracked().0;
        self.typed_at.update(|it| *it = is_other.then(|| it.unwrap_or(marked)));
    }

    /// Shows the value of the bytes again where another one was refused.
    fn leave(self) {
        if self.is_refused.get_untracked() {
            self.is_refused.set(false);
            self.show();
        }
    }

    fn show(self) {
        if let Some(input) = self.input.get_untracked() {
            input.set_value(&self.value.get_untracked());
        }
    }

    /// Tells assistive technology whether the bytes are other ones.
    fn invalid(self) -> Option<&'static str> {
        self.is_refused.get().then_some("true")
    }
}

/// The marked bytes as numbers, text and bits.
#[component]
pub fn ByteInspector(state: BytesState) -> impl IntoView {
    let own_order = memo(move |_| match state.own.get() {
        Some(own) if own.is_big_endian => Order::Big,
        _ => Order::Little,
    });
    let order = RwSignal::new(own_order.get_untracked());
    effect(move |_| order.set(own_order.get()));
    effect(move |_| {
        state.model.track();
        if !changes::are_under_way() {
            state.asked_word.set_value(None);
        }
    });
    let bytes = move |n: usize| {
        let (offset, _) = state.marked.get();
        state.model.with(|it| {
            let start = offset as usize;
            let end = (start + n).min(it.bytes.len());
            it.bytes.get(start..end).map(<[u8]>::to_vec).unwrap_or_default()
        })
    };
    // One more than is shown says that there are more.
    let marked = memo(move |_| bytes((state.marked.get().1 as usize).min(MAX_HEX + 1)));
    let numbers = move || {
        let field = |kind: NumberKind| {
            let value = memo(move |_| kind.read(&bytes(kind.n_bytes()), order.get()));
            view! { <NumberField state=state kind=kind order=order value=value /> }
        };
        NumberKind::ALL.into_iter().map(field).collect_view()
    };
    let hex = memo(move |_| {
        marked.with(|it| if it.len() > MAX_HEX { String::new() } else { as_hex(it) })
    });
    let over = Written::new(state, move || hex.get());
    let on_hex = move |event: leptos::ev::Event| {
        let new = hex_bytes(&event_target_value(&event));
        if new.is_none() {
            state.toasts.complain("Bytes are written as pairs of hexadecimal digits.");
        }
        over.write(new);
    };
    let text = move || {
        marked.with(|it| it.iter().take(MAX_HEX).map(|it| character(*it)).collect::<String>())
    };
    let save = move |()| {
        let (offset, len) = state.marked.get_untracked();
        let name = format!("bytes_{offset:#x}_{len}.bin");
        let is_given = state.model.with_untracked(|it| {
            let (start, end) = (offset as usize, (offset + len) as usize);
            files::download(&name, it.bytes.get(start..end).unwrap_or_default())
        });
        if !is_given {
            state.toasts.complain("The browser refused the download.");
        }
    };
    let place = move || {
        let (offset, len) = state.marked.get();
        let bytes = counted(len as usize, "byte");
        let (place, said) = match state.digit.get() {
            Some(digit) => (format!("0x{offset:x}: {digit:x}_"), String::new()),
            None => {
                let said = state.model.with(|it| it.said((offset, len), state.selected.get()));
                (format!("0x{offset:x}, {bytes}"), said)
            }
        };
        // What is seen in the grid beside it.
        let said = (!said.is_empty()).then(|| format!(": {said}"));
        view! { {place} <span class="visually-hidden">{said}</span> }
    };
    let orders = [(Order::Little, "little-endian"), (Order::Big, "big-endian")]
        .into_iter()
        .map(|(it, label)| {
            let is_picked = memo(move |_| order.get() == it);
            view! {
                <button
                    type="button"
                    class="segment"
                    class:segment--picked=is_picked
                    aria-pressed=live(move || if is_picked.get() { "true" } else { "false" })
                    on:click=move |_| order.set(it)
                >
                    {label}
                </button>
            }
        })
        .collect_view();
    // The bytes come first: in a low window the numbers are there on request.
    let is_high = window::media("(min-height: 860px)");
    let asked = RwSignal::new(None::<bool>);
    let is_open = memo(move |_| asked.get().unwrap_or_else(|| is_high.get()));
    let toggle = Signal::derive(move || {
        if is_open.get() { "Hide the values" } else { "Show the values" }.to_owned()
    });
    let is_too_long = memo(move |_| marked.with(Vec::len) > MAX_HEX);
    view! {
        <section
            class="byte-inspector"
            class:byte-inspector--closed=live(move || !is_open.get())
            aria-label="Selected bytes"
        >
            <header class="byte-inspector__head">
                <span class="byte-inspector__place" aria-live="polite" aria-atomic="true">{part(place)}</span>
                <input
                    class="input byte-inspector__hex"
                    class:input--refused=over.is_refused
                    node_ref=over.input
                    aria-invalid=live(move || over.invalid())
                    type="text"
                    data-writes=""
                    aria-label="Selected bytes in hexadecimal"
                    placeholder=live(move || is_too_long.get().then_some("too many bytes to edit"))
                    title=format!("At most {MAX_HEX} selected bytes can be edited here")
                    spellcheck="false"
                    autocomplete="off"
                    disabled=live(move || is_too_long.get())
                    readonly=live(move || state.why_fixed().is_some())
                    prop:value=over.value
                    on:change=on_hex
                    on:input=move |event| over.note(&event)
                    on:blur=while_here(move |_| over.leave())
                />
                <code class="byte-inspector__text">{part(text)}</code>
                <div class="segments" role="group" aria-label="Byte order">{orders}</div>
                <Button label="Save selected bytes" icon=Icon::Download is_bare=true on_press=save />
                {part(move || {
                    let icon = if is_open.get() { Icon::ChevronDown } else { Icon::ChevronUp };
                    view! {
                        <Button
                            label=toggle
                            icon=icon
                            is_bare=true
                            on_press=move |()| asked.set(Some(!is_open.get_untracked()))
                        />
                    }
                })}
            </header>
            <When when=move || is_open.get()>
                <div class="byte-inspector__numbers">{numbers()}</div>
                {part(move || bits(state, order))}
            </When>
        </section>
    }
}

/// A number that starts at the first marked byte.
#[component]
fn NumberField(
    state: BytesState,
    kind: NumberKind,
    order: RwSignal<Order>,
    value: Memo<Option<String>>,
) -> impl IntoView {
    let label = kind.label();
    let is_cut_off = memo(move |_| value.with(Option::is_none));
    let why_not = move || {
        is_cut_off
            .get()
            .then(|| format!("Fewer than {} bytes from here to the end", kind.n_bytes()))
    };
    let over = Written::new(state, move || value.get().unwrap_or_default());
    let on_change = move |event: leptos::ev::Event| {
        let typed = event_target_value(&event);
        let new = kind.write(&typed, order.get_untracked());
        if new.is_none() {
            state.toasts.complain(format!("`{}` is not a valid {}.", typed.trim(), kind.label()));
        }
        over.write(new);
    };
    view! {
        <label
            class="byte-inspector__number"
            class:byte-inspector__number--wide=kind.n_bytes() == 8
            title=why_not
        >
            <span>{label}</span>
            <input
                class="input"
                class:input--refused=over.is_refused
                node_ref=over.input
                aria-invalid=live(move || over.invalid())
                type="text"
                data-writes=""
                spellcheck="false"
                autocomplete="off"
                disabled=live(move || is_cut_off.get())
                readonly=live(move || state.why_fixed().is_some())
                prop:value=over.value
                on:change=on_change
                on:input=move |event| over.note(&event)
                on:blur=while_here(move |_| over.leave())
            />
        </label>
    }
}

/// Returns the bits of the selected number, named where the structure names them.
fn bits(state: BytesState, order: RwSignal<Order>) -> Option<AnyView> {
    let part = state.selected.get()?;
    let (offset, bytes, names) = state.model.with(|model| {
        let part = model.parts.get(part)?;
        let n = part.len as usize;
        if part.n_inside > 0 || n > MAX_BITS || !part.type_name.starts_with('u') {
            return None;
        }
        let start = part.offset as usize;
        let bytes = model.bytes.get(start..start + n)?.to_vec();
        // The names are those of bits as a reader of the file's own order counts them.
        let is_big = state.own.get().is_some_and(|it| it.is_big_endian);
        let is_own_order = order.get() == if is_big { Order::Big } else { Order::Little };
        let names = if is_own_order { model.bit_names(part).to_vec() } else { Vec::new() };
        Some((part.offset, bytes, names))
    })?;
    let kind = NumberKind::Unsigned(bytes.len());
    let word: u64 = kind.read(&bytes, order.get())?.parse().ok()?;
    let cells = (0..8 * bytes.len() as u32)
        .map(|bit| {
            let is_set = word >> bit & 1 == 1;
            let name = names.get(bit as usize).filter(|it| !it.is_empty()).cloned();
            let label = match &name {
                Some(name) => format!("bit {bit}: {name}"),
                None => format!("bit {bit}"),
            };
            let flip = move |_| {
                // Of a bit that was pressed just before, the bytes may not tell yet.
                let last = state.asked_word.get_value().filter(|it| it.0 == offset);
                let word = last.map_or(word, |it| it.1) ^ 1 << bit;
                if let Some(new) = kind.write(&word.to_string(), order.get_untracked()) {
                    state.asked_word.set_value(Some((offset, word)));
                    state.write(offset, &new);
                }
            };
            view! {
                <button
                    type="button"
                    class="bit"
                    class:bit--set=is_set
                    aria-pressed=if is_set { "true" } else { "false" }
                    aria-label=label.clone()
                    title=label
                    on:click=flip
                >
                    <span class="bit__number">{bit}</span>
                    <span class="bit__name">{name}</span>
                </button>
            }
        })
        .collect_view();
    let on_key = |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowRight" => 1,
            "ArrowLeft" => -1,
            "ArrowDown" => 8,
            "ArrowUp" => -8,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        dom::focus_neighbour(&event, "button", step);
    };
    Some(
        view! {
            <div class="bits" role="group" aria-label="Bits of the selected field" on:keydown=on_key>
                {cells}
            </div>
        }
        .into_any(),
    )
}
