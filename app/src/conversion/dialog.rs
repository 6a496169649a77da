//! The dialog that shows the result of a conversion before it is applied.

use std::sync::Arc;

use bobbin_protocol::{ConversionEffect, Range, Remark};
use bobbin_sorting::Sorting as _;
use leptos::prelude::*;

use super::{Content, Conversion, Conversions, OpenQuestion, icon_of, use_conversions};
use crate::difference::{Difference, Row, in_words, rows};
use crate::platform::editor::{self, Focus};
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::picker::{Picker, PickerItem};
use crate::widgets::prose::{Prose, sentence};

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
        <ModalDialog title="Convert" is_plain=true is_wide=true on_close=close>
            <Picker placeholder="Convert to…" items=items is_tall=true on_pick=on_pick />
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
            <p class="conversion__about conversion__about--alone">
                <Prose text=reason />
            </p>
            <Picker placeholder="Choose one…" items=items is_tall=true on_pick=on_pick />
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
            let mut places: Vec<_> = places.collect();
            places.order();
            rows(&conversion.before, text, &places)
        }
        _ => Vec::new(),
    };
    let summary = match conversion.info.effect {
        ConversionEffect::Replace => in_words(&shown),
        ConversionEffect::Open => format!("The result opens as `{}`", conversion.name),
        ConversionEffect::Download => format!("The result is downloaded as `{}`", conversion.name),
    };
    let shown = Signal::stored(Arc::new(shown));
    let revealed = RwSignal::new(None::<usize>);
    let go_to = {
        let conversion = Arc::clone(&conversion);
        move |idx: usize, range: Range| {
            let Some(file) = conversion.source(conversions) else { return };
            if replaces {
                let is_it = |row: &Row| *row == Row::Remark(idx);
                revealed.set(shown.with_untracked(|rows| rows.iter().position(is_it)));
                editor::select(&file.uri, range, Focus::Stays);
            } else {
                close.run(());
                request_animation_frame(move || editor::select(&file.uri, range, Focus::Editor));
            }
        }
    };
    let difference = replaces.then(|| {
        let remarks = conversion.remarks.iter().map(|it| it.message.clone()).collect();
        view! {
            <Difference rows=shown remarks=remarks revealed=Signal::derive(move || revealed.get()) />
        }
    });
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
        ConversionEffect::Open => (Conversion::open_now, "Open as a new file"),
        ConversionEffect::Download => (Conversion::download, "Download"),
    };
    let is_same = replaces && conversion.changes_nothing();
    let others = [
        (ConversionEffect::Open, "Open as a new file", Conversion::open_now as fn(&Conversion, _)),
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

/// The number of remarks that are listed above a difference; more are counted.
const MOST_REMARKS: usize = 500;

/// Lists what the conversion has to say.
fn remarks(
    remarks: &[Remark],
    is_short: bool,
    go_to: impl Fn(usize, Range) + Clone + 'static,
) -> Option<AnyView> {
    (!remarks.is_empty()).then(|| {
        let n_remarks = remarks.len();
        let heading = format!("{n_remarks} remark{}", if n_remarks == 1 { "" } else { "s" });
        // Where there is a difference, those that are cut stand in it at their lines.
        let most = if is_short { MOST_REMARKS } else { n_remarks };
        let (of_lines, of_all): (Vec<_>, Vec<_>) =
            remarks.iter().cloned().enumerate().partition(|it| it.1.range.is_some());
        let rows = of_all.into_iter().chain(of_lines).take(most);
        let rows = rows.map(|(idx, remark)| remark_row(remark, idx, go_to.clone())).collect_view();
        let more = n_remarks.saturating_sub(most);
        let more = (more > 0).then(|| {
            view! { <li class="remarks__item">{format!("{more} more, at their lines below")}</li> }
        });
        view! {
            <section class="remarks" aria-label="Remarks">
                <h3 class="remarks__title">{heading}</h3>
                <ul class="remarks__list" class:remarks__list--short=is_short>{rows} {more}</ul>
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
