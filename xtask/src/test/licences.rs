//! Checks that the licences of all dependencies allow us to ship them.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::command::output;
use crate::setup::runtime_packages;
use crate::workspace::Workspace;

/// Permissive licences, by their SPDX names.
const ALLOWED: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Checks every package of Cargo.lock, and every npm package that is shipped.
pub fn check(workspace: &Workspace) -> Result<()> {
    let metadata =
        output(workspace.cargo().args(["metadata", "--locked", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&metadata).context("reading cargo metadata")?;
    let mut packages = cargo_packages(&metadata);
    packages.extend(
        runtime_packages(workspace)?
            .into_iter()
            .map(|package| (format!("{} {}", package.name, package.version), package.licence)),
    );
    let refused: Vec<String> = packages
        .iter()
        .filter_map(|(name, licence)| match licence {
            None => Some(format!("  {name} names no licence")),
            Some(licence) if !is_allowed(licence) => Some(format!("  {name} is under {licence}")),
            Some(_) => None,
        })
        .collect();
    if !refused.is_empty() {
        bail!("not allowed, or not understood:\n{}", refused.join("\n"));
    }
    println!("  {} packages, all under permissive licences", packages.len());
    Ok(())
}

fn cargo_packages(metadata: &Value) -> Vec<(String, Option<String>)> {
    let packages = metadata.get("packages").and_then(Value::as_array);
    packages
        .into_iter()
        .flatten()
        .map(|package| {
            let text = |key| package.get(key).and_then(Value::as_str);
            let name = text("name").unwrap_or("a package without a name");
            let version = text("version").unwrap_or_default();
            (format!("{name} {version}"), text("license").map(str::to_owned))
        })
        .collect()
}

/// Returns true if an SPDX expression leaves a choice of allowed licences. `/`, as in
/// `MIT/Apache-2.0`, is the old spelling of `OR`.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    // An expression with more brackets is not a licence, and must not exhaust the stack.
    let mut parser = Parser { words: &words, depth_left: 16 };
    parser.any_of() == Some(true) && parser.words.is_empty()
}

/// Parses by recursive descent; `None` means that the expression is not understood.
struct Parser<'a> {
    words: &'a [&'a str],
    depth_left: u32,
}

impl Parser<'_> {
    fn any_of(&mut self) -> Option<bool> {
        let mut allowed = self.all_of()?;
        while self.take("OR") {
            allowed |= self.all_of()?;
        }
        Some(allowed)
    }

    fn all_of(&mut self) -> Option<bool> {
        let mut allowed = self.one()?;
        while self.take("AND") {
            allowed &= self.one()?;
        }
        Some(allowed)
    }

    fn one(&mut self) -> Option<bool> {
        if self.take("(") {
            self.depth_left = self.depth_left.checked_sub(1)?;
            let allowed = self.any_of()?;
            return self.take(")").then_some(allowed);
        }
        let name = self.word()?;
        if self.take("WITH") {
            let exception = self.word()?;
            return Some(ALLOWED.contains(&format!("{name} WITH {exception}").as_str()));
        }
        Some(ALLOWED.contains(&name.as_str()))
    }

    fn word(&mut self) -> Option<String> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some((*first).to_owned())
    }

    fn take(&mut self, word: &str) -> bool {
        match self.words.split_first() {
            Some((first, rest)) if *first == word => {
                self.words = rest;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_needs_one_allowed_licence() {
        for expression in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "GPL-3.0-only OR MIT",
            "(MIT OR GPL-2.0-only) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0-only",
        ] {
            assert!(is_allowed(expression), "{expression}");
        }
    }

    #[test]
    fn what_binds_to_another_licence_is_refused() {
        for expression in [
            "GPL-3.0-only",
            "MIT AND GPL-3.0-only",
            "(MIT OR Apache-2.0) AND MPL-2.0",
            "MIT WITH something",
            "SEE LICENSE IN LICENSE.md",
            "(MIT",
            "MIT)",
            "MIT OR",
            "",
        ] {
            assert!(!is_allowed(expression), "{expression}");
        }
        assert!(!is_allowed(&"(".repeat(100_000)));
    }
}
