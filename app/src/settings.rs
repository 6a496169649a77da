//! The user's settings for the page itself, stored by the browser.

use std::collections::{BTreeMap, BTreeSet};

use bobbin_protocol::ViewKind;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::following::effect;
use crate::platform::{dom, editor, frame, storage, window};

const STORED_AS: &str = "bobbin.settings";

/// Windows that show one pane at a time, among them phones held sideways; the style sheets have the same.
const NARROW: &str =
    "(max-width: 799px), (max-width: 959px) and (max-height: 479px) and (pointer: coarse)";
/// Windows beside which no other one has room.
const PHONE: &str =
    "(max-width: 699px), (max-width: 959px) and (max-height: 479px) and (pointer: coarse)";

/// The size of the text's letters unless the user wants another, in pixels.
const USUAL_TEXT_SIZE: f64 = 13.5;

fn clamp_text_size(size: f64) -> f64 {
    size.clamp(9.5, 27.5)
}

/// The colours of the page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Theme {
    /// Follows the system.
    #[default]
    System,
    Light,
    Dark,
    Contrast,
}

impl Theme {
    /// All themes, in the order of the menu.
    pub const ALL: [Theme; 4] = [Theme::System, Theme::Light, Theme::Dark, Theme::Contrast];

    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Theme::System => "System",
            Theme::Light => "Light",
            Theme::Dark => "Dark",
            Theme::Contrast => "High contrast",
        }
    }
}

/// The editor whose habits the keys of the text follow.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum KeyHabits {
    #[default]
    Usual,
    Vim,
    Emacs,
}

impl KeyHabits {
    /// All habits, in the order of the settings.
    pub const ALL: [KeyHabits; 3] = [KeyHabits::Usual, KeyHabits::Vim, KeyHabits::Emacs];

    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            KeyHabits::Usual => "Usual",
            KeyHabits::Vim => "Vim",
            KeyHabits::Emacs => "Emacs",
        }
    }

    /// Returns the editor bundle's name.
    fn name(self) -> &'static str {
        match self {
            KeyHabits::Usual => "usual",
            KeyHabits::Vim => "vim",
            KeyHabits::Emacs => "emacs",
        }
    }
}

/// The content of the rail on the left.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RailTab {
    Files,
    #[default]
    Outline,
    Examples,
}

impl RailTab {
    /// All tabs, from left to right.
    pub const ALL: [RailTab; 3] = [RailTab::Files, RailTab::Outline, RailTab::Examples];

    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            RailTab::Files => "Files",
            RailTab::Outline => "Outline",
            RailTab::Examples => "Examples",
        }
    }
}

/// The arrangement of text and view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Split {
    /// The view is to the right of the text.
    #[default]
    Beside,
    /// The view is below the text.
    Below,
}

/// A pane that can take the room of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    Text,
    View,
}

/// The content of a narrow window, which has room for one pane.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum NarrowTab {
    Rail,
    #[default]
    Source,
    View,
    Problems,
}

/// The stored form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Stored {
    theme: Theme,
    rail_width: f64,
    view_share: f64,
    problems_height: f64,
    rail_tab: RailTab,
    is_rail_open: bool,
    are_problems_open: bool,
    split: Split,
    wraps_lines: bool,
    text_size: f64,
    tab_size: u32,
    keys: KeyHabits,
    reduces_motion: bool,
    avoids_red_green: bool,
    /// True if files were open; read by `boot.ts`.
    had_files: bool,
    view_tabs: BTreeMap<String, ViewKind>,
    pictures_carry_text: bool,
    folded_folders: BTreeSet<String>,
    tours: BTreeMap<String, usize>,
    is_library_open: bool,
    shows_comments: bool,
    groups_by_banner: bool,
    shows_defaults: bool,
}

impl Default for Stored {
    fn default() -> Self {
        Stored {
            theme: Theme::System,
            rail_width: 232.0,
            view_share: 0.55,
            problems_height: 168.0,
            rail_tab: RailTab::Outline,
            is_rail_open: true,
            are_problems_open: false,
            split: Split::Beside,
            wraps_lines: false,
            text_size: USUAL_TEXT_SIZE,
            tab_size: 4,
            keys: KeyHabits::Usual,
            reduces_motion: false,
            avoids_red_green: false,
            had_files: false,
            view_tabs: BTreeMap::new(),
            pictures_carry_text: true,
            folded_folders: BTreeSet::new(),
            tours: BTreeMap::new(),
            is_library_open: false,
            shows_comments: false,
            groups_by_banner: false,
            shows_defaults: true,
        }
    }
}

