//! `cargo xtask test`: runs every check, each with its time, and prints one last line.

mod ahead;
mod counts;
mod licences;
mod sources;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::{Context, Result, bail};

use self::ahead::PageAhead;
use self::counts::Counts;
use crate::build;
use crate::command::{run, tee};
use crate::flags::Flags;
use crate::serve;
use crate::setup::{self, TestSetup};
use crate::steps::{step, time};
use crate::workspace::Workspace;

pub const HELP: &str = "\
cargo xtask test [--all-browsers]

Sets up, then runs every check and test. A failed step does not stop the others, unless
they need what it makes. Each prints its time; the last line is `N passed, N failed`, in
which a failed step without tests of its own counts as one. The exit code is 0 only if
nothing failed. About 40 minutes in a fresh clone on two cores, 25 when all is compiled.

    format        cargo fmt --check
    clippy        warnings are errors
    licences      of all dependencies
    sources       all dependencies are the registries', with checksums
    native tests  cargo nextest, then documentation tests
    laws          randomised tests, the memory that hostile texts take, and each fuzz target for
                  some seconds from a fixed seed, in an optimised build with all checks
    page          cargo xtask build
    types         tsc for the editor and the end-to-end tests
    editor tests  npm test in app/editor
    npm package   npm test in core/npm, also as webpack, Vite, esbuild and tsc use it
    editors       the extension of Visual Studio Code, its package, its servers and its panel, that in
                  Chromium; Neovim, where it is installed
    end to end    Playwright in e2e/ against dist/, in Chromium's headless shell, or the whole browser
                  where there is none; 17 minutes
    nginx         some of these journeys behind nginx, below /bobbin/; the page as
                  docs/hosting says
    engines       with --all-browsers: the main journeys in Firefox and WebKit, which are
                  installed by apt-get; 1 minute";

/// The randomised tests over all texts and those of memory, which run in an optimised profile.
const LAWS: &str =
    "binary(laws) | binary(comments) | (binary(budgets) & test(/^memory::/)) | binary(seeded)";

/// One line of the table at the end.
struct Outcome {
    name: &'static str,
    time: Duration,
    counts: Counts,
    error: Option<String>,
}

/// Runs steps and records their results.
#[derive(Default)]
struct Report {
    outcomes: Vec<Outcome>,
}

impl Report {
    /// Runs a step that passes or fails as a whole.
    fn check(
        &mut self,
        name: &'static str,
        about: &str,
        work: impl FnOnce() -> Result<()>,
    ) -> bool {
        self.tests(name, about, || work().map(|()| Counts::default()))
    }

    /// Runs a step with tests; returns true if all passed.
    fn tests(
        &mut self,
        name: &'static str,
        about: &str,
        work: impl FnOnce() -> Result<Counts>,
    ) -> bool {
        let start = Instant::now();
        let (mut counts, error) = match step(name, about, work) {
            Ok(counts) => (counts, None),
            Err(error) => (Counts::default(), Some(format!("{error:#}"))),
        };
        if let Some(error) = &error {
            println!("  {error}");
            counts.failed = counts.failed.max(1);
        }
        let is_good = counts.failed == 0;
        self.outcomes.push(Outcome { name, time: start.elapsed(), counts, error });
        is_good
    }

    /// Records a step that cannot run because another one failed.
    fn cannot_run(&mut self, name: &'static str, needs: &str) {
        println!("\n▸ {name}: not run, it needs {needs}");
        self.outcomes.push(Outcome {
            name,
            time: Duration::ZERO,
            counts: Counts { failed: 1, ..Counts::default() },
            error: Some(format!("not run, it needs {needs}")),
        });
    }

