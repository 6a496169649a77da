//! Notes on what the programs do with a section, where that is not plain.

use crate::docs;
use crate::entry;
use crate::file::File;
use crate::header::Target;
use crate::misreading;

/// Describes what the programs do with a section, where that is not plain. A text in the seed
/// dialect has two that matter: the one of its time, and today's.
pub(crate) fn section_note(file: &File, idx: usize) -> String {
    let Some(header) = file.layout().sections.get(idx).map(|it| &it.header) else {
        return String::new();
    };
    if !file.is_seed() {
        return docs::section_note(header.target, header.action).to_owned();
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
