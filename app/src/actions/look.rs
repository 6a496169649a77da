//! Actions on the looks of the page.

use bobbin_protocol::ViewKind;
use leptos::prelude::*;

use super::action::{ActionGroup, Row, always, has_file};
use super::shortcut::{alt, ctrl, ctrl_shift, plain};
use crate::document::drafts;
use crate::navigation::SidePane;
use crate::open_dialog::Dialog;
use crate::platform::database::VersionCause;
use crate::platform::service_worker::Offline;
use crate::platform::{editor, service_worker};
use crate::settings::{NarrowTab, RailTab, Side, Split, Theme};
use crate::widgets::icon::Icon;
use crate::workbench::Workbench;

pub(super) const ROWS: &[Row] = &[
    Row {
        id: "view.graph",
        label: "Show graph",
        group: ActionGroup::View,
        icon: Some(Icon::Unit),
        shortcuts: &[],
        enabled: |workbench| offers(workbench, ViewKind::Graph),
        run: |workbench| workbench.navigation.go_to_view(ViewKind::Graph),
    },
    Row {
        id: "view.form",
        label: "Show form",
        group: ActionGroup::View,
        icon: Some(Icon::Key),
        shortcuts: &[],
        enabled: |workbench| offers(workbench, ViewKind::Form),
        run: |workbench| workbench.navigation.go_to_view(ViewKind::Form),
    },
    Row {
        id: "view.bytes",
        label: "Show bytes",
        group: ActionGroup::View,
        icon: Some(Icon::Table),
        shortcuts: &[],
        enabled: |workbench| offers(workbench, ViewKind::Bytes),
        run: |workbench| workbench.navigation.go_to_view(ViewKind::Bytes),
    },
    Row {
        id: "view.settings",
        label: "Show effective values",
        group: ActionGroup::View,
        icon: Some(Icon::Section),
        shortcuts: &[],
        enabled: |workbench| offers(workbench, ViewKind::Resolved),
        run: |workbench| workbench.navigation.go_to_view(ViewKind::Resolved),
    },
    Row {
        id: "view.coverage",
        label: "Show coverage",
        group: ActionGroup::View,
        icon: Some(Icon::Grid),
        shortcuts: &[],
        enabled: |workbench| offers(workbench, ViewKind::Coverage),
        run: |workbench| workbench.navigation.go_to_view(ViewKind::Coverage),
    },
    Row {
        id: "view.timeline",
        label: "Show timeline",
        group: ActionGroup::View,
        icon: Some(Icon::Time),
        shortcuts: &[],
        enabled: |workbench| offers(workbench, ViewKind::Timeline),
        run: |workbench| workbench.navigation.go_to_view(ViewKind::Timeline),
    },
    Row {
        id: "view.rail",
        label: "Show or hide files and outline",
        group: ActionGroup::View,
        icon: Some(Icon::Panel),
        shortcuts: &[ctrl("b")],
        enabled: always,
        run: |workbench| workbench.settings.is_rail_open.update(|it| *it = !*it),
    },
    Row {
        id: "view.outline",
        label: "Show outline",
        group: ActionGroup::View,
        icon: None,
        shortcuts: &[],
        enabled: always,
        run: |workbench| show_rail(workbench, RailTab::Outline, SidePane::Outline),
    },
    Row {
        id: "view.files",
        label: "Show files",
        group: ActionGroup::View,
        icon: None,
        shortcuts: &[],
        enabled: always,
        run: |workbench| show_rail(workbench, RailTab::Files, SidePane::Files),
    },
    Row {
        id: "view.problems",
        label: "Show or hide problems",
        group: ActionGroup::View,
        icon: Some(Icon::Warning),
        shortcuts: &[],
        enabled: always,
        run: show_or_hide_problems,
    },
    Row {
        id: "view.maximise",
        label: "Maximize or restore the view",
        group: ActionGroup::View,
        icon: Some(Icon::Fit),
        shortcuts: &[alt("v")],
        enabled: has_file,
        run: |workbench| workbench.settings.toggle_maximised(Side::View),
    },
    Row {
        id: "view.maximiseText",
        label: "Maximize or restore the text",
        group: ActionGroup::View,
        icon: None,
        shortcuts: &[alt("t")],
        enabled: has_file,
        run: |workbench| workbench.settings.toggle_maximised(Side::Text),
    },
    Row {
        id: "view.split",
        label: "Move the view below or beside the text",
        group: ActionGroup::View,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| {
            let settings = workbench.settings;
            settings.maximise(None);
            settings.split.update(|it| {
                *it = if *it == Split::Beside { Split::Below } else { Split::Beside };
            });
        },
    },
    Row {
        id: "view.window",
        label: "Move the view to a window of its own, or back",
        group: ActionGroup::View,
        icon: Some(Icon::Window),
        shortcuts: &[],
        enabled: |workbench| has_file(workbench) && !workbench.settings.is_phone.get(),
        run: |workbench| workbench.settings.is_view_away.update(|it| *it = !*it),
    },
    Row {
        id: "view.wrap",
        label: "Toggle word wrap",
        group: ActionGroup::View,
        icon: None,
        shortcuts: &[alt("z")],
        enabled: always,
        run: |workbench| workbench.settings.wraps_lines.update(|it| *it = !*it),
    },
    Row {
        id: "view.larger",
        label: "Increase text size",
        group: ActionGroup::View,
        icon: None,
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.settings.step_text_size(1),
    },
    Row {
        id: "view.smaller",
        label: "Decrease text size",
        group: ActionGroup::View,
        icon: None,
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.settings.step_text_size(-1),
    },
    Row {
        id: "view.usualSize",
        label: "Reset text size",
        group: ActionGroup::View,
        icon: None,
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.settings.step_text_size(0),
    },
    Row {
        id: "help.settings",
        label: "Settings…",
        group: ActionGroup::Help,
        icon: None,
        shortcuts: &[ctrl(",")],
        enabled: always,
        run: |workbench| workbench.dialogs.open(Dialog::Settings),
    },
    Row {
        id: "theme.system",
        label: "Colours: follow the system",
        group: ActionGroup::View,
        icon: Some(Icon::System),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.settings.theme.set(Theme::System),
    },
    Row {
        id: "theme.light",
        label: "Colours: light",
        group: ActionGroup::View,
        icon: Some(Icon::Sun),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.settings.theme.set(Theme::Light),
    },
    Row {
        id: "theme.dark",
        label: "Colours: dark",
        group: ActionGroup::View,
        icon: Some(Icon::Moon),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.settings.theme.set(Theme::Dark),
    },
    Row {
        id: "theme.contrast",
        label: "Colours: high contrast",
        group: ActionGroup::View,
        icon: Some(Icon::Contrast),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.settings.theme.set(Theme::Contrast),
    },
    Row {
        id: "help.palette",
        label: "Find a command",
        group: ActionGroup::Help,
        icon: Some(Icon::Command),
        shortcuts: &[ctrl_shift("p"), plain("f1")],
        enabled: always,
        run: show_palette,
    },
    Row {
        id: "help.shortcuts",
        label: "List all shortcuts",
        group: ActionGroup::Help,
        icon: Some(Icon::Help),
        shortcuts: &[plain("?")],
        enabled: always,
        run: |workbench| workbench.dialogs.open(Dialog::Help),
    },
    Row {
        id: "help.tour",
        label: "Take a tour…",
        group: ActionGroup::Help,
        icon: Some(Icon::Help),
        shortcuts: &[],
        enabled: always,
        run: show_tours,
    },
    Row {
        id: "help.reference",
        label: "Reference of the languages",
        group: ActionGroup::Help,
        icon: Some(Icon::Book),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.dialogs.open(Dialog::Reference),
    },
    Row {
        id: "help.codes",
        label: "Explain a problem code…",
        group: ActionGroup::Help,
        icon: Some(Icon::Help),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.dialogs.open(Dialog::Codes),
    },
    Row {
        id: "help.restart",
        label: "Restart the language core",
        group: ActionGroup::Help,
        icon: Some(Icon::Reset),
        shortcuts: &[],
        enabled: always,
        run: |_| editor::restart_worker(),
    },
    Row {
        id: "help.install",
        label: "Install as an app",
        group: ActionGroup::Help,
        icon: Some(Icon::Install),
        shortcuts: &[],
        enabled: |workbench| workbench.install.is_there(),
        run: |workbench| workbench.install.take(),
    },
    Row {
        id: "help.update",
        label: "Load the new version",
        group: ActionGroup::Help,
        icon: None,
        shortcuts: &[],
        enabled: |workbench| workbench.offline.get() == Offline::Update,
        run: |workbench| leptos::task::spawn_local(update(workbench)),
    },
];

