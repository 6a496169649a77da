//! Attributes for screen readers that have no method of their own. `attr:` does not do it: on an element it becomes a
//! part of the name.

use leptos::attr::custom::custom_attribute;
use leptos::attr::{Attribute, AttributeValue};

/// Returns an attribute such as `aria-level`, to be spread over an element: `{..aria("aria-level", "1")}`.
pub fn aria(name: &'static str, value: impl AttributeValue) -> impl Attribute {
    custom_attribute(name, value)
}
