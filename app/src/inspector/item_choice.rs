//! What stands in place of a form where the caret is in nothing that has fields.

use std::sync::Arc;

use bobbin_protocol::{IncludeParams, Inclusion, OutlineEntry, OutlineKind, Range, ViewKind};
use leptos::prelude::*;

use crate::document::{Asked, OpenFile, Target, use_documents, view_requests};
use crate::files::{name_of, use_files};
use crate::following::{effect, memo};
use crate::navigation::use_navigation;
use crate::outline::icon_of;
use crate::platform::editor;
use crate::widgets::dynamic::{When, part};
use crate::widgets::icon::IconView;

/// The most items that are offered while none is picked.
const MAX_OFFERED: usize = 40;

/// Lists the items while there is none at the caret, or what the include at the caret brings in.
#[component]
pub fn ItemChoice() -> impl IntoView {
    let documents = use_documents();
    let navigation = use_navigation();
    let outline = memo(move |_| match documents.active.get() {
        Some(file) => file.views.outline.get(),
        None => Asked::Absent,
    });
    let has_items =
        memo(move |_| outline.with(|it| it.here().is_some_and(|it| !it.entries.is_empty())));
    // The file that is included where the caret stands, as the text calls it, and the line.
    let included = memo(move |_| {
        let target = documents.active.get()?.target.get();
        let is_meant = |it: &&OutlineEntry| {
            it.kind == OutlineKind::Include
                && match &target {
                    Target::Item(item) => it.item == *item,
                    Target::Caret(at) => it.range.start.line == at.line,
                }
        };
        outline.with(|it| {
            it.here()?
                .entries
                .iter()
                .find(is_meant)
                .map(|it| (it.name.clone(), it.range.start.line))
        })
    });
    let items = move || {
        let has_fields =
            |it: &OutlineEntry| !matches!(it.kind, OutlineKind::Connection | OutlineKind::Include);
        let entries = outline.with(|it| it.here().map(|it| it.entries.clone())).unwrap_or_default();
        let pick = Callback::new(move |it: OutlineEntry| {
            navigation.pick_item(it.item, it.name_range);
        });
        rows(entries.into_iter().filter(has_fields), pick)
    };
    view! {
        <div class="item-choice">
            {part(move || included.get().map(|(name, line)| view! { <IncludedFile name=name line=line /> }))}
            <When when=move || included.with(Option::is_none)>
                <When when=move || has_items.get()>
                    <p class="item-choice__text">
                        "Put the caret in an item, or select one, to see its fields."
                    </p>
                </When>
                {part(items)}
            </When>
        </div>
    }
}

/// Lists items, at most as many as are taken in at a glance.
fn rows(entries: impl Iterator<Item = OutlineEntry>, pick: Callback<OutlineEntry>) -> AnyView {
    let row = |it: OutlineEntry| {
        let (kind, name, detail) = (it.kind, it.name.clone(), it.detail.clone());
        view! {
            <li>
                <button type="button" class="item-choice__item" on:click=move |_| pick.run(it.clone())>
                    <IconView icon=icon_of(kind) />
                    <span class="item-choice__name">{name}</span>
                    <span class="item-choice__detail">{detail}</span>
                </button>
            </li>
        }
    };
    let rows = entries.take(MAX_OFFERED).map(row).collect_view();
    view! { <ul class="item-choice__list">{rows}</ul> }.into_any()
}

/// Shows what an include brings in: the items of the file, or that it is not open.
#[component]
fn IncludedFile(
    /// The file as the text calls it.
    name: String,
    /// The line of the include.
    line: u32,
) -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    // None until the server has answered.
    let included = RwSignal::new(None::<Option<String>>);
    effect(move || {
        // A file that is opened or closed since may be the one.
        documents.files.track();
        let Some(file) = documents.active.get() else { return };
        leptos::task::spawn_local(async move {
            // The server knows which of several files of that name is meant.
            let params = IncludeParams { uri: file.uri.to_string(), line };
            let found = editor::ask::<_, Option<Inclusion>>(IncludeParams::METHOD, &params).await;
            let target = found.ok().flatten().and_then(|it| it.target);
            // Another file with such an include may be shown by now.
            let is_shown =
                documents.active.try_get_untracked().flatten().is_some_and(|it| it.uri == file.uri);
            if is_shown {
                let _ = included.try_set(Some(target));
            }
        });
    });
    let heading = name.clone();
    let content = move || {
        let found = included.get()?.and_then(|uri| documents.by_uri(&uri));
        Some(match found {
            Some(file) => items_of(&file),
            None => {
                let name = name.clone();
                let open = move |_| {
                    let problems = documents.shown().map(|it| it.problems.get_untracked());
                    let mut problems = problems.iter().flat_map(|it| it.iter());
                    let place =
                        problems.find(|it| it.range.start.line == line && it.wanted.is_some());
                    match place.and_then(|it| it.wanted.as_ref()) {
                        Some(path) => files.open_for(path),
                        None => files.offer_to_open(&name, None),
                    }
                };
                view! {
                    <p class="item-choice__text">
                        "The file is not open, so what it brings in is not known. "
                        <button type="button" class="link" on:click=open>
                            "Open it…"
                        </button>
                    </p>
                }
                .into_any()
            }
        })
    };
    view! {
        <h2 class="item-choice__title">{heading} <span class="pane-head__detail">"include"</span></h2>
        {part(content)}
    }
}

/// Lists what another file holds; each item leads there.
fn items_of(file: &Arc<OpenFile>) -> AnyView {
    let files = use_files();
    view_requests::refresh(file.clone(), ViewKind::Outline);
    let (uri, outline) = (file.uri.clone(), file.views.outline.clone());
    let go = Callback::new(move |range: Range| files.go_to(&uri, &name_of(&uri), range));
    let pick = Callback::new(move |it: OutlineEntry| go.run(it.name_range));
    let content = move || {
        let entries = outline.with(|it| it.here().map(|it| it.entries.clone()))?;
        let text = match entries.len() {
            0 => "Brings in nothing that the outline names: ".to_owned(),
            1 => "Brings in one item: ".to_owned(),
            n => format!("Brings in {n} items: "),
        };
        Some(view! {
            <p class="item-choice__text">
                {text}
                <button type="button" class="link" on:click=move |_| go.run(Range::default())>
                    "go to the file"
                </button>
            </p>
            {rows(entries.into_iter(), pick)}
        })
    };
    part(content).into_any()
}
