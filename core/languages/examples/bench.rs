//! Measures how fast texts are read and graphs are laid out, natively.
//!
//! `cargo run --release -p bobbin-languages --example bench` also writes the texts to
//! `target/bench/`, where `core/npm/bench/parse.mjs` finds them to measure the same in WebAssembly.
//! Followed by the name of a language (`-- coil-hardware`), it measures that one alone.

#[path = "../benches/texts.rs"]
mod texts;

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use bobbin_coil::hardware::binary::decode::decode;
use bobbin_coil::hardware::binary::encode::encode;
use bobbin_coil::hardware::model::{Model, Resource, Unit};
use bobbin_core::layout::{Metrics, layout};
use bobbin_core::text::Files;
use bobbin_core::view::ViewQuery;
use bobbin_core::{Input, Snapshot};
use bobbin_languages::{LanguageId, decompile};

/// Long enough that the timer's resolution and a cold cache do not matter.
const AT_LEAST: Duration = Duration::from_millis(700);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/bench");
    fs::create_dir_all(&folder)?;
    println!(
        "{:<14} {:<36} {:>7} {:>11} {:>11} {:>9}",
        "native", "text", "kB", "parse MB/s", "check MB/s", "findings"
    );
    let only = std::env::args().nth(1);
    let is_asked = |name: &str| only.as_deref().is_none_or(|it| it == name);
    for texts::Sample { language, name, about, text } in texts::samples() {
        if !is_asked(language) {
            continue;
        }
        fs::write(folder.join(name), &text)?;
        let id = LanguageId::from_name(language).ok_or("no such language")?;
        let input = Input::alone(name, &text);
        let parse = least(|| Snapshot::new(id.info(), input.clone()));
        let check = least(|| Snapshot::new(id.info(), input.clone()).diagnostics().len());
        let n_findings = Snapshot::new(id.info(), input).diagnostics().len();
        println!(
            "{language:<14} {about:<36} {:>7} {:>11.1} {:>11.1} {n_findings:>9}",
            text.len() / 1000,
            megabytes_a_second(text.len(), parse),
            megabytes_a_second(text.len(), check),
        );
    }
    if is_asked("sprokit") {
        stages()?;
    }
    if is_asked("pinsight") {
        traces(&folder)?;
    }
    if is_asked("coil-hardware") {
        binaries(&folder)?;
    }
    if is_asked("coil-target") {
        includes(&folder)?;
    }
    if is_asked("sprokit") {
        graphs(&folder)?;
    }
    if is_asked("pinsight") {
        coverage()?;
    }
    formats(&is_asked)?;
    Ok(())
}

/// Measures formatting a small text of each language, which happens at every save.
fn formats(is_asked: &dyn Fn(&str) -> bool) -> Result<(), Box<dyn Error>> {
    println!("\n{:<14} {:<36} {:>11}", "native", "lay out two lines", "us");
    let all = [
        ("sprokit", "x.pipe", "process a\n:: input\n"),
        ("pinsight", "x.trace", "[OpenMP.default]\nomp_work=off\n"),
        ("coil-hardware", "x.coilcfg.txt", "[cpu:0]\nname=a\n"),
        ("coil-target", "x.coilcfg", "[Target]\nPU=GPU\n"),
    ];
    for (language, name, text) in all.into_iter().filter(|it| is_asked(it.0)) {
        let id = LanguageId::from_name(language).ok_or("no such language")?;
        let document = id.parse(&Input::alone(name, text));
        let time = least(|| document.format()).as_secs_f64() * 1e6;
        println!("{language:<14} {:<36} {time:>11.1}", text.escape_debug().to_string());
    }
    Ok(())
}

