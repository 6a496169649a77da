//! `bobbin query`: prints values of a hardware description by path (coil.md#query-paths).

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bobbin_core::{Input, Snapshot, view};
use bobbin_languages::{Detected, LanguageId, Records, decompile, detect};
use bobbin_protocol::QueryHit;
use bobbin_server::Analysis;
use clap::Args;

use crate::arguments::Reading;
use crate::check::fails;
use crate::json::json;
use crate::load::{load, read, shown, write};
use crate::say::{complain_text, escaped};
use crate::{host, report};

/// The words of `bobbin query`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A text or a binary; `-` is a text on standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The path, such as `cpu:0.features.fp_fma`
    #[arg(value_name = "PATH")]
    path: OsString,
    /// Print each value with the place it comes from, as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

/// Prints the values at a path. The exit code is 1 if there is none, or if all are features that
/// are not set, else 0. Of a text with errors, they are printed, and the exit code is 2: what is
/// left of it is not what somebody wrote. Of a binary, its records are asked. With `--json`, each
/// value has the place it comes from; of a binary, that is in its text, if the text says what the
/// records say.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let Arguments { file, path, reading, .. } = arguments;
    let path = path.to_string_lossy();
    let hits = match in_binary(file, &path)? {
        Some(hits) => hits,
        None => {
            let host = host::facts(&reading.host)?.into();
            let snapshot = load(file, reading.language, &host)?.snapshot;
            if fails(snapshot.diagnostics()) {
                complain_text(&report::errors(&snapshot));
                return Ok(ExitCode::from(2));
            }
            values(snapshot, &path)?
        }
    };
    let mut text = if arguments.json { json(&hits)? } else { String::new() };
    for it in hits.iter().filter(|_| !arguments.json) {
        match hits.len() {
            1 => text.push_str(&format!("{}\n", escaped(&it.value))),
            _ => text.push_str(&format!("{} = {}\n", escaped(&it.path), escaped(&it.value))),
        }
    }
    write(None, text.as_bytes())?;
    let is_clear = |it: &QueryHit| it.path.contains(".features.") && it.value == "false";
    let found = !hits.is_empty() && !hits.iter().all(is_clear);
    Ok(if found { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Returns the values that a path leads to in a text.
fn values(snapshot: Snapshot, path: &str) -> Result<Vec<QueryHit>, String> {
    Analysis::of(snapshot).query(path).map_err(|it| it.reason)
}

/// Returns the values that a path leads to in a binary; `None` if the file is not a binary.
fn in_binary(file: &Path, path: &str) -> Result<Option<Vec<QueryHit>>, String> {
    if file.as_os_str() == "-" {
        return Ok(None);
    }
    let (shown, bytes) = (shown(file), read(file)?);
    if detect(&shown, &bytes) != Detected::Binary {
        return Ok(None);
    }
    let unreadable = |error| format!("{shown}: {error}");
    let text = decompile(&bytes).map_err(unreadable)?.text;
    let records = Records::read(&bytes).map_err(unreadable)?;
    if records.are_in(&text) {
        // The text says the same, and where.
        let input = Input::alone(&shown, &text);
        return values(Snapshot::new(LanguageId::CoilHardware.info(), input), path).map(Some);
    }
    let hits = records.query(path).map_err(|it| it.reason)?;
    let placeless = |it: view::QueryHit| QueryHit { path: it.path, value: it.value, range: None };
    Ok(Some(hits.into_iter().map(placeless).collect()))
}
