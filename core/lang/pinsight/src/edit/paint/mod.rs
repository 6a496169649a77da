//! Painting: a rectangle of units into a section and out of it.
//!
//! A section is for every combination of the ids it names, so what was painted is one list of ids
//! for each kind only where the cells make up whole columns or rows. Elsewhere a punit section is
//! split into several with the same body; a region has one list for each kind, so it refuses.

mod rectangle;

use rectangle::{Rectangle, added, removed};
use text_size::{TextRange, TextSize};

use crate::edit::header::CONSTRAINTS;
use crate::edit::refusal::check_line;
use crate::edit::{header, lines, section};
use crate::file::{File, parse_as};
use crate::header::Target;
use crate::item;
use crate::lower::Section;
use crate::punits::{IdSet, MAX_ID, PunitSet};
use crate::question::kind_of_key;
use crate::reading::Subject;
use crate::tables::{Domain, Kind};
use crate::token::trim;
use crate::units;
use bobbin_core::Input;
use bobbin_core::edit::{ItemPath, Refusal, Replacement, TextEdit, UnitRange};
use bobbin_core::text::{len, offset, range_in, slice};

/// One kind, the ids that a section is for now, and those that are painted; all of them inside the
/// scope of the kind.
struct Axis {
    kind: Kind,
    met: IdSet,
    painted: IdSet,
}

/// Puts a rectangle of units into the ids of a section, or takes it out.
pub(super) fn paint(
    file: &File,
    item: &ItemPath,
    is_on: bool,
    units: &[UnitRange],
) -> Result<TextEdit, Refusal> {
    if *item == ItemPath::default() {
        return paint_first(file, is_on, units);
    }
    if let Some(name) = new_region(file, item) {
        return paint_new_region(file, name, is_on, units);
    }
    let (idx, section) = item::section(file, item)?;
    if let Some(reason) = units::unpaintable(file, idx) {
        return Err(Refusal { reason, at: Some(section.header.range) });
    }
    let written = units::written_units(file, idx);
    let axes = units
        .iter()
        .map(|it| painted_axis(file, &written, it, is_on))
        .collect::<Result<Vec<Axis>, Refusal>>()?;
    let one = IdSet::default().with(0, 0);
    let (old, new) = match axes.as_slice() {
        [x] => (
            Rectangle { x: x.met.clone(), y: one.clone() },
            Rectangle { x: x.painted.clone(), y: one },
        ),
        [x, y] if x.kind != y.kind => (
            Rectangle { x: x.met.clone(), y: y.met.clone() },
            Rectangle { x: x.painted.clone(), y: y.painted.clone() },
        ),
        _ => return Err(Refusal::bad_value("units of one or two kinds can be painted")),
    };
    let ways = match is_on {
        true if new.is_inside(&old) => {
            return Err(Refusal::bad_value("the section already covers these units"));
        }
        true => added(&old, &new),
        false if new.is_apart(&old) => {
            return Err(Refusal::bad_value("the section does not cover these units"));
        }
        false => vec![removed(&old, &new)],
    };
    if ways.iter().any(Vec::is_empty) {
        let words = "no unit would be left; remove the section instead";
        return Err(Refusal::bad_value(words));
    }
    let is_split = ways.iter().any(|it| it.len() > 1);
    if is_split && section.header.target != Target::Punits {
        return Err(Refusal::bad_value(one_list(&axes, is_on, &old, &new)));
    }
    // Sections of one cut may have the same target where those of another do not.
    let mut edits = ways.iter().map(|it| split(file, idx, section, &written, &axes, it));
    let first = edits.next().unwrap_or_else(|| Ok(TextEdit::default()));
    first.or_else(|refusal| edits.find_map(Result::ok).ok_or(refusal))
}

