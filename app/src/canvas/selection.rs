//! The selected parts of a drawing. They are kept by identity, so that they stay selected in the
//! next drawing, where the same vertex may have another index.

use std::collections::BTreeSet;

use bobbin_protocol::ItemPath;
use bobbin_sorting::Gathering as _;
use leptos::prelude::*;

use super::control::CanvasControl;
use super::index::{Key, key_of};
use super::scene::Scene;
use crate::document::locate::GraphPart;
use crate::following::memo;

/// A vertex or an edge by its identity, which drawings of a changed text share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartKey {
    Vertex(Key),
    Edge(Key),
}

impl PartKey {
    fn new(scene: &Scene, part: GraphPart) -> Option<PartKey> {
        match part {
            GraphPart::Vertex(idx) => scene.vertex_key(idx).map(PartKey::Vertex),
            GraphPart::Edge(idx) => scene.edge_key(idx).map(PartKey::Edge),
        }
    }

    fn part(self, scene: &Scene) -> Option<GraphPart> {
        match self {
            PartKey::Vertex(key) => scene.vertex(key).map(|it| GraphPart::Vertex(it.0)),
            PartKey::Edge(key) => scene.edge(key).map(|it| GraphPart::Edge(it.0)),
        }
    }
}

/// The selection that is made as soon as a drawing has it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PendingSelection {
    /// These vertices, which a change of the text has created.
    Created(Vec<Key>),
    /// The current selection, in the text too: the drawing it was picked in was of another text.
    InText,
}

impl PendingSelection {
    /// Returns the vertices of `scene` that are waited for; empty if it has none of them yet.
    fn found(&self, scene: &Scene) -> Vec<usize> {
        match self {
            PendingSelection::Created(keys) => {
                keys.iter().filter_map(|it| scene.vertex(*it)).map(|it| it.0).collect()
            }
            PendingSelection::InText => Vec::new(),
        }
    }
}

/// The selection of the canvas.
#[derive(Clone, Copy)]
pub struct Selection {
    scene: Memo<Scene>,
    keys: RwSignal<BTreeSet<PartKey>>,
    /// The selected parts of what is drawn now, by their indices there.
    pub parts: Memo<BTreeSet<GraphPart>>,
    pending: StoredValue<Vec<PendingSelection>>,
    control: CanvasControl,
}

impl Selection {
    /// Creates a selection of nothing.
    #[must_use]
    pub fn new(scene: Memo<Scene>, control: CanvasControl) -> Selection {
        let keys = RwSignal::new(BTreeSet::new());
        let parts = memo(move |_| scene.with(|scene| keys.with(|keys| parts_of(scene, keys))));
        Selection { scene, keys, parts, pending: StoredValue::new(Vec::new()), control }
    }

    /// Selects these parts of what is drawn now, and nothing else.
    pub fn set(self, parts: impl IntoIterator<Item = GraphPart>) {
        if self.keep(parts) {
            self.control.n_picks.update_value(|it| *it = it.wrapping_add(1));
        }
        self.control.is_of_caret.set_value(false);
        self.control.removed_at.set_value(None);
    }

    /// Selects parts, whoever picked them; returns false if nothing else was selected before.
    fn keep(self, parts: impl IntoIterator<Item = GraphPart>) -> bool {
        let keys: BTreeSet<PartKey> = self.scene.with_untracked(|scene| {
            parts.into_iter().filter_map(|it| PartKey::new(scene, it)).gather()
        });
        let is_other = self.keys.with_untracked(|it| *it != keys);
        if is_other {
            self.keys.set(keys);
        }
        is_other
    }

    /// Selects what stands at the caret of the text.
    pub fn follow_caret(self, part: Option<GraphPart>) {
        let removed_at = self.control.removed_at.get_value();
        self.set(part);
        self.control.is_of_caret.set_value(true);
        self.control.removed_at.set_value(removed_at);
    }

    /// Selects these parts too.
    pub fn add(self, parts: impl IntoIterator<Item = GraphPart>) {
        let mut all = self.parts.get_untracked();
        all.extend(parts);
        self.set(all);
    }

