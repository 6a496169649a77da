//! Set-up: everything that a fresh clone with Rust and Node.js needs for a build.
//!
//! Each part first checks whether it is done already, so a second run does nothing; an interrupted
//! part counts as not done and starts again. Pinned tools live in `.tools/`, npm packages in
//! `node_modules/`. Only the WebAssembly target (rustup), its substitute and Chromium (apt) are
//! installed on the machine.

mod apt;
mod cargo_tools;
mod chromium;
mod engines;
mod lock_file;
mod nginx;
mod npm;
mod wasm_target;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;

use self::chromium::Chromium;
use crate::flags::Flags;
use crate::steps::time;
use crate::workspace::Workspace;

pub use cargo_tools::ensure_fuzz;
pub use engines::ensure as ensure_engines;
pub use npm::{NpmPackage, ensure_extension, npm, runtime_packages};
pub use wasm_target::WasmToolchain;

pub const HELP: &str = "\
cargo xtask setup [--test]

Makes a fresh clone ready to build, and with --test ready to test. It needs Rust (by
rustup), and Node.js 20.19 or newer with npm. The first run takes about 2 minutes on two
cores, mostly compiling wasm-bindgen; a second run does nothing.

    the wasm32-unknown-unknown target   rustup, or Debian's rustc-web and its library source
    wasm-bindgen, as a library          compiled with this command into target/
    esbuild, wasm-opt, ...              npm ci into node_modules/
    --test: cargo-nextest, Chromium     reused if installed, else .tools/ and apt-get
    --test: Chromium's headless shell   from Debian into .tools/, where it can be had
    --test: nginx                       reused if installed, else from Debian into .tools/

Environment: BOBBIN_CHROMIUM=/path/to/chromium names the browser for tests;
BOBBIN_NGINX=/path/to/nginx the server behind which some journeys go;
BOBBIN_WASM_STD=source builds the standard library from Debian's source even where
rustup has the target.";

/// The result of the set-up for a build.
pub struct Setup {
    pub wasm: WasmToolchain,
}

/// The result of the set-up for tests.
pub struct TestSetup {
    pub wasm: WasmToolchain,
    /// The browser's executable.
    pub chromium: Chromium,
    /// The server behind which some journeys go through the page, where there is one.
    pub nginx: Option<PathBuf>,
}

pub fn command(workspace: &Workspace, mut flags: Flags) -> Result<()> {
    let for_tests = flags.take("--test");
    flags.end()?;
    if for_tests {
        for_test(workspace)?;
    } else {
        for_build(workspace)?;
    }
    Ok(())
}

/// Makes the clone ready to build, and prints the steps.
pub fn for_build(workspace: &Workspace) -> Result<Setup> {
    let start = Instant::now();
    let setup = for_hook(workspace)?;
    println!("✓ set-up is complete ({}; {})", setup.wasm.name(), time(start.elapsed()));
    Ok(setup)
}

/// Makes the clone ready to build, like [`for_build`], within the output of another of our
/// commands.
pub fn for_hook(workspace: &Workspace) -> Result<Setup> {
    npm::check_node()?;
    let wasm = wasm_target::ensure(workspace)?;
    cargo_tools::ensure_bindgen(workspace)?;
    npm::ensure_packages(workspace)?;
    Ok(Setup { wasm })
}

/// Makes the clone ready to build and test.
pub fn for_test(workspace: &Workspace) -> Result<TestSetup> {
    let setup = for_build(workspace)?;
    cargo_tools::ensure_components(workspace)?;
    cargo_tools::ensure_nextest(workspace)?;
    let chromium = chromium::ensure(workspace)?;
    let nginx = nginx::ensure(workspace)?;
    println!("✓ set-up for tests is complete (browser: {})", chromium.whole.display());
    Ok(TestSetup { wasm: setup.wasm, chromium, nginx })
}
