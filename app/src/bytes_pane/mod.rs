//! The binary that the shown text compiles to: bytes, structure, download.

mod fault;
mod find;
mod hex;
mod inspector;
mod model;
mod numbers;
mod record;
mod state;
mod tools;
mod tree;
mod whose;

use std::collections::BTreeSet;

use bobbin_protocol::{Bytes, Range};
use leptos::prelude::*;

use crate::document::{Asked, locate, own, use_documents, use_editing};
use crate::files::use_files;
use crate::following::{effect, memo};
use crate::navigation::use_navigation;
use crate::platform::dom;
use crate::platform::editor::Focus;
use crate::platform::window;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, live, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::placeholder::Placeholder;
use crate::widgets::prose::{Prose, counted, sentence};
use crate::widgets::toast::use_toasts;
use fault::FaultNote;
use hex::HexGrid;
use inspector::ByteInspector;
pub use model::Model;
use record::ByteRecord;
use state::{BytesState, Stretch};
use tools::ByteTools;
use tree::PartTree;
use whose::{Own, Whose, WhoseBadge, WhoseNote};

/// The binary of the shown document.
#[component]
pub fn BytesPane() -> impl IntoView {
    let documents = use_documents();
    let navigation = use_navigation();
    let is_as_opened = memo(move |_| {
        documents.active.get().is_some_and(|file| {
            file.version.track();
            file.is_as_opened()
        })
    });
    let content = memo(move |_| {
        let file = documents.active.get()?;
        (file.own().is_some() && is_as_opened.get()).then(|| file.views.own_bytes.get())
    });
    effect(move || {
        let has_own_bytes = content.with(Option::is_some);
        if let Some(file) = documents.active.get().filter(|_| has_own_bytes) {
            own::refresh(&file);
        }
    });
    let own = memo(move |_| {
        let content = content.get()?;
        let content = content.here()?;
        Some(Own { is_big_endian: content.is_big_endian, is_mapped: content.is_mapped })
    });
    let fault = memo(move |_| {
        let file = documents.active.get()?;
        file.fault().filter(|_| is_as_opened.get()).cloned()
    });
    let whose = memo(move |_| {
        let file = documents.active.get()?;
        let content = content.get();
        let content = content.as_ref().and_then(|it| it.here());
        Whose::of(&file, content.map(|it| &**it))
    });
    let asked = memo(move |_| match (content.get(), documents.active.get()) {
        (Some(Asked::Here(it)), _) => Asked::Here(it.bytes.clone()),
        (Some(Asked::NotYet), _) => Asked::NotYet,
        (Some(Asked::Absent), _) | (_, None) => Asked::Absent,
        (Some(Asked::Failed(why)), _) => Asked::Failed(why),
        (None, Some(file)) => file.views.bytes.get(),
    });
    let view = memo(move |_| asked.with(|it| it.here().cloned()));
    let model = memo(move |before: Option<&Model>| {
        let model = view.with(|it| it.as_ref().map(|it| Model::new(it)).unwrap_or_default());
        before.into_iter().fold(model, Model::after)
    });
    let lit = memo(move |_| {
        let Some(file) = documents.active.get() else { return Vec::new() };
        let at = file.caret.with(|it| it.position);
        view.with(|it| it.as_ref().map(|it| locate::in_bytes(&it.fields, at)).unwrap_or_default())
    });
    let (anchor, cursor) = (RwSignal::new(0u32), RwSignal::new(0u32));
    let marked = memo(move |_| {
        let last = model.with(|it| (it.bytes.len() as u32).saturating_sub(1));
        let (a, b) = (anchor.get().min(last), cursor.get().min(last));
        (a.min(b), a.abs_diff(b) + 1)
    });
    let state = BytesState {
        documents,
        toasts: use_toasts(),
        navigation,
        editing: use_editing(),
        files: use_files(),
        model,
        own,
        fault,
        hovered: RwSignal::new(None),
        selected: RwSignal::new(None),
        lit,
        toggled: RwSignal::new(BTreeSet::new()),
        anchor,
        cursor,
        marked,
        goal: RwSignal::new(None),
        digit: RwSignal::new(None),
        asked_word: StoredValue::new(None),
    };
    // Indices of one binary mean other parts in the next: the part at the cursor is looked up again.
    effect(move |earlier: Option<()>| {
        model.track();
        state.hover(None);
        state.toggled.maybe_update(|it| model.with_untracked(|model| model.rename_toggled(it)));
        let has_selection = earlier.is_some() && state.selected.get_untracked().is_some();
        let offset = marked.with_untracked(|(offset, _)| *offset);
        let part = model.with_untracked(|it| it.part_at(offset));
        state.selected.set(part.filter(|_| has_selection));
    });
    // What is selected here puts the caret there, and not the other way round.
    effect(move |before: Option<Vec<Stretch>>| {
        let lit = lit.get();
        let is_new = before.is_none_or(|it| it != lit);
        // Of what begins there the whole: a unit, and not its first field.
        let first = lit.first().map(|it| it.0);
        let whole = lit.iter().filter(|it| Some(it.0) == first).max_by_key(|it| it.1);
        if let Some(whole) = whole.filter(|_| is_new && !dom::is_focus_inside(".bytes")) {
            state.follow(*whole);
        }
        lit
    });
    on_cleanup(move || navigation.light_text(&[]));
    let has_bytes = memo(move |_| model.with(|it| !it.bytes.is_empty()));
    effect(move || {
        if fault.with(Option::is_some) && has_bytes.get() {
            // Only what has a size can be scrolled.
            window::after_paint(move || {
                if fault.try_with_untracked(|_| ()).is_some() {
                    state.go_to_fault();
                }
            });
        }
    });
    view! {
        <div class="bytes">
            <BytesHead state=state view=view has_bytes=has_bytes whose=whose />
            <WhoseNote whose=whose />
            <FaultNote state=state />
            {part(move || {
                view.with(|it| it.as_ref().and_then(|it| refusal(it)))
                    .map(|(reason, at)| view! { <RefusalNote reason=reason at=at /> })
            })}
            {part(move || {
                (!matches!(asked.get(), Asked::Here(_)))
                    .then(|| {
                        view! { <Placeholder asked=asked.get() absent="This text has no binary form." /> }
                    })
            })}
            <When when=move || has_bytes.get()>
                <ByteTools state=state />
                <div class="bytes__body">
                    <HexGrid state=state />
                    <When when=move || model.with(|it| !it.parts.is_empty())>
                        <PartTree state=state />
                    </When>
                </div>
                <ByteRecord state=state />
                <ByteInspector state=state />
            </When>
        </div>
    }
}

