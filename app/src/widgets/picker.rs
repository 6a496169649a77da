//! A picker: finds one of many by typing.

use bobbin_sorting::Sorting as _;
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::icon::{Icon, IconView};
use super::rows::Rows;
use crate::following::memo;
use crate::platform::{dom, window};
use crate::widgets::dynamic::{When, live, part};
use crate::widgets::empty::EmptyNote;
use crate::widgets::prose::counted;

/// The height of an item and of a heading, in pixels; the style sheet repeats it.
const ROW_HEIGHT: f64 = 32.0;
/// That of an item whose few more words are sentences, which have lines of their own.
const TALL_HEIGHT: f64 = 58.0;
/// That of such an item in a window in which sentences take two lines more.
const TALLER_HEIGHT: f64 = 90.0;

/// An item to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PickerItem {
    /// The text that is matched and shown.
    pub label: String,
    /// A few more words; may be empty.
    pub detail: String,
    /// The shortcut; may be empty.
    pub keys: String,
    /// Left of the label.
    pub icon: Option<Icon>,
    /// Further words that find the item, separated by commas; they are not shown.
    pub words: &'static str,
    /// The sign that lists only items of this kind, typed in front.
    pub sign: Option<char>,
    /// Cannot be picked now; it is found by its name only, after all others.
    pub is_off: bool,
    /// Is only what was typed; it comes behind all that is there.
    pub is_typed: bool,
}

impl PickerItem {
    /// Makes an item without keys and icon.
    #[must_use]
    pub fn new(label: &str, detail: &str) -> PickerItem {
        PickerItem {
            label: label.to_owned(),
            detail: detail.to_owned(),
            keys: String::new(),
            icon: None,
            words: "",
            sign: None,
            is_off: false,
            is_typed: false,
        }
    }
}

/// Rates how well typed letters match a label: all must occur in order; word starts and runs count
/// more. `None` if they do not match.
#[must_use]
pub fn fit(label: &str, typed: &str) -> Option<i32> {
    let mut letters = typed.chars().filter(|it| !it.is_whitespace()).flat_map(char::to_lowercase);
    let Some(mut wanted) = letters.next() else { return Some(0) };
    let (mut score, mut previous, mut was_hit) = (0, ' ', false);
    for (position, letter) in label.chars().enumerate() {
        let is_hit = letter.to_lowercase().eq(std::iter::once(wanted));
        if is_hit {
            let is_start =
                !previous.is_alphanumeric() || (previous.is_lowercase() && letter.is_uppercase());
            score += 1 + if is_start { 8 } else { 0 } + if was_hit { 10 } else { 0 };
            score -= (position / 8).min(3) as i32;
            match letters.next() {
                Some(next) => wanted = next,
                // Among equal matches the shorter label is meant.
                None => return Some(score * 64 - label.chars().count().min(63) as i32),
            }
        }
        was_hit = is_hit;
        previous = letter;
    }
    None
}

/// Rates a whole label, or what stands behind the colon in one such as "Convert: JSON".
fn fit_label(label: &str, typed: &str) -> Option<i32> {
    let behind = label.split_once(": ").and_then(|(_, behind)| fit(behind, typed));
    fit(label, typed).max(behind.map(|score| score - 64))
}

/// Returns the indices of the items that match, best first; all of them in their own order if
/// nothing is typed. An item also matches by its heading, if there are headings, and by its further words.
///
/// A sign in front, if it is the sign of an item, leaves only the items that have it.
#[must_use]
pub fn search(items: &[PickerItem], headings: &[String], typed: &str) -> Vec<usize> {
    let sign = typed.chars().next().filter(|sign| items.iter().any(|it| it.sign == Some(*sign)));
    let rest = sign.and_then(|sign| typed.strip_prefix(sign)).unwrap_or(typed).trim();
    // Behind a colon stands a place, and no name.
    let typed = if sign == Some(LINE_SIGN) { "" } else { rest };
    let asked: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let mut found: Vec<(i32, usize)> = items
        .iter()
        .enumerate()
        .filter(|(_, item)| match sign {
            Some(_) => item.sign == sign,
            None => item.sign != Some(LINE_SIGN),
        })
        .filter_map(|(idx, item)| {
            let by_label = fit_label(&item.label, typed);
            let by_words = fit_words(item, &asked);
            if item.is_off {
                let label = item.label.to_lowercase();
                let is_named = !asked.is_empty() && asked.iter().all(|it| label.contains(it));
                let score = by_words.or_else(|| by_label.filter(|_| is_named))?;
                return Some((score - OFF, idx));
            }
            let by_detail = || fit(&item.detail, typed).map(|score| score - 640);
            let by_heading = || fit(headings.get(idx)?, typed).map(|score| score - 320);
            let score = by_label.max(by_words).or_else(by_heading).or_else(by_detail)?;
            Some((if item.is_typed { score - TYPED } else { score }, idx))
        })
        .collect();
    found.order_by_key(|(score, idx)| (std::cmp::Reverse(*score), *idx));
    found.into_iter().map(|(_, idx)| idx).collect()
}

