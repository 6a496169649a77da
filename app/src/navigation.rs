//! Going to views and places of the shown document.

use std::time::Duration;

use bobbin_protocol::{ItemPath, Location, Origin, Position, Range, ViewKind};
use leptos::prelude::*;

use crate::document::{DocumentStore, FileId, Target, view_requests};
use crate::following::memo;
use crate::platform::dom::{self, HeldFocus};
use crate::platform::editor::{self, Focus};
use crate::platform::window;
use crate::settings::{Settings, Side};
use crate::visited::{Direction, Visited};
use crate::widgets::toast::Toasts;

/// The shown view of the shown document, and the ways to show something else.
#[derive(Clone, Copy)]
pub struct Navigation {
    documents: DocumentStore,
    settings: Settings,
    toasts: Toasts,
    /// The places in the texts where the person was.
    visited: StoredValue<Visited>,
    /// The view and the focus from which the form was entered.
    entered_from: StoredValue<Option<(ViewKind, HeldFocus)>>,
    /// True while the keyboard is in the view's body until the form that was entered is there.
    awaits_field: StoredValue<bool>,
    /// The focus from which a pane beside the text and the view was entered.
    visited_from: StoredValue<Option<HeldFocus>>,
    /// The shown view.
    pub view: Memo<Option<ViewKind>>,
}

/// Returns the ways to show something else.
#[must_use]
pub fn use_navigation() -> Navigation {
    expect_context()
}

/// The first thing in the form that takes a value, unless the form is one of before.
const FIRST_FIELD: &str = ":not([inert]) > .inspector__body \
    :is(input, select, textarea, [role=radio][tabindex='0']):not([disabled], [type=checkbox])";

/// What Tab can reach in a form that is there, also in one without a field.
const TAKES_KEYS: &str = ".inspector:not([inert]) :is(button, a, input, select, textarea)";

/// What holds the keyboard while a view has nothing to give it to.
const VIEW_BODY: &str = ".view__body";

/// A pane beside the text and the view, which takes the keyboard when it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SidePane {
    Files,
    Outline,
    Problems,
}

impl SidePane {
    /// The selector of the pane.
    fn place(self) -> &'static str {
        match self {
            SidePane::Files => ".files",
            SidePane::Outline => ".outline",
            SidePane::Problems => ".problems",
        }
    }

    /// The selectors of what has the keyboard in it, the best first.
    fn keys(self) -> &'static [&'static str] {
        match self {
            SidePane::Files => &[".files__tree [tabindex='0']"],
            SidePane::Outline => &[".outline [role=tree]"],
            SidePane::Problems => &[".problems [role=tree]", ".problems .pane-head > .button"],
        }
    }
}

/// The longest wait of the keyboard for a form that is still being fetched or asked for.
const FORM_PATIENCE: Duration = Duration::from_secs(10);

impl Navigation {
    #[must_use]
    pub fn new(documents: DocumentStore, settings: Settings, toasts: Toasts) -> Navigation {
        let view = memo(move |_| {
            let file = documents.active.get()?;
            settings.view_of(&file.language.get(), &documents.offered_views())
        });
        let entered_from = StoredValue::new(None);
        let visited_from = StoredValue::new(None);
        let visited = StoredValue::default();
        let awaits_field = StoredValue::new(false);
        Navigation {
            documents,
            settings,
            toasts,
            visited,
            entered_from,
            awaits_field,
            visited_from,
            view,
        }
    }

    /// Notes where the caret of the shown text is.
    pub fn note_place(self, file: FileId, at: Position) {
        self.visited.update_value(|it| it.note((file, at)));
    }

    /// Goes to the place before the last leap of the caret, or forward again.
    pub fn revisit(self, direction: Direction) {
        let is_open = |id| self.documents.by_id(id).is_some();
        let found = self.visited.try_update_value(|it| it.go(direction, is_open)).flatten();
        let file = found.and_then(|(id, at)| Some((self.documents.by_id(id)?, at)));
        match (file, direction) {
            (Some((file, at)), _) => {
                self.show_place(file.id, &file.uri, Range { start: at, end: at });
            }
            (None, Direction::Back) => self.toasts.answer("There is no earlier place to go to."),
            (None, Direction::Forward) => self.toasts.answer("There is no later place to go to."),
        }
    }

    /// Shows a place in an open file and focuses the editor.
    pub fn show_place(self, id: FileId, uri: &str, range: Range) {
        self.documents.show(id);
        editor::select(uri, range, Focus::Editor);
        self.settings.make_room_for(Side::Text);
    }

    /// Shows a view of the shown file, and from now on of all files of its language.
    pub fn show_view(self, kind: ViewKind) {
        if let Some(file) = self.documents.shown() {
            let language = file.language.get_untracked();
            self.settings.view_tabs.update(|tabs| {
                tabs.insert(language, kind);
            });
            self.settings.make_room_for(Side::View);
        }
    }

    /// Shows a view and focuses it.
    pub fn go_to_view(self, kind: ViewKind) {
        self.show_view(kind);
        window::after_paint(focus_view);
    }

    /// Shows the form with the keyboard in its first field, and remembers where it was entered from.
    pub fn enter_form(self) {
        if let Some(from) = self.view.get_untracked() {
            self.entered_from.set_value(Some((from, dom::held_focus())));
        }
        // What has the keyboard goes with its view, and the next Tab would begin at the top of the page.
        dom::focus(VIEW_BODY);
        self.show_view(ViewKind::Form);
        self.awaits_field.set_value(true);
        window::after_paint(move || {
            if dom::focus_if_there(FIRST_FIELD) {
                self.awaits_field.set_value(false);
            } else {
                dom::focus(VIEW_BODY);
                self.focus_coming_field(FORM_PATIENCE);
            }
        });
    }