fn refusal(view: &Bytes) -> Option<(String, Option<Range>)> {
    Some((view.refusal.clone()?, view.refusal_at))
}

/// Size, what is under the pointer, and the download.
#[component]
fn BytesHead(
    state: BytesState,
    view: Memo<Option<std::sync::Arc<Bytes>>>,
    has_bytes: Memo<bool>,
    whose: Memo<Option<Whose>>,
) -> impl IntoView {
    let BytesState { documents, files, .. } = state;
    let file_name = memo(move |_| {
        view.with(|it| it.as_ref().map(|it| it.file_name.clone()).unwrap_or_default())
    });
    let label = memo(move |_| {
        let text_name = documents.active.get().map(|it| it.name.clone());
        download_label(&file_name.read(), &text_name.unwrap_or_default())
    });
    let about = move || {
        let part = state.hovered.get().or(state.selected.get());
        let model = state.model.read();
        match part.and_then(|it| model.parts.get(it)) {
            Some(part) => format!(
                "0x{:04x} – 0x{:04x}, {}",
                part.offset,
                (part.offset + part.len).saturating_sub(1),
                counted(part.len as usize, "byte")
            ),
            None if model.bytes.is_empty() => String::new(),
            None => counted(model.bytes.len(), "byte"),
        }
    };
    // What the text asks for itself, the switch can neither add nor take away.
    let is_asked = memo(move |_| view.with(|it| it.as_ref().is_some_and(|it| it.is_compressed)));
    let is_compressed =
        move || is_asked.get() || documents.active.get().is_some_and(|it| it.is_compressed.get());
    let about_form = move || match is_asked.get() {
        true => "The text itself asks for the compressed form",
        false => "A smaller file, which not every reader supports; off by default",
    };
    let compress = move |event: leptos::ev::Event| {
        if let Some(file) = documents.shown() {
            file.is_compressed.set(event_target_checked(&event));
        }
    };
    let download = move |()| {
        if let Some(file) = documents.shown() {
            let compressed = file.is_compressed.get_untracked();
            files.download_binary(file, compressed);
        }
    };
    view! {
        <header class="pane-head">
            <span class="pane-head__title">{file_name}</span>
            <When when=move || has_bytes.get()>
                <WhoseBadge whose=whose />
            </When>
            <span class="pane-head__detail">{about}</span>
            // A damaged file is downloaded as it is.
            <When when=move || state.fault.with(Option::is_none)>
                <label
                    class="pane-head__switch"
                    title=live(about_form)
                >
                    <input
                        type="checkbox"
                        prop:checked=live(is_compressed)
                        prop:disabled=live(move || is_asked.get())
                        on:change=compress
                    />
                    "Compressed"
                </label>
            </When>
            <Button
                label=label
                icon=Icon::Download
                is_primary=true
                is_enabled=has_bytes
                on_press=download
            />
        </header>
    }
}

/// Labels the button with the ending of the file it gives. As long as there is none, it is guessed
/// from the text's name, which ends with one ending more.
fn download_label(file_name: &str, text_name: &str) -> String {
    let guessed = text_name.rsplit_once('.').map_or("", |(stem, _)| stem);
    let name = if file_name.is_empty() { guessed } else { file_name };
    match name.rsplit_once('.') {
        Some((_, ending)) => format!("Download .{ending}"),
        None => "Download binary".to_owned(),
    }
}

/// Says why there are no bytes, with a link to the place.
#[component]
fn RefusalNote(reason: String, at: Option<Range>) -> impl IntoView {
    let navigation = use_navigation();
    let show = at.map(|range| {
        let on_press = move |()| navigation.select_text(range, Focus::Editor);
        view! { <Button label=format!("Go to line {}", range.start.line + 1) on_press=on_press /> }
    });
    view! {
        <div class="notice notice--error" role="note">
            <IconView icon=Icon::Error />
            <div class="notice__text">
                <p>
                    <strong>"There are no bytes: "</strong>
                    <Prose text=sentence(&reason) />
                </p>
            </div>
            {show}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_button_names_the_ending() {
        for (file_name, text_name, label) in [
            ("host.coilcfg", "host.coilcfg.txt", "Download .coilcfg"),
            ("", "bad.coilcfg.txt", "Download .coilcfg"),
            ("", "untitled.txt", "Download binary"),
            ("", "", "Download binary"),
        ] {
            assert_eq!(download_label(file_name, text_name), label);
        }
    }
}
