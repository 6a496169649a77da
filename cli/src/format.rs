//! `bobbin format`: the canonical layout.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bobbin_core::text::{Encoding, SourceText};
use clap::Args;
use similar::TextDiff;

use crate::arguments::Reading;
use crate::files::{Expanded, Given, expand, say_links};
use crate::host;
use crate::load::{is_ours, load, read, refuse_stream, shown, unwritable, write};
use crate::paths::bytes_of;

/// The words of `bobbin format`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Files, folders, and patterns such as `**/*.pipe`; `-` is standard input, formatted to standard
    /// output
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Only name the files that are not formatted
    #[arg(long)]
    check: bool,
    /// Only print what would change, as a patch that `patch -p0` applies to files below the current folder
    #[arg(long)]
    diff: bool,
    /// Pass over files in none of our languages also where they are named, as those in folders are
    #[arg(long)]
    ignore_unknown: bool,
    #[command(flatten)]
    reading: Reading,
}

/// Formats files in place; with `--check`, names the files that are not formatted, and with `--diff`
/// prints what would change.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let host = host::facts(&arguments.reading.host)?.into();
    let Expanded { files, complaints } = expand(&arguments.files);
    for it in &complaints {
        complain!("bobbin: {it}");
    }
    let (mut differs, mut is_whole) = (false, complaints.is_empty());
    let is_asked_of =
        |it: &Given| it.is_found || arguments.ignore_unknown && it.path != Path::new("-");
    let is_meant =
        |it: &Given| !is_asked_of(it) || arguments.reading.language.is_some() || is_ours(&it.path);
    let files: Vec<Given> = files.into_iter().filter(is_meant).collect();
    say_links(&files);
    for Given { path, .. } in files.iter().filter(|it| !it.is_link) {
        let is_asked = arguments.check || arguments.diff;
        let is_writable = if is_asked { Ok(()) } else { refuse_stream(path) };
        // A file that cannot be read or written must not keep the others from being formatted.
        let loaded = match is_writable.and_then(|()| load(path, arguments.reading.language, &host))
        {
            Ok(loaded) => loaded,
            Err(message) => {
                complain!("bobbin: {message}");
                is_whole = false;
                continue;
            }
        };
        if let Some(reason) = unwritable(&loaded.bytes) {
            complain!("bobbin: {}: left as it is: {reason}", shown(path));
            is_whole = false;
            continue;
        }
        let snapshot = &loaded.snapshot;
        let Some(edit) = snapshot.document().format() else {
            let title = snapshot.info().title;
            let shown = shown(path);
            complain!("bobbin: {shown}: left as it is: this {title} has no canonical layout");
            is_whole = false;
            continue;
        };
        let formatted = edit.apply(snapshot.text());
        let is_same = formatted == **snapshot.text();
        differs |= !is_same;
        let is_standard = path == Path::new("-");
        if arguments.diff {
            if !is_same {
                print_patch(&patch(path, snapshot.text(), &formatted), loaded.encoding)?;
            }
        } else if arguments.check {
            if !is_same {
                say!("{}", shown(path));
            }
        } else if is_standard || !is_same {
            let bytes = SourceText::encode(&formatted, loaded.encoding);
            if is_standard {
                write(None, &bytes)?;
            } else if let Err(message) = replace(path, &loaded.bytes, &bytes) {
                complain!("bobbin: {message}");
                is_whole = false;
            }
        }
    }
    let is_asked = arguments.check || arguments.diff;
    Ok(match (is_whole, differs && is_asked) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::FAILURE,
        (true, false) => ExitCode::SUCCESS,
    })
}

/// Writes a file anew, if it is as it was read: the text that another program has written in the meantime
/// must not be overwritten.
fn replace(path: &Path, before: &[u8], after: &[u8]) -> Result<(), String> {
    if read(path)? != before {
        return Err(format!("{} has changed meanwhile and is left as it is", shown(path)));
    }
    write(Some(path), after)
}

/// Returns a unified diff of a file. Its lines end with LF alone, as those of `patch` do.
fn patch(path: &Path, before: &str, after: &str) -> String {
    let [old, new]: [Vec<&str>; 2] = [before, after].map(|it| it.split_inclusive('\n').collect());
    let name = patch_name(&bytes_of(&shown(path)));
    let mut res = format!("--- {name}\n+++ {name}\n");
    for hunk in TextDiff::from_slices(&old, &new).unified_diff().iter_hunks() {
        res += &format!("{}\n", hunk.header());
        for change in hunk.iter_changes() {
            res += &format!("{}{}", change.tag(), change.value());
            if !change.value().ends_with('\n') {
                res += "\n\\ No newline at end of file\n";
            }
        }
    }
    res
}

/// Returns the name of a file as `patch` reads it: as a string of C where it is not plain. The patch is in the
/// encoding of the text, which need not be that of the name.
fn patch_name(name: &[u8]) -> String {
    let is_plain = |it: &u8| it.is_ascii_graphic() || *it == b' ';
    if name.iter().all(is_plain) && !name.starts_with(b"\"") && !name.starts_with(b" ") {
        // A blank before the name is passed over, and one in it would end it, unless a tab does.
        let end = if name.contains(&b' ') { "\t" } else { "" };
        return String::from_utf8_lossy(name).into_owned() + end;
    }
    let escaped = name.iter().map(|it| match it {
        b'"' | b'\\' => format!("\\{}", char::from(*it)),
        _ if is_plain(it) => char::from(*it).to_string(),
        _ => format!("\\{it:03o}"),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// Prints a patch: to a program in the bytes of the file, to a terminal with its control characters
/// shown.
fn print_patch(patch: &str, encoding: Encoding) -> Result<(), String> {
    if io::stdout().is_terminal() {
        patch.lines().for_each(|it| say!("{it}"));
        return Ok(());
    }
    write(None, &SourceText::encode(patch, encoding))
}
