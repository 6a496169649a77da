//! Things that several headers name: domains as parents, regions, kinds of units.

use text_size::{TextRange, TextSize};

use super::File;
use super::header::{Dialect, Target};
use super::model::RegionId;
use super::punits::PunitItems;
use super::reading::{MAX_LIST, Subject};
use super::tables::{Domain, Kind};
use super::token::trim;
use super::values::{address, c_long, cut};
use bobbin_core::edit::{Refusal, Replacement, SourceChange, TextEdit};
use bobbin_core::text::{Location, range_in, slice};

/// Something that can be named in several places.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Thing {
    Domain(Domain),
    Region(RegionId),
    Kind(Kind),
}

/// A place that names a thing.
struct Mention {
    thing: Thing,
    range: TextRange,
    /// Whether the thing is declared here.
    declares: bool,
}

impl File {
    /// All mentions in the order of the text.
    fn mentions(&self) -> Vec<Mention> {
        let text = &*self.input.text;
        let mut res = Vec::new();
        let mut regions: Vec<RegionId> = Vec::new();
        for (idx, section) in self.layout.sections.iter().enumerate() {
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
                    for (region, range) in self.named_regions(list) {
                        let declares = !regions.contains(&region);
                        if declares {
                            regions.push(region.clone());
                        }
                        res.push(Mention { thing: Thing::Region(region), range, declares });
                    }
                }
                Target::Punits => self.kind_mentions(header.target_range, &mut res),
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
                self.kind_mentions(constraints, &mut res);
            }
            if let Some(Subject::Domain(domain)) = self.log.sections.get(idx).map(|it| &it.subject)
            {
                for (_, pair) in self.layout.pairs_of(section) {
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

    fn kind_mentions(&self, part: TextRange, res: &mut Vec<Mention>) {
        let text = &*self.input.text;
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

    /// The regions of a list with the places of their names.
    fn named_regions(&self, list: TextRange) -> Vec<(RegionId, TextRange)> {
        let text = &*self.input.text;
        let list = slice(text, list);
        if self.layout.dialect.reading() == Dialect::Seed {
            let (value, _) = c_long(list, 0);
            return vec![(RegionId::Address(value as u64), range_in(text, trim(list)))];
        }
        let items = list.split(',').map(trim).filter(|it| !it.is_empty()).take(MAX_LIST);
        let read = |item: &str| {
            if let Some(digits) = item.strip_prefix("0x").or_else(|| item.strip_prefix("0X")) {
                return Some((RegionId::Address(address(digits)), range_in(text, item)));
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
            let id = RegionId::Name(domain, cut(name, 127).into());
            (!name.is_empty()).then(|| (id, range_in(text, name)))
        };
        items.filter_map(read).collect()
    }

    fn mention_at(&self, at: TextSize) -> Option<Mention> {
        self.mentions().into_iter().find(|it| it.range.contains_inclusive(at))
    }

    /// Where the thing at a place is declared: the sections of a domain, the first section of a
    /// region, the scope of a kind.
    pub(super) fn definition_at(&self, at: TextSize) -> Vec<Location> {
        let Some(found) = self.mention_at(at) else { return Vec::new() };
        let all = self.mentions().into_iter();
        all.filter(|it| it.declares && it.thing == found.thing)
            .map(|it| Location::here(it.range))
            .collect()
    }

    /// All places that name the thing at a place.
    pub(super) fn references_at(&self, at: TextSize) -> Vec<Location> {
        let Some(found) = self.mention_at(at) else { return Vec::new() };
        let all = self.mentions().into_iter();
        all.filter(|it| it.thing == found.thing).map(|it| Location::here(it.range)).collect()
    }

    /// The name of a region at a place.
    pub(super) fn renamable_at(&self, at: TextSize) -> Option<TextRange> {
        let found = self.mention_at(at)?;
        matches!(found.thing, Thing::Region(_)).then_some(found.range)
    }

    /// Gives the region at a place another name or address, wherever it is named.
    pub(super) fn rename_at(&self, at: TextSize, name: &str) -> Result<SourceChange, Refusal> {
        let found = self.mention_at(at);
        let Some(Mention { thing: Thing::Region(region), .. }) = found else {
            return Err(Refusal::bad_value(
                "only regions can be renamed; domains and kinds are fixed",
            ));
        };
        let refuse =
            |reason: &str| Err(Refusal::bad_value(format!("`{}` {reason}", name.escape_debug())));
        let digits = name.strip_prefix("0x").or_else(|| name.strip_prefix("0X"));
        let is_address =
            digits.is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_hexdigit()));
        let new = match &region {
            RegionId::Address(_) if is_address => {
                RegionId::Address(address(digits.unwrap_or_default()))
            }
            RegionId::Address(_) => return refuse("is no code address; write it as `0x…`"),
            RegionId::Name(..)
                if name.is_empty()
                    || trim(name) != name
                    || name.contains([',', ')', ']', ':', '\n']) =>
            {
                return refuse("cannot be the name of a region: `,`, `:`, `)` and `]` end it");
            }
            RegionId::Name(..) if digits.is_some() => return refuse("is an address"),
            RegionId::Name(..) if name.len() > 127 => {
                return refuse("is longer than the 127 bytes that count");
            }
            RegionId::Name(domain, _) => RegionId::Name(*domain, name.into()),
        };
        let mentions = self.mentions();
        let is_taken = |it: &Mention| it.thing == Thing::Region(new.clone());
        if new != region && mentions.iter().any(is_taken) {
            return refuse("has a section already");
        }
        let same = mentions.into_iter().filter(|it| it.thing == Thing::Region(region.clone()));
        let edits = same.map(|it| Replacement { range: it.range, text: name.to_owned() });
        let edit = TextEdit::from_replacements(edits.collect());
        Ok(SourceChange::single(&self.input.path, edit))
    }
}
