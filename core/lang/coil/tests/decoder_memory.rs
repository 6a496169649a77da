//! Reading a binary needs memory in proportion to the file, whatever the file claims.

#![allow(
    unsafe_code,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "an allocator that counts cannot be written otherwise, and a failing test may panic"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bobbin_coil::hardware::binary::decode::decode;

/// Bytes in use now, and the most that were since it was last reset.
static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; only sizes are counted.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Relaxed) + layout.size();
        MOST.fetch_max(now, Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The memory beside the model for sentences of errors and reports, and for the tables of the
/// language.
const CONSTANT: usize = 64 << 10;

/// Returns the most memory that a file of `len` bytes may take, also where its entries share tables and
/// names.
fn most(len: usize) -> usize {
    16 * len + (4 << 20) + CONSTANT
}

/// Measures the most memory that reading `bytes` takes at once.
fn peak(bytes: &[u8]) -> usize {
    let before = NOW.load(Relaxed);
    MOST.store(before, Relaxed);
    let decoded = decode(bytes);
    let most = MOST.load(Relaxed) - before;
    drop(decoded);
    most
}

/// A small deterministic generator (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as usize % limit
    }
}

/// Builds a file of one table of `count` entries of `size` bytes that `n_units` units share.
fn shared_table(n_units: u32, count: u32, size: u32) -> Vec<u8> {
    let mut bytes = b"GFCC\0\x01\0\0".to_vec();
    bytes.extend_from_slice(&n_units.to_le_bytes());
    bytes.resize(32, 0);
    let table = 32 + 44 * n_units;
    for idx in 0..n_units {
        let mut entry = [0; 44];
        entry[..2].copy_from_slice(&((idx >> 16) as u16).to_le_bytes());
        entry[2..4].copy_from_slice(&(idx as u16).to_le_bytes());
        entry[24..28].copy_from_slice(&table.to_le_bytes());
        entry[28..32].copy_from_slice(&count.to_le_bytes());
        bytes.extend_from_slice(&entry);
    }
    bytes.resize(bytes.len() + (count * size) as usize + 1, 0);
    bytes
}

/// One test, because the counters are shared.
#[test]
fn memory_is_bounded_by_the_file() {
    let goldens: [&[u8]; 2] = [
        include_bytes!("../../../testdata/coil-hardware/binary/spec_example.coilcfg"),
        include_bytes!("../../../testdata/coil-hardware/binary/minimal.coilcfg"),
    ];
    for golden in goldens {
        for len in 0..=golden.len() {
            let cut = golden.get(..len).unwrap();
            assert!(peak(cut) <= 4 * len + CONSTANT, "{len} bytes");
        }
    }
    let mut random = Random(0xC011_5EED);
    for round in 0..100_000 {
        let mut bytes = goldens[round % 2].to_vec();
        for _ in 0..=random.below(6) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = [0, 1, 0x7F, 0x80, 0xFF][random.below(5)],
                1 => bytes[at] ^= 1 << random.below(8),
                _ => {
                    let len = bytes.len();
                    bytes.swap(at, (at * 7 + 1) % len);
                }
            }
        }
        if random.below(10) == 0 {
            bytes.truncate(random.below(bytes.len()) + 1);
        }
        let (peak, len) = (peak(&bytes), bytes.len());
        assert!(peak <= most(len), "round {round}: {peak} bytes for {len}");
    }
    // Large files: many units, many entries, and tables and names that entries share.
    let tables = [(1, 500_000), (100_000, 0), (4_000, 10_000), (50_000, 3)];
    let mut large: Vec<(String, Vec<u8>)> = tables
        .into_iter()
        .map(|(units, count)| {
            (format!("{units} units, {count} resources"), shared_table(units, count, 32))
        })
        .collect();
    large.push(("20,000 records of architectures".to_owned(), records(20_000, "x86_64")));
    large.push(("records that share a long name".to_owned(), records(20_000, &"x".repeat(500))));
    for (what, bytes) in large {
        let (peak, len) = (peak(&bytes), bytes.len());
        assert!(peak <= most(len), "{what}: {peak} bytes for {len}");
    }
    assert!(decode(&records(20_000, "x86_64")).is_ok());
}

/// Builds a file of one unit with `count` records of one architecture, keys and values shared too.
fn records(count: u32, arch: &str) -> Vec<u8> {
    let mut bytes = b"GFCC\0\x01\0\0\x01\0\0\0".to_vec();
    bytes.resize(80, 0);
    bytes[32 + 16..32 + 20].copy_from_slice(&80_u32.to_le_bytes());
    bytes[32 + 20..32 + 24].copy_from_slice(&(32 + 8 + 12 * count).to_le_bytes());
    bytes.resize(112, 0);
    bytes.extend_from_slice(b"ARCH");
    bytes.extend_from_slice(&count.to_le_bytes());
    let (key, value) = (1 + arch.len() as u32 + 1, 1 + arch.len() as u32 + 5);
    for _ in 0..count {
        for it in [1, key, value] {
            bytes.extend_from_slice(&it.to_le_bytes());
        }
    }
    bytes.push(0);
    for it in [arch, "avx", "true"] {
        bytes.extend_from_slice(it.as_bytes());
        bytes.push(0);
    }
    bytes
}
