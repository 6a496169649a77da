//! Lays out a graph of the layout bench: `cargo run --release -p bobbin-core --example layout --
//! graph.json [repetitions]` prints the result for its checker, with the shortest time taken.

#[path = "../server/src/layout_json.rs"]
mod layout_json;

use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which graph? give the path of its JSON file")?;
    let n_runs: usize = arguments.next().map_or(Ok(1), |it| it.parse())?;
    let json = std::fs::read_to_string(path)?;
    let start = Instant::now();
    let now = || start.elapsed().as_secs_f64() * 1e3;
    for _ in 1..n_runs {
        let before = now();
        layout_json::layout_json(&json, &now)?;
        eprintln!("ms {:.1}", now() - before);
    }
    println!("{}", layout_json::layout_json(&json, &now)?);
    Ok(())
}
