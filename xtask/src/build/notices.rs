//! Writes `third-party-licences.txt`, the notices that licences of dependencies require us to pass
//! on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::command::output;
use crate::setup::{NpmPackage, runtime_packages};
use crate::workspace::{Workspace, read_text, write};

const FILE: &str = "third-party-licences.txt";
/// Crates that, with their dependencies, make up the modules of the page.
pub const OF_PAGE: [&str; 2] = ["bobbin-app", "bobbin-wasm"];
/// The same for the npm package.
const OF_PACKAGE: [&str; 1] = ["bobbin-wasm"];

/// A shipped package: its name with version and licence, and its folder.
type Package = (String, PathBuf);

/// Writes the notices of everything that is part of the page.
pub fn write_page(workspace: &Workspace, staging: &Path) -> Result<()> {
    let mut packages = shipped_crates(&metadata(workspace)?, &OF_PAGE);
    packages.extend(runtime_packages(workspace)?.into_iter().map(|it| of_npm(workspace, it)));
    write(&staging.join(FILE), text(&packages)?)
}

/// Writes the notices of everything that is part of the npm package, whose scripts are built: their
/// source maps tell what is in them.
pub fn write_package(workspace: &Workspace, folder: &Path) -> Result<()> {
    let mut packages = shipped_crates(&metadata(workspace)?, &OF_PACKAGE);
    let maps = ["element.js.map", "element.worker.js.map"].map(|it| folder.join("dist").join(it));
    let maps = maps.iter().map(|it| read_text(it)).collect::<Result<Vec<_>>>()?;
    let is_bundled =
        |it: &NpmPackage| maps.iter().any(|map| map.contains(&format!("{}/", it.path)));
    let of_scripts = runtime_packages(workspace)?.into_iter().filter(is_bundled);
    packages.extend(of_scripts.map(|it| of_npm(workspace, it)));
    write(&folder.join(FILE), text(&packages)?)
}

fn of_npm(workspace: &Workspace, package: NpmPackage) -> Package {
    let licence = package.licence.unwrap_or_default();
    let name = format!("{} {} ({licence})", package.name, package.version);
    (name, workspace.root.join(package.path))
}

pub fn metadata(workspace: &Workspace) -> Result<Value> {
    let metadata = output(workspace.cargo().args([
        "metadata",
        "--locked",
        "--format-version",
        "1",
        "--filter-platform",
        "wasm32-unknown-unknown",
    ]))?;
    serde_json::from_str(&metadata).context("reading cargo metadata")
}

/// Returns the names and folders of the packages that the modules of `roots` link.
fn shipped_crates(metadata: &Value, roots: &[&str]) -> Vec<Package> {
    let packages = shipped_packages(metadata, roots).into_iter();
    packages
        .map(|package| {
            let manifest = PathBuf::from(string(&package, "manifest_path"));
            let folder = manifest.parent().map(Path::to_owned).unwrap_or_default();
            let [name, version, licence] =
                ["name", "version", "license"].map(|key| string(&package, key));
            (format!("{name} {version} ({licence})"), folder)
        })
        .collect()
}

