//! `bobbin convert`: turns a text into another format.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::text::{Encoding, Location, SourceText};
use bobbin_core::view::{ConversionChoice, Converted, Remark};
use bobbin_core::{Language, Snapshot};
use bobbin_languages::{Detected, LanguageId, detect};
use clap::Args;
use text_size::{TextRange, TextSize};

use crate::arguments::{Output, Reading};
use crate::load::{Loaded, load, sources, write};
use crate::mark::Maker;
use crate::say::escaped;
use crate::{host, mark, report, save};

/// The words of `bobbin convert`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The name of the format
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    to: Option<String>,
    /// Print the formats that files can be converted to
    #[arg(long)]
    list: bool,
    /// The architecture of a COIL hardware text, if it names none
    #[arg(long, value_name = "NAME")]
    architecture: Option<String>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    reading: Reading,
}

/// Converts a file, or lists the available conversions.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    run_as("bobbin convert", arguments, |_| true)
}

/// Does the same under the name of a command that is for some of the languages.
pub(crate) fn run_as(
    command: &str,
    arguments: &Arguments,
    is_listed: impl Fn(&LanguageId) -> bool,
) -> Result<ExitCode, String> {
    if arguments.list {
        let mut list = String::new();
        for language in LanguageId::ALL.into_iter().filter(is_listed) {
            list.push_str(&listed(language.info()));
        }
        write(None, list.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(path) = &arguments.file else { return Err("no file is given".to_owned()) };
    let Some(id) = &arguments.to else {
        return Err(format!(
            "name the format with `--to NAME`; `{command} --list` lists the names"
        ));
    };
    let id = match &arguments.architecture {
        Some(architecture) => format!("{id}?architecture={architecture}"),
        None => id.clone(),
    };
    let Arguments { output, reading, .. } = arguments;
    convert(Maker::Convert, path, &id, output, reading, |_| Ok(()))
}

/// Says of which included files the letters beyond ASCII get other bytes in a text of this encoding: the program takes
/// values as bytes (sprokit.md#lines).
fn other_encodings(snapshot: &Snapshot, encoding: Encoding, converted: &Converted) -> Vec<String> {
    let files = &snapshot.input().files;
    let is_other = |path: &&str| {
        let is_latin = files.utf8_fault(path).is_some();
        let is_ascii = files.get(path).is_none_or(|it| it.is_ascii());
        *path != snapshot.input().path && !is_ascii && is_latin != (encoding == Encoding::Latin1)
    };
    let others = files.paths().filter(is_other).filter(|_| converted.language.is_some());
    let own = if encoding == Encoding::Latin1 { "Latin-1" } else { "UTF-8" };
    let said = |it| {
        format!("{it} is not in {own}, so what is not ASCII in it has other bytes in the result")
    };
    others.map(said).collect()
}

/// Converts a file for a command, if `accepts` takes its language.
pub(crate) fn convert(
    maker: Maker,
    path: &Path,
    id: &str,
    output: &Output,
    reading: &Reading,
    accepts: impl Fn(&Language) -> Result<(), String>,
) -> Result<ExitCode, String> {
    let host = host::facts(&reading.host)?.into();
    let Loaded { snapshot, encoding, .. } = load(path, reading.language, &host)?;
    let language = snapshot.info();
    accepts(language)?;
    // The name may be followed by the part that is meant: `coil-target:gpu:0`.
    let name = id.split([':', '?']).next().unwrap_or_default();
    if !language.conversions.iter().any(|it| it.id == name) {
        let names: Vec<&str> = language.conversions.iter().map(|it| it.id).collect();
        let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
        let id = id.split('?').next().unwrap_or_default();
        return Err(format!("a {} converts to {names}, not to `{id}`", language.title));
    }
    match snapshot.document().convert(id) {
        Ok(mut converted) => {
            let is_text = converted.language.is_some() && encoding == Encoding::Latin1;
            // The values of the text are its bytes.
            if let Some(text) = std::str::from_utf8(&converted.data).ok().filter(|_| is_text) {
                converted.data = SourceText::encode(text, encoding);
            }
            deliver(maker, &converted, output, &snapshot)?;
            let moved = moved_paths(path, output, &converted).map(str::to_owned);
            for note in moved.into_iter().chain(other_encodings(&snapshot, encoding, &converted)) {
                complain!("{}: note: {note}", snapshot.input().path);
            }
            Ok(code_of(&snapshot, &converted.remarks))
        }
        Err(refusal) => {
            let at = refusal.at.map(|it| report::place(&snapshot, it));
            let at = at.unwrap_or_else(|| snapshot.input().path.clone());
            complain!("{at}: not converted: {}", refusal.reason);
            let choices = snapshot.document().conversion_choices(id);
            let is_architecture =
                |it: &ConversionChoice| it.id.ends_with(&format!("?architecture={}", it.title));
            if choices.iter().any(is_architecture) {
                // A name that is none was answered with those that there are.
                if !id.contains('?') {
                    let names: Vec<&str> = choices.iter().map(|it| it.title.as_str()).collect();
                    complain!(
                        "    help: use `--architecture NAME`; there are {}",
                        names.join(", ")
                    );
                }
            } else if !choices.is_empty() {
                let named = |it: &ConversionChoice| {
                    let id = it.id.split('?').next().unwrap_or_default();
                    format!("`--to {id}`")
                };
                let named: Vec<String> = choices.iter().map(named).collect();
                complain!("    help: use {}", named.join(" or "));
            }
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Says which included files are not there, and which errors the text has beside those that `remarks`
/// are about; the exit code is 1 if there are any, as the real program would not have taken the text.
pub(crate) fn code_of(snapshot: &Snapshot, remarks: &[Remark]) -> ExitCode {
    let mut missing = snapshot.document().includes();
    missing.retain(|it| it.path.is_none());
    let told = |range| remarks.iter().any(|it| it.range == Some(range));
    for it in &missing {
        let Location { path, range } = &it.location;
        if path.is_none() && told(*range) {
            continue;
        }
        // A place in another file is said by its name alone.
        let at = match path {
            Some(path) => path.clone(),
            None => report::place(snapshot, *range),
        };
        let name = escaped(&it.name);
        let what = if it.is_unreadable { "cannot be read" } else { "is not there" };
        complain!("{at}: error: `{name}` {what}, so the result lacks what it says");
    }
    let is_error = |it: &&Diagnostic| it.code.severity == Severity::Error;
    let errors: Vec<&Diagnostic> = snapshot.diagnostics().iter().filter(is_error).collect();
    let missing_here = missing.iter().map(|it| &it.location).filter(|it| it.path.is_none());
    let missing_here = missing_here.map(|it| it.range);
    let told = remarks.iter().filter_map(|it| it.range);
    let told = Covered::by(told.chain(missing_here));
    for it in errors.iter().filter(|it| !told.contains(it.range)) {
        let at = report::place(snapshot, it.range);
        complain!("{at}: error: {} ({})", it.message, it.code.name);
    }
    let is_fine = missing.is_empty() && errors.is_empty();
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Stretches of a text.
struct Covered(Vec<(TextSize, TextSize)>);

impl Covered {
    fn by(ranges: impl Iterator<Item = TextRange>) -> Covered {
        let mut res: Vec<_> = ranges.map(|it| (it.start(), it.end())).collect();
        res.sort_unstable();
        // Each goes as far as any that begins before it.
        let mut end = TextSize::new(0);
        for it in &mut res {
            end = end.max(it.1);
            it.1 = end;
        }
        Covered(res)
    }

    /// Returns true if one of the stretches contains all of `range`.
    fn contains(&self, range: TextRange) -> bool {
        let n_begun = self.0.partition_point(|it| it.0 <= range.start());
        let last = n_begun.checked_sub(1).and_then(|it| self.0.get(it));
        last.is_some_and(|it| range.end() <= it.1)
    }
}

/// Returns a remark if relative paths of a result lead elsewhere than those of the text, since it is put into another
/// folder.
fn moved_paths(path: &Path, output: &Output, converted: &Converted) -> Option<&'static str> {
    let out = output.path.as_deref().filter(|it| !save::is_stream(it))?;
    let folder = |it: &Path| {
        let folder = it.parent().filter(|it| !it.as_os_str().is_empty());
        folder.unwrap_or(Path::new(".")).canonicalize().ok()
    };
    let is_moved = path != Path::new("-") && folder(path) != folder(out);
    let mut lines = converted.data.split(|it| *it == b'\n').map(<[u8]>::trim_ascii_start);
    let has_paths = converted.language == Some(LanguageId::Sprokit.info().name)
        && lines.any(|it| it.starts_with(b"relativepath "));
    (is_moved && has_paths).then_some(
        "what follows `relativepath` leads to the folder of the result, which is another one",
    )
}

/// Prints the remarks on a result and writes it where it is wanted.
pub(crate) fn deliver(
    maker: Maker,
    converted: &Converted,
    output: &Output,
    snapshot: &Snapshot,
) -> Result<(), String> {
    for it in &converted.remarks {
        let at = it.range.map(|it| report::place(snapshot, it));
        let at = at.unwrap_or_else(|| snapshot.input().path.clone());
        complain!("{at}: note: {}", it.message);
    }
    let out = output.path.as_deref().filter(|it| *it != Path::new("-"));
    if let Some(out) = out.filter(|_| !output.force) {
        save::refuse_source(out, sources(snapshot).iter().map(PathBuf::as_path))?;
        let is_binary = |bytes: &[u8]| detect(&out.to_string_lossy(), bytes) == Detected::Binary;
        save::refuse_other(out, &format!("what {} writes there", maker.word()), |bytes| {
            bytes == converted.data
                || mark::is_untouched(bytes, converted)
                || is_binary(&converted.data) && is_binary(bytes)
        })?;
    }
    // A text can be told for a command's output by its mark only: it may be written by hand.
    match out.filter(|it| !save::is_stream(it)) {
        Some(out) => write(Some(out), &mark::marked(converted, maker)),
        None => write(output.path.as_deref(), &converted.data),
    }
}

/// Lists the conversions of a language, one per line.
fn listed(language: &Language) -> String {
    let mut res = String::new();
    for it in language.conversions {
        res.push_str(&format!("{:<14} {:<22} {}: {}\n", language.name, it.id, it.title, it.about));
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_one_of_several_stretches_is_covered() {
        let range = |start: u32, end: u32| TextRange::new(start.into(), end.into());
        let ranges = [range(20, 22), range(0, 10), range(2, 4), range(12, 12)];
        let covered = Covered::by(ranges.into_iter());
        for start in 0..25 {
            for end in start..25 {
                let it = range(start, end);
                let is_within = ranges.iter().any(|outer| outer.contains_range(it));
                assert_eq!(covered.contains(it), is_within, "{it:?}");
            }
        }
    }
}
