//! Files of a crate that need each other cannot be read alone. The circles of each crate are those
//! of `circles.txt`, which only ever gets shorter: with `UPDATE_EXPECT` set the list is written
//! anew, unless a crate has more files in circles than before.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The files that need each other, in alphabetical order.
type Circle = BTreeSet<String>;

const LIST: &str = "core/languages/tests/circles.txt";

/// The file that a crate starts with; of a program with a library, the library.
const ROOTS: [&str; 2] = ["src/lib.rs", "src/main.rs"];

#[test]
fn no_circle_of_files_is_new() {
    let root = bobbin_testing::root();
    let allowed = read_list(&fs::read_to_string(root.join(LIST)).unwrap());
    let mut found = BTreeSet::new();
    let folders = ["core", "app", "cli", "xtask"].map(|it| crates(&root.join(it)));
    for folder in folders.into_iter().flatten() {
        let shown = folder.strip_prefix(&root).unwrap().display().to_string();
        let mut sources = HashMap::new();
        read_sources(&folder.join("src"), "src/", &mut sources);
        let in_crate = |it: Circle| it.iter().map(|it| format!("{shown}/{it}")).collect();
        found.extend(circles(&sources).into_iter().map(in_crate));
    }
    let mut report = String::new();
    for circle in found.difference(&allowed) {
        let before = allowed.iter().find(|it| !it.is_disjoint(circle));
        match before {
            Some(before) if circle.is_subset(before) => {
                writeln!(report, "smaller than in {LIST}, which is to say so:").unwrap();
            }
            Some(_) => writeln!(report, "larger than, or another than in {LIST}:").unwrap(),
            None => writeln!(report, "a new circle of files:").unwrap(),
        }
        report.push_str(&shown(circle));
    }
    for circle in allowed.difference(&found) {
        if found.iter().all(|it| it.is_disjoint(circle)) {
            writeln!(report, "no longer a circle, so it goes from {LIST}:").unwrap();
            report.push_str(&shown(circle));
        }
    }
    // By number, because files are renamed, too.
    let before = sizes(&allowed);
    let only_shrinks = sizes(&found).iter().all(|(name, size)| before.get(name) >= Some(size));
    if !report.is_empty() && only_shrinks && std::env::var_os("UPDATE_EXPECT").is_some() {
        let list: Vec<String> = found.iter().map(shown).collect();
        fs::write(root.join(LIST), list.join("\n")).unwrap();
        return;
    }
    assert!(report.is_empty(), "{report}");
}

/// Returns the number of files in circles, by crate.
fn sizes(circles: &BTreeSet<Circle>) -> BTreeMap<&str, usize> {
    let mut res = BTreeMap::new();
    for file in circles.iter().flatten() {
        *res.entry(file.split("/src/").next().unwrap()).or_default() += 1;
    }
    res
}

/// Shows one file a line.
fn shown(circle: &Circle) -> String {
    circle.iter().fold(String::new(), |all, it| all + it + "\n")
}

fn read_list(list: &str) -> BTreeSet<Circle> {
    let paragraphs = list.split("\n\n").map(|it| it.lines().filter(|it| !it.is_empty()));
    let circles = paragraphs.map(|it| it.map(str::to_owned).collect::<Circle>());
    circles.filter(|it| !it.is_empty()).collect()
}

/// Returns the folders of the crates in `folder`.
fn crates(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut res = Vec::new();
    if ROOTS.iter().any(|it| folder.join(it).exists()) {
        res.push(folder.to_owned());
    }
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        let is_other = name == "src" || name == "node_modules" || name == "target";
        if path.is_dir() && !is_other {
            res.extend(crates(&path));
        }
    }
    res
}

/// Reads the Rust files and grammars in `folder` with their paths, which start with `prefix`.
fn read_sources(folder: &Path, prefix: &str, res: &mut HashMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            read_sources(&path, &format!("{prefix}{name}/"), res);
        } else if name.ends_with(".rs") || name.ends_with(".lalrpop") {
            res.insert(format!("{prefix}{name}"), fs::read_to_string(&path).unwrap());
        }
    }
}

/// A module with a file of its own.
struct Module {
    file: String,
    parent: Option<usize>,
    children: HashMap<String, usize>,
    /// The tokens without comments, literals and tests.
    tokens: Vec<String>,
    /// The names that `use` brings, with their paths.
    imports: Vec<Import>,
    /// The places of `tokens` that belong to a `use`.
    is_import: Vec<bool>,
}

struct Import {
    name: String,
    path: Vec<String>,
    /// True if others may take the name from here.
    is_export: bool,
}

