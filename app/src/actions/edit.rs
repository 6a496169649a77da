//! Actions on the text: the editor carries most of them out, also while the keyboard is elsewhere.

use leptos::prelude::*;

use super::action::{ActionGroup, Row, has_file};
use super::shortcut::{alt, ctrl, ctrl_shift, plain, shift, shift_alt};
use crate::document::MIXED_ENDS;
use crate::open_dialog::Dialog;
use crate::platform::{editor, window};
use crate::visited::Direction;
use crate::widgets::icon::Icon;
use crate::workbench::Workbench;

pub(super) const ROWS: &[Row] = &[
    Row {
        id: "edit.undo",
        label: "Undo",
        group: ActionGroup::Edit,
        icon: Some(Icon::Undo),
        shortcuts: &[ctrl("z")],
        enabled: |workbench| history(workbench, |it| it.can_undo),
        run: |_| command("undo"),
    },
    Row {
        id: "edit.redo",
        label: "Redo",
        group: ActionGroup::Edit,
        icon: Some(Icon::Redo),
        shortcuts: &[ctrl_shift("z"), ctrl("y")],
        enabled: |workbench| history(workbench, |it| it.can_redo),
        run: |_| command("redo"),
    },
    Row {
        id: "edit.find",
        label: "Find in text",
        group: ActionGroup::Edit,
        icon: Some(Icon::Search),
        shortcuts: &[ctrl("f")],
        enabled: has_file,
        run: |_| command("find"),
    },
    Row {
        id: "edit.findAll",
        label: "Find and replace in all files…",
        group: ActionGroup::Edit,
        icon: Some(Icon::Search),
        shortcuts: &[ctrl_shift("f")],
        enabled: has_file,
        run: |workbench| workbench.dialogs.open(Dialog::SearchAll),
    },
    Row {
        id: "edit.add",
        label: "Add an item…",
        group: ActionGroup::Edit,
        icon: Some(Icon::Plus),
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.dialogs.open(Dialog::AddItem),
    },
    Row {
        id: "edit.fix",
        label: "Quick fix",
        group: ActionGroup::Edit,
        icon: Some(Icon::Fix),
        shortcuts: &[ctrl(".")],
        enabled: has_file,
        run: |_| command("quickFix"),
    },
    Row {
        id: "edit.rename",
        label: "Rename",
        group: ActionGroup::Edit,
        icon: None,
        shortcuts: &[plain("f2")],
        enabled: has_file,
        run: |_| command("rename"),
    },
    Row {
        id: "edit.format",
        label: "Format text",
        group: ActionGroup::Edit,
        icon: None,
        shortcuts: &[shift_alt("f")],
        enabled: has_file,
        run: |_| command("format"),
    },
    Row {
        id: "edit.lineEnds",
        label: "Make all line ends LF",
        group: ActionGroup::Edit,
        icon: None,
        shortcuts: &[],
        enabled: |workbench| {
            let file = workbench.documents.active.get();
            file.is_some_and(|it| it.line_ends.get() == MIXED_ENDS)
        },
        run: |_| command("unifyLineEnds"),
    },
    Row {
        id: "edit.nextOccurrence",
        label: "Select the next occurrence, too",
        group: ActionGroup::Edit,
        icon: None,
        shortcuts: &[ctrl("d")],
        enabled: has_file,
        run: |_| {
            command("focus");
            command("nextOccurrence");
        },
    },
    Row {
        id: "edit.comment",
        label: "Toggle comment",
        group: ActionGroup::Edit,
        icon: None,
        shortcuts: &[ctrl("/")],
        enabled: has_file,
        run: |_| command("toggleComment"),
    },
    Row {
        id: "edit.complete",
        label: "Suggest completions",
        group: ActionGroup::Edit,
        icon: None,
        shortcuts: &[ctrl(" ")],
        enabled: has_file,
        run: |_| command("completion"),
    },
    Row {
        id: "edit.fold",
        label: "Fold section",
        group: ActionGroup::Edit,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |_| command("fold"),
    },
    Row {
        id: "edit.unfold",
        label: "Unfold section",
        group: ActionGroup::Edit,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |_| command("unfold"),
    },
    Row {
        id: "go.next-found",
        label: "Next search result in all files",
        group: ActionGroup::Go,
        icon: None,
        shortcuts: &[plain("f4")],
        enabled: has_found,
        run: |workbench| workbench.search.step(1),
    },
    Row {
        id: "go.previous-found",
        label: "Previous search result in all files",
        group: ActionGroup::Go,
        icon: None,
        shortcuts: &[shift("f4")],
        enabled: has_found,
        run: |workbench| workbench.search.step(-1),
    },
    Row {
        id: "go.next-problem",
        label: "Next problem",
        group: ActionGroup::Go,
        icon: Some(Icon::Error),
        shortcuts: &[plain("f8")],
        enabled: has_file,
        run: |workbench| to_problem(workbench, "nextProblem"),
    },
    Row {
        id: "go.previous-problem",
        label: "Previous problem",
        group: ActionGroup::Go,
        icon: None,
        shortcuts: &[shift("f8")],
        enabled: has_file,
        run: |workbench| to_problem(workbench, "previousProblem"),
    },
    Row {
        id: "go.definition",
        label: "Go to definition",
        group: ActionGroup::Go,
        icon: None,
        shortcuts: &[plain("f12")],
        enabled: has_file,
        run: |_| command("definition"),
    },
    Row {
        id: "go.references",
        label: "Find references",
        group: ActionGroup::Go,
        icon: None,
        shortcuts: &[shift("f12")],
        enabled: has_file,
        run: |_| command("references"),
    },
    Row {
        id: "go.back",
        label: "Go back",
        group: ActionGroup::Go,
        icon: None,
        shortcuts: &[alt("arrowleft")],
        enabled: has_file,
        run: |workbench| workbench.navigation.revisit(Direction::Back),
    },
    Row {
        id: "go.forward",
        label: "Go forward",
        group: ActionGroup::Go,
        icon: None,
        shortcuts: &[alt("arrowright")],
        enabled: has_file,
        run: |workbench| workbench.navigation.revisit(Direction::Forward),
    },
    Row {
        id: "go.item",
        label: "Go to item…",
        group: ActionGroup::Go,
        icon: Some(Icon::Section),
        shortcuts: &[ctrl_shift("o")],
        enabled: has_file,
        run: |workbench| workbench.dialogs.open(Dialog::Items),
    },
    Row {
        id: "go.value",
        label: "Go to value by path…",
        group: ActionGroup::Go,
        icon: Some(Icon::Search),
        shortcuts: &[],
        // Texts that compile to binaries have paths for their values.
        enabled: super::file::has_bytes,
        run: |workbench| workbench.dialogs.open(Dialog::Query),
    },
    Row {
        id: "go.text",
        label: "Go to text",
        group: ActionGroup::Go,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| in_text(workbench, "focus"),
    },
];

fn has_found(workbench: Workbench) -> bool {
    workbench.search.n_hits() > 0
}

/// Runs the command; returns false only if it has nothing to do.
fn command(name: &str) {
    editor::run_command(name);
}

/// Runs a command that takes the keyboard into the text, once that is seen on a narrow page.
fn in_text(workbench: Workbench, name: &'static str) {
    workbench.settings.narrow_tab.set(crate::settings::NarrowTab::Source);
    window::after_paint(move || command(name));
}

/// Goes to a problem in the text; where there is none, the person stays where they are.
fn to_problem(workbench: Workbench, name: &'static str) {
    match workbench.documents.has_problems() {
        true => in_text(workbench, name),
        false => workbench.toasts.answer("No problems."),
    }
}

fn history(workbench: Workbench, read: fn(&crate::document::store::History) -> bool) -> bool {
    workbench.documents.active.get().is_some_and(|it| it.history.with(read))
}
