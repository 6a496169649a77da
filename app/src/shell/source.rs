//! The pane of the text.

use leptos::html;
use leptos::prelude::*;

use crate::document::{Provenance, use_documents};
use crate::following::memo;
use crate::platform::dom;
use crate::platform::editor;
use crate::widgets::dynamic::part;
use crate::widgets::icon::{Icon, IconView};

/// Shows the editor, and the origin of a text that was decompiled.
#[component]
pub fn SourcePane() -> impl IntoView {
    let documents = use_documents();
    let host = NodeRef::<html::Div>::new();
    dom::on_each_load(host, |host| editor::mount(&host));
    let provenance = move || documents.active.get().map(|it| it.provenance.clone());
    let is_edited = memo(move |_| documents.active.get().is_some_and(|it| it.is_edited()));
    view! {
        <section class="source" aria-label="Source">
            {part(move || match provenance() {
                Some(Provenance::Decompiled { binary, fault: Some(fault), .. }) => {
                    let word = if fault.is_limit() { "too large" } else { "damaged" };
                    Some(view! { <DamagedNote binary=binary word=word is_edited=is_edited /> }.into_any())
                }
                Some(Provenance::Decompiled { binary, exact, report, .. }) => {
                    Some(
                        view! { <DecompiledNote binary=binary is_exact=exact is_edited=is_edited report=report /> }
                            .into_any(),
                    )
                }
                _ => None,
            })}
            <div class="source__editor" data-typing="" node_ref=host></div>
        </section>
    }
}

#[component]
fn DamagedNote(binary: String, word: &'static str, is_edited: Memo<bool>) -> impl IntoView {
    view! {
        <div class="decompiled">
            <span class="badge badge--error">
                <IconView icon=Icon::Error />
                {word}
            </span>
            <p class="decompiled__text">
                "Only the part of " <code class="code">{binary}</code> " that could be read"
                {part(move || if is_edited.get() { ", edited since." } else { "." })}
            </p>
        </div>
    }
}

#[component]
fn DecompiledNote(
    binary: String,
    is_exact: bool,
    is_edited: Memo<bool>,
    report: Vec<String>,
) -> impl IntoView {
    let n_remarks = report.len();
    let remarks = report.into_iter().map(|it| view! { <li>{it}</li> }).collect_view();
    let badge = move || {
        let (kind, icon, word) = match (is_edited.get(), is_exact) {
            (true, _) => ("badge", Icon::Hint, "edited"),
            (false, true) => ("badge badge--ok", Icon::Check, "exact"),
            (false, false) => ("badge badge--warning", Icon::Warning, "differs"),
        };
        view! {
            <span class=kind>
                <IconView icon=icon />
                {word}
            </span>
        }
    };
    let meaning = move || match (is_edited.get(), is_exact) {
        (true, _) => "It has been edited since the file was opened.",
        (false, true) => "It compiles to the same bytes.",
        (false, false) => "Compiled as it is, it gives other bytes; the remarks say why.",
    };
    view! {
        <div class="decompiled">
            {part(badge)}
            <p class="decompiled__text">
                "Text of " <code class="code">{binary}</code> ". " {part(meaning)}
            </p>
            {(n_remarks > 0)
                .then(|| {
                    view! {
                        <details class="decompiled__more">
                            <summary>
                                {format!("{n_remarks} remark{}", if n_remarks == 1 { "" } else { "s" })}
                            </summary>
                            <ul>{remarks}</ul>
                        </details>
                    }
                })}
        </div>
    }
}
