//! The map: a picture with a cursor over it.

use bobbin_protocol::{Coverage, Selection, ViewKind};
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;

use super::bands;
use super::drawing::{drawing_of, palette_at};
use super::grid::{Block, Cell, Geometry, MAX_CELL};
use super::paint::{Mark, marked, pixels};
use super::state::{CoverageState, Reach};
use super::tool::Tool;
use crate::following::{effect, memo};
use crate::picture::{PictureKind, PictureMenu, png, svg, use_pictures};
use crate::platform::canvas::{self, Pattern, Picture, Scheme, colour_at};
use crate::platform::dom;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{list, live, part};
use crate::widgets::icon::Icon;
use crate::widgets::prose::{Prose, plain};

/// Room for the ids along the axes, in pixels; the style sheet repeats it.
const MARGIN: (f64, f64) = (52.0, 24.0);
/// The size of an id along an axis, and of the dot, in pixels; the style sheet repeats them.
const TICK_HEIGHT: f64 = 16.0;
const TICK_LETTER: f64 = 7.0;
const DOT: f64 = 10.0;
/// The thickness of scroll bars, in pixels.
const SCROLL_BARS: f64 = 16.0;
/// The smallest cell on which patterns can be told apart, in pixels.
const MIN_PATTERN: f64 = 3.0;
/// The smallest cell with lines around it, in pixels.
const MIN_LINES: f64 = 7.0;
/// The most ranges that get patterns or outlines of their own.
const MAX_STRETCHES: usize = 6000;
/// The factor of one zoom step.
const ZOOM_STEP: f64 = 1.6;

/// Shows the picture, its axes, the cursor, and a description of the cell under it.
#[component]
pub fn Map(state: CoverageState) -> impl IntoView {
    let room = NodeRef::<html::Div>::new();
    let size = dom::size_of(room);
    let picture = NodeRef::<html::Canvas>::new();
    let probe = NodeRef::<html::Span>::new();
    let zoom = RwSignal::new(1.0_f64);
    let geometry = memo(move |_| {
        let size = size.get();
        let room = (
            (size.width - MARGIN.0 - SCROLL_BARS).max(1.0),
            (size.height - MARGIN.1 - SCROLL_BARS).max(1.0),
        );
        state.view.with(|view| {
            let view = view.as_ref();
            view.map(|_| Geometry::new(state.bands.get(), room, zoom.get()))
        })
    });
    effect(move || {
        // The style sheet's colours have changed.
        state.settings.shown_theme.track();
        let Some(geometry) = geometry.get() else { return };
        let (Some(canvas), Some(probe)) = (picture.get(), probe.get()) else { return };
        state.view.with(|view| {
            if let Some(view) = view {
                draw(&canvas, &probe, view, &geometry);
            }
        });
    });
    let field = view! { <Field state=state geometry=geometry picture=picture /> };
    // As high as the map needs, up to the limit of the style sheet.
    let height = move || {
        let n = state.bands.with(|[_, y]| y.len());
        format!("{}px", f64::from(n.min(64)) * MAX_CELL.1 + MARGIN.1 + SCROLL_BARS + 2.0)
    };
    let x_label = move || state.view.with(|it| it.as_ref().map(|it| it.x.label.clone()));
    let y_label = move || state.view.with(|it| it.as_ref().map(|it| it.y.label.clone()));
    view! {
        <div class="map">
            <span class="map__probe" aria-hidden="true" node_ref=probe></span>
            <MapHead state=state zoom=zoom />
            <div class="map__room" node_ref=room style:height=live(height)>
                <div class="map__sheet">
                    <span class="map__corner" aria-hidden="true">
                        <span class="map__axis-y">{part(y_label)}</span>
                        <span class="map__axis-x">{part(x_label)}</span>
                    </span>
                    <Ticks state=state geometry=geometry is_upright=false />
                    <Ticks state=state geometry=geometry is_upright=true />
                    {field}
                </div>
            </div>
        </div>
    }
}

