//! What the tours show, as `gallery/tours.json` lists it.

use bobbin_protocol::ViewKind;
use serde::Deserialize;

/// What happens in the page when a step begins.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Deed {
    /// A view is shown.
    View { view: ViewKind },
    /// A view is shown for an item, by its name in the outline.
    Item { name: String, view: ViewKind },
    /// The first connection is removed.
    Disconnect,
    /// An action runs, by its id.
    Action { id: String },
}

/// One step of a tour.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Step {
    pub title: String,
    /// What there is to see; what stands between backticks is code.
    pub text: String,
    pub deeds: Vec<Deed>,
}

/// A tour of one language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Tour {
    /// The stable name of the language.
    pub language: String,
    /// The example that it goes through, as the gallery names its file.
    pub example: String,
    pub steps: Vec<Step>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions;

    #[test]
    fn tours_name_what_there_is() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../public/gallery/");
        let json = std::fs::read_to_string(format!("{root}tours.json")).unwrap();
        let tours: Vec<Tour> = bobbin_json::from_str(&json).unwrap();
        assert_eq!(tours.len(), 4);
        for tour in tours {
            let text = std::fs::read_to_string(format!("{root}{}", tour.example)).unwrap();
            assert!(tour.steps.len() > 1, "{}", tour.language);
            for it in &tour.steps {
                let is_of_place =
                    it.text.contains("on the left") || it.text.contains("on the right");
                assert!(!is_of_place, "on a narrow screen nothing is beside the text: {}", it.text);
            }
            for deed in tour.steps.iter().flat_map(|it| &it.deeds) {
                match deed {
                    Deed::Item { name, .. } => assert!(text.contains(name), "{name}"),
                    Deed::Action { id } => assert!(actions::by_id(id).is_some(), "{id}"),
                    Deed::View { .. } | Deed::Disconnect => (),
                }
            }
        }
    }
}
