//! Numbers of a file in either byte order.

use std::ops::Range;

use bobbin_core::view::DecodeError;

/// The order of the bytes of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteOrder {
    /// The lowest byte first.
    Little,
    /// The highest byte first.
    Big,
}

pub(super) type Result<T> = std::result::Result<T, DecodeError>;

pub(super) fn error<T>(
    code: &'static str,
    place: Range<u64>,
    message: impl Into<String>,
) -> Result<T> {
    let (offset, len) = (place.start, place.end.saturating_sub(place.start));
    Err(DecodeError { offset, len, message: message.into(), code })
}

/// Numbers of a file; what lies outside is 0, so places are checked first.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'b> {
    pub(crate) bytes: &'b [u8],
    pub(crate) order: ByteOrder,
}

impl Reader<'_> {
    pub(super) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn array<const N: usize>(&self, offset: u64) -> [u8; N] {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let mut res = [0; N];
        let end = start.saturating_add(N);
        if let Some(found) = self.bytes.get(start..end) {
            res.copy_from_slice(found);
        }
        if self.order == ByteOrder::Big {
            res.reverse();
        }
        res
    }

    pub(super) fn u8(&self, offset: u64) -> u8 {
        u8::from_le_bytes(self.array(offset))
    }

    pub(super) fn u16(&self, offset: u64) -> u16 {
        u16::from_le_bytes(self.array(offset))
    }

    pub(super) fn u32(&self, offset: u64) -> u32 {
        u32::from_le_bytes(self.array(offset))
    }

    pub(super) fn u64(&self, offset: u64) -> u64 {
        u64::from_le_bytes(self.array(offset))
    }

    /// Checks that `len` bytes at `offset` are in the file; `field` is where the file says so.
    pub(super) fn check(
        &self,
        offset: u64,
        len: u64,
        field: Range<u64>,
        what: impl Fn() -> String,
    ) -> Result<()> {
        let end = offset.saturating_add(len);
        if end <= self.len() {
            return Ok(());
        }
        let message = format!(
            "expected {} at bytes {offset} to {end}, but the file has {} bytes",
            what(),
            self.len()
        );
        error("E1_TRUNCATED", field, message)
    }
}
