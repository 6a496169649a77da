//! The differences in meaning between two open files.

use std::sync::Arc;

use bobbin_protocol::{
    Bytes, CompareBytesParams, CompareBytesResult, ComparedText, Stretch, ViewKind, ViewOptions,
    ViewParams,
};
use leptos::prelude::*;
use serde::Deserialize;

use super::byte_diff::{ByteDiff, BytePair};
use crate::bytes_pane::Model;
use crate::difference::{MeaningChanges, MeaningRows, compare_meaning};
use crate::document::{DocumentStore, OpenFile, use_documents};
use crate::following::effect;
use crate::platform::editor::ask;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::part;
use crate::widgets::prose::{Prose, sentence};

/// The comparison of a pair of files.
#[derive(Debug, Clone, PartialEq)]
enum Compared {
    NotYet,
    Refused(String),
    Differences { meaning: MeaningChanges, bytes: Option<Result<BytePair, String>> },
}

/// Returns the open files that the shown one can be compared with.
#[must_use]
pub fn partners(documents: DocumentStore) -> Vec<Arc<OpenFile>> {
    let Some(shown) = documents.active.get() else { return Vec::new() };
    let language = shown.language.get();
    let is_partner = |it: &&Arc<OpenFile>| it.id != shown.id && it.language.get() == language;
    documents.files.with(|files| files.iter().filter(is_partner).cloned().collect())
}

/// Compares two files by meaning, side by side.
#[component]
pub fn CompareDialog(close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let others = untrack(|| partners(documents));
    let left = documents.shown();
    let compared = RwSignal::new(Compared::NotYet);
    let right = RwSignal::new(others.first().cloned());
    let of_effect = left.clone();
    effect(move || {
        let (Some(left), Some(right)) = (of_effect.clone(), right.get()) else {
            return compared.set(Compared::Refused(
                "open another file of the same language to compare with".to_owned(),
            ));
        };
        compared.set(Compared::NotYet);
        leptos::task::spawn_local(async move {
            compared.set(compare(documents, &left, &right).await);
        });
    });
    let options = others
        .iter()
        .map(|it| view! { <option value=it.uri.clone()>{it.name.clone()}</option> })
        .collect_view();
    let pick = move |event: leptos::ev::Event| {
        right.set(documents.by_uri(&event_target_value(&event)));
    };
    let left_uri = left.as_ref().map(|it| it.uri.clone()).unwrap_or_default();
    let content = move || {
        let uris = (left_uri.clone(), right.get().map(|it| it.uri.clone()).unwrap_or_default());
        compared.with(|it| match it {
            Compared::NotYet => message("comparing…"),
            Compared::Refused(why) => message(why),
            Compared::Differences { meaning, bytes } => {
                let drawn = bytes.iter().flatten().filter(|it| !it.stretches.is_empty());
                let drawn = drawn.map(|it| view! { <ByteDiff pair=it.clone() /> }).collect_view();
                let bytes = bytes.as_ref().map(byte_summary);
                let (left, right) = uris;
                let title = |uri: &str| {
                    let name = documents.by_uri(uri).map(|it| it.name.clone());
                    view! { <span class="comparison__title">{name}</span> }
                };
                let titles = (!meaning.differences.is_empty()).then(|| {
                    view! {
                        <div class="comparison__row comparison__row--titles">
                            <span class="comparison__key"></span>
                            {title(&left)}
                            {title(&right)}
                        </div>
                    }
                });
                view! {
                    <p class="comparison__summary" role="status">
                        {meaning.in_words(["the left file", "the right file"])} " " {bytes}
                    </p>
                    {drawn}
                    {titles}
                    <MeaningRows meaning=meaning.clone() left=Some(left) right=Some(right) close=close />
                }
                .into_any()
            }
        })
    };
    let name = left.map(|it| it.name.clone()).unwrap_or_default();
    let has_others = !others.is_empty();
    view! {
        <ModalDialog title="Compare by meaning" is_wide=true on_close=close>
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

async fn compare(documents: DocumentStore, left: &OpenFile, right: &OpenFile) -> Compared {
    let sides = [left, right].map(|it| ComparedText::open(it.uri.clone()));
    let meaning = match compare_meaning(sides).await {
        Ok(meaning) => meaning,
        Err(reason) => return Compared::Refused(reason),
    };
    let has_bytes = documents
        .language(&left.language.get_untracked())
        .is_some_and(|it| it.views.contains(&ViewKind::Bytes));
    let bytes = if has_bytes { Some(compare_bytes(left, right).await) } else { None };
    Compared::Differences { meaning, bytes }
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

fn message(text: &str) -> AnyView {
    view! {
        <p class="comparison__summary">
            <Prose text=sentence(text) />
        </p>
    }
    .into_any()
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

fn bytes_in_words(all: &[Stretch]) -> String {
    let n_bytes: u64 = all.iter().map(|it| u64::from(it.len)).sum();
    let shown = all.iter().take(6).map(|it| match it.len {
        1 => format!("`0x{:x}`", it.offset),
        len => format!("`0x{:x}–0x{:x}`", it.offset, it.offset + len.saturating_sub(1)),
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = if all.len() > 6 { ", …" } else { "" };
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
        assert!(bytes_in_words(&many).ends_with("`0x28`, …."));
    }
}
