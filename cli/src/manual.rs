//! `bobbin completions` and `bobbin manual`: the command line, for shells and for readers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::load::write;
use crate::paths::text_of;
use crate::save;

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
    /// Write even over files that are no such pages
    #[arg(long)]
    force: bool,
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
    let mut pages = Vec::new();
    add_pages(&command, folder, &mut pages)?;
    for (path, page) in pages.iter().filter(|_| !arguments.force) {
        if save::holds_other(path, |bytes| bytes.starts_with(head(page)))? {
            return Err(format!(
                "cannot write {}: it exists already and is no page as `bobbin manual` writes it; \
                 name another folder, or use `--force`",
                text_of(path)
            ));
        }
    }
    for (path, page) in &pages {
        write(Some(path), page)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

/// Adds the page of a command, and those of the commands below it, each with its file.
fn add_pages(
    command: &Command,
    folder: &Path,
    pages: &mut Vec<(PathBuf, Vec<u8>)>,
) -> Result<(), String> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    pages.push((folder.join(format!("{name}.1")), page(command.clone())?));
    command.get_subcommands().try_for_each(|it| add_pages(it, folder, pages))
}

/// Returns what all versions of a page begin with: everything in front of the version.
fn head(page: &[u8]) -> &[u8] {
    let end = page.iter().position(|it| *it == b'"');
    end.and_then(|it| page.get(..it)).unwrap_or(page)
}

fn page(command: Command) -> Result<Vec<u8>, String> {
    let mut res = Vec::new();
    let rendered = Man::new(command).render(&mut res);
    rendered.map_err(|error| format!("the page cannot be written: {error}"))?;
    Ok(res)
}
