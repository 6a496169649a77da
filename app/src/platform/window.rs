//! The window: keys, drops, leaving, size, colours, time.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DragEvent, KeyboardEvent};

/// Handles every key that no part of the page has handled.
pub fn on_key(hear: impl Fn(KeyboardEvent) + 'static) {
    let handle = window_event_listener(ev::keydown, hear);
    on_cleanup(move || handle.remove());
}

/// Handles files dragged over the window (`Some(true)`: over it, `Some(false)`: gone).
pub fn on_drag(over: impl Fn(bool) + Clone + 'static, dropped: impl Fn(DragEvent) + 'static) {
    let hear_over = over.clone();
    let hear_leave = over.clone();
    let handles = [
        window_event_listener(ev::dragover, move |event| {
            if super::files::carries_files(&event) {
                event.prevent_default();
                hear_over(true);
            }
        }),
        window_event_listener(ev::dragleave, move |event| {
            // Moving between elements inside the window has a related target.
            if event.related_target().is_none() {
                hear_leave(false);
            }
        }),
        window_event_listener(ev::drop, move |event| {
            if super::files::carries_files(&event) {
                event.prevent_default();
                over(false);
                dropped(event);
            }
        }),
    ];
    on_cleanup(move || handles.into_iter().for_each(|it| it.remove()));
}

/// Calls back when the page is about to be hidden or closed, perhaps the last chance to store
/// anything.
pub fn on_leave(leave: impl Fn() + Clone + 'static) {
    let hear = leave.clone();
    let handles = [
        window_event_listener_untyped("pagehide", move |_| leave()),
        window_event_listener_untyped("visibilitychange", move |_| hear()),
    ];
    on_cleanup(move || handles.into_iter().for_each(|it| it.remove()));
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
    let handle = window_event_listener_untyped("beforeunload", move |event| {
        if would_lose() {
            event.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

pub async fn pause(time: Duration) {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        set_timeout(
            move || {
                let _ = resolve.call0(&JsValue::UNDEFINED);
            },
            time,
        );
    });
    let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
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

/// Calls back when the changes of the page are on the screen.
pub fn after_paint(then: impl FnOnce() + 'static) {
    request_animation_frame(move || set_timeout(then, Duration::ZERO));
}

/// Follows whether a media query matches.
#[must_use]
pub fn media(query: &str) -> ReadSignal<bool> {
    let list = window().match_media(query).ok().flatten();
    let (holds, set_holds) = signal(list.as_ref().is_some_and(|it| it.matches()));
    if let Some(list) = list {
        let watched = list.clone();
        let callback = Closure::<dyn Fn()>::new(move || {
            let _ = set_holds.try_set(watched.matches());
        });
        let _ = list.add_event_listener_with_callback("change", callback.as_ref().unchecked_ref());
        // Called once per query by the page's root, which lives as long as the page.
        callback.forget();
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
    let printed = Closure::once_into_js(move || sheet.remove());
    let window = window();
    window.set_onafterprint(Some(printed.unchecked_ref()));
    // Fails only where the browser forbids it, and then the browser tells the user.
    let _ = window.print();
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
    let before = window_event_listener_untyped("beforeprint", move |_| {
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
    let after = window_event_listener_untyped("afterprint", move |_| {
        if let Ok(Some(sheet)) = document().query_selector(".print-sheet--text") {
            sheet.remove();
        }
    });
    on_cleanup(move || [before, after].into_iter().for_each(|it| it.remove()));
}

/// Returns true for Apple keyboards, where Cmd replaces Ctrl.
#[must_use]
pub fn has_apple_keyboard() -> bool {
    window().navigator().platform().is_ok_and(|it| it.starts_with("Mac") || it.starts_with("iP"))
}
