//! Times layouts of the benchmark's graphs: `cargo run --release -p bobbin-layout --example measure
//! -- REPETITIONS DIRECTORY graph.json…` prints the shortest time of each graph and writes its
//! drawing into the directory for the checker. `e2e/bench/layout/native.mjs` makes a table of it.

extern crate self as bobbin_core;

/// The reader of the JSON expects the layout under the path it has in the core.
pub use bobbin_layout as layout;

#[path = "../../server/src/layout_json.rs"]
mod layout_json;

use std::error::Error;
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let n_runs: usize = arguments.next().ok_or("how many repetitions?")?.parse()?;
    let directory = arguments.next().ok_or("which directory for drawings?")?;
    let start = Instant::now();
    let now = || start.elapsed().as_secs_f64() * 1e3;
    for path in arguments {
        let json = std::fs::read_to_string(&path)?;
        let (mut least, mut drawing) = (f64::INFINITY, String::new());
        for _ in 0..n_runs.max(1) {
            drawing = layout_json::layout_json(&json, &now)?;
            let answer: Answer = serde_json::from_str(&drawing)?;
            least = least.min(answer.ms);
        }
        let name = Path::new(&path).file_name().ok_or("no file")?;
        std::fs::write(Path::new(&directory).join(name), drawing)?;
        println!("{} {least:.2}", name.to_string_lossy());
    }
    Ok(())
}

/// The figures of one drawing.
#[derive(serde::Deserialize)]
struct Answer {
    /// The time of the layout.
    ms: f64,
}
