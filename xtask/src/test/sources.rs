//! Checks that every dependency comes from the public registry, as what was locked.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::workspace::{Workspace, read_text};

/// The registry, as `Cargo.lock` spells it; a mirror of it that Cargo is told of is spelled so, too.
const CRATES: &str = "registry+https://github.com/rust-lang/crates.io-index";
const NPM: &str = "https://registry.npmjs.org/";
/// The lock files of the clone.
const CARGO_LOCKS: [&str; 2] = ["Cargo.lock", "core/fuzz/targets/Cargo.lock"];
const NPM_LOCKS: [&str; 2] = ["package-lock.json", "editors/vscode/package-lock.json"];

/// Checks every package of all lock files; needs no network.
pub fn check(workspace: &Workspace) -> Result<()> {
    let mut n_packages = 0;
    let mut refused = Vec::new();
    let texts = CARGO_LOCKS.map(|it| (it, of_cargo as fn(&str) -> Result<Vec<Package>>));
    let trees = NPM_LOCKS.map(|it| (it, of_npm as fn(&str) -> Result<Vec<Package>>));
    for (file, read) in texts.into_iter().chain(trees) {
        let packages = read(&read_text(&workspace.root.join(file))?)
            .with_context(|| format!("reading {file}"))?;
        n_packages += packages.len();
        refused.extend(
            packages
                .into_iter()
                .filter_map(|it| Some(format!("  {file}: {} {}", it.name, it.fault?))),
        );
    }
    if !refused.is_empty() {
        bail!("not from the registry, or not locked:\n{}", refused.join("\n"));
    }
    println!("  {n_packages} locked packages, all of the registries, with their checksums");
    Ok(())
}

/// A package that is not ours.
#[derive(Debug, PartialEq, Eq)]
struct Package {
    name: String,
    fault: Option<&'static str>,
}

/// Reads `Cargo.lock`. A package without a source is of this clone.
fn of_cargo(lock: &str) -> Result<Vec<Package>> {
    let packages = lock.split("[[package]]").skip(1).filter_map(|entry| {
        let value = |key: &str| {
            let (_, rest) = entry.split_once(&format!("\n{key} = \""))?;
            Some(rest.split_once('"')?.0)
        };
        let source = value("source")?;
        let fault = match value("checksum") {
            _ if source != CRATES => Some("is from elsewhere"),
            None => Some("has no checksum"),
            Some(_) => None,
        };
        let name = value("name").unwrap_or("a package without a name").to_owned();
        Some(Package { name, fault })
    });
    let packages: Vec<Package> = packages.collect();
    if packages.is_empty() {
        bail!("it has no packages");
    }
    Ok(packages)
}

/// Reads npm's lock file, in which the address may be left out: it is the registry's then. What lies
/// in `node_modules` is not ours, unless it is a link to a folder of the clone.
fn of_npm(lock: &str) -> Result<Vec<Package>> {
    let lock: Value = serde_json::from_str(lock)?;
    let packages = lock.get("packages").and_then(Value::as_object).context("no `packages`")?;
    let others = packages.iter().filter(|(path, it)| {
        let is_link = it.get("link").and_then(Value::as_bool) == Some(true);
        path.contains("node_modules/") && !is_link
    });
    let packages = others.map(|(path, it)| {
        let text = |key: &str| it.get(key).and_then(Value::as_str);
        let fault = match (text("resolved"), text("integrity")) {
            (Some(address), _) if !address.starts_with(NPM) => Some("is from elsewhere"),
            (_, Some(it)) if it.starts_with("sha512-") => None,
            _ => Some("has no checksum"),
        };
        Package { name: path.clone(), fault }
    });
    Ok(packages.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(packages: Vec<Package>) -> Vec<(String, Option<&'static str>)> {
        packages.into_iter().map(|it| (it.name, it.fault)).collect()
    }

    #[test]
    fn a_crate_comes_from_the_registry_with_a_checksum() {
        let entry = |name: &str, lines: &str| {
            format!("[[package]]\nname = \"{name}\"\nversion = \"1.0.0\"\n{lines}\n")
        };
        let lock = [
            entry("ours", "dependencies = [\n \"anyhow\",\n]"),
            entry("anyhow", &format!("source = \"{CRATES}\"\nchecksum = \"7f2\"")),
            entry("bare", &format!("source = \"{CRATES}\"")),
            entry("forked", "source = \"git+https://example.org/forked#1a2b\"\nchecksum = \"1a\""),
        ];
        assert_eq!(
            faults(of_cargo(&lock.join("\n")).unwrap()),
            [
                ("anyhow".to_owned(), None),
                ("bare".to_owned(), Some("has no checksum")),
                ("forked".to_owned(), Some("is from elsewhere")),
            ]
        );
        assert!(of_cargo("version = 4\n").is_err());
    }

    #[test]
    fn an_npm_package_comes_from_the_registry_with_a_checksum() {
        let lock = r#"{"packages": {
            "": {"name": "ours"},
            "app/editor": {"name": "@ours/editor"},
            "node_modules/@ours/editor": {"resolved": "app/editor", "link": true},
            "node_modules/a": {"integrity": "sha512-x"},
            "node_modules/b": {"resolved": "https://registry.npmjs.org/b.tgz", "integrity": "sha512-x"},
            "node_modules/c": {"resolved": "https://example.org/c.tgz", "integrity": "sha512-x"},
            "node_modules/d": {"integrity": "sha1-x"},
            "node_modules/e": {"resolved": "git+ssh://git@example.org/e.git"}
        }}"#;
        let expected = [
            None,
            None,
            Some("is from elsewhere"),
            Some("has no checksum"),
            Some("is from elsewhere"),
        ];
        let found: Vec<_> = of_npm(lock).unwrap().into_iter().map(|it| it.fault).collect();
        assert_eq!(found, expected);
    }
}
