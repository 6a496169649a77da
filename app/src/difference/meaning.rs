//! The difference of two texts by what they mean.

use bobbin_protocol::{CompareParams, CompareResult, ComparedText, Difference, ResolvedValue};
use leptos::prelude::*;

use crate::platform::editor::{self, Focus};
use crate::widgets::prose::{Prose, counted, grouped, listed};

/// The most differences that are listed.
const MAX_LISTED: usize = 1000;

/// The differences in meaning between two texts.
#[derive(Debug, Clone, PartialEq)]
pub struct MeaningChanges {
    /// The items that differ, in the order of the left text.
    pub differences: Vec<Difference>,
    /// The numbers of errors on the left and on the right.
    pub errors: [u32; 2],
    /// True if an earlier text includes files, which are those of now.
    pub includes_present: bool,
    /// The names of files that either text includes and that are not open.
    pub absent_files: Vec<String>,
}

/// Compares the left and the right text by meaning.
///
/// # Errors
///
/// A reason for people if the two cannot be compared.
pub async fn compare_meaning([left, other]: [ComparedText; 2]) -> Result<MeaningChanges, String> {
    let params = CompareParams { left, other };
    match editor::ask(CompareParams::METHOD, &params).await? {
        CompareResult::Differences {
            left_errors,
            right_errors,
            includes_present,
            absent_files,
            differences,
        } => {
            let errors = [left_errors, right_errors];
            Ok(MeaningChanges { differences, errors, includes_present, absent_files })
        }
        CompareResult::Refusal { reason } => Err(reason),
    }
}

impl MeaningChanges {
    /// Describes how many things differ, and whether the texts, which are called `names`, can be read.
    #[must_use]
    pub fn in_words(&self, names: [&str; 2]) -> String {
        let found = match self.differences.len() {
            0 => "Both mean the same".to_owned(),
            1 => "1 value differs".to_owned(),
            n => format!("{} values differ", grouped(n)),
        };
        let broken = self.errors.into_iter().zip(names).filter(|(n, _)| *n > 0);
        let broken = broken.map(|(n, name)| format!("{} in {name}", counted(n as usize, "error")));
        let limits: Vec<String> = broken.chain(self.absent_in_words()).collect();
        match limits.is_empty() {
            true => format!("{found}."),
            false => format!("{found}, as far as the texts can be read: {}.", limits.join(", ")),
        }
    }

    fn absent_in_words(&self) -> Option<String> {
        let is = if self.absent_files.len() == 1 { "is" } else { "are" };
        (!self.absent_files.is_empty())
            .then(|| format!("{} {is} not open", listed(&self.absent_files)))
    }
}

/// Lists what two texts mean differently, side by side.
#[component]
pub fn MeaningRows(
    meaning: MeaningChanges,
    /// The heads of the columns with values.
    titles: [String; 2],
    /// The document that the left values stand in; `None` for a text that is not open.
    left: Option<String>,
    right: Option<String>,
    close: Callback<()>,
) -> impl IntoView {
    let n_more = meaning.differences.len().saturating_sub(MAX_LISTED);
    let row = |it: Difference| {
        let item = it.item.0.last().filter(|item| **item != it.key).cloned().unwrap_or_default();
        view! {
            <div class="comparison__row" role="row">
                <div class="comparison__key" role="rowheader">
                    <code>{it.key}</code>
                    <span class="comparison__item">{item}</span>
                </div>
                <div role="cell">{side(it.left, left.clone(), close)}</div>
                <div role="cell">{side(it.right, right.clone(), close)}</div>
            </div>
        }
    };
    let titles = titles.map(|it| {
        view! {
            <span class="comparison__title" role="columnheader">
                {it}
            </span>
        }
    });
    let rows = meaning.differences.into_iter().take(MAX_LISTED).map(row).collect_view();
    view! {
        // Values without a place cannot have the focus, and a list of nothing else is to be scrolled, too.
        <div class="comparison__rows" tabindex="0">
            <div role="table" aria-label="Differences in meaning">
                <div class="comparison__row comparison__row--titles" role="row">
                    <span class="comparison__key" role="columnheader">
                        <span class="visually-hidden">"Name"</span>
                    </span>
                    {titles.into_iter().collect_view()}
                </div>
                {rows}
            </div>
            {(n_more > 0).then(|| view! { <p class="comparison__more">{format!("and {n_more} more")}</p> })}
        </div>
    }
}

/// Shows a value with a link to its place.
fn side(side: Option<ResolvedValue>, uri: Option<String>, close: Callback<()>) -> AnyView {
    let Some(side) = side else {
        return view! { <span class="comparison__side comparison__side--none">"nothing"</span> }
            .into_any();
    };
    let range = side.origin.range;
    let place = match range {
        Some(range) => format!("line {}", range.start.line + 1),
        None if side.origin.note.is_empty() => "default".to_owned(),
        None => side.origin.note.clone(),
    };
    let content = view! {
        <code>{side.value}</code>
        <span class="comparison__place">
            <Prose text=place />
        </span>
    };
    let Some((uri, range)) = uri.zip(range) else {
        return view! { <span class="comparison__side">{content}</span> }.into_any();
    };
    let go = move |_| {
        let uri = uri.clone();
        close.run(());
        request_animation_frame(move || editor::select(&uri, range, Focus::Editor));
    };
    view! {
        <button type="button" class="comparison__side" on:click=go>
            {content}
        </button>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bobbin_protocol::ItemPath;

    #[test]
    fn what_differs_is_said_with_how_far_it_can_be_told() {
        let with_absent = |n: usize, errors: [u32; 2], absent: &[&str]| {
            let difference = Difference {
                item: ItemPath::default(),
                key: "k".to_owned(),
                left: None,
                right: None,
            };
            let differences = vec![difference; n];
            let absent_files = absent.iter().map(|it| (*it).to_owned()).collect();
            let meaning =
                MeaningChanges { differences, errors, includes_present: false, absent_files };
            meaning.in_words(["`a`", "`b`"])
        };
        let words = |n: usize, errors: [u32; 2]| with_absent(n, errors, &[]);
        assert_eq!(words(0, [0, 0]), "Both mean the same.");
        assert_eq!(words(1, [0, 0]), "1 value differs.");
        assert_eq!(
            words(2, [0, 1]),
            "2 values differ, as far as the texts can be read: 1 error in `b`."
        );
        assert_eq!(
            words(0, [1, 2]),
            "Both mean the same, as far as the texts can be read: 1 error in `a`, 2 errors in `b`."
        );
        assert_eq!(
            with_absent(0, [0, 0], &["base.pipe"]),
            "Both mean the same, as far as the texts can be read: `base.pipe` is not open."
        );
        assert_eq!(
            with_absent(1234, [1, 0], &["x", "y"]),
            "1\u{202f}234 values differ, as far as the texts can be read: 1 error in `a`, `x` and `y` are not open."
        );
    }
}
