//! `cargo xtask`: sets Bobbin up, builds it, serves it, tests it and measures it.
//!
//! One command does everything a fresh clone needs. Tools go into `.tools/` in
//! pinned versions; nothing outside the clone changes, except what only the
//! machine's package manager can install (see [`setup`]).

#![allow(missing_docs, reason = "a program, not a library: names that say it all need no doc")]

mod bench;
mod build;
mod command;
mod flags;
mod fuzz;
mod reproduce;
mod serve;
mod setup;
mod steps;
mod test;
mod workspace;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::flags::Flags;
use crate::workspace::Workspace;

const HELP: &str = "\
Bobbin's commands. Each does the set-up it needs first.

    cargo xtask serve     build the page and serve it on a free port of this machine
    cargo xtask test      check and test everything; ends with `N passed, N failed`
    cargo xtask build     build the page into dist/, ready for any static host
    cargo xtask package   build the npm package into core/npm/dist/
    cargo xtask bench     measure parsing and typing, print tables
    cargo xtask fuzz      look for files that make the core panic
    cargo xtask reproduce build twice, in two places, and compare
    cargo xtask setup     only the set-up: tools, packages, the WebAssembly target

`cargo xtask <command> --help` tells more. Two more commands are parts of `build`
for those who use Trunk: `assets` (editor, worker and core) and `finish` (page, service worker).";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<ExitCode> {
    let Some((name, rest)) = arguments.split_first() else {
        println!("{HELP}");
        return Ok(ExitCode::FAILURE);
    };
    let help = match name.as_str() {
        "setup" => setup::HELP,
        "build" => build::HELP,
        "serve" => serve::HELP,
        "test" => test::HELP,
        "bench" => bench::HELP,
        "fuzz" => fuzz::HELP,
        "reproduce" => reproduce::HELP,
        "package" => build::PACKAGE_HELP,
        "assets" => build::ASSETS_HELP,
        "finish" => build::FINISH_HELP,
        "help" | "--help" | "-h" => HELP,
        other => bail!("there is no command `{other}`\n\n{HELP}"),
    };
    if rest.iter().any(|argument| argument == "--help" || argument == "-h") || help == HELP {
        println!("{help}");
        return Ok(ExitCode::SUCCESS);
    }
    let workspace = Workspace::find()?;
    let flags = Flags::new(rest);
    match name.as_str() {
        "setup" => setup::command(&workspace, flags)?,
        "build" => build::command(&workspace, flags)?,
        "serve" => serve::command(&workspace, flags)?,
        "test" => return test::command(&workspace, flags),
        "bench" => return bench::command(&workspace, flags),
        "fuzz" => return fuzz::command(&workspace, flags),
        "reproduce" => return reproduce::command(&workspace, flags),
        "package" => build::package_command(&workspace, flags)?,
        "assets" => build::assets_command(&workspace, flags)?,
        _ => build::finish_command(&workspace, flags)?,
    }
    Ok(ExitCode::SUCCESS)
}
