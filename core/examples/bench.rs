//! How fast texts are read and graphs are laid out, natively.
//!
//! `cargo run --release -p bobbin-core --example bench` also writes the texts to `target/bench/`, where
//! `core/npm/bench/parse.mjs` finds them to measure the same in WebAssembly.

#[path = "../benches/texts.rs"]
mod texts;

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use bobbin_core::lang::{Input, LanguageId};
use bobbin_core::layout::{Metrics, layout};
use bobbin_core::snapshot::Snapshot;

/// Long enough that a timer's steps and a cold cache do not count.
const AT_LEAST: Duration = Duration::from_millis(700);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bench");
    fs::create_dir_all(&folder)?;
    println!(
        "{:<14} {:<36} {:>7} {:>11} {:>11} {:>9}",
        "native", "text", "kB", "parse MB/s", "check MB/s", "findings"
    );
    for texts::Sample { language, name, about, text } in texts::samples() {
        fs::write(folder.join(name), &text)?;
        let id = LanguageId::from_name(language).ok_or("no such language")?;
        let input = Input::alone(name, &text);
        let parse = least(|| Snapshot::new(id, input.clone()));
        let check = least(|| Snapshot::new(id, input.clone()).diagnostics().len());
        let n_findings = Snapshot::new(id, input).diagnostics().len();
        println!(
            "{language:<14} {about:<36} {:>7} {:>11.1} {:>11.1} {n_findings:>9}",
            text.len() / 1000,
            megabytes_a_second(text.len(), parse),
            megabytes_a_second(text.len(), check),
        );
    }
    println!("\n{:<14} {:>10} {:>10} {:>10}", "graph", "vertices", "build ms", "layout ms");
    for n in [1_000, 5_000] {
        let name = format!("layout_{n}.pipe");
        let text = texts::pipeline(n);
        fs::write(folder.join(&name), &text)?;
        let id = LanguageId::from_name("sprokit").ok_or("no such language")?;
        let snapshot = Snapshot::new(id, Input::alone(&name, &text));
        let graph = snapshot.graph().ok_or("a pipeline is a graph")?;
        let metrics = Metrics::default();
        let build = least(|| snapshot.document().graph());
        let time = least(|| layout(graph, &metrics));
        println!(
            "{:<14} {:>10} {:>10.1} {:>10.1}",
            "native",
            graph.vertices.len(),
            build.as_secs_f64() * 1e3,
            time.as_secs_f64() * 1e3,
        );
    }
    Ok(())
}

/// The shortest time that `work` took: other programs only ever make it longer.
fn least<T>(work: impl Fn() -> T) -> Duration {
    let start = Instant::now();
    let mut best = Duration::MAX;
    while start.elapsed() < AT_LEAST || best == Duration::MAX {
        let before = Instant::now();
        black_box(work());
        best = best.min(before.elapsed());
    }
    best
}

fn megabytes_a_second(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / 1e6 / time.as_secs_f64()
}
