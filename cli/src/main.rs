//! The command `bobbin`: checks, explains, formats and converts files, and serves editors.
//!
//! Under one of the names that the COIL documents give their tools, it behaves as that tool.

#![allow(missing_docs, reason = "a program, not a library: names that say it all need no doc")]

#[macro_use]
mod say;

mod arguments;
mod check;
mod compare;
mod compile;
mod convert;
mod examples;
mod explain;
mod format;
mod host;
mod json;
mod load;
mod lsp;
mod machine;
mod mark;
mod query;
mod reference;
mod resolve;
mod save;
mod validate;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use arguments::{Arguments, READING};
use load::write;

const HELP: &str = "\
bobbin reads KWIVER/sprokit, PInsight and COIL configuration files.

    bobbin check [--json] FILE...       print the diagnostics
    bobbin resolve [--json] FILE        print every effective value and its origin
    bobbin compare [--json] FILE FILE   print what differs in meaning, after all includes
    bobbin format [--check] FILE...     format files; with --check, only name those that are not
    bobbin convert --to NAME FILE       convert a file to another format
    bobbin convert --list               print the formats that files can be converted to
    bobbin compile FILE                 COIL hardware text to binary
    bobbin decompile FILE               COIL hardware binary to text
    bobbin detect                       this machine as a COIL hardware text
    bobbin query [--json] FILE PATH     values of a COIL hardware text or binary, by path
    bobbin validate FILE...             COIL target configurations, as coil-config-validate
    bobbin explain [--json] CODE...     what the code of a diagnostic means, and why; without one,
                                        lists all codes
    bobbin lsp                          language server on standard input and output

A FILE of `-` is standard input. The language of a file is detected from its bytes, its content
and its name, in this order. Included files are read too, also by `bobbin lsp`.

    -o, --output OUT        where to write; `-` is standard output. Without it, compile writes
                            beside the file, decompile and convert to standard output
    --force                 write even over the file that is read, and with compile, decompile,
                            convert and detect over one that holds something else; convert needs
                            none to replace a file that it wrote and that is not edited since
    --language NAME         the language, if it cannot be detected
    --architecture NAME     convert: the architecture of a COIL hardware text, if it names none
    --compress              compile: the compressed form, which not every reader supports
    --all                   decompile: also the absent features, as `false`

The files are taken to be for this machine, unless one of these says otherwise:

    --env NAME=VALUE        an environment variable; --clean-env leaves out those of this process
    --system NAME=VALUE     a fact about the system, such as numproc
    --setting KEY=VALUE     a setting on the command line of the real program
    -I, --include-path DIR  a folder to search for included files
    --catalogue FILE        a catalogue as JSON, with process types of your own
    --strict                check strictly by the specification, where a language has a strict mode

Options may be repeated; of two about the same thing, the later one wins.
For editors, lsp also takes --stdio and --clientProcessId=N.

Exit codes: 0 fine; 1 a file has an error, is not formatted, cannot be converted, or differs
from the other; 2 the call was wrong, or a file could not be read.

Called as coilcfg-compile, coilcfg-decompile, coilcfg-detect, coilcfg-query or
coil-config-validate, it is that tool.";

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let own_name = words.next().unwrap_or_default();
    let mut words: Vec<OsString> = words.collect();
    if let Some(command) = command_of(&own_name) {
        words.insert(0, command.into());
    }
    match run(&words) {
        Ok(code) => code,
        Err(message) => {
            complain!("bobbin: {message}");
            ExitCode::from(2)
        }
    }
}

/// Returns the command for the name that the program was called by: documents 001 and 003 of COIL
/// name its tools.
fn command_of(own_name: &OsStr) -> Option<&'static str> {
    match Path::new(own_name).file_stem()?.to_str()? {
        "coilcfg-compile" => Some("compile"),
        "coilcfg-decompile" => Some("decompile"),
        "coil-config-validate" => Some("validate"),
        "coilcfg-detect" => Some("detect"),
        "coilcfg-query" => Some("query"),
        _ => None,
    }
}

fn run(words: &[OsString]) -> Result<ExitCode, String> {
    let Some((name, words)) = words.split_first() else {
        write(None, format!("{HELP}\n").as_bytes())?;
        return Ok(ExitCode::from(2));
    };
    if name == "help" || words.iter().chain([name]).any(|it| it == "--help" || it == "-h") {
        write(None, format!("{HELP}\n").as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    if name == "--version" {
        say!("bobbin {}", env!("CARGO_PKG_VERSION"));
        return Ok(ExitCode::SUCCESS);
    }
    let parse = |own: &[&str]| Arguments::parse(words, &[own, READING]);
    match &*name.to_string_lossy() {
        "check" => check::run(&parse(&["--json"])?),
        "resolve" => resolve::run(&parse(&["--json"])?),
        "compare" => compare::run(&parse(&["--json"])?),
        "format" => format::run(&parse(&["--check"])?),
        "convert" => {
            convert::run(&parse(&["--to", "--list", "--output", "--force", "--architecture"])?)
        }
        "compile" => compile::compile(&parse(&["--output", "--compress", "--force"])?),
        "decompile" => {
            compile::decompile(&Arguments::parse(words, &[&["--output", "--all", "--force"]])?)
        }
        "validate" => validate::run(&parse(&[])?),
        "detect" => machine::run(&Arguments::parse(words, &[&["--output", "--force"]])?),
        "query" => query::run(&parse(&["--json"])?),
        "explain" => explain::run(&parse(&["--json"])?),
        "lsp" => lsp::run(&parse(&["--stdio", "--clientProcessId"])?),
        name => Err(format!("there is no command `{name}`; `bobbin help` lists them")),
    }
}