/// Describes the cell under the cursor, and offers to zoom and to save the picture.
#[component]
fn MapHead(state: CoverageState, zoom: RwSignal<f64>) -> impl IntoView {
    let pictures = use_pictures();
    let save = Callback::new(move |kind| {
        let view = state.view.get_untracked();
        let drawing = view.and_then(|it| drawing_of(&it, Scheme::OfPage));
        let bytes = drawing.and_then(|it| match kind {
            PictureKind::Svg => Some(svg(&it).into_bytes()),
            PictureKind::Png => png(&it),
        });
        pictures.save(ViewKind::Coverage, kind, bytes);
    });
    let about = move || {
        let cell = state.hovered.get().unwrap_or_else(|| state.cursor.get());
        view! { <Prose text=state.told(cell) /> }
    };
    view! {
        <div class="map__head">
            // It scrolls where it is long.
            <span class="map__about" tabindex="0">
                {part(about)}
            </span>
            {part(move || {
                state.can_fold.get()
                    .then(|| {
                        let label = move || {
                            if state.folds.get() { "Show every unit" } else { "Fold alike units" }
                        };
                        view! {
                            <button
                                type="button"
                                class="link map__fold"
                                on:click=move |_| state.folds.update(|it| *it = !*it)
                            >
                                {part(label)}
                            </button>
                        }
                    })
            })}
            <div class="map__buttons">
            <Button
                label="Zoom out"
                icon=Icon::Minus
                is_bare=true
                is_enabled=Signal::derive(move || zoom.get() > 1.0)
                on_press=move |()| zoom.update(|it| *it = (*it / ZOOM_STEP).max(1.0))
            />
            <Button
                label="Zoom in"
                icon=Icon::Plus
                is_bare=true
                on_press=move |()| zoom.update(|it| *it = (*it * ZOOM_STEP).min(64.0))
            />
            <PictureMenu on_save=save />
            </div>
        </div>
    }
}

/// Shows the ids along an axis, where whole columns or rows are painted.
#[component]
fn Ticks(
    state: CoverageState,
    geometry: Memo<Option<Geometry>>,
    is_upright: bool,
) -> impl IntoView {
    let at = move |event: &PointerEvent| {
        let place = dom::pointer_in(event);
        let (x, y) = if is_upright { (0.0, place.y) } else { (place.x, 0.0) };
        let geometry = geometry.read_untracked();
        geometry.as_ref().map(|it| it.cell_at(x, y)).unwrap_or_default()
    };
    let paints = move || state.tool.get() != Tool::Explain;
    let reach = if is_upright { Reach::Rows } else { Reach::Columns };
    let is_own = move || state.anchor.get_untracked().is_some_and(|it| it.1 == reach);
    let on_down = move |event: PointerEvent| {
        if event.button() == 0 && state.tool.get_untracked() != Tool::Explain {
            dom::capture_pointer(&event);
            state.begin(at(&event), reach);
        }
    };
    let bands = move || {
        geometry.with(|it| {
            let Some(it) = it else { return Vec::new() };
            let (bands, named) = if is_upright {
                (&it.y, Geometry::ticks(&it.y, it.height, 18.0, 1.0))
            } else {
                (&it.x, Geometry::ticks(&it.x, it.width, 30.0, 2.0))
            };
            named.into_iter().map(|band| (band, bands.label(band))).collect()
        })
    };
    let tick = move |(band, label): (u32, String)| {
        let n_letters = label.chars().count() as f64;
        let place = move || {
            let (size, extent) = geometry.with(|it| {
                let Some(it) = it else { return (0.0, 0.0) };
                let (width, height) = it.extent();
                if is_upright { (it.height, height) } else { (it.width, width) }
            });
            // The axes meet at a corner that covers what reaches into it.
            let half = if is_upright { TICK_HEIGHT } else { n_letters * TICK_LETTER } / 2.0;
            format!("{}px", inside((f64::from(band) + 0.5) * size, half, extent))
        };
        view! {
            <span
                class="map__tick"
                style:left=live(move || if is_upright { String::new() } else { place() })
                style:top=live(move || if is_upright { place() } else { String::new() })
            >
                {label}
            </span>
        }
    };
    view! {
        <div
            class=if is_upright { "map__y" } else { "map__x" }
            class:map__ids--paint=live(paints)
            title=live(move || {
                let whole = if is_upright { "Paint whole rows" } else { "Paint whole columns" };
                paints().then_some(whole)
            })
            aria-hidden="true"
            on:pointerdown=on_down
            on:pointermove=move |event| {
                if is_own() {
                    state.extend(at(&event));
                }
            }
            on:pointerup=move |_| {
                if is_own() {
                    state.finish(true);
                }
            }
            on:pointercancel=move |_| {
                if is_own() {
                    state.finish(false);
                }
            }
        >
            {list(bands, |(band, label)| format!("{band} {label}"), tick)}
        </div>
    }
}

