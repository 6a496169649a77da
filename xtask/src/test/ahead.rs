//! The page, built beside the checks: its linking takes minutes of one processor alone.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::command::end;
use crate::workspace::Workspace;

/// A build of the page that is under way; it ends with this.
#[derive(Debug)]
pub struct PageAhead {
    build: Child,
    /// The file of what it prints.
    printed: PathBuf,
}

impl PageAhead {
    /// Starts the build.
    ///
    /// # Errors
    ///
    /// If this program cannot be started again, or its output cannot be kept.
    pub fn begin(workspace: &Workspace) -> Result<PageAhead> {
        let printed = workspace.target.join("page-of-test.log");
        fs::create_dir_all(&workspace.target)?;
        let file =
            File::create(&printed).with_context(|| format!("writing {}", printed.display()))?;
        let own = std::env::current_exe().context("looking for this program")?;
        let mut build = Command::new(own);
        build.arg("build").current_dir(&workspace.root).stdin(Stdio::null());
        build.stdout(file.try_clone()?).stderr(file);
        let build = build.spawn().context("starting the build of the page")?;
        println!("  the page is being built beside what follows");
        Ok(PageAhead { build, printed })
    }

    /// Waits for the build, and shows what it printed.
    ///
    /// # Errors
    ///
    /// If the build failed.
    pub fn finish(mut self) -> Result<()> {
        let status = self.build.wait()?;
        let printed = fs::read(&self.printed)
            .with_context(|| format!("reading {}", self.printed.display()))?;
        print!("{}", String::from_utf8_lossy(&printed));
        if !status.success() {
            bail!("`xtask build` ended with {status}");
        }
        Ok(())
    }
}

impl Drop for PageAhead {
    fn drop(&mut self) {
        end(&mut self.build);
    }
}
