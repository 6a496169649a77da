//! Actions on the graph.

use bobbin_protocol::{Graph, ViewKind};
use leptos::prelude::*;

use super::action::{ActionGroup, Row};
use super::shortcut::{Shortcut, plain, shift};
use crate::canvas::{Alignment, CanvasRequest, Extent, Way};
use crate::document::Asked;
use crate::document::views::Drawing;
use crate::picture::PictureKind;
use crate::widgets::icon::Icon;
use crate::workbench::Workbench;

/// Makes an action of the visible canvas.
const fn action(
    id: &'static str,
    label: &'static str,
    icon: Option<Icon>,
    shortcuts: &'static [Shortcut],
    run: fn(Workbench),
) -> Row {
    Row { id, label, group: ActionGroup::Graph, icon, shortcuts, enabled: is_shown, run }
}

/// Makes an action on the picture of the shown view, be it a graph, a map or a timeline.
const fn picture(id: &'static str, label: &'static str, run: fn(Workbench)) -> Row {
    let icon = Some(Icon::Download);
    Row { id, label, group: ActionGroup::Graph, icon, shortcuts: &[], enabled: has_picture, run }
}

pub(super) const ROWS: &[Row] = &[
    action("graph.add", "Add to the graph…", Some(Icon::Plus), &[plain("a")], |workbench| {
        workbench.canvas.ask(CanvasRequest::Add);
    }),
    action(
        "graph.library",
        "Show or hide the library",
        Some(Icon::Library),
        &[shift("l")],
        |workbench| workbench.canvas.ask(CanvasRequest::Library),
    ),
    action(
        "graph.connect",
        "Connect the selection…",
        Some(Icon::Connection),
        &[plain("c")],
        |workbench| workbench.canvas.ask(CanvasRequest::Connect),
    ),
    // F2 works in the drawing too; elsewhere it renames the name at the caret.
    action(
        "graph.rename",
        "Rename the selected process",
        Some(Icon::Key),
        &[plain("n")],
        |workbench| {
            workbench.canvas.ask(CanvasRequest::Rename);
        },
    ),
    action(
        "graph.value",
        "Set the capacity of a connection…",
        Some(Icon::Table),
        &[plain("k")],
        |workbench| workbench.canvas.ask(CanvasRequest::SetEdgeValue),
    ),
    action("graph.source", "Show in text", Some(Icon::Section), &[plain("t")], |workbench| {
        workbench.canvas.ask(CanvasRequest::Source)
    }),
    action("graph.duplicate", "Duplicate", None, &[plain("d")], |workbench| {
        workbench.canvas.ask(CanvasRequest::Duplicate);
    }),
    action("graph.delete", "Delete the selection", None, &[plain("delete")], |workbench| {
        workbench.canvas.ask(CanvasRequest::Delete);
    }),
    action("graph.select-all", "Select all processes", None, &[], |workbench| {
        workbench.canvas.ask(CanvasRequest::SelectAll);
    }),
    action(
        "graph.next-edge",
        "Select the next connection of the process",
        None,
        &[plain("e")],
        |workbench| workbench.canvas.ask(CanvasRequest::NextEdge),
    ),
    action("graph.upstream", "Highlight dependencies", None, &[plain("u")], |workbench| {
        workbench.canvas.ask(CanvasRequest::Trace(Way::Upstream))
    }),
    action("graph.downstream", "Highlight dependents", None, &[shift("u")], |workbench| {
        workbench.canvas.ask(CanvasRequest::Trace(Way::Downstream))
    }),
    action(
        "graph.align",
        "Align or distribute…",
        Some(Icon::AlignLeft),
        &[shift("a")],
        |workbench| {
            workbench.canvas.ask(CanvasRequest::AskHowToAlign);
        },
    ),
    action("graph.align-left", "Align left edges", Some(Icon::AlignLeft), &[], |workbench| {
        workbench.canvas.ask(CanvasRequest::Align(Alignment::Left));
    }),
    action("graph.align-centre", "Align centres", Some(Icon::AlignCentre), &[], |workbench| {
        workbench.canvas.ask(CanvasRequest::Align(Alignment::Centre));
    }),
    action("graph.align-right", "Align right edges", Some(Icon::AlignRight), &[], |workbench| {
        workbench.canvas.ask(CanvasRequest::Align(Alignment::Right));
    }),
    action("graph.align-top", "Align top edges", Some(Icon::AlignTop), &[], |workbench| {
        workbench.canvas.ask(CanvasRequest::Align(Alignment::Top));
    }),
    action("graph.align-middle", "Align middles", Some(Icon::AlignMiddle), &[], |workbench| {
        workbench.canvas.ask(CanvasRequest::Align(Alignment::Middle));
    }),
    action("graph.align-bottom", "Align bottom edges", Some(Icon::AlignBottom), &[], |workbench| {
        workbench.canvas.ask(CanvasRequest::Align(Alignment::Bottom));
    }),
    action(
        "graph.spread-across",
        "Distribute horizontally",
        Some(Icon::SpreadAcross),
        &[],
        |workbench| {
            workbench.canvas.ask(CanvasRequest::Align(Alignment::Across));
        },
    ),
    action(
        "graph.spread-down",
        "Distribute vertically",
        Some(Icon::SpreadDown),
        &[],
        |workbench| {
            workbench.canvas.ask(CanvasRequest::Align(Alignment::Down));
        },
    ),
    action("graph.extract", "Extract to a cluster…", None, &[plain("g")], |workbench| {
        workbench.canvas.ask(CanvasRequest::Extract);
    }),
    action("graph.inline", "Replace with its contents", None, &[shift("g")], |workbench| {
        workbench.canvas.ask(CanvasRequest::Inline);
    }),
    action("graph.tidy", "Tidy up: discard manual moves", Some(Icon::Reset), &[], |workbench| {
        workbench.canvas.ask(CanvasRequest::Tidy);
    }),
    action(
        "graph.expand",
        "Expand or collapse",
        Some(Icon::ChevronRight),
        &[plain("x")],
        |workbench| workbench.canvas.ask(CanvasRequest::Expand),
    ),
    action("graph.enter", "Go inside the selected process", None, &[plain("o")], |workbench| {
        workbench.canvas.ask(CanvasRequest::Enter);
    }),
    action("graph.fit", "Fit graph to the pane", Some(Icon::Fit), &[shift("1")], |workbench| {
        workbench.canvas.ask(CanvasRequest::Fit);
    }),
    action(
        "graph.fit-selection",
        "Zoom to the selection",
        Some(Icon::Fit),
        &[shift("2")],
        |workbench| workbench.canvas.ask(CanvasRequest::FitSelection),
    ),
    action("graph.zoom-in", "Zoom in", Some(Icon::Plus), &[plain("+"), plain("=")], |workbench| {
        workbench.canvas.ask(CanvasRequest::ZoomIn);
    }),
    action("graph.zoom-out", "Zoom out", Some(Icon::Minus), &[plain("-")], |workbench| {
        workbench.canvas.ask(CanvasRequest::ZoomOut);
    }),
    action("graph.search", "Search the graph", Some(Icon::Search), &[plain("/")], |workbench| {
        workbench.canvas.ask(CanvasRequest::Search);
    }),
    action("graph.list", "Graph as a list", Some(Icon::Section), &[plain("l")], |workbench| {
        workbench.canvas.ask(CanvasRequest::List);
    }),
    action(
        "graph.comments",
        "Show or hide comments in the graph",
        Some(Icon::Comment),
        &[],
        |workbench| workbench.canvas.ask(CanvasRequest::Comments),
    ),
    Row {
        id: "graph.banners",
        label: "Group by banner comments",
        group: ActionGroup::Graph,
        icon: Some(Icon::Group),
        shortcuts: &[],
        enabled: has_banners,
        run: |workbench| workbench.canvas.ask(CanvasRequest::Banners),
    },
    picture("graph.save-svg", "Save drawing as SVG", |workbench| {
        save_drawing(workbench, PictureKind::Svg);
    }),
    picture("graph.save-png", "Save drawing as PNG", |workbench| {
        save_drawing(workbench, PictureKind::Png);
    }),
    action(
        "graph.save-seen-svg",
        "Save visible part as SVG",
        Some(Icon::Download),
        &[],
        |workbench| {
            workbench.canvas.ask(CanvasRequest::SaveSvg(Extent::Seen));
        },
    ),
    action(
        "graph.save-seen-png",
        "Save visible part as PNG",
        Some(Icon::Download),
        &[],
        |workbench| {
            workbench.canvas.ask(CanvasRequest::SavePng(Extent::Seen));
        },
    ),
    action("graph.save-layout", "Save layout as JSON", Some(Icon::Download), &[], |workbench| {
        workbench.canvas.ask(CanvasRequest::SaveLayout);
    }),
    action("graph.print", "Print drawing", None, &[], |workbench| {
        workbench.canvas.ask(CanvasRequest::Print);
    }),
    // Escape works in the drawing too.
    Row {
        id: "graph.stop",
        label: "Stop the layout",
        group: ActionGroup::Graph,
        icon: Some(Icon::Close),
        shortcuts: &[],
        enabled: is_drawing,
        run: |workbench| workbench.canvas.ask(CanvasRequest::Stop),
    },
];

fn is_drawing(workbench: Workbench) -> bool {
    let file = workbench.documents.active.get();
    is_shown(workbench)
        && file.is_some_and(|it| matches!(it.views.drawing.get(), Drawing::Awaited { .. }))
}

fn has_banners(workbench: Workbench) -> bool {
    let file = workbench.documents.active.get();
    let has_some = |it: &Asked<Graph>| it.here().is_some_and(|it| !it.banners.is_empty());
    is_shown(workbench) && file.is_some_and(|it| it.views.graph.with(has_some))
}

fn has_picture(workbench: Workbench) -> bool {
    is_shown(workbench) || workbench.pictures.are_offered()
}

fn save_drawing(workbench: Workbench, kind: PictureKind) {
    if workbench.pictures.ask(kind) {
        return;
    }
    workbench.canvas.ask(match kind {
        PictureKind::Svg => CanvasRequest::SaveSvg(Extent::All),
        PictureKind::Png => CanvasRequest::SavePng(Extent::All),
    });
}

fn is_shown(workbench: Workbench) -> bool {
    workbench.navigation.view.get() == Some(ViewKind::Graph)
}
