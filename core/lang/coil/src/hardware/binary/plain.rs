//! The header of a file, and the rest of it out of its compression.

use std::borrow::Cow;

use bobbin_core::view::{BinaryRemark, DecodeError};
use miniz_oxide::inflate::decompress_slice_iter_to_slice;

use super::format::{COMPRESSED, FLAG_COMPRESSED, HEADER, PU_ENTRY};
use super::reader::{ByteOrder, Reader, Result, error};

/// The most bytes a compressed file may inflate to. A configuration of a thousand units has less
/// than 2 MiB.
pub const MAX_INFLATED: u32 = 64 << 20;

/// No zlib stream inflates to more than this for each of its bytes.
const MOST_PER_BYTE: u64 = 1032;

/// A file as it was before compression, with what its header says.
pub struct Plain<'b> {
    /// Of its numbers.
    pub order: ByteOrder,
    /// All bytes, the header as it stands in the file.
    pub bytes: Cow<'b, [u8]>,
    /// True if they were compressed.
    pub is_compressed: bool,
    pub(super) version: [u8; 3],
    /// The remarks on byte order, compression and letters of the file.
    pub report: Vec<BinaryRemark>,
}

/// Reads the header of a file and takes the rest out of its compression (coil.md#magic-number and
/// coil.md#compression).
///
/// # Errors
///
/// [`bobbin_core::view::DecodeError`] if the file is no configuration or cannot be inflated.
pub fn plain(bytes: &[u8]) -> Result<Plain<'_>> {
    let mut report = Vec::new();
    let len = bytes.len() as u64;
    let magic = bytes.get(..4).unwrap_or(bytes);
    let Some(order) = order(bytes) else {
        let message = "expected the bytes 47 46 43 43 or 43 43 46 47 of a configuration";
        return error("E1_MAGIC", 0..len.min(4), message);
    };
    if len < HEADER.size() {
        let message = format!("expected a header of {} bytes, found {len}", HEADER.size());
        return error("E1_TRUNCATED", len..len, message);
    }
    if magic == b"CCFG" {
        report.push(match order {
            ByteOrder::Big => "the numbers are big-endian".into(),
            ByteOrder::Little => "the magic number is spelled as the letters CCFG".into(),
        });
    }
    let header = Reader { bytes, order };
    let version = [header.u8(4), header.u8(5), header.u8(6)];
    if !matches!(version, [0, 1, _] | [1, 0, _]) {
        let [major, minor, patch] = version;
        let message = format!("expected version 0.1.x or 1.0.x, found {major}.{minor}.{patch}");
        return error("E1_VERSION", 4..7, message);
    }
    let is_compressed = header.u8(7) & FLAG_COMPRESSED != 0;
    let bytes = if is_compressed {
        report.push("the file is compressed".into());
        Cow::Owned(inflate(&header)?)
    } else {
        Cow::Borrowed(bytes)
    };
    Ok(Plain { order, bytes, is_compressed, version, report })
}

/// Returns the order of the bytes of numbers, as the magic number tells it.
pub fn order(bytes: &[u8]) -> Option<ByteOrder> {
    match bytes.get(..4)? {
        b"GFCC" => Some(ByteOrder::Little),
        b"CCFG" => Some(order_of_letters(bytes)),
        _ => None,
    }
}

/// The letters may stand for a big-endian number or be spelled one by one; the number of units
/// tells which (coil.md#magic-number).
fn order_of_letters(bytes: &[u8]) -> ByteOrder {
    let big = Reader { bytes, order: ByteOrder::Big };
    let n_units = u64::from(big.u32(8));
    let is_compressed = big.u8(7) & FLAG_COMPRESSED != 0;
    let fits = if is_compressed {
        n_units < 65536
    } else {
        HEADER.size() + n_units * PU_ENTRY.size() <= bytes.len() as u64
    };
    if fits { ByteOrder::Big } else { ByteOrder::Little }
}

/// The whole file as it was before compression.
fn inflate(header: &Reader<'_>) -> Result<Vec<u8>> {
    let start = HEADER.size();
    let end = header.len()..header.len();
    header.check(start, COMPRESSED.size(), end, || "the compression type and size".to_owned())?;
    let (kind, size) = (header.u32(start), header.u32(start + 4));
    if kind != 1 {
        let message = format!("expected compression type 1 (zlib), found {kind}");
        return error("E1_COMPRESSED", start..start + 4, message);
    }
    let at = start + COMPRESSED.size();
    if size > MAX_INFLATED {
        let message = format!(
            "expected at most {MAX_INFLATED} bytes after inflating, which is a limit of Bobbin's, found {size}"
        );
        return error(DecodeError::LIMIT, start + 4..at, message);
    }
    let data = header.bytes.get(at as usize..).unwrap_or_default();
    if u64::from(size) > (data.len() as u64).saturating_mul(MOST_PER_BYTE) {
        let message = format!("expected a zlib stream of {size} bytes after inflating");
        return error("E1_COMPRESSED", at..header.len(), message);
    }
    let mut res = header.bytes.get(..start as usize).unwrap_or_default().to_vec();
    res.reserve_exact(size as usize);
    res.resize(start as usize + size as usize, 0);
    let body = res.get_mut(start as usize..).unwrap_or_default();
    match decompress_slice_iter_to_slice(body, std::iter::once(data), true, false) {
        Ok(found) if found == size as usize => Ok(res),
        Ok(found) => {
            let message = format!("expected {size} bytes after inflating, found {found}");
            error("E1_COMPRESSED", start + 4..at, message)
        }
        Err(_) => {
            let message = format!("expected a zlib stream of {size} bytes after inflating");
            error("E1_COMPRESSED", at..header.len(), message)
        }
    }
}
