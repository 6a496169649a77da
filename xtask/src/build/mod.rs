//! Builds `dist/` from the sources.
//!
//! 1. [`core_wasm`]: core and language server become `core/wasm/pkg/`.
//! 2. [`assets`]: editor, worker and core get names by content in `app/generated/assets/`.
//! 3. [`stage`]: the Leptos page, as Trunk would build it.
//! 4. [`page`]: one start script, content security policy, service worker, headers.
//! 5. [`compress`]: `.br` and `.gz` beside each file; [`sizes`] prints them.

mod assets;
mod compress;
mod core_wasm;
mod headers;
mod lock;
mod mode;
mod notices;
mod page;
mod parts;
mod reload;
mod sbom;
mod service_worker;
mod sizes;
mod stage;
mod start_page;
mod tools;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::command::run;
use crate::flags::Flags;
use crate::setup::{self, WasmToolchain};
use crate::steps::step;
use crate::workspace::Workspace;

pub use core_wasm::FAMILIES;
pub use headers::HeaderRules;
pub use mode::Mode;

pub use lock::{BuildLock, Purpose};
pub use sizes::check as check_sizes;

pub const HELP: &str = "\
cargo xtask build [--dev] [--record]

Sets up, builds the page into dist/ and prints the size of every file, and totals beside
those of xtask/sizes.txt; target/bobbin.cdx.json lists the packages in it (CycloneDX 1.5),
and target/source-maps/ has the source maps of its scripts. dist/ goes on any static host,
also below a path such as /bobbin/: names carry hashes of their content, .br and .gz lie
beside each file, and `_headers` (Netlify, Cloudflare Pages and others read it) has
caching, content types and the content security policy, which index.html repeats as a
meta tag. About 6 minutes the first time on two cores, 4 after a change of the page, 1
when no module changed.

    --record     writes the totals to xtask/sizes.txt; `cargo xtask test` fails if one grows
                 by more than 1 %
    --dev        builds quickly instead of small, into target/dist-dev/, without what works
                 offline";

pub const ASSETS_HELP: &str = "\
cargo xtask assets [--dev]

A part of `build`: core and language server to core/wasm/pkg/, then editor, worker and
core under names by content to app/generated/assets/, listed in app/generated/assets.json.
Whoever builds with Trunk has it called before each build.";

pub const PACKAGE_HELP: &str = "\
cargo xtask package

Sets up, builds the core for the npm package, in one module and in one for each family of
languages, and puts the package together in core/npm/dist/; `npm publish` in core/npm
publishes it. About 2 minutes the first time on two cores.";

pub const FINISH_HELP: &str = "\
cargo xtask finish

A part of `build`: makes the output of Trunk ready to serve. Whoever builds with Trunk has
it called after each build, with TRUNK_STAGING_DIR as the folder to work in.";

pub fn command(workspace: &Workspace, mut flags: Flags) -> Result<()> {
    let dev = flags.take("--dev");
    let is_recorded = flags.take("--record");
    flags.end()?;
    let setup = setup::for_build(workspace)?;
    if dev {
        let _lock = BuildLock::take(workspace, Purpose::Once)?;
        return step("page", "core, editor and page, quickly", || dev_page(workspace, &setup.wasm));
    }
    step("page", PAGE_ABOUT, || page(workspace, &setup.wasm))?;
    step("bill of materials", "what the page is made of; some seconds", || sbom::write(workspace))?;
    if is_recorded {
        sizes::record(workspace)?;
    }
    sizes::print(workspace)
}

/// Shown for the step that calls [`page`].
pub const PAGE_ABOUT: &str = "core, editor and page into dist/; 6 minutes at first";

/// Builds `dist/`, which is either the old or the new one at every moment, as it may be being
/// served.
pub fn page(workspace: &Workspace, wasm: &WasmToolchain) -> Result<()> {
    let _lock = BuildLock::take(workspace, Purpose::Once)?;
    build_into(workspace, wasm, Mode::Release, &workspace.dist())
}

/// Returns the folder of quick builds: never that of a release build, or a half-developed page could be
/// shipped.
pub fn dev_dist(workspace: &Workspace) -> PathBuf {
    workspace.target.join("dist-dev")
}

/// Builds [`dev_dist`], for a holder of the lock.
pub fn dev_page(workspace: &Workspace, wasm: &WasmToolchain) -> Result<()> {
    build_into(workspace, wasm, Mode::Dev, &dev_dist(workspace))
}

