//! Puts what the splitter cut into few files.
//!
//! It makes a module for each part, and one for each set of parts that need the same code. What the
//! parts of a set need goes into the part that each of them is, or comes after; what has no such home
//! goes into one module, which each of them fetches. So whoever needs one part fetches few files: a
//! module more costs more than the code in the first part that only others use.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::merge::merge;

/// The name of the script that fetches parts.
pub const SCRIPT: &str = "parts.js";

/// The module of what several parts share that have no part before them in common.
const SHARED: &str = "chunk_shared";

/// The parts that are always fetched before others.
#[derive(Debug, Default)]
pub struct Order {
    /// The one that comes before all others.
    pub first: Option<String>,
    /// Parts, each with those that come before it.
    pub after: BTreeMap<String, Vec<String>>,
}

impl Order {
    /// Returns the parts before `part`, nearest first, each once.
    fn before<'a>(&'a self, part: &str) -> Vec<&'a str> {
        let mut before: Vec<&str> = Vec::new();
        let mut left: Vec<&str> =
            self.after.get(part).into_iter().flatten().map(String::as_str).rev().collect();
        while let Some(next) = left.pop() {
            if !before.contains(&next) && next != part {
                before.push(next);
                left.extend(self.after.get(next).into_iter().flatten().map(String::as_str).rev());
            }
        }
        let first = self.first.as_deref().filter(|it| *it != part && !before.contains(it));
        before.extend(first);
        before
    }

    /// Returns the part whose file holds what `parts` share: one that each of them is or comes after.
    fn home<'a>(&'a self, parts: &BTreeSet<&'a str>) -> Option<&'a str> {
        let holds =
            |home: &str| parts.iter().all(|it| *it == home || self.before(it).contains(&home));
        // Where one of them will do, nobody else has to carry it.
        let ones_before = parts.first().map(|it| self.before(it)).unwrap_or_default();
        parts.iter().copied().chain(ones_before).find(|it| holds(it))
    }
}

/// Joins the modules in `folder`, of which `needed` lists those of each part, and writes the script
/// that fetches what is left.
///
/// # Errors
///
/// A file cannot be read or written, or is not as the splitter makes it; `order` names a part that
/// does not exist.
pub fn join(folder: &Path, needed: &HashMap<String, Vec<String>>, order: &Order) -> Result<()> {
    let parts: BTreeSet<&str> = needed.keys().map(String::as_str).collect();
    let named = order.after.iter().flat_map(|(part, before)| before.iter().chain([part]));
    for part in named.chain(&order.first) {
        if !parts.contains(part.as_str()) {
            bail!("there is no part {part}");
        }
    }
    let mut users: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (part, modules) in needed {
        for it in modules {
            users.entry(it).or_default().insert(part);
        }
    }
    let mut contents: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut sharing: BTreeSet<&str> = BTreeSet::new();
    for (module, users) in &users {
        let home = order.home(users);
        if home.is_none() {
            sharing.extend(users);
        }
        contents.entry(home.unwrap_or(SHARED)).or_default().insert(module);
    }
    for (home, modules) in &contents {
        let name = if *home == SHARED { SHARED.to_owned() } else { format!("split_{home}") };
        replace(folder, modules, &name)?;
    }

    let script = folder.join(SCRIPT);
    let written = fs::read_to_string(&script).context("reading the script of parts")?;
    let mut text = runtime(&written)?.to_owned();
    if let Some(first) = &order.first {
        text += &format!("const __{first} = {};\n", loader(Some(&format!("split_{first}")), &[]));
    }
    if contents.contains_key(SHARED) {
        let before: Vec<&str> = order.first.as_deref().into_iter().collect();
        text += &format!("const __shared = {};\n", loader(Some(SHARED), &before));
    }
    // Those before come before those after them.
    let mut in_order: Vec<&str> = parts.iter().copied().collect();
    in_order.sort_by_key(|it| order.before(it).len());
    for part in in_order {
        if order.first.as_deref() != Some(part) {
            let mut before = order.before(part);
            before.reverse();
            before.extend(sharing.contains(part).then_some("shared"));
            let own = contents.contains_key(part).then(|| format!("split_{part}"));
            text += &format!("const __{part} = {};\n", loader(own.as_deref(), &before));
        }
        text += &format!("export const __wasm_split_load_{part} = wrapAsyncCb(__{part});\n");
    }
    fs::write(&script, text).context("writing the script of parts")
}

/// Puts modules into one, called `name`, and removes them.
fn replace(folder: &Path, modules: &BTreeSet<&str>, name: &str) -> Result<()> {
    if modules.is_empty() {
        return Ok(());
    }
    let path = |name: &str| folder.join(format!("{name}.wasm"));
    let read = |it: &&str| fs::read(path(it)).with_context(|| format!("reading {it}.wasm"));
    let contents = modules.iter().map(read).collect::<Result<Vec<_>>>()?;
    for module in modules {
        fs::remove_file(path(module)).with_context(|| format!("removing {module}.wasm"))?;
    }
    fs::write(path(name), merge(&contents)?).with_context(|| format!("writing {name}.wasm"))
}

/// Returns the beginning of the splitter's script, which lets modules be fetched and linked.
fn runtime(script: &str) -> Result<&str> {
    let ends = ["\n/* ", "\nexport const __wasm_split_load_"];
    let end = ends.iter().filter_map(|it| script.find(it)).min();
    let runtime = end.and_then(|it| script.get(..=it));
    runtime.filter(|it| it.contains("function makeLoad(")).context("parts.js is not as expected")
}

/// Writes what fetches a module after other parts; `None` if all that is needed is in those.
fn loader(module: Option<&str>, before: &[&str]) -> String {
    let before = before.iter().map(|it| format!("__{it}")).collect::<Vec<_>>().join(", ");
    let Some(module) = module else {
        return format!("makeLoad(() => async () => ({{}}), [{before}])");
    };
    format!(
        "makeLoad(() => {{
    const src = fetch(new URL(\"./{module}.wasm\", import.meta.url));
    src.catch(() => {{}});
    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));
}}, [{before}])"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order() -> Order {
        let after = |part: &str, before: &[&str]| {
            (part.to_owned(), before.iter().map(|&it| it.to_owned()).collect())
        };
        let after = [after("a_tools", &["a", "tools"]), after("b_tools", &["b", "tools"])];
        Order { first: None, after: after.into() }
    }

    #[test]
    fn what_is_shared_lies_in_the_part_before() {
        let order = order();
        let home = |parts: &[&'static str]| {
            let parts: BTreeSet<&str> = parts.iter().copied().collect();
            order.home(&parts).map(str::to_owned)
        };
        assert_eq!(home(&["a"]).as_deref(), Some("a"));
        assert_eq!(home(&["a", "a_tools"]).as_deref(), Some("a"));
        assert_eq!(home(&["a_tools", "b_tools"]).as_deref(), Some("tools"));
        assert_eq!(home(&["a_tools", "b_tools", "tools"]).as_deref(), Some("tools"));
        assert_eq!(home(&["a", "b"]), None);
        assert_eq!(home(&["a", "a_tools", "b_tools"]), None);
    }

    #[test]
    fn the_first_part_is_before_all() {
        let order = Order { first: Some("desk".to_owned()), ..order() };
        assert_eq!(order.before("a_tools"), ["a", "tools", "desk"]);
        assert_eq!(order.before("desk"), [""; 0]);
        assert_eq!(order.home(&["a", "desk"].into()), Some("desk"));
        assert_eq!(order.home(&["a", "b"].into()), Some("desk"));
    }
}
