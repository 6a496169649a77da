//! The graph.

use bobbin_protocol::ViewKind;
use leptos::prelude::*;

use super::shortcut::{plain, shift};
use super::{Action, ActionGroup};
use crate::canvas::CanvasRequest;
use crate::widgets::icon::Icon;
use crate::workbench::Workbench;

pub(super) const ACTIONS: &[Action] = &[
    Action {
        id: "graph.fit",
        label: "Fit graph to the pane",
        group: ActionGroup::Graph,
        icon: Some(Icon::Fit),
        shortcuts: &[shift("1")],
        enabled: is_shown,
        run: |workbench| workbench.canvas.ask(CanvasRequest::Fit),
    },
    Action {
        id: "graph.zoom-in",
        label: "Zoom in",
        group: ActionGroup::Graph,
        icon: Some(Icon::Plus),
        shortcuts: &[plain("+"), plain("=")],
        enabled: is_shown,
        run: |workbench| workbench.canvas.ask(CanvasRequest::ZoomIn),
    },
    Action {
        id: "graph.zoom-out",
        label: "Zoom out",
        group: ActionGroup::Graph,
        icon: Some(Icon::Minus),
        shortcuts: &[plain("-")],
        enabled: is_shown,
        run: |workbench| workbench.canvas.ask(CanvasRequest::ZoomOut),
    },
    Action {
        id: "graph.search",
        label: "Search the graph",
        group: ActionGroup::Graph,
        icon: Some(Icon::Search),
        shortcuts: &[plain("/")],
        enabled: is_shown,
        run: |workbench| workbench.canvas.ask(CanvasRequest::Search),
    },
    Action {
        id: "graph.connect",
        label: "Connect the selected card…",
        group: ActionGroup::Graph,
        icon: Some(Icon::Connection),
        shortcuts: &[plain("c")],
        enabled: is_shown,
        run: |workbench| workbench.canvas.ask(CanvasRequest::Connect),
    },
    Action {
        id: "graph.delete",
        label: "Delete what is selected in the graph",
        group: ActionGroup::Graph,
        icon: None,
        shortcuts: &[plain("delete")],
        enabled: is_shown,
        run: |workbench| workbench.canvas.ask(CanvasRequest::Delete),
    },
];

fn is_shown(workbench: Workbench) -> bool {
    workbench.view.get() == Some(ViewKind::Graph)
}
