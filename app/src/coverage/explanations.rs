//! The reasons why the chosen point is or is not on, in each reading.

use std::sync::Arc;

use bobbin_protocol::Explanation;
use leptos::html;
use leptos::prelude::*;

use super::grid::{self, Cell};
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
    let answers =
        memo(move |_| state.view.with(|it| it.as_ref().map(|it| joined(&it.explanations))));
    let has_line = move || state.view.with(|it| it.as_ref().is_some_and(|it| it.line.is_some()));
    let content = move || answers.get().into_iter().flatten().map(answer).collect_view();
    view! {
        <section class="answers" aria-label="Explanation">
            <h3 class="answers__title">"Why? " {part(heading)}</h3>
            <ControlBar
                label="Explained point"
                controls=Signal::derive(move || state.controls(true))
                on_choose=move |(key, value): (String, String)| state.choose(&[(&key, &value)])
            />
            <div class="answers__all" aria-live="polite">{part(content)}</div>
            <When when=has_line>
                <Invocations state=state />
            </When>
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
    // The schedule is drawn also for a unit that other rules leave out.
    let is_left_out = memo(move |_| {
        state.view.with(|it| {
            let it = it.as_ref()?;
            Some(!grid::state_of(it, Cell { x: it.x.at, y: it.y.at })?.is_on)
        })
    });
    view! {
        <div class="timeline__lanes">
            <div class="timeline__measure" node_ref=track></div>
            <Strip
                state=line
                is_left_out=Signal::derive(move || is_left_out.get().unwrap_or(false))
            />
        </div>
    }
}

/// Returns the answers, those that say the same in all readings as one.
fn joined(all: &[Explanation]) -> Vec<Explanation> {
    let mut joined: Vec<Explanation> = Vec::new();
    for it in all {
        let is_same = |other: &&mut Explanation| {
            it.is_on == other.is_on && it.sentence == other.sentence && it.reasons == other.reasons
        };
        match joined.iter_mut().find(is_same) {
            Some(same) => same.title = format!("{} · {}", same.title, it.title),
            None => joined.push(it.clone()),
        }
    }
    joined
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_that_say_the_same_share_an_answer() {
        let one = |title: &str, sentence: &str| Explanation {
            title: title.to_owned(),
            is_on: true,
            sentence: sentence.to_owned(),
            reasons: Vec::new(),
        };
        let all = [one("today", "yes"), one("in February", "no"), one("intended", "yes")];
        let titles: Vec<_> = joined(&all).into_iter().map(|it| it.title).collect();
        assert_eq!(titles, ["today · intended", "in February"]);
    }
}
