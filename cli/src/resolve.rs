//! `bobbin resolve`: every value that counts, with where it comes from.

use std::process::ExitCode;

use bobbin_core::snapshot::Snapshot;
use bobbin_core::text::{Files, LineIndex};
use bobbin_core::view::{Origin, OriginKind, Resolved, SecondReading};
use bobbin_protocol::{ViewKind, ViewOptions};
use bobbin_server::Analysis;

use crate::arguments::Arguments;
use crate::host;
use crate::json::json;
use crate::load::{load, write};
use crate::say::escaped;

/// Prints the values of a file as a table or as JSON.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let host = host::facts(&arguments.host)?.into();
    let snapshot = load(arguments.only_file()?, arguments.language, &host)?.snapshot;
    let Some(resolved) = snapshot.document().resolved() else {
        let title = snapshot.language().info().title;
        return Err(format!("in a {title} every value stands where it counts; there is no table"));
    };
    let text = if arguments.json {
        let all = ViewOptions { rows: Some(u32::MAX), ..ViewOptions::default() };
        json(&Analysis::of(snapshot).view(ViewKind::Resolved, None, None, Vec::new(), &all))?
    } else {
        table(&snapshot, &resolved)
    };
    write(None, text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Columns for the eye: whose value, its key, the value, its origin; and value and origin by the
/// second reading, if there is one.
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

/// Rows with their cells below each other.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        widths.resize(row.len().max(widths.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut res = String::new();
    for row in rows {
        let mut line = String::new();
        for (width, cell) in widths.iter().zip(row) {
            line.push_str(&format!("{cell:<width$}  "));
        }
        res.push_str(line.trim_end());
        res.push('\n');
    }
    res
}

/// `inherited, line 7: from …`, with the file of the line if that is another one.
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
        let line = LineIndex::new(text).line(it.range.start()) + 1;
        Some(format!("line {line} of {}", escaped(&Files::normalise(path))))
    });
    let here = || {
        let range = origin.range?;
        Some(format!("line {}", snapshot.lines().line(range.start()) + 1))
    };
    if let Some(place) = elsewhere.or_else(here) {
        res.push_str(&format!(", {place}"));
    }
    if !origin.note.is_empty() {
        res.push_str(&format!(": {}", escaped(&origin.note)));
    }
    res
}
