//! The command `bobbin`: checks, compiles and decompiles files, and serves editors.

mod check;
mod lsp;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bobbin_core::lang::{Detected, Input, LanguageId, detect};
use bobbin_core::snapshot::Snapshot;
use bobbin_core::text::SourceText;

const HELP: &str = "\
bobbin reads KWIVER/sprokit, PInsight and COIL configuration files.

    bobbin check FILE...              print what is wrong; exit code 1 if a file has an error
    bobbin compile FILE [-o OUT]      COIL hardware text to binary
    bobbin decompile FILE [-o OUT]    COIL hardware binary to text
    bobbin lsp                        language server on standard input and output

The language of a file is found by its bytes, its content and its name, in this order;
`--language NAME` decides instead. Without `-o`, compile writes beside the file and
decompile to standard output; `-o -` is standard output.";

/// What a command was called with.
#[derive(Debug, Default)]
pub struct Arguments {
    files: Vec<PathBuf>,
    out: Option<PathBuf>,
    language: Option<LanguageId>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("bobbin: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let Some((name, rest)) = arguments.split_first() else {
        println!("{HELP}");
        return Ok(ExitCode::from(2));
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        println!("{HELP}");
        return Ok(ExitCode::SUCCESS);
    }
    let arguments = parse(rest)?;
    match name.as_str() {
        "check" => check::run(&arguments),
        "compile" => compile(&arguments),
        "decompile" => decompile(&arguments),
        "lsp" => lsp::run(),
        _ => Err(format!("there is no command `{name}`\n\n{HELP}")),
    }
}

fn parse(words: &[String]) -> Result<Arguments, String> {
    let mut res = Arguments::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
        match word.as_str() {
            "-o" | "--output" => res.out = Some(PathBuf::from(value()?)),
            "--language" => {
                let name = value()?;
                let language = LanguageId::from_name(name);
                res.language = Some(language.ok_or_else(|| no_language(name))?);
            }
            it if it.starts_with('-') && it != "-" => return Err(format!("unknown option `{it}`")),
            it => res.files.push(PathBuf::from(it)),
        }
    }
    Ok(res)
}

fn no_language(name: &str) -> String {
    let names: Vec<&str> = LanguageId::ALL.iter().map(|it| it.info().name).collect();
    format!("there is no language `{name}`; there are {}", names.join(", "))
}

/// Reads a text file with the files beside it that it may include.
pub(crate) fn load(path: &Path, language: Option<LanguageId>) -> Result<Snapshot, String> {
    let shown = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    let language = match (language, detect(&shown, &bytes)) {
        (Some(language), _) | (None, Detected::Text { language, .. }) => language,
        (None, Detected::Binary) => {
            return Err(format!("{shown} is a binary; `bobbin decompile` makes it a text"));
        }
        (None, Detected::Unsupported(what)) => {
            return Err(format!("{shown} is {what}, which Bobbin does not read"));
        }
        (None, Detected::Unknown) => {
            return Err(format!("cannot tell the language of {shown}; say `--language NAME`"));
        }
    };
    let mut input = Input::alone(&shown, &SourceText::decode(&bytes).text);
    let mut files = bobbin_core::text::Files::default();
    let beside = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for entry in fs::read_dir(beside).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_ours = path
            .file_name()
            .and_then(|it| it.to_str())
            .is_some_and(|name| language.info().extensions.iter().any(|it| name.ends_with(it)));
        if is_ours && let Ok(bytes) = fs::read(&path) {
            let path = path.strip_prefix("./").unwrap_or(&path);
            files.insert(&path.display().to_string(), SourceText::decode(&bytes).text);
        }
    }
    input.files = files.into();
    input.host =
        bobbin_core::lang::HostFacts { env: std::env::vars().collect(), ..Default::default() }
            .into();
    Ok(Snapshot::new(language, input))
}

fn only_file(arguments: &Arguments) -> Result<&Path, String> {
    match arguments.files.as_slice() {
        [file] => Ok(file),
        _ => Err(format!("one file is needed, {} are given", arguments.files.len())),
    }
}

fn compile(arguments: &Arguments) -> Result<ExitCode, String> {
    let path = only_file(arguments)?;
    let snapshot = load(path, arguments.language)?;
    check::print(&snapshot);
    let compiled = match snapshot.document().compile() {
        Some(Ok(compiled)) => compiled,
        Some(Err(refusal)) => {
            eprintln!("{}: not compiled: {}", path.display(), refusal.reason);
            return Ok(ExitCode::FAILURE);
        }
        None => return Err(format!("{} has no binary form", snapshot.language().info().title)),
    };
    let beside = path.with_file_name(&compiled.file_name);
    write(arguments.out.as_deref().unwrap_or(&beside), &compiled.bytes.data)?;
    Ok(ExitCode::SUCCESS)
}

fn decompile(arguments: &Arguments) -> Result<ExitCode, String> {
    let path = only_file(arguments)?;
    let bytes =
        fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    match bobbin_core::lang::decompile(&bytes) {
        Ok(decompiled) => {
            for it in &decompiled.report {
                eprintln!("{}: {it}", path.display());
            }
            let out = arguments.out.as_deref().unwrap_or(Path::new("-"));
            write(out, decompiled.text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            eprintln!("{}: at byte {}: {}", path.display(), error.offset, error.message);
            Ok(ExitCode::FAILURE)
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let written =
        if path == Path::new("-") { io::stdout().write_all(bytes) } else { fs::write(path, bytes) };
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))
}