impl Stored {
    /// Returns the settings of the last visit.
    fn of_last_visit() -> Stored {
        storage::load_or_old(STORED_AS)
            .and_then(|json| bobbin_json::from_str(&json).ok())
            .unwrap_or_default()
    }

    /// Returns the settings of a frame, which has little room and is of other people's pages.
    fn of_frame() -> Stored {
        let named = frame::wanted_theme();
        let theme = named.and_then(|it| serde_json::from_value(it.into()).ok());
        // Without the start page.
        Stored {
            theme: theme.unwrap_or_default(),
            is_rail_open: false,
            had_files: true,
            ..Stored::default()
        }
    }
}

/// The settings; each is a signal of its own.
#[derive(Clone, Copy)]
pub struct Settings {
    pub theme: RwSignal<Theme>,
    /// The width of the rail, in pixels.
    pub rail_width: RwSignal<f64>,
    /// The view's share of the width that it shares with the source.
    pub view_share: RwSignal<f64>,
    /// The height of the problems, in pixels.
    pub problems_height: RwSignal<f64>,
    pub rail_tab: RwSignal<RailTab>,
    pub is_rail_open: RwSignal<bool>,
    /// True if the problems are shown where there are some.
    pub are_problems_open: RwSignal<bool>,
    /// True if the problems are shown although there are none, because the user asked for them.
    pub are_problems_asked: RwSignal<bool>,
    /// True if the problems are shown because there are errors.
    pub are_problems_raised: RwSignal<bool>,
    pub split: RwSignal<Split>,
    /// The pane that has all the room; as long as the page.
    pub maximised: RwSignal<Option<Side>>,
    /// True while the view is in a window of its own, which is not stored.
    pub is_view_away: RwSignal<bool>,
    /// True if long lines of the text are wrapped.
    pub wraps_lines: RwSignal<bool>,
    /// The size of the text's letters, in pixels.
    pub text_size: RwSignal<f64>,
    /// The distance of two tab stops of the text, in columns.
    pub tab_size: RwSignal<u32>,
    pub keys: RwSignal<KeyHabits>,
    /// True if nothing moves by itself, whatever the system says.
    pub reduces_motion: RwSignal<bool>,
    /// True if no two colours differ by red and green alone.
    pub avoids_red_green: RwSignal<bool>,
    /// True if files are open, so that the next start does not begin with the start page.
    pub had_files: RwSignal<bool>,
    /// The last view of each language.
    pub view_tabs: RwSignal<BTreeMap<String, ViewKind>>,
    /// True if saved pictures carry the text that they show.
    pub pictures_carry_text: RwSignal<bool>,
    /// The folders of files that are folded in the rail.
    pub folded_folders: RwSignal<BTreeSet<String>>,
    /// The last step of each tour, by language.
    pub tours: RwSignal<BTreeMap<String, usize>>,
    /// True if the library is shown beside drawings that can be added to.
    pub is_library_open: RwSignal<bool>,
    /// True if comments are drawn with what they stand above.
    pub shows_comments: RwSignal<bool>,
    /// True if what a banner comment heads is drawn in a frame.
    pub groups_by_banner: RwSignal<bool>,
    /// True if effective values that stand nowhere are listed.
    pub shows_defaults: RwSignal<bool>,
    /// The present theme; changes after the style sheets have.
    pub shown_theme: RwSignal<&'static str>,
    /// The tab of a narrow window, which is not stored.
    pub narrow_tab: RwSignal<NarrowTab>,
    /// True if the window has room for one pane only.
    pub is_narrow: ReadSignal<bool>,
    /// True where no other window has room beside the page.
    pub is_phone: ReadSignal<bool>,
    /// True if the page is used with fingers.
    pub is_touched: ReadSignal<bool>,
}

/// Returns the settings of the page.
#[must_use]
pub fn use_settings() -> Settings {
    expect_context()
}

