//! Actions by which work leaves the page: links, pages, JSON, paper.

use leptos::prelude::*;

use super::action::{ActionGroup, Row, has_file};
use crate::open_dialog::Dialog;
use crate::platform::window;
use crate::widgets::icon::Icon;
use crate::workbench::Workbench;

/// Makes an action on the shown file.
const fn of_file(id: &'static str, label: &'static str, run: fn(Workbench)) -> Row {
    let group = ActionGroup::File;
    Row { id, label, group, icon: None, shortcuts: &[], enabled: has_file, run }
}

/// Makes an action on the shown view.
const fn of_view(id: &'static str, label: &'static str, run: fn(Workbench)) -> Row {
    let group = ActionGroup::View;
    Row { id, label, group, icon: None, shortcuts: &[], enabled: has_view, run }
}

pub(super) const ROWS: &[Row] = &[
    of_file("file.linkLine", "Copy link to this line", |workbench| workbench.sharing.copy_line()),
    of_file("file.linkSealed", "Copy link with a passphrase…", |workbench| {
        workbench.dialogs.open(Dialog::Seal);
    }),
    Row {
        icon: Some(Icon::Download),
        ..of_file("file.page", "Save as web page", |workbench| workbench.exports.save_page())
    },
    of_file("file.print", "Print text and view…", |_| window::print_page()),
    of_view("view.copyJson", "Copy view as JSON", |workbench| workbench.exports.copy_view()),
    of_view("view.saveJson", "Save view as JSON", |workbench| workbench.exports.save_view()),
    of_file("file.outlineJson", "Save outline as JSON", |workbench| {
        workbench.exports.save_outline();
    }),
];

fn has_view(workbench: Workbench) -> bool {
    workbench.navigation.view.get().is_some()
}
