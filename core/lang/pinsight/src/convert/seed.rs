//! A file of today in the dialect of the document, where that has words for it.

use std::collections::HashSet;

use text_size::TextRange;

use super::defaults;
use super::header::Loss;
use crate::edit::lines;
use crate::file::File;
use crate::header::{Action, Dialect, Header, Target, note_in, split_comment};
use crate::lower::Section;
use crate::misreading;
use crate::punits::{IdSet, PunitItem, PunitItems};
use crate::reading::Subject;
use crate::tables::{Domain, Kind};
use crate::token::{is_blank, trim};
use bobbin_core::edit::{Refusal, Replacement, TextEdit};
use bobbin_core::text::{range_in, slice};
use bobbin_core::view::Remark;

/// Converts the text so that its header parts stand inside the brackets, and returns what is read
/// otherwise in that dialect.
///
/// # Errors
///
/// What the dialect of the document cannot say.
pub(super) fn seed_text(file: &File) -> Result<(String, Vec<Remark>), Refusal> {
    if file.is_seed() {
        return Err(Refusal::bad_value("the text is already in that dialect"));
    }
    let text = file.text();
    let (mut edits, mut remarks) = (Vec::new(), Vec::new());
    let mut punits: HashSet<(Domain, u32)> = HashSet::new();
    for (idx, section) in file.layout().sections.iter().enumerate() {
        // To the program a comment behind a header is a part of it.
        let (line, note) = split_behind(slice(text, section.header.range));
        let bare = note.map(|_| Header::read(Dialect::Current, text, line));
        let header = bare.as_ref().unwrap_or(&section.header);
        if let Some(what) = beyond_seed(file, section, header) {
            let reason = format!("the dialect of the document has no {what}");
            return Err(Refusal { reason, at: Some(header.range) });
        }
        for (_, pair) in file.layout().pairs_of(section) {
            let key = slice(text, pair.key);
            let is_new = matches!(key, "trace_mode" | "device_activity")
                || key.starts_with("window_")
                || key.starts_with("Python.")
                || key.starts_with("HIP.");
            if is_new {
                let reason = format!("the dialect of the document has no key `{key}`");
                return Err(Refusal { reason, at: Some(pair.key) });
            }
        }
        if let Some(Subject::Punit(domain, number)) =
            file.log().sections.get(idx).map(|it| &it.subject)
            && !punits.insert((*domain, *number))
        {
            let message = "today this section adds to the one of the same target above; in the \
                           dialect of the document the first of them wins";
            remarks.push(Remark { message: message.to_owned(), range: Some(header.range) });
        }
        let is_kept = misreading::has_seed_mark(file, section);
        let (new, losses) = if is_kept {
            (slice(text, section.header.range).to_owned(), Vec::new())
        } else {
            seed_header(text, header)
        };
        // Today such a header selects nothing, or a default whose parts are not read.
        if Header::read(Dialect::Seed, &new, &new).stops {
            let reason =
                "in the dialect of the document this header ends the reading; fix it first";
            return Err(Refusal { reason: reason.to_owned(), at: Some(header.range) });
        }
        if is_kept {
            continue;
        }
        if let Some(note) = note {
            let at = range_in(text, note);
            edits.extend(
                lines::comment_above(file, header.range.start(), at).replacements().to_vec(),
            );
            if section.header.inherit.is_some() {
                remarks.push(Remark { message: NOTE.to_owned(), range: Some(at) });
            }
        }
        remarks.extend(losses.into_iter().map(Loss::remark));
        let is_there = note.is_none()
            && header.action_range.is_none()
            && header.inherit.is_none()
            && header.constraints.is_none()
            && header.target != Target::Punits;
        // A part that is left out may have a comment in the middle.
        let parts = [header.inherit, header.constraints].into_iter().flatten();
        let notes = parts.filter_map(|it| note_in(slice(text, it)));
        let lost = notes.filter(|it| !is_there && !new.contains(it));
        edits.extend(lost.map(|it| lines::written_above(file, header.range.start(), it)));
        if !is_there && new != slice(text, header.range) {
            edits.push(Replacement { range: header.range, text: new });
        }
    }
    remarks.extend(defaults::remarks(file, Dialect::Seed));
    Ok((TextEdit::from_replacements(edits).apply(text), remarks))
}

const NOTE: &str = "today a comment after a header is part of it; what stands in front of it may count \
                    otherwise without it";

/// Splits a header line of today into the header and the comment behind it.
fn split_behind(line: &str) -> (&str, Option<&str>) {
    let (head, note) = split_comment(line);
    let (head, note) = match note {
        Some(_) => (head, note),
        None => {
            let close = line.find(']').unwrap_or(line.len());
            let mut marks = line.match_indices(';').map(|(at, _)| line.split_at(at));
            let found = marks.find(|it| it.0.len() > close && it.0.ends_with(is_blank));
            found.map_or((line, None), |(head, note)| (trim(head), Some(trim(note))))
        }
    };
    if head.contains(']') { (head, note) } else { (line, None) }
}

