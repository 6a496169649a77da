//! Finding by typing: actions, files, items and diagnostics in one list, and items alone.

use std::sync::Arc;

use bobbin_protocol::{Position, Range};
use bobbin_sorting::Sorting as _;
use leptos::prelude::*;

use crate::actions::{self, use_actions, words_of};
use crate::conversion::{self, use_conversions};
use crate::document::{OpenFile, Problem, use_documents};
use crate::following::memo;
use crate::navigation::{Navigation, use_navigation};
use crate::outline::{self, Entry};
use crate::platform::editor::{self, Focus};
use crate::platform::{storage, window};
use crate::problems;
use crate::settings::{NarrowTab, Settings, use_settings};
use crate::widgets::dialog::ModalDialog;
use crate::widgets::icon::Icon;
use crate::widgets::picker::{LINE_SIGN, Picker, PickerItem};
use crate::widgets::prose::plain;
use crate::widgets::toast::use_toasts;

/// The sign that lists only actions.
const ACTION_SIGN: char = '>';

/// The sign that lists only items of the shown file.
const ITEM_SIGN: char = '@';

/// The number of actions that are listed first because they were picked last.
const MOST_RECENT: usize = 6;

const STORED_AS: &str = "bobbin.recent-actions";

/// Something to find.
struct Offer {
    heading: &'static str,
    item: PickerItem,
    /// The id of the action that it is, if it is one.
    action: Option<&'static str>,
    /// Called with the typed text when it is picked, after the palette is closed.
    run: Arc<dyn Fn(&str) + Send + Sync>,
}

/// Offers the actions, the open files, and the items and diagnostics of the shown one.
#[component]
pub fn Palette(close: Callback<()>) -> impl IntoView {
    let file = use_documents().shown();
    let mut offers = action_offers();
    offers.extend(file_offers());
    if let Some(file) = &file {
        offers.extend(untrack(|| item_offers(file)));
        offers.extend(problem_offers(file));
        offers.push(line_offer(use_navigation()));
    }
    let typed = RwSignal::new(String::new());
    let headings: Vec<String> = offers.iter().map(|it| it.heading.to_owned()).collect();
    let items: Vec<PickerItem> = offers.iter().map(|it| it.item.clone()).collect();
    let runs: Vec<_> = offers.into_iter().map(|it| (it.action, it.run)).collect();
    let on_pick = move |idx: usize| {
        let Some((action, run)) = runs.get(idx).cloned() else { return };
        let text = typed.get_untracked();
        // At once: the palette may be open again before the next frame.
        if let Some(id) = action {
            remember(id);
        }
        close.run(());
        // The dialog is gone by then.
        request_animation_frame(move || run(&text));
    };
    view! {
        <ModalDialog title="Commands" is_plain=true on_close=close>
            <Picker
                placeholder="Find a command, file, item or problem"
                items=items
                headings=headings
                typed=typed
                foot="> commands · @ items · : line"
                on_pick=on_pick
            />
        </ModalDialog>
    }
}

/// Offers every item of the shown file.
#[component]
pub fn Items(close: Callback<()>) -> impl IntoView {
    let navigation = use_navigation();
    let file = use_documents().shown();
    // They may be read only now.
    let entries = memo(move |_| file.as_deref().map(entries_of).unwrap_or_default());
    let items = Signal::derive(move || entries.with(|it| it.iter().map(item_of).collect()));
    let on_pick = move |idx: usize| {
        let entry = entries.with_untracked(|it| it.get(idx).cloned());
        close.run(());
        if let Some(entry) = entry {
            go_to_entry(navigation, &entry);
        }
    };
    view! {
        <ModalDialog title="Items" is_plain=true on_close=close>
            <Picker placeholder="Go to item" items=items on_pick=on_pick />
        </ModalDialog>
    }
}

/// Offers the actions, first those that were picked last, and at the end those that do not apply now.
fn action_offers() -> Vec<Offer> {
    let actions = use_actions();
    let conversions = use_conversions();
    let toasts = use_toasts();
    // What applied when the list was opened may have ceased to since.
    let perform = move |action: actions::Action| {
        if untrack(|| actions.is_enabled(action)) {
            actions.perform(action);
        } else {
            let (label, why_not) = (action.label, actions.why_not(action));
            toasts.answer(format!("“{label}” was not done: {why_not}."));
        }
    };
    let is_apple = window::has_apple_keyboard();
    let habits = use_settings().keys.get_untracked();
    let recent = recent();
    let (possible, others): (Vec<actions::Action>, Vec<actions::Action>) =
        actions::all().into_iter().partition(|it| untrack(|| actions.is_enabled(*it)));
    let mut possible: Vec<(Option<usize>, actions::Action)> =
        possible.into_iter().map(|it| (recent.iter().position(|id| id == it.id), it)).collect();
    possible.order_by_key(|(place, _)| place.unwrap_or(usize::MAX));
    let of_action = possible.into_iter().map(|(place, action)| Offer {
        heading: if place.is_some() { "Recently used" } else { "Commands" },
        item: PickerItem {
            keys: habits.keys_of(&action, is_apple),
            icon: action.icon,
            words: words_of(action.id),
            sign: Some(ACTION_SIGN),
            ..PickerItem::new(action.label, action.group.label())
        },
        action: Some(action.id),
        run: Arc::new(move |_| perform(action)),
    });
    let offered = untrack(|| conversions.offered());
    let of_conversion = offered.into_iter().map(|info| Offer {
        heading: "Commands",
        item: PickerItem {
            icon: Some(conversion::icon_of(info.effect)),
            words: "export, import, transform",
            sign: Some(ACTION_SIGN),
            ..PickerItem::new(&format!("Convert: {}", info.title), &info.about)
        },
        action: None,
        run: Arc::new(move |_| conversions.start(info.clone())),
    });
    // Who asks for one of these is told why it cannot be had.
    let of_others = others.into_iter().map(|action| Offer {
        heading: "Commands",
        item: PickerItem {
            icon: action.icon,
            words: words_of(action.id),
            sign: Some(ACTION_SIGN),
            is_off: true,
            ..PickerItem::new(action.label, actions.why_not(action))
        },
        action: None,
        run: Arc::new(|_| ()),
    });
    of_action.chain(of_conversion).chain(of_others).collect()
}

