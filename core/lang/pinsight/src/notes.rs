//! Notes on what the programs do with a section, where that is not plain.

use crate::docs;
use crate::entry;
use crate::file::File;
use crate::header::{Action, Target};
use crate::misreading;
use crate::model::RegionId;
use crate::reading::Subject;

/// Describes what the programs do with a section, where that is not plain. A text in the seed
/// dialect has two that matter: the one of its time, and today's.
pub(crate) fn section_note(file: &File, idx: usize) -> String {
    let Some(header) = file.layout().sections.get(idx).map(|it| &it.header) else {
        return String::new();
    };
    if file.log().stopped.is_some_and(|it| it <= idx) {
        return "The program stops reading before this section".to_owned();
    }
    if !file.is_seed() {
        let mut res = docs::section_note(header.target, header.action).to_owned();
        if matches!((header.target, header.action), (Target::Regions(_), Action::Set)) {
            res = docs::region_note(known_regions(file, idx)).to_owned();
        }
        for (file, name) in files_of_regions(file, idx) {
            res.push_str(&format!(
                ". `{name}` counts where the name of its file begins with `{file}`, or is not known"
            ));
        }
        // What takes regions away sets nothing.
        let is_setting = header.action != Action::Remove;
        let subject = file.log().sections.get(idx).filter(|_| is_setting);
        if let Some(it) = subject.and_then(|it| unused(file, &it.subject)) {
            res.push_str(&format!(". {it}"));
        }
        return res;
    }
    let mut res = docs::seed_note(header.target).to_owned();
    match (misreading::usurper(file), header.target) {
        (Some(first), _) if first == idx => res.push_str(
            ". But it was given the entry of `Lexgion.default`, as the first region of the file, \
             so its triple counted for all regions",
        ),
        (Some(first), Target::RegionDefault) => res.push_str(&format!(
            ", with what `{}` wrote over it, the first region of the file, which was given the \
             same entry",
            entry::section_name(file, Some(first))
        )),
        _ => (),
    }
    if let Some(read_as) = misreading::misread(file, idx) {
        res.push_str(&format!(". Today's program reads this header as {read_as}"));
    }
    res
}

/// Says why nothing that a section of regions sets counts, where that is so (pinsight.md#region-lookup).
pub(crate) fn unused(file: &File, subject: &Subject) -> Option<String> {
    let Subject::Regions(start, end) = *subject else { return None };
    let entries = file.log().regions.get(start..end).filter(|it| !it.is_empty())?;
    let entry = |it: u32| file.state().regions.get(it as usize);
    let one = entries.iter().all(|it| Some(it) == entries.first());
    if entries.iter().all(|&it| entry(it).is_some_and(|it| it.removed)) {
        let what = if one { "This region is" } else { "These regions are" };
        return Some(format!("{what} removed below, so what is set here does not count"));
    }
    let first = entry::shadowing(file, *entries.first()? as usize).filter(|_| one)?;
    let first = first.words();
    Some(format!("`{first}` is above, for any domain, and counts instead of what is set here"))
}

/// Returns how many of the regions of a section have an entry from a section above, and how many do
/// not (pinsight.md#region-lists).
fn known_regions(file: &File, idx: usize) -> (usize, usize) {
    let Some(read) = file.log().sections.get(idx) else { return (0, 0) };
    let Subject::Regions(start, end) = read.subject else { return (0, 0) };
    let above = file.log().regions.get(..start).unwrap_or_default();
    let own = file.log().regions.get(start..end).unwrap_or_default();
    let n_known = own.iter().filter(|it| above.contains(it)).count();
    (n_known, own.len() - n_known)
}

/// More files of one section are not told.
const MOST_FILES: usize = 3;

/// Returns the files that a section names for its regions, each with the region's name
/// (pinsight.md#region-lookup).
fn files_of_regions(file: &File, idx: usize) -> Vec<(&str, &str)> {
    let Some(read) = file.log().sections.get(idx) else { return Vec::new() };
    let Subject::Regions(start, end) = read.subject else { return Vec::new() };
    let entries = file.log().regions.get(start..end).unwrap_or_default().iter();
    let regions = entries.filter_map(|&it| file.state().regions.get(it as usize));
    let named = regions.filter_map(|it| match &it.id {
        RegionId::Name(_, name) => Some((it.file.as_deref()?, &**name)),
        RegionId::Address(_) => None,
    });
    let mut res: Vec<(&str, &str)> = Vec::new();
    for it in named {
        if res.len() < MOST_FILES && !res.contains(&it) {
            res.push(it);
        }
    }
    res
}
