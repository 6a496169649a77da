//! Debian's package manager, for what cannot be installed into the clone.

use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{quiet_output, run};
use crate::workspace::on_path;

/// Returns the line that the user has to type where we have no right to.
pub fn by_hand(packages: &[&str]) -> String {
    format!("sudo apt-get install -y --no-install-recommends {}", packages.join(" "))
}

/// Installs Debian packages, as root or with a `sudo` that asks for no password.
pub fn install(packages: &[&str]) -> Result<()> {
    if on_path("apt-get").is_none() {
        bail!("this system has no apt-get");
    }
    let is_root = quiet_output(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0");
    let may_sudo = || quiet_output(Command::new("sudo").args(["-n", "true"])).is_some();
    let prefix: &[&str] = match is_root {
        true => &[],
        false if may_sudo() => &["sudo", "-n"],
        false => bail!("no right to install packages here; run `{}`", by_hand(packages)),
    };
    let apt = |arguments: &[&str]| {
        let mut line =
            prefix.iter().chain(&["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]);
        let program = line.next().copied().unwrap_or("apt-get");
        run(Command::new(program).args(line).args(arguments))
    };
    // A fresh machine has no package lists, and an old list names files that are gone.
    apt(&["update"])?;
    let mut arguments = vec!["install", "-y", "--no-install-recommends"];
    arguments.extend(packages);
    apt(&arguments)
}