    /// Returns true while a form that was entered is still to come: Tab would leave for what lies behind the view, as
    /// nothing in it takes the keyboard yet.
    #[must_use]
    pub fn awaits_field(self) -> bool {
        self.awaits_field.get_value()
            && self.view.get_untracked() == Some(ViewKind::Form)
            && !dom::is_there(TAKES_KEYS)
    }

    /// Focuses the first field as soon as the form has one, unless the keyboard goes elsewhere meanwhile.
    fn focus_coming_field(self, patience: Duration) {
        const STEP: Duration = Duration::from_millis(30);
        let again = move || {
            let still_waits = dom::has_keys_inside(VIEW_BODY) && patience > STEP;
            if still_waits && !dom::focus_if_there(FIRST_FIELD) {
                self.focus_coming_field(patience.saturating_sub(STEP));
            } else {
                self.awaits_field.set_value(false);
            }
        };
        window::later(STEP, again);
    }

    /// Goes back to where the form was entered from, or else to the graph; returns false if there is none.
    pub fn leave_form(self) -> bool {
        self.awaits_field.set_value(false);
        let entered_from = self.entered_from.try_update_value(Option::take).flatten();
        let offered = untrack(|| self.documents.offered_views());
        let (kind, held) = match entered_from {
            // The form stays: it was there already. What it was entered from may be gone or hidden.
            Some((ViewKind::Form, held))
                if held.give_back() && !dom::is_focus_inside(".inspector") =>
            {
                return true;
            }
            Some((ViewKind::Form, _)) => (ViewKind::Graph, None),
            Some((kind, held)) => (kind, Some(held)),
            None => (ViewKind::Graph, None),
        };
        if !offered.contains(&kind) {
            return false;
        }
        self.go_to_view(kind);
        // A row of the outline is still there, unlike the drawing.
        if let Some(held) = held {
            window::after_paint(move || {
                held.give_back();
            });
        }
        true
    }

    /// Gives the keyboard to a pane, which `show` shows, and remembers where it was.
    pub fn enter_pane(self, pane: SidePane, show: impl FnOnce()) {
        self.visited_from.set_value(Some(dom::held_focus()));
        show();
        window::after_paint(move || {
            let _ = pane.keys().iter().any(|it| dom::focus_if_there(it));
        });
    }

    /// Gives the keyboard back to where it was before it came to a pane; returns false if it is not there.
    pub fn leave_pane(self, pane: SidePane) -> bool {
        if !dom::is_focus_inside(pane.place()) {
            return false;
        }
        let held = self.visited_from.try_update_value(Option::take).flatten();
        // What it came from may be gone or hidden.
        if !held.is_some_and(HeldFocus::give_back) || dom::is_focus_inside(pane.place()) {
            editor::run_command("focus");
        }
        true
    }

    /// Selects a place in the shown text.
    pub fn select_text(self, range: Range, focus: Focus) {
        let Some(file) = self.documents.shown() else { return };
        editor::select(&file.uri, range, focus);
        if focus == Focus::Editor {
            self.settings.make_room_for(Side::Text);
        }
    }

    /// Goes to a place in the shown text: the views show what stands there, as if the person had gone there in the
    /// text.
    pub fn go_to_text(self, range: Range, focus: Focus) {
        let Some(file) = self.documents.shown() else { return };
        // The editor takes for granted that who selects a text says what the views show.
        file.target.set(Target::Caret(range.start));
        self.select_text(range, focus);
    }

    /// Selects the origin of a value, in its own file if that is another one.
    pub fn go_to_origin(self, origin: &Origin, focus: Focus) {
        match (&origin.written, origin.range) {
            (Some(written), _) => self.go_to_written(written, focus),
            (None, Some(range)) => self.select_text(range, focus),
            (None, None) => (),
        }
    }

    /// Selects a place in another file, if that is open.
    pub fn go_to_written(self, Location { path, range }: &Location, focus: Focus) {
        let path = path.as_deref().unwrap_or_default();
        let Some(file) = self.documents.by_path(path) else {
            let name = path.rsplit('/').next().unwrap_or_default();
            return self.toasts.say(format!("`{name}` is not open. Open it to go there."));
        };
        self.documents.show(file.id);
        self.select_text(*range, focus);
    }

    /// Highlights places in the shown text; none removes the highlight.
    pub fn light_text(self, ranges: &[Range]) {
        if let Some(file) = self.documents.shown() {
            editor::highlight(&file.uri, ranges);
        }
    }

    /// Shows the form and the text of an item that was picked in a view.
    pub fn pick_item(self, item: ItemPath, range: Range) {
        self.show_item(item);
        if let Some(file) = self.documents.shown() {
            editor::select(&file.uri, range, Focus::Stays);
        }
    }

    /// Shows the form of an item whose present place is unknown.
    pub fn show_item(self, item: ItemPath) {
        let Some(file) = self.documents.shown() else { return };
        file.target.set(Target::Item(item));
        file.views.note_picked();
        view_requests::refresh(file, ViewKind::Form);
    }
}

/// Gives the keyboard to the view that is shown.
pub fn focus_view() {
    dom::focus(VIEW_BODY);
    // The drawing handles its own keys.
    dom::focus(".canvas__drawing");
}
