//! Changes of the sources, for `serve --dev`.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use anyhow::{Context, Result};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::workspace::Workspace;

/// What the page is built from.
const SOURCES: [&str; 5] = ["app", "core", "public", "Cargo.lock", "package-lock.json"];

/// What a build writes below [`SOURCES`].
const GENERATED: [&str; 5] =
    ["app/generated", "core/wasm/pkg", "core/wasm/families", "core/npm/dist", "core/npm/packed"];

/// An editor writes several files at once, and some of them twice.
const REST: Duration = Duration::from_millis(80);

/// The changes of the sources since it was made.
pub struct Changes {
    root: PathBuf,
    paths: Receiver<PathBuf>,
    /// Watches as long as it lives.
    _watcher: RecommendedWatcher,
}

impl Changes {
    /// Begins to watch the sources.
    pub fn of(workspace: &Workspace) -> Result<Changes> {
        let (sender, paths) = mpsc::channel();
        let mut watcher =
            notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
                // Reading a file is no change; what could not be watched is not seen.
                if let Ok(event) = event
                    && !matches!(event.kind, EventKind::Access(_))
                {
                    for path in event.paths {
                        // Fails only when nobody waits any more.
                        let _ = sender.send(path);
                    }
                }
            })
            .context("watching the sources")?;
        for source in SOURCES {
            let path = workspace.root.join(source);
            watcher
                .watch(&path, RecursiveMode::Recursive)
                .with_context(|| format!("watching {}", path.display()))?;
        }
        Ok(Changes { root: workspace.root.clone(), paths, _watcher: watcher })
    }

    /// Waits for a change, and until nothing more changes; returns the name of the first file.
    pub fn wait(&self) -> Result<String> {
        loop {
            let path = self.paths.recv().context("the sources are watched no more")?;
            if let Some(name) = source(&self.root, &path) {
                while self.paths.recv_timeout(REST).is_ok() {}
                return Ok(name);
            }
        }
    }
}

/// Returns the name of a file in the clone if the page is built from it.
fn source(root: &Path, path: &Path) -> Option<String> {
    let name = path.strip_prefix(root).ok()?;
    let is_made = GENERATED.iter().any(|it| name.starts_with(it))
        || name.components().any(|it| it.as_os_str() == "node_modules");
    // Those of editors.
    let file = name.file_name()?.to_string_lossy();
    let is_passing = file.starts_with('.') || file.ends_with('~') || file.parse::<u32>().is_ok();
    (!is_made && !is_passing).then(|| name.to_string_lossy().replace('\\', "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sources_count() {
        let root = Path::new("/clone");
        let name = |path: &str| source(root, &root.join(path));
        assert_eq!(name("app/src/main.rs").as_deref(), Some("app/src/main.rs"));
        assert_eq!(name("Cargo.lock").as_deref(), Some("Cargo.lock"));
        for path in [
            "app/generated/assets.json",
            "core/npm/node_modules/a.js",
            "app/src/.main.rs.swp",
            "app/4913",
        ] {
            assert_eq!(name(path), None, "{path}");
        }
        assert_eq!(source(root, Path::new("/elsewhere/app/a.rs")), None);
    }
}
