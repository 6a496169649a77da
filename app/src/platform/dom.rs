//! Elements: their places, and the focus.

use leptos::html::ElementType;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent, PointerEvent};

use crate::following::effect;

use super::second_window::{active_document, documents};

/// A point in the window or in an element, in pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pixels {
    /// The distance to the right.
    pub x: f64,
    /// The distance downward.
    pub y: f64,
}

/// The size of an element, in pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Size {
    pub width: f64,
    pub height: f64,
}

/// Returns the element to mount the page in, emptied.
#[must_use]
pub fn page_host() -> Option<HtmlElement> {
    let host = document().get_element_by_id("page")?.dyn_into::<HtmlElement>().ok()?;
    host.set_inner_html("");
    Some(host)
}

/// Sets the title of the window.
pub fn set_title(title: &str) {
    document().set_title(title);
}

/// Sets an attribute of the root element, which the style sheets read.
pub fn set_root_attribute(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        // Fails only for malformed names.
        let _ = root.set_attribute(name, value);
    }
}

/// Sets a property of the root element, which the style sheets read.
pub fn set_root_property(name: &str, value: &str) {
    let root = document().document_element();
    if let Some(root) = root.and_then(|it| it.dyn_into::<web_sys::HtmlElement>().ok()) {
        // Fails only where style is read-only, which it is not here.
        let _ = root.style().set_property(name, value);
    }
}

/// Returns the position of the pointer relative to the top left corner of the element that handles
/// the event.
#[must_use]
pub fn pointer_in(event: &web_sys::MouseEvent) -> Pixels {
    let rect = event
        .current_target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .map(|element| element.get_bounding_client_rect());
    let (left, top) = rect.map_or((0.0, 0.0), |rect| (rect.left(), rect.top()));
    Pixels { x: f64::from(event.client_x()) - left, y: f64::from(event.client_y()) - top }
}

/// Returns the position of the pointer relative to the top left corner of the element under it that
/// matches `selector`, whichever element handles the event; `None` where there is no such element.
#[must_use]
pub fn place_over(event: &web_sys::MouseEvent, selector: &str) -> Option<Pixels> {
    let (x, y) = (event.client_x(), event.client_y());
    let target = event.target()?.dyn_into::<web_sys::Node>().ok()?;
    let under = target.owner_document()?.element_from_point(x as f32, y as f32)?;
    let rect = under.closest(selector).ok()??.get_bounding_client_rect();
    Some(Pixels { x: f64::from(x) - rect.left(), y: f64::from(y) - rect.top() })
}

/// Sends all further events of this pointer to the element that handles this one.
pub fn capture_pointer(event: &PointerEvent) {
    if let Some(element) = event.current_target().and_then(|it| it.dyn_into::<Element>().ok()) {
        // Fails if the pointer is gone already.
        let _ = element.set_pointer_capture(event.pointer_id());
    }
}

/// Returns an attribute of the element under the pointer, or of an element around it.
#[must_use]
pub fn attribute_at(event: &Event, name: &str) -> Option<String> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    element.closest(&format!("[{name}]")).ok()??.get_attribute(name)
}

/// Returns true if an event comes from an element that matches `selector`, or from inside of one.
#[must_use]
pub fn is_in(event: &Event, selector: &str) -> bool {
    let element = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    element.is_some_and(|it| it.closest(selector).ok().flatten().is_some())
}

/// Returns which of the elements that match `selector` an event comes from, or from inside of which.
#[must_use]
pub fn nth_of(event: &Event, selector: &str) -> Option<usize> {
    let element = event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok()??;
    let found = element.owner_document()?.query_selector_all(selector).ok()?;
    let nth = (0..found.length()).find(|it| found.get(*it).as_ref() == Some(element.as_ref()))?;
    Some(nth as usize)
}

