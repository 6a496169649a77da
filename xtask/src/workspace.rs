//! The folders and programs of this clone.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// The folders of this clone.
#[derive(Debug, Clone)]
pub struct Workspace {
    pub root: PathBuf,
    /// Cargo's target folder for native builds.
    pub target: PathBuf,
    /// Tools that set-up installs; ignored by git.
    pub tools: PathBuf,
}

impl Workspace {
    pub fn find() -> Result<Workspace> {
        // Cargo names the package's folder at run time; the compiled-in path is stale in a clone
        // that was moved.
        let manifest = env::var_os("CARGO_MANIFEST_DIR")
            .map(PathBuf::from)
            .filter(|path| path.ends_with("xtask"))
            .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
        let root = manifest.parent().context("xtask lies in the clone's root")?.to_owned();
        let target = env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root.join("target"), |path| root.join(path));
        let tools = root.join(".tools");
        Ok(Workspace { root, target, tools })
    }

    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// Returns an executable that set-up put into `.tools/bin`.
    pub fn tool(&self, name: &str) -> PathBuf {
        self.tools.join("bin").join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }

    /// Prepares a command of an npm package.
    pub fn npm_command(&self, name: &str) -> Command {
        let suffix = if cfg!(windows) { ".cmd" } else { "" };
        let mut command =
            Command::new(self.root.join("node_modules/.bin").join(format!("{name}{suffix}")));
        command.current_dir(&self.root);
        command
    }

    /// Returns `PATH` with the project's own tools first.
    pub fn path(&self) -> Result<OsString> {
        let mut folders = vec![self.tools.join("bin"), self.root.join("node_modules/.bin")];
        folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        Ok(env::join_paths(folders)?)
    }

    /// Prepares the cargo that runs us.
    pub fn cargo(&self) -> Command {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.current_dir(&self.root);
        command
    }
}

/// Finds the executable `name` on `PATH`.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|dir| dir.join(&file)).find(|path| path.is_file())
}

/// Returns the first 16 hexadecimal digits of the SHA-256 of all parts.
pub fn content_hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Lists all files below `dir`, as sorted relative paths with `/`.
pub fn files_below(dir: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let path = dir.join(&folder);
        for entry in fs::read_dir(&path).with_context(|| format!("reading {}", path.display()))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let relative = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if entry.file_type()?.is_dir() {
                folders.push(relative);
            } else {
                files.push(relative);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Reads like [`fs::read`], with an error that names the file.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("reading {}", path.display()))
}

/// Reads like [`fs::read_to_string`], with an error that names the file.
pub fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}

/// Writes like [`fs::write`], creating the folder first, with an error that names the file.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    }
    fs::write(path, content).with_context(|| format!("writing {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_tell_parts_apart() {
        let one = content_hash([b"ab".as_slice(), b"c"]);
        let other = content_hash([b"a".as_slice(), b"bc"]);
        assert_eq!(one.len(), 16);
        assert_ne!(one, other);
    }
}
