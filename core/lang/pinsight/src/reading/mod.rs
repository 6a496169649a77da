//! Reading a file as the program does: sections in order, into a [`State`].
//!
//! What the program says and what it skips without a word is logged, so that findings, forms and
//! tests with observed outcomes see the same reading.

mod current;
mod environment;
mod keys;
mod log;
mod seed;
mod window;

pub use current::read_current;
pub use environment::apply_environment;
pub use log::{Complaint, ComplaintKind, Log, PairResult, SectionResult, Subject};
pub use seed::{SeedReading, read_seed};
pub use window::{ActionItem, action_items, action_of};

use text_size::TextRange;

use super::model::{EventSet, State};
use super::punits::{IdSet, PunitItem, PunitItems, PunitSet, PunitSyntax};
use super::tables::{Domain, N_DOMAINS};
use bobbin_core::text::range_in;

/// How many entries the region table of the program has (pinsight.md#the-region-table).
pub const MAX_REGIONS: usize = 512;

/// How many items of a region list are read (pinsight.md#region-lists).
pub const MAX_LIST: usize = 64;

/// How many knobs there can be (pinsight.md#knobs).
pub const MAX_KNOBS: usize = 64;

/// Why a punit text was not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PunitFault {
    /// An id list is refused.
    BadIdList,
    /// The text has another form.
    Syntax(PunitSyntax),
}

/// How a punit text is read.
struct PunitReading<'t> {
    /// The text all ranges refer to.
    text: &'t str,
    /// The punit text.
    part: &'t str,
    /// A bad list was reported by an earlier reading, which has spoilt the text behind it
    /// (pinsight.md#region-constraints).
    is_repeated: bool,
    /// Whether the program of the seed dialect reads, which lacks some domains.
    seed: bool,
}

impl PunitReading<'_> {
    /// Reads the items into `punits`. Unknown domains and kinds are skipped without a word.
    fn read(
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

    /// The id list of an item; the whole item if the list is empty.
    fn range(&self, item: PunitItem<'_>) -> TextRange {
        range_in(self.text, if item.ids.is_empty() { item.whole } else { item.ids })
    }
}

/// The event sets of all domains as they are now.
fn event_sets(state: &State) -> [EventSet; N_DOMAINS] {
    Domain::ALL.map(|it| state.domain(it).events)
}
