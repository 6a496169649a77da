//! State shared by the parts of the map, and the changes they make to it.

use std::collections::VecDeque;
use std::sync::Arc;

use bobbin_protocol::{Axis, Command, Control, Coverage, FieldKind, ItemPath, UnitRange, ViewKind};
use leptos::prelude::*;

use super::bands::{self, Bands};
use super::grid::{self, Block, Cell};
use super::paint;
use super::tool::Tool;
use crate::document::commands::Done;
use crate::document::{DocumentStore, Editing, OpenFile, Target, use_documents, use_editing};
use crate::following::memo;
use crate::navigation::{Navigation, use_navigation};
use crate::settings::{Settings, use_settings};
use crate::widgets::prose::{counted, sentence};
use crate::widgets::toast::{Toasts, use_toasts};

/// What one paints by dragging.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The cells of a rectangle.
    Cells,
    /// Whole columns, by their ids along the map.
    Columns,
    /// Whole rows.
    Rows,
}

/// A stroke that waits for the map.
pub struct Waiting {
    units: Vec<UnitRange>,
    is_on: bool,
    /// The section that was selected when it was painted, under its present name.
    target: Target,
}

/// The state shared by the parts of the pane.
#[derive(Clone, Copy)]
pub struct CoverageState {
    pub documents: DocumentStore,
    pub toasts: Toasts,
    pub navigation: Navigation,
    pub editing: Editing,
    pub settings: Settings,
    pub view: Memo<Option<Arc<Coverage>>>,
    pub tool: RwSignal<Tool>,
    /// True if alike units are folded while nothing is painted.
    pub folds: RwSignal<bool>,
    /// True if folding makes the map smaller.
    pub can_fold: Memo<bool>,
    /// The ids of both axes as they are drawn.
    pub bands: Memo<[Bands; 2]>,
    /// The keyboard's cell.
    pub cursor: RwSignal<Cell>,
    /// The cell that was explained last, from which the cursor may have gone on.
    pub explained: StoredValue<Option<Cell>>,
    /// The cell under the pointer.
    pub hovered: RwSignal<Option<Cell>>,
    /// Where painting began, and what it paints.
    pub anchor: RwSignal<Option<(Cell, Reach)>>,
    /// The cells being painted.
    pub stroke: RwSignal<Option<Block>>,
    /// Strokes on the map of an older text. Items are named by their ids, so strokes wait until the map tells what
    /// the items are called now.
    pub waiting: StoredValue<VecDeque<Waiting>>,
    /// The section that the last stroke made: strokes wait until the map is about it.
    pub made: StoredValue<Option<ItemPath>>,
    /// True while a stroke is carried out: the map is still that of the text before it.
    pub is_painting: StoredValue<bool>,
}

impl CoverageState {
    /// Nothing is explained or painted yet.
    #[must_use]
    pub fn new(view: Memo<Option<Arc<Coverage>>>) -> CoverageState {
        let (tool, folds) = (RwSignal::new(Tool::Explain), RwSignal::new(true));
        let none = || {
            let axis = Axis { key: String::new(), label: String::new(), low: 0, high: 0, at: 0 };
            [Bands::single(&axis), Bands::single(&axis)]
        };
        let folded =
            memo(move |_| view.with(|it| it.as_ref().map_or_else(none, |it| bands::fold(it))));
        let is_painting = memo(move |_| tool.get() != Tool::Explain);
        let can_fold =
            memo(move |_| !is_painting.get() && folded.with(|it| it.iter().any(Bands::is_folded)));
        // Who paints means single units.
        let bands = memo(move |_| {
            if can_fold.get() && folds.get() {
                return folded.get();
            }
            view.with(|it| {
                let axes = it.as_ref().map(|it| [Bands::single(&it.x), Bands::single(&it.y)]);
                axes.unwrap_or_else(none)
            })
        });
        CoverageState {
            documents: use_documents(),
            toasts: use_toasts(),
            navigation: use_navigation(),
            editing: use_editing(),
            settings: use_settings(),
            view,
            tool,
            folds,
            can_fold,
            bands,
            cursor: RwSignal::new(Cell::default()),
            explained: StoredValue::new(None),
            hovered: RwSignal::new(None),
            anchor: RwSignal::new(None),
            stroke: RwSignal::new(None),
            waiting: StoredValue::new(VecDeque::new()),
            made: StoredValue::new(None),
            is_painting: StoredValue::new(false),
        }
    }

    /// Returns the view options about the explained point, which are numbers such as its ids, or
    /// those about the whole map.
    pub fn controls(self, of_point: bool) -> Vec<Control> {
        let is_wanted = |it: &&Control| matches!(it.kind, FieldKind::Integer { .. }) == of_point;
        self.view.with(|it| {
            let all = it.as_ref().map(|it| it.controls.as_slice()).unwrap_or_default();
            all.iter().filter(is_wanted).cloned().collect()
        })
    }

