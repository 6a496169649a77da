//! Versions from `Cargo.lock`.

use anyhow::{Context, Result};

use crate::workspace::{Workspace, read_text};

/// Returns the locked version of `package`.
pub fn version(workspace: &Workspace, package: &str) -> Result<String> {
    let text = read_text(&workspace.root.join("Cargo.lock"))?;
    version_in(&text, package)
        .map(str::to_owned)
        .with_context(|| format!("Cargo.lock has no package `{package}`"))
}

fn version_in<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_version_of_exactly_that_package() {
        let lock = "\
[[package]]
name = \"wasm-bindgen-macro\"
version = \"0.1.0\"

[[package]]
name = \"wasm-bindgen\"
version = \"0.2.130\"
dependencies = [\"cfg-if\"]
";
        assert_eq!(version_in(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(version_in(lock, "wasm"), None);
    }
}
