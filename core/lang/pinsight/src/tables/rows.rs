//! Domains, events and kinds of units as rows of tables.

/// A domain, in the order of registration (pinsight.md#domains).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Domain {
    /// The domain OpenMP.
    OpenMp,
    /// The domain MPI.
    Mpi,
    /// The domain CUDA.
    Cuda,
    /// The domain Python.
    Python,
    /// The domain HIP.
    Hip,
}

/// The number of domains.
pub const N_DOMAINS: usize = 5;

/// The number of kinds of parallel units over all domains.
pub const N_KINDS: usize = 7;

/// An event of a domain.
#[derive(Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name without the domain.
    pub name: &'static str,
    /// Its bit in an event set.
    pub id: u8,
    /// The group it is listed in.
    pub group: &'static str,
    /// The same in the tables of the seed dialect.
    pub seed_group: &'static str,
    /// True if it is on after installation, and so can be switched on at all
    /// (pinsight.md#installed-events).
    pub installed: bool,
    /// True if the program finds it by its name (pinsight.md#event-ids).
    pub named: bool,
    /// True if it was on in the program of the seed dialect; none if that program did not have it.
    pub seed: Option<bool>,
    /// The effect of a switch at run time: `honoured`, `none: reason` or a remark.
    pub effect: &'static str,
}

pub(super) struct KindRow {
    pub(super) domain: Domain,
    pub(super) name: &'static str,
    pub(super) high: i32,
    pub(super) id_source: &'static str,
}

pub(super) const ON: u8 = 1;

pub(super) const UNNAMED: u8 = 2;

pub(super) const SEED_ON: u8 = 4;

pub(super) const SEED_OFF: u8 = 8;

/// Makes one row of the generated tables.
pub(super) const fn event(
    name: &'static str,
    id: u8,
    group: &'static str,
    seed_group: &'static str,
    flags: u8,
    effect: &'static str,
) -> Event {
    let seed = if flags & SEED_ON != 0 {
        Some(true)
    } else if flags & SEED_OFF != 0 {
        Some(false)
    } else {
        None
    };
    let (installed, named) = (flags & ON != 0, flags & UNNAMED == 0);
    Event { name, id, group, seed_group, installed, named, seed, effect }
}

impl Domain {
    /// All domains, in the order of registration.
    pub const ALL: [Domain; N_DOMAINS] =
        [Domain::OpenMp, Domain::Mpi, Domain::Cuda, Domain::Python, Domain::Hip];

    /// Its name as it stands in a file; case matters.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Domain::OpenMp => "OpenMP",
            Domain::Mpi => "MPI",
            Domain::Cuda => "CUDA",
            Domain::Python => "Python",
            Domain::Hip => "HIP",
        }
    }

    /// Returns the domain of exactly this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Domain> {
        match name {
            "OpenMP" => Some(Domain::OpenMp),
            "MPI" => Some(Domain::Mpi),
            "CUDA" => Some(Domain::Cuda),
            "Python" => Some(Domain::Python),
            "HIP" => Some(Domain::Hip),
            _ => None,
        }
    }

    /// Its place in the order of registration.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns true if the program of the seed dialect had it.
    #[must_use]
    pub fn in_seed(self) -> bool {
        matches!(self, Domain::OpenMp | Domain::Mpi | Domain::Cuda)
    }

    /// Returns true if its default section has the key `device_activity`
    /// (pinsight.md#keys-by-section).
    #[must_use]
    pub fn has_device_activity(self) -> bool {
        matches!(self, Domain::Cuda | Domain::Hip)
    }
}
