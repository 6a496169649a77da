//! The map of units: what decides about each pair of ids of two kinds.
//!
//! A section is for each id of one kind together with each id of another, so rows of the map are
//! computed with sets of bits, and rows in which the same sections have a say are computed once.

mod map;
mod selection;
mod telling;

use std::borrow::Cow;

use map::{AxisIds, Map};

use crate::explain::Case;
use crate::file::File;
use crate::item;
use crate::misreading;
use crate::model::is_named;
use crate::punits::MAX_ID;
use crate::question::{
    self, Question, Reading, choice, key, kind_of_key, number, reading_control, unmatched_control,
};
use crate::tables::{Domain, Kind};
use crate::timeline;
use crate::units;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::{Choice, Control, Coverage, ViewQuery};

/// Maps the units for the settings of `query`.
pub(crate) fn coverage(file: &File, query: &ViewQuery) -> Coverage {
    let query = &*question::without_lost_region(file, query);
    let query = &*telling::with_domain(file, query);
    let query = &*at_first(file, query);
    let is_telling = telling::is_wanted(query);
    let question = question::question(file, query);
    let reading = question::reading(file, query, Reading::Effective);
    let section = query.item.as_ref().and_then(|it| item::find_section(file, it));
    let kinds = question::relevant_kinds(file, question.domain);
    let (x, y) = axes(file, query, &question, section);
    let (x, y) = (axis(file, x, &question, reading), axis(file, y, &question, reading));
    let case = Case::new(file, &question, reading);
    let mut map = Map::new(&case, &x, &y);
    map.draw();
    let all = Reading::all(file.is_seed()).iter();
    let explain = |it: &Reading| Case::new(file, &question, *it).explain(it.title(file.is_seed()));
    let explanations = all.map(explain).collect();
    let axes = [x.kind, y.kind];
    Coverage {
        controls: coverage_controls(file, &question, reading, &kinds, axes),
        deciders: map.deciders,
        states: map.states,
        rows: map.rows,
        selection: match section {
            Some(it) if !is_telling || units::has_place_for_units(file, it) => {
                selection::selection(file, it, axes, &question)
            }
            _ if is_telling => selection::telling_selection(file, axes, &question, reading),
            _ => selection::unpicked_selection(file, axes, &question),
        },
        line: timeline::line_of_case(file, &case),
        notes: coverage_notes(file, &question, reading),
        explanations,
        x: x.view(),
        y: y.view(),
    }
}

/// Completes the query of a line of invocations, so that it is about the region that the map of the same query is
/// about; where only the section that is selected says whose line is meant, it stays as it is.
pub(crate) fn completed_for_line<'q>(file: &File, query: &'q ViewQuery) -> Cow<'q, ViewQuery> {
    let query = question::without_lost_region(file, query);
    if timeline::is_of_section(file, &query) {
        return query;
    }
    let with_domain = telling::with_domain(file, &query);
    Cow::Owned(at_first(file, &with_domain).into_owned())
}

fn at_first<'q>(file: &File, query: &'q ViewQuery) -> Cow<'q, ViewQuery> {
    telling::completed(file, query, |it| differs(file, it))
}

/// Returns true if the map of a query has cells inside the scope on which the answers differ.
fn differs(file: &File, query: &ViewQuery) -> bool {
    let question = question::question(file, query);
    let reading = question::reading(file, query, Reading::Effective);
    let section = query.item.as_ref().and_then(|it| item::find_section(file, it));
    let (x, y) = axes(file, query, &question, section);
    let (x, y) = (axis(file, x, &question, reading), axis(file, y, &question, reading));
    let case = Case::new(file, &question, reading);
    let mut map = Map::new(&case, &x, &y);
    map.draw();
    let is_said = |is_on: bool| map.states.iter().any(|it| !it.is_outside && it.is_on == is_on);
    is_said(true) && is_said(false)
}

/// Returns the kinds of the two axes.
fn axes(
    file: &File,
    query: &ViewQuery,
    question: &Question,
    section: Option<usize>,
) -> (Kind, Kind) {
    let chosen = |key: &str| query.get(key).and_then(kind_of_key);
    let own = section.map(|it| units::written_units(file, it)).unwrap_or_default();
    let mut wanted: Vec<Kind> = own.iter().map(|(kind, _)| kind).collect();
    // What the domain's own units are stands on the x axis, ranks below them.
    wanted.order_by_key(|it| (it.domain() != question.domain, it.index()));
    wanted.extend(question.domain.kinds().filter(|it| it.name() == "thread"));
    wanted.extend(question.domain.kinds());
    let rank = Domain::Mpi.kinds();
    let threads = Domain::OpenMp.kinds().filter(|it| it.name() == "thread");
    wanted.extend(rank.chain(threads));
    let x = chosen(key::X).or_else(|| {
        let free = wanted.iter().find(|&&it| chosen(key::Y) != Some(it));
        free.copied()
    });
    let x = x.unwrap_or_else(|| wanted.first().copied().unwrap_or_default());
    let is_foreign = |it: &&Kind| it.domain() != x.domain() && own.get(**it).is_some();
    let foreign = wanted.iter().find(is_foreign);
    let rank = wanted.iter().find(|it| it.domain() == Domain::Mpi && **it != x);
    let other = wanted.iter().find(|it| **it != x);
    let y = chosen(key::Y).filter(|it| *it != x);
    let y = y.or_else(|| foreign.or(rank).or(other).copied());
    (x, y.unwrap_or_default())
}

