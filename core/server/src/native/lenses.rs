//! `textDocument/codeLens`: what the text comes to, in a few words above its lines.

use std::collections::BTreeSet;

use bobbin_core::edit::ItemPath;
use bobbin_core::view::{Coverage, OutlineEntry, ViewKind, ViewQuery};
use bobbin_protocol::Range;
use serde_json::{Value, json};

use crate::Analysis;

/// The longest text that is compiled for its size: a client asks after every change.
const MOST_BYTES: usize = 1 << 20;

/// The greatest number of items whose maps are drawn, and of items that all these maps look at.
const MOST_MAPS: usize = 100;
const MOST_LOOKS: usize = 20_000;

/// The settings that say what a map is about, beside the units.
const SUBJECT: [&str; 2] = ["event", "region"];

/// Returns the lenses of a text: the size of its binary, and for each item that decides about units
/// on how many it does so.
pub(super) fn code_lenses(analysis: &Analysis) -> Vec<Value> {
    let snapshot = analysis.snapshot();
    let document = snapshot.document();
    let mut res = Vec::new();
    if snapshot.text().len() <= MOST_BYTES
        && let Some(Ok(compiled)) = document.compile()
    {
        let n_bytes = compiled.bytes.data.len();
        let words = if n_bytes == 1 { "byte" } else { "bytes" };
        res.push(lens(Range::default(), &format!("{} {words}", grouped(n_bytes as u64))));
    }
    if snapshot.info().views.contains(&ViewKind::Coverage) {
        let entries = &snapshot.outline().entries;
        let n_maps = MOST_MAPS.min(MOST_LOOKS / entries.len().max(1));
        for it in entries.iter().take(n_maps) {
            if let Some(words) = coverage_of(analysis, it) {
                res.push(lens(analysis.lines().range(it.name_range), &words));
            }
        }
    }
    res
}

fn lens(range: Range, words: &str) -> Value {
    // Without a command to run, an editor shows the words.
    json!({ "range": range, "command": { "title": words, "command": "" } })
}

/// Counts the units of the item's own map on which the item says yes; `None` if it decides about none.
fn coverage_of(analysis: &Analysis, entry: &OutlineEntry) -> Option<String> {
    let settings = vec![("telling".to_owned(), "yes".to_owned())];
    let query = ViewQuery { item: Some(entry.item.clone()), settings };
    let map = analysis.snapshot().document().coverage(&query)?;
    let Counts { n_on, n_decided, n_all, no_reason } = Counts::of(&map, &entry.item)?;
    let value = |key: &&str| {
        let control = map.controls.iter().find(|it| it.key == *key)?;
        (!control.value.is_empty()).then(|| format!("`{}`", control.value))
    };
    let subject: Vec<String> = SUBJECT.iter().filter_map(value).collect();
    let subject = subject.join(" in ");
    if let Some(reason) = no_reason {
        return Some(format!("{subject}: {reason}"));
    }
    let all = match n_decided == n_all {
        true => format!("{} units", grouped(n_all)),
        false => {
            format!("the {} of {} units that this decides", grouped(n_decided), grouped(n_all))
        }
    };
    let on = match n_on == n_decided {
        true => "all".to_owned(),
        false if n_on == 0 => "none of".to_owned(),
        false => format!("{} of", grouped(n_on)),
    };
    let axes = format!("{} × {}", map.x.label, map.y.label);
    Some(format!("{subject}: traced on {on} {all} ({axes})"))
}

/// Cells of a map, outside of the bounds of its units left out.
struct Counts<'m> {
    n_on: u64,
    n_decided: u64,
    n_all: u64,
    /// The sentence that holds for all cells that are decided, if that is no.
    no_reason: Option<&'m str>,
}

impl Counts<'_> {
    /// Counts the cells about which `item` decides; `None` if there are none.
    fn of<'m>(map: &'m Coverage, item: &ItemPath) -> Option<Counts<'m>> {
        let mut res = Counts { n_on: 0, n_decided: 0, n_all: 0, no_reason: None };
        let mut reasons = BTreeSet::new();
        for row in &map.rows {
            for &(n_cells, state) in &row.runs {
                let state = map.states.get(state as usize)?;
                if state.is_outside {
                    continue;
                }
                let n = u64::from(n_cells) * u64::from(row.n_rows);
                res.n_all += n;
                let decider = map.deciders.get(state.decider as usize)?;
                if decider.item.as_ref() == Some(item) {
                    res.n_decided += n;
                    res.n_on += if state.is_on { n } else { 0 };
                    reasons.insert(state.sentence.as_str());
                }
            }
        }
        if res.n_on == 0 && reasons.len() == 1 {
            res.no_reason = reasons.pop_first();
        }
        (res.n_decided > 0).then_some(res)
    }
}

/// Writes a number with a comma before every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut res = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            res.push(',');
        }
        res.push(digit);
    }
    res
}