/// Shows the picture with everything over it, and handles pointer and keyboard.
#[component]
fn Field(
    state: CoverageState,
    geometry: Memo<Option<Geometry>>,
    picture: NodeRef<html::Canvas>,
) -> impl IntoView {
    let anchor = state.anchor;
    let at = move |event: &PointerEvent| {
        let place = dom::pointer_in(event);
        let geometry = geometry.read_untracked();
        geometry.as_ref().map(|it| it.cell_at(place.x, place.y)).unwrap_or_default()
    };
    let on_down = move |event: PointerEvent| {
        if event.button() != 0 {
            return;
        }
        let cell = at(&event);
        state.cursor.set(cell);
        if state.tool.get_untracked() == Tool::Explain {
            return state.explain(cell);
        }
        dom::capture_pointer(&event);
        state.begin(cell, Reach::Cells);
    };
    let on_move = move |event: PointerEvent| {
        let cell = at(&event);
        if anchor.get_untracked().is_some() {
            // The keyboard continues where the pointer stopped.
            state.cursor.set(cell);
            state.extend(cell);
        }
        if state.hovered.get_untracked() != Some(cell) {
            state.hovered.set(Some(cell));
            state.light(Some(cell));
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let step = if event.ctrl_key() { 10 } else { 1 };
        let by = match event.key().as_str() {
            "ArrowRight" => (step, 0),
            "ArrowLeft" => (-step, 0),
            "ArrowDown" => (0, step),
            "ArrowUp" => (0, -step),
            "PageDown" => (0, 10),
            "PageUp" => (0, -10),
            "Home" => (-i64::from(u32::MAX), 0),
            "End" => (i64::from(u32::MAX), 0),
            " " => {
                event.prevent_default();
                if anchor.get_untracked().is_none() {
                    state.begin(state.cursor.get_untracked(), Reach::Cells);
                }
                return state.finish(true);
            }
            "Enter" => {
                event.prevent_default();
                return state.explain(state.cursor.get_untracked());
            }
            "Escape" if anchor.get_untracked().is_some() => {
                event.prevent_default();
                event.stop_propagation();
                return state.finish(false);
            }
            _ => return,
        };
        event.prevent_default();
        let old = state.cursor.get_untracked();
        let new = geometry.read_untracked().as_ref().map_or(old, |it| it.moved(old, by));
        state.cursor.set(new);
        state.light(Some(new));
        if event.shift_key() {
            if anchor.get_untracked().is_none() {
                state.begin(old, Reach::Cells);
            }
            state.extend(new);
        } else if anchor.get_untracked().is_some() {
            state.finish(false);
        }
        dom::reveal_in(&event, ".map__cursor");
    };
    let point = move || {
        state.view.with(|it| {
            it.as_ref().map(|it| {
                let cell = Cell { x: it.x.at, y: it.y.at };
                Block::between(cell, cell)
            })
        })
    };
    let cursor = move || {
        let cell = state.cursor.get();
        Some(Block::between(cell, cell))
    };
    let hovered = move || state.hovered.get().map(|it| Block::between(it, it));
    let stroke_class = move || {
        let from = anchor.get().map_or_else(|| state.cursor.get(), |it| it.0);
        if state.adds(from) { "map__stroke" } else { "map__stroke map__stroke--remove" }
    };
    let extent = move || geometry.with(|it| it.as_ref().map(Geometry::extent).unwrap_or_default());
    view! {
        <div
            class="map__field"
            class:map__field--paints=live(move || state.tool.get() != Tool::Explain)
            role="application"
            aria-roledescription="map of units"
            aria-label="Coverage map. Arrows move, Enter explains, Shift with arrows selects, Space paints."
            tabindex="0"
            style:width=live(move || format!("{}px", extent().0))
            style:height=live(move || format!("{}px", extent().1))
            on:pointerdown=on_down
            on:pointermove=on_move
            on:pointerup=move |_| state.finish(true)
            on:pointercancel=move |_| state.finish(false)
            on:pointerleave=move |_| {
                state.hovered.set(None);
                state.light(None);
            }
            on:keydown=on_key
        >
            <canvas class="map__picture" node_ref=picture aria-hidden="true"></canvas>
            {dot(geometry, point)}
            {frame(geometry, "map__hovered", hovered)}
            {frame(geometry, "map__cursor", cursor)}
            {part(move || {
                let class = stroke_class();
                state.stroke.get().map(|block| frame(geometry, class, move || Some(block)))
            })}
            <p class="visually-hidden" aria-live="polite">
                {part(move || plain(&state.told(state.cursor.get())))}
            </p>
        </div>
    }
}

/// Returns a place that is as far as `half` from both ends of an axis, if there is room.
fn inside(place: f64, half: f64, extent: f64) -> f64 {
    place.min(extent - half).max(half)
}

/// Draws a dot on cells, all of it on the map.
fn dot(
    geometry: Memo<Option<Geometry>>,
    block: impl Fn() -> Option<Block> + Send + Sync + 'static,
) -> AnyView {
    part(move || {
        let block = block()?;
        let ([left, top, width, height], extent) =
            geometry.with(|it| Some((it.as_ref()?.place(block)?, it.as_ref()?.extent())))?;
        let x = inside(left + width / 2.0, DOT / 2.0, extent.0);
        let y = inside(top + height / 2.0, DOT / 2.0, extent.1);
        Some(view! {
            <div class="map__point" style:left=format!("{x}px") style:top=format!("{y}px")></div>
        })
    })
    .into_any()
}

/// Draws a frame around cells.
fn frame(
    geometry: Memo<Option<Geometry>>,
    class: &'static str,
    block: impl Fn() -> Option<Block> + Send + Sync + 'static,
) -> AnyView {
    part(move || {
        let block = block()?;
        let [left, top, width, height] = geometry.with(|it| it.as_ref()?.place(block))?;
        Some(view! {
            <div
                class=class
                style:left=format!("{left}px")
                style:top=format!("{top}px")
                style:width=format!("{}px", width.max(3.0))
                style:height=format!("{}px", height.max(3.0))
            ></div>
        })
    })
    .into_any()
}

/// Draws the picture in the colours of the style sheet.
fn draw(canvas: &canvas::Surface, probe: &canvas::Probe, view: &Coverage, geometry: &Geometry) {
    let colour = |word: &str| colour_at(probe, word);
    let palette = palette_at(probe);
    let (width, height) = geometry.extent();
    let is_fine = geometry.width < MIN_PATTERN || geometry.height < MIN_PATTERN;
    let drawn = bands::drawn(view, &[geometry.x.clone(), geometry.y.clone()]);
    let marks = if is_fine { None } else { marked(&drawn, MAX_STRETCHES) };
    let patterns: Vec<_> = marks
        .unwrap_or_default()
        .into_iter()
        .map(|(mark, [column, row, n_columns, n_rows])| {
            let pattern = match mark {
                Mark::Overlap => Pattern::Rising,
                Mark::Gap => Pattern::Dots,
                Mark::Outside => Pattern::Crossed,
            };
            let place = [
                f64::from(column) * geometry.width,
                f64::from(row) * geometry.height,
                f64::from(n_columns) * geometry.width,
                f64::from(n_rows) * geometry.height,
            ];
            (pattern, place)
        })
        .collect();
    let outlines = view.selection.as_ref().map(|it| outlines(it, geometry)).unwrap_or_default();
    let (ground, ink, outline) =
        (colour("var(--bg)"), colour("var(--cover-ink)"), colour("var(--fg)"));
    let has_lines = geometry.width >= MIN_LINES && geometry.height >= MIN_LINES;
    canvas::draw(
        canvas,
        &Picture {
            n_x: geometry.x.len(),
            n_y: geometry.y.len(),
            pixels: &pixels(&drawn, &palette),
            width,
            height,
            lines: has_lines.then_some(ground.as_str()),
            patterns: &patterns,
            ink: &ink,
            ground: &ground,
            outlines: &outlines,
            outline: &outline,
        },
    );
}

/// Returns the places of the cells that an item names; none if there are too many.
fn outlines(selection: &Selection, geometry: &Geometry) -> Vec<[f64; 4]> {
    let all = vec![(0, u32::MAX)];
    let xs = selection.x.as_ref().unwrap_or(&all);
    let ys = selection.y.as_ref().unwrap_or(&all);
    if xs.len().saturating_mul(ys.len()) > MAX_STRETCHES {
        return Vec::new();
    }
    let blocks = xs.iter().flat_map(|x| {
        ys.iter().map(|y| Block { low: Cell { x: x.0, y: y.0 }, high: Cell { x: x.1, y: y.1 } })
    });
    blocks.filter_map(|it| geometry.place(it)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_at_an_end_is_drawn_whole() {
        assert_eq!(inside(0.3, 8.0, 166.0), 8.0);
        assert_eq!(inside(165.0, 8.0, 166.0), 158.0);
        assert_eq!(inside(50.0, 8.0, 166.0), 50.0);
        assert_eq!(inside(11.0, 8.0, 22.0), 11.0, "a single row");
        assert_eq!(inside(3.0, 8.0, 6.0), 8.0, "without room the beginning counts");
    }
}