/// Returns a text of a package of cargo's metadata; empty if it is not there.
pub fn string(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Returns everything that the modules of `roots` link, without what runs only at compile time, as cargo's
/// metadata describes it.
pub fn shipped_packages(metadata: &Value, roots: &[&str]) -> Vec<Value> {
    let list = |value: &Value, key: &str| {
        value.get(key).and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let packages: BTreeMap<String, Value> =
        list(metadata, "packages").into_iter().map(|it| (string(&it, "id"), it)).collect();
    let nodes: BTreeMap<String, Value> = metadata
        .get("resolve")
        .map(|resolve| list(resolve, "nodes"))
        .unwrap_or_default()
        .into_iter()
        .map(|node| (string(&node, "id"), node))
        .collect();
    let is_macro = |id: &str| {
        let targets = packages.get(id).map(|package| list(package, "targets")).unwrap_or_default();
        targets.iter().any(|it| list(it, "kind").iter().any(|kind| kind == "proc-macro"))
    };
    let mut open: Vec<String> = packages
        .iter()
        .filter(|(_, package)| roots.contains(&string(package, "name").as_str()))
        .map(|(id, _)| id.clone())
        .collect();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    while let Some(id) = open.pop() {
        let Some(node) = nodes.get(&id).filter(|_| seen.insert(id.clone())) else { continue };
        for dependency in list(node, "deps") {
            let is_normal = list(&dependency, "dep_kinds")
                .iter()
                .any(|kind| kind.get("kind") == Some(&Value::Null));
            let id = string(&dependency, "pkg");
            if is_normal && !is_macro(&id) {
                open.push(id);
            }
        }
    }
    seen.iter()
        .filter_map(|id| packages.get(id))
        // Packages of the workspace have no source.
        .filter(|package| package.get("source").is_some_and(Value::is_string))
        .cloned()
        .collect()
}

/// Renders each notice once, with the names of all packages that share it.
fn text(packages: &[Package]) -> Result<String> {
    let mut by_notice: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (name, folder) in packages {
        let mut notice = String::new();
        for file in notice_files(folder)? {
            notice.push_str(read_text(&folder.join(file))?.trim());
            notice.push_str("\n\n");
        }
        by_notice.entry(notice).or_default().insert(name);
    }
    let mut text = "Bobbin contains the packages below; we thank their authors.\n".to_owned();
    for (notice, names) in &by_notice {
        let names = names.iter().copied().collect::<Vec<_>>().join(", ");
        let notice =
            if notice.is_empty() { "(The package brings no licence file.)" } else { notice };
        text.push_str(&format!("\n{:=<78}\n{names}\n\n{}\n", "", notice.trim()));
    }
    Ok(text)
}

/// Returns the files to pass on: where licences are a choice, the MIT one, which is the shortest.
fn notice_files(folder: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let upper = name.to_uppercase();
        let starts = ["LICENSE", "LICENCE", "COPYING", "UNLICENSE", "NOTICE"];
        if starts.iter().any(|start| upper.starts_with(start)) && folder.join(&name).is_file() {
            files.push(name);
        }
    }
    files.sort();
    if files.iter().any(|name| name.to_uppercase().contains("MIT")) {
        files.retain(|name| {
            let upper = name.to_uppercase();
            upper.contains("MIT") || upper.starts_with("NOTICE")
        });
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_compiles_is_not_shipped() {
        let package = |name: &str, kind: &str, source: &str| {
            serde_json::json!({
                "id": name, "name": name, "version": "1.0.0", "source": source, "license": "MIT",
                "manifest_path": format!("/registry/{name}/Cargo.toml"),
                "targets": [{ "kind": [kind] }],
            })
        };
        let dependency = |name: &str, kind: Value| serde_json::json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let mut app = package("bobbin-app", "bin", "");
        app["source"] = Value::Null;
        let metadata = serde_json::json!({
            "packages": [
                app,
                package("linked", "lib", "registry"),
                package("deep", "lib", "registry"),
                package("derive", "proc-macro", "registry"),
                package("builder", "lib", "registry"),
            ],
            "resolve": { "nodes": [
                { "id": "bobbin-app", "deps": [
                    dependency("linked", Value::Null),
                    dependency("derive", Value::Null),
                    dependency("builder", "build".into()),
                ]},
                { "id": "linked", "deps": [dependency("deep", Value::Null)] },
                { "id": "deep", "deps": [] },
                { "id": "derive", "deps": [] },
            ]},
        });
        let names = |roots: &[&str]| -> Vec<String> {
            shipped_crates(&metadata, roots).into_iter().map(|it| it.0).collect()
        };
        assert_eq!(names(&["bobbin-app"]), ["deep 1.0.0 (MIT)", "linked 1.0.0 (MIT)"]);
        assert_eq!(names(&["linked"]), ["deep 1.0.0 (MIT)", "linked 1.0.0 (MIT)"]);
        assert_eq!(names(&["deep"]), ["deep 1.0.0 (MIT)"]);
    }
}