/// The circles of the files below the root of a crate.
fn circles(sources: &HashMap<String, String>) -> Vec<Circle> {
    let mut modules = Vec::new();
    let root = ROOTS.into_iter().find(|it| sources.contains_key(*it)).unwrap();
    add_module(sources, root, None, &mut modules);
    let needs: Vec<BTreeSet<usize>> = (0..modules.len()).map(|it| needs(&modules, it)).collect();
    let reached: Vec<BTreeSet<usize>> = (0..modules.len()).map(|it| reached(&needs, it)).collect();
    let mut by_first: BTreeMap<usize, Circle> = BTreeMap::new();
    for idx in 0..modules.len() {
        let round = |&it: &usize| reached[idx].contains(&it) && reached[it].contains(&idx);
        let first = (0..modules.len()).find(round);
        if let Some(first) = first {
            by_first.entry(first).or_default().insert(modules[idx].file.clone());
        }
    }
    by_first.into_values().filter(|it| it.len() > 1).collect()
}

fn reached(needs: &[BTreeSet<usize>], from: usize) -> BTreeSet<usize> {
    let mut res = BTreeSet::new();
    let mut open = vec![from];
    while let Some(idx) = open.pop() {
        open.extend(needs[idx].iter().filter(|&&it| res.insert(it)));
    }
    res
}