/// The distance that puts an item that cannot be picked behind all that can.
const OFF: i32 = 1 << 24;

/// The distance that puts what is only typed behind all that is there.
const TYPED: i32 = OFF >> 1;

/// The sign in front of a line to go to.
pub const LINE_SIGN: char = ':';

/// Rates an item of which each typed word starts a word: of its label, or one of its further words. Such a match counts
/// a little less than the same letters in the label.
fn fit_words(item: &PickerItem, asked: &[String]) -> Option<i32> {
    if item.words.is_empty() {
        return None;
    }
    let label = item.label.to_lowercase();
    let mut score = 0;
    for typed in asked {
        let further = item.words.split([',', ' ']).any(|it| it.starts_with(typed.as_str()));
        let own = label.split_whitespace().any(|it| it.starts_with(typed.as_str()));
        if !further && !own {
            return None;
        }
        // What people see is meant rather than what else it may be called.
        score += 4 + 8 * typed.chars().count() as i32 + i32::from(own);
    }
    (!asked.is_empty()).then_some(score * 64 - 640)
}

/// The content of a row of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Line {
    /// The heading of the items below it.
    Heading(String),
    /// An item by its index, and its position among those found.
    Item { idx: usize, place: usize },
}

/// Returns the rows for the items found, with a heading wherever it changes.
fn lines(found: &[usize], headings: &[String]) -> Vec<Line> {
    let mut lines = Vec::with_capacity(found.len());
    let mut last = None;
    for (place, &idx) in found.iter().enumerate() {
        let heading = headings.get(idx);
        if let Some(heading) = heading.filter(|it| last != Some(*it)) {
            lines.push(Line::Heading(heading.clone()));
        }
        last = heading;
        lines.push(Line::Item { idx, place });
    }
    lines
}

/// Returns the row of an item by its position among those found.
fn row_of(lines: &[Line], nth: usize) -> Option<usize> {
    lines.iter().position(|it| matches!(it, Line::Item { place, .. } if *place == nth))
}

