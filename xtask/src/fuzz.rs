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
cargo xtask fuzz [target | --all] [--seconds N]

Feeds mutated files to the core, guided by which code they reach, for 60 seconds each:

    sprokit, pinsight, coil-hardware, coil-target
                    texts; everything is asked of them
    coil-decoder    binaries
    commands        commands that the views offer, in any order, undone to the start
    conversions     texts into other formats, and those into others again
    server          conversations with the language server

All of them with --all, or if no target is named. Starts from the files of core/testdata, and
of the folder that BOBBIN_CORPUS names; keeps new inputs in the target folder. Installs cargo-fuzz
first; a C++ compiler must be there. An input that makes the core panic is written to
core/fuzz/targets/artifacts/, and the command fails.

The same targets run without cargo-fuzz with inputs of chance from a seed:
`BOBBIN_SEED=7 BOBBIN_COUNT=100000 cargo test --release -p bobbin-fuzz --test seeded server`.";

/// Texts of all languages. What stands in front of them when they are read is chance.
const TEXTS: &[&str] = &["sprokit/ok", "pinsight/ok", "coil-hardware/ok", "coil-target/ok"];

/// The targets, each with the folders of its seed files.
const TARGETS: [(&str, &[&str]); 8] = [
    ("sprokit", &["sprokit/ok", "sprokit/err"]),
    ("pinsight", &["pinsight/ok", "pinsight/err"]),
    ("coil-hardware", &["coil-hardware/ok", "coil-hardware/err"]),
    ("coil-target", &["coil-target/ok", "coil-target/err"]),
    ("coil-decoder", &["coil-hardware/binary"]),
    ("commands", TEXTS),
    ("conversions", TEXTS),
    ("server", TEXTS),
];

pub fn command(workspace: &Workspace, mut flags: Flags) -> Result<ExitCode> {
    let seconds: u32 = match flags.take_value("--seconds")? {
        Some(text) => text.parse()?,
        None => 60,
    };
    let all = flags.take("--all");
    let wanted = flags.take_word();
    flags.end()?;
    if all && wanted.is_some() {
        bail!("--all names all targets already\n\n{HELP}");
    }
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
    cargo.args(["fuzz", "run", "--sanitizer", "none", "--fuzz-dir", "core/fuzz/targets", name]);
    cargo.arg(&corpus);
    cargo.args(seeds.iter().map(|it| workspace.root.join("core/testdata").join(it)));
    cargo.args(std::env::var_os("BOBBIN_CORPUS"));
    cargo.args(["--", "-timeout=20", "-max_len=4096", "-verbosity=0", "-print_final_stats=1"]);
    cargo.arg(format!("-max_total_time={seconds}"));
    run(&mut cargo)
}
