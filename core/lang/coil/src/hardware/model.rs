//! The model of a text or a binary, without places.

/// A hardware configuration, as the program would read it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Model {
    /// Major, minor and patch version.
    pub version: [u8; 3],
    /// Seconds since 1970.
    pub timestamp: u64,
    /// Bits of `enum config_flags`.
    pub flags: u8,
    /// The units, in the order of the text.
    pub units: Vec<Unit>,
}

/// A processing unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unit {
    /// Number of `enum pu_type`, or a reserved number.
    pub unit_type: u16,
    /// Tells units of one type apart.
    pub index: u16,
    /// Its name for people; empty if absent.
    pub name: String,
    /// The maker; empty if absent.
    pub vendor: String,
    /// The model; empty if absent.
    pub model: String,
    /// The words of the bitmap; none if the unit has no bitmap.
    pub features: Option<[u32; 8]>,
    /// The resources, in the order of the text.
    pub resources: Vec<Resource>,
    /// The ABIs, in the order of the text.
    pub abis: Vec<Abi>,
    /// The architecture records, in the order of the text.
    pub arch: ArchRecords,
}

/// A line of a resources section.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Resource {
    /// Number of `enum resource_type`, or a reserved number.
    pub kind: u16,
    /// Bits of `enum resource_flags`.
    pub flags: u16,
    /// The key, and behind a colon the labels.
    pub name: String,
    /// The number of such resources.
    pub count: u64,
    /// Bytes of each.
    pub size: u64,
}

/// An application binary interface.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Abi {
    /// The name in its section's header.
    pub name: String,
    /// The most arguments that can be passed.
    pub arg_count: u16,
    /// Bits of `enum abi_flags`.
    pub flags: u16,
    /// The mappings, in the order of the text.
    pub mappings: Vec<Mapping>,
}

/// The place of an argument or of the return value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Mapping {
    /// 0 is the return value.
    pub arg_index: u16,
    /// Number of `enum reg_type`, or a reserved number.
    pub reg_type: u16,
    /// Number of the register; of the stack, the byte offset.
    pub reg_index: u32,
    /// The bits of the register that are used.
    pub reg_mask: u32,
}

/// A fact about one architecture, kept behind the bitmap (coil.md#architecture-tail).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ArchRecord<'m> {
    /// The name in its section's header.
    pub arch: &'m str,
    /// The key as written.
    pub key: &'m str,
    /// The value as written.
    pub value: &'m str,
}

/// The facts about architectures of one unit, packed: a record has 12 bytes in a file, and three
/// strings of their own would take six times as many.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchRecords(Option<Box<Packed>>);

/// Strings without gaps, three for each record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Packed {
    text: String,
    /// The end of each string.
    ends: Vec<u32>,
}

impl ArchRecords {
    /// Makes room for `n` records whose strings have `n_bytes` together.
    #[must_use]
    pub fn with_capacity(n: usize, n_bytes: usize) -> ArchRecords {
        if n == 0 {
            return ArchRecords::default();
        }
        let (text, ends) = (String::with_capacity(n_bytes), Vec::with_capacity(3 * n));
        ArchRecords(Some(Box::new(Packed { text, ends })))
    }

    /// Adds a record behind the others.
    pub fn push(&mut self, record: ArchRecord<'_>) {
        let packed = self.0.get_or_insert_default();
        for it in [record.arch, record.key, record.value] {
            packed.text.push_str(it);
            packed.ends.push(u32::try_from(packed.text.len()).unwrap_or(u32::MAX));
        }
    }

    /// Returns the number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |it| it.ends.len() / 3)
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the records in the order of the text.
    pub fn iter(&self) -> impl Iterator<Item = ArchRecord<'_>> {
        (0..self.len()).map(|idx| ArchRecord {
            arch: self.string(3 * idx),
            key: self.string(3 * idx + 1),
            value: self.string(3 * idx + 2),
        })
    }

    fn string(&self, idx: usize) -> &str {
        let Some(packed) = &self.0 else { return "" };
        let end = |idx: usize| packed.ends.get(idx).map_or(0, |&it| it as usize);
        let start = idx.checked_sub(1).map_or(0, end);
        packed.text.get(start..end(idx)).unwrap_or_default()
    }
}

impl<'m> FromIterator<ArchRecord<'m>> for ArchRecords {
    fn from_iter<I: IntoIterator<Item = ArchRecord<'m>>>(records: I) -> ArchRecords {
        let mut res = ArchRecords::default();
        records.into_iter().for_each(|it| res.push(it));
        res
    }
}
