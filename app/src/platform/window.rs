//! The window: keys, drops, leaving, size, colours, time.

use std::time::Duration;

use gloo_events::{EventListener, EventListenerOptions};
use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
use leptos::ev::{self, EventDescriptor};
use leptos::prelude::*;
use leptos::reactive::diagnostics::SpecialNonReactiveZone;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DragEvent, Event, KeyboardEvent};

/// Handles an event of the window for as long as the present owner lives.
pub fn on<E>(event: E, hear: impl Fn(E::EventType) + 'static)
where
    E: EventDescriptor,
    E::EventType: JsCast,
{
    let options = EventListenerOptions::enable_prevent_default();
    let hear = move |event: &Event| {
        // Debug builds would warn of signals that are read here and not followed.
        let _zone = SpecialNonReactiveZone::enter();
        hear(event.clone().unchecked_into());
    };
    let heard = EventListener::new_with_options(&window(), event.name(), options, hear);
    StoredValue::new_local(heard);
}

/// Handles every key that no part of the page has handled.
pub fn on_key(hear: impl Fn(KeyboardEvent) + 'static) {
    on(ev::keydown, hear);
}

/// Handles files dragged over the window (`Some(true)`: over it, `Some(false)`: gone).
pub fn on_drag(over: impl Fn(bool) + Clone + 'static, dropped: impl Fn(DragEvent) + 'static) {
    let hear_over = over.clone();
    let hear_leave = over.clone();
    on(ev::dragover, move |event| {
        if super::files::carries_files(&event) {
            event.prevent_default();
            hear_over(true);
        }
    });
    on(ev::dragleave, move |event| {
        // Moving between elements inside the window has a related target.
        if event.related_target().is_none() {
            hear_leave(false);
        }
    });
    on(ev::drop, move |event| {
        if super::files::carries_files(&event) {
            event.prevent_default();
            over(false);
            dropped(event);
        }
    });
}

/// Calls back when the page is about to be hidden or closed, perhaps the last chance to store
/// anything.
pub fn on_leave(leave: impl Fn() + Clone + 'static) {
    let hear = leave.clone();
    on(ev::pagehide, move |_| leave());
    on(ev::visibilitychange, move |_| hear());
}

/// Returns width and height of the window's content, in pixels.
#[must_use]
pub fn size() -> (f64, f64) {
    let number = |it: Result<JsValue, JsValue>| it.ok().and_then(|it| it.as_f64());
    let window = window();
    (
        number(window.inner_width()).unwrap_or(f64::MAX),
        number(window.inner_height()).unwrap_or(f64::MAX),
    )
}

/// Makes the browser ask before the page is left while `would_lose` returns true.
pub fn guard_leaving(would_lose: impl Fn() -> bool + 'static) {
    on(ev::beforeunload, move |event| {
        if would_lose() {
            event.prevent_default();
        }
    });
}

/// A call that is due later; it is not made if this is dropped before.
pub type Timer = Timeout;

/// Calls back after some time, whoever is gone by then.
pub fn later(time: Duration, then: impl FnOnce() + 'static) {
    // Unlike a `Timer` that is forgotten, this gives its closure back once it has been called.
    set_timeout(then, Duration::from_millis(millis(time).into()));
}

/// Calls back after some time, unless the timer is dropped before.
pub fn after(time: Duration, then: impl FnOnce() + 'static) -> Timer {
    Timeout::new(millis(time), then)
}

/// The time between two looks at whether something is there by now.
pub const A_MOMENT: Duration = Duration::from_millis(50);

/// Waits for a time.
pub async fn pause(time: Duration) {
    TimeoutFuture::new(millis(time)).await;
}

/// Converts a time for the browser's timers, which wrap around after 24 days.
fn millis(time: Duration) -> u32 {
    time.as_millis().min(i32::MAX as u128) as u32
}

/// Returns a random number with enough digits to be unique in practice.
#[must_use]
pub fn random() -> u64 {
    // The number of integers that a double can tell apart.
    (js_sys::Math::random() * 9_007_199_254_740_992.0) as u64
}

/// Returns the time since the epoch by the clock of this machine, which may be wrong or be set
/// back.
#[must_use]
pub fn now() -> Duration {
    Duration::from_millis(js_sys::Date::now() as u64)
}

/// Returns a time, in milliseconds since the epoch, as the clock here shows it: date, hours and minutes, and seconds.
#[must_use]
pub fn date_and_time(at: u64) -> (String, String) {
    let date = js_sys::Date::new(&(at as f64).into());
    let day =
        format!("{}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date());
    let minute = format!("{day} {:02}:{:02}", date.get_hours(), date.get_minutes());
    (minute, format!("{:02}", date.get_seconds()))
}

/// Calls back when the changes of the page are on the screen.
pub fn after_paint(then: impl FnOnce() + 'static) {
    request_animation_frame(move || {
        later(Duration::ZERO, then);
    });
}

/// Follows whether a media query matches, for as long as the present owner lives.
#[must_use]
pub fn media(query: &str) -> ReadSignal<bool> {
    let list = window().match_media(query).ok().flatten();
    let (holds, set_holds) = signal(list.as_ref().is_some_and(|it| it.matches()));
    if let Some(list) = list {
        let watched = list.clone();
        let hear = move |_: &Event| {
            let _ = set_holds.try_set(watched.matches());
        };
        StoredValue::new_local(EventListener::new(&list, "change", hear));
    }
    holds
}

/// Prints a drawing, given as an SVG file, on a page of its own; the style sheet hides everything
/// else.
pub fn print(svg: &str, is_wide: bool) {
    let Some(sheet) = drawing_sheet(svg) else { return };
    sheet.set_class_name(if is_wide { "print-sheet print-sheet--wide" } else { "print-sheet" });
    let Some(body) = document().body() else { return };
    if body.append_child(&sheet).is_err() {
        return;
    }
    EventListener::once(&window(), "afterprint", move |_| sheet.remove()).forget();
    print_page();
}

/// Puts a drawing, given as an SVG file, into an element.
fn drawing_sheet(svg: &str) -> Option<web_sys::Element> {
    let sheet = document().create_element("div").ok()?;
    sheet.set_inner_html(svg);
    Some(sheet)
}

/// Prints what [`on_print`] puts on the sheet.
pub fn print_page() {
    // Fails only where the browser forbids it, and then the browser tells the user.
    let _ = window().print();
}

/// Puts a text and a drawing, given as an SVG file, on a sheet of their own whenever the page is printed. A drawing
/// that is printed alone has its own sheet.
pub fn on_print(parts: impl Fn() -> Option<(web_sys::HtmlElement, Option<String>)> + 'static) {
    on(ev::beforeprint, move |_| {
        let has_sheet = document().query_selector(".print-sheet").is_ok_and(|it| it.is_some());
        if !has_sheet && let Some((text, svg)) = parts() {
            let Ok(sheet) = document().create_element("div") else { return };
            sheet.set_class_name("print-sheet print-sheet--text");
            let drawing = svg.and_then(|it| drawing_sheet(&it));
            if let Some(drawing) = &drawing {
                drawing.set_class_name("print-drawing");
            }
            // Fails only for a page without a body.
            let _ = sheet.append_child(&text);
            let _ = drawing.map(|it| sheet.append_child(&it));
            let _ = document().body().map(|it| it.append_child(&sheet));
        }
    });
    on(ev::afterprint, move |_| {
        if let Ok(Some(sheet)) = document().query_selector(".print-sheet--text") {
            sheet.remove();
        }
    });
}

/// Returns true for Apple keyboards, where Cmd replaces Ctrl.
#[must_use]
pub fn has_apple_keyboard() -> bool {
    window().navigator().platform().is_ok_and(|it| it.starts_with("Mac") || it.starts_with("iP"))
}
