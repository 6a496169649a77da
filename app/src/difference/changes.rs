//! What differs between two texts of one file, line by line or by meaning.

use std::sync::Arc;

use bobbin_protocol::ComparedText;
use leptos::prelude::*;

use super::meaning::{MeaningChanges, MeaningRows, compare_meaning};
use super::rows::Row;
use super::view::Difference;
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

/// Another text of an open file.
#[derive(Debug, Clone, PartialEq)]
pub struct OtherText {
    pub text: String,
    /// The difference from it to the present text.
    pub rows: Arc<Vec<Row>>,
    /// That difference in a sentence.
    pub summary: String,
    /// The names of the other text and of the present one, within a sentence.
    pub names: [&'static str; 2],
    /// The same as heads of columns.
    pub titles: [&'static str; 2],
}

/// Shows what differs between another text of a file and the present one, line by line or by
/// meaning.
#[component]
pub fn Changes(
    file: Arc<OpenFile>,
    other: OtherText,
    reading: RwSignal<Reading>,
    close: Callback<()>,
) -> impl IntoView {
    let OtherText { text, rows, summary, names, titles } = other;
    let uri = StoredValue::new(file.uri.clone());
    let meaning = RwSignal::new(None::<Result<MeaningChanges, String>>);
    let text = StoredValue::new(text);
    effect(move || {
        if reading.get() == Reading::Text || meaning.with_untracked(Option::is_some) {
            return;
        }
        let earlier = ComparedText { uri: uri.get_value(), text: Some(text.get_value()) };
        let uri = uri.get_value();
        leptos::task::spawn_local(async move {
            let present = ComparedText::open(uri);
            let compared = compare_meaning([earlier, present]).await;
            let _ = meaning.try_set(Some(compared));
        });
    });
    let words = move || match reading.get() {
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
        Reading::Text => view! { <Difference rows=Signal::stored(rows.clone()) /> }.into_any(),
        Reading::Meaning => {
            let meaning = meaning.get().and_then(Result::ok);
            let meaning = meaning.filter(|it| !it.differences.is_empty());
            view! {
                <div class="comparison comparison--inside">
                    {meaning
                        .map(|meaning| {
                            let titles = titles
                                .map(|it| view! { <span class="comparison__title">{it}</span> });
                            view! {
                                <div class="comparison__row comparison__row--titles">
                                    <span class="comparison__key"></span>
                                    {titles.into_iter().collect_view()}
                                </div>
                                <MeaningRows
                                    meaning=meaning
                                    left=None
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
                {part(move || view! { <Prose text=words() /> })}
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