/// Shows a text field with the matching items below it.
#[component]
pub fn Picker(
    /// The hint in the empty field.
    #[prop(into)]
    placeholder: String,
    /// The items to find.
    #[prop(into)]
    items: Signal<Vec<PickerItem>>,
    /// The heading of each item, shown above the first one of it while nothing is typed.
    #[prop(optional)]
    headings: Vec<String>,
    /// The typed text, for those who need it.
    #[prop(default = RwSignal::new(String::new()))]
    typed: RwSignal<String>,
    /// A line below the list.
    #[prop(optional, into)]
    foot: Option<&'static str>,
    /// Shows the few more words whole, in lines of their own below the label.
    #[prop(optional)]
    is_tall: bool,
    /// Called with the index of the picked item.
    #[prop(into)]
    on_pick: Callback<usize>,
) -> impl IntoView {
    let pick = move |idx: usize| {
        let is_off = items.with_untracked(|items| items.get(idx).is_none_or(|it| it.is_off));
        if !is_off {
            on_pick.run(idx);
        }
    };
    let place = RwSignal::new(0usize);
    let drawn = RwSignal::new(0..0);
    let revealed = RwSignal::new(None::<usize>);
    let headings = StoredValue::new(headings);
    let found = memo(move |_| {
        items.with(|items| headings.with_value(|it| search(items, it, &typed.read())))
    });
    let lines = memo(move |_| {
        // The best come first then, whatever their headings.
        let is_sorted = typed.with(|it| !it.is_empty());
        headings.with_value(|it| lines(&found.read(), if is_sorted { &[] } else { it }))
    });
    let move_to = move |to: usize| {
        let is_up = to < place.get_untracked();
        place.set(to);
        let row = lines.with_untracked(|lines| {
            let row = row_of(lines, to)?;
            let is_headed = matches!(lines.get(row.wrapping_sub(1)), Some(Line::Heading(_)));
            Some(if is_up && is_headed { row - 1 } else { row })
        });
        revealed.set(row);
    };
    // A row that was scrolled away does not exist.
    let active = move || {
        let place = place.get();
        let row = lines.with(|it| row_of(it, place))?;
        drawn.with(|it| it.contains(&row)).then(|| format!("picker-{place}"))
    };
    let on_key = move |event: KeyboardEvent| {
        let n_found = found.with_untracked(Vec::len);
        let here = place.get_untracked();
        match event.key().as_str() {
            "ArrowDown" if n_found > 0 => move_to((here + 1) % n_found),
            "ArrowUp" if n_found > 0 => move_to((here + n_found - 1) % n_found),
            "PageDown" if n_found > 0 => move_to((here + PAGE).min(n_found - 1)),
            "PageUp" if n_found > 0 => move_to(here.saturating_sub(PAGE)),
            "Enter" => {
                if let Some(idx) = found.with_untracked(|found| found.get(here).copied()) {
                    pick(idx);
                }
            }
            _ => return,
        }
        event.prevent_default();
    };
    let input = NodeRef::<html::Input>::new();
    dom::on_each_load(input, |input| {
        request_animation_frame(move || {
            let _ = input.focus();
        });
    });
    let n_found = memo(move |_| found.with(Vec::len));
    let row = move |row: usize| {
        let line = memo(move |_| lines.with(|lines| lines.get(row).cloned()));
        part(move || match line.get()? {
            Line::Heading(heading) => Some(
                view! { <div class="picker__heading" role="presentation">{heading}</div> }
                    .into_any(),
            ),
            Line::Item { idx, place: own } => {
                let item = items.with(|items| items.get(idx).cloned())?;
                Some(picker_row(item, own, n_found, place, Callback::new(move |()| pick(idx))))
            }
        })
        .into_any()
    };
    let is_narrow = window::media("(max-width: 799px)");
    let row_height = Signal::derive(move || match (is_tall, is_narrow.get()) {
        (false, _) => ROW_HEIGHT,
        (true, false) => TALL_HEIGHT,
        (true, true) => TALLER_HEIGHT,
    });
    // While nothing is typed the number says nothing.
    let is_asked = memo(move |_| typed.with(|it| !it.is_empty()));
    let told = move || match n_found.get() {
        0 => Some(view! { <EmptyNote>"No matches."</EmptyNote> }.into_any()),
        n => is_asked.get().then(|| {
            view! { <span class="visually-hidden">{counted(n, "match")}</span> }.into_any()
        }),
    };
    let height = move || format!("{}px", lines.with(Vec::len) as f64 * row_height.get());
    view! {
        <div class="picker" class:picker--tall=is_tall>
            <input
                class="picker__input"
                type="text"
                role="combobox"
                aria-expanded="true"
                aria-controls="picker-list"
                aria-activedescendant=live(active)
                aria-label=placeholder.clone()
                placeholder=placeholder.clone()
                autocomplete="off"
                spellcheck="false"
                node_ref=input
                on:input=move |event| {
                    typed.set(event_target_value(&event));
                    revealed.set(None);
                    move_to(0);
                }
                on:keydown=on_key
            />
            <When when=move || { n_found.get() > 0 }>
                <div class="picker__list" style:height=live(height)>
                    <Rows
                        n_rows=Signal::derive(move || lines.with(Vec::len))
                        row_height=row_height
                        row=row
                        revealed=revealed
                        label=placeholder.clone()
                        role="listbox"
                        id="picker-list"
                        drawn=drawn
                    />
                </div>
            </When>
            <div role="status">{part(told)}</div>
            {foot.map(|it| view! { <p class="picker__foot">{it}</p> })}
        </div>
    }
}

/// The distance of the page keys.
const PAGE: usize = 12;