    /// Sets view options.
    pub fn choose(self, choices: &[(&str, &str)]) {
        let Some(file) = self.documents.shown() else { return };
        // Another event is asked about in the same region, though nobody has chosen that yet.
        let region = self.view.with_untracked(|it| {
            let all = it.as_ref().map(|it| it.controls.as_slice()).unwrap_or_default();
            all.iter().find(|it| it.key == "region").map(|it| it.value.clone())
        });
        let is_of_event = choices.iter().any(|(key, _)| *key == "event");
        let region = region.as_deref().filter(|_| is_of_event).map(|it| ("region", it));
        let all: Vec<_> = region.into_iter().chain(choices.iter().copied()).collect();
        file.views.choose(ViewKind::Coverage, &all);
    }

    /// Explains a cell, and selects the rule that decides there.
    pub fn explain(self, cell: Cell) {
        let (Some(view), Some(file)) = (self.view.get_untracked(), self.documents.shown()) else {
            return;
        };
        self.explained.set_value(Some(cell));
        let (x, y) = (cell.x.to_string(), cell.y.to_string());
        // The section that is selected may be for other kinds of units, and the map stays.
        let held = self.keep_axes(&file, &view, &[(&view.x.key, &x), (&view.y.key, &y)]);
        let decider = grid::state_of(&view, cell);
        let decider = decider.and_then(|it| view.deciders.get(it.decider as usize));
        if let Some((item, range)) = decider.and_then(|it| Some((it.item.clone()?, it.range?))) {
            self.navigation.pick_item(item, range);
        }
        // Nobody has chosen these axes: they stay for this explanation, and no longer.
        file.views.hold(held);
    }

