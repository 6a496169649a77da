//! The reasons why the chosen point is or is not on, in each reading.

use std::sync::Arc;

use bobbin_protocol::{Explanation, Reason};
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

/// An answer that one reading gives, or several.
#[derive(Debug, Clone, PartialEq)]
struct Answer {
    is_on: bool,
    sentence: String,
    /// The rules that lead to it, with the names of the readings in which they do.
    chains: Vec<(String, Vec<Reason>)>,
}

/// Returns the answers, each once, and so the chains of rules that lead to one.
fn joined(all: &[Explanation]) -> Vec<Answer> {
    let mut joined: Vec<Answer> = Vec::new();
    for Explanation { title, is_on, sentence, reasons } in all {
        let same = joined.iter_mut().find(|it| it.is_on == *is_on && it.sentence == *sentence);
        let chain = (title.clone(), reasons.clone());
        let Some(same) = same else {
            let (is_on, sentence) = (*is_on, sentence.clone());
            joined.push(Answer { is_on, sentence, chains: vec![chain] });
            continue;
        };
        match same.chains.iter_mut().find(|it| it.1 == *reasons) {
            Some(it) => it.0 = format!("{} · {title}", it.0),
            None => same.chains.push(chain),
        }
    }
    joined
}

fn answer(it: Answer) -> impl IntoView {
    let (icon, class) = if it.is_on {
        (Icon::Check, "answer__verdict answer__verdict--on")
    } else {
        (Icon::Close, "answer__verdict answer__verdict--off")
    };
    let title = it.chains.iter().map(|it| it.0.as_str()).collect::<Vec<_>>().join(" · ");
    let is_single = it.chains.len() == 1;
    let chain = |(title, reasons): (String, Vec<Reason>)| {
        let title = (!is_single).then(|| view! { <h5 class="answer__title">{title}</h5> });
        view! { <div>{title} <ReasonList reasons=reasons /></div> }
    };
    let label = title.clone();
    view! {
        <article class="answer" aria-label=label>
            <h4 class="answer__title">{title}</h4>
            <p class=class>
                <IconView icon=icon />
                <span>
                    <strong>{if it.is_on { "Yes: " } else { "No: " }}</strong>
                    <Prose text=it.sentence />
                    "."
                </span>
            </p>
            <div class="answer__chains">{it.chains.into_iter().map(chain).collect_view()}</div>
        </article>
    }
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::Verdict;

    use super::*;

    #[test]
    fn readings_that_say_the_same_share_an_answer() {
        let reason = |sentence: &str| Reason {
            verdict: Verdict::Passes,
            sentence: sentence.to_owned(),
            item: None,
            ranges: Vec::new(),
        };
        let one = |title: &str, sentence: &str, why: &str| Explanation {
            title: title.to_owned(),
            is_on: true,
            sentence: sentence.to_owned(),
            reasons: vec![reason(why)],
        };
        let all = [
            one("today", "yes", "a"),
            one("in February", "no", "a"),
            one("intended", "yes", "a"),
            one("elsewhere", "yes", "b"),
        ];
        let shown: Vec<_> = joined(&all)
            .into_iter()
            .map(|it| it.chains.into_iter().map(|it| it.0).collect::<Vec<_>>().join(" | "))
            .collect();
        assert_eq!(shown, ["today · intended | elsewhere", "in February"]);
    }
}
