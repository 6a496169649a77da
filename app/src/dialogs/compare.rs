//! The differences between two open files.

use std::sync::Arc;

use bobbin_protocol::{Bytes, Stretch, ViewKind, ViewOptions, ViewParams};
use leptos::prelude::*;
use serde::Deserialize;

use super::byte_diff::{ByteDiff, BytePair};
use crate::bytes_pane::Model;
use crate::difference::{Changes, Other, OtherText, Reading, Row, in_words, rows};
use crate::document::{DocumentStore, OpenFile, own, use_documents};
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
    let bytes = RwSignal::new(None::<Result<Binaries, String>>);
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
            let drawn = pair.ok().map(|it| it.pair).filter(|it| !it.stretches.is_empty());
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

/// Compares the binaries of two files: of one that was opened and has not changed the bytes that it had then, as its
/// text may compile to others.
async fn compare_bytes(left: &OpenFile, right: &OpenFile) -> Result<Binaries, String> {
    let (of_left, of_right) = (binary(left).await?, binary(right).await?);
    let is_compressed = [(left, &of_left), (right, &of_right)].map(|(file, it)| {
        it.is_compressed || has_own_bytes(file) && file.provenance.is_compressed()
    });
    let (left, right) = (Arc::new(Model::new(&of_left)), Arc::new(Model::new(&of_right)));
    let stretches = stretches(&left.bytes, &right.bytes);
    Ok(Binaries { pair: BytePair { left, right, stretches }, is_compressed })
}

/// Two binaries, and whether their files are compressed; what is compared never is.
#[derive(Debug, Clone, PartialEq)]
struct Binaries {
    pair: BytePair,
    is_compressed: [bool; 2],
}

/// Returns the ranges in which two binaries differ. They need not be whole: what a damaged one has can be compared, too.
fn stretches(left: &[u8], right: &[u8]) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    for at in 0..left.len().max(right.len()) {
        if left.get(at) == right.get(at) {
            continue;
        }
        let offset = at as u32;
        match found.last_mut() {
            Some(last) if last.offset + last.len == offset => last.len += 1,
            _ => found.push(Stretch { offset, len: 1 }),
        }
    }
    found
}

fn has_own_bytes(file: &OpenFile) -> bool {
    file.own().is_some() && file.is_as_opened()
}

/// The answer with the one kind of view that is asked for.
#[derive(Deserialize)]
struct BytesAnswer {
    view: Option<Bytes>,
}

async fn binary(file: &OpenFile) -> Result<Arc<Bytes>, String> {
    if has_own_bytes(file) {
        return own::bytes(file).await;
    }
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
        Some(bytes) => Ok(Arc::new(bytes)),
        None => Err(format!("`{}` has no binary form", file.name)),
    }
}

/// Describes the differences of the binaries.
fn byte_summary(binaries: &Result<Binaries, String>) -> AnyView {
    let text = match binaries {
        Err(why) => format!("The binaries cannot be compared: {}", sentence(why)),
        Ok(Binaries { pair, is_compressed }) => {
            let text = match pair.stretches.as_slice() {
                [] => "The binaries are equal.".to_owned(),
                all => bytes_in_words(all, [&pair.left, &pair.right].map(|it| it.bytes.len())),
            };
            text + about_compression(*is_compressed)
        }
    };
    view! { <Prose text=text /> }.into_any()
}

fn about_compression(is_compressed: [bool; 2]) -> &'static str {
    match is_compressed {
        [false, false] => "",
        [true, true] => " Both are compressed; what they hold is compared.",
        [true, false] => " The left one is compressed; what it holds is compared.",
        [false, true] => " The right one is compressed; what it holds is compared.",
    }
}

/// The number of places that are named.
const N_SHOWN: usize = 6;

/// Describes what differs between binaries of these lengths.
fn bytes_in_words(all: &[Stretch], lengths: [usize; 2]) -> String {
    let common = lengths[0].min(lengths[1]);
    // All that one has beyond the other's end is no difference at a place.
    if let [only] = all
        && only.offset as usize == common
    {
        let longer = if lengths[0] > lengths[1] { "left" } else { "right" };
        let n_more = lengths[0].abs_diff(lengths[1]);
        let bytes = if n_more == 1 { "byte" } else { "bytes" };
        return format!(
            "The first {} bytes of the binaries are equal; the {longer} one has {} {bytes} more.",
            grouped(common),
            grouped(n_more)
        );
    }
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
    format!("{} {bytes} in the binaries: {shown}{more}.", grouped(n_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_bytes_are_said_in_words() {
        let stretch = |offset: u32, len: u32| Stretch { offset, len };
        assert_eq!(
            bytes_in_words(&[stretch(16, 1)], [100, 100]),
            "1 byte differs in the binaries: `0x10`."
        );
        assert_eq!(
            bytes_in_words(&[stretch(16, 4), stretch(64, 1)], [100, 100]),
            "5 bytes differ in the binaries: `0x10–0x13`, `0x40`."
        );
        let many: Vec<Stretch> = (0..9).map(|it| stretch(it * 8, 1)).collect();
        assert!(bytes_in_words(&many, [100, 100]).ends_with("`0x20`, `0x28` and 3 more."));
        assert_eq!(
            bytes_in_words(&[stretch(300, 646)], [300, 946]),
            "The first 300 bytes of the binaries are equal; the right one has 646 bytes more."
        );
    }

    #[test]
    fn binaries_differ_where_either_has_another_byte_or_none() {
        let stretch = |offset: u32, len: u32| Stretch { offset, len };
        assert_eq!(stretches(b"abcd", b"aXXd"), [stretch(1, 2)]);
        assert_eq!(stretches(b"abcde", b"XbcX"), [stretch(0, 1), stretch(3, 2)]);
        assert_eq!(stretches(b"abc", b"abc"), []);
    }
}