/// Adds the module of `file` and those it declares; returns its place.
fn add_module(
    sources: &HashMap<String, String>,
    file: &str,
    parent: Option<usize>,
    modules: &mut Vec<Module>,
) -> usize {
    let text = sources.get(file).unwrap_or_else(|| panic!("{file} is declared and missing"));
    let tokens = without_tests(&tokens(text));
    let (imports, is_import) = imports(&tokens);
    let idx = modules.len();
    let children = HashMap::new();
    modules.push(Module { file: file.into(), parent, children, tokens, imports, is_import });
    let folder = ["/mod.rs", "/lib.rs", "/main.rs"].iter().find_map(|end| file.strip_suffix(end));
    let folder = folder.or(file.strip_suffix(".rs")).unwrap_or(file);
    let tokens = modules[idx].tokens.clone();
    for at in 0..tokens.len() {
        let word = |ahead: usize| tokens.get(at + ahead).map(String::as_str).unwrap_or_default();
        let declared = match word(0) {
            "mod" if word(2) == ";" => {
                let name = word(1);
                let paths = [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")];
                // Else it has a path of its own, or the build makes it.
                paths.into_iter().find(|it| sources.contains_key(it)).map(|it| (name, it))
            }
            "lalrpop_mod" => {
                let rest = &tokens[at..];
                let path = rest.iter().position(|it| it.starts_with('"'));
                path.and_then(|it| {
                    let file = rest[it].trim_matches('"').replace(".rs", ".lalrpop");
                    let file = format!("src{file}");
                    sources.contains_key(&file).then(|| (rest[it - 2].as_str(), file))
                })
            }
            _ => None,
        };
        if let Some((name, file)) = declared {
            let child = add_module(sources, &file, Some(idx), modules);
            modules[idx].children.insert(name.to_owned(), child);
        }
    }
    idx
}

/// Returns the modules whose names stand in the module `idx`. A declaration and a name that is only
/// handed on do not count: that is a table of contents.
fn needs(modules: &[Module], idx: usize) -> BTreeSet<usize> {
    let module = &modules[idx];
    let mut res = BTreeSet::new();
    let is_said = |name: &str| {
        let mut code = module.tokens.iter().zip(&module.is_import);
        code.any(|(it, &is_import)| !is_import && it == name)
    };
    for import in &module.imports {
        if (!import.is_export || is_said(&import.name))
            && let Some((found, false)) = resolve(modules, idx, &import.path, 0)
        {
            res.insert(found);
        }
    }
    // The modules inside the file that the place lies in, as depths of their braces.
    let mut inner: Vec<usize> = Vec::new();
    let mut depth = 0;
    let tokens = &module.tokens;
    for at in 0..tokens.len() {
        match tokens[at].as_str() {
            "{" => {
                depth += 1;
                if at >= 2 && tokens[at - 2] == "mod" {
                    inner.push(depth);
                }
            }
            "}" => {
                inner.pop_if(|it| *it == depth);
                depth -= 1;
            }
            _ => (),
        }
        let is_start = at == 0 || tokens[at - 1] != "::";
        if module.is_import[at] || !is_start || tokens.get(at + 1).is_none_or(|it| it != "::") {
            continue;
        }
        let mut path = vec![tokens[at].clone()];
        let mut next = at + 1;
        while tokens.get(next).is_some_and(|it| it == "::")
            && tokens.get(next + 1).is_some_and(|it| is_word(it))
        {
            path.push(tokens[next + 1].clone());
            next += 2;
        }
        let n_supers = path.iter().take_while(|it| *it == "super").count();
        path.drain(..n_supers.min(inner.len()));
        if path.len() > 1
            && let Some((found, _)) = resolve(modules, idx, &path, 0)
        {
            res.insert(found);
        }
    }
    res.remove(&idx);
    res
}

/// Finds the module that `path` leads to from the module `from`, and whether it is that module
/// itself. `None` for what is not of this crate.
fn resolve(
    modules: &[Module],
    from: usize,
    path: &[String],
    depth: usize,
) -> Option<(usize, bool)> {
    if depth > 20 {
        return None;
    }
    let (first, rest) = path.split_first()?;
    let (mut at, mut rest) = match first.as_str() {
        "crate" => (0, rest),
        "self" => (from, rest),
        "super" => (modules[from].parent?, rest),
        name if modules[from].children.contains_key(name) => (from, path),
        name if modules[from].imports.iter().any(|it| it.name == name && it.path[0] != name) => {
            (from, path)
        }
        _ => return None,
    };
    loop {
        let Some((name, behind)) = rest.split_first() else { return Some((at, true)) };
        if name == "super" {
            at = modules[at].parent?;
        } else if let Some(&child) = modules[at].children.get(name) {
            at = child;
        } else if let Some(import) = modules[at].imports.iter().find(|it| it.name == *name) {
            if import.path == path {
                return Some((at, false));
            }
            let longer = [&import.path[..], behind].concat();
            return resolve(modules, at, &longer, depth + 1);
        } else {
            return Some((at, false));
        }
        rest = behind;
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|it: char| it.is_alphabetic() || it == '_')
}

/// Returns the names that the `use` declarations bring, and for each token whether it belongs to
/// one.
fn imports(tokens: &[String]) -> (Vec<Import>, Vec<bool>) {
    let mut res = Vec::new();
    let mut is_import = vec![false; tokens.len()];
    for start in 0..tokens.len() {
        let before = start.checked_sub(1).map(|it| tokens[it].as_str()).unwrap_or_default();
        // `use<'a>` in a type captures a lifetime.
        if tokens[start] != "use" || tokens.get(start + 1).is_none_or(|it| it == "<") {
            continue;
        }
        let end = start + tokens[start..].iter().position(|it| it == ";").unwrap_or(0);
        is_import[start..=end].fill(true);
        let is_export = before == "pub" || before == ")";
        let mut names = Vec::new();
        read_tree(&tokens[start + 1..end], &[], &mut names);
        res.extend(names.into_iter().map(|(name, path)| Import { name, path, is_export }));
    }
    (res, is_import)
}

/// Reads `a::{b, c as d}` into names and paths.
fn read_tree(tree: &[String], before: &[String], res: &mut Vec<(String, Vec<String>)>) {
    let mut path = before.to_vec();
    let mut at = 0;
    while let Some(token) = tree.get(at) {
        match token.as_str() {
            "::" => (),
            "{" => {
                let mut depth = 0;
                let mut start = at + 1;
                for (idx, token) in tree.iter().enumerate().skip(at) {
                    match token.as_str() {
                        "{" => depth += 1,
                        "}" => depth -= 1,
                        _ => (),
                    }
                    if (token == "," && depth == 1) || depth == 0 {
                        read_tree(&tree[start..idx], &path, res);
                        start = idx + 1;
                    }
                    if depth == 0 {
                        break;
                    }
                }
                return;
            }
            "as" => {
                let name = tree.get(at + 1).cloned().unwrap_or_default();
                return res.push((name, path));
            }
            "self" if !path.is_empty() => (),
            _ => path.push(token.clone()),
        }
        at += 1;
    }
    if path.len() > before.len() || tree.first().is_some_and(|it| it == "self") {
        // The parent stands for what is not named.
        path.pop_if(|it| it == "*");
        res.push((path.last().cloned().unwrap_or_default(), path));
    }
}

/// Leaves out what `#[cfg(test)]` stands in front of.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let mark = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut res = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at..].iter().take(mark.len()).eq(mark.iter()) {
            res.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let mut depth = 0;
        at += mark.len();
        while at < tokens.len() {
            let token = tokens[at].as_str();
            match token {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                _ => (),
            }
            at += 1;
            if depth == 0 && (token == ";" || token == "}") {
                break;
            }
        }
    }
    res
}