    /// Chooses the axes of the map that is shown, and units on them; returns the axes that the person had not chosen.
    fn keep_axes(
        self,
        file: &OpenFile,
        view: &Coverage,
        units: &[(&str, &str)],
    ) -> Vec<&'static str> {
        let unchosen = file.views.unchosen(&["x", "y"]);
        self.choose(&[&[("x", &*view.x.key), ("y", &*view.y.key)], units].concat());
        unchosen
    }

    /// Highlights the text that decides about a cell.
    pub fn light(self, cell: Option<Cell>) {
        let range = self.view.with_untracked(|view| {
            let view = view.as_ref()?;
            let state = grid::state_of(view, cell?)?;
            view.deciders.get(state.decider as usize)?.range
        });
        self.navigation.light_text(range.as_slice());
    }

    /// Begins to paint at a cell.
    pub fn begin(self, cell: Cell, reach: Reach) {
        self.anchor.set(Some((cell, reach)));
        self.extend(cell);
    }

    /// Paints up to a cell, if painting has begun.
    pub fn extend(self, cell: Cell) {
        let Some((anchor, reach)) = self.anchor.get_untracked() else { return };
        let mut block = Block::between(anchor, cell).of_whole(&self.bands.get_untracked());
        self.view.with_untracked(|it| {
            let Some(view) = it else { return };
            match reach {
                Reach::Cells => {}
                Reach::Columns => (block.low.y, block.high.y) = (view.y.low, view.y.high),
                Reach::Rows => (block.low.x, block.high.x) = (view.x.low, view.x.high),
            }
        });
        self.stroke.set(Some(block));
    }

    /// Carries out what was painted, if it `is_meant`.
    pub fn finish(self, is_meant: bool) {
        let anchor = self.anchor.get_untracked();
        let stroke = self.stroke.get_untracked();
        self.anchor.set(None);
        self.stroke.set(None);
        let Some(view) = self.view.get_untracked() else { return };
        if let (true, Some((from, reach)), Some(block)) = (is_meant, anchor, stroke) {
            let mut units = paint::units(&view, block);
            // Whole columns are for any unit of the other kind.
            match reach {
                Reach::Cells => {}
                Reach::Columns => units.retain(|it| it.axis == view.x.key),
                Reach::Rows => units.retain(|it| it.axis == view.y.key),
            }
            self.paint(units, self.adds(from));
        }
    }

    /// Returns true if painting that starts at a cell adds units.
    pub fn adds(self, from: Cell) -> bool {
        self.view.with_untracked(|it| {
            let selection = it.as_ref().and_then(|it| it.selection.as_ref());
            self.tool.get_untracked().adds(selection, from)
        })
    }

    /// Returns true while the map is not yet about the section that the last stroke made.
    fn awaits_made(self, view: &Coverage, target: &Target) -> bool {
        let made = self.made.get_value();
        let is_target = |it: &ItemPath| matches!(target, Target::Item(item) if item == it);
        let is_awaited = made.as_ref().is_some_and(|it| {
            is_target(it) && view.selection.as_ref().is_none_or(|found| found.item != *it)
        });
        if !is_awaited {
            self.made.set_value(None);
        }
        is_awaited
    }

    /// Adds units to the selected section, or removes them.
    pub fn paint(self, units: Vec<UnitRange>, is_on: bool) {
        let Some(view) = self.view.get_untracked() else { return };
        let Some(file) = self.documents.shown() else { return };
        if self.is_painting.get_value()
            || !file.has_current_coverage()
            || self.awaits_made(&view, &file.target.get_untracked())
        {
            let target = file.target.get_untracked();
            return self.waiting.update_value(|it| it.push_back(Waiting { units, is_on, target }));
        }
        let Some(selection) = &view.selection else {
            let has_items = file
                .views
                .outline
                .with_untracked(|it| it.here().is_some_and(|it| !it.entries.is_empty()));
            return self.toasts.complain(if has_items {
                "First pick a section to paint, in the legend or with the caret."
            } else {
                "There is no section to paint yet: add one first, above the map."
            });
        };
        if let Some(reason) = &selection.refusal {
            return self.toasts.complain(sentence(reason));
        }
        // A section is named by its ids, so it may have another name afterwards.
        let place = Target::Caret(selection.range.start);
        let before = file.target.get_untracked();
        // The map stays as it was painted on, also where the section suggests other axes.
        file.views.hold(self.keep_axes(&file, &view, &[]));
        self.aim(&file, place.clone());
        let command = Command::Paint { item: selection.item.clone(), is_on, units };
        let is_new = grid::is_new(selection);
        let limited = grid::is_new_region(selection).then(|| selection.name.clone());
        self.is_painting.set_value(true);
        let go_on = move |done: Option<&Done>| {
            // The pane may be gone meanwhile.
            if self.is_painting.try_set_value(false).is_some() {
                return;
            }
            // The person may have gone to another section meanwhile.
            let is_there = file.target.get_untracked() == place;
            if done.is_none() && is_there {
                self.aim(&file, before);
            }
            let is_new = is_new && is_there;
            if let Some(made) = done.and_then(|it| it.created.first()).filter(|_| is_new) {
                if let Some(name) = limited {
                    let told = format!("`{name}` is traced on these units alone now.");
                    self.editing.say_of(&file, told);
                }
                // The map asks about the new section's region from now on.
                file.views.forget("region");
                self.made.set_value(Some(made.clone()));
                self.aim(&file, Target::Item(made.clone()));
            }
            self.paint_next();
        };
        self.editing.dispatch_then(command, go_on);
    }

    /// Aims at what is painted under another name, with the strokes that wait for that.
    fn aim(self, file: &OpenFile, target: Target) {
        let before = file.target.get_untracked();
        self.waiting.update_value(|all| {
            for it in all.iter_mut().filter(|it| it.target == before) {
                it.target = target.clone();
            }
        });
        file.target.set(target);
    }

    /// Carries out the stroke that has waited longest, if the map tells the present names.
    pub fn paint_next(self) {
        let Some(file) = self.documents.active.get_untracked() else { return };
        let is_awaited = self.view.with_untracked(|it| {
            it.as_ref().is_some_and(|it| self.awaits_made(it, &file.target.get_untracked()))
        });
        if self.is_painting.get_value() || is_awaited || !file.has_current_coverage() {
            return;
        }
        let next = self.waiting.try_update_value(VecDeque::pop_front).flatten();
        if let Some(Waiting { units, is_on, target }) = next {
            if target == file.target.get_untracked() {
                return self.paint(units, is_on);
            }
            // Those that were painted since, for what is selected now, go on.
            self.toasts.answer(
                "A stroke was left out: another section was selected before it was painted.",
            );
            self.paint_next();
        }
    }

    /// Describes a cell.
    fn about(self, cell: Cell) -> String {
        self.view.with(|view| {
            let Some(view) = view else { return String::new() };
            let state = grid::state_of(view, cell);
            let says = state.map(|it| sentence(&it.sentence)).unwrap_or_default();
            let [x, y] = self.bands.get();
            let (of_x, of_y) = (x.label(x.of(cell.x)), y.label(y.of(cell.y)));
            format!("{} {of_x}, {} {of_y}. {says}", view.x.label, view.y.label)
        })
    }

    /// Describes what is being painted, or else a cell.
    pub fn told(self, cell: Cell) -> String {
        self.stroke.get().map_or_else(|| self.about(cell), |block| self.about_block(block))
    }

    /// Describes a block while it is painted, by its ids.
    fn about_block(self, block: Block) -> String {
        let ids = |axis: &Axis, low: u32, high: u32| match low == high {
            true => format!("{} {low}", axis.label),
            false => format!("{} {low}–{high}", axis.label),
        };
        self.view.with(|view| {
            let Some(view) = view else { return String::new() };
            let of_x = ids(&view.x, block.low.x, block.high.x);
            let of_y = ids(&view.y, block.low.y, block.high.y);
            format!("{of_x}, {of_y}: {}", counted(block.n_cells() as usize, "unit"))
        })
    }
}