/// Focuses one of the elements that match `selector`, or the last of them if there are fewer.
pub fn focus_nth(selector: &str, nth: usize) {
    let Ok(found) = document().query_selector_all(selector) else { return };
    let nth = (nth as u32).min(found.length().saturating_sub(1));
    if let Some(element) = found.get(nth).and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Selects the text of the next element around the place of an event that matches `selector`, and
/// nothing where there is none, in place of what the browser would select.
pub fn select_around(event: &Event, selector: &str) {
    event.prevent_default();
    let element = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    let around = element.and_then(|it| it.closest(selector).ok().flatten());
    if let (Some(around), Ok(Some(selection))) = (around, window().get_selection()) {
        // Fails only in a document that is gone.
        let _ = selection.select_all_children(&around);
    }
}

/// Returns true if an event comes from a field that matches `selector` and holds text.
#[must_use]
pub fn is_filled(event: &Event, selector: &str) -> bool {
    let field = event.target().and_then(|it| it.dyn_into::<web_sys::HtmlInputElement>().ok());
    field.is_some_and(|it| !it.value().is_empty() && it.matches(selector).unwrap_or_default())
}

/// Returns true if keys pressed here type text.
#[must_use]
pub fn is_typing(event: &KeyboardEvent) -> bool {
    is_inside(event, "input:not([type=checkbox]), textarea, select, [data-typing]")
}

/// Returns true if a key means undo.
#[must_use]
pub fn is_undo(event: &KeyboardEvent) -> bool {
    (event.ctrl_key() || event.meta_key())
        && !(event.shift_key() || event.alt_key())
        && event.key().eq_ignore_ascii_case("z")
}

/// The element that has the focus, to give it back.
#[derive(Clone, Copy)]
pub struct HeldFocus(StoredValue<Option<HtmlElement>, LocalStorage>);

/// Returns the element that has the focus now, also inside of a shadow root.
#[must_use]
pub fn held_focus() -> HeldFocus {
    let mut active = active_document().active_element();
    while let Some(inner) = active.as_ref().and_then(focused_inside) {
        active = Some(inner);
    }
    // A drawing can have the focus too, although it is not an HTML element.
    HeldFocus(StoredValue::new_local(active.map(JsCast::unchecked_into)))
}

/// Returns the element that has the focus in the shadow root of another one.
fn focused_inside(host: &Element) -> Option<Element> {
    let root = js_sys::Reflect::get(host, &"shadowRoot".into()).ok().filter(JsValue::is_object)?;
    js_sys::Reflect::get(&root, &"activeElement".into()).ok()?.dyn_into().ok()
}

impl HeldFocus {
    /// Focuses the element again; returns false if it is not there any more.
    pub fn give_back(self) -> bool {
        let element = self.0.try_with_value(Clone::clone).flatten();
        element.is_some_and(|it| it.is_connected() && it.focus().is_ok())
    }
}

/// Returns true if one of the page's windows has the keyboard, and not another program's.
#[must_use]
pub fn has_windows_keyboard() -> bool {
    active_document().has_focus().unwrap_or(true)
}

/// Returns true if the keyboard is in a field of one line.
#[must_use]
pub fn is_in_field() -> bool {
    let active = active_document().active_element();
    active.is_some_and(|it| it.matches("input").unwrap_or(false))
}

/// Makes the focused field commit its typed text; it keeps the focus.
pub fn end_typing() {
    let active = active_document().active_element();
    if let Some(field) = active.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        let _ = field.blur();
        let _ = field.focus();
    }
}

/// Returns true if a dialog is open, in whichever window.
#[must_use]
pub fn is_dialog_open() -> bool {
    open_dialog().is_some()
}

fn open_dialog() -> Option<Element> {
    documents().find_map(|it| it.query_selector("dialog[open]").ok().flatten())
}

/// Closes the open dialogs, which give the focus back to where it was when they were shown.
pub fn close_dialogs() {
    while let Some(dialog) = open_dialog() {
        let Ok(dialog) = dialog.dyn_into::<web_sys::HtmlDialogElement>() else { return };
        dialog.close();
    }
}

/// Returns true if the focus is inside of an element that matches `selector`, and not in a field
/// there.
#[must_use]
pub fn has_keys_inside(selector: &str) -> bool {
    let Some(active) = active_document().active_element() else { return false };
    let is_field = active.dyn_ref::<web_sys::HtmlInputElement>().is_some();
    !is_field && active.closest(selector).ok().flatten().is_some()
}

/// Returns true if the focus is inside of an element that matches `selector`, in a field there or not.
#[must_use]
pub fn is_focus_inside(selector: &str) -> bool {
    let active = active_document().active_element();
    active.is_some_and(|it| it.closest(selector).ok().flatten().is_some())
}

/// Returns an attribute of the element that has the focus, if that is inside of `element`.
#[must_use]
pub fn attribute_of_focus(element: &Element, name: &str) -> Option<String> {
    let active = active_document().active_element().filter(|it| element.contains(Some(it)))?;
    active.get_attribute(name)
}

