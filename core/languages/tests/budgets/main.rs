//! Long texts cost time and memory in proportion to their length, whatever they contain, so no file
//! can end the core.

#![allow(
    unsafe_code,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "an allocator that counts cannot be written otherwise, and a failing test may panic"
)]

mod growth;
mod hostile;
mod limits;
mod memory;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    /// Bytes that this thread has in use now, and the most since the last reset.
    static NOW: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

fn count(size: isize) {
    // While a thread ends nothing is counted any more.
    let _ = NOW.try_with(|now| {
        now.set(now.get() + size);
        let _ = MOST.try_with(|most| most.set(most.get().max(now.get())));
    });
}

// SAFETY: every call goes to the system's allocator unchanged; only sizes are counted.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The cost of some work.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// The processor time used.
    pub time: Duration,
    /// The most memory in use at once.
    pub bytes: usize,
    /// The memory still in use at the end, with what the work returned.
    pub held: usize,
}

/// Returns the bytes that this thread has in use.
pub fn now() -> usize {
    usize::try_from(NOW.get()).unwrap_or_default()
}

/// Measures `work`, which must run in this thread alone.
pub fn cost<T>(work: impl FnOnce() -> T) -> Cost {
    let before = NOW.get();
    MOST.set(before);
    let start = processor_time();
    let done = work();
    let time = processor_time().saturating_sub(start);
    let bytes = usize::try_from(MOST.get() - before).unwrap_or_default();
    let held = usize::try_from(NOW.get() - before).unwrap_or_default();
    drop(done);
    Cost { time, bytes, held }
}

/// Returns the processor time of this thread, so that other programs on the machine do not count.
/// Outside of Linux they do.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let told = told.and_then(|it| it.split(' ').next()?.parse().ok());
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    told.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}
