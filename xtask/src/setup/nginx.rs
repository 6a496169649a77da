//! nginx, behind which some journeys go through the page. It is unpacked and not installed: a package of
//! Debian's starts a server.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use super::apt;
use crate::command::run;
use crate::steps::step;
use crate::workspace::{Workspace, files_below, on_path};

/// Program, types of files, and the module that sends what is compressed already.
const PACKAGES: [&str; 3] = ["nginx", "nginx-common", "libnginx-mod-http-brotli-static"];

/// Finds nginx, or gets it; `None` where there is neither, which is said.
pub fn ensure(workspace: &Workspace) -> Result<Option<PathBuf>> {
    if let Some(path) = env::var_os("BOBBIN_NGINX").map(PathBuf::from) {
        if !path.is_file() {
            bail!("BOBBIN_NGINX names {}, which is not a file", path.display());
        }
        return Ok(Some(path));
    }
    let folder = workspace.root.join(".tools/nginx");
    let unpacked = folder.join("usr/sbin/nginx");
    let places = ["/usr/sbin/nginx", "/usr/local/bin/nginx"].map(PathBuf::from);
    let found = on_path("nginx").into_iter().chain(places).chain([unpacked.clone()]);
    if let Some(path) = found.into_iter().find(|it| it.is_file()) {
        return Ok(Some(path));
    }
    if on_path("dpkg").is_none() {
        println!("  no nginx here: the journeys behind it are left out; BOBBIN_NGINX names one");
        return Ok(None);
    }
    let fetched = step("nginx", "unpacked into .tools/; some seconds", || {
        let downloads = folder.join("packages");
        apt::download(&PACKAGES, &downloads)?;
        for package in files_below(&downloads)? {
            run(Command::new("dpkg").arg("-x").arg(downloads.join(package)).arg(&folder))?;
        }
        Ok(())
    });
    // The rest can be tested without it, also where Debian's packages cannot be had.
    Ok(match fetched {
        Ok(()) => Some(unpacked),
        Err(why) => {
            println!("  no nginx here ({why:#}): the journeys behind it are left out");
            None
        }
    })
}
