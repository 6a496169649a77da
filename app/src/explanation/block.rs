//! The parts of a section of the reference.

use bobbin_protocol::HelpBlock;
use leptos::prelude::*;

use crate::widgets::prose::Prose;

/// Shows the text of a section; items that follow each other are a list, rows a table.
pub fn blocks(all: &[HelpBlock]) -> AnyView {
    let kind = |it: &HelpBlock| match it {
        HelpBlock::Item(_) => 1,
        HelpBlock::Row(_) => 2,
        // Each is a part of its own.
        HelpBlock::Text(_) | HelpBlock::Verbatim(_) => 0,
    };
    let groups = all.chunk_by(|a, b| kind(a) == kind(b) && kind(a) != 0);
    groups.map(group).collect_view().into_any()
}

fn group(blocks: &[HelpBlock]) -> AnyView {
    match blocks {
        [HelpBlock::Text(it)] => view! { <p><Prose text=it.clone() /></p> }.into_any(),
        [HelpBlock::Verbatim(it)] => {
            view! { <pre class="explanation__text">{it.clone()}</pre> }.into_any()
        }
        [HelpBlock::Row(head), rows @ ..] => {
            let head =
                head.iter().map(|it| view! { <th scope="col"><Prose text=it.clone() /></th> });
            let row = |it: &HelpBlock| {
                let HelpBlock::Row(cells) = it else { return ().into_any() };
                let cells = cells.iter().map(|it| view! { <td><Prose text=it.clone() /></td> });
                view! { <tr>{cells.collect_view()}</tr> }.into_any()
            };
            view! {
                <div class="explanation__table" tabindex="0">
                    <table>
                        <thead>
                            <tr>{head.collect_view()}</tr>
                        </thead>
                        <tbody>{rows.iter().map(row).collect_view()}</tbody>
                    </table>
                </div>
            }
            .into_any()
        }
        items => {
            let item = |it: &HelpBlock| {
                let HelpBlock::Item(text) = it else { return ().into_any() };
                view! { <li><Prose text=text.clone() /></li> }.into_any()
            };
            view! { <ul>{items.iter().map(item).collect_view()}</ul> }.into_any()
        }
    }
}
