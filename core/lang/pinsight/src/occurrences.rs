//! Things that several headers name: domains as parents, regions, kinds of units.

use text_size::{TextRange, TextSize};

use crate::file::File;
use crate::header::{Dialect, Target};
use crate::model::RegionId;
use crate::punits::PunitItems;
use crate::reading::{ITEM_BYTES, MAX_LIST, NAME_BYTES, Subject};
use crate::tables::{Domain, Kind};
use crate::token::trim;
use crate::values::{address, c_address, cut};
use bobbin_core::text::{range_in, slice};

/// Something that can be named in several places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Thing {
    Domain(Domain),
    Region(RegionId),
    Kind(Kind),
}

/// A place that names a thing.
pub(crate) struct Mention {
    pub(crate) thing: Thing,
    pub(crate) range: TextRange,
    /// True if the thing is declared here.
    pub(crate) declares: bool,
}

/// Returns all mentions in the order of the text.
pub(crate) fn mentions(file: &File) -> Vec<Mention> {
    let text = file.text();
    let mut res = Vec::new();
    let mut regions: Vec<RegionId> = Vec::new();
    for (idx, section) in file.layout().sections.iter().enumerate() {
        let header = &section.header;
        match header.target {
            Target::DomainDefault(Some(domain)) => res.push(Mention {
                thing: Thing::Domain(domain),
                range: header.target_range,
                declares: true,
            }),
            Target::DomainRegionDefault(Some(domain)) => {
                let inside = slice(text, header.target_range);
                let found = inside
                    .find(domain.name())
                    .and_then(|it| inside.get(it..it + domain.name().len()));
                res.extend(found.map(|it| Mention {
                    thing: Thing::Domain(domain),
                    range: range_in(text, it),
                    declares: false,
                }));
            }
            Target::Regions(list) => {
                for (region, range) in named_regions(file, list) {
                    let declares = !regions.contains(&region);
                    if declares {
                        regions.push(region.clone());
                    }
                    res.push(Mention { thing: Thing::Region(region), range, declares });
                }
            }
            Target::Punits => kind_mentions(file, header.target_range, &mut res),
            _ => (),
        }
        for item in header.inherit.map(|it| slice(text, it)).unwrap_or_default().split(',') {
            let item = trim(item);
            let domain = item.split('.').next().and_then(Domain::from_name);
            res.extend(domain.map(|domain| Mention {
                thing: Thing::Domain(domain),
                range: range_in(text, item),
                declares: false,
            }));
        }
        if let Some(constraints) = header.constraints {
            kind_mentions(file, constraints, &mut res);
        }
        if let Some(Subject::Domain(domain)) = file.log().sections.get(idx).map(|it| &it.subject) {
            for (_, pair) in file.layout().pairs_of(section) {
                let kind = slice(text, pair.key)
                    .split_once('.')
                    .filter(|(name, _)| *name == domain.name())
                    .and_then(|(_, kind)| domain.kind(kind));
                res.extend(kind.map(|kind| Mention {
                    thing: Thing::Kind(kind),
                    range: pair.key,
                    declares: true,
                }));
            }
        }
    }
    res
}

fn kind_mentions(file: &File, part: TextRange, res: &mut Vec<Mention>) {
    let text = file.text();
    for item in PunitItems::new(slice(text, part)).filter_map(Result::ok) {
        let Some(kind) = item.known_kind() else { continue };
        let len = item.domain.len() + 1 + item.kind.len();
        let name = item.whole.get(..len).unwrap_or(item.whole);
        res.push(Mention {
            thing: Thing::Kind(kind),
            range: range_in(text, name),
            declares: false,
        });
    }
}

/// Returns the regions of a list with the places of their names.
fn named_regions(file: &File, list: TextRange) -> Vec<(RegionId, TextRange)> {
    let text = file.text();
    let list = slice(text, list);
    if file.layout().dialect.reading() == Dialect::Seed {
        let (value, _) = c_address(list);
        return vec![(RegionId::Address(value), range_in(text, trim(list)))];
    }
    let items = list.split(',').map(trim).filter(|it| !it.is_empty()).take(MAX_LIST);
    let read = |whole: &str| {
        let item = cut(whole, ITEM_BYTES);
        let whole = range_in(text, whole);
        if let Some(digits) = item.strip_prefix("0x").or_else(|| item.strip_prefix("0X")) {
            return Some((RegionId::Address(address(digits)), whole));
        }
        let (domain, name) = match item.split_once(':') {
            None => (None, item),
            Some((first, behind)) => match (Domain::from_name(first), behind.split_once(':')) {
                (Some(domain), None) => (Some(domain), behind),
                (Some(domain), Some((_, name))) => (Some(domain), name),
                (None, None) => (None, behind),
                (None, Some(_)) => return None,
            },
        };
        let id = RegionId::Name(domain, cut(name, NAME_BYTES).into());
        // To the end, also where the program does not read that far.
        let range = TextRange::new(range_in(text, name).start(), whole.end());
        (!name.is_empty()).then_some((id, range))
    };
    items.filter_map(read).collect()
}

pub(crate) fn mention_at(file: &File, at: TextSize) -> Option<Mention> {
    mentions(file).into_iter().find(|it| it.range.contains_inclusive(at))
}
