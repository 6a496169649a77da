//! `bobbin completions` and `bobbin manual`: the command line, for shells and for readers.

use std::fs;
use std::path::{Path, PathBuf};
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
    // `help` has no page: it shows what the others say.
    command = without_help(command);
    command.build();
    write_pages(&command, folder)?;
    Ok(ExitCode::SUCCESS)
}

fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

/// Writes the page of a command, and those of the commands below it.
fn write_pages(command: &Command, folder: &Path) -> Result<(), String> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    write(Some(&folder.join(format!("{name}.1"))), &page(command.clone())?)?;
    command.get_subcommands().try_for_each(|it| write_pages(it, folder))
}

fn page(command: Command) -> Result<Vec<u8>, String> {
    let mut res = Vec::new();
    let rendered = Man::new(command).render(&mut res);
    rendered.map_err(|error| format!("the page cannot be written: {error}"))?;
    Ok(res)
}
