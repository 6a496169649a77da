//! Finding cards: words, `is:invalid`, `type:x`.

use bobbin_protocol::Vertex;

/// A search as it was typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    words: Vec<String>,
    types: Vec<String>,
    is_invalid: bool,
}

impl Search {
    /// Reads a search.
    #[must_use]
    pub fn read(typed: &str) -> Search {
        let mut search = Search::default();
        for word in typed.to_lowercase().split_whitespace() {
            if word == "is:invalid" {
                search.is_invalid = true;
            } else if let Some(name) = word.strip_prefix("type:") {
                search.types.push(name.to_owned());
            } else {
                search.words.push(word.to_owned());
            }
        }
        search
    }

    /// Whether it looks for anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Search::default()
    }

    /// Whether a card is looked for.
    #[must_use]
    pub fn finds(&self, vertex: &Vertex) -> bool {
        let title = vertex.title.to_lowercase();
        let subtitle = vertex.subtitle.to_lowercase();
        (!self.is_invalid || vertex.problem.is_some())
            && self.words.iter().all(|it| title.contains(it) || subtitle.contains(it))
            && self.types.iter().all(|wanted| {
                subtitle.contains(wanted)
                    || vertex.ports.iter().any(|it| it.data_type.to_lowercase().contains(wanted))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn words_types_and_faults() {
        let scene = sample();
        for (typed, found) in [
            ("", vec![0, 1, 2]),
            ("A_TYPE", vec![0]),
            ("is:invalid", vec![2]),
            ("type:image", vec![0, 1, 2]),
            ("type:track", vec![2]),
            ("type:image is:invalid c", vec![2]),
            ("nothing", vec![]),
        ] {
            let search = Search::read(typed);
            let all = scene.graph.vertices.iter().enumerate();
            let hits: Vec<usize> =
                all.filter(|(_, it)| search.finds(it)).map(|(idx, _)| idx).collect();
            assert_eq!(hits, found, "{typed}");
        }
    }
}
