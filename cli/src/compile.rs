//! `bobbin compile` and `bobbin decompile`: the two forms of a COIL hardware configuration.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bobbin_core::Input;
use bobbin_languages::{Detected, LanguageId, detect};
use clap::Args;

use crate::arguments::{Output, Reading};
use crate::load::{load, read, write};
use crate::say::complain_text;
use crate::{host, paths, report, save};

/// The words of `bobbin compile`.
#[derive(Debug, Args)]
#[command(mut_arg("path", |it| it.help("Where to write; without it, a file beside the text; `-` is standard output")))]
pub(crate) struct Compile {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the compressed form, which not every reader supports
    #[arg(long)]
    compress: bool,
    /// Leave out resources of unknown kinds, with a warning, instead of refusing the text
    #[arg(long)]
    lenient: bool,
    /// Leave out facts about architectures, with a warning: the document has no place for them
    #[arg(long)]
    strict_spec: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    reading: Reading,
}

/// The words of `bobbin decompile`.
#[derive(Debug, Args)]
pub(crate) struct Decompile {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Include the absent features, as `false`
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    output: Output,
}

/// Compiles a text to a binary, beside the text unless `-o` is given.
pub(crate) fn compile(arguments: &Compile) -> Result<ExitCode, String> {
    let path = arguments.file.as_path();
    let mut host = host::facts(&arguments.reading.host)?;
    for (name, is_set) in [("lenient", arguments.lenient), ("strict-spec", arguments.strict_spec)] {
        host.settings.extend(is_set.then(|| (name.to_owned(), String::new())));
    }
    let snapshot = load(path, arguments.reading.language, &host.into())?.snapshot;
    complain_text(&report::short(&snapshot, &report::all(&snapshot)));
    let document = snapshot.document();
    let compiled = match arguments.compress {
        true => document.compile_compressed(),
        false => document.compile(),
    };
    let compiled = match compiled {
        Some(Ok(compiled)) => compiled,
        Some(Err(refusal)) => {
            let at = refusal
                .at
                .map_or_else(|| snapshot.input().path.clone(), |it| report::place(&snapshot, it));
            complain!("{at}: not compiled: {}", refusal.reason);
            return Ok(ExitCode::FAILURE);
        }
        None => return Err(format!("a {} has no binary form", snapshot.info().title)),
    };
    let beside = path.with_file_name(paths::path_of(&compiled.file_name));
    let is_standard = path == Path::new("-");
    let out = arguments.output.path.as_deref().or((!is_standard).then_some(beside.as_path()));
    if let Some(out) = out.filter(|it| !arguments.output.force && *it != Path::new("-")) {
        save::refuse_source(out, [path])?;
        save::refuse_other(out, "a COIL binary", |bytes| {
            detect(&out.to_string_lossy(), bytes) == Detected::Binary
        })?;
    }
    write(out, &compiled.bytes.data)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns true if the text holds nothing beyond its binary, and so nothing that a person wrote.
pub(crate) fn is_decompiled(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let document = LanguageId::CoilHardware.parse(&Input::alone("", text));
    let Some(Ok(compiled)) = document.compile() else { return false };
    let texts = [bobbin_languages::decompile, bobbin_languages::decompile_all]
        .map(|it| it(&compiled.bytes.data).map(|it| it.text));
    texts.iter().flatten().any(|it| it == text)
}

/// Decompiles a binary to a text.
pub(crate) fn decompile(arguments: &Decompile) -> Result<ExitCode, String> {
    let path = arguments.file.as_path();
    let decompile = match arguments.all {
        true => bobbin_languages::decompile_all,
        false => bobbin_languages::decompile,
    };
    match decompile(&read(path)?) {
        Ok(decompiled) => {
            for it in &decompiled.report {
                complain!("{}: {it}", path.display());
            }
            if let Some(out) = arguments
                .output
                .path
                .as_deref()
                .filter(|it| !arguments.output.force && *it != Path::new("-"))
            {
                save::refuse_source(out, [path])?;
                save::refuse_other(out, "a text as decompile writes it", is_decompiled)?;
            }
            write(arguments.output.path.as_deref(), decompiled.text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            complain!("{}: at byte {}: {}", path.display(), error.offset, error.message);
            Ok(ExitCode::FAILURE)
        }
    }
}
