//! What the programs do with a section, where that is not plain.

use crate::docs;
use crate::file::File;
use crate::header::Target;

impl File {
    /// What the programs do with a section, where that is not plain. A text in the seed dialect has
    /// two that matter: the one of its time, and today's.
    pub(crate) fn section_note(&self, idx: usize) -> String {
        let Some(header) = self.layout().sections.get(idx).map(|it| &it.header) else {
            return String::new();
        };
        if !self.is_seed() {
            return docs::section_note(header.target, header.action).to_owned();
        }
        let mut res = docs::seed_note(header.target).to_owned();
        match (self.usurper(), header.target) {
            (Some(first), _) if first == idx => res.push_str(
                ". But it was given the entry of `Lexgion.default`, as the first region of the file, \
                 so its triple counted for all regions",
            ),
            (Some(first), Target::RegionDefault) => res.push_str(&format!(
                ", with what `{}` wrote over it, the first region of the file, which was given the \
                 same entry",
                self.section_name(Some(first))
            )),
            _ => (),
        }
        if let Some(read_as) = self.misread(idx) {
            res.push_str(&format!(". Today's program reads this header as {read_as}"));
        }
        res
    }
}
