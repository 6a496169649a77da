//! Allows one build at a time: a clone has one `core/wasm/pkg/`, `app/generated/` and `dist/`.

use std::env;
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::Path;
use std::process;

use anyhow::{Context, Result, bail};

use crate::workspace::Workspace;

/// The right to build in a clone, held until it is dropped or the process ends.
#[derive(Debug)]
pub struct BuildLock {
    _file: File,
}

/// The kind of build that holds a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Once,
    /// A build after each change, until the user ends it.
    Watch,
}

impl BuildLock {
    /// Waits until no other command builds in this clone.
    ///
    /// # Errors
    ///
    /// If the other command is `serve --dev`, which does not end by itself, or if this one is and
    /// another build is running.
    pub fn take(workspace: &Workspace, purpose: Purpose) -> Result<BuildLock> {
        let command: Vec<String> = env::args().skip(1).collect();
        take(&workspace.tools, &format!("cargo xtask {}", command.join(" ")), purpose)
    }
}

fn take(folder: &Path, command: &str, purpose: Purpose) -> Result<BuildLock> {
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let path = folder.join("build.lock");
    let open = || File::options().create(true).truncate(false).read(true).write(true).open(&path);
    let mut file = open().with_context(|| format!("opening {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => (),
        Err(TryLockError::WouldBlock) => {
            // Some systems do not let other processes read a locked file.
            let holder = fs::read_to_string(&path).unwrap_or_default();
            let name = if holder.is_empty() { "another command" } else { holder.as_str() };
            if holder.contains(" serve ") && holder.contains("--dev") {
                bail!("{name} builds in this clone after each change: end it first");
            }
            if purpose == Purpose::Watch {
                bail!("{name} is building in this clone: wait until it is done");
            }
            println!("  {name} is building in this clone; waiting until it is done");
            file.lock().with_context(|| format!("locking {}", path.display()))?;
        }
        Err(TryLockError::Error(error)) => {
            return Err(error).with_context(|| format!("locking {}", path.display()));
        }
    }
    file.set_len(0)?;
    write!(file, "`{command}` (process {})", process::id())?;
    Ok(BuildLock { _file: file })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = env::temp_dir().join(format!("bobbin-lock-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_second_build_waits_for_the_first() {
        let folder = folder("wait");
        let first = take(&folder, "cargo xtask serve", Purpose::Once).unwrap();
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            let second = scope.spawn(|| {
                let second = take(&folder, "cargo xtask build", Purpose::Once).unwrap();
                assert!(is_done.load(Ordering::SeqCst), "it did not wait");
                drop(second);
            });
            thread::sleep(Duration::from_millis(100));
            is_done.store(true, Ordering::SeqCst);
            drop(first);
            second.join().unwrap();
        });
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn nobody_waits_for_a_build_that_has_no_end() {
        let folder = folder("dev");
        let dev = take(&folder, "cargo xtask serve --dev", Purpose::Watch).unwrap();
        for purpose in [Purpose::Once, Purpose::Watch] {
            let error = take(&folder, "cargo xtask build", purpose).unwrap_err().to_string();
            let expected = format!(
                "`cargo xtask serve --dev` (process {}) builds in this clone",
                process::id()
            );
            assert!(error.starts_with(&expected), "{error}");
        }
        drop(dev);
        let once = take(&folder, "cargo xtask test", Purpose::Once).unwrap();
        let error = take(&folder, "cargo xtask serve --dev", Purpose::Watch).unwrap_err();
        assert!(error.to_string().contains("`cargo xtask test` (process"), "{error}");
        drop(once);
        fs::remove_dir_all(&folder).unwrap();
    }
}
