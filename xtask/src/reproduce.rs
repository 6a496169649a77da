//! `cargo xtask reproduce`: builds what is committed in two places, and compares the results.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::build;
use crate::command::{output, run};
use crate::flags::Flags;
use crate::setup;
use crate::steps::step;
use crate::workspace::{Workspace, content_hash, files_below, read};

pub const HELP: &str = "\
cargo xtask reproduce

Builds the page and the npm package here, and once more in a clone of the last commit that lies
in another folder and has a target folder of its own; then compares every file of dist/ and
core/npm/dist/. Prints those that differ or are missing, keeps the clone then, and fails.
Whatever is not committed must be, or out of the way. About 15 minutes on two cores, or 9
where this clone is built already.";

/// The folders that a release is made of.
const RELEASED: [&str; 2] = ["dist", "core/npm/dist"];

pub fn command(workspace: &Workspace, flags: Flags) -> Result<ExitCode> {
    flags.end()?;
    let commit = commit(&workspace.root)?;
    refuse_changes(&workspace.root)?;
    let setup = setup::for_build(workspace)?;
    step("page, here", build::PAGE_ABOUT, || build::page(workspace, &setup.wasm))?;

    // A longer path than most, which has nothing of this one: a place that stands in a file shows.
    let elsewhere = env::temp_dir().join(format!("bobbin-reproduce-{}", std::process::id()));
    let clone = elsewhere.join("a folder of another name/clone");
    step("clone", "of the last commit", || make_clone(&workspace.root, &clone, &commit))?;
    step("page, elsewhere", "a build from nothing; 9 minutes", || {
        let mut cargo = workspace.cargo();
        cargo.args(["xtask", "build"]).current_dir(&clone);
        run(cargo.env_remove("CARGO_TARGET_DIR"))
    })?;

    let mut n_files = 0;
    let mut differing = Vec::new();
    for folder in RELEASED {
        let [here, there] = [&workspace.root, &clone].map(|root| hashes(&root.join(folder)));
        let (here, there) = (here?, there?);
        n_files += here.len();
        differing
            .extend(differences(&here, &there).into_iter().map(|it| format!("  {folder}/{it}")));
    }
    if !differing.is_empty() {
        println!("\n{}\n\nThe clone is kept: {}", differing.join("\n"), clone.display());
        bail!("{} files differ between the two builds of {commit}", differing.len());
    }
    fs::remove_dir_all(&elsewhere).with_context(|| format!("removing {}", elsewhere.display()))?;
    println!("\n{n_files} files, the same in both builds of {commit}");
    Ok(ExitCode::SUCCESS)
}

fn git(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder);
    git
}

fn commit(folder: &Path) -> Result<String> {
    Ok(output(git(folder).args(["rev-parse", "HEAD"]))?.trim().to_owned())
}

fn refuse_changes(folder: &Path) -> Result<()> {
    let changes = output(git(folder).args(["status", "--porcelain"]))?;
    if changes.is_empty() {
        return Ok(());
    }
    bail!("what is not committed would be built here only:\n{}", changes.trim_end());
}

/// Clones the repository at `from` and checks `commit` out.
fn make_clone(from: &Path, to: &Path, commit: &str) -> Result<()> {
    let parent = to.parent().context("the clone lies in a folder")?;
    fs::create_dir_all(parent).with_context(|| format!("making {}", parent.display()))?;
    run(git(parent).args(["clone", "--quiet", "--no-checkout"]).arg(from).arg(to))?;
    run(git(to).args(["checkout", "--quiet", "--detach", commit]))
}

/// Returns the hash of every file below `folder` by its path.
fn hashes(folder: &Path) -> Result<BTreeMap<String, String>> {
    files_below(folder)?
        .into_iter()
        .map(|path| {
            let bytes = read(&folder.join(&path))?;
            Ok((path, content_hash([bytes.as_slice()])))
        })
        .collect()
}

/// Says of every file that is not the same in both how it is not.
fn differences(here: &BTreeMap<String, String>, there: &BTreeMap<String, String>) -> Vec<String> {
    let paths = here.keys().chain(there.keys().filter(|it| !here.contains_key(*it)));
    paths
        .filter_map(|path| match (here.get(path), there.get(path)) {
            (Some(a), Some(b)) if a == b => None,
            (Some(_), Some(_)) => Some(format!("{path} differs")),
            (Some(_), None) => Some(format!("{path} is only here")),
            (None, _) => Some(format!("{path} is only elsewhere")),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_between_two_folders_is_found() {
        let root = env::temp_dir().join(format!("bobbin-hashes-{}", std::process::id()));
        let files = [
            ("here/same.js", "a"),
            ("there/same.js", "a"),
            ("here/deep/other.wasm", "a"),
            ("there/deep/other.wasm", "b"),
            ("here/old.css", "a"),
            ("there/new.css", "a"),
        ];
        for (path, content) in files {
            crate::workspace::write(&root.join(path), content).unwrap();
        }
        let [here, there] = ["here", "there"].map(|it| hashes(&root.join(it)).unwrap());
        assert_eq!(
            differences(&here, &there),
            ["deep/other.wasm differs", "old.css is only here", "new.css is only elsewhere"]
        );
        assert_eq!(differences(&here, &here), Vec::<String>::new());
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn a_clone_is_of_what_is_committed() {
        let root = env::temp_dir().join(format!("bobbin-clone-{}", std::process::id()));
        let from = root.join("from");
        fs::create_dir_all(&from).unwrap();
        run(git(&from).args(["init", "--quiet"])).unwrap();
        fs::write(from.join("a.txt"), "committed").unwrap();
        assert!(refuse_changes(&from).unwrap_err().to_string().contains("a.txt"));
        run(git(&from).args(["add", "a.txt"])).unwrap();
        let person = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        run(git(&from).args(person).args(["commit", "--quiet", "--message", "a"])).unwrap();
        refuse_changes(&from).unwrap();
        let to = root.join("another folder/to");
        make_clone(&from, &to, &commit(&from).unwrap()).unwrap();
        assert_eq!(fs::read_to_string(to.join("a.txt")).unwrap(), "committed");
        assert_eq!(commit(&to).unwrap(), commit(&from).unwrap());
        fs::remove_dir_all(&root).unwrap();
    }
}