/// Offers the open files but the shown one.
fn file_offers() -> Vec<Offer> {
    let documents = use_documents();
    let settings = use_settings();
    let shown = documents.shown().map(|it| it.id);
    let files = documents.files.get_untracked();
    let others = files.iter().filter(|it| Some(it.id) != shown);
    let offer = |it: &Arc<OpenFile>| {
        let (id, language) = (it.id, it.language.get_untracked());
        Offer {
            heading: "Files",
            item: PickerItem {
                icon: Some(Icon::NewFile),
                ..PickerItem::new(&it.name, &documents.language_title(&language))
            },
            action: None,
            run: Arc::new(move |_| {
                documents.show(id);
                settings.narrow_tab.set(NarrowTab::Source);
                editor::run_command("focus");
            }),
        }
    };
    others.map(offer).collect()
}

fn entries_of(file: &OpenFile) -> Vec<Entry> {
    let outline = file.views.outline.with(|it| it.here().cloned());
    outline.map(|it| outline::flatten(&it)).unwrap_or_default()
}

fn item_of(entry: &Entry) -> PickerItem {
    PickerItem {
        icon: Some(outline::icon_of(entry.kind)),
        sign: Some(ITEM_SIGN),
        ..PickerItem::new(&entry.name, &entry.detail)
    }
}

fn go_to_entry(navigation: Navigation, entry: &Entry) {
    navigation.pick_item(entry.item.clone(), entry.name_range);
    navigation.select_text(entry.name_range, Focus::Editor);
}

fn item_offers(file: &OpenFile) -> impl Iterator<Item = Offer> {
    let navigation = use_navigation();
    entries_of(file).into_iter().map(move |entry| Offer {
        heading: "Items of this file",
        item: item_of(&entry),
        action: None,
        run: Arc::new(move |_| go_to_entry(navigation, &entry)),
    })
}

/// Offers the codes of the diagnostics, each once, with its first place.
fn problem_offers(file: &OpenFile) -> Vec<Offer> {
    let navigation = use_navigation();
    let settings: Settings = use_settings();
    let found = file.problems.get_untracked();
    let mut first: Vec<&Problem> = Vec::new();
    for it in found.iter().filter(|it| !it.code.is_empty()) {
        if !first.iter().any(|other| other.code == it.code) {
            first.push(it);
        }
    }
    let offer = |it: &Problem| {
        let range = it.range;
        let n_found = found.iter().filter(|other| other.code == it.code).count();
        let times = if n_found > 1 { format!("{n_found} × ") } else { String::new() };
        Offer {
            heading: "Problems of this file",
            item: PickerItem {
                icon: Some(problems::icon_of(it.severity)),
                ..PickerItem::new(&it.code, &format!("{times}{}", plain(&it.message)))
            },
            action: None,
            run: Arc::new(move |_| {
                settings.narrow_tab.set(NarrowTab::Source);
                navigation.select_text(range, Focus::Editor);
            }),
        }
    };
    first.into_iter().map(offer).collect()
}

/// Offers the line that is typed behind a colon.
fn line_offer(navigation: Navigation) -> Offer {
    Offer {
        heading: "",
        item: PickerItem {
            sign: Some(LINE_SIGN),
            ..PickerItem::new("Go to line", "a line, or line:column")
        },
        action: None,
        run: Arc::new(move |typed| {
            if let Some(at) = place_in(typed) {
                navigation.select_text(Range { start: at, end: at }, Focus::Editor);
            }
        }),
    }
}

/// Reads `:line` or `:line:column`, which count from 1.
fn place_in(typed: &str) -> Option<Position> {
    let mut parts = typed.strip_prefix(LINE_SIGN)?.trim().splitn(2, [':', ',']);
    let line = parts.next()?.trim().parse::<u32>().ok()?;
    let column = parts.next().and_then(|it| it.trim().parse::<u32>().ok()).unwrap_or(1);
    Some(Position { line: line.saturating_sub(1), character: column.saturating_sub(1) })
}

/// The ids of the actions that were picked last, the newest first.
fn recent() -> Vec<String> {
    let stored = storage::load(STORED_AS).unwrap_or_default();
    stored.split_whitespace().map(str::to_owned).collect()
}

fn remember(id: &str) {
    let mut ids = recent();
    ids.retain(|it| it != id);
    ids.insert(0, id.to_owned());
    ids.truncate(MOST_RECENT);
    // Where nothing can be stored, nothing is remembered.
    storage::store(STORED_AS, &ids.join(" "));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let at = |line, character| Some(Position { line, character });
        for (typed, expected) in [
            (":42", at(41, 0)),
            (": 7:3", at(6, 2)),
            (":0", at(0, 0)),
            (":7:", at(6, 0)),
            (":", None),
            (":x", None),
            ("42", None),
        ] {
            assert_eq!(place_in(typed), expected, "{typed}");
        }
    }
}