/// Returns true if nothing has the focus.
#[must_use]
pub fn is_focus_lost() -> bool {
    active_document().active_element().is_none_or(|it| it.matches("body").unwrap_or(false))
}

/// Returns true if the keyboard is in this field.
#[must_use]
pub fn has_keys(field: &web_sys::HtmlInputElement) -> bool {
    field.matches(":focus").unwrap_or(false)
}

/// Focuses the first element that matches `selector`.
pub fn focus(selector: &str) {
    if let Some(element) = first(selector) {
        // A drawing can have the focus too, although it is not an HTML element. Fails for elements
        // that cannot.
        let _ = element.unchecked_ref::<HtmlElement>().focus();
    }
}

/// Focuses the element with this id and scrolls it to the top of what it is in.
pub fn read_from(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        let _ = element.unchecked_ref::<HtmlElement>().focus();
        element.scroll_into_view();
    }
}

/// Returns the id of the last element inside `element` that matches `selector` and begins above a line, which is
/// `distance` pixels below the upper edge; of the first one if none does.
#[must_use]
pub fn last_above(element: &Element, selector: &str, distance: f64) -> Option<String> {
    let line = element.get_bounding_client_rect().top() + distance;
    let found = element.query_selector_all(selector).ok()?;
    let all = (0..found.length()).filter_map(|it| found.get(it)?.dyn_into::<Element>().ok());
    let is_above = |it: &Element| it.get_bounding_client_rect().top() <= line;
    let mut last = None;
    for it in all {
        if last.is_some() && !is_above(&it) {
            break;
        }
        last = Some(it);
    }
    last.map(|it| it.id())
}

/// Scrolls the first element that matches `selector` into view.
pub fn reveal_first(selector: &str) {
    if let Some(found) = query(selector) {
        reveal(&found);
    }
}

/// Focuses the first element that matches `selector`; returns false if there is none.
pub fn focus_if_there(selector: &str) -> bool {
    query(selector).is_some_and(|it| it.focus().is_ok())
}

/// Returns the lower left corner of the element that handles an event, relative to the top left
/// corner of the nearest enclosing element that matches `selector`.
#[must_use]
pub fn place_below(event: &Event, selector: &str) -> Option<Pixels> {
    let element = event.current_target()?.dyn_into::<Element>().ok()?;
    let around = element.closest(selector).ok()??.get_bounding_client_rect();
    let rect = element.get_bounding_client_rect();
    Some(Pixels { x: rect.left() - around.left(), y: rect.bottom() - around.top() })
}

/// Returns true if an element matches `selector`.
#[must_use]
pub fn is_there(selector: &str) -> bool {
    first(selector).is_some()
}

fn query(selector: &str) -> Option<HtmlElement> {
    first(selector)?.dyn_into().ok()
}

fn first(selector: &str) -> Option<Element> {
    documents().find_map(|it| it.query_selector(selector).ok().flatten())
}

/// Moves the focus to the next (+1) or previous (-1) element with `role` around the focused one.
pub fn focus_sibling(event: &KeyboardEvent, role: &str, step: i32) {
    focus_neighbour(event, &format!("[role={role}]:not([disabled])"), step);
}