impl Settings {
    /// Restores the settings of the last visit; from now on each change is stored.
    #[must_use]
    pub fn restore() -> Settings {
        let is_framed = frame::is_framed();
        let stored = if is_framed { Stored::of_frame() } else { Stored::of_last_visit() };
        let settings = Settings {
            theme: RwSignal::new(stored.theme),
            rail_width: RwSignal::new(stored.rail_width),
            view_share: RwSignal::new(stored.view_share),
            problems_height: RwSignal::new(stored.problems_height),
            rail_tab: RwSignal::new(stored.rail_tab),
            is_rail_open: RwSignal::new(stored.is_rail_open),
            are_problems_open: RwSignal::new(stored.are_problems_open),
            are_problems_asked: RwSignal::new(false),
            are_problems_raised: RwSignal::new(false),
            split: RwSignal::new(stored.split),
            maximised: RwSignal::new(None),
            is_view_away: RwSignal::new(false),
            wraps_lines: RwSignal::new(stored.wraps_lines),
            text_size: RwSignal::new(clamp_text_size(stored.text_size)),
            tab_size: RwSignal::new(stored.tab_size.clamp(1, 16)),
            keys: RwSignal::new(stored.keys),
            reduces_motion: RwSignal::new(stored.reduces_motion),
            avoids_red_green: RwSignal::new(stored.avoids_red_green),
            had_files: RwSignal::new(stored.had_files),
            view_tabs: RwSignal::new(stored.view_tabs),
            pictures_carry_text: RwSignal::new(stored.pictures_carry_text),
            folded_folders: RwSignal::new(stored.folded_folders),
            tours: RwSignal::new(stored.tours),
            is_library_open: RwSignal::new(stored.is_library_open),
            shows_comments: RwSignal::new(stored.shows_comments),
            groups_by_banner: RwSignal::new(stored.groups_by_banner),
            shows_defaults: RwSignal::new(stored.shows_defaults),
            shown_theme: RwSignal::new("light"),
            narrow_tab: RwSignal::new(NarrowTab::Source),
            is_narrow: window::media(NARROW),
            is_phone: window::media(PHONE),
            is_touched: window::media("(pointer: coarse)"),
        };
        if !is_framed {
            settings.keep();
        }
        settings.show_theme();
        settings.show_text_look();
        settings
    }

    /// Stores each change from now on; what is not changed here stays as another tab may have stored it.
    fn keep(self) {
        effect(move |before: Option<String>| {
            let stored = Stored {
                theme: self.theme.get(),
                rail_width: self.rail_width.get(),
                view_share: self.view_share.get(),
                problems_height: self.problems_height.get(),
                rail_tab: self.rail_tab.get(),
                is_rail_open: self.is_rail_open.get(),
                are_problems_open: self.are_problems_open.get(),
                split: self.split.get(),
                wraps_lines: self.wraps_lines.get(),
                text_size: self.text_size.get(),
                tab_size: self.tab_size.get(),
                keys: self.keys.get(),
                reduces_motion: self.reduces_motion.get(),
                avoids_red_green: self.avoids_red_green.get(),
                had_files: self.had_files.get(),
                view_tabs: self.view_tabs.get(),
                pictures_carry_text: self.pictures_carry_text.get(),
                folded_folders: self.folded_folders.get(),
                tours: self.tours.get(),
                is_library_open: self.is_library_open.get(),
                shows_comments: self.shows_comments.get(),
                groups_by_banner: self.groups_by_banner.get(),
                shows_defaults: self.shows_defaults.get(),
            };
            let json = serde_json::to_string(&stored).unwrap_or_default();
            match before {
                // If there is no room, the settings last as long as the page.
                Some(before) if !storage::store_changes(STORED_AS, &before, &json) => before,
                _ => json,
            }
        });
    }

    fn show_theme(self) {
        let is_dark = window::media("(prefers-color-scheme: dark)");
        let wants_contrast = window::media("(prefers-contrast: more)");
        effect(move || {
            let name = match self.theme.get() {
                Theme::System if wants_contrast.get() => "contrast",
                Theme::System if is_dark.get() => "dark",
                Theme::System | Theme::Light => "light",
                Theme::Dark => "dark",
                Theme::Contrast => "contrast",
            };
            let colours = if self.avoids_red_green.get() { "safe" } else { "usual" };
            dom::set_root_attribute("data-colours", colours);
            dom::set_root_attribute("data-theme", name);
            editor::set_theme(name);
            self.shown_theme.set(name);
        });
    }