/// Measures the graph of a long pipeline and its layout.
fn graphs(folder: &Path) -> Result<(), Box<dyn Error>> {
    println!("\n{:<14} {:>10} {:>10} {:>10}", "graph", "vertices", "build ms", "layout ms");
    for n in [1_000, 5_000] {
        let name = format!("layout_{n}.pipe");
        let text = texts::pipeline(n);
        fs::write(folder.join(&name), &text)?;
        let id = LanguageId::from_name("sprokit").ok_or("no such language")?;
        let snapshot = Snapshot::new(id.info(), Input::alone(&name, &text));
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

/// Measures the stages of a pipeline, to compare with the real program (sprokit.md#throughput), and
/// all checks of the parsed text, including those of its set-up.
fn stages() -> Result<(), Box<dyn Error>> {
    let text = texts::pipeline(2_000);
    let id = LanguageId::from_name("sprokit").ok_or("no such language")?;
    let input = Input::alone("bench.pipe", &text);
    println!(
        "\n{:<38} {:>11} {:>14}",
        "sprokit, 2,000 processes, native", "MB/s", "reference MB/s"
    );
    let row = |stage: &str, time: Duration, reference: &str| {
        println!("{stage:<38} {:>11.1} {reference:>14}", megabytes_a_second(text.len(), time));
    };
    row("parse", least(|| id.parse(&input)), "52");
    row("parse + resolve", least(|| id.parse(&input).resolved()), "24");
    let all = least(|| {
        let document = id.parse(&input);
        (document.resolved(), document.graph())
    });
    row("parse + resolve + graph", all, "17.5");
    let parse = least(|| id.parse(&input));
    let checked = least(|| id.parse(&input).diagnostics());
    println!(
        "{:<38} {:>8.1} ms {:>11}",
        "all checks, those of set-up included",
        checked.saturating_sub(parse).as_secs_f64() * 1e3,
        "about 6 s"
    );
    Ok(())
}

/// Measures traces with headers of both kinds, for which the real program's speed is known
/// (pinsight.md#throughput). Parsing a trace ends with the state of the program, so it includes
/// resolving.
fn traces(folder: &Path) -> Result<(), Box<dyn Error>> {
    println!(
        "\n{:<14} {:<36} {:>7} {:>16} {:>11} {:>13}",
        "native", "2,000 regions of 8 keys", "kB", "parse + resolve", "+ checks", "real program"
    );
    let id = LanguageId::from_name("pinsight").ok_or("no such language")?;
    let headers = [("plain", texts::PLAIN, 133), ("full", texts::FULL, 68)];
    for (about, header_parts, reference) in headers {
        let text = texts::trace(2_000, header_parts);
        fs::write(folder.join(format!("bench_{about}.trace")), &text)?;
        let input = Input::alone("bench.trace", &text);
        let resolve = least(|| Snapshot::new(id.info(), input.clone()));
        let check = least(|| Snapshot::new(id.info(), input.clone()).diagnostics().len());
        println!(
            "{:<14} {:<36} {:>7} {:>11.1} MB/s {:>6.1} MB/s {:>8} MB/s",
            "pinsight",
            format!("{about} headers"),
            text.len() / 1000,
            megabytes_a_second(text.len(), resolve),
            megabytes_a_second(text.len(), check),
            reference,
        );
    }
    Ok(())
}

/// Measures a map of 1024 × 1024 units, in which every row and column is cut up, all the way to the
/// view.
fn coverage() -> Result<(), Box<dyn Error>> {
    println!("\n{:<14} {:>10} {:>10} {:>10}", "coverage", "units", "sections", "build ms");
    for n_sections in [8, 200] {
        let text = texts::punits(n_sections);
        let id = LanguageId::from_name("pinsight").ok_or("no such language")?;
        let snapshot = Snapshot::new(id.info(), Input::alone("coverage.trace", &text));
        let settings = vec![("reading".to_owned(), "intended".to_owned())];
        let query = ViewQuery { item: None, settings };
        let map = snapshot.document().coverage(&query).ok_or("there is a map")?;
        let n_units = u64::from(map.x.high + 1) * u64::from(map.y.high + 1);
        let time = least(|| snapshot.document().coverage(&query));
        println!(
            "{:<14} {n_units:>10} {n_sections:>10} {:>10.1}",
            "native",
            time.as_secs_f64() * 1e3
        );
    }
    Ok(())
}

/// Measures a description with 1,000 units to its binary and back, and a large binary to its model.
fn binaries(folder: &Path) -> Result<(), Box<dyn Error>> {
    let text = texts::hardware(1_000);
    let id = LanguageId::from_name("coil-hardware").ok_or("no such language")?;
    let input = Input::alone("units.coilcfg.txt", &text);
    let compile = least(|| id.parse(&input).compile());
    let compiled = id.parse(&input).compile().ok_or("no binary")?.map_err(|it| it.reason)?;
    let data = compiled.bytes.data;
    fs::write(folder.join("units.coilcfg.txt"), &text)?;
    fs::write(folder.join("units.coilcfg"), &data)?;
    let decompile = least(|| decompile(&data));
    println!(
        "\ncoil-hardware  1,000 units, {} kB of text, {} kB of binary: compile {:.1} MB/s, decompile \
         {:.1} MB/s of text",
        text.len() / 1000,
        data.len() / 1000,
        megabytes_a_second(text.len(), compile),
        megabytes_a_second(text.len(), decompile),
    );
    let resource = Resource { kind: 7, flags: 1, name: "exec_unit".to_owned(), count: 4, size: 64 };
    let units = (0..500).map(|index| Unit {
        index,
        features: Some([1; 8]),
        resources: vec![resource.clone(); 1_000],
        ..Unit::default()
    });
    let model = Model { version: [0, 1, 0], units: units.collect(), ..Model::default() };
    let large = encode(&model).map_err(|_| "too large")?.data;
    fs::write(folder.join("large.coilcfg"), &large)?;
    let time = least(|| decode(&large));
    println!(
        "coil-hardware  decode {:.1} MB: {:.1} ms",
        large.len() as f64 / 1e6,
        time.as_secs_f64() * 1e3
    );
    Ok(())
}

/// Measures the validation of a target of 5,000 lines in ten files.
fn includes(folder: &Path) -> Result<(), Box<dyn Error>> {
    let id = LanguageId::from_name("coil-target").ok_or("no such language")?;
    let whole = texts::target(5_000);
    let sections: Vec<&str> = whole.split_inclusive("\n\n").collect();
    let mut files = Files::default();
    let mut main = String::new();
    for (n, part) in sections.chunks(sections.len().div_ceil(10)).enumerate() {
        main.push_str(&format!("@include part_{n}.coilcfg\n"));
        files.insert(&format!("part_{n}.coilcfg"), part.concat().into());
    }
    for path in files.paths() {
        let text = files.get(path).map(|it| it.as_ref()).unwrap_or_default();
        fs::write(folder.join(path), text)?;
    }
    fs::write(folder.join("main.coilcfg"), &main)?;
    let input = Input { files: files.into(), ..Input::alone("main.coilcfg", &main) };
    let time = least(|| id.parse(&input).diagnostics());
    println!(
        "coil-target    {} lines in {} files: validate {:.1} ms, {} findings",
        whole.lines().count(),
        main.lines().count() + 1,
        time.as_secs_f64() * 1e3,
        id.parse(&input).diagnostics().len(),
    );
    Ok(())
}

/// Returns the shortest time of `work`: other programs only ever make it longer.
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
