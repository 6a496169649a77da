//! Parts that are drawn near enough to be told apart, in the DOM.
//!
//! A vertex has dozens of elements, and a step of the viewport brings dozens of vertices. So the
//! inside of a part is made as text and read by the browser in one call, no signal follows anything
//! in it, and an element that is no longer needed becomes the next part.

use std::collections::BTreeMap;

use bobbin_protocol::Point;
use bobbin_sorting::Gathering as _;
use web_sys::Element;

use super::incremental_render::Row;
use super::index::Key;
use crate::xml::escaped;

/// The markup inside a part.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inside {
    /// Attributes of what can be pressed: always the same names, in the same order.
    pub attributes: Vec<(&'static str, String)>,
    /// The part that can be pressed.
    pub button: String,
    /// The markup drawn over it, if there is ever any.
    pub beside: Option<String>,
    /// The place of the part, if its markup depends on it: one that moves stays as it is.
    pub place: Option<Point>,
}

/// The emphasis of a part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    /// Classes of the part.
    pub class: String,
    /// True if it is selected.
    pub is_pressed: bool,
}

/// Attribute of what can be pressed: the key of its part, as [`key_of`] reads it.
pub const PART: &str = "data-part";

/// Returns the key of a part by its attribute.
#[must_use]
pub fn key_of(attribute: &str) -> Option<Key> {
    Key::from_str_radix(attribute, 16).ok()
}

/// Escapes text for an attribute.
#[must_use]
pub fn quoted(text: &str) -> String {
    escaped(text).replace('"', "&quot;")
}

impl Inside {
    fn markup(&self, key: Key, is_pressed: bool) -> String {
        let mut markup = format!(
            "<g role=\"button\" tabindex=\"-1\" {PART}=\"{key:x}\" {PRESSED}=\"{is_pressed}\""
        );
        for (name, value) in &self.attributes {
            for text in [" ", name, "=\"", &quoted(value), "\""] {
                markup.push_str(text);
            }
        }
        for text in [">", &self.button, "</g>"] {
            markup.push_str(text);
        }
        for text in self.beside.iter().flat_map(|it| ["<g>", it, "</g>"]) {
            markup.push_str(text);
        }
        markup
    }
}

const PRESSED: &str = "aria-pressed";

/// A part with its element.
struct Part {
    row: Row,
    inside: Inside,
    look: Look,
    element: Element,
}

impl Part {
    /// Makes another part of an element.
    fn becomes(element: Element, row: Row, inside: Inside, look: Look) -> Part {
        element.set_inner_html(&inside.markup(row.key, look.is_pressed));
        set(&element, "class", &look.class);
        let part = Part { row, inside, look, element };
        part.put();
        part
    }

    fn put(&self) {
        if let Some(Point { x, y }) = self.inside.place {
            set(&self.element, "transform", &format!("translate({x} {y})"));
        }
    }

    /// Shows what has changed; what can be pressed stays, and with it the keyboard.
    fn change(&mut self, inside: Inside) {
        let (button, beside) =
            (self.element.first_element_child(), self.element.last_element_child());
        for ((name, value), before) in inside.attributes.iter().zip(&self.inside.attributes) {
            if let (Some(button), true) = (&button, *value != before.1) {
                set(button, name, value);
            }
        }
        if let (Some(button), true) = (button, inside.button != self.inside.button) {
            button.set_inner_html(&inside.button);
        }
        if let (Some(beside), Some(now), true) =
            (beside, &inside.beside, inside.beside != self.inside.beside)
        {
            beside.set_inner_html(now);
        }
        let is_moved = inside.place != self.inside.place;
        self.inside = inside;
        if is_moved {
            self.put();
        }
    }

    fn look(&mut self, look: Look) {
        if look.class != self.look.class {
            set(&self.element, "class", &look.class);
        }
        if let (Some(button), true) =
            (self.element.first_element_child(), look.is_pressed != self.look.is_pressed)
        {
            set(&button, PRESSED, if look.is_pressed { "true" } else { "false" });
        }
        self.look = look;
    }
}

/// Fails only for names that are none.
fn set(element: &Element, name: &str, value: &str) {
    let _ = element.set_attribute(name, value);
}

/// Parts of one kind. They go with it.
#[derive(Default)]
pub struct Layer {
    parts: Vec<Part>,
}

/// The functions that draw parts.
pub struct Painter<'a> {
    /// Returns the inside of a part; `None` if there is no such part.
    pub inside: &'a dyn Fn(Row) -> Option<Inside>,
    /// Returns the emphasis of a part.
    pub look: &'a dyn Fn(Key) -> Look,
}

impl Layer {
    /// Draws these parts and no others in `root`, the first ones behind the others if the order
    /// counts. `is_changed` says that parts may look otherwise inside than when they were drawn.
    pub fn draw(
        &mut self,
        root: &Element,
        rows: &[Row],
        painter: &Painter,
        is_changed: bool,
        is_ordered: bool,
    ) {
        let mut before: BTreeMap<Key, Part> =
            std::mem::take(&mut self.parts).into_iter().map(|it| (it.row.key, it)).gather();
        let kept: Vec<Option<Part>> = rows.iter().map(|it| before.remove(&it.key)).collect();
        let mut spare = before.into_values();
        for (row, kept) in rows.iter().zip(kept) {
            let look = (painter.look)(row.key);
            match kept {
                Some(mut part) => {
                    if is_changed || part.row != *row {
                        let Some(inside) = (painter.inside)(*row) else {
                            part.element.remove();
                            continue;
                        };
                        part.row = *row;
                        part.change(inside);
                    }
                    part.look(look);
                    self.parts.push(part);
                }
                None => {
                    let Some(inside) = (painter.inside)(*row) else { continue };
                    let element = spare.next().map(|it| it.element).or_else(|| added(root));
                    let part = element.map(|it| Part::becomes(it, *row, inside, look));
                    self.parts.extend(part);
                }
            }
        }
        for part in spare {
            part.element.remove();
        }
        if is_ordered {
            self.order(root);
        }
    }

    fn order(&self, root: &Element) {
        let mut next = root.first_element_child();
        for part in &self.parts {
            if next.as_ref() == Some(&part.element) {
                next = part.element.next_element_sibling();
            } else {
                // Fails only for what is not inside.
                let _ = root.insert_before(&part.element, next.as_ref().map(AsRef::as_ref));
            }
        }
    }
}

/// Removes its elements: Leptos may reuse `root` for what it shows next, and knows nothing of them.
impl Drop for Layer {
    fn drop(&mut self) {
        for part in &self.parts {
            part.element.remove();
        }
    }
}

/// Adds a new element to `root`.
fn added(root: &Element) -> Option<Element> {
    let made =
        root.owner_document()?.create_element_ns(root.namespace_uri().as_deref(), "g").ok()?;
    root.append_child(&made).ok()?;
    Some(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let inside = Inside {
            attributes: vec![("aria-label", "a \"b\" <c> & d".into())],
            button: "<rect/>".into(),
            beside: Some("<circle/>".into()),
            place: None,
        };
        assert_eq!(
            inside.markup(0xab, true),
            "<g role=\"button\" tabindex=\"-1\" data-part=\"ab\" aria-pressed=\"true\" \
             aria-label=\"a &quot;b&quot; &lt;c&gt; &amp; d\"><rect/></g><g><circle/></g>"
        );
        assert_eq!(key_of("ab"), Some(0xab));
        assert_eq!(key_of("no"), None);
    }
}
