//! Keys that are paths: what several have in common stands once above their fields.

use leptos::prelude::*;

/// The length up to which a path stands whole beside its field, in bytes.
const SHORT: usize = 28;

/// The name of a field in a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// Identifies the field.
    pub key: String,
    /// The path that this field and those after it are in, if it is the first of them.
    pub path: Option<String>,
    /// True if the field is in a path that stands above it.
    pub is_inside: bool,
    /// The rest of the label.
    pub label: String,
}

/// Names the fields of a group, given as keys and labels in their order.
#[must_use]
pub fn name(fields: &[(String, String)]) -> Vec<Name> {
    let path_of = |at: usize| {
        let parts = fields.get(at).and_then(|it| it.1.rsplit_once(':'));
        parts.filter(|it| !it.0.is_empty() && !it.1.is_empty()).map(|it| it.0)
    };
    let mut names: Vec<Name> = Vec::with_capacity(fields.len());
    let mut above = None;
    for (at, (key, label)) in fields.iter().enumerate() {
        let path = path_of(at)
            .filter(|it| above == Some(*it) || path_of(at + 1) == Some(it) || label.len() > SHORT);
        let is_first = path.is_some() && path != above;
        let rest = path.and_then(|it| label.get(it.len() + 1..)).unwrap_or(label);
        names.push(Name {
            key: key.clone(),
            path: path.filter(|_| is_first).map(str::to_owned),
            is_inside: path.is_some(),
            label: rest.to_owned(),
        });
        above = path;
    }
    names
}

/// Shows a name that breaks behind its signs where it is too long for a line.
pub fn broken(name: &str) -> AnyView {
    let parts = name.split_inclusive([':', '.', '_', '/']);
    parts.map(|it| view! { {it.to_owned()} <wbr /> }).collect_view().into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stands_once_above_what_is_in_it() {
        let labels = [
            "type",
            "reader:type",
            "track_features:core:type",
            "track_features:core:ocv:SURF:extended",
            "track_features:core:ocv:SURF:upright",
            "track_features:core:ocv:enabled",
            "a:x",
            "a:y",
        ];
        let fields: Vec<_> = labels.map(|it| (it.to_owned(), it.to_owned())).to_vec();
        let shown: Vec<_> = name(&fields)
            .into_iter()
            .map(|it| match (it.path, it.is_inside) {
                (Some(path), _) => format!("{path} / {}", it.label),
                (None, true) => format!("  {}", it.label),
                (None, false) => it.label,
            })
            .collect();
        let expected = [
            "type",
            "reader:type",
            "track_features:core:type",
            "track_features:core:ocv:SURF / extended",
            "  upright",
            "track_features:core:ocv / enabled",
            "a / x",
            "  y",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn colons_at_the_ends_leave_names_whole() {
        let fields = [":", ":", "a:", "a:"].map(|it| (it.to_owned(), it.to_owned()));
        let labels: Vec<_> = name(&fields).into_iter().map(|it| it.label).collect();
        assert_eq!(labels, [":", ":", "a:", "a:"]);
    }
}
