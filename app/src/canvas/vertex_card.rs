//! One vertex of the graph.

use bobbin_protocol::{Port, PortSide, Rect, Vertex};
use leptos::prelude::*;

use super::detail::{Detail, cut};
use super::letters;
use super::nesting;
use crate::widgets::dynamic::live;

/// Between the edge of a box and its text; the layout makes room with the same number.
pub const PADDING: f64 = 12.0;
/// Width of a letter of a title seen from afar, in canvas units; the style sheet has its size.
const FAR_LETTER: f64 = 15.0;

/// How a vertex stands out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Emphasis {
    /// Selected, and so is its text.
    pub is_selected: bool,
    /// Not what is looked for.
    pub is_dimmed: bool,
    /// Under the pointer, or joined with what is.
    pub is_lit: bool,
}

/// A vertex with its ports. Shows what it is given; the canvas hears the pointer.
#[component]
pub fn VertexCard(
    /// What to show.
    #[prop(into)]
    vertex: Signal<Option<Vertex>>,
    /// Whether others are drawn in it.
    is_group: bool,
    /// How much of it.
    detail: Detail,
    /// How it stands out.
    #[prop(into)]
    emphasis: Signal<Emphasis>,
    /// The colour of a data type, by its number.
    #[prop(into)]
    colour_of: Callback<String, Option<usize>>,
    /// It got the keyboard.
    #[prop(into)]
    on_focus: Callback<()>,
) -> impl IntoView {
    let body = move || {
        let Some(vertex) = vertex.get() else { return ().into_any() };
        let is_full = detail == Detail::Full;
        let ports = is_full.then(|| ports(&vertex, colour_of));
        let name = accessible_name(&vertex);
        view! {
            <g
                class="vertex__card"
                role="button"
                tabindex="-1"
                data-vertex=vertex.title.clone()
                aria-label=name
                aria-pressed=live(move || if emphasis.get().is_selected { "true" } else { "false" })
                on:focus=move |_| on_focus.run(())
            >
                {card(&vertex, is_group, is_full)}
            </g>
            {ports}
        }
        .into_any()
    };
    view! {
        <g
            class="vertex"
            class:vertex--group=is_group
            class:vertex--selected=live(move || emphasis.get().is_selected)
            class:vertex--dimmed=live(move || emphasis.get().is_dimmed)
            class:vertex--fixed=live(move || {
                vertex.with(|it| it.as_ref().is_some_and(|it| it.fixed.is_some()))
            })
            class:vertex--wrong=live(move || {
                vertex.with(|it| it.as_ref().is_some_and(|it| it.problem.is_some()))
            })
        >
            {body}
        </g>
    }
}

/// What a vertex is called where there is no picture of it.
#[must_use]
pub fn accessible_name(vertex: &Vertex) -> String {
    let mut name = vertex.title.clone();
    if !vertex.subtitle.is_empty() {
        name.push(' ');
        name.push_str(&vertex.subtitle);
    }
    for badge in &vertex.badges {
        name.push_str(", ");
        name.push_str(&badge.text);
    }
    if let Some(why) = &vertex.fixed {
        name.push_str(", not editable here: ");
        name.push_str(why);
    }
    if let Some(problem) = &vertex.problem {
        name.push_str(", problem: ");
        name.push_str(problem);
    }
    name
}

