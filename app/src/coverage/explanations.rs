//! The reasons why the chosen point is or is not on, in each reading.

use std::sync::Arc;

use bobbin_protocol::Explanation;
use leptos::html;
use leptos::prelude::*;

use super::state::CoverageState;
use crate::following::memo;
use crate::timeline::{Strip, TimelineState};
use crate::view_options::{ControlBar, ReasonList};
use crate::widgets::dynamic::{When, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::Prose;

/// Shows the answers, each with its chain of rules.
#[component]
pub fn Explanations(state: CoverageState) -> impl IntoView {
    let heading = move || {
        state.view.with(|it| {
            let it = it.as_ref()?;
            Some(format!("{} {}, {} {}", it.x.label, it.x.at, it.y.label, it.y.at))
        })
    };
    let answers = memo(move |_| {
        state.view.with(|it| it.as_ref().map(|it| it.explanations.clone()).unwrap_or_default())
    });
    let has_line = move || state.view.with(|it| it.as_ref().is_some_and(|it| it.line.is_some()));
    let content = move || answers.get().into_iter().map(answer).collect_view();
    view! {
        <section class="answers" aria-label="Explanation">
            <h3 class="answers__title">"Why? " {part(heading)}</h3>
            <ControlBar
                label="Explained point"
                controls=Signal::derive(move || state.controls(true))
                on_choose=move |(key, value): (String, String)| state.choose(&[(&key, &value)])
            />
            <When when=has_line>
                <Invocations state=state />
            </When>
            <div class="answers__all" aria-live="polite">{part(content)}</div>
        </section>
    }
}

/// Shows the invocations of the explained point; a click on one explains that one.
#[component]
fn Invocations(state: CoverageState) -> impl IntoView {
    let track = NodeRef::<html::Div>::new();
    let view = memo(move |_| {
        state.view.with(|it| it.as_ref().and_then(|it| it.line.clone()).map(Arc::new))
    });
    let line = TimelineState::new(view, track);
    view! {
        <div class="timeline__lanes">
            <div class="timeline__measure" node_ref=track></div>
            <Strip state=line />
        </div>
    }
}

fn answer(it: Explanation) -> impl IntoView {
    let (icon, class) = if it.is_on {
        (Icon::Check, "answer__verdict answer__verdict--on")
    } else {
        (Icon::Close, "answer__verdict answer__verdict--off")
    };
    view! {
        <article class="answer" aria-label=it.title.clone()>
            <h4 class="answer__title">{it.title.clone()}</h4>
            <p class=class>
                <IconView icon=icon />
                <span>
                    <strong>{if it.is_on { "Yes: " } else { "No: " }}</strong>
                    <Prose text=it.sentence.clone() />
                    "."
                </span>
            </p>
            <ReasonList reasons=it.reasons />
        </article>
    }
}
