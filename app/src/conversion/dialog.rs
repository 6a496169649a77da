//! The dialog that shows the result of a conversion before it is applied.

use std::sync::Arc;

use bobbin_protocol::{ConversionEffect, Range, Remark};
use leptos::prelude::*;

use super::rows::{LineKind, Row, in_words, rows};
use super::{Content, Conversion, Conversions, OpenQuestion, icon_of, use_conversions};
use crate::platform::editor::{self, Focus};
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::picker::{Picker, PickerItem};
use crate::widgets::prose::{Prose, sentence};
use crate::widgets::rows::Rows;

/// The height of a row, in pixels; the style sheet has the same.
const ROW_HEIGHT: f64 = 20.0;

/// Lists the formats that the shown file can be converted to.
#[component]
pub fn ConversionPicker(close: Callback<()>) -> impl IntoView {
    let conversions = use_conversions();
    let offered = untrack(|| conversions.offered());
    let items = offered
        .iter()
        .map(|it| PickerItem {
            icon: Some(icon_of(it.effect)),
            ..PickerItem::new(&it.title, &it.about)
        })
        .collect::<Vec<_>>();
    let on_pick = move |idx: usize| {
        close.run(());
        if let Some(info) = offered.get(idx) {
            conversions.start(info.clone());
        }
    };
    view! {
        <ModalDialog title="Convert" is_plain=true on_close=close>
            <Picker placeholder="Convert to…" items=items on_pick=on_pick />
        </ModalDialog>
    }
}

/// Asks for a fact that a conversion needs and the text does not state.
#[component]
pub fn ConversionQuestionDialog(question: Arc<OpenQuestion>, close: Callback<()>) -> impl IntoView {
    let conversions = use_conversions();
    let choices = question.choices.iter();
    let items = choices.map(|it| PickerItem::new(&it.title, &it.about)).collect::<Vec<_>>();
    let (title, reason) = (question.info.title.clone(), sentence(&question.reason));
    let on_pick = move |idx: usize| {
        close.run(());
        if let Some(choice) = question.choices.get(idx) {
            conversions.start_as(question.info.clone(), choice.id.clone());
        }
    };
    view! {
        <ModalDialog title=title on_close=close>
            <p class="conversion__about">
                <Prose text=reason />
            </p>
            <Picker placeholder="Choose one…" items=items on_pick=on_pick />
        </ModalDialog>
    }
}

/// Shows the difference and the remarks, and asks for the decision.
#[component]
pub fn ConversionDialog(conversion: Arc<Conversion>, close: Callback<()>) -> impl IntoView {
    let conversions = use_conversions();
    let replaces = conversion.info.effect == ConversionEffect::Replace;
    let shown = match &conversion.content {
        Content::Text(text) if replaces => {
            let places = conversion.remarks.iter().enumerate();
            let places = places.filter_map(|(idx, it)| Some((it.range?.start.line as usize, idx)));
            rows(&conversion.before, text, &places.collect::<Vec<_>>())
        }
        _ => Vec::new(),
    };
    let summary = if replaces { in_words(&shown) } else { format!("`{}`", conversion.name) };
    let shown = StoredValue::new(shown);
    let revealed = RwSignal::new(None::<usize>);
    let go_to = {
        let conversion = Arc::clone(&conversion);
        move |idx: usize, range: Range| {
            let Some(file) = conversion.source(conversions) else { return };
            if replaces {
                let is_it = |row: &Row| *row == Row::Remark(idx);
                revealed.set(shown.with_value(|rows| rows.iter().position(is_it)));
                editor::select(&file.uri, range, Focus::Stays);
            } else {
                close.run(());
                request_animation_frame(move || editor::select(&file.uri, range, Focus::Editor));
            }
        }
    };
    let difference = replaces.then(|| difference(Arc::clone(&conversion), shown, revealed));
    let remarks = remarks(&conversion.remarks, replaces, go_to);
    let made = StoredValue::new(Arc::clone(&conversion));
    let act = move |run: fn(&Conversion, Conversions)| {
        move |()| {
            let conversion = made.get_value();
            close.run(());
            run(&conversion, conversions);
        }
    };
    let (does, label): (fn(&Conversion, _), _) = match conversion.info.effect {
        ConversionEffect::Replace => (Conversion::replace, "Replace the text"),
        ConversionEffect::Open => (Conversion::open, "Open as a new file"),
        ConversionEffect::Download => (Conversion::download, "Download"),
    };
    let is_same = replaces && conversion.changes_nothing();
    let others = [
        (ConversionEffect::Open, "Open as a new file", Conversion::open as fn(&Conversion, _)),
        (ConversionEffect::Download, "Download", Conversion::download),
    ];
    let others = others
        .into_iter()
        .filter(|(effect, ..)| *effect != conversion.info.effect && replaces)
        .map(|(_, label, does)| view! { <Button label=label on_press=act(does) /> })
        .collect_view();
    view! {
        <ModalDialog title=conversion.info.title.clone() is_wide=true on_close=close>
            <div class="conversion">
                <p class="conversion__about">
                    <Prose text=sentence(&conversion.info.about) />
                    " "
                    <strong>
                        <Prose text=format!("{summary}.") />
                    </strong>
                </p>
                {remarks}
                {difference}
                <div class="message__actions conversion__actions">
                    <Button
                        label=label
                        icon=icon_of(conversion.info.effect)
                        is_primary=true
                        is_enabled=!is_same
                        on_press=act(does)
                    />
                    {others}
                    <Button label="Cancel" on_press=close />
                </div>
            </div>
        </ModalDialog>
    }
}