/// Moves the focus by some steps among the elements that match `selector` around the focused one.
pub fn focus_neighbour(event: &KeyboardEvent, selector: &str, step: i32) {
    let Some(target) = event.target().and_then(|it| it.dyn_into::<Element>().ok()) else { return };
    let Some(list) = event.current_target().and_then(|it| it.dyn_into::<Element>().ok()) else {
        return;
    };
    let Ok(found) = list.query_selector_all(selector) else { return };
    let n_found = found.length();
    let here = (0..n_found)
        .find(|&it| found.get(it).is_some_and(|node| node.contains(Some(&target))))
        .unwrap_or(0);
    let next = (here as i32 + step).rem_euclid(n_found.max(1) as i32) as u32;
    if let Some(element) = found.get(next).and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Moves the focus to the first or the last of the elements that match `selector` around the focused one.
pub fn focus_end(event: &KeyboardEvent, selector: &str, is_last: bool) {
    let Some(list) = event.current_target().and_then(|it| it.dyn_into::<Element>().ok()) else {
        return;
    };
    let Ok(found) = list.query_selector_all(selector) else { return };
    let idx = if is_last { found.length().saturating_sub(1) } else { 0 };
    if let Some(element) = found.get(idx).and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Moves the focus from a row of a tree to the next one, if there is one.
pub fn focus_next_row(event: &KeyboardEvent) {
    let row = event.current_target().and_then(|it| it.dyn_into::<Element>().ok());
    let next = row.and_then(|it| it.next_element_sibling());
    if let Some(next) = next.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        let _ = next.focus();
    }
}

/// Moves the focus from a row of a tree, which handles the event, to the row that it is inside of.
pub fn focus_row_around(event: &KeyboardEvent) {
    let level = |it: &Element| it.get_attribute("aria-level")?.parse::<u32>().ok();
    let row = event.current_target().and_then(|it| it.dyn_into::<Element>().ok());
    let own = row.as_ref().and_then(level).unwrap_or_default();
    let mut before = row.and_then(|it| it.previous_element_sibling());
    while let Some(it) = before {
        if level(&it).is_some_and(|it| it < own) {
            let _ = it.unchecked_into::<HtmlElement>().focus();
            return;
        }
        before = it.previous_element_sibling();
    }
}

/// Runs `run` with the element whenever one is made for `element`, which may come and go while its place stays.
pub fn on_each_load<E>(element: NodeRef<E>, mut run: impl FnMut(E::Output) + 'static)
where
    E: ElementType,
    E::Output: JsCast + Clone + 'static,
{
    effect(move || {
        if let Some(it) = element.get() {
            untrack(|| run(it));
        }
    });
}

/// Follows the size of an element.
#[must_use]
pub fn size_of<E>(element: NodeRef<E>) -> ReadSignal<Size>
where
    E: ElementType,
    E::Output: JsCast + Clone + Into<Element> + 'static,
{
    let (size, set_size) = signal(Size::default());
    on_each_load(element, move |element| {
        let element: Element = element.into();
        let measured = element.clone();
        let callback = Closure::<dyn Fn()>::new(move || {
            let rect = measured.get_bounding_client_rect();
            let _ = set_size.try_set(Size { width: rect.width(), height: rect.height() });
        });
        if let Ok(observer) = web_sys::ResizeObserver::new(callback.as_ref().unchecked_ref()) {
            observer.observe(&element);
            let observed = StoredValue::new_local((observer, callback));
            on_cleanup(move || observed.with_value(|(observer, _)| observer.disconnect()));
        }
    });
    size
}

/// Scrolls the element that matches `selector`, inside of the one that handles the event, into
/// view.
pub fn reveal_in(event: &Event, selector: &str) {
    let element = event.current_target().and_then(|it| it.dyn_into::<Element>().ok());
    let selector = selector.to_owned();
    // In the next frame it has its final place.
    request_animation_frame(move || {
        let found = element.and_then(|it| it.query_selector(&selector).ok().flatten());
        if let Some(found) = found {
            reveal(&found);
        }
    });
}

/// Scrolls an element into view, as little as possible.
fn reveal(element: &Element) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    options.set_inline(web_sys::ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Returns true if the content of an element is wider than the element.
#[must_use]
pub fn overflows(element: &Element) -> bool {
    element.scroll_width() > element.client_width()
}

/// Scrolls `element` sideways until the element inside that matches `selector` is visible.
pub fn reveal_inside(element: &Element, selector: &str) {
    let Some(inner) = element.query_selector(selector).ok().flatten() else { return };
    let (inner, outer) = (inner.get_bounding_client_rect(), element.get_bounding_client_rect());
    let by = if inner.left() < outer.left() {
        inner.left() - outer.left()
    } else if inner.right() > outer.right() {
        // If it is wider than the room, its start is visible.
        (inner.right() - outer.right()).min(inner.left() - outer.left())
    } else {
        return;
    };
    element.set_scroll_left(element.scroll_left() + by.round() as i32);
}

/// Lets the vertical wheel scroll a row.
pub fn scroll_sideways(event: &web_sys::WheelEvent) {
    let element = event.current_target().and_then(|it| it.dyn_into::<Element>().ok());
    if let Some(element) = element.filter(|it| event.delta_x() == 0.0 && overflows(it)) {
        event.prevent_default();
        // Converts lines to pixels, where a wheel counts lines.
        let unit = if event.delta_mode() == 0 { 1.0 } else { 32.0 };
        element.set_scroll_left(element.scroll_left() + (event.delta_y() * unit).round() as i32);
    }
}

/// Space between floating elements and the edge of the window, in pixels.
const EDGE: f64 = 8.0;

/// Moves and shortens an element that floats beside a button until it fits into the window;
/// `is_above` is true for one above its button.
pub fn keep_in_window(element: &HtmlElement, is_above: bool) {
    let Some(root) = element.owner_document().and_then(|it| it.document_element()) else { return };
    let (width, height) = (f64::from(root.client_width()), f64::from(root.client_height()));
    let rect = element.get_bounding_client_rect();
    let by = (width - EDGE - rect.right()).min(0.0).max(EDGE - rect.left());
    let room = if is_above { rect.bottom() - EDGE } else { height - EDGE - rect.top() };
    let style = element.style();
    // Fail only for malformed values.
    if by != 0.0 {
        let _ = style.set_property("translate", &format!("{by}px"));
    }
    if rect.height() > room {
        let _ = style.set_property("max-height", &format!("{room}px"));
        let _ = style.set_property("overflow-y", "auto");
    }
}

/// Sets the content of the field that an event comes from.
pub fn set_input(event: &Event, value: &str) {
    let input = event.target().and_then(|it| it.dyn_into::<web_sys::HtmlInputElement>().ok());
    if let Some(input) = input {
        input.set_value(value);
    }
}

/// Returns how far an element is scrolled down, in pixels.
#[must_use]
pub fn scroll_top(event: &Event) -> f64 {
    let element = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    element.as_ref().map_or(0.0, scroll_top_of)
}

/// Returns how far an element is scrolled down, in pixels.
#[must_use]
pub fn scroll_top_of(element: &Element) -> f64 {
    f64::from(element.scroll_top())
}

pub fn scroll_to(element: &Element, top: f64) {
    element.set_scroll_top(top.round() as i32);
}

/// Returns true if the target of an event lies in an element.
#[must_use]
pub fn contains(element: &Element, target: &web_sys::EventTarget) -> bool {
    element.contains(target.dyn_ref::<web_sys::Node>())
}

/// Focuses the first element inside `element` that matches `selector`; returns false if there is
/// none.
pub fn focus_first(element: &Element, selector: &str) -> bool {
    let found = element.query_selector(selector).ok().flatten();
    found.and_then(|it| it.dyn_into::<HtmlElement>().ok()).is_some_and(|it| it.focus().is_ok())
}

/// Focuses the first element that matches `selector` inside the one `around` what was pressed by key; a finger on the
/// button wants no keyboard on the screen.
pub fn focus_beside(event: &web_sys::MouseEvent, around: &str, selector: &str) {
    let pressed = event.current_target().and_then(|it| it.dyn_into::<Element>().ok());
    let around = pressed.and_then(|it| it.closest(around).ok().flatten());
    if let Some(around) = around.filter(|_| event.detail() == 0) {
        focus_first(&around, selector);
    }
}

/// Returns what has the keyboard in a row, where it matches `selector`, in the next row or the one before, or else the
/// first field at the foot of the table.
#[must_use]
pub fn beside_row(row: &str, selector: &str) -> Option<HtmlElement> {
    let active =
        active_document().active_element().filter(|it| it.matches(selector) == Ok(true))?;
    let row = active.closest(row).ok().flatten()?;
    let beside = [row.next_element_sibling(), row.previous_element_sibling()];
    let found = beside.into_iter().flatten().find_map(|it| it.query_selector(selector).ok()?);
    let around = row.closest("table").ok().flatten();
    found.or_else(|| around?.query_selector("tfoot input").ok()?)?.dyn_into().ok()
}

/// Focuses the first element around the event that matches `selector` and whose text contains
/// `part`, in any case.
pub fn focus_containing(event: &KeyboardEvent, selector: &str, part: &str) {
    let list = event.current_target().and_then(|it| it.dyn_into::<Element>().ok());
    let Some(found) = list.and_then(|it| it.query_selector_all(selector).ok()) else { return };
    let part = part.to_lowercase();
    let hit = (0..found.length())
        .filter_map(|it| found.get(it))
        .find(|it| it.text_content().is_some_and(|text| text.to_lowercase().contains(&part)));
    if let Some(element) = hit.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Returns true if a key was pressed in the text editor, whose inner elements the page cannot see.
#[must_use]
pub fn is_in_editor(event: &KeyboardEvent) -> bool {
    is_inside(event, ".source__editor")
}

/// Returns true if a key was pressed in an element that a selector finds.
#[must_use]
pub fn is_inside(event: &KeyboardEvent, selector: &str) -> bool {
    let element = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    element.is_some_and(|it| it.closest(selector).ok().flatten().is_some())
}
