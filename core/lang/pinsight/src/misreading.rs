//! Misreadings: texts in the seed dialect that the programs read otherwise than the document meant.

use text_size::TextRange;

use crate::entry;
use crate::file::File;
use crate::header::{Dialect, Header, Target, has_inner_colon};
use crate::lower::Section;
use crate::model::State;
use crate::reading::Subject;
use crate::token::{is_blank, trim};

/// Finds the region whose section took over the entry of `Lexgion.default` in the program of
/// February 2026, if the triple that counts for all regions is another by that.
pub(crate) fn usurper(file: &File) -> Option<usize> {
    if !file.is_seed() {
        return None;
    }
    let first = file.state().regions.first()?;
    let values = |it: &State| it.region_default.triple.map(|it| it.value);
    let is_other = values(file.era()) != values(file.state());
    let writes = |section: &usize| entry::section_region(file, *section) == Some(&first.id);
    (0..file.log().sections.len()).find(writes).filter(|_| is_other)
}

/// Returns true if a header has a colon between its brackets and outside parentheses.
pub(crate) fn has_seed_mark(file: &File, section: &Section) -> bool {
    has_inner_colon(file.text_at(section.header.range))
}

/// Returns true if the target of a header of today is a list of regions with domains or files, only
/// without `Lexgion( )` around it: its colons part no header (pinsight.md#reading-a-header).
pub(crate) fn is_bare_region(file: &File, header: &Header) -> bool {
    let target = file.text_at(header.target_range);
    let is_region = |item: &str| {
        let is_part = |it: &str| !it.is_empty() && !it.contains(|it| it == '(' || is_blank(it));
        trim(item).split(':').all(is_part)
    };
    header.dialect == Dialect::Current
        && header.target == Target::Punits
        && target.contains(':')
        && target.split(',').all(is_region)
}

/// Returns what today's program takes a header of this seed text for, if not for what it is.
pub(crate) fn misread(file: &File, section: usize) -> Option<String> {
    let own = file.layout().sections.get(section).filter(|_| file.is_seed())?;
    let today = file.read_today().layout().sections.get(section)?;
    let list = |it: &Header| match it.target {
        Target::Regions(list) => file.text_at(list).trim(),
        _ => "",
    };
    match file.read_today().log().stopped {
        Some(at) if at == section => {
            return Some("one without an end, and reads no further".to_owned());
        }
        Some(at) if at < section => return Some("nothing: it has stopped above".to_owned()),
        _ => (),
    }
    if has_seed_mark(file, own) {
        return Some(read_as(file.read_today(), &today.header));
    }
    // Today a number is a name unless it begins with `0x`.
    let name = list(&today.header);
    if !name.is_empty() && !name.starts_with("0x") && !name.starts_with("0X") {
        return Some(format!("the region called `{name}`"));
    }
    None
}

pub(crate) fn read_as(file: &File, header: &Header) -> String {
    match header.target {
        Target::DomainDefault(Some(domain)) => {
            let name = domain.name();
            format!("`{name}.default`, so its body changes the whole domain")
        }
        Target::Regions(list) => {
            let list = file.text_at(list).trim();
            if list.is_empty() {
                return "a section that does not exist".to_owned();
            }
            let what = match list.get(..2) {
                Some("0x" | "0X") => format!("`Lexgion({list})`"),
                _ => format!("the region called `{list}`"),
            };
            without_parts(header, &what)
        }
        // Colons are skipped with the units that they stand in front of (pinsight.md#punit-lists).
        _ => match entry::subject_of(file, header) {
            Some(Subject::Punit(domain, _)) => {
                without_parts(header, &format!("a section of units of {}", domain.name()))
            }
            _ => "a section that does not exist".to_owned(),
        },
    }
}

/// Says of a section that the parts inside its bracket are lost.
fn without_parts(header: &Header, what: &str) -> String {
    let has = |it: Option<TextRange>| it.is_some_and(|it| !it.is_empty());
    match has(header.inherit) || has(header.constraints) {
        true => format!("{what} with no more than what follows the bracket"),
        false => format!("{what} without parents and constraints"),
    }
}
