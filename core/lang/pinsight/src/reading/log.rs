//! The log of a reading: each event while a file was read.

use std::collections::HashMap;

use text_size::TextRange;

use crate::model::RegionId;
use crate::punits::PunitSet;
use crate::tables::{Domain, Kind};

/// All that happened while a file was read.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// One for each section that was reached.
    pub sections: Vec<SectionResult>,
    /// One for each body line of the text.
    pub pairs: Vec<PairResult>,
    /// The body lines that made a knob, in their order.
    pub made_knobs: Vec<u32>,
    /// True if a knob found the table full.
    pub has_refused_knob: bool,
    /// The complaints of the program, in order.
    pub complaints: Vec<Complaint>,
    /// The complaints about the environment, which no part of the text stands for.
    pub outside: Vec<Complaint>,
    /// The section at whose header the reading ended.
    pub stopped: Option<usize>,
    /// The place at which the program crashes; Bobbin reads on.
    pub crashed: Option<TextRange>,
    /// The targets of headers that switched a punit section off to remove it.
    pub silenced: Vec<TextRange>,
    /// Regions that found no place in the table, of which the program says nothing (seed).
    pub dropped: Vec<TextRange>,
    /// Entries of region sections, see [`Subject::Regions`].
    pub regions: Vec<u32>,
    /// The place of each region in the region table.
    pub index: HashMap<RegionId, usize>,
    /// Constraints that a section without any known unit leaves a region: the section, and whom the
    /// region is for.
    pub kept_constraints: Vec<(usize, PunitSet)>,
    /// True if the environment gives `Lexgion.default` another triple or an action.
    pub is_default_overridden: bool,
    /// Punit sections that a wildcard deleted: the section with it, and the number of each.
    pub deleted_punits: Vec<(usize, Domain, u32)>,
    /// Body lines that started an event set in a region without one, in order.
    pub started_sets: Vec<u32>,
}

/// The outcome of reading a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionResult {
    /// The part of the state that it is about.
    pub subject: Subject,
    /// True if its body counts.
    pub takes_body: bool,
}

/// The part of the state a section is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Subject {
    /// No subject: a dead section.
    None,
    /// The default section of a domain.
    Domain(Domain),
    /// A punit section of a domain, by its number.
    Punit(Domain, u32),
    /// The section `Lexgion.default`.
    RegionDefault,
    /// A section `Lexgion(Domain).default`.
    DomainRegionDefault(Domain),
    /// Entries of the region table: the stretch of [`Log::regions`] that holds their indices.
    Regions(usize, usize),
    /// The section of knobs.
    Knobs,
    /// The section `Energy`.
    Energy,
    /// The section `Manifest`.
    Manifest,
}

/// The outcome of reading a body line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum PairResult {
    /// The line stands in no section that takes it.
    #[default]
    NoSection,
    /// The value counts.
    Applied,
    /// The program refuses the value, and what was set above stays.
    Kept,
    /// The event is on.
    On,
    /// The event is off.
    Off,
    /// The event cannot be switched on and is off.
    NotInstalled,
    /// There is no such key in this kind of section.
    UnknownKey,
    /// The key has a dot and is no kind of the section's domain.
    NotScope,
    /// The part of the key in front of the dot is no domain.
    UnknownDomain,
    /// The domain has no such event.
    UnknownEvent,
    /// The program refuses the key here.
    Refused,
}

/// Something the program says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// The kind of complaint.
    pub kind: ComplaintKind,
    /// About which part of the text.
    pub at: TextRange,
}

/// A complaint of the program (pinsight.md#complaints).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComplaintKind {
    /// An event that is off by default was switched on.
    EventNotInstalled(Domain, &'static str),
    /// Ids outside the scope of their kind were dropped; both ends included.
    IdOutOfScope {
        /// The kind of unit that the ids are of.
        kind: Kind,
        /// The first and the last of the ids.
        ids: (u16, u16),
        /// The scope at that moment.
        scope: (i32, i32),
    },
    /// An id list was refused.
    BadIdList,
    /// The target of a punit section was not read to its end (seed).
    BadPunitTarget,
    /// The header of a domain default has parents or constraints (seed).
    ExtraParts,
    /// The reading of the file ends.
    ReadingStopped,
    /// A parent is not `Domain.default`.
    BadInheritance,
    /// A parent's domain is unknown.
    InheritanceUnknownDomain,
    /// A default cannot be removed.
    RemoveNotAllowed,
    /// A punit section cannot be reset.
    ResetNotAllowedPunit,
    /// A region cannot be reset.
    ResetNotAllowedRegion,
    /// So many punit sections were removed.
    PunitsRemoved(Kind, u32),
    /// The domain of a named region is unknown.
    RegionUnknownDomain,
    /// The region table is full.
    RegionTableFull,
    /// `INTROSPECT` lacks its script.
    BadIntrospect,
    /// A window action names an unknown domain.
    ActionUnknownDomain,
    /// A window action sets `device_activity` of a domain that has none.
    ActionNoDeviceActivity,
    /// The trigger `anchor` is reserved.
    TriggerReserved,
    /// The trigger is unknown.
    TriggerUnknown,
    /// The trigger is `all`, and no timeout ends a window that a region keeps open.
    TriggerAllWithoutTimeout,
    /// `trace_mode` stands in a punit section.
    TraceModeOnlyInDefault,
    /// A node policy is unknown.
    BadNodePolicy,
    /// There are too many knobs.
    KnobTableFull,
    /// The old environment variable is used.
    EnvRateDeprecated,
}

impl ComplaintKind {
    /// Returns the code in the cases with observed outcomes.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            ComplaintKind::EventNotInstalled(..) => "event_not_installed",
            ComplaintKind::IdOutOfScope { .. } => "id_out_of_scope",
            ComplaintKind::BadIdList => "bad_id_list",
            ComplaintKind::BadPunitTarget => "bad_punit_target",
            ComplaintKind::ExtraParts => "default_header_has_extra_parts",
            ComplaintKind::ReadingStopped => "reading_stopped",
            ComplaintKind::BadInheritance => "bad_inheritance",
            ComplaintKind::InheritanceUnknownDomain => "inheritance_unknown_domain",
            ComplaintKind::RemoveNotAllowed => "remove_not_allowed",
            ComplaintKind::ResetNotAllowedPunit => "reset_not_allowed_punit",
            ComplaintKind::ResetNotAllowedRegion => "reset_not_allowed_region",
            ComplaintKind::PunitsRemoved(..) => "punit_sections_removed",
            ComplaintKind::RegionUnknownDomain => "region_unknown_domain",
            ComplaintKind::RegionTableFull => "region_table_full",
            ComplaintKind::BadIntrospect => "bad_introspect",
            ComplaintKind::ActionUnknownDomain => "action_unknown_domain",
            ComplaintKind::ActionNoDeviceActivity => "action_no_device_activity",
            ComplaintKind::TriggerReserved => "trigger_reserved",
            ComplaintKind::TriggerUnknown => "trigger_unknown",
            ComplaintKind::TriggerAllWithoutTimeout => "trigger_all_without_timeout",
            ComplaintKind::TraceModeOnlyInDefault => "trace_mode_only_in_default",
            ComplaintKind::BadNodePolicy => "bad_nodepolicy",
            ComplaintKind::KnobTableFull => "knob_table_full",
            ComplaintKind::EnvRateDeprecated => "env_rate_deprecated",
        }
    }
}
