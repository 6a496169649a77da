//! A document of the reference with its contents.

use bobbin_protocol::{ReferenceDocument, ReferenceSection};
use leptos::prelude::*;

use super::block::blocks;
use super::place::Place;
use crate::widgets::dynamic::live;

/// Lists the sections of a document; the one at `here` is marked.
pub fn contents(document: &ReferenceDocument, here: RwSignal<Place>) -> AnyView {
    let entry = |it: &ReferenceSection| {
        let place = Place::new(&document.name, &it.anchor);
        let address = place.address();
        let current = live(move || here.with(|it| *it == place).then_some("location"));
        view! {
            <li>
                <a
                    class="reference__entry"
                    data-level=it.level.to_string()
                    href=address
                    aria-current=current
                >
                    {it.title.clone()}
                </a>
            </li>
        }
    };
    let entries = document.sections.iter().map(entry).collect_view();
    view! {
        <nav class="reference__contents" aria-label="Contents">
            <ul>{entries}</ul>
        </nav>
    }
    .into_any()
}

/// Shows all sections of a document.
pub fn sections(document: &ReferenceDocument) -> AnyView {
    document.sections.iter().map(|it| section(&document.name, it)).collect_view().into_any()
}

fn section(document: &str, section: &ReferenceSection) -> AnyView {
    let place = Place::new(document, &section.anchor);
    let (id, address) = (place.fragment(), place.address());
    let title = section.title.clone();
    let link = view! {
        <a class="reference__anchor" href=address aria-label=format!("Link to “{title}”")>
            "#"
        </a>
    };
    // The dialog's own heading is of the second level.
    let heading = match section.level {
        1 | 2 => view! {
            <h3 class="reference__heading" data-level=section.level.to_string() id=id tabindex="-1">
                {title}
                {link}
            </h3>
        }
        .into_any(),
        3 => view! {
            <h4 class="reference__heading" id=id tabindex="-1">
                {title}
                {link}
            </h4>
        }
        .into_any(),
        _ => view! {
            <h5 class="reference__heading" id=id tabindex="-1">
                {title}
                {link}
            </h5>
        }
        .into_any(),
    };
    view! { <section class="manual">{heading} {blocks(&section.blocks)}</section> }.into_any()
}
