//! Measures how the time to read a text and judge it grows with its length, natively.
//!
//! `cargo run --release -p bobbin-languages --example growth` prints for each language and shape of
//! text the time per byte of parsing, resolving and diagnosing at 10 kB, 100 kB, 1 MB and 10 MB, the
//! ratio of the largest to the smallest, and the most memory in use at 10 MB per byte of the text.
//! Followed by the beginning of a row (`-- sprokit`, `-- "sprokit many keys"`), it measures those rows
//! alone and prints their steps, too; `--most 1000000` ends at texts of 1 MB.

#![allow(unsafe_code, reason = "an allocator that counts cannot be written otherwise")]

mod shapes;
#[path = "../../benches/texts.rs"]
#[allow(dead_code, reason = "the other benchmark uses all of it")]
mod texts;

use std::alloc::{GlobalAlloc, Layout, System};
use std::error::Error;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use bobbin_core::Input;
use bobbin_languages::LanguageId;

const SIZES: [usize; 4] = [10_000, 100_000, 1_000_000, 10_000_000];
/// The largest ratio that is aimed at.
const GOAL: f64 = 1.5;
/// Short work is repeated for this long.
const AT_LEAST: Duration = Duration::from_millis(300);
/// A text ten times as long as one that took this long is not measured.
const AT_MOST: Duration = Duration::from_secs(10);

/// Bytes in use now, and the most that were since it was last reset.
static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; only sizes are counted.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

fn count(more: usize, less: usize) {
    let now = NOW.fetch_add(more, Relaxed).wrapping_add(more).wrapping_sub(less);
    NOW.fetch_sub(less, Relaxed);
    MOST.fetch_max(now, Relaxed);
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let only = arguments.next_if(|it| it != "--most").unwrap_or_default();
    let most: usize = match arguments.next() {
        Some(_) => arguments.next().ok_or("how many bytes at most?")?.parse()?,
        None => usize::MAX,
    };
    println!("Nanoseconds per byte of parsing, resolving and diagnosing, natively");
    println!(
        "{:<14} {:<30} {:>8} {:>8} {:>8} {:>8} {:>7} {:>9} {:>9}",
        "language", "text", "10 kB", "100 kB", "1 MB", "10 MB", "ratio", "findings", "mem/byte"
    );
    let (mut n_rows, mut n_met) = (0, 0);
    for shape in shapes::shapes() {
        let name = format!("{} {}", shape.language, shape.about);
        if !name.starts_with(&only) {
            continue;
        }
        let id = LanguageId::from_name(shape.language).ok_or("no such language")?;
        let sizes: Vec<usize> = SIZES.into_iter().filter(|&it| it <= most).collect();
        let row = measure(id, &shape, &sizes, !only.is_empty());
        n_rows += 1;
        n_met += usize::from(row.is_some_and(|it| it <= GOAL));
    }
    println!("{n_met} of {n_rows} rows have a ratio of at most {GOAL}");
    Ok(())
}

/// Prints a row; returns its ratio if all sizes were measured.
fn measure(
    id: LanguageId,
    shape: &shapes::Shape,
    sizes: &[usize],
    with_steps: bool,
) -> Option<f64> {
    let mut cells = Vec::new();
    let mut steps = Vec::new();
    let (mut n_findings, mut memory) = (0, 0.0);
    for &size in sizes {
        let text = shape.text(size);
        let input = Input::alone("a", &text);
        let per_byte = |it: Duration| it.as_secs_f64() * 1e9 / text.len() as f64;
        let all = || {
            let document = id.parse(&input);
            (document.resolved(), document.diagnostics().len())
        };
        let before = NOW.load(Relaxed);
        MOST.store(before, Relaxed);
        let begin = Instant::now();
        n_findings = all().1;
        let first = begin.elapsed();
        memory = MOST.load(Relaxed).saturating_sub(before) as f64 / text.len() as f64;
        let time = least(first, || all().1);
        cells.push(per_byte(time));
        if with_steps {
            let parse = least(Duration::MAX, || id.parse(&input));
            let document = id.parse(&input);
            let resolve = least(Duration::MAX, || document.resolved());
            let diagnose = least(Duration::MAX, || id.parse(&input).diagnostics());
            steps.push(format!(
                "{:>9} bytes: parse {:.1}, resolve {:.1}, diagnose {:.1}",
                text.len(),
                per_byte(parse),
                per_byte(resolve),
                per_byte(diagnose.saturating_sub(parse)),
            ));
        }
        if time > AT_MOST {
            break;
        }
    }
    let largest = cells.iter().copied().fold(0.0, f64::max);
    let smallest = cells.iter().copied().fold(f64::INFINITY, f64::min);
    let ratio = (cells.len() == sizes.len()).then_some(largest / smallest);
    let mut shown: Vec<String> = cells.iter().map(|it| format!("{it:.1}")).collect();
    shown.resize(SIZES.len(), "-".to_owned());
    println!(
        "{:<14} {:<30} {:>8} {:>8} {:>8} {:>8} {:>7} {n_findings:>9} {memory:>9.1}",
        shape.language,
        shape.about,
        shown.first()?,
        shown.get(1)?,
        shown.get(2)?,
        shown.get(3)?,
        ratio.map_or_else(|| format!("> {:.1}", largest / smallest), |it| format!("{it:.2}")),
    );
    for it in steps {
        println!("    {it}");
    }
    ratio
}

/// Returns the shortest time of `work`, which took `first` before: other programs only ever make it
/// longer.
fn least<T>(first: Duration, work: impl Fn() -> T) -> Duration {
    let start = Instant::now();
    let mut best = first;
    while best == Duration::MAX || (start.elapsed() < AT_LEAST && best < AT_LEAST) {
        let before = Instant::now();
        black_box(work());
        best = best.min(before.elapsed());
    }
    best
}
