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
    pub run: fn(Workbench),
}

pub fn has_file(workbench: Workbench) -> bool {
    workbench.documents.active.get().is_some()
}

pub fn always(_: Workbench) -> bool {
    true
}
