//! Whatever is asked of a text: the most memory in use at once is in proportion to the text.

use std::collections::BTreeMap;
use std::time::Instant;

use bobbin_core::Snapshot;
use bobbin_languages::LanguageId;
use bobbin_testing::adversaries;
use bobbin_testing::questions::{Extent, ask_everything};
use bobbin_testing::{Random, env_number};

use crate::cost;

/// The bytes of memory for each byte of text.
const FACTOR: usize = 64;

/// The bytes of memory that any text may take beyond that.
const BASE: usize = 32 << 20;

/// The bytes of the texts.
const SIZES: [usize; 2] = [30_000, 120_000];

const EXTENT: Extent = Extent { places: 3, items: 2, commands: 8 };

/// Asks everything of all adversaries of a language. With `BOBBIN_BYTES` the texts have that many
/// bytes, and `BOBBIN_GROWTH_ONLY` chooses some by name; the costs are printed.
fn check(language: LanguageId) {
    let only = std::env::var("BOBBIN_GROWTH_ONLY").unwrap_or_default();
    let sizes = env_number("BOBBIN_BYTES").map_or(SIZES.to_vec(), |it| vec![it as usize]);
    let mut faults = Vec::new();
    let name = language.info().name;
    for (kind, make) in adversaries::of(name).iter().filter(|it| it.0.contains(&only)) {
        for &size in &sizes {
            let input = make(size);
            let size = adversaries::size(&input);
            let start = Instant::now();
            let limit = FACTOR * size + BASE;
            let mut costs: BTreeMap<String, (usize, f64)> = BTreeMap::new();
            let mut snapshot = None;
            let parse = cost(|| snapshot = Some(Snapshot::new(language.info(), input)));
            costs.insert("parse".to_owned(), (parse.bytes, parse.time.as_secs_f64()));
            let Some(snapshot) = snapshot else { continue };
            let held = parse.held;
            let before = crate::now();
            let mut random = Random(0x9E37_79B9_7F4A_7C15);
            ask_everything(&snapshot, EXTENT, &mut random, &mut |question, work| {
                let already = held + crate::now().saturating_sub(before);
                let cost = cost(work);
                let most = costs.entry(question.to_owned()).or_default();
                most.0 = most.0.max(already + cost.bytes);
                most.1 = most.1.max(cost.time.as_secs_f64());
            });
            let (worst, (bytes, _)) = costs.iter().max_by_key(|it| it.1.0).unwrap();
            let (slowest, (_, seconds)) =
                costs.iter().max_by(|one, other| one.1.1.total_cmp(&other.1.1)).unwrap();
            println!(
                "{name}, {kind}, {} kB: {} MB ({worst}), {seconds:.2} s ({slowest}), {:.2} s in all",
                size >> 10,
                bytes >> 20,
                start.elapsed().as_secs_f64(),
            );
            for (question, (bytes, _)) in costs.iter().filter(|it| it.1.0 > limit) {
                let (bytes, limit) = (bytes >> 20, limit >> 20);
                faults.push(format!("{kind}, {size} bytes, {question}: {bytes} MB, not {limit}"));
            }
        }
    }
    assert!(faults.is_empty(), "{name}:\n{}", faults.join("\n"));
}

#[test]
fn pipelines_take_memory_by_their_length() {
    check(LanguageId::Sprokit);
}

#[test]
fn trace_configurations_take_memory_by_their_length() {
    check(LanguageId::Pinsight);
}

#[test]
fn hardware_descriptions_take_memory_by_their_length() {
    check(LanguageId::CoilHardware);
}

#[test]
fn targets_take_memory_by_their_length() {
    check(LanguageId::CoilTarget);
}
