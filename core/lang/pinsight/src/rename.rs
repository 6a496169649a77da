//! Another name or address for a region, wherever it is named.

use text_size::{TextRange, TextSize};

use crate::file::File;
use crate::model::RegionId;
use crate::occurrences::{self, Mention, Thing};
use crate::token::trim;
use crate::values::address;
use bobbin_core::edit::{Refusal, Replacement, SourceChange, TextEdit};

/// Returns the name of a region at a place.
pub(crate) fn renamable(file: &File, at: TextSize) -> Option<TextRange> {
    let found = occurrences::mention_at(file, at)?;
    matches!(found.thing, Thing::Region(_)).then_some(found.range)
}

/// Gives the region at a place another name or address, wherever it is named.
pub(crate) fn rename(file: &File, at: TextSize, name: &str) -> Result<SourceChange, Refusal> {
    let found = occurrences::mention_at(file, at);
    let Some(Mention { thing: Thing::Region(region), .. }) = found else {
        return Err(Refusal::bad_value("only regions can be renamed; domains and kinds are fixed"));
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
        RegionId::Address(_) => return refuse("is not a code address; write it as `0x…`"),
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
    let mentions = occurrences::mentions(file);
    let is_taken = |it: &Mention| it.thing == Thing::Region(new.clone());
    if new != region && mentions.iter().any(is_taken) {
        return refuse("has a section already");
    }
    let same = mentions.into_iter().filter(|it| it.thing == Thing::Region(region.clone()));
    let edits = same.map(|it| Replacement { range: it.range, text: name.to_owned() });
    let edit = TextEdit::from_replacements(edits.collect());
    Ok(SourceChange::single(&file.input().path, edit))
}

#[cfg(test)]
mod tests;