/// Splits Rust into words, `::`, strings and single characters, without comments.
fn tokens(text: &str) -> Vec<String> {
    let mut res = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(rest.len());
        let is_raw = matches!(&rest[..word], "r" | "br")
            && rest[word..].trim_start_matches('#').starts_with('"');
        let size = if is_raw {
            let n_hashes = rest[word..].find('"').unwrap();
            let end = format!("\"{}", "#".repeat(n_hashes));
            let start = word + n_hashes + 1;
            start + rest[start..].find(&end).unwrap_or(0) + end.len()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |it| it + 2)
        } else if first == '"' {
            string(rest)
        } else if first == '\'' {
            let char_end = if rest[1..].starts_with('\\') { 3 } else { 2 };
            let quote = rest.char_indices().skip(char_end).find(|it| it.1 == '\'').map(|it| it.0);
            // A lifetime has no second quote, or one much further on.
            let escape = rest[1..].starts_with("\\u");
            let nearest = rest.char_indices().nth(char_end).map(|it| it.0);
            quote.filter(|&it| escape || Some(it) == nearest).map_or(1, |it| it + 1)
        } else if rest.starts_with("::") {
            2
        } else {
            word.max(first.len_utf8())
        };
        let token = &rest[..size];
        if !first.is_whitespace() && !token.starts_with("//") && !token.starts_with("/*") {
            res.push(token.to_owned());
        }
        rest = &rest[size..];
    }
    res
}

/// Returns the length of the string at the start.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, it) in text.char_indices().skip(1) {
        match it {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => (),
        }
    }
    text.len()
}

/// Returns the circles of a crate that is given file by file.
fn circles_of(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let sources = files.iter().map(|it| (format!("src/{}", it.0), it.1.to_owned())).collect();
    circles(&sources).into_iter().map(|it| it.into_iter().collect()).collect()
}

#[test]
fn files_that_use_each_other_are_a_circle() {
    let both = vec![vec!["src/a.rs".to_owned(), "src/b.rs".to_owned()]];
    let uses = |a: &str, b: &str| {
        circles_of(&[
            ("lib.rs", "mod a; mod b; pub mod c;"),
            ("a.rs", a),
            ("b.rs", b),
            ("c.rs", ""),
        ])
    };
    assert_eq!(uses("use crate::b::B;", "use super::a::A;"), both);
    assert_eq!(uses("use super::{c, b::{self, B}};", "fn f() { crate::a::f::<u8>() }"), both);
    assert_eq!(uses("use super::b; fn f() { b::f() }", "fn f() { super::a::f() }"), both);
    assert_eq!(
        uses(
            "mod x { use super::super::b::B; fn f() { super::super::b::f() } }",
            "use crate::a::A;"
        ),
        both
    );
    assert!(uses("use crate::b::B;", "use crate::c::C;").is_empty());
    assert!(
        uses("use crate::b::B;", "// use crate::a::A;\nconst A: &str = \"crate::a::A\";")
            .is_empty()
    );
    assert!(uses("use crate::b::B;", "#[cfg(test)]\nmod tests { use crate::a::A; }").is_empty());
    assert!(uses("use other::b::B;", "use crate::a::A;").is_empty());
}

#[test]
fn a_name_is_looked_for_where_it_is_declared() {
    let below = [
        ("edit/lines.rs", "use crate::edit::style::Style;"),
        ("edit/style.rs", "pub struct Style;"),
    ];
    let lib = ("lib.rs", "mod edit;");
    // Handing names on is no need.
    let facade =
        ("edit/mod.rs", "mod lines; mod style; pub use style::Style; pub(crate) use lines::f;");
    let [lines, style] = below;
    assert!(circles_of(&[lib, facade, lines, style]).is_empty());
    let through = ("edit/lines.rs", "use super::Style;");
    assert!(circles_of(&[lib, facade, through, style]).is_empty());
    // What is used there is one.
    let busy = ("edit/mod.rs", "mod lines; mod style; pub struct Plan; fn f() { lines::f() }");
    let back = ("edit/lines.rs", "use super::Plan;");
    let circle = ["src/edit/lines.rs".to_owned(), "src/edit/mod.rs".to_owned()];
    assert_eq!(circles_of(&[lib, busy, back, style]), [circle.to_vec()]);
    let root = [
        ("lib.rs", "mod file; use file::File; impl X for File {}"),
        ("file.rs", "use crate::INFO;"),
    ];
    assert_eq!(circles_of(&root).len(), 1);
}
