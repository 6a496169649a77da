//! The browser for the end-to-end tests.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::apt;
use crate::steps::step;
use crate::workspace::on_path;

const NAMES: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC: [&str; 2] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

pub fn ensure() -> Result<PathBuf> {
    if let Some(path) = env::var_os("BOBBIN_CHROMIUM").map(PathBuf::from) {
        if !path.is_file() {
            bail!("BOBBIN_CHROMIUM names {}, which is not a file", path.display());
        }
        return Ok(path);
    }
    if let Some(path) = find() {
        return Ok(path);
    }
    step("Chromium", "the browser for the end-to-end tests; 1 to 3 minutes", || {
        apt::install(&["chromium"])
    })
    .context(
        "the end-to-end tests need Chromium or Chrome: install one by hand and run again, or set \
         BOBBIN_CHROMIUM to its executable",
    )?;
    find().context("Chromium was installed, but no executable is on PATH; set BOBBIN_CHROMIUM")
}

fn find() -> Option<PathBuf> {
    let installed = MAC.iter().map(PathBuf::from).filter(|path| path.is_file());
    NAMES.iter().filter_map(|name| on_path(name)).chain(installed).next()
}