/// Plans that a section is for the first of some pieces, and copies of it are for the others.
fn split(
    file: &File,
    idx: usize,
    section: &Section,
    written: &PunitSet,
    axes: &[Axis],
    pieces: &[Rectangle],
) -> Result<TextEdit, Refusal> {
    let lists = |piece: &Rectangle| {
        let sets = [piece.x.clone(), piece.y.clone()];
        axes.iter().map(|it| it.kind).zip(sets).collect::<Vec<(Kind, IdSet)>>()
    };
    let mut pieces = pieces.iter().map(lists);
    // Ids outside the scope mean nothing and are left as they are.
    let own = pieces.next().into_iter().flatten().zip(axes);
    let own = own.filter(|((_, ids), axis)| *ids != axis.met).map(|((kind, ids), axis)| {
        let outside = written.get(kind).map(|it| it.minus(&axis.met)).unwrap_or_default();
        (kind, ids.union(&outside))
    });
    let own = header_edit(file, idx, section, &own.collect::<Vec<_>>())?;
    let copies = pieces.map(|it| copy_for(file, idx, section, &it));
    let copies = copies.collect::<Result<Vec<String>, Refusal>>()?;
    let mut edits = own.replacements().to_vec();
    if !copies.is_empty() {
        let end = lines::line_end_style(file, section.header.range.start());
        let below = section::insert_below(
            file,
            section::end_with_comments(file, section),
            &copies.join(end),
            end,
        );
        edits.extend(below.replacements().iter().cloned());
    }
    let edit = TextEdit::from_replacements(edits);
    check_entries(file, idx, copies.len(), &edit)?;
    Ok(edit)
}

/// Adds the first section that names units, for those that are painted.
fn paint_first(file: &File, is_on: bool, units: &[UnitRange]) -> Result<TextEdit, Refusal> {
    if !is_on {
        return Err(Refusal::bad_value("there is no section to take units out of"));
    }
    let domain = units.first().and_then(|it| kind_of_key(&it.axis)).map(Kind::domain);
    let axes = first_axes(file, units, domain)?;
    let Some(domain) = domain else { return Err(Refusal::bad_value("no unit is painted")) };
    if units::punit_sections(file, domain).next().is_some() {
        return Err(Refusal::bad_value("pick the section to paint first"));
    }
    let (own, foreign): (Vec<&Axis>, Vec<&Axis>) =
        axes.iter().partition(|it| it.kind.domain() == domain);
    let (target, constraints) = (items(&own), items(&foreign));
    let parts = [format!("{}.default", domain.name()), constraints];
    let parts = parts.into_iter().filter(|it| !it.is_empty());
    let header = match file.is_seed() {
        true => format!("[{target}: {}]", parts.collect::<Vec<_>>().join(": ")),
        false => format!("[{target}] : {}", parts.collect::<Vec<_>>().join(" : ")),
    };
    let end = lines::line_end_style(file, TextSize::new(0));
    Ok(section::place_section(file, Target::Punits, &format!("{header}{end}"), end))
}

/// Returns the name of a section for regions that a path asks for and the file does not have.
fn new_region<'i>(file: &File, item: &'i ItemPath) -> Option<&'i str> {
    let [kind, name] = item.0.as_slice() else { return None };
    let is_new = kind == item::KIND && item::find_section(file, item).is_none();
    let is_region = |it| matches!(it, Some(Target::Regions(_)));
    (is_new && !file.is_seed() && is_region(header::target_of(file, name))).then_some(name)
}

/// Adds a section for regions that asks for the painted units.
fn paint_new_region(
    file: &File,
    name: &str,
    is_on: bool,
    units: &[UnitRange],
) -> Result<TextEdit, Refusal> {
    if !is_on {
        return Err(Refusal::bad_value("there is no section to take units out of"));
    }
    let axes = first_axes(file, units, None)?;
    let end = lines::line_end_style(file, TextSize::new(0));
    // A blank between the colons: without inheritance (pinsight.md#reading-a-header).
    let header = format!("[{name}] : : {}{end}", items(&axes.iter().collect::<Vec<_>>()));
    Ok(section::place_section(file, Target::Regions(Default::default()), &header, end))
}

/// Returns what a new section is to ask for: the kinds of which not all ids are painted and those of
/// the domain that it is `of`, or the first if there are none.
fn first_axes(file: &File, units: &[UnitRange], of: Option<Domain>) -> Result<Vec<Axis>, Refusal> {
    let mut axes = units
        .iter()
        .map(|it| painted_axis(file, &PunitSet::default(), it, true))
        .collect::<Result<Vec<Axis>, Refusal>>()?;
    let is_one_or_two = match axes.as_slice() {
        [_] => true,
        [x, y] => x.kind != y.kind,
        _ => false,
    };
    if !is_one_or_two {
        return Err(Refusal::bad_value("units of one or two kinds can be painted"));
    }
    let is_needed = |it: &Axis| it.met != it.painted || of == Some(it.kind.domain());
    match axes.iter().any(is_needed) {
        true => axes.retain(is_needed),
        false => axes.truncate(1),
    }
    Ok(axes)
}

