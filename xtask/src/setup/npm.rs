//! Node.js and the npm packages of the lock file.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::command::{quiet_output, run};
use crate::steps::step;
use crate::workspace::{Workspace, content_hash, read, read_text, write};

const OLDEST_NODE: u32 = 20;

/// Refuses to go on without Node.js and npm, saying what to install.
pub fn check_node() -> Result<()> {
    let advice = format!(
        "install Node.js {OLDEST_NODE} or newer with npm: https://nodejs.org, or your system's \
         package manager (Debian: sudo apt-get install nodejs npm)"
    );
    let Some(version) = quiet_output(Command::new("node").arg("--version")) else {
        bail!("there is no `node` on PATH; {advice}");
    };
    if major(&version).is_none_or(|major| major < OLDEST_NODE) {
        bail!("`node` on PATH is {}; {advice}", version.trim());
    }
    if quiet_output(npm().arg("--version")).is_none() {
        bail!("there is no `npm` on PATH; {advice}");
    }
    Ok(())
}

/// Returns the command for npm under its name on this system.
pub fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// Installs the packages of the lock file, unless that is done already.
pub fn ensure_packages(workspace: &Workspace) -> Result<()> {
    let stamp = workspace.tools.join("stamps/npm");
    let wanted = content_hash(
        [
            "package-lock.json",
            "package.json",
            "app/editor/package.json",
            "core/npm/package.json",
            "e2e/package.json",
        ]
        .map(|path| read(&workspace.root.join(path)))
        .into_iter()
        .collect::<Result<Vec<_>>>()?
        .iter()
        .map(Vec::as_slice),
    );
    let is_done = fs::read_to_string(&stamp).is_ok_and(|done| done == wanted)
        && workspace.root.join("node_modules/.package-lock.json").is_file();
    if is_done {
        return Ok(());
    }
    step(
        "npm packages",
        "esbuild, wasm-opt, the editor, and what tests need; up to 1 minute",
        || {
            // Removed before the work starts, so an interrupted installation leaves no stamp.
            let _ = fs::remove_file(&stamp);
            let mut command = npm();
            command.args(["ci", "--no-fund", "--no-audit"]).current_dir(&workspace.root);
            command.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
            run(&mut command)?;
            write(&stamp, &wanted)
        },
    )
}

/// Installs the packages of the extension of Visual Studio Code, which has a lock file of its own, unless
/// that is done already.
pub fn ensure_extension(workspace: &Workspace) -> Result<()> {
    let folder = workspace.root.join("editors/vscode");
    let stamp = workspace.tools.join("stamps/npm-extension");
    let lock = read(&folder.join("package-lock.json"))?;
    let wanted = content_hash([lock.as_slice()]);
    let is_done = fs::read_to_string(&stamp).is_ok_and(|done| done == wanted)
        && folder.join("node_modules/.package-lock.json").is_file();
    if is_done {
        return Ok(());
    }
    let _ = fs::remove_file(&stamp);
    run(npm().args(["ci", "--no-fund", "--no-audit"]).current_dir(&folder))?;
    write(&stamp, &wanted)
}

/// An npm package that the page or the npm package ships.
#[derive(Debug, PartialEq, Eq)]
pub struct NpmPackage {
    pub name: String,
    pub version: String,
    /// An SPDX expression, if the package declares one.
    pub licence: Option<String>,
    /// The package's folder below the clone's root.
    pub path: String,
}

/// Returns the packages of the lock file that are shipped: neither tools nor our own.
pub fn runtime_packages(workspace: &Workspace) -> Result<Vec<NpmPackage>> {
    let lock: Value = serde_json::from_str(&read_text(&workspace.root.join("package-lock.json"))?)
        .context("reading package-lock.json")?;
    Ok(runtime_packages_in(&lock))
}

fn runtime_packages_in(lock: &Value) -> Vec<NpmPackage> {
    let is_set = |package: &Value, key| package.get(key).and_then(Value::as_bool) == Some(true);
    let packages = lock.get("packages").and_then(Value::as_object);
    packages
        .into_iter()
        .flatten()
        // Other keys are the workspace's own folders.
        .filter_map(|(path, package)| Some((path, path.rsplit_once("node_modules/")?.1, package)))
        .filter(|(_, _, package)| !is_set(package, "dev") && !is_set(package, "link"))
        .map(|(path, name, package)| {
            let text = |key| package.get(key).and_then(Value::as_str).map(str::to_owned);
            NpmPackage {
                name: name.to_owned(),
                version: text("version").unwrap_or_default(),
                licence: text("license"),
                path: path.clone(),
            }
        })
        .collect()
}

fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_node_versions() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("20"), None);
    }

    #[test]
    fn what_is_shipped_is_neither_dev_nor_ours() {
        let lock = serde_json::json!({ "packages": {
            "": { "name": "root" },
            "app/editor": { "license": "MIT" },
            "node_modules/editor": { "link": true },
            "node_modules/esbuild": { "version": "1.0.0", "dev": true, "license": "MIT" },
            "node_modules/a/node_modules/@x/b": { "version": "2.0.0", "license": "ISC" },
            "node_modules/c": { "version": "3.0.0" },
        }});
        let found: Vec<_> = runtime_packages_in(&lock)
            .into_iter()
            .map(|it| (it.name, it.version, it.licence, it.path))
            .collect();
        let package = |name: &str, version: &str, licence: Option<&str>, path: &str| {
            (name.to_owned(), version.to_owned(), licence.map(str::to_owned), path.to_owned())
        };
        assert_eq!(
            found,
            [
                package("@x/b", "2.0.0", Some("ISC"), "node_modules/a/node_modules/@x/b"),
                package("c", "3.0.0", None, "node_modules/c"),
            ]
        );
    }
}
