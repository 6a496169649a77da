//! Firefox and WebKit, as Debian has them, for the main journeys.

use std::path::Path;

use anyhow::{Context, Result};

use super::apt;
use crate::steps::step;
use crate::workspace::on_path;

/// Debian's packages, each with the program that shows it is there.
const PACKAGES: [(&str, &str); 3] =
    [("firefox-esr", "firefox-esr"), ("webkit2gtk-driver", "WebKitWebDriver"), ("xvfb", "Xvfb")];

/// Finds the browsers with their drivers, or installs them.
///
/// # Errors
///
/// They are missing, and there is no right to install them; the message says what to type.
pub fn ensure() -> Result<()> {
    let is_missing = |program: &str| {
        on_path(program).is_none() && !Path::new("/usr/bin").join(program).is_file()
    };
    let missing: Vec<&str> = PACKAGES.iter().filter(|it| is_missing(it.1)).map(|it| it.0).collect();
    if missing.is_empty() {
        return Ok(());
    }
    step("other browsers", "Firefox and WebKit by apt-get; 1 minute", || apt::install(&missing))
        .with_context(|| format!("install them by hand: `{}`", apt::by_hand(&missing)))
}
