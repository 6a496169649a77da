//! A header of the seed dialect in the form that today's program reads.

use text_size::TextRange;

use crate::edit::lines;
use crate::file::File;
use crate::header::{Dialect, Header, Target, split_note};
use crate::punits::PunitItems;
use crate::tables::Domain;
use crate::token::{is_blank, trim};
use crate::values::c_long;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::{range_in, slice};

/// Something that a conversion of a header leaves out.
pub(crate) struct Loss {
    pub(crate) at: TextRange,
    pub(crate) message: String,
}

/// Converts a header of the seed dialect to today's form
/// (pinsight.md#converting-to-the-current-dialect), and returns what is left out.
pub(crate) fn convert(text: &str, header: &Header) -> (String, Vec<Loss>) {
    let target = slice(text, header.target_range);
    let mut losses = Vec::new();
    let mut lose = |at: &str, message: &str| {
        losses.push(Loss { at: range_in(text, at), message: message.to_owned() });
    };
    let part = |it: Option<TextRange>| it.map(|it| slice(text, it)).unwrap_or_default();
    // A bracket in front of more parts closes nothing.
    let part = |it| part(it).trim_end_matches(|it| it == ']' || is_blank(it));
    let (mut inherit, mut constraints) = (part(header.inherit), part(header.constraints));
    // Between two colons nothing was written; behind one the units stood for their domains.
    let taken = header.parents_by_kind(text);
    let is_slid = header.inherit.is_some_and(|it| {
        slice(text, TextRange::new(header.target_range.end(), it.start())).contains("::")
    });
    if header.has_units_as_parents(text)
        && (header.target == Target::Punits || is_slid && header.target != Target::RegionDefault)
    {
        let how = if is_slid { "with `::` " } else { "" };
        let was = match taken.as_slice() {
            [] => "had no effect".to_owned(),
            [first, ..] => format!("meant `{}.default`", first.name()),
        };
        let message = format!(
            "{how}this stood in the place of the parents and {was}; it is a constraint now"
        );
        lose(inherit, &message);
        (inherit, constraints) = ("", inherit);
    }
    let items = || inherit.split(',').map(trim).filter(|it| !it.is_empty());
    let known = |it: &str| Domain::from_name(trim(it.split('.').next().unwrap_or_default()));
    let known = |it: &str| known(it).filter(|it| it.in_seed());
    let mut parents = Vec::new();
    let new = match header.target {
        Target::DomainDefault(_) => {
            if header.inherit.is_some() || header.constraints.is_some() {
                lose(
                    part(header.inherit.or(header.constraints)),
                    "a domain default has no parents and no constraints",
                );
            }
            format!("[{target}]")
        }
        Target::Punits => {
            let own = Domain::from_name(target.split('.').next().unwrap_or_default());
            // Only what stands in front of the first `.default` was a parent.
            for (n, item) in items().enumerate() {
                match known(item).filter(|_| n == 0 && item.contains(".default")) {
                    Some(domain) if Some(domain) == own => parents.push(domain),
                    Some(_) => lose(
                        item,
                        "a parent of another domain, whose events were copied by their numbers, is left out",
                    ),
                    None => lose(item, "a punit section has one parent, so this one is left out"),
                }
            }
            let is_own = |it: &str| own.is_some_and(|own| own.name() == it);
            let known_items: Vec<_> = PunitItems::new(target).filter_map(Result::ok).collect();
            let (kept, moved): (Vec<_>, Vec<_>) =
                known_items.into_iter().partition(|it| is_own(it.domain));
            if own.is_none() || moved.is_empty() {
                join(target, &parents, constraints)
            } else {
                let kept: Vec<&str> = kept.iter().map(|it| it.whole).collect();
                let mut others: Vec<&str> = moved.iter().map(|it| it.whole).collect();
                others.extend(Some(constraints).filter(|it| !it.is_empty()));
                join(&kept.join(", "), &parents, &others.join(", "))
            }
        }
        Target::RegionDefault | Target::Regions(_) => {
            for item in items() {
                match known(item) {
                    Some(domain) => {
                        if item != format!("{}.default", domain.name()) {
                            let message = format!("`{item}` meant `{}.default`", domain.name());
                            lose(item, &message);
                        }
                        parents.push(domain);
                    }
                    None if item == "Lexgion.default" => {
                        lose(
                            item,
                            "every region is a copy of `Lexgion.default` anyway, so this parent is left out",
                        );
                    }
                    None => lose(item, "a parent that does not exist is left out"),
                }
            }
            match header.target {
                Target::Regions(address) => {
                    let (value, rest) = c_long(slice(text, address), 0);
                    if !trim(rest).is_empty() || address.is_empty() {
                        let words = format!("the region was read as the address 0x{value:x}");
                        lose(target, &words);
                    }
                    join(&format!("Lexgion(0x{value:x})"), &parents, constraints)
                }
                _ => {
                    if !constraints.is_empty() {
                        lose(
                            constraints,
                            "constraints of `Lexgion.default` never had an effect and are left out",
                        );
                    }
                    join(target, &parents, "")
                }
            }
        }
        _ => join(target, &parents, constraints),
    };
    (new, losses)
}

fn join(target: &str, parents: &[Domain], constraints: &str) -> String {
    let parents: Vec<String> = parents.iter().map(|it| format!("{}.default", it.name())).collect();
    let parents = parents.join(", ");
    match (parents.as_str(), constraints) {
        ("", "") => format!("[{target}]"),
        (_, "") => format!("[{target}] : {parents}"),
        ("", _) => format!("[{target}] : : {constraints}"),
        _ => format!("[{target}] : {parents} : {constraints}"),
    }
}

/// Plans today's form of the header at `range`; a comment or a note behind it, which was part of it,
/// goes to a line of its own above.
pub(crate) fn convert_header(file: &File, range: TextRange) -> Vec<Replacement> {
    let text = file.text();
    let (line, note) = split_note(slice(text, range));
    let mut edits = Vec::new();
    if let Some(note) = note {
        let at = range_in(text, note);
        edits.extend(lines::comment_above(file, range.start(), at).replacements().to_vec());
    }
    let new = converted(line);
    if new != line {
        edits.push(Replacement { range: range_in(text, line), text: new });
    }
    edits
}

/// Returns today's form of a header. An action, which the seed dialect does not have, stays in front
/// of its target.
fn converted(line: &str) -> String {
    let action = Header::read(Dialect::Current, line, line).action_range;
    let Some(word) = action.map(|it| slice(line, it)) else {
        return convert(line, &Header::read(Dialect::Seed, line, line)).0;
    };
    let bare = line.replacen(&format!("{word} "), "", 1);
    let new = convert(&bare, &Header::read(Dialect::Seed, &bare, &bare)).0;
    new.replacen('[', &format!("[{word} "), 1)
}

/// Plans today's form of all headers.
pub(crate) fn convert_headers(file: &File) -> TextEdit {
    let ranges = file.layout().sections.iter().map(|it| it.header.range);
    TextEdit::from_replacements(ranges.flat_map(|it| convert_header(file, it)).collect())
}
