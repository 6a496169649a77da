//! Debian's package manager, for what cannot be installed into the clone.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::command::{quiet_output, run};
use crate::workspace::on_path;

/// Returns the line that the user has to type where we have no right to.
pub fn by_hand(packages: &[&str]) -> String {
    format!("sudo apt-get install -y --no-install-recommends {}", packages.join(" "))
}

/// Fetches Debian packages into `folder` without installing them.
pub fn download(packages: &[&str], folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    // A fresh machine has no package lists, and without rights there may be some all the same.
    if let Ok(apt) = Apt::find() {
        apt.run(&["update"])?;
    }
    let mut apt = Command::new("apt-get");
    run(apt
        .args(["-qq", "-o", "APT::Sandbox::User=root", "download"])
        .args(packages)
        .current_dir(folder))
}

/// Installs Debian packages, as root or with a `sudo` that asks for no password.
pub fn install(packages: &[&str]) -> Result<()> {
    let apt = Apt::find().with_context(|| format!("run `{}`", by_hand(packages)))?;
    // A fresh machine has no package lists, and an old list names files that are gone.
    apt.run(&["update"])?;
    let mut arguments = vec!["install", "-y", "--no-install-recommends"];
    arguments.extend(packages);
    apt.run(&arguments)
}

/// The package manager with the right to change the system.
struct Apt {
    prefix: &'static [&'static str],
}

impl Apt {
    /// Finds it; fails where there is none, or no right.
    fn find() -> Result<Apt> {
        if on_path("apt-get").is_none() {
            bail!("this system has no apt-get");
        }
        let is_root = quiet_output(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0");
        let may_sudo = || quiet_output(Command::new("sudo").args(["-n", "true"])).is_some();
        match is_root {
            true => Ok(Apt { prefix: &[] }),
            false if may_sudo() => Ok(Apt { prefix: &["sudo", "-n"] }),
            false => bail!("no right to install packages here"),
        }
    }

    fn run(&self, arguments: &[&str]) -> Result<()> {
        let quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"];
        let mut line = self.prefix.iter().chain(&quiet);
        let program = line.next().copied().unwrap_or("apt-get");
        run(Command::new(program).args(line).args(arguments))
    }
}