/// Shows what would change, line by line.
fn difference(
    conversion: Arc<Conversion>,
    shown: StoredValue<Vec<Row>>,
    revealed: RwSignal<Option<usize>>,
) -> impl IntoView {
    let row = move |idx: usize| {
        let row = shown.with_value(|rows| rows.get(idx).cloned());
        let is_revealed = Memo::new(move |_| revealed.get() == Some(idx));
        let remark = match row {
            Some(Row::Remark(idx)) => conversion.remarks.get(idx).map(|it| it.message.clone()),
            _ => None,
        };
        row.map(|row| difference_row(row, remark.unwrap_or_default(), is_revealed)).into_any()
    };
    view! {
        <div class="difference">
            <Rows
                n_rows=Signal::stored(shown.with_value(Vec::len))
                row_height=ROW_HEIGHT
                row=row
                revealed=Signal::derive(move || revealed.get())
                label="Difference"
                role="list"
            />
        </div>
    }
}

/// Lists what the conversion has to say.
fn remarks(
    remarks: &[Remark],
    is_short: bool,
    go_to: impl Fn(usize, Range) + Clone + 'static,
) -> Option<AnyView> {
    (!remarks.is_empty()).then(|| {
        let n_remarks = remarks.len();
        let heading = format!("{n_remarks} remark{}", if n_remarks == 1 { "" } else { "s" });
        let rows = remarks.iter().cloned().enumerate();
        let rows = rows.map(|(idx, remark)| remark_row(remark, idx, go_to.clone())).collect_view();
        view! {
            <section class="remarks" aria-label="Remarks">
                <h3 class="remarks__title">{heading}</h3>
                <ul class="remarks__list" class:remarks__list--short=is_short>{rows}</ul>
            </section>
        }
        .into_any()
    })
}

fn remark_row(remark: Remark, idx: usize, go_to: impl Fn(usize, Range) + 'static) -> AnyView {
    let Remark { message, range } = remark;
    let text = view! { <Prose text=sentence(&message) /> };
    match range {
        Some(range) => view! {
            <li class="remarks__item">
                <button
                    type="button"
                    class="remarks__place link"
                    on:click=move |_| go_to(idx, range)
                >
                    {format!("Line {}", range.start.line + 1)}
                </button>
                <span>{text}</span>
            </li>
        }
        .into_any(),
        None => view! {
            <li class="remarks__item">
                <span class="remarks__place">"All"</span>
                <span>{text}</span>
            </li>
        }
        .into_any(),
    }
}

fn difference_row(row: Row, remark: String, is_revealed: Memo<bool>) -> AnyView {
    match row {
        Row::Line { kind, number, text, changed: (start, end) } => {
            let (class, sign, word) = match kind {
                LineKind::Same => ("difference__row", " ", ""),
                LineKind::Old => ("difference__row difference__row--old", "−", "removed"),
                LineKind::New => ("difference__row difference__row--new", "+", "added"),
            };
            let cut =
                |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().to_owned();
            let parts = (cut(0..start), cut(start..end), cut(end..text.len()));
            view! {
                <div class=class role="listitem">
                    <span class="difference__number" aria-hidden="true">{number}</span>
                    <span class="difference__sign" aria-hidden="true">{sign}</span>
                    <span class="visually-hidden">{word}</span>
                    <code class="difference__text">
                        {parts.0} <span class="difference__changed">{parts.1}</span> {parts.2}
                    </code>
                </div>
            }
            .into_any()
        }
        Row::Skipped(n) => view! {
            <div class="difference__row difference__row--skipped" role="listitem">
                {format!("{n} equal line{}", if n == 1 { "" } else { "s" })}
            </div>
        }
        .into_any(),
        Row::Remark(_) => view! {
            <div
                class="difference__row difference__row--remark"
                class:difference__row--here=is_revealed
                role="listitem"
                title=remark.clone()
            >
                <IconView icon=Icon::Warning />
                <span>
                    <Prose text=sentence(&remark) />
                </span>
            </div>
        }
        .into_any(),
    }
}
