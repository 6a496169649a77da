//! Conversions: into the other dialect, and into listings and drawings.

mod listing;
mod seed;
mod today;

use text_size::TextRange;

use super::File;
use super::header::{Dialect, Header, Target};
use super::punits::PunitItems;
use super::tables::Domain;
use super::token::trim;
use super::values::c_long;
use bobbin_core::edit::{Refusal, Replacement, TextEdit};
use bobbin_core::text::{range_in, slice};
use bobbin_core::view::{ConversionEffect, ConversionInfo, Converted};

/// What a text can be turned into.
pub(super) static CONVERSIONS: [ConversionInfo; 4] = [
    ConversionInfo {
        id: "current",
        title: "Today's dialect",
        about: "The text as today's program reads it, from the dialect of the document or from \
                spellings of the months after it; ids, triples and constraints stay",
        effect: ConversionEffect::Replace,
    },
    ConversionInfo {
        id: "seed",
        title: "Dialect of the document",
        about: "Header parts inside the brackets, as in the document of February 2026; refused where \
                that dialect has no words",
        effect: ConversionEffect::Replace,
    },
    ConversionInfo {
        id: "resolved",
        title: "Resolved values as JSON",
        about: "Every value that counts today and as the documents intend it, with its line",
        effect: ConversionEffect::Download,
    },
    ConversionInfo {
        id: "coverage",
        title: "Coverage as SVG",
        about: "The map of units as a drawing",
        effect: ConversionEffect::Download,
    },
];

/// Something that a conversion of a header leaves out.
struct Loss {
    at: TextRange,
    message: String,
}

impl File {
    /// Turns the text into something else.
    pub(super) fn converted(&self, id: &str) -> Result<Converted, Refusal> {
        let stem = self.input.path.rsplit('/').next().unwrap_or_default();
        let stem =
            stem.strip_suffix(".trace").or_else(|| stem.strip_suffix(".txt")).unwrap_or(stem);
        let stem = if stem.is_empty() { "trace_config" } else { stem };
        let (text, remarks, name, media_type) = match id {
            "current" => {
                let (text, remarks) = self.today();
                if text == *self.input.text {
                    let reason = "the text is in today's form already";
                    return Err(Refusal::bad_value(reason));
                }
                (text, remarks, format!("{stem}.trace"), "text/plain")
            }
            "seed" => (self.seed_text()?, Vec::new(), format!("{stem}.trace"), "text/plain"),
            "resolved" => {
                (self.resolved_json(), Vec::new(), format!("{stem}.json"), "application/json")
            }
            "coverage" => (self.coverage_svg(), Vec::new(), format!("{stem}.svg"), "image/svg+xml"),
            _ => return Err(Refusal::unsupported(&format!("the conversion `{id}`"))),
        };
        let language = (media_type == "text/plain").then_some(super::INFO.name);
        Ok(Converted { file_name: name, media_type, data: text.into_bytes(), language, remarks })
    }

    /// The edit that brings the header at `range` into today's form.
    pub(super) fn convert_header(&self, range: TextRange) -> Option<Replacement> {
        let text = &self.input.text;
        let header = Header::read(Dialect::Seed, text, slice(text, range));
        let (new, _) = convert(text, &header);
        (new != slice(text, range)).then_some(Replacement { range, text: new })
    }

    /// The edit that brings all headers into today's form.
    pub(super) fn convert_headers(&self) -> TextEdit {
        let ranges = self.layout.sections.iter().map(|it| it.header.range);
        TextEdit::from_replacements(ranges.filter_map(|it| self.convert_header(it)).collect())
    }
}

/// A header of the seed dialect in today's form (pinsight.md#converting-to-the-current-dialect),
/// and what is left out.
fn convert(text: &str, header: &Header) -> (String, Vec<Loss>) {
    let target = slice(text, header.target_range);
    let mut losses = Vec::new();
    let mut lose = |at: &str, message: &str| {
        losses.push(Loss { at: range_in(text, at), message: message.to_owned() });
    };
    let part = |it: Option<TextRange>| it.map(|it| slice(text, it)).unwrap_or_default();
    let (mut inherit, mut constraints) = (part(header.inherit), part(header.constraints));
    let has_units = inherit.contains('(') && !inherit.contains(".default");
    if header.constraints.is_none() && has_units {
        let message = "with `::` this stood in the place of the parents and had no effect; it is a \
                       constraint now";
        lose(inherit, message);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_move_their_parts() {
        let check = |seed: &str, current: &str| {
            let header = Header::read(Dialect::Seed, seed, seed);
            assert_eq!(convert(seed, &header).0, current);
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
            "[MPI.rank(0)] : : OpenMP.thread(0-3), CUDA.device(1)",
        );
        check("[OpenMP.default", "[OpenMP.default]");
    }
}
