//! The browser for the end-to-end tests, and Chromium's headless shell where it can be had: journeys take a third less
//! time in it than in the whole browser.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::apt;
use crate::command::{quiet_output, run};
use crate::steps::step;
use crate::workspace::{Workspace, files_below, on_path};

const SHELL: &str = "chromium-headless-shell";
const NAMES: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC: [&str; 2] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// The programs that journeys go through.
pub struct Chromium {
    pub whole: PathBuf,
    /// None: every journey goes through the whole browser.
    pub shell: Option<PathBuf>,
}

impl Chromium {
    /// Names them in the environment of `command`, as `e2e/server.ts` reads them.
    pub fn tell(&self, command: &mut Command) {
        command.env("BOBBIN_CHROMIUM", &self.whole);
        if let Some(shell) = &self.shell {
            command.env("BOBBIN_HEADLESS_SHELL", shell);
        }
    }
}

/// Finds a browser, or gets one.
///
/// # Errors
///
/// If there is none and none can be installed, which says what to install by hand.
pub fn ensure(workspace: &Workspace) -> Result<Chromium> {
    if let Some(whole) = env::var_os("BOBBIN_CHROMIUM").map(PathBuf::from) {
        if !whole.is_file() {
            bail!("BOBBIN_CHROMIUM names {}, which is not a file", whole.display());
        }
        return Ok(Chromium { whole, shell: None });
    }
    let whole = match find() {
        Some(found) => found,
        None => install()?,
    };
    // Debian's browser has the libraries that its shell needs.
    let is_debian = whole == Path::new("/usr/bin/chromium") && on_path("dpkg").is_some();
    let shell = if is_debian { unpacked_shell(workspace) } else { None };
    Ok(Chromium { whole, shell })
}

fn install() -> Result<PathBuf> {
    step("Chromium", "the browser for the end-to-end tests; 1 to 3 minutes", || {
        apt::install(&["chromium"])
    })
    .context(
        "the end-to-end tests need Chromium or Chrome: install one by hand and run again, or set \
         BOBBIN_CHROMIUM to its executable",
    )?;
    find().context("Chromium was installed, but no executable is on PATH; set BOBBIN_CHROMIUM")
}

/// Unpacks Debian's headless shell into `.tools/` and returns its program, if it starts here: a machine's own
/// packages stay as they are.
fn unpacked_shell(workspace: &Workspace) -> Option<PathBuf> {
    let folder = workspace.root.join(".tools").join(SHELL);
    let program = folder.join("usr/lib/chromium").join(SHELL);
    let starts = || {
        let arguments = ["--no-sandbox", "--disable-gpu", "--dump-dom", "data:text/html,<p>ready"];
        quiet_output(Command::new(&program).args(arguments)).is_some_and(|it| it.contains("ready"))
    };
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
