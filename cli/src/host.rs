//! Facts about this machine, completed by the command line.

use std::env;
use std::fs;
use std::path::Path;

use bobbin_core::HostFacts;

use crate::arguments::HostArguments;
use crate::load::name_standard_input;
use crate::paths::text_of;

/// Returns the facts about this machine that a text may ask for, overridden by the command line.
///
/// Facts that change from run to run, such as the process number or the free memory, are left out. The name of
/// standard input counts from then on.
pub(crate) fn facts(arguments: &HostArguments) -> Result<HostFacts, String> {
    if let Some(name) = &arguments.stdin_filename {
        name_standard_input(name);
    }
    let mut host = HostFacts {
        settings: arguments.settings.clone(),
        include_path: arguments.include_path.iter().map(|it| text_of(it)).collect(),
        strict: arguments.strict,
        has_all_files: true,
        ..HostFacts::default()
    };
    if !arguments.clean_env {
        for (name, value) in env::vars_os() {
            let [name, value] = [name, value].map(|it| text_of(Path::new(&it)));
            host.env.insert(name, value);
        }
    }
    host.env.extend(arguments.env.iter().cloned());
    for (name, value) in machine() {
        if let Some(value) = value {
            host.system.insert(name.to_owned(), value);
        }
    }
    host.system.extend(arguments.system.iter().cloned());
    for path in &arguments.catalogues {
        let shown = path.display();
        let text = fs::read_to_string(path);
        let text = text.map_err(|error| format!("cannot read the catalogue {shown}: {error}"))?;
        host.catalogues.push(text.into());
        host.catalogue_names.push(shown.to_string());
    }
    Ok(host)
}

/// Returns the facts under the names that texts ask for.
fn machine() -> [(&'static str, Option<String>); 9] {
    let is = |it: bool| Some(if it { "TRUE" } else { "FALSE" }.to_owned());
    let number = std::thread::available_parallelism().ok();
    [
        ("curdir", env::current_dir().ok().map(|it| text_of(&it))),
        ("numproc", number.map(|it| it.to_string())),
        ("hostname", kernel("hostname")),
        ("osname", kernel("ostype")),
        ("osplatform", Some(env::consts::ARCH.to_owned())),
        ("iswindows", is(cfg!(windows))),
        ("islinux", is(cfg!(target_os = "linux"))),
        ("isapple", is(cfg!(target_vendor = "apple"))),
        ("is64bits", is(cfg!(target_pointer_width = "64"))),
    ]
}

/// Reads a fact from `/proc/sys/kernel/`.
fn kernel(name: &str) -> Option<String> {
    let text = fs::read_to_string(Path::new("/proc/sys/kernel").join(name)).ok()?;
    Some(text.trim().to_owned())
}
