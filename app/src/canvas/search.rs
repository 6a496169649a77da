//! Search for vertices: words, `is:invalid`, `is:unused`, `type:x`, `uses:x`.

use bobbin_protocol::{PortSide, Vertex};

use super::scene::Scene;

/// A search as it was typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    words: Vec<String>,
    types: Vec<String>,
    uses: Vec<String>,
    is_invalid: bool,
    is_unused: bool,
}

impl Search {
    /// Reads a search.
    #[must_use]
    pub fn read(typed: &str) -> Search {
        let mut search = Search::default();
        for word in typed.to_lowercase().split_whitespace() {
            if matches!(word, "is:invalid" | "is:error" | "is:problem") {
                search.is_invalid = true;
            } else if word == "is:unused" {
                search.is_unused = true;
            } else if let Some(name) = word.strip_prefix("type:") {
                search.types.push(name.to_owned());
            } else if let Some(name) = word.strip_prefix("uses:") {
                search.uses.push(name.to_owned());
            } else {
                search.words.push(word.to_owned());
            }
        }
        search
    }

    /// Returns true if the search is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Search::default()
    }

    /// Returns true if the search finds a vertex.
    #[must_use]
    pub fn finds(&self, scene: &Scene, idx: usize) -> bool {
        let Some(vertex) = scene.graph.vertices.get(idx) else { return false };
        let title = vertex.title.to_lowercase();
        let subtitle = vertex.subtitle.to_lowercase();
        (!self.is_invalid || vertex.problem.is_some())
            && (!self.is_unused || is_unused(scene, idx, vertex))
            && self.words.iter().all(|it| title.contains(it) || subtitle.contains(it))
            && self.types.iter().all(|wanted| {
                subtitle.contains(wanted)
                    || vertex.ports.iter().any(|it| it.data_type.to_lowercase().contains(wanted))
            })
            && self.uses.iter().all(|wanted| uses(scene, idx, wanted))
    }
}

/// Returns true if nothing uses the data of a vertex; for one without outputs, if it gets no data.
fn is_unused(scene: &Scene, idx: usize, vertex: &Vertex) -> bool {
    let has_outputs = vertex.ports.iter().any(|it| it.side == PortSide::Output);
    let mut ends = scene.edges_of(idx).iter().filter_map(|it| scene.ends(*it));
    !ends.any(|(from, to)| if has_outputs { from.vertex == idx } else { to.vertex == idx })
}

/// Returns true if a vertex gets data of a type, or from a vertex or kind of vertex, whose name has
/// these letters.
fn uses(scene: &Scene, idx: usize, wanted: &str) -> bool {
    let has = |it: &str| it.to_lowercase().contains(wanted);
    scene.edges_of(idx).iter().any(|edge| {
        let Some((from, to)) = scene.ends(*edge) else { return false };
        let source = scene.graph.vertices.get(from.vertex);
        let is_from = source.is_some_and(|it| has(&it.title) || has(&it.subtitle));
        let is_of = scene.graph.edges.get(*edge).is_some_and(|it| has(scene.type_of(it)));
        to.vertex == idx && (is_from || is_of)
    })
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
            ("is:error", vec![2]),
            ("type:image", vec![0, 1, 2]),
            ("type:track", vec![2]),
            ("type:image is:invalid c", vec![2]),
            ("is:unused", vec![]),
            ("uses:image", vec![1, 2]),
            ("uses:b_type", vec![2]),
            ("uses:a type:b", vec![1]),
            ("nothing", vec![]),
        ] {
            let search = Search::read(typed);
            let all = 0..scene.graph.vertices.len();
            let hits: Vec<usize> = all.filter(|it| search.finds(&scene, *it)).collect();
            assert_eq!(hits, found, "{typed}");
        }
    }

    #[test]
    fn what_nobody_takes_from_is_unused() {
        let mut graph = (*sample().graph).clone();
        graph.edges.retain(|it| it.to_vertex == 1);
        let scene = Scene::new(std::sync::Arc::new(graph));
        let search = Search::read("is:unused");
        let hits: Vec<usize> = (0..3).filter(|it| search.finds(&scene, *it)).collect();
        assert_eq!(hits, [1, 2], "`b` gives to nobody, `c` gets nothing");
    }
}
