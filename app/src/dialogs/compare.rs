//! The differences between two open files.

use std::sync::Arc;

use bobbin_protocol::{
    Bytes, CompareBytesParams, CompareBytesResult, Stretch, ViewKind, ViewOptions, ViewParams,
};
use leptos::prelude::*;
use serde::Deserialize;

use super::byte_diff::{ByteDiff, BytePair};
use crate::bytes_pane::Model;
use crate::difference::{Changes, Other, OtherText, Reading, Row, in_words, rows};
use crate::document::{DocumentStore, OpenFile, use_documents};
use crate::platform::editor::ask;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::part;
use crate::widgets::prose::{Prose, grouped, sentence};

/// Returns the open files that the shown one can be compared with.
#[must_use]
pub fn partners(documents: DocumentStore) -> Vec<Arc<OpenFile>> {
    let Some(shown) = documents.active.get() else { return Vec::new() };
    let language = shown.language.get();
    let is_partner = |it: &&Arc<OpenFile>| it.id != shown.id && it.language.get() == language;
    documents.files.with(|files| files.iter().filter(is_partner).cloned().collect())
}

/// Compares two files, by meaning or line by line.
#[component]
pub fn CompareDialog(close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let others = untrack(|| partners(documents));
    let left = documents.shown();
    let right = RwSignal::new(others.first().cloned());
    let reading = RwSignal::new(Reading::Meaning);
    let options = others
        .iter()
        .map(|it| view! { <option value=it.uri.clone()>{it.name.clone()}</option> })
        .collect_view();
    let pick = move |event: leptos::ev::Event| {
        right.set(documents.by_uri(&event_target_value(&event)));
    };
    let name = left.as_ref().map(|it| it.name.clone()).unwrap_or_default();
    let content = move || {
        match left.clone().zip(right.get()) {
        Some((left, right)) => {
            view! { <Pair left=left right=right reading=reading close=close /> }.into_any()
        }
        None => view! {
            <p class="comparison__summary">"Open another file of the same language to compare with."</p>
        }
        .into_any(),
    }
    };
    let has_others = !others.is_empty();
    view! {
        <ModalDialog title="Compare two files" is_wide=true on_close=close>
            <div class="comparison">
                <div class="comparison__head">
                    <span class="comparison__name">{name}</span>
                    {has_others
                        .then(|| {
                            view! {
                                <select class="input" aria-label="Compare with" on:change=pick>
                                    {options}
                                </select>
                            }
                        })}
                </div>
                {part(content)}
            </div>
        </ModalDialog>
    }
}

/// Shows what differs between two files.
#[component]
fn Pair(
    left: Arc<OpenFile>,
    right: Arc<OpenFile>,
    reading: RwSignal<Reading>,
    close: Callback<()>,
) -> impl IntoView {
    let documents = use_documents();
    let texts = [&left, &right].map(|it| it.text().unwrap_or_default());
    let rows = Arc::new(rows(&texts[0], &texts[1], &[]));
    let is_same = !rows.iter().any(|it| matches!(it, Row::Line { .. }));
    let summary = match is_same {
        true => "The texts are identical, except perhaps for line endings.".to_owned(),
        false => format!("From left to right: {}.", in_words(&rows)),
    };
    let titles = [&left, &right].map(|it| it.name.clone());
    let names = ["the left file", "the right file"];
    let other = OtherText { other: Other::Open(left.uri.clone()), rows, summary, names, titles };
    let has_bytes = documents
        .language(&left.language.get_untracked())
        .is_some_and(|it| it.views.contains(&ViewKind::Bytes));
    let bytes = RwSignal::new(None::<Result<BytePair, String>>);
    let of_bytes = right.clone();
    if has_bytes {
        leptos::task::spawn_local(async move {
            let compared = compare_bytes(&left, &of_bytes).await;
            // The dialog may be gone, or show another pair.
            let _ = bytes.try_set(Some(compared));
        });
    }
    let drawn = move || {
        bytes.get().map(|pair| {
            let summary = byte_summary(&pair);
            let drawn = pair.ok().filter(|it| !it.stretches.is_empty());
            view! {
                <p class="comparison__summary" role="status">
                    {summary}
                </p>
                {drawn.map(|pair| view! { <ByteDiff pair=pair /> })}
            }
        })
    };
    view! { <Changes file=right other=other reading=reading close=close more=move || part(drawn) /> }
}

/// Compares the binaries of two files.
async fn compare_bytes(left: &OpenFile, right: &OpenFile) -> Result<BytePair, String> {
    let (left, right) = (binary(left).await?, binary(right).await?);
    let params = CompareBytesParams { data: left.data.clone(), other: right.data.clone() };
    match ask(CompareBytesParams::METHOD, &params).await? {
        CompareBytesResult::Differences { stretches, .. } => Ok(BytePair {
            left: Arc::new(Model::new(&left)),
            right: Arc::new(Model::new(&right)),
            stretches,
        }),
        CompareBytesResult::Refusal { reason, .. } => Err(reason),
    }
}

/// The answer with the one kind of view that is asked for.
#[derive(Deserialize)]
struct BytesAnswer {
    view: Option<Bytes>,
}

async fn binary(file: &OpenFile) -> Result<Bytes, String> {
    let params = ViewParams {
        uri: file.uri.clone(),
        view: ViewKind::Bytes,
        at: None,
        item: None,
        settings: None,
        options: ViewOptions::default(),
    };
    let answer: BytesAnswer = ask(ViewParams::METHOD, &params).await?;
    match answer.view {
        Some(Bytes { refusal: Some(reason), .. }) => Err(format!("`{}`: {reason}", file.name)),
        Some(bytes) => Ok(bytes),
        None => Err(format!("`{}` has no binary form", file.name)),
    }
}

/// Describes the differences of the binaries.
fn byte_summary(pair: &Result<BytePair, String>) -> AnyView {
    let text = match pair.as_ref().map(|it| &it.stretches) {
        Err(why) => format!("The binaries cannot be compared: {}", sentence(why)),
        Ok(all) if all.is_empty() => "The binaries are equal.".to_owned(),
        Ok(all) => bytes_in_words(all),
    };
    view! { <Prose text=text /> }.into_any()
}

/// The number of places that are named.
const N_SHOWN: usize = 6;

fn bytes_in_words(all: &[Stretch]) -> String {
    let n_bytes: u64 = all.iter().map(|it| u64::from(it.len)).sum();
    let n_shown = if all.len() > N_SHOWN + 1 { N_SHOWN } else { all.len() };
    let shown = all.iter().take(n_shown).map(|it| match it.len {
        1 => format!("`0x{:x}`", it.offset),
        len => format!("`0x{:x}–0x{:x}`", it.offset, it.offset + len.saturating_sub(1)),
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = match all.len() - n_shown {
        0 => String::new(),
        n => format!(" and {} more", grouped(n)),
    };
    let bytes = if n_bytes == 1 { "byte differs" } else { "bytes differ" };
    format!("{n_bytes} {bytes} in the binaries: {shown}{more}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_bytes_are_said_in_words() {
        let stretch = |offset: u32, len: u32| Stretch { offset, len };
        assert_eq!(bytes_in_words(&[stretch(16, 1)]), "1 byte differs in the binaries: `0x10`.");
        assert_eq!(
            bytes_in_words(&[stretch(16, 4), stretch(64, 1)]),
            "5 bytes differ in the binaries: `0x10–0x13`, `0x40`."
        );
        let many: Vec<Stretch> = (0..9).map(|it| stretch(it * 8, 1)).collect();
        assert!(bytes_in_words(&many).ends_with("`0x20`, `0x28` and 3 more."));
    }
}
