//! `cargo xtask fuzz`: looks for texts and binaries that make the core panic.

use std::fs;
use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::command::run;
use crate::flags::Flags;
use crate::setup;
use crate::steps::step;
use crate::workspace::Workspace;

pub const HELP: &str = "\
cargo xtask fuzz [target] [--seconds N]

Feeds mutated files to the core, guided by which code they reach, for 60 seconds each:
sprokit, pinsight, coil-hardware, coil-target (texts) and coil-decoder (binaries); all of
them if no target is named. Starts from the files of core/testdata, and keeps new
inputs in the target folder. Installs cargo-fuzz first; a C++ compiler must be there.
An input that makes the core panic is written to core/fuzz/artifacts/, and the command fails.";

/// The targets, each with the folders of its seed files.
const TARGETS: [(&str, &[&str]); 5] = [
    ("sprokit", &["sprokit/ok", "sprokit/err"]),
    ("pinsight", &["pinsight/ok", "pinsight/err"]),
    ("coil-hardware", &["coil-hardware/ok", "coil-hardware/err"]),
    ("coil-target", &["coil-target/ok", "coil-target/err"]),
    ("coil-decoder", &["coil-hardware/binary"]),
];

pub fn command(workspace: &Workspace, mut flags: Flags) -> Result<ExitCode> {
    let seconds: u32 = match flags.take_value("--seconds")? {
        Some(text) => text.parse()?,
        None => 60,
    };
    let wanted = flags.take_word();
    flags.end()?;
    let targets: Vec<_> =
        TARGETS.iter().filter(|it| wanted.as_deref().is_none_or(|name| name == it.0)).collect();
    if targets.is_empty() {
        bail!("there is no such target\n\n{HELP}");
    }
    setup::ensure_fuzz(workspace)?;
    let mut n_failed = 0;
    for (name, seeds) in targets {
        let about = format!("{seconds} s; building it takes a minute at first");
        if let Err(error) = step(name, &about, || target(workspace, name, seeds, seconds)) {
            println!("  {error:#}");
            n_failed += 1;
        }
    }
    Ok(if n_failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn target(workspace: &Workspace, name: &str, seeds: &[&str], seconds: u32) -> Result<()> {
    let corpus = workspace.target.join("fuzz-corpus").join(name);
    fs::create_dir_all(&corpus)?;
    let mut cargo = workspace.cargo();
    // The compiler instruments the core only with a flag that stable compilers hide.
    cargo.env("PATH", workspace.path()?);
    cargo.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_DIR", workspace.target.join("fuzz"));
    cargo.args(["fuzz", "run", "--sanitizer", "none", "--fuzz-dir", "core/fuzz", name]);
    cargo.arg(&corpus);
    cargo.args(seeds.iter().map(|it| workspace.root.join("core/testdata").join(it)));
    cargo.args(["--", "-timeout=20", "-max_len=4096", "-verbosity=0", "-print_final_stats=1"]);
    cargo.arg(format!("-max_total_time={seconds}"));
    run(&mut cargo)
}
