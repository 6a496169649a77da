//! Measures what the server does at a key press, by step, on texts of 1,000 and 10,000 lines:
//! `cargo run --release -p bobbin-server --example keys`.

#![allow(missing_docs, reason = "a program, not a library: names that say it all need no doc")]

use std::error::Error;
use std::time::{Duration, Instant};

use bobbin_core::Input;
use bobbin_languages::LanguageId;
use bobbin_server::{Analysis, Server};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{:<28} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9} {:>9}",
        "ms, least of 30", "parse", "judge", "place", "tokens", "server", "findings", "bytes out"
    );
    for n in [200, 2000] {
        measure("sprokit", "connected", &connected(n))?;
        measure("sprokit", "not connected", &lonely(n))?;
        measure("pinsight", "trace", &trace(n * 5 / 8))?;
    }
    Ok(())
}

fn measure(language: &str, about: &str, text: &str) -> Result<(), Box<dyn Error>> {
    let id = LanguageId::from_name(language).ok_or("no such language")?;
    let input = Input::alone("a", text);
    let least = |run: &mut dyn FnMut()| {
        let once = |run: &mut dyn FnMut()| {
            let begin = Instant::now();
            run();
            begin.elapsed()
        };
        (0..30).map(|_| once(run)).min().unwrap_or_default()
    };
    let parse = least(&mut || drop(id.parse(&input)));
    let judged = least(&mut || drop(id.parse(&input).diagnostics()));
    let placed = least(&mut || drop(Analysis::new(id, input.clone()).diagnostics()));
    let tokens = least(&mut || drop(id.parse(&input).highlights()));

    let mut server = Server::default();
    let mut ask = |method: &str, id: Option<u32>, params: Value| {
        let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if let (Some(id), Some(object)) = (id, message.as_object_mut()) {
            object.insert("id".to_owned(), json!(id));
        }
        server.handle(&message.to_string())
    };
    ask("initialize", Some(1), json!({ "capabilities": {} }));
    ask("initialized", None, json!({}));
    let document =
        json!({ "uri": "bobbin:///a", "languageId": language, "version": 1, "text": text });
    ask("textDocument/didOpen", None, json!({ "textDocument": document }));
    let line = text.lines().count();
    let (mut version, mut bytes) = (1, 0);
    let mut key = || {
        version += 1;
        let start = json!({ "line": line, "character": 0 });
        let end = json!({ "line": line, "character": usize::from(version % 2 == 1) });
        let letter = if version % 2 == 0 { "x" } else { "" };
        let change = json!({ "range": { "start": start, "end": end }, "text": letter });
        let params = json!({
            "textDocument": { "uri": "bobbin:///a", "version": version },
            "contentChanges": [change],
        });
        bytes = ask("textDocument/didChange", None, params).iter().map(String::len).sum();
    };
    let served = least(&mut key);
    let ms = |it: Duration| format!("{:.2}", it.as_secs_f64() * 1e3);
    println!(
        "{:<28} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9} {:>9}",
        format!("{about}, {} lines", text.lines().count()),
        ms(parse),
        ms(judged.saturating_sub(parse)),
        ms(placed.saturating_sub(judged)),
        ms(tokens.saturating_sub(parse)),
        ms(served),
        Analysis::new(id, input).diagnostics().len(),
        bytes,
    );
    Ok(())
}

/// A chain of processes, five lines each.
fn connected(n: usize) -> String {
    let mut text = String::new();
    for it in 0..n {
        text.push_str(&format!("process p{it}\n  :: sink\n  a = 1\n"));
        if it > 0 {
            text.push_str(&format!("connect from p{}.out\n        to   p{it}.sink\n", it - 1));
        }
    }
    text
}

/// Processes that miss what they require.
fn lonely(n: usize) -> String {
    (0..n)
        .map(|it| {
            format!(
                "process p{it}\n  :: image_viewer\n  annotate_image = true\n  pause_time = {it}\n  title = n{it}\n"
            )
        })
        .collect()
}

fn trace(n: usize) -> String {
    (0..n)
        .map(|it| {
            format!(
                "[Lexgion(0x{:x})]: OpenMP.default, MPI.default\n    trace_starts_at = 0\n    \
                 max_num_traces = 100\n    tracing_rate = 10\n    OpenMP.omp_thread_begin = on\n    \
                 MPI.MPI_Send = off\n    MPI.MPI_Recv = on\n\n",
                0x40_0000 + it * 16
            )
        })
        .collect()
}
