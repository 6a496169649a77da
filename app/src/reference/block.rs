//! The parts of a section of the reference.

use bobbin_protocol::{HelpBlock, HelpSpan, HelpText};
use leptos::prelude::*;

use super::place::Place;

/// Shows the text of a section.
pub fn blocks(all: &[HelpBlock]) -> AnyView {
    all.iter().map(block).collect_view().into_any()
}

fn block(block: &HelpBlock) -> AnyView {
    match block {
        HelpBlock::Text(it) => view! { <p>{text(it)}</p> }.into_any(),
        HelpBlock::Verbatim(it) => {
            view! { <pre class="manual__text" tabindex="0">{it.clone()}</pre> }.into_any()
        }
        HelpBlock::List { start, items } => {
            let items = items.iter().map(|it| view! { <li>{blocks(it)}</li> }).collect_view();
            match start {
                Some(first) => view! { <ol start=first.to_string()>{items}</ol> }.into_any(),
                None => view! { <ul>{items}</ul> }.into_any(),
            }
        }
        HelpBlock::Table { head, rows } => table(head, rows),
    }
}

fn table(head: &[HelpText], rows: &[Vec<HelpText>]) -> AnyView {
    let is_named = head.iter().any(|it| !it.is_empty());
    let head = is_named.then(|| {
        // An empty cell is no heading.
        let cell = |it: &HelpText| match it.is_empty() {
            true => view! { <td></td> }.into_any(),
            false => view! { <th scope="col">{text(it)}</th> }.into_any(),
        };
        view! { <thead><tr>{head.iter().map(cell).collect_view()}</tr></thead> }
    });
    let row = |cells: &Vec<HelpText>| {
        let cells = cells.iter().map(|it| view! { <td>{text(it)}</td> }).collect_view();
        view! { <tr>{cells}</tr> }.into_any()
    };
    view! {
        <div class="manual__table" tabindex="0">
            <table>
                {head} <tbody>{rows.iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn text(spans: &HelpText) -> AnyView {
    spans.iter().map(span).collect_view().into_any()
}

fn span(span: &HelpSpan) -> AnyView {
    match span {
        HelpSpan::Words(it) => it.clone().into_any(),
        HelpSpan::Code(it) => view! { <code class="code">{it.clone()}</code> }.into_any(),
        HelpSpan::Strong(it) => view! { <strong>{text(it)}</strong> }.into_any(),
        HelpSpan::Emphasis(it) => view! { <em>{text(it)}</em> }.into_any(),
        HelpSpan::Link { text: words, to } => {
            let address = Place::of_key(to).address();
            view! { <a class="link" href=address>{text(words)}</a> }.into_any()
        }
    }
}
