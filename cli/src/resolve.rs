//! `bobbin resolve`: prints every value in force and where it comes from.

use std::path::PathBuf;
use std::process::ExitCode;

use bobbin_core::Snapshot;
use bobbin_core::text::{Files, LineIndex};
use bobbin_core::view::{Origin, OriginKind, Resolved, SecondReading};
use bobbin_protocol::{ViewKind, ViewOptions};
use clap::Args;

use crate::arguments::Reading;
use crate::json::json;
use crate::load::{load, write};
use crate::say::{complain_text, escaped};
use crate::{host, report};

/// The words of `bobbin resolve`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

/// Prints the effective values of a file as a table or as JSON. The errors of the file are printed,
/// too, and the exit code is 1: the program may not come to these values, and a file that is not
/// there would add others.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let host = host::facts(&arguments.reading.host)?.into();
    let snapshot = load(&arguments.file, arguments.reading.language, &host)?.snapshot;
    let Some(mut resolved) = snapshot.document().resolved() else {
        let title = snapshot.info().title;
        return Err(format!(
            "in a {title} every value is in force where it is written; there is no table"
        ));
    };
    // What nothing sets has a value, too.
    resolved.rows.extend(snapshot.document().unset());
    let errors = report::errors(&snapshot);
    let text = if arguments.json {
        let all = ViewOptions { rows: Some(u32::MAX), ..ViewOptions::default() };
        json(&report::analysis(snapshot).view(ViewKind::Resolved, None, None, Vec::new(), &all))?
    } else {
        table(&snapshot, &resolved)
    };
    write(None, text.as_bytes())?;
    complain_text(&errors);
    Ok(if errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Lays out columns for reading: owner, key, value, origin; and value and origin in the second
/// reading, if there is one.
fn table(snapshot: &Snapshot, resolved: &Resolved) -> String {
    let second = snapshot.document().second_reading();
    let mut rows = Vec::new();
    if let Some(SecondReading { titles: [first, second], .. }) = &second {
        let cells = ["", "", first, "", second, ""];
        rows.push(cells.map(str::to_owned).to_vec());
    }
    for (n, it) in resolved.rows.iter().enumerate() {
        let mut row = vec![escaped(&it.item.to_string()), escaped(&it.key)];
        row.extend([escaped(&it.value), origin(snapshot, &it.origin)]);
        if let Some(it) = second.as_ref().and_then(|it| it.values.get(n)) {
            row.extend([escaped(&it.value), origin(snapshot, &it.origin)]);
        }
        rows.push(row);
    }
    columns(&rows)
}

/// A wider cell is not aligned with the others: a single long value would push all origins out of
/// sight.
const MOST_WIDTH: usize = 100;

/// Aligns the cells of the rows in columns.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        widths.resize(row.len().max(widths.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            let chars = cell.chars().count();
            if chars <= MOST_WIDTH {
                *width = chars.max(*width);
            }
        }
    }
    let mut res = String::new();
    for row in rows {
        let mut line = String::new();
        for (width, cell) in widths.iter().zip(row) {
            line.push_str(cell);
            line.push_str(&" ".repeat(width.saturating_sub(cell.chars().count()) + 2));
        }
        res.push_str(line.trim_end());
        res.push('\n');
    }
    res
}

/// Describes an origin: `inherited, line 7: from …`, naming the file if it is another one.
fn origin(snapshot: &Snapshot, origin: &Origin) -> String {
    let kind = match origin.kind {
        OriginKind::Written => "written",
        OriginKind::Default => "default",
        OriginKind::Inherited => "inherited",
        OriginKind::Expanded => "expanded",
    };
    let mut res = kind.to_owned();
    let elsewhere = origin.written.as_ref().and_then(|it| {
        let path = it.path.as_deref()?;
        let text = snapshot.input().files.get(path)?;
        let lines = LineIndex::new(text);
        let line = report::line_number(snapshot.info(), text, &lines, it.range.start());
        Some(format!("line {line} of {}", escaped(&Files::normalise(path))))
    });
    let here = || {
        let range = origin.range?;
        let lines = snapshot.lines();
        let line = report::line_number(snapshot.info(), snapshot.text(), lines, range.start());
        Some(format!("line {line}"))
    };
    if let Some(place) = elsewhere.or_else(here) {
        res.push_str(&format!(", {place}"));
    }
    if !origin.note.is_empty() {
        res.push_str(&format!(": {}", escaped(&origin.note)));
    }
    res
}
