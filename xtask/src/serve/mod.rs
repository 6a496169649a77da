//! `cargo xtask serve`: serves the built page on this machine only.

mod http;
mod watch;

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, bail};

use crate::build;
use crate::flags::Flags;
use crate::setup;
use crate::steps::step;
use crate::workspace::Workspace;

pub const HELP: &str = "\
cargo xtask serve [--open] [--port N] [--dev] [--no-build]

Sets up, builds the page, serves dist/ on 127.0.0.1 and prints the address; Ctrl+C ends it.

    --open       opens a browser
    --port N     that port, or none; otherwise 7373 if it is free, or any that is
    --dev        builds quickly instead of small, watches app/, core/ and public/, and
                 reloads the page after each change
    --no-build   serves dist/ as it is; with --dev, what `build --dev` made

Several can run at once, each on its own port: builds of one clone wait for each other, and
dist/ is replaced when a new one is complete. Only one can have --dev.";

/// The page keeps its drafts per address, so a fixed port lets it find them again.
const USUAL_PORT: u16 = 7373;

pub fn command(workspace: &Workspace, mut flags: Flags) -> Result<()> {
    let (open, dev, no_build) =
        (flags.take("--open"), flags.take("--dev"), flags.take("--no-build"));
    let port = flags.take_port()?;
    flags.end()?;
    if dev && !no_build {
        return follow(workspace, port, open);
    }
    let dist = if dev { build::dev_dist(workspace) } else { workspace.dist() };
    if no_build {
        if !dist.join("index.html").is_file() {
            bail!("there is no {}/index.html yet; run without --no-build", dist.display());
        }
    } else {
        let setup = setup::for_build(workspace)?;
        step("page", build::PAGE_ABOUT, || build::page(workspace, &setup.wasm))?;
    }
    let listener = listen(port)?;
    let address = address(&listener)?;
    println!("\nBobbin is at {address} (Ctrl+C ends it)");
    if open {
        open_browser(&address);
    }
    http::serve(&listener, &dist)
}

/// Builds the quick page, serves it, and builds it again after each change.
fn follow(workspace: &Workspace, port: Option<u16>, open: bool) -> Result<()> {
    let setup = setup::for_build(workspace)?;
    let _lock = build::BuildLock::take(workspace, build::Purpose::Watch)?;
    let listener = listen(port)?;
    // Before the build, so that a change during it is seen.
    let changes = watch::Changes::of(workspace)?;
    let build = || {
        step("page", "core, editor and page, quickly", || build::dev_page(workspace, &setup.wasm))
    };
    let dist = build::dev_dist(workspace);
    if let Err(error) = build()
        && !dist.join("index.html").is_file()
    {
        return Err(error);
    }
    let address = in_background_at(listener, &dist)?;
    println!("\nBobbin is at {address} and follows changes (Ctrl+C ends it)");
    if open {
        open_browser(&address);
    }
    loop {
        let changed = changes.wait()?;
        println!("\n{changed} has changed");
        // A mistake in the sources is mended by the next change.
        if let Err(error) = build() {
            eprintln!("\nerror: {error:#}");
        }
    }
}

/// Serves `dist` from a thread for as long as this process lives; returns the address.
pub fn in_background(dist: &Path) -> Result<String> {
    in_background_at(listen(Some(0))?, dist)
}

fn in_background_at(listener: TcpListener, dist: &Path) -> Result<String> {
    let address = address(&listener)?;
    let dist = dist.to_owned();
    thread::spawn(move || {
        if let Err(error) = http::serve(&listener, &dist) {
            eprintln!("the server ended: {error:#}");
        }
    });
    Ok(address)
}

fn listen(port: Option<u16>) -> Result<TcpListener> {
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match port {
        Some(port) => bind(port).with_context(|| format!("port {port} is not free")),
        None => bind(USUAL_PORT).or_else(|_| bind(0)).context("no port is free"),
    }
}

fn address(listener: &TcpListener) -> Result<String> {
    Ok(format!("http://127.0.0.1:{}/", listener.local_addr()?.port()))
}

fn open_browser(address: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start"]),
        _ => ("xdg-open", &[]),
    };
    if Command::new(program).args(arguments).arg(address).spawn().is_err() {
        println!("no browser could be opened; open the address yourself");
    }
}
