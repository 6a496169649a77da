//! Generates the service worker after the build, so that it lists what was built.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::sizes::is_kept_offline;
use crate::command::run;
use crate::workspace::{Workspace, files_below, write};

/// Writes `sw.js`, which keeps every file of the first load for use offline. A new
/// version waits until the page sends `{type: "SKIP_WAITING"}`.
pub fn generate(workspace: &Workspace, staging: &Path) -> Result<()> {
    let mut node = Command::new("node");
    node.current_dir(&workspace.root).arg("xtask/js/service-worker.mjs").arg(staging);
    run(node.args(files_below(staging)?.iter().filter(|file| is_kept_offline(file))))
}

/// Writes an `sw.js` that removes itself: nothing may be cached while developing.
pub fn retire(staging: &Path) -> Result<()> {
    write(
        &staging.join("sw.js"),
        "self.addEventListener('install', () => self.skipWaiting());\n\
         self.addEventListener('activate', () => self.registration.unregister());\n",
    )
}