/// Stores everything, and only then loads the new version.
async fn update(workbench: Workbench) {
    for file in workbench.documents.files.get_untracked() {
        drafts::note_version(&file, VersionCause::Updating);
    }
    let problem = if !drafts::save_and_wait(workbench.documents).await {
        "The new version was not loaded, because the browser could not store all texts. Save them first."
    } else if !service_worker::update().await {
        "The new version was not loaded, because a tab was just fetching files of this one. It comes once all tabs of Bobbin are closed."
    } else {
        return;
    };
    workbench.toasts.complain(problem);
}

pub(super) fn show_palette(workbench: Workbench) {
    workbench.dialogs.open(Dialog::Palette);
}

pub(super) fn show_tours(workbench: Workbench) {
    workbench.dialogs.open(Dialog::Tours);
}

fn offers(workbench: Workbench, kind: ViewKind) -> bool {
    workbench.documents.offered_views().contains(&kind)
}

/// Shows a tab of the rail with the keyboard in it; where that is already, it goes back.
fn show_rail(workbench: Workbench, tab: RailTab, pane: SidePane) {
    if workbench.navigation.leave_pane(pane) {
        return;
    }
    workbench.navigation.enter_pane(pane, || {
        workbench.settings.is_rail_open.set(true);
        workbench.settings.rail_tab.set(tab);
        workbench.settings.narrow_tab.set(NarrowTab::Rail);
    });
}

fn show_or_hide_problems(workbench: Workbench) {
    let Workbench { settings, navigation, documents, .. } = workbench;
    let has_problems = untrack(|| documents.has_problems());
    let toggle = || settings.toggle_problems(has_problems);
    if settings.is_narrow.get_untracked() {
        // The pane is one of the tabs, and is not hidden but left for another one.
        let show = || settings.narrow_tab.set(NarrowTab::Problems);
        navigation.enter_pane(SidePane::Problems, show);
    } else if untrack(|| settings.shows_problems(has_problems)) {
        navigation.leave_pane(SidePane::Problems);
        toggle();
    } else {
        navigation.enter_pane(SidePane::Problems, toggle);
    }
}
