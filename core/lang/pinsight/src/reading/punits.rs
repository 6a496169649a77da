//! Lists of units as the program reads them, with what it says of them.

use text_size::TextRange;

use super::log::{Complaint, ComplaintKind};
use crate::model::State;
use crate::punits::{IdSet, PunitItem, PunitItems, PunitSet, PunitSyntax};
use bobbin_core::text::range_in;

/// The reason why a punit text was not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PunitFault {
    /// An id list is refused.
    BadIdList,
    /// The text has another form.
    Syntax(PunitSyntax),
}

/// A punit text with what its reading depends on.
pub(super) struct PunitReading<'t> {
    /// The text all ranges refer to.
    pub(super) text: &'t str,
    /// The punit text.
    pub(super) part: &'t str,
    /// A bad list was reported by an earlier reading, which has spoilt the text behind it
    /// (pinsight.md#region-constraints).
    pub(super) is_repeated: bool,
    /// True if the program of the seed dialect reads, which lacks some domains.
    pub(super) seed: bool,
}

impl PunitReading<'_> {
    /// Reads the items into `punits`. Unknown domains and kinds are skipped without a word.
    pub(super) fn read(
        &self,
        state: &State,
        punits: &mut PunitSet,
        log: &mut Vec<Complaint>,
    ) -> Result<(), PunitFault> {
        for item in PunitItems::new(self.part) {
            let item = item.map_err(|(syntax, _)| PunitFault::Syntax(syntax))?;
            let Some(kind) = item.known_kind().filter(|it| !self.seed || it.domain().in_seed())
            else {
                continue;
            };
            let at = self.range(item);
            let Ok(mut ids) = IdSet::read(item.ids) else {
                if !self.is_repeated {
                    punits.set(kind, IdSet::default());
                    log.push(Complaint { kind: ComplaintKind::BadIdList, at });
                }
                return Err(PunitFault::BadIdList);
            };
            let scope = state.scope(kind).value;
            for ids in ids.drop_outside(scope) {
                log.push(Complaint { kind: ComplaintKind::IdOutOfScope { kind, ids, scope }, at });
            }
            punits.set(kind, ids);
        }
        Ok(())
    }

    /// Returns the place of an item's id list; the whole item if the list is empty.
    fn range(&self, item: PunitItem<'_>) -> TextRange {
        range_in(self.text, if item.ids.is_empty() { item.whole } else { item.ids })
    }
}