fn axis(file: &File, kind: Kind, question: &Question, reading: Reading) -> AxisIds {
    let reader = if reading == Reading::Today { file.read_today() } else { file };
    let (low, high) = reader.state().scope(kind).value;
    let mut last = usize::try_from(high).unwrap_or(0);
    question::for_each_id_list(file, |it, ids| {
        if it == kind
            && let Some(&(_, high)) = ids.ranges().last()
        {
            last = last.max(usize::from(high));
        }
    });
    // A unit that is asked about is on the map, also outside the scope.
    let asked = usize::try_from(question.units.id(kind).unwrap_or(0)).unwrap_or(0);
    let n_ids = (last.max(asked) + 1).min(map::MAX_EXTENT);
    AxisIds::new(kind, n_ids, asked.min(n_ids - 1) as u32, (low, high))
}

fn coverage_controls(
    file: &File,
    question: &Question,
    reading: Reading,
    kinds: &[Kind],
    axes: [Kind; 2],
) -> Vec<Control> {
    let mut controls = vec![reading_control(file.is_seed(), reading)];
    if reading == Reading::Intended && !file.state().domain(question.domain).punits.is_empty() {
        controls.push(unmatched_control(question.unmatched));
    }
    controls.extend(question::question_controls(file, question, true));
    let mut shown = kinds.to_vec();
    shown.extend(axes.into_iter().filter(|it| !kinds.contains(it)));
    for (key, label, kind) in [(key::X, "Across", axes[0]), (key::Y, "Down", axes[1])] {
        let words =
            shown.iter().map(|&it| Choice { value: it.words(), help: it.id_source().to_owned() });
        controls.push(choice(key, label, words, &kind.words()));
    }
    for kind in shown {
        let id = question.units.id(kind).unwrap_or(0).to_string();
        let key = kind.words();
        controls.push(number(&key, &key, i64::from(MAX_ID) - 1, id, kind.id_source()));
    }
    let invocation = question.invocation.map(|it| it.to_string()).unwrap_or_default();
    let help = "which invocation of the region, counted from 0; empty means any";
    controls.push(number(key::INVOCATION, "Invocation", i64::from(u32::MAX), invocation, help));
    controls
}

/// Says how many headers today's program misreads.
fn misreading_note(file: &File) -> String {
    let n_misread =
        (0..file.layout().sections.len()).filter(|&it| misreading::misread(file, it).is_some());
    match n_misread.count() {
        0 => "today's program reads every header of this file correctly".to_owned(),
        1 => "today's program misreads one header of this file".to_owned(),
        n => format!("today's program misreads {n} headers of this file"),
    }
}

/// Returns the number of the line at which the program that `file` is read for stops, the first being 1.
fn stopping_line(file: &File) -> Option<usize> {
    let section = file.layout().sections.get(file.log().stopped?)?;
    let above = file.text().get(..section.header.range.start().into())?;
    Some(above.matches('\n').count() + 1)
}

fn coverage_notes(file: &File, question: &Question, reading: Reading) -> Vec<String> {
    let domain = question.domain.name();
    let has_punits = !file.state().domain(question.domain).punits.is_empty();
    let mut notes = Vec::new();
    let (reader, program) = match reading {
        Reading::Today => (Some(file.read_today()), "today's program"),
        Reading::Effective => (Some(file), "the program"),
        Reading::Intended => (None, ""),
    };
    if let Some(line) = reader.and_then(stopping_line) {
        notes.push(format!("{program} stops reading at line {line}; nothing below it counts here"));
    }
    match reading {
        Reading::Today => notes.push(misreading_note(file)),
        Reading::Effective if has_punits => notes.push(format!(
            "the punit sections of {domain} are read and never used by the program; only in the \
             intended reading do they count"
        )),
        Reading::Intended if has_punits => notes.push(
            "this is what the documents say; the program never uses punit sections".to_owned(),
        ),
        _ => (),
    }
    if !is_named(question.event, file.is_seed()) {
        notes.push(format!("`{}` cannot be named in a file", question.event.name));
    }
    notes
}

#[cfg(test)]
mod tests;