/// Builds the page beside the folder `dist`, and puts it in its place when it is complete.
fn build_into(workspace: &Workspace, wasm: &WasmToolchain, mode: Mode, dist: &Path) -> Result<()> {
    let [new, old] = ["new", "old"].map(|it| dist.with_extension(it));
    for left_over in [&new, &old] {
        remove_folder(left_over)?;
    }
    prepare(workspace, wasm, mode)?;
    step("page's module", "the Leptos page as WebAssembly; 2 minutes at first", || {
        stage::build(workspace, wasm, mode, &new)
    })?;
    finish(workspace, mode, &new)?;
    replace_folder(dist, &new, &old)
}

/// Replaces the folder `current` with `new`, keeping the previous content as `old`.
fn replace_folder(current: &Path, new: &Path, old: &Path) -> Result<()> {
    let rename = |from: &Path, to: &Path| {
        fs::rename(from, to)
            .with_context(|| format!("renaming {} to {}", from.display(), to.display()))
    };
    if current.exists() {
        rename(current, old)?;
    }
    rename(new, current)?;
    remove_folder(old)
}

fn remove_folder(folder: &Path) -> Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    fs::remove_dir_all(folder).with_context(|| format!("removing {}", folder.display()))
}

pub fn assets_command(workspace: &Workspace, mut flags: Flags) -> Result<()> {
    let mode = if flags.take("--dev") { Mode::Dev } else { Mode::of_trunk() };
    flags.end()?;
    let setup = setup::for_hook(workspace)?;
    prepare(workspace, &setup.wasm, mode)
}

/// Builds what the page is put together with: core, editor, worker, and the npm package for its
/// examples.
fn prepare(workspace: &Workspace, wasm: &WasmToolchain, mode: Mode) -> Result<()> {
    core(workspace, wasm, mode)?;
    step("editor", "bundles editor and worker; some seconds", || assets::build(workspace, mode))?;
    match mode {
        Mode::Release => npm_package(workspace, wasm),
        Mode::Dev => Ok(()),
    }
}

/// Builds `core/npm/dist/`, which the examples of the npm package use, and the files that are
/// packed with it; the core is built already.
pub fn npm_package(workspace: &Workspace, wasm: &WasmToolchain) -> Result<()> {
    step("npm package", "a module for each family, and core/npm/dist/; 1 minute at first", || {
        core_wasm::build_families(workspace, wasm)?;
        let folder = workspace.root.join("core/npm");
        run(setup::npm().args(["run", "build"]).current_dir(&folder))?;
        notices::write_package(workspace, &folder)
    })
}

pub fn package_command(workspace: &Workspace, flags: Flags) -> Result<()> {
    flags.end()?;
    let setup = setup::for_build(workspace)?;
    let _lock = BuildLock::take(workspace, Purpose::Once)?;
    core(workspace, &setup.wasm, Mode::Release)?;
    npm_package(workspace, &setup.wasm)
}

/// Builds the core into `core/wasm/pkg/`.
pub fn core(workspace: &Workspace, wasm: &WasmToolchain, mode: Mode) -> Result<()> {
    step("core", "core and language server as WebAssembly; 2 minutes at first", || {
        core_wasm::build(workspace, wasm, mode)
    })
}

pub fn finish_command(workspace: &Workspace, flags: Flags) -> Result<()> {
    flags.end()?;
    let staging = env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from).context(
        "TRUNK_STAGING_DIR is not set: this is Trunk's hook, `cargo xtask build` is the command",
    )?;
    finish(workspace, Mode::of_trunk(), &staging)
}

/// Makes a staged page ready to serve.
fn finish(workspace: &Workspace, mode: Mode, staging: &Path) -> Result<()> {
    step("finish", "start script, policy and headers; some seconds", || {
        page::finish(workspace, staging, mode)?;
        match mode {
            Mode::Release => notices::write_page(workspace, staging),
            Mode::Dev => Ok(()),
        }
    })?;
    step("service worker", "keeps the page for use offline; some seconds", || match mode {
        Mode::Release => service_worker::generate(workspace, staging),
        Mode::Dev => service_worker::retire(staging),
    })?;
    match mode {
        Mode::Release => {
            step("compress", "brotli and gzip beside each file; 20 s", || compress::folder(staging))
        }
        Mode::Dev => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_built_folder_takes_the_place_of_the_one_before() {
        let root = env::temp_dir().join(format!("bobbin-dist-{}", std::process::id()));
        let [current, new, old] = ["dist", "dist.new", "dist.old"].map(|name| root.join(name));
        for content in ["first", "second"] {
            fs::create_dir_all(&new).unwrap();
            fs::write(new.join("index.html"), content).unwrap();
            replace_folder(&current, &new, &old).unwrap();
            assert_eq!(fs::read_to_string(current.join("index.html")).unwrap(), content);
            assert!(!new.exists() && !old.exists());
        }
        fs::remove_dir_all(&root).unwrap();
    }
}
