//! A file that another program has changed on disk: what differs, and which text to keep.

use std::sync::Arc;

use leptos::prelude::*;

use crate::difference::{Changes, Other, OtherText, Reading, Row, in_words, rows};
use crate::document::{FileId, OpenFile, use_documents};
use crate::files::{TextOnDisk, use_files};
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::part;
use crate::widgets::prose::{Prose, sentence};

/// The text on disk, and what differs in the one here.
#[derive(Debug, Clone, PartialEq)]
struct Compared {
    theirs: TextOnDisk,
    rows: Arc<Vec<Row>>,
}

/// Shows what differs between the text here and the file on disk, and asks which one to keep.
#[component]
pub fn ChangedOnDiskDialog(id: FileId, close: Callback<()>) -> impl IntoView {
    let files = use_files();
    let Some(file) = use_documents().by_id(id) else { return ().into_any() };
    let compared = RwSignal::new(None::<Result<Compared, String>>);
    let of_read = file.clone();
    leptos::task::spawn_local(async move {
        let read = files.read_on_disk(&of_read).await.map(|theirs| {
            let mine = of_read.text().unwrap_or_default();
            Compared { rows: Arc::new(rows(&theirs.text, &mine, &[])), theirs }
        });
        let _ = compared.try_set(Some(read));
    });
    let of_pane = file.clone();
    view! {
        <ModalDialog title=format!("{} was changed on disk", file.name) is_wide=true on_close=close>
            {part(move || {
                let compared = compared.get()?;
                let file = of_pane.clone();
                Some(view! { <ChangedPane file=file compared=compared close=close /> })
            })}
        </ModalDialog>
    }
    .into_any()
}

#[component]
fn ChangedPane(
    file: Arc<OpenFile>,
    compared: Result<Compared, String>,
    close: Callback<()>,
) -> impl IntoView {
    let files = use_files();
    let (of_mine, of_theirs) = (file.clone(), file.clone());
    let is_readable = compared.is_ok();
    let reading = RwSignal::new(Reading::Text);
    let (changes, theirs) = match compared {
        Ok(Compared { theirs, rows }) => {
            let is_same = !rows.iter().any(|it| matches!(it, Row::Line { .. }));
            let summary = match is_same {
                true => "The texts are identical, except perhaps for line endings.".to_owned(),
                false => format!("From the file on disk to your text: {}.", in_words(&rows)),
            };
            let text = Other::Text(theirs.text.clone());
            let names = ["the file on disk", "your text"];
            let titles = ["On disk", "Here"].map(str::to_owned);
            let other = OtherText { other: text, rows, summary, names, titles };
            let changes = view! { <Changes file=file other=other reading=reading close=close /> };
            (changes.into_any(), Some(theirs))
        }
        Err(why) => {
            let why = sentence(&format!("the file on disk cannot be shown as text: {why}"));
            let message = view! {
                <p class="changes__summary" role="status">
                    <Prose text=why />
                </p>
            };
            (message.into_any(), None)
        }
    };
    let writer = theirs.as_ref().and_then(|it| it.writer.clone());
    let who = match writer {
        Some(writer) => format!(
            "`{writer}` was saved to this file, which is open here twice. This text was left as it is."
        ),
        None => "Another program or window has written this file since it was opened or saved here. Nothing was overwritten.".to_owned(),
    };
    let of_saving = theirs.clone();
    let mine = move |()| {
        close.run(());
        files.take_mine(&of_mine, of_saving.as_ref());
    };
    let take = move |()| {
        close.run(());
        if let Some(theirs) = &theirs {
            files.take_theirs(&of_theirs, theirs);
        }
    };
    view! {
        <div class="versions__pane changed">
            <p class="changes__summary">
                <Prose text=who />
            </p>
            {changes}
            <div class="message__actions">
                <Button label="Overwrite with mine" on_press=mine />
                <Button label="Use the one on disk" is_enabled=is_readable on_press=take />
                <Button label="Decide later" is_primary=true has_keys=true on_press=close />
            </div>
        </div>
    }
}