/// Shows an item; `own` is its position among those found, `place` that of the focused one.
fn picker_row(
    item: PickerItem,
    own: usize,
    n_found: Memo<usize>,
    place: RwSignal<usize>,
    on_pick: Callback<()>,
) -> AnyView {
    let is_here = move || place.get() == own;
    view! {
        <div
            id=format!("picker-{own}")
            class="picker__item"
            class:picker__item--here=live(is_here)
            class:picker__item--off=item.is_off
            role="option"
            aria-selected=live(move || if is_here() { "true" } else { "false" })
            aria-disabled=item.is_off.then_some("true")
            aria-posinset=(own + 1).to_string()
            aria-setsize=live(move || n_found.get().to_string())
            on:pointermove=move |_| {
                if place.get_untracked() != own {
                    place.set(own);
                }
            }
            on:click=move |_| on_pick.run(())
        >
            <span class="picker__icon">
                {item.icon.map(|icon| view! { <IconView icon=icon /> })}
            </span>
            <span class="picker__label">{item.label}</span>
            <span class="picker__detail">{item.detail}</span>
            {(!item.keys.is_empty()).then(|| view! { <kbd class="keys">{item.keys}</kbd> })}
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(typed: &str) -> Vec<&'static str> {
        let all = ["Save text", "Open file", "Fit graph to window", "Toggle rail", "Find in text"];
        let items: Vec<PickerItem> = all.iter().map(|label| PickerItem::new(label, "")).collect();
        search(&items, &[], typed).into_iter().map(|idx| all[idx]).collect()
    }

    #[test]
    fn word_starts_win() {
        assert_eq!(labels("fit").first(), Some(&"Fit graph to window"));
        assert_eq!(labels("of").first(), Some(&"Open file"));
        assert_eq!(labels("st").first(), Some(&"Save text"));
        assert_eq!(labels("").len(), 5);
        assert_eq!(labels("xyz"), Vec::<&str>::new());
        assert!(fit("Éclair", "é").is_some());
    }

    #[test]
    fn what_stands_behind_the_colon_is_a_name_of_its_own() {
        let items = [
            PickerItem::new("box.coilcfg.txt", "COIL hardware configuration"),
            PickerItem::new("Convert: COIL hardware configuration", "one unit"),
        ];
        assert_eq!(search(&items, &[], "COIL hardware configuration"), [1, 0]);
        assert_eq!(search(&items, &[], "convert coil"), [1]);
    }

    #[test]
    fn other_words_find_an_item() {
        let dark =
            PickerItem { words: "theme, dark mode, night", ..PickerItem::new("Colours: dark", "") };
        let items = [
            PickerItem::new("Table of the main lines", ""),
            dark,
            PickerItem::new("Themes.pipe", ""),
        ];
        assert_eq!(search(&items, &[], "theme"), [2, 1, 0]);
        assert_eq!(search(&items, &[], "dark theme"), [1]);
        assert_eq!(search(&items, &[], "nig"), [1]);
        assert_eq!(search(&items, &[], "nights"), [] as [usize; 0]);
    }

    #[test]
    fn what_cannot_be_picked_is_found_by_its_name_and_last() {
        let off = PickerItem { is_off: true, ..PickerItem::new("Compare with a file…", "") };
        let items = [off, PickerItem::new("Complete the way to a file", "")];
        assert_eq!(search(&items, &[], ""), [1]);
        assert_eq!(search(&items, &[], "com"), [1, 0]);
        assert_eq!(search(&items, &[], "compare with"), [0]);
        assert_eq!(search(&items, &[], "cmpr"), [] as [usize; 0]);
    }

    #[test]
    fn what_is_only_typed_comes_behind_all_that_is_there() {
        let typed = PickerItem { is_typed: true, ..PickerItem::new("cpu", "Add section") };
        let items = [typed, PickerItem::new("Core count per unit", "")];
        assert_eq!(search(&items, &[], "cpu"), [1, 0]);
    }

    #[test]
    fn a_sign_in_front_narrows_down() {
        let item = |label: &str, sign| PickerItem { sign, ..PickerItem::new(label, "") };
        let items =
            [item("Save", Some('>')), item("sink", Some('@')), item("Go to line", Some(':'))];
        assert_eq!(search(&items, &[], "s"), [0, 1]);
        assert_eq!(search(&items, &[], ">"), [0]);
        assert_eq!(search(&items, &[], "> s"), [0]);
        assert_eq!(search(&items, &[], "@si"), [1]);
        assert_eq!(search(&items, &[], ":42"), [2]);
        assert_eq!(search(&items[1..2], &[], ">"), [] as [usize; 0], "no sign of any item");
    }

    #[test]
    fn each_group_has_one_heading_and_no_item_is_left_out() {
        let headings: Vec<String> = (0..200).map(|it| format!("group {}", it / 50)).collect();
        let found: Vec<usize> = (0..200).collect();
        let all = lines(&found, &headings);
        let n_headings = all.iter().filter(|it| matches!(it, Line::Heading(_))).count();
        assert_eq!((all.len(), n_headings), (204, 4));
        assert_eq!(all.last(), Some(&Line::Item { idx: 199, place: 199 }));
        assert_eq!(
            lines(&[3, 1], &[]),
            [Line::Item { idx: 3, place: 0 }, Line::Item { idx: 1, place: 1 }]
        );
    }
}
