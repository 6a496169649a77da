//! `bobbin compare`: the values that really differ between two files.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::arguments::Reading;
use crate::json::json;
use crate::load::{load_or_decompile, shown, write};
use crate::resolve::columns;
use crate::say::{complain_text, escaped};
use crate::{host, report};

/// Stands for a value that a file does not have.
const NOTHING: &str = "-";

/// The words of `bobbin compare`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The one file, a text or a binary
    #[arg(value_name = "FILE")]
    left: PathBuf,
    /// The other file
    #[arg(value_name = "FILE")]
    right: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

/// Prints the values that are in force in only one of two files; fails if there are any, as `diff`
/// does. Of a binary those count that its text has. The errors of both files are printed, too, and the
/// exit code is 1: what the program rejects is equal to nothing.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let Arguments { left, right, reading, .. } = arguments;
    let host = host::facts(&reading.host)?.into();
    let read = |path: &Path| load_or_decompile(path, reading.language, &host);
    let sides = [read(left)?, read(right)?];
    let errors: String = sides.iter().map(report::errors).collect();
    let [one, other] = sides.map(report::analysis);
    let differences = one.compare(&other)?;
    if arguments.json {
        write(None, json(&differences)?.as_bytes())?;
    } else if !differences.is_empty() {
        let mut rows =
            vec![vec![String::new(), String::new(), escaped(&shown(left)), escaped(&shown(right))]];
        for it in &differences {
            let value = |side: &Option<bobbin_protocol::ResolvedValue>| {
                side.as_ref().map_or(NOTHING.to_owned(), |it| escaped(&it.value))
            };
            let item = escaped(&it.item.0.join(" › "));
            rows.push(vec![item, escaped(&it.key), value(&it.left), value(&it.right)]);
        }
        write(None, columns(&rows).as_bytes())?;
    }
    complain_text(&errors);
    Ok(if differences.is_empty() && errors.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
