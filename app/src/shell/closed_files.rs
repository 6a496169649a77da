//! The files that were closed in the last weeks.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;

use crate::document::{drafts, files};
use crate::platform::database::Entry;
use crate::platform::window;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::picker::{Picker, PickerItem};
use crate::workbench::use_workbench;

/// Offers the closed files that are still kept, the last one first.
#[component]
pub fn ClosedFiles(files: Arc<Vec<Entry>>, close: Callback<()>) -> impl IntoView {
    let workbench = use_workbench();
    let now = window::now();
    let items = files.iter().map(|it| {
        let closed = Duration::from_millis(it.closed_at.unwrap_or_default());
        let language = workbench.documents.language_title(&it.language);
        let about = format!("{language}, closed {}", ago(now.saturating_sub(closed)));
        PickerItem::new(&it.name, &about)
    });
    let items = untrack(|| items.collect::<Vec<_>>());
    if items.is_empty() {
        return view! {
            <ModalDialog title="Recently closed files" on_close=close>
                <p class="message">
                    "No file was closed in the last 30 days. Closed files are listed here, with their texts and their undo history."
                </p>
            </ModalDialog>
        }
        .into_any();
    }
    let on_pick = move |idx: usize| {
        close.run(());
        let Some(entry) = files.get(idx).cloned() else { return };
        leptos::task::spawn_local(async move {
            if let Err(unread) = drafts::reopen(workbench.documents, entry).await {
                files::open_plain(workbench, unread.name, unread.text);
            }
        });
    };
    view! {
        <ModalDialog title="Recently closed files" is_plain=true on_close=close>
            <Picker placeholder="Open a closed file again" items=items on_pick=on_pick />
        </ModalDialog>
    }
    .into_any()
}

/// Returns a time before now in words.
fn ago(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    let of = |n: u64, unit: &str| match n {
        1 => format!("1 {unit} ago"),
        n => format!("{n} {unit}s ago"),
    };
    match minutes {
        0 => "just now".to_owned(),
        1..60 => of(minutes, "minute"),
        60..1440 => of(minutes / 60, "hour"),
        _ => of(minutes / 1440, "day"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_words() {
        for (seconds, words) in [
            (0, "just now"),
            (59, "just now"),
            (60, "1 minute ago"),
            (7_199, "1 hour ago"),
            (86_400, "1 day ago"),
            (2_600_000, "30 days ago"),
        ] {
            assert_eq!(ago(Duration::from_secs(seconds)), words);
        }
    }
}
