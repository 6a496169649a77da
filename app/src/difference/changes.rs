//! The differences between two texts, of one file or of two, line by line or by meaning.

use std::sync::Arc;

use bobbin_protocol::ComparedText;
use leptos::prelude::*;

use super::meaning::{MeaningChanges, MeaningRows, compare_meaning};
use super::rows::Row;
use super::view::{Difference, LineWords};
use crate::document::OpenFile;
use crate::following::effect;
use crate::widgets::dynamic::part;
use crate::widgets::prose::{Prose, sentence};
use crate::widgets::segments::{Segment, Segments};

/// The way in which two texts are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    Text,
    Meaning,
}

/// The side that an open file's text is compared with.
#[derive(Debug, Clone, PartialEq)]
pub enum Other {
    /// Another text of this file.
    Text(String),
    /// Another open document, by its address.
    Open(String),
}

/// Another text to stand at the left of an open file's.
#[derive(Debug, Clone, PartialEq)]
pub struct OtherText {
    pub other: Other,
    /// The difference from it to the present text.
    pub rows: Arc<Vec<Row>>,
    /// That difference in a sentence.
    pub summary: String,
    /// The names of the other text and of the present one, within a sentence.
    pub names: [&'static str; 2],
    /// The same as heads of columns.
    pub titles: [String; 2],
}

/// Shows what differs between another text and the present one of a file, line by line or by
/// meaning.
#[component]
pub fn Changes(
    file: Arc<OpenFile>,
    other: OtherText,
    reading: RwSignal<Reading>,
    close: Callback<()>,
    /// Further remarks on the meaning, drawn above the values.
    #[prop(optional, into)]
    more: Option<ViewFn>,
) -> impl IntoView {
    let OtherText { other, rows, summary, names, titles } = other;
    let uri = StoredValue::new(file.uri.clone());
    let left = match &other {
        Other::Text(_) => None,
        Other::Open(uri) => Some(uri.clone()),
    };
    // Of two files, neither is the earlier.
    let words = match &other {
        Other::Text(_) => LineWords::default(),
        Other::Open(_) => LineWords { old: "only on the left", new: "only on the right" },
    };
    let meaning = RwSignal::new(None::<Result<MeaningChanges, String>>);
    let other = StoredValue::new(other);
    effect(move || {
        if reading.get() == Reading::Text || meaning.with_untracked(Option::is_some) {
            return;
        }
        let uri = uri.get_value();
        let earlier = match other.get_value() {
            Other::Text(text) => ComparedText { uri: uri.clone(), text: Some(text) },
            Other::Open(uri) => ComparedText::open(uri),
        };
        leptos::task::spawn_local(async move {
            let present = ComparedText::open(uri);
            let compared = compare_meaning([earlier, present]).await;
            let _ = meaning.try_set(Some(compared));
        });
    });
    let said = move || match reading.get() {
        Reading::Text => sentence(&summary),
        Reading::Meaning => meaning.with(|it| match it {
            None => "Comparing…".to_owned(),
            Some(Ok(it)) if it.includes_present => {
                format!("{} Included files are read as they are now.", it.in_words(names))
            }
            Some(Ok(it)) => it.in_words(names),
            Some(Err(why)) => sentence(why),
        }),
    };
    let pick = move |idx: usize| {
        reading.set(if idx == 0 { Reading::Text } else { Reading::Meaning });
    };
    let body = move || match reading.get() {
        Reading::Text => {
            view! { <Difference rows=Signal::stored(rows.clone()) words=words /> }.into_any()
        }
        Reading::Meaning => {
            let meaning = meaning.get().and_then(Result::ok);
            let meaning = meaning.filter(|it| !it.differences.is_empty());
            view! {
                <div class="comparison comparison--inside">
                    {more.as_ref().map(ViewFn::run)}
                    {meaning
                        .map(|meaning| {
                            view! {
                                <MeaningRows
                                    meaning=meaning
                                    titles=titles.clone()
                                    left=left.clone()
                                    right=Some(uri.get_value())
                                    close=close
                                />
                            }
                        })}
                </div>
            }
            .into_any()
        }
    };
    view! {
        <div class="changes__head">
            <p class="changes__summary" role="status">
                {part(move || view! { <Prose text=said() /> })}
            </p>
            <Segments
                label="Compare by"
                segments=vec![Segment::new("Text"), Segment::new("Meaning")]
                picked=Signal::derive(move || Some(usize::from(reading.get() == Reading::Meaning)))
                on_pick=pick
            />
        </div>
        {part(body)}
    }
}
