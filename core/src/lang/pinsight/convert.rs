//! A header of the seed dialect in today's form (facts, pinsight §4.2).

use text_size::TextRange;

use super::File;
use super::header::{Dialect, Header, Target};
use super::punits::PunitItems;
use super::tables::Domain;
use super::token::trim;
use super::values::c_long;
use crate::edit::{Replacement, TextEdit};
use crate::text::slice;

impl File {
    /// The edit that brings the header at `range` into today's form.
    pub(super) fn convert_header(&self, range: TextRange) -> Option<Replacement> {
        let text = &self.input.text;
        let header = Header::read(Dialect::Seed, text, slice(text, range));
        let new = convert(text, &header);
        (new != slice(text, range)).then_some(Replacement { range, text: new })
    }

    /// The edit that brings all headers into today's form.
    pub(super) fn convert_headers(&self) -> TextEdit {
        let ranges = self.layout.sections.iter().map(|it| it.header.range);
        TextEdit::from_replacements(ranges.filter_map(|it| self.convert_header(it)).collect())
    }
}

fn convert(text: &str, header: &Header) -> String {
    let target = slice(text, header.target_range);
    let parents: Vec<Domain> = header
        .inherit
        .map(|it| slice(text, it))
        .unwrap_or_default()
        .split(',')
        .filter_map(|it| Domain::from_name(trim(it.split('.').next().unwrap_or_default())))
        .collect();
    let constraints = header.constraints.map(|it| slice(text, it)).unwrap_or_default();
    match header.target {
        Target::DomainDefault(_) => format!("[{target}]"),
        Target::RegionDefault => join(target, &parents, ""),
        Target::Regions(address) => {
            let (value, _) = c_long(slice(text, address), 0);
            join(&format!("Lexgion(0x{value:x})"), &parents, constraints)
        }
        _ => {
            let own = Domain::from_name(target.split('.').next().unwrap_or_default());
            let items = || PunitItems::new(target).filter_map(Result::ok);
            let is_own = |it: &str| own.is_some_and(|own| own.name() == it);
            let (kept, moved): (Vec<_>, Vec<_>) = items().partition(|it| is_own(it.domain));
            if own.is_none() || moved.is_empty() {
                let parents: Vec<Domain> =
                    parents.into_iter().filter(|&it| Some(it) == own).collect();
                return join(target, &parents, constraints);
            }
            let kept: Vec<&str> = kept.iter().map(|it| it.whole).collect();
            let mut others: Vec<&str> = moved.iter().map(|it| it.whole).collect();
            others.extend(Some(constraints).filter(|it| !it.is_empty()));
            let parents: Vec<Domain> = parents.into_iter().filter(|&it| Some(it) == own).collect();
            join(&kept.join(", "), &parents, &others.join(", "))
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_move_their_parts() {
        let check = |seed: &str, current: &str| {
            let header = Header::read(Dialect::Seed, seed, seed);
            assert_eq!(convert(seed, &header), current);
        };
        check(
            "[Lexgion.default: OpenMP.default, MPI.default]",
            "[Lexgion.default] : OpenMP.default, MPI.default",
        );
        check("[OpenMP.thread(0-3): : MPI.rank(0)]", "[OpenMP.thread(0-3)] : : MPI.rank(0)");
        check(
            "[Lexgion(4198589): Lexgion.default, OpenMP: MPI.rank(0), CUDA.device(0)]",
            "[Lexgion(0x4010bd)] : OpenMP.default : MPI.rank(0), CUDA.device(0)",
        );
        check(
            "[MPI.rank(0), OpenMP.thread(0-3): OpenMP.default, MPI.default: CUDA.device(1)]",
            "[MPI.rank(0)] : MPI.default : OpenMP.thread(0-3), CUDA.device(1)",
        );
        check("[OpenMP.default", "[OpenMP.default]");
    }
}