/// Writes the painted ids of each kind.
fn items(axes: &[&Axis]) -> String {
    let items = axes.iter().map(|it| format!("{}({})", it.kind.words(), spaced(&it.painted, ", ")));
    items.collect::<Vec<_>>().join(", ")
}

fn painted_axis(
    file: &File,
    written: &PunitSet,
    units: &UnitRange,
    is_on: bool,
) -> Result<Axis, Refusal> {
    let kind = kind_of_key(&units.axis).ok_or_else(|| {
        Refusal::bad_value(format!("`{}` is not a kind of parallel unit", units.axis))
    })?;
    let id = |id: u32| u16::try_from(id).unwrap_or(MAX_ID).min(MAX_ID - 1);
    let (low, high) = (units.low.min(units.high), units.low.max(units.high));
    let painted = IdSet::default().with(id(low), id(high));
    let (low, high) = file.state().scope(kind).value;
    let mut inside = painted.clone();
    if is_on && !inside.drop_outside((low, high)).is_empty() {
        let name = kind.words();
        return Err(Refusal::bad_value(format!(
            "the scope of `{name}` is {low} to {high}, and the program drops ids outside it"
        )));
    }
    let mut met =
        written.get(kind).cloned().unwrap_or_else(|| IdSet::default().with(0, MAX_ID - 1));
    met.drop_outside((low, high));
    // The id 1024 escapes the program's test and is still met by nobody.
    let met = met.without(MAX_ID, MAX_ID);
    Ok(Axis { kind, met, painted: inside })
}

/// Plans a header that asks for these ids of these kinds.
fn header_edit(
    file: &File,
    idx: usize,
    section: &Section,
    lists: &[(Kind, IdSet)],
) -> Result<TextEdit, Refusal> {
    let text = file.text();
    let header = &section.header;
    let mut edits: Vec<Replacement> = Vec::new();
    let (mut own, mut foreign) = (Vec::new(), Vec::new());
    let domain = match file.log().sections.get(idx).map(|it| &it.subject) {
        Some(Subject::Punit(domain, _)) => Some(*domain),
        _ => None,
    };
    for (kind, ids) in lists {
        let last = units::counting_items(file, idx).into_iter().rfind(|(it, _)| it == kind);
        if let Some((_, item)) = last {
            let is_tight = item.ids.contains(',') && !item.ids.contains(", ");
            let new = spaced(ids, if is_tight { "," } else { ", " });
            let old = trim(item.ids);
            let at = range_in(text, if old.is_empty() { item.ids } else { old });
            edits.extend(narrowed(slice(text, at), at, &new));
            continue;
        }
        let item = format!("{}({})", kind.words(), spaced(ids, ", "));
        if domain == Some(kind.domain()) { own.push(item) } else { foreign.push(item) }
    }
    if !own.is_empty() {
        let comma = if item::name(file, section).trim_end().ends_with(',') { " " } else { ", " };
        edits.push(Replacement {
            range: TextRange::empty(header.target_range.end()),
            text: format!("{comma}{}", own.join(", ")),
        });
    }
    if !foreign.is_empty() {
        let new = foreign.join(", ");
        match header.constraints.filter(|it| !it.is_empty()) {
            Some(part) => {
                let kept = slice(text, part).trim_end_matches([',', ' ', '\t']);
                let range = TextRange::new(part.start() + len(kept), part.end());
                edits.push(Replacement { range, text: format!(", {new}") });
            }
            None => {
                let edit = header::set_header_part(file, section, CONSTRAINTS, &new)?;
                edits.extend(edit.replacements().iter().cloned());
            }
        }
    }
    let edit = TextEdit::from_replacements(edits);
    lines::check_length(file, header.range.start(), &edit)?;
    Ok(edit)
}

/// Copies the lines of a section with other ids in its header.
fn copy_for(
    file: &File,
    idx: usize,
    section: &Section,
    lists: &[(Kind, IdSet)],
) -> Result<String, Refusal> {
    let start = section.header.range.start();
    let lines = slice(file.text(), TextRange::new(start, section::block(file, section).end()));
    let edits = header_edit(file, idx, section, lists)?;
    let edits = edits.replacements().iter();
    let edits = edits.map(|it| Replacement { range: it.range - start, text: it.text.clone() });
    let mut copy = TextEdit::from_replacements(edits.collect()).apply(lines);
    if !copy.ends_with('\n') {
        copy.push_str(lines::line_end_style(file, start));
    }
    Ok(copy)
}

