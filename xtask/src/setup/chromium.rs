//! The browser for the end-to-end tests: Chromium's headless shell where it can be had, which takes a third less time
//! for the journeys than the whole browser, or else the browser that is installed.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::apt;
use crate::command::{quiet_output, run};
use crate::steps::step;
use crate::workspace::{Workspace, files_below, on_path};

const SHELL: &str = "chromium-headless-shell";
const NAMES: [&str; 6] =
    [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC: [&str; 2] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// Finds a browser, or gets one.
///
/// # Errors
///
/// If there is none and none can be installed, which says what to install by hand.
pub fn ensure(workspace: &Workspace) -> Result<PathBuf> {
    if let Some(path) = env::var_os("BOBBIN_CHROMIUM").map(PathBuf::from) {
        if !path.is_file() {
            bail!("BOBBIN_CHROMIUM names {}, which is not a file", path.display());
        }
        return Ok(path);
    }
    let Some(found) = find() else {
        step("Chromium", "the browser for the end-to-end tests; 1 to 3 minutes", || {
            apt::install(&[SHELL])
        })
        .context(
            "the end-to-end tests need Chromium or Chrome: install one by hand and run again, or \
             set BOBBIN_CHROMIUM to its executable",
        )?;
        return find()
            .context("Chromium was installed, but no executable is on PATH; set BOBBIN_CHROMIUM");
    };
    // Debian's browser has the libraries that its shell needs.
    if found == Path::new("/usr/bin/chromium") && on_path("dpkg").is_some() {
        return Ok(unpacked_shell(workspace).unwrap_or(found));
    }
    Ok(found)
}

/// Unpacks Debian's headless shell into `.tools/` and returns its program, if it starts here: a machine's own
/// packages stay as they are.
fn unpacked_shell(workspace: &Workspace) -> Option<PathBuf> {
    let folder = workspace.root.join(".tools").join(SHELL);
    let program = folder.join("usr/lib/chromium").join(SHELL);
    let starts = || quiet_output(Command::new(&program).arg("--version")).is_some();
    if program.is_file() && starts() {
        return Some(program);
    }
    let fetched = step("headless shell", "unpacked into .tools/; some seconds", || {
        let downloads = folder.join("packages");
        apt::download(&[SHELL, "chromium-common"], &downloads)?;
        for package in files_below(&downloads)? {
            run(Command::new("dpkg").arg("-x").arg(downloads.join(package)).arg(&folder))?;
        }
        if !starts() {
            bail!("it does not start here");
        }
        Ok(())
    });
    match fetched {
        Ok(()) => Some(program),
        Err(why) => {
            println!(
                "  no headless shell here ({why:#}): the journeys go through the whole browser"
            );
            None
        }
    }
}

fn find() -> Option<PathBuf> {
    let installed = MAC.iter().map(PathBuf::from).filter(|path| path.is_file());
    NAMES.iter().filter_map(|name| on_path(name)).chain(installed).next()
}
