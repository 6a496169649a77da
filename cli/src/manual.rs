//! `bobbin completions` and `bobbin manual`: the command line, for shells and for readers.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::load::write;
use crate::paths::text_of;

/// The words of `bobbin completions`.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

/// The words of `bobbin manual`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The folder for a page for each command; without it, the first page goes to standard output
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Prints a script for a shell.
pub(crate) fn completions(
    arguments: &Completions,
    mut command: Command,
) -> Result<ExitCode, String> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "bobbin", &mut script);
    write(None, &script)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the pages of the manual in troff.
pub(crate) fn run(arguments: &Arguments, mut command: Command) -> Result<ExitCode, String> {
    let Some(folder) = &arguments.folder else {
        write(None, &page(command)?)?;
        return Ok(ExitCode::SUCCESS);
    };
    let fails = |error| format!("cannot make {}: {error}", text_of(folder));
    fs::create_dir_all(folder).map_err(fails)?;
    command.build();
    let own = [&command].into_iter();
    for it in own.chain(command.get_subcommands().filter(|it| it.get_name() != "help")) {
        let name = it.get_display_name().unwrap_or(it.get_name());
        write(Some(&folder.join(format!("{name}.1"))), &page(it.clone())?)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn page(command: Command) -> Result<Vec<u8>, String> {
    let mut res = Vec::new();
    let rendered = Man::new(command).render(&mut res);
    rendered.map_err(|error| format!("the page cannot be written: {error}"))?;
    Ok(res)
}