    /// Prints the table and the last line.
    fn end(self) -> ExitCode {
        let mut total = Counts::default();
        println!(
            "\n{:<14} {:>12} {:>8} {:>8} {:>8}",
            "step", "time", "passed", "failed", "skipped"
        );
        for Outcome { name, time: took, counts, error } in &self.outcomes {
            let Counts { passed, failed, skipped } = counts;
            let first_line =
                error.iter().flat_map(|error| error.lines()).next().unwrap_or_default();
            let row = format!(
                "{name:<14} {:>12} {passed:>8} {failed:>8} {skipped:>8}  {first_line}",
                time(*took)
            );
            println!("{}", row.trim_end());
            total += *counts;
        }
        println!("\n{} passed, {} failed", total.passed, total.failed);
        if total.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

pub fn command(workspace: &Workspace, mut flags: Flags) -> Result<ExitCode> {
    let in_all_browsers = flags.take("--all-browsers");
    flags.end()?;
    let setup = setup::for_test(workspace)?;
    let mut report = Report::default();
    report.check("format", "cargo fmt; some seconds", || {
        run(workspace.cargo().args(["fmt", "--all", "--check"]))
    });
    let page = PageAhead::begin(workspace)?;
    report.check("licences", "of all dependencies; some seconds", || licences::check(workspace));
    report.check("sources", "of all dependencies, by the lock files", || sources::check(workspace));
    report.check("clippy", "warnings are errors; 2 minutes at first", || {
        let mut clippy = workspace.cargo();
        clippy.args(["clippy", "--locked", "--workspace", "--all-targets", "--quiet"]);
        run(clippy.args(["--", "-D", "warnings"]))
    });
    report.check("families", "each family of languages alone; some seconds", || {
        for family in build::FAMILIES {
            // The module needs the server, and that the languages.
            for package in ["bobbin-languages", "bobbin-wasm"] {
                let mut check = workspace.cargo();
                check.args(["check", "--locked", "--package", package, "--quiet"]);
                run(check.args(["--no-default-features", "--features", family]))?;
            }
        }
        Ok(())
    });
    report.tests("native tests", "cargo nextest; 3 minutes at first", || {
        let mut nextest = workspace.cargo();
        nextest.args(["nextest", "run", "--locked", "--workspace", "--no-fail-fast"]);
        nextest.args(["-E", &format!("not ({LAWS})")]);
        nextest.env("PATH", workspace.path()?);
        counted(&mut nextest, counts::of_nextest)
    });
    report.tests("laws", "of texts and edits, compiled to be fast; 2 minutes at first", || {
        let mut nextest = workspace.cargo();
        nextest.args(["nextest", "run", "--locked", "--no-fail-fast", "--cargo-profile", "laws"]);
        nextest.args(["--package", "bobbin-languages", "--package", "bobbin-fuzz"]);
        nextest.args(["--test", "laws", "--test", "comments", "--test", "budgets"]);
        nextest.args(["--test", "seeded", "-E", LAWS]);
        nextest.env("PATH", workspace.path()?).env("BOBBIN_MANY_ROUNDS", "1");
        counted(&mut nextest, counts::of_nextest)
    });
    report.tests("doc tests", "cargo test --doc; 1 minute at first", || {
        let mut doc = workspace.cargo();
        doc.args(["test", "--locked", "--doc", "--workspace", "--quiet", "--no-fail-fast"]);
        counted(&mut doc, counts::of_cargo_test)
    });
    let has_page = report.check("page", build::PAGE_ABOUT, || page.finish());
    if has_page {
        report.check("sizes", "the page beside its record", || build::check_sizes(workspace));
    }
    report.check("types", "tsc over the TypeScript; some seconds", || types(workspace));
    report.tests("editor tests", "npm test in app/editor; some seconds", || {
        npm_test(workspace, "app/editor", &setup)
    });
    if has_page {
        report.tests("npm package", "npm test in core/npm; up to 1 minute", || {
            npm_test(workspace, "core/npm", &setup)
        });
        report.tests("editors", "npm test in editors/vscode; up to 1 minute", || {
            editors(workspace, &setup)
        });
        report.tests("end to end", "Playwright in Chromium; 18 minutes", || {
            end_to_end(workspace, &setup, &[], None)
        });
        match &setup.nginx {
            Some(nginx) => {
                report.tests("nginx", "journeys behind nginx; half a minute", || {
                    end_to_end(workspace, &setup, &["--config", "nginx.config.ts"], Some(nginx))
                });
            }
            None => println!("  nginx: left out, as there is none"),
        }
        if in_all_browsers {
            report.tests("engines", "the main journeys in Firefox and WebKit; 1 minute", || {
                setup::ensure_engines()?;
                end_to_end(workspace, &setup, &["--config", "engines.config.ts"], None)
            });
        }
    } else {
        // The build of the page makes the WebAssembly module of both.
        report.cannot_run("npm package", "the page's build");
        report.cannot_run("editors", "the page's build");
        report.cannot_run("end to end", "the page");
    }
    Ok(report.end())
}

/// Runs a test program and counts its tests. A bad exit code without a failed test is an error.
fn counted(command: &mut Command, count: impl Fn(&str) -> Option<Counts>) -> Result<Counts> {
    let (status, printed) = tee(command)?;
    let counts = count(&printed);
    match counts {
        None | Some(Counts { passed: 0, failed: 0, .. }) => {
            bail!("no tests were counted; the run ended with {status}")
        }
        Some(counts) if status.success() || counts.failed > 0 => Ok(counts),
        Some(_) => bail!("no test failed, but the run ended with {status}"),
    }
}

fn types(workspace: &Workspace) -> Result<()> {
    for project in ["app/editor", "e2e"] {
        run(workspace.npm_command("tsc").args(["--noEmit", "--project", project]))
            .with_context(|| format!("types of {project}"))?;
    }
    Ok(())
}

fn npm_test(workspace: &Workspace, folder: &str, setup: &TestSetup) -> Result<Counts> {
    let mut npm = setup::npm();
    npm.arg("test").current_dir(workspace.root.join(folder));
    setup.chromium.tell(&mut npm);
    counted(&mut npm, counts::of_node)
}

/// Runs the tests of what other editors need, with the command as it is now.
fn editors(workspace: &Workspace, setup: &TestSetup) -> Result<Counts> {
    setup::ensure_extension(workspace)?;
    let mut build = workspace.cargo();
    run(build.args(["build", "--locked", "--workspace", "--bin", "bobbin", "--quiet"]))?;
    // It lies beside this program.
    let own = env::current_exe().context("looking for the folder of built programs")?;
    let bobbin = own.with_file_name(format!("bobbin{}", env::consts::EXE_SUFFIX));
    let mut npm = setup::npm();
    npm.arg("test").current_dir(workspace.root.join("editors/vscode"));
    npm.env("BOBBIN", bobbin);
    setup.chromium.tell(&mut npm);
    counted(&mut npm, counts::of_node)
}

/// Runs journeys, those of a configuration of Playwright that `flags` may name.
fn end_to_end(
    workspace: &Workspace,
    setup: &TestSetup,
    flags: &[&str],
    nginx: Option<&Path>,
) -> Result<Counts> {
    let results = workspace.root.join("e2e/results");
    fs::create_dir_all(&results)?;
    let report = results.join("report.json");
    // An old report must not stand in for a missing one.
    let _ = fs::remove_file(&report);
    let mut playwright = playwright(workspace, setup)?;
    playwright.args(["test", "--reporter=list,json"]).args(flags);
    playwright.env("PLAYWRIGHT_JSON_OUTPUT_NAME", &report);
    playwright.envs(nginx.map(|it| ("BOBBIN_NGINX", it)));
    counted(&mut playwright, |_| counts::of_playwright(&fs::read_to_string(&report).ok()?))
}

/// Prepares Playwright in `e2e/`, with the page served from `dist/`.
pub fn playwright(workspace: &Workspace, setup: &TestSetup) -> Result<Command> {
    let address = serve::in_background(&workspace.dist())?;
    let mut playwright = workspace.npm_command("playwright");
    playwright.current_dir(workspace.root.join("e2e"));
    playwright.env("BOBBIN_URL", address);
    setup.chromium.tell(&mut playwright);
    Ok(playwright)
}
