//! `bobbin query`: prints values of a hardware description by path (coil.md#query-paths).

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bobbin_core::{Input, Snapshot};
use bobbin_languages::{Detected, LanguageId, decompile, detect};
use bobbin_protocol::QueryHit;
use bobbin_server::Analysis;
use clap::Args;

use crate::arguments::Reading;
use crate::host;
use crate::json::json;
use crate::load::{load, read, shown, write};
use crate::say::escaped;

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
/// are not set, else 0. Binaries are decompiled first. With `--json`, each value has the place it
/// comes from.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let Arguments { file, path, reading, .. } = arguments;
    let path = path.to_string_lossy();
    let snapshot = match binary(file)? {
        Some(snapshot) => snapshot,
        None => load(file, reading.language, &host::facts(&reading.host)?.into())?.snapshot,
    };
    let hits = Analysis::of(snapshot).query(&path).map_err(|it| it.reason)?;
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

/// Decompiles a binary; `None` if the file is not a binary.
fn binary(file: &Path) -> Result<Option<Snapshot>, String> {
    if file.as_os_str() == "-" {
        return Ok(None);
    }
    let (shown, bytes) = (shown(file), read(file)?);
    if detect(&shown, &bytes) != Detected::Binary {
        return Ok(None);
    }
    let text = decompile(&bytes).map_err(|error| format!("{shown}: {error}"))?.text;
    Ok(Some(Snapshot::new(LanguageId::CoilHardware.info(), Input::alone(&shown, &text))))
}
