//! An action: something a user can do.

use leptos::prelude::*;

use super::shortcut::Shortcut;
use crate::widgets::icon::Icon;
use crate::workbench::Workbench;

/// The group under which help lists an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActionGroup {
    File,
    Edit,
    Go,
    View,
    Graph,
    Help,
}

impl ActionGroup {
    /// All groups, in the order of help.
    pub const ALL: [ActionGroup; 6] = [
        ActionGroup::File,
        ActionGroup::Edit,
        ActionGroup::Go,
        ActionGroup::View,
        ActionGroup::Graph,
        ActionGroup::Help,
    ];

    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            ActionGroup::File => "File",
            ActionGroup::Edit => "Edit",
            ActionGroup::Go => "Go",
            ActionGroup::View => "View",
            ActionGroup::Graph => "Graph",
            ActionGroup::Help => "Help",
        }
    }
}

/// What an action does.
pub type Deed = fn(Workbench);

/// Something a user can do.
#[derive(Clone, Copy)]
pub struct Action {
    /// A stable name.
    pub id: &'static str,
    pub label: &'static str,
    pub group: ActionGroup,
    pub icon: Option<Icon>,
    /// The first one is shown in menus.
    pub shortcuts: &'static [Shortcut],
    /// Tells whether the action applies now.
    pub enabled: fn(Workbench) -> bool,
}

/// An action together with what it does, which lies in another part of the page's module than what
/// is shown of it.
pub struct Row {
    pub id: &'static str,
    pub label: &'static str,
    pub group: ActionGroup,
    pub icon: Option<Icon>,
    pub shortcuts: &'static [Shortcut],
    pub enabled: fn(Workbench) -> bool,
    pub run: Deed,
}

impl Row {
    const fn action(&self) -> Action {
        let Row { id, label, group, icon, shortcuts, enabled, run: _ } = *self;
        Action { id, label, group, icon, shortcuts, enabled }
    }
}

/// Returns what is shown of all `N` rows.
#[allow(clippy::indexing_slicing, reason = "it runs in the compiler, which would refuse to go on")]
pub const fn shown<const N: usize>(rows: &[Row]) -> [Action; N] {
    let mut res = [rows[0].action(); N];
    let mut nth = 1;
    while nth < N {
        res[nth] = rows[nth].action();
        nth += 1;
    }
    res
}

/// Returns what all `N` rows do.
#[allow(clippy::indexing_slicing, reason = "it runs in the compiler, which would refuse to go on")]
pub const fn done<const N: usize>(rows: &[Row]) -> [Deed; N] {
    let mut res = [rows[0].run; N];
    let mut nth = 1;
    while nth < N {
        res[nth] = rows[nth].run;
        nth += 1;
    }
    res
}

pub fn has_file(workbench: Workbench) -> bool {
    workbench.documents.active.get().is_some()
}

pub fn always(_: Workbench) -> bool {
    true
}
