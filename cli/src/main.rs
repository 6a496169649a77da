//! The command `bobbin`: checks, explains, formats and converts files, and serves editors.
//!
//! Under one of the names that the COIL documents give their tools, it behaves as that tool.

#![allow(missing_docs, reason = "a program, not a library: names that say it all need no doc")]

#[macro_use]
mod say;

mod arguments;
mod check;
mod coil;
mod compare;
mod compile;
mod convert;
mod examples;
mod explain;
mod files;
mod fix;
mod format;
mod graph;
mod host;
mod interruption;
mod json;
mod load;
mod lsp;
mod machine;
mod manual;
mod mark;
mod parts;
mod paths;
mod query;
mod reference;
mod report;
mod resolve;
mod save;
mod settings;
mod trace;
mod validate;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use say::escaped;

/// Reads KWIVER/sprokit, PInsight and COIL configuration files as their own programs do
#[derive(Debug, Parser)]
#[command(name = "bobbin", bin_name = "bobbin", version, args_override_self = true, after_help = AFTER_HELP)]
struct Bobbin {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
A FILE of `-` is standard input. The language of a file is detected from its bytes, its content
and its name, in this order. Included files are read too, also by `bobbin lsp`.

Of two options about the same thing, the later one wins. `bobbin convert --list` prints the formats
that files can be converted to.

Exit codes: 0 fine; 1 a file has an error, is not formatted, cannot be converted, or differs
from the other; 2 the call was wrong, or a file could not be read or written, or is left as it is.

Called as coilcfg-compile, coilcfg-decompile, coilcfg-detect, coilcfg-query or
coil-config-validate, it is that tool.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Print the diagnostics of files
    Check(check::Arguments),
    /// Print every effective value and its origin
    Resolve(resolve::Arguments),
    /// Print what differs in meaning, after all includes
    #[command(visible_alias = "diff")]
    Compare(compare::Arguments),
    /// Format files
    Format(format::Arguments),
    /// Convert a file to another format
    Convert(convert::Arguments),
    /// Print the graph of a pipeline
    Graph(graph::Arguments),
    /// Say what a PInsight trace configuration traces where, and why
    Trace(trace::Arguments),
    /// The commands for COIL configurations: compile, decompile, query, detect, validate, convert
    Coil(coil::Arguments),
    /// COIL hardware text to binary
    Compile(compile::Compile),
    /// COIL hardware binary to text
    Decompile(compile::Decompile),
    /// Describe this machine as a COIL hardware text
    Detect(machine::Arguments),
    /// Print values of a COIL hardware text or binary, by path
    Query(query::Arguments),
    /// Check COIL target configurations, as coil-config-validate
    Validate(validate::Arguments),
    /// Print what the code of a diagnostic means, and why
    Explain(explain::Arguments),
    /// Serve editors on standard input and output
    Lsp(lsp::Arguments),
    /// Print what a shell needs to complete words
    Completions(manual::Completions),
    /// Write the pages of the manual
    Manual(manual::Arguments),
}

fn main() -> ExitCode {
    let command = match parse(&std::env::args_os().collect::<Vec<OsString>>()) {
        Ok(command) => command,
        Err(error) => return answer(&error),
    };
    match run(&command) {
        Ok(code) => code,
        Err(message) => {
            complain!("bobbin: {message}");
            ExitCode::from(2)
        }
    }
}

/// Prints the help that was asked for, or what is wrong with the words.
fn answer(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match error.print().and_then(|()| io::stdout().flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                complain!("bobbin: cannot write standard output: {error}");
                ExitCode::from(2)
            }
            // The reader may be gone.
            _ => ExitCode::SUCCESS,
        };
    }
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").map(|it| format!("bobbin: {it}")).unwrap_or(text);
    // The words may hold anything.
    let lines: String = text.lines().map(|it| escaped(it) + "\n").collect();
    say::complain_text(&lines);
    ExitCode::from(2)
}

/// The names that documents 001 and 003 of COIL give their tools, each with the command that it is.
const TOOLS: [(&str, &str); 5] = [
    ("coilcfg-compile", "compile"),
    ("coilcfg-decompile", "decompile"),
    ("coil-config-validate", "validate"),
    ("coilcfg-detect", "detect"),
    ("coilcfg-query", "query"),
];

/// Returns the command that the words are, of which the first is the name that the program was called by.
fn parse(words: &[OsString]) -> Result<Command, clap::Error> {
    let own_name = words.first().and_then(|it| Path::new(it).file_stem()?.to_str());
    let tool = TOOLS.into_iter().find(|it| Some(it.0) == own_name);
    let all = Bobbin::command();
    let Some((tool, command)) = tool.and_then(|it| Some((it, all.find_subcommand(it.1)?))) else {
        return Ok(Bobbin::try_parse_from(words)?.command);
    };
    let command = command.clone().name(tool.0).bin_name(tool.0).display_name(tool.0);
    let command = command.version(env!("CARGO_PKG_VERSION")).args_override_self(true);
    let found = command.try_get_matches_from(words)?;
    Ok(match tool.1 {
        "compile" => Command::Compile(compile::Compile::from_arg_matches(&found)?),
        "decompile" => Command::Decompile(compile::Decompile::from_arg_matches(&found)?),
        "validate" => Command::Validate(validate::Arguments::from_arg_matches(&found)?),
        "detect" => Command::Detect(machine::Arguments::from_arg_matches(&found)?),
        _ => Command::Query(query::Arguments::from_arg_matches(&found)?),
    })
}

fn run(command: &Command) -> Result<ExitCode, String> {
    match command {
        Command::Check(it) => check::run(it),
        Command::Resolve(it) => resolve::run(it),
        Command::Compare(it) => compare::run(it),
        Command::Format(it) => format::run(it),
        Command::Convert(it) => convert::run(it),
        Command::Graph(it) => graph::run(it),
        Command::Trace(it) => trace::run(it),
        Command::Coil(it) => coil::run(it),
        Command::Compile(it) => compile::compile(it),
        Command::Decompile(it) => compile::decompile(it),
        Command::Detect(it) => machine::run(it),
        Command::Query(it) => query::run(it),
        Command::Validate(it) => validate::run(it),
        Command::Explain(it) => explain::run(it),
        Command::Lsp(it) => lsp::run(it),
        Command::Completions(it) => manual::completions(it, Bobbin::command()),
        Command::Manual(it) => manual::run(it, Bobbin::command()),
    }
}
