//! Why the point that was asked about is or is not on, by each reading.

use bobbin_protocol::Explanation;
use leptos::prelude::*;

use super::CoverageState;
use crate::choices::{ControlBar, ReasonList};
use crate::widgets::dynamic::part;
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::Prose;

/// Answers, each with its chain of rules.
#[component]
pub fn Explanations(state: CoverageState) -> impl IntoView {
    let heading = move || {
        state.view.with(|it| {
            let it = it.as_ref()?;
            Some(format!("{} {}, {} {}", it.x.label, it.x.at, it.y.label, it.y.at))
        })
    };
    let answers = Memo::new(move |_| {
        state.view.with(|it| it.as_ref().map(|it| it.explanations.clone()).unwrap_or_default())
    });
    let content = move || answers.get().into_iter().map(answer).collect_view();
    view! {
        <section class="answers" aria-label="Explanation">
            <h3 class="answers__title">"Why? " {part(heading)}</h3>
            <ControlBar
                label="What is explained"
                controls=Signal::derive(move || state.controls(true))
                on_choose=move |(key, value): (String, String)| state.choose(&[(&key, &value)])
            />
            <div class="answers__all" aria-live="polite">{part(content)}</div>
        </section>
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