    /// Selects a part too, or no longer.
    pub fn toggle(self, part: GraphPart) {
        let mut all = self.parts.get_untracked();
        if !all.remove(&part) {
            all.insert(part);
        }
        self.set(all);
    }

    /// Returns whether a part of what is drawn now is selected.
    #[must_use]
    pub fn contains(self, part: GraphPart) -> bool {
        self.parts.with_untracked(|it| it.contains(&part))
    }

    /// Returns the selected part, if it is one.
    #[must_use]
    pub fn only(self) -> Option<GraphPart> {
        self.parts.with_untracked(|it| if it.len() == 1 { it.first().copied() } else { None })
    }

    /// Returns the selected vertices.
    #[must_use]
    pub fn vertices(self) -> BTreeSet<usize> {
        self.parts.with_untracked(|it| it.iter().filter_map(|it| it.vertex()).gather())
    }

    /// Forgets what is not drawn any more.
    pub fn drop_missing(self) {
        let parts = self.parts.get_untracked();
        // A new drawing is no pick of the person's.
        self.keep(parts);
    }

    /// Selects vertices as soon as a drawing has them.
    pub fn wait_for_created(self, items: &[ItemPath]) {
        if !items.is_empty() {
            self.wait_for(PendingSelection::Created(items.iter().map(key_of).collect()));
        }
    }

    fn wait_for(self, pending: PendingSelection) {
        let kind = std::mem::discriminant(&pending);
        self.pending.update_value(|all| {
            all.retain(|it| std::mem::discriminant(it) != kind);
            all.push(pending);
        });
    }

    /// Returns the vertices that were waited for, once they are drawn.
    pub fn take_arrived(self, scene: &Scene) -> Option<Vec<usize>> {
        let (idx, found) = self.pending.with_value(|all| {
            let found = all.iter().map(|it| it.found(scene)).enumerate();
            { found }.find(|it| !it.1.is_empty())
        })?;
        self.pending.update_value(|all| {
            all.remove(idx);
        });
        Some(found)
    }

    /// Returns whether the text still has to show what was selected here, and forgets it.
    pub fn take_unshown(self) -> bool {
        self.pending
            .try_update_value(|all| {
                let n_before = all.len();
                all.retain(|it| *it != PendingSelection::InText);
                all.len() < n_before
            })
            .unwrap_or_default()
    }

    /// Selects in the text what is selected here, or has to as soon as the drawing is of the text.
    pub fn show_in_text_when_drawn(self, is_drawn: bool) {
        if !is_drawn {
            self.wait_for(PendingSelection::InText);
        } else {
            self.take_unshown();
        }
    }
}

/// Returns the parts of a drawing that have these keys.
fn parts_of(scene: &Scene, keys: &BTreeSet<PartKey>) -> BTreeSet<GraphPart> {
    keys.iter().filter_map(|it| it.part(scene)).gather()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn what_is_selected_stays_selected() {
        let old = sample();
        let mut graph = (*old.graph).clone();
        graph.vertices.swap(0, 2);
        graph.edges.remove(0);
        let new = Scene::new(Arc::new(graph));
        let selected = [GraphPart::Vertex(0), GraphPart::Edge(0), GraphPart::Edge(2)];
        let keys: BTreeSet<PartKey> =
            selected.into_iter().filter_map(|it| PartKey::new(&old, it)).collect();
        assert_eq!(keys.len(), 3);
        let expected = BTreeSet::from([GraphPart::Vertex(2), GraphPart::Edge(1)]);
        assert_eq!(parts_of(&new, &keys), expected);
    }

    #[test]
    fn what_is_waited_for_is_found_once_it_is_drawn() {
        let old = sample();
        let mut graph = (*old.graph).clone();
        let mut added = graph.vertices[0].clone();
        added.item.0.push("added".to_owned());
        graph.vertices.insert(0, added);
        let new = Scene::new(Arc::new(graph));
        let created = PendingSelection::Created(vec![new.vertex_key(0).unwrap(), 7]);
        assert_eq!((created.found(&old), created.found(&new)), (vec![], vec![0]));
        assert_eq!(PendingSelection::InText.found(&new), [] as [usize; 0]);
    }
}