/// Refuses an edit after which the program would take two sections for one: those of OpenMP with
/// the same target (pinsight.md#finding-the-same-target).
fn check_entries(file: &File, idx: usize, n_copies: usize, edit: &TextEdit) -> Result<(), Refusal> {
    let Some(Subject::Punit(domain, _)) = file.log().sections.get(idx).map(|it| &it.subject) else {
        return Ok(());
    };
    let input = Input { text: edit.apply(file.text()).into(), ..file.input().clone() };
    let after = parse_as(&input, Some(file.layout().dialect.reading()));
    let n_entries = |file: &File| file.state().domain(*domain).punits.len();
    if n_entries(&after) < n_entries(file) + n_copies {
        return Err(Refusal::bad_value(
            "two sections would have the same target, and the program takes them for one",
        ));
    }
    Ok(())
}

/// Copies a section behind itself, under another name.
pub(super) fn duplicate_section(
    file: &File,
    item: &ItemPath,
    name: &str,
) -> Result<TextEdit, Refusal> {
    let (_, section) = item::section(file, item)?;
    let header = &section.header;
    if header.close.is_none() {
        return Err(Refusal::broken_syntax(header.range));
    }
    check_line(name, "")?;
    if header::target_of(file, name).is_none() {
        let name = name.escape_debug();
        return Err(Refusal::bad_value(format!("`{name}` is not a target that the program knows")));
    }
    let text = file.text();
    let block = section::block(file, section);
    let start = header.range.start();
    let lines = slice(text, TextRange::new(start, block.end()));
    let target = TextEdit::replace(header.target_range - start, name);
    let mut copy = target.apply(lines);
    let end = lines::line_end_style(file, start);
    if !copy.ends_with('\n') {
        copy.push_str(end);
    }
    let at = section::end_with_comments(file, section);
    Ok(section::insert_below(file, at, &copy, end))
}

/// Says why a region cannot have these cells and no others, with a cell that it would get or lose.
fn one_list(axes: &[Axis], is_on: bool, old: &Rectangle, new: &Rectangle) -> String {
    let first = |ids: IdSet| ids.ranges().first().map(|it| it.0);
    let cell = |x: IdSet, y: IdSet| first(x).zip(first(y));
    let other = match is_on {
        true => cell(old.x.minus(&new.x), new.y.minus(&old.y))
            .or_else(|| cell(new.x.minus(&old.x), old.y.minus(&new.y))),
        false => cell(old.x.minus(&new.x), old.y.intersection(&new.y)),
    };
    let mut words = "a section applies to each id of one kind with each id of the other".to_owned();
    if let (Some((x, y)), [of_x, of_y]) = (other, axes) {
        let (of_x, of_y) = (of_x.kind.words(), of_y.kind.words());
        let what = if is_on { "it would also be for" } else { "it would also lose" };
        words.push_str(&format!(", so {what} `{of_x}` {x} with `{of_y}` {y}"));
    }
    words.push_str("; paint whole columns or rows");
    words
}

fn spaced(ids: &IdSet, comma: &str) -> String {
    ids.to_string().replace(',', comma)
}

/// Plans the change of `old`, which stands at `at`, into `new`, without the numbers that both begin
/// and end with; `None` if they are the same.
fn narrowed(old: &str, at: TextRange, new: &str) -> Option<Replacement> {
    if old == new {
        return None;
    }
    let is_inside_number = |text: &str, at: usize| {
        let bytes = text.as_bytes();
        let is_digit =
            |at: Option<usize>| at.and_then(|it| bytes.get(it)).is_some_and(u8::is_ascii_digit);
        is_digit(at.checked_sub(1)) && is_digit(Some(at))
    };
    let both = old.bytes().zip(new.bytes());
    let mut n_before = both.take_while(|(a, b)| a == b).count();
    while is_inside_number(old, n_before) || is_inside_number(new, n_before) {
        n_before -= 1;
    }
    let most = old.len().min(new.len()) - n_before;
    let both = old.bytes().rev().zip(new.bytes().rev()).take(most);
    let mut n_behind = both.take_while(|(a, b)| a == b).count();
    while is_inside_number(old, old.len() - n_behind) || is_inside_number(new, new.len() - n_behind)
    {
        n_behind -= 1;
    }
    let range = TextRange::new(at.start() + offset(n_before), at.end() - offset(n_behind));
    let text = new.get(n_before..new.len() - n_behind).unwrap_or_default().to_owned();
    Some(Replacement { range, text })
}

#[cfg(test)]
mod tests;