    fn show_text_look(self) {
        effect(move || {
            let size = self.text_size.get();
            dom::set_root_property("--editor-font-size", &format!("{size}px"));
            editor::set_look(self.wraps_lines.get(), self.tab_size.get());
        });
        effect(move || editor::set_keys(self.keys.get().name()));
        effect(move || {
            let word = if self.reduces_motion.get() { "reduced" } else { "system" };
            dom::set_root_attribute("data-motion", word);
        });
    }

    /// Makes the letters of the text larger or smaller, or with zero steps as usual.
    pub fn step_text_size(self, steps: i32) {
        let size = match steps {
            0 => USUAL_TEXT_SIZE,
            _ => clamp_text_size(self.text_size.get_untracked() + f64::from(steps)),
        };
        self.text_size.set(size);
    }

    /// Returns the pane that has all the room.
    #[must_use]
    pub fn alone(self) -> Option<Side> {
        if self.is_view_away.get() { Some(Side::Text) } else { self.maximised.get() }
    }

    /// Gives a pane all the room, or with none shows both; the view comes back if it is away.
    pub fn maximise(self, side: Option<Side>) {
        self.is_view_away.set(false);
        self.maximised.set(side);
    }

    /// Gives a pane all the room, or back what it took.
    pub fn toggle_maximised(self, side: Side) {
        if self.is_view_away.get_untracked() {
            return self.maximise(None);
        }
        self.maximised.update(|it| *it = if *it == Some(side) { None } else { Some(side) });
    }

    /// Makes room for a pane that is about to be used.
    pub fn make_room_for(self, side: Side) {
        self.narrow_tab.set(match side {
            Side::Text => NarrowTab::Source,
            Side::View => NarrowTab::View,
        });
        if self.maximised.get_untracked().is_some_and(|it| it != side) {
            self.maximised.set(None);
        }
    }

    /// Follows which panes there is room for.
    pub fn track_panes(self) {
        self.maximised.track();
        self.is_view_away.track();
        self.narrow_tab.track();
        self.is_narrow.track();
        let problems = [self.are_problems_open, self.are_problems_asked, self.are_problems_raised];
        for it in problems.into_iter().chain([self.is_rail_open]) {
            it.track();
        }
        self.rail_tab.track();
    }

    /// Returns true if the pane of problems is shown for a file that has problems or none.
    #[must_use]
    pub fn shows_problems(self, has_problems: bool) -> bool {
        let is_wanted = self.are_problems_open.get() || self.are_problems_raised.get();
        is_wanted && has_problems || self.are_problems_asked.get()
    }

    /// Shows the problems, even if there are none, or hides them.
    pub fn toggle_problems(self, has_problems: bool) {
        let is_meant = !untrack(|| self.shows_problems(has_problems));
        self.are_problems_open.set(is_meant);
        self.are_problems_asked.set(is_meant && !has_problems);
        self.are_problems_raised.set(false);
    }

    /// Hides the problems.
    pub fn hide_problems(self) {
        self.are_problems_open.set(false);
        self.are_problems_asked.set(false);
        self.are_problems_raised.set(false);
    }

    /// Returns the view to show of those offered: the last one used in this language, or the first.
    #[must_use]
    pub fn view_of(self, language: &str, offered: &[ViewKind]) -> Option<ViewKind> {
        let last = self.view_tabs.with(|tabs| tabs.get(language).copied());
        last.filter(|it| offered.contains(it)).or(offered.first().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheets_know_the_same_narrow_windows() {
        for (name, sheet) in [
            ("help", include_str!("../style/help.css")),
            ("lists", include_str!("../style/lists.css")),
            ("shell", include_str!("../style/shell.css")),
            ("touch", include_str!("../style/touch.css")),
            ("tour", include_str!("../style/tour.css")),
            ("widgets", include_str!("../style/widgets.css")),
        ] {
            assert!(sheet.contains(&format!("@media {NARROW} {{")), "{name}.css");
        }
    }

    #[test]
    fn settings_of_other_versions_are_read() {
        let stored: Stored =
            bobbin_json::from_str(r#"{"theme":"dark","unknown":1,"viewTabs":{"x":"bytes"}}"#)
                .unwrap();
        assert_eq!(stored.theme, Theme::Dark);
        assert_eq!(stored.rail_width, Stored::default().rail_width);
        assert_eq!(stored.view_tabs.get("x"), Some(&ViewKind::Bytes));
    }
}
