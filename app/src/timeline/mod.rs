//! The invocations that count: a line of them, with the deciding values as grips to drag.

mod drawing;
mod lane;
mod line;
mod state;
mod strip;

use bobbin_protocol::ViewKind;
use leptos::html;
use leptos::prelude::*;

use crate::document::{Asked, use_documents};
use crate::following::memo;
use crate::inspector::FieldRow;
use crate::navigation::use_navigation;
use crate::picture::{PictureKind, PictureMenu, png, svg, use_pictures};
use crate::platform::canvas::Scheme;
use crate::platform::editor::Focus;
use crate::view_options::{ControlBar, ReasonList};
use crate::widgets::dynamic::{When, list, part};
use crate::widgets::placeholder::Placeholder;
use crate::widgets::prose::{Prose, grouped, plain, sentence};
pub use drawing::drawing_of;
use lane::Lane;
pub use state::TimelineState;
pub use strip::Strip;

/// Shows the line of invocations of the shown document.
#[component]
pub fn TimelinePane() -> impl IntoView {
    let documents = use_documents();
    let navigation = use_navigation();
    let asked = memo(move |_| match documents.active.get() {
        Some(file) => file.views.timeline.get(),
        None => Asked::Absent,
    });
    let view = memo(move |_| asked.with(|it| it.here().cloned()));
    let track = NodeRef::<html::Div>::new();
    let state = TimelineState::new(view, track);
    on_cleanup(move || navigation.light_text(&[]));
    let controls = Signal::derive(move || {
        view.with(|it| it.as_ref().map(|it| it.controls.clone()).unwrap_or_default())
    });
    let on_choose = move |(key, value): (String, String)| {
        if let Some(file) = documents.shown() {
            file.views.choose(ViewKind::Timeline, &[(&key, &value)]);
        }
    };
    let pictures = use_pictures();
    let save = Callback::new(move |kind| {
        let drawn = view.get_untracked().and_then(|it| drawing_of(&it, Scheme::OfPage));
        let bytes = drawn.and_then(|it| match kind {
            PictureKind::Svg => Some(svg(&it).into_bytes()),
            PictureKind::Png => png(&it),
        });
        pictures.save(ViewKind::Timeline, kind, bytes);
    });
    let keys = memo(move |_| {
        view.with(|it| {
            let handles = it.as_ref().map(|it| it.handles.as_slice()).unwrap_or_default();
            handles.iter().map(|it| it.field.key.clone()).collect::<Vec<_>>()
        })
    });
    let lane = move |key: String| view! { <Lane state=state key=key /> };
    let field = move |key: String| {
        let of_key = key.clone();
        let field = memo(move |_| {
            view.with(|it| {
                let handle = it.as_ref()?.handles.iter().find(|it| it.field.key == of_key)?;
                Some(handle.field.clone())
            })
        });
        view! { <FieldRow field=field on_change=move |change| state.set(&key, change) /> }
    };
    view! {
        <div class="timeline">
            {part(move || {
                (!matches!(asked.get(), Asked::Here(_)))
                    .then(|| {
                        view! { <Placeholder asked=asked.get() absent="This text says nothing about invocations." /> }
                    })
            })}
            <When when=move || view.with(Option::is_some)>
                <ControlBar label="Timeline options" controls=controls on_choose=on_choose />
                <div class="timeline__body">
                    <div class="timeline__head">
                        <div class="timeline__about">{part(move || heading(state))}</div>
                        <PictureMenu on_save=save />
                    </div>
                    <div class="timeline__lanes">
                        <div class="timeline__measure" node_ref=track></div>
                        {list(move || keys.get(), String::clone, lane)}
                        <Strip state=state />
                    </div>
                    <div class="timeline__fields">
                        {list(move || keys.get(), String::clone, field)}
                    </div>
                    {part(move || totals(state))}
                    {part(move || {
                        let reasons = view
                            .with(|it| it.as_ref().map(|it| it.end_reasons.clone()).unwrap_or_default());
                        (!reasons.is_empty())
                            .then(|| {
                                view! {
                                    <section class="timeline__end" aria-label="End of the window">
                                        <h3 class="answers__title">"End of the window"</h3>
                                        <ReasonList reasons=reasons />
                                    </section>
                                }
                            })
                    })}
                </div>
            </When>
        </div>
    }
}

/// Describes whose invocations they are, and their outcome.
fn heading(state: TimelineState) -> Option<AnyView> {
    let view = state.view.get()?;
    let title = view.title.clone();
    let title = match view.range {
        Some(range) => view! {
            <button
                type="button"
                class="link timeline__title"
                on:click=move |_| state.navigation.select_text(range, Focus::Stays)
            >
                {title}
            </button>
        }
        .into_any(),
        None => view! { <span class="timeline__title">{title}</span> }.into_any(),
    };
    let text = sentence(&view.sentence);
    Some(
        view! {
            <h2 class="timeline__heading">{title}</h2>
            <p class="timeline__sentence" aria-live="polite">
                <Prose text=text />
            </p>
        }
        .into_any(),
    )
}

/// Shows sums over threads, ranks and so on.
fn totals(state: TimelineState) -> Option<AnyView> {
    let view = state.view.get()?;
    let rows = view
        .totals
        .iter()
        .map(|it| {
            view! {
                <div class="totals__row" title=plain(&it.help)>
                    <dt>{it.label.clone()}</dt>
                    <dd>{grouped(it.value)}</dd>
                </div>
            }
        })
        .collect_view();
    (!view.totals.is_empty()).then(|| view! { <dl class="totals">{rows}</dl> }.into_any())
}