/// Writes a header in the dialect of the document, and returns what is left out or read otherwise.
fn seed_header(text: &str, header: &Header) -> (String, Vec<Loss>) {
    let part = |it: Option<TextRange>| it.map(|it| slice(text, it)).unwrap_or_default();
    let mut losses = Vec::new();
    let mut lose = |at: &str, message: String| {
        losses.push(Loss { at: range_in(text, at), message });
    };
    let target = match header.target {
        Target::Punits => owner_first(slice(text, header.target_range), &mut lose),
        _ => slice(text, header.target_range).to_owned(),
    };
    let mut inherit = part(header.inherit).to_owned();
    if matches!(header.target, Target::Regions(_) | Target::RegionDefault) {
        // In that dialect whatever begins with a domain is one of the parents.
        let (kept, dropped): (Vec<&str>, Vec<&str>) = part(header.inherit)
            .split(',')
            .map(trim)
            .filter(|it| !it.is_empty())
            .partition(|it| it.strip_suffix(".default").is_some_and(|it| !it.contains('.')));
        for it in &dropped {
            lose(it, format!("`{it}` is no parent today and is left out"));
        }
        if !dropped.is_empty() || inherit.ends_with(',') {
            inherit = kept.join(", ");
        }
    }
    let constraints = part(header.constraints);
    let mut new = format!("[{target}");
    match (inherit.as_str(), constraints) {
        ("", "") => (),
        (_, "") => new.push_str(&format!(": {inherit}")),
        ("", _) => new.push_str(&format!(": : {constraints}")),
        _ => new.push_str(&format!(": {inherit}: {constraints}")),
    }
    if let (Some(at), "", Target::Regions(_)) = (header.constraints, constraints, header.target) {
        lose(
            slice(text, at),
            "today the empty constraint silences this region; in the dialect of the document it has \
             none"
                .to_owned(),
        );
    }
    new.push(']');
    (new, losses)
}

/// Writes the target of a punit section so that it belongs to the domain it belongs to today: that
/// is the first registered one, in the dialect of the document the first named one
/// (pinsight.md#punit-sections).
fn owner_first<'t>(target: &'t str, lose: &mut impl FnMut(&'t str, String)) -> String {
    let items: Vec<_> = PunitItems::new(target).filter_map(Result::ok).collect();
    let domain = |it: &PunitItem<'_>| it.known_kind().map(Kind::domain);
    let Some(owner) = items.iter().filter_map(domain).min() else { return target.to_owned() };
    for it in items.iter().filter(|it| domain(it).is_some_and(|it| it != owner)) {
        let message = format!(
            "today's program drops `{}` from a section of {}; in the dialect of the document it is \
             a condition",
            it.whole,
            owner.name()
        );
        lose(it.whole, message);
    }
    if filed_under(target) == Some(owner) {
        return target.to_owned();
    }
    let (own, others): (Vec<PunitItem<'_>>, Vec<PunitItem<'_>>) =
        items.iter().copied().partition(|it| domain(it) == Some(owner));
    let words: Vec<&str> = own.iter().chain(&others).map(|it| it.whole).collect();
    words.join(", ")
}

/// Returns the domain that a punit section belongs to in the dialect of the document
/// (pinsight.md#seed-headers).
fn filed_under(target: &str) -> Option<Domain> {
    let name = target.split('.').next().unwrap_or_default();
    Domain::from_name(name).filter(|it| it.in_seed())
}

/// Returns the part of a header that the dialect of the document lacks.
fn beyond_seed(file: &File, section: &Section, header: &Header) -> Option<&'static str> {
    let text = file.text();
    if header.dialect == Dialect::Seed || misreading::has_seed_mark(file, section) {
        return None;
    }
    if header.action_range.is_some() && header.action != Action::Set {
        return Some("actions");
    }
    if header.close.is_none() || header.ignored.is_some() {
        return Some("header of this form; fix it first");
    }
    let parts = slice(text, header.range);
    let has_new_domain = parts.contains("Python.") || parts.contains("HIP.");
    match header.target {
        Target::DomainDefault(Some(domain)) if !domain.in_seed() => Some("such domain"),
        Target::DomainDefault(_) if header.inherit.is_some() => Some("parents of a domain default"),
        Target::DomainDefault(_) => None,
        Target::RegionDefault => has_new_domain.then_some("such domain"),
        Target::Punits => {
            let target = slice(text, header.target_range);
            // Today such a section is not read; then it was, as far as its mistake, or for all units.
            let mut items = PunitItems::new(target);
            let is_dead = items.all(|it| it.is_ok_and(|it| it.known_kind().is_none()));
            let is_bad = PunitItems::new(target).any(|it| {
                it.map_or(true, |it| it.known_kind().is_some() && IdSet::read(it.ids).is_err())
            });
            let is_bad = is_bad || (is_dead && filed_under(target).is_some());
            match (has_new_domain, is_bad) {
                (true, _) => Some("such domain"),
                (false, true) => Some("header of this form; fix it first"),
                (false, false) => None,
            }
        }
        Target::Regions(list) => {
            let list = slice(text, list).trim();
            let is_address = list.starts_with("0x") || list.starts_with("0X");
            match !is_address || list.contains(',') {
                true => Some("regions but by one address"),
                false => has_new_domain.then_some("such domain"),
            }
        }
        Target::DomainRegionDefault(_) => Some("default for the regions of one domain"),
        Target::Knob | Target::Energy | Target::Manifest => Some("section of this kind"),
        Target::Dead => Some("section of this name"),
    }
}
