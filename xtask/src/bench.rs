//! `cargo xtask bench`: the figures that have budgets.

use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::build;
use crate::command::run;
use crate::flags::Flags;
use crate::setup;
use crate::steps::step;
use crate::test::playwright;
use crate::workspace::Workspace;

pub const HELP: &str = "\
cargo xtask bench

Sets up, builds, and prints tables: parsing in MB/s for each language, native and as
WebAssembly under Node.js, and the time from a key press to its diagnostics in Chromium.
About 10 minutes in a fresh clone on two cores. Nothing fails for being slow.

cargo xtask bench growth [ROW]

How the time to parse, resolve and diagnose a text grows with its length, natively: nanoseconds
per byte at 10 kB to 10 MB for each language and several shapes of text, the ratio of the largest
to the smallest (at most 1.5 is the goal), and the most memory in use. About 2 minutes after the
build; with the beginning of a row, such as `sprokit many keys` in quotes, those alone, by step.

cargo xtask bench layout [--quick]

The graph layout beside elkjs and Graphviz on generated graphs: time, cold and warm, in one
Chromium with a worker for each; crossings, length, area, bends, and what one edit moves and
takes; each budget with whether it is met. About 10 minutes; with --quick only graphs of up
to 200 processes, one minute.";

pub fn command(workspace: &Workspace, mut flags: Flags) -> Result<ExitCode> {
    if flags.take("layout") {
        return layout(workspace, flags);
    }
    if flags.take("growth") {
        return growth(workspace, flags);
    }
    flags.end()?;
    let setup = setup::for_test(workspace)?;
    let mut n_failed = 0;
    let mut part = |name, about, work: &dyn Fn() -> Result<()>| {
        if let Err(error) = step(name, about, work) {
            println!("  {error:#}");
            n_failed += 1;
        }
    };
    part("native parsing", "core/languages/examples/bench.rs; 2 minutes at first", &|| {
        run(workspace.cargo().args([
            "run",
            "--locked",
            "--release",
            "-p",
            "bobbin-languages",
            "--example",
            "bench",
        ]))
    });
    part("page", build::PAGE_ABOUT, &|| build::page(workspace, &setup.wasm));
    part("WebAssembly", "core/npm/bench/ under Node.js; 1 minute", &|| {
        for script in ["core/npm/bench/start.mjs", "core/npm/bench/parse.mjs"] {
            run(Command::new("node").arg(script).current_dir(&workspace.root))?;
        }
        Ok(())
    });
    part("typing", "e2e/bench.config.ts in Chromium; 1 minute", &|| {
        run(playwright(workspace, &setup)?.args(["test", "--config", "bench.config.ts"]))
    });
    Ok(if n_failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn growth(workspace: &Workspace, mut flags: Flags) -> Result<ExitCode> {
    let row = flags.take_word();
    flags.end()?;
    step("growth", "core/languages/examples/growth; 2 minutes after the build", || {
        let mut cargo = workspace.cargo();
        cargo.args(["run", "--locked", "--release", "-p", "bobbin-languages"]);
        cargo.args(["--example", "growth", "--"]);
        run(cargo.args(&row))
    })?;
    Ok(ExitCode::SUCCESS)
}

fn layout(workspace: &Workspace, mut flags: Flags) -> Result<ExitCode> {
    let is_quick = flags.take("--quick");
    flags.end()?;
    let setup = setup::for_test(workspace)?;
    {
        let _lock = build::BuildLock::take(workspace, build::Purpose::Once)?;
        build::core(workspace, &setup.wasm, build::Mode::Release)?;
    }
    step("layout", "e2e/bench/layout/run.mjs in Chromium; 10 minutes", || {
        let mut node = Command::new("node");
        node.arg("e2e/bench/layout/run.mjs").current_dir(&workspace.root);
        setup.chromium.tell(&mut node);
        run(if is_quick { node.arg("--quick") } else { &mut node })
    })?;
    Ok(ExitCode::SUCCESS)
}
