//! The place in the reference that is read.

use leptos::prelude::*;

/// The beginning of the fragment of addresses that lead to the reference.
pub const FRAGMENT: &str = "reference";

/// A place in the reference.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The name of the document.
    pub document: String,
    /// The anchor of the section; empty for the beginning of the document.
    pub anchor: String,
}

impl Place {
    #[must_use]
    pub fn new(document: &str, anchor: &str) -> Place {
        Place { document: document.to_owned(), anchor: anchor.to_owned() }
    }

    /// Returns the place of a section by its key, such as `sprokit#macros`.
    #[must_use]
    pub fn of_key(key: &str) -> Place {
        let (document, anchor) = key.split_once('#').unwrap_or((key, ""));
        Place::new(document, anchor)
    }

    /// Returns the place that the fragment of an address leads to, such as `reference/sprokit/macros`.
    #[must_use]
    pub fn of_fragment(fragment: &str) -> Option<Place> {
        let rest = fragment.strip_prefix(FRAGMENT)?;
        let rest = rest.strip_prefix('/').or(rest.is_empty().then_some(""))?;
        let (document, anchor) = rest.split_once('/').unwrap_or((rest, ""));
        Some(Place::new(document, anchor))
    }

    /// Returns the fragment of the address that leads here. The heading at this place has it as its id.
    #[must_use]
    pub fn fragment(&self) -> String {
        let parts = [FRAGMENT, &self.document, &self.anchor];
        parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join("/")
    }

    /// Returns the address of this place within the page.
    #[must_use]
    pub fn address(&self) -> String {
        format!("#{}", self.fragment())
    }
}

/// The place in the reference that is to be read.
#[derive(Clone, Copy)]
pub struct ReferencePlace(RwSignal<Place>);

/// Returns the place in the reference that is to be read.
#[must_use]
pub fn use_reference_place() -> ReferencePlace {
    expect_context()
}

impl ReferencePlace {
    #[must_use]
    pub fn new() -> ReferencePlace {
        ReferencePlace(RwSignal::new(Place::default()))
    }

    /// Goes to a place.
    pub fn go(self, to: Place) {
        self.0.set(to);
    }

    /// Returns the place, and follows it.
    #[must_use]
    pub fn get(self) -> Place {
        self.0.get()
    }

    #[must_use]
    pub fn get_untracked(self) -> Place {
        self.0.get_untracked()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_places() {
        for (fragment, expected) in [
            ("reference/sprokit/macros", Some(Place::new("sprokit", "macros"))),
            ("reference/coil", Some(Place::new("coil", ""))),
            ("reference", Some(Place::default())),
            ("references/coil", None),
            ("explain/scope-comma", None),
            ("", None),
        ] {
            let place = Place::of_fragment(fragment);
            assert_eq!(place, expected, "{fragment}");
            assert!(place.is_none_or(|it| it.fragment() == fragment), "{fragment}");
        }
        assert_eq!(Place::of_key("coil#values").address(), "#reference/coil/values");
    }
}
