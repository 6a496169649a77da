//! The search of a canvas: what was typed, what it finds, and how far one has gone through that.

use std::collections::BTreeSet;

use bobbin_sorting::Gathering as _;
use leptos::prelude::*;

use crate::following::memo;

use super::index::Key;
use super::scene::Scene;
use super::search::Search;
use super::viewport::Viewport;

/// The search of a canvas.
#[derive(Clone, Copy)]
pub struct Finder {
    /// The search as it was typed.
    pub typed: RwSignal<String>,
    /// The vertices that it finds; `None` if it is empty.
    pub found: Memo<Option<BTreeSet<usize>>>,
    /// The find that was gone to last.
    pub current: RwSignal<Option<Key>>,
    /// The viewport before the search, and the one that the search chose: a search that is given up
    /// leads back.
    pub left: StoredValue<Option<(Viewport, Viewport)>>,
}

impl Finder {
    /// Creates an empty search of `scene`.
    #[must_use]
    pub fn new(scene: Memo<Scene>) -> Finder {
        let typed = RwSignal::new(String::new());
        let found = memo(move |_| {
            let search = Search::read(&typed.read());
            (!search.is_empty()).then(|| {
                scene.with(|scene| {
                    let all = 0..scene.graph.vertices.len();
                    all.filter(|it| search.finds(scene, *it)).gather::<BTreeSet<usize>>()
                })
            })
        });
        let (current, left) = (RwSignal::new(None), StoredValue::new(None));
        Finder { typed, found, current, left }
    }

    /// Returns the index of the current find among all of them.
    #[must_use]
    pub fn place(self, scene: &Scene) -> Option<usize> {
        let (current, _) = scene.vertex(self.current.get()?)?;
        self.found.with(|found| found.as_ref()?.iter().position(|it| *it == current))
    }
}
