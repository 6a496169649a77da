//! News of a new build for pages of `cargo xtask serve --dev`.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

use crate::workspace::write;

/// Names the build that is served.
const STAMP: &str = "build.txt";

/// Asks every half second whether the served build is still the one of the page.
const SCRIPT: &str = "\
const ask = () => fetch('./build.txt', { cache: 'no-store' }).then((it) => (it.ok ? it.text() : null), () => null);
const own = await ask();
setInterval(async () => {
  const served = await ask();
  if (served !== null && served !== own) location.reload();
}, 500);
";

/// Writes the name of this build, and the script that asks for it, into a staged page; returns the
/// page with that script.
pub fn with_script(html: &str, staging: &Path) -> Result<String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock is before 1970")?;
    write(&staging.join(STAMP), now.as_nanos().to_string())?;
    write(&staging.join("reload.js"), SCRIPT)?;
    let script = "<script type=\"module\" src=\"./reload.js\"></script>\n</body>";
    Ok(html.replacen("</body>", script, 1))
}