fn card(vertex: &Vertex, is_group: bool, is_full: bool) -> AnyView {
    let Rect { x, y, width, height } = vertex.rect;
    let mark = vertex.problem.is_some();
    let room = width - 2.0 * PADDING;
    let title = if is_full {
        view! {
            <text class="vertex__title" x=x + PADDING y=y + 20.0>
                {letters::title(&vertex.title, room)}
            </text>
            " "
            <text class="vertex__subtitle" x=x + PADDING y=y + 35.0>
                {letters::fitted(&vertex.subtitle, room, letters::SMALL)}
            </text>
        }
        .into_any()
    } else {
        // Seen from afar letters are drawn larger, in the middle of the card; others lie in the middle
        // of a group.
        let at =
            if is_group { (x + PADDING, y + 22.0) } else { (x + width / 2.0, y + height / 2.0) };
        view! {
            <text class="vertex__title vertex__title--far" x=at.0 y=at.1>
                {cut(&vertex.title, width - 8.0, FAR_LETTER)}
            </text>
        }
        .into_any()
    };
    let (far_x, far_y) = (x + width, y);
    view! {
        <rect class="vertex__box" x=x y=y width=width height=height rx=if is_group { 10 } else { 7 } />
        {title}
        {is_full.then(|| badges(vertex))}
        {is_full.then(|| fold_mark(vertex, is_group))}
        {mark
            .then(|| {
                view! {
                    <g class="vertex__mark">
                        <circle cx=far_x cy=far_y r="6.5" />
                        <path d=format!("M{far_x} {}v4.2M{far_x} {}v.4", far_y - 3.4, far_y + 3.2) />
                    </g>
                }
            })}
    }
    .into_any()
}

/// What opens and closes a card that has a graph inside.
fn fold_mark(vertex: &Vertex, is_open: bool) -> Option<AnyView> {
    let at = nesting::mark_of(vertex)?;
    let (x, y) = (at.x, at.y);
    let sign = if is_open {
        format!("M{} {}l4 4l4 -4", x - 4.0, y - 2.0)
    } else {
        format!("M{} {}l4 4l-4 4", x - 2.0, y - 4.0)
    };
    Some(
        view! {
            <rect class="vertex__fold" x=x - 8.0 y=y - 8.0 width="16" height="16" rx="4" />
            <path class="vertex__fold-sign" d=sign />
        }
        .into_any(),
    )
}

/// Width of a letter of a badge, in canvas units; the style sheet has its size.
const BADGE_LETTER: f64 = 5.6;

/// On the upper edge, from the right; the corner is for what is wrong.
fn badges(vertex: &Vertex) -> AnyView {
    let mut right = vertex.rect.x + vertex.rect.width - PADDING;
    let mut all = Vec::new();
    for badge in &vertex.badges {
        let width = badge.text.chars().count() as f64 * BADGE_LETTER + 12.0;
        let (x, y) = (right - width, vertex.rect.y);
        all.push(view! {
            <rect class="vertex__badge" x=x y=y - 7.5 width=width height="15" rx="7.5" />
            <text class="vertex__badge-text" x=x + width / 2.0 y=y + 3.5>
                {badge.text.clone()}
            </text>
        });
        right = x - 4.0;
    }
    all.into_any()
}

fn ports(vertex: &Vertex, colour_of: Callback<String, Option<usize>>) -> AnyView {
    let mark = |port: &Port| {
        let name = port_name(&vertex.title, port);
        port_mark(port, Some(name), colour_of.run(port.data_type.clone()), false)
    };
    vertex.ports.iter().map(mark).collect_view().into_any()
}

/// A port with its name; `name` is what it is called where there is no picture of it.
pub fn port_mark(
    port: &Port,
    name: Option<String>,
    colour: Option<usize>,
    is_fitting: bool,
) -> AnyView {
    let is_input = port.side == PortSide::Input;
    let text_x = port.anchor.x + if is_input { PADDING } else { -PADDING };
    view! {
        <g
            class="port"
            class:port--input=is_input
            class:port--fits=is_fitting
            data-colour=colour.map(|it| it.to_string())
        >
            <circle
                class="port__dot"
                class:port__dot--required=port.required
                role="img"
                aria-label=name
                cx=port.anchor.x
                cy=port.anchor.y
                r="4.5"
            />
            <text class="port__name" x=text_x y=port.anchor.y + 3.5>
                {letters::fitted(&port.name, letters::WIDEST_PORT, letters::SMALL)}
            </text>
        </g>
    }
    .into_any()
}

/// What a port is called where there is no picture of it.
#[must_use]
pub fn port_name(vertex: &str, port: &Port) -> String {
    let side = match port.side {
        PortSide::Input => "input",
        PortSide::Output => "output",
    };
    let data =
        if port.data_type.is_empty() { String::new() } else { format!(", {}", port.data_type) };
    let required = if port.required { ", required" } else { "" };
    format!("{side} {vertex}.{}{data}{required}", port.name)
}
